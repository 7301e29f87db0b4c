//! What every journal does, as one suite: a test takes an empty journal and knows nothing else about it.
//!
//! Deliberately absent: what only some journals can, such as being opened again.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::join_all;
use journal::{AppendError, Feed, Journal, Position, Record, RedactError, Snapshot, Stored, Subject};

/// One test for each behaviour, on a runtime with two threads. `$open` makes an empty journal and whatever has to
/// live as long as it does.
#[macro_export]
macro_rules! behaviours {
    ($open:expr) => {
        $crate::behaviours!($open;
            positions_grow_and_a_subject_is_read_in_order,
            a_new_subject_is_empty_and_stands_at_the_start,
            a_stale_position_is_refused_and_says_where_the_subject_stands,
            a_position_of_another_subject_is_refused,
            of_many_writers_exactly_one_wins_each_race,
            appends_asked_for_in_order_are_written_in_order_without_waiting,
            an_append_nobody_waits_for_disturbs_no_other,
            bodies_are_kept_byte_for_byte,
            a_body_that_is_too_long_is_refused,
            reading_begins_after_a_position,
            news_are_what_was_and_what_comes,
            news_leave_out_what_is_none,
            news_follow_again_from_any_position,
            news_arrive_once_and_in_order_while_many_write,
            a_slow_follower_misses_nothing_by_following_again,
            two_followers_see_the_same,
            a_snapshot_is_kept_byte_for_byte_and_only_for_its_subject,
            a_newer_snapshot_replaces_an_older_one_and_never_the_other_way_round,
            a_snapshot_that_was_dropped_does_not_come_back,
            a_snapshot_that_is_too_long_or_ahead_of_its_subject_is_refused,
            snapshots_change_no_record_and_appends_no_snapshot,
        );
    };
    ($open:expr; $($behaviour:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $behaviour() {
                let (journal, _rest) = $open;
                suite::$behaviour(std::sync::Arc::new(journal)).await;
            }
        )*
    };
}

/// The same for what journals can that take bodies back.
#[macro_export]
macro_rules! redactions {
    ($open:expr) => {
        $crate::behaviours!($open;
            a_redacted_record_has_another_body_in_the_same_place,
            only_a_record_of_the_subject_is_redacted,
            what_is_redacted_goes_from_the_snapshot_too,
        );
    };
}

pub(crate) fn subject(name: &str) -> Subject {
    Subject::new(name).expect("the name is one of a subject")
}

pub(crate) fn plain(body: impl AsRef<[u8]>) -> Record {
    Record { body: body.as_ref().into(), is_news: false }
}

pub(crate) fn news(body: impl AsRef<[u8]>) -> Record {
    Record { body: body.as_ref().into(), is_news: true }
}

pub(crate) async fn append(journal: &impl Journal, name: &str, after: Position, record: Record) -> Position {
    journal.append(&subject(name), after, record).await.expect("nobody else writes to this subject")
}

pub(crate) async fn read(journal: &impl Journal, name: &str, after: Position) -> Vec<Stored> {
    journal.read(&subject(name), after).await.expect("the journal can be read")
}

pub(crate) async fn follow(journal: &impl Journal, after: Position) -> Feed {
    journal.news(after).await.expect("the news can be followed")
}

/// The next of a feed that has not ended.
pub(crate) async fn next(feed: &mut Feed) -> Stored {
    feed.next().await.expect("the feed goes on").expect("the feed is sound")
}

fn text(stored: &Stored) -> String {
    String::from_utf8(stored.record.body.to_vec()).expect("the test wrote text")
}

fn texts(stored: &[Stored]) -> Vec<String> {
    stored.iter().map(text).collect()
}

pub(crate) async fn positions_grow_and_a_subject_is_read_in_order(journal: Arc<impl Journal>) {
    let (mut left, mut right) = (Position::START, Position::START);
    let mut all = Vec::new();
    for number in 0..50 {
        left = append(&*journal, "table.left", left, plain(format!("l{number}"))).await;
        right = append(&*journal, "table.right", right, news(format!("r{number}"))).await;
        all.extend([left, right]);
    }
    assert!(all.is_sorted_by(|one, next| one < next), "{all:?}");
    assert_eq!(journal.head().await.expect("there is a head"), right);
    for (name, letter, offset) in [("table.left", 'l', 0), ("table.right", 'r', 1)] {
        let records = read(&*journal, name, Position::START).await;
        assert_eq!(texts(&records), (0..50).map(|number| format!("{letter}{number}")).collect::<Vec<_>>());
        let positions: Vec<_> = all.iter().copied().skip(offset).step_by(2).collect();
        assert_eq!(records.iter().map(|stored| stored.position).collect::<Vec<_>>(), positions);
        assert!(records.iter().all(|stored| stored.subject == subject(name)));
        assert!(records.iter().all(|stored| stored.record.is_news == (letter == 'r')));
    }
}

pub(crate) async fn a_new_subject_is_empty_and_stands_at_the_start(journal: Arc<impl Journal>) {
    assert_eq!(journal.head().await.expect("there is a head"), Position::START);
    assert_eq!(read(&*journal, "nobody", Position::START).await, []);
    let refused = journal.append(&subject("nobody"), Position(7), plain("early")).await;
    assert!(matches!(refused, Err(AppendError::Conflict { at: Position::START })), "{refused:?}");
    assert_eq!(read(&*journal, "nobody", Position::START).await, []);
    assert!(append(&*journal, "nobody", Position::START, plain("first")).await > Position::START);
}

pub(crate) async fn a_stale_position_is_refused_and_says_where_the_subject_stands(journal: Arc<impl Journal>) {
    let first = append(&*journal, "table.a", Position::START, plain("first")).await;
    let second = append(&*journal, "table.a", first, plain("second")).await;
    for stale in [Position::START, first, Position(second.0 + 1), Position(u64::MAX)] {
        let refused = journal.append(&subject("table.a"), stale, news("late")).await;
        assert!(matches!(refused, Err(AppendError::Conflict { at }) if at == second), "{stale:?}: {refused:?}");
    }
    assert_eq!(texts(&read(&*journal, "table.a", Position::START).await), ["first", "second"]);
    assert_eq!(journal.head().await.expect("there is a head"), second);
}

pub(crate) async fn a_position_of_another_subject_is_refused(journal: Arc<impl Journal>) {
    let first = append(&*journal, "table.a", Position::START, plain("a")).await;
    let second = append(&*journal, "table.b", Position::START, plain("b")).await;
    let refused = journal.append(&subject("table.a"), second, plain("lost")).await;
    assert!(matches!(refused, Err(AppendError::Conflict { at }) if at == first), "{refused:?}");
}

pub(crate) async fn of_many_writers_exactly_one_wins_each_race(journal: Arc<impl Journal + 'static>) {
    let mut at = Position::START;
    for round in 0..100 {
        let race = |writer: usize| {
            let journal = Arc::clone(&journal);
            tokio::spawn(async move { journal.append(&subject("race"), at, plain(format!("{round} {writer}"))).await })
        };
        let ends: Vec<_> = join_all((0..8).map(race)).await.into_iter().map(|end| end.expect("no panic")).collect();
        let won: Vec<_> = ends.iter().filter_map(|end| end.as_ref().ok()).collect();
        let [winner] = won[..] else { panic!("exactly one wins: {ends:?}") };
        let told = |end: &Result<Position, AppendError>| {
            matches!(end, Err(AppendError::Conflict { at }) if at == winner) || end.is_ok()
        };
        assert!(ends.iter().all(told), "{ends:?}");
        at = *winner;
    }
    assert_eq!(read(&*journal, "race", Position::START).await.len(), 100);
}

pub(crate) async fn appends_asked_for_in_order_are_written_in_order_without_waiting(journal: Arc<impl Journal>) {
    let start = append(&*journal, "other", Position::START, plain("so that positions are not counts")).await;
    let first = journal.append(&subject("table.a"), Position::START, plain("first"));
    let twice = journal.append(&subject("table.a"), Position::START, plain("twice"));
    let elsewhere = journal.append(&subject("table.b"), Position::START, plain("elsewhere"));
    // Waited for in another order than asked for.
    let elsewhere = elsewhere.await.expect("a subject of its own");
    let twice = twice.await;
    let first = first.await.expect("the first of two");
    assert!(matches!(twice, Err(AppendError::Conflict { at }) if at == first), "{twice:?}");
    assert!(start < first && first < elsewhere);
}

pub(crate) async fn an_append_nobody_waits_for_disturbs_no_other(journal: Arc<impl Journal>) {
    let mut at = Position::START;
    for number in 0..100 {
        drop(journal.append(&subject(&format!("dropped.{number}")), Position::START, plain("dropped")));
        at = append(&*journal, "kept", at, plain(format!("{number}"))).await;
    }
    let kept = read(&*journal, "kept", Position::START).await;
    assert_eq!(texts(&kept), (0..100).map(|number| number.to_string()).collect::<Vec<_>>());
    for number in 0..100 {
        let records = read(&*journal, &format!("dropped.{number}"), Position::START).await;
        assert!(records.len() <= 1, "{records:?}");
    }
}

pub(crate) async fn bodies_are_kept_byte_for_byte(journal: Arc<impl Journal>) {
    let every_byte: Vec<u8> = (0..=255).collect();
    let longest: Vec<u8> = (0..Record::MAX_LENGTH).map(|index| (index % 251) as u8).collect();
    let bodies = [&b""[..], "Dédé a « 46 » 🂡".as_bytes(), b"\0", &every_byte, &longest, b"null", b"\xff\xfe"];
    let mut at = Position::START;
    for body in bodies {
        at = append(&*journal, "bodies", at, plain(body)).await;
    }
    let records = read(&*journal, "bodies", Position::START).await;
    assert_eq!(records.len(), bodies.len());
    assert!(records.iter().zip(bodies).all(|(stored, body)| &stored.record.body[..] == body));
}

pub(crate) async fn a_body_that_is_too_long_is_refused(journal: Arc<impl Journal>) {
    let length = Record::MAX_LENGTH + 1;
    let refused = journal.append(&subject("long"), Position::START, plain(vec![0; length])).await;
    assert!(matches!(refused, Err(AppendError::TooLong { length: told }) if told == length), "{refused:?}");
    assert_eq!(read(&*journal, "long", Position::START).await, []);
}

pub(crate) async fn reading_begins_after_a_position(journal: Arc<impl Journal>) {
    let mut positions = Vec::new();
    let mut at = Position::START;
    for number in 0..20 {
        append(&*journal, &format!("between.{number}"), Position::START, plain("between")).await;
        at = append(&*journal, "table.a", at, plain(number.to_string())).await;
        positions.push(at);
    }
    for (seen, position) in positions.iter().enumerate() {
        let rest: Vec<_> = (seen + 1..20).map(|number| number.to_string()).collect();
        assert_eq!(texts(&read(&*journal, "table.a", *position).await), rest);
        // A position of another subject serves as well: it is a place in the order of all.
        let all_from_here: Vec<_> = (seen..20).map(|number| number.to_string()).collect();
        assert_eq!(texts(&read(&*journal, "table.a", Position(position.0 - 1)).await), all_from_here);
    }
    assert_eq!(read(&*journal, "table.a", Position(u64::MAX)).await, []);
}

pub(crate) async fn news_are_what_was_and_what_comes(journal: Arc<impl Journal>) {
    let was = append(&*journal, "table.a", Position::START, news("was")).await;
    let mut feed = follow(&*journal, Position::START).await;
    let comes = append(&*journal, "table.a", was, news("comes")).await;
    let stored = |position, body: &str| Stored { position, subject: subject("table.a"), record: news(body) };
    assert_eq!(next(&mut feed).await, stored(was, "was"));
    assert_eq!(next(&mut feed).await, stored(comes, "comes"));
    // Now the feed is up to date and sleeps; it has to be woken.
    let (woken, last) = tokio::join!(next(&mut feed), append(&*journal, "table.a", comes, news("last")));
    assert_eq!(woken, stored(last, "last"));
}

pub(crate) async fn news_leave_out_what_is_none(journal: Arc<impl Journal>) {
    let mut feed = follow(&*journal, Position::START).await;
    let mut at = Position::START;
    for number in 0..300 {
        let body = number.to_string();
        at = append(&*journal, "table.a", at, if number % 7 == 0 { news(body) } else { plain(body) }).await;
    }
    for number in (0..300).step_by(7) {
        assert_eq!(text(&next(&mut feed).await), number.to_string());
    }
}

pub(crate) async fn news_follow_again_from_any_position(journal: Arc<impl Journal>) {
    let mut positions = vec![Position::START];
    for number in 0..200 {
        let is_news = number % 2 == 0;
        let record = Record { is_news, ..plain(number.to_string()) };
        positions.push(append(&*journal, &format!("table.{number}"), Position::START, record).await);
    }
    for (count, after) in positions.iter().enumerate().take(199) {
        let mut feed = follow(&*journal, *after).await;
        let expected = count.next_multiple_of(2);
        assert_eq!(text(&next(&mut feed).await), expected.to_string(), "after {after:?}");
    }
}

pub(crate) async fn news_arrive_once_and_in_order_while_many_write(journal: Arc<impl Journal + 'static>) {
    const WRITERS: usize = 8;
    const EACH: usize = 200;
    let write = |writer: usize| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move {
            let mut at = Position::START;
            for number in 0..EACH {
                at = append(&*journal, &format!("writer.{writer}"), at, news(number.to_string())).await;
            }
        })
    };
    let writers: Vec<_> = (0..WRITERS).map(write).collect();
    // It follows from the start while they write, so that it meets both what was and what comes.
    let mut seen = Vec::new();
    let mut feed = follow(&*journal, Position::START).await;
    while seen.len() < WRITERS * EACH {
        match feed.next().await {
            Some(stored) => seen.push(stored.expect("the feed is sound")),
            None => feed = follow(&*journal, seen.last().map_or(Position::START, |last| last.position)).await,
        }
    }
    join_all(writers).await.into_iter().for_each(|end| end.expect("no writer panics"));
    assert!(seen.is_sorted_by(|one, next| one.position < next.position));
    for writer in 0..WRITERS {
        let name = subject(&format!("writer.{writer}"));
        let its: Vec<_> = seen.iter().filter(|stored| stored.subject == name).cloned().collect();
        assert_eq!(its, read(&*journal, name.name(), Position::START).await);
        assert_eq!(its.len(), EACH);
    }
}

pub(crate) async fn a_slow_follower_misses_nothing_by_following_again(journal: Arc<impl Journal>) {
    const COUNT: usize = 5_000;
    let mut feed = follow(&*journal, Position::START).await;
    let subjects: Vec<_> = (0..COUNT).map(|number| subject(&format!("table.{number}"))).collect();
    // Nobody reads the feed while all of this is written.
    join_all(subjects.iter().map(|subject| journal.append(subject, Position::START, news(subject.name()))))
        .await
        .into_iter()
        .for_each(|end| {
            end.expect("each has a subject of its own");
        });
    let mut seen = Vec::new();
    while seen.len() < COUNT {
        match feed.next().await {
            Some(stored) => seen.push(stored.expect("the feed is sound")),
            None => feed = follow(&*journal, seen.last().map_or(Position::START, |last: &Stored| last.position)).await,
        }
    }
    assert!(seen.is_sorted_by(|one, next| one.position < next.position));
    let names: Vec<_> = seen.iter().map(|stored| stored.subject.clone()).collect();
    assert_eq!(names, subjects);
}

pub(crate) async fn two_followers_see_the_same(journal: Arc<impl Journal>) {
    let (mut one, mut other) = (follow(&*journal, Position::START).await, follow(&*journal, Position::START).await);
    for number in 0..100 {
        append(&*journal, &format!("table.{number}"), Position::START, news(number.to_string())).await;
        assert_eq!(next(&mut one).await, next(&mut other).await);
    }
}

pub(crate) async fn a_redacted_record_has_another_body_in_the_same_place(journal: Arc<impl Journal>) {
    let first = append(&*journal, "table.a", Position::START, plain("first")).await;
    let second = append(&*journal, "table.a", first, news("second")).await;
    let third = append(&*journal, "table.a", second, news("third")).await;
    let before = read(&*journal, "table.a", Position::START).await;
    let mut feed = follow(&*journal, Position::START).await;
    for position in [second, second] {
        journal.redact(&subject("table.a"), position, b"redacted"[..].into()).await.expect("it is there");
    }
    let after = read(&*journal, "table.a", Position::START).await;
    assert_eq!(texts(&after), ["first", "redacted", "third"]);
    let places = |records: &[Stored]| -> Vec<(Position, bool)> {
        records.iter().map(|stored| (stored.position, stored.record.is_news)).collect()
    };
    assert_eq!(places(&after), places(&before));
    assert_eq!(journal.head().await.expect("there is a head"), third);
    assert_eq!([text(&next(&mut feed).await), text(&next(&mut feed).await)], ["redacted", "third"]);
    let last = append(&*journal, "table.a", third, plain("last")).await;
    assert!(last > third, "the subject goes on where it stood");
}

pub(crate) async fn only_a_record_of_the_subject_is_redacted(journal: Arc<impl Journal>) {
    let mine = append(&*journal, "table.a", Position::START, plain("mine")).await;
    let theirs = append(&*journal, "table.b", Position::START, plain("theirs")).await;
    for (name, position) in [
        ("table.a", theirs),
        ("table.a", Position::START),
        ("table.a", Position(theirs.0 + 1)),
        ("table.a", Position(u64::MAX)),
        ("nobody", mine),
    ] {
        let refused = journal.redact(&subject(name), position, b"gone"[..].into()).await;
        assert!(matches!(refused, Err(RedactError::NoSuchRecord)), "{name} {position:?}: {refused:?}");
    }
    let long = vec![0; Record::MAX_LENGTH + 1];
    let refused = journal.redact(&subject("table.a"), mine, long.into()).await;
    assert!(matches!(refused, Err(RedactError::TooLong { length }) if length == Record::MAX_LENGTH + 1), "{refused:?}");
    assert_eq!(texts(&read(&*journal, "table.a", Position::START).await), ["mine"]);
    assert_eq!(texts(&read(&*journal, "table.b", Position::START).await), ["theirs"]);
}

pub(crate) async fn what_is_redacted_goes_from_the_snapshot_too(journal: Arc<impl Journal>) {
    let at = append_some(&*journal, "table.a", 2).await;
    let other = append_some(&*journal, "table.b", 1).await;
    keep(&*journal, "table.a", at[1], "said by Dédé").await;
    keep(&*journal, "table.b", other[0], "of another").await;
    journal.redact(&subject("table.a"), at[0], b"redacted"[..].into()).await.expect("it is there");
    assert_eq!(snapshot(&*journal, "table.a").await, None);
    keep(&*journal, "table.a", at[1], "made before, and late").await;
    assert_eq!(snapshot(&*journal, "table.a").await, None);
    assert!(snapshot(&*journal, "table.b").await.is_some());
}

fn snapshot_of(position: Position, body: impl AsRef<[u8]>) -> Snapshot {
    Snapshot { position, body: body.as_ref().into() }
}

async fn keep(journal: &impl Journal, name: &str, position: Position, body: impl AsRef<[u8]>) {
    journal.keep_snapshot(&subject(name), snapshot_of(position, body)).await.expect("the snapshot can be kept");
}

async fn snapshot(journal: &impl Journal, name: &str) -> Option<Snapshot> {
    journal.snapshot(&subject(name)).await.expect("the snapshot can be read")
}

/// Appends so many records and gives their positions.
async fn append_some(journal: &impl Journal, name: &str, count: usize) -> Vec<Position> {
    let stored = read(journal, name, Position::START).await;
    let mut at = stored.last().map_or(Position::START, |stored| stored.position);
    let mut positions = Vec::new();
    for number in 0..count {
        at = append(journal, name, at, plain(number.to_string())).await;
        positions.push(at);
    }
    positions
}

pub(crate) async fn a_snapshot_is_kept_byte_for_byte_and_only_for_its_subject(journal: Arc<impl Journal>) {
    assert_eq!(snapshot(&*journal, "table.a").await, None);
    let a = append_some(&*journal, "table.a", 3).await;
    let b = append_some(&*journal, "table.b", 1).await;
    assert_eq!(snapshot(&*journal, "table.a").await, None, "records make no snapshot");
    // Longer than any record, with every byte.
    let body: Vec<u8> = (0..=255).cycle().take(2 * Record::MAX_LENGTH).collect();
    keep(&*journal, "table.a", a[1], &body).await;
    keep(&*journal, "table.b", b[0], "").await;
    assert_eq!(snapshot(&*journal, "table.a").await, Some(snapshot_of(a[1], &body)));
    assert_eq!(snapshot(&*journal, "table.b").await, Some(snapshot_of(b[0], "")));
    assert_eq!(snapshot(&*journal, "table").await, None);
}

pub(crate) async fn a_newer_snapshot_replaces_an_older_one_and_never_the_other_way_round(journal: Arc<impl Journal>) {
    let at = append_some(&*journal, "table.a", 4).await;
    keep(&*journal, "table.a", at[1], "second").await;
    keep(&*journal, "table.a", at[0], "first").await;
    assert_eq!(snapshot(&*journal, "table.a").await, Some(snapshot_of(at[1], "second")));
    keep(&*journal, "table.a", at[3], "fourth").await;
    keep(&*journal, "table.a", at[2], "third").await;
    assert_eq!(snapshot(&*journal, "table.a").await, Some(snapshot_of(at[3], "fourth")));
}

pub(crate) async fn a_snapshot_that_was_dropped_does_not_come_back(journal: Arc<impl Journal>) {
    let drop = async || journal.drop_snapshot(&subject("table.a")).await.expect("it can be dropped");
    drop().await;
    let at = append_some(&*journal, "table.a", 3).await;
    keep(&*journal, "table.a", at[1], "second").await;
    drop().await;
    drop().await;
    assert_eq!(snapshot(&*journal, "table.a").await, None);
    for (position, body) in [(at[1], "second"), (at[2], "third")] {
        keep(&*journal, "table.a", position, body).await;
        assert_eq!(snapshot(&*journal, "table.a").await, None, "{body} was made before");
    }
    let next = append_some(&*journal, "table.a", 1).await;
    keep(&*journal, "table.a", next[0], "fourth").await;
    assert_eq!(snapshot(&*journal, "table.a").await, Some(snapshot_of(next[0], "fourth")));
}

pub(crate) async fn a_snapshot_that_is_too_long_or_ahead_of_its_subject_is_refused(journal: Arc<impl Journal>) {
    let at = append_some(&*journal, "table.a", 1).await[0];
    let other = append_some(&*journal, "table.b", 1).await[0];
    let long = vec![7; Snapshot::MAX_LENGTH + 1];
    let refused = [("table.a", at, &long[..]), ("table.a", other, b"early"), ("nobody", at, b"of nothing")];
    for (name, position, body) in refused.into_iter().chain([("table.a", Position::START, &b"of nothing"[..])]) {
        let kept = journal.keep_snapshot(&subject(name), snapshot_of(position, body)).await;
        assert!(kept.is_err(), "{name} at {position:?}, {} bytes", body.len());
        assert_eq!(snapshot(&*journal, name).await, None);
    }
    let longest = &long[1..];
    keep(&*journal, "table.a", at, longest).await;
    assert!(snapshot(&*journal, "table.a").await == Some(snapshot_of(at, longest)));
}

pub(crate) async fn snapshots_change_no_record_and_appends_no_snapshot(journal: Arc<impl Journal>) {
    let at = append_some(&*journal, "table.a", 2).await;
    let (records, head) = (read(&*journal, "table.a", Position::START).await, journal.head().await.expect("a head"));
    keep(&*journal, "table.a", at[1], "sum").await;
    assert_eq!(read(&*journal, "table.a", Position::START).await, records);
    assert_eq!(journal.head().await.expect("a head"), head);
    append_some(&*journal, "table.a", 3).await;
    assert_eq!(snapshot(&*journal, "table.a").await, Some(snapshot_of(at[1], "sum")));
    assert_eq!(read(&*journal, "table.a", at[1]).await.len(), 3);
    // Asked for together, without waiting.
    let subject = &subject("table.a");
    let last = read(&*journal, "table.a", Position::START).await.last().expect("records").position;
    let (kept, appended) = tokio::join!(
        journal.keep_snapshot(subject, snapshot_of(last, "later")),
        journal.append(subject, last, plain("6"))
    );
    kept.expect("the snapshot is kept");
    appended.expect("the record is appended");
    assert_eq!(snapshot(&*journal, "table.a").await, Some(snapshot_of(last, "later")));
    assert_eq!(read(&*journal, "table.a", last).await.len(), 1);
}

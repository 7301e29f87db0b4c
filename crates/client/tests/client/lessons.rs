//! Every lesson is played to its end through the engine, in every way it allows, with a client that follows it: a rule
//! that changes, or a slip of the pen in a lesson, fails here.

use std::collections::BTreeSet;
use std::path::Path;

use client::guided::{GuideState, Guided};
use client::lesson::{Lesson, Script, Sentence, StepKind};
use client::{Client, News, legal_moves};
use engine::GameId;
use wire::house::{Ask, Stage};
use words::Lang;

/// The longest a sentence may be: it must have room beside the table of a phone.
const MAX_LENGTH: usize = 180;

fn read(game: GameId) -> Script {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../words/lessons/{}.json", game.slug()));
    let text = std::fs::read_to_string(path).expect("a lesson for every game");
    Script::read(&text).expect("a lesson")
}

/// A learner with a client.
struct Learner {
    lesson: Guided,
    client: Client,
}

impl Learner {
    /// Somebody who goes on from there.
    fn new(game: GameId, lang: Lang, made: &[String]) -> Self {
        let mut lesson = Guided::lesson(Lesson::new(read(game)).expect("a position"), "Anne", lang);
        lesson.resume(made);
        assert_eq!(lesson.made(), made, "{}: what was made is made again", game.slug());
        let mut client = Client::new(1);
        for text in lesson.connect(lang) {
            client.receive(&text, 0);
        }
        client.connected();
        client.ask_table(&lesson.table().clone(), Ask::Watch { after: None, recent: true, views: false });
        let mut learner = Self { lesson, client };
        learner.exchange();
        learner
    }

    fn exchange(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        for text in self.client.take_outgoing() {
            for answer in self.lesson.receive(&text) {
                news.extend(self.client.receive(&answer, 0));
            }
        }
        assert!(self.client.take_outgoing().is_empty(), "the client follows without asking again: {news:?}");
        news
    }

    /// Tries a step: what is answered if it is not made.
    fn submit(&mut self, step: &str) -> Result<(), (String, String)> {
        let table = self.lesson.table().clone();
        self.client.ask_table(&table, Ask::Submit { step: step.into() });
        let refused = self.exchange().into_iter().find_map(|news| match news {
            News::Refused { refused, .. } => Some((refused.code, refused.message)),
            _ => None,
        });
        refused.map_or(Ok(()), Err)
    }

    fn go_on(&mut self) {
        for text in self.lesson.go_on() {
            self.client.receive(&text, 0);
        }
    }

    fn legal(&self) -> Vec<String> {
        let watched = self.client.table(self.lesson.table()).expect("the table is shown");
        legal_moves(watched.game().expect("the game is read")).moves
    }
}

/// All that was met on the ways through a lesson.
#[derive(Default)]
struct Met {
    said: BTreeSet<String>,
    answers: BTreeSet<String>,
    ends: BTreeSet<Vec<i32>>,
}

/// Follows every way from there to the end.
fn walk(game: GameId, lang: Lang, made: &[String], met: &mut Met) {
    let mut learner = Learner::new(game, lang, made);
    let coach = learner.lesson.coach(lang);
    let at = format!("{}, {lang:?}, after {made:?}", game.slug());
    assert!(!coach.text.is_empty(), "{at}: nothing is said");
    met.said.insert(coach.text.clone());
    assert_eq!(learner.client.table(learner.lesson.table()).map(|table| table.table().seq), Some(coach.seq), "{at}");
    let go_on = |step: &str, met: &mut Met| walk(game, lang, &[made, &[step.to_owned()]].concat(), met);
    match coach.state {
        GuideState::Read => {
            learner.go_on();
            go_on("", met);
        }
        GuideState::Play => {
            let expected = coach.wanted;
            assert!(!expected.is_empty(), "{at}: nothing that is expected is legal");
            let seq = coach.seq;
            // Out of turn a step is listed with its seat, and the sets of Rummy may stand in any order.
            let tiles = |step: &str| {
                let mut tiles: Vec<String> = step.trim_start_matches("0:").split(' ').map(String::from).collect();
                tiles.sort_unstable();
                tiles
            };
            let is_other = |step: &String| !expected.iter().any(|expected| tiles(expected) == tiles(step));
            for other in learner.legal().into_iter().filter(is_other) {
                let Err((code, message)) = learner.submit(&other) else { panic!("{at}: {other} was made") };
                assert_eq!(code, "not-now", "{at}: {other}: {message}");
                assert!(!message.is_empty(), "{at}: {other}");
                met.answers.insert(message);
                assert_eq!(learner.lesson.coach(lang).seq, seq, "{at}: {other} changes nothing");
            }
            assert!(learner.submit("no move").is_err_and(|(code, _)| code == "bad-notation"), "{at}");
            for step in &expected {
                go_on(step, met);
            }
        }
        GuideState::Over => {
            let watched = learner.client.table(learner.lesson.table()).expect("the table is shown");
            assert_eq!(watched.table().stage, Stage::Over, "{at}: the lesson ends with its match");
            assert_eq!(watched.table().places.as_ref().map(|places| places[0]), Some(1), "{at}: the learner wins");
            let view = watched.as_shown().view.expect("the game is read");
            let scores = view["over"]["scores"].as_array().expect("totals").iter();
            met.ends.insert(scores.map(|score| score.as_i64().expect("a number") as i32).collect());
        }
    }
}

#[test]
fn every_lesson_is_played_to_its_end_in_every_way_it_allows() {
    for (game, totals) in [
        (GameId::Onze, vec![11, -26]),
        (GameId::NainJaune, vec![28, 15, 11]),
        (GameId::Dos, vec![48, 0]),
        (GameId::Rummy, vec![48, -48]),
        (GameId::QuaranteSix, vec![0, -62]),
    ] {
        for lang in Lang::ALL {
            let mut met = Met::default();
            walk(game, lang, &[], &mut met);
            // What is said at the end tells these numbers.
            assert_eq!(met.ends.into_iter().collect::<Vec<_>>(), std::slice::from_ref(&totals), "{}", game.slug());
            let script = read(game);
            let said = script.steps.iter().filter_map(|step| step.say.as_ref()).chain([&script.end]);
            for sentence in said {
                assert!(met.said.contains(&sentence.say(lang)), "{}: never said: {sentence:?}", game.slug());
            }
            // Where a list of moves is but a sample, so are the moves that were tried.
            let answers = script.steps.iter().flat_map(|step| &step.instead);
            for (step, sentence) in answers.filter(|(step, _)| game != GameId::Rummy || *step != "*") {
                assert!(met.answers.contains(&sentence.say(lang)), "{}: {step} is never answered", game.slug());
            }
        }
    }
}

#[test]
fn the_moves_of_rummy_that_come_too_early_are_answered() {
    let mut learner = Learner::new(GameId::Rummy, Lang::English, &["".into(), "draw".into()]);
    let open = "play r5 r6 r7 | n9 r9 b9 j9 | nK rK jK";
    assert_eq!(learner.submit(open), Ok(()));
    let both = "play r5 r6 r7 r8 | r9 b9 j9 | nK rK jK | n9 n10 nJ";
    let answer = learner.submit(both).expect_err("one step at a time");
    assert_eq!(answer.0, "not-now");
    assert!(answer.1.starts_with("Very well seen!"), "{answer:?}");
    // The sets may stand in any order.
    assert_eq!(learner.submit("play nK jK rK | r5 r6 r7 r8 | n9 r9 b9 j9"), Ok(()));
}

#[test]
fn what_cannot_be_asked_in_a_lesson_is_refused_and_a_line_that_was_lost_comes_back() {
    let mut learner = Learner::new(GameId::Onze, Lang::French, &[]);
    let table = learner.lesson.table().clone();
    learner.client.ask_table(&table, Ask::Rematch);
    let news = learner.exchange();
    assert!(matches!(&news[..], [News::Refused { refused, .. }] if refused.code == "not-here"), "{news:?}");
    learner.client.disconnected();
    learner.go_on();
    for text in learner.lesson.connect(Lang::English) {
        learner.client.receive(&text, 0);
    }
    learner.client.connected();
    let news = learner.exchange();
    assert!(!news.iter().any(|news| matches!(news, News::Missed { .. } | News::Lost { .. })), "{news:?}");
    assert!(learner.submit("Y10").is_ok());
}

fn sentences(script: &Script) -> impl Iterator<Item = &Sentence> {
    script.steps.iter().flat_map(|step| step.say.iter().chain(step.instead.values())).chain([&script.end])
}

#[test]
fn lessons_are_short_and_written_in_both_languages() {
    for game in GameId::ALL {
        let script = read(game);
        let ideas = script.steps.iter().filter(|step| step.say.is_some()).count();
        assert!((5..=14).contains(&ideas), "{}: {ideas} ideas", game.slug());
        assert!(
            script.steps.iter().all(|step| step.kind() == StepKind::Other || step.say.is_some()),
            "{}",
            game.slug()
        );
        for sentence in sentences(&script) {
            assert_ne!(sentence.fr, sentence.en);
            for text in [&sentence.fr, &sentence.en] {
                assert!(text.chars().count() <= MAX_LENGTH, "{}: too long: {text}", game.slug());
                assert!(text.ends_with(['.', '!']) && text.starts_with(|first: char| first.is_uppercase()), "{text}");
                assert!(!text.contains('\u{a0}') && !text.contains(['"', '*', '_']), "plain spaces, no marks: {text}");
            }
            let apart =
                |mark: &str| sentence.fr.matches(mark).count() == sentence.fr.matches(&format!(" {mark}")).count();
            assert!([":", "!", "?", ";", "»"].into_iter().all(apart), "French marks stand apart: {}", sentence.fr);
            assert!(!sentence.en.contains(['«', '»']) && !sentence.en.contains(" !"), "{}", sentence.en);
        }
    }
}

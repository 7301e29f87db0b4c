//! Matches looked at again: what is drawn is what the engine says that seat saw at that moment.

use engine::GameId;
use harness::browser::{self, BrowserError, Company, Device, Hands, Key, Length, Page, Person, random_match};
use referee::records::trace;
use serde_json::Value;
use words::Lang;

use crate::{house, page_at};

/// What is drawn of a table: the cards of the hand, how many everybody holds, what lies open, and the round.
const DRAWN: &str = "
    const texts = (selector, read) => Array.from(document.querySelectorAll(selector), read);
    return [
        texts('[data-hand] [data-piece]', (piece) => piece.dataset.piece.split('.')[0]).sort(),
        texts('.seat[data-seat]', (seat) => [seat.dataset.seat, seat.querySelector('.count').textContent]).sort(),
        texts('.board [data-travel]', (card) => card.dataset.travel).sort(),
    ];
";

/// What is drawn of a table.
#[derive(Clone, PartialEq, Debug)]
struct Drawn {
    hand: Vec<String>,
    counts: Vec<(String, String)>,
    open: Vec<String>,
}

async fn drawn(page: &Page) -> Result<Drawn, BrowserError> {
    let (hand, counts, open) = page.run(DRAWN, Vec::new()).await?;
    Ok(Drawn { hand, counts, open })
}

/// The positions of a match, as the referee writes them.
fn positions(record: &str) -> Vec<Value> {
    let positions = trace(record, Lang::French).expect("a record that holds");
    positions.lines().map(|line| line.parse().expect("JSON")).collect()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

/// What a seat must see of a position: its hand, how many cards each seat holds, and what certainly lies open.
fn expected(position: &Value, seat: usize) -> Drawn {
    let hands: Vec<Vec<String>> =
        ["hands", "racks"].iter().flat_map(|field| position[*field].as_array()).flatten().map(texts).collect();
    let mut hand = hands[seat].clone();
    hand.sort();
    let counts = hands.iter().enumerate().map(|(seat, hand)| (seat.to_string(), hand.len().to_string())).collect();
    let mut open: Vec<String> = match position["game"].as_str() {
        // A joker is drawn as what it stands for.
        Some("onze") => texts(&position["table"]).into_iter().filter(|card| !card.starts_with('*')).collect(),
        Some("dos") => texts(&position["centre"]),
        Some("rummy") => {
            texts(&position["table"]).iter().flat_map(|set| set.split_whitespace().map(str::to_owned)).collect()
        }
        Some("quarante-six") => texts(&position["laid"]),
        _ => position["last"].as_str().map(str::to_owned).into_iter().collect(),
    };
    open.sort();
    Drawn { hand, counts, open }
}

/// Waits until the replay is at a moment, seen through these eyes, and what is drawn is what that seat must see.
async fn check_moment(page: &Page, position: &Value, at: usize, seat: usize) -> Result<(), BrowserError> {
    page.until(&*format!("#replay[data-at='{at}'][data-eyes='{seat}']")).await?;
    let wanted = expected(position, seat);
    // It is drawn just after it is there.
    let hand = serde_json::to_string(&wanted.hand)?;
    page.until_true(&format!(
        "JSON.stringify(Array.from(document.querySelectorAll('[data-hand] [data-piece]'), \
         (piece) => piece.dataset.piece.split('.')[0]).sort()) === {hand:?}"
    ))
    .await?;
    let seen = drawn(page).await?;
    let why = format!("{} at {at} from {seat}", position["game"]);
    assert_eq!(seen.hand, wanted.hand, "{why}");
    assert_eq!(seen.counts, wanted.counts, "{why}");
    let mut open = seen.open;
    for card in wanted.open {
        let found = open.iter().position(|one| *one == card);
        let found = found.unwrap_or_else(|| panic!("{why}: {card} lies open and is not drawn"));
        open.remove(found);
    }
    Ok(())
}

#[test]
fn a_file_of_each_game_is_shown_as_each_seat_saw_it() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        for game in GameId::ALL {
            let record = random_match(game, 1);
            let positions = positions(&record);
            page.until("main h1").await?;
            page.drop_file("match.jsonl", &record).await?;
            page.until("#replay[data-at='0']").await?;
            let seats = positions[0]["players"].as_u64().expect("a number") as usize;
            // Back and forth, so that each is come to from elsewhere.
            for number in 0..10 {
                let share = if number % 2 == 0 { number } else { 10 - number };
                let at = share * (positions.len() - 1) / 10;
                page.slide("#replay-seek", at).await?;
                for seat in 0..seats {
                    page.write(&(seat + 1).to_string()).await?;
                    check_moment(&page, &positions[at], at, seat).await?;
                }
            }
            // All hands lie open: each of them whole.
            page.write("0").await?;
            page.until("#open-hands").await?;
            let at = 10 / 2;
            page.slide("#replay-seek", at).await?;
            page.until(&*format!("#replay[data-at='{at}'][data-eyes='all']")).await?;
            let lengths: Vec<usize> = (0..seats).map(|seat| expected(&positions[at], seat).hand.len()).collect();
            page.until_true(&format!(
                "JSON.stringify(Array.from(document.querySelectorAll('[data-open-hand]'), \
                 (hand) => hand.querySelectorAll('.left-cards li').length)) === '{lengths:?}'.replaceAll(' ', '')"
            ))
            .await?;
        }
        // What does not hold is not shown, and it is said why.
        page.visit(&house.url("/replay")).await?;
        page.until("#open-record").await?;
        let forged = random_match(GameId::Dos, 1).replacen("\"ms\":", "\"ms\":1", 1);
        page.drop_file("forged.jsonl", &forged).await?;
        page.until("#back-home").await?;
        page.until_gone("#replay").await
    });
}

/// Waits for the end of a review, as long as it goes on.
async fn until_reviewed(page: &Page) -> Result<(), BrowserError> {
    let mut done = None;
    loop {
        let found = page.until("#review-moments").await;
        let progress = "return document.querySelector('#review-progress')?.value ?? null;";
        let now: Option<f64> = page.run(progress, Vec::new()).await?;
        if found.is_ok() || now <= done {
            return found;
        }
        done = now;
    }
}

#[test]
fn a_finished_match_is_held_with_keys_and_linked_to() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        let table = page.open_table(GameId::QuaranteSix, Company::Bots, Length::OneRound).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        let mut person = Person::new(&page, Hands::Mouse);
        person.press("#begin").await?;
        person.play_match().await?;
        page.click("#see-replay").await?;
        page.until("#replay[data-at='0']").await?;
        let record = page.ask("GET", &format!("/api/tables/{table}/record"), None).await?;
        let positions = positions(&record);
        let last = positions.len() - 1;

        // Keys: on, back, to the ends, and through other eyes.
        page.press(Key::Right).await?;
        check_moment(&page, &positions[1], 1, 0).await?;
        page.press(Key::End).await?;
        page.write("2").await?;
        check_moment(&page, &positions[last], last, 1).await?;
        page.press(Key::Left).await?;
        check_moment(&page, &positions[last - 1], last - 1, 1).await?;
        page.press(Key::Home).await?;
        check_moment(&page, &positions[0], 0, 1).await?;
        // It runs by itself, and stands still when it is told to.
        page.write(" ").await?;
        page.until_true("Number(document.querySelector('#replay').dataset.at) >= 2").await?;
        page.write(" ").await?;
        page.until_true("document.querySelector('#replay-play path').getAttribute('d').startsWith('M7 4.5')").await?;
        // Nothing can be played here.
        let before = drawn(&page).await?;
        page.press(Key::Enter).await?;
        assert_eq!(drawn(&page).await?, before);

        // The address is that of the moment, and leads there.
        page.slide("#replay-seek", 6).await?;
        page.until_true("location.search.includes('turn=')").await?;
        check_moment(&page, &positions[6], 6, 1).await?;
        page.until_true("JSON.stringify(document.querySelector('#replay').dataset.at) === '\"6\"'").await?;
        let moment = page.text("#replay-moment").await?;
        let turn: String = moment.chars().rev().take_while(char::is_ascii_digit).collect();
        let turn: String = turn.chars().rev().collect();
        page.until_true(&format!("location.search.includes('turn={turn}') && location.search.includes('eyes=1')"))
            .await?;
        page.reload().await?;
        check_moment(&page, &positions[6], 6, 1).await?;
        page.check_accessibility().await?;

        // The history leads there as well.
        page.visit(&house.url("/history")).await?;
        page.click(".see-replay").await?;
        page.until("#replay[data-at='0']").await
    });
}

#[test]
fn a_review_names_five_moments_and_leads_to_each() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/replay")).await?;
        page.until("#open-record").await?;
        // Random moves are seldom the best there are.
        let record = random_match(GameId::QuaranteSix, 1);
        let positions = positions(&record);
        page.drop_file("match.jsonl", &record).await?;
        // One that is stopped leaves nothing.
        page.click("#open-review").await?;
        page.click("#begin-review").await?;
        page.click("#stop-review").await?;
        page.click("#begin-review").await?;
        until_reviewed(&page).await?;
        page.check_accessibility().await?;
        let moments =
            "return Array.from(document.querySelectorAll('.review-moment'), (one) => Number(one.dataset.moment));";
        let moments: Vec<usize> = page.run(moments, Vec::new()).await?;
        assert_eq!(moments.len(), 5);
        page.until(".review-curve").await?;
        let said = page.text(".review-moment").await?;
        assert!(said.contains("en moyenne"), "{said}");
        page.click(".review-moment").await?;
        page.until_gone("#review").await?;
        check_moment(&page, &positions[moments[0]], moments[0], 0).await
    });
}

#[test]
fn who_looks_on_goes_back_in_a_running_match_and_sees_what_they_saw() {
    browser::test(async |driver| {
        let house = house()?;
        let anne = page_at(driver, Device::wide(), &house.url("/")).await?;
        let table = anne.open_table(GameId::Onze, Company::Bots, Length::Endless).await?;
        anne.visit(&house.url(&format!("/table/{table}"))).await?;
        let mut person = Person::new(&anne, Hands::Mouse);
        person.press("#begin").await?;
        person.until_turn().await?;
        let onlooker = page_at(driver, Device::wide(), &house.url(&format!("/table/{table}"))).await?;
        onlooker.until("#watching").await?;
        onlooker.until_still().await?;
        let early = drawn(&onlooker).await?;
        assert_eq!(early.hand, Vec::<String>::new());
        for _ in 0..2 {
            person.act().await?;
        }
        person.until_turn().await?;
        let seq: u64 = anne.run("return Number(document.querySelector('main.table').dataset.seq);", Vec::new()).await?;
        onlooker.until_true(&format!("Number(document.querySelector('main.table').dataset.seq) >= {seq}")).await?;
        onlooker.until_still().await?;
        let late = drawn(&onlooker).await?;
        assert_ne!(late, early);
        // Back in it, from its end.
        onlooker.click("#open-menu").await?;
        onlooker.click("#menu-replay").await?;
        onlooker.until("#replay[data-eyes='watching']").await?;
        onlooker.until_still().await?;
        assert_eq!(drawn(&onlooker).await?, late);
        let last: usize =
            onlooker.run("return Number(document.querySelector('#replay').dataset.at);", Vec::new()).await?;
        let mut is_found = false;
        for at in (0..last).rev() {
            onlooker.press(Key::Left).await?;
            onlooker.until(&*format!("#replay[data-at='{at}']")).await?;
            onlooker.until_still().await?;
            let seen = drawn(&onlooker).await?;
            assert_eq!(seen.hand, Vec::<String>::new(), "nobody's hand");
            is_found = is_found || seen == early;
        }
        assert!(is_found, "what was seen first is never seen again");
        // And on with the match.
        onlooker.click("#open-menu").await?;
        onlooker.click("#menu-replay").await?;
        onlooker.until("#watching").await
    });
}

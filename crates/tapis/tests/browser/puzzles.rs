//! The puzzle of a day: found, missed, looked at again.

use std::path::Path;

use harness::browser::{self, Device, Find, Hands, Person};
use wire::Value;
use words::Lang;

use crate::{house, page_at};

/// A day whose puzzle of Nain Jaune is a choice between cards.
const DAY: &str = "2026-11-01";
/// The same day, counted from 1 January 1970.
const DAY_NUMBER: usize = 20_758;

#[test]
fn the_puzzle_of_a_day_is_found_or_missed_and_stays_so() {
    browser::test(async |driver| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client/puzzles/nain-jaune.json");
        let book: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("puzzles")).expect("puzzles");
        let puzzles = book["puzzles"].as_array().expect("puzzles");
        let moves = puzzles[DAY_NUMBER % puzzles.len()]["moves"].as_array().expect("there is a choice");
        let [best, .., worst] = &moves[..] else { panic!("there is a choice") };
        let house = house()?;
        let address = house.url(&format!("/puzzle/nain-jaune/{DAY}"));
        for (mv, said) in [(best, "Found!"), (worst, "Not this time.")] {
            let card = mv["move"].as_str().expect("a card");
            let page = page_at(driver, Device::wide().language(Lang::English), &address).await?;
            let person = Person::new(&page, Hands::Mouse);
            let asked = person.hear_guide().await?;
            let piece = format!("[data-hand] [data-piece=\"{card}.0\"]");
            page.click(&*piece).await?;
            page.until(&*format!("{piece}.lifted")).await?;
            page.click(&*piece).await?;
            let told = person.until_guide_says_else(&asked).await?;
            assert!(told.starts_with(said), "{told}");
            page.check_accessibility().await?;
            page.reload().await?;
            assert_eq!(person.hear_guide().await?, told, "one try");
            page.click("[data-way=puzzle-before]").await?;
            page.until_true("location.pathname === '/puzzle/nain-jaune/2026-10-31'").await?;
            person.until_guide_says_else(&told).await?;
            page.click("[data-way=puzzle-after]").await?;
            person.until_guide_says_else(&asked).await?;
            page.click("#guide-leave").await?;
            page.click("#puzzle-rummy").await?;
            page.until(Find::Text("Lay as many tiles as you can")).await?;
        }
        Ok(())
    });
}

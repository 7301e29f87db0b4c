//! A duplicate evening through the screens: it is opened, given away, played at two tables, and ranked.

use harness::browser::{self, Awaited, BrowserError, Device, Hands, Network, Page, Person};
use serde_json::Value;
use words::Lang;

use crate::{house, page_at};

/// Chooses from the lists of the form that opens an evening.
async fn choose(page: &Page, choices: &[(&str, &str)]) -> Result<(), BrowserError> {
    for (name, value) in choices {
        let script = "
            const field = document.querySelector(`#evening-${arguments[0]}`);
            field.value = arguments[1];
            field.dispatchEvent(new Event('change', { bubbles: true }));
            return field.value === arguments[1];
        ";
        assert!(page.run::<bool>(script, vec![(*name).into(), (*value).into()]).await?, "{name}: no {value}");
    }
    Ok(())
}

/// Plays the deal that is next to its end, and goes back to the evening.
async fn play_deal(page: &Page, hands: Hands) -> Result<(), BrowserError> {
    let mut person = Person::new(page, hands);
    person.press("#evening-play").await?;
    // Who plays as the other has played comes to the same. A bot may be done before it is one's turn.
    if hands == Hands::Fingers && person.until_awaited().await? == Awaited::Turn {
        person.press("#draw").await?;
    }
    person.play_match().await?;
    person.press("#rematch-evening").await?;
    page.until("#evening h1").await
}

/// The numbers of a row of the ranking as they are read: place, name, points, cards, play.
const ROWS: &str = "return Array.from(document.querySelectorAll('#evening-ranking tbody tr'), (row) =>
    Array.from(row.cells, (cell) => cell.textContent.trim()));";

#[test]
fn an_evening_of_three_deals_is_played_at_two_tables_and_ranked() {
    browser::test(async |driver| {
        let house = house()?;
        let first = page_at(driver, Device::wide(), &house.url("/")).await?;
        // With keys alone one comes to an evening as well.
        Person::new(&first, Hands::Keys).press("#open-evening").await?;
        first.until("#evening-form").await?;
        choose(&first, &[("game", "quarante-six"), ("deals", "3"), ("seats", "2")]).await?;
        first.check_accessibility().await?;
        Person::new(&first, Hands::Keys).press("#evening-open").await?;
        first.until("#evening-play").await?;
        first.check_accessibility().await?;
        let link: String = first.run("return document.querySelector('#evening-link').value;", Vec::new()).await?;
        assert!(link.starts_with(&house.url("/evening/")), "{link}");

        for deal in 1..=3 {
            assert!(first.text("#evening-play").await?.contains(&format!("{deal} sur 3")));
            first.until("#evening-hidden").await?;
            play_deal(&first, Hands::Mouse).await?;
        }
        // One table cannot tell what was cards.
        first.until("#evening-done").await?;
        let rows: Vec<Vec<String>> = first.run(ROWS, Vec::new()).await?;
        assert!(matches!(&rows[..], [row] if row[0] == "–" && row[3] == "–" && row[4] == "–"), "{rows:?}");

        let second = page_at(driver, Device::phone(), &link).await?;
        second.until("#evening-hidden").await?;
        for _ in 0..3 {
            play_deal(&second, Hands::Fingers).await?;
        }
        second.until("#evening-done").await?;
        second.until("#evening-ranking").await?;
        second.check_accessibility().await?;

        let path = format!("/api{}", link.trim_start_matches(&house.url("")).replacen("evening", "evenings", 1));
        let view: Value = serde_json::from_str(&second.ask("GET", &path, None).await?)?;
        let lines = view["ranking"].as_array().expect("a ranking");
        assert_eq!(lines.len(), 2, "{view}");
        // Who was here first sees it, too, without asking.
        for page in [&first, &second] {
            let places = "Array.from(document.querySelectorAll('#evening-ranking tbody td:first-child'))";
            page.until_true(&format!("{places}.filter((place) => place.textContent !== '–').length === 2")).await?;
            let rows: Vec<Vec<String>> = page.run(ROWS, Vec::new()).await?;
            for (row, line) in rows.iter().zip(lines) {
                let number = |field: &str| line[field].as_f64().unwrap_or_else(|| panic!("no {field} in {line}"));
                assert_eq!(row[0], line["place"].to_string());
                assert!(row[1].contains(line["name"].as_str().expect("a name")));
                assert_eq!(row[2], Lang::French.number(number("points"), 0));
                assert_eq!(row[3], Lang::French.signed(number("cards"), 1));
                assert!(row[4].starts_with(&Lang::French.signed(number("play"), 1)), "{row:?}");
                assert!((number("points") - number("cards") - number("play")).abs() < 1e-9 && line["error"].is_f64());
            }
        }
        first.click("#evening-deals summary").await?;
        first.until("#evening-deals[open] td").await?;
        first.click("#switch-lang").await?;
        first.until_true("document.querySelector('#evening').lang === 'en'").await?;
        assert!(first.text("#evening h1").await?.contains("Duplicate evening"));
        Ok(())
    });
}

#[test]
fn without_the_house_an_evening_says_kindly_that_it_is_needed() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::phone(), &house.url("/")).await?;
        page.expect_console_errors("net::ERR_");
        page.expect_console_errors("WebSocket connection");
        page.expect_console_errors("Failed to fetch dynamically imported module");
        page.until("#open-evening").await?;
        page.set_network(Network::Off).await?;
        page.tap("#open-evening").await?;
        page.until_true("document.querySelector('#evening')?.textContent.includes('la maison ne répond pas')").await?;
        page.set_network(Network::On).await
    });
}

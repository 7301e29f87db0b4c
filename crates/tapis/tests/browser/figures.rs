//! The figures of a player, and the picture of a result: what is shown is what the house says, and a picture is one.

use engine::GameId;
use harness::browser::{
    self, BrowserError, Company, Device, Driver, Hands, House, Length, Network, Offline, Page, Person, Size,
};
use serde_json::Value;
use words::Lang;

use crate::layout::width_faults;
use crate::{house, page_at};

/// The game that is played; a match of one round is short.
const GAME: GameId = GameId::QuaranteSix;
/// A name that is no markup.
const NAME: &str = "Sidonie <i>&amp;</i>";
/// How large a picture is.
const PICTURE: (u32, u32) = (1200, 630);

/// Plays a match against two bots to its end, and gives its table.
async fn play(house: &House, page: &Page, hands: Hands) -> Result<String, BrowserError> {
    let table = page.open_table(GAME, Company::Bots, Length::OneRound).await?;
    page.visit(&house.url(&format!("/table/{table}"))).await?;
    let mut person = Person::new(page, hands);
    person.press("#begin").await?;
    person.play_match().await?;
    Ok(table)
}

/// A page where somebody has a name of their own.
async fn claimed(driver: &Driver, house: &House, device: Device) -> Result<Page, BrowserError> {
    let page = page_at(driver, device, &house.url("/")).await?;
    page.until_true("localStorage.getItem('tapis.came')").await?;
    let body = serde_json::json!({ "name": NAME, "password": "a password" });
    page.ask("POST", "/api/claim", Some(body)).await?;
    page.reload().await?;
    page.until_true(&format!("document.querySelector('#own-name')?.textContent === '{NAME}'")).await?;
    Ok(page)
}

/// What the house says of the player of a page.
async fn figures(page: &Page) -> Result<(String, Value), BrowserError> {
    let me: Value = serde_json::from_str(&page.ask("GET", "/api/session", None).await?)?;
    let id = me["player"]["id"].as_str().unwrap_or_default().to_owned();
    let path = format!("/api/players/{id}/figures?game={}", GAME.slug());
    let found: Value = serde_json::from_str(&page.ask("GET", &path, None).await?)?;
    Ok((id, found["figures"].clone()))
}

/// That the page shows what the house says: in its tiles, in its table of places, and in its best moments.
async fn check_page(page: &Page, figures: &Value, lang: Lang) -> Result<(), BrowserError> {
    let places = figures["places"].as_array().expect("places").iter().map(Value::to_string);
    let places = serde_json::to_string(&places.collect::<Vec<_>>())?;
    let shown = "JSON.stringify(Array.from(document.querySelectorAll('#figures-places td:last-child'), \
                 (cell) => cell.textContent))";
    page.until_true(&format!("{shown} === {places:?}")).await?;
    let tile: String = page.text(".figures-tile dd").await?;
    assert_eq!(tile, figures["matches"].to_string());
    let score = figures["best"]["score"]["value"].as_f64().expect("points");
    assert_eq!(page.text("[data-moment=score] strong").await?, lang.number(score, 0));
    let mean = lang.signed(figures["over_bots"]["mean"].as_f64().expect("bots"), 1);
    let mean = mean.trim_end_matches(['0']).trim_end_matches([',', '.']).to_owned();
    page.until_true(&format!("document.querySelector('.figures-tiles').textContent.includes('{mean}')")).await
}

#[test]
fn what_was_played_is_on_the_page_of_the_player() {
    browser::test(async |driver| {
        let house = house()?;
        let page = claimed(driver, &house, Device::wide()).await?;
        play(&house, &page, Hands::Mouse).await?;
        page.visit(&house.url("/history")).await?;
        page.click("#open-figures").await?;
        page.until("#figures-places").await?;
        let (id, found) = figures(&page).await?;
        assert_eq!((&found["matches"], &found["over_bots"]["matches"]), (&1.into(), &1.into()));
        let path: String = page.run("return location.pathname;", Vec::new()).await?;
        assert_eq!(path, format!("/player/{id}/{}", GAME.slug()), "the game that was played last");
        assert_eq!(page.text("main h1").await?, NAME);
        check_page(&page, &found, Lang::French).await?;
        page.check_accessibility().await?;
        page.click("#switch-lang").await?;
        page.until_true("document.querySelector('#figures-page h2')?.textContent === 'The places'").await?;
        check_page(&page, &found, Lang::English).await?;
        assert_eq!(width_faults(&page).await?, Vec::<String>::new());

        // What somebody has not played yet has a kind word, and the way there.
        page.resize(Size::WIDE).await?;
        page.click("[data-of=rummy]").await?;
        page.until("#figures-nothing .figures-play").await?;
        let path: String = page.run("return location.pathname;", Vec::new()).await?;
        assert_eq!(path, format!("/player/{id}/rummy"));
        page.check_accessibility().await?;
        // A stranger sees the same matches, and the match itself.
        let other = page_at(driver, Device::phone(), &house.url(&format!("/player/{id}/{}", GAME.slug()))).await?;
        check_page(&other, &found, Lang::French).await?;
        other.check_accessibility().await?;
        other.tap("[data-moment=score] a").await?;
        other.until("#replay[data-at]").await?;
        let other = page_at(driver, Device::phone(), &house.url(&format!("/player/{id}/rummy"))).await?;
        let told = other.text("#figures-nothing p").await?;
        assert!(told.starts_with(NAME), "{told}");
        // That there is nobody of this id is said.
        page.expect_console_errors("404");
        page.visit(&house.url("/player/nobody/dos")).await?;
        page.until(".figures-told:not(:empty)").await
    });
}

/// Waits for the picture, and checks that what is downloaded is one, of its size and not empty.
async fn check_picture(page: &Page) -> Result<(), BrowserError> {
    page.until_true("document.querySelector('#share-picture')?.naturalWidth > 0").await?;
    let file = page.download("#download-picture").await?;
    let png = std::fs::read(&file).expect("it was downloaded");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{}", file.display());
    let number = |at: usize| png[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    assert_eq!((number(16), number(20)), PICTURE);
    // One colour alone would take a few hundred bytes.
    assert!(png.len() > 20_000, "{} bytes", png.len());
    Ok(())
}

#[test]
fn a_result_is_shared_as_a_picture_from_the_sheet_and_from_the_history() {
    browser::test(async |driver| {
        let house = house()?;
        let page = claimed(driver, &house, Device::wide().language(Lang::English)).await?;
        play(&house, &page, Hands::Mouse).await?;
        page.click("#share-result").await?;
        check_picture(&page).await?;
        let said: String = page.run("return document.querySelector('#share-picture').alt;", Vec::new()).await?;
        assert!(said.contains(NAME) && said.contains("Quarante-Six") && said.contains("2nd"), "{said}");
        page.check_accessibility().await?;
        page.click("#close-share").await?;
        page.until_gone("#share-picture").await?;
        page.until("#share-result").await?;

        // A device that can share files is given one.
        let share = "
            navigator.canShare = ({ files }) => files.length === 1;
            navigator.share = async ({ files: [file], title }) => { globalThis.given = [file.name, file.type, title]; };
        ";
        page.visit(&house.url("/history")).await?;
        page.run::<()>(share, Vec::new()).await?;
        page.click(".share-match").await?;
        check_picture(&page).await?;
        page.click("#share-file").await?;
        page.until_true("globalThis.given").await?;
        let given: Vec<String> = page.run("return globalThis.given;", Vec::new()).await?;
        assert!(given[0].starts_with("tapis-quarante-six-20") && given[0].ends_with(".png"), "{given:?}");
        assert!(given[1] == "image/png" && given[2].contains("win"), "{given:?}");
        Ok(())
    });
}

#[test]
fn without_a_network_a_result_has_its_picture_and_figures_wait_for_the_house() {
    browser::test(async |driver| {
        let mut house = house()?;
        let page = page_at(driver, Device::phone().offline(Offline::Kept), &house.url("/")).await?;
        for error in ["net::ERR_", "WebSocket connection", "status of 5"] {
            page.expect_console_errors(error);
        }
        page.until("#play-dos").await?;
        page.until_true("navigator.serviceWorker.controller").await?;
        page.remember_local(GameId::Dos, "novice", &[]).await?;
        page.set_network(Network::Off).await?;
        house.kill()?;
        page.visit(&house.url("/")).await?;
        page.tap("#play-dos").await?;
        let mut person = Person::new(&page, Hands::Fingers);
        person.play_match().await?;
        page.tap("#share-result").await?;
        page.until_true("document.querySelector('#share-picture')?.naturalWidth === 1200").await?;
        page.tap("#close-share").await?;

        page.visit(&house.url("/player")).await?;
        page.until_true("document.querySelector('.figures-told').textContent.includes('maison')").await?;
        page.check_accessibility().await?;
        // When the house answers again, what it holds is there without a reload.
        page.set_network(Network::On).await?;
        house.reopen()?;
        page.until("#figures-places, #figures-nothing").await
    });
}

//! Whole matches through the screens: every game with a mouse, with keys alone and on a phone.

use engine::GameId;
use harness::browser::{self, BrowserError, Company, Device, Driver, Hands, Length, Motion, Page, Person};
use serde_json::Value;
use words::Lang;

use crate::{house, page_at};

/// Plays a match of one round against two bots, and compares its sheet with its record.
async fn play(driver: &Driver, game: GameId, hands: Hands) -> Result<(), BrowserError> {
    let house = house()?;
    let device = if hands == Hands::Fingers { Device::phone() } else { Device::wide() };
    // Motion is for the eye; one game shows that it is in nobody's way.
    let device = if game == GameId::Dos { device.motion(Motion::Full) } else { device };
    let page = page_at(driver, device, &house.url("/")).await?;
    let mut person = Person::new(&page, hands);
    let table = if game == GameId::Dos {
        open_by_hand(&page, &person).await?
    } else {
        let table = page.open_table(game, Company::Bots, Length::OneRound).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        person.press("#begin").await?;
        table
    };
    person.play_match().await?;
    check_result(&page, &table).await
}

/// Opens a table of DOS on the first screen, for a match that ends with its first points; gives its id.
async fn open_by_hand(page: &Page, person: &Person) -> Result<String, BrowserError> {
    person.press("#options-dos").await?;
    person.write("#option-target", "1").await?;
    person.press("#open-table").await?;
    page.until("main.table").await?;
    page.run("return location.pathname.split('/').at(-1);", Vec::new()).await
}

/// The sheet says what the record says.
async fn check_result(page: &Page, table: &str) -> Result<(), BrowserError> {
    let record = page.ask("GET", &format!("/api/tables/{table}/record"), None).await?;
    let result: Value = serde_json::from_str(record.lines().last().unwrap_or_default())?;
    let scores: Vec<f64> = serde_json::from_value(result["result"]["scores"].clone())?;
    let scores: Vec<String> = scores.iter().map(|score| Lang::French.number(*score, 0)).collect();
    // They may be counting up yet.
    let shown = "Array.from(document.querySelectorAll('#scores tfoot tr:first-child td'), (cell) => cell.textContent)";
    page.until_true(&format!("JSON.stringify({shown}) === {:?}", serde_json::to_string(&scores)?)).await
}

macro_rules! matches {
    ($($name:ident: $game:ident, $hands:ident;)*) => {
        $(
            #[test]
            fn $name() {
                browser::test(async |driver| play(driver, GameId::$game, Hands::$hands).await);
            }
        )*
    };
}

matches! {
    dos_is_played_with_a_mouse: Dos, Mouse;
    dos_is_played_with_keys_alone: Dos, Keys;
    dos_is_played_on_a_phone: Dos, Fingers;
    onze_is_played_with_a_mouse: Onze, Mouse;
    onze_is_played_with_keys_alone: Onze, Keys;
    onze_is_played_on_a_phone: Onze, Fingers;
    nain_jaune_is_played_with_a_mouse: NainJaune, Mouse;
    nain_jaune_is_played_with_keys_alone: NainJaune, Keys;
    nain_jaune_is_played_on_a_phone: NainJaune, Fingers;
    quarante_six_is_played_with_a_mouse: QuaranteSix, Mouse;
    quarante_six_is_played_with_keys_alone: QuaranteSix, Keys;
    quarante_six_is_played_on_a_phone: QuaranteSix, Fingers;
    rummy_is_played_with_a_mouse: Rummy, Mouse;
    rummy_is_played_with_keys_alone: Rummy, Keys;
    rummy_is_played_on_a_phone: Rummy, Fingers;
}

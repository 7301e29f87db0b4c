//! What is on a screen has room there, from a phone to a wall; and nothing jumps while one plays.

use engine::GameId;
use harness::browser::{
    self, BrowserError, CROWDS, Company, Device, Driver, Hands, House, Key, Length, Motion, Page, Person, Pointing,
    Size, random_match,
};
use serde_json::Value;

use crate::{crowded_house, house, page_at};

/// What is wrong with the layout of a table.
const LAYOUT: &str = include_str!("layout.js");
/// A window of 1366 × 768 that was zoomed to twice its size.
const ZOOMED: Size = Size { width: 683, height: 384, pointing: Pointing::Mouse };
/// A wall.
const WALL: Size = Size { width: 3840, height: 2160, pointing: Pointing::Mouse };
/// So many cards of a hand are lifted to find one that has several places.
const MAX_LIFTS: usize = 8;

/// What sticks out at the right; what scrolls in a frame of its own does not.
const TOO_WIDE: &str = "
    const isFramed = (element) => element && element !== document.body
        && (!['visible', 'clip'].includes(getComputedStyle(element).overflowX) || isFramed(element.parentElement));
    const isOut = (element) => element.getBoundingClientRect().right > arguments[0] + 1;
    const named = (element) => element.cloneNode(false).outerHTML;
    const out = Array.from(document.querySelectorAll('body *')).filter((e) => isOut(e) && !isFramed(e.parentElement));
    const isWider = document.scrollingElement.scrollWidth > arguments[0];
    if (!isWider && out.length === 0) return [];
    return [`${document.scrollingElement.scrollWidth} pixels`, ...out.slice(0, 3).map(named)];
";

/// What is too wide for a window of this width.
async fn too_wide(page: &Page, width: u32) -> Result<Vec<String>, BrowserError> {
    page.run(TOO_WIDE, vec![width.into()]).await
}

/// The faults of many tables in many windows.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// Asks a function of the script for the faults of a page in a window, and notes them under a name.
    async fn note(&mut self, page: &Page, name: &str, size: Size, function: &str) -> Result<(), BrowserError> {
        page.resize(size).await?;
        let window: Vec<Value> = vec![size.width.into(), size.height.into()];
        let found: Vec<String> = page.run(&format!("{LAYOUT}\nreturn {function};"), window).await?;
        self.0.extend(found.iter().map(|fault| format!("{name} at {size}: {fault}")));
        Ok(())
    }

    /// Looks at a table in all windows.
    async fn note_table(&mut self, page: &Page, name: &str) -> Result<(), BrowserError> {
        for size in Size::ALL {
            let touch = size.pointing == Pointing::Touch;
            self.note(page, name, size, &format!("layoutFaults({touch})")).await?;
        }
        self.note(page, &format!("{name}, zoomed,"), ZOOMED, "zoomedFaults()").await
    }

    fn check(self) {
        assert!(self.0.is_empty(), "{} faults:\n  {}", self.0.len(), self.0.join("\n  "));
    }
}

/// Lifts a card that can be laid at several places, if there is one among the first.
async fn lift_with_choice(page: &Page) -> Result<bool, BrowserError> {
    let pieces = "return Array.from(document.querySelectorAll('[data-hand] [data-piece]:not(.dim)'), (piece) => piece.dataset.piece);";
    let pieces: Vec<String> = page.run(pieces, Vec::new()).await?;
    // Jokers have most places, and are the last of a hand.
    for piece in pieces.iter().rev().take(MAX_LIFTS) {
        let piece = format!("[data-hand] [data-piece=\"{piece}\"]");
        page.click(&*piece).await?;
        page.until(&*format!("{piece}.lifted")).await?;
        let spots: usize = page.run("return document.querySelectorAll('.lit[data-spot]').length;", Vec::new()).await?;
        if spots > 1 {
            return Ok(true);
        }
        page.press(Key::Escape).await?;
        page.until_gone("[data-piece].lifted").await?;
    }
    Ok(false)
}

#[test]
fn crowded_tables_are_in_sight_in_every_window() {
    browser::test(async |driver| {
        let house = crowded_house().await?;
        let page = driver.open(Device::wide()).await?;
        let mut faults = Faults::default();
        for crowd in CROWDS {
            page.resize(Size::WIDE).await?;
            page.open_crowded(&house, crowd).await?;
            let name = format!("crowded {}", crowd.name);
            faults.note_table(&page, &name).await?;
            page.resize(Size::WIDE).await?;
            let is_lifted = lift_with_choice(&page).await?;
            // These hold a joker, which has most places of all cards.
            assert!(is_lifted || !["onze", "quarante-six"].contains(&crowd.name), "{name}: no card has a choice");
            if is_lifted {
                for size in Size::ALL.into_iter().filter(|size| size.pointing == Pointing::Touch) {
                    faults.note(&page, &format!("{name}, a card lifted,"), size, "liftedFaults()").await?;
                }
            }
        }
        faults.check();
        Ok(())
    });
}

#[test]
fn replays_are_in_sight_in_every_window() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/replay")).await?;
        let mut faults = Faults::default();
        for game in GameId::ALL {
            page.resize(Size::WIDE).await?;
            page.visit(&house.url("/replay")).await?;
            page.until("#open-record").await?;
            page.drop_file("match.jsonl", &random_match(game, 2)).await?;
            page.until("#replay[data-at='0']").await?;
            faults.note_table(&page, &format!("replay of {}", game.slug())).await?;
        }
        // And with all hands open.
        page.press('0').await?;
        page.until("#open-hands").await?;
        faults.note_table(&page, "all hands").await?;
        // The buttons of play are away, and where all hands lie open there is none in the dock.
        faults.0.retain(|fault| !fault.ends_with("there is no button") && !fault.ends_with("there is no hand"));
        faults.check();
        Ok(())
    });
}

#[test]
fn fresh_tables_are_in_sight_in_every_window() {
    browser::test(async |driver| {
        let house = house()?;
        let page = driver.open(Device::wide()).await?;
        let mut faults = Faults::default();
        for game in GameId::ALL {
            page.resize(Size::WIDE).await?;
            page.visit(&house.url("/")).await?;
            let table = page.open_table(game, Company::Bots, Length::Endless).await?;
            page.visit(&house.url(&format!("/table/{table}"))).await?;
            let mut person = Person::new(&page, Hands::Mouse);
            person.press("#begin").await?;
            person.until_turn().await?;
            faults.note_table(&page, &format!("fresh {}", game.slug())).await?;
        }
        faults.check();
        Ok(())
    });
}

#[test]
fn guided_tables_are_in_sight_in_every_window() {
    browser::test(async |driver| {
        let house = house()?;
        let page = driver.open(Device::wide()).await?;
        let person = Person::new(&page, Hands::Mouse);
        let mut faults = Faults::default();
        for game in GameId::ALL {
            page.resize(Size::WIDE).await?;
            page.visit(&house.url(&format!("/learn/{}", game.slug()))).await?;
            person.hear_guide().await?;
            faults.note_table(&page, &format!("lesson of {}", game.slug())).await?;
            page.resize(Size::WIDE).await?;
            person.follow_guide().await?;
            faults.note_table(&page, &format!("first move of {}", game.slug())).await?;
            page.resize(Size::WIDE).await?;
            page.visit(&house.url(&format!("/puzzle/{}/2026-11-01", game.slug()))).await?;
            person.hear_guide().await?;
            faults.note_table(&page, &format!("puzzle of {}", game.slug())).await?;
        }
        faults.check();
        Ok(())
    });
}

/// Looks at a screen in all windows, and on a wall; where it is wider than the window.
pub(crate) async fn width_faults(page: &Page) -> Result<Vec<String>, BrowserError> {
    let mut faults = Vec::new();
    for size in Size::ALL.into_iter().chain([WALL]) {
        page.resize(size).await?;
        let out = too_wide(page, size.width).await?;
        if !out.is_empty() {
            faults.push(format!("too wide at {size}: {}", out.join(", ")));
        }
    }
    Ok(faults)
}

/// Somebody at a table of DOS, whose turn it is.
async fn at_turn(driver: &Driver, house: &House, device: Device, hands: Hands) -> Result<(Page, Person), BrowserError> {
    let page = page_at(driver, device, &house.url("/")).await?;
    let table = page.open_table(GameId::Dos, Company::Bots, Length::Endless).await?;
    page.visit(&house.url(&format!("/table/{table}"))).await?;
    let mut person = Person::new(&page, hands);
    person.press("#begin").await?;
    person.until_turn().await?;
    Ok((page, person))
}

/// However long a row is, it has room, and so has the spot at its end.
#[test]
fn a_long_row_fits_a_phone() {
    browser::test(async |driver| {
        let house = house()?;
        let (page, _person) = at_turn(driver, &house, Device::phone(), Hands::Fingers).await?;
        let lengthen = "const row = document.querySelector('.dos-row');
            row.prepend(row.firstElementChild.cloneNode(true));";
        for length in 3..=12 {
            let out = too_wide(&page, Size::PHONE.width).await?;
            assert!(out.is_empty(), "{length} cards: {}", out.join(", "));
            page.run::<()>(lengthen, Vec::new()).await?;
        }
        Ok(())
    });
}

/// The hand stays where it is, whatever is said above it and beside it; and what flies makes no page wider.
async fn check_hand(driver: &Driver, device: Device, hands: Hands) -> Result<(), BrowserError> {
    let house = house()?;
    let (page, mut person) = at_turn(driver, &house, device, hands).await?;
    let place = "const box = document.querySelector('[data-hand]').getBoundingClientRect();
        return [box.x, box.y + scrollY, box.width, box.height];";
    let watch = "window.widest = 0;
        const look = () => {
            widest = Math.max(widest, document.scrollingElement.scrollWidth);
            requestAnimationFrame(look);
        };
        look();
        return innerWidth;";
    let width: f64 = page.run(watch, Vec::new()).await?;
    let first: [f64; 4] = page.run(place, Vec::new()).await?;
    for _ in 0..8 {
        person.play_on(1).await?;
        let now: [f64; 4] = page.run(place, Vec::new()).await?;
        assert_eq!(now, first, "the hand has moved");
    }
    let widest: f64 = page.run("return widest;", Vec::new()).await?;
    assert_eq!(widest, width, "the page became wider for a while");
    Ok(())
}

#[test]
fn the_hand_stays_where_it_is_on_a_wide_screen() {
    browser::test(async |driver| check_hand(driver, Device::wide().motion(Motion::Full), Hands::Mouse).await);
}

#[test]
fn the_hand_stays_where_it_is_on_a_phone() {
    browser::test(async |driver| check_hand(driver, Device::phone().motion(Motion::Full), Hands::Fingers).await);
}

/// What follows the pointer is under it, and everything else stays where it is.
async fn check_drag(driver: &Driver, device: Device, hands: Hands) -> Result<(), BrowserError> {
    let house = house()?;
    let (page, _person) = at_turn(driver, &house, device, hands).await?;
    let watch = "window.noted = [];
        const at = (selector) => document.querySelector(selector).getBoundingClientRect();
        addEventListener('pointermove', ({ clientX, clientY }) => {
            const ghost = document.querySelector('.ghost')?.getBoundingClientRect();
            const isUnder = ghost && ghost.left <= clientX && clientX <= ghost.right
                && ghost.top <= clientY && clientY <= ghost.bottom;
            if (ghost) noted.push([isUnder, at('[data-hand]').y, at('.board').y, at('[data-spot=end]').y].join());
        });";
    page.run::<()>(watch, Vec::new()).await?;
    let (piece, spot) = ("[data-hand] [data-piece]", "[data-spot=end]");
    match hands {
        Hands::Fingers => page.touch_drag(piece, spot).await?,
        Hands::Mouse | Hands::Keys => page.drag(piece, spot).await?,
    }
    let mut noted: Vec<String> = page.run("return window.noted;", Vec::new()).await?;
    noted.dedup();
    assert!(matches!(noted.as_slice(), [all] if all.starts_with("true,")), "{noted:?}");
    Ok(())
}

#[test]
fn a_drag_moves_nothing_but_the_card_with_a_mouse() {
    browser::test(async |driver| check_drag(driver, Device::wide().motion(Motion::Full), Hands::Mouse).await);
}

#[test]
fn a_drag_moves_nothing_but_the_card_with_a_finger() {
    browser::test(async |driver| check_drag(driver, Device::phone().motion(Motion::Full), Hands::Fingers).await);
}

//! What is on a screen has room there, from a phone to a wall; and nothing jumps while one plays.

use browser::{BrowserError, Company, Device, Driver, Hands, House, Length, Motion, Page, Person, SCREENS};
use engine::GameId;

use crate::{house, page_at};

const SIZES: [(u32, u32); 5] = [(360, 740), (768, 1024), (1280, 800), (1920, 1080), (3840, 2160)];

/// What sticks out at the right; what scrolls in a frame of its own does not.
const TOO_WIDE: &str = "
    const isFramed = (element) => element && element !== document.body
        && (!['visible', 'clip'].includes(getComputedStyle(element).overflowX) || isFramed(element.parentElement));
    const isOut = (element) => element.getBoundingClientRect().right > innerWidth + 1;
    const named = (element) => element.cloneNode(false).outerHTML;
    const out = Array.from(document.querySelectorAll('body *')).filter((e) => isOut(e) && !isFramed(e.parentElement));
    const isWider = document.scrollingElement.scrollWidth > innerWidth;
    if (!isWider && out.length === 0) return [];
    return [`${document.scrollingElement.scrollWidth} pixels`, ...out.slice(0, 3).map(named)];
";

#[test]
fn no_screen_is_wider_than_its_window() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide().motion(Motion::Reduced), &house.url("/")).await?;
        let mut faults = Vec::new();
        for screen in SCREENS {
            page.resize(1280, 800).await?;
            screen.reach(&house, &page).await?;
            for (width, height) in SIZES {
                page.resize(width, height).await?;
                let out: Vec<String> = page.run(TOO_WIDE, Vec::new()).await?;
                if !out.is_empty() {
                    faults.push(format!("{} at {width} × {height}: {}", screen.name, out.join(", ")));
                }
            }
        }
        assert!(faults.is_empty(), "\n  {}", faults.join("\n  "));
        Ok(())
    });
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
        let (page, _person) = at_turn(driver, &house, Device::phone().motion(Motion::Reduced), Hands::Fingers).await?;
        let lengthen = "const row = document.querySelector('.dos-board .row');
            row.prepend(row.firstElementChild.cloneNode(true));";
        for length in 3..=12 {
            let out: Vec<String> = page.run(TOO_WIDE, Vec::new()).await?;
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
    browser::test(async |driver| check_hand(driver, Device::wide(), Hands::Mouse).await);
}

#[test]
fn the_hand_stays_where_it_is_on_a_phone() {
    browser::test(async |driver| check_hand(driver, Device::phone(), Hands::Fingers).await);
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
    browser::test(async |driver| check_drag(driver, Device::wide(), Hands::Mouse).await);
}

#[test]
fn a_drag_moves_nothing_but_the_card_with_a_finger() {
    browser::test(async |driver| check_drag(driver, Device::phone(), Hands::Fingers).await);
}

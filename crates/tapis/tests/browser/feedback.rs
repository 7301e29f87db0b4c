//! What people notice besides the moves: the deal, what others say, whose turn it is elsewhere, the way back from a board
//! that has grown.

use engine::GameId;
use harness::browser::{
    self, BrowserError, Company, Crowd, Device, Driver, Hands, House, Length, Motion, Notices, Page, Person, Size,
};

use crate::pair::{Next, is_there, next};
use crate::{crowded_house, house, page_at};

/// Two people at a table of DOS that gathers; the second has a phone.
async fn gather(driver: &Driver, house: &House) -> Result<(Page, Page), BrowserError> {
    let first = page_at(driver, Device::wide(), &house.url("/")).await?;
    let table = first.open_table(GameId::Dos, Company::Friend, Length::OneRound).await?;
    let address = house.url(&format!("/table/{table}"));
    first.visit(&address).await?;
    let device = Device::phone().notices(Notices::Stay);
    let second = page_at(driver, device, &address).await?;
    second.tap("#sit").await?;
    first.until("#begin:not([disabled])").await?;
    Ok((first, second))
}

#[test]
fn a_press_ends_the_deal() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide().motion(Motion::Full), &house.url("/")).await?;
        let table = page.open_table(GameId::Dos, Company::Bots, Length::Endless).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        page.until("#begin").await?;
        // A deal that would last for minutes if nobody pressed anything.
        let slow = "const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) {
                const delay = options.id === 'deal' ? options.delay + 600000 : options.delay;
                return animate.call(this, frames, { ...options, delay });
            };";
        page.run::<()>(slow, Vec::new()).await?;
        page.click("#begin").await?;
        page.until_true("document.getAnimations().some(({ id }) => id === 'deal')").await?;
        page.run::<()>("document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));", Vec::new())
            .await?;
        page.until_true("!document.getAnimations().some(({ id }) => id === 'deal')").await?;
        page.until("[data-hand] [data-piece]").await
    });
}

#[test]
fn people_talk_while_a_table_gathers_and_a_phone_shows_it_in_the_ribbon() {
    browser::test(async |driver| {
        let house = house()?;
        let (first, second) = gather(driver, &house).await?;
        first.click("#open-chat").await?;
        first.click("#chat-text").await?;
        first.write("Bonsoir").await?;
        first.click("#send-chat").await?;
        first.until(".chat-lines li").await?;
        first.press(browser::Key::Escape).await?;
        first.until_gone("dialog.chat[open]").await?;
        second.tap("#open-chat").await?;
        second.until_true("document.querySelector('.chat-lines')?.innerText.includes('Bonsoir')").await?;
        second.press(browser::Key::Escape).await?;
        second.until_gone("dialog.chat[open]").await?;

        first.click("#begin").await?;
        for page in [&first, &second] {
            page.until("[data-hand] [data-piece]").await?;
        }
        first.click("#open-chat").await?;
        first.click(".phrases button").await?;
        second.until(".ribbon .ribbon-said").await?;
        assert!(!is_there(&second, ".ribbon > .last-move").await?, "the moves give way");
        second.until_true("document.querySelector('.around .bubble').getBoundingClientRect().width <= 1").await
    });
}

#[test]
fn the_first_screen_follows_whose_turn_it_is() {
    browser::test(async |driver| {
        let house = house()?;
        let (first, second) = gather(driver, &house).await?;
        first.click("#begin").await?;
        let pages = [&first, &second];
        let Next::Turn(seat) = next(pages).await? else { return Err(first.unexpected("nobody's turn").await) };
        let (playing, waiting) = (pages[seat], pages[1 - seat]);
        waiting.visit(&house.url("/")).await?;
        waiting.until(".own-tables .table-line").await?;
        let is_own = "document.querySelector('.own-tables strong').innerText.includes('vous')";
        waiting.until_true(&format!("!{is_own}")).await?;
        let hands = if seat == 0 { Hands::Mouse } else { Hands::Fingers };
        let mut person = Person::new(playing, hands);
        let is_turn = "return document.querySelector('.seat.own.turn') !== null;";
        while playing.run(is_turn, Vec::new()).await? {
            person.act().await?;
        }
        waiting.until_true(is_own).await
    });
}

/// A joker of Quarante-Six goes nearly everywhere.
#[test]
fn a_board_that_has_grown_gives_the_hand_back() {
    browser::test(async |driver| {
        let house = crowded_house().await?;
        let small = Size::ALL.into_iter().find(|size| size.width == 360).unwrap_or(Size::PHONE);
        let page = driver.open(Device::of(small)).await?;
        let crowd = Crowd::named("quarante-six").expect("it is listed");
        page.open_crowded(&house, crowd).await?;
        let place = "const { x, y, width, height } = document.querySelector('[data-hand]').getBoundingClientRect();
            return [x, y, width, height].join();";
        page.until_still().await?;
        let before: String = page.run(place, Vec::new()).await?;
        let joker = "[data-hand] [data-piece='*.0']";
        page.tap(joker).await?;
        page.tap("#put-back").await?;
        page.until_gone("#put-back").await?;
        page.until_gone("[data-piece].lifted").await?;
        assert_eq!(page.run::<String>(place, Vec::new()).await?, before, "the hand is where it was");
        page.tap(joker).await?;
        page.tap("[data-grown] .lit[data-spot]").await?;
        page.until_gone("#put-back").await
    });
}

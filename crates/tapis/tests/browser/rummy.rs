//! Rummy's table is rearranged by hand: with the mouse and with a finger, back and forth, with the rules looking on.

use engine::GameId;
use harness::browser::{
    self, BrowserError, Company, Device, Driver, Find, Hands, House, Length, Motion, Notices, Page, Person,
};

use crate::{house, page_at};

/// In so many turns somebody can open.
const MAX_TURNS: usize = 60;

/// Somebody who rearranges tiles.
struct Arranger {
    _house: House,
    page: Page,
    person: Person,
    hands: Hands,
}

impl Arranger {
    async fn sit(driver: &Driver, hands: Hands) -> Result<Self, BrowserError> {
        let house = house()?;
        let device = if hands == Hands::Fingers { Device::phone() } else { Device::wide() };
        // Tiles are pointed at while others travel.
        let device = device.motion(Motion::Full).notices(Notices::Stay);
        let page = page_at(driver, device, &house.url("/")).await?;
        let table = page.open_table(GameId::Rummy, Company::Bots, Length::OneRound).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        let mut person = Person::new(&page, hands);
        person.press("#begin").await?;
        person.until_turn().await?;
        Ok(Self { _house: house, page, person, hands })
    }

    async fn drag(&self, from: &str, to: &str) -> Result<(), BrowserError> {
        match self.hands {
            Hands::Fingers => self.page.touch_drag(from, to).await,
            Hands::Mouse | Hands::Keys => self.page.drag(from, to).await,
        }
    }

    async fn count(&self, selector: &str) -> Result<usize, BrowserError> {
        self.page.run("return document.querySelectorAll(arguments[0]).length;", vec![selector.into()]).await
    }

    async fn until_count(&self, selector: &str, count: usize) -> Result<(), BrowserError> {
        self.page.until_true(&format!("document.querySelectorAll('{selector}').length === {count}")).await
    }
}

const RACK: &str = "[data-hand] [data-piece]";
const TABLE: &str = ".sets [data-piece]";

/// A lone tile is no set and says so; it goes back and forth.
async fn arrange(driver: &Driver, hands: Hands) -> Result<(), BrowserError> {
    let arranger = Arranger::sit(driver, hands).await?;
    let (rack, table) = (arranger.count(RACK).await?, arranger.count(TABLE).await?);
    arranger.drag(RACK, ".new-set").await?;
    arranger.until_count(RACK, rack - 1).await?;
    arranger.until_count(TABLE, table + 1).await?;
    let fault: String =
        arranger.page.run("return document.querySelector('.set.broken .set-fault').title;", Vec::new()).await?;
    assert!(fault.contains(' '), "a sentence says why: {fault}");
    assert!(arranger.page.text("#opening").await?.contains("30"), "what is wanted of an opening");
    // A second one beside the first.
    arranger.drag(RACK, ".set.broken").await?;
    arranger.until_count(".set.broken [data-piece]", 2).await?;
    for (button, in_rack) in
        [("#undo-change", rack - 1), ("#undo-change", rack), ("#redo-change", rack - 1), ("#redo-change", rack - 2)]
    {
        arranger.person.press(button).await?;
        arranger.until_count(RACK, in_rack).await?;
    }
    // What the rules refuse is explained, and stays as it was.
    arranger.person.press("#play").await?;
    arranger.page.until("#see-rule").await?;
    arranger.until_count(RACK, rack - 2).await?;
    arranger.person.press("#reset-turn").await?;
    arranger.until_count(RACK, rack).await?;
    arranger.until_count(TABLE, table).await
}

#[test]
fn tiles_are_arranged_with_a_mouse_undone_redone_and_reset() {
    browser::test(async |driver| arrange(driver, Hands::Mouse).await);
}

#[test]
fn tiles_are_arranged_with_a_finger_undone_redone_and_reset() {
    browser::test(async |driver| arrange(driver, Hands::Fingers).await);
}

#[test]
fn what_is_wrong_with_a_table_is_said_once() {
    browser::test(async |driver| {
        let arranger = Arranger::sit(driver, Hands::Mouse).await?;
        arranger.drag(RACK, ".new-set").await?;
        let page = &arranger.page;
        let reason = page.text(".prompt.wrong").await?;
        page.click("#play:not([disabled])").await?;
        let notice = page.text(".notice p").await?;
        let prompt = page.text(".prompt").await?;
        assert!(reason.contains(&notice) && !prompt.contains(&notice), "{reason} / {notice} / {prompt}");
        Ok(())
    });
}

#[test]
fn a_play_is_shown_adds_up_to_the_opening_and_is_played() {
    browser::test(async |driver| {
        let Arranger { page, mut person, _house, .. } = Arranger::sit(driver, Hands::Mouse).await?;
        let shown = "document.querySelector('#play:not([disabled])') !== null";
        for _ in 0..MAX_TURNS {
            page.click("#show-play:not([disabled])").await?;
            page.until_true(&format!("{shown} || document.querySelector('.notice') !== null")).await?;
            if !page.run::<bool>(&format!("return {shown};"), Vec::new()).await? {
                person.play_on(1).await?;
                continue;
            }
            let opening = page.text("#opening").await?;
            let points = opening.split(' ').find_map(|word| word.parse::<u32>().ok());
            assert!(points >= Some(30), "the opening adds up: {opening}");
            page.until_gone(".set.broken").await?;
            page.click("#play").await?;
            page.until_gone("#opening").await?;
            return page.until_gone(Find::Css("#play:not([disabled])")).await;
        }
        Err(page.unexpected("nobody ever could open").await)
    });
}

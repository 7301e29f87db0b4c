//! The race for the call of DOS, between two people: who forgets it is caught, and who joins it to the play is not.

use engine::GameId;
use harness::browser::{self, BrowserError, Company, Device, Driver, Hands, House, Length, Page, Person};
use words::Lang;
use words::screen::Label;

use crate::pair::{Next, is_there, next};
use crate::{house, page_at};

/// In so many plays two people come down to two cards, again and again.
const MAX_ACTS: usize = 400;

/// Two people at a table of DOS, each with a page.
struct Pair {
    _house: House,
    pages: [Page; 2],
    people: [Person; 2],
}

impl Pair {
    async fn sit(driver: &Driver) -> Result<Self, BrowserError> {
        let house = house()?;
        let first = page_at(driver, Device::wide(), &house.url("/")).await?;
        let table = first.open_table(GameId::Dos, Company::Friend, Length::Endless).await?;
        let address = house.url(&format!("/table/{table}"));
        first.visit(&address).await?;
        let second = page_at(driver, Device::wide(), &address).await?;
        second.click("#sit").await?;
        first.click("#begin:not([disabled])").await?;
        let people = [&first, &second].map(|page| Person::new(page, Hands::Mouse));
        Ok(Self { _house: house, pages: [first, second], people })
    }

    /// Whose turn it is; between rounds both go on.
    async fn turn(&mut self) -> Result<usize, BrowserError> {
        loop {
            match next([&self.pages[0], &self.pages[1]]).await? {
                Next::Turn(seat) => return Ok(seat),
                Next::Sheet => {
                    for person in &mut self.people {
                        person.be_ready().await?;
                    }
                    for page in &self.pages {
                        page.until_gone("dialog.sheet[open]").await?;
                    }
                }
            }
        }
    }
}

async fn cards_in_hand(page: &Page) -> Result<usize, BrowserError> {
    page.run("return document.querySelectorAll('[data-hand] [data-piece]').length;", Vec::new()).await
}

/// Says that the turn is over, and adds nothing to the row.
async fn end_turn(page: &Page) -> Result<(), BrowserError> {
    let (is_turn, last_event) = ("document.title.startsWith('●')", "document.querySelector('main.table').dataset.seq");
    while page.run::<bool>(&format!("return {is_turn};"), Vec::new()).await? {
        let before: String = page.run(&format!("return {last_event};"), Vec::new()).await?;
        page.click("#end:not([disabled])").await?;
        page.until_true(&format!("{last_event} !== {before:?}")).await?;
    }
    Ok(())
}

#[test]
fn who_forgets_to_call_is_caught_and_draws_two() {
    browser::test(async |driver| {
        let mut pair = Pair::sit(driver).await?;
        for _ in 0..MAX_ACTS {
            let culprit = pair.turn().await?;
            pair.people[culprit].act().await?;
            let (page, other) = (&pair.pages[culprit], &pair.pages[1 - culprit]);
            if cards_in_hand(page).await? != 2 || !is_there(page, ".seat.own.turn .notes small").await? {
                continue;
            }
            // Both may owe a call.
            let owed = other.text(".seat:not(.own) .notes small").await?;
            assert_eq!(owed, Label::OwesCall.say(Lang::French));
            other.click("#catch:not([disabled])").await?;
            page.until_gone(".seat.own .notes small").await?;
            other.until_gone(".seat:not(.own) .notes small").await?;
            end_turn(page).await?;
            page.until_true("document.querySelectorAll('[data-hand] [data-piece]').length === 4").await?;
            return Ok(());
        }
        Err(pair.pages[0].unexpected("nobody ever came down to two cards in a turn of their own").await)
    });
}

#[test]
fn who_joins_the_call_to_the_play_owes_none() {
    browser::test(async |driver| {
        let mut pair = Pair::sit(driver).await?;
        for _ in 0..MAX_ACTS {
            let caller = pair.turn().await?;
            let (page, other) = (&pair.pages[caller], &pair.pages[1 - caller]);
            let lifted =
                if cards_in_hand(page).await? == 3 { pair.people[caller].lift_something().await? } else { None };
            let match_on = lifted.and_then(|(_, spots)| spots.into_iter().find(|spot| spot.parse::<u8>().is_ok()));
            let Some(spot) = match_on else {
                pair.people[caller].act().await?;
                continue;
            };
            page.click("#call").await?;
            page.until("#call[aria-pressed='true']").await?;
            page.click(&*format!("[data-spot='{spot}']")).await?;
            page.until_true("document.querySelectorAll('[data-hand] [data-piece]').length === 2").await?;
            let own: String =
                page.run("return document.querySelector('.seat.own .count').textContent;", Vec::new()).await?;
            assert_eq!(own, "2");
            other.until_true("Array.from(document.querySelectorAll('.seat:not(.own) .count')).some((count) => count.textContent === '2')").await?;
            assert!(!is_there(page, ".seat.own .notes small").await?, "a call is owed");
            assert!(!is_there(other, ".seat:not(.own) .notes small").await?, "a call is owed, says the other");
            assert!(!is_there(other, "#catch:not([disabled])").await?, "the caller could be caught");
            return Ok(());
        }
        Err(pair.pages[0].unexpected("nobody ever could match with three cards in hand").await)
    });
}

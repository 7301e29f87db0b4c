//! Two people at one table, far from each other: nothing is lost when a line is cut or the house falls over, nobody
//! sees another's hand, and two tabs of one player agree.

use std::time::Instant;

use engine::GameId;
use harness::browser::{self, BrowserError, Company, Device, Driver, Hands, House, Length, Page, Person, Proxy};

use crate::pair::{Next, is_there, next};
use crate::{house, page_at};

/// Plays so many turns, each by whoever's turn it is; whether the match is over.
async fn play_on(pages: [&Page; 2], people: &mut [Person; 2], acts: usize) -> Result<bool, BrowserError> {
    for _ in 0..acts {
        match next(pages).await? {
            Next::Turn(seat) => people[seat].act().await.map(|_| ())?,
            Next::Sheet => return Ok(true),
        }
    }
    Ok(false)
}

/// How many cards each seat holds, in the order of the seats: everybody sits somewhere else on their own screen.
const COUNTS: &str = "[0, 1].map((seat) => document.querySelector(`[data-seat='${seat}'] .count`)?.textContent)";

/// Waits until two pages show the same: the same last event, and how many cards each seat holds. Either may be behind.
async fn agree(pages: [&Page; 2]) -> Result<(), BrowserError> {
    let seen = format!("return [document.querySelector('main.table')?.dataset.seq, ...{COUNTS}].join();");
    let deadline = Instant::now() + pages[0].timeout();
    loop {
        let (one, other): (String, String) =
            (pages[0].run(&seen, Vec::new()).await?, pages[1].run(&seen, Vec::new()).await?);
        if one == other {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(pages[0].unexpected(&format!("two pages never agreed: {one} and {other}")).await);
        }
    }
}

/// Two people sit down at a table for two, the second by the link the first has given away.
async fn sit(driver: &Driver, house: &House, line: &Proxy) -> Result<(Page, Page, String), BrowserError> {
    // Scores that count up are for the eye: what is compared is what they come to.
    let first = page_at(driver, Device::wide(), &house.url("/")).await?;
    let table = first.open_table(GameId::Dos, Company::Friend, Length::OneRound).await?;
    let path = format!("/table/{table}");
    first.visit(&house.url(&path)).await?;
    let link = "return document.querySelector('#invite-link').value;";
    first.until("#invite-link").await?;
    assert_eq!(first.run::<String>(link, Vec::new()).await?, house.url(&path), "the link to give away");
    let second = page_at(driver, Device::phone(), &line.url(&path)).await?;
    second.tap("#sit").await?;
    first.click("#begin:not([disabled])").await?;
    Ok((first, second, table))
}

#[test]
fn nothing_is_lost_when_a_line_is_cut_and_the_house_is_killed() {
    browser::test(async |driver| {
        let mut house = house()?;
        let line = Proxy::to(house.address()).await?;
        let (first, second, table) = sit(driver, &house, &line).await?;
        first.expect_outage();
        second.expect_outage();
        let pages = [&first, &second];
        let mut people = [Person::new(&first, Hands::Mouse), Person::new(&second, Hands::Fingers)];
        play_on(pages, &mut people, 3).await?;

        let watcher = page_at(driver, Device::wide(), &house.url(&format!("/table/{table}"))).await?;
        watcher.expect_outage();
        watcher.until("#watching").await?;
        watcher.until(".seat.turn").await?;
        assert!(!is_there(&watcher, "[data-piece]").await?, "somebody who looks on sees a hand");
        agree([&first, &watcher]).await?;

        line.cut();
        second.until(".line-notice p").await?;
        line.restore();
        second.until_gone(".line-notice p").await?;
        agree(pages).await?;
        play_on(pages, &mut people, 3).await?;

        house.kill()?;
        for page in pages {
            page.until(".line-notice p").await?;
        }
        house.reopen()?;
        for page in pages {
            page.until_gone(".line-notice p").await?;
        }
        agree(pages).await?;
        assert!(play_on(pages, &mut people, 400).await?, "the match never ended");

        let totals = "return Array.from(document.querySelectorAll('#scores td'), (cell) => cell.textContent);";
        let mut sheets: Vec<Vec<String>> = Vec::new();
        for page in [&first, &second, &watcher] {
            page.until("#scores").await?;
            sheets.push(page.run(totals, Vec::new()).await?);
        }
        assert_eq!(sheets[0].last(), sheets[1].last());
        assert_eq!(sheets[0], sheets[1], "both have seen the same");
        assert_eq!(sheets[0], sheets[2], "and so has who looked on");
        Ok(())
    });
}

#[test]
fn two_tabs_of_one_player_agree() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        let table = page.open_table(GameId::Dos, Company::Bots, Length::Endless).await?;
        let address = house.url(&format!("/table/{table}"));
        page.visit(&address).await?;
        page.click("#begin").await?;
        let tab = page_at(driver, Device::wide(), &house.url("/")).await?;
        tab.until_true("localStorage.getItem('tapis.came')").await?;
        tab.come_as(&page).await?;
        tab.visit(&address).await?;
        let hand = "return Array.from(document.querySelectorAll('[data-hand] [data-piece]'), (piece) => piece.dataset.piece).join();";
        for acting in [&page, &tab, &page] {
            let mut person = Person::new(acting, Hands::Mouse);
            person.play_on(1).await?;
            let seen: String = acting.run(hand, Vec::new()).await?;
            for other in [&page, &tab] {
                other.until_true(&format!("(() => {{ {hand} }})() === {seen:?}")).await?;
            }
        }
        Ok(())
    });
}

//! The first page of the house.

use engine::GameId;
use harness::browser::{self, Company, Device, Length};
use words::Lang;

use crate::{house, page_at};

#[test]
fn the_front_page_opens_in_both_languages() {
    browser::test(async |driver| {
        let house = house()?;
        for language in [Lang::French, Lang::English] {
            let page = page_at(driver, Device::wide().language(language), &house.url("/")).await?;
            page.until("h1").await?;
            page.until_true(&format!("document.documentElement.lang === '{}'", language.code())).await?;
        }
        Ok(())
    });
}

#[test]
fn the_front_page_is_accessible_on_every_device() {
    browser::test(async |driver| {
        let house = house()?;
        for device in [Device::wide(), Device::phone()] {
            let page = page_at(driver, device, &house.url("/")).await?;
            page.until("h1").await?;
            page.check_accessibility().await?;
        }
        Ok(())
    });
}

#[test]
fn a_reload_finds_a_house_that_was_killed_and_opened_again() {
    browser::test(async |driver| {
        let mut house = house()?;
        let page = page_at(driver, Device::phone(), &house.url("/")).await?;
        page.expect_outage();
        // A house that is killed while it sends the program leaves an error of its own.
        page.until("#play-dos").await?;
        house.kill()?;
        page.reload().await?;
        page.until_true("document.title !== 'Tapis'").await?;
        house.reopen()?;
        page.reload().await?;
        page.until("#play-dos").await
    });
}

#[test]
fn what_was_left_unfinished_is_resumed_or_left_for_good() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        let table = page.open_table(GameId::Onze, Company::Bots, Length::OneRound).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        page.click("#begin").await?;
        page.until("[data-hand] [data-piece]").await?;
        page.visit(&house.url("/")).await?;
        page.click(".own-tables .resume").await?;
        page.until("[data-hand] [data-piece]").await?;
        page.visit(&house.url("/")).await?;
        // The first click asks whether one is sure, and looking elsewhere is a no.
        page.click(".own-tables .leave").await?;
        page.until(".own-tables .leave.sure").await?;
        page.click("#switch-lang").await?;
        page.until_gone(".own-tables .leave.sure").await?;
        page.click(".own-tables .leave").await?;
        page.click(".own-tables .leave.sure").await?;
        page.until_gone(".own-tables .table-line").await
    });
}

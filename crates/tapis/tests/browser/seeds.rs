//! A house with a seed is the same house each time: nothing a test meets is luck.

use engine::GameId;
use harness::browser::{self, BrowserError, Company, Device, Driver, House, Length, Page};

use crate::page_at;

/// The first hand in every game, at tables opened one after the other.
async fn first_hands(page: &Page, seed: &str) -> Result<Vec<String>, BrowserError> {
    let house = House::open_with(env!("CARGO_BIN_EXE_tapis").as_ref(), &[("seed", seed)])?;
    let mut hands = Vec::new();
    for game in GameId::ALL {
        page.visit(&house.url("/")).await?;
        let table = page.open_table(game, Company::Bots, Length::OneRound).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        page.click("#begin").await?;
        page.until("[data-hand] [data-piece]").await?;
        let hand = "return Array.from(document.querySelectorAll('[data-hand] [data-piece]'), (piece) => piece.dataset.piece).join(' ');";
        hands.push(format!("{table}: {}", page.run::<String>(hand, Vec::new()).await?));
    }
    page.visit("about:blank").await?;
    Ok(hands)
}

async fn compare(driver: &Driver) -> Result<(), BrowserError> {
    let page = page_at(driver, Device::wide(), "about:blank").await?;
    let first = first_hands(&page, "1").await?;
    assert_eq!(first, first_hands(&page, "1").await?, "one seed, the same tables and hands");
    let other = first_hands(&page, "2").await?;
    for (game, (hand, other)) in GameId::ALL.iter().zip(first.iter().zip(&other)) {
        assert_ne!(hand, other, "another seed, and the same hand of {}", game.slug());
    }
    Ok(())
}

#[test]
fn one_seed_deals_the_same_hands_in_every_game_and_another_others() {
    browser::test(async |driver| compare(driver).await);
}

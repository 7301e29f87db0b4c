//! Several people around one device: the hand is covered between turns, and nobody's cards are on the page meanwhile.

use engine::GameId;
use harness::browser::{self, Awaited, Device, Hands, Network, Person};

use crate::{house, page_at};

/// How many cards are on the page that only one person may see.
const PIECES: &str = "return document.querySelectorAll('[data-hand] [data-piece]').length;";
/// The longest match that is played here, in things that are done.
const MAX_ACTS: usize = 600;

#[test]
fn three_people_pass_one_device_on_and_see_their_own_hands_only() {
    browser::test(async |driver| {
        let mut house = house()?;
        let page = page_at(driver, Device::phone(), &house.url("/")).await?;
        page.expect_outage();
        page.until("#play-dos").await?;
        page.remember_local(GameId::Dos, "novice", &["Anne", "Blaise", "Cléo"]).await?;
        page.visit(&house.url("/")).await?;
        page.tap("#play-dos").await?;
        page.until("#uncover").await?;
        page.check_accessibility().await?;
        let mut person = Person::new(&page, Hands::Fingers);
        let mut turns: Vec<String> = Vec::new();
        for act in 0..MAX_ACTS {
            match person.until_awaited().await? {
                Awaited::Cover => {
                    assert_eq!(page.run::<u32>(PIECES, Vec::new()).await?, 0, "a hand under the cover");
                    turns.push(page.text("#cover-name").await?);
                    page.tap("#uncover").await?;
                    page.until("[data-hand] [data-piece]").await?;
                }
                Awaited::Turn => person.act().await.map(|_| ())?,
                Awaited::Sheet => break,
            }
            // In the middle of it the network goes: nothing of it needs one.
            if act == 4 {
                page.set_network(Network::Off).await?;
                house.kill()?;
            }
        }
        page.until("#back-home").await?;
        for name in ["Anne", "Blaise", "Cléo"] {
            assert!(turns.iter().any(|turn| turn.ends_with(name)), "{name} never played: {turns:?}");
        }
        assert!(turns.windows(2).all(|pair| pair[0] != pair[1]), "who goes on need not uncover again: {turns:?}");
        Ok(())
    });
}

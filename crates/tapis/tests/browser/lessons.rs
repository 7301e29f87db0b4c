//! Lessons: each to its end, with a mouse, with fingers or with keys; a wrong press; left and gone on with.

use engine::GameId;
use harness::browser::{self, BrowserError, Device, Driver, Hands, Memory, Notices, Page, Person};
use words::Lang;

use crate::{house, page_at};

/// No lesson has so many steps.
const MAX_STEPS: usize = 30;

/// Plays the lesson of a game to its end, and looks at what is left of it.
async fn learn(driver: &Driver, game: GameId, device: Device, hands: Hands) -> Result<(), BrowserError> {
    let house = house()?;
    let page = page_at(driver, device, &house.url(&format!("/learn/{}", game.slug()))).await?;
    let person = Person::new(&page, hands);
    person.hear_guide().await?;
    if game == GameId::Rummy {
        learn_rummy(&page, &person).await?;
    } else {
        for _ in 0..MAX_STEPS {
            if is_over(&page).await? {
                break;
            }
            person.follow_guide().await?;
        }
    }
    page.until("dialog.sheet[open] [data-way=guide-play]").await?;
    page.check_accessibility().await?;
    page.until_true(&format!("localStorage.getItem('tapis.lesson.{}') === 'done'", game.slug())).await?;
    person.press("dialog.sheet [data-way=guide-play]").await?;
    // The table of a match against bots.
    page.until_true("location.pathname.startsWith('/table/')").await?;
    page.until("[data-hand] [data-piece]").await
}

async fn is_over(page: &Page) -> Result<bool, BrowserError> {
    page.run("return document.querySelector('[data-way=guide-play]') !== null;", Vec::new()).await
}

/// The tiles of each play, and where they are put.
async fn learn_rummy(page: &Page, person: &Person) -> Result<(), BrowserError> {
    person.follow_guide().await?;
    let mut said = person.follow_guide().await?;
    for plays in [
        &[(&["nK.0", "rK.0", "jK.0"][..], ".new-set.lit")][..],
        &[(&["r8.0"][..], ".set:has([data-piece=\"r7.0\"]) .rummy-end .rummy-gap")],
        &[
            (&["n10.0", "nJ.0"][..], ".new-set.lit"),
            (&["n9.0"][..], ".set:has([data-piece=\"n10.0\"]) .rummy-cell:first-child .rummy-gap"),
        ],
    ] {
        for (tiles, spot) in plays {
            for tile in *tiles {
                let tile = format!("[data-piece=\"{tile}\"]");
                page.until(&*format!("{tile}.wanted")).await?;
                person.point_at(&tile).await?;
                page.until(&*format!("{tile}.lifted")).await?;
            }
            person.point_at(spot).await?;
            page.until_gone("[data-piece].lifted").await?;
        }
        person.press("#play.wanted").await?;
        said = person.until_guide_says_else(&said).await?;
    }
    Ok(())
}

#[test]
fn onze_is_learnt_with_a_mouse() {
    browser::test(async |driver| learn(driver, GameId::Onze, Device::wide(), Hands::Mouse).await);
}

#[test]
fn onze_is_learnt_with_fingers() {
    browser::test(async |driver| learn(driver, GameId::Onze, Device::phone(), Hands::Fingers).await);
}

#[test]
fn onze_is_learnt_with_keys() {
    let device = Device::wide().language(Lang::English);
    browser::test(async |driver| learn(driver, GameId::Onze, device, Hands::Keys).await);
}

#[test]
fn nain_jaune_is_learnt_with_fingers() {
    browser::test(async |driver| learn(driver, GameId::NainJaune, Device::phone(), Hands::Fingers).await);
}

#[test]
fn dos_is_learnt_with_keys() {
    browser::test(async |driver| learn(driver, GameId::Dos, Device::wide(), Hands::Keys).await);
}

#[test]
fn rummy_is_learnt_with_a_mouse() {
    let device = Device::wide().language(Lang::English);
    browser::test(async |driver| learn(driver, GameId::Rummy, device, Hands::Mouse).await);
}

#[test]
fn quarante_six_is_learnt_with_fingers() {
    let device = Device::phone().language(Lang::English);
    browser::test(async |driver| learn(driver, GameId::QuaranteSix, device, Hands::Fingers).await);
}

#[test]
fn a_newcomer_is_offered_a_lesson_leaves_it_and_goes_on_later() {
    browser::test(async |driver| {
        let house = house()?;
        let device = Device::wide().language(Lang::English).memory(Memory::None).notices(Notices::Stay);
        let page = page_at(driver, device, &house.url("/")).await?;
        let person = Person::new(&page, Hands::Mouse);
        page.check_accessibility().await?;
        page.click("#learn-quarante-six").await?;
        let first = person.hear_guide().await?;
        person.follow_guide().await?;
        // Legal, but not what the step is about.
        page.click("#draw").await?;
        page.until(browser::Find::Text("Drawing is for later: you have a card that fits, the 27.")).await?;
        let third = person.follow_guide().await?;
        page.reload().await?;
        assert_eq!(person.hear_guide().await?, third, "a reload changes nothing");
        page.check_accessibility().await?;
        page.click("#guide-leave").await?;
        page.until(browser::Find::Text("Resume the lesson")).await?;
        page.click("#learn-quarante-six").await?;
        assert_eq!(person.hear_guide().await?, third, "it goes on where it was left");
        assert_ne!(first, third);
        // Whoever knows a game is not offered its lesson, but finds it with the rules.
        page.click("#guide-leave").await?;
        page.until("#learn-dos").await?;
        page.run::<()>("localStorage.setItem('tapis.welcomed.dos', 'yes');", Vec::new()).await?;
        page.reload().await?;
        page.until("#learn-onze").await?;
        page.until_gone("#learn-dos").await?;
        page.visit(&house.url("/puzzle/dos")).await?;
        page.click("#open-rules").await?;
        page.click("#learn-from-rules").await?;
        person.hear_guide().await?;
        page.until_true("location.pathname === '/learn/dos'").await
    });
}

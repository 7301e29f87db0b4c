//! Both languages: the switch changes all that is written at once and nothing else; and what the rules refuse is said in
//! words, with the way to the rule.

use std::collections::BTreeSet;

use engine::GameId;
use harness::browser::{self, BrowserError, Company, Device, Hands, Length, Notices, Page, Person};
use wire::house::{BotLevel, Here};
use words::Lang;
use words::screen::{Label, bot_level, here, tagline};

use crate::{house, page_at};

/// Everything that is written on the page or read aloud, piece by piece, with plain spaces. What says itself in which
/// language it is, such as the name of a language, is not among it.
const WRITTEN: &str = "
    const isSaid = (element) => isSeen(element) && !element.closest('body [lang]');
    const elements = Array.from(document.body.querySelectorAll('*')).filter(isSaid);
    const isText = (node) => node.nodeType === Node.TEXT_NODE;
    const texts = elements.flatMap((e) => Array.from(e.childNodes).filter(isText).map((node) => node.textContent));
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    const said = elements.flatMap((element) => names.map((name) => element.getAttribute(name) ?? ''));
    return texts.concat(said).map(plain).filter((text) => text !== '');
";

/// What is only ever written in this language.
fn own_words(lang: Lang) -> BTreeSet<String> {
    let written = |lang: Lang| -> BTreeSet<String> {
        let labels = Label::ALL.iter().map(|label| label.say(lang));
        let taglines = GameId::ALL.into_iter().map(|game| tagline(game, lang));
        let levels = [BotLevel::Novice, BotLevel::Casual, BotLevel::Skilled, BotLevel::Expert];
        let levels = levels.map(|level| bot_level(level, lang).to_owned());
        let presence = [Here::Free, Here::Here, Here::Away, Here::StandIn, Here::Gone, Here::Bot]
            .map(|one| here(one, lang).to_owned());
        let texts = labels.chain(taglines).chain(levels).chain(presence);
        texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let other = if lang == Lang::French { Lang::English } else { Lang::French };
    written(lang).difference(&written(other)).cloned().collect()
}

/// Switches to a language with what the screen has for it; whether it has anything.
async fn switch(page: &Page, lang: Lang) -> Result<bool, BrowserError> {
    // What covers a whole table has no switch, and leaves none to be reached.
    if page.run("return find('css', '[role=dialog][aria-modal=true]') !== null;", Vec::new()).await? {
        return Ok(false);
    }
    let is_dialog: bool = page.run("return document.querySelector('dialog[open]') !== null;", Vec::new()).await?;
    let radio = format!("dialog[open] input[name=lang][value={}]", lang.code());
    if !is_dialog {
        // At a table it is in the menu.
        let is_at_table: bool = page.run("return find('css', '#switch-lang') === null;", Vec::new()).await?;
        if is_at_table {
            page.click("#open-menu").await?;
        }
        page.click("#switch-lang").await?;
        if is_at_table {
            page.click("#close-dialog").await?;
            page.until_gone("dialog[open]").await?;
        }
    } else if page.run("return find('css', arguments[0]) !== null;", vec![radio.clone().into()]).await? {
        page.click(&*radio).await?;
    } else {
        return Ok(false);
    }
    page.until_true(&format!("document.documentElement.lang === '{}'", lang.code())).await?;
    Ok(true)
}

/// Switches the language of a screen there and back; what is wrong with it. Dialogs without a switch are passed over.
pub(crate) async fn switch_faults(page: &Page) -> Result<Vec<String>, BrowserError> {
    let (french, english) = (own_words(Lang::French), own_words(Lang::English));
    let lifted = "return Array.from(document.querySelectorAll('.lifted'), (piece) => piece.dataset.piece).join();";
    let mut faults = Vec::new();
    let before: Vec<String> = page.run(WRITTEN, Vec::new()).await?;
    let held: String = page.run(lifted, Vec::new()).await?;
    if !switch(page, Lang::English).await? {
        return Ok(faults);
    }
    let after: Vec<String> = page.run(WRITTEN, Vec::new()).await?;
    let left: Vec<&String> = after.iter().filter(|text| french.contains(*text)).collect();
    if !left.is_empty() {
        faults.push(format!("still in French: {left:?}"));
    }
    if !after.iter().any(|text| english.contains(text)) {
        faults.push("nothing in English".into());
    }
    if before.len() != after.len() {
        faults.push(format!("{} texts became {}", before.len(), after.len()));
    }
    if page.run::<String>(lifted, Vec::new()).await? != held {
        faults.push("what was lifted is not".into());
    }
    switch(page, Lang::French).await?;
    let again: Vec<String> = page.run(WRITTEN, Vec::new()).await?;
    if again != before {
        let changed: Vec<_> = again.iter().filter(|text| !before.contains(text)).collect();
        faults.push(format!("back in French it says {changed:?}"));
    }
    Ok(faults)
}

#[test]
fn what_is_refused_is_explained_and_leads_to_the_rule() {
    browser::test(async |driver| {
        let house = house()?;
        let device = Device::wide().language(Lang::English).notices(Notices::Stay);
        let page = page_at(driver, device, &house.url("/")).await?;
        let table = page.open_table(GameId::Dos, Company::Bots, Length::Endless).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        let mut person = Person::new(&page, Hands::Mouse);
        person.press("#begin").await?;
        person.until_turn().await?;
        // With a joker in the row every card fits: then somebody plays on.
        while !page.run("return document.querySelector('.held.dim') !== null;", Vec::new()).await? {
            person.play_on(1).await?;
        }
        page.click(".held.dim").await?;
        let notice = page.text(".notice").await?;
        let link = page.text("#see-rule").await?;
        let rule = link.rsplit(' ').next().unwrap_or_default().to_owned();
        assert!(rule.starts_with('R') && notice.contains(' '), "{notice} {link}");
        page.click("#see-rule").await?;
        let marked = page.text("#rulebook .marked").await?;
        assert!(marked.starts_with(&format!("{rule}.")), "{rule} was asked for, and {marked} is marked");
        page.until_true(
            "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)\
            (document.querySelector('#rulebook .marked').getBoundingClientRect())",
        )
        .await
    });
}

//! One's account in the browser: sessions, the password, what the house keeps, and the end of it.

use harness::browser::{self, BrowserError, Device, Driver, Hands, House, Page, Person};
use serde_json::Value;

use crate::{house, page_at};

/// Comes in and makes a name one's own.
async fn named(driver: &Driver, house: &House, device: Device, name: &str) -> Result<(Page, Person), BrowserError> {
    let page = page_at(driver, device, &house.url("/")).await?;
    let person = Person::new(&page, Hands::Mouse);
    person.press("#open-settings").await?;
    person.write("#name", name).await?;
    person.press("#save-name").await?;
    // What is said about it moves what stands below.
    page.until("#name-said:not(:empty)").await?;
    person.press("#open-claim").await?;
    person.write("#claim-password", "a first password").await?;
    person.press("#claim").await?;
    page.until("#log-out").await?;
    Ok((page, person))
}

/// Comes in elsewhere under a name.
async fn log_in(driver: &Driver, house: &House, name: &str, password: &str) -> Result<(Page, Person), BrowserError> {
    let page = page_at(driver, Device::wide(), &house.url("/")).await?;
    let person = Person::new(&page, Hands::Mouse);
    person.press("#open-settings").await?;
    person.press("#open-log-in").await?;
    person.write("#log-in-name", name).await?;
    person.write("#log-in-password", password).await?;
    person.press("#log-in").await?;
    page.until_true(&format!("document.querySelector('#own-name')?.textContent === '{name}'")).await?;
    Ok((page, person))
}

/// How many sessions are listed.
async fn until_sessions(page: &Page, count: usize) -> Result<(), BrowserError> {
    page.until_true(&format!("document.querySelectorAll('.account-sessions li').length === {count}")).await
}

#[test]
fn a_session_on_another_device_is_ended_and_the_password_is_changed() {
    browser::test(async |driver| {
        let house = house()?;
        let (page, person) = named(driver, &house, Device::wide(), "Ottilie").await?;
        let (other, _) = log_in(driver, &house, "Ottilie", "a first password").await?;
        other.expect_console_errors("401");
        person.press("#open-account").await?;
        until_sessions(&page, 2).await?;
        page.until_true("document.querySelectorAll('.account-sessions em').length === 1").await?;
        person.press(".end-session").await?;
        until_sessions(&page, 1).await?;
        // Whoever sat there is a stranger now.
        other.reload().await?;
        other.until_true("(document.querySelector('#own-name')?.textContent ?? 'Ottilie') !== 'Ottilie'").await?;

        person.write("#old-password", "not the password").await?;
        person.write("#new-password", "another password").await?;
        page.expect_console_errors("401");
        person.press("#change-password").await?;
        page.until("#password-said:not(:empty)").await?;
        person.write("#old-password", "a first password").await?;
        person.press("#change-password").await?;
        page.until_true("document.querySelector('#old-password').value === ''").await?;
        let (third, _) = log_in(driver, &house, "Ottilie", "another password").await?;
        // Whoever is sent away may ask who they are before the test is over.
        third.expect_console_errors("401");
        page.reload().await?;
        until_sessions(&page, 2).await?;
        person.press("#end-others").await?;
        until_sessions(&page, 1).await
    });
}

#[test]
fn all_the_house_keeps_is_downloaded_and_then_deleted() {
    browser::test(async |driver| {
        let house = house()?;
        let (page, person) = named(driver, &house, Device::wide(), "Philomène").await?;
        person.press("#open-account").await?;
        until_sessions(&page, 1).await?;
        let file = page.download("#export-data").await?;
        let text = std::fs::read_to_string(file).expect("it was downloaded");
        let data: Value = serde_json::from_str(&text).expect("a document");
        let names = data["names"].as_array().expect("names");
        assert_eq!(names.last().map(|name| &name["name"]), Some(&"Philomène".into()), "{text}");

        person.press("#open-deletion").await?;
        person.press("#keep-account").await?;
        page.until_gone("#delete-account").await?;
        person.press("#open-deletion").await?;
        person.write("#deletion-password", "not the password").await?;
        page.expect_console_errors("401");
        person.press("#delete-account").await?;
        page.until(".account-refused:not(:empty)").await?;
        person.write("#deletion-password", "a first password").await?;
        person.press("#delete-account").await?;
        page.until("#play-dos").await?;
        page.until_true("(document.querySelector('#own-name')?.textContent || 'Philomène') !== 'Philomène'").await?;
        // The name is free for whoever comes next.
        named(driver, &house, Device::wide(), "Philomène").await.map(|_| ())
    });
}

#[test]
fn a_guest_finds_the_account_from_the_name_and_the_note_on_privacy_from_the_first_screen() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::phone(), &house.url("/")).await?;
        let person = Person::new(&page, Hands::Fingers);
        person.press("#open-privacy").await?;
        page.until("#privacy-note li").await?;
        let note = page.text("#privacy-note").await?;
        assert!(note.contains("365"), "the days of the house are told: {note}");
        page.check_accessibility().await?;
        person.press("#privacy-account").await?;
        until_sessions(&page, 1).await?;
        page.until_gone("#old-password").await?;
        page.check_accessibility().await?;
        page.visit(&house.url("/")).await?;
        person.press("#change-name").await?;
        person.press("#name-account").await?;
        until_sessions(&page, 1).await?;
        person.press("#open-deletion").await?;
        page.until_gone("#deletion-password").await?;
        // The line may ask once more who one is before the page is loaded anew.
        page.expect_console_errors("401");
        person.press("#delete-account").await?;
        page.until("#play-dos").await
    });
}

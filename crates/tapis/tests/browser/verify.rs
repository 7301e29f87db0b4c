//! Whoever has played can check that the deals were honest: in the browser, and with the record in hand.

use std::process::Command;

use engine::GameId;
use harness::browser::{self, Company, Device, Hands, Length, Person};

use crate::{house, page_at};

#[test]
fn the_deals_hold_in_the_browser_and_in_the_record_that_is_downloaded() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        let table = page.open_table(GameId::Dos, Company::Bots, Length::OneRound).await?;
        page.visit(&house.url(&format!("/table/{table}"))).await?;
        let mut person = Person::new(&page, Hands::Mouse);
        person.press("#begin").await?;
        person.play_match().await?;
        // They are folded as long as nothing is wrong.
        page.click("#proofs summary").await?;
        let proof = page.text("#proofs li").await?;
        assert!(proof.starts_with('✓'), "what was found out on the way: {proof}");
        page.click("#verify").await?;
        let verified = page.text("#verified li").await?;
        assert!(verified.starts_with('✓'), "what was found out at the end: {verified}");

        let record = page.download("#download-record").await?;
        let mut verify = Command::new(env!("CARGO_BIN_EXE_tapis"));
        let said = verify.arg("verify").arg(&record).output().expect("the program runs");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let text = std::fs::read_to_string(&record).expect("a record");
        let altered = text.replacen("\"ms\":", "\"ms\":1", 1);
        assert_ne!(altered, text);
        std::fs::write(&record, altered).expect("a record");
        let mut verify = Command::new(env!("CARGO_BIN_EXE_tapis"));
        let said = verify.arg("verify").arg(&record).output().expect("the program runs");
        assert!(!said.status.success(), "a record that was altered");
        Ok(())
    });
}

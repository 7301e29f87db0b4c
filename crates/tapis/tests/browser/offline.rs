//! Without a network: the client is installed and opens, one plays against bots, and what was played comes to the house
//! when that answers again.

use engine::GameId;
use harness::browser::{self, BrowserError, Device, Hands, Network, Offline, Page, Person};
use serde_json::Value;

use crate::{house, page_at};

/// Waits until the client is kept for the time without a network.
async fn until_kept(page: &Page) -> Result<(), BrowserError> {
    page.until_true("navigator.serviceWorker.controller").await
}

#[test]
fn a_match_that_was_played_without_a_network_is_in_the_history_later() {
    browser::test(async |driver| {
        let mut house = house()?;
        let page = page_at(driver, Device::phone().offline(Offline::Kept), &house.url("/")).await?;
        page.expect_outage();
        page.until("#play-dos").await?;
        until_kept(&page).await?;
        page.remember_local(GameId::Dos, "novice", &[]).await?;

        // Nobody answers any more, and the client opens all the same.
        page.set_network(Network::Off).await?;
        house.kill()?;
        page.visit(&house.url("/")).await?;
        page.tap("#play-dos").await?;
        page.until("[data-hand] [data-piece]").await?;
        let path: String = page.run("return location.pathname;", Vec::new()).await?;
        assert!(path.starts_with("/local/"), "{path}");
        let mut person = Person::new(&page, Hands::Fingers);
        person.act().await?;

        // The browser is closed and opened again: the match goes on where it was.
        page.visit("about:blank").await?;
        page.visit(&house.url("/")).await?;
        page.check_accessibility().await?;
        page.tap("[data-local] .resume").await?;
        person.play_match().await?;
        // It can be looked at again, in the worker that played it.
        page.tap("#see-replay").await?;
        page.until("#replay[data-at='0']").await?;
        page.visit(&house.url("/history")).await?;
        page.until("#not-sent-yet").await?;

        // The house is back: it is sent, replayed and kept, and marked as what it is.
        house.reopen()?;
        page.set_network(Network::On).await?;
        page.visit(&house.url("/history")).await?;
        page.until("li.match[data-offline]").await?;
        let marked = page.text("li.match[data-offline] .match-result").await?;
        assert!(marked.contains("hors ligne"), "{marked}");
        page.check_accessibility().await?;
        page.tap("li.match[data-offline] .see-replay").await?;
        page.until("#replay[data-at='0']").await
    });
}

#[test]
fn the_client_can_be_installed() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide().offline(Offline::Kept), &house.url("/")).await?;
        until_kept(&page).await?;
        let address: String = page.run("return document.querySelector('link[rel=manifest]').href;", Vec::new()).await?;
        let manifest: Value = serde_json::from_str(&page.ask("GET", &address, None).await?).expect("JSON");
        for field in ["name", "short_name", "start_url", "id", "scope", "background_color", "theme_color"] {
            assert!(manifest[field].as_str().is_some_and(|value| !value.is_empty()), "{field}: {manifest}");
        }
        assert!(["standalone", "fullscreen", "minimal-ui"].contains(&manifest["display"].as_str().unwrap_or_default()));
        let icons = manifest["icons"].as_array().expect("icons");
        for (purpose, size) in [("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512)] {
            let sizes = format!("{size}x{size}");
            let is_wanted = |icon: &&Value| icon["purpose"] == purpose && icon["sizes"] == sizes.as_str();
            let icon = icons.iter().find(is_wanted).unwrap_or_else(|| panic!("no {purpose} icon of {size}"));
            // A picture says itself how large it is.
            let script = "const [source, done] = arguments; const picture = new Image();
                picture.onload = () => done(picture.naturalWidth); picture.onerror = () => done(0); picture.src = source;";
            let width: u32 = page.run_async(script, vec![icon["src"].clone()]).await?;
            assert_eq!(width, size, "{icon}");
        }
        // What a page needs without a network, and each language of each rulebook.
        let kept: Vec<String> = page
            .run_async(
                "const [done] = arguments; caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())
                    .then((keys) => done(keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search)));",
                Vec::new(),
            )
            .await?;
        for wanted in
            ["app_bg.wasm", "house_bg.wasm", "local.js", "style.css", "/api/rules/onze?lang=en", "/icons/192.png"]
        {
            assert!(kept.iter().any(|path| path.ends_with(wanted)), "{wanted} is not in {kept:?}");
        }
        Ok(())
    });
}

#[test]
fn a_new_version_is_offered_between_games_and_taken_when_asked_for() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::phone().offline(Offline::Kept), &house.url("/")).await?;
        page.until("#play-dos").await?;
        until_kept(&page).await?;
        page.remember_local(GameId::Dos, "novice", &[]).await?;
        page.visit(&house.url("/")).await?;
        page.tap("#play-dos").await?;
        page.until("[data-hand] [data-piece]").await?;
        // For a browser a worker with another address is another version: it is fetched, and waits.
        page.run_async::<bool>(
            "const [done] = arguments;
            navigator.serviceWorker.register('/sw.js?next').then(({ installing, waiting }) => {
                if (waiting) return done(true);
                installing.addEventListener('statechange', () => installing.state === 'installed' && done(true));
            });",
            Vec::new(),
        )
        .await?;

        // At the table nothing is said; the match goes on with the version it began with.
        page.until_still().await?;
        assert!(page.run::<bool>("return document.querySelector('.new-version') === null;", Vec::new()).await?);
        let mut person = Person::new(&page, Hands::Fingers);
        person.play_match().await?;
        page.tap("#back-home").await?;
        page.until("#take-new-version").await?;
        page.check_accessibility().await?;
        let before: f64 = page.run("return performance.timeOrigin;", Vec::new()).await?;
        page.tap("#take-new-version").await?;
        page.until_true(&format!("performance.timeOrigin !== {before}")).await?;
        page.until_true("navigator.serviceWorker.controller?.scriptURL.endsWith('?next')").await?;
        page.until("#play-dos").await
    });
}

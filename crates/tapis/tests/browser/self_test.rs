//! That the harness itself notices what it is there to notice, and that what it does arrives as it should.

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::time::Duration;

use harness::browser::{self, BrowserError, Device, Driver, Find, Key, Memory, Motion, Network, Page, Proxy, Theme};
use words::Lang;

use crate::{house, page_at};

/// How long is waited for what will not happen.
const SOON: Duration = Duration::from_millis(200);

/// A page with this on it and nothing else.
async fn planted(driver: &Driver, device: Device, html: &str) -> Result<Page, BrowserError> {
    let page = driver.open(device).await?;
    let head = "<!doctype html><html lang=fr><meta name=viewport content='width=device-width'><title>Essai</title>";
    // What has a meaning in addresses is written by its number.
    let html = format!("{head}<main>{html}</main>").replace('%', "%25").replace('#', "%23");
    page.visit(&format!("data:text/html;charset=utf-8,{html}")).await?;
    Ok(page)
}

/// What a page noted, once there is as much as wanted.
async fn noted(page: &Page, count: usize) -> Result<Vec<String>, BrowserError> {
    page.until_true(&format!("window.noted.length >= {count}")).await?;
    page.run("return window.noted;", Vec::new()).await
}

/// Notes events of these names, with what pointed.
async fn note(page: &Page, names: &str) -> Result<(), BrowserError> {
    let script = "window.noted = [];
        for (const name of arguments[0].split(' '))
            addEventListener(name, (event) => noted.push([name, event.pointerType ?? event.key].join(' ')));";
    page.run(script, vec![names.into()]).await
}

#[test]
fn a_picture_without_words_is_found() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        page.until("h1").await?;
        page.check_accessibility().await?;
        let plant =
            "const image = document.createElement('img'); image.width = image.height = 20; image.id = 'planted';
            document.querySelector('h1').after(image);";
        page.run::<()>(plant, Vec::new()).await?;
        let found = page.check_accessibility().await.expect_err("the picture has no words");
        assert!(matches!(&found, BrowserError::Inaccessible(list) if list.len() == 1), "{found}");
        assert!(found.to_string().contains("image-alt (critical) at `#planted`"), "{found}");
        Ok(())
    });
}

#[test]
fn an_error_in_the_console_fails_a_test() {
    let failed = catch_unwind(|| {
        browser::test(async |driver| {
            let page = planted(driver, Device::wide(), "").await?;
            page.run("console.error('a planted error');", Vec::new()).await
        });
    });
    let message = failed.expect_err("it fails").downcast::<String>().expect("a message");
    assert!(message.contains("a planted error"), "{message}");
    let picture = message.split("picture: ").nth(1).expect("a picture").trim();
    let start = std::fs::read(picture).expect("a file");
    assert!(start.starts_with(b"\x89PNG"));
    std::fs::remove_file(picture).expect("removed: it is no failure");
}

#[test]
fn exceptions_lost_promises_and_failed_requests_are_errors_and_what_is_expected_is_none() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        page.expect_console_errors("an expected error");
        let script = "console.error('an expected error');
            setTimeout(() => { throw new Error('thrown'); });
            setTimeout(() => { Promise.reject(new Error('rejected')); });
            fetch('/nowhere');";
        page.run::<()>(script, Vec::new()).await?;
        for text in ["thrown", "rejected", "nowhere"] {
            page.until_console_error(text).await?;
        }
        Ok(())
    });
}

/// A browser that keeps a page for the way back cuts its socket, and calls that an error of the page.
#[test]
fn to_leave_a_page_with_an_open_socket_and_come_back_is_no_error() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        for _ in 0..3 {
            // The page comes with its socket open.
            page.until_true("localStorage.getItem('tapis.came')").await?;
            page.until("#play-dos").await?;
            // Whoever leaves a page before it is loaded does not find it on the way back.
            page.until_true("document.readyState === 'complete'").await?;
            // A page that nobody has touched is passed over on the way back.
            page.click("h1").await?;
            page.visit(&house.url("/rules/dos")).await?;
            page.until("#rule-R1").await?;
            page.click("h1").await?;
            // Once the script is over: one that is interrupted by its own way back is run again by the driver.
            page.run::<()>("setTimeout(() => history.back());", Vec::new()).await?;
            page.until("#play-dos").await?;
        }
        assert_eq!(page.take_console_errors().await?, Vec::<String>::new());
        Ok(())
    });
}

/// What a page would draw by luck comes from a seed, and never twice; who comes for the first time remembers nothing.
#[test]
fn dice_and_memory_of_a_page_are_prepared() {
    browser::test(async |driver| {
        let house = house()?;
        let drawn = "return [Math.random(), ...crypto.getRandomValues(new Uint8Array(4))].join();";
        let memory = "return [localStorage.getItem('tapis.pace'), localStorage.getItem('tapis.welcomed.nain-jaune')];";
        let page = page_at(driver, Device::wide(), &house.url("/rules/dos")).await?;
        let mut all: Vec<String> = vec![page.run(drawn, Vec::new()).await?];
        assert_eq!(page.run::<[Option<String>; 2]>(memory, Vec::new()).await?, [Some("none".into()), Some("1".into())]);
        page.reload().await?;
        all.push(page.run(drawn, Vec::new()).await?);
        let newcomer = page_at(driver, Device::wide().memory(Memory::None), &house.url("/rules/dos")).await?;
        all.push(newcomer.run(drawn, Vec::new()).await?);
        assert_eq!(newcomer.run::<[Option<String>; 2]>(memory, Vec::new()).await?, [None, None]);
        let distinct: BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len(), "{all:?}");
        Ok(())
    });
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    browser::test(async |driver| {
        let page =
            planted(driver, Device::wide(), "<p hidden>Nobody sees this.</p><p>Everybody sees this.</p>").await?;
        page.run::<()>("console.error('a planted error');", Vec::new()).await?;
        let page = page.with_timeout(SOON);
        let missing = page.until(Find::Text("Nobody sees this.")).await.expect_err("it is hidden").to_string();
        for told in ["“Nobody sees this.”", "data:text/html", "“Essai”", "Everybody sees this.", "a planted error"]
        {
            assert!(missing.contains(told), "{told} is not in {missing}");
        }
        assert_eq!(page.take_console_errors().await?.len(), 1, "it was told, but not forgotten");
        Ok(())
    });
}

#[test]
fn text_is_found_as_people_read_it() {
    browser::test(async |driver| {
        let html = "<p hidden>Ici : à vous de jouer !</p><p>À\u{a0}vous <b>de</b>\njouer\u{202f}!</p><button aria-label='Fermer la page'>×</button>
            <p style='visibility: hidden'>Unseen</p>";
        let page = planted(driver, Device::wide(), html).await?;
        assert_eq!(page.text(Find::Text("vous de jouer !")).await?, "À vous de jouer !");
        assert_eq!(page.text(Find::Text("Fermer")).await?, "×");
        page.until_gone(Find::Text("Unseen")).await
    });
}

#[test]
fn a_line_is_cut_and_restored_under_an_open_socket() {
    browser::test(async |driver| {
        let house = house()?;
        let line = Proxy::to(house.address()).await?;
        let page = page_at(driver, Device::wide(), &line.url("/")).await?;
        page.expect_outage();
        let enter = "window.session = 'none';
            const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
            fetch('/api/session', request).then(() => { session = 'held'; });";
        page.run::<()>(enter, Vec::new()).await?;
        page.until_true("session === 'held'").await?;
        let open = "window.seen = 'nothing'; window.socket = new WebSocket('/api/ws');
            socket.onopen = () => { seen = 'open'; }; socket.onclose = () => { seen = 'closed'; };";
        page.run::<()>(open, Vec::new()).await?;
        page.until_true("seen === 'open'").await?;
        line.cut();
        page.until_true("seen === 'closed'").await?;
        page.run::<()>(open, Vec::new()).await?;
        page.until_true("seen === 'closed'").await?;
        line.restore();
        page.run::<()>(open, Vec::new()).await?;
        page.until_true("seen === 'open'").await?;
        // The browser's own switch stops requests, but leaves the socket as it is.
        page.set_network(Network::Off).await?;
        page.until_true("!navigator.onLine").await?;
        page.run::<()>("window.answer = 'none'; fetch('/healthz').catch(() => { answer = 'failed'; });", Vec::new())
            .await?;
        page.until_true("answer === 'failed'").await?;
        page.until_true("seen === 'open' && socket.readyState === WebSocket.OPEN").await?;
        page.set_network(Network::On).await?;
        page.until_true("navigator.onLine").await
    });
}

#[test]
fn a_tap_is_a_touch_and_a_click_is_a_mouse() {
    browser::test(async |driver| {
        let button = "<button style='width: 60px; height: 60px'>Jouer</button>";
        let page = planted(driver, Device::phone(), button).await?;
        note(&page, "touchstart pointerdown pointerup click").await?;
        page.tap(Find::Text("Jouer")).await?;
        let tapped = noted(&page, 4).await?;
        assert_eq!(tapped, ["pointerdown touch", "touchstart ", "pointerup touch", "click touch"]);
        let page = planted(driver, Device::wide(), button).await?;
        note(&page, "pointerdown click").await?;
        page.click("button").await?;
        assert_eq!(noted(&page, 2).await?, ["pointerdown mouse", "click mouse"]);
        Ok(())
    });
}

#[test]
fn a_drag_begins_on_one_thing_and_ends_on_another() {
    browser::test(async |driver| {
        // The place to drop shows only once the drag has begun.
        let html = "<div id=card style='width: 60px; height: 60px; touch-action: none'></div>
            <div id=spot hidden style='margin: 99px; width: 60px; height: 60px'></div>";
        let script = "window.noted = [];
            card.onpointerdown = (event) => { card.setPointerCapture(event.pointerId); };
            card.onpointermove = () => { spot.hidden = false; };
            card.onpointerup = (event) => {
                noted.push([event.pointerType, document.elementFromPoint(event.clientX, event.clientY).id].join(' '));
                spot.hidden = true;
            };";
        let page = planted(driver, Device::phone(), html).await?;
        page.run::<()>(script, Vec::new()).await?;
        page.touch_drag("#card", "#spot").await?;
        let page_of_mouse = planted(driver, Device::wide(), html).await?;
        page_of_mouse.run::<()>(script, Vec::new()).await?;
        page_of_mouse.drag("#card", "#spot").await?;
        assert_eq!(noted(&page, 1).await?, ["touch spot"]);
        assert_eq!(noted(&page_of_mouse, 1).await?, ["mouse spot"]);
        Ok(())
    });
}

#[test]
fn what_is_covered_is_not_clicked_but_a_corner_that_shows_is() {
    browser::test(async |driver| {
        let cards = "<style>button { position: fixed; top: 0; width: 84px; height: 124px }</style>
            <button style='left: 0' onclick='noted.push(7)'>7</button>
            <button style='left: 20px' onclick='noted.push(8)'>8</button>
            <div id=curtain style='position: fixed; inset: 0' hidden></div><script>window.noted = [];</script>";
        let page = planted(driver, Device::wide(), cards).await?;
        page.click("button:first-of-type").await?;
        page.click("button:last-of-type").await?;
        page.until_true("noted.join() === '7,8'").await?;
        page.run::<()>("curtain.hidden = false;", Vec::new()).await?;
        let covered = page.with_timeout(SOON).click("button").await.expect_err("it is covered").to_string();
        assert!(covered.contains("it lies under <div id=\"curtain\""), "{covered}");
        Ok(())
    });
}

#[test]
fn keys_go_to_what_has_the_focus() {
    browser::test(async |driver| {
        let fields = "<label>Nom <input id=name></label> <button>Jouer</button>";
        let page = planted(driver, Device::wide(), fields).await?;
        page.click("input").await?;
        page.write("Zoé").await?;
        page.until_true("document.querySelector('input').value === 'Zoé'").await?;
        page.press(Key::Tab).await?;
        page.until_true("document.activeElement.innerText === 'Jouer'").await?;
        page.press_with(Key::Shift, Key::Tab).await?;
        page.until_true("document.activeElement.id === 'name'").await?;
        note(&page, "keydown").await?;
        page.press('d').await?;
        assert_eq!(noted(&page, 1).await?, ["keydown d"]);
        Ok(())
    });
}

#[test]
fn a_browser_believes_what_it_is_told_of_its_device() {
    browser::test(async |driver| {
        let phone = Device::phone().language(Lang::English).theme(Theme::Dark);
        let page = planted(driver, phone, "").await?;
        page.until_true("innerWidth === 360 && innerHeight === 740 && devicePixelRatio === 2").await?;
        page.until_true("matchMedia('(prefers-color-scheme: dark) and (prefers-reduced-motion)').matches").await?;
        page.until_true("matchMedia('(pointer: coarse) and (hover: none)').matches").await?;
        page.until_true("navigator.maxTouchPoints === 5 && navigator.language === 'en'").await?;
        let page = planted(driver, Device::wide().motion(Motion::Full), "").await?;
        page.until_true("innerWidth === 1280 && innerHeight === 800 && devicePixelRatio === 1").await?;
        page.until_true("matchMedia('(prefers-color-scheme: light) and (pointer: fine)').matches").await?;
        page.until_true("!matchMedia('(prefers-reduced-motion)').matches && navigator.language === 'fr'").await
    });
}

#[test]
fn times_are_taken_by_the_clock_of_the_page() {
    browser::test(async |driver| {
        let house = house()?;
        let page = page_at(driver, Device::wide(), &house.url("/")).await?;
        let first = page.time_to(&house.url("/"), "h1").await?;
        assert!(!first.is_zero());
        page.watch_inputs().await?;
        page.click("h1").await?;
        let times = page.input_times().await?;
        assert_eq!(times.first().map(|time| time.event.as_str()), Some("pointerdown"));
        assert!(times.iter().all(|time| !time.took().is_zero()), "{times:?}");
        Ok(())
    });
}

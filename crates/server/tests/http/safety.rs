//! What the house does with those who do not mean well, or do not know how.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use engine::GameId;
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::fixture::{House, config};

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_browsers_safe() {
    let house = House::open(config()).await;
    for path in ["/", "/healthz", "/metrics", "/api/openapi.json", "/api/session", "/nowhere"] {
        let answer = house.get(path, "").await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.headers[name], value, "{path}");
        }
        let policy = answer.headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(answer.headers["x-request-id"].to_str().expect("text").parse::<u64>().is_ok());
        assert_eq!(answer.headers.contains_key("cache-control"), path.starts_with("/api/"), "{path}");
        assert!(!answer.headers.contains_key("access-control-allow-origin"), "{path}");
    }
}

#[tokio::test]
async fn pages_of_other_sites_can_neither_act_nor_read() {
    let house = House::open(config()).await;
    let from = |origin: String| house.request(Method::POST, "/api/session").header("origin", origin).json(&json!({}));
    let foreign = house.send(from("https://evil.example".into())).await;
    assert_eq!((foreign.status, foreign.code()), (StatusCode::FORBIDDEN, "foreign-origin"));
    let own = house.send(from(format!("http://{}", house.address))).await;
    assert_eq!(own.status, StatusCode::OK);
    assert!(!own.headers.contains_key("access-control-allow-origin"));
    let request = house.request(Method::GET, "/api/session").header("origin", "https://evil.example");
    assert!(!house.send(request).await.headers.contains_key("access-control-allow-origin"));
    let asked_first = house
        .request(Method::OPTIONS, "/api/session")
        .header("origin", "https://evil.example")
        .header("access-control-request-method", "POST");
    assert!(!house.send(asked_first).await.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn a_site_that_is_allowed_can_do_both() {
    let mut config = config();
    config.allowed_origins = "https://friend.example".parse().expect("origins");
    let house = House::open(config).await;
    let from =
        |origin: &'static str| house.request(Method::POST, "/api/session").header("origin", origin).json(&json!({}));
    let friend = house.send(from("https://friend.example")).await;
    assert_eq!(friend.status, StatusCode::OK);
    assert_eq!(friend.headers["access-control-allow-origin"], "https://friend.example");
    assert_eq!(friend.headers["access-control-allow-credentials"], "true");
    let other = house.send(from("https://evil.example")).await;
    assert_eq!(other.code(), "foreign-origin");
    assert!(!other.headers.contains_key("access-control-allow-origin"));
    let asked_first = house
        .request(Method::OPTIONS, "/api/session")
        .header("origin", "https://friend.example")
        .header("access-control-request-method", "PATCH")
        .header("access-control-request-headers", "content-type");
    let allowed = house.send(asked_first).await;
    assert_eq!(allowed.status, StatusCode::OK);
    assert!(allowed.headers["access-control-allow-methods"].to_str().expect("text").contains("PATCH"));
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_with_the_reason() {
    let mut config = config();
    config.body_bytes = NonZeroUsize::new(1000).expect("not zero");
    let house = House::open(config).await;
    let post = |body: &'static str, form: &'static str| {
        house.send(house.request(Method::POST, "/api/session").header("content-type", form).body(body))
    };
    let broken = post("{\"name\": ", "application/json").await;
    assert_eq!((broken.status, broken.code()), (StatusCode::BAD_REQUEST, "bad-body"));
    let unknown = post("{\"nmae\": \"x\"}", "application/json").await;
    assert_eq!(unknown.code(), "bad-body");
    assert!(unknown.text("error.message").contains("nmae"), "{}", unknown.text("error.message"));
    let wrong = post("{\"name\": 7}", "application/json").await;
    assert_eq!(wrong.code(), "bad-body");
    let no_text = house.request(Method::POST, "/api/session").header("content-type", "application/json");
    assert_eq!(house.send(no_text.body(vec![0xff, 0xfe])).await.code(), "bad-body");
    let form = post("name=x", "application/x-www-form-urlencoded").await;
    assert_eq!((form.status, form.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json"));
    let long = house.post("/api/session?lang=en", "", json!({"name": "x".repeat(2000)})).await;
    assert_eq!((long.status, long.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too-large"));
    assert!(long.text("error.message").contains("1000"));
    let nowhere = house.get("/api/nowhere", "").await;
    assert_eq!((nowhere.status, nowhere.code()), (StatusCode::NOT_FOUND, "no-such-page"));
    let method = house.ask(Method::DELETE, "/api/login", "", None).await;
    assert_eq!((method.status, method.code()), (StatusCode::METHOD_NOT_ALLOWED, "wrong-method"));
    let game = house.get("/api/leaderboards/chess", "").await;
    assert_eq!((game.status, game.code()), (StatusCode::NOT_FOUND, "no-such-game"));
    for query in ["?most=many", "?after=x", "?befor=1"] {
        let answer = house.get(&format!("/api/leaderboards/onze{query}"), "").await;
        assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, "bad-query"), "{query}");
    }
    assert_eq!(house.get("/api/players/nobody", "").await.code(), "no-such-player");
    assert_eq!(house.get("/api/players/nobody/history", "").await.code(), "no-such-player");
}

#[tokio::test]
async fn who_asks_too_often_is_told_when_to_come_back() {
    let mut config = config();
    config.address_requests = number(12);
    let house = House::open(config).await;
    for _ in 0..3 {
        assert_eq!(house.get("/healthz", "").await.status, StatusCode::OK);
    }
    let refused = house.get("/healthz", "").await;
    assert_eq!((refused.status, refused.code()), (StatusCode::TOO_MANY_REQUESTS, "too-fast"));
    let seconds: u64 = refused.headers["retry-after"].to_str().expect("text").parse().expect("a number");
    assert!((1..=6).contains(&seconds), "{seconds}");
    assert!(house.app.metrics.text().contains("tapis_refusals_total{code=\"too-fast\"} 1"));
}

#[tokio::test]
async fn one_session_does_not_take_what_is_there_for_all() {
    let mut config = config();
    config.session_requests = number(8);
    let house = House::open(config).await;
    let (greedy, other) = (house.guest().await.text("token"), house.guest().await.text("token"));
    for _ in 0..2 {
        assert_eq!(house.get("/api/session", &greedy).await.status, StatusCode::OK);
    }
    assert_eq!(house.get("/api/session", &greedy).await.code(), "too-fast");
    assert_eq!(house.get("/api/session", &other).await.status, StatusCode::OK);
}

#[tokio::test]
async fn passwords_cannot_be_tried_one_after_the_other_and_guests_not_made_by_the_thousand() {
    let mut config = config();
    config.login_attempts = number(12);
    config.new_guests = number(8);
    let house = House::open(config).await;
    let login = || house.post("/api/login", "", json!({"name": "Anna", "password": "a guess of mine"}));
    for _ in 0..3 {
        assert_eq!(login().await.code(), "wrong-login");
    }
    let refused = login().await;
    assert_eq!((refused.status, refused.code()), (StatusCode::TOO_MANY_REQUESTS, "too-fast"));
    house.guest().await;
    house.guest().await;
    assert_eq!(house.post("/api/session", "", json!({})).await.code(), "too-fast");
    assert_eq!(house.get("/healthz", "").await.status, StatusCode::OK);
}

/// A house behind a proxy that lets everybody try four times at the password of an account.
async fn few_attempts() -> House {
    let mut config = config();
    config.proxy_header = "X-Forwarded-For".parse().expect("a header");
    config.account_attempts = number(4);
    House::open(config).await
}

#[tokio::test]
async fn a_password_cannot_be_guessed_from_many_places_and_its_owner_is_not_locked_out() {
    let house = few_attempts().await;
    let guest = house.guest().await.text("token");
    let claim = json!({"name": "Anna", "password": "correct horse"});
    assert_eq!(house.post("/api/claim", &guest, claim.clone()).await.status, StatusCode::OK);
    let login = |address: String, body: serde_json::Value| {
        house.send(house.request(Method::POST, "/api/login").header("x-forwarded-for", address).json(&body))
    };
    assert_eq!(login("10.0.0.1".into(), claim.clone()).await.status, StatusCode::OK);
    let mut refused = 0;
    for last in 2..40 {
        let guess = json!({"name": "anna", "password": "a guess of mine"});
        refused += usize::from(login(format!("10.0.0.{last}"), guess).await.code() == "too-fast");
    }
    assert!(refused > 0, "one name is not guessed at from forty places");
    assert_eq!(login("10.0.0.1".into(), claim).await.status, StatusCode::OK, "she was there before");
}

#[tokio::test]
async fn spellings_that_look_alike_are_attempts_at_one_password() {
    let house = few_attempts().await;
    house.named("Casper").await;
    let mut refused = 0;
    for spelling in 0..32_u32 {
        // Each of these letters has a Cyrillic one that nobody can tell from it.
        let letters = "Casper".chars().zip("\u{421}\u{430}\u{455}\u{440}\u{435}r".chars()).enumerate();
        let name: String =
            letters.map(|(place, (latin, other))| if spelling >> place & 1 == 0 { latin } else { other }).collect();
        let guess = json!({"name": name, "password": "a guess of mine"});
        let request = house.request(Method::POST, "/api/login").header("x-forwarded-for", format!("10.0.0.{spelling}"));
        let answer = house.send(request.json(&guess)).await;
        assert!(["wrong-login", "too-fast"].contains(&answer.code()), "{name}: {answer:?}");
        refused += usize::from(answer.code() == "too-fast");
    }
    assert!(refused > 0, "no spelling has attempts of its own");
}

#[tokio::test]
async fn who_has_a_session_does_not_guess_the_password_behind_it() {
    let house = few_attempts().await;
    let stolen = house.named("Anna").await;
    let mut refused = 0;
    for last in 0..20_u32 {
        let from = |request: reqwest::RequestBuilder| {
            request.header("x-forwarded-for", format!("10.0.0.{last}")).bearer_auth(&stolen)
        };
        let change = json!({"old": "a guess of mine", "new": "another password"});
        let delete = json!({"password": "a guess of mine"});
        let change = from(house.request(Method::POST, "/api/password")).json(&change);
        let delete = from(house.request(Method::DELETE, "/api/session/account")).json(&delete);
        for request in [change, delete] {
            let answer = house.send(request).await;
            assert!(["wrong-login", "too-fast"].contains(&answer.code()), "{answer:?}");
            refused += usize::from(answer.code() == "too-fast");
        }
    }
    assert!(refused > 0, "wherever the guesses come from");
}

/// Sends some bytes and reads until the house hangs up.
async fn until_hung_up(stream: &mut TcpStream, bytes: &[u8]) -> String {
    stream.write_all(bytes).await.expect("sent");
    let mut answer = Vec::new();
    // A connection that is cut counts as hung up, too.
    let _ = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await.expect("an end");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn who_takes_for_ever_to_ask_is_hung_up_on() {
    let mut config = config();
    config.header_seconds = number(1);
    config.request_seconds = number(1);
    let house = House::open(config).await;
    let mut slow_head = TcpStream::connect(house.address).await.expect("connected");
    let heard = until_hung_up(&mut slow_head, b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
    assert!(!heard.contains("200 OK"), "{heard}");
    let mut silent = TcpStream::connect(house.address).await.expect("connected");
    assert_eq!(until_hung_up(&mut silent, b"").await.find("200 OK"), None);
    let mut slow_body = TcpStream::connect(house.address).await.expect("connected");
    let head =
        b"POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{\"na";
    let heard = until_hung_up(&mut slow_body, head).await;
    assert!(heard.starts_with("HTTP/1.1 408 ") && heard.contains("too-slow"), "{heard}");
    assert_eq!(house.get("/healthz", "").await.status, StatusCode::OK, "others are served all the while");
}

#[tokio::test]
async fn a_head_without_end_is_refused() {
    let house = House::open(config()).await;
    let mut stream = TcpStream::connect(house.address).await.expect("connected");
    let head = format!("GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: {}", "x".repeat(100_000));
    // The house may hang up before everything is sent.
    let _ = stream.write_all(head.as_bytes()).await;
    let heard = until_hung_up(&mut stream, b"").await;
    assert!(heard.is_empty() || heard.starts_with("HTTP/1.1 431 "), "{heard}");
}

#[tokio::test]
async fn an_address_has_only_so_many_connections() {
    let mut config = config();
    config.connections_per_address = number(2);
    let house = House::open(config).await;
    let mut first = TcpStream::connect(house.address).await.expect("connected");
    let second = TcpStream::connect(house.address).await.expect("connected");
    let mut third = TcpStream::connect(house.address).await.expect("connected");
    let request = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let mut nothing = Vec::new();
    // A connection that is cut counts as hung up, too.
    let _ = third.read_to_end(&mut nothing).await;
    assert!(nothing.is_empty());
    assert!(until_hung_up(&mut first, request).await.contains("200 OK"));
    drop(second);
    assert!(house.app.metrics.text().contains("tapis_connections_refused_total 1"));
}

#[tokio::test]
async fn behind_a_proxy_each_of_its_clients_has_limits_of_its_own() {
    let mut config = config();
    config.proxy_header = "X-Forwarded-For".parse().expect("a header");
    config.address_requests = number(4);
    let house = House::open(config).await;
    let from =
        |address: &'static str| house.send(house.request(Method::GET, "/healthz").header("x-forwarded-for", address));
    assert_eq!(from("10.0.0.1").await.status, StatusCode::OK);
    assert_eq!(from("10.0.0.1").await.code(), "too-fast");
    assert_eq!(from("10.0.0.9, 10.0.0.1").await.code(), "too-fast", "what a client claims does not count");
    assert_eq!(from("10.0.0.2").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_house_that_closes_lets_idle_connections_go_and_takes_no_more() {
    let house = House::open(config()).await;
    let address = house.address;
    let mut idle = TcpStream::connect(address).await.expect("connected");
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
    let mut answer = [0; 15];
    idle.read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
    house.close().await;
    let mut rest = Vec::new();
    let _ = idle.read_to_end(&mut rest).await;
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn health_and_figures_are_there_to_be_read() {
    let house = House::open(config()).await;
    house.guest().await;
    let health = house.get("/healthz", "").await;
    assert_eq!(health.status, StatusCode::OK);
    assert!(health.body["head"].as_u64().is_some_and(|head| head >= 1), "{health:?}");
    let response = house.request(Method::GET, "/metrics").send().await.expect("an answer");
    let text = response.text().await.expect("text");
    for figure in ["tapis_connections 1", "tapis_append_seconds_count 1", "tapis_requests_total{status=\"200\"} 2"] {
        assert!(text.contains(figure), "{figure} is not in\n{text}");
    }
    let page = house.request(Method::GET, "/?lang=en").send().await.expect("an answer").text().await.expect("text");
    assert!(page.contains("The house is open.") && page.contains("/api/openapi.json"), "{page}");
}

#[tokio::test]
async fn the_rules_are_there_to_be_read_in_both_languages() {
    let house = House::open(config()).await;
    for game in GameId::ALL {
        for (lang, word) in [("fr", "joueurs"), ("en", "players")] {
            let path = format!("/api/rules/{}?lang={lang}", game.slug());
            let page = house.request(Method::GET, &path).send().await.expect("an answer").text().await.expect("text");
            assert!(page.contains("<li id=\"rule-R1\"") && page.contains(word), "{path}: {page}");
        }
    }
    assert_eq!(house.get("/api/rules/belote", "").await.code(), "no-such-game");
}

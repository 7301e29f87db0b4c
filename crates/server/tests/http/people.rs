//! Coming in, being known again, names, passwords and sessions.

use std::collections::BTreeSet;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::fixture::{House, config};

#[tokio::test]
async fn a_guest_comes_in_at_once_with_a_friendly_name_and_is_known_again() {
    let house = House::open(config()).await;
    let guest = house.guest().await;
    assert!(words::server::GUEST_NAMES.contains(&guest.text("player.name").as_str()));
    assert_eq!(guest.body["player"]["kind"], "human");
    assert_eq!(guest.body["player"]["claimed"], false);
    assert_eq!(guest.body["player"]["since"], 1_800_000_000_000_u64);

    let by_token = house.get("/api/session", &guest.text("token")).await;
    assert_eq!(by_token.body["player"], guest.body["player"]);
    let cookie = guest.headers["set-cookie"].to_str().expect("text").to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "there is no HTTPS here");
    let cookie = cookie.split(';').next().expect("a cookie").to_owned();
    let request = house.request(Method::GET, "/api/session").header("cookie", format!("other=1; {cookie}"));
    assert_eq!(house.send(request).await.body["player"], guest.body["player"]);
    assert_eq!(house.get("/api/session", "").await.code(), "no-session");
}

#[tokio::test]
async fn cookies_are_secure_when_the_public_url_is() {
    let mut config = config();
    config.public_url = "https://jeux.example".parse().expect("an origin");
    let house = House::open(config).await;
    let guest = house.guest().await;
    assert!(guest.headers["set-cookie"].to_str().expect("text").ends_with("; Secure"));
    assert!(guest.headers.contains_key("strict-transport-security"));
}

#[tokio::test]
async fn a_program_is_shown_as_one() {
    let house = House::open(config()).await;
    let program = house.post("/api/session", "", json!({"name": "Robot 7", "kind": "program"})).await;
    assert_eq!((program.text("player.name"), program.text("player.kind")), ("Robot 7".into(), "program".into()));
    let seen = house.get(&format!("/api/players/{}", program.text("player.id")), "").await;
    assert_eq!(seen.body["player"]["kind"], "program");
}

#[tokio::test]
async fn a_guest_takes_a_name_comes_in_elsewhere_and_locks_the_first_device_out() {
    let house = House::open(config()).await;
    let first = house.guest().await;
    let (token, id) = (first.text("token"), first.text("player.id"));
    let claimed = house.post("/api/claim", &token, json!({"name": " Élodie ", "password": "correct horse"})).await;
    assert_eq!((claimed.status, claimed.text("player.name")), (StatusCode::OK, "Élodie".into()));
    assert_eq!(claimed.body["player"]["claimed"], true);
    assert_eq!(claimed.text("player.id"), id, "they stay who they are");

    let wrong = house.post("/api/login", "", json!({"name": "Élodie", "password": "correct Horse"})).await;
    assert_eq!((wrong.status, wrong.code()), (StatusCode::UNAUTHORIZED, "wrong-login"));
    let nobody = house.post("/api/login", "", json!({"name": "Nobody", "password": "correct horse"})).await;
    assert_eq!((nobody.status, nobody.code()), (StatusCode::UNAUTHORIZED, "wrong-login"));
    let second = house.post("/api/login", "", json!({"name": "ELODIE", "password": "correct horse"})).await;
    assert_eq!((second.status, second.text("player.id")), (StatusCode::OK, id));
    let other = second.text("token");

    let sessions = house.get("/api/sessions", &other).await;
    let listed = sessions.body["sessions"].as_array().expect("sessions");
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|session| session["device"] == "test device"));
    assert_eq!(listed.iter().filter(|session| session["current"] == true).count(), 1);

    let mut disconnections = house.app.people.disconnections();
    let who = house.app.people.who(&first.text("session")).await.expect("still valid");
    let revoked = house.ask(Method::DELETE, &format!("/api/sessions/{}", first.text("session")), &other, None).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);
    let refused = house.get("/api/session", &token).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::UNAUTHORIZED, "bad-token"));
    assert_eq!(house.get("/api/session", &other).await.status, StatusCode::OK);
    assert!(disconnections.recv().await.expect("told").ends(&who), "open sockets hear of it");
    let again = house.ask(Method::DELETE, &format!("/api/sessions/{}", first.text("session")), &other, None).await;
    assert_eq!((again.status, again.code()), (StatusCode::NOT_FOUND, "no-such-session"));
}

#[tokio::test]
async fn nobody_revokes_the_session_of_somebody_else() {
    let house = House::open(config()).await;
    let (mine, theirs) = (house.guest().await, house.guest().await);
    let path = format!("/api/sessions/{}", theirs.text("session"));
    assert_eq!(house.ask(Method::DELETE, &path, &mine.text("token"), None).await.code(), "no-such-session");
    assert_eq!(house.get("/api/session", &theirs.text("token")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn who_logs_out_is_out_and_the_cookie_is_gone() {
    let house = House::open(config()).await;
    let token = house.guest().await.text("token");
    let out = house.ask(Method::POST, "/api/logout", &token, None).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(out.headers["set-cookie"].to_str().expect("text").starts_with("tapis=; Path=/; Max-Age=0"));
    assert_eq!(house.get("/api/session", &token).await.code(), "bad-token");
}

#[tokio::test]
async fn another_password_ends_all_other_sessions() {
    let house = House::open(config()).await;
    let first = house.named("Basile").await;
    let login = |password: &'static str| json!({"name": "basile", "password": password});
    let second = house.post("/api/login", "", login("a password")).await.text("token");
    let wrong = house.post("/api/password", &second, json!({"old": "no password", "new": "another one"})).await;
    assert_eq!(wrong.code(), "wrong-login");
    let short = house.post("/api/password", &second, json!({"old": "a password", "new": "short"})).await;
    assert_eq!((short.status, short.code()), (StatusCode::BAD_REQUEST, "bad-password"));
    let changed = house.post("/api/password", &second, json!({"old": "a password", "new": "another one"})).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/session", &first).await.code(), "bad-token");
    assert_eq!(house.get("/api/session", &second).await.status, StatusCode::OK);
    assert_eq!(house.post("/api/login", "", login("a password")).await.code(), "wrong-login");
    assert_eq!(house.post("/api/login", "", login("another one")).await.status, StatusCode::OK);
    let all_but_this = house.ask(Method::DELETE, "/api/sessions", &second, None).await;
    assert_eq!(all_but_this.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/sessions", &second).await.body["sessions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_guest_has_no_password_to_change_and_a_named_player_no_name_to_claim() {
    let house = House::open(config()).await;
    let guest = house.guest().await.text("token");
    let password = house.post("/api/password", &guest, json!({"old": "a password", "new": "another one"})).await;
    assert_eq!((password.status, password.code()), (StatusCode::CONFLICT, "not-claimed"));
    let named = house.named("Céleste").await;
    let again = house.post("/api/claim", &named, json!({"name": "Ondine", "password": "a password"})).await;
    assert_eq!((again.status, again.code()), (StatusCode::CONFLICT, "already-claimed"));
}

#[tokio::test]
async fn of_many_who_claim_one_name_at_a_time_exactly_one_wins() {
    let house = House::open(config()).await;
    for (round, names) in
        [["Zoé", "zoe", "ZOÉ", "Zoe\u{301}"], ["Max", "max", "MAX", "Ｍax"], ["Léa", "Lea", "LÉA", "lea"]]
            .iter()
            .enumerate()
    {
        let mut tokens = Vec::new();
        for _ in names {
            tokens.push(house.guest().await.text("token"));
        }
        let claim = |index: usize| {
            let body = json!({"name": names[index], "password": format!("password {index}")});
            house.post("/api/claim", &tokens[index], body)
        };
        let (a, b, c, d) = tokio::join!(claim(0), claim(1), claim(2), claim(3));
        let answers = [a, b, c, d];
        let won: Vec<usize> = (0..4).filter(|index| answers[*index].status == StatusCode::OK).collect();
        assert_eq!(won.len(), 1, "round {round}: {answers:?}");
        assert_eq!(answers.iter().filter(|answer| answer.code() == "name-taken").count(), 3, "round {round}");
        let login =
            house.post("/api/login", "", json!({"name": names[0], "password": format!("password {}", won[0])})).await;
        assert_eq!(login.text("player.id"), answers[won[0]].text("player.id"));
    }
}

#[tokio::test]
async fn guests_share_names_but_nobody_poses_as_somebody_who_has_his_own() {
    let house = House::open(config()).await;
    let named = |name: &'static str| json!({"name": name});
    let (one, two) =
        (house.post("/api/session", "", named("Anna")).await, house.post("/api/session", "", named("Anna")).await);
    assert_eq!((one.status, two.status), (StatusCode::OK, StatusCode::OK));
    assert_ne!(one.text("player.id"), two.text("player.id"));
    let body = json!({"name": "Anna", "password": "a password"});
    assert_eq!(house.post("/api/claim", &one.text("token"), body.clone()).await.status, StatusCode::OK);
    assert_eq!(house.post("/api/claim", &two.text("token"), body).await.code(), "name-taken");
    assert_eq!(house.post("/api/session", "", named("ANNA")).await.code(), "name-taken");
    let other = house.guest().await.text("token");
    let renamed = house.ask(Method::PATCH, "/api/session", &other, Some(named("ânna"))).await;
    assert_eq!((renamed.status, renamed.code()), (StatusCode::CONFLICT, "name-taken"));
}

#[tokio::test]
async fn who_takes_another_name_frees_the_one_he_had() {
    let house = House::open(config()).await;
    let token = house.named("Firmin").await;
    let rename = |name: &'static str| house.ask(Method::PATCH, "/api/session", &token, Some(json!({"name": name})));
    assert_eq!(rename("FIRMIN").await.text("player.name"), "FIRMIN", "their own name in other letters is theirs");
    assert_eq!(rename("Gaspard").await.text("player.name"), "Gaspard");
    let login = |name: &'static str| house.post("/api/login", "", json!({"name": name, "password": "a password"}));
    assert_eq!(login("Firmin").await.code(), "wrong-login");
    assert_eq!(login("Gaspard").await.status, StatusCode::OK, "the password stays");
    house.named("Firmin").await;
    assert_eq!(rename("Firmin").await.code(), "name-taken");
}

#[tokio::test]
async fn forged_and_altered_tokens_and_those_of_another_house_are_refused() {
    let (house, other) = (House::open(config()).await, House::open(config()).await);
    let guest = house.guest().await;
    let (token, session) = (guest.text("token"), guest.text("session"));
    let foreign = other.guest().await.text("token");
    let mut altered = token.clone().into_bytes();
    altered[10] = if altered[10] == b'A' { b'B' } else { b'A' };
    let altered = String::from_utf8(altered).expect("ASCII");
    let forged = [foreign, altered, format!("1.{session}.AAAA"), format!("2.{session}"), session, "x".into()];
    for token in forged {
        let refused = house.get("/api/session", &token).await;
        assert_eq!((refused.status, refused.code()), (StatusCode::UNAUTHORIZED, "bad-token"), "{token}");
        assert_eq!(refused.headers["www-authenticate"], "Bearer");
    }
    assert_eq!(house.get("/api/session", &token).await.status, StatusCode::OK);
}

#[tokio::test]
async fn whoever_reads_the_data_can_come_in_as_nobody() {
    let house = House::open(config()).await;
    let guest = house.guest().await;
    let (token, session) = (guest.text("token"), guest.text("session"));
    let secret = token.rsplit('.').next().expect("a secret").to_owned();
    // All of it is in the one file when a house closes.
    let house = house.reopen().await;
    let bytes = std::fs::read(house.data()).expect("the data");
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds(&session), "the session is there");
    assert!(!holds(&secret), "its token is not");
}

#[tokio::test]
async fn a_session_that_is_not_used_expires_and_one_that_is_does_not() {
    let house = House::open(config()).await;
    let (idle, busy) = (house.guest().await.text("token"), house.guest().await.text("token"));
    for _ in 0..4 {
        house.wait_days(30);
        assert_eq!(house.get("/api/session", &busy).await.status, StatusCode::OK);
    }
    assert_eq!(house.get("/api/session", &idle).await.code(), "bad-token");
    let listed = house.get("/api/sessions", &busy).await;
    let session = &listed.body["sessions"][0];
    let (opened, day) = (1_800_000_000_000_u64, 24 * 60 * 60 * 1_000);
    assert_eq!((&session["opened"], &session["used"]), (&json!(opened), &json!(opened + 120 * day)));
    assert_eq!(session["expires"], json!(opened + 210 * day));
    let house = house.reopen().await;
    assert_eq!(house.get("/api/session", &busy).await.status, StatusCode::OK, "the journal remembers the use");
}

#[tokio::test]
async fn the_use_of_a_session_is_noted_once_a_day() {
    let house = House::open(config()).await;
    let token = house.guest().await.text("token");
    house.wait_days(2);
    assert_eq!(house.get("/api/session", &token).await.status, StatusCode::OK);
    let head = house.app.journal.head().await.expect("a journal");
    for _ in 0..5 {
        assert_eq!(house.get("/api/session", &token).await.status, StatusCode::OK);
    }
    assert_eq!(house.app.journal.head().await.expect("a journal"), head, "nothing more is written that day");
}

#[tokio::test]
async fn a_name_that_looks_like_somebody_s_own_is_taken() {
    let house = House::open(config()).await;
    house.named("Ilona").await;
    for lookalike in ["\u{406}lona", "llona", "1lona", "Il\u{43e}na", "ILONA"] {
        let guest = house.post("/api/session", "", json!({"name": lookalike})).await;
        assert_eq!(guest.code(), "name-taken", "{lookalike}");
        let token = house.guest().await.text("token");
        let claim = house.post("/api/claim", &token, json!({"name": lookalike, "password": "a password"})).await;
        assert_eq!(claim.code(), "name-taken", "{lookalike}");
    }
    let blank = house.post("/api/session", "", json!({"name": "Ilona\u{2800}"})).await;
    assert_eq!(blank.code(), "bad-name");
}

#[tokio::test]
async fn of_two_who_claim_names_that_look_alike_at_a_time_one_wins() {
    let house = House::open(config()).await;
    let (one, other) = (house.guest().await.text("token"), house.guest().await.text("token"));
    let claim = |token: String, name: &'static str| {
        let house = &house;
        async move { house.post("/api/claim", &token, json!({"name": name, "password": "a password"})).await }
    };
    let (latin, cyrillic) = tokio::join!(claim(one, "Anna"), claim(other, "\u{410}nn\u{430}"));
    let won = [&latin, &cyrillic].iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(won, 1, "{latin:?} {cyrillic:?}");
}

#[tokio::test]
async fn guests_who_are_called_like_a_name_that_is_claimed_get_another() {
    let house = House::open(config()).await;
    let named = |name: &'static str| json!({"name": name});
    let twin = house.post("/api/session", "", named("Anna")).await;
    let lookalike = house.post("/api/session", "", named("\u{410}nna")).await;
    let other = house.post("/api/session", "", named("Hanna")).await;
    let mut disconnections = house.app.people.disconnections();
    house.named("anna").await;
    for guest in [&twin, &lookalike] {
        let now = house.get("/api/session", &guest.text("token")).await;
        assert_ne!(now.text("player.name"), guest.text("player.name"));
        assert_eq!(now.body["player"]["claimed"], false);
        let told = disconnections.recv().await.expect("told");
        assert!([&twin, &lookalike].iter().any(|guest| guest.text("player.id") == told.player), "{told:?}");
    }
    assert_eq!(house.get("/api/session", &other.text("token")).await.text("player.name"), "Hanna");
    house.app.storage.rebuild().await.expect("the ledger is made again from the log");
    assert_ne!(house.get("/api/session", &twin.text("token")).await.text("player.name"), "Anna");
}

#[tokio::test]
async fn whether_a_name_is_somebody_s_own_is_shown_at_tables() {
    let house = House::open(config()).await;
    let settings = json!({"settings": {"game": "dos", "seats": 2, "visibility": "public"}});
    for (token, claimed) in [(house.guest().await.text("token"), false), (house.named("Ines").await, true)] {
        let table = house.post("/api/tables", &token, settings.clone()).await.text("table");
        let seen = house.get(&format!("/api/tables/{table}"), "").await;
        assert_eq!(seen.body["seats"][0]["sitter"]["claimed"].as_bool().unwrap_or(false), claimed, "{seen:?}");
    }
}

#[tokio::test]
async fn a_house_that_opens_again_knows_everybody() {
    let house = House::open(config()).await;
    let guest = house.guest().await;
    let named = house.named("Léonie").await;
    let revoked = house.guest().await.text("token");
    house.ask(Method::POST, "/api/logout", &revoked, None).await;
    let house = house.reopen().await;
    assert_eq!(house.get("/api/session", &guest.text("token")).await.body["player"], guest.body["player"]);
    assert_eq!(house.get("/api/session", &named).await.text("player.name"), "Léonie");
    assert_eq!(house.get("/api/session", &revoked).await.code(), "bad-token");
    let taken =
        house.post("/api/claim", &guest.text("token"), json!({"name": "leonie", "password": "a password"})).await;
    assert_eq!(taken.code(), "name-taken");
    house.app.storage.rebuild().await.expect("the ledger is made again from the log");
    assert_eq!(house.get("/api/session", &named).await.text("player.name"), "Léonie");
    assert_eq!(house.get("/api/session", &revoked).await.code(), "bad-token");
}

#[tokio::test]
async fn many_changes_of_one_player_at_a_time_are_all_made() {
    let house = House::open(config()).await;
    house.named("Octave").await;
    let login = || house.post("/api/login", "", json!({"name": "Octave", "password": "a password"}));
    let (a, b, c, d) = tokio::join!(login(), login(), login(), login());
    let sessions: BTreeSet<String> = [&a, &b, &c, &d].iter().map(|answer| answer.text("session")).collect();
    assert_eq!(sessions.len(), 4);
    let listed = house.get("/api/sessions", &a.text("token")).await;
    assert_eq!(listed.body["sessions"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn a_bad_name_is_refused_with_a_reason_in_the_asker_s_language() {
    let house = House::open(config()).await;
    for (name, french, english) in [
        ("   ", "Un nom a au moins un caractère.", "A name has at least one character."),
        ("abcdefghijklmnopqrstuvwxy", "Un nom a 24 caractères au plus.", "A name has at most 24 characters."),
        ("a\u{202e}b", "Un nom n'a que des caractères visibles.", "A name has only characters that can be seen."),
    ] {
        let body = json!({"name": name});
        let in_french = house.post("/api/session", "", body.clone()).await;
        assert_eq!((in_french.status, in_french.code()), (StatusCode::BAD_REQUEST, "bad-name"));
        assert_eq!(in_french.text("error.message"), french);
        assert_eq!(house.post("/api/session?lang=en", "", body.clone()).await.text("error.message"), english);
        let request = house.request(Method::POST, "/api/session").header("accept-language", "en-GB,fr").json(&body);
        assert_eq!(house.send(request).await.text("error.message"), english);
    }
}

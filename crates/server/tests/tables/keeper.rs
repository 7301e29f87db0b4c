//! Keeping a house that is open: every act over its local socket or its page, and what those who are there see of it.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use server::admin::{Command, Reply, Row, ask_socket, socket_path};
use words::Lang;

use crate::house_at_port_zero::{House, Visitor, config};

/// What the house answers to a command, or the code of its refusal.
async fn try_admin(house: &House, words: &[&str]) -> Result<Reply, String> {
    let command = Command::from_words(words.iter().copied()).expect("a command");
    let data = house.app.config.data.path().to_owned();
    let answered = tokio::task::spawn_blocking(move || {
        // The socket is made right after the house is open.
        loop {
            match ask_socket(&data, command.clone(), Lang::English) {
                Err(_) => std::thread::yield_now(),
                Ok(answer) => return answer,
            }
        }
    });
    answered.await.expect("it does not panic").map_err(|reason| reason.code)
}

async fn admin(house: &House, words: &[&str]) -> Reply {
    try_admin(house, words).await.unwrap_or_else(|code| panic!("{words:?}: {code}"))
}

async fn rows(house: &House, words: &[&str]) -> Vec<Row> {
    match admin(house, words).await {
        Reply::Rows(rows) => rows,
        reply => panic!("{reply:?}"),
    }
}

fn settings(visibility: &str) -> Value {
    json!({ "game": "dos", "seats": 2, "visibility": visibility })
}

async fn claim(house: &House, visitor: &Visitor, name: &str) {
    house.post("/api/claim", &visitor.token, json!({ "name": name, "password": "a password" })).await;
}

async fn code(house: &House, method: Method, path: &str, token: &str, body: Value) -> (StatusCode, String) {
    let (status, answer) = house.ask(method, path, token, body).await;
    (status, answer["error"]["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn only_the_owner_of_the_data_may_use_the_socket() {
    let house = House::open(config()).await;
    assert!(rows(&house, &["who"]).await.is_empty());
    let socket = socket_path(house.app.config.data.path());
    let mode = std::fs::metadata(socket).expect("a socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn a_keeper_sees_who_is_here_and_all_tables_with_networks_shortened() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let _tab = anne.connect().await;
    let table = house.table(&anne, settings("invited"), &[]).await;
    let here = rows(&house, &["who"]).await;
    assert_eq!((here.len(), &here[0]["player"], &here[0]["network"]), (1, &json!(anne.player), &json!("127.0.0.0/24")));
    let listed = rows(&house, &["tables"]).await;
    assert_eq!((listed.len(), &listed[0]["table"], &listed[0]["seats"]), (1, &json!(table), &json!("Anne, –")));
}

#[tokio::test]
async fn a_table_is_closed_before_the_eyes_of_those_who_play() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, settings("public"), &[(1, "novice")]).await;
    let mut tab = anne.watch(&table).await;
    tab.granted(json!({ "begin": {} })).await;
    assert_eq!(admin(&house, &["close-table", &table]).await, Reply::Done);
    tab.until(|table| table.all("closed").next().is_some() || table.stage == "closed").await;
    assert!(rows(&house, &["tables"]).await.is_empty());
    assert_eq!(try_admin(&house, &["close-table", "nowhere"]).await, Err("no-such-table".into()));
}

#[tokio::test]
async fn what_was_said_is_deleted_for_those_who_are_there_and_for_those_who_come() {
    let house = House::open(config()).await;
    let (anne, basile) = (house.person("Anne").await, house.person("Basile").await);
    let table = house.table(&anne, settings("public"), &[]).await;
    let (mut tab, mut other) = (anne.watch(&table).await, basile.watch(&table).await);
    other.granted(json!({ "say": { "speech": { "text": "something ugly" } } })).await;
    tab.granted(json!({ "say": { "speech": { "text": "something kind" } } })).await;
    let lines = rows(&house, &["chat", &table]).await;
    assert_eq!(lines.iter().map(|line| &line["text"]).collect::<Vec<_>>(), ["something ugly", "something kind"]);
    assert_eq!(admin(&house, &["delete-chat", &table, &basile.player]).await, Reply::Done);
    let deleted = tab.happening("chat_deleted").await;
    assert_eq!(deleted["player"], json!(basile.player));
    let late = house.person("Chloé").await.watch(&table).await;
    assert!(!late.table.view.to_string().contains("ugly"), "{}", late.table.view);
    let house = house.reopen().await;
    let lines = rows(&house, &["chat", &table]).await;
    assert_eq!(lines.iter().map(|line| &line["text"]).collect::<Vec<_>>(), ["something kind"]);
}

#[tokio::test]
async fn everybody_who_is_connected_hears_an_announcement() {
    let house = House::open(config()).await;
    let mut tab = house.person("Anne").await.connect().await;
    admin(&house, &["announce", "We close at ten."]).await;
    let told = loop {
        let message = tab.next().await;
        if message.get("announced").is_some() {
            break message;
        }
    };
    assert_eq!(told["announced"]["text"], "We close at ten.");
    assert_eq!(try_admin(&house, &["announce", "  "]).await, Err("bad-command".into()));
}

#[tokio::test]
async fn who_is_banned_is_put_out_and_does_not_come_back_until_the_ban_is_lifted() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    claim(&house, &anne, "Anne").await;
    let table = house.table(&anne, settings("public"), &[]).await;
    let mut tab = anne.connect().await;
    admin(&house, &["ban", "anne", "--reason", "spam"]).await;
    assert_eq!(tab.closed().await, 1008);
    let login = || json!({ "name": "Anne", "password": "a password" });
    let refused = (StatusCode::FORBIDDEN, "banned".to_owned());
    assert_eq!(code(&house, Method::POST, "/api/login", "", login()).await, refused);
    let seen = house.get_json(&format!("/api/tables/{table}")).await;
    assert!(seen["seats"][0].get("sitter").is_none(), "the seat is free: {seen}");
    let house = house.reopen().await;
    assert_eq!(code(&house, Method::POST, "/api/login", "", login()).await, refused, "it outlasts a restart");
    assert_eq!(rows(&house, &["bans"]).await[0]["reason"], "spam");
    admin(&house, &["unban", "Anne"]).await;
    assert_eq!(code(&house, Method::POST, "/api/login", "", login()).await.0, StatusCode::OK);
    assert_eq!(try_admin(&house, &["unban", "Anne"]).await, Err("no-such-ban".into()));
}

#[tokio::test]
async fn who_is_removed_may_log_in_again() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    claim(&house, &anne, "Anne").await;
    admin(&house, &["remove", &anne.player]).await;
    let gone = code(&house, Method::GET, "/api/session", &anne.token, json!({})).await;
    assert_eq!(gone, (StatusCode::UNAUTHORIZED, "bad-token".into()));
    house.post("/api/login", "", json!({ "name": "Anne", "password": "a password" })).await;
}

#[tokio::test]
async fn nobody_comes_in_from_a_network_that_is_banned() {
    let house = House::open(config()).await;
    let mut tab = house.person("Anne").await.connect().await;
    admin(&house, &["ban-network", "127.0.0.0/24", "--days", "1"]).await;
    assert_eq!(tab.closed().await, 1008);
    let refused = (StatusCode::FORBIDDEN, "banned".to_owned());
    assert_eq!(code(&house, Method::POST, "/api/session", "", json!({})).await, refused);
    admin(&house, &["unban", "127.0.0.0/24"]).await;
    house.person("Anne").await;
}

#[tokio::test]
async fn a_password_that_was_reset_replaces_the_old_one_and_ends_sessions() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    assert_eq!(try_admin(&house, &["reset-password", &anne.player]).await, Err("not-claimed".into()));
    claim(&house, &anne, "Anne").await;
    let Reply::Password(password) = admin(&house, &["reset-password", "Anne"]).await else { panic!("a password") };
    let status = code(&house, Method::GET, "/api/session", &anne.token, json!({})).await.0;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let old = code(&house, Method::POST, "/api/login", "", json!({ "name": "Anne", "password": "a password" })).await;
    assert_eq!(old.1, "wrong-login");
    house.post("/api/login", "", json!({ "name": "Anne", "password": password })).await;
}

#[tokio::test]
async fn a_house_that_drains_begins_nothing_new_and_goes_on_with_what_there_is() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, settings("public"), &[(1, "novice")]).await;
    let mut tab = anne.watch(&table).await;
    admin(&house, &["drain"]).await;
    let refused = (StatusCode::SERVICE_UNAVAILABLE, "draining".to_owned());
    assert_eq!(code(&house, Method::POST, "/api/session", "", json!({})).await, refused);
    let open = json!({ "settings": settings("public") });
    assert_eq!(code(&house, Method::POST, "/api/tables", &anne.token, open.clone()).await, refused);
    tab.granted(json!({ "begin": {} })).await;
    admin(&house, &["open"]).await;
    house.post("/api/tables", &anne.token, open).await;
}

#[tokio::test]
async fn nothing_is_written_while_a_house_is_read_only() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, settings("public"), &[]).await;
    let mut tab = anne.watch(&table).await;
    admin(&house, &["read-only"]).await;
    assert_eq!(tab.closed().await, 1001);
    let refused = (StatusCode::SERVICE_UNAVAILABLE, "read-only".to_owned());
    assert_eq!(code(&house, Method::POST, "/api/session", "", json!({})).await, refused);
    assert_eq!(house.get_json("/api/tables").await["tables"][0]["table"], json!(table), "reading goes on");
    admin(&house, &["open"]).await;
    anne.watch(&table).await;
}

#[tokio::test]
async fn a_report_reaches_the_keepers_with_what_was_said() {
    let house = House::open(config()).await;
    let (anne, basile) = (house.person("Anne").await, house.person("Basile").await);
    let table = house.table(&anne, settings("public"), &[]).await;
    let mut tab = basile.watch(&table).await;
    tab.granted(json!({ "say": { "speech": { "text": "something ugly" } } })).await;
    let report = json!({ "player": basile.player, "table": table, "text": "They insult people." });
    let thanks = house.post("/api/reports", &anne.token, report.clone()).await;
    assert!(thanks["message"].as_str().is_some_and(|message| message.contains("keeper")), "{thanks}");
    let open = rows(&house, &["reports"]).await;
    let open = open.first().expect("a report");
    assert_eq!((&open["player"], &open["lines"]), (&json!(basile.player), &json!("something ugly")));
    for _ in 0..9 {
        house.post("/api/reports", &anne.token, report.clone()).await;
    }
    let too_many = code(&house, Method::POST, "/api/reports", &anne.token, report).await;
    assert_eq!(too_many, (StatusCode::CONFLICT, "too-many-reports".into()));
    let empty = code(&house, Method::POST, "/api/reports", &basile.token, json!({ "text": " " })).await;
    assert_eq!(empty, (StatusCode::BAD_REQUEST, "bad-report".into()));
    let number = open["report"].to_string();
    admin(&house, &["close-report", &number]).await;
    assert_eq!(rows(&house, &["reports"]).await.len(), 9);
    assert_eq!(try_admin(&house, &["close-report", &number]).await, Err("no-such-report".into()));
}

#[tokio::test]
async fn a_crowd_of_guests_does_not_bury_what_others_report() {
    let proxy_header = "x-forwarded-for".parse().expect("a header");
    let house = House::open(Config { proxy_header, ..config() }).await;
    let report_from = async |visitor: &Visitor, address: &str| {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let request = client.post(house.url("/api/reports")).header("x-forwarded-for", address);
        let report = json!({ "text": "They insult people." });
        request.bearer_auth(&visitor.token).json(&report).send().await.expect("an answer").status()
    };
    let rogue = house.person("Rogue").await;
    let at_once = futures_util::future::join_all((0..20).map(|_| report_from(&rogue, "10.0.0.2"))).await;
    assert_eq!(at_once.iter().filter(|status| status.is_success()).count(), 10, "however many come at a time");
    let mut taken = 0;
    for number in 0..12 {
        let guest = house.person(&format!("Guest {number}")).await;
        for _ in 0..5 {
            taken += usize::from(report_from(&guest, "10.0.0.2").await.is_success());
        }
    }
    assert_eq!(taken, 40, "fifty of one network wait");
    let anne = house.person("Anne").await;
    assert_eq!(report_from(&anne, "10.0.0.1").await, StatusCode::OK, "others are heard");
}

#[tokio::test]
async fn a_report_carries_nothing_of_a_private_table_that_its_maker_could_not_hear() {
    let house = House::open(config()).await;
    let (anne, basile) = (house.person("Anne").await, house.person("Basile").await);
    let (stranger, onlooker) = (house.person("Stranger").await, house.person("Onlooker").await);
    let address = house.invitation(&anne, json!({ "game": "dos", "seats": 2 })).await;
    let id = address.split_once('?').expect("a key").0;
    let mut tab = basile.watch(&address).await;
    tab.granted(json!({ "say": { "speech": { "text": "a secret" } } })).await;
    let _watching = onlooker.watch(&address).await;
    let report = json!({ "player": basile.player, "table": id, "text": "They insult people." });
    for reporter in [&stranger, &onlooker, &anne] {
        house.post("/api/reports", &reporter.token, report.clone()).await;
    }
    let lines: Vec<Value> = rows(&house, &["reports"]).await.iter().map(|row| row["lines"].clone()).collect();
    assert_eq!(lines, [json!(""), json!("a secret"), json!("a secret")]);
}

#[tokio::test]
async fn nobody_but_a_keeper_keeps_the_house() {
    let house = House::open(config()).await;
    let (anne, rogue) = (house.person("Anne").await, house.person("Rogue").await);
    let table = house.table(&anne, settings("public"), &[]).await;
    let tab = anne.watch(&table).await;
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let form = "application/x-www-form-urlencoded";
    for (act, arg) in [
        ("close-table", &table),
        ("remove", &anne.player),
        ("ban", &anne.player),
        ("ban-network", &"127.0.0.0/24".to_owned()),
        ("delete-player", &anne.player),
        ("reset-password", &anne.player),
        ("announce", &"hello".to_owned()),
        ("drain", &String::new()),
        ("read-only", &String::new()),
    ] {
        for (token, status) in [(rogue.token.as_str(), StatusCode::FORBIDDEN), ("", StatusCode::UNAUTHORIZED)] {
            let body = format!("act={act}&arg={arg}");
            let mut request = client.post(house.url("/keeper")).header("content-type", form).body(body);
            if !token.is_empty() {
                request = request.bearer_auth(token);
            }
            assert_eq!(request.send().await.expect("an answer").status(), status, "{act}");
        }
    }
    assert!(rows(&house, &["audit"]).await.is_empty(), "what was not done is not in the log of what was");
    assert_eq!(house.get_json("/api/tables").await["tables"][0]["table"], json!(table));
    drop(tab);
    house.person("Chloé").await;
}

#[tokio::test]
async fn a_keeper_who_logged_in_does_the_same_from_the_page_and_the_audit_log_tells_who_did_what() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    claim(&house, &anne, "Anne").await;
    let page = |token: String| {
        let request = reqwest::Client::builder().no_proxy().build().expect("a client");
        let url = house.url("/keeper");
        async move { request.get(url).bearer_auth(token).send().await.expect("an answer") }
    };
    assert_eq!(page(anne.token.clone()).await.status(), StatusCode::FORBIDDEN);
    admin(&house, &["keeper", "add", "Anne"]).await;
    let rogue = house.person("<b>Rogue</b>").await;
    let _tab = rogue.connect().await;
    let shown = page(anne.token.clone()).await;
    assert_eq!(shown.status(), StatusCode::OK);
    let text = shown.text().await.expect("a page");
    assert!(text.contains("&lt;b&gt;Rogue&lt;/b&gt;") && !text.contains("<b>Rogue"), "{text}");

    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let post = |origin: &str| {
        let form = format!("act=ban&arg={}&reason=spam", rogue.player);
        let request = client.post(house.url("/keeper")).bearer_auth(&anne.token).header("origin", origin);
        request.header("content-type", "application/x-www-form-urlencoded").body(form)
    };
    let foreign = post("https://evil.example").send().await.expect("an answer");
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    let banned = post(&house.url("").replace("/keeper", "")).send().await.expect("an answer");
    assert_eq!(banned.status(), StatusCode::OK);
    assert_eq!(code(&house, Method::GET, "/api/session", &rogue.token, json!({})).await.0, StatusCode::UNAUTHORIZED);

    let house = house.reopen().await;
    house.app.storage.rebuild().await.expect("the ledger is made again from the log");
    let acts = rows(&house, &["audit"]).await;
    let told: Vec<(&Value, Option<&String>)> =
        acts.iter().map(|act| (&act["by"], act["act"].as_object().and_then(|act| act.keys().next()))).collect();
    let (keeper, banned, added) = (json!({ "keeper": anne.player }), "banned".to_owned(), "keeper_added".to_owned());
    assert_eq!(told, [(&keeper, Some(&banned)), (&json!("console"), Some(&added))]);
}

#[tokio::test]
async fn a_keeper_deletes_an_account_by_id_or_by_name_and_it_is_in_the_audit_log() {
    let house = House::open(config()).await;
    let (anne, guest) = (house.person("Anne").await, house.person("Gus").await);
    claim(&house, &anne, "Anne").await;
    let mut tab = anne.connect().await;
    assert_eq!(admin(&house, &["delete-player", "Anne"]).await, Reply::Done);
    tab.closed().await;
    assert_eq!(admin(&house, &["delete-player", &guest.player]).await, Reply::Done);
    for (visitor, named) in [(&anne, "Anne"), (&guest, guest.player.as_str())] {
        let (status, _) = code(&house, Method::GET, "/api/session", &visitor.token, Value::Null).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert_eq!(try_admin(&house, &["delete-player", named]).await, Err("no-such-player".into()));
    }
    let acts = rows(&house, &["audit"]).await;
    assert_eq!(acts[0]["act"]["player_deleted"]["player"], json!(guest.player));
    assert_eq!(acts[1]["act"]["player_deleted"]["player"], json!(anne.player));
}

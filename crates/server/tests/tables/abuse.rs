//! What people do to a house that is open to the world. Each time it is refused with a reason or hung up on with a
//! code, and each time other people's game on the same house goes on.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::neighbours::Neighbours;
use crate::person::{Person, SMOOTH};
use crate::schema::is_to_server;
use crate::tab::{Tab, fresh_id, request};

/// A house where neighbours play, and somebody with bad intentions.
async fn besieged(config: Config) -> (House, Neighbours, Visitor) {
    let house = House::open(config).await;
    let neighbours = Neighbours::at(&house).await;
    let rogue = house.person("Rogue").await;
    (house, neighbours, rogue)
}

/// A number of a setting.
fn so_many(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

/// A frame as it goes over the wire: its first byte, and the content masked with zeros.
fn frame(first: u8, content: &[u8]) -> Vec<u8> {
    const MASKED: u8 = 0x80;
    let mut frame = vec![first];
    match content.len() {
        short @ 0..126 => frame.push(MASKED | short as u8),
        long => {
            frame.push(MASKED | 126);
            frame.extend((long as u16).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(content);
    frame
}

/// Sends bytes past the WebSocket, and waits for the code it is hung up on with.
async fn code_after(rogue: &Visitor, bytes: &[u8]) -> u16 {
    let mut tab = rogue.connect().await;
    tab.socket.get_mut().write_all(bytes).await.expect("the socket is open");
    tab.closed().await
}

#[tokio::test]
async fn frames_that_are_none_are_hung_up_on() {
    let (_house, neighbours, rogue) = besieged(config()).await;
    let ping = json!({ "id": "1", "ask": "ping" }).to_string();
    let reserved_bits = frame(0xF1, ping.as_bytes());
    let unknown_kind = frame(0x83, ping.as_bytes());
    let unmasked = [&[0x81, ping.len() as u8], ping.as_bytes()].concat();
    let going_on_with_nothing = frame(0x80, ping.as_bytes());
    let long_control = frame(0x89, &[0; 126]);
    for bytes in [reserved_bits, unknown_kind, unmasked, going_on_with_nothing, long_control] {
        assert_eq!(code_after(&rogue, &bytes).await, 1002, "{bytes:02x?}");
    }
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn text_that_is_not_utf_8_is_hung_up_on() {
    let (_house, neighbours, rogue) = besieged(config()).await;
    assert_eq!(code_after(&rogue, &frame(0x81, b"{\"id\":\"\xFF\"}")).await, 1007);
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn binary_messages_and_messages_that_make_no_sense_are_refused() {
    let (_house, neighbours, rogue) = besieged(config()).await;
    let mut tab = rogue.connect().await;
    let deep = "[".repeat(10_000);
    let binary = Message::binary(json!({ "id": "1", "ask": "ping" }).to_string());
    let texts = ["", "hello", "{", "null", "[]", "{}", "\u{0}", &deep, r#"{"id":"1","ask":{"sit":{}},"id":"2"}"#];
    for message in std::iter::once(binary).chain(texts.map(Message::text)) {
        tab.send_raw(message.clone()).await.expect("the socket is open");
        let refused = tab.next().await["refused"].clone();
        assert_eq!((&refused["id"], &refused["code"]), (&json!(""), &json!("bad-message")), "{message}");
        assert!(refused["message"].as_str().expect("a sentence").starts_with("This message cannot be read"));
    }
    tab.granted(json!("ping")).await;
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn messages_that_are_too_long_are_hung_up_on() {
    let (_house, neighbours, rogue) = besieged(config()).await;
    let most = config().message_bytes.get();
    let ask = |bytes: usize| {
        let around = json!({ "id": "1", "ask": "ping" }).to_string();
        format!("{around}{}", " ".repeat(bytes - around.len()))
    };
    let mut tab = rogue.connect().await;
    tab.send_raw(Message::text(ask(most))).await.expect("the socket is open");
    tab.answer_to("1").await.expect("as long as is allowed");
    for bytes in [most + 1, 40 * most] {
        let mut tab = rogue.connect().await;
        // The house may have hung up before all of it is sent.
        let _ = tab.send_raw(Message::text(ask(bytes))).await;
        assert_eq!(tab.closed().await, 1009, "{bytes} bytes");
    }
    // In small parts, none of them too long.
    let mut parts = frame(0x01, &[b' '; 10_000]);
    parts.extend(frame(0x80, &[b' '; 10_000]));
    assert_eq!(code_after(&rogue, &parts).await, 1009);
    // A head that announces an exabyte is not believed.
    let mut head = vec![0x81, 0xFF];
    head.extend((1_u64 << 60).to_be_bytes());
    head.extend([0; 4]);
    assert_eq!(code_after(&rogue, &head).await, 1009);
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn who_never_finishes_the_handshake_is_hung_up_on() {
    let mut config = config();
    config.header_seconds = NonZeroU32::MIN;
    let (house, neighbours, _) = besieged(config).await;
    let mut lines = Vec::new();
    for line in 0..50 {
        let mut stream = TcpStream::connect(house.address).await.expect("the house listens");
        let parts = ["", "GET /api/ws HTTP/1.1\r\n", "GET /api/ws HTTP/1.1\r\nHost: tapis\r\nUpgrade: webso"];
        stream.write_all(parts[line % parts.len()].as_bytes()).await.expect("the house listens");
        lines.push(stream);
    }
    neighbours.make_steps(10).await;
    for mut stream in lines {
        let mut heard = Vec::new();
        let ended = stream.read_to_end(&mut heard).await;
        assert!(ended.is_ok() && !heard.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&heard));
    }
    neighbours.make_steps(10).await;
}

/// How a WebSocket was refused: the status and the code.
async fn refusal(visitor: &Visitor, request: Request) -> (StatusCode, String) {
    match Tab::connect_with(visitor, request).await {
        Err(Error::Http(response)) => {
            let status = StatusCode::from_u16(response.status().as_u16()).expect("a status");
            let body = response.body().as_deref().unwrap_or_default();
            let body: Value = serde_json::from_slice(body).unwrap_or_default();
            (status, body["error"]["code"].as_str().unwrap_or_default().to_owned())
        }
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was let in"),
    }
}

#[tokio::test]
async fn pages_of_other_sites_get_no_websocket() {
    let (house, neighbours, rogue) = besieged(config()).await;
    for origin in ["https://evil.example", "null", &format!("http://{}.evil.example", house.address)] {
        let mut request = request(&rogue);
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        let refused = refusal(&rogue, request).await;
        assert_eq!(refused, (StatusCode::FORBIDDEN, "foreign-origin".into()), "{origin}");
    }
    let mut own = request(&rogue);
    own.headers_mut().insert("origin", format!("http://{}", house.address).parse().expect("a header"));
    Tab::connect_with(&rogue, own).await.expect("our own page is welcome");
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn who_has_no_true_token_gets_no_websocket() {
    let (house, neighbours, _) = besieged(config()).await;
    let victim = house.person("Victim").await;
    let with = |token: &str| Visitor { token: token.into(), ..victim.clone() };
    let mut nobody = request(&victim);
    nobody.headers_mut().remove("authorization");
    assert_eq!(refusal(&victim, nobody).await, (StatusCode::UNAUTHORIZED, "no-session".into()));

    let (form, secret) = victim.token.split_once('.').expect("a token has two parts");
    let other_form = format!("1.{secret}");
    let altered = format!("{form}.{}", secret.chars().rev().collect::<String>());
    let cut = &victim.token[..victim.token.len() - 1];
    let forged = ["x", "2.", "2.a", "1.a.b", &other_form, &altered, cut];
    for token in forged {
        let refused = refusal(&victim, request(&with(token))).await;
        assert_eq!(refused, (StatusCode::UNAUTHORIZED, "bad-token".into()), "{token}");
    }

    let mut tab = victim.connect().await;
    let (status, _) = house.ask(Method::POST, "/api/logout", &victim.token, json!({})).await;
    assert!(status.is_success());
    assert_eq!(tab.closed().await, 1008, "an open line ends with its session");
    let again = refusal(&victim, request(&victim)).await;
    assert_eq!(again, (StatusCode::UNAUTHORIZED, "bad-token".into()), "a revoked token is none");
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn nobody_moves_for_another_seat_or_out_of_turn() {
    let (house, neighbours, rogue) = besieged(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 2 }), &[]).await;
    let mut anne = Person::at(&anne, &table, SMOOTH, 1).await;
    let mut rogue = Person::at(&rogue, &table, SMOOTH, 2).await;
    rogue.tab.granted(json!({ "sit": {} })).await;
    anne.tab.granted(json!({ "begin": {} })).await;
    for person in [&mut anne, &mut rogue] {
        person.tab.until(|table| table.next_round == Some(1)).await;
        person.go_on().await;
    }
    // Until it is Anne's turn the rogue plays fair.
    anne.tab.until(|table| table.stage == "playing").await;
    while !anne.tab.table.is_my_turn() {
        rogue.go_on().await;
        let seq = rogue.tab.table.seq;
        anne.tab.until(|table| table.seq >= seq).await;
    }
    let seq = anne.tab.table.seq;
    let legal = anne.tab.granted(json!("legal")).await;
    let step = legal["result"]["moves"][0].as_str().expect("a move").to_owned();
    let refused = rogue.tab.refused(json!({ "submit": { "move": step } })).await;
    assert!(["not-your-turn", "not-in-hand"].contains(&refused.as_str()), "{refused}");
    assert_eq!(rogue.tab.refused(json!({ "submit": { "move": format!("0:{step}") } })).await, "bad-notation");
    assert_eq!(rogue.tab.refused(json!({ "submit": { "move": "draw" } })).await, "not-your-turn");
    let long = rogue.tab.refused_as_described(json!({ "submit": { "move": "x".repeat(1_001) } })).await;
    assert_eq!(long["code"], "step-too-long");
    assert_eq!(rogue.tab.refused(json!({ "submit": { "move": "give me all" } })).await, "bad-notation");
    let taken = rogue.tab.refused(json!({ "sit": { "seat": 0 } })).await;
    assert_eq!(taken, "already-seated");
    let answer = anne.tab.granted(json!({ "submit": { "move": step } })).await;
    assert_eq!(answer["seq"], seq + 1, "nothing has happened meanwhile");
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn who_does_not_sit_at_a_table_can_only_look_and_talk() {
    let (house, neighbours, rogue) = besieged(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, json!({ "game": "dos", "seats": 2, "hints": true }), &[(1, "casual")]).await;
    let mut anne = Person::at(&anne, &table, SMOOTH, 1).await;
    let mut tab = rogue.watch(&table).await;
    for ask in [json!({ "begin": {} }), json!({ "seat_bot": { "seat": 1, "level": "novice" } })] {
        assert_eq!(tab.refused(ask).await, "not-host");
    }
    assert_eq!(tab.refused(json!({ "free_seat": { "seat": 0 } })).await, "not-host");
    assert_eq!(tab.refused(json!({ "sit": { "seat": 7 } })).await, "no-such-seat");
    let unread = tab.refused_as_described(json!({ "sit": { "seat": 9 } })).await;
    assert_eq!(unread["code"], "bad-message");
    assert!(unread["message"].as_str().is_some_and(|message| message.contains("`seat`")), "{unread}");
    assert_eq!(tab.refused(json!({ "sit": { "seat": 0 } })).await, "seat-taken");
    anne.tab.granted(json!({ "begin": {} })).await;
    let seated = ["stand", "undo", "legal", "hint", "rematch"].map(|ask| json!(ask));
    let more = [json!({ "submit": { "move": "draw" } }), json!({ "ready": { "round": 1 } })];
    for ask in seated.into_iter().chain(more) {
        let asked = ask.to_string();
        assert_eq!(tab.refused(ask).await, "not-seated", "{asked}");
    }
    assert_eq!(tab.refused(json!({ "mute": { "player": "x", "silent": true } })).await, "not-host");
    tab.until(|table| table.stage != "gathering").await;
    let anne = anne.play_until(|table| table.stage == "playing").await;
    tab.until(|table| table.stage == "playing").await;
    let mut fresh = rogue.watch(&table).await;
    assert!(fresh.table.view["view"]["hands"].as_array().expect("hands").iter().all(Value::is_number), "only counts");

    let long = "x".repeat(5_000);
    let unknown = ["0000000000000000", "x", "../../etc", "table.x", "*", "é"].map(|table| (table, "no-such-table"));
    for (table, code) in unknown {
        let id = fresh_id();
        fresh.send_about(table, &id, json!("legal")).await;
        assert_eq!(fresh.answer_to(&id).await.expect_err("there is none")["code"], code, "{table}");
    }
    for table in ["a b", "\n", &long] {
        assert_eq!(fresh.refused_about(table, json!("legal")).await["code"], "bad-message", "{table}");
    }
    let id = fresh_id();
    fresh.send_about("", &id, json!("legal")).await;
    assert_eq!(fresh.answer_to(&id).await.expect_err("no table")["code"], "no-table");
    drop(anne);
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn fields_that_do_not_exist_are_refused_by_name() {
    let (_house, neighbours, rogue) = besieged(config()).await;
    let mut tab = rogue.connect().await;
    for message in [
        json!({ "id": "1", "ask": "ping", "seat": 3 }),
        json!({ "id": "1", "table": "t", "ask": { "submit": { "move": "draw", "seat": 3 } } }),
        json!({ "id": "1", "table": "t", "ask": { "watch": { "seat": 3 } } }),
        json!({ "id": "1", "table": "t", "ask": { "seat": {} } }),
    ] {
        assert!(!is_to_server(&message), "{message}");
        tab.send_raw(Message::text(message.to_string())).await.expect("the socket is open");
        let refused = tab.next().await["refused"].clone();
        assert_eq!((&refused["id"], &refused["code"]), (&json!("1"), &json!("bad-message")), "{message}");
        assert!(refused["message"].as_str().expect("a sentence").contains("`seat`"), "{refused}");
    }
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn ids_that_are_empty_or_too_long_are_refused() {
    let (_house, neighbours, rogue) = besieged(config()).await;
    let mut tab = rogue.connect().await;
    for id in [String::new(), "x".repeat(65), "é".repeat(33)] {
        tab.send_raw(Message::text(json!({ "id": id, "ask": "ping" }).to_string())).await.expect("open");
        let refused = tab.next().await["refused"].clone();
        assert_eq!((&refused["id"], &refused["code"]), (&json!(""), &json!("bad-id")), "{id}");
    }
    let longest = "x".repeat(64);
    tab.send_as(&longest, json!("ping")).await;
    tab.answer_to(&longest).await.expect("as long as is allowed");
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn who_sends_too_many_messages_is_refused_and_then_hung_up_on() {
    let mut config = config();
    // Enough for a match of the neighbours, who connect anew for each.
    config.messages = so_many(12_000);
    let (_house, neighbours, rogue) = besieged(config).await;
    let mut tab = rogue.connect().await;
    let (mut refused, mut sent) = (0, 0);
    let close = loop {
        // Whoever is hung up on cannot send any more.
        for _ in 0..500 {
            let ask = json!({ "id": format!("flood-{sent}"), "ask": "ping" });
            sent += 1;
            if tab.send_raw(Message::text(ask.to_string())).await.is_err() {
                break;
            }
        }
        let mut heard = 0;
        let ended = loop {
            if heard == 400 {
                break None;
            }
            heard += 1;
            match tab.next_or_close().await {
                Ok(message) if message.get("refused").is_some() => {
                    assert_eq!(message["refused"]["code"], "too-fast");
                    assert!(message["refused"]["wait_ms"].as_u64().is_some_and(|wait| wait > 0), "{message}");
                    assert!(message["refused"]["id"].as_str().expect("an id").starts_with("flood-"));
                    refused += 1;
                }
                Ok(_) => {}
                Err(close) => break Some(close),
            }
        };
        if let Some(close) = ended {
            break close.map_or(0, |frame| frame.code.into());
        }
        assert!(sent < 1_000_000, "nobody stops them");
    };
    assert_eq!(close, 1008);
    assert!(refused > 100, "they were warned {refused} times");
    neighbours.make_steps(10).await;
}

/// A line from another address of this machine.
async fn line_from_elsewhere(to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, 2), 0))).expect("another address of this machine");
    socket.connect(to).await.expect("the house listens")
}

#[tokio::test]
async fn one_address_gets_only_its_share_of_connections_and_websockets_count() {
    let mut config = config();
    config.connections_per_address = so_many(30);
    let (house, neighbours, rogue) = besieged(config).await;
    let mut open = Vec::new();
    for _ in 0..30 {
        let stream = line_from_elsewhere(house.address).await;
        let (socket, _) = tokio_tungstenite::client_async(request(&rogue), stream).await.expect("a WebSocket");
        open.push(socket);
    }
    for _ in 0..10 {
        let stream = line_from_elsewhere(house.address).await;
        let too_many = tokio_tungstenite::client_async(request(&rogue), stream).await;
        assert!(too_many.is_err(), "the address has its share");
    }
    neighbours.make_steps(10).await;
    // When they leave there is room again.
    drop(open);
    loop {
        let stream = line_from_elsewhere(house.address).await;
        if tokio_tungstenite::client_async(request(&rogue), stream).await.is_ok() {
            break;
        }
        neighbours.make_steps(1).await;
    }
}

#[tokio::test]
async fn nobody_opens_tables_without_end() {
    let mut config = config();
    config.tables_per_player = so_many(5);
    let (house, neighbours, rogue) = besieged(config).await;
    let body = json!({ "settings": { "game": "onze", "seats": 2 } });
    for _ in 0..5 {
        house.post("/api/tables", &rogue.token, body.clone()).await;
    }
    for path in ["/api/tables", "/api/quick-match"] {
        let body = if path == "/api/tables" { body.clone() } else { json!({ "game": "dos" }) };
        let (status, answer) = house.ask(Method::POST, path, &rogue.token, body).await;
        assert_eq!((status, &answer["error"]["code"]), (StatusCode::CONFLICT, &json!("too-many-tables")), "{answer}");
    }
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn nobody_watches_tables_without_end() {
    let mut config = config();
    config.tables_per_player = so_many(100);
    let (house, neighbours, rogue) = besieged(config).await;
    let mut tab = rogue.connect().await;
    for number in 0..40 {
        let table = house.table(&rogue, json!({ "game": "onze", "seats": 2 }), &[]).await;
        let id = fresh_id();
        tab.send_about(&table, &id, json!({ "watch": {} })).await;
        let answer = tab.answer_to(&id).await;
        match number < 32 {
            true => assert!(answer.is_ok(), "{answer:?}"),
            false => assert_eq!(answer.expect_err("too many")["code"], "too-many-tables"),
        }
    }
    neighbours.make_steps(10).await;
}

#[tokio::test]
async fn who_talks_too_much_is_refused_and_can_be_silenced() {
    let (house, neighbours, rogue) = besieged(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, json!({ "game": "onze", "seats": 2 }), &[]).await;
    let mut anne = anne.watch(&table).await;
    let mut tab = rogue.watch(&table).await;
    let say = |text: &str| json!({ "say": { "speech": { "text": text } } });
    assert_eq!(tab.refused(say("  \n\u{7}")).await, "bad-speech");
    for wrong in ["", &"x".repeat(301)] {
        assert_eq!(tab.refused_as_described(say(wrong)).await["code"], "bad-speech", "{wrong}");
    }
    for number in 0..6 {
        tab.granted(say(&number.to_string())).await;
    }
    for _ in 0..20 {
        assert_eq!(tab.refused(say("more")).await, "too-much-talk");
    }
    assert_eq!(tab.refused(json!({ "mute": { "player": tab_player(&anne), "silent": true } })).await, "not-host");
    anne.until(|table| table.all("said").count() == 6).await;
    anne.granted(json!({ "mute": { "player": rogue.player, "silent": true } })).await;
    assert_eq!(tab.refused(say("please")).await, "silenced");
    anne.granted(say("At last.")).await;
    assert_eq!(anne.happening("said").await["speech"], json!({ "text": "At last." }), "nothing got through");
    neighbours.make_steps(10).await;
}

fn tab_player(tab: &Tab) -> &str {
    &tab.visitor.player
}

//! Somebody who stops reading while their table goes on: the others do not wait for them, the house does not hoard for
//! them, and when they read again they are shown everything afresh.

use std::net::SocketAddr;
use std::num::NonZeroU32;

use serde_json::json;
use socket2::{Domain, Socket, Type};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;

use crate::house_at_port_zero::{House, config};
use crate::neighbours::Neighbours;
use crate::tab::{Followed, Tab, request};

/// A line for which the system holds little: its packets are small, and so are its buffers. The sooner the house has
/// to hold what is not read.
fn narrow_line(address: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.set_recv_buffer_size(8_192).expect("a small buffer");
    socket.set_tcp_mss(1_400).expect("small packets");
    socket.connect(&address.into()).expect("the house listens");
    socket.set_nonblocking(true).expect("a socket for tokio");
    TcpStream::from_std(socket.into()).expect("a stream")
}

/// As long as a line of chat may be, in characters of four bytes.
const LONG: usize = 300;
/// As many lines as one may say at once, and how many are said in all.
const EACH: usize = 6;
const TOLD: usize = 150 * EACH;
/// No more than this is held by the system for somebody who does not read: its buffers here and there.
const MOST_HELD: usize = 512 * 1024;

#[tokio::test]
async fn who_stops_reading_delays_nobody_and_is_resynced() {
    let house = House::open(config()).await;
    let neighbours = Neighbours::at(&house).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, json!({ "game": "onze", "seats": 2 }), &[]).await;

    let sleeper = house.person("Sleeper").await;
    let stream = narrow_line(sleeper.address);
    let (socket, _) = client_async(request(&sleeper), stream).await.expect("a WebSocket");
    let mut sleeper =
        Tab { socket, visitor: sleeper, welcome: json!(null), table: Followed::default(), lobby: Default::default() };
    sleeper.watch(&table).await;
    sleeper.table.may_lag = true;
    let slept_at = sleeper.table.seq;

    // A crowd talks, each as much as they may: more than a megabyte, and nobody waits for the sleeper.
    let mut anne = anne.watch(&table).await;
    let listening = tokio::spawn(async move {
        anne.until(|table| table.all("said").count() == TOLD).await;
        anne
    });
    let said = "🂡".repeat(LONG);
    for guest in 0..TOLD / EACH {
        let mut tab = house.person(&format!("Guest {guest}")).await.connect().await;
        tab.table.id = table.clone();
        for _ in 0..EACH {
            tab.granted(json!({ "say": { "speech": { "text": said } } })).await;
        }
    }
    neighbours.make_steps(10).await;
    let mut anne = listening.await.expect("she is told everything");
    let now = anne.table.seq;

    // They wake: what the system held for them comes first, then the table as it is now.
    let views = sleeper.table.views;
    sleeper.until(|table| table.views > views).await;
    assert_eq!(sleeper.table.seq, now, "the fresh view is up to date");
    let held = sleeper.table.log.len() as u64;
    assert!(held < now - slept_at, "the house hoarded nothing: {held} of {} messages came", now - slept_at);
    anne.granted(json!({ "say": { "speech": { "phrase": "hello" } } })).await;
    assert_eq!(
        sleeper.happening("said").await["speech"],
        json!({ "phrase": "hello" }),
        "from now on they follow again"
    );
}

#[tokio::test]
async fn who_never_reads_is_hung_up_on_and_little_was_held_for_them() {
    let mut config = config();
    config.slow_reader_seconds = NonZeroU32::MIN;
    let house = House::open(config).await;
    let neighbours = Neighbours::at(&house).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, json!({ "game": "onze", "seats": 2 }), &[]).await;
    let deaf = house.person("Deaf").await;
    let stream = narrow_line(deaf.address);
    let (socket, _) = client_async(request(&deaf), stream).await.expect("a WebSocket");
    let mut deaf =
        Tab { socket, visitor: deaf, welcome: json!(null), table: Followed::default(), lobby: Default::default() };
    deaf.watch(&table).await;
    let mut anne = anne.watch(&table).await;
    anne.until(|table| table.presence["spectators"] == 1).await;

    // People talk until the house has had enough of the one who does not listen.
    let said = "🂡".repeat(LONG);
    let mut guests = 0;
    while anne.table.presence["spectators"] == 1 {
        guests += 1;
        let mut tab = house.person(&format!("Guest {guests}")).await.connect().await;
        tab.table.id = table.clone();
        for _ in 0..EACH {
            tab.granted(json!({ "say": { "speech": { "text": said } } })).await;
        }
        // What happens is read by Anne, who has to notice that the deaf one is gone.
        let seq = anne.table.seq;
        anne.until(|table| table.seq >= seq + EACH as u64 || table.presence["spectators"] == 0).await;
    }
    let mut held = 0;
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(more @ 1..) = deaf.socket.get_mut().read(&mut bytes).await {
        held += more;
    }
    assert!(held < MOST_HELD, "{held} bytes were held for somebody who did not read");
    neighbours.make_steps(10).await;
}

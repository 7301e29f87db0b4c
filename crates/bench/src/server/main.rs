//! The server under load: real matches of four over real WebSockets against the release build as a process of its
//! own, every move durable before it is told; one JSON object on standard output. `cargo xtask bench server` runs it.
//!
//! The server has the first core, this program the one it was started on. Limits on how fast one may ask are raised
//! by the server's own flags; nothing else of it is changed.
#![allow(clippy::print_stdout, reason = "the result is what it prints")]

mod abuse;
mod floor;
mod frames;
mod http;
mod players;
mod process;
mod run;

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use engine::games::onze::Onze;
use engine::{GameId, with_game};
use harness::Launcher;
use serde_json::{Value, json};
use wire::Codec;

use process::{SERVER_CORE, Server};
use run::{FOUR, Group, Load, Pace};

/// So many come in at a time.
const MAX_JOINING_AT_ONCE: usize = 16;
/// How many servers of NATS keep the log of a house of several nodes.
const SERVERS: usize = 3;
const WARM_UP: Duration = Duration::from_secs(3);
const TIMEOUT: Duration = Duration::from_secs(60);
/// The time between two moves at a table where people think.
const EASY_PACE: Duration = Duration::from_secs(1);
/// Where connections that do nothing come from.
const NOWHERE: Ipv4Addr = Ipv4Addr::LOCALHOST;

#[derive(Debug, Parser)]
enum What {
    /// Matches of four at many tables.
    Play {
        /// The game.
        #[arg(value_parser = game)]
        game: GameId,
        /// How many tables.
        tables: usize,
        /// For how many seconds.
        seconds: f64,
        /// Milliseconds between two moves at a table; absent: the next at once.
        #[arg(long)]
        every: Option<u64>,
    },
    /// The same in a house of several nodes on three servers of NATS, the players of each table spread over the nodes.
    Cluster {
        /// The game.
        #[arg(value_parser = game)]
        game: GameId,
        /// How many nodes.
        nodes: usize,
        /// How many tables.
        tables: usize,
        /// For how many seconds.
        seconds: f64,
    },
    /// Matches at an easy pace, first in quiet and then while others abuse the house in every way there is a limit for.
    Abuse {
        /// How many tables.
        tables: usize,
        /// For how many seconds each time.
        seconds: f64,
    },
    /// Those others, until they are killed.
    Abusers {
        /// Where the house listens.
        address: SocketAddr,
    },
    /// Connections that do nothing.
    Idle {
        /// How many.
        connections: usize,
    },
    /// The same load on a server that only reads and writes.
    Floor {
        /// How many tables.
        tables: usize,
        /// For how many seconds.
        seconds: f64,
        /// The length of an update.
        bytes: usize,
    },
    /// That server.
    FloorServer {
        /// The length of an update.
        bytes: usize,
    },
}

fn game(slug: &str) -> Result<GameId, String> {
    GameId::from_slug(slug).ok_or_else(|| format!("the games are {}", GameId::ALL.map(GameId::slug).join(", ")))
}

fn main() -> Result<()> {
    let found = match What::parse() {
        What::Play { game, tables, seconds, every } => {
            let pace = every.map_or(Pace::Closed, |millis| Pace::Every(Duration::from_millis(millis)));
            with_game!(game, G => play::<G>(tables, pace, seconds))?
        }
        What::Cluster { game, nodes, tables, seconds } => with_game!(game, G => cluster::<G>(nodes, tables, seconds))?,
        What::Abuse { tables, seconds } => under_abuse(tables, seconds)?,
        What::Abusers { address } => return abuse::everything(address),
        What::Idle { connections } => idle(connections)?,
        What::Floor { tables, seconds, bytes } => floor_load(tables, seconds, bytes)?,
        What::FloorServer { bytes } => return floor::serve(bytes),
    };
    println!("{found}");
    Ok(())
}

/// The house, on a file in this folder.
fn house(folder: &Path) -> Result<Server> {
    let own = std::env::current_exe()?;
    let program = own.with_file_name("tapis");
    // As slow to stand in for who is away as a house is by itself.
    let settings = [("absence-seconds", "30"), ("connections", "19000"), ("durability", "full")];
    let launcher = Launcher::new(&program, folder)?.on_core(SERVER_CORE);
    Server::open(&settings.iter().fold(launcher, |launcher, (setting, value)| launcher.with(setting, value)))
}

fn play<G: Codec>(tables: usize, pace: Pace, seconds: f64) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let server = house(folder.path())?;
    let address = server.address;
    // One table first: what is made once is there before memory is looked at.
    let mut first = gather(vec![players::four::<G>(&[address], 0)?])?;
    first.gather(TIMEOUT)?;
    let idle = server.memory_kb()?;
    let mut load = gather(come_in(tables, |number| players::four::<G>(&[address], number))?)?;
    load.gather(TIMEOUT)?;
    let joined = server.memory_kb()?;
    let mut found = load.play(std::slice::from_ref(&server), pace, WARM_UP, Duration::from_secs_f64(seconds))?;
    let end = server.memory_kb()?;
    found["game"] = json!(G::ID.slug());
    found["pace_ms"] = match pace {
        Pace::Closed => Value::Null,
        Pace::Every(period) => json!(period.as_millis() as u64),
    };
    found["idle_mb"] = json!(idle / 1024.0);
    found["kb_per_table"] = json!((joined - idle) / tables as f64);
    found["kb_per_table_at_end"] = json!((end - idle) / tables as f64);
    Ok(found)
}

/// Matches in a house of several nodes. The servers of its log have no core of their own: what they cost is in what
/// others use.
fn cluster<G: Codec>(nodes: usize, tables: usize, seconds: f64) -> Result<Value> {
    let log = nats_cluster::Cluster::start(SERVERS)?;
    let program = std::env::current_exe()?.with_file_name("tapis");
    let folders = (0..nodes).map(|_| tempfile::tempdir()).collect::<std::io::Result<Vec<_>>>()?;
    let open = |(number, folder): (usize, &tempfile::TempDir)| {
        let launcher = Launcher::new(&program, folder.path())?.on_core(SERVER_CORE);
        let launcher = launcher.with("absence-seconds", "30").with("node", &format!("n{number}"));
        Server::open(&launcher.with("cluster", &log.addresses().join(",")))
    };
    let servers = folders.iter().enumerate().map(open).collect::<Result<Vec<_>>>()?;
    let addresses: Vec<SocketAddr> = servers.iter().map(|server| server.address).collect();
    let mut load = gather(come_in(tables, |number| players::four::<G>(&addresses, number))?)?;
    load.gather(TIMEOUT)?;
    let mut found = load.play(&servers, Pace::Closed, WARM_UP, Duration::from_secs_f64(seconds))?;
    found["game"] = json!(G::ID.slug());
    found["nodes"] = json!(nodes);
    Ok(found)
}

/// How long moves of others take in quiet and under abuse, in a house with its own limits, behind a proxy.
fn under_abuse(tables: usize, seconds: f64) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let program = std::env::current_exe()?.with_file_name("tapis");
    let launcher = Launcher::new(&program, folder.path())?.with_limits_of_its_own().on_core(SERVER_CORE);
    let server = Server::open(&launcher.with("proxy-header", http::PROXY_HEADER))?;
    let mut load = gather(come_in(tables, |number| players::four::<Onze>(&[server.address], number))?)?;
    load.gather(TIMEOUT)?;
    let (pace, time) = (Pace::Every(EASY_PACE), Duration::from_secs_f64(seconds));
    let quiet = load.play(std::slice::from_ref(&server), pace, WARM_UP, time)?;
    let abusers = abuse::Abusers::start(server.address)?;
    let abused = load.play(std::slice::from_ref(&server), pace, WARM_UP, time)?;
    let did = abusers.stop()?;
    let p99 = |found: &Value| found["p99_ms"].as_f64().unwrap_or(f64::NAN);
    Ok(json!({ "ratio_of_p99": p99(&abused) / p99(&quiet), "quiet": quiet, "abused": abused, "did": did }))
}

/// Everybody looks at the table and sits down.
fn gather<G: Codec>(groups: Vec<(players::Players<G>, [TcpStream; FOUR])>) -> Result<Load<players::Players<G>>> {
    let mut words = Vec::new();
    let mut groups = groups;
    for (group, (players, _)) in groups.iter_mut().enumerate() {
        let mut say = Vec::new();
        players.arrive(&mut say);
        words.extend(say.into_iter().map(|(seat, text)| (group, seat, text)));
    }
    let mut load = Load::new(groups)?;
    for (group, seat, text) in words {
        load.say(group, seat, &text)?;
    }
    Ok(load)
}

/// Lets so many in, several at a time.
fn come_in<T: Send>(count: usize, come: impl Fn(u64) -> Result<T> + Sync) -> Result<Vec<T>> {
    let come = &come;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..MAX_JOINING_AT_ONCE)
            .map(|thread| {
                scope.spawn(move || -> Result<Vec<T>> {
                    (thread..count).step_by(MAX_JOINING_AT_ONCE).map(|number| come(number as u64 + 1)).collect()
                })
            })
            .collect();
        let mut all = Vec::with_capacity(count);
        for thread in threads {
            let Ok(came) = thread.join() else { bail!("a thread panicked") };
            all.extend(came?);
        }
        Ok(all)
    })
}

fn idle(connections: usize) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let server = house(folder.path())?;
    let opened = http::post(&TcpStream::connect(server.address)?, NOWHERE, "/api/session", "", &json!({}))?;
    let token = opened["token"].as_str().context("no token")?;
    let connect = |address: SocketAddr| http::connect(address, NOWHERE, token);
    let _first = connect(server.address)?;
    let before = server.memory_kb()?;
    let open = come_in(connections, |_| connect(server.address))?;
    let (after, cpu) = (server.memory_kb()?, server.cpu_seconds()?);
    drop(open);
    Ok(json!({
        "connections": connections, "idle_mb": before / 1024.0, "kb_per_connection": (after - before) / connections as f64,
        "server_cpu_ms_per_connection": cpu * 1e3 / connections as f64,
    }))
}

fn floor_load(tables: usize, seconds: f64, bytes: usize) -> Result<Value> {
    let server = Server::start(&std::env::current_exe()?, &["floor-server", &bytes.to_string()])?;
    // One after the other, for the server takes every four for a group.
    let groups = (0..tables).map(|_| floor::four(server.address)).collect::<Result<_>>()?;
    load_floor(Load::new(groups)?, &server, seconds)
}

fn load_floor<G: Group>(mut load: Load<G>, server: &Server, seconds: f64) -> Result<Value> {
    load.play(std::slice::from_ref(server), Pace::Closed, WARM_UP, Duration::from_secs_f64(seconds))
}

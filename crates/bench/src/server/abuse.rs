//! Those who abuse a house: each does one thing as fast as it is answered, and comes again when it is hung up on.
//!
//! They are a process of their own that yields the core to the players, so that what players wait for is the server.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use harness::Process;
use serde_json::{Map, Value, json};
use tempfile::NamedTempFile;

use crate::frames;
use crate::http;

/// How many messages are sent before answers are read.
const BURST: usize = 400;
/// How many connections those who read nothing hold.
const DEAF: usize = 40;
/// How long an answer is waited for; whoever is ignored goes on with the next burst.
const TIMEOUT: Duration = Duration::from_millis(200);
/// How often the counts are told.
const TOLD_EVERY: Duration = Duration::from_millis(500);
/// The networks of those who have many begin here.
const BOTNET: Ipv4Addr = Ipv4Addr::new(172, 16, 0, 0);

/// One kind of abuse: its name, and one turn of it, which says how much was tried.
type Abuse = (&'static str, fn(&Abuser) -> Result<u64>);

const ABUSES: [Abuse; 9] = [
    ("hints", hints),
    ("messages", messages),
    ("control frames", control_frames),
    ("binary frames", binary_frames),
    ("tables", tables),
    ("lists", lists),
    ("passwords", passwords),
    ("guests of many networks", guests),
    ("deaf readers", deaf_readers),
];

/// The process of all abusers, and the file it tells what they did.
pub(crate) struct Abusers {
    process: Process,
    did: NamedTempFile,
}

impl Abusers {
    pub(crate) fn start(address: SocketAddr) -> Result<Self> {
        let did = NamedTempFile::new()?;
        let mut command = Command::new("nice");
        command.args(["-n", "19"]).arg(std::env::current_exe()?).args(["abusers", &address.to_string()]);
        command.stdin(Stdio::null()).stdout(did.reopen()?);
        Ok(Self { process: Process::start(&mut command)?, did })
    }

    /// Ends them; what they did.
    pub(crate) fn stop(self) -> Result<Value> {
        self.process.kill()?;
        let told = std::fs::read_to_string(self.did.path())?;
        // The last line may be half written.
        let last = told.lines().rev().find_map(|line| serde_json::from_str(line).ok());
        last.context("nobody abused the house")
    }
}

/// Who abuses, and from where.
struct Abuser {
    address: SocketAddr,
    network: Ipv4Addr,
    /// How many networks were used.
    networks: AtomicU64,
}

/// Abuses the house until the process is killed, and tells now and then how much was tried.
pub(crate) fn everything(address: SocketAddr) -> Result<()> {
    let counts: Vec<AtomicU64> = ABUSES.iter().map(|_| AtomicU64::new(0)).collect();
    std::thread::scope(|scope| {
        for (number, ((_, abuse), count)) in ABUSES.iter().zip(&counts).enumerate() {
            let network = Ipv4Addr::new(192, 168, 0, number as u8 + 1);
            let abuser = Abuser { address, network, networks: AtomicU64::new(0) };
            scope.spawn(move || {
                loop {
                    // Whoever is refused or hung up on tries again.
                    match abuse(&abuser) {
                        Ok(tried) => count.fetch_add(tried, Ordering::Relaxed),
                        Err(_) => count.fetch_add(1, Ordering::Relaxed),
                    };
                }
            });
        }
        loop {
            std::thread::sleep(TOLD_EVERY);
            let did: Map<String, Value> = ABUSES
                .iter()
                .zip(&counts)
                .map(|((name, _), count)| ((*name).to_owned(), json!(count.load(Ordering::Relaxed))))
                .collect();
            println!("{}", Value::Object(did));
        }
    })
}

impl Abuser {
    fn post(&self, path: &str, token: &str, body: &Value) -> Result<Value> {
        let socket = TcpStream::connect(self.address)?;
        http::post(&socket, self.network, path, token, body)
    }

    fn come_in(&self) -> Result<String> {
        let opened = self.post("/api/session", "", &json!({}))?;
        Ok(opened["token"].as_str().context("no token")?.to_owned())
    }

    fn connect(&self, token: &str) -> Result<TcpStream> {
        let stream = http::connect(self.address, self.network, token)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        Ok(stream)
    }

    /// Sends bursts of the same bytes on one connection after another, until one of them is hung up on.
    fn flood(&self, token: &str, bytes: &[u8]) -> Result<u64> {
        let mut stream = self.connect(token)?;
        let mut sent = 0;
        loop {
            if stream.write_all(&bytes.repeat(BURST)).is_err() {
                return Ok(sent);
            }
            sent += BURST as u64;
            if !is_open(&mut stream) {
                return Ok(sent);
            }
        }
    }
}

/// Takes what the house says for a while; false when it has hung up.
fn is_open(stream: &mut TcpStream) -> bool {
    let mut buffer = [0; 64 * 1024];
    match stream.read(&mut buffer) {
        Ok(0) => false,
        Ok(_) => true,
        Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    }
}

fn text(message: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    frames::write_text(&message.to_string(), &mut bytes);
    bytes
}

/// A frame of any kind, masked with zeros.
fn frame(first: u8, length: u8) -> Vec<u8> {
    [&[first, 0x80 | length, 0, 0, 0, 0][..], &vec![0; usize::from(length)]].concat()
}

/// Asks for hints at a table of one's own, all at once.
fn hints(abuser: &Abuser) -> Result<u64> {
    let token = abuser.come_in()?;
    let settings = json!({ "game": "rummy", "seats": 2, "hints": true, "visibility": "invited" });
    let body = json!({ "settings": settings, "bots": [{ "seat": 1, "level": "expert" }] });
    let opened = abuser.post("/api/tables", &token, &body)?;
    let table = opened["table"].as_str().context("no table")?;
    abuser.flood(&token, &text(&json!({ "id": "h", "table": table, "ask": "hint" })))
}

/// Says that it is there, again and again.
fn messages(abuser: &Abuser) -> Result<u64> {
    let token = abuser.come_in()?;
    abuser.flood(&token, &text(&json!({ "id": "p", "ask": "ping" })))
}

fn control_frames(abuser: &Abuser) -> Result<u64> {
    let token = abuser.come_in()?;
    abuser.flood(&token, &frame(0x89, 4))
}

fn binary_frames(abuser: &Abuser) -> Result<u64> {
    let token = abuser.come_in()?;
    abuser.flood(&token, &frame(0x82, 100))
}

/// Opens public tables until it is told not to.
fn tables(abuser: &Abuser) -> Result<u64> {
    let token = abuser.come_in()?;
    let settings = json!({ "game": "onze", "seats": 4, "visibility": "public" });
    let mut opened = 0;
    while abuser.post("/api/tables", &token, &json!({ "settings": settings })).is_ok() {
        opened += 1;
    }
    Ok(opened + 1)
}

/// Follows the list of tables and lets it go again.
fn lists(abuser: &Abuser) -> Result<u64> {
    let token = abuser.come_in()?;
    let both = [text(&json!({ "id": "l", "ask": "lobby" })), text(&json!({ "id": "u", "ask": "leave_lobby" }))];
    abuser.flood(&token, &both.concat())
}

/// Tries passwords, which are dear to check.
fn passwords(abuser: &Abuser) -> Result<u64> {
    let guess = json!({ "name": "Camille", "password": "correct horse" });
    abuser.post("/api/login", "", &guess).map(|_| 1)
}

/// Comes in from ever new networks.
fn guests(abuser: &Abuser) -> Result<u64> {
    let number = abuser.networks.fetch_add(1, Ordering::Relaxed) as u32;
    let network = Ipv4Addr::from_bits(BOTNET.to_bits() + number % (1 << 20));
    let socket = TcpStream::connect(abuser.address)?;
    http::post(&socket, network, "/api/session", "", &json!({})).map(|_| 1)
}

/// Asks for much on many connections and reads none of it.
fn deaf_readers(abuser: &Abuser) -> Result<u64> {
    let token = abuser.come_in()?;
    let burst = text(&json!({ "id": "l", "ask": "lobby" })).repeat(BURST / 10);
    let mut open = Vec::with_capacity(DEAF);
    for _ in 0..DEAF {
        let mut stream = abuser.connect(&token)?;
        // Whoever does not read is soon not read from either.
        let _ = stream.write_all(&burst);
        open.push(stream);
    }
    // Longer than a house waits for them.
    std::thread::sleep(Duration::from_secs(25));
    drop(open);
    Ok(DEAF as u64)
}

//! `tapis serve`, `backup` and `restore` as people run them: real processes that are told to end, or killed.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A house in a process of its own; it is killed when the test is over.
struct Serving {
    child: Child,
    address: String,
    greeting: String,
    /// Reads the log all the while: a full pipe would hold the house up.
    log: Option<JoinHandle<String>>,
}

fn tapis() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.env("LC_ALL", "en_GB.UTF-8");
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Serving {
    fn start(data: &Path) -> Self {
        Self::start_with(tapis(), data)
    }

    fn start_with(mut command: Command, data: &Path) -> Self {
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "trace", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut greeting = String::new();
        BufReader::new(child.stdout.take().expect("standard output")).read_line(&mut greeting).expect("a line");
        let address = greeting.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let mut errors = child.stderr.take().expect("standard error");
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            errors.read_to_string(&mut log).expect("a log");
            log
        });
        Self { address: address.to_owned(), greeting, child, log: Some(log) }
    }

    /// Asks for something, and gives status and body.
    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).expect("connected");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Ends it with a signal; gives whether it ended well, and its log.
    fn end(mut self, signal: &str) -> (bool, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        let log = self.log.take().map(|log| log.join().expect("a log")).unwrap_or_default();
        (self.child.wait().expect("it ends").success(), log)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It has usually ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path().join("tapis.db");
    (folder, data)
}

#[test]
fn a_house_greets_serves_and_closes_when_it_is_told_to() {
    for signal in ["-TERM", "-INT"] {
        let (_folder, data) = folder();
        let house = Serving::start(&data);
        assert!(house.greeting.starts_with("The house is open: http://127.0.0.1:"), "{}", house.greeting);
        assert_eq!(house.ask("GET", "/healthz", "", &json!({})).0, 200);
        let (ended_well, log) = house.end(signal);
        assert!(ended_well && log.contains("closed"), "{log}");
    }
}

#[test]
fn for_the_home_network_an_address_and_its_code_are_printed() {
    for command in [&["serve", "--lan"][..], &["--lan"][..]] {
        let (_folder, data) = folder();
        let mut child = tapis()
            .args(command)
            .env("TAPIS_LISTEN", "127.0.0.1:0")
            .env("TAPIS_DATA", &data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let mut lines = BufReader::new(child.stdout.take().expect("standard output")).lines().map_while(Result::ok);
        let greeting = lines.next().expect("a greeting");
        let network = lines.next().expect("a word about the network");
        let empty = lines.next().expect("a line");
        let code: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let url_in = |line: &str| line.split(' ').find(|word| word.starts_with("http://")).map(String::from);
        let here = url_in(&greeting).expect("an address");
        assert!(here.starts_with("http://127.0.0.1:") && empty.is_empty(), "{greeting}");
        match url_in(&network) {
            Some(url) => {
                let port = |url: &str| url.rsplit(':').next().map(String::from);
                assert!(port(&url) == port(&here) && !url.contains("127.0.0.1") && !url.contains("0.0.0.0"), "{url}");
                assert_eq!(scanned(&code), url);
            }
            None => assert!(network.contains("is on no network") && code.is_empty(), "{network}"),
        }
    }
}

/// What a telephone reads in a code that was printed, each character two squares high.
fn scanned(lines: &[String]) -> String {
    const SIDE: usize = 4;
    let rows: Vec<Vec<bool>> = lines
        .iter()
        .flat_map(|line| {
            let upper = line.chars().map(|square| matches!(square, '▀' | '█')).collect();
            let lower = line.chars().map(|square| matches!(square, '▄' | '█')).collect();
            [upper, lower]
        })
        .collect();
    let (width, height) = (rows[0].len() * SIDE, rows.len() * SIDE);
    let shade = |x: usize, y: usize| if rows[y / SIDE][x / SIDE] { 0 } else { 255 };
    let mut seen = rqrr::PreparedImage::prepare_from_greyscale(width, height, shade);
    let codes = seen.detect_grids();
    assert_eq!(codes.len(), 1, "one code is seen in\n{}", lines.join("\n"));
    codes[0].decode().expect("it can be read").1
}

#[test]
fn the_log_tells_what_was_asked_but_neither_tokens_nor_passwords() {
    let (_folder, data) = folder();
    let house = Serving::start(&data);
    let (_, guest) = house.ask("POST", "/api/session", "", &json!({}));
    let token = guest["token"].as_str().expect("a token").to_owned();
    let claim = json!({"name": "Anna", "password": "correct horse"});
    assert_eq!(house.ask("POST", "/api/claim", &token, &claim).0, 200);
    assert_eq!(house.ask("POST", "/api/login", "", &json!({"name": "Anna", "password": "a wrong guess"})).0, 401);
    let (_, log) = house.end("-TERM");
    assert!(log.contains("/api/claim") && log.contains("401"), "{log}");
    for secret in [token.as_str(), token.rsplit('.').next().unwrap_or_default(), "correct horse", "a wrong guess"] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[test]
fn a_copy_made_while_the_house_is_open_brings_everything_back_but_sessions() {
    let (folder, data) = folder();
    let copy = folder.path().join("copy.db");
    let house = Serving::start(&data);
    let (status, guest) = house.ask("POST", "/api/session", "", &json!({"name": "Zoé"}));
    assert_eq!(status, 200);
    let token = guest["token"].as_str().expect("a token").to_owned();
    let claim = json!({"name": "Zoé", "password": "correct horse"});
    assert_eq!(house.ask("POST", "/api/claim", &token, &claim).0, 200);
    let table = json!({"settings": {"game": "dos", "seats": 2, "visibility": "public"}, "bots": [{"seat": 1, "level": "novice"}]});
    let (status, opened) = house.ask("POST", "/api/tables", &token, &table);
    assert_eq!(status, 200, "{opened}");
    let backup = || run(tapis().arg("backup").arg(&copy).arg("--data").arg(&data));
    let first = backup();
    assert!(first.status.success() && text(&first.stdout).contains("3 records, all in order"), "{first:?}");
    let second = backup();
    assert!(!second.status.success() && text(&second.stderr).contains("--force"), "{second:?}");
    let restore = |arguments: &[&str]| run(tapis().arg("restore").arg(&copy).arg("--data").arg(&data).args(arguments));
    let in_use = restore(&["--force"]);
    assert!(!in_use.status.success() && text(&in_use.stderr).contains("in use"), "{in_use:?}");

    // Whoever came after the copy is gone with what is overwritten.
    let (_, late) = house.ask("POST", "/api/session", "", &json!({}));
    let late = late["token"].as_str().expect("a token").to_owned();
    assert!(!house.end("-KILL").0, "it was killed");
    let kept = restore(&[]);
    assert!(!kept.status.success() && text(&kept.stderr).contains("--force"), "{kept:?}");
    assert!(restore(&["--force"]).status.success());
    let house = Serving::start(&data);
    assert_eq!(house.ask("GET", "/api/session", &token, &json!({})).0, 401, "a copy that is put back ends sessions");
    assert_eq!(house.ask("GET", "/api/session", &late, &json!({})).0, 401);
    let (status, back) = house.ask("POST", "/api/login", "", &claim);
    assert_eq!((status, &back["player"]["id"]), (200, &guest["player"]["id"]));
    let path = format!("/api/tables/{}", opened["table"].as_str().expect("a table"));
    assert_eq!(house.ask("GET", &path, "", &json!({})).0, 200);
    let left = std::fs::read_dir(folder.path()).expect("the folder").flatten();
    let left: Vec<_> =
        left.map(|file| file.file_name()).filter(|name| name.to_string_lossy().contains("restoring")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let (_folder, data) = folder();
    let house = Serving::start(&data);
    let mut tokens = Vec::new();
    for _ in 0..10 {
        let (status, guest) = house.ask("POST", "/api/session", "", &json!({}));
        assert_eq!(status, 200);
        tokens.push(guest["token"].as_str().expect("a token").to_owned());
    }
    house.end("-KILL");
    let house = Serving::start(&data);
    assert!(tokens.iter().all(|token| house.ask("GET", "/api/session", token, &json!({})).0 == 200));
}

#[test]
fn what_is_no_copy_is_not_put_back() {
    let (folder, data) = folder();
    let house = Serving::start(&data);
    let copy = folder.path().join("copy.db");
    assert!(run(tapis().arg("backup").arg(&copy).arg("--data").arg(&data)).status.success());
    drop(house);
    let whole = std::fs::read(&copy).expect("the copy");
    let broken = folder.path().join("broken.db");
    for (bytes, told) in [
        (b"no database at all, but long enough to look at".to_vec(), "is not a journal"),
        (whole[..whole.len() / 2].to_vec(), "broken.db"),
        (Vec::new(), "is not a journal"),
    ] {
        std::fs::write(&broken, bytes).expect("written");
        let restored = run(tapis().arg("restore").arg(&broken).arg("--force").arg("--data").arg(&data));
        assert!(!restored.status.success() && text(&restored.stderr).contains(told), "{restored:?}");
    }
    let house = Serving::start(&data);
    assert_eq!(house.ask("GET", "/healthz", "", &json!({})).0, 200, "what was there is untouched");
}

#[test]
fn a_second_house_over_the_same_data_is_refused() {
    let (_folder, data) = folder();
    let _house = Serving::start(&data);
    let second = run(tapis().args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data));
    assert!(!second.status.success() && text(&second.stderr).contains("in use"), "{second:?}");
}

#[test]
fn settings_come_from_flags_then_the_environment_then_a_file() {
    let (folder, _) = folder();
    let file = folder.path().join("tapis.toml");
    std::fs::write(&file, "login-attempts = 1\nnew-guests = 1\nconnections = 1\n").expect("written");
    let printed = run(tapis()
        .args(["serve", "--print-config", "--login-attempts", "3", "--config"])
        .arg(&file)
        .envs([("TAPIS_LOGIN_ATTEMPTS", "2"), ("TAPIS_NEW_GUESTS", "2")]));
    let printed = text(&printed.stdout);
    for line in ["login-attempts = 3", "new-guests = 2", "connections = 1", "listen = \"127.0.0.1:4646\""] {
        assert!(printed.contains(line), "{line} is not in\n{printed}");
    }
    let wrong = run(tapis().args(["serve", "--print-config"]).env("TAPIS_LISTEN", "here"));
    assert!(!wrong.status.success() && text(&wrong.stderr).contains("--listen"), "{wrong:?}");
    std::fs::write(&file, "lisen = 1\n").expect("written");
    let unknown = run(tapis().args(["serve", "--config"]).arg(&file));
    assert!(!unknown.status.success() && text(&unknown.stderr).contains("lisen"), "{unknown:?}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let (_folder, data) = folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    // Without a command it serves; the environment says where.
    let refused = run(tapis().env("TAPIS_LISTEN", &address).env("TAPIS_DATA", &data));
    assert!(!refused.status.success() && text(&refused.stderr).contains(&address), "{refused:?}");
}

/// A house that is told when a file would get too long, instead of being ended: as with a disk that is full.
#[cfg(target_os = "linux")]
fn tapis_told_of_the_limit() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tapis")]).env("LC_ALL", "en_GB.UTF-8");
    command
}

/// How long the files of a process may get from now on.
#[cfg(target_os = "linux")]
fn limit_files(house: &Serving, most: &str) {
    let id = house.child.id().to_string();
    let limited = Command::new("prlimit").args(["--pid", &id, &format!("--fsize={most}:")]).status();
    assert!(limited.expect("prlimit runs").success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_house_whose_disk_is_full_says_so_once_and_goes_on_when_there_is_room() {
    let (_folder, data) = folder();
    let house = Serving::start_with(tapis_told_of_the_limit(), &data);
    let come_in = || house.ask("POST", "/api/session", "", &json!({}));
    let ready = || house.ask("GET", "/readyz", "", &json!({}));
    assert_eq!((come_in().0, ready().0), (200, 200));
    limit_files(&house, "1");
    for _ in 0..5 {
        let (status, refused) = come_in();
        assert_eq!((status, refused["error"]["code"].as_str()), (503, Some("not-written")));
    }
    let (status, refused) = ready();
    assert_eq!((status, refused["error"]["code"].as_str()), (503, Some("not-writable")), "{refused}");
    let (status, health) = house.ask("GET", "/healthz", "", &json!({}));
    assert_eq!((status, health["writable"].as_bool()), (200, Some(false)));
    limit_files(&house, "unlimited");
    // Nobody writes: the house finds out by itself.
    while ready().0 != 200 {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(come_in().0, 200);
    let (ended_well, log) = house.end("-TERM");
    assert!(ended_well);
    for told in ["the journal cannot be written", "the journal can be written again"] {
        assert_eq!(log.matches(told).count(), 1, "{told}: {log}");
    }
}

/// Whether a text is found in a file of the data.
fn is_on_disk(data: &Path, text: &str) -> bool {
    let folder = data.parent().expect("a folder");
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    // SQLite's own files come and go.
    files
        .filter_map(|file| std::fs::read(file).ok())
        .any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
}

#[test]
fn whenever_a_house_is_killed_while_it_deletes_somebody_it_finishes_what_it_has_begun() {
    let (_folder, data) = folder();
    let (mut begun, mut number) = (0, 0_u64);
    while begun < 4 {
        // Later and later, until it has begun a few times.
        number += 1;
        let house = Serving::start(&data);
        let name = format!("Zephyrine{number}");
        let (_, opened) = house.ask("POST", "/api/session", "", &json!({ "name": name }));
        let token = opened["token"].as_str().expect("a token").to_owned();
        for _ in 0..12 {
            let settings = json!({ "game": "onze", "seats": 2 });
            assert_eq!(house.ask("POST", "/api/tables", &token, &json!({ "settings": settings })).0, 200);
        }
        assert!(is_on_disk(&data, &name));
        let mut stream = TcpStream::connect(&house.address).expect("connected");
        write!(
            stream,
            "DELETE /api/session/account HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}",
            house.address
        )
        .expect("sent");
        // Whatever it has come to by then, what follows holds.
        std::thread::sleep(Duration::from_micros(400 * number * number));
        house.end("-KILL");

        let house = Serving::start(&data);
        let (status, _) = house.ask("GET", "/api/session", &token, &json!({}));
        if status == 200 {
            assert_eq!(house.ask("DELETE", "/api/session/account", &token, &json!({})).0, 204);
        } else {
            assert_eq!(status, 401, "it has begun, so nobody comes in");
            begun += 1;
        }
        while is_on_disk(&data, &name) {
            std::thread::yield_now();
        }
        let (ended_well, log) = house.end("-TERM");
        assert!(ended_well && !is_on_disk(&data, &name), "{log}");
    }
}

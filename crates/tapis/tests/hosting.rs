//! The examples of `docs/HOSTING.md` with the real programs: a house behind Caddy and behind nginx, over TLS, with the
//! very files of `docs/examples`, and the unit of systemd. Only addresses, ports and certificates are put in.
#![cfg(target_os = "linux")]

use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness::{Launcher, Process, Server};
use serde_json::Value;

/// The name that stands in the examples for the house's own.
const NAME: &str = "jeux.example.org";
/// Where the house listens in the examples.
const HOUSE: &str = "127.0.0.1:4646";
/// Nothing takes that long; a test that waits longer waits for ever.
const HANGS: Duration = Duration::from_secs(60);

fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// An example, each of these texts replaced by another; each must be there.
fn example(name: &str, changes: &[(&str, &str)]) -> String {
    let text = std::fs::read_to_string(project("docs/examples").join(name)).expect("an example");
    changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{name} has no {from}");
        text.replace(from, to)
    })
}

/// A port that nobody else uses, for as long as its launcher is kept.
fn reserved(folder: &Path) -> Launcher {
    Launcher::new(env!("CARGO_BIN_EXE_tapis").as_ref(), folder).expect("a port")
}

/// A house behind a proxy, and a certificate for the proxy.
struct Hosted {
    folder: tempfile::TempDir,
    launcher: Launcher,
    _server: Server,
    _port: Launcher,
    /// Where the proxy is to listen.
    front: SocketAddr,
    certificate: PathBuf,
    key: PathBuf,
}

impl Hosted {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let (certificate, key) = (file("certificate.pem"), file("key.pem"));
        let names = "subjectAltName=DNS:localhost";
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"])
            .args(["-addext", names, "-out"])
            .arg(&certificate)
            .arg("-keyout")
            .arg(&key)
            .output()
            .expect("openssl is installed");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let port = reserved(folder.path());
        let front = port.address();
        let settings = file("tapis.toml");
        let own = format!("localhost:{}", front.port());
        std::fs::write(&settings, example("tapis.toml", &[(NAME, &own)])).expect("a file");
        // One new guest a minute from each address: so it shows which address the house believes.
        let launcher = reserved(folder.path()).with("config", &settings.to_string_lossy()).with("new-guests", "1");
        let server = launcher.open().expect("a house");
        Self { launcher, _server: server, _port: port, front, certificate, key, folder }
    }

    /// Starts the proxy, and waits until it listens.
    fn start(&self, command: &mut Command) -> Process {
        let log = std::fs::File::create(self.folder.path().join("proxy.txt")).expect("a log");
        let command = command.current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let proxy = Process::start(command).expect("the proxy is installed");
        let start = Instant::now();
        while TcpStream::connect(self.front).is_err() {
            let log = std::fs::read_to_string(self.folder.path().join("proxy.txt")).unwrap_or_default();
            assert!(start.elapsed() < HANGS, "the proxy does not listen:\n{log}");
            std::thread::yield_now();
        }
        proxy
    }

    /// Asks over TLS from an address of this machine, with what a client pretends: status, headers and body.
    fn ask(&self, source: &str, method: &str, path: &str, pretended: Option<&str>) -> Value {
        let program = "import http.client, json, ssl, sys
_, certificate, port, source, method, path, pretended = sys.argv
context = ssl.create_default_context(cafile=certificate)
line = http.client.HTTPSConnection('localhost', int(port), context=context, source_address=(source, 0), timeout=60)
headers = {'content-type': 'application/json'} | ({'x-forwarded-for': pretended} if pretended else {})
line.request(method, path, '{}' if method == 'POST' else None, headers)
answer = line.getresponse()
headers = {name.lower(): value for name, value in answer.getheaders()}
print(json.dumps({'status': answer.status, 'headers': headers, 'body': answer.read().decode()}))";
        let output = Command::new("python3")
            .args(["-c", program])
            .arg(&self.certificate)
            .args([&self.front.port().to_string(), source, method, path, pretended.unwrap_or_default()])
            .output()
            .expect("python3 is installed");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    /// All that must hold behind any proxy.
    fn check(&self) {
        let health = self.ask("127.0.0.1", "GET", "/healthz", None);
        assert_eq!(health["status"], 200, "{health}");
        assert!(health["headers"]["strict-transport-security"].is_string(), "{health}");
        let metrics = self.ask("127.0.0.1", "GET", "/metrics", None);
        assert_eq!(metrics["status"], 404, "the figures stay inside: {metrics}");

        let guest = |source: &str, pretended: Option<&str>| self.ask(source, "POST", "/api/session", pretended);
        let first = guest("127.0.0.2", None);
        assert_eq!(first["status"], 200, "{first}");
        let cookie = first["headers"]["set-cookie"].as_str().unwrap_or_default();
        assert!(cookie.contains("; Secure") && cookie.contains("; HttpOnly"), "{cookie}");
        let second = guest("127.0.0.2", Some("203.0.113.7"));
        assert_eq!(second["status"], 429, "who pretends another address is known all the same: {second}");
        let other = guest("127.0.0.3", None);
        assert_eq!(other["status"], 200, "and others are told apart: {other}");

        // A whole match over the WebSocket.
        let url = format!("https://localhost:{}", self.front.port());
        let played = Command::new("python3")
            .arg(project("examples/bot.py"))
            .args([&url, "quarante-six"])
            .env("SSL_CERT_FILE", &self.certificate)
            .output()
            .expect("python3 is installed");
        let said = String::from_utf8_lossy(&played.stdout).into_owned();
        assert!(played.status.success(), "{said}{}", String::from_utf8_lossy(&played.stderr));
        assert!(said.contains("place "), "{said}");
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn a_house_is_played_at_behind_caddy() {
    let hosted = Hosted::open();
    // The certificate is the test's own, and nothing of the machine is touched: no port 80, no port for commands.
    let site = format!(
        "https://localhost:{} {{\n\ttls {} {}\n",
        hosted.front.port(),
        text(&hosted.certificate),
        text(&hosted.key)
    );
    let house = hosted.launcher.address().to_string();
    let file = example("Caddyfile", &[(&format!("{NAME} {{\n"), &site), (HOUSE, &house)]);
    // HTTP/3 would want the UDP port of the same number, by which the port is reserved.
    let options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {\n\t\tprotocols h1 h2\n\t}\n}\n";
    let file = format!("{options}{file}");
    std::fs::write(hosted.folder.path().join("Caddyfile"), file).expect("a file");
    let mut caddy = Command::new("caddy");
    for folder in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        caddy.env(folder, hosted.folder.path());
    }
    let _caddy = hosted.start(caddy.args(["run", "--config", "Caddyfile", "--adapter", "caddyfile"]));
    hosted.check();
}

#[test]
fn a_house_is_played_at_behind_nginx() {
    let hosted = Hosted::open();
    let redirect = reserved(hosted.folder.path());
    let live = format!("/etc/letsencrypt/live/{NAME}");
    let site = example(
        "nginx.conf",
        &[
            ("listen 80;", &format!("listen {};", redirect.address())),
            ("listen 443 ", &format!("listen {} ", hosted.front)),
            (&format!("{live}/fullchain.pem"), &text(&hosted.certificate)),
            (&format!("{live}/privkey.pem"), &text(&hosted.key)),
            (NAME, "localhost"),
            (HOUSE, &hosted.launcher.address().to_string()),
        ],
    );
    // What a distribution's own file says around it, with all files in the folder of the test.
    let temporary =
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path {kind};\n"));
    let file = format!("pid nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{}{site}}}\n", temporary.concat());
    std::fs::write(hosted.folder.path().join("nginx.conf"), file).expect("a file");
    let mut nginx = Command::new("nginx");
    nginx.arg("-p").arg(hosted.folder.path()).args(["-c", "nginx.conf", "-e", "stderr"]);
    let _nginx = hosted.start(nginx.args(["-g", "daemon off; master_process off;"]));
    hosted.check();
    let plain = Command::new("python3")
        .args(["-c", "import http.client, sys\nline = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]), timeout=60)\nline.request('GET', '/table/x', headers={'host': 'localhost'})\nprint(line.getresponse().getheader('location'))"])
        .arg(redirect.address().port().to_string())
        .output()
        .expect("python3 is installed");
    assert_eq!(String::from_utf8_lossy(&plain.stdout).trim(), "https://localhost/table/x");
}

#[test]
fn the_units_of_systemd_are_well_formed_and_leave_little_to_do_harm_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = text(env!("CARGO_BIN_EXE_tapis").as_ref());
    let write = |name: &str, changes: &[(&str, &str)]| {
        let unit = folder.path().join(name);
        std::fs::write(&unit, example(name, changes)).expect("a file");
        unit
    };
    let services = ["tapis.service", "tapis-backup.service"].map(|it| write(it, &[("/usr/local/bin/tapis", &program)]));
    let timer = write("tapis-backup.timer", &[]);
    let analyze = |arguments: &[&str], units: &[PathBuf]| {
        let judged =
            Command::new("systemd-analyze").args(arguments).args(units).output().expect("systemd is installed");
        let said = [judged.stdout, judged.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        assert!(judged.status.success(), "{arguments:?} {units:?}: {said}");
    };
    analyze(&["verify"], &[&services[..], &[timer]].concat());
    // Twenty of a hundred: a service without any of these settings has more than ninety.
    for service in services {
        analyze(&["security", "--offline=yes", "--threshold=20"], &[service]);
    }
}

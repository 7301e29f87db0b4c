//! A page at a house of three nodes, behind the load balancer of `docs/examples/cluster/Caddyfile`: it is at another node
//! when its own is gone, and says so while nothing can be written down.

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use engine::GameId;
use harness::browser::{self, Company, Device, Hands, Length, Person};
use harness::{Launcher, Process};
use words::Lang;
use words::screen::Label;

use super::house::House;
use super::{ONE_HOUSE, TIMEOUT};

/// Nobody stands in for somebody whose line is cut, and nobody goes on without them.
const PATIENT: [(&str, &str); 2] = [("absence-seconds", "600"), ("between-seconds", "600")];

/// The load balancer, and where it listens.
struct Balancer {
    _process: Process,
    _port: Launcher,
    url: String,
}

impl Balancer {
    /// Starts it with the example, in which only addresses are changed.
    fn start(folder: &Path, nodes: &[String]) -> Self {
        let port = Launcher::new(env!("CARGO_BIN_EXE_tapis").as_ref(), folder).expect("a port");
        let url = format!("http://{}", port.address());
        let example = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/cluster/Caddyfile");
        let mut file = std::fs::read_to_string(example).expect("an example");
        let names = (1..).map(|number| format!("tapis-{number}:4646"));
        let hosts = nodes.iter().map(|node| node.trim_start_matches("http://").to_owned());
        for (name, own) in names.zip(hosts).chain([("jeux.example.org".to_owned(), url.clone())]) {
            assert!(file.contains(&name), "the example has no {name}");
            file = file.replace(&name, &own);
        }
        // HTTP/3 would want the UDP port of the same number, by which the port is reserved.
        let options = "{\n\tadmin off\n\tauto_https off\n\tservers {\n\t\tprotocols h1\n\t}\n}\n";
        std::fs::write(folder.join("Caddyfile"), format!("{options}{file}")).expect("a file");
        let log = std::fs::File::create(folder.join("caddy.txt")).expect("a log");
        let mut caddy = Command::new("caddy");
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            caddy.env(variable, folder);
        }
        caddy.args(["run", "--config", "Caddyfile", "--adapter", "caddyfile"]).current_dir(folder);
        let caddy = caddy.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let process = Process::start(caddy).expect("caddy is installed");
        let start = Instant::now();
        while TcpStream::connect(port.address()).is_err() {
            let log = std::fs::read_to_string(folder.join("caddy.txt")).unwrap_or_default();
            assert!(start.elapsed() < TIMEOUT, "caddy does not listen:\n{log}");
            std::thread::yield_now();
        }
        Self { _process: process, _port: port, url }
    }
}

/// The calm line at the top, where it says this.
fn notice(label: Label) -> String {
    let text = serde_json::to_string(&label.say(Lang::French)).expect("text is JSON");
    format!("document.querySelector('.line-notice p')?.textContent === {text}")
}

#[test]
fn a_page_goes_on_at_another_node_and_waits_for_the_log() {
    browser::test(async |driver| {
        let _one = ONE_HOUSE.lock().await;
        let mut house = House::start_with(&PATIENT).await;
        let folder = tempfile::tempdir().expect("a folder");
        let balancer = Balancer::start(folder.path(), &house.addresses());
        let page = driver.open(Device::wide()).await?;
        page.visit(&balancer.url).await?;
        let table = page.open_table(GameId::Dos, Company::Bots, Length::Endless).await?;
        page.visit(&format!("{}/table/{table}", balancer.url)).await?;
        page.click("#begin").await?;
        page.expect_outage();
        let mut person = Person::new(&page, Hands::Mouse);
        person.play_on(2).await?;

        // It is at one of them.
        for node in 0..house.addresses().len() {
            house.kill(node);
            person.play_on(2).await?;
            house.open(node).await;
            house.until_ready(node, true).await;
        }

        house.servers.kill_all().expect("the servers are killed");
        page.until_true(&notice(Label::HouseStuck)).await?;
        house.servers.start_all().expect("the servers come back");
        page.until_gone(".line-notice p").await?;
        for node in 0..house.addresses().len() {
            house.until_ready(node, true).await;
        }
        person.play_on(2).await
    });
}

//! The address to invite with: of the public URL, of the home network, or the one the asker used.
//!
//! Deliberately absent: listening, and where a code is drawn.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};

use axum::http::{HeaderMap, header};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::config::Config;

/// An address of documentation: there is a route to it on every network, and nobody there.
const NOBODY: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// The address of this machine on its network, if it is on one.
///
/// A socket for datagrams is only told where it would send to: nothing is sent.
#[must_use]
pub fn lan_address() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(NOBODY).ok()?;
    match socket.local_addr().ok()? {
        SocketAddr::V4(address) => Some(*address.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified()),
        SocketAddr::V6(_) => None,
    }
}

/// A QR code for a terminal: two rows of squares in each line of text, with the quiet margin that scanners need.
/// Dark squares are full characters, so the text is to be printed dark on light.
#[must_use]
pub fn terminal_code(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    Some(code.render::<Dense1x2>().quiet_zone(true).module_dimensions(1, 1).build())
}

/// The origin that invitations carry.
pub(crate) fn origin(config: &Config, headers: &HeaderMap) -> String {
    match config.public_url.as_str() {
        "" => lan_origin(config, headers).unwrap_or_else(|| format!("http://{}", host(headers))),
        url => url.to_owned(),
    }
}

/// The origin to invite with where the one the asker uses is valid on this machine only.
pub(crate) fn lan_origin(config: &Config, headers: &HeaderMap) -> Option<String> {
    let is_wanted = config.lan && config.public_url.as_str().is_empty();
    is_wanted.then(|| lan_origin_at(host(headers), lan_address()?)).flatten()
}

fn host(headers: &HeaderMap) -> &str {
    headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}

/// The same port at another address, if the host is one that only this machine knows.
fn lan_origin_at(host: &str, address: Ipv4Addr) -> Option<String> {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => (name, format!(":{port}")),
        _ => (host, String::new()),
    };
    let is_own = name == "localhost"
        || name == "[::1]"
        || name.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified());
    is_own.then(|| format!("http://{address}{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_machine_becomes_that_of_the_network() {
        let network = Ipv4Addr::new(192, 168, 1, 20);
        for (host, origin) in [
            ("127.0.0.1:4646", Some("http://192.168.1.20:4646")),
            ("localhost:80", Some("http://192.168.1.20:80")),
            ("localhost", Some("http://192.168.1.20")),
            ("[::1]:4646", Some("http://192.168.1.20:4646")),
            ("[::1]", Some("http://192.168.1.20")),
            ("0.0.0.0:4646", Some("http://192.168.1.20:4646")),
            ("192.168.1.7:4646", None),
            ("maison.local:4646", None),
            ("127.0.0.1.evil:4646", None),
            ("", None),
        ] {
            assert_eq!(lan_origin_at(host, network).as_deref(), origin, "{host}");
        }
    }

    #[test]
    fn without_the_setting_and_with_a_public_url_the_network_is_not_asked() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "127.0.0.1:4646".parse().expect("a host"));
        let config = Config::default();
        assert_eq!(lan_origin(&config, &headers), None);
        assert_eq!(origin(&config, &headers), "http://127.0.0.1:4646");
        let public_url = "https://jeux.example".parse().expect("an origin");
        let config = Config { lan: true, public_url, ..Config::default() };
        assert_eq!(lan_origin(&config, &headers), None);
        assert_eq!(origin(&config, &headers), "https://jeux.example");
    }

    #[test]
    fn a_code_for_the_terminal_has_a_quiet_margin() {
        let code = terminal_code("http://192.168.1.20:4646/").expect("a code");
        let lines: Vec<&str> = code.lines().collect();
        assert!(lines[0].trim().is_empty() && lines[1].trim().is_empty(), "{code}");
        assert!(lines.iter().all(|line| line.starts_with("    ") && line.ends_with("    ")), "{code}");
    }
}

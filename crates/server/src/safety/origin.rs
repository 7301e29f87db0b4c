//! Whether the page a request comes from may use this house.
//!
//! Programs send no origin, and are welcome: what protects people is that a browser tells the truth about the page
//! it shows, and sends our cookie along with whatever that page asks.
//! Deliberately absent: the headers of CORS; they are made where addresses are routed.

use axum::http::{HeaderMap, header};

use crate::config::Config;

/// Whether the page that asks may: it is our own, or one of those that are allowed, or there is no page.
/// Our own is the public URL if one is set, otherwise whatever host the request was sent to.
#[must_use]
pub fn is_origin_allowed(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if config.allowed_origins.each().any(|allowed| allowed == origin) {
        return true;
    }
    if !config.public_url.as_str().is_empty() {
        return config.public_url.as_str() == origin;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && host == authority
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(config: &Config, origin: Option<&'static str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "house:4646".parse().expect("a host"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("an origin"));
        }
        is_origin_allowed(config, &headers)
    }

    #[test]
    fn without_settings_only_our_own_pages_and_programs_may_ask() {
        let config = Config::default();
        assert!(is_allowed(&config, None));
        assert!(is_allowed(&config, Some("http://house:4646")));
        for other in ["http://house:4647", "http://evil.example", "null", "house:4646", "http://house:4646.evil"] {
            assert!(!is_allowed(&config, Some(other)), "{other}");
        }
    }

    #[test]
    fn a_public_url_stands_for_the_host_and_others_may_be_added() {
        let config = Config {
            public_url: "https://Jeux.example/".parse().expect("an origin"),
            allowed_origins: "https://a.example:443,http://b.example:8080".parse().expect("origins"),
            ..Config::default()
        };
        for ours in ["https://jeux.example", "https://a.example", "http://b.example:8080"] {
            assert!(is_allowed(&config, Some(ours)), "{ours}");
        }
        for other in ["http://house:4646", "http://jeux.example", "http://a.example"] {
            assert!(!is_allowed(&config, Some(other)), "{other}");
        }
    }
}

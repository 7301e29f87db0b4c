//! Where a request comes from.
//!
//! Deliberately absent: names and places of addresses.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;

use axum::http::HeaderMap;

use crate::config::ProxyHeader;
use crate::hosts::Origin;

/// What counts as one place: an address of IPv4, which many may share already, or a /48 of IPv6, the most that one
/// customer is usually given: with a /64 whoever has a /48 would count as 65,536 places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.into()),
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                Self(std::net::Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into())
            }
        }
    }
}

impl Network {
    /// The number that tables opened from here share, which tells nothing about where it is.
    pub(crate) fn origin(self) -> Origin {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        Origin(hasher.finish())
    }
}

/// The address of the client: the peer, or the last address in the header that a proxy in front of us writes. Those
/// before it were written by others, and are not to be believed.
#[must_use]
pub fn client_address(peer: IpAddr, headers: &HeaderMap, proxy_header: &ProxyHeader) -> IpAddr {
    if proxy_header.as_str().is_empty() {
        return peer;
    }
    let last = headers.get_all(proxy_header.as_str()).iter().next_back();
    let named = last.and_then(|value| value.to_str().ok()).and_then(|value| value.rsplit(',').next());
    named.and_then(|address| address.trim().parse().ok()).unwrap_or(peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn told(header: &str, values: &[&'static str]) -> IpAddr {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-forwarded-for", value.parse().expect("a header"));
        }
        client_address(PEER, &headers, &header.parse().expect("a header"))
    }

    #[test]
    fn without_a_proxy_no_header_is_believed() {
        assert_eq!(told("", &["10.0.0.1"]), PEER);
    }

    #[test]
    fn of_what_a_proxy_hands_on_only_its_own_word_is_believed() {
        let written_by_proxy: IpAddr = "10.0.0.9".parse().expect("an address");
        assert_eq!(told("X-Forwarded-For", &["1.2.3.4, 10.0.0.9"]), written_by_proxy);
        assert_eq!(told("X-Forwarded-For", &["1.2.3.4", "10.0.0.9"]), written_by_proxy);
        assert_eq!(told("X-Forwarded-For", &["nonsense"]), PEER);
    }

    #[test]
    fn a_customer_of_ipv6_is_one_place() {
        let network = |text: &str| Network::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:ffff:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:2:2::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
    }
}

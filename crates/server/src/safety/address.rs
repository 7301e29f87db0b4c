//! Where a request comes from.
//!
//! Deliberately absent: names and places of addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::HeaderMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

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

/// All addresses that begin alike, as `203.0.113.0/24`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prefix {
    /// With nothing but zeros after the prefix.
    address: IpAddr,
    bits: u8,
}

impl Prefix {
    fn new(address: IpAddr, bits: u8) -> Self {
        let address = match address.to_canonical() {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
                std::net::Ipv4Addr::from_bits(address.to_bits() & mask).into()
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
                std::net::Ipv6Addr::from_bits(address.to_bits() & mask).into()
            }
        };
        Self { address, bits }
    }

    /// What is told of an address in logs and lists: a /24 of IPv4, a /48 of IPv6. It tells a provider and a region,
    /// not a household.
    #[must_use]
    pub fn shortened(address: IpAddr) -> Self {
        let bits = if address.to_canonical().is_ipv4() { 24 } else { 48 };
        Self::new(address, bits)
    }

    /// Whether an address is one of them.
    #[must_use]
    pub fn contains(self, address: IpAddr) -> bool {
        address.to_canonical().is_ipv4() == self.address.is_ipv4() && Self::new(address, self.bits) == self
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text} is neither an address nor a network such as 203.0.113.0/24");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let address = address.to_canonical();
        let all = if address.is_ipv4() { 32 } else { 128 };
        // Nobody bans the whole world by a slip.
        match bits.unwrap_or(all) {
            bits if (8..=all).contains(&bits) => Ok(Self::new(address, bits)),
            _ => Err(wrong()),
        }
    }
}

impl Serialize for Prefix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Prefix {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Network {
    /// The number that tables opened from here share. It is written down, and has no more than 24 bits, so that hundreds
    /// of addresses share it: it tells whether two tables may come from the same place, and not which.
    pub(crate) fn origin(self) -> Origin {
        let hash = Sha256::digest(self.0.to_string());
        Origin(u32::from_be_bytes([0, hash[0], hash[1], hash[2]]))
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
    fn what_is_told_of_an_address_is_shortened_and_a_prefix_holds_what_begins_alike() {
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let shortened = |text: &str| Prefix::shortened(address(text)).to_string();
        assert_eq!(shortened("203.0.113.77"), "203.0.113.0/24");
        assert_eq!(shortened("::ffff:203.0.113.77"), "203.0.113.0/24");
        assert_eq!(shortened("2001:db8:1:2:3::4"), "2001:db8:1::/48");
        let prefix = |text: &str| text.parse::<Prefix>();
        assert_eq!(prefix("203.0.113.77/24"), prefix("203.0.113.0/24"));
        assert!(prefix("203.0.113.7").is_ok_and(|one| one.contains(address("203.0.113.7"))));
        assert!(prefix("203.0.113.7").is_ok_and(|one| !one.contains(address("203.0.113.8"))));
        assert!(prefix("2001:db8::/32").is_ok_and(|one| !one.contains(address("203.0.113.7"))));
        for wrong in ["", "here", "1.2.3.4/33", "1.2.3.4/0", "1.2.3.4/x", "::/129"] {
            assert!(prefix(wrong).is_err(), "{wrong}");
        }
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

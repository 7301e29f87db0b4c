//! Tokens: what proves that a session is one's own.
//!
//! A token is `1.<session>.<seal>`; the seal is the HMAC-SHA256 of what stands before it, under the key of the
//! house. A forged token is so refused without a look at the data; a true one still has to name a session that
//! was not revoked.
//! Deliberately absent: sessions.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// How tokens of this form begin; another form gets another number.
const FORM: &str = "1";

/// The key of the house.
#[derive(Clone)]
pub struct Key([u8; Key::LENGTH]);

impl Key {
    /// How many bytes it has.
    pub const LENGTH: usize = 32;

    /// The key of these bytes.
    #[must_use]
    pub fn new(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    /// The token of a session.
    #[must_use]
    pub fn token(&self, session: &str) -> String {
        let sealed = format!("{FORM}.{session}");
        let seal = self.seal(&sealed);
        format!("{sealed}.{seal}")
    }

    /// The session of a token, if the token was made with this key.
    #[must_use]
    pub fn session<'a>(&self, token: &'a str) -> Option<&'a str> {
        let (sealed, seal) = token.rsplit_once('.')?;
        let (form, session) = sealed.split_once('.')?;
        // Comparing in constant time tells a forger nothing about how much of a seal was right.
        let is_true: bool = self.seal(sealed).as_bytes().ct_eq(seal.as_bytes()).into();
        (form == FORM && is_true).then_some(session)
    }

    fn seal(&self, sealed: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            unreachable!("HMAC takes a key of any length")
        };
        mac.update(sealed.as_bytes());
        BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())
    }
}

/// A key is shown to nobody, not even in a log.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: &str = "abcdefghij";

    #[test]
    fn a_token_names_its_session() {
        let key = Key::new([7; 32]);
        assert_eq!(key.session(&key.token(SESSION)), Some(SESSION));
    }

    #[test]
    fn no_token_survives_the_change_of_one_character() {
        let key = Key::new([7; 32]);
        let token = key.token(SESSION);
        for index in 0..token.len() {
            let mut altered = token.clone().into_bytes();
            altered[index] = if altered[index] == b'A' { b'B' } else { b'A' };
            let altered = String::from_utf8(altered).expect("ASCII");
            assert_eq!(key.session(&altered), None, "{altered}");
        }
        for shorter in 0..token.len() {
            assert_eq!(key.session(&token[..shorter]), None);
        }
    }

    #[test]
    fn a_token_of_another_key_is_refused() {
        assert_eq!(Key::new([8; 32]).session(&Key::new([7; 32]).token(SESSION)), None);
    }

    #[test]
    fn a_key_does_not_show_itself() {
        assert_eq!(format!("{:?}", Key::new([7; 32])), "Key(…)");
    }
}

//! Tokens: what proves that a session is one's own.
//!
//! A token is `2.<secret>`: 32 bytes nobody can guess. The house keeps none of them. A session is filed under a hash of
//! its token, so whoever reads the data, or a copy of it, can come in as nobody.
//! Deliberately absent: sessions.

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use sha2::{Digest, Sha256};

/// How tokens of this form begin; another form gets another number.
const FORM: &str = "2.";

/// What one device shows to be known again.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// How many bytes its secret has.
    pub const LENGTH: usize = 32;

    /// The token of a secret that was drawn for it.
    #[must_use]
    pub fn new(secret: [u8; Self::LENGTH]) -> Self {
        Self(format!("{FORM}{}", BASE64URL_NOPAD.encode(&secret)))
    }

    /// A token as it was sent, if it has the form of one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let secret = BASE64URL_NOPAD.decode(text.strip_prefix(FORM)?.as_bytes()).ok()?;
        secret.try_into().ok().map(Self::new)
    }

    /// The token as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of its session: the SHA-256 of the token, from which there is no way back.
    #[must_use]
    pub fn session(&self) -> String {
        BASE32_NOPAD.encode(&Sha256::digest(self.0.as_bytes())).to_ascii_lowercase()
    }
}

/// A token is shown to nobody but its owner, not even in a log.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_names_its_session() {
        let token = Token::new([7; 32]);
        let read = Token::read(token.as_str()).expect("a token");
        assert_eq!((&read, read.session()), (&token, token.session()));
        assert!(!token.as_str().contains(&token.session()), "the id of a session does not tell its token");
    }

    #[test]
    fn another_token_is_another_session() {
        assert_ne!(Token::new([7; 32]).session(), Token::new([8; 32]).session());
    }

    #[test]
    fn what_has_another_form_is_no_token() {
        let token = Token::new([7; 32]);
        let longer = format!("{}AAAA", token.as_str());
        for text in ["", "2.", "1.abc.def", "2.abc", "2.!", &token.as_str()[1..], &token.as_str()[..44], &longer] {
            assert_eq!(Token::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_token_does_not_show_itself() {
        assert_eq!(format!("{:?}", Token::new([7; 32])), "Token(…)");
    }
}

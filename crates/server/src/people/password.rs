//! Passwords: hashed with argon2id, on threads of their own, a few at a time and with the lowest priority.
//!
//! Each hash takes 19 MiB and some 20 ms of a core (the parameters OWASP recommends), so a crowd that logs in
//! must not take all memory, and the thread of the tables must not wait, nor share its core by halves.
//! Deliberately absent: whose passwords they are.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use tokio::sync::Semaphore;

use crate::refusal::Refusal;
use crate::workers::{Priority, Workers};

/// How many characters a password has.
pub const PASSWORD_LENGTHS: RangeInclusive<usize> = 8..=256;

/// How long one waits for one's turn at the hashing threads.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A hash of no password, so that a login under a name nobody has takes as long as any other.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords, a few at a time.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    workers: Workers,
}

impl Passwords {
    /// As many at a time as asked for.
    pub(crate) fn new(at_once: NonZeroUsize) -> Self {
        let workers = Workers::start(at_once, Priority::Lowest);
        Self { turns: Arc::new(Semaphore::new(at_once.get())), workers }
    }

    /// The hash of a new password, as text that names its parameters and salt.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Refusal> {
        if !PASSWORD_LENGTHS.contains(&password.chars().count()) {
            return Err(Refusal::BadPassword);
        }
        let hashed = self.on_a_thread(move || {
            let hash: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string())
        });
        hashed.await?.map_err(|error| {
            tracing::error!(%error, "a password could not be hashed");
            Refusal::Failed
        })
    }

    /// Whether this is the password behind the hash; without a hash it takes as long, and it is not.
    pub(crate) async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool, Refusal> {
        if password.chars().count() > *PASSWORD_LENGTHS.end() {
            return Ok(false);
        }
        self.on_a_thread(move || {
            let matches =
                Argon2::default().verify_password(password.as_bytes(), hash.as_deref().unwrap_or(NOBODY)).is_ok();
            matches && hash.is_some()
        })
        .await
    }

    async fn on_a_thread<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let turn = tokio::time::timeout(TIMEOUT, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(Refusal::Busy) };
        let done = self.workers.run(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a hashing thread died");
            Refusal::Failed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_itself_is_right() {
        let passwords = Passwords::new(NonZeroUsize::MIN);
        let hash = passwords.hash("correct horse".into()).await.expect("a good password");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(passwords.is_right("correct horse".into(), Some(hash.clone())).await, Ok(true));
        assert_eq!(passwords.is_right("correct Horse".into(), Some(hash)).await, Ok(false));
        assert_eq!(passwords.is_right("correct horse".into(), None).await, Ok(false));
    }

    #[test]
    fn the_hash_of_nobody_can_be_verified_against() {
        assert!(PasswordHash::new(NOBODY).is_ok());
    }

    #[tokio::test]
    async fn a_password_is_neither_short_nor_endless() {
        let passwords = Passwords::new(NonZeroUsize::MIN);
        for password in ["1234567".to_owned(), "x".repeat(257)] {
            assert_eq!(passwords.hash(password).await, Err(Refusal::BadPassword));
        }
    }
}

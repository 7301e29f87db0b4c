//! The files of the web client, as a house serves them: built from the crate `web` by this crate's build script.
//!
//! Deliberately absent: how they are served. The list is empty where the client was left out with `TAPIS_WEB=skip`.

/// A file of the web client.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Where it is found, without the slash at the front. What lies under `assets/` never changes under one path.
    pub path: &'static str,
    /// What it is, for browsers.
    pub kind: &'static str,
    /// The file itself.
    pub plain: &'static [u8],
    /// The file, compressed with Brotli.
    pub brotli: &'static [u8],
}

/// All files of the web client.
pub static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

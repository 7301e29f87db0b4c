//! The local socket of a keeper: a file beside the data that only its owner may use. One line is one command, answered
//! with one line.
//!
//! Deliberately absent: what commands do. On systems without such sockets there is none.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use words::Lang;

use super::{Actor, Command, Reply, run};
use crate::app::App;
use crate::refusal::Reason;

/// The longest line that is read.
#[cfg(unix)]
const MAX_LINE: u64 = 64 * 1024;

/// A command, and the language of the answer.
#[derive(Serialize, Deserialize)]
struct AdminRequest {
    command: Command,
    lang: String,
}

/// Where the socket of a house is, by its data.
#[must_use]
pub fn socket_path(data: &Path) -> PathBuf {
    let mut name = data.as_os_str().to_owned();
    name.push("-admin");
    name.into()
}

/// Serves keepers until the house closes. A house whose socket cannot be made is open all the same.
#[cfg(unix)]
pub(crate) async fn serve_socket(app: Arc<App>) {
    let path = socket_path(app.config.data.path());
    let listener = match listen(&path) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!(path = %path.display(), %error, "there is no socket for keepers");
            return;
        }
    };
    loop {
        tokio::select! {
            () = app.closing.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if is_owner(&stream, &path) => {
                    tokio::spawn(converse(Arc::clone(&app), stream));
                }
                Ok(_) => tracing::warn!("somebody else came to the socket for keepers"),
                Err(error) => {
                    tracing::warn!(%error, "the socket for keepers broke");
                    break;
                }
            },
        }
    }
    // It may be gone already.
    let _ = std::fs::remove_file(path);
}

#[cfg(unix)]
fn listen(path: &Path) -> std::io::Result<tokio::net::UnixListener> {
    // Whoever left it is gone: the lock of the data is ours.
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = tokio::net::UnixListener::bind(path)?;
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(listener)
}

/// Whether the other end is who owns the socket, or root: permissions are set a moment after it is made.
#[cfg(unix)]
fn is_owner(stream: &tokio::net::UnixStream, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(peer), Ok(socket)) = (stream.peer_cred(), std::fs::metadata(path)) else { return false };
    peer.uid() == socket.uid() || peer.uid() == 0
}

#[cfg(unix)]
async fn converse(app: Arc<App>, mut stream: tokio::net::UnixStream) {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    let (reader, mut writer) = stream.split();
    let mut line = String::new();
    if BufReader::new(reader.take(MAX_LINE)).read_line(&mut line).await.is_err() {
        return;
    }
    let answer = answer(&app, &line).await;
    let Ok(mut text) = serde_json::to_string(&answer) else { unreachable!("an answer is plain data") };
    text.push('\n');
    // Whoever asked may be gone.
    let _ = writer.write_all(text.as_bytes()).await;
}

#[cfg(unix)]
async fn answer(app: &App, line: &str) -> Result<Reply, Reason> {
    let line: AdminRequest =
        serde_json::from_str(line).map_err(|error| Reason { code: "bad-body".into(), message: error.to_string() })?;
    let lang = Lang::from_code(&line.lang).unwrap_or_default();
    run(app, &Actor::Console, line.command).await.map_err(|refusal| refusal.body(lang).error)
}

/// There are no such sockets here.
#[cfg(not(unix))]
pub(crate) async fn serve_socket(app: Arc<App>) {
    tracing::debug!(data = %app.config.data.path().display(), "no socket for keepers on this system");
}

/// Sends a command to the house that has these data open, and gives its answer. It blocks the thread.
///
/// # Errors
/// If no house has them open, or it does not answer.
#[cfg(unix)]
pub fn ask_socket(data: &Path, command: Command, lang: Lang) -> std::io::Result<Result<Reply, Reason>> {
    use std::io::{BufRead, BufReader, Write};
    let mut stream = std::os::unix::net::UnixStream::connect(socket_path(data))?;
    let mut line = serde_json::to_string(&AdminRequest { command, lang: lang.code().into() })?;
    line.push('\n');
    stream.write_all(line.as_bytes())?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer)?;
    Ok(serde_json::from_str(&answer)?)
}

/// There are no such sockets here.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn ask_socket(_: &Path, command: Command, lang: Lang) -> std::io::Result<Result<Reply, Reason>> {
    let _ = AdminRequest { command, lang: lang.code().into() };
    Err(std::io::ErrorKind::Unsupported.into())
}

//! What a node does when it hears news, whichever node wrote them, besides keeping its ledger: connections end with
//! their sessions, bans hold, keepers are heard, and the list of tables is current.
//!
//! Deliberately absent: deciding; what is news was decided.

use std::sync::Arc;

use journal::Stored;
use tokio::sync::mpsc::UnboundedReceiver;
use wire::house::ToClient;

use crate::admin::{Act, ActEntry, BanTarget};
use crate::app::App;
use crate::people::entry::{NameEntry, PlayerEntry, read};
use crate::people::{Cause, Which};

/// Heeds news until the house closes.
pub(crate) async fn heed(app: Arc<App>, mut news: UnboundedReceiver<Vec<Stored>>) {
    loop {
        let some = tokio::select! {
            () = app.closing.cancelled() => return,
            some = news.recv() => some,
        };
        let Some(some) = some else { return };
        for stored in some {
            heed_one(&app, &stored).await;
        }
    }
}

/// What cannot be read was written by a newer node.
async fn heed_one(app: &App, stored: &Stored) {
    let body = &stored.record.body;
    match stored.subject.name().split_once('.') {
        Some(("player", player)) => {
            let which = match read(body) {
                Ok(PlayerEntry::SessionRevoked { session, .. }) => Which::One(session),
                Ok(PlayerEntry::OthersRevoked { kept, .. } | PlayerEntry::PasswordChanged { kept, .. }) => {
                    Which::AllBut(kept)
                }
                Ok(PlayerEntry::AllRevoked { .. } | PlayerEntry::Deleted { .. }) => Which::All,
                _ => return,
            };
            app.people.disconnect_here(player, which, Cause::Revoked);
        }
        Some(("name", _)) => {
            if let Ok(NameEntry::Taken { displaced, .. }) = read(body) {
                for guest in displaced {
                    app.people.disconnect_here(&guest.player, Which::All, Cause::Renamed);
                }
            }
        }
        Some(("house", "acts")) => {
            if let Ok(ActEntry { act, at, .. }) = read(body) {
                heed_act(app, act, at).await;
            }
        }
        Some(("table", table)) => list(app, table).await,
        _ => {}
    }
}

async fn heed_act(app: &App, act: Act, at: u64) {
    match act {
        Act::Banned { target, .. } => {
            reload_bans(app).await;
            if let BanTarget::Network(network) = target
                && let Ok(network) = network.parse()
            {
                app.sockets.end_network(network);
            }
        }
        Act::BanLifted { .. } => reload_bans(app).await,
        Act::ModeSet { mode } => app.set_mode(mode),
        Act::Announced { text } => app.house.tell_everybody(&ToClient::Announced { text, at }),
        Act::Restored | Act::SessionsEnded => app.sockets.end_all(),
        _ => {}
    }
}

async fn reload_bans(app: &App) {
    match app.ledger.bans().await {
        Ok(bans) => app.bans.set(bans),
        Err(error) => tracing::warn!(%error, "bans could not be read"),
    }
}

/// Brings the line of a table in the list up to date, as far as the ledger knows it.
async fn list(app: &App, table: &str) {
    let Ok(kept) = app.ledger.open_table(table).await else { return };
    match kept {
        Some(summary) => app.house.lobby().refresh(summary),
        None => app.house.lobby().remove(table),
    }
}

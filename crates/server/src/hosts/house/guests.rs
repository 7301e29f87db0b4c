//! Who is connected to a house, and what is told to all of them.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use host::{ConnectionId, Person};
use wire::house::{Invitation, PlayerId, Summary, ToClient, write_message};

use super::House;
use crate::hosts::connection::{Guest, Sink};
use crate::hosts::invitations::Invitations;
use crate::hosts::nodes::Item;
use crate::hosts::outbox::Outbox;
use crate::hosts::visitors::Far;
use crate::safety::RecordLimit;

impl House {
    /// A new guest, connected here or, `far`, to another node.
    pub(crate) fn admit(
        &self,
        person: Person,
        sink: Arc<dyn Sink>,
        records: Option<RecordLimit>,
        far: Option<Far>,
    ) -> Arc<Guest> {
        let Person { player, name, is_program, is_claimed, lang } = person;
        let connection = ConnectionId(self.inner.connected.fetch_add(1, Ordering::Relaxed) + 1);
        let guest = Arc::new(Guest {
            connection,
            player,
            is_program,
            is_claimed,
            lang,
            outbox: Outbox::default(),
            sink,
            turn: self.inner.turn.clone(),
            records,
            name,
            far,
        });
        self.guests().insert(connection, guest.clone());
        guest
    }

    /// A connection is gone: nothing is sent to it any more.
    pub(crate) fn forget_guest(&self, connection: ConnectionId) {
        self.guests().remove(&connection);
    }

    /// A connection is gone: other nodes that it has asked something are told.
    pub(crate) fn forget_line(&self, connection: ConnectionId) {
        if let Some(away) = self.away() {
            away.forget(connection);
        }
    }

    /// Who has a connection.
    pub(crate) fn guest(&self, connection: ConnectionId) -> Option<Arc<Guest>> {
        self.guests().get(&connection).cloned()
    }

    /// Keeps an invitation, on all nodes, and tells it to whoever is asked if they are connected.
    pub(crate) fn invite(&self, player: PlayerId, invitation: Box<Invitation>) {
        if let Some(away) = self.away()
            && let Ok(text) = serde_json::to_string(&invitation)
        {
            away.nodes.send_all(&Item::Invited { player: &player, invitation: &text });
        }
        self.keep_invitation(player, invitation);
    }

    /// Keeps an invitation on this node, and tells it to whoever is asked if they are connected here.
    pub(crate) fn keep_invitation(&self, player: PlayerId, invitation: Box<Invitation>) {
        let is_asked = |guest: &&Arc<Guest>| guest.player == player && guest.far.is_none();
        let asked: Vec<Arc<Guest>> = self.guests().values().filter(is_asked).cloned().collect();
        if let Some(text) = self.inner.invitations.keep(player, invitation, self.now()) {
            asked.iter().for_each(|guest| guest.tell(text.clone()));
        }
    }

    /// Who is asked to which table.
    pub(crate) fn invitations(&self) -> &Invitations {
        &self.inner.invitations
    }

    /// The line of a table in the list has changed, which all nodes are told.
    pub(crate) fn list(&self, summary: Summary) {
        if let Some(away) = self.away()
            && let Ok(text) = serde_json::to_string(&summary)
        {
            away.nodes.send_all(&Item::Listed { summary: &text });
        }
        self.invitations().on_changed(&summary);
        self.lobby().put(summary);
    }

    /// Tells everybody who is connected to this node something.
    pub fn tell_everybody(&self, message: &ToClient) {
        let text = write_message(message);
        let guests: Vec<Arc<Guest>> = self.guests().values().filter(|guest| guest.far.is_none()).cloned().collect();
        for guest in guests {
            guest.tell(text.clone());
        }
    }

    /// Waits until all that a connection has asked of other nodes is answered; not for long.
    pub(crate) async fn settle(&self, connection: ConnectionId) {
        if let Some(away) = self.away() {
            away.settle(connection).await;
        }
    }

    fn guests(&self) -> MutexGuard<'_, BTreeMap<ConnectionId, Arc<Guest>>> {
        self.inner.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! What waits to be sent to one client. Whoever fills it never waits; a client that is too slow loses the news in it
//! and is told everything afresh when it has caught up.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many messages may wait…
const MAX_NEWS: usize = 256;
/// …with so many bytes together.
const MAX_BYTES: usize = 256 * 1024;
/// A client that leaves so many answers unread is no client.
const MAX_ANSWERS: usize = 1_024;
/// A queue with room for more than so many messages is not kept when it is empty.
const MAX_ROOM_KEPT: usize = 16;

/// What waits to be sent to one client.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Message>,
    bytes: usize,
    is_behind: bool,
    is_closed: bool,
    /// Whether something was put in since nothing was left.
    is_noted: bool,
}

#[derive(Debug)]
struct Message {
    text: Arc<str>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    News,
    Answer,
}

/// What was taken out of an outbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// Messages to be sent.
    Messages,
    /// All is sent, but news were lost before: whatever the client watches is to be shown afresh.
    Resync,
    /// Nothing more will come.
    Closed,
    /// Nothing is left.
    Nothing,
}

/// Whether whoever sends has to be told that there is something in the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Note {
    Wanted,
    /// They know, and have not yet taken all.
    Known,
}

impl Outbox {
    /// Adds news of a table or of the lobby; if too much waits already all news are dropped.
    pub(crate) fn tell(&self, text: Arc<str>) -> Note {
        self.push(text, Kind::News)
    }

    /// Adds the answer to an ask; answers are not dropped.
    pub(crate) fn answer(&self, text: Arc<str>) -> Note {
        self.push(text, Kind::Answer)
    }

    fn push(&self, text: Arc<str>, kind: Kind) -> Note {
        let mut waiting = self.lock();
        if waiting.is_closed || waiting.is_behind && kind == Kind::News {
            return Note::Known;
        }
        if waiting.messages.len() >= MAX_NEWS || waiting.bytes >= MAX_BYTES {
            waiting.messages.retain(|message| message.kind == Kind::Answer);
            waiting.bytes = waiting.messages.iter().map(|message| message.text.len()).sum();
            waiting.is_behind = true;
            waiting.is_closed = waiting.messages.len() >= MAX_ANSWERS || waiting.bytes >= 4 * MAX_BYTES;
            if kind == Kind::News {
                return waiting.note();
            }
        }
        // However long one message is, it is taken if little waits before it: a fresh view always gets through.
        waiting.bytes += text.len();
        waiting.messages.push_back(Message { text, kind });
        waiting.note()
    }

    /// Whether nothing more will come.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Nothing more will come.
    pub(crate) fn close(&self) -> Note {
        let mut waiting = self.lock();
        waiting.is_closed = true;
        waiting.note()
    }

    /// Takes all messages, which are handed to `write` in order; or says what else there is. Whoever was told that
    /// something waits asks again until [nothing](Taken::Nothing) is left or it is [closed](Taken::Closed).
    pub fn take(&self, mut write: impl FnMut(&str)) -> Taken {
        let mut waiting = self.lock();
        if !waiting.messages.is_empty() {
            waiting.bytes = 0;
            waiting.messages.drain(..).for_each(|message| write(&message.text));
            if waiting.messages.capacity() > MAX_ROOM_KEPT {
                waiting.messages = VecDeque::new();
            }
            return Taken::Messages;
        }
        if waiting.is_closed {
            return Taken::Closed;
        }
        if std::mem::take(&mut waiting.is_behind) {
            return Taken::Resync;
        }
        waiting.is_noted = false;
        Taken::Nothing
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn note(&mut self) -> Note {
        if std::mem::replace(&mut self.is_noted, true) { Note::Known } else { Note::Wanted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(outbox: &Outbox) -> (Taken, Vec<String>) {
        let mut messages = Vec::new();
        (outbox.take(|text| messages.push(text.to_owned())), messages)
    }

    #[test]
    fn a_slow_reader_loses_news_but_no_answer_and_is_resynced() {
        let outbox = Outbox::default();
        assert_eq!(outbox.answer("yes".into()), Note::Wanted);
        for _ in 0..MAX_NEWS {
            assert_eq!(outbox.tell("news".into()), Note::Known);
        }
        outbox.tell("more".into());
        outbox.answer("no".into());
        assert_eq!(taken(&outbox), (Taken::Messages, vec!["yes".into(), "no".into()]));
        assert_eq!(taken(&outbox).0, Taken::Resync);
        assert_eq!(taken(&outbox).0, Taken::Nothing);
        assert_eq!(outbox.tell("again".into()), Note::Wanted);
        assert_eq!(taken(&outbox).0, Taken::Messages);
    }

    #[test]
    fn one_long_message_gets_through_however_long_it_is() {
        let outbox = Outbox::default();
        let long = "x".repeat(2 * MAX_BYTES);
        outbox.tell(long.as_str().into());
        assert_eq!(taken(&outbox), (Taken::Messages, vec![long.clone()]));
        outbox.tell(long.into());
        outbox.tell("news".into());
        assert_eq!(taken(&outbox).0, Taken::Resync, "but nothing is heaped upon it");
    }

    #[test]
    fn who_reads_nothing_at_all_is_closed() {
        let outbox = Outbox::default();
        for _ in 0..=MAX_ANSWERS + 1 {
            outbox.answer("yes".into());
        }
        while taken(&outbox).0 == Taken::Messages {}
        assert_eq!(taken(&outbox).0, Taken::Closed);
    }
}

//! What waits to be sent to one client. Whoever fills it never waits; a client that is too slow loses the news in it
//! and is told everything afresh when it has caught up.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// So many messages may wait…
const NEWS_MOST: usize = 256;
/// …with so many bytes together.
const BYTES_MOST: usize = 256 * 1024;
/// A client that leaves so many answers unread is no client.
const ANSWERS_MOST: usize = 1_024;

/// What waits to be sent to one client.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Message>,
    bytes: usize,
    is_behind: bool,
    is_closed: bool,
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
#[derive(Debug)]
pub enum Taken {
    /// Messages to be sent, in order.
    Messages(Vec<Arc<str>>),
    /// All is sent, but news were lost before: whatever the client watches is to be shown afresh.
    Resync,
    /// Nothing more will come.
    Closed,
}

impl Outbox {
    /// Adds news of a table or of the lobby; if too much waits already all news are dropped.
    pub(crate) fn tell(&self, text: Arc<str>) {
        self.push(text, Kind::News);
    }

    /// Adds the answer to an ask; answers are not dropped.
    pub(crate) fn answer(&self, text: Arc<str>) {
        self.push(text, Kind::Answer);
    }

    fn push(&self, text: Arc<str>, kind: Kind) {
        {
            let mut waiting = self.lock();
            if waiting.is_closed || waiting.is_behind && kind == Kind::News {
                return;
            }
            if waiting.messages.len() >= NEWS_MOST || waiting.bytes >= BYTES_MOST {
                waiting.messages.retain(|message| message.kind == Kind::Answer);
                waiting.bytes = waiting.messages.iter().map(|message| message.text.len()).sum();
                waiting.is_behind = true;
                waiting.is_closed = waiting.messages.len() >= ANSWERS_MOST || waiting.bytes >= 4 * BYTES_MOST;
                if kind == Kind::News {
                    return self.changed.notify_one();
                }
            }
            // However long one message is, it is taken if little waits before it: a fresh view always gets through.
            waiting.bytes += text.len();
            waiting.messages.push_back(Message { text, kind });
        }
        self.changed.notify_one();
    }

    /// Nothing more will come.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Waits for something to send, and takes all of it. There is one taker.
    pub async fn take(&self) -> Taken {
        loop {
            if let Some(taken) = self.take_now() {
                return taken;
            }
            self.changed.notified().await;
        }
    }

    fn take_now(&self) -> Option<Taken> {
        let mut waiting = self.lock();
        if !waiting.messages.is_empty() {
            waiting.bytes = 0;
            return Some(Taken::Messages(waiting.messages.drain(..).map(|message| message.text).collect()));
        }
        if waiting.is_closed {
            return Some(Taken::Closed);
        }
        std::mem::take(&mut waiting.is_behind).then_some(Taken::Resync)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_reader_loses_news_but_no_answer_and_is_resynced() {
        let outbox = Outbox::default();
        outbox.answer("yes".into());
        for _ in 0..NEWS_MOST {
            outbox.tell("news".into());
        }
        outbox.tell("more".into());
        outbox.answer("no".into());
        let Some(Taken::Messages(messages)) = outbox.take_now() else { panic!("answers wait") };
        assert_eq!(messages.iter().map(AsRef::as_ref).collect::<Vec<&str>>(), ["yes", "no"]);
        assert!(matches!(outbox.take_now(), Some(Taken::Resync)));
        assert!(outbox.take_now().is_none());
        outbox.tell("again".into());
        assert!(matches!(outbox.take_now(), Some(Taken::Messages(_))));
    }

    #[test]
    fn one_long_message_gets_through_however_long_it_is() {
        let outbox = Outbox::default();
        let long: Arc<str> = "x".repeat(2 * BYTES_MOST).into();
        outbox.tell(long.clone());
        let Some(Taken::Messages(messages)) = outbox.take_now() else { panic!("it waits") };
        assert_eq!(messages, std::slice::from_ref(&long));
        outbox.tell(long);
        outbox.tell("news".into());
        assert!(matches!(outbox.take_now(), Some(Taken::Resync)), "but nothing is heaped upon it");
    }

    #[test]
    fn who_reads_nothing_at_all_is_closed() {
        let outbox = Outbox::default();
        for _ in 0..=ANSWERS_MOST + 1 {
            outbox.answer("yes".into());
        }
        while let Some(Taken::Messages(_)) = outbox.take_now() {}
        assert!(matches!(outbox.take_now(), Some(Taken::Closed)));
    }
}

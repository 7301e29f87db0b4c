//! Letters between nodes: what is sent to one in a turn of the loop goes together, numbered.
//!
//! Deliberately absent: what the items in them mean, and what becomes of it when one is lost.

use std::sync::Arc;

use tokio::time::{Duration, sleep};

use super::Cluster;
use super::peers::Peers;
use crate::hosts::{Item, NodeId, read_item, write_item};

/// The number of this form of letters: one of another form is left unread.
const FORM: u8 = 1;
/// The length of what stands before the items.
const HEAD: usize = 25;
/// The most bytes of items in a letter, by and large.
const MAX_LENGTH: usize = 256 * 1024;
/// So many letters may wait for a node; if there are more all are thrown away, which it notices.
const MAX_WAITING: usize = 64;

/// What waits to be sent to a node.
#[derive(Debug, Default)]
pub(super) struct Outgoing {
    /// The items of full letters.
    full: Vec<Vec<u8>>,
    items: Vec<u8>,
    /// Where the last item begins.
    last: Option<usize>,
    /// The number of the last letter with something in it.
    number: u64,
    pub(super) is_beating: bool,
}

impl Outgoing {
    pub(super) fn add(&mut self, item: &Item<'_>) {
        // What many are told at once is sent once.
        if let (Item::Told { lines: more, table, text }, Some(start)) = (item, self.last)
            && let Some(Item::Told { mut lines, table: of, text: last }) = read_item(&mut &self.items[start..])
            && (of, last) == (*table, *text)
        {
            lines.extend(more);
            let mut merged = Vec::new();
            write_item(&Item::Told { lines, table, text }, &mut merged);
            self.items.truncate(start);
            self.items.append(&mut merged);
            return;
        }
        self.last = Some(self.items.len());
        write_item(item, &mut self.items);
        if self.items.len() >= MAX_LENGTH {
            self.full.push(std::mem::take(&mut self.items));
            self.last = None;
        }
        if self.full.len() > MAX_WAITING {
            // The gap in the numbers tells the node that something is missing.
            self.number += self.full.len() as u64;
            self.full.clear();
        }
    }

    /// The letters to be sent now.
    fn take(&mut self, me: NodeId, session: u64) -> Vec<Vec<u8>> {
        let is_beating = std::mem::take(&mut self.is_beating);
        let mut all = std::mem::take(&mut self.full);
        self.last = None;
        if !self.items.is_empty() {
            all.push(std::mem::take(&mut self.items));
        }
        let mut letters = Vec::new();
        if is_beating && all.is_empty() {
            letters.push(write(me, session, self.number, &[]));
        }
        for items in all {
            self.number += 1;
            letters.push(write(me, session, self.number, &items));
        }
        letters
    }
}

fn write(from: NodeId, session: u64, number: u64, items: &[u8]) -> Vec<u8> {
    let mut letter = Vec::with_capacity(HEAD + items.len());
    letter.push(FORM);
    for field in [from.0, session, number] {
        letter.extend_from_slice(&field.to_le_bytes());
    }
    letter.extend_from_slice(items);
    letter
}

/// A letter that has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Letter<'a> {
    pub(super) from: NodeId,
    /// Another whenever the node begins anew with this one.
    pub(super) session: u64,
    pub(super) number: u64,
    pub(super) items: &'a [u8],
}

impl<'a> Letter<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let ([form], rest) = bytes.split_first_chunk()?;
        let (from, rest) = rest.split_first_chunk()?;
        let (session, rest) = rest.split_first_chunk()?;
        let (number, items) = rest.split_first_chunk()?;
        let (from, session) = (NodeId(u64::from_le_bytes(*from)), u64::from_le_bytes(*session));
        (*form == FORM).then_some(Self { from, session, number: u64::from_le_bytes(*number), items })
    }
}

impl Peers {
    /// Waits until all that was to be sent is on its way.
    pub(super) async fn delivered(&self) {
        self.wanted.notify_one();
        let is_idle = || {
            let state = self.lock();
            let is_empty = |outgoing: &Outgoing| outgoing.full.is_empty() && outgoing.items.is_empty();
            state.sending == 0 && !state.is_greeting && state.peers.values().all(|peer| is_empty(&peer.outgoing))
        };
        while !is_idle() {
            sleep(Duration::from_millis(5)).await;
        }
        // If they are out of reach, so are the others.
        let _ = self.client.flush().await;
    }
}

impl Cluster {
    /// Sends what waits, until it is aborted. Whatever is ready to run comes first, so that much is sent together.
    pub(super) async fn deliver(self: Arc<Self>) {
        let peers = &self.peers;
        loop {
            peers.wanted.notified().await;
            let (letters, is_greeting) = {
                let mut state = peers.lock();
                let mut letters = Vec::new();
                for (node, peer) in &mut state.peers {
                    letters
                        .extend(peer.outgoing.take(peers.me, peer.session).into_iter().map(|letter| (*node, letter)));
                }
                state.sending += 1;
                (letters, std::mem::take(&mut state.is_greeting))
            };
            if is_greeting {
                // What is lost is sent again a second later.
                let _ = peers.client.publish(peers.greeting_subject(), peers.greeting().into()).await;
            }
            for (node, letter) in letters {
                let (subject, is_beat) = (peers.subject(node), letter.len() == HEAD);
                // What is lost is noticed by its number. A server says at once if nobody hears a beat.
                let _ = match is_beat {
                    true => peers.client.publish_with_reply(subject, peers.unheard_subject(node), letter.into()).await,
                    false => peers.client.publish(subject, letter.into()).await,
                };
            }
            peers.lock().sending -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: NodeId = NodeId(7);

    fn add(outgoing: &mut Outgoing, table: &str) {
        outgoing.add(&Item::Lost { table });
    }

    fn numbers(letters: &[Vec<u8>]) -> Vec<(u64, bool)> {
        let read =
            |letter: &Vec<u8>| Letter::read(letter).map(|it| (it.number, it.items.is_empty())).expect("a letter");
        letters.iter().map(read).collect()
    }

    #[test]
    fn letters_are_numbered_and_a_beat_tells_the_last_number() {
        let mut outgoing = Outgoing { is_beating: true, ..Outgoing::default() };
        assert_eq!(numbers(&outgoing.take(ME, 3)), [(0, true)]);
        add(&mut outgoing, "a");
        add(&mut outgoing, "b");
        outgoing.is_beating = true;
        assert_eq!(numbers(&outgoing.take(ME, 3)), [(1, false)], "what is sent together is one letter, and a beat");
        add(&mut outgoing, "c");
        assert_eq!(numbers(&outgoing.take(ME, 3)), [(2, false)]);
        assert!(outgoing.take(ME, 3).is_empty());
    }

    #[test]
    fn what_many_are_told_is_sent_once() {
        let mut outgoing = Outgoing::default();
        for (line, text) in [(1, "news"), (2, "news"), (1, "more"), (2, "more"), (3, "news")] {
            outgoing.add(&Item::Told { lines: vec![line], table: "t", text });
        }
        let letters = outgoing.take(ME, 3);
        let mut items = Letter::read(&letters[0]).expect("a letter").items;
        let told: Vec<Item<'_>> = std::iter::from_fn(|| read_item(&mut items)).collect();
        let one = |lines: &[u64], text| Item::Told { lines: lines.to_vec(), table: "t", text };
        assert_eq!(told, [one(&[1, 2], "news"), one(&[1, 2], "more"), one(&[3], "news")]);
    }

    #[test]
    fn what_waits_too_long_is_thrown_away_and_missed() {
        let mut outgoing = Outgoing::default();
        let long = "x".repeat(MAX_LENGTH);
        for _ in 0..=MAX_WAITING {
            add(&mut outgoing, &long);
        }
        add(&mut outgoing, "a");
        assert_eq!(numbers(&outgoing.take(ME, 3)), [(MAX_WAITING as u64 + 2, false)]);
    }

    #[test]
    fn a_letter_of_another_form_or_cut_short_is_left() {
        let letter = write(ME, 3, 5, b"items");
        assert_eq!(Letter::read(&letter), Some(Letter { from: ME, session: 3, number: 5, items: b"items" }));
        assert_eq!(Letter::read(&letter[..HEAD - 1]), None);
        assert_eq!(Letter::read(&[&[2], &letter[1..]].concat()), None);
    }
}

//! Deals: the house is held to what it published first.
//!
//! What was first seen of a round is kept, whatever is shown later: the commitment, what was added, the cards.
//! How a deal can be checked is explained with [`wire::deal_seed`].

use engine::{Seat, Seed};
use serde_json::Value;
use wire::house::{DealFault, Published};
use wire::{Faults, Record, RecordLine, commitment, deal_seed, read_entropy, read_seed};

use crate::few::Few;
use crate::game_view::{Followed, ShownEvents};

/// How far a deal was checked, and held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Whether the commitment was seen before the seed: else the house could have chosen both together.
    pub promised: bool,
    /// Whether something of one's own is in the deal.
    pub own_entropy: OwnEntropy,
    /// Whether the cards that were shown at the deal are those that the seed deals.
    pub cards: bool,
}

/// Whether something of one's own is in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnEntropy {
    /// What one has added is in it.
    Present,
    /// One sat at the table and saw the commitment, and what one added, if anything, is not in it: the house could have
    /// chosen the deal.
    Missing,
    /// One did not play, or came after the deal, or it is an evening's, to which nobody adds anything.
    NotKnown,
}

impl Proof {
    /// Whether nothing is left to be believed of what could be checked from here.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.promised && self.own_entropy != OwnEntropy::Missing
    }
}

/// What was found out about the deal of a round.
pub type DealCheck = Result<Proof, DealFault>;

/// What one added to a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// From which seat.
    pub seat: Seat,
    /// In hexadecimal digits.
    pub entropy: String,
}

/// Whether what is published of a round fits the commitment that was first seen and holds what one added oneself.
/// Returns the seed that deals the round, once the house's own is revealed.
///
/// # Errors
/// What the house did not keep to.
pub fn verify_round(published: &Published, promised: &str, added: Option<&Added>) -> Result<Option<Seed>, DealFault> {
    if !published.commitment.eq_ignore_ascii_case(promised) {
        return Err(DealFault::CommitmentChanged);
    }
    let entropy = published.entropy.as_deref().map(read_all).transpose()?;
    if let (Some(entropy), Some(added)) = (&entropy, added) {
        let own = entropy.get(added.seat.index()).cloned().flatten();
        if own.is_none() || own != read_entropy(&added.entropy) {
            return Err(DealFault::OwnEntropyMissing);
        }
    }
    let Some(seed) = &published.seed else { return Ok(None) };
    let seed = read_seed(&Value::String(seed.clone()), &Faults::default()).ok_or(DealFault::BadSeed)?;
    if commitment(&seed) != published.commitment.to_ascii_lowercase() {
        return Err(DealFault::SeedMismatch);
    }
    Ok(Some(deal_seed(&seed, &entropy.unwrap_or_default())))
}

/// What the seats are said to have added, in bytes.
fn read_all(entropy: &[Option<String>]) -> Result<wire::Entropy, DealFault> {
    let read = |text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => read_entropy(text).map(Some).ok_or(DealFault::BadEntropy),
    };
    entropy.iter().map(read).collect()
}

/// What was first seen of the deals of a match.
#[derive(Debug, Default)]
pub(crate) struct Deals {
    rounds: Few<u16, Deal>,
}

/// What was first seen of one deal.
#[derive(Debug)]
struct Deal {
    first: Published,
    /// What one has sent.
    sent: Option<Added>,
    /// Whether the house has taken note of it on the connection there is.
    is_noted: bool,
    own_entropy: OwnEntropy,
    /// Whether it was told that something of one's own is missing.
    is_told: bool,
    /// The game before the deal, and what was shown of it.
    shown: Option<(Box<dyn Followed>, ShownEvents)>,
    /// Whether it was judged already, one way or the other.
    is_judged: bool,
}

impl Deals {
    /// What the house publishes of a round now to who sits on a seat, or on none, and the game before its deal if that
    /// has just been shown. Returns what is found out by it.
    pub(crate) fn publish(
        &mut self,
        published: &Published,
        seat: Option<Seat>,
        shown: Option<(Box<dyn Followed>, ShownEvents)>,
    ) -> Option<DealCheck> {
        let promised = self.rounds.get(&published.round).is_some();
        let deal = self.rounds.get_or_insert_with(published.round, || Deal {
            first: Published { seed: None, ..published.clone() },
            sent: None,
            is_noted: false,
            own_entropy: OwnEntropy::NotKnown,
            is_told: false,
            shown: None,
            is_judged: false,
        });
        if deal.is_judged {
            return None;
        }
        if deal.shown.is_none() {
            deal.shown = shown;
        }
        let check = deal.judge(published, seat, promised).transpose()?;
        deal.is_judged = true;
        deal.shown = None;
        // Who came when all was over has nothing to hold the house to: only a contradiction is worth telling.
        Some(check).filter(|check| promised || check.is_err())
    }

    /// One sends the house what one adds to a round: the first time counts.
    pub(crate) fn send(&mut self, round: u16, added: Added) {
        if let Some(deal) = self.undealt(round) {
            deal.sent.get_or_insert(added);
        }
    }

    /// The house has taken note of what one adds to a round.
    pub(crate) fn note(&mut self, round: u16, entropy: &str) {
        if let Some(deal) = self.undealt(round) {
            deal.is_noted = deal.sent.as_ref().is_some_and(|sent| sent.entropy == entropy);
        }
    }

    /// The connection was lost: the house forgets who was ready.
    pub(crate) fn forget_noted(&mut self) {
        for deal in self.rounds.iter_mut().map(|(_, deal)| deal).filter(|deal| deal.first.entropy.is_none()) {
            deal.is_noted = false;
        }
    }

    /// Somebody else sits on one's seat: what was sent from there was another's.
    pub(crate) fn forget_sent(&mut self) {
        for deal in self.rounds.iter_mut().map(|(_, deal)| deal).filter(|deal| deal.first.entropy.is_none()) {
            (deal.sent, deal.is_noted) = (None, false);
        }
    }

    fn undealt(&mut self, round: u16) -> Option<&mut Deal> {
        self.rounds.get_mut(&round).filter(|deal| deal.first.entropy.is_none())
    }

    /// The rounds that were dealt without what one adds, each of them once.
    pub(crate) fn take_lacking(&mut self) -> Vec<u16> {
        let is_new = |deal: &Deal| deal.own_entropy == OwnEntropy::Missing && !deal.is_told;
        let lacking = self.rounds.iter_mut().filter(|(_, deal)| is_new(deal));
        lacking
            .map(|(round, deal)| {
                deal.is_told = true;
                *round
            })
            .collect()
    }

    /// Whether the rounds of a record were dealt as the house had published.
    pub(crate) fn compare(&self, record: &Record) -> Result<(), (u16, DealFault)> {
        for line in &record.lines {
            let RecordLine::Seed { round, seed, entropy } = line else { continue };
            let Some(deal) = self.rounds.get(round) else { continue };
            let broken = |fault| (*round, fault);
            if commitment(seed) != deal.first.commitment.to_ascii_lowercase() {
                return Err(broken(DealFault::SeedMismatch));
            }
            let first = read_all(deal.first.entropy.as_deref().unwrap_or_default()).map_err(broken)?;
            // Where nobody added anything a record says nothing about it.
            if first.iter().flatten().ne(entropy.iter().flatten()) || !entropy.is_empty() && first != *entropy {
                return Err(broken(DealFault::EntropyChanged));
            }
        }
        Ok(())
    }
}

impl Deal {
    /// What can be said by now: nothing, as long as all is well and the seed is not revealed.
    fn judge(&mut self, published: &Published, seat: Option<Seat>, promised: bool) -> Result<Option<Proof>, DealFault> {
        match (&self.first.entropy, &published.entropy) {
            (None, Some(entropy)) => {
                self.own_entropy = self.find_own(entropy, seat);
                self.first.entropy = Some(entropy.clone());
            }
            (Some(first), now) if now.as_ref() != Some(first) => return Err(DealFault::EntropyChanged),
            _ => {}
        }
        let noted = self.sent.as_ref().filter(|_| self.is_noted);
        let seed = verify_round(published, &self.first.commitment, noted)?;
        let Some(seed) = seed else { return Ok(None) };
        let cards = match &self.shown {
            Some((before, shown)) if !before.deals(seed, shown) => return Err(DealFault::OtherCards),
            shown => shown.is_some(),
        };
        Ok(Some(Proof { promised, own_entropy: self.own_entropy, cards }))
    }

    /// Whether what one has sent from one's seat is in what was added.
    fn find_own(&self, entropy: &[Option<String>], seat: Option<Seat>) -> OwnEntropy {
        let Some(seat) = seat else { return OwnEntropy::NotKnown };
        let dealt = entropy.get(seat.index()).and_then(Option::as_ref).and_then(|text| read_entropy(text));
        let sent = self.sent.as_ref().filter(|sent| sent.seat == seat).and_then(|sent| read_entropy(&sent.entropy));
        if sent.is_some() && sent == dealt { OwnEntropy::Present } else { OwnEntropy::Missing }
    }
}

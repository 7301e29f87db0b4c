//! The hints of a table: one is worked out at a time for each seat, and kept for as long as the position lasts.
//!
//! Deliberately absent: who may have a hint, and how it is worked out.

use std::collections::BTreeMap;

use engine::Seat;
use wire::house::HintResult;
use words::Lang;

use crate::effect::{ConnectionId, HintKey};

/// So many asks may wait for the same hint; more are refused.
const MAX_ASKERS: usize = 8;

/// The hints that are known or being worked out.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    seats: BTreeMap<Seat, Hint>,
}

#[derive(Debug)]
struct Hint {
    key: HintKey,
    lang: Lang,
    state: HintState,
}

#[derive(Debug)]
enum HintState {
    /// It is being worked out for these.
    Pending(Vec<HintAsker>),
    /// What came of it; nothing where there is nothing to advise.
    Known(Option<HintResult>),
}

/// Who waits for a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HintAsker {
    pub(crate) connection: ConnectionId,
    /// The id of the ask.
    pub(crate) id: String,
}

/// What becomes of somebody who asks for a hint.
#[derive(PartialEq, Debug)]
pub(crate) enum HintAsked {
    /// It is to be worked out.
    Begin,
    /// It is being worked out, and they are told.
    Wait,
    /// It is known.
    Known(Option<HintResult>),
    /// Another is being worked out for the seat, or too many wait for this one.
    Busy,
}

impl Hints {
    /// Somebody asks for a hint for a position.
    pub(crate) fn ask(&mut self, key: HintKey, lang: Lang, asker: HintAsker) -> HintAsked {
        match self.seats.get_mut(&key.seat) {
            Some(Hint { key: known, lang: spoken, state }) if *known == key => match state {
                HintState::Known(advice) if *spoken == lang => return HintAsked::Known(advice.clone()),
                HintState::Known(_) => {}
                HintState::Pending(askers) if *spoken == lang && askers.len() < MAX_ASKERS => {
                    askers.push(asker);
                    return HintAsked::Wait;
                }
                HintState::Pending(_) => return HintAsked::Busy,
            },
            _ => {}
        }
        self.seats.insert(key.seat, Hint { key, lang, state: HintState::Pending(vec![asker]) });
        HintAsked::Begin
    }

    /// A hint was worked out: those who waited for it. One that nobody waits for any more is not kept.
    pub(crate) fn on_known(&mut self, key: HintKey, advice: Option<HintResult>) -> Vec<HintAsker> {
        match self.pending(key) {
            Some(state) => match std::mem::replace(state, HintState::Known(advice)) {
                HintState::Pending(askers) => askers,
                HintState::Known(_) => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    /// A hint is not worked out: those who waited for it.
    pub(crate) fn on_refused(&mut self, key: HintKey) -> Vec<HintAsker> {
        match self.pending(key) {
            Some(HintState::Pending(askers)) => {
                let askers = std::mem::take(askers);
                self.seats.remove(&key.seat);
                askers
            }
            _ => Vec::new(),
        }
    }

    /// The position has changed: what was known is forgotten. The seats whose hints were being worked out, with those
    /// who waited for them.
    pub(crate) fn lapse(&mut self) -> Vec<(Seat, Vec<HintAsker>)> {
        let pending = |(seat, hint): (Seat, Hint)| match hint.state {
            HintState::Pending(askers) => Some((seat, askers)),
            HintState::Known(_) => None,
        };
        std::mem::take(&mut self.seats).into_iter().filter_map(pending).collect()
    }

    /// A connection is gone: the seats whose hints nobody waits for any more.
    pub(crate) fn forget(&mut self, connection: ConnectionId) -> Vec<Seat> {
        let mut unwanted = Vec::new();
        self.seats.retain(|seat, hint| {
            let HintState::Pending(askers) = &mut hint.state else { return true };
            askers.retain(|asker| asker.connection != connection);
            if askers.is_empty() {
                unwanted.push(*seat);
            }
            !askers.is_empty()
        });
        unwanted
    }

    fn pending(&mut self, key: HintKey) -> Option<&mut HintState> {
        let hint = self.seats.get_mut(&key.seat).filter(|hint| hint.key == key)?;
        matches!(hint.state, HintState::Pending(_)).then_some(&mut hint.state)
    }
}

//! DOS: one or two cards are put on a card of the row, or one at its end. Also who has just called.

use engine::games::dos::{Card, Dos, Hand, Move, Phase, Play, Public};
use engine::{Seat, View};

use crate::gesture::sort::sort_few_by_key;
use crate::gesture::{Gesture, Gestures};

/// With so many cards in hand the call is due.
const CALL_AT: u8 = 2;

/// Where cards can be put.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// On a card of the row, by its index.
    Centre(u8),
    /// At the end of the row.
    End,
    /// The pile, to draw.
    Pile,
}

impl Gestures for Dos {
    type Spot = Spot;

    fn held(hand: &Hand) -> Vec<Card> {
        let mut cards: Vec<Card> = hand.cards.iter().collect();
        // The joker without a colour comes last.
        sort_few_by_key(&mut cards, |card| (card.colour().is_none(), card.colour(), *card));
        cards
    }

    fn write_card(card: Card) -> String {
        wire::dos::write_card(card)
    }

    fn gesture(mv: &Move) -> Gesture<Card, Spot> {
        match *mv {
            Move::Match { play, centre } => Gesture::lay(play.cards(), Spot::Centre(centre)),
            Move::Put(card) | Move::Add(card) => Gesture::lay([card], Spot::End),
            Move::Draw => Gesture::Point(Spot::Pile),
            Move::End | Move::Decline | Move::Call | Move::Catch(_) => Gesture::Say,
        }
    }

    fn wish(cards: &[Card], spot: Spot) -> Option<Move> {
        match (spot, cards) {
            (Spot::Centre(centre), [card]) => Some(Move::Match { play: Play::single(*card), centre }),
            (Spot::Centre(centre), [first, second]) => {
                Some(Move::Match { play: Play::double(*first, *second), centre })
            }
            (Spot::End, [card]) => Some(Move::Put(*card)),
            (Spot::Pile, []) => Some(Move::Draw),
            _ => None,
        }
    }

    fn attempt(view: &View<Self>, card: Card) -> Move {
        let public = &view.public;
        // A centre card that has its match already would hide that the others do not fit.
        let free = (0..).zip(&public.board.centre).map(|(centre, _)| centre).find(|centre| !public.is_matched(*centre));
        Move::Match { play: Play::single(card), centre: free.unwrap_or_default() }
    }

    fn write_spot(spot: Spot) -> String {
        match spot {
            Spot::Centre(centre) => centre.to_string(),
            Spot::End => "end".into(),
            Spot::Pile => "pile".into(),
        }
    }

    fn read_spot(text: &str) -> Option<Spot> {
        match text {
            "end" => Some(Spot::End),
            "pile" => Some(Spot::Pile),
            centre => centre.parse().ok().map(Spot::Centre),
        }
    }
}

/// Whether somebody has called "DOS!" between two moments: a hand that came down to two cards owes no call any more
/// (R27, R28), and nobody was caught (R29).
#[must_use]
pub fn has_called(before: &Public, after: &Public) -> bool {
    let has_called = |seat: Seat| {
        let owed = before.board.owes_call.has(seat) || before.hand_sizes[seat] > CALL_AT;
        owed && after.hand_sizes[seat] == CALL_AT && !after.board.owes_call.has(seat)
    };
    // The end of a round forgives what is owed.
    !matches!(after.phase, Phase::Over(_))
        && before.sheet.round == after.sheet.round
        && before.sheet.seats() == after.sheet.seats()
        && after.board.progress.penalty <= before.board.progress.penalty
        && after.sheet.seats().seats().any(has_called)
}

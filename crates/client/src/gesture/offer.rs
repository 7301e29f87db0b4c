//! The moves a seat may make, by what is lifted and where it goes.

use std::fmt::Debug;

use engine::{Turn, View, Viewer};
use smallvec::SmallVec;
use wire::Codec;

use crate::gesture::sort::sort_few;

/// A move as a person makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gesture<Card, Spot> {
    /// Cards are lifted from the hand and put somewhere.
    Lay {
        /// Which, sorted.
        cards: SmallVec<[Card; 2]>,
        /// Where.
        spot: Spot,
    },
    /// A place is pointed at with empty hands: the pile, to draw.
    Point(Spot),
    /// Nothing is touched: it is said, or a button is pressed.
    Say,
}

impl<Card: Ord, Spot> Gesture<Card, Spot> {
    /// Cards that are lifted and put somewhere.
    pub fn lay(cards: impl IntoIterator<Item = Card>, spot: Spot) -> Self {
        let mut cards: SmallVec<[Card; 2]> = cards.into_iter().collect();
        sort_few(&mut cards);
        Self::Lay { cards, spot }
    }
}

/// A game whose moves are made by lifting cards and putting them somewhere.
pub trait Gestures: Codec<Card: Copy + Ord + Send + Sync> {
    /// Where cards can be put, or what can be pointed at.
    type Spot: Copy + Eq + Ord + Debug + Send + Sync;

    /// The cards of a hand, in the order they are best held.
    fn held(hand: &Self::Hand) -> Vec<Self::Card>;

    /// A card in notation.
    fn write_card(card: Self::Card) -> String;

    /// A move as a person makes it.
    fn gesture(mv: &Self::Move) -> Gesture<Self::Card, Self::Spot>;

    /// The move that laying these cards there is meant as, legal or not; `None` if no move is like that.
    fn wish(cards: &[Self::Card], spot: Self::Spot) -> Option<Self::Move>;

    /// What one would try with a card of one's hand, knowing no more of the rules than where such a card belongs.
    fn attempt(view: &View<Self>, card: Self::Card) -> Self::Move;

    /// The rule against a card of the viewer's hand that no legal move uses: what the engine says to the
    /// [`attempt`](Self::attempt) with it. `None` if some move uses it, if the viewer has no seat, or between rounds.
    fn why_not(view: &View<Self>, card: Self::Card) -> Option<Self::Refusal> {
        let (Viewer::Seat(seat), Some(hand)) = (view.viewer, &view.hand) else { return None };
        if !matches!(Self::turn(&view.public), Turn::Seat { .. }) {
            return None;
        }
        if Offer::<Self>::of(view).may_lift(&[card]) {
            return None;
        }
        Self::permit(&view.public, hand, seat, &Self::attempt(view, card)).err()
    }

    /// A spot as a short text, for whoever draws it and is told later that it was pointed at.
    fn write_spot(spot: Self::Spot) -> String;

    /// The spot with this text.
    fn read_spot(text: &str) -> Option<Self::Spot>;
}

/// How a person makes a move of a game.
type GestureOf<G> = Gesture<<G as Codec>::Card, <G as Gestures>::Spot>;

/// What a seat may do now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer<G: Gestures> {
    moves: Vec<(GestureOf<G>, G::Move)>,
}

impl<G: Gestures> Offer<G> {
    /// What the viewer may do now; a spectator may do nothing.
    #[must_use]
    pub fn of(view: &View<G>) -> Self {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        Self { moves: moves.into_iter().map(|mv| (G::gesture(&mv), mv)).collect() }
    }

    /// Whether nothing may be done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether some move uses these cards and maybe more.
    #[must_use]
    pub fn may_lift(&self, cards: &[G::Card]) -> bool {
        self.moves.iter().any(|(gesture, _)| uses(gesture, cards))
    }

    /// The spots where these cards may be put, and with none in hand those that may be pointed at.
    #[must_use]
    pub fn spots(&self, cards: &[G::Card]) -> Vec<G::Spot> {
        let mut spots: Vec<G::Spot> =
            self.moves.iter().filter_map(|(gesture, _)| spot(gesture, &sorted(cards))).collect();
        sort_few(&mut spots);
        spots.dedup();
        spots
    }

    /// The spots that single cards go to, each the only one for its card. Cards that have a choice are left out: they
    /// would mark nearly everything.
    #[must_use]
    pub fn within_reach(&self) -> Vec<G::Spot> {
        let single = |gesture: &GestureOf<G>| match gesture {
            Gesture::Lay { cards, .. } if cards.len() == 1 => Some(cards[0]),
            _ => None,
        };
        let mut cards: Vec<G::Card> = self.moves.iter().filter_map(|(gesture, _)| single(gesture)).collect();
        sort_few(&mut cards);
        cards.dedup();
        let mut spots: Vec<G::Spot> = cards
            .into_iter()
            .filter_map(|card| match self.spots(&[card]).as_slice() {
                [only] => Some(*only),
                _ => None,
            })
            .collect();
        sort_few(&mut spots);
        spots.dedup();
        spots
    }

    /// The moves that putting these cards on a spot can be: most often one.
    #[must_use]
    pub fn moves_at(&self, cards: &[G::Card], target: G::Spot) -> Vec<&G::Move> {
        let cards = sorted(cards);
        let there = self.moves.iter().filter(|(gesture, _)| spot(gesture, &cards) == Some(target));
        there.map(|(_, mv)| mv).collect()
    }

    /// The moves that use these cards, and maybe more of the hand.
    #[must_use]
    pub fn moves_using(&self, cards: &[G::Card]) -> Vec<G::Move> {
        self.moves.iter().filter(|(gesture, _)| uses(gesture, cards)).map(|(_, mv)| mv.clone()).collect()
    }

    /// The one move there is for these cards, if it takes no others: what choosing them once more makes.
    #[must_use]
    pub fn only_move(&self, cards: &[G::Card]) -> Option<G::Move> {
        let [mv] = &self.moves_using(cards)[..] else { return None };
        spot(&G::gesture(mv), &sorted(cards)).filter(|_| !cards.is_empty()).map(|_| mv.clone())
    }

    /// All moves, in the order of the engine.
    pub fn moves(&self) -> impl Iterator<Item = &G::Move> {
        self.moves.iter().map(|(_, mv)| mv)
    }

    /// Whether a move is among them.
    #[must_use]
    pub fn has(&self, wanted: &G::Move) -> bool {
        self.moves().any(|mv| mv == wanted)
    }
}

/// Where a gesture with exactly these cards goes.
fn spot<Card: PartialEq, Spot: Copy>(gesture: &Gesture<Card, Spot>, cards: &[Card]) -> Option<Spot> {
    match gesture {
        Gesture::Lay { cards: used, spot } if used.as_slice() == cards => Some(*spot),
        Gesture::Point(spot) if cards.is_empty() => Some(*spot),
        _ => None,
    }
}

/// Whether a gesture lifts these cards and maybe more.
fn uses<Card: Copy + PartialEq, Spot>(gesture: &Gesture<Card, Spot>, cards: &[Card]) -> bool {
    matches!(gesture, Gesture::Lay { cards: used, .. } if is_among(cards, used))
}

fn sorted<Card: Copy + Ord>(cards: &[Card]) -> SmallVec<[Card; 2]> {
    let mut cards: SmallVec<[Card; 2]> = cards.iter().copied().collect();
    sort_few(&mut cards);
    cards
}

/// Whether all of `cards` are among `used`, each as often as it is there.
fn is_among<Card: Copy + PartialEq>(cards: &[Card], used: &[Card]) -> bool {
    let mut left: SmallVec<[Card; 2]> = used.iter().copied().collect();
    cards.iter().all(|card| {
        let place = left.iter().position(|other| other == card);
        place.map(|place| left.remove(place)).is_some()
    })
}

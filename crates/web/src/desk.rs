//! A place at one of the four games whose moves are made by lifting cards and putting them somewhere: its boards only
//! draw spots, and everything that is done to them comes here.
//!
//! Deliberately absent: drawing, what may be lifted or lit (`client::gesture`), and what is asked of the table
//! ([`Place`]).

use client::gesture::{Gesture, Gestures, Offer, sort_few};
use engine::{Refuse, View};
use leptos::prelude::*;
use wire::{Codec, read_step};

use crate::games::Handled;
use crate::parts::notices::Notice;
use crate::place::{Hint, Place};
use crate::preferences::Taps;
use crate::reactive::{Memo, RwSignal, effect, memo};

/// A card of one's hand; of equal cards each has its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Held<Card> {
    pub(crate) card: Card,
    pub(crate) copy: u8,
}

/// A place at a game whose moves are made by lifting cards and putting them somewhere.
pub(crate) struct Desk<G: Handled> {
    pub(crate) place: Place,
    pub(crate) view: Memo<View<G>>,
    pub(crate) offer: Memo<Offer<G>>,
    /// The cards that are lifted.
    pub(crate) lifted: RwSignal<Vec<Held<G::Card>>>,
    /// Where they may be put.
    pub(crate) lit: Memo<Vec<G::Spot>>,
    /// What is said together with the next play, if the rules allow it.
    pub(crate) joined: RwSignal<Option<&'static str>>,
    /// Where the expert would put something, or what it would point at.
    hinted: Memo<Option<G::Spot>>,
    /// The cards the expert would lay.
    advised: Memo<Option<Gesture<G::Card, G::Spot>>>,
    /// What a guide means.
    wanted: Memo<Vec<Gesture<G::Card, G::Spot>>>,
}

impl<G: Handled> Clone for Desk<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Handled> Copy for Desk<G> {}

impl<G: Handled> Desk<G> {
    /// A desk at a place from which the game looks like this.
    pub(crate) fn new(place: Place, view: Memo<View<G>>) -> Self {
        let offer = memo(move || Offer::of(&view.read()));
        let lifted: RwSignal<Vec<Held<G::Card>>> = RwSignal::new(Vec::new());
        let lit = memo(move || {
            let cards: Vec<G::Card> = lifted.read().iter().map(|held| held.card).collect();
            offer.read().spots(&cards)
        });
        let advised = memo(move || {
            let Hint::Given(advice) = place.hint.get() else { return None };
            let step = read_step::<G>(&advice.step).ok()?;
            step.moves.first().map(G::gesture)
        });
        let hinted = memo(move || match advised.get()? {
            Gesture::Lay { spot, .. } | Gesture::Point(spot) => Some(spot),
            Gesture::Say => None,
        });
        let wanted = memo(move || {
            let steps = place.wanted();
            let first = |step: &String| read_step::<G>(step).ok()?.moves.first().map(G::gesture);
            steps.iter().filter_map(first).collect::<Vec<_>>()
        });
        let desk = Self { place, view, offer, lifted, lit, joined: RwSignal::new(None), hinted, advised, wanted };
        // A hint lifts its cards: where they go lights up by itself.
        effect(move || {
            if let Some(Gesture::Lay { cards, .. }) = advised.get() {
                desk.put_back();
                let mut held = untrack(|| desk.held());
                for card in cards {
                    if let Some(index) = held.iter().position(|one| one.card == card) {
                        desk.toggle(held.remove(index));
                    }
                }
            }
        });
        // What is no longer in the hand is no longer lifted.
        effect(move || {
            let held = desk.held();
            if lifted.read_untracked().iter().any(|one| !held.contains(one)) {
                lifted.update(|lifted| lifted.retain(|one| held.contains(one)));
            }
        });
        desk
    }

    /// The cards of one's hand, in order.
    pub(crate) fn held(self) -> Vec<Held<G::Card>> {
        let cards = self.view.read().hand.as_ref().map(G::held).unwrap_or_default();
        let copy = |index: usize| cards[..index].iter().filter(|card| **card == cards[index]).count();
        (0..cards.len())
            .map(|index| Held { card: cards[index], copy: u8::try_from(copy(index)).unwrap_or(u8::MAX) })
            .collect()
    }

    /// Whether a card is lifted.
    pub(crate) fn is_lifted(self, held: Held<G::Card>) -> bool {
        self.lifted.read().contains(&held)
    }

    /// Whether one could do something now, but not with this card.
    pub(crate) fn is_idle(self, held: Held<G::Card>) -> bool {
        let offer = self.offer.read();
        !offer.is_empty() && !offer.may_lift(&[held.card])
    }

    /// Whether a spot is lit.
    pub(crate) fn is_lit(self, spot: G::Spot) -> bool {
        self.lit.read().contains(&spot)
    }

    /// The one move there is for what is lifted, if there is but one.
    pub(crate) fn only_move(self) -> Option<G::Move> {
        let cards: Vec<G::Card> = self.lifted.read().iter().map(|held| held.card).collect();
        self.offer.read().only_move(&cards)
    }

    /// A card was pressed: it is chosen, and pressed again it is laid where it fits at one place only. What no move uses
    /// says why.
    pub(crate) fn press(self, held: Held<G::Card>) {
        if untrack(|| self.is_lifted(held)) {
            if !self.lay_where_it_fits() {
                self.toggle(held);
            }
            return;
        }
        if let Some(refusal) = G::why_not(&self.view.read_untracked(), held.card) {
            self.say_why_not(held.card, &refusal);
            return;
        }
        self.toggle(held);
        let is_quick = untrack(|| self.place.shared.preferences.taps()) == Taps::One;
        if is_quick && self.lifted.read_untracked().len() == 1 {
            self.lay_where_it_fits();
        }
    }

    /// Says why a card cannot be played now; what was lifted stays lifted.
    fn say_why_not(self, card: G::Card, refusal: &G::Refusal) {
        let (names, lang) = (untrack(|| self.place.names()), self.place.shared.preferences.lang_now());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = words::say_why_not(&card, refusal, &self.view.read_untracked(), &names, lang);
        self.place.refuse(Notice { text, rule: Some((G::ID, refusal.rule().to_owned())) });
    }

    /// Whether the expert would lay this card.
    pub(crate) fn is_hinted_card(self, held: Held<G::Card>) -> bool {
        matches!(&*self.advised.read(), Some(Gesture::Lay { cards, .. }) if cards.contains(&held.card))
            && self.is_lifted(held)
    }

    /// Whether a guide means this card, which is not lifted yet.
    pub(crate) fn is_wanted_card(self, held: Held<G::Card>) -> bool {
        let is_meant = |gesture: &Gesture<G::Card, G::Spot>| matches!(gesture, Gesture::Lay { cards, .. } if cards.contains(&held.card));
        self.wanted.read().iter().any(is_meant) && !self.is_lifted(held)
    }

    /// Whether a guide means this spot for what is lifted.
    pub(crate) fn is_wanted(self, spot: G::Spot) -> bool {
        let mut lifted: Vec<G::Card> = self.lifted.read().iter().map(|held| held.card).collect();
        sort_few(&mut lifted);
        self.wanted.read().iter().any(|gesture| match gesture {
            Gesture::Lay { cards, spot: there } => *there == spot && cards[..] == lifted[..],
            Gesture::Point(there) => *there == spot,
            Gesture::Say => false,
        })
    }

    /// Lifts a card, or puts it back. It joins those that are lifted if some move uses them together.
    pub(crate) fn toggle(self, held: Held<G::Card>) {
        self.lifted.update(|lifted| {
            if let Some(place) = lifted.iter().position(|one| *one == held) {
                lifted.remove(place);
                return;
            }
            let mut cards: Vec<G::Card> = lifted.iter().map(|one| one.card).collect();
            cards.push(held.card);
            if !self.offer.read_untracked().may_lift(&cards) {
                lifted.clear();
            }
            lifted.push(held);
        });
    }

    /// Lifts a card alone unless it is lifted already.
    pub(crate) fn lift(self, held: Held<G::Card>) {
        if !self.lifted.read_untracked().contains(&held) {
            self.toggle(held);
        }
    }

    /// Whether the expert would put something there.
    pub(crate) fn is_hinted(self, spot: G::Spot) -> bool {
        self.hinted.get() == Some(spot)
    }

    /// Puts everything back.
    pub(crate) fn put_back(self) {
        self.lifted.set(Vec::new());
        self.joined.set(None);
    }

    /// Puts what is lifted on a spot, or points at it with empty hands. What the rules refuse is explained.
    pub(crate) fn point(self, spot: G::Spot) {
        let cards: Vec<G::Card> = self.lifted.read_untracked().iter().map(|held| held.card).collect();
        let offered = self.offer.read_untracked().moves_at(&cards, spot).first().map(|mv| (*mv).clone());
        match offered.or_else(|| G::wish(&cards, spot)) {
            Some(mv) => self.make(&mv),
            // Whoever points at something with empty hands has tried nothing.
            None if cards.is_empty() => {}
            None => {
                let (text, rule) = G::misplaced(&cards, spot, self.place.shared.preferences.lang_now());
                self.place.refuse(Notice { text, rule: rule.map(|rule| (G::ID, rule.to_owned())) });
            }
        }
    }

    /// Makes a move, with what is said together with it.
    pub(crate) fn make(self, mv: &G::Move) {
        let step = <G as Codec>::write_move(mv);
        let joined = self.joined.get_untracked().map(|said| format!("{step} {said}"));
        let is_allowed = |step: &str| {
            self.place.look_now(|watched| watched.game().is_some_and(|game| game.judge(step).is_ok())) == Some(true)
        };
        let step = joined.filter(|joined| is_allowed(joined)).unwrap_or(step);
        if self.place.step(&step) {
            self.put_back();
        }
    }

    /// If there is but one move for what is lifted, makes it.
    pub(crate) fn lay_where_it_fits(self) -> bool {
        let only = untrack(|| self.only_move());
        only.map(|mv| self.make(&mv)).is_some()
    }

    /// The card of one's hand with this key.
    pub(crate) fn held_by_key(self, key: &str) -> Option<Held<G::Card>> {
        untrack(|| self.held()).into_iter().find(|held| key_of::<G>(*held) == key)
    }
}

/// What a card of one's hand is called in the page.
pub(crate) fn key_of<G: Gestures>(held: Held<G::Card>) -> String {
    format!("{}.{}", G::write_card(held.card), held.copy)
}

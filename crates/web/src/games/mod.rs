//! The five games, drawn: one file each, named like its folder in the engine.

mod dos;
mod lanes;
mod nain_jaune;
mod onze;
mod pictures;
mod quarante_six;
mod rummy;

use client::gesture::Gestures;
use engine::{Public, Seat, View};
use leptos::prelude::*;
use words::screen::Label;
use words::{Article, Lang, Words};

use crate::desk::Desk;
use crate::parts::list::CollectAny;
use crate::parts::seats::Facts;
use crate::place::Place;
use crate::reactive::Memo;

pub(crate) use pictures::picture;

/// A game that can be drawn.
pub(crate) trait Drawn: Words {
    /// The board, the hand, and what can be done.
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts;

    /// What is told of a seat.
    fn facts(public: &Public<Self>, seat: Seat, lang: Lang) -> Facts;

    /// The pieces of a hand, face up, in the order they are best held.
    fn draw_hand(public: &Public<Self>, hand: &Self::Hand, lang: Lang) -> Vec<(Self::Card, AnyView)>;

    /// The places of the board that an event has laid something on, by the names that [`halo`](crate::parts::halo)
    /// knows them by, and who did it.
    fn laid(shown: &Self::Shown, before: &View<Self>) -> Option<(Seat, Vec<String>)>;
}

/// What a game's table is put together from.
pub(crate) struct Parts {
    pub(crate) board: AnyView,
    /// What one may do, in a sentence.
    pub(crate) prompt: Memo<Sentence>,
    pub(crate) hand: AnyView,
    /// The buttons.
    pub(crate) actions: AnyView,
}

/// A sentence about what one may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    /// Whether it says what is wrong.
    pub(crate) is_wrong: bool,
}

/// What somebody still held when a round ended, drawn small; nothing if nothing was left.
pub(crate) fn draw_left<G: Drawn>(public: &Public<G>, hand: &G::Hand, lang: Lang) -> Option<AnyView> {
    let pieces = G::draw_hand(public, hand, lang);
    if pieces.is_empty() {
        return None;
    }
    let draw = |(card, face): (G::Card, AnyView)| {
        let name = G::name_card(&card, Article::Bare, lang);
        let title = name.clone();
        view! { <li title=title><span class="unseen">{name}</span>{face}</li> }.into_any()
    };
    Some(view! { <ul class="left-cards">{pieces.into_iter().map(draw).collect_any()}</ul> }.into_any())
}

/// The cards of a hand, face up: [`Drawn::draw_hand`] of a game that is handled.
pub(crate) fn face_up<G: Handled>(public: &Public<G>, hand: &G::Hand, lang: Lang) -> Vec<(G::Card, AnyView)> {
    G::held(hand).into_iter().map(|card| (card, G::face(card, public, lang))).collect()
}

/// A game that is drawn as a board over a hand of cards.
pub(crate) trait Handled: Drawn + Gestures {
    /// A card face up.
    fn face(card: Self::Card, public: &Public<Self>, lang: Lang) -> AnyView;

    /// What lies in the middle of the table.
    fn board(desk: Desk<Self>) -> AnyView;

    /// What can be done without touching a card, at most three buttons at a time.
    fn actions(desk: Desk<Self>) -> Vec<Action>;

    /// What is noted on a card of one's hand, in a word.
    fn tag(_view: &View<Self>, _card: Self::Card, _lang: Lang) -> Option<String> {
        None
    }

    /// Why cards do not go on a spot, where no move is like that and the rules cannot be asked; and the rule that says so.
    fn misplaced(_cards: &[Self::Card], _spot: Self::Spot, lang: Lang) -> (String, Option<&'static str>) {
        (Label::NotThere.say(lang), None)
    }
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Action {
    /// What it is called in the page.
    pub(crate) id: &'static str,
    pub(crate) label: String,
    /// The key that presses it.
    pub(crate) key: &'static str,
    /// What it does; nothing if it cannot be done now.
    pub(crate) act: Option<Act>,
    pub(crate) look: Look,
}

/// What a button does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// Makes a step.
    Step(String),
    /// Says something together with the next play, or not after all.
    Join(&'static str),
    /// Lays what is lifted where it fits.
    Lay,
}

impl Action {
    /// The button that makes a step, if it is offered now.
    pub(crate) fn step<G: Handled>(
        desk: Desk<G>,
        (id, label, key): (&'static str, Label, &'static str),
        mv: &G::Move,
        look: Look,
    ) -> Self {
        let act = desk.offer.read().has(mv).then(|| Act::Step(G::write_move(mv)));
        Self { id, label: desk.place.shared.say(label), key, act, look }
    }

    /// The button that lays what is lifted, where it fits at one place only.
    pub(crate) fn lay<G: Handled>(desk: Desk<G>) -> Self {
        let act = desk.only_move().map(|_| Act::Lay);
        Self { id: "lay", label: desk.place.shared.say(Label::Lay), key: "l", act, look: Look::Primary }
    }
}

/// What a button looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    Plain,
    Primary,
    Alarm,
}

//! What a move is good for, in one sentence: what it sheds, what it opens, what it keeps.
//!
//! Deliberately absent: how good it is (crate `bots`), and what each game says; that is in its own folder.

use engine::{Chance, Seed, Shuffle, View, Viewer};
use wire::read_step;

use crate::grammar::{amount, capital};
use crate::lang::set_type;
use crate::listener::Unit;
use crate::{Lang, Listener, Words};

/// What a step is good for, in one sentence; nothing if it is no step. `view` is what is known before it.
#[must_use]
pub fn say_merit<G: Words>(step: &str, view: &View<G>, names: &[&str], lang: Lang) -> Option<String> {
    let to = Listener::new(names, view.viewer, lang);
    // What is said together with a play is no reason for it.
    let moves = read_step::<G>(step).ok()?.moves;
    Some(set_type(&capital(&G::say_merit(moves.first()?, view, &to)), lang))
}

/// What comes of a legal move of the viewer, as far as no card has to be turned up for it; of a card that has, nothing
/// may be said.
pub(crate) fn foresee<G: Words>(mv: &G::Move, view: &View<G>) -> Vec<G::Shown> {
    let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
    // A truth that looks like this: what everybody sees of a move is the same in all. No deal uses round 0.
    let mut state = G::imagine(view, &mut Chance::new(&Seed::default(), Shuffle { round: 0, reshuffle: 0 }));
    let Ok(events) = G::decide(&state, seat, mv) else { return Vec::new() };
    let mut shown = Vec::new();
    for event in &events {
        shown.push(G::show(state.public.sheet.seats(), event, view.viewer));
        if G::apply(&mut state, event).is_err() {
            break;
        }
    }
    shown
}

/// Gets rid of points: « se défait de 12 points », « se défait d'un point ».
pub(crate) fn sheds(points: i32, lang: Lang) -> String {
    let counted = amount(points, Unit::Points.words(lang), lang);
    let of = if points == 1 { "d'un point".into() } else { format!("de {counted}") };
    lang.of(format!("se défait {of}"), format!("sheds {counted}"))
}

/// What laying a card somewhere opens, to follow what it does: the own cards by name, and how many places for others.
pub(crate) fn opens(own: &[String], others: usize, place: [&str; 2], lang: Lang) -> String {
    match (own, others) {
        ([card], _) => {
            lang.of(format!(" et ouvre la voie à votre {card}"), format!(" and opens the way to your {card}"))
        }
        ([_, _, ..], _) => {
            let count = own.len();
            lang.of(
                format!(" et ouvre la voie à {count} de vos cartes"),
                format!(" and opens the way to {count} of your cards"),
            )
        }
        ([], 0) => lang.of(" sans rien ouvrir aux autres", " and opens nothing to the others").into(),
        ([], _) => {
            let places = lang.count(others, place);
            lang.of(format!(", mais ouvre {places} aux autres"), format!(", but opens {places} to the others"))
        }
    }
}

/// Whether something else could have been done with a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// Cards are held back.
    HoldsBack,
    /// There is none to lay.
    None,
}

impl Choice {
    /// Whether one of the moves that the viewer may make lays a card.
    pub(crate) fn of<G: Words>(view: &View<G>, lays: impl Fn(&G::Move) -> bool) -> Self {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        if moves.iter().any(lays) { Self::HoldsBack } else { Self::None }
    }

    /// What is to be said for laying nothing.
    pub(crate) fn say(self, lang: Lang) -> String {
        match self {
            Self::HoldsBack => {
                lang.of("garde vos cartes pour un meilleur moment.", "keeps your cards for a better moment.")
            }
            Self::None => lang.of("il n'y a rien à poser.", "there is nothing to lay."),
        }
        .into()
    }

    /// What is to be said for laying nothing more.
    pub(crate) fn say_end(self, lang: Lang) -> String {
        match self {
            Self::HoldsBack => {
                lang.of("garde le reste pour un meilleur moment.", "keeps the rest for a better moment.")
            }
            Self::None => lang.of("il n'y a plus rien à poser.", "there is nothing more to lay."),
        }
        .into()
    }
}

/// The last card of a hand is laid.
pub(crate) fn ends_round(lang: Lang) -> String {
    lang.of("pose votre dernière carte : la manche s'arrête là.", "lays your last card: the round ends there.").into()
}

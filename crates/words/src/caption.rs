//! What happened, in a few characters: the last moves on the ribbon of a table.
//!
//! Deliberately absent: what each game says; that is in its own folder.

use engine::{Seat, View};

use crate::lang::set_type;
use crate::{Lang, Words};

/// What a seat did, in a few characters: “14 ★”, « pioche ».
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// Who did it.
    pub seat: Seat,
    /// What.
    pub text: String,
}

impl Caption {
    /// What a seat did.
    pub(crate) fn new(seat: Seat, text: impl Into<String>) -> Self {
        Self { seat, text: text.into() }
    }

    /// A seat drew a card; which is nobody else's business.
    pub(crate) fn draws(seat: Seat, lang: Lang) -> Self {
        let [french, english] = DRAWS;
        Self::new(seat, lang.of(french, english))
    }

    /// A seat passed.
    pub(crate) fn passes(seat: Seat, lang: Lang) -> Self {
        Self::new(seat, lang.of("passe", "passes"))
    }
}

/// How a draw is told, in French and in English.
const DRAWS: [&str; 2] = ["pioche", "draws"];

/// What happened, as its viewer saw it, in a few characters; nothing if it is not worth them. `before` is the view until
/// then. Put several together with [`join_captions`].
#[must_use]
pub fn say_caption<G: Words>(before: &View<G>, shown: &G::Shown, lang: Lang) -> Option<Caption> {
    let Caption { seat, text } = G::say_caption(shown, before, lang)?;
    Some(Caption { seat, text: set_type(&text, lang) })
}

/// Captions in the order they happened, turn by turn with the newest first: what a seat did one after the other becomes
/// one text, and several draws are counted.
#[must_use]
pub fn join_captions(captions: &[Caption]) -> Vec<Caption> {
    let turns = captions.chunk_by(|one, next| one.seat == next.seat).rev();
    turns.map(|turn| Caption { seat: turn[0].seat, text: join_turn(turn) }).collect()
}

fn join_turn(turn: &[Caption]) -> String {
    let is_draw = |caption: &Caption| DRAWS.contains(&caption.text.as_str());
    let parts = turn.chunk_by(|one, next| is_draw(one) && is_draw(next)).map(|same| match same {
        [one] => one.text.clone(),
        draws => format!("{} {}", draws[0].text, draws.len()),
    });
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_joined_and_draws_counted() {
        let seats: Vec<Seat> = (0..3).filter_map(Seat::new).collect();
        let said = |seat: usize, text: &str| Caption::new(seats[seat], text);
        let captions = [
            said(0, "14 ★"),
            said(0, "15 ★"),
            said(1, "pioche"),
            said(2, "DOS !"),
            said(2, "pioche"),
            said(2, "pioche"),
            said(2, "pioche"),
            said(0, "7 → 7 ●"),
            said(0, "7 → 7 ●"),
        ];
        assert_eq!(
            join_captions(&captions),
            [said(0, "7 → 7 ●, 7 → 7 ●"), said(2, "DOS !, pioche 3"), said(1, "pioche"), said(0, "14 ★, 15 ★")]
        );
        assert_eq!(join_captions(&[said(1, "draws"), said(1, "draws")]), [said(1, "draws 2")]);
        assert_eq!(join_captions(&[]), []);
    }
}

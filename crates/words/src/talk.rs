//! What is said at the table while it is played: what happened, line by line, and what one may do now.
//!
//! Deliberately absent: what each game says; that is in its own folder.

use engine::{Shuffle, Turn, View};

use crate::lang::set_type;
use crate::{Lang, Listener, Words};

/// What happened, as its viewer saw it, in one line; nothing if it is not worth a line.
/// `before` is the view until then, and `names` are those of the seats in order.
#[must_use]
pub fn tell<G: Words>(before: &View<G>, shown: &G::Shown, names: &[&str], lang: Lang) -> Option<String> {
    let to = Listener::new(names, before.viewer, lang);
    G::say_shown(shown, before, &to).map(|said| set_type(&said, lang))
}

/// What the viewer may do now, or whom the table waits for, short enough for one line.
#[must_use]
pub fn prompt<G: Words>(view: &View<G>, names: &[&str], lang: Lang) -> String {
    let to = Listener::new(names, view.viewer, lang);
    let said = match G::turn(&view.public) {
        Turn::Dealer(Shuffle { round: 0 | 1, reshuffle: 0 }) => {
            lang.of("La partie va commencer.", "The match is about to begin.").into()
        }
        Turn::Dealer(Shuffle { reshuffle: 0, .. }) => lang
            .of("La manche est finie. La suivante va commencer.", "The round is over. The next is about to begin.")
            .into(),
        Turn::Dealer(_) => lang.of("On mélange le talon.", "The talon is being shuffled.").into(),
        Turn::Over(_) => to.match_is_over(G::outcome(&view.public).map(|outcome| outcome.winners).unwrap_or_default()),
        Turn::Seat { seat, .. } => {
            let mut moves = Vec::new();
            view.moves(&mut moves);
            match view.hand.as_ref().filter(|_| to.is(seat)) {
                Some(hand) => {
                    let task = G::say_task(&view.public, hand, &moves, &to);
                    lang.of(format!("À vous : {task}."), format!("Your turn: {task}."))
                }
                None => G::say_wait(&view.public, &moves, &to),
            }
        }
    };
    set_type(&said, lang)
}

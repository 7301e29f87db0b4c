//! What is said at the table while it is played: what happened, line by line, and what one may do now.
//!
//! Deliberately absent: what each game says; that is in its own folder.

use engine::{Refuse, Shuffle, Turn, View};
use wire::read_step;

use crate::grammar::{Joint, capital, list};
use crate::lang::set_type;
use crate::{Lang, Listener, Words};

/// What the rules call a step of somebody whose turn it is not, in every game.
const NOT_YOUR_TURN: &str = "not-your-turn";

/// What happened, as its viewer saw it, in one line; nothing if it is not worth a line.
/// `before` is the view until then, and `names` are those of the seats in order.
#[must_use]
pub fn tell<G: Words>(before: &View<G>, shown: &G::Shown, names: &[&str], lang: Lang) -> Option<String> {
    let to = Listener::new(names, before.viewer, lang);
    G::say_shown(shown, before, &to).map(|said| set_type(&said, lang))
}

/// Who has won the round that is over, or the match with it, in one line; nothing while a round goes on.
#[must_use]
pub fn say_result<G: Words>(view: &View<G>, names: &[&str], lang: Lang) -> Option<String> {
    let outcome = view.public.outcome()?;
    let to = Listener::new(names, view.viewer, lang);
    let won = match (outcome.winners.is_empty(), outcome.match_over) {
        (true, _) => lang.of("Personne ne gagne.", "Nobody wins.").into(),
        (false, true) => format!("{} {}.", to.win(outcome.winners), lang.of("la partie", "the match")),
        (false, false) => format!("{} {}.", to.win(outcome.winners), lang.of("la manche", "the round")),
    };
    Some(set_type(&won, lang))
}

/// A step as one would name it among others: « piocher », “play a red 7 on the blue 9”; nothing if it is no step.
/// `view` is what is known before it.
#[must_use]
pub fn say_step<G: Words>(step: &str, view: &View<G>, names: &[&str], lang: Lang) -> Option<String> {
    let to = Listener::new(names, view.viewer, lang);
    let moves = read_step::<G>(step).ok()?.moves;
    let said: Vec<String> = moves.iter().map(|mv| G::say_move(mv, &view.public, &to)).collect();
    Some(set_type(&list(&said, Joint::And, lang), lang))
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
        Turn::Dealer(_) => lang.of("On mélange le talon.", "The discard pile is being shuffled.").into(),
        Turn::Over(_) => to.match_is_over(view.public.outcome().map(|outcome| outcome.winners).unwrap_or_default()),
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

/// What happened because somebody's time was up, for large letters: « Temps écoulé : 3 tuiles ». `shown` is what came of
/// the step the clock made, `before` the view until then; nothing if nothing came of it.
#[must_use]
pub fn say_timeout<G: Words>(before: &View<G>, shown: &[G::Shown], names: &[&str], lang: Lang) -> Option<String> {
    let to = Listener::new(names, before.viewer, lang);
    let done = (!shown.is_empty()).then(|| G::say_forced(shown, before, &to))?;
    Some(set_type(&lang.of(format!("Temps écoulé : {done}"), format!("Time's up: {done}")), lang))
}

/// The first thing the seat to move is told to have done, to go on a sentence with; else that its turn ends.
pub(crate) fn say_done<G: Words>(shown: &[G::Shown], before: &View<G>, to: &Listener<'_>) -> String {
    let seat = before.public.seat;
    let mut view = before.clone();
    for one in shown {
        let said = G::say_shown(one, &view, to);
        if let Some(does) = said.as_deref().and_then(|said| to.done_by(seat, said)) {
            return does;
        }
        if G::follow(&mut view, one).is_err() {
            break;
        }
    }
    to.then_does(seat, ["finissez votre tour.", "finit son tour."], ["end your turn.", "is done."])
}

/// Where the lifted cards can go, short enough for one line; nothing if nowhere. `moves` are the legal moves that use
/// them: if there is but one and it needs no other card, the sentence says that choosing them again makes it.
#[must_use]
pub fn say_places<G: Words>(
    lifted: &[G::Card],
    moves: &[G::Move],
    view: &View<G>,
    names: &[&str],
    lang: Lang,
) -> Option<String> {
    let to = Listener::new(names, view.viewer, lang);
    let is_somewhere = !lifted.is_empty() && !moves.is_empty();
    is_somewhere.then(|| set_type(&capital(&G::say_places(lifted, moves, &view.public, &to)), lang))
}

/// Why a card of the viewer's hand cannot be used, in one sentence; `refusal` is what the rules say to the natural attempt
/// with it.
#[must_use]
pub fn say_why_not<G: Words>(
    card: &G::Card,
    refusal: &G::Refusal,
    view: &View<G>,
    names: &[&str],
    lang: Lang,
) -> String {
    let to = Listener::new(names, view.viewer, lang);
    if refusal.code() == NOT_YOUR_TURN {
        let name = to.call(view.public.seat);
        let wait = lang.of(format!("Patience : c'est à {name} de jouer."), format!("Not yet: it is {name}'s turn."));
        return set_type(&wait, lang);
    }
    set_type(&capital(&G::say_why_not(card, refusal, &view.public, &to)), lang)
}

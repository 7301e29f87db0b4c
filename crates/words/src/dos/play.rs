//! DOS at the table: what happened, and what one may do.

use engine::games::Dos;
use engine::games::dos::{Card, ColourBonus, Face, Move, Play, Public, Reason, Shown, Stage};
use engine::{Seat, View};

use super::{colour_word, name, name_two};
use crate::grammar::{Joint, amount, capital, list};
use crate::listener::Unit;
use crate::{Article, Caption, Lang, Listener};

/// What happened.
pub(super) fn say_shown(shown: &Shown, before: &View<Dos>, to: &Listener<'_>) -> Option<String> {
    let lang = to.lang;
    let said = match *shown {
        Shown::Dealt(ref deal) => {
            let deals = to.then_does(deal.dealer, ["distribuez", "distribue"], ["deal", "deals"]);
            to.round_dealt(before, shown, &[deals])
        }
        Shown::Matched { seat, centre, play, bonus } => {
            let plays = to.does(seat, ["jouez", "joue"], ["play", "plays"]);
            let centre =
                before.public.board.centre.get(usize::from(centre)).map(|card| name(*card, Article::The, lang));
            let on =
                centre.map(|centre| lang.of(format!(" sur {centre}"), format!(" on {centre}"))).unwrap_or_default();
            let bonus = match bonus {
                None => "",
                Some(ColourBonus::Single) => lang.of(" : bonus de couleur", ": a colour bonus"),
                Some(ColourBonus::Double) => lang.of(" : double bonus de couleur", ": a double colour bonus"),
            };
            format!("{plays} {}{on}{bonus}.", name_play(play, lang))
        }
        Shown::Drew { seat, card, reason: Reason::Turn } => to.draws(seat, card.map(|card| a(card, lang))),
        Shown::Drew { seat, card, reason: Reason::Double } => {
            let draws = to.does(seat, ["piochez", "pioche"], ["draw", "draws"]);
            let card = card.map(|card| format!(" {}", a(card, lang))).unwrap_or_default();
            lang.of(format!("{draws}{card} pour le double bonus."), format!("{draws}{card} for the double bonus."))
        }
        Shown::Drew { seat, card, reason: Reason::Penalty } => {
            let draws = to.does(seat, ["piochez", "pioche"], ["draw", "draws"]);
            let card = card.map(|card| a(card, lang));
            let card = card.map(|card| lang.of(format!(" : {card}"), format!(": {card}"))).unwrap_or_default();
            lang.of(format!("{draws} une carte de pénalité{card}."), format!("{draws} a penalty card{card}."))
        }
        Shown::DrewNothing { seat } => {
            let cannot = to.does(seat, ["ne pouvez pas", "ne peut pas"], ["cannot", "cannot"]);
            lang.of(
                format!("{cannot} piocher : il n'y a plus de carte nulle part."),
                format!("{cannot} draw: there is no card left anywhere."),
            )
        }
        Shown::Put { seat, card } => {
            let puts = to.does(seat, ["posez", "pose"], ["put", "puts"]);
            let card = a(card, lang);
            lang.of(format!("{puts} {card} dans la rangée."), format!("{puts} {card} into the row."))
        }
        Shown::Filled { card } => {
            let card = capital(&a(card, lang));
            lang.of(format!("{card} complète la rangée."), format!("{card} fills up the row."))
        }
        Shown::Added { seat, card } => {
            let adds = to.does(seat, ["ajoutez", "ajoute"], ["add", "adds"]);
            let card = a(card, lang);
            lang.of(format!("{adds} {card} à la rangée en bonus."), format!("{adds} {card} to the row as a bonus."))
        }
        Shown::Declined { seat } => {
            let declines = to.does(seat, ["renoncez", "renonce"], ["give", "gives"]);
            lang.of(format!("{declines} à un bonus."), format!("{declines} up a bonus."))
        }
        Shown::Called { seat } => {
            let calls = to.does(seat, ["annoncez", "annonce"], ["call", "calls"]);
            lang.of(format!("{calls} : « DOS ! »"), format!("{calls} “DOS!”"))
        }
        Shown::Caught { seat, by } => say_caught(seat, by, to),
        Shown::Reshuffled(cards) => {
            let cards = lang.count(usize::from(cards), lang.of(["carte", "cartes"], ["card", "cards"]));
            lang.of(
                format!("Le talon est mélangé : {cards} à la pioche."),
                format!("The discard pile is shuffled: {cards} to draw from."),
            )
        }
        Shown::RoundEnded(ref ending) => {
            let (seat, outcome) = (before.public.seat, &ending.outcome);
            let out = to.does(
                seat,
                ["n'avez plus de cartes et marquez", "n'a plus de cartes et marque"],
                ["have no cards left and score", "has no cards left and scores"],
            );
            let score = amount(outcome.round_scores[seat], Unit::Points.words(lang), lang);
            format!("{out} {score}.{}", to.match_won(outcome, Unit::Points))
        }
        Shown::Swept | Shown::BonusesDue { .. } | Shown::PileRanOut { .. } | Shown::TurnPassed { .. } => return None,
    };
    Some(said)
}

/// One of a kind of which there are several.
fn a(card: Card, lang: Lang) -> String {
    name(card, Article::A, lang)
}

fn name_play(play: Play, lang: Lang) -> String {
    match play.parts() {
        (first, Some(second)) if first == second => name_two(first, lang),
        _ => list(&play.cards().map(|card| a(card, lang)).collect::<Vec<_>>(), Joint::And, lang),
    }
}

fn say_caught(seat: Seat, by: Seat, to: &Listener<'_>) -> String {
    // The French pronoun stands before the verb, a name behind it.
    let (french, whom) = if to.is(seat) {
        (["vous prenez", "vous prend"], String::new())
    } else {
        (["prenez", "prend"], format!(" {}", to.call(seat)))
    };
    let catches = to.does(by, french, ["catch", "catches"]);
    to.lang.of(
        format!("{catches}{whom} en défaut : deux cartes de pénalité."),
        format!("{catches} {} without the call: two penalty cards.", to.call(seat)),
    )
}

/// What happened, in a few characters; `public` is what was known until then.
pub(super) fn say_caption(shown: &Shown, public: &Public, lang: Lang) -> Option<Caption> {
    Some(match *shown {
        Shown::Matched { seat, centre, play, .. } => {
            let play = play.cards().map(short_face).collect::<Vec<_>>().join(" + ");
            let centre = public.board.centre.get(usize::from(centre)).map(|card| mark(*card));
            Caption::new(seat, format!("{play} → {}", centre.unwrap_or_default()))
        }
        Shown::Drew { seat, .. } => Caption::draws(seat, lang),
        Shown::DrewNothing { seat } => Caption::new(seat, lang.of("rien à piocher", "nothing to draw")),
        Shown::Put { seat, card } => Caption::new(seat, mark(card)),
        Shown::Added { seat, card } => Caption::new(seat, format!("+ {}", mark(card))),
        Shown::Called { seat } => Caption::new(seat, lang.of("DOS !", "DOS!")),
        Shown::Caught { by, .. } => Caption::new(by, lang.of("Contre-DOS !", "Counter-DOS!")),
        Shown::Dealt(_)
        | Shown::Swept
        | Shown::Filled { .. }
        | Shown::BonusesDue { .. }
        | Shown::Declined { .. }
        | Shown::PileRanOut { .. }
        | Shown::Reshuffled(_)
        | Shown::TurnPassed { .. }
        | Shown::RoundEnded(_) => return None,
    })
}

/// A card by what is printed on it and the shape of its colour: “7 ◆”.
fn mark(card: Card) -> String {
    match card.colour() {
        Some(colour) => format!("{} {}", short_face(card), colour_word(colour).shape()),
        None => short_face(card),
    }
}

/// What is printed on a card; a Joker DOS must not look like the call.
fn short_face(card: Card) -> String {
    match card.face() {
        Face::Number(number) => number.to_string(),
        Face::Any => "#".into(),
        Face::Dos => "joker".into(),
    }
}

/// A move by its name.
pub(super) fn say_move(mv: &Move, public: &Public, to: &Listener<'_>) -> String {
    let lang = to.lang;
    match *mv {
        Move::Match { play, centre } => {
            let play = name_play(play, lang);
            match public.board.centre.get(usize::from(centre)).map(|card| name(*card, Article::The, lang)) {
                Some(centre) => lang.of(format!("jouer {play} sur {centre}"), format!("play {play} on {centre}")),
                None => lang.of(format!("jouer {play}"), format!("play {play}")),
            }
        }
        Move::Draw => lang.of("piocher", "draw").into(),
        Move::End => lang.of("finir le tour", "end the turn").into(),
        Move::Add(card) => {
            let card = a(card, lang);
            lang.of(format!("ajouter {card} en bonus"), format!("add {card} as a bonus"))
        }
        Move::Decline => lang.of("refuser le bonus", "decline the bonus").into(),
        Move::Put(card) => {
            let card = a(card, lang);
            lang.of(format!("poser {card} dans la rangée"), format!("put {card} into the row"))
        }
        Move::Call => lang.of("annoncer DOS", "call DOS").into(),
        Move::Catch(seat) => {
            let name = to.call(seat);
            lang.of(format!("prendre {name} en défaut"), format!("catch {name}"))
        }
    }
}

/// What the player may do.
pub(super) fn say_task(public: &Public, moves: &[Move], to: &Listener<'_>) -> String {
    let lang = to.lang;
    let has = |wanted: fn(&Move) -> bool| moves.iter().any(wanted);
    let may_match = has(|mv| matches!(mv, Move::Match { .. }));
    let may_put = has(|mv| matches!(mv, Move::Put(_)));
    let may_end = has(|mv| matches!(mv, Move::End));
    let calls = has(|mv| matches!(mv, Move::Call));
    let has_matched = !public.board.progress.matches.is_empty();
    let task: String = match public.board.progress.stage {
        Stage::Placing => {
            // A call to be made or caught is news enough for one line.
            let is_news = calls || has(|mv| matches!(mv, Move::Catch(_)));
            let left = match public.board.progress.bonuses {
                left if left > 1 && !is_news => lang.of(format!(" (il en reste {left})"), format!(" ({left} left)")),
                _ => String::new(),
            };
            if has(|mv| matches!(mv, Move::Add(_))) {
                lang.of(format!("placez un bonus{left}, ou refusez"), format!("place a bonus{left}, or decline"))
            } else {
                lang.of(format!("refusez le bonus{left}"), format!("decline the bonus{left}"))
            }
        }
        Stage::Matching => match (may_match, may_end) {
            (true, true) if has_matched => lang.of("associez encore, ou finissez", "match again, or end").into(),
            (true, _) if may_put => lang.of("associez, ou posez une carte", "match, or put down a card").into(),
            (true, _) => lang.of("associez, ou piochez", "match, or draw").into(),
            (false, true) => lang.of("finissez votre tour", "end it").into(),
            (false, false) if may_put => lang.of("posez une carte dans la rangée", "put a card into the row").into(),
            (false, false) if calls => lang.of("piochez", "draw").into(),
            (false, false) => lang.of("rien à associer, piochez", "nothing to match, so draw").into(),
        },
    };
    if calls {
        return lang.of(format!("annoncez « DOS ! », puis {task}"), format!("call “DOS!”, then {task}"));
    }
    let forgetful = forgetful(moves, to);
    if forgetful.is_empty() { task } else { format!("{task}. {forgetful}") }
}

/// Whom the table waits for, and who has forgotten the call.
pub(super) fn say_wait(public: &Public, moves: &[Move], to: &Listener<'_>) -> String {
    let lang = to.lang;
    let waits = to.is_playing(public.seat);
    if moves.contains(&Move::Call) {
        return lang.of(format!("{waits} Annoncez « DOS ! »."), format!("{waits} Call “DOS!”."));
    }
    if moves == [Move::Catch(public.seat)] {
        let plays = to.does(public.seat, ["jouez", "joue"], ["play", "is playing"]);
        return lang.of(format!("{plays}, sans avoir dit « DOS ! »."), format!("{plays} without having said “DOS!”."));
    }
    let forgetful = forgetful(moves, to);
    if forgetful.is_empty() { waits } else { format!("{waits} {forgetful}.") }
}

/// Who can be caught, without the full stop; nothing if nobody can.
fn forgetful(moves: &[Move], to: &Listener<'_>) -> String {
    let caught = moves.iter().filter_map(|mv| if let Move::Catch(seat) = mv { Some(to.call(*seat)) } else { None });
    let caught: Vec<String> = caught.collect();
    let names = list(&caught, Joint::And, to.lang);
    match caught.len() {
        0 => String::new(),
        1 => to.lang.of(format!("{names} n'a pas dit « DOS ! »"), format!("{names} has not said “DOS!”")),
        _ => to.lang.of(format!("{names} n'ont pas dit « DOS ! »"), format!("{names} have not said “DOS!”")),
    }
}

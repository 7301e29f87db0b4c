//! Nain Jaune at the table: what happened, and what one may do.

use engine::View;
use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, Move, Public, Rank, Rules, Shown, Suit};

use super::{name, one_of, rank_mark, rank_name};
use crate::grammar::amount;
use crate::listener::Unit;
use crate::{Article, Caption, Lang, Listener};

/// What happened.
pub(super) fn say_shown(shown: &Shown, before: &View<NainJaune>, to: &Listener<'_>) -> Option<String> {
    let lang = to.lang;
    let said = match *shown {
        Shown::Dealt(ref deal) => {
            let deals = to.then_does(deal.dealer, ["distribuez", "distribue"], ["deal", "deals"]);
            // The fewest tokens one can begin with are those of a stake (R6).
            let stake = amount(i32::from(Rules::MIN_TOKENS), Unit::Tokens.words(lang), lang);
            let stakes = lang.of(format!("chacun mise {stake}"), format!("everybody stakes {stake}"));
            to.round_dealt(before, shown, &[deals, stakes])
        }
        Shown::Laid { seat, card } => {
            let lays = to.does(seat, ["posez", "pose"], ["lay", "lays"]);
            format!("{lays} {}.", name(card, Article::The, lang))
        }
        Shown::TookStake { seat, square, tokens } => {
            let takes = to.does(seat, ["prenez", "prend"], ["take", "takes"]);
            let tokens = amount(tokens, Unit::Tokens.words(lang), lang);
            let square = name_square(square, lang);
            lang.of(format!("{takes} {tokens} sur {square}."), format!("{takes} {tokens} from {square}."))
        }
        Shown::SaidSans { seat } => {
            let says = to.does(seat, ["dites", "dit"], ["say", "says"]);
            let sans = say_sans(before.public.board.need, lang);
            lang.of(format!("{says} « {sans} »."), format!("{says} “{sans}”."))
        }
        Shown::Restarted { seat } => {
            let opens = to.then_does(seat, ["ouvrez", "ouvre"], ["open", "opens"]);
            lang.of(
                format!("Personne ne continue : {opens} une nouvelle suite."),
                format!("Nobody goes on: {opens} a new run."),
            )
        }
        Shown::WentOut { seat } => {
            let leaves = to.does(
                seat,
                ["n'avez plus assez de jetons et sortez", "n'a plus assez de jetons et sort"],
                ["have too few tokens left and are out", "has too few tokens left and is out"],
            );
            lang.of(format!("{leaves} de la partie."), format!("{leaves} of the match."))
        }
        Shown::RoundEnded(ref ending) => {
            let (public, outcome) = (&before.public, &ending.outcome);
            let has = to.does(public.seat, ["n'avez plus", "n'a plus"], ["have", "has"]);
            let end = lang.of(
                format!("{has} de cartes, et les autres paient."),
                format!("{has} no cards left, and the others pay."),
            );
            // Who has been out for longer neither won nor lost anything.
            let seats = ending.hands.seats().seats();
            let counted = seats.filter(|seat| public.is_in(*seat) || outcome.round_scores[*seat] != 0).collect();
            to.round_ended(&end, outcome, counted, Unit::Tokens)
        }
        Shown::TurnPassed { .. } => return None,
    };
    Some(said)
}

/// A square of the board; that of the 7 of diamonds has a name of its own.
fn name_square(card: Card, lang: Lang) -> String {
    if Card::BOARD.first() == Some(&card) {
        return lang.of("le Nain Jaune", "the Yellow Dwarf").into();
    }
    name(card, Article::The, lang)
}

/// What is said in the place of a card.
pub(super) fn say_sans(need: Option<Rank>, lang: Lang) -> String {
    let sans = lang.of("sans", "no");
    need.map_or_else(|| sans.into(), |need| format!("{sans} {}", rank_name(need, lang)))
}

/// What happened, in a few characters; `public` is what was known until then.
pub(super) fn say_caption(shown: &Shown, public: &Public, lang: Lang) -> Option<Caption> {
    Some(match *shown {
        Shown::Laid { seat, card } => {
            let suit = match card.suit() {
                Suit::Spades => '♠',
                Suit::Hearts => '♥',
                Suit::Diamonds => '♦',
                Suit::Clubs => '♣',
            };
            Caption::new(seat, format!("{} {suit}", rank_mark(card.rank(), lang)))
        }
        Shown::TookStake { seat, tokens, .. } => {
            Caption::new(seat, format!("+{}", amount(tokens, Unit::Tokens.words(lang), lang)))
        }
        Shown::SaidSans { seat } => {
            let value = public.board.need.map(|need| rank_name(need, lang)).unwrap_or_default();
            Caption::new(seat, lang.of(format!("sans {value}"), format!("no {value}")))
        }
        Shown::Dealt(_)
        | Shown::TurnPassed { .. }
        | Shown::Restarted { .. }
        | Shown::WentOut { .. }
        | Shown::RoundEnded(_) => return None,
    })
}

/// A move by its name.
pub(super) fn say_move(mv: &Move, public: &Public, lang: Lang) -> String {
    match *mv {
        Move::Lay(card) => {
            let card = name(card, Article::The, lang);
            lang.of(format!("poser {card}"), format!("lay {card}"))
        }
        Move::Sans => {
            let sans = say_sans(public.board.need, lang);
            lang.of(format!("dire {sans}"), format!("say {sans}"))
        }
    }
}

/// What the player may do.
pub(super) fn say_task(public: &Public, moves: &[Move], lang: Lang) -> String {
    let Some(need) = public.board.need else {
        return lang.of("ouvrez avec la carte de votre choix", "open with any card you like").into();
    };
    let (card, sans) = (one_of(need, lang), say_sans(public.board.need, lang));
    let may_lay = moves.iter().any(|mv| matches!(mv, Move::Lay(_)));
    match (may_lay, moves.contains(&Move::Sans)) {
        (true, true) => lang.of(format!("posez {card}, ou dites « {sans} »"), format!("lay {card}, or say “{sans}”")),
        (true, false) => lang.of(format!("posez {card}"), format!("lay {card}")),
        (false, _) => lang.of(format!("dites « {sans} »"), format!("say “{sans}”")),
    }
}

/// Whom the table waits for, and for what.
pub(super) fn say_wait(public: &Public, to: &Listener<'_>) -> String {
    let plays = to.does(public.seat, ["jouez", "joue"], ["play", "is playing"]);
    match public.board.need {
        Some(need) => {
            let card = one_of(need, to.lang);
            to.lang.of(format!("{plays} : on demande {card}."), format!("{plays}: {card} is asked for."))
        }
        None => to.just_does(public.seat, ["ouvrez une suite", "ouvre une suite"], ["open a run", "is opening a run"]),
    }
}

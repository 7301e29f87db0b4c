//! Nain Jaune for whoever wonders what to do: where a card can go, what a move is good for.

use engine::View;
use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, CardSet, Hand, Move, Public, Rank};

use super::{gender, one_of, rank_name, the};
use crate::Lang;
use crate::grammar::{Gender, again, amount, pronoun};
use crate::listener::Unit;
use crate::merit::ends_round;

/// Where a lifted card can go: there is but the run.
pub(super) fn say_places(lifted: &[Card], _moves: &[Move], public: &Public, lang: Lang) -> String {
    let Some(card) = lifted.first() else { return String::new() };
    let does = match public.board.need {
        Some(_) => lang.of("continue la suite", "goes on with the run"),
        None => lang.of("ouvre une suite", "opens a run"),
    };
    let lay = again(&format!("{} poser", pronoun(gender(card.rank()))), "lay it", lang);
    format!("{} {does}. {lay}", the(*card, lang))
}

/// What a move is good for.
pub(super) fn say_merit(mv: &Move, view: &View<NainJaune>, lang: Lang) -> String {
    let (public, hand) = (&view.public, view.hand.unwrap_or_default());
    match (*mv, public.board.need) {
        (Move::Lay(card), _) => say_lay(card, public, &hand, lang),
        (Move::Sans, Some(need)) if hand.cards.and(CardSet::of_rank(need)).is_empty() => {
            let card = one_of(need, lang);
            lang.of(
                format!("on demande {card}, et vous n'en avez pas."),
                format!("{card} is asked for, and you hold none."),
            )
        }
        (Move::Sans, _) => {
            lang.of("garde la carte demandée pour plus tard.", "keeps the card asked for until later.").into()
        }
    }
}

/// What laying a card brings: its stake, the own cards that follow, and what is asked of the others then.
fn say_lay(card: Card, public: &Public, hand: &Hand, lang: Lang) -> String {
    let holds = |rank: &Rank| !hand.cards.and(CardSet::of_rank(*rank)).is_empty();
    let run = std::iter::successors(Some(card.rank()), |rank| rank.next().filter(holds));
    let (last, count) = run.fold((card.rank(), 0), |(_, count), rank| (rank, count + 1));
    if count == hand.cards.len() {
        return match count {
            1 => ends_round(lang),
            _ => lang.of(
                format!("pose d'affilée vos {count} dernières cartes : la manche s'arrête là."),
                format!("lays your last {count} cards in a row: the round ends there."),
            ),
        };
    }
    let tokens = public.board.stakes.on(card);
    let up_to = up_to(last, lang);
    let what = match (tokens > 0, count > 1) {
        (true, _) => {
            let tokens = amount(tokens, Unit::Tokens.words(lang), lang);
            let on = if count > 1 {
                lang.of(format!(" et continue {up_to}"), format!(" and goes on {up_to}"))
            } else {
                String::new()
            };
            lang.of(format!("rapporte {tokens}{on}"), format!("wins {tokens}{on}"))
        }
        (false, true) => {
            lang.of(format!("pose {count} cartes d'affilée, {up_to}"), format!("lays {count} cards in a row, {up_to}"))
        }
        (false, false) => {
            let card = the(card, lang);
            lang.of(format!("se défait d'une carte, {card}"), format!("sheds a card, {card}"))
        }
    };
    let laid: CardSet = public.board.laid.iter().copied().collect();
    let then = match last.next() {
        None => lang.of("vous ouvrez ensuite une nouvelle suite", "then you open a new run").into(),
        Some(next) if CardSet::of_rank(next).minus(laid).is_empty() => {
            lang.of("personne ne peut continuer", "nobody can go on").into()
        }
        Some(next) => {
            let next = one_of(next, lang);
            lang.of(format!("on demande ensuite {next}"), format!("then {next} is asked for"))
        }
    };
    lang.of(format!("{what} ; {then}."), format!("{what}; {then}."))
}

/// « jusqu'au 9 », « jusqu'à la dame ». No run goes on up to an ace.
fn up_to(rank: Rank, lang: Lang) -> String {
    let name = rank_name(rank, lang);
    match (lang, gender(rank)) {
        (Lang::French, Gender::Feminine) => format!("jusqu'à la {name}"),
        (Lang::French, Gender::Masculine) => format!("jusqu'au {name}"),
        (Lang::English, _) => format!("up to the {name}"),
    }
}

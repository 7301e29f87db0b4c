//! DOS for whoever wonders what to do: where cards can go, why one cannot be used, what a move is good for.

use engine::View;
use engine::games::Dos;
use engine::games::dos::{Card, ColourBonus, Face, Move, Play, Public, Refusal, Shown};

use super::{face_name, the};
use crate::grammar::again;
use crate::merit::{Choice, ends_round, foresee, sheds};
use crate::{Lang, Listener, Words};

/// Several places are named one by one if that takes no more characters.
const MAX_NAMED: usize = 70;

/// Where one or two lifted cards can go.
pub(super) fn say_places(lifted: &[Card], moves: &[Move], public: &Public, lang: Lang) -> String {
    let is_pair = lifted.len() > 1;
    let cards = match *lifted {
        [first, second] => name_pair(first, second, lang),
        _ => lifted.first().map(|card| the(*card, lang)).unwrap_or_default(),
    };
    let go = if is_pair { lang.of("vont", "go") } else { lang.of("va", "goes") };
    let (on_cards, ends): (Vec<&Move>, Vec<&Move>) = moves.iter().partition(|mv| is_match(mv));
    let (mut on_cards, paired): (Vec<&Move>, Vec<&Move>) = on_cards.into_iter().partition(|mv| is_alone(mv));
    on_cards.extend(paired);
    let mut places: Vec<String> = Vec::new();
    for place in on_cards.iter().chain(&ends).filter_map(|mv| name_place(mv, lifted, public, lang)) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let said = format!("{cards} {go} {}.", places.join(lang.of(", ou ", ", or ")));
    if places.len() > 1 && said.chars().count() > MAX_NAMED {
        let mut centres: Vec<u8> = Vec::new();
        for centre in on_cards.iter().filter_map(|mv| matched(mv)) {
            if !centres.contains(&centre) {
                centres.push(centre);
            }
        }
        let count = lang.count(centres.len(), lang.of(["carte", "cartes"], ["card", "cards"]));
        let how = match (is_pair, on_cards.iter().any(|mv| is_alone(mv))) {
            (true, _) => "",
            (false, true) => lang.of(", seul ou à deux", ", alone or paired"),
            (false, false) => lang.of(", à deux", ", paired"),
        };
        let end = if ends.is_empty() { "" } else { lang.of(", ou au bout", ", or at its end") };
        return lang.of(
            format!("{cards} {go} sur {count} de la rangée{how}{end}."),
            format!("{cards} {go} on {count} of the row{how}{end}."),
        );
    }
    match *moves {
        [Move::Match { play, .. }] if usize::from(play.count()) != lifted.len() => said,
        [_] if is_pair => format!("{said} {}", again("les poser", "lay them", lang)),
        [_] => format!("{said} {}", again("le poser", "lay it", lang)),
        _ => said,
    }
}

/// Whether a move plays a single card on another.
fn is_alone(mv: &Move) -> bool {
    matches!(mv, Move::Match { play, .. } if play.count() == 1)
}

/// The centre card that a move matches, by its index.
fn matched(mv: &Move) -> Option<u8> {
    if let Move::Match { centre, .. } = mv { Some(*centre) } else { None }
}

/// Two cards by what is printed on them, short: « le 3 et le 7 », « les deux 3 ».
fn name_pair(first: Card, second: Card, lang: Lang) -> String {
    let (one, other) = (bare_face(first), bare_face(second));
    match first.face() {
        face if face != second.face() => {
            lang.of(format!("le {one} et le {other}"), format!("the {one} and the {other}"))
        }
        Face::Number(_) => lang.of(format!("les deux {one}"), format!("both {one}s")),
        Face::Any | Face::Dos => {
            let jokers = one.replace("Joker", "Jokers");
            lang.of(format!("les deux {jokers}"), format!("both {jokers}"))
        }
    }
}

/// Where a move puts the lifted cards, and with which other: « avec le 3 sur le 10 ».
fn name_place(mv: &Move, lifted: &[Card], public: &Public, lang: Lang) -> Option<String> {
    match *mv {
        Move::Match { play, centre } => {
            let centre = *public.board.centre.get(usize::from(centre))?;
            Some(match partner(play, lifted) {
                // Three jokers with their colours are too much for a line.
                None if lifted.len() > 1 && centre.face() == Face::Any => {
                    lang.of(format!("sur le {}", bare_face(centre)), format!("on the {}", bare_face(centre)))
                }
                None => lang.of(format!("sur {}", the(centre, lang)), format!("on {}", the(centre, lang))),
                Some(other) => {
                    let (other, centre) = (bare_face(other), bare_face(centre));
                    lang.of(format!("avec le {other} sur le {centre}"), format!("with the {other} on the {centre}"))
                }
            })
        }
        Move::Put(_) | Move::Add(_) => Some(lang.of("au bout de la rangée", "at the end of the row").into()),
        Move::Draw | Move::End | Move::Decline | Move::Call | Move::Catch(_) => None,
    }
}

/// The card of a play that is not lifted yet.
fn partner(play: Play, lifted: &[Card]) -> Option<Card> {
    match (play.parts(), lifted) {
        ((first, Some(second)), [lifted]) => Some(if first == *lifted { second } else { first }),
        _ => None,
    }
}

/// What is printed on a card, without its colour.
fn bare_face(card: Card) -> String {
    if card.face() == Face::Dos { "Joker DOS".into() } else { face_name(card) }
}

/// Why a card cannot be used. A single centre card that does not fit is no reason: none does.
pub(super) fn say_why_not(card: Card, refusal: &Refusal, lang: Lang) -> String {
    match refusal {
        Refusal::NoMatch { .. } => {
            let card = the(card, lang);
            lang.of(
                format!("aucune carte de la rangée ne va avec {card}, seul ou à deux."),
                format!("no card of the row goes with {card}, alone or with another."),
            )
        }
        Refusal::AlreadyMatched { .. } => lang
            .of(
                "chaque carte de la rangée a déjà son association à ce tour.",
                "every card of the row has its match already this turn.",
            )
            .into(),
        _ => Dos::say(refusal, lang),
    }
}

/// What a move is good for.
pub(super) fn say_merit(mv: &Move, view: &View<Dos>, to: &Listener<'_>) -> String {
    let lang = to.lang;
    let public = &view.public;
    let held = view.hand.map_or(0, |hand| hand.cards.len());
    match *mv {
        Move::Match { play, centre } => {
            let bonus = public.board.centre.get(usize::from(centre)).and_then(|centre| play.colour_bonus(*centre));
            say_match(play, bonus, held.saturating_sub(usize::from(play.count())), lang)
        }
        Move::Put(_) | Move::Add(_) if foresee(mv, view).iter().any(|shown| matches!(shown, Shown::RoundEnded(_))) => {
            ends_round(lang)
        }
        Move::Put(card) => {
            let (sheds, card) = (sheds(card.points(), lang), the(card, lang));
            lang.of(
                format!("{sheds}, mais laisse {card} aux autres."),
                format!("{sheds}, but leaves {card} to the others."),
            )
        }
        Move::Add(card) => {
            let sheds = sheds(card.points(), lang);
            lang.of(format!("{sheds} de plus grâce au bonus."), format!("{sheds} more thanks to the bonus."))
        }
        Move::Draw => Choice::of(view, is_match).say(lang),
        Move::End => Choice::of(view, is_match).say_end(lang),
        Move::Decline => Choice::of(view, |mv| matches!(mv, Move::Add(_))).say(lang),
        Move::Call => lang.of("évite deux cartes de pénalité.", "avoids two penalty cards.").into(),
        Move::Catch(seat) => {
            let name = to.call(seat);
            lang.of(format!("fait piocher deux cartes à {name}."), format!("makes {name} draw two cards."))
        }
    }
}

fn is_match(mv: &Move) -> bool {
    matches!(mv, Move::Match { .. })
}

/// What a match is good for, if so many cards are left after it.
fn say_match(play: Play, bonus: Option<ColourBonus>, left: usize, lang: Lang) -> String {
    let sheds = sheds(play.cards().map(Card::points).sum(), lang);
    match (left, bonus) {
        (0, _) => lang.of("vide votre main.", "empties your hand.").into(),
        (_, Some(ColourBonus::Single)) => lang.of(
            format!("{sheds}, et le bonus place une carte de plus."),
            format!("{sheds}, and the bonus places one more card."),
        ),
        (_, Some(ColourBonus::Double)) => lang.of(
            format!("{sheds}, place une carte de plus et fait piocher les autres."),
            format!("{sheds}, places one more card and makes the others draw."),
        ),
        (left, None) => {
            let call = if left == 2 { lang.of(", dites « DOS ! »", ", call “DOS!”") } else { "" };
            lang.of(
                format!("{sheds} ; il vous reste {left}{call}.", left = lang.count(left, ["carte", "cartes"])),
                format!("{sheds}; {left} left{call}.", left = lang.count(left, ["card", "cards"])),
            )
        }
    }
}

//! Rummy at the table: what happened, and what one may do.

use engine::games::Rummy;
use engine::games::rummy::{Bag, Layout, Move, Public, Reading, Shown, Tile};
use engine::{Seat, View};

use super::{colour_word, name, tile_name};
use crate::grammar::{Gender, Joint, list, with_article};
use crate::listener::Unit;
use crate::rank::{gender, rank_name};
use crate::talk::say_done;
use crate::{Article, Caption, Lang, Listener};

/// What happened.
pub(super) fn say_shown(shown: &Shown, before: &View<Rummy>, to: &Listener<'_>) -> Option<String> {
    let lang = to.lang;
    let said = match *shown {
        Shown::Dealt(_) => to.round_dealt(before, shown, &[]),
        Shown::Played { seat, ref table } => {
            let does = if before.public.board.opened[seat] {
                to.does(seat, ["posez", "pose"], ["lay", "lays"])
            } else {
                to.does(seat, ["ouvrez avec", "ouvre avec"], ["open with", "opens with"])
            };
            format!("{does} {}.", name_laid(&before.public.board.table, table, lang))
        }
        Shown::TimedOut { seat } => {
            let who = to.call(seat);
            lang.of(format!("Temps écoulé pour {who}."), format!("Time is up for {who}."))
        }
        Shown::Drew { seat, tile } => to.draws(seat, tile.map(|tile| name(tile, Article::A, lang))),
        Shown::Passed { seat } => to.passes(seat),
        Shown::RoundEnded(ref ending) => {
            let seat = before.public.seat;
            let end = if ending.hands[seat].tiles.is_empty() { say_out(seat, to) } else { to.all_passed() };
            to.round_ended(&end, &ending.outcome, ending.hands.seats().seats().collect(), Unit::Points)
        }
        Shown::TurnPassed { .. } => return None,
    };
    Some(said)
}

fn say_out(seat: Seat, to: &Listener<'_>) -> String {
    to.just_does(
        seat,
        ["avez vidé votre chevalet", "a vidé son chevalet"],
        ["have emptied your rack", "has laid the last tile of the rack"],
    )
}

/// What came from the rack: whole sets as sets, the rest tile by tile.
fn name_laid(old: &Layout, new: &Layout, lang: Lang) -> String {
    let mut rest = new.bag().minus(old.bag());
    let mut items = Vec::new();
    for set in new.sets().filter(|set| !old.sets().any(|other| other == *set)) {
        let tiles: Bag = set.iter().copied().collect();
        if let Some(named) = name_set(set, lang).filter(|_| rest.holds(tiles)) {
            rest = rest.minus(tiles);
            items.push(named);
        }
    }
    items.extend(rest.kinds().iter().map(|tile| match rest.count(tile) {
        1 => tile_name(tile, lang),
        _ => name_both(tile, lang),
    }));
    list(&items, Joint::And, lang)
}

/// Both tiles of a kind: `les deux dames noires`, `both black queens`.
fn name_both(tile: Tile, lang: Lang) -> String {
    let Some(colour) = tile.colour() else { return lang.of("deux jokers", "two jokers").into() };
    let colour = colour_word(colour).say(gender(tile.rank()), lang);
    let rank = rank_name(tile.rank(), lang);
    lang.of(format!("les deux {} {colour}s", plural(&rank)), format!("both {colour} {rank}s"))
}

/// The plural of a French rank: numbers and the as have none.
fn plural(rank: &str) -> String {
    let is_figure = rank != "as" && rank.starts_with(char::is_alphabetic);
    if is_figure { format!("{rank}s") } else { rank.into() }
}

/// A set by its kind: `une suite rouge du 7 au 10`, `a group of three queens`.
/// One tile between two jokers can be read as either, and has no such name.
pub(super) fn name_set(set: &[Tile], lang: Lang) -> Option<String> {
    Reading::of(set).ok()?;
    let mut naturals = set.iter().zip(0_u8..).filter(|(tile, _)| !tile.is_joker());
    let ((first, place), (second, _)) = (naturals.next()?, naturals.next()?);
    let named = if first.rank() == second.rank() {
        name_brelan(set.len(), first.rank(), lang)
    } else {
        let lowest = first.rank().checked_sub(place)?;
        let highest = lowest + u8::try_from(set.len()).ok()? - 1;
        let colour = colour_word(first.colour()?).say(Gender::Feminine, lang);
        let (from, to) = (from_rank(lowest, lang), to_rank(highest, lang));
        lang.of(format!("une suite {colour} {from} {to}"), format!("a {colour} run {from} {to}"))
    };
    let with = match set.iter().filter(|tile| tile.is_joker()).count() {
        0 => "",
        1 => lang.of(" dont un joker", " including a joker"),
        _ => lang.of(" dont deux jokers", " including two jokers"),
    };
    Some(named + with)
}

fn name_brelan(tiles: usize, rank: u8, lang: Lang) -> String {
    let kind = match tiles {
        3 => lang.of("brelan", "group of three"),
        _ => lang.of("carré", "group of four"),
    };
    let name = rank_name(rank, lang);
    match lang {
        Lang::French if rank == 1 => format!("un {kind} d'{name}"),
        Lang::French => format!("un {kind} de {}", plural(&name)),
        Lang::English => format!("a {kind} {name}s"),
    }
}

/// « du 7 », « de l'as »; a suite never begins with a dame.
fn from_rank(rank: u8, lang: Lang) -> String {
    let rank_name = rank_name(rank, lang);
    match lang {
        Lang::French if rank == 1 => "de l'as".into(),
        Lang::French => format!("du {rank_name}"),
        Lang::English => format!("from {rank_name}"),
    }
}

/// « au 10 », « à la dame »; a suite never ends with an as.
fn to_rank(rank: u8, lang: Lang) -> String {
    let rank_name = rank_name(rank, lang);
    match lang {
        Lang::French if gender(rank) == Gender::Feminine => {
            format!("à {}", with_article(Article::The, Gender::Feminine, &rank_name, lang))
        }
        Lang::French => format!("au {rank_name}"),
        Lang::English => format!("to {rank_name}"),
    }
}

/// What happened, in a few characters; `public` is what was known until then.
pub(super) fn say_caption(shown: &Shown, public: &Public, lang: Lang) -> Option<Caption> {
    Some(match *shown {
        Shown::Played { seat, ref table } => {
            let laid = table.len().saturating_sub(public.board.table.len());
            Caption::new(seat, format!("+{}", count_tiles(laid, lang)))
        }
        Shown::TimedOut { seat } => Caption::new(seat, lang.of("temps écoulé", "time's up")),
        Shown::Drew { seat, .. } => Caption::draws(seat, lang),
        Shown::Passed { seat } => Caption::passes(seat, lang),
        Shown::Dealt(_) | Shown::TurnPassed { .. } | Shown::RoundEnded(_) => return None,
    })
}

/// So many tiles.
pub(super) fn count_tiles(tiles: usize, lang: Lang) -> String {
    lang.count(tiles, lang.of(["tuile", "tuiles"], ["tile", "tiles"]))
}

/// What was done for a seat whose time was up: the tiles it drew, large as they are.
pub(super) fn say_forced(shown: &[Shown], before: &View<Rummy>, to: &Listener<'_>) -> String {
    let drawn = shown.iter().filter(|shown| matches!(shown, Shown::Drew { .. })).count();
    if drawn == 0 {
        return say_done(shown, before, to);
    }
    let (seat, tiles) = (before.public.seat, count_tiles(drawn, to.lang));
    if to.is(seat) {
        return tiles;
    }
    let name = to.call(seat);
    to.lang.of(format!("{tiles} pour {name}"), format!("{tiles} for {name}"))
}

/// A move by its name.
pub(super) fn say_move(mv: &Move, public: &Public, lang: Lang) -> String {
    match mv {
        Move::Play(table) => {
            let laid = name_laid(&public.board.table, table, lang);
            lang.of(format!("poser {laid}"), format!("lay {laid}"))
        }
        Move::Draw => lang.of("piocher", "draw").into(),
        Move::Pass => lang.of("passer", "pass").into(),
        Move::Timeout => lang.of("laisser passer le temps", "let the time run out").into(),
    }
}

/// What the player may do; there is no saying what the rack cannot do, for the list of plays is a sample.
pub(super) fn say_task(public: &Public, moves: &[Move], lang: Lang) -> String {
    let play = if public.board.opened[public.seat] {
        lang.of("posez des tuiles", "lay tiles")
    } else {
        lang.of("ouvrez avec 30 points", "open with 30 points")
    };
    let or = if moves.contains(&Move::Pass) { lang.of("passez", "pass") } else { lang.of("piochez", "draw") };
    lang.of(format!("{play}, ou {or}"), format!("{play}, or {or}"))
}

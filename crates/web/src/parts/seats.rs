//! The people around the table: portraits with what they hold, what they have scored, what they say, whose turn it is.
//!
//! The others sit along the edge, clockwise from one's left; one's own place is in the dock. Whoever looks on sees all
//! of them along the edge.

use leptos::prelude::*;
use wire::house::{BotLevel, Here, SeatView, Seating, Sitter, TableId};
use words::privacy::shown_name;
use words::screen::{Label, bot_level, here};
use words::{Lang, SeatName, seat_names};

use crate::app::Shared;
use crate::drawing::{picture, portrait};
use crate::link::now;
use crate::parts::list::{CollectAny, Show};
use crate::place::{Place, look_at, own_seat};
use crate::reactive::{Memo, RwSignal, effect, memo};

/// The colours of the others, clockwise; one's own is the accent.
const COLOURS: [&str; 8] = ["#2ec4b0", "#ff8360", "#b79bf7", "#5cbcff", "#b2d84a", "#ff8fbf", "#e0c08f", "#9fd8e8"];
const OWN_COLOUR: &str = "#f2b134";
/// So many cards are drawn in a fan at most.
const MAX_FAN: u8 = 7;

/// What a game tells of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts {
    /// The cards in hand.
    pub(crate) cards: u8,
    /// The points or tokens, in words.
    pub(crate) score: String,
    /// What everybody must see, in few words.
    pub(crate) notes: Vec<String>,
    /// Whatever else is to be seen where there is room.
    pub(crate) details: Vec<String>,
    /// What was said from there and still counts, for a bubble.
    pub(crate) said: Option<String>,
    /// Whether it takes no part any more.
    pub(crate) is_out: bool,
}

/// Where somebody sits on a wide screen and on a phone that lies: along a side, in hundredths of its height, or at the
/// top, in hundredths of its width. On a screen that stands all sit in one arc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    Left(u8),
    Right(u8),
    Top(u8),
}

use Edge::{Left, Right, Top};

/// The seats of so many others on a wide screen, clockwise from one's left.
fn wide_edges(others: usize) -> &'static [Edge] {
    match others {
        0 | 1 => &[Top(50)],
        2 => &[Left(46), Right(46)],
        3 => &[Left(48), Top(50), Right(48)],
        4 => &[Left(52), Top(37), Top(63), Right(52)],
        5 => &[Left(56), Top(27), Top(50), Top(73), Right(56)],
        6 => &[Left(78), Left(34), Top(36), Top(64), Right(34), Right(78)],
        7 => &[Left(80), Left(36), Top(28), Top(50), Top(72), Right(36), Right(80)],
        _ => &[Left(80), Left(36), Top(22), Top(41), Top(59), Top(78), Right(36), Right(80)],
    }
}

/// The same on a phone that lies: there is no room at the top.
fn flat_edges(others: usize) -> &'static [Edge] {
    match others {
        0 | 1 => &[Right(42)],
        2 => &[Left(46), Right(46)],
        3 => &[Left(50), Right(26), Right(74)],
        4 => &[Left(76), Left(26), Right(26), Right(76)],
        5 => &[Left(76), Left(26), Right(17), Right(50), Right(83)],
        6 => &[Left(83), Left(50), Left(17), Right(17), Right(50), Right(83)],
        7 => &[Left(88), Left(63), Left(38), Left(13), Right(17), Right(50), Right(83)],
        _ => &[Left(88), Left(63), Left(38), Left(13), Right(13), Right(38), Right(63), Right(88)],
    }
}

impl Edge {
    /// From the left and from the top, as styles say it.
    fn place(self) -> (String, String) {
        match self {
            Left(y) => ("var(--side)".into(), format!("{y}%")),
            Right(y) => ("calc(100% - var(--side))".into(), format!("{y}%")),
            Top(x) => (format!("{x}%"), "var(--top)".into()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Left(_) => "left",
            Right(_) => "right",
            Top(_) => "top",
        }
    }
}

/// Where the seat that comes `index`-th of so many is on the arc of a screen that stands: in hundredths from the left,
/// and how far down, as a part of the arc's height.
fn on_arc(index: usize, others: usize) -> (f64, f64) {
    const SPREAD: [f64; 9] = [0.0, 0.0, 24.0, 33.0, 37.0, 40.0, 41.0, 42.0, 43.0];
    let across = if others < 2 { 0.0 } else { index as f64 / (others - 1) as f64 * 2.0 - 1.0 };
    (50.0 + across * SPREAD[others.min(8)], across * across)
}

/// Who sits where, as seen from a place.
#[derive(Clone, Copy)]
pub(crate) struct Around {
    /// The seats of the others, clockwise.
    others: Memo<Vec<usize>>,
    /// How everybody is shown, seat by seat.
    pub(crate) names: Memo<Vec<SeatName>>,
}

impl Around {
    pub(crate) fn new(shared: Shared, table: StoredValue<TableId>) -> Self {
        let seats = move || look_at(shared, table, |watched| (watched.table().seats.clone(), own_seat(watched)));
        let others = memo(move || {
            let (count, own) = seats().map_or((0, None), |(seats, own)| (seats.len(), own));
            match own {
                Some(own) => (1..count).map(|step| (own.index() + step) % count).collect(),
                None => (0..count).collect::<Vec<_>>(),
            }
        });
        let names = memo(move || {
            let free = shared.say(Label::FreeSeat);
            let seats = seats().map(|(seats, _)| seats).unwrap_or_default();
            let lang = shared.preferences.lang();
            let shown = |sitter: &Sitter| shown_name(&sitter.name, lang);
            let name = |seat: &SeatView| seat.sitter.as_ref().map_or_else(|| free.clone(), shown);
            let names: Vec<String> = seats.iter().map(name).collect();
            seat_names(&names.iter().map(String::as_str).collect::<Vec<_>>())
        });
        Self { others, names }
    }

    /// How many sit around.
    pub(crate) fn count(self) -> usize {
        self.others.read().len()
    }

    /// On which edges somebody sits: on a wide screen at the top and at the sides, and on one that lies at which sides.
    pub(crate) fn edges(self) -> String {
        let count = self.count();
        let has = |edges: &[Edge], wanted: &str| edges.iter().any(|edge| edge.name() == wanted);
        let (wide, flat) = (wide_edges(count), flat_edges(count));
        let named = [
            (has(wide, "top"), "top"),
            (has(wide, "left"), "side"),
            (has(flat, "left"), "flat-left"),
            (has(flat, "right"), "flat-right"),
        ];
        named.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect::<Vec<_>>().join(" ")
    }

    /// The colour of a seat.
    pub(crate) fn colour(self, seat: usize) -> &'static str {
        let place = self.others.read().iter().position(|other| *other == seat);
        place.map_or(OWN_COLOUR, |place| COLOURS[place % COLOURS.len()])
    }

    /// The portrait of a seat.
    pub(crate) fn portrait(self, seat: usize) -> AnyView {
        self.names.read().get(seat).map_or_else(|| ().into_any(), |name| portrait(name.portrait))
    }
}

/// The others, along the edge of the table.
#[component]
pub(crate) fn Seats(place: Place, facts: Memo<Vec<Facts>>) -> impl IntoView {
    let around = place.around;
    let drawn = move || {
        let others = around.others.get();
        let count = others.len();
        let (wide, flat) = (wide_edges(count), flat_edges(count));
        let seat = |(index, seat): (usize, usize)| {
            let (wide, flat) = (wide[index.min(wide.len() - 1)], flat[index.min(flat.len() - 1)]);
            let ((x, y), (flat_x, flat_y), (arc_x, arc_y)) = (wide.place(), flat.place(), on_arc(index, count));
            view! {
                <li class="around" data-edge=wide.name() data-flat=flat.name()
                    style=("--x", x) style=("--y", y) style=("--flat-x", flat_x) style=("--flat-y", flat_y)
                    style=("--arc-x", format!("{arc_x:.1}%")) style=("--arc-y", format!("{arc_y:.2}"))>
                    {seat_box(place, seat, facts)}
                </li>
            }
        };
        others.into_iter().enumerate().map(seat).collect_any()
    };
    view! { <ol class="seats" aria-label=place.shared.label(Label::AroundTable)>{move || drawn()}</ol> }
}

/// One's own place.
#[component]
pub(crate) fn OwnSeat(place: Place, facts: Memo<Vec<Facts>>) -> impl IntoView {
    let own = memo(move || place.own_seat().map(engine::Seat::index));
    view! { <div class="own-place">{move || own.get().map(|seat| seat_box(place, seat, facts))}</div> }
}

/// A portrait and everything that is told of its seat.
fn seat_box(place: Place, seat: usize, facts: Memo<Vec<Facts>>) -> AnyView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let sitter = move || place.look(|watched| watched.table().seats.get(seat).cloned()).flatten();
    let sitter: Memo<Option<Sitter>> = memo(move || sitter().and_then(|SeatView { sitter }| sitter));
    let is_turn =
        memo(move || place.look(|watched| watched.table().clock.seat == engine::Seat::new(seat)) == Some(true));
    let is_own = memo(move || place.own_seat().is_some_and(|own| own.index() == seat));
    let fact = memo(move || facts.read().get(seat).cloned().unwrap_or_default());
    let name = memo(move || place.seat_names().get(seat).cloned());
    let presence = memo(move || place.presence(|presence| presence.seats.get(seat).copied()).flatten());
    let level = memo(move || match sitter.get()?.seating {
        Seating::Bot { level } => Some(level),
        Seating::Human { .. } | Seating::Program { .. } => None,
    });
    let is_away = memo(move || matches!(presence.get(), Some(Here::Away | Here::StandIn)));
    let role = move || match level.get() {
        Some(level) => bot_level(level, lang()).to_owned(),
        None => presence.get().map(|presence| here(presence, lang()).to_owned()).unwrap_or_default(),
    };
    let face = memo(move || name.get().map(|name| name.portrait));
    let called = move || match name.get() {
        Some(_) if is_own.get() => {
            view! { <span class="name">{words::capital(&shared.say(Label::You))}</span> }.into_any()
        }
        Some(name) => view! {
            <span class="name">{name.short}<i class="name-rest">{format!(" {}", name.rest)}</i></span>
        }
        .into_any(),
        None => ().into_any(),
    };
    let whole_name = move || sitter.get().map(|sitter| shown_name(&sitter.name, lang()));
    let said = move || place.speech(seat).or_else(|| fact.get().said);
    // The same in another language is not said anew.
    let mut before: Option<(Option<String>, Lang)> = None;
    effect(move || {
        let now = (fact.get().said, lang());
        if let (Some((before, lang)), (Some(said), _)) = (before.replace(now.clone()), now.clone())
            && before.as_ref() != Some(&said)
            && lang == now.1
        {
            place.speak(seat, said);
        }
    });
    let notes = move || fact.get().notes.into_iter().map(|note| view! { <small>{note}</small> }).collect_any();
    let details = move || fact.get().details.into_iter().map(|detail| view! { <small>{detail}</small> }).collect_any();
    view! {
        <div class="seat" data-place=format!("seat-{seat}") data-seat=seat.to_string() title=whole_name
            style=("--player", move || place.around.colour(seat))
            class:turn=move || is_turn.get() class:own=move || is_own.get() class:away=move || is_away.get()
            class:out=move || fact.read().is_out>
            <span class="person">
                {move || (!is_own.get()).then(|| fan(fact.read().cards))}
                <Ring place=place seat=seat is_turn=is_turn/>
                {move || face.get().map(portrait)}
                <b class="count" title=shared.label(Label::CardsInHand)>{move || fact.read().cards}</b>
                {move || match level.get() {
                    Some(level) => bars(level).into_any(),
                    None => view! { <span class="line-dot" aria-hidden="true"></span> }.into_any(),
                }}
                <span class="asleep" aria-hidden="true">{move || is_away.get().then_some("z z z")}</span>
            </span>
            <span class="plate">
                <strong>{move || called()}</strong>
                <span class="unseen">{move || role()}{move || is_turn.get().then(|| shared.say(Label::TheirTurn))}</span>
                <span class="score">{move || fact.get().score}</span>
                <span class="details">{move || details()}</span>
                <span class="notes">{move || notes()}</span>
            </span>
            {move || said().map(|said| view! { <span class="bubble" role="status">{said}</span> })}
        </div>
    }
    .into_any()
}

/// A small fan of card backs.
fn fan(cards: u8) -> AnyView {
    let drawn = cards.min(MAX_FAN);
    let step = if drawn > 4 { 13.0 } else { 16.0 };
    let card = |index: u8| {
        let angle = (f64::from(index) - (f64::from(drawn) - 1.0) / 2.0) * step;
        format!(
            "<g transform=\"rotate({angle:.1} 0 74) translate(-14 0)\"><rect width=\"28\" height=\"41\" rx=\"4\" \
             fill=\"var(--back)\" stroke=\"#fffaf0\" stroke-width=\"2.6\"/></g>"
        )
    };
    picture("fan", "-46 -8 92 62", &(0..drawn).map(card).collect::<String>())
}

/// How well a bot plays, as bars; the word is heard.
fn bars(level: BotLevel) -> impl IntoView {
    let strength = match level {
        BotLevel::Novice => 1,
        BotLevel::Casual => 2,
        BotLevel::Skilled => 3,
        BotLevel::Expert => 4,
    };
    let bar = |number: i32| {
        let height = 3 * number;
        view! { <rect class:full={number <= strength} x=4 * number - 4 y=12 - height width="3" height=height rx=".8"/> }
    };
    view! { <svg class="bars" viewBox="0 0 15 12" aria-hidden="true">{[1, 2, 3, 4].map(bar).collect_any()}</svg> }
}

/// The ring around the portrait whose turn it is: it runs down where turns have a limit, and the seconds are beside it.
#[component]
fn Ring(place: Place, seat: usize, is_turn: Memo<bool>) -> impl IntoView {
    let tick = RwSignal::new(0_u32);
    let ticking = set_interval_with_handle(
        move || {
            if is_turn.get_untracked() {
                tick.update(|tick| *tick += 1);
            }
        },
        std::time::Duration::from_millis(500),
    );
    on_cleanup(move || {
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
    });
    let left = memo(move || {
        tick.track();
        let left = place.look(|watched| {
            (watched.table().clock.seat == engine::Seat::new(seat)).then(|| watched.time_left(now())).flatten()
        });
        left.flatten()
    });
    // What a turn began with is its whole length.
    let whole = Memo::new(move |old: Option<&(bool, u64)>| {
        let (is_turn, left) = (is_turn.get(), left.get().unwrap_or(0));
        match old {
            Some((true, whole)) if is_turn => (true, (*whole).max(left)),
            _ => (is_turn, left),
        }
    });
    let share = move || match (left.get(), whole.get().1) {
        (Some(left), whole) if whole > 0 => format!("{:.1}", 100.0 * left as f64 / whole as f64),
        _ => "100".into(),
    };
    let seconds = move || left.get().map(|left| left.div_ceil(1000));
    view! {
        <Show when=move || is_turn.get()>
            <svg class="ring" viewBox="0 0 72 72" aria-hidden="true">
                <circle cx="36" cy="36" r="33.5" pathLength="100"/>
                <circle class="time" cx="36" cy="36" r="33.5" pathLength="100" style=("--share", share)/>
            </svg>
            <span class="clock" role="timer">{move || seconds().map(|seconds| format!("{seconds} s"))}</span>
        </Show>
    }
}

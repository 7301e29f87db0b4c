//! The score sheet: round by round, what was left in the hands, and the way on; over the table between rounds and at
//! the end, and whenever it is asked for.

use std::time::Duration;

use client::Tally;
use engine::{Game, Seat, View};
use leptos::prelude::*;
use wire::house::{Ask, Stage};
use words::house::say_place;
use words::screen::{Label, counted};
use words::{Lang, game_name, say_result};

use super::dialog::Dialog;
use super::icons::{Icon, icon};
use super::proofs::{Proofs, VerifyButton};
use crate::desk::Place;
use crate::door;
use crate::games::Drawn;
use crate::memo::memo;
use crate::motion;
use crate::route::Route;

/// The last card is seen lying before the sheet covers it.
const PAUSE: Duration = Duration::from_millis(1100);

/// What is known of the rounds, and of the last one that ended.
struct Kept<G: Game> {
    view: Memo<View<G>>,
    tally: Memo<Tally>,
    ended: Memo<Option<View<G>>>,
}

impl<G: Game> Clone for Kept<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Kept<G> {}

/// The sheet. It opens by itself when a round is over.
#[component]
pub(crate) fn Sheet<G: Drawn>(place: Place, view: Memo<View<G>>) -> impl IntoView {
    let shared = place.shared;
    let tally = Memo::new(move |old: Option<&Tally>| {
        let mut tally = old.cloned().unwrap_or_default();
        tally.note::<G>(&view.read().public);
        tally
    });
    let ended = Memo::new(move |old: Option<&Option<View<G>>>| {
        let is_over = G::outcome(&view.read().public).is_some();
        if is_over { Some(view.get()) } else { old.cloned().flatten() }
    });
    let kept = Kept { view, tally, ended };
    let is_over = memo(move || G::outcome(&view.read().public).is_some());
    let is_agreed = RwSignal::new(false);
    Effect::new(move |was_over: Option<bool>| {
        let is_over = is_over.get();
        match (was_over, is_over) {
            (None, true) => place.sheet_open.set(true),
            (Some(false), true) => open_after_pause(place),
            // Whoever plays against bots alone reads as long as he likes.
            (Some(true), false) if untrack(|| is_agreed.get() || !place.is_alone()) => place.sheet_open.set(false),
            _ => {}
        }
        if !is_over || was_over != Some(true) {
            is_agreed.set(false);
        }
        is_over
    });
    let title = move || match place.stage() {
        Some(Stage::Over) => format!("{} – {}", shared.say(Label::MatchOver), game_name(G::ID)),
        _ => shared.say(Label::Scores),
    };
    view! {
        <Show when=move || place.sheet_open.get()>
            <Dialog title=Signal::derive(title) class="sheet" close=Callback::new(move |()| place.sheet_open.set(false))>
                {result(place, kept)}
                <div class="scroll">{scores(place, kept)}</div>
                {next(place, is_over, is_agreed)}
                {end::<G>(place)}
                {left(place, kept)}
                <Proofs place=place/>
            </Dialog>
        </Show>
    }
}

/// Opens the sheet when the last card has been seen.
fn open_after_pause(place: Place) {
    if motion::is_reduced() {
        place.sheet_open.set(true);
        return;
    }
    // The screen may have been left, or the next round dealt.
    let is_between = move || matches!(untrack(|| place.stage()), Some(Stage::Between | Stage::Over));
    set_timeout(
        move || {
            if is_between() {
                let _ = place.sheet_open.try_set(true);
            }
        },
        PAUSE,
    );
}

/// Who has won.
fn result<G: Drawn>(place: Place, kept: Kept<G>) -> impl IntoView {
    let sentence = move || {
        let names = place.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        kept.ended.get().and_then(|ended| say_result(&ended, &names, place.shared.preferences.lang()))
    };
    move || sentence().map(|sentence| view! { <p class="result">{icon(Icon::Crown)}<span>{sentence}</span></p> })
}

/// The table of scores: a column for each seat, a line for each round.
fn scores<G: Drawn>(place: Place, kept: Kept<G>) -> impl IntoView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let winners = move || {
        let ended = kept.ended.get();
        ended.and_then(|ended| G::outcome(&ended.public).map(|outcome| outcome.winners)).unwrap_or_default()
    };
    let heads = move || {
        let (winners, ready) = (winners(), place.presence(|presence| presence.ready.clone()).unwrap_or_default());
        let is_between = place.stage() == Some(Stage::Between);
        let head = |(seat, name): (usize, String)| {
            let is_winner = Seat::new(seat).is_some_and(|seat| winners.has(seat));
            let is_ready = is_between && ready.iter().any(|ready| usize::from(*ready) == seat);
            view! {
                <th scope="col" class:winner=is_winner data-seat=seat.to_string()>
                    <span class="name">{name}</span>
                    <small>
                        {is_winner.then(|| view! { <span class="crown">{icon(Icon::Crown)}{shared.say(Label::Winner)}</span> })}
                        {is_ready.then(|| view! { <span class="ready">"✓ "{shared.say(Label::Ready)}</span> })}
                    </small>
                </th>
            }
        };
        place.names().into_iter().enumerate().map(head).collect_view()
    };
    let rounds = move || {
        let before = kept.tally.read().before().map(<[i32]>::to_vec);
        let before = before.map(|totals| line(shared.say(Label::Before), &totals, |total| number(total, lang())));
        let lines = kept.tally.read().rounds().to_vec();
        let lines = lines.into_iter().map(|one| {
            line(words::replay::round(one.round, lang()), &one.scores, |score| lang().signed(f64::from(score), 0))
        });
        (before, lines.collect_view())
    };
    let totals = move || {
        let view = kept.view.read();
        let totals = match G::outcome(&view.public) {
            Some(outcome) => outcome.totals.values().to_vec(),
            None => G::sheet(&view.public).totals.values().to_vec(),
        };
        line(shared.say(Label::Total), &totals, |total| number(total, lang()))
    };
    let places = move || {
        let places = place.look(|watched| watched.table().places.clone()).flatten()?;
        let cells = places.into_iter().map(|place| view! { <td>{say_place(place, lang())}</td> });
        Some(
            view! { <tr class="places"><th scope="row">{shared.say(Label::FinalPlace)}</th>{cells.collect_view()}</tr> },
        )
    };
    view! {
        <table class="scores" id="scores" style=("--seats", move || place.names().len().to_string())>
            <thead><tr><th scope="col">{move || counted(G::ID, lang())}</th>{heads}</tr></thead>
            <tbody>{rounds}</tbody>
            <tfoot>{totals}{places}</tfoot>
        </table>
    }
}

fn line(name: String, values: &[i32], write: impl Fn(i32) -> String) -> AnyView {
    let cells = values.iter().map(|value| view! { <td>{write(*value)}</td> }).collect_view();
    view! { <tr><th scope="row">{name}</th>{cells}</tr> }.into_any()
}

fn number(value: i32, lang: Lang) -> String {
    lang.number(f64::from(value), 0)
}

/// What was left in each hand when the last round ended.
fn left<G: Drawn>(place: Place, kept: Kept<G>) -> impl IntoView {
    let shared = place.shared;
    move || {
        let ended = kept.ended.get()?;
        let lang = shared.preferences.lang();
        let seats = G::sheet(&ended.public).seats().seats();
        let lines = seats.zip(place.names()).filter_map(|(seat, name)| {
            let hand = G::left(&ended.public, seat)?;
            let is_empty = G::name_hand(hand, lang).is_empty();
            let cards = if is_empty { shared.say(Label::NothingLeft).into_any() } else { G::draw_left(hand, lang) };
            Some(view! { <dt>{name}</dt><dd>{cards}</dd> })
        });
        Some(view! {
            <section class="left">
                <h3>{shared.say(Label::LeftInHand)}</h3>
                <dl>{lines.collect_view()}</dl>
            </section>
        })
    }
}

/// The way to the next round.
fn next(place: Place, is_over: Memo<bool>, is_agreed: RwSignal<bool>) -> impl IntoView {
    let shared = place.shared;
    let round = memo(move || place.next_round());
    let is_playing = memo(move || place.stage() == Some(Stage::Playing));
    // Against bots alone the next round may have been dealt already while the sheet is read.
    let is_shown = move || round.get().is_some() || is_playing.get() && !is_over.get();
    let label = move || match (is_agreed.get(), round.get()) {
        (true, Some(_)) => shared.say(Label::WaitingForOthers),
        (_, Some(_)) => shared.say(Label::NextRound),
        (_, None) => shared.say(Label::Close),
    };
    let go = move |_| match round.get_untracked() {
        Some(round) if !is_agreed.get_untracked() => {
            is_agreed.set(true);
            place.be_ready(round);
        }
        Some(_) => {}
        None => place.sheet_open.set(false),
    };
    view! {
        <Show when=is_shown>
            <p class="ways">
                <button type="button" class="primary" id="next-round" autofocus
                    aria-disabled=move || (is_agreed.get() && round.get().is_some()).then_some("true")
                    on:click=go>{label}</button>
            </p>
        </Show>
    }
}

/// What can be done when the match is over.
fn end<G: Drawn>(place: Place) -> impl IntoView {
    let shared = place.shared;
    let is_over = memo(move || place.stage() == Some(Stage::Over));
    let rematch = memo(move || place.look(|watched| watched.table().rematch.clone()).flatten());
    let is_seated = memo(move || place.own_seat().is_some());
    let again = move || match rematch.get() {
        Some(table) => Some(
            view! {
                <button type="button" class="primary" id="join-rematch" on:click=move |_| join(place, &table)>
                    {shared.label(Label::JoinRematch)}
                </button>
            }
            .into_any(),
        ),
        None if is_seated.get() => Some(
            view! {
                <button type="button" class="primary" id="rematch" autofocus on:click=move |_| place.ask(Ask::Rematch)>
                    {shared.label(Label::Rematch)}
                </button>
            }
            .into_any(),
        ),
        None => None,
    };
    let record = door::record_address(&place.table());
    let file = format!("tapis-{}-{}.jsonl", G::ID.slug(), place.table());
    view! {
        <Show when=move || is_over.get()>
            <div class="ways">
                {again}
                <button type="button" id="back-home" on:click=move |_| shared.router.go(Route::Home)>
                    {shared.label(Label::BackHome)}
                </button>
                <a class="button" id="download-record" href=record.clone() download=file.clone()>
                    {shared.label(Label::DownloadRecord)}
                </a>
                <VerifyButton place=place/>
            </div>
        </Show>
    }
}

/// Goes to the rematch and sits down where one sat.
fn join(place: Place, table: &str) {
    let seat = untrack(|| place.own_seat()).and_then(|seat| u8::try_from(seat.index()).ok());
    if let Some(seat) = seat {
        place.shared.link.ask(table, Ask::Sit { seat: Some(seat) });
    }
    place.shared.router.go(Route::Table(table.to_owned()));
}

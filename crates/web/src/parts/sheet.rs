//! The score sheet: round by round, what was left in the hands, and the way on; over the table between rounds and at
//! the end, and whenever it is asked for.

use std::time::Duration;

use client::Tally;
use engine::{GameId, Seat, SeatSet, View};
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
use crate::games::{Drawn, draw_left};
use crate::memo::memo;
use crate::motion;
use crate::route::Route;

/// The last card is seen lying before the sheet covers it.
const PAUSE: Duration = Duration::from_millis(1100);

/// What a sheet shows of a match, whatever the game.
#[derive(Clone, Copy)]
pub(crate) struct Score {
    game: GameId,
    tally: Memo<Tally>,
    totals: Memo<Vec<i32>>,
    pub(crate) is_over: Memo<bool>,
    /// Who has won the last round that ended.
    winners: Memo<SeatSet>,
    /// The same in a sentence.
    result: Memo<Option<String>>,
    /// What was left in each hand then, drawn.
    left: Callback<(), Option<Vec<AnyView>>>,
}

impl Score {
    /// The score of a game.
    pub(crate) fn of<G: Drawn>(place: Place, view: Memo<View<G>>) -> Self {
        let shared = place.shared;
        let tally = Memo::new(move |old: Option<&Tally>| {
            let mut tally = old.cloned().unwrap_or_default();
            tally.note::<G>(&view.read().public);
            tally
        });
        let totals = memo(move || {
            let public = &view.read().public;
            let totals = G::outcome(public).map_or_else(|| G::sheet(public).totals, |outcome| outcome.totals);
            totals.values().to_vec()
        });
        let is_over = memo(move || G::outcome(&view.read().public).is_some());
        // The next round may have been dealt already while the sheet is read.
        let ended = Memo::new(
            move |old: Option<&Option<View<G>>>| {
                if is_over.get() { Some(view.get()) } else { old.cloned().flatten() }
            },
        );
        let winners = memo(move || {
            let ended = ended.read();
            let outcome = ended.as_ref().and_then(|ended| G::outcome(&ended.public));
            outcome.map(|outcome| outcome.winners).unwrap_or_default()
        });
        let result = memo(move || {
            let names = place.names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            ended.read().as_ref().and_then(|ended| say_result(ended, &names, shared.preferences.lang()))
        });
        let left = move || {
            let (ended, lang) = (ended.get()?, shared.preferences.lang());
            let seats = G::sheet(&ended.public).seats().seats();
            let hand = |seat| {
                let hand = G::left(&ended.public, seat)?;
                Some(draw_left::<G>(&ended.public, hand, lang).unwrap_or_else(|| shared.say(Label::NothingLeft).into_any()))
            };
            seats.map(hand).collect()
        };
        Self { game: G::ID, tally, totals, is_over, winners, result, left: Callback::new(move |()| left()) }
    }
}

/// The sheet. It opens by itself when a round is over.
#[component]
pub(crate) fn Sheet(place: Place, score: Score) -> impl IntoView {
    let shared = place.shared;
    let is_over = score.is_over;
    // The round one has said to be ready for.
    let agreed = RwSignal::new(None);
    Effect::new(move |was_over: Option<bool>| {
        let is_over = is_over.get();
        match (was_over, is_over) {
            (None, true) => place.sheet_open.set(true),
            (Some(false), true) => open_after_pause(place),
            // Whoever plays against bots alone reads as long as he likes.
            (Some(true), false) if untrack(|| agreed.get().is_some() || !place.is_alone()) => {
                place.sheet_open.set(false);
            }
            _ => {}
        }
        if !is_over {
            agreed.set(None);
        }
        is_over
    });
    let title = move || match place.stage() {
        Some(Stage::Over) => format!("{} – {}", shared.say(Label::MatchOver), game_name(score.game)),
        _ => shared.say(Label::Scores),
    };
    view! {
        <Show when=move || place.sheet_open.get()>
            <Dialog title=Signal::derive(title) class="sheet" close=Callback::new(move |()| place.sheet_open.set(false))>
                {result(score)}
                <div class="scroll">{scores(place, score)}</div>
                {next(place, is_over, agreed)}
                {end(place, score.game)}
                {left(place, score)}
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
fn result(score: Score) -> impl IntoView {
    let sentence = move || score.result.get();
    move || sentence().map(|sentence| view! { <p class="result">{icon(Icon::Crown)}<span>{sentence}</span></p> })
}

/// The table of scores: a column for each seat, a line for each round.
fn scores(place: Place, score: Score) -> impl IntoView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let heads = move || {
        let (winners, ready) =
            (score.winners.get(), place.presence(|presence| presence.ready.clone()).unwrap_or_default());
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
        let before = score.tally.read().before().map(<[i32]>::to_vec);
        let before = before.map(|totals| line(shared.say(Label::Before), &totals, |total| number(total, lang())));
        let lines = score.tally.read().rounds().to_vec();
        let lines = lines.into_iter().map(|one| {
            line(words::replay::round(one.round, lang()), &one.scores, |score| lang().signed(f64::from(score), 0))
        });
        (before, lines.collect_view())
    };
    let totals = move || line(shared.say(Label::Total), &score.totals.read(), |total| number(total, lang()));
    let places = move || {
        let places = place.look(|watched| watched.table().places.clone()).flatten()?;
        let cells = places.into_iter().map(|place| view! { <td>{say_place(place, lang())}</td> });
        Some(
            view! { <tr class="places"><th scope="row">{shared.say(Label::FinalPlace)}</th>{cells.collect_view()}</tr> },
        )
    };
    view! {
        <table class="scores" id="scores" style=("--seats", move || place.names().len().to_string())>
            <thead><tr><th scope="col">{move || counted(score.game, lang())}</th>{heads}</tr></thead>
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
fn left(place: Place, score: Score) -> impl IntoView {
    let shared = place.shared;
    move || {
        let hands = score.left.run(())?;
        let lines = place.names().into_iter().zip(hands).map(|(name, hand)| view! { <dt>{name}</dt><dd>{hand}</dd> });
        Some(view! {
            <section class="left">
                <h3>{shared.say(Label::LeftInHand)}</h3>
                <dl>{lines.collect_view()}</dl>
            </section>
        })
    }
}

/// The way to the next round.
fn next(place: Place, is_over: Memo<bool>, agreed: RwSignal<Option<u16>>) -> impl IntoView {
    let shared = place.shared;
    let round = memo(move || place.next_round());
    let is_agreed = memo(move || round.get().is_some() && agreed.get() == round.get());
    let is_playing = memo(move || place.stage() == Some(Stage::Playing));
    // Against bots alone the next round may have been dealt already while the sheet is read.
    let is_shown = move || round.get().is_some() || is_playing.get() && !is_over.get();
    let label = move || match (is_agreed.get(), round.get()) {
        (true, _) => shared.say(Label::WaitingForOthers),
        (false, Some(_)) => shared.say(Label::NextRound),
        (false, None) => shared.say(Label::Close),
    };
    let go = move |_| match round.get_untracked() {
        Some(round) if agreed.get_untracked() != Some(round) => {
            agreed.set(Some(round));
            place.be_ready(round);
        }
        Some(_) => {}
        None => place.sheet_open.set(false),
    };
    view! {
        <Show when=is_shown>
            <p class="ways">
                <button type="button" class="primary" id="next-round" autofocus
                    aria-disabled=move || is_agreed.get().then_some("true")
                    on:click=go>{label}</button>
            </p>
        </Show>
    }
}

/// What can be done when the match is over.
fn end(place: Place, game: GameId) -> impl IntoView {
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
    let file = format!("tapis-{}-{}.jsonl", game.slug(), place.table());
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

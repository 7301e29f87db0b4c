//! The score sheet: who has won, everybody ranked with what was left in their hands, round by round below, and the way
//! on; over the table between rounds and at the end, and whenever it is asked for.

use std::time::Duration;

use client::Tally;
use engine::{GameId, SeatSet, View};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, Stage, TableId};
use words::house::say_place;
use words::screen::{Label, counted};
use words::{Lang, game_name, say_result};

use super::celebration::{Flights, confetti, count_up, draw_marks, marks};
use super::dialog::Dialog;
use super::guide::GuideWays;
use super::icons::{Icon, icon};
use super::proofs::{Proofs, VerifyButton};
use super::share::{Outcome, share};
use super::standings::{Ceremony, hero, standings};
use crate::drawing::load;
use crate::games::{Drawn, draw_left};
use crate::http;
use crate::local;
use crate::motion;
use crate::parts::list::{CollectAny, Show};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::route::Route;

/// The last card is seen lying before the sheet covers it.
const PAUSE: Duration = Duration::from_millis(1300);

/// What a sheet shows of a match, whatever the game.
#[derive(Clone, Copy)]
pub(crate) struct Score {
    pub(crate) game: GameId,
    pub(super) tally: Memo<Tally>,
    pub(super) totals: Memo<Vec<i32>>,
    pub(crate) is_over: Memo<bool>,
    /// Who has won the last round that ended.
    pub(super) winners: Memo<SeatSet>,
    /// The same in a sentence.
    pub(super) result: Memo<Option<String>>,
    /// What was left in each hand then, drawn.
    pub(super) left: Callback<(), Option<Vec<AnyView>>>,
}

impl Score {
    /// The score of a game.
    pub(crate) fn of<G: Drawn>(place: Place, view: Memo<View<G>>) -> Self {
        let shared = place.shared;
        let tally = Memo::new(move |old: Option<&Tally>| {
            if let Some(playback) = place.playback {
                return Tally::of_rounds(playback.rounds());
            }
            let mut tally = old.cloned().unwrap_or_default();
            tally.note::<G>(&view.read().public);
            tally
        });
        let totals = memo(move || {
            let public = &view.read().public;
            let totals = public.outcome().map_or_else(|| public.sheet.totals, |outcome| outcome.totals);
            totals.values().to_vec()
        });
        let is_over = memo(move || view.read().public.outcome().is_some());
        // The next round may have been dealt already while the sheet is read.
        let ended = Memo::new(
            move |old: Option<&Option<View<G>>>| {
                if is_over.get() { Some(view.get()) } else { old.cloned().flatten() }
            },
        );
        let winners = memo(move || {
            let ended = ended.read();
            let outcome = ended.as_ref().and_then(|ended| ended.public.outcome());
            outcome.map(|outcome| outcome.winners).unwrap_or_default()
        });
        let result = memo(move || {
            let names = place.names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            ended.read().as_ref().and_then(|ended| say_result(ended, &names, shared.preferences.lang()))
        });
        let left = move || {
            let (ended, lang) = (ended.get()?, shared.preferences.lang());
            let seats = ended.public.sheet.seats().seats();
            let hand = |seat| {
                let hand = &ended.public.ending()?.hands[seat];
                Some(
                    draw_left::<G>(&ended.public, hand, lang)
                        .unwrap_or_else(|| shared.say(Label::NothingLeft).into_any()),
                )
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
    load("celebration.svg");
    // The round one has said to be ready for.
    let agreed = RwSignal::new(None);
    let ceremony =
        Ceremony { counted: RwSignal::new(1.0), has_confetti: RwSignal::new(false), marks: RwSignal::new(Vec::new()) };
    let mut was_over = None;
    effect(move || {
        let is_over = is_over.get();
        // Whoever looks at a match again opens the sheet when they like.
        if place.playback.is_some() {
            return;
        }
        match (was_over.replace(is_over), is_over) {
            (None, true) => place.sheet_open.set(true),
            (Some(false), true) if motion::is_reduced() => place.sheet_open.set(true),
            (Some(false), true) => {
                let flights = if score.game == GameId::NainJaune { Flights::None } else { Flights::Stars };
                let (winners, seats) = (score.winners.get_untracked(), score.totals.read_untracked().len());
                // The last card is drawn first, and with it whatever makes room for it.
                request_animation_frame(move || ceremony.marks.set(marks(winners, seats, flights)));
                open_after_pause(place, ceremony);
            }
            // Whoever plays against bots alone reads as long as they like.
            (Some(true), false) if untrack(|| agreed.get().is_some() || !place.is_alone()) => {
                place.sheet_open.set(false);
            }
            _ => {}
        }
        if !is_over {
            agreed.set(None);
        }
    });
    let title = move || match place.stage() {
        Some(Stage::Over) => format!("{} – {}", shared.say(Label::MatchOver), game_name(score.game)),
        _ => format!("{} – {}", shared.say(Label::Scores), game_name(score.game)),
    };
    // Whoever opens the sheet again wants to read.
    effect(move || {
        if !place.sheet_open.get() {
            ceremony.has_confetti.set(false);
        }
    });
    let close = Callback::new(move |()| place.sheet_open.set(false));
    view! {
        {draw_marks(ceremony.marks)}
        <Show when=move || place.sheet_open.get()>
            <Dialog title=Signal::derive(title) class="sheet" close=close>
                <div class="sheet-body">
                    {hero(place, score, ceremony)}
                    // What can be scrolled can be reached by keys.
                    <div class="sheet-paper" role="region" tabindex="0" aria-label=shared.label(Label::Scores)>
                        {standings(place, score, ceremony)}
                        <h3 class="sheet-heading">{shared.label(Label::RoundByRound)}</h3>
                        {scores(place, score)}
                        <Proofs place=place/>
                    </div>
                </div>
                {next(place, is_over, agreed)}
                {if place.guide.is_some() { view! { <GuideWays place=place/> }.into_any() } else { end(place, score).into_any() }}
                {move || ceremony.has_confetti.get().then(confetti)}
            </Dialog>
        </Show>
    }
}

/// Opens the sheet when the last card has been seen.
fn open_after_pause(place: Place, ceremony: Ceremony) {
    // The screen may have been left, or the next round dealt.
    let is_between = move || matches!(untrack(|| place.stage()), Some(Stage::Between | Stage::Over));
    set_timeout(
        move || {
            let is_gone = ceremony.marks.try_update(Vec::clear).is_none();
            if !is_gone && is_between() {
                ceremony.has_confetti.set(true);
                count_up(ceremony.counted);
                place.sheet_open.set(true);
            }
        },
        PAUSE,
    );
}

/// The table of scores: a column for each seat, a line for each round.
fn scores(place: Place, score: Score) -> impl IntoView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let heads = move || {
        let head = |(seat, name): (usize, String)| {
            let whole = name.clone();
            view! { <th scope="col" data-seat=seat.to_string() title=whole><span class="scores-name">{name}</span></th> }
        };
        place.names().into_iter().enumerate().map(head).collect_any()
    };
    let rounds = move || {
        let before = score.tally.read().before().map(<[i32]>::to_vec);
        let before = before.map(|totals| line(shared.say(Label::Before), &totals, |total| number(total, lang())));
        let lines = score.tally.read().rounds().to_vec();
        let lines = lines.into_iter().map(|one| {
            line(words::replay::round(one.round, lang()), &one.scores, |score| lang().signed(f64::from(score), 0))
        });
        before.into_iter().chain(lines).collect_any()
    };
    let totals = move || line(shared.say(Label::Total), &score.totals.read(), |total| number(total, lang()));
    let places = move || {
        let places = place.look(|watched| watched.table().places.clone()).flatten()?;
        let cells = places.into_iter().map(|place| view! { <td>{say_place(place, lang())}</td> });
        Some(view! { <tr><th scope="row">{shared.say(Label::FinalPlace)}</th>{cells.collect_any()}</tr> })
    };
    view! {
        <div class="scores-frame"><table class="scores" id="scores">
            <thead><tr><th scope="col">{move || counted(score.game, lang())}</th>{move || heads()}</tr></thead>
            <tbody>{move || rounds()}</tbody>
            <tfoot>{move || totals()}{move || places()}</tfoot>
        </table></div>
    }
}

fn line(name: String, values: &[i32], write: impl Fn(i32) -> String) -> AnyView {
    let cells = values.iter().map(|value| view! { <td>{write(*value)}</td> }).collect_any();
    view! { <tr><th scope="row">{name}</th>{cells}</tr> }.into_any()
}

pub(super) fn number(value: i32, lang: Lang) -> String {
    lang.number(f64::from(value), 0)
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
            <div class="ways">
                <button type="button" class="ways-quiet" id="see-table" on:click=move |_| place.sheet_open.set(false)>
                    {shared.label(Label::SeeTable)}
                </button>
                <button type="button" class="primary" id="next-round" autofocus
                    aria-disabled=move || is_agreed.get().then_some("true")
                    on:click=go>{move || label()}</button>
            </div>
        </Show>
    }
}

/// What can be done when the match is over.
fn end(place: Place, score: Score) -> impl IntoView {
    let shared = place.shared;
    let game = score.game;
    let is_over = memo(move || place.stage() == Some(Stage::Over));
    let invites = memo(move || !place.is_alone() && !shared.link.is_local());
    let evening = memo(move || place.evening().map(|it| it.evening));
    view! {
        <Show when=move || is_over.get()>
            <div class="ways">
                {move || invites.get().then(|| view! { <p class="ways-note">{shared.say(Label::RematchInvites)}</p> })}
                {(!shared.link.is_local() && evening.get().is_none()).then(|| view! {
                    {record(place, game, ("download-record", "ways-link"), shared.label(Label::DownloadRecord).into_any())}
                    <VerifyButton place=place/>
                })}
                {evening.get().is_none().then(|| replay_button(place))}
                <button type="button" class="ways-quiet" id="share-result" on:click=move |_| share_result(place, score)>
                    {shared.label(Label::Share)}
                </button>
                <button type="button" class="ways-quiet" id="back-home" on:click=move |_| shared.router.go(Route::Home)>
                    {shared.label(Label::BackHome)}
                </button>
                {again(place, "rematch", "join-rematch")}
            </div>
        </Show>
    }
}

/// Shows the result of the match as a picture.
fn share_result(place: Place, score: Score) {
    let places = place.look_now(|watched| watched.table().places.clone()).flatten().unwrap_or_default();
    let totals = score.totals.get_untracked().into_iter().map(i64::from);
    let names = untrack(|| place.names());
    let players: Vec<_> =
        names.into_iter().zip(places).zip(totals).map(|((name, rank), total)| (name, rank, total)).collect();
    let (shared, table, key) = (place.shared, place.table(), place.key_now());
    let (game, lang) = (score.game, shared.preferences.lang_now());
    spawn_local(async move {
        // The table does not say when it was opened, and may be looked at long after.
        let at = if shared.link.is_local() {
            let tables = local::tables().await;
            tables.iter().find(|one| one.summary.table == table).map(|one| one.summary.opened)
        } else {
            http::table_now(&table, key, lang).await.ok().map(|(summary, _)| summary.opened)
        };
        share(shared, &Outcome { game, at, players });
    });
}

/// The way to look at the match again.
fn replay_button(place: Place) -> impl IntoView {
    let shared = place.shared;
    let go = move |_| match shared.link.is_local() {
        true => spawn_local(async move {
            if let Some(record) = local::record(&place.table()).await {
                shared.show_record(record);
            }
        }),
        false => shared.router.go(Route::Replay(Some(place.table().to_string()))),
    };
    view! { <button type="button" class="ways-quiet" id="see-replay" on:click=go>{shared.label(Label::Replay)}</button> }
}

/// The way to the next match at the same table: asked for, or joined where somebody has asked already.
fn again(place: Place, ask_id: &'static str, join_id: &'static str) -> impl IntoView {
    let rematch = memo(move || place.look(|watched| watched.table().rematch.clone()).flatten());
    let is_seated = memo(move || place.own_seat().is_some());
    let evening = memo(move || place.evening().map(|it| it.evening));
    let button = move |id: &'static str, label: Label, table: Option<TableId>| {
        let press = move |_| match &table {
            Some(table) => join(place, table),
            None => place.ask(Ask::Rematch),
        };
        view! {
            <button type="button" class="primary" id=id autofocus on:click=press>{place.shared.label(label)}</button>
        }
    };
    move || match (evening.get(), rematch.get()) {
        // Its deals are looked at again when it is over.
        (Some(evening), _) => Some(
            view! {
                <button type="button" class="primary" id=format!("{ask_id}-evening") autofocus
                    on:click=move |_| place.shared.router.go(Route::Evening(Some(evening.clone())))>
                    {place.shared.label(Label::BackToEvening)}
                </button>
            }
            .into_any(),
        ),
        (None, Some(table)) => Some(button(join_id, Label::JoinRematch, Some(table)).into_any()),
        (None, None) => is_seated.get().then(|| button(ask_id, Label::Rematch, None).into_any()),
    }
}

/// The record of the match, to be kept.
fn record(place: Place, game: GameId, (id, class): (&'static str, &'static str), inside: AnyView) -> impl IntoView {
    let file = format!("tapis-{}-{}.jsonl", game.slug(), place.table());
    view! {
        <a class=class id=id title=place.shared.label(Label::DownloadRecord)
            href=http::record_address(&place.table(), place.key_now()) download=file>{inside}</a>
    }
}

/// The way on from a table whose round or match is over, where the sheet was closed; in the place of the buttons of play.
#[component]
pub(crate) fn AfterMatch(place: Place) -> impl IntoView {
    let shared = place.shared;
    let stage = memo(move || place.stage());
    let game = memo(move || place.look(|watched| watched.table().settings.game));
    let named =
        move |picture: Icon, label: Label| (icon(picture), view! { <span>{shared.label(label)}</span> }).into_any();
    let button = move |id: &'static str, inside: AnyView, press: Callback<()>| {
        view! { <button type="button" class="after-way" id=id on:click=move |_| press.run(())>{inside}</button> }
    };
    let sheet = move || {
        button("after-sheet", named(Icon::Scores, Label::Sheet), Callback::new(move |()| place.sheet_open.set(true)))
    };
    let home = move || {
        button("after-home", named(Icon::Leave, Label::Home), Callback::new(move |()| shared.router.go(Route::Home)))
    };
    let file = move || {
        let inside = named(Icon::Download, Label::RecordFile);
        game.get()
            .filter(|_| !shared.link.is_local() && untrack(|| place.evening()).is_none())
            .map(|game| record(place, game, ("after-record", "after-way"), inside))
    };
    move || match stage.get() {
        // A guide has ways of its own.
        Some(Stage::Over) if place.guide.is_some() => Some(view! { <div class="after">{sheet()}</div> }.into_any()),
        Some(Stage::Over) => Some(
            view! {
                <div class="after">
                    {again(place, "after-rematch", "after-join")}
                    <div class="after-ways">{sheet()}{home()}{file()}</div>
                </div>
            }
            .into_any(),
        ),
        Some(Stage::Between) => Some(view! { <div class="after">{sheet()}</div> }.into_any()),
        _ => None,
    }
}

/// Goes to the rematch and sits down where one sat.
fn join(place: Place, table: &TableId) {
    if let Some(seat) = untrack(|| place.own_seat()) {
        place.shared.link.ask(table, Ask::Sit { seat: Some(seat) });
    }
    place.shared.router.go(place.shared.link.route(table));
}

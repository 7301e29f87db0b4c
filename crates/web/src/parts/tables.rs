//! Lists of tables: one's own that are not finished, and those that one can join or watch.
//!
//! Deliberately absent: which tables are whose and where there is room (crate `client`).

use std::time::Duration;

use client::News;
use client::lobby::{has_room, is_unfinished, sits_at, sort};
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, Sitter, Stage, Summary, TableId};
use words::privacy::shown_name;
use words::screen::Label;
use words::{game_name, lobby};

use crate::app::shared;
use crate::device;
use crate::http;
use crate::local;
use crate::parts::list::{CollectAny, Show, keyed};
use crate::parts::name::faces;
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::route::Route;

/// So long after it was asked whose turn it is, it is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(3);

/// One's own tables that are not finished, and at which of them it is one's turn.
fn own_tables() -> (Memo<Vec<Summary>>, Memo<Vec<TableId>>) {
    let shared = shared();
    let fetched = RwSignal::new(Vec::<(Summary, Option<u64>)>::new());
    let candidates = memo(move || {
        let mut tables = shared.router.visited();
        let known = shared.link.look(|client| client.welcome().map(|welcome| welcome.tables.clone()));
        tables.extend(known.unwrap_or_default().iter().map(ToString::to_string));
        client::gesture::sort_few(&mut tables);
        tables.dedup();
        tables
    });
    // Whose turn it is, the list of tables does not tell: it is asked for again while something is played there.
    let tick = RwSignal::new(0_u32);
    let asking = set_interval_with_handle(
        move || {
            let is_playing = |(one, _): &(Summary, Option<u64>)| one.stage == Stage::Playing;
            if !device::is_hidden() && fetched.read_untracked().iter().any(is_playing) {
                tick.update(|tick| *tick += 1);
            }
        },
        ASK_AGAIN,
    );
    on_cleanup(move || {
        if let Ok(asking) = asking {
            asking.clear();
        }
    });
    effect(move || {
        tick.track();
        let tables = candidates.get();
        spawn_local(async move {
            let lang = shared.preferences.lang_now();
            let asked = tables.iter().map(|table| http::table_now(table, shared.link.key_now(table), lang));
            let found = futures_util::future::join_all(asked).await;
            // The screen may have been left meanwhile.
            fetched.set(found.into_iter().filter_map(Result::ok).collect());
        });
    });
    shared.link.listen(move |news| match news {
        // Who has stood up has left.
        News::Answered { ask, .. } if ask.ask == Ask::Stand => {
            fetched.update(|tables| tables.retain(|(one, _)| Some(&one.table) != ask.table.as_ref()));
        }
        News::Refused { ask: Some(ask), refused } if ask.ask == Ask::Stand => {
            shared.notices.tell(refused.message.clone());
        }
        _ => {}
    });
    let tables = memo(move || {
        let Some(player) = shared.link.player() else { return Vec::new() };
        let listed = shared.link.look(|client| client.lobby().cloned().collect::<Vec<_>>());
        let is_listed = |one: &Summary| listed.iter().any(|other| other.table == one.table);
        let fetched = fetched.get().into_iter().map(|(one, _)| one);
        let mut tables: Vec<Summary> = fetched.filter(|one| !is_listed(one)).collect();
        tables.extend(listed.iter().cloned());
        tables.retain(|one| is_unfinished(one.stage) && sits_at(one, &player.id));
        sort(&mut tables);
        tables
    });
    let turns = memo(move || {
        let player = shared.link.player().map(|player| player.id);
        let sitter = |one: &Summary, seat: u64| one.seats.get(usize::try_from(seat).ok()?)?.sitter.clone();
        let is_turn = |(one, turn): &(Summary, Option<u64>)| {
            let sitter = turn.and_then(|seat| sitter(one, seat));
            sitter.is_some_and(|sitter| sitter.seating.player() == player.as_ref())
        };
        fetched.read().iter().filter(|one| is_turn(one)).map(|(one, _)| one.table.clone()).collect()
    });
    (tables, turns)
}

/// One's own tables, the newest first: strips in the material of their games.
#[component]
pub(crate) fn OwnTables() -> impl IntoView {
    let shared = shared();
    let (tables, turns) = own_tables();
    view! {
        <section class="own-tables" hidden=move || tables.read().is_empty() aria-label=shared.label(Label::YourTables)>
            <Lines tables=tables turns=turns/>
        </section>
    }
}

/// The tables of this browser that are not finished.
#[component]
pub(crate) fn LocalTables() -> impl IntoView {
    let shared = shared();
    let lang = move || shared.preferences.lang();
    let tables = RwSignal::new(Vec::<Summary>::new());
    spawn_local(async move {
        let mut known: Vec<Summary> = local::tables().await.into_iter().map(|one| one.summary).collect();
        known.retain(|one| is_unfinished(one.stage));
        sort(&mut known);
        // The screen may have been left meanwhile.
        tables.set(known);
    });
    let line = move |summary: Summary| {
        let names: Vec<String> =
            summary.seats.iter().filter_map(|seat| Some(seat.sitter.as_ref()?.name.clone())).collect();
        let (table, left) = (summary.table.to_string(), summary.table.clone());
        let (stage, round, game) = (summary.stage, summary.round, summary.settings.game);
        let go = move |_| shared.router.go(Route::Local(table.clone()));
        let is_sure = RwSignal::new(false);
        let leave = move |_| {
            if !is_sure.get_untracked() {
                return is_sure.set(true);
            }
            let left = left.clone();
            tables.update(|tables| tables.retain(|one| one.table != left));
            spawn_local(async move { local::give_up(left.as_str()).await });
        };
        view! {
            <li class="table-line" data-local=summary.table.to_string() data-game=game.slug()>
                <span class="table-faces">{faces(&names)}</span>
                <span class="table-what">
                    <strong>{game_name(game)}<span>" · "{move || lobby::standing(stage, round, lang())}</span></strong>
                    <small>{shared.label(Label::OnThisDevice)}</small>
                </span>
                <span class="table-buttons">
                    <button class="primary resume" on:click=go>{shared.label(Label::Resume)}</button>
                    <button class="leave" class:sure=move || is_sure.get() on:click=leave on:blur=move |_| is_sure.set(false)>
                        {move || shared.say(if is_sure.get() { Label::LeaveForGood } else { Label::LeaveTable })}
                    </button>
                </span>
            </li>
        }
    };
    view! {
        <section class="own-tables" hidden=move || tables.read().is_empty() aria-label=shared.label(Label::OnThisDevice)>
            <ul class="table-lines">{keyed(move || tables.get(), |one| one.table.to_string(), line)}</ul>
        </section>
    }
}

/// The tables of others.
#[component]
pub(crate) fn OpenTables() -> impl IntoView {
    let shared = shared();
    let tables = memo(move || {
        let player = shared.link.player().map(|player| player.id);
        let mut tables = shared.link.look(|client| client.lobby().cloned().collect::<Vec<_>>());
        tables.retain(|one| is_unfinished(one.stage) && !player.as_ref().is_some_and(|player| sits_at(one, player)));
        sort(&mut tables);
        tables
    });
    let nobody = move || {
        tables
            .read()
            .is_empty()
            .then(|| view! { <p class="no-tables" id="no-open-tables">{shared.say(Label::NoOpenTables)}</p> })
    };
    view! {
        <section class="open-tables">
            <h2>{shared.label(Label::OpenTables)}</h2>
            <Lines tables=tables turns=memo(Vec::new)/>
            {move || nobody()}
            <FindTable/>
        </section>
    }
}

#[component]
fn Lines(tables: Memo<Vec<Summary>>, turns: Memo<Vec<TableId>>) -> impl IntoView {
    let ids = move || tables.read().iter().map(|one| one.table.clone()).collect::<Vec<_>>();
    view! {
        <ul class="table-lines">
            {keyed(ids, ToString::to_string, move |table| view! { <TableLine tables=tables turns=turns table=table/> })}
        </ul>
    }
}

#[component]
fn TableLine(tables: Memo<Vec<Summary>>, turns: Memo<Vec<TableId>>, table: TableId) -> impl IntoView {
    let shared = shared();
    let lang = move || shared.preferences.lang();
    let wanted = table.clone();
    let known = tables.read_untracked().iter().find(|one| one.table == wanted).cloned();
    // A line that is about to go still shows what it showed.
    let Some(first) = known else { return ().into_any() };
    let game = first.settings.game;
    let summary = Memo::new(move |old: Option<&Summary>| {
        let now = tables.read().iter().find(|one| one.table == wanted).cloned();
        now.or_else(|| old.cloned()).unwrap_or_else(|| first.clone())
    });
    let names = memo(move || {
        let sitters = |one: &Summary| one.seats.iter().filter_map(|seat| seat.sitter.clone()).collect::<Vec<_>>();
        sitters(&summary.read()).into_iter().map(|sitter| shown_name(&sitter.name, lang())).collect::<Vec<_>>()
    });
    let is_own = memo(move || shared.link.player().is_some_and(|player| sits_at(&summary.read(), &player.id)));
    let standing = move || {
        let one = summary.read();
        match one.stage == Stage::Playing && turns.read().contains(&one.table) {
            true => lobby::your_turn(one.round, lang()),
            false => lobby::standing(one.stage, one.round, lang()),
        }
    };
    let company = move || {
        // A seat keeps the name its player had when they sat down.
        let own = shared.link.player().map(|player| player.id);
        let is_other = |sitter: &&Sitter| own.is_none() || sitter.seating.player() != own.as_ref();
        let one = summary.read();
        let sitters = one.seats.iter().filter_map(|seat| seat.sitter.as_ref());
        let others: Vec<String> = sitters.filter(is_other).map(|sitter| shown_name(&sitter.name, lang())).collect();
        match (is_own.get(), others.is_empty()) {
            (true, true) => shared.say(Label::WaitingForPlayers),
            (true, false) => lobby::with_names(&others, lang()),
            (false, _) => others.join(", "),
        }
    };
    let is_gathering = memo(move || summary.read().stage == Stage::Gathering);
    let taken = move || {
        let seats = summary.read().seats.len();
        is_gathering.get().then(|| {
            view! {
                <span class="table-taken">
                    <span aria-hidden="true">{format!("{} / {seats}", names.read().len())}</span>
                    <span class="unseen">{lobby::taken(names.read().len(), seats, lang())}</span>
                </span>
            }
        })
    };
    let is_roomy = memo(move || has_room(&summary.read()));
    let table = StoredValue::new(table);
    let go = move || shared.router.go(Route::Table(table.get_value().to_string()));
    let join = move |_| {
        shared.link.ask(&table.get_value(), Ask::Sit { seat: None });
        go();
    };
    // Nobody gets out of a rated match by leaving.
    let may_leave = memo(move || !summary.read().settings.rated || is_gathering.get());
    let is_sure = RwSignal::new(false);
    let leave = move |_| match is_sure.get_untracked() {
        true => drop(shared.link.ask(&table.get_value(), Ask::Stand)),
        false => is_sure.set(true),
    };
    let resume = move || {
        view! {
            <button class="primary resume" on:click=move |_| go()>{shared.label(Label::Resume)}</button>
            <Show when=move || may_leave.get()>
                <button class="leave" class:sure=move || is_sure.get() on:click=leave on:blur=move |_| is_sure.set(false)>
                    {move || shared.say(if is_sure.get() { Label::LeaveForGood } else { Label::LeaveTable })}
                </button>
            </Show>
        }
    };
    let join_or_watch = move || {
        view! {
            <Show when=move || is_roomy.get()>
                <button class="join" on:click=join>{shared.label(Label::Join)}</button>
            </Show>
            // A table that waits for players has nothing to look at yet.
            <Show when=move || !(is_roomy.get() && is_gathering.get())>
                <button class="watch" on:click=move |_| go()>{shared.label(Label::WatchTable)}</button>
            </Show>
        }
    };
    view! {
        <li class="table-line" data-table=table.get_value().to_string() data-game=game.slug()>
            <span class="table-faces">{move || faces(&names.get())}</span>
            <span class="table-what">
                <strong>{game_name(game)}<span>" · "{standing}</span></strong>
                <small title=company>{move || company()}</small>
            </span>
            {move || taken()}
            <span class="table-buttons">
                {move || if is_own.get() { resume().into_any() } else { join_or_watch().into_any() }}
            </span>
        </li>
    }
    .into_any()
}

/// One button that finds company.
#[component]
fn FindTable() -> impl IntoView {
    let shared = shared();
    let game = RwSignal::new(GameId::ALL[0]);
    let find = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            match http::quick_match(game.get_untracked(), shared.preferences.lang_now()).await {
                Ok(found) => shared.router.go(Route::Table(found.table.to_string())),
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        });
    };
    let choice = move |one: GameId| {
        view! { <option value=one.slug() prop:selected=move || game.get() == one>{game_name(one)}</option> }
    };
    view! {
        <form class="find-table" on:submit=find title=shared.label(Label::FindTableHelp)>
            <p class="unseen" id="find-help">{shared.label(Label::FindTableHelp)}</p>
            <label class="unseen" for="find-game">{shared.label(Label::Game)}</label>
            <select id="find-game" on:change=move |event| {
                if let Some(chosen) = GameId::from_slug(&event_target_value(&event)) {
                    game.set(chosen);
                }
            }>{GameId::ALL.map(choice).collect_any()}</select>
            <button id="find-table" type="submit" aria-describedby="find-help">{shared.label(Label::FindTable)}</button>
        </form>
    }
}

//! Lists of tables: one's own that are not finished, and those that one can join or watch.
//!
//! Deliberately absent: which tables are whose and where there is room (crate `client`).

use client::News;
use client::lobby::{has_room, is_unfinished, sits_at, sort};
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, Stage, Summary};
use words::screen::Label;
use words::{game_name, lobby};

use crate::app::shared;
use crate::door;
use crate::games::picture;
use crate::memo::memo;
use crate::route::Route;

/// One's own tables that are not finished; those that are not listed are asked for.
pub(crate) fn own_tables() -> Memo<Vec<Summary>> {
    let shared = shared();
    let fetched = RwSignal::new(Vec::<Summary>::new());
    let candidates = memo(move || {
        let mut tables = shared.router.visited();
        let known = shared.link.look(|client| client.welcome().map(|welcome| welcome.tables.clone()));
        tables.extend(known.unwrap_or_default());
        tables.sort();
        tables.dedup();
        tables
    });
    Effect::new(move |_| {
        let tables = candidates.get();
        spawn_local(async move {
            let lang = shared.preferences.lang_now();
            let found = futures_util::future::join_all(tables.iter().map(|table| door::summary(table, lang))).await;
            // The screen may have been left meanwhile.
            let _ = fetched.try_set(found.into_iter().filter_map(Result::ok).collect());
        });
    });
    shared.link.listen(move |news| match news {
        // Who has stood up has left.
        News::Answered { ask, .. } if ask.ask == Ask::Stand => {
            fetched.update(|tables| tables.retain(|one| Some(&one.table) != ask.table.as_ref()));
        }
        News::Refused { ask: Some(ask), refused } if ask.ask == Ask::Stand => {
            shared.notices.tell(refused.message.clone());
        }
        _ => {}
    });
    memo(move || {
        let Some(player) = shared.link.player() else { return Vec::new() };
        let listed = shared.link.look(|client| client.lobby().cloned().collect::<Vec<_>>());
        let is_listed = |one: &Summary| listed.iter().any(|other| other.table == one.table);
        let mut tables: Vec<Summary> = fetched.get().into_iter().filter(|one| !is_listed(one)).collect();
        tables.extend(listed.iter().cloned());
        tables.retain(|one| is_unfinished(one.stage) && sits_at(one, &player.id));
        sort(&mut tables);
        tables
    })
}

/// One's own tables.
#[component]
pub(crate) fn OwnTables(tables: Memo<Vec<Summary>>) -> impl IntoView {
    let shared = shared();
    view! {
        <section class="own-tables" hidden=move || tables.read().is_empty()>
            <h2>{shared.label(Label::YourTables)}</h2>
            <Lines tables=tables/>
        </section>
    }
}

/// The tables of others.
#[component]
pub(crate) fn OpenTables() -> impl IntoView {
    let shared = shared();
    let tables = memo(move || {
        let player = shared.link.player().map(|player| player.id).unwrap_or_default();
        let mut tables = shared.link.look(|client| client.lobby().cloned().collect::<Vec<_>>());
        tables.retain(|one| is_unfinished(one.stage) && !sits_at(one, &player));
        sort(&mut tables);
        tables
    });
    let nobody = move || {
        tables
            .read()
            .is_empty()
            .then(|| view! { <p class="empty" id="no-open-tables">{shared.say(Label::NoOpenTables)}</p> })
    };
    view! {
        <section class="open-tables">
            <h2>{shared.label(Label::OpenTables)}</h2>
            <Lines tables=tables/>
            {nobody}
            <FindTable/>
        </section>
    }
}

#[component]
fn Lines(tables: Memo<Vec<Summary>>) -> impl IntoView {
    let ids = move || tables.read().iter().map(|one| one.table.clone()).collect::<Vec<_>>();
    view! {
        <ul class="table-lines">
            <For each=ids key=|table| table.clone() children=move |table| view! { <Line tables=tables table=table/> }/>
        </ul>
    }
}

#[component]
fn Line(tables: Memo<Vec<Summary>>, table: String) -> impl IntoView {
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
    let names = move || {
        let one = summary.read();
        let names = one.seats.iter().filter_map(|seat| seat.sitter.as_ref());
        names.map(|sitter| &*sitter.name).collect::<Vec<_>>().join(", ")
    };
    let taken = move || {
        let seats = &summary.read().seats;
        lobby::taken(seats.iter().filter(|seat| seat.sitter.is_some()).count(), seats.len(), lang())
    };
    let standing = move || lobby::standing(summary.read().stage, summary.read().round, lang());
    let is_own = memo(move || shared.link.player().is_some_and(|player| sits_at(&summary.read(), &player.id)));
    let is_roomy = memo(move || has_room(&summary.read()));
    let table = StoredValue::new(table);
    let go = move || shared.router.go(Route::Table(table.get_value()));
    let join = move |_| {
        shared.link.ask(&table.get_value(), Ask::Sit { seat: None });
        go();
    };
    // Nobody gets out of a rated match by leaving.
    let may_leave = memo(move || !summary.read().settings.rated || summary.read().stage == Stage::Gathering);
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
                <button class="primary join" on:click=join>{shared.label(Label::Join)}</button>
            </Show>
            <button class="watch" on:click=move |_| go()>{shared.label(Label::WatchTable)}</button>
        }
    };
    view! {
        <li class="table-line" data-table=table.get_value()>
            <span class="thumb">{picture(game)}</span>
            <span class="what">
                <strong>{game_name(game)}</strong>
                <small>{names}</small>
            </span>
            <span class="state"><span>{standing}</span><small>{taken}</small></span>
            <span class="line-buttons">
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
            match door::quick_match(game.get_untracked(), shared.preferences.lang_now()).await {
                Ok(found) => shared.router.go(Route::Table(found.table)),
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        });
    };
    let choice = move |one: GameId| {
        view! { <option value=one.slug() prop:selected=move || game.get() == one>{game_name(one)}</option> }
    };
    view! {
        <form class="find-table" on:submit=find>
            <p>{shared.label(Label::FindTableHelp)}</p>
            <label class="unseen" for="find-game">{shared.label(Label::Game)}</label>
            <select id="find-game" on:change=move |event| {
                if let Some(chosen) = GameId::from_slug(&event_target_value(&event)) {
                    game.set(chosen);
                }
            }>{GameId::ALL.map(choice)}</select>
            <button id="find-table" type="submit">{shared.label(Label::FindTable)}</button>
        </form>
    }
}

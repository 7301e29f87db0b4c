//! A table of this browser: alone with bots, or several people who pass the device on.
//!
//! Where several share it, the page looks on until somebody uncovers their hand, and looks on again when the turn is
//! another's: whoever holds the device is shown what they know, and nobody's cards are on the page meanwhile.
//!
//! Deliberately absent: the table itself, which is the one screen of tables; the house in the worker (module `local`).

use engine::games::Dos;
use engine::{Seat, SeatSet, Turn};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, Seating, Stage, Summary, TableId};
use wire::local::LocalAsk;
use words::privacy::shown_name;
use words::screen::Label;

use super::nowhere::DeadEnd;
use super::table::local_table;
use crate::app::{Head, Shared, shared};
use crate::link::Link;
use crate::local::{self, Seated};
use crate::parts::list::CollectAny;
use crate::parts::name::face;
use crate::reactive::{Memo, RwSignal, effect, memo};

/// A table of this browser.
#[component]
pub(crate) fn Local(table: String) -> impl IntoView {
    let shared = shared();
    let found = RwSignal::new(None::<Vec<usize>>);
    let wanted = table.clone();
    spawn_local(async move {
        let tables = local::tables().await;
        let known = tables.iter().find(|one| one.summary.table.as_str() == wanted);
        // The screen may have been left meanwhile.
        found.set(Some(known.map(|one| people(&one.summary)).unwrap_or_default()));
    });
    move || match found.get() {
        None => view! {
            <Head/>
            <main class="page"><p>{shared.say(Label::Loading)}</p></main>
        }
        .into_any(),
        Some(people) if people.is_empty() => view! {
            <Head/>
            <DeadEnd why=Signal::derive(shared.label(Label::Nowhere))/>
        }
        .into_any(),
        Some(people) if people.len() == 1 => local_table(Seated::new(&table, Some(0)), table.clone()),
        Some(people) => view! { <PassedOn table=table.clone() people=people/> }.into_any(),
    }
}

/// The seats of the people at a table.
fn people(summary: &Summary) -> Vec<usize> {
    let is_person = |(seat, view): (usize, &wire::house::SeatView)| {
        let sitter = view.sitter.as_ref()?;
        matches!(sitter.seating, Seating::Human { .. }).then_some(seat)
    };
    summary.seats.iter().enumerate().filter_map(is_person).collect()
}

/// What everybody around the device may know of the match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Around {
    stage: Option<Stage>,
    round: u16,
    /// The person whose turn it is.
    turn: Option<usize>,
    /// Who owes a call.
    owing: Vec<usize>,
    names: Vec<String>,
}

/// A table whose people pass the device on.
#[component]
fn PassedOn(table: String, people: Vec<usize>) -> impl IntoView {
    let shared = shared();
    let link = Link::open_local(Seated::new(&table, None), shared.preferences);
    let id = TableId::from(table.as_str());
    link.ask(&id, Ask::Watch { after: None, recent: false, views: false });
    let people = StoredValue::new(people);
    let around = memo(move || look_around(shared, link, &id, &people.read_value()));
    // Whose eyes the page has: with nobody's it looks on.
    let eyes = RwSignal::new(None::<usize>);
    let round = StoredValue::new(0);
    effect(move || {
        let now = around.get();
        let is_new = now.round != round.get_value();
        round.set_value(now.round);
        match (now.stage, now.turn) {
            // The next hands are dealt, or it is another's turn.
            (Some(Stage::Playing), turn) if is_new || turn.is_some_and(|turn| eyes.get_untracked() != Some(turn)) => {
                eyes.set(None);
            }
            // Nothing is hidden between two rounds, and somebody has to say that they are ready.
            (Some(Stage::Between | Stage::Over), _) if now.round > 0 && eyes.get_untracked().is_none() => {
                eyes.set(people.read_value().first().copied());
            }
            _ => {}
        }
    });
    let next = memo(move || {
        let now = around.read();
        now.turn.filter(|_| eyes.get().is_none() && now.stage == Some(Stage::Playing))
    });
    let shown = memo(move || eyes.get());
    let for_screen = table.clone();
    let screen = move || {
        let seat = shown.get().and_then(|seat| u8::try_from(seat).ok());
        local_table(Seated::new(&for_screen, seat), for_screen.clone())
    };
    view! {
        <div class="passed-on" inert=move || next.get().is_some()>{move || screen()}</div>
        {move || next.get().map(|seat| view! { <Cover seat=seat around=around eyes=eyes/> })}
        <Calls table=table people=people around=around eyes=eyes/>
    }
}

fn look_around(shared: Shared, link: Link, table: &TableId, people: &[usize]) -> Around {
    let lang = shared.preferences.lang();
    let looked = link.look(|client| {
        let watched = client.table(table)?;
        let table = watched.table();
        let turn = match watched.game().map(client::GameView::turn) {
            Some(Turn::Seat { seat, .. }) => Some(seat.index()).filter(|seat| people.contains(seat)),
            _ => None,
        };
        let owing = watched.view_of::<Dos>().map_or(SeatSet::EMPTY, |view| view.public.board.owes_call);
        let name = |seat: &wire::house::SeatView| {
            seat.sitter.as_ref().map(|sitter| shown_name(&sitter.name, lang)).unwrap_or_default()
        };
        Some(Around {
            stage: Some(table.stage),
            round: watched.game().map_or(0, client::GameView::round),
            turn,
            owing: owing.iter().map(Seat::index).collect(),
            names: table.seats.iter().map(name).collect(),
        })
    });
    looked.unwrap_or_default()
}

/// Covers the table until the person whose turn it is has the device.
#[component]
fn Cover(seat: usize, around: Memo<Around>, eyes: RwSignal<Option<usize>>) -> impl IntoView {
    let shared = shared();
    let button = NodeRef::<html::Button>::new();
    effect(move || {
        if let Some(button) = button.get() {
            let _ = button.focus();
        }
    });
    let name = around.read_untracked().names.get(seat).cloned().unwrap_or_default();
    view! {
        <section class="cover" role="dialog" aria-modal="true" aria-labelledby="cover-name">
            <div class="cover-inner">
                <span class="cover-face" aria-hidden="true">{face(&name)}</span>
                <h1 id="cover-name"><small>{shared.label(Label::PassTo)}</small>" "{name}</h1>
                <button type="button" class="primary" id="uncover" node_ref=button on:click=move |_| eyes.set(Some(seat))>
                    {shared.label(Label::Uncover)}
                </button>
            </div>
        </section>
    }
}

/// The calls of DOS for those who do not hold the device: large, on both sides of it.
#[component]
fn Calls(
    table: String,
    people: StoredValue<Vec<usize>>,
    around: Memo<Around>,
    eyes: RwSignal<Option<usize>>,
) -> impl IntoView {
    let shared = shared();
    let table = StoredValue::new(TableId::from(table.as_str()));
    let button = move |(caller, target): (usize, usize), name: String| {
        let (label, step) = match caller == target {
            true => (Label::CallDos, "dos".to_owned()),
            false => (Label::Catch, format!("catch {target}")),
        };
        let call = move |_| {
            let Ok(seat) = u8::try_from(caller) else { return };
            let ask = LocalAsk::Submit { table: table.get_value(), seat, step: step.clone() };
            // A call that comes too late is refused, as it would be at any table.
            spawn_local(async move { drop(local::ask(&ask).await) });
        };
        view! {
            <button type="button" class="side-call" data-caller=caller.to_string() on:click=call>
                <span>{name}</span><strong>{shared.label(label)}</strong>
            </button>
        }
    };
    let calls = move || {
        let now = around.get();
        if now.stage != Some(Stage::Playing) {
            return None;
        }
        let held = eyes.get();
        let callers = people.read_value().iter().copied().filter(|person| Some(*person) != held).collect::<Vec<_>>();
        let pairs = callers.into_iter().flat_map(|caller| now.owing.iter().map(move |target| (caller, *target)));
        let name = |seat: usize| now.names.get(seat).cloned().unwrap_or_default();
        let buttons: Vec<_> = pairs.map(|pair| (pair, name(pair.0))).collect();
        (!buttons.is_empty()).then(|| {
            view! {
                <div class="side-calls">
                    {buttons.into_iter().map(|(pair, name)| button(pair, name)).collect_any()}
                </div>
            }
        })
    };
    move || calls()
}

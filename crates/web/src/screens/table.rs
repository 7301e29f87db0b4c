//! A table: gathering, playing, between rounds, over.

use client::{Advice, News};
use engine::{GameId, View, with_game};
use leptos::prelude::*;
use wire::house::{Ask, Happening, Here, Stage, ToServer};
use wire::read_shown;
use words::house::{say_happening, say_presence};
use words::screen::Label;
use words::{Listener, game_name};

use super::nowhere::DeadEnd;
use crate::app::{Head, shared};
use crate::desk::{Hint, Place};
use crate::games::Drawn;
use crate::memo::memo;
use crate::parts::chat::Chat;
use crate::parts::hint::{HintPanel, say_step};
use crate::parts::log::{self, Log};
use crate::parts::notices::Notice;
use crate::parts::seats::Seats;
use crate::parts::sheet::{Score, Sheet};
use crate::parts::tools::Tools;
use crate::parts::watching::Watching;
use crate::route::Route;
use crate::sound::{self, Sound};
use crate::{motion, walk};

/// What is drawn of a table: it changes seldom, and everything in it changes by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Scene {
    Waiting,
    /// The house does not show it.
    Lost(String),
    Gathering,
    Seated(GameId),
    /// It was put away before its match was over.
    Closed,
    /// The house is newer than this page.
    Newer,
}

/// The screen of a table.
#[component]
pub(crate) fn Table(table: String) -> impl IntoView {
    let shared = shared();
    let place = Place::new(shared, &table);
    let lost = RwSignal::new(None::<String>);
    shared.link.ask(&table, Ask::Watch { after: None, recent: true });
    let unwatched = table.clone();
    on_cleanup(move || {
        shared.link.ask(&unwatched, Ask::Unwatch);
    });
    shared.link.listen(move |news| hear(place, lost, news));
    let scene = memo(move || match (lost.get(), place.stage()) {
        (Some(why), _) => Scene::Lost(why),
        (None, None) => Scene::Waiting,
        (None, Some(Stage::Closed)) => Scene::Closed,
        (None, Some(_)) if place.look(|watched| watched.game().is_none()) == Some(true) => Scene::Newer,
        (None, Some(Stage::Gathering)) => Scene::Gathering,
        (None, Some(_)) => place.look(|watched| watched.table().settings.game).map_or(Scene::Waiting, Scene::Seated),
    });
    let title = move || {
        place.look(|watched| {
            let round = watched.game().map_or(0, client::Seen::round);
            let game = game_name(watched.table().settings.game);
            match round {
                0 => game.into(),
                _ => format!("{game} · {}", words::replay::round(round, shared.preferences.lang())),
            }
        })
    };
    entitle_page(place);
    let reload = move |_| {
        let _ = window().location().reload();
    };
    view! {
        <Head>
            <span class="pill" id="table-title">{title}</span>
            <Tools place=place/>
        </Head>
        {move || match scene.get() {
            Scene::Waiting => view! { <main class="page"><p>{shared.say(Label::Loading)}</p></main> }.into_any(),
            Scene::Lost(why) => view! { <DeadEnd why=Signal::stored(why)/> }.into_any(),
            Scene::Closed => {
                view! { <DeadEnd why=Signal::derive(shared.label(Label::TableClosed))/> }.into_any()
            }
            Scene::Newer => view! {
                <DeadEnd why=Signal::derive(shared.label(Label::NewerHouse))>
                    <button type="button" on:click=reload>{shared.label(Label::Reload)}</button>
                </DeadEnd>
            }
            .into_any(),
            Scene::Gathering => view! { <super::gathering::Gathering place=place/> }.into_any(),
            Scene::Seated(game) => with_game!(game, G => playing::<G>(place)),
        }}
    }
}

/// The title of the page says whose turn it is, for whoever looks at another one meanwhile.
fn entitle_page(place: Place) {
    let shared = place.shared;
    let is_turn = memo(move || place.own_seat().is_some_and(|own| place.turn() == Some(own)));
    let game = memo(move || place.look(|watched| watched.table().settings.game));
    Effect::new(move |was_turn: Option<bool>| {
        if is_turn.get() && was_turn == Some(false) {
            sound::play(Sound::Turn, shared.preferences);
        }
        is_turn.get()
    });
    Effect::new(move |_| {
        let game = game.get().map(|game| format!("{} – ", game_name(game))).unwrap_or_default();
        let turn = if is_turn.get() { format!("● {} – ", shared.say(Label::YourTurn)) } else { String::new() };
        document().set_title(&format!("{turn}{game}Tapis"));
    });
    on_cleanup(|| document().set_title("Tapis"));
}

fn playing<G: Drawn>(place: Place) -> AnyView {
    let Some(first) = place.look_now(|watched| watched.view_of::<G>().cloned()).flatten() else {
        return ().into_any();
    };
    let view: Memo<View<G>> = Memo::new(move |old: Option<&View<G>>| {
        let now = place.look(|watched| watched.view_of::<G>().cloned()).flatten();
        now.or_else(|| old.cloned()).unwrap_or_else(|| first.clone())
    });
    let shared = place.shared;
    let facts = memo(move || {
        let public = &view.read().public;
        let seats = G::sheet(public).seats();
        seats.seats().map(|seat| G::facts(public, seat, shared.preferences.lang())).collect::<Vec<_>>()
    });
    follow::<G>(place);
    let score = Score::of(place, view);
    Effect::new(move |was_over: Option<bool>| {
        if score.is_over.get() && was_over == Some(false) {
            sound::play(Sound::End, shared.preferences);
        }
        score.is_over.get()
    });
    // Nobody need be asked whether the first round may be dealt.
    let next_round = memo(move || place.next_round());
    Effect::new(move |_| {
        if next_round.get() == Some(1) {
            place.be_ready(1);
        }
    });
    let is_watching = memo(move || place.own_seat().is_none());
    let is_busy = memo(move || place.is_step_waiting());
    view! {
        <main class=format!("table game-{}", G::ID.slug()) class:watched=move || is_watching.get()
            aria-busy=move || is_busy.get().then_some("true")>
            <h1 class="unseen">{game_name(G::ID)}</h1>
            <Seats place=place facts=facts/>
            {G::draw(place, view)}
            <Watching place=place/>
            <div class="beside">
                <HintPanel place=place say=say_step(place, view)/>
                <Log place=place/>
                <Chat place=place/>
            </div>
            <Sheet place=place score=score/>
        </main>
    }
    .into_any()
}

/// Tells what happens, in the log and by motion.
fn follow<G: Drawn>(place: Place) {
    let known: StoredValue<Option<View<G>>> =
        StoredValue::new(place.look_now(|watched| watched.view_of::<G>().cloned()).flatten());
    let names = StoredValue::new(untrack(|| place.names()));
    let here = StoredValue::new(untrack(|| place.here()));
    place.shared.link.listen(move |news| match news {
        News::Happened { table, happenings } if *table == place.table() => {
            let (before, focus) = (motion::note(), walk::note_focus());
            let mut actor = None;
            for happening in happenings {
                if let Happening::Stepped { seat, .. } = happening {
                    actor = Some(format!("seat-{seat}"));
                }
                tell_around(place, &names.get_value(), happening);
                let _ = known.try_update_value(|known| {
                    if let Some(view) = known {
                        tell::<G>(place, view, happening);
                    }
                });
            }
            let moved = |happening: &Happening| {
                matches!(happening, Happening::Stepped { .. } | Happening::Dealt { .. } | Happening::Undone { .. })
            };
            if happenings.iter().any(moved) {
                place.hint.set(Hint::None);
                sound::play(Sound::Card, place.shared.preferences);
                motion::play(before, actor.or(Some("pile".into())));
                walk::keep_focus(focus);
            }
            known.set_value(place.look_now(|watched| watched.view_of::<G>().cloned()).flatten());
            names.set_value(untrack(|| place.names()));
        }
        News::Shown { table } if *table == place.table() => {
            place.hint.set(Hint::None);
            walk::keep_focus(walk::note_focus());
            known.set_value(place.look_now(|watched| watched.view_of::<G>().cloned()).flatten());
            names.set_value(untrack(|| place.names()));
        }
        News::Presence { table } if *table == place.table() => {
            let now = untrack(|| place.here());
            tell_presence(place, &names.get_value(), &here.get_value(), &now);
            here.set_value(now);
        }
        _ => {}
    });
}

/// Writes into the log who comes and goes, and what else happens around the game.
fn tell_around(place: Place, names: &[String], happening: &Happening) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let viewer = untrack(|| place.viewer());
    log::add(place.log, |lang| say_happening(happening, &Listener::new(&names, viewer, lang)));
}

/// Writes into the log who went away or came back.
fn tell_presence(place: Place, names: &[String], before: &[Here], now: &[Here]) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let viewer = untrack(|| place.viewer());
    for (index, (before, now)) in before.iter().zip(now).enumerate() {
        let Some(seat) = engine::Seat::new(index) else { return };
        log::add(place.log, |lang| say_presence(seat, *before, *now, &Listener::new(&names, viewer, lang)));
    }
}

/// Writes into the log what a happening comes to; the view is brought up to date event by event.
fn tell<G: Drawn>(place: Place, view: &mut View<G>, happening: &Happening) {
    let (Happening::Dealt { events, .. } | Happening::Stepped { events, .. }) = happening else { return };
    let names = untrack(|| place.names());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let seats = G::sheet(&view.public).seats();
    for event in events {
        // What cannot be read is not told; the client has asked for a fresh view then.
        let Ok(shown) = read_shown::<G>(event.clone(), seats) else { return };
        log::add(place.log, |lang| words::tell::<G>(view, &shown, &names, lang));
        if G::follow(view, &shown).is_err() {
            return;
        }
    }
}

/// What concerns every game.
fn hear(place: Place, lost: RwSignal<Option<String>>, news: &News) {
    match news {
        News::Lost { table, refused } if *table == place.table() => lost.set(Some(refused.message.clone())),
        News::Refused { ask, refused } => {
            if matches!(ask.as_deref(), Some(ToServer { ask: Ask::Hint, .. })) {
                place.hint.set(Hint::None);
            }
            // Whoever comes back to a rematch may sit there already: then all is well.
            if refused.code != "already-seated" {
                let game = place.look_now(|watched| watched.table().settings.game);
                let rule = game.zip(refused.rule.clone());
                place.shared.notices.show(Notice { text: refused.message.clone(), rule });
            }
        }
        News::Answered { ask, answer } if ask.table.as_deref() == Some(place.table().as_str()) => match ask.ask {
            Ask::Hint => {
                // What was advised before something else happened is of no more use.
                let is_awaited = *place.hint.read_untracked() == Hint::Asked;
                let advice = Advice::read(answer).filter(|_| is_awaited);
                place.hint.set(advice.map_or(Hint::None, Hint::Given));
            }
            Ask::Rematch => {
                let rematch = answer.result.as_ref().and_then(|result| result["table"].as_str());
                if let Some(rematch) = rematch {
                    go_to_rematch(place, rematch);
                }
            }
            _ => {}
        },
        News::Deal { table, round, verdict } if *table == place.table() => {
            place.verdicts.update(|verdicts| {
                verdicts.insert(*round, verdict.clone());
            });
        }
        News::Happened { table, happenings } if *table == place.table() => {
            let said = happenings.iter().filter(|happening| matches!(happening, Happening::Said(_))).count();
            if said > 0 && !place.chat_open.get_untracked() {
                place.unread.update(|unread| *unread += said);
            }
        }
        _ => {}
    }
}

/// Goes to the new table; against bots alone it begins at once.
fn go_to_rematch(place: Place, rematch: &str) {
    let begins_itself = place.look_now(|watched| watched.table().settings.begins_when_full) == Some(true);
    if untrack(|| place.is_alone()) && !begins_itself {
        place.shared.link.ask(rematch, Ask::Begin { fill: None });
    }
    place.shared.router.go(Route::Table(rematch.to_owned()));
}

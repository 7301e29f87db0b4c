//! A table: gathering, playing, between rounds, over.

use client::News;
use engine::{GameId, View, with_game};
use leptos::prelude::*;
use wire::house::{Ask, Happening, Stage};
use wire::read_shown;
use words::game_name;
use words::screen::Label;

use crate::app::{Head, Shared, shared};
use crate::desk::Place;
use crate::games::Drawn;
use crate::motion;
use crate::parts::log::{self, Log};
use crate::parts::notices::Notice;
use crate::parts::seats::Seats;
use crate::parts::sheet::Sheet;
use crate::sound::{self, Sound};

/// What is drawn of a table: it changes seldom, and everything in it changes by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Scene {
    Waiting,
    Lost(String),
    Gathering,
    Seated(GameId),
}

/// The screen of a table.
#[component]
pub(crate) fn Table(table: String) -> impl IntoView {
    let shared = shared();
    let place = Place::new(shared, &table);
    let lost = RwSignal::new(None::<String>);
    shared.link.ask(&table, Ask::Watch { after: None });
    let unwatched = table.clone();
    on_cleanup(move || {
        shared.link.ask(&unwatched, Ask::Unwatch);
    });
    shared.link.listen(move |news| hear(place, lost, news));
    let scene = Memo::new(move |_| match (lost.get(), place.stage()) {
        (Some(why), _) => Scene::Lost(why),
        (None, None) => Scene::Waiting,
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
    view! {
        <Head><span class="pill" id="table-title">{title}</span></Head>
        {move || match scene.get() {
            Scene::Waiting => view! { <main class="page"><p>{shared.say(Label::Loading)}</p></main> }.into_any(),
            Scene::Lost(why) => view! { <main class="page"><p>{why}</p></main> }.into_any(),
            Scene::Gathering => view! { <super::gathering::Gathering place=place/> }.into_any(),
            Scene::Seated(game) => with_game!(game, G => playing::<G>(place)),
        }}
    }
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
    let facts = Memo::new(move |_| {
        view.with(|view| {
            let seats = G::sheet(&view.public).seats();
            seats.seats().map(|seat| G::facts(&view.public, seat, shared.preferences.lang())).collect::<Vec<_>>()
        })
    });
    follow::<G>(place);
    // Nobody need be asked whether the first round may be dealt.
    let next_round = Memo::new(move |_| place.next_round());
    Effect::new(move |_| {
        if next_round.get() == Some(1) {
            place.be_ready(1);
        }
    });
    view! {
        <main class=format!("table game-{}", G::ID.slug())>
            <h1 class="unseen">{game_name(G::ID)}</h1>
            <Seats place=place facts=facts/>
            {G::draw(place, view)}
            <Log place=place/>
            <Sheet place=place view=view/>
        </main>
    }
    .into_any()
}

/// Tells what happens, in the log and by motion.
fn follow<G: Drawn>(place: Place) {
    let known: StoredValue<Option<View<G>>> =
        StoredValue::new(place.look_now(|watched| watched.view_of::<G>().cloned()).flatten());
    place.shared.link.listen(move |news| match news {
        News::Happened { table, happenings } if *table == place.table() => {
            let before = motion::note();
            let mut actor = None;
            for happening in happenings {
                if let Happening::Stepped { seat, .. } = happening {
                    actor = Some(format!("seat-{seat}"));
                }
                let _ = known.try_update_value(|known| {
                    if let Some(view) = known {
                        tell::<G>(place, view, happening);
                    }
                });
            }
            sound::play(Sound::Card, place.shared.preferences);
            motion::play(before, actor.or(Some("pile".into())));
            let now = place.look_now(|watched| watched.view_of::<G>().cloned()).flatten();
            known.set_value(now);
        }
        News::Shown { table } if *table == place.table() => {
            known.set_value(place.look_now(|watched| watched.view_of::<G>().cloned()).flatten());
        }
        _ => {}
    });
}

/// Writes into the log what a happening comes to; the view is brought up to date event by event.
fn tell<G: Drawn>(place: Place, view: &mut View<G>, happening: &Happening) {
    let (Happening::Dealt { events, .. } | Happening::Stepped { events, .. }) = happening else { return };
    let names = untrack(|| place.names());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let lang = place.shared.preferences.lang_now();
    let seats = G::sheet(&view.public).seats();
    for event in events {
        // What cannot be read is not told; the client has asked for a fresh view then.
        let Ok(shown) = read_shown::<G>(event.clone(), seats) else { return };
        if let Some(line) = words::tell::<G>(view, &shown, &names, lang) {
            log::add(place.log, line);
        }
        if G::follow(view, &shown).is_err() {
            return;
        }
    }
}

/// What concerns every game.
fn hear(place: Place, lost: RwSignal<Option<String>>, news: &News) {
    let shared: Shared = place.shared;
    match news {
        News::Lost { table, refused } if *table == place.table() => lost.set(Some(refused.message.clone())),
        News::Refused { refused, .. } => {
            let game = place.look_now(|watched| watched.table().settings.game);
            let rule = game.zip(refused.rule.clone());
            shared.notices.show(Notice { text: refused.message.clone(), rule });
        }
        _ => {}
    }
}

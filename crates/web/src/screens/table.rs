//! A table: gathering, playing, between rounds, over.

use std::rc::Rc;

use client::{Advice, News};
use engine::{GameId, Seat, View, Viewer, with_game};
use leptos::context::Provider;
use leptos::prelude::*;
use wire::house::{AnswerResult, Ask, ChatLine, Happening, SeatView, Speech, Stage, TableId, ToServer};
use wire::read_view;
use words::game_name;
use words::house::{say_phrase, say_unproven_deal};
use words::screen::Label;

use super::nowhere::DeadEnd;
use crate::app::{Head, Shared, shared};
use crate::device;
use crate::follow::follow;
use crate::games::{Drawn, Parts, draw_left};
use crate::link::{Link, LocalHouse};
use crate::parts::chat::Chat;
use crate::parts::dock::Dock;
use crate::parts::hint::say_step;
use crate::parts::icons::{Icon, icon};
use crate::parts::log::Log;
use crate::parts::notices::Notice;
use crate::parts::replay::{OpenHands, ReplayBar};
use crate::parts::ribbon::Ribbon;
use crate::parts::seats::{Facts, Seats};
use crate::parts::settings::wants_notifications;
use crate::parts::sheet::{Score, Sheet};
use crate::parts::tools::{Menu, Tools};
use crate::parts::welcome::Welcome;
use crate::place::{Hint, Place};
use crate::playback::Playback;
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::route::{self, Route};
use crate::sound::{self, Sound};

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

/// The screen of a table of a house in this page: everything in it speaks to that house, and to no other.
pub(crate) fn local_table(house: Rc<dyn LocalHouse>, table: String) -> AnyView {
    let shared = shared();
    let shared = Shared { link: Link::open_local(house, shared.preferences), ..shared };
    view! { <Provider value=shared><Table table=table/></Provider> }.into_any()
}

/// The screen of a table.
#[component]
pub(crate) fn Table(table: String) -> impl IntoView {
    let shared = shared();
    let place = Place::new(shared, &table);
    let lost = RwSignal::new(None::<String>);
    let unwatched = place.table();
    if let Some(key) = route::key_here() {
        shared.link.hold_key(&unwatched, key);
    }
    shared.link.ask(&unwatched, Ask::Watch { after: None, recent: true, views: false });
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
    effect(move || {
        if let Some(key) = place.look(|watched| watched.table().key.clone()).flatten() {
            shared.router.show_key(&place.table(), &key);
        }
    });
    entitle_page(place);
    device::keep_awake();
    let reload = move |_| {
        let _ = window().location().reload();
    };
    move || match scene.get() {
        Scene::Waiting => view! {
            <Head/>
            <main class="page"><p>{shared.say(Label::Loading)}</p></main>
        }
        .into_any(),
        Scene::Lost(why) => view! {
            <Head/>
            <DeadEnd why=Signal::stored(why)/>
        }
        .into_any(),
        Scene::Closed => view! {
            <Head/>
            <DeadEnd why=Signal::derive(shared.label(Label::TableClosed))/>
        }
        .into_any(),
        Scene::Newer => view! {
            <Head/>
            <DeadEnd why=Signal::derive(shared.label(Label::NewerHouse))>
                <button type="button" on:click=reload>{shared.label(Label::Reload)}</button>
            </DeadEnd>
        }
        .into_any(),
        Scene::Gathering => view! {
            <Head><Tools place=place/></Head>
            <super::gathering::Gathering place=place/>
            <Menu place=place/>
        }
        .into_any(),
        Scene::Seated(game) => with_game!(game, G => playing::<G>(place)),
    }
}

/// The bar of a table: the way home, which game and round, the last moves, the tools.
#[component]
fn Bar(place: Place) -> impl IntoView {
    let shared = place.shared;
    let home = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        shared.router.go(Route::Home);
    };
    let game = move || place.look(|watched| game_name(watched.table().settings.game));
    let round = move || {
        place.look(|watched| match watched.game().map_or(0, client::GameView::round) {
            0 => String::new(),
            _ if let Some(evening) = &watched.table().evening => {
                words::evening::deal_of(evening, shared.preferences.lang())
            }
            round => words::replay::round(round, shared.preferences.lang()),
        })
    };
    view! {
        <header class="bar">
            <div class="bar-title">
                <a class="bar-home" id="go-home" href="/" on:click=home aria-label=shared.label(Label::ToHome)>
                    {icon(Icon::Back)}<span aria-hidden="true">"Tapis"</span>
                </a>
                <span class="bar-game" id="table-title">{move || game()}<small>{move || round()}</small></span>
            </div>
            <Ribbon place=place/>
            <Tools place=place/>
        </header>
    }
}

/// The title of the page says whose turn it is, for whoever looks at another one meanwhile.
fn entitle_page(place: Place) {
    let shared = place.shared;
    let is_turn = memo(move || place.own_seat().is_some_and(|own| place.turn() == Some(own)));
    let game = memo(move || place.look(|watched| watched.table().settings.game));
    let mut was_turn = None;
    effect(move || {
        if was_turn.replace(is_turn.get()) == Some(false) && is_turn.get() {
            sound::play(Sound::Turn, shared.preferences);
            device::vibrate();
            if device::is_hidden() && wants_notifications() {
                device::notify(&Label::YourTurn.say(shared.preferences.lang_now()));
            }
        }
    });
    effect(move || {
        let game = game.get().map(|game| format!("{} – ", game_name(game))).unwrap_or_default();
        let turn = if is_turn.get() { format!("● {} – ", shared.say(Label::YourTurn)) } else { String::new() };
        document().set_title(&format!("{turn}{game}Tapis"));
    });
    on_cleanup(|| document().set_title("Tapis"));
}

/// The table of a game that is played, or looked at again.
pub(crate) fn playing<G: Drawn>(place: Place) -> AnyView {
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
        let seats = public.sheet.seats();
        seats.seats().map(|seat| G::facts(public, seat, shared.preferences.lang())).collect::<Vec<_>>()
    });
    follow::<G>(place);
    let score = Score::of(place, view);
    let hands = Callback::new(move |()| place.playback.and_then(|playback| draw_open::<G>(place, playback)));
    tabletop(place, facts, score, (say_step(place, view), hands), G::draw(place, view))
}

/// What each seat holds, drawn, where all hands lie open.
type Hands = Callback<(), Option<Vec<AnyView>>>;

/// What each seat holds, where all hands lie open in a replay.
fn draw_open<G: Drawn>(place: Place, playback: Playback) -> Option<Vec<AnyView>> {
    let lang = place.shared.preferences.lang();
    let hands = playback.hands.get()?;
    let draw = |(number, seen): (usize, serde_json::Value)| {
        let viewer = Viewer::Seat(Seat::new(number)?);
        let view: View<G> = read_view(seen, viewer).ok()?;
        draw_left::<G>(&view.public, view.hand.as_ref()?, lang)
    };
    let nothing = || view! { <small>{place.shared.say(Label::NothingLeft)}</small> }.into_any();
    Some(hands.into_iter().enumerate().map(|hand| draw(hand).unwrap_or_else(nothing)).collect())
}

/// The table with everything on it and around it, whatever the game.
fn tabletop(
    place: Place,
    facts: Memo<Vec<Facts>>,
    score: Score,
    (say, hands): (Callback<String, (String, String)>, Hands),
    Parts { board, prompt, hand, actions }: Parts,
) -> AnyView {
    let (shared, game) = (place.shared, score.game);
    let mut was_over = None;
    effect(move || {
        if was_over.replace(score.is_over.get()) == Some(false) && score.is_over.get() {
            sound::play(Sound::End, shared.preferences);
        }
    });
    // Nobody need be asked whether the first round may be dealt.
    let next_round = memo(move || place.next_round());
    effect(move || {
        if next_round.get() == Some(1) {
            place.be_ready(1);
        }
    });
    let is_watching = memo(move || place.own_seat().is_none());
    let is_busy = memo(move || place.is_step_waiting());
    let seq = move || place.look(|watched| watched.table().seq.to_string());
    view! {
        <div class="tabletop" data-game=game.slug() data-others=move || place.around.count().to_string()
            data-edges=move || place.around.edges() data-watched=move || is_watching.get().then_some("")
            data-replay=place.playback.map(|_| "")>
            <div class="mat" aria-hidden="true"><div class="felt"></div></div>
            <Bar place=place/>
            <main class="table" data-seq=seq aria-busy=move || is_busy.get().then_some("true")>
                <h1 class="unseen">{game_name(game)}</h1>
                <div class="stage">
                    <Seats place=place facts=facts/>
                    {board}
                    <p class="announcement" role="status">{move || place.announced.get()}</p>
                </div>
                <Dock place=place facts=facts prompt=prompt say=say hand=hand actions=actions>
                    {place.playback.map(|_| view! { <OpenHands place=place hands=hands/> })}
                </Dock>
                {place.playback.map(|playback| view! { <ReplayBar place=place playback=playback/> })}
            </main>
            <Log place=place/>
            {place.guide.is_none().then(|| view! { <Chat place=place/> })}
            <Menu place=place/>
            <Sheet place=place score=score/>
            {(place.guide.is_none() && place.playback.is_none()).then(|| view! { <Welcome place=place game=game/> })}
        </div>
    }
    .into_any()
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
                if let Some(AnswerResult::Rematch { table }) = &answer.result {
                    go_to_rematch(place, table);
                }
            }
            _ => {}
        },
        News::Deal { table, round, check } if *table == place.table() => {
            place.checks.update(|checks| match checks.iter_mut().find(|(known, _)| known == round) {
                Some((_, known)) => known.clone_from(check),
                None => checks.push((*round, check.clone())),
            });
        }
        News::OwnEntropyMissing { table, round } if *table == place.table() => {
            place.shared.notices.tell(say_unproven_deal(*round, place.shared.preferences.lang_now()));
        }
        News::Happened { table, happenings } if *table == place.table() => {
            for happening in happenings {
                if let Happening::Said(line) = happening {
                    hear_said(place, line);
                }
            }
        }
        _ => {}
    }
}

/// Somebody has said something: it is seen beside their portrait, and counted where the chat is closed.
fn hear_said(place: Place, line: &ChatLine) {
    let said = match &line.speech {
        Speech::Text(text) => text.clone(),
        Speech::Phrase(phrase) => say_phrase(*phrase, place.shared.preferences.lang_now()),
    };
    let is_speaker =
        |seat: &SeatView| seat.sitter.as_ref().is_some_and(|sitter| sitter.seating.player() == Some(&line.player));
    let seat = place.look_now(|watched| watched.table().seats.iter().position(is_speaker)).flatten();
    if let Some(seat) = seat {
        place.hear_speech(seat, said);
    }
    if !place.chat_open.get_untracked() {
        place.unread.update(|unread| *unread += 1);
    }
}

/// Goes to the new table; against bots alone it begins at once.
fn go_to_rematch(place: Place, rematch: &TableId) {
    let begins_itself = place.look_now(|watched| watched.table().settings.begins_when_full) == Some(true);
    if untrack(|| place.is_alone()) && !begins_itself {
        place.shared.link.ask(rematch, Ask::Begin { fill: None });
    }
    place.shared.router.go(place.shared.link.route(rematch));
}

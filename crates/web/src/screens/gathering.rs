//! A table before its match: who sits where, the link to give away, bots for the seats that stay free.
//!
//! Deliberately absent: who may do what, which the house decides; what it would refuse is not offered.

use std::f64::consts::PI;

use engine::Seat;
use js_sys::Math;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, BotLevel, Here, PlayerId, Seating, Settings, Sitter};
use words::screen::{Label, bot_level, here};
use words::{game_name, lobby};

use crate::drawing::portrait;
use crate::games::picture;
use crate::parts::chat::Chat;
use crate::parts::invitation::Invitation;
use crate::parts::list::{CollectAny, Show};
use crate::parts::name::{self, MAX_NAME, face};
use crate::parts::table_form::LEVELS;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::route::scroll_up;

/// What is known of a table that gathers.
#[derive(Clone, PartialEq, Debug)]
struct Gathered {
    settings: Settings,
    sitters: Vec<Option<Sitter>>,
    host: PlayerId,
    own: Option<usize>,
}

impl Gathered {
    /// What the host is called, as long as they sit there.
    fn host_name(&self) -> Option<&str> {
        let is_host = |sitter: &&Sitter| sitter.seating.player() == Some(&self.host);
        self.sitters.iter().flatten().find(is_host).map(|sitter| sitter.name.as_str())
    }

    fn is_full(&self) -> bool {
        self.sitters.iter().all(Option::is_some)
    }

    /// Whether one more person could sit down: where the host allows it a bot makes room.
    fn has_room(&self) -> bool {
        let bots_make_room = self.settings.allows_takeover();
        let makes_room = |sitter: &Option<Sitter>| {
            sitter.as_ref().is_none_or(|sitter| bots_make_room && sitter.seating.player().is_none())
        };
        self.sitters.iter().any(makes_room)
    }
}

/// The table that gathers, and what one is there.
#[derive(Clone, Copy)]
struct Circle {
    place: Place,
    gathered: Memo<Gathered>,
    is_host: Memo<bool>,
    /// How well the bots play that the host seats.
    level: RwSignal<BotLevel>,
    /// The name in the field of whoever was never asked for theirs.
    name: RwSignal<String>,
}

impl Circle {
    fn new(place: Place) -> Option<Self> {
        let look = move || {
            place.look(|watched| {
                let table = watched.table();
                Gathered {
                    settings: table.settings.clone(),
                    sitters: table.seats.iter().map(|seat| seat.sitter.clone()).collect(),
                    host: table.host.clone(),
                    own: table.seat.map(Seat::index),
                }
            })
        };
        let first = untrack(look)?;
        let gathered =
            Memo::new(move |old: Option<&Gathered>| look().or_else(|| old.cloned()).unwrap_or_else(|| first.clone()));
        let is_host = memo(move || {
            let player = place.shared.link.player();
            player.is_some_and(|player| gathered.read().host == player.id)
        });
        Some(Self {
            place,
            gathered,
            is_host,
            level: RwSignal::new(BotLevel::Skilled),
            name: RwSignal::new(String::new()),
        })
    }

    fn is_seated(self) -> bool {
        self.gathered.read().own.is_some()
    }

    /// Sits down, on a seat or wherever there is one; under the name that was written before, if one was asked for.
    fn sit(self, seat: Option<Seat>) {
        let shared = self.place.shared;
        spawn_local(async move {
            let name = self.name.get_untracked();
            let is_written = !name::is_named() && !name.trim().is_empty();
            let taken = if is_written { name::take(shared, name.trim()).await } else { Ok(()) };
            match taken {
                Ok(()) => self.place.ask(Ask::Sit { seat }),
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        });
    }
}

/// The seats, the invitation, and what one can do.
#[component]
pub(crate) fn Gathering(place: Place) -> impl IntoView {
    let Some(circle) = Circle::new(place) else { return ().into_any() };
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let game = circle.gathered.read_untracked().settings.game;
    let count = circle.gathered.read_untracked().sitters.len();
    let facts = memo(move || lobby::facts(&circle.gathered.read().settings, lang()));
    let watching = move || {
        let spectators = shared.link.look(|client| client.presence(&place.table()).map_or(0, |it| it.spectators));
        // Whoever looks on knows it of themselves.
        let others = if circle.is_seated() { spectators } else { spectators.saturating_sub(1) };
        lobby::spectators(others, lang())
    };
    // The match that begins is a screen of its own.
    on_cleanup(scroll_up);
    view! {
        <main class="page gathering" data-game=game.slug()>
            <h1 class="unseen">{game_name(game)}</h1>
            <div class="gathering-table">
                <Welcome circle=circle/>
                <div class="circle" data-seats=count.to_string()>
                    <div class="circle-rim" aria-hidden="true">
                        <div class="circle-cloth">{picture(game)}<strong>{game_name(game)}</strong></div>
                    </div>
                    <ol aria-label=shared.label(Label::AroundTable)>
                        {(0..count).map(|seat| view! { <SeatPlace circle=circle seat=seat/> }).collect_any()}
                    </ol>
                </div>
                <p class="onlookers" role="status">{move || watching()}</p>
                <Controls circle=circle/>
            </div>
            <aside class="invite-side">
                <Invitation place=place/>
                <section class="set-up">
                    <h2>{shared.label(Label::TableSetUp)}</h2>
                    <ul id="table-facts">
                        {move || facts.get().into_iter().map(|fact| view! { <li>{fact}</li> }).collect_any()}
                    </ul>
                </section>
            </aside>
        </main>
        <Chat place=place/>
    }
    .into_any()
}

/// What is said first: whose table it is to whoever comes to it, and whom one waits for.
#[component]
fn Welcome(circle: Circle) -> impl IntoView {
    let shared = circle.place.shared;
    let said = move || {
        let lang = shared.preferences.lang();
        let gathered = circle.gathered.read();
        let game = gathered.settings.game;
        match (gathered.own, gathered.host_name()) {
            (None, _) if !gathered.has_room() => shared.say(Label::TableIsFull),
            (None, Some(host)) => lobby::invites(host, game, lang),
            (Some(_), Some(host)) if !circle.is_host.get() => lobby::host_begins(host, lang),
            (Some(_), _) if gathered.is_full() => shared.say(Label::EverybodyIsHere),
            (Some(_), _) => shared.say(Label::WaitingForPlayers),
            (None, None) => game_name(game).into(),
        }
    };
    let may_sit = memo(move || circle.gathered.read().own.is_none() && circle.gathered.read().has_room());
    view! {
        <section class="greeting">
            <p role="status">{move || said()}</p>
            <Show when=move || may_sit.get()><SitForm circle=circle/></Show>
        </section>
    }
}

/// One click to sit down; whoever was never asked for their name may say it here.
#[component]
fn SitForm(circle: Circle) -> impl IntoView {
    let shared = circle.place.shared;
    let name = circle.name;
    let is_touched = RwSignal::new(false);
    // The house finds a name; it is only a suggestion until somebody writes another.
    effect(move || {
        if let Some(player) = shared.link.player()
            && !is_touched.get_untracked()
        {
            name.set(player.name);
        }
    });
    let is_named = name::is_named();
    let sit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        circle.sit(None);
    };
    view! {
        <form class="sit-form" on:submit=sit>
            {(!is_named).then(|| view! {
                {move || face(name.get().trim())}
                <label for="sit-name">{shared.label(Label::WhatName)}</label>
                <input id="sit-name" type="text" required maxlength=MAX_NAME autocomplete="nickname" prop:value=move || name.get()
                    on:input=move |event| {
                        is_touched.set(true);
                        name.set(event_target_value(&event));
                    }/>
            })}
            <button class="primary" id="sit" type="submit">{shared.label(Label::SitDown)}</button>
        </form>
    }
}

/// A seat at the little table: one's own is the nearest.
#[component]
fn SeatPlace(circle: Circle, seat: usize) -> impl IntoView {
    let (place, gathered) = (circle.place, circle.gathered);
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let sitter = memo(move || gathered.read().sitters.get(seat).cloned().flatten());
    let is_own = memo(move || gathered.read().own == Some(seat));
    let is_of_host = memo(move || {
        let sitter = sitter.read();
        let player = sitter.as_ref().and_then(|sitter| sitter.seating.player());
        player.is_some_and(|player| gathered.read().host == *player)
    });
    // On a circle round which one's own seat is the lowest; styles make an oval of it.
    let spot = move || {
        let (count, own) = (gathered.read().sitters.len().max(1), gathered.read().own.unwrap_or(0));
        let angle = 2.0 * PI * ((seat + count - own) % count) as f64 / count as f64;
        // The browser has these already.
        (-Math::sin(angle), Math::cos(angle))
    };
    let presence = memo(move || {
        let seats = shared.link.look(|client| client.presence(&place.table()).map(|it| it.seats.clone()));
        seats.and_then(|seats| seats.get(seat).copied())
    });
    let named = memo(move || place.seat_names().get(seat).cloned().filter(|_| sitter.read().is_some()));
    let face = move || match named.get() {
        Some(name) => portrait(name.portrait),
        None => view! { <span class="place-free" aria-hidden="true">"+"</span> }.into_any(),
    };
    let name = move || match named.get() {
        Some(name) => view! { {name.short}<span class="place-rest">" "{name.rest}</span> }.into_any(),
        None => shared.say(Label::FreeSeat).into_any(),
    };
    let whole_name = move || sitter.get().map(|sitter| sitter.name);
    let said = move || place.speech(seat).map(|said| view! { <p class="place-said">{said}</p> });
    let role = move || {
        let mut roles = Vec::new();
        match sitter.get().map(|sitter| sitter.seating) {
            None => {}
            Some(Seating::Bot { level }) => roles.push(bot_level(level, lang()).to_owned()),
            Some(_) if is_own.get() => roles.push(shared.say(Label::You)),
            Some(_) => roles.extend(presence.get().map(|presence| here(presence, lang()).to_owned())),
        }
        if is_of_host.get() {
            roles.push(shared.say(Label::Host));
        }
        roles.join(" · ")
    };
    let kind = move || match (sitter.read().is_some(), is_own.get(), presence.get()) {
        (false, ..) => "free",
        (true, true, _) => "own",
        (true, false, Some(Here::Away)) => "away",
        (true, false, _) => "taken",
    };
    view! {
        <li class="place" data-seat=seat.to_string() data-kind=kind
            style=("--across", move || format!("{:.3}", spot().0)) style=("--down", move || format!("{:.3}", spot().1))>
            <span class="place-face">{move || face()}</span>
            <span class="place-plate" title=whole_name><strong>{move || name()}</strong><small>{move || role()}</small></span>
            {move || said()}
            <SeatButtons circle=circle seat=seat sitter=sitter/>
        </li>
    }
}

/// What can be done about a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    Sit,
    TakeOver,
    AddBot,
    Free,
    Stand,
}

impl Doing {
    /// What it is called in the page.
    fn name(self) -> &'static str {
        match self {
            Self::Sit => "sit",
            Self::TakeOver => "take-over",
            Self::AddBot => "add-bot",
            Self::Free => "free",
            Self::Stand => "stand",
        }
    }
}

#[component]
fn SeatButtons(circle: Circle, seat: usize, sitter: Memo<Option<Sitter>>) -> impl IntoView {
    let shared = circle.place.shared;
    let Some(number) = Seat::new(seat) else { return ().into_any() };
    let doing = memo(move || {
        let is_host = circle.is_host.get();
        let is_seated = circle.is_seated();
        match sitter.get().map(|sitter| sitter.seating) {
            None if !is_seated => Some(Doing::Sit),
            None => is_host.then_some(Doing::AddBot),
            Some(Seating::Bot { .. }) if !is_seated => {
                circle.gathered.read().settings.allows_takeover().then_some(Doing::TakeOver)
            }
            Some(Seating::Bot { .. }) => is_host.then_some(Doing::Free),
            Some(_) if circle.gathered.read().own == Some(seat) => Some(Doing::Stand),
            Some(_) => is_host.then_some(Doing::Free),
        }
    });
    let button = move || {
        let doing = doing.get()?;
        let label = match doing {
            Doing::Sit => Label::SitHere,
            Doing::TakeOver => Label::TakeSeat,
            Doing::AddBot => Label::AddBot,
            Doing::Free => Label::FreeTheSeat,
            Doing::Stand => Label::StandUp,
        };
        let explained = move || {
            let name = sitter.get().map(|sitter| sitter.name).unwrap_or_default();
            match doing {
                Doing::Sit | Doing::AddBot | Doing::Stand => shared.say(label),
                Doing::TakeOver => lobby::take_seat_of(&name, shared.preferences.lang()),
                Doing::Free => lobby::free_seat_of(&name, shared.preferences.lang()),
            }
        };
        let act = move |_| {
            let ask = match doing {
                Doing::Sit | Doing::TakeOver => return circle.sit(Some(number)),
                Doing::AddBot => Ask::SeatBot { seat: number, level: circle.level.get_untracked() },
                Doing::Free => Ask::FreeSeat { seat: number },
                Doing::Stand => Ask::Stand,
            };
            circle.place.ask(ask);
        };
        Some(view! {
            <button data-doing=doing.name() aria-label=explained on:click=act>
                {shared.label(label)}
            </button>
        })
    };
    view! { <span class="place-button">{move || button()}</span> }.into_any()
}

/// What the host does to begin.
#[component]
fn Controls(circle: Circle) -> impl IntoView {
    let shared = circle.place.shared;
    let is_full = memo(move || circle.gathered.read().is_full());
    let level = circle.level;
    let choice = move |one: BotLevel| {
        view! {
            <option value=format!("{one:?}") prop:selected=move || level.get() == one>
                {move || lobby::level(one, shared.preferences.lang())}
            </option>
        }
    };
    let choose = move |event| {
        let chosen = event_target_value(&event);
        level.update(|level| *level = LEVELS.into_iter().find(|one| format!("{one:?}") == chosen).unwrap_or(*level));
    };
    let for_host = move || {
        view! {
            <label class="seat-level">
                <span>{shared.label(Label::BotLevels)}</span>
                <select id="bot-level" on:change=choose>{LEVELS.map(choice)}</select>
            </label>
            <button id="fill-and-begin" class:primary=move || !is_full.get() disabled=move || is_full.get()
                on:click=move |_| circle.place.ask(Ask::Begin { fill: Some(level.get_untracked()) })>
                {shared.label(Label::FillAndBegin)}
            </button>
            <button id="begin" class:primary=move || is_full.get() disabled=move || !is_full.get()
                on:click=move |_| circle.place.ask(Ask::Begin { fill: None })>
                {shared.label(Label::Begin)}
            </button>
        }
    };
    view! {
        <div class="gathering-controls">
            <Show when=move || circle.is_host.get() && circle.is_seated()>{for_host()}</Show>
        </div>
    }
}

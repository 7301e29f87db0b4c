//! The table of a game that is drawn as a board over a hand: its parts, and what input does to them.

use leptos::attr::Attribute;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element};
use words::screen::Label;

use super::hand::hand;
use crate::desk::{Desk, Held};
use crate::games::{Act, Action, Handled, Look, Parts, Sentence};
use crate::parts::list::keyed;
use crate::place::Hint;
use crate::pointer::{self, Drag};
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::walk::{is_elsewhere, walk};

/// What is smaller than this cannot be pressed by a finger for sure; a little less than 40 pixels, for what is rounded.
const FINGER: f64 = 39.5;

/// What makes an element of a board a spot: it is lit when what is lifted may go there, and can be walked to then.
pub(crate) fn spot_attributes<G: Handled>(desk: Desk<G>, spot: G::Spot) -> impl Attribute + Clone {
    let is_lit = move || desk.is_lit(spot);
    view! {
        <{..}
            data-spot=G::write_spot(spot)
            data-walk=move || is_lit().then_some("")
            tabindex=move || if is_lit() { "0" } else { "-1" }
            class:lit=is_lit
            class:hinted=move || desk.is_hinted(spot)
            class:wanted=move || desk.is_wanted(spot)
        />
    }
}

/// The parts of such a game's table.
pub(crate) fn hand_table<G: Handled>(desk: Desk<G>) -> Parts {
    pointer::watch(Drag {
        lifted: Callback::new(move |key: String| {
            if let Some(held) = desk.held_by_key(&key) {
                desk.lift(held);
            }
        }),
        dropped: Callback::new(move |(_, spot): (String, Option<String>)| {
            match spot.and_then(|spot| G::read_spot(&spot)) {
                Some(spot) => desk.point(spot),
                None => desk.put_back(),
            }
        }),
    });
    let actions = memo(move || G::actions(desk));
    watch_keys(desk, actions);
    let is_grown = keep_reachable(desk);
    let board = view! {
        <section class="board" data-grown=move || is_grown.get().then_some("") on:click=move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            if let Some(spot) = target.and_then(|target| spot_of::<G>(&target)) {
                desk.point(spot);
            }
        }>{G::board(desk)}</section>
        <button type="button" class="put-back" id="put-back" on:click=move |_| desk.put_back()>
            {desk.place.shared.label(Label::PutCardBack)}
        </button>
    };
    let buttons = view! {
        <div class="actions">
            {keyed(move || actions.get(), |action| action.id.to_owned(), move |action| button(desk, action.id, actions))}
        </div>
    };
    Parts { board: board.into_any(), prompt: prompt(desk), hand: hand(desk), actions: buttons.into_any() }
}

/// Whether the places of what is lifted are too small for fingers. Where fingers point, the style sheet then lets the
/// board grow over the hand, until a place is chosen or the card is put back.
fn keep_reachable<G: Handled>(desk: Desk<G>) -> RwSignal<bool> {
    let is_grown = RwSignal::new(false);
    // As long as other cards can join what is lifted, the hand is needed.
    let has_choice = memo(move || {
        let lifted = desk.lifted.read();
        let joins = |held: &Held<G::Card>| {
            let cards: Vec<G::Card> = lifted.iter().chain([held]).map(|held| held.card).collect();
            !lifted.contains(held) && desk.offer.read().may_lift(&cards)
        };
        !lifted.is_empty() && desk.lit.read().len() > 1 && !desk.held().iter().any(joins)
    });
    // It is measured as it lies ordinarily, once that is drawn.
    let measure = move || {
        is_grown.set(false);
        if has_choice.get_untracked() {
            request_animation_frame(move || {
                is_grown.set(is_cramped());
            });
        }
    };
    effect(move || {
        desk.lit.track();
        has_choice.track();
        measure();
    });
    let resized = window_event_listener(ev::resize, move |_| measure());
    on_cleanup(move || resized.remove());
    is_grown
}

/// Whether lit spots are smaller than a finger or lie over each other. Who drags needs no more room, and must find
/// everything where it was.
fn is_cramped() -> bool {
    let Ok(list) = document().query_selector_all(".board .lit[data-spot]") else { return false };
    let spots = (0..list.length()).filter_map(|index| list.item(index)?.dyn_into::<Element>().ok());
    let boxes: Vec<DomRect> = spots.map(|spot| spot.get_bounding_client_rect()).collect();
    let is_small = |one: &DomRect| one.width() < FINGER || one.height() < FINGER;
    let overlaps = |one: &DomRect, other: &DomRect| {
        one.left() + 1.0 < other.right()
            && other.left() + 1.0 < one.right()
            && one.top() + 1.0 < other.bottom()
            && other.top() + 1.0 < one.bottom()
    };
    let is_crossed = |(index, one): (usize, &DomRect)| boxes[..index].iter().any(|other| overlaps(one, other));
    let is_dragged = document().query_selector("body > .ghost").ok().flatten().is_some();
    !is_dragged && (boxes.iter().any(is_small) || boxes.iter().enumerate().any(is_crossed))
}

/// What one may do; once something is lifted, where it can go.
fn prompt<G: Handled>(desk: Desk<G>) -> Memo<Sentence> {
    memo(move || {
        let (names, lang) = (desk.place.names(), desk.place.shared.preferences.lang());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let lifted: Vec<G::Card> = desk.lifted.read().iter().map(|held| held.card).collect();
        let moves = desk.offer.read().moves_using(&lifted);
        let view = desk.view.read();
        let places = words::say_places(&lifted, &moves, &view, &names, lang);
        Sentence { text: places.unwrap_or_else(|| words::prompt(&view, &names, lang)), is_wrong: false }
    })
}

fn watch_keys<G: Handled>(desk: Desk<G>, actions: Memo<Vec<Action>>) {
    let keys = window_event_listener(ev::keydown, move |event| {
        if is_elsewhere(&event) {
            return;
        }
        let key = event.key();
        let is_pressed = |action: &&Action| action.key.eq_ignore_ascii_case(&key);
        let pressed = actions.read_untracked().iter().find(is_pressed).and_then(|action| action.act.clone());
        match (pressed, key.as_str()) {
            (Some(act), _) => do_act(desk, &act),
            (None, "Escape") => desk.put_back(),
            (None, "Enter" | " ") if point_at_focus(desk) => {}
            (None, key) if walk(key) => {}
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
}

fn spot_of<G: Handled>(element: &Element) -> Option<G::Spot> {
    G::read_spot(&element.closest("[data-spot]").ok()??.get_attribute("data-spot")?)
}

/// Points at the spot that has the focus, if it is one that keys do not press by themselves.
fn point_at_focus<G: Handled>(desk: Desk<G>) -> bool {
    let Some(element) = document().active_element() else { return false };
    // The browser presses buttons itself.
    if element.tag_name() == "BUTTON" || !element.has_attribute("data-spot") {
        return false;
    }
    spot_of::<G>(&element).map(|spot| desk.point(spot)).is_some()
}

fn do_act<G: Handled>(desk: Desk<G>, act: &Act) {
    match act {
        Act::Step(step) => {
            if desk.place.step(step) {
                desk.put_back();
            }
        }
        Act::Join(said) => desk.joined.update(|joined| *joined = if joined.is_some() { None } else { Some(said) }),
        Act::Lay => {
            desk.lay_where_it_fits();
        }
    }
}

/// A button stays the same while what it does changes: it keeps the focus.
fn button<G: Handled>(desk: Desk<G>, id: &'static str, actions: Memo<Vec<Action>>) -> impl IntoView {
    let action = Memo::new(move |old: Option<&Option<Action>>| {
        let now = actions.read().iter().find(|action| action.id == id).cloned();
        now.or_else(|| old.cloned().flatten())
    });
    let act = move || action.get().and_then(|action| action.act);
    let is_hinted = move || match (act(), desk.place.hint.get()) {
        (Some(Act::Step(step)), Hint::Given(advice)) => advice.step == step,
        _ => false,
    };
    let is_wanted = move || matches!(act(), Some(Act::Step(step)) if desk.place.wanted().contains(&step));
    let look = move || {
        let look = match action.get().map_or(Look::Plain, |action| action.look) {
            Look::Plain => "action",
            Look::Primary => "action main",
            Look::Alarm => "action alarm",
        };
        let mark = match (is_hinted(), is_wanted()) {
            (true, _) => " hinted",
            (false, true) => " wanted",
            (false, false) => "",
        };
        format!("{look}{mark}")
    };
    let pressed = move || match act() {
        Some(Act::Join(said)) => Some((desk.joined.get() == Some(said)).to_string()),
        _ => None,
    };
    let key = move || action.get().map(|action| action.key);
    view! {
        <button type="button" id=id class=look disabled=move || act().is_none() data-walk="" aria-keyshortcuts=key
            aria-pressed=pressed
            on:click=move |_| {
                if let Some(act) = untrack(act) {
                    do_act(desk, &act);
                }
            }>
            <span>{move || action.get().map(|action| action.label)}</span>
            <kbd aria-hidden="true">{move || key().map(str::to_ascii_uppercase)}</kbd>
        </button>
    }
}

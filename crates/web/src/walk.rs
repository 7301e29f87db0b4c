//! The arrow keys walk over everything that can be pointed at: cards, lit spots, buttons.
//!
//! Whatever can be walked to carries `data-walk`. An arrow goes to the nearest such element in its direction, so a new
//! board needs nothing of its own.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, HtmlElement, SvgElement};

/// Walks in the direction of an arrow key; whether the key was one and there was somewhere to go.
pub(crate) fn walk(key: &str) -> bool {
    let (dx, dy) = match key {
        "ArrowLeft" => (-1.0, 0.0),
        "ArrowRight" => (1.0, 0.0),
        "ArrowUp" => (0.0, -1.0),
        "ArrowDown" => (0.0, 1.0),
        _ => return false,
    };
    let here = document().active_element().filter(|element| element.has_attribute("data-walk"));
    let Some(here) = here else { return first().is_some_and(|element| focus(&element)) };
    let from = centre(&here.get_bounding_client_rect());
    let row = here.get_bounding_client_rect().height();
    let cost = |element: &Element| {
        let to = centre(&element.get_bounding_client_rect());
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let ahead = x * dx + y * dy;
        let aside = (x * dy).abs() + (y * dx).abs();
        // Along a row one stays in it as long as it goes on; else what lies straight ahead is nearer than what lies aside.
        let leaves_row = dx != 0.0 && aside > row / 2.0;
        (ahead > 4.0).then_some(ahead + 2.5 * aside + if leaves_row { 1e4 } else { 0.0 })
    };
    let candidates = walkable().into_iter().filter(|element| *element != here);
    let best = candidates.filter_map(|element| Some((cost(&element)?, element))).min_by(|a, b| a.0.total_cmp(&b.0));
    best.is_some_and(|(_, element)| focus(&element))
}

/// Where the focus was before a change.
pub(crate) struct Focus {
    element: Element,
    place: (f64, f64),
    is_in_hand: bool,
}

/// Notes where the focus is, if it is on something that can be walked to.
pub(crate) fn note_focus() -> Option<Focus> {
    let element = document().active_element().filter(|element| element.has_attribute("data-walk"))?;
    let place = centre(&element.get_bounding_client_rect());
    let is_in_hand = element.closest("[data-hand]").ok().flatten().is_some();
    Some(Focus { element, place, is_in_hand })
}

/// Once the page is drawn anew: if what had the focus is gone or cannot be used any more, its neighbour has it.
pub(crate) fn keep_focus(before: Option<Focus>) {
    let Some(before) = before else { return };
    request_animation_frame(move || {
        let is_lost = document().active_element().is_none_or(|now| now.tag_name() == "BODY");
        let is_useless = before.element.has_attribute("disabled");
        if !is_lost && !is_useless {
            return;
        }
        let distance = |element: &Element| {
            let at = centre(&element.get_bounding_client_rect());
            // A card that was laid hands the focus to another card, if there is one.
            let is_away = before.is_in_hand && element.closest("[data-hand]").ok().flatten().is_none();
            (at.0 - before.place.0).hypot(at.1 - before.place.1) + if is_away { 1e6 } else { 0.0 }
        };
        let neighbours = walkable().into_iter().filter(|element| *element != before.element);
        if let Some(neighbour) = neighbours.min_by(|one, other| distance(one).total_cmp(&distance(other))) {
            focus(&neighbour);
        }
    });
}

/// Puts the focus on the first element that matches, if there is one.
pub(crate) fn focus_on(selector: &str) -> bool {
    document().query_selector(selector).ok().flatten().is_some_and(|element| focus(&element))
}

fn first() -> Option<Element> {
    let held = document().query_selector("[data-hand] [data-walk]").ok().flatten();
    held.or_else(|| walkable().into_iter().next())
}

fn walkable() -> Vec<Element> {
    let Ok(list) = document().query_selector_all("[data-walk]:not([disabled])") else { return Vec::new() };
    let elements = (0..list.length()).filter_map(|index| list.item(index)?.dyn_into::<Element>().ok());
    elements.filter(|element| element.get_bounding_client_rect().width() > 0.0).collect()
}

fn focus(element: &Element) -> bool {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        return element.focus().is_ok();
    }
    element.dyn_ref::<SvgElement>().is_some_and(|element| element.focus().is_ok())
}

fn centre(rect: &DomRect) -> (f64, f64) {
    (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0)
}

/// Whether a key is not meant for what lies on the table: it is taken, or this is a replay, which has the keys.
pub(crate) fn is_elsewhere(event: &web_sys::KeyboardEvent) -> bool {
    is_taken(event) || document().query_selector(".tabletop[data-replay]").ok().flatten().is_some()
}

/// Whether a key is meant for a field, a dialog, or the browser.
pub(crate) fn is_taken(event: &web_sys::KeyboardEvent) -> bool {
    let is_browsers = event.ctrl_key() || event.meta_key() || event.alt_key();
    let is_dialog = document().query_selector("dialog[open]").ok().flatten().is_some();
    let tag = document().active_element().map(|element| element.tag_name()).unwrap_or_default();
    is_browsers || is_dialog || matches!(tag.as_str(), "INPUT" | "TEXTAREA" | "SELECT")
}

//! Cards travel from where they were to where they are.
//!
//! Whatever travels carries `data-travel` with the name of the card. Before a change the places of all such elements are
//! noted; after it each one is moved from where a card of that name was, or from the place it came from: the pile or the
//! seat that acted. Nothing waits for this, and with reduced motion it does not happen.
//!
//! Deliberately absent: where things lie; that is the page's own affair.

use std::collections::BTreeMap;

use js_sys::{Array, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DomRect, Element, HtmlElement};

/// How long a card travels, in milliseconds.
const TRAVEL_MS: f64 = 220.0;
/// How long a token flies, and how long after the one before it the next one starts.
const FLIGHT_MS: f64 = 420.0;
const APART_MS: f64 = 45.0;
/// How many straight pieces the arc of a flight is made of.
const ARC_PIECES: u8 = 12;

/// Where everything was before a change.
pub(crate) struct Before {
    places: BTreeMap<String, Vec<DomRect>>,
}

/// Notes where everything is.
pub(crate) fn note() -> Before {
    let mut places: BTreeMap<String, Vec<DomRect>> = BTreeMap::new();
    for (name, element) in travellers() {
        places.entry(name).or_default().push(element.get_bounding_client_rect());
    }
    Before { places }
}

/// Moves what has changed its place, once the page is drawn anew. What was nowhere comes from `origin`, the
/// `data-place` of an element; what appears in one's own hand comes from the pile.
pub(crate) fn play(before: Before, origin: Option<String>) {
    if is_reduced() {
        return;
    }
    request_animation_frame(move || {
        let mut places = before.places;
        let mut arrived = Vec::new();
        for (name, element) in travellers() {
            let now = element.get_bounding_client_rect();
            let from = places.get_mut(&name).and_then(|rects| nearest(rects, &now));
            match from {
                Some(from) => slide(&element, &from, &now, 3.0),
                None => arrived.push((element, now)),
            }
        }
        for (element, now) in arrived {
            let is_held = element.closest("[data-hand]").ok().flatten().is_some();
            let source = if is_held { Some("pile".to_owned()) } else { origin.clone() };
            if let Some(from) = source.and_then(|source| place(&source)) {
                // A seat is wider than a card, which does not grow for it.
                slide(&element, &from.get_bounding_client_rect(), &now, 1.0);
            }
        }
    });
}

/// Lets a token fly in a high arc from one place to another. Several go one after the other: this is the `number`-th.
pub(crate) fn fly(from: &str, to: &str, number: u8) {
    let (Some(from), Some(to)) = (place(from), place(to)) else { return };
    if is_reduced() {
        return;
    }
    let (Ok(ghost), Some(body)) = (document().create_element("span"), document().body()) else { return };
    ghost.set_class_name("flying-token");
    let _ = ghost.set_attribute("aria-hidden", "true");
    ghost.set_inner_html("<svg viewBox=\"0 0 40 40\"><use href=\"#token\"/></svg>");
    let (from, to) = (centre(&from.get_bounding_client_rect()), centre(&to.get_bounding_client_rect()));
    let Some(ghost) = ghost.dyn_ref::<HtmlElement>() else { return };
    let _ = ghost.style().set_property("left", &format!("{}px", to.0));
    let _ = ghost.style().set_property("top", &format!("{}px", to.1));
    if body.append_child(ghost).is_err() {
        return;
    }
    let (dx, dy) = (from.0 - to.0, from.1 - to.1);
    let height = 40.0 + dx.hypot(dy) / 4.0;
    let point = |piece: u8| {
        let left = 1.0 - f64::from(piece) / f64::from(ARC_PIECES);
        let lift = 4.0 * height * left * (1.0 - left);
        format!("translate({:.1}px, {:.1}px)", dx * left, dy * left - lift)
    };
    let points: Vec<String> = (0..=ARC_PIECES).map(point).collect();
    let delay = APART_MS * f64::from(number);
    animate(ghost, &[("transform", &points)], FLIGHT_MS, delay);
    let ghost = ghost.clone();
    set_timeout(move || ghost.remove(), std::time::Duration::from_millis((delay + FLIGHT_MS) as u64));
}

/// Whether the person has asked the system for less motion.
pub(crate) fn is_reduced() -> bool {
    let asked = window().match_media("(prefers-reduced-motion: reduce)");
    asked.ok().flatten().is_some_and(|asked| asked.matches())
}

fn travellers() -> Vec<(String, Element)> {
    let Ok(list) = document().query_selector_all("[data-travel]") else { return Vec::new() };
    let elements = (0..list.length()).filter_map(|index| list.item(index)?.dyn_into::<Element>().ok());
    elements.filter_map(|element| Some((element.get_attribute("data-travel")?, element))).collect()
}

fn place(name: &str) -> Option<Element> {
    document().query_selector(&format!("[data-place=\"{name}\"]")).ok()?
}

/// Takes the place that is nearest: of two equal cards each keeps its own.
fn nearest(rects: &mut Vec<DomRect>, to: &DomRect) -> Option<DomRect> {
    let distance = |rect: &DomRect| (rect.x() - to.x()).abs() + (rect.y() - to.y()).abs();
    let best = (0..rects.len()).min_by(|one, other| distance(&rects[*one]).total_cmp(&distance(&rects[*other])))?;
    Some(rects.swap_remove(best))
}

fn centre(rect: &DomRect) -> (f64, f64) {
    (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0)
}

/// Moves an element from one place to another; it begins as wide as the first, within limits.
fn slide(element: &Element, from: &DomRect, to: &DomRect, widest: f64) {
    let (dx, dy) = (centre(from).0 - centre(to).0, centre(from).1 - centre(to).1);
    if dx.abs() < 2.0 && dy.abs() < 2.0 || to.width() == 0.0 {
        return;
    }
    let scale = (from.width() / to.width()).clamp(0.3, widest);
    let transform = [format!("translate({dx}px, {dy}px) scale({scale})"), "none".into()];
    let none = ["none".to_owned(), "none".to_owned()];
    let mut properties = vec![("transform", &transform[..])];
    // What comes from afar lets presses through to what it flies over; what only moves aside can be pressed meanwhile.
    if dx.hypot(dy) > to.width() {
        properties.push(("pointerEvents", &none));
    }
    animate(element, &properties, TRAVEL_MS, 0.0);
}

/// The browser's own animation, of properties through several values, after a delay; both times in milliseconds.
fn animate(element: &Element, properties: &[(&str, &[String])], duration: f64, delay: f64) {
    let frames = Object::new();
    for (property, values) in properties {
        let values: Array = values.iter().map(|value| JsValue::from_str(value)).collect();
        let _ = Reflect::set(&frames, &JsValue::from_str(property), &values);
    }
    let options = Object::new();
    let _ = Reflect::set(&options, &"duration".into(), &duration.into());
    let _ = Reflect::set(&options, &"delay".into(), &delay.into());
    let _ = Reflect::set(&options, &"fill".into(), &"backwards".into());
    let _ = Reflect::set(&options, &"easing".into(), &"cubic-bezier(.2,.7,.3,1)".into());
    // An old browser without animations shows the card where it is.
    if let Ok(method) = Reflect::get(element, &"animate".into())
        && let Some(method) = method.dyn_ref::<js_sys::Function>()
    {
        let _ = method.call2(element, &frames, &options);
    }
}

//! Cards travel from where they were to where they are.
//!
//! Whatever travels carries `data-travel` with the name of the card. Before a change the places of all such elements are
//! noted; after it each one is moved from where a card of that name was, or from the place it came from: the pile or the
//! seat that acted. Nothing waits for this, and with reduced motion it does not happen.
//!
//! Deliberately absent: where things lie; that is the page's own affair.

use js_sys::{Array, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DomRect, Element, HtmlElement};

/// How long cards travel, in milliseconds: those one lays or that make room, those of others, and those one draws.
const LAY_MS: f64 = 260.0;
const OTHERS_MS: f64 = 320.0;
const DRAW_MS: f64 = 240.0;
/// How long a dealt card travels, how long after the one before it the next one starts, and how long all may take.
const DEAL_MS: f64 = 280.0;
const DEAL_APART_MS: f64 = 60.0;
const DEAL_MOST_MS: f64 = 1400.0;
/// What the animations of a deal are called; `start.js` ends them when somebody presses anything.
const DEAL: &str = "deal";
/// How long a token flies, and how long after the one before it the next one starts.
const FLIGHT_MS: f64 = 420.0;
const APART_MS: f64 = 45.0;
/// How large a card is as it lands.
const LANDING: f64 = 1.04;
/// How many straight pieces the arc of a flight is made of.
const ARC_PIECES: u8 = 12;

/// Where everything was before a change.
pub(crate) struct Before {
    /// Each with the name of what was there.
    places: Vec<(String, DomRect)>,
}

/// Notes where everything is.
pub(crate) fn note() -> Before {
    let place = |(name, element): (String, Element)| (name, element.get_bounding_client_rect());
    Before { places: travellers().into_iter().map(place).collect() }
}

/// What a change came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// A round was dealt.
    Deal,
    /// A seat has made a step: the `data-place` of the seat.
    Step(String),
    /// Anything else; what is new comes from the pile.
    Other,
}

/// Moves what has changed its place, once the page is drawn anew. What was nowhere comes from the fan of the seat that
/// acted or from the pile; what appears in one's own hand comes from the pile.
pub(crate) fn play(before: Before, cause: Cause) {
    if is_reduced() {
        return;
    }
    request_animation_frame(move || {
        let mut places = before.places;
        let mut arrived = Vec::new();
        let is_deal = cause == Cause::Deal;
        for (name, element) in travellers() {
            let now = element.get_bounding_client_rect();
            let is_held = element.closest("[data-hand]").ok().flatten().is_some();
            // A hand is dealt anew, whatever was held before.
            let known = if is_deal && is_held { None } else { take_nearest(&mut places, &name, &now) };
            match known {
                Some(from) => travel(&element, &from, &now, Trip { widest: 3.0, duration: LAY_MS, delay: None }),
                None => arrived.push((element, now, is_held)),
            }
        }
        let most = (DEAL_MOST_MS - DEAL_MS) / (arrived.len().max(2) - 1) as f64;
        for (index, (element, now, is_held)) in arrived.into_iter().enumerate() {
            let (source, duration) = match &cause {
                Cause::Deal => ("pile", DEAL_MS),
                _ if is_held => ("pile", DRAW_MS),
                Cause::Step(seat) => (seat.as_str(), OTHERS_MS),
                Cause::Other => ("pile", LAY_MS),
            };
            // Where there is no pile, cards are dealt from the middle.
            let fan = find(&format!("[data-place=\"{source}\"] .fan"));
            let middle = || is_deal.then(|| find(".board")).flatten();
            if let Some(from) = fan.or_else(|| place(source)).or_else(middle) {
                let delay = is_deal.then(|| DEAL_APART_MS.min(most) * index as f64);
                // A seat is wider than a card, which does not grow for it.
                travel(&element, &from.get_bounding_client_rect(), &now, Trip { widest: 1.0, duration, delay });
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
    animate(ghost, &[("transform", &points)], "", FLIGHT_MS, delay);
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
    find(&format!("[data-place=\"{name}\"]"))
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok()?
}

/// Takes the place of that name that is nearest: of two equal cards each keeps its own.
fn take_nearest(places: &mut Vec<(String, DomRect)>, name: &str, to: &DomRect) -> Option<DomRect> {
    let distance = |index: &usize| {
        let rect = &places[*index].1;
        (rect.x() - to.x()).abs() + (rect.y() - to.y()).abs()
    };
    let named = (0..places.len()).filter(|index| places[*index].0 == name);
    let best = named.min_by(|one, other| distance(one).total_cmp(&distance(other)))?;
    Some(places.swap_remove(best).1)
}

fn centre(rect: &DomRect) -> (f64, f64) {
    (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0)
}

/// How something goes from one place to another.
#[derive(Clone, Copy)]
struct Trip {
    /// It begins as wide as the first place, but at most so many times its own width.
    widest: f64,
    /// In milliseconds.
    duration: f64,
    /// What is dealt comes after so many milliseconds, and is not seen before.
    delay: Option<f64>,
}

/// Moves an element from one place to another. What only makes room goes straight; what comes from afar goes in a slight
/// arc and lands a little larger than it lies.
fn travel(element: &Element, from: &DomRect, to: &DomRect, trip: Trip) {
    let (dx, dy) = (centre(from).0 - centre(to).0, centre(from).1 - centre(to).1);
    if dx.abs() < 2.0 && dy.abs() < 2.0 || to.width() == 0.0 {
        return;
    }
    let distance = dx.hypot(dy);
    let is_far = distance > to.width();
    let scale = (from.width() / to.width()).clamp(0.3, trip.widest);
    let mut transform = vec![format!("translate({dx}px, {dy}px) scale({scale})")];
    if is_far {
        let lift = dy / 2.0 - (distance * 0.12).min(48.0);
        transform.push(format!("translate({}px, {lift}px) scale({})", dx / 2.0, f64::midpoint(scale, LANDING)));
        transform.push(format!("scale({LANDING})"));
    }
    transform.push("none".into());
    let none = ["none".to_owned(), "none".to_owned()];
    let seen = ["0", "1", "1"].map(str::to_owned);
    let mut properties = vec![("transform", &transform[..])];
    // What comes from afar lets presses through to what it flies over; what only moves aside can be pressed meanwhile.
    if is_far {
        properties.push(("pointerEvents", &none));
    }
    if trip.delay.is_some() {
        properties.push(("opacity", &seen));
    }
    let name = if trip.delay.is_some() { DEAL } else { "" };
    animate(element, &properties, name, trip.duration, trip.delay.unwrap_or(0.0));
}

/// The browser's own animation, of properties through several values, after a delay; both times in milliseconds.
fn animate(element: &Element, properties: &[(&str, &[String])], name: &str, duration: f64, delay: f64) {
    let frames = Object::new();
    for (property, values) in properties {
        let values: Array = values.iter().map(|value| JsValue::from_str(value)).collect();
        let _ = Reflect::set(&frames, &JsValue::from_str(property), &values);
    }
    let options = Object::new();
    let texts = [("id", name), ("fill", "backwards"), ("easing", "cubic-bezier(.2,.8,.2,1)")];
    let texts = texts.map(|(option, text)| (option, JsValue::from_str(text)));
    for (option, value) in texts.into_iter().chain([("duration", duration.into()), ("delay", delay.into())]) {
        let _ = Reflect::set(&options, &option.into(), &value);
    }
    // An old browser without animations shows the card where it is.
    if let Ok(method) = Reflect::get(element, &"animate".into())
        && let Some(method) = method.dyn_ref::<js_sys::Function>()
    {
        let _ = method.call2(element, &frames, &options);
    }
}

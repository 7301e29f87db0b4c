//! Dragging with mouse or finger: a piece follows the pointer and is put on what lies under it when let go.
//!
//! What can be lifted carries `data-piece`, what it can be put on carries `data-spot`. A press that hardly moves is no
//! drag; it stays the click that every element sees to itself. A finger that moves along the hand scrolls it; one that
//! leaves it lifts the card. A piece with `data-free` follows a finger in every direction.
//!
//! Deliberately absent: what pieces and spots are; they are texts here.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent};

/// A press that moves less is a click.
const SLACK: f64 = 8.0;

/// What is told of a drag.
#[derive(Clone, Copy)]
pub(crate) struct Drag {
    /// A piece was lifted.
    pub(crate) lifted: Callback<String>,
    /// It was let go over a spot, or over none.
    pub(crate) dropped: Callback<(String, Option<String>)>,
}

struct Pressed {
    piece: String,
    element: Element,
    pointer: i32,
    is_touch: bool,
    start: (f64, f64),
    ghost: Option<HtmlElement>,
}

/// Watches the page for drags until the screen is left.
pub(crate) fn watch(drag: Drag) {
    let pressed: StoredValue<Option<Pressed>, LocalStorage> = StoredValue::new_local(None);
    let down = window_event_listener(ev::pointerdown, move |event| {
        let Some(piece) = target(&event).and_then(|element| closest(&element, "data-piece")) else { return };
        let (element, name) = piece;
        if event.button() != 0 || element.has_attribute("disabled") {
            return;
        }
        // Links and images have a dragging of their own, which is not wanted.
        let is_touch = event.pointer_type() == "touch";
        if !is_touch {
            event.prevent_default();
            if let Some(element) = element.dyn_ref::<HtmlElement>() {
                let _ = element.focus();
            }
        }
        let start = (f64::from(event.client_x()), f64::from(event.client_y()));
        let pointer = event.pointer_id();
        pressed.set_value(Some(Pressed { piece: name, element, pointer, is_touch, start, ghost: None }));
    });
    let moved = window_event_listener(ev::pointermove, move |event| {
        pressed.update_value(|pressed| {
            let Some(pressed) = pressed.as_mut().filter(|pressed| pressed.pointer == event.pointer_id()) else {
                return;
            };
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            let (dx, dy) = (x - pressed.start.0, y - pressed.start.1);
            // Along the hand a finger scrolls, unless the piece is free to go anywhere.
            let scrolls = pressed.is_touch && !pressed.element.has_attribute("data-free");
            let is_lift = if scrolls { dy.abs() > SLACK && dy.abs() > dx.abs() } else { dx.hypot(dy) > SLACK };
            if pressed.ghost.is_none() && is_lift {
                pressed.ghost = ghost(&pressed.element);
                let _ = pressed.element.class_list().add_1("dragged");
                drag.lifted.run(pressed.piece.clone());
            }
            if let Some(ghost) = &pressed.ghost {
                let _ = ghost.style().set_property("transform", &format!("translate({dx}px, {dy}px)"));
                mark(under(x, y).as_ref());
            }
        });
    });
    let up = window_event_listener(ev::pointerup, move |event| {
        let Some(let_go) = pressed.try_update_value(Option::take).flatten() else { return };
        let Pressed { piece, element, ghost, is_touch, .. } = let_go;
        let Some(ghost) = ghost else { return };
        ghost.remove();
        let _ = element.class_list().remove_1("dragged");
        mark(None);
        let spot = under(f64::from(event.client_x()), f64::from(event.client_y()));
        // A finger that has moved makes no click.
        if !is_touch {
            swallow_click();
        }
        drag.dropped.run((piece, spot.and_then(|spot| spot.get_attribute("data-spot"))));
    });
    let cancelled = window_event_listener(ev::pointercancel, move |_| {
        let Some(Pressed { ghost: Some(ghost), element, piece, .. }) = pressed.try_update_value(Option::take).flatten()
        else {
            return;
        };
        ghost.remove();
        let _ = element.class_list().remove_1("dragged");
        mark(None);
        drag.dropped.run((piece, None));
    });
    on_cleanup(move || {
        down.remove();
        moved.remove();
        up.remove();
        cancelled.remove();
    });
}

fn target(event: &PointerEvent) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn closest(element: &Element, attribute: &str) -> Option<(Element, String)> {
    let found = element.closest(&format!("[{attribute}]")).ok()??;
    let name = found.get_attribute(attribute)?;
    Some((found, name))
}

/// The spot under the pointer.
fn under(x: f64, y: f64) -> Option<Element> {
    let element = document().element_from_point(x as f32, y as f32)?;
    closest(&element, "data-spot").map(|(element, _)| element)
}

/// Marks the spot that a piece hovers over.
fn mark(spot: Option<&Element>) {
    if let Ok(Some(marked)) = document().query_selector(".hovered")
        && Some(&marked) != spot
    {
        let _ = marked.class_list().remove_1("hovered");
    }
    if let Some(spot) = spot {
        let _ = spot.class_list().add_1("hovered");
    }
}

/// A copy that follows the pointer.
fn ghost(element: &Element) -> Option<HtmlElement> {
    let rect = element.get_bounding_client_rect();
    let copy = element.clone_node_with_deep(true).ok()?.dyn_into::<HtmlElement>().ok()?;
    for attribute in ["id", "data-travel", "data-piece", "data-walk", "data-spot"] {
        let _ = copy.remove_attribute(attribute);
    }
    let _ = copy.class_list().add_1("ghost");
    let _ = copy.set_attribute("aria-hidden", "true");
    for (property, value) in [("left", rect.x()), ("top", rect.y()), ("width", rect.width()), ("height", rect.height())]
    {
        let _ = copy.style().set_property(property, &format!("{value}px"));
    }
    // Away from its place it keeps the sizes it has there.
    if let Ok(Some(style)) = window().get_computed_style(element) {
        for property in ["--card", "--high", "--tile", "--lift", "--aside"] {
            if let Ok(value) = style.get_property_value(property) {
                let _ = copy.style().set_property(property, &value);
            }
        }
    }
    document().body()?.append_child(&copy).ok()?;
    Some(copy)
}

/// The click that ends a drag is no click.
fn swallow_click() {
    let options = web_sys::AddEventListenerOptions::new();
    options.set_capture(true);
    options.set_once(true);
    let swallow = wasm_bindgen::closure::Closure::once_into_js(|event: web_sys::Event| event.stop_propagation());
    let function: &js_sys::Function = swallow.unchecked_ref();
    let _ = window().add_event_listener_with_callback_and_add_event_listener_options("click", function, &options);
    // A click follows at once or not at all; the next one is meant.
    let function = function.clone();
    set_timeout(
        move || {
            let _ = window().remove_event_listener_with_callback_and_bool("click", &function, true);
        },
        std::time::Duration::ZERO,
    );
}

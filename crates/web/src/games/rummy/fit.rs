//! How large the tiles of the table are: as large as they can be while all sets are in sight.
//!
//! Deliberately absent: how sets flow; that is the style sheet's affair.

use js_sys::{Array, Function, Reflect};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

use super::workbench::Workbench;

use crate::reactive::{effect, memo};

/// The widths a tile can have, in half pixels: as large as in the hand of a person, and as small as can be read.
const LARGEST: u32 = 152;
const SMALLEST: u32 = 32;
/// So much room is left at the edge of the table for what stands out.
const MARGIN: i32 = 8;

/// Keeps the tiles of the table as large as they can be, when they or the window change.
pub(super) fn keep_fitting(bench: Workbench, sets: NodeRef<Div>) {
    // Asked for by the browser it may come after the screen was left. What is dragged must find everything where it was.
    let fit = move || {
        if let Some(Some(sets)) = sets.try_get_untracked()
            && bench.is_dragging.try_get_untracked() == Some(false)
        {
            fit(&sets);
        }
    };
    let groups = memo(move || bench.draft.read().now().groups.clone());
    effect(move || {
        drop(groups.read());
        bench.is_dragging.track();
        sets.track();
        // At once, so that what travels knows where to; and again once everything is drawn.
        fit();
        request_animation_frame(fit);
    });
    effect(move || {
        let Some(sets) = sets.get() else { return };
        watch_size(&sets, fit);
    });
}

/// Sets the largest width at which nothing goes over the edge.
fn fit(sets: &HtmlElement) {
    let fits = |width: u32| {
        let _ = sets.style().set_property("--tile", &format!("{}px", f64::from(width) / 2.0));
        is_inside(sets)
    };
    let (mut fitting, mut too_large) = (SMALLEST, LARGEST + 1);
    while fitting + 1 < too_large {
        let middle = u32::midpoint(fitting, too_large);
        if fits(middle) { fitting = middle } else { too_large = middle }
    }
    fits(fitting);
}

/// Whether all sets lie inside their table, as they are laid out: tiles may be under way to them.
fn is_inside(sets: &HtmlElement) -> bool {
    let (right, bottom) = (sets.client_width() - MARGIN, sets.client_height() - MARGIN);
    let mut next = sets.first_element_child();
    while let Some(element) = next {
        if let Some(set) = element.dyn_ref::<HtmlElement>()
            && (set.offset_left() + set.offset_width() > right || set.offset_top() + set.offset_height() > bottom)
        {
            return false;
        }
        next = element.next_element_sibling();
    }
    true
}

/// Does something whenever an element has changed its size, as long as it is there. The browser's observer is asked for by
/// its name: a binding would be there for this one use.
fn watch_size(element: &HtmlElement, changed: impl Fn() + 'static) {
    let changed = Closure::<dyn FnMut()>::new(changed).into_js_value();
    let get = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).ok()?.dyn_into::<Function>().ok();
    let observer =
        get(&window(), "ResizeObserver").and_then(|kind| Reflect::construct(&kind, &Array::of1(&changed)).ok());
    if let Some(observer) = observer
        && let Some(observe) = get(&observer, "observe")
    {
        let _ = observe.call1(&observer, element);
    }
}

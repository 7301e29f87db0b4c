//! Scripts beside the program: what the page loads for it (`assets/start.js`), and what few people need, which is fetched
//! when it is first wanted (`assets/figures.js`, `assets/share.js`).
//!
//! Deliberately absent: what they do.

use js_sys::{Array, Function, Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Calls a function of the global scope with texts; nothing if there is none, or it fails.
pub(crate) fn call(function: &str, arguments: &[&str]) -> Option<JsValue> {
    let function = Reflect::get(window().as_ref(), &function.into()).ok()?.dyn_into::<Function>().ok()?;
    let given = Array::new();
    for argument in arguments {
        given.push(&(*argument).into());
    }
    function.apply(&JsValue::UNDEFINED, &given).ok()
}

/// The same for a function that takes a while.
pub(crate) async fn call_later(function: &str, arguments: &[&str]) -> Option<JsValue> {
    JsFuture::from(Promise::resolve(&call(function, arguments)?)).await.ok()
}

/// Fetches a script, unless it is there already; whether it is.
pub(crate) async fn load(file: &str) -> bool {
    call_later("loadScript", &[file]).await.is_some()
}

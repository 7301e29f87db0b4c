//! Giving a text away: to the clipboard, or to whatever the device shares things with.
//!
//! Browsers offer both only where they trust the address, so that whether they are there has to be asked first; that is
//! why they are looked up by name.
//!
//! Deliberately absent: what is given away.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

/// Copies what stands in a field; whether it worked.
pub(crate) async fn copy(field: HtmlInputElement) -> bool {
    let clipboard = member(window().navigator().as_ref(), "clipboard");
    if let Some(clipboard) = clipboard
        && let Some(written) = call(&clipboard, "writeText", &[field.value().into()])
        && JsFuture::from(Promise::resolve(&written)).await.is_ok()
    {
        return true;
    }
    // Browsers that do not trust the address still copy what is marked.
    field.select();
    call(document().as_ref(), "execCommand", &["copy".into()]).is_some_and(|done| done.is_truthy())
}

/// Whether the device can share an address.
pub(crate) fn can_share() -> bool {
    member(window().navigator().as_ref(), "share").is_some()
}

/// Offers an address to whatever the device shares things with. Whoever thinks better of it has lost nothing.
pub(crate) async fn share(title: &str, address: &str) {
    let shared = Object::new();
    for (name, value) in [("title", title), ("url", address)] {
        let _ = Reflect::set(&shared, &name.into(), &value.into());
    }
    if let Some(sharing) = call(window().navigator().as_ref(), "share", &[shared.into()]) {
        let _ = JsFuture::from(Promise::resolve(&sharing)).await;
    }
}

fn member(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|member| !member.is_undefined() && !member.is_null())
}

fn call(object: &JsValue, name: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function = member(object, name)?.dyn_into::<Function>().ok()?;
    Reflect::apply(&function, object, &arguments.iter().collect()).ok()
}

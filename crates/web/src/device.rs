//! What the device offers besides the page: clipboard, share sheet, full screen, a screen kept awake, vibration,
//! notifications.
//!
//! Browsers offer most of it only where they trust the address, so that whether it is there has to be asked first; that
//! is why everything is looked up by name. Where something is missing, nothing happens.
//!
//! Deliberately absent: what is shared or told.

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

/// So many bytes are added to a deal.
const ENTROPY_LENGTH: u32 = 32;

/// Bytes that nobody can foretell, from the browser's own generator for secrets.
pub(crate) fn entropy() -> Option<Vec<u8>> {
    let bytes = Uint8Array::new_with_length(ENTROPY_LENGTH);
    let crypto = member(window().as_ref(), "crypto")?;
    call(&crypto, "getRandomValues", &[bytes.clone().into()])?;
    Some(bytes.to_vec())
}

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

/// Lets the version of the client that waits take over; the page is loaded anew for it.
pub(crate) fn take_new_version() {
    call(window().as_ref(), "takeNewVersion", &[]);
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

/// Whether a page can fill the whole screen.
pub(crate) fn has_full_screen() -> bool {
    member(document().as_ref(), "fullscreenEnabled").is_some_and(|enabled| enabled.is_truthy())
}

/// Fills the whole screen, or gives it back.
pub(crate) fn toggle_full_screen() {
    let document = document();
    if member(document.as_ref(), "fullscreenElement").is_some() {
        call(document.as_ref(), "exitFullscreen", &[]);
    } else if let Some(root) = document.document_element() {
        call(root.as_ref(), "requestFullscreen", &[]);
    }
}

/// Keeps the screen awake as long as the caller's screen is there. The browser lets go of it whenever the page is
/// hidden, so it is asked again when the page is seen.
pub(crate) fn keep_awake() {
    let lock: StoredValue<Option<JsValue>, LocalStorage> = StoredValue::new_local(None);
    let ask = move || {
        let Some(wake_lock) = member(window().navigator().as_ref(), "wakeLock") else { return };
        let Some(asked) = call(&wake_lock, "request", &["screen".into()]) else { return };
        spawn_local(async move {
            if let Ok(granted) = JsFuture::from(Promise::resolve(&asked)).await
                && lock.try_set_value(Some(granted.clone())).is_some()
            {
                call(&granted, "release", &[]);
            }
        });
    };
    ask();
    let seen = window_event_listener(ev::visibilitychange, move |_| {
        if !is_hidden() {
            ask();
        }
    });
    on_cleanup(move || {
        seen.remove();
        if let Some(granted) = lock.try_get_value().flatten() {
            call(&granted, "release", &[]);
        }
    });
}

/// Whether nobody sees the page.
pub(crate) fn is_hidden() -> bool {
    member(document().as_ref(), "hidden").is_some_and(|hidden| hidden.is_truthy())
}

/// Lets the device vibrate shortly, once somebody has touched the page: before that browsers refuse it.
pub(crate) fn vibrate() {
    let activation = member(window().navigator().as_ref(), "userActivation");
    let was_touched = activation.and_then(|activation| member(&activation, "hasBeenActive"));
    if !was_touched.is_some_and(|was_touched| was_touched.is_truthy()) {
        return;
    }
    call(window().navigator().as_ref(), "vibrate", &[60.into()]);
}

/// Whether notifications can be asked for.
pub(crate) fn has_notifications() -> bool {
    member(window().as_ref(), "Notification").is_some()
}

/// Asks the person whether the browser may notify them; whether it may.
pub(crate) async fn allow_notifications() -> bool {
    let Some(notification) = member(window().as_ref(), "Notification") else { return false };
    let Some(asked) = call(&notification, "requestPermission", &[]) else { return false };
    JsFuture::from(Promise::resolve(&asked)).await.is_ok_and(|answer| answer == "granted")
}

/// Shows a notification, if the person has allowed it.
pub(crate) fn notify(title: &str) {
    let Some(notification) = member(window().as_ref(), "Notification") else { return };
    let is_allowed = member(&notification, "permission").is_some_and(|permission| permission == "granted");
    if let Some(constructor) = notification.dyn_ref::<Function>().filter(|_| is_allowed) {
        // Phones show notifications through a service worker only; then there is none.
        let _ = Reflect::construct(constructor, &Array::of1(&title.into()));
    }
}

fn member(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|member| !member.is_undefined() && !member.is_null())
}

fn call(object: &JsValue, name: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function = member(object, name)?.dyn_into::<Function>().ok()?;
    Reflect::apply(&function, object, &arguments.iter().collect()).ok()
}

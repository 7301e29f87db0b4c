//! A duplicate evening, or the form that opens one. The house writes it, and a script that is loaded for it sees to what
//! is pressed (`assets/evening.js`), so that nobody else loads anything for it.

use js_sys::{Array, Function, Promise, Reflect};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use words::screen::Label;

use crate::app::{Head, shared};
use crate::link::ConnectionState;
use crate::reactive::effect;

/// An evening by its id, or the form.
#[component]
pub(crate) fn Evening(evening: Option<String>) -> impl IntoView {
    let shared = shared();
    let root = NodeRef::<html::Div>::new();
    effect(move || {
        let (Some(root), lang, evening) = (root.get(), shared.preferences.lang(), evening.clone()) else { return };
        // One has to be somebody before one can play.
        if shared.link.player().is_none() && shared.link.state() != ConnectionState::Lost {
            return;
        }
        let unreachable = Label::EveningNeedsHouse.say(lang);
        let node: &JsValue = root.as_ref();
        let arguments: [JsValue; 4] =
            [node.clone(), evening.unwrap_or_default().into(), lang.code().into(), unreachable.as_str().into()];
        spawn_local(async move {
            // Without a network the script may not come, and nobody could play either.
            if show(&arguments).await.is_none() {
                root.set_text_content(Some(&unreachable));
            }
        });
    });
    view! {
        <Head/>
        <main class="page evening"><div node_ref=root id="evening">{shared.say(Label::Loading)}</div></main>
    }
}

async fn show(arguments: &[JsValue]) -> Option<()> {
    let window = window();
    let show: Function = Reflect::get(&window, &"showEvening".into()).ok()?.dyn_into().ok()?;
    let shown = Reflect::apply(&show, &JsValue::UNDEFINED, &arguments.iter().collect::<Array>()).ok()?;
    JsFuture::from(Promise::resolve(&shown)).await.ok().map(|_| ())
}

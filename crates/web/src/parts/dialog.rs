//! A dialog over the screen: the browser's own, so that focus stays in it and Escape closes it. When it is gone the
//! focus is where it was before.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use words::screen::Label;

use crate::app::shared;
use crate::reactive::effect;

/// A dialog that is open as long as it is there.
#[component]
pub(crate) fn Dialog(
    /// What it is called.
    #[prop(into)]
    title: Signal<String>,
    /// How wide it is and what it looks like.
    #[prop(optional)]
    class: &'static str,
    /// It was closed.
    close: Callback<()>,
    children: Children,
) -> impl IntoView {
    let shared = shared();
    let dialog = NodeRef::<html::Dialog>::new();
    let focused = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let focused = StoredValue::new_local(focused);
    on_cleanup(move || {
        let Some(focused) = focused.try_get_value().flatten() else { return };
        request_animation_frame(move || {
            let is_lost = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
            if is_lost && focused.is_connected() {
                let _ = focused.focus();
            }
        });
    });
    effect(move || {
        if let Some(dialog) = dialog.get()
            && !dialog.open()
        {
            let _ = dialog.show_modal();
        }
    });
    view! {
        <dialog node_ref=dialog class=format!("dialog {class}") aria-label=title
            on:close=move |_| close.run(())
            on:click=move |event| {
                // A click beside the dialog is one on its backdrop, which belongs to the dialog itself.
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                if target.is_some_and(|target| target.tag_name() == "DIALOG") {
                    close.run(());
                }
            }>
            <div class="dialog-inner">
                <header class="dialog-head">
                    <h2>{title}</h2>
                    <button class="close" id="close-dialog" aria-label=shared.label(Label::Close)
                        on:click=move |_| close.run(())>"×"</button>
                </header>
                {children()}
            </div>
        </dialog>
    }
}

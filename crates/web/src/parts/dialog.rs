//! A dialog over the screen: the browser's own, so that focus stays in it and Escape closes it.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;
use words::screen::Label;

use crate::app::shared;

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
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get()
            && !dialog.open()
        {
            let _ = dialog.show_modal();
        }
    });
    view! {
        <dialog node_ref=dialog class=format!("dialog {class}") aria-labelledby="dialog-title"
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
                    <h2 id="dialog-title">{title}</h2>
                    <button class="icon" id="close-dialog" aria-label=move || shared.say(Label::Close)
                        on:click=move |_| close.run(())>"×"</button>
                </header>
                {children()}
            </div>
        </dialog>
    }
}

//! A field of a form that holds text.

use leptos::attr::Attribute;
use leptos::prelude::*;

use crate::reactive::RwSignal;

/// What makes an input show a text, and change it as it is typed.
pub(crate) fn text_attributes(text: RwSignal<String>) -> impl Attribute + Clone {
    view! { <{..} prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/> }
}

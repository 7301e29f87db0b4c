//! Parts of a screen that come and go: lists, and what is shown only at times.
//!
//! Leptos' own are compiled once for each place they stand at. These are of one type for Leptos, which keeps the program
//! small.

use leptos::children::ChildrenFn;
use leptos::prelude::*;

use crate::reactive::memo;

/// Views one after another, drawn as one.
pub(crate) trait CollectAny {
    fn collect_any(self) -> AnyView;
}

impl<V: IntoView + 'static, I: IntoIterator<Item = V>> CollectAny for I {
    fn collect_any(self) -> AnyView {
        self.into_iter().map(IntoAny::into_any).collect::<Vec<_>>().into_any()
    }
}

/// A list whose items keep their elements as long as they keep their keys.
pub(crate) fn keyed<T: Send + 'static, V: IntoView + 'static>(
    each: impl Fn() -> Vec<T> + Send + 'static,
    key: impl Fn(&T) -> String + Send + 'static,
    draw: impl Fn(T) -> V + Clone + Send + 'static,
) -> AnyView {
    let item = move |value: T| {
        let (key, draw) = (key(&value), draw.clone());
        Item { key, draw: Box::new(move || draw(value).into_any()) }
    };
    items(Box::new(move || each().into_iter().map(&item).collect()))
}

/// An item of a list.
struct Item {
    key: String,
    draw: Box<dyn FnOnce() -> AnyView + Send>,
}

fn items(each: Box<dyn Fn() -> Vec<Item> + Send>) -> AnyView {
    view! { <For each=each key=|item| item.key.clone() children=|item| (item.draw)()/> }.into_any()
}

/// What is shown as long as something holds.
#[component]
pub(crate) fn Show(
    /// Whether it is shown.
    #[prop(into)]
    when: Signal<bool>,
    children: ChildrenFn,
) -> impl IntoView {
    let is_shown = memo(move || when.get());
    view! { {move || is_shown.get().then(|| children())} }
}

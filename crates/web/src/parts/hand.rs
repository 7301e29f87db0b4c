//! One's hand: cards to lift with click, finger or keys; a long hand scrolls.

use leptos::prelude::*;
use words::Article;
use words::screen::Label;

use crate::desk::{Desk, key_of};
use crate::games::Handled;
use crate::memo::memo;

/// The hand at the bottom of the table.
pub(crate) fn hand<G: Handled>(desk: Desk<G>) -> impl IntoView {
    let shared = desk.place.shared;
    view! {
        <div class="hand" data-hand="" role="group" aria-label=shared.label(Label::YourHand)>
            <For each=move || desk.held() key={|held| key_of::<G>(*held)} children={move |held| {
                let click = move |event: leptos::ev::MouseEvent| {
                    // Enter and Space come as clicks without a press; like a double click or tap they lay what can go
                    // to one spot only.
                    let lays = event.detail() != 1;
                    if !(lays && desk.is_lifted(held) && desk.lay_where_it_fits()) {
                        desk.toggle(held);
                    }
                };
                let tag = memo(move || G::tag(&desk.view.read(), held.card, shared.preferences.lang()));
                let label = move || {
                    let name = G::name_card(&held.card, Article::Bare, shared.preferences.lang());
                    [Some(name), tag.get()].into_iter().flatten().collect::<Vec<_>>().join(", ")
                };
                view! {
                    <button type="button" class="held" data-walk="" data-piece={key_of::<G>(held)}
                        data-travel=G::write_card(held.card)
                        class:lifted=move || desk.is_lifted(held)
                        class:dim=move || desk.is_idle(held)
                        aria-pressed=move || desk.is_lifted(held).to_string()
                        class:tagged=move || tag.read().is_some()
                        aria-label=label
                        on:click=click>
                        {G::face(held.card)}
                        {move || tag.get().map(|tag| view! { <span class="tag">{tag}</span> })}
                    </button>
                }
            }}/>
        </div>
    }
}

//! The invitation to a table: its link to copy or to share, and the same as a code to scan.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use words::game_name;
use words::screen::Label;

use crate::device;
use crate::parts::icons::{Icon, icon};
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::route::{table_path, with_key};

/// How long it is said that the link was copied.
const COPIED_FOR: std::time::Duration = std::time::Duration::from_secs(3);

/// The link, the code, and the ways to give them away.
#[component]
pub(crate) fn Invitation(place: Place) -> impl IntoView {
    let shared = place.shared;
    let location = window().location();
    // Where the house knows an address that others can use, it is better than the one of this page.
    let known = shared.link.look(|client| client.welcome().and_then(|welcome| welcome.invite_url.clone()));
    let origin = known.clone().or_else(|| location.origin().ok()).unwrap_or_default();
    let (table, key) = (place.table(), place.key_now());
    let link = format!("{origin}{}", table_path(&table, key.as_ref()));
    let code = with_key(&format!("/api/tables/{table}/qr.svg"), key.as_ref());
    let is_only_here = known.is_none()
        && matches!(location.hostname().unwrap_or_default().as_str(), "localhost" | "127.0.0.1" | "[::1]");
    let field = NodeRef::<html::Input>::new();
    let is_copied = RwSignal::new(false);
    let copy = move |_| {
        let Some(field) = field.get_untracked() else { return };
        spawn_local(async move {
            if device::copy(field).await {
                is_copied.set(true);
                let forget = move || {
                    is_copied.set(false);
                };
                set_timeout(forget, COPIED_FOR);
            }
        });
    };
    let address = StoredValue::new(link.clone());
    let share = move |_| {
        let game = place.look_now(|watched| watched.table().settings.game);
        let title = format!("Tapis · {}", game.map(game_name).unwrap_or_default());
        spawn_local(async move { device::share(&title, &address.get_value()).await });
    };
    // A device that can share does so best, with whatever its owner writes to people; the link and the code come second.
    let can_share = device::can_share();
    view! {
        <section class="invitation">
            <h2>{shared.label(Label::InviteTitle)}</h2>
            {can_share.then(|| view! {
                <button class="primary" id="share-link" on:click=share>{icon(Icon::Guest)}{shared.label(Label::Share)}</button>
            })}
            <p class="invitation-help">{shared.label(Label::InviteHelp)}</p>
            <div class="invitation-link">
                <label class="unseen" for="invite-link">{shared.label(Label::InviteLink)}</label>
                <input id="invite-link" node_ref=field type="text" readonly value=link
                    on:focus=move |_| if let Some(field) = field.get_untracked() { field.select() }/>
                <button id="copy-link" on:click=copy>
                    {move || shared.say(if is_copied.get() { Label::Copied } else { Label::Copy })}
                </button>
            </div>
            <img class="invitation-code" width="168" height="168" src=code
                alt=shared.label(Label::QrCode)/>
            <p class="unseen" role="status">{move || is_copied.get().then(|| shared.say(Label::Copied))}</p>
            {is_only_here.then(|| view! { <p class="invitation-help" data-only-here="">{shared.label(Label::OnlyHere)}</p> })}
        </section>
    }
}

//! One's account: the sessions on all devices, the password, what the house keeps, and the end of it.
//!
//! Deliberately absent: the name, and making it one's own (the settings).

use client::device_name;
use leptos::prelude::*;
use leptos::task::spawn_local;
use words::screen::Label;

use crate::app::{Head, Shared, screen_link, shared};
use crate::http::{self, Session};
use crate::parts::dialog::Dialog;
use crate::parts::field::text_attributes;
use crate::parts::list::{Show, keyed};
use crate::parts::name::face;
use crate::reactive::{RwSignal, effect, memo};
use crate::route::Route;
use crate::screens::history::moment;

/// The whole page.
#[component]
pub(crate) fn Account() -> impl IntoView {
    let shared = shared();
    let name = memo(move || shared.link.player().map(|player| player.name).unwrap_or_default());
    let is_claimed = memo(move || shared.link.player().is_some_and(|player| player.claimed));
    let open_settings = move |_| shared.settings_open.set(true);
    let name_label = move || shared.say(if is_claimed.get() { Label::ChangeName } else { Label::KeepName });
    view! {
        <Head/>
        <main class="page account">
            <h1>{shared.label(Label::Account)}</h1>
            <section class="account-part account-who">
                {move || face(&name.get())}
                <strong>{move || name.get()}</strong>
                {screen_link("account-figures", Route::Figures(None, None), Label::Figures)}
                <button type="button" id="account-name" on:click=open_settings>{name_label}</button>
            </section>
            <SessionList/>
            <Show when=move || is_claimed.get()><PasswordForm/></Show>
            <section class="account-part">
                <h2>{shared.label(Label::YourData)}</h2>
                <p class="account-links">
                    <a id="export-data" href="/api/session/data" download="">{shared.label(Label::ExportData)}</a>
                    {screen_link("account-privacy", Route::Privacy, Label::Privacy)}
                </p>
                <Deletion has_password=Signal::derive(move || is_claimed.get())/>
            </section>
        </main>
    }
}

/// One's sessions; each can be ended, and all others at once.
#[component]
fn SessionList() -> impl IntoView {
    let shared = shared();
    let sessions = RwSignal::new(Vec::<Session>::new());
    let load = move || {
        spawn_local(async move {
            match http::sessions(shared.preferences.lang_now()).await {
                Ok(found) => sessions.set(found),
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        });
    };
    let player = memo(move || shared.link.player().map(|player| player.id));
    effect(move || {
        if player.get().is_some() {
            load();
        }
    });
    let end = move |id: Option<String>| {
        spawn_local(async move {
            if let Err(refusal) = http::end_sessions(id.as_deref(), shared.preferences.lang_now()).await {
                shared.notices.tell(refusal.message);
            }
            load();
        });
    };
    view! {
        <section class="account-part">
            <h2>{shared.label(Label::Sessions)}</h2>
            <p class="account-help">{shared.label(Label::SessionsHelp)}</p>
            <ul class="account-sessions">
                {keyed(move || sessions.get(), |one| one.id.clone(), move |one| line(shared, one, Callback::new(end)))}
            </ul>
            <Show when=move || { sessions.read().len() > 1 }>
                <button type="button" id="end-others" on:click=move |_| end(None)>{shared.label(Label::EndOtherSessions)}</button>
            </Show>
        </section>
    }
}

/// One session.
fn line(shared: Shared, session: Session, end: Callback<Option<String>>) -> AnyView {
    let Session { id, device, used, current } = session;
    let called = memo(move || device_name(&device).unwrap_or_else(|| shared.say(Label::UnknownDevice)));
    let last = move || format!("{} · {}", shared.say(Label::LastUsed), moment(used, shared.preferences.lang()));
    let mark = if current {
        view! { <em>{shared.label(Label::ThisDevice)}</em> }.into_any()
    } else {
        let explained = move || format!("{} · {}", shared.say(Label::EndSession), called.get());
        view! {
            <button type="button" class="end-session" aria-label=explained on:click=move |_| end.run(Some(id.clone()))>
                {shared.label(Label::EndSession)}
            </button>
        }
        .into_any()
    };
    view! { <li><span><strong>{move || called.get()}</strong><small>{last}</small></span>{mark}</li> }.into_any()
}

/// Takes another password.
#[component]
fn PasswordForm() -> impl IntoView {
    let shared = shared();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let said = RwSignal::new(None::<String>);
    let change = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            let (before, after) = (old.get_untracked(), new.get_untracked());
            let answer = match http::change_password(&before, &after, shared.preferences.lang_now()).await {
                Ok(()) => {
                    old.set(String::new());
                    new.set(String::new());
                    shared.say(Label::NameSaved)
                }
                Err(refusal) => refusal.message,
            };
            said.set(Some(answer));
        });
    };
    view! {
        <section class="account-part">
            <h2>{shared.label(Label::ChangePassword)}</h2>
            <p class="account-help">{shared.label(Label::ChangePasswordHelp)}</p>
            <form class="account-fields" on:submit=change>
                {password_field(shared, ("old-password", Label::OldPassword, "current-password"), old)}
                {password_field(shared, ("new-password", Label::NewPassword, "new-password"), new)}
                <button id="change-password" type="submit">{shared.label(Label::Save)}</button>
            </form>
            <p class="account-said" id="password-said" role="status">{move || said.get()}</p>
        </section>
    }
}

fn password_field(
    shared: Shared,
    (id, label, kind): (&'static str, Label, &'static str),
    password: RwSignal<String>,
) -> AnyView {
    // One that exists may be older than today's bounds.
    let least = (kind == "new-password").then_some("8");
    view! {
        <label class="account-field">
            <span>{shared.label(label)}</span>
            <input id=id type="password" autocomplete=kind minlength=least maxlength="256" required {..text_attributes(password)}/>
        </label>
    }
    .into_any()
}

/// Deletes the account, once one has read what that means.
#[component]
fn Deletion(has_password: Signal<bool>) -> impl IntoView {
    let shared = shared();
    let is_open = RwSignal::new(false);
    let password = RwSignal::new(String::new());
    let refused = RwSignal::new(None::<String>);
    let delete = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            let typed = password.get_untracked();
            let typed = Some(typed.as_str()).filter(|typed| !typed.is_empty());
            match http::delete_account(typed, shared.preferences.lang_now()).await {
                // Nothing that was known before is anybody's.
                Ok(()) => {
                    let _ = window().location().set_href("/");
                }
                Err(refusal) => refused.set(Some(refusal.message)),
            }
        });
    };
    view! {
        <button type="button" class="account-delete" id="open-deletion" on:click=move |_| is_open.set(true)>
            {shared.label(Label::DeleteAccount)}
        </button>
        <Show when=move || is_open.get()>
            <Dialog title=Signal::derive(shared.label(Label::DeleteAccount)) class="account-dialog"
                close=Callback::new(move |()| is_open.set(false))>
                <form class="account-fields" on:submit=delete>
                    <p>{shared.label(Label::DeleteAccountHelp)}</p>
                    {has_password.get_untracked().then(|| {
                        password_field(shared, ("deletion-password", Label::Password, "current-password"), password)
                    })}
                    <p class="account-refused" role="alert">{move || refused.get()}</p>
                    <button type="button" class="link" id="keep-account" on:click=move |_| is_open.set(false)>{shared.label(Label::Cancel)}</button>
                    <button type="submit" class="account-delete" id="delete-account">{shared.label(Label::DeleteForGood)}</button>
                </form>
            </Dialog>
        </Show>
    }
}

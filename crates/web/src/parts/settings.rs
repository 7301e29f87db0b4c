//! The settings of this browser, and one's name: changed, kept for ever, found again.

use leptos::prelude::*;
use leptos::task::spawn_local;
use words::Lang;
use words::screen::Label;

use super::dialog::Dialog;
use super::name::{self, NAME_MOST};
use crate::app::shared;
use crate::door;
use crate::memo::memo;
use crate::preferences::{Sounds, Theme};

/// Name, language, theme, sounds.
#[component]
pub(crate) fn SettingsDialog() -> impl IntoView {
    let shared = shared();
    let preferences = shared.preferences;
    let themes = move || {
        let label = |theme| match theme {
            Theme::System => Label::ThemeSystem,
            Theme::Light => Label::ThemeLight,
            Theme::Dark => Label::ThemeDark,
        };
        Theme::ALL.map(|theme| {
            view! {
                <label class="segment">
                    <input type="radio" name="theme" value=theme.code() prop:checked=move || preferences.theme() == theme
                        on:change=move |_| preferences.set_theme(theme)/>
                    <span>{move || shared.say(label(theme))}</span>
                </label>
            }
        })
    };
    let langs = move || {
        Lang::ALL.map(|lang| {
            view! {
                <label class="segment">
                    <input type="radio" name="lang" value=lang.code() prop:checked=move || preferences.lang() == lang
                        on:change=move |_| preferences.set_lang(lang)/>
                    <span lang=lang.code()>{lang.of("Français", "English")}</span>
                </label>
            }
        })
    };
    let toggle_sounds = move |_| {
        preferences.set_sounds(if preferences.sounds() == Sounds::On { Sounds::Off } else { Sounds::On });
    };
    view! {
        <Dialog title=Signal::derive(shared.label(Label::Settings)) class="settings"
            close=Callback::new(move |()| shared.settings_open.set(false))>
            <OwnName/>
            <fieldset class="segments"><legend>{shared.label(Label::Language)}</legend>{langs}</fieldset>
            <fieldset class="segments"><legend>{shared.label(Label::Theme)}</legend>{themes}</fieldset>
            <label class="choice">
                <input type="checkbox" id="sounds" prop:checked=move || preferences.sounds() == Sounds::On on:change=toggle_sounds/>
                {shared.label(Label::Sounds)}
            </label>
        </Dialog>
    }
}

/// What was said about the name: notices lie under a dialog, so that it is said here.
type Said = RwSignal<Option<String>>;

#[component]
fn OwnName() -> impl IntoView {
    let shared = shared();
    let said: Said = RwSignal::new(None);
    let name = RwSignal::new(untrack(|| shared.link.player()).map(|player| player.name).unwrap_or_default());
    let is_claimed = memo(move || shared.link.player().is_some_and(|player| player.claimed));
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            let answer = match name::take(shared, name.get_untracked().trim()).await {
                Ok(()) => shared.say(Label::NameSaved),
                Err(refusal) => refusal.message,
            };
            let _ = said.try_set(Some(answer));
        });
    };
    let log_out = move |_| {
        spawn_local(async move {
            match door::log_out(shared.preferences.lang_now()).await {
                Ok(()) => begin_anew(),
                Err(refusal) => {
                    let _ = said.try_set(Some(refusal.message));
                }
            }
        });
    };
    view! {
        <section class="own-name">
            <form class="fields" on:submit=save>
                <label class="field">
                    <span>{shared.label(Label::YourName)}</span>
                    <input id="name" type="text" required maxlength=NAME_MOST autocomplete="nickname" bind:value=name/>
                </label>
                <button id="save-name" type="submit">{shared.label(Label::Save)}</button>
            </form>
            <p class="said" id="name-said" role="status">{move || said.get()}</p>
            {move || if is_claimed.get() {
                view! {
                    <p class="claimed">
                        <span>"✓ "{shared.label(Label::NameIsYours)}</span>
                        <button class="link" id="log-out" on:click=log_out>{shared.label(Label::LogOut)}</button>
                    </p>
                }.into_any()
            } else {
                view! { <Claiming said=said name=name/><LoggingIn said=said/> }.into_any()
            }}
        </section>
    }
}

/// Makes the name one's own.
#[component]
fn Claiming(said: Said, name: RwSignal<String>) -> impl IntoView {
    let shared = shared();
    let password = RwSignal::new(String::new());
    let claim = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            let (name, password) = (name.get_untracked(), password.get_untracked());
            match door::claim(name.trim(), &password, shared.preferences.lang_now()).await {
                Ok(player) => {
                    shared.link.set_player(player);
                    let _ = said.try_set(None);
                }
                Err(refusal) => {
                    let _ = said.try_set(Some(refusal.message));
                }
            }
        });
    };
    view! {
        <details class="claiming">
            <summary id="open-claim">{shared.label(Label::KeepName)}</summary>
            <p class="help">{shared.label(Label::KeepNameHelp)}</p>
            <form class="fields" on:submit=claim>
                // Programs that keep passwords want to know whose this is.
                <input class="unseen" type="text" autocomplete="username" tabindex="-1" aria-hidden="true" readonly prop:value=name/>
                <label class="field">
                    <span>{shared.label(Label::Password)}</span>
                    <input id="claim-password" type="password" required minlength="8" maxlength="256"
                        autocomplete="new-password" bind:value=password/>
                </label>
                <button id="claim" type="submit">{shared.label(Label::Claim)}</button>
            </form>
        </details>
    }
}

/// Comes back under a name that is one's own.
#[component]
fn LoggingIn(said: Said) -> impl IntoView {
    let shared = shared();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let log_in = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            let (name, password) = (name.get_untracked(), password.get_untracked());
            match door::log_in(name.trim(), &password, shared.preferences.lang_now()).await {
                Ok(_) => begin_anew(),
                Err(refusal) => {
                    let _ = said.try_set(Some(refusal.message));
                }
            }
        });
    };
    view! {
        <details class="logging-in">
            <summary id="open-log-in">{shared.label(Label::HaveName)}</summary>
            <form class="fields" on:submit=log_in>
                <label class="field">
                    <span>{shared.label(Label::YourName)}</span>
                    <input id="log-in-name" type="text" required maxlength=NAME_MOST autocomplete="username" bind:value=name/>
                </label>
                <label class="field">
                    <span>{shared.label(Label::Password)}</span>
                    <input id="log-in-password" type="password" required autocomplete="current-password" bind:value=password/>
                </label>
                <button id="log-in" type="submit">{shared.label(Label::LogIn)}</button>
            </form>
        </details>
    }
}

/// Somebody else sits here now: nothing that was known before is his.
fn begin_anew() {
    let _ = window().location().reload();
}

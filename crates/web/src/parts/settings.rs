//! The settings of this browser, and one's name.

use leptos::prelude::*;
use leptos::task::spawn_local;
use words::Lang;
use words::screen::Label;

use super::dialog::Dialog;
use crate::app::shared;
use crate::door;
use crate::preferences::{Sounds, Theme};

/// Name, language, theme, sounds.
#[component]
pub(crate) fn SettingsDialog() -> impl IntoView {
    let shared = shared();
    let preferences = shared.preferences;
    let name = RwSignal::new(shared.link.player().map(|player| player.name).unwrap_or_default());
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (name, lang) = (name.get_untracked(), preferences.lang_now());
        spawn_local(async move {
            match door::rename(&name, lang).await {
                Ok(player) => {
                    shared.link.set_player(player);
                    shared.settings_open.set(false);
                }
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        });
    };
    let themes = move || {
        let label = |theme| match theme {
            Theme::System => Label::ThemeSystem,
            Theme::Light => Label::ThemeLight,
            Theme::Dark => Label::ThemeDark,
        };
        Theme::ALL.map(|theme| {
            view! {
                <label class="choice">
                    <input type="radio" name="theme" value=theme.code() prop:checked=move || preferences.theme() == theme
                        on:change=move |_| preferences.set_theme(theme)/>
                    {move || shared.say(label(theme))}
                </label>
            }
        })
    };
    let langs = move || {
        Lang::ALL.map(|lang| {
            view! {
                <label class="choice">
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
        <Dialog title=Signal::derive(move || shared.say(Label::Settings))
            close=Callback::new(move |()| shared.settings_open.set(false))>
            <form class="fields" on:submit=save>
                <label class="field">
                    <span>{move || shared.say(Label::YourName)}</span>
                    <input id="name" type="text" maxlength="24" autocomplete="nickname" bind:value=name/>
                </label>
                <button class="primary" id="save-name" type="submit">{move || shared.say(Label::Save)}</button>
            </form>
            <fieldset class="fields"><legend>{move || shared.say(Label::Language)}</legend>{langs}</fieldset>
            <fieldset class="fields"><legend>{move || shared.say(Label::Theme)}</legend>{themes}</fieldset>
            <label class="choice">
                <input type="checkbox" id="sounds" prop:checked=move || preferences.sounds() == Sounds::On on:change=toggle_sounds/>
                {move || shared.say(Label::Sounds)}
            </label>
        </Dialog>
    }
}

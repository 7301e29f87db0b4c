//! The settings of this browser, and one's name: changed, kept for ever, found again.

use leptos::prelude::*;
use leptos::task::spawn_local;
use words::Lang;
use words::screen::Label;

use super::dialog::Dialog;
use super::name::{self, MAX_NAME};
use crate::app::{Shared, screen_link, shared};
use crate::device;
use crate::http;
use crate::parts::field::text_attributes;
use crate::parts::list::CollectAny;
use crate::preferences::{Pace, Sounds, Taps, Theme, keep, kept};
use crate::reactive::{RwSignal, memo};
use crate::route::Route;

/// What is kept when somebody wants to be notified of their turn.
const NOTIFY: &str = "notify";

/// Whether one wants to be notified of one's turn.
pub(crate) fn wants_notifications() -> bool {
    kept(NOTIFY).as_deref() == Some("yes")
}

/// One of several values of a setting.
struct Choice {
    code: &'static str,
    text: Signal<String>,
    /// In which language its name is, if that is not the language of the page.
    lang: Option<&'static str>,
    is_chosen: Signal<bool>,
    choose: Callback<()>,
}

impl Choice {
    fn new(
        (code, text): (&'static str, Signal<String>),
        is_chosen: impl Fn() -> bool + Send + Sync + 'static,
        choose: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self { code, text, lang: None, is_chosen: Signal::derive(is_chosen), choose: Callback::new(move |()| choose()) }
    }
}

/// Name, language, theme, how the table is played, sounds and notifications.
#[component]
pub(crate) fn SettingsDialog() -> impl IntoView {
    let shared = shared();
    let preferences = shared.preferences;
    let label = move |label: Label| Signal::derive(shared.label(label));
    let langs = Lang::ALL.map(|lang| {
        let name = Signal::stored(lang.of("Français", "English").to_owned());
        let choice =
            Choice::new((lang.code(), name), move || preferences.lang() == lang, move || preferences.set_lang(lang));
        Choice { lang: Some(lang.code()), ..choice }
    });
    let themes = Theme::ALL.map(|theme| {
        let name = match theme {
            Theme::System => Label::ThemeSystem,
            Theme::Light => Label::ThemeLight,
            Theme::Dark => Label::ThemeDark,
        };
        Choice::new(
            (theme.code(), label(name)),
            move || preferences.theme() == theme,
            move || preferences.set_theme(theme),
        )
    });
    let paces = Pace::OFFERED.map(|pace| {
        let name = match pace {
            Pace::Slow => Label::PaceSlow,
            Pace::Fast => Label::PaceFast,
            Pace::Normal | Pace::None => Label::PaceNormal,
        };
        Choice::new((pace.code(), label(name)), move || preferences.pace() == pace, move || preferences.set_pace(pace))
    });
    let toggle_taps = move || preferences.set_taps(if preferences.taps() == Taps::One { Taps::Two } else { Taps::One });
    let toggle_sounds = move || {
        preferences.set_sounds(if preferences.sounds() == Sounds::On { Sounds::Off } else { Sounds::On });
    };
    view! {
        <Dialog title=Signal::derive(shared.label(Label::Settings)) class="settings"
            close=Callback::new(move |()| shared.settings_open.set(false))>
            <OwnName/>
            {choices(shared, (Label::Language, "lang"), langs.into())}
            {choices(shared, (Label::Theme, "theme"), themes.into())}
            {choices(shared, (Label::Pace, "pace"), paces.into())}
            <div class="settings-switches">
                {switch(
                    shared, ("one-tap", Label::OneTap, Some(Label::OneTapHelp)),
                    Signal::derive(move || preferences.taps() == Taps::One), Callback::new(move |()| untrack(toggle_taps)),
                )}
                {switch(
                    shared, ("sounds", Label::Sounds, None),
                    Signal::derive(move || preferences.sounds() == Sounds::On), Callback::new(move |()| untrack(toggle_sounds)),
                )}
                {device::has_notifications().then(|| notifications(shared))}
            </div>
        </Dialog>
    }
}

/// A setting of which one value is chosen.
fn choices(shared: Shared, (legend, name): (Label, &'static str), choices: Vec<Choice>) -> AnyView {
    let choice = |choice: Choice| {
        let Choice { code, text, lang, is_chosen, choose } = choice;
        view! {
            <label class="setting-choice">
                <input type="radio" name=name value=code prop:checked=is_chosen on:change=move |_| choose.run(())/>
                <span lang=lang>{text}</span>
            </label>
        }
    };
    view! {
        <fieldset class="setting">
            <legend>{shared.label(legend)}</legend>
            <div class="setting-choices">{choices.into_iter().map(choice).collect_any()}</div>
        </fieldset>
    }
    .into_any()
}

/// A setting that is on or off.
fn switch(
    shared: Shared,
    (id, label, help): (&'static str, Label, Option<Label>),
    is_on: Signal<bool>,
    toggle: Callback<()>,
) -> AnyView {
    view! {
        <label class="setting-switch">
            <span>{shared.label(label)}{help.map(|help| view! { <small>{shared.label(help)}</small> })}</span>
            <input type="checkbox" role="switch" id=id prop:checked=is_on on:change=move |_| toggle.run(())/>
        </label>
    }
    .into_any()
}

/// Whether one is notified of one's turn; the browser is asked when it is switched on, and may refuse.
fn notifications(shared: Shared) -> AnyView {
    let is_on = RwSignal::new(wants_notifications());
    let is_refused = RwSignal::new(false);
    let set = move |wanted: bool| {
        keep(NOTIFY, if wanted { "yes" } else { "no" });
        is_on.set(wanted);
    };
    let toggle = move |()| {
        is_refused.set(false);
        if is_on.get_untracked() {
            set(false);
            return;
        }
        // What was pressed is shown until the person has answered the browser.
        is_on.set(true);
        spawn_local(async move {
            let is_allowed = device::allow_notifications().await;
            set(is_allowed);
            is_refused.set(!is_allowed);
        });
    };
    view! {
        {switch(shared, ("notify", Label::NotifyTurn, Some(Label::NotifyTurnHelp)), Signal::derive(move || is_on.get()), Callback::new(toggle))}
        <p class="settings-said" role="status">{move || is_refused.get().then(|| shared.say(Label::NotifyRefused))}</p>
    }
    .into_any()
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
            said.set(Some(answer));
        });
    };
    let log_out = move |_| {
        spawn_local(async move {
            match http::log_out(shared.preferences.lang_now()).await {
                Ok(()) => begin_anew(),
                Err(refusal) => {
                    said.set(Some(refusal.message));
                }
            }
        });
    };
    view! {
        <section class="settings-name">
            <form class="settings-fields" on:submit=save>
                <label class="settings-field">
                    <span>{shared.label(Label::YourName)}</span>
                    <input id="name" type="text" required maxlength=MAX_NAME autocomplete="nickname" {..text_attributes(name)}/>
                </label>
                <button id="save-name" type="submit">{shared.label(Label::Save)}</button>
            </form>
            <p class="settings-said" id="name-said" role="status">{move || said.get()}</p>
            {move || if is_claimed.get() {
                view! {
                    <p class="settings-claimed">
                        <span>"✓ "{shared.label(Label::NameIsYours)}</span>
                        <button class="link" id="log-out" on:click=log_out>{shared.label(Label::LogOut)}</button>
                    </p>
                }.into_any()
            } else {
                view! { <Claiming said=said name=name/><LoggingIn said=said/> }.into_any()
            }}
            <p class="settings-links">
                {screen_link("open-account", Route::Account, Label::Account)}
                {screen_link("settings-privacy", Route::Privacy, Label::Privacy)}
            </p>
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
            match http::claim(name.trim(), &password, shared.preferences.lang_now()).await {
                Ok(player) => {
                    shared.link.set_player(player);
                    said.set(None);
                }
                Err(refusal) => {
                    said.set(Some(refusal.message));
                }
            }
        });
    };
    view! {
        <details class="settings-fold">
            <summary id="open-claim">{shared.label(Label::KeepName)}</summary>
            <p class="settings-help">{shared.label(Label::KeepNameHelp)}</p>
            <form class="settings-fields" on:submit=claim>
                // Programs that keep passwords want to know whose this is.
                <input class="unseen" type="text" autocomplete="username" tabindex="-1" aria-hidden="true" readonly
                    prop:value=move || name.get()/>
                <label class="settings-field">
                    <span>{shared.label(Label::Password)}</span>
                    <input id="claim-password" type="password" required minlength="8" maxlength="256"
                        autocomplete="new-password" {..text_attributes(password)}/>
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
            match http::log_in(name.trim(), &password, shared.preferences.lang_now()).await {
                Ok(_) => begin_anew(),
                Err(refusal) => {
                    said.set(Some(refusal.message));
                }
            }
        });
    };
    view! {
        <details class="settings-fold">
            <summary id="open-log-in">{shared.label(Label::HaveName)}</summary>
            <form class="settings-fields" on:submit=log_in>
                <label class="settings-field">
                    <span>{shared.label(Label::YourName)}</span>
                    <input id="log-in-name" type="text" required maxlength=MAX_NAME autocomplete="username" {..text_attributes(name)}/>
                </label>
                <label class="settings-field">
                    <span>{shared.label(Label::Password)}</span>
                    <input id="log-in-password" type="password" required autocomplete="current-password" {..text_attributes(password)}/>
                </label>
                <button id="log-in" type="submit">{shared.label(Label::LogIn)}</button>
            </form>
        </details>
    }
}

/// Somebody else sits here now: nothing that was known before is theirs.
fn begin_anew() {
    let _ = window().location().reload();
}

//! What a person has chosen for this browser: language, theme, sounds. Kept in the browser's own storage.
//!
//! Deliberately absent: the name, which the house keeps.

use leptos::prelude::*;
use words::Lang;

use crate::reactive::{RwSignal, effect};

/// Light, dark, or as the system is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.code() == code)
    }
}

/// Whether there are sounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Sounds {
    #[default]
    Off,
    On,
}

/// How quickly the moves of others are shown one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Pace {
    Slow,
    #[default]
    Normal,
    Fast,
    /// As they come; for programs that look at the page.
    None,
}

impl Pace {
    /// Those a person can choose.
    pub(crate) const OFFERED: [Self; 3] = [Self::Slow, Self::Normal, Self::Fast];

    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::None => "none",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        [Self::Slow, Self::Normal, Self::Fast, Self::None].into_iter().find(|pace| pace.code() == code)
    }

    /// The least time between two moves of others, in milliseconds.
    pub(crate) fn milliseconds(self) -> u64 {
        match self {
            Self::Slow => 1_600,
            Self::Normal => 900,
            Self::Fast => 450,
            Self::None => 0,
        }
    }
}

/// How many taps lay a card that fits at one place only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Taps {
    One,
    #[default]
    Two,
}

/// What a person has chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preferences {
    lang: RwSignal<Lang>,
    theme: RwSignal<Theme>,
    sounds: RwSignal<Sounds>,
    pace: RwSignal<Pace>,
    taps: RwSignal<Taps>,
}

impl Preferences {
    /// As chosen before; the language is otherwise the browser's, if we speak it.
    pub(crate) fn read() -> Self {
        let language = window().navigator().language().unwrap_or_default();
        let spoken = language.get(..2).and_then(Lang::from_code);
        let lang = kept("lang").as_deref().and_then(Lang::from_code).or(spoken).unwrap_or_default();
        let theme = kept("theme").as_deref().and_then(Theme::from_code).unwrap_or_default();
        let sounds = if kept("sounds").as_deref() == Some("on") { Sounds::On } else { Sounds::Off };
        let pace = Self::kept_pace();
        let taps = if kept("taps").as_deref() == Some("one") { Taps::One } else { Taps::Two };
        let preferences = Self {
            lang: RwSignal::new(lang),
            theme: RwSignal::new(theme),
            sounds: RwSignal::new(sounds),
            pace: RwSignal::new(pace),
            taps: RwSignal::new(taps),
        };
        effect(move || preferences.dress_page());
        preferences
    }

    /// How quickly bots are to move, as it was chosen last.
    pub(crate) fn kept_pace() -> Pace {
        kept("pace").as_deref().and_then(Pace::from_code).unwrap_or_default()
    }

    /// The page itself says in which language and theme it is, for styles and for whoever reads it aloud.
    fn dress_page(self) {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", self.lang().code());
            let _ = root.set_attribute("data-theme", self.theme().code());
        }
    }

    /// The language to speak; whoever asks in a drawing is drawn again when it changes.
    pub(crate) fn lang(self) -> Lang {
        self.lang.get()
    }

    pub(crate) fn lang_now(self) -> Lang {
        self.lang.get_untracked()
    }

    pub(crate) fn set_lang(self, lang: Lang) {
        keep("lang", lang.code());
        self.lang.set(lang);
    }

    pub(crate) fn theme(self) -> Theme {
        self.theme.get()
    }

    pub(crate) fn set_theme(self, theme: Theme) {
        keep("theme", theme.code());
        self.theme.set(theme);
    }

    pub(crate) fn sounds(self) -> Sounds {
        self.sounds.get()
    }

    pub(crate) fn pace(self) -> Pace {
        self.pace.get()
    }

    pub(crate) fn set_pace(self, pace: Pace) {
        keep("pace", pace.code());
        self.pace.set(pace);
    }

    pub(crate) fn taps(self) -> Taps {
        self.taps.get()
    }

    pub(crate) fn set_taps(self, taps: Taps) {
        keep("taps", if taps == Taps::One { "one" } else { "two" });
        self.taps.set(taps);
    }

    pub(crate) fn set_sounds(self, sounds: Sounds) {
        keep("sounds", if sounds == Sounds::On { "on" } else { "off" });
        self.sounds.set(sounds);
    }
}

/// Something kept from an earlier visit; nothing where the browser keeps nothing.
pub(crate) fn kept(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(&format!("tapis.{name}")).ok()?
}

/// Keeps something for the next visit, where the browser lets us.
pub(crate) fn keep(name: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(&format!("tapis.{name}"), value);
    }
}

/// Forgets what was kept.
pub(crate) fn forget(name: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(&format!("tapis.{name}"));
    }
}

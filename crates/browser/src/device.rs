//! What a browser pretends to run on: a size, a language, a theme, an attitude to motion.
//!
//! Deliberately absent: how a browser is made to pretend it (module `driver`).

use words::Lang;

/// How large the screen is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// 1280 × 800, with a mouse.
    Wide,
    /// 360 × 740 with two pixels to each, and fingers.
    Phone,
}

/// The colours the device prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Whether things may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// As the page likes.
    Full,
    /// As little as possible.
    Reduced,
}

/// What a browser is opened on: in French, light and with motion unless told otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Device {
    pub(crate) size: Size,
    pub(crate) language: Lang,
    pub(crate) theme: Theme,
    pub(crate) motion: Motion,
}

impl Device {
    /// A device of a size.
    #[must_use]
    pub fn of(size: Size) -> Self {
        Self { size, language: Lang::French, theme: Theme::Light, motion: Motion::Full }
    }

    /// A screen on a desk.
    #[must_use]
    pub fn wide() -> Self {
        Self::of(Size::Wide)
    }

    /// A phone.
    #[must_use]
    pub fn phone() -> Self {
        Self::of(Size::Phone)
    }

    /// The same for somebody who reads another language.
    #[must_use]
    pub fn language(self, language: Lang) -> Self {
        Self { language, ..self }
    }

    /// The same for somebody who prefers other colours.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The same for somebody who likes motion more or less.
    #[must_use]
    pub fn motion(self, motion: Motion) -> Self {
        Self { motion, ..self }
    }
}

impl Size {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Wide, Self::Phone];

    /// What it is called in the names of files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Phone => "phone",
        }
    }
}

impl Theme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// What it is called in the names of files, and by the browser.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

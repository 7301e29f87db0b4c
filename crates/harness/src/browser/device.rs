//! What a browser pretends to run on: a size, a language, a theme, an attitude to motion, what it remembers.
//!
//! Deliberately absent: how a browser is made to pretend it (module `driver`).

use std::fmt;
use std::str::FromStr;

use words::Lang;

/// What people point with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// A mouse.
    Mouse,
    /// Fingers.
    Touch,
}

/// How large the window is, in CSS pixels, and what people point with there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// How wide.
    pub width: u32,
    /// How high.
    pub height: u32,
    /// With what.
    pub pointing: Pointing,
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

/// What a browser remembers of the house before it is first there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Every game has been welcomed, and bots do not pause between their moves.
    Settled,
    /// Nothing, as for anybody who comes for the first time.
    None,
}

/// Whether a browser keeps the client for the time without a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offline {
    /// No: most tests would only be slower for it.
    Never,
    /// As every browser does.
    Kept,
}

/// What becomes of notices, announcements and speech, which a page shows for a few seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notices {
    /// They go when their time is over.
    Fade,
    /// They stay until something else takes their place, so that a slow machine sees them too.
    Stay,
}

/// What a browser is opened on: in French, light, without motion, settled and with notices that fade unless told otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Device {
    pub(crate) size: Size,
    pub(crate) language: Lang,
    pub(crate) theme: Theme,
    pub(crate) motion: Motion,
    pub(crate) memory: Memory,
    pub(crate) notices: Notices,
    pub(crate) offline: Offline,
}

impl Device {
    /// A device of a size.
    #[must_use]
    pub fn of(size: Size) -> Self {
        Self {
            size,
            language: Lang::French,
            theme: Theme::Light,
            motion: Motion::Reduced,
            memory: Memory::Settled,
            notices: Notices::Fade,
            offline: Offline::Never,
        }
    }

    /// A screen on a desk.
    #[must_use]
    pub fn wide() -> Self {
        Self::of(Size::WIDE)
    }

    /// A phone.
    #[must_use]
    pub fn phone() -> Self {
        Self::of(Size::PHONE)
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

    /// The same with another memory of the house.
    #[must_use]
    pub fn memory(self, memory: Memory) -> Self {
        Self { memory, ..self }
    }

    /// The same, and the client is kept for the time without a network.
    #[must_use]
    pub fn offline(self, offline: Offline) -> Self {
        Self { offline, ..self }
    }

    /// The same with notices that stay. A line must not be cut there: long waits between attempts to connect never end
    /// either.
    #[must_use]
    pub fn notices(self, notices: Notices) -> Self {
        Self { notices, ..self }
    }
}

impl Size {
    /// A screen on a desk, for tests that are not about sizes.
    pub const WIDE: Self = Self { width: 1280, height: 800, pointing: Pointing::Mouse };
    /// A phone, for tests that are not about sizes.
    pub const PHONE: Self = Self { width: 360, height: 740, pointing: Pointing::Touch };

    /// The windows every screen has room in: three on desks, a tablet, two phones, and one held sideways.
    pub const ALL: [Self; 7] = [
        Self { width: 1366, height: 625, pointing: Pointing::Mouse },
        Self { width: 1280, height: 720, pointing: Pointing::Mouse },
        Self { width: 1920, height: 1080, pointing: Pointing::Mouse },
        Self { width: 768, height: 1024, pointing: Pointing::Touch },
        Self { width: 390, height: 844, pointing: Pointing::Touch },
        Self { width: 360, height: 640, pointing: Pointing::Touch },
        Self { width: 844, height: 390, pointing: Pointing::Touch },
    ];
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Self::ALL.map(|size| size.to_string()).join(", ");
        Self::ALL.into_iter().find(|size| size.to_string() == text).ok_or_else(|| format!("it is one of {}", known()))
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

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|theme| theme.name() == text).ok_or_else(|| "it is light or dark".into())
    }
}

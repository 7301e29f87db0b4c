//! How well a bot plays.

/// The strength of a bot, from the weakest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Plays like a child: legal, distracted.
    Novice,
    /// Plays the obvious: what sheds most now.
    Casual,
    /// Plays by good heuristics: counts, holds back, blocks.
    Skilled,
    /// Imagines how it may go on, and chooses what ends best.
    Expert,
}

impl Level {
    /// All of them, from the weakest.
    pub const ALL: [Self; 4] = [Self::Novice, Self::Casual, Self::Skilled, Self::Expert];

    /// The name used in requests, records and commands.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Novice => "novice",
            Self::Casual => "casual",
            Self::Skilled => "skilled",
            Self::Expert => "expert",
        }
    }

    /// The level with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.slug() == slug)
    }
}

//! What can be wrong with a deal that the house published.

/// Why a deal is not what the house promised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealFault {
    /// The commitment is another than was first seen.
    CommitmentChanged,
    /// What the players added is another than was first seen.
    EntropyChanged,
    /// What one added oneself is not in the deal. It can also be that one was ready from another device first.
    OwnEntropyMissing,
    /// What a seat is said to have added is not 1 to 32 bytes in hexadecimal digits.
    BadEntropy,
    /// The seed that was revealed is not 64 hexadecimal digits.
    BadSeed,
    /// The seed that was revealed is not the one that was committed to.
    SeedMismatch,
    /// The seed and what was added deal other cards than were shown.
    OtherCards,
}

impl DealFault {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::CommitmentChanged,
        Self::EntropyChanged,
        Self::OwnEntropyMissing,
        Self::BadEntropy,
        Self::BadSeed,
        Self::SeedMismatch,
        Self::OtherCards,
    ];

    /// The stable name of the fault.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::CommitmentChanged => "commitment-changed",
            Self::EntropyChanged => "entropy-changed",
            Self::OwnEntropyMissing => "own-entropy-missing",
            Self::BadEntropy => "bad-entropy",
            Self::BadSeed => "bad-seed",
            Self::SeedMismatch => "seed-mismatch",
            Self::OtherCards => "other-cards",
        }
    }
}

//! A set of seats, cards, squares or tiles as one bit mask: a plain value, copied and never allocated.
//!
//! Deliberately absent: how many there are of a kind. Games with equal cards count them in bags of their own.

use std::fmt;
use std::marker::PhantomData;

/// What a [`Set`] can hold: each member has a number of its own below 64.
pub trait Member: Copy + fmt::Debug {
    /// The number.
    fn index(self) -> usize;

    /// The member with this number, if there is one; from 64 on there is none.
    fn from_index(index: usize) -> Option<Self>;
}

/// Makes a newtype of its number a [`Member`]: the numbers below `$count` are taken.
macro_rules! numbered_member {
    ($Member:ident, $count:expr) => {
        impl $crate::Member for $Member {
            fn index(self) -> usize {
                usize::from(self.0)
            }

            fn from_index(index: usize) -> Option<Self> {
                (index < $count).then_some(Self(index as u8))
            }
        }
    };
}

pub(crate) use numbered_member;

/// A set of members as a bit mask.
pub struct Set<T>(u64, PhantomData<T>);

impl<T> Set<T> {
    /// Nothing.
    pub const EMPTY: Self = Self::from_mask(0);

    /// The members whose bits are set; the caller knows that each bit has a member.
    pub(crate) const fn from_mask(mask: u64) -> Self {
        Self(mask, PhantomData)
    }

    /// A bit for each member.
    #[must_use]
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::from_mask(self.0 & other.0)
    }

    /// What is in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::from_mask(self.0 | other.0)
    }

    /// What is in this set and not in `other`.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self::from_mask(self.0 & !other.0)
    }

    /// How many members.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl<T: Member> Set<T> {
    /// `member` alone.
    fn of(member: T) -> Self {
        Self::from_mask(1 << member.index())
    }

    /// Whether `member` is in it.
    #[must_use]
    pub fn has(self, member: T) -> bool {
        !self.and(Self::of(member)).is_empty()
    }

    /// This set and `member`.
    #[must_use]
    pub fn with(self, member: T) -> Self {
        self.or(Self::of(member))
    }

    /// This set less `member`.
    #[must_use]
    pub fn without(self, member: T) -> Self {
        self.minus(Self::of(member))
    }

    /// The members in ascending order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = T> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            // When nothing is left this is 64, which is nobody's number.
            let lowest = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            T::from_index(lowest)
        })
    }
}

impl<T: Member> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        members.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<T: Member> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

// By hand, because derived they would ask the same of `T`.

impl<T> Clone for Set<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Set<T> {}

impl<T> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Set<T> {}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

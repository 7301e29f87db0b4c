//! How often each value came up: all that is kept of a quantity, however many rounds are played.

use std::collections::BTreeMap;

use crate::Sample;

/// How often each value came up. Counts can be merged in any order, and the result is exactly the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts(BTreeMap<i64, u64>);

impl Counts {
    /// One more.
    pub fn add(&mut self, value: i64) {
        self.add_many(value, 1);
    }

    /// All that `other` counted, too.
    pub fn merge(&mut self, other: &Self) {
        for (value, count) in &other.0 {
            self.add_many(*value, *count);
        }
    }

    /// Each value with how often it came up, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> {
        self.0.iter().map(|(value, count)| (*value, *count))
    }

    /// This value came up so many times more.
    pub(crate) fn add_many(&mut self, value: i64, times: u64) {
        *self.0.entry(value).or_default() += times;
    }

    /// How many values came up in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The value that so large a share of all does not exceed: 0.5 for the median. 0 if there is none.
    #[must_use]
    pub fn quantile(&self, share: f64) -> i64 {
        let wanted = share * self.total() as f64;
        let mut seen = 0;
        let reached = self.iter().find(|(_, count)| {
            seen += count;
            seen as f64 >= wanted
        });
        reached.or_else(|| self.iter().next_back()).map_or(0, |(value, _)| value)
    }

    /// Mean and spread.
    #[must_use]
    pub fn sample(&self) -> Sample {
        let count = self.total();
        let sum: i128 = self.iter().map(|(value, count)| i128::from(value) * i128::from(count)).sum();
        let mean = if count == 0 { 0.0 } else { sum as f64 / count as f64 };
        let squares = self.iter().map(|(value, count)| (value as f64 - mean).powi(2) * count as f64).sum();
        Sample { count, mean, squares }
    }
}

impl FromIterator<i64> for Counts {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut counts = Self::default();
        values.into_iter().for_each(|value| counts.add(value));
        counts
    }
}

//! How well somebody plays a game: what a finished match says about it.
//!
//! Each player of each game has a mean and an uncertainty, after Weng and Lin; every place of a table counts, and
//! equals share theirs. Bots of the house are not rated and are left out; the others keep their order.
//! The number shown is cautious: 40 × (mean − 3 × uncertainty), rounded. It begins at 0 and grows with wins and with
//! how sure one can be; a beginner who was lucky once is not first.
//! Deliberately absent: where ratings are kept.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What is believed about somebody's play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Belief {
    pub(super) mean: f64,
    pub(super) uncertainty: f64,
}

impl Default for Belief {
    fn default() -> Self {
        WengLinRating::default().into()
    }
}

impl Belief {
    /// The number that is shown.
    pub(super) fn shown(self) -> i64 {
        (40.0 * (self.mean - 3.0 * self.uncertainty)).round() as i64
    }
}

impl From<WengLinRating> for Belief {
    fn from(rating: WengLinRating) -> Self {
        Self { mean: rating.rating, uncertainty: rating.uncertainty }
    }
}

impl From<Belief> for WengLinRating {
    fn from(belief: Belief) -> Self {
        Self { rating: belief.mean, uncertainty: belief.uncertainty }
    }
}

/// What is believed of each after a match in which they came at these places.
pub(super) fn after_match(before: &[(Belief, u8)]) -> Vec<Belief> {
    let teams: Vec<[WengLinRating; 1]> = before.iter().map(|(belief, _)| [(*belief).into()]).collect();
    let placed: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(before)
        .map(|(team, (_, place))| (team.as_slice(), MultiTeamOutcome::new(usize::from(*place))))
        .collect();
    let after = weng_lin_multi_team(&placed, &WengLinConfig::default());
    after.into_iter().flatten().map(Belief::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginner_has_nothing_to_show() {
        assert_eq!(Belief::default().shown(), 0);
    }

    #[test]
    fn who_comes_first_gains_and_who_comes_last_loses() {
        let after = after_match(&[2, 1, 3].map(|place| (Belief::default(), place)));
        assert!(after[1].mean > after[0].mean && after[0].mean > after[2].mean, "{after:?}");
        assert!(after.iter().all(|belief| belief.uncertainty < Belief::default().uncertainty));
    }

    #[test]
    fn equals_stay_equal() {
        let after = after_match(&[1, 1, 3, 3].map(|place| (Belief::default(), place)));
        assert_eq!((after[0], after[2]), (after[1], after[3]));
        assert!(after[0].mean > after[2].mean);
    }
}

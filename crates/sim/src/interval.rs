//! How sure a mean is.

/// A mean with the bounds it lies within in 95 of 100 runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// How far it may be off, either way.
    pub half_width: f64,
}

/// 1 in 20 may be wrong.
const ALPHA: f64 = 0.05;
/// The quantile of the normal distribution that leaves out 1 in 20.
const NORMAL: f64 = 1.96;
/// The number of samples the interval for any moment is made narrowest for.
const TIGHTEST: f64 = 200.0;

impl Interval {
    /// The interval of samples whose number was fixed beforehand.
    #[must_use]
    pub fn fixed(samples: &[f64]) -> Self {
        let (mean, spread) = mean_and_spread(samples);
        Self { mean, half_width: NORMAL * spread / (samples.len() as f64).sqrt() }
    }

    /// The interval that may be looked at after every sample, and acted upon: it is wider, and at no moment of a
    /// run is the truth outside, in 95 of 100 runs. (The asymptotic confidence sequence of Waudby-Smith and
    /// others, arXiv 2103.06476.)
    #[must_use]
    pub fn at_any_moment(samples: &[f64]) -> Self {
        let (mean, spread) = mean_and_spread(samples);
        let count = samples.len() as f64;
        let rho = (-2.0 * ALPHA.ln() + (1.0 - 2.0 * ALPHA.ln()).ln()) / TIGHTEST;
        let room = count * rho + 1.0;
        let half_width = spread * (2.0 * room / (count * count * rho) * (room.sqrt() / ALPHA).ln()).sqrt();
        Self { mean, half_width }
    }

    /// Whether 0 is outside.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.mean.abs() > self.half_width
    }
}

/// The mean and the standard deviation.
fn mean_and_spread(samples: &[f64]) -> (f64, f64) {
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

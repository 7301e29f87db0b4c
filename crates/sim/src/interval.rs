//! How sure a mean is.

/// What is kept of samples to tell their mean and how they spread: they may be added one by one, without end.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sample {
    /// How many there were.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// The sum of the squares of how far each was from the mean.
    pub squares: f64,
}

impl Sample {
    /// One more (Welford's way, which loses nothing to rounding).
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// The standard deviation.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.squares / (self.count as f64 - 1.0).max(1.0)).sqrt()
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sample = Self::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

/// A mean with the bounds that hold the truth in 95 of 100 runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// How far it may be off, either way; infinite while there are too few samples to tell.
    pub half_width: f64,
}

/// 1 in 20 may be wrong.
const ALPHA: f64 = 0.05;
/// The quantile of the normal distribution that leaves out 1 in 20.
const NORMAL: f64 = 1.959_963_984_540_054;
/// Fewer samples than this say nothing about how they spread.
const SAMPLES_LEAST: u64 = 8;
/// The number of samples the interval for any moment is made narrowest for.
const TIGHTEST: f64 = 200.0;

impl Interval {
    /// The interval of samples whose number was fixed beforehand.
    #[must_use]
    pub fn fixed(sample: &Sample) -> Self {
        let count = sample.count as f64;
        Self::new(sample, student(count - 1.0) / count.sqrt())
    }

    /// The interval that may be looked at after every sample, and acted upon: it is wider, and at no moment of a
    /// run is the truth outside, in 95 of 100 runs. (The asymptotic confidence sequence of Waudby-Smith and
    /// others, arXiv 2103.06476.)
    #[must_use]
    pub fn at_any_moment(sample: &Sample) -> Self {
        let count = sample.count as f64;
        let rho = (-2.0 * ALPHA.ln() + (1.0 - 2.0 * ALPHA.ln()).ln()) / TIGHTEST;
        let room = count * rho + 1.0;
        Self::new(sample, (2.0 * room / (count * count * rho) * (room.sqrt() / ALPHA).ln()).sqrt())
    }

    fn new(sample: &Sample, spreads: f64) -> Self {
        let is_telling = sample.count >= SAMPLES_LEAST;
        Self { mean: sample.mean, half_width: if is_telling { spreads * sample.spread() } else { f64::INFINITY } }
    }

    /// The same in other units, so many of which make one of these.
    #[must_use]
    pub fn scaled(self, units: f64) -> Self {
        Self { mean: self.mean / units, half_width: self.half_width / units }
    }

    /// Whether 0 is outside.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.mean.abs() > self.half_width
    }
}

/// The quantile of Student's distribution that leaves out 1 in 20, by its expansion in the degrees of freedom.
fn student(freedom: f64) -> f64 {
    let (first, third) = (NORMAL, NORMAL.powi(3));
    let (fifth, seventh) = (NORMAL.powi(5), NORMAL.powi(7));
    first
        + (third + first) / (4.0 * freedom)
        + (5.0 * fifth + 16.0 * third + 3.0 * first) / (96.0 * freedom.powi(2))
        + (3.0 * seventh + 19.0 * fifth + 17.0 * third - 15.0 * first) / (384.0 * freedom.powi(3))
}

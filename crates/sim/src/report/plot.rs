//! Plots as SVG that takes its colours from the page: histograms, whiskers and bars.
//!
//! They are written here rather than by a plotting crate because colours must follow the reader's light or dark
//! mode, numbers the reader's language, and every plot needs a title and a description for those who cannot see it.

use std::fmt::Write;

use words::Lang;

use super::page::escape;
use super::rows::Format;
use crate::{Counts, Interval};

/// What a plot says of itself.
pub(crate) struct Caption<'a> {
    /// Unique on the page.
    pub(crate) id: &'a str,
    pub(crate) title: &'a str,
    /// What can be seen, in words and numbers.
    pub(crate) description: &'a str,
    /// What the horizontal axis is.
    pub(crate) axis: &'a str,
}

/// How a distribution is cut into bins of equal width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bins {
    /// The first value of the first.
    start: i64,
    /// How many values each covers.
    width: i64,
    /// How many there are.
    count: usize,
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 16.0;
/// The room a character of a label takes, about.
const CHARACTER: f64 = 7.0;
const TOP: f64 = 30.0;
/// Above plots of rows, which have no label there.
const TOP_OF_ROWS: f64 = 6.0;
const BOTTOM: f64 = 46.0;
const HISTOGRAM: f64 = 200.0;
const ROW: f64 = 34.0;
const MAX_BINS: i64 = 40;
/// A plot shows all but so large a share of the values at either end.
const LEFT_OUT: f64 = 0.002;

impl Bins {
    /// Bins that hold nearly all the values of all distributions.
    pub(crate) fn of(series: &[&Counts]) -> Self {
        let low = series.iter().map(|counts| counts.quantile(LEFT_OUT)).min().unwrap_or(0);
        let high = series.iter().map(|counts| counts.quantile(1.0 - LEFT_OUT)).max().unwrap_or(0);
        let width = round_steps().find(|width| (high - low) / width < MAX_BINS).unwrap_or(1);
        let start = low.div_euclid(width) * width;
        Self { start, width, count: ((high - start) / width + 1) as usize }
    }

    /// The share of all values in each bin.
    pub(crate) fn shares(&self, counts: &Counts) -> Vec<f64> {
        let mut shares = vec![0.0; self.count];
        let total = counts.total().max(1) as f64;
        for (value, count) in counts.iter() {
            let index = (value - self.start).div_euclid(self.width);
            if let Some(share) = usize::try_from(index).ok().and_then(|index| shares.get_mut(index)) {
                *share += count as f64 / total;
            }
        }
        shares
    }

    /// The first and the last value of each bin.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = (i64, i64)> {
        let Self { start, width, count } = *self;
        (0..count as i64).map(move |index| (start + index * width, start + (index + 1) * width - 1))
    }

    /// Whether there is nothing to see: one value, or none.
    pub(crate) fn is_single(&self) -> bool {
        self.count <= 1
    }

    /// One past the last value.
    fn end(&self) -> i64 {
        self.start + self.width * self.count as i64
    }
}

/// 1, 2, 5, 10, 20, 50 …
fn round_steps() -> impl Iterator<Item = i64> {
    (0..17).flat_map(|power| [1, 2, 5].map(|step| step * 10_i64.pow(power)))
}

/// A round distance between ticks, so that there are `most` at most.
fn tick_step(range: f64, most: f64) -> f64 {
    let power = 10_f64.powf((range / most).max(f64::MIN_POSITIVE).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|step| range / step <= most).unwrap_or(range)
}

/// The ticks from `low` to `high`, and how many decimals they need.
fn ticks(low: f64, high: f64, most: f64) -> (Vec<f64>, usize) {
    let step = tick_step(high - low, most);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    ((first..=last).map(|index| index as f64 * step).collect(), decimals)
}

/// One or two distributions over the same values, and their medians.
pub(crate) fn histogram(caption: &Caption<'_>, series: &[&Counts], bins: &Bins, lang: Lang) -> String {
    let mut svg = open(caption, TOP + HISTOGRAM + BOTTOM);
    let shares: Vec<Vec<f64>> = series.iter().map(|counts| bins.shares(counts)).collect();
    let highest = shares.iter().flatten().copied().fold(0.01, f64::max);
    let span = (bins.end() - bins.start) as f64;
    let right_of = |value: f64| LEFT + (value - bins.start as f64) / span * (WIDTH - LEFT - RIGHT);
    let up = |share: f64| TOP + HISTOGRAM * (1.0 - share / highest);
    let (levels, decimals) = ticks(0.0, highest, 4.0);
    for level in levels {
        let decimals = decimals.saturating_sub(2);
        line(&mut svg, "grid", (LEFT, up(level)), (WIDTH - RIGHT, up(level)));
        text(&mut svg, "end", (LEFT - 8.0, up(level) + 4.0), &lang.percent(level, decimals));
    }
    for (number, shares) in shares.iter().enumerate() {
        let mut path = format!("M{:.1} {:.1}", LEFT, up(0.0));
        for ((first, last), share) in bins.ranges().zip(shares) {
            let (left, right) = (right_of(first as f64), right_of(last as f64 + 1.0));
            // Bars stand a little apart; outlines do not.
            let gap = if number == 0 { ((right - left) * 0.08).min(1.5) } else { 0.0 };
            let (left, right, top) = (left + gap, right - gap, up(*share));
            match number {
                0 => write!(path, "M{left:.1} {:.1}V{top:.1}H{right:.1}V{:.1}Z", up(0.0), up(0.0)),
                _ => write!(path, "L{left:.1} {top:.1}H{right:.1}"),
            }
            .unwrap_or_default();
        }
        if number > 0 {
            write!(path, "V{:.1}", up(0.0)).unwrap_or_default();
        }
        write!(svg, "<path class=\"{}\" d=\"{path}\"/>", ["one", "other"][number.min(1)]).unwrap_or_default();
    }
    line(&mut svg, "axis", (LEFT, up(0.0)), (WIDTH - RIGHT, up(0.0)));
    let (values, _) = ticks(bins.start as f64, bins.end() as f64 - 1.0, 9.0);
    for value in values.into_iter().filter(|value| value.fract() == 0.0) {
        // A value's place is the middle of what it takes up.
        text(&mut svg, "middle", (right_of(value + 0.5), up(0.0) + 18.0), &lang.number(value, 0));
    }
    if let [counts] = series {
        let median = counts.quantile(0.5);
        let across = right_of(median as f64 + 0.5);
        line(&mut svg, "mark", (across, TOP - 6.0), (across, up(0.0)));
        let label = format!("{} {}", words::sim::Term::Median.say(lang), lang.number(median as f64, 0));
        let anchor = if across > WIDTH * 0.7 { "end" } else { "start" };
        let beside = if anchor == "end" { -6.0 } else { 6.0 };
        text(&mut svg, anchor, (across + beside, TOP - 12.0), &label);
    }
    close(svg, caption, TOP + HISTOGRAM + 40.0, LEFT)
}

/// Means with their bounds, one row each; a row may hold two to compare. The dashed line is where all would be if
/// nothing made a difference.
pub(crate) fn whiskers(
    caption: &Caption<'_>,
    rows: &[(String, Vec<Interval>)],
    reference: Option<f64>,
    format: Format,
    lang: Lang,
) -> String {
    let height = ROW * rows.len() as f64;
    let labels = room_for(rows.iter().map(|(label, _)| label));
    let mut svg = open(caption, TOP_OF_ROWS + height + BOTTOM);
    let all = || rows.iter().flat_map(|(_, intervals)| intervals).filter(|interval| interval.half_width.is_finite());
    let lows = all().map(|interval| interval.mean - interval.half_width).chain(reference);
    let highs = all().map(|interval| interval.mean + interval.half_width).chain(reference);
    let (low, high) = (lows.reduce(f64::min).unwrap_or(0.0), highs.reduce(f64::max).unwrap_or(0.0));
    let margin = ((high - low) * 0.08).max(1e-6);
    let (low, high) = (low - margin, high + margin);
    let across = |value: f64| labels + (value - low) / (high - low) * (WIDTH - labels - RIGHT);
    let scale = if format == Format::Share { 100.0 } else { 1.0 };
    let (values, decimals) = ticks(low * scale, high * scale, 6.0);
    for value in values {
        let (x, bottom) = (across(value / scale), TOP_OF_ROWS + height);
        line(&mut svg, "grid", (x, TOP_OF_ROWS), (x, bottom));
        let label = match format {
            Format::Number => lang.number(value, decimals),
            Format::Share => lang.percent(value / scale, decimals),
        };
        text(&mut svg, "middle", (x, bottom + 18.0), &label);
    }
    if let Some(x) = reference.map(across) {
        line(&mut svg, "mark", (x, TOP_OF_ROWS), (x, TOP_OF_ROWS + height));
    }
    for (index, (label, intervals)) in rows.iter().enumerate() {
        let middle = TOP_OF_ROWS + ROW * (index as f64 + 0.5);
        text(&mut svg, "end", (labels - 16.0, middle + 4.0), label);
        for (number, interval) in intervals.iter().enumerate() {
            let y = middle + if intervals.len() > 1 { 7.0 * (2.0 * number as f64 - 1.0) } else { 0.0 };
            let class = ["one", "other"][number.min(1)];
            if interval.half_width.is_finite() {
                let ends = [-1.0, 1.0].map(|side| across(interval.mean + side * interval.half_width));
                line(&mut svg, &format!("whisker {class}"), (ends[0], y), (ends[1], y));
            }
            let x = across(interval.mean);
            write!(svg, "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>").unwrap_or_default();
        }
    }
    close(svg, caption, TOP_OF_ROWS + height + 40.0, labels)
}

/// Shares as bars, one row each; a row may hold two to compare.
pub(crate) fn bars(caption: &Caption<'_>, rows: &[(String, Vec<f64>)], format: Format, lang: Lang) -> String {
    // Two bars need room for two numbers.
    let most_bars = rows.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
    let row = ROW + 10.0 * (most_bars as f64 - 1.0);
    let height = row * rows.len() as f64;
    let labels = room_for(rows.iter().map(|(label, _)| label));
    let mut svg = open(caption, TOP_OF_ROWS + height + TOP_OF_ROWS);
    let most = rows.iter().flat_map(|(_, values)| values).copied().fold(f64::MIN_POSITIVE, f64::max);
    let room = WIDTH - labels - 90.0;
    for (index, (label, values)) in rows.iter().enumerate() {
        let top = TOP_OF_ROWS + row * index as f64 + 4.0;
        let thick = (row - 8.0) / values.len() as f64;
        text(&mut svg, "end", (labels - 16.0, top + (row - 8.0) / 2.0 + 4.0), label);
        for (number, value) in values.iter().enumerate() {
            let (y, class) = (top + thick * number as f64, ["one", "other"][number.min(1)]);
            let width = value / most * room;
            write!(
                svg,
                "<rect class=\"bar {class}\" x=\"{labels:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>",
                thick - 1.0
            )
            .unwrap_or_default();
            let label = format.print(*value, lang);
            text(&mut svg, "start", (labels + width + 8.0, y + thick / 2.0 + 4.0), &label);
        }
    }
    svg + "</svg>"
}

/// The room labels in words take, left of the axis.
fn room_for<'a>(labels: impl Iterator<Item = &'a String>) -> f64 {
    let longest = labels.map(|label| label.chars().count()).max().unwrap_or(0);
    longest as f64 * CHARACTER + 30.0
}

fn open(caption: &Caption<'_>, height: f64) -> String {
    let Caption { id, title, description, .. } = caption;
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-description\">\
         <title id=\"{id}-title\">{}</title><desc id=\"{id}-description\">{}</desc>",
        escape(title),
        escape(description)
    )
}

/// Names the horizontal axis, under it, and ends the plot.
fn close(mut svg: String, caption: &Caption<'_>, y: f64, left: f64) -> String {
    text(&mut svg, "middle", ((left + WIDTH - RIGHT) / 2.0, y), caption.axis);
    svg + "</svg>"
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    write!(svg, "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>")
        .unwrap_or_default();
}

fn text(svg: &mut String, anchor: &str, (x, y): (f64, f64), words: &str) {
    write!(svg, "<text text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(words))
        .unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_what_they_say() {
        let counts: Counts = [-3, -3, 0, 1, 6].into_iter().collect();
        let bins = Bins::of(&[&counts]);
        assert_eq!(bins, Bins { start: -3, width: 1, count: 10 });
        assert_eq!(bins.shares(&counts), [0.4, 0.0, 0.0, 0.2, 0.2, 0.0, 0.0, 0.0, 0.0, 0.2]);
        let wide: Counts = (-95..=100).collect();
        let bins = Bins::of(&[&wide]);
        assert_eq!(bins.ranges().next(), Some((-95, -91)));
        assert!((bins.shares(&wide).iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 1.0, 5.0), (vec![0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0], 1));
        assert_eq!(ticks(-130.0, 40.0, 9.0).0, [-120.0, -100.0, -80.0, -60.0, -40.0, -20.0, 0.0, 20.0, 40.0]);
        assert_eq!(ticks(7.0, 7.0, 9.0).0.len(), 1, "no range at all");
    }
}

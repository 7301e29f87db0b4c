//! What a simulation found, as a table and as JSON.

use serde_json::{Map, Value, json};
use words::Lang;
use words::sim::{self as say, Term};

use super::Settings;
use super::arena::interval_json;
use super::rows::{Format, Row, sections};
use super::settings::entrant_json;
use super::table::{Align, table};
use crate::{Counts, End, Entrant, Figure, Findings, Interval, Mark, Survey, Unit};

/// A simulation that was run: what was asked for, and what came out.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The game, its options and the seed.
    pub settings: Settings,
    /// The other options, if there were.
    pub others: Option<Value>,
    /// Who sat at the table.
    pub players: Vec<Entrant>,
    /// What was played over and over.
    pub unit: Unit,
    /// How often.
    pub count: u64,
    /// The command that runs it again.
    pub command: String,
    /// What came out.
    pub findings: Findings,
}

/// The quantiles that are told.
pub(crate) const QUANTILES: [f64; 3] = [0.05, 0.5, 0.95];

impl Simulated {
    /// The name of the game, and what was played of it.
    pub(crate) fn parts(&self, lang: Lang) -> Vec<String> {
        let nouns = match self.unit {
            Unit::Round => say::rounds(lang),
            Unit::Match => say::matches(lang),
        };
        let noun = if self.count == 1 { nouns[0] } else { nouns[1] };
        let mut parts = self.settings.parts(lang);
        parts.push(format!("{} {noun}", lang.number(self.count as f64, 0)));
        parts
    }

    /// For people, on a terminal.
    #[must_use]
    pub fn table(&self, lang: Lang) -> String {
        let mut text = format!("{}\n", self.parts(lang).join(", "));
        let survey = &self.findings.survey;
        for section in sections(survey, self.unit, &self.players, lang) {
            let title = section.topic.say(lang).to_string();
            let (head, columns) = match &self.findings.others {
                None => (survey_heads(lang).to_vec(), [Align::Right; 5].as_slice()),
                Some(_) => (difference_heads(lang).to_vec(), [Align::Right; 3].as_slice()),
            };
            let mut rows = vec![[vec![title], head].concat()];
            for row in &section.rows {
                let cells = match &self.findings.others {
                    None => survey_cells(row, survey, lang).to_vec(),
                    Some((others, differences)) => difference_cells(row, survey, others, differences, lang).to_vec(),
                };
                rows.push([vec![row.label.clone()], cells].concat());
            }
            let columns = [&[Align::Left], columns].concat();
            text += &format!("\n{}", table(&columns, &rows));
        }
        let note = match self.findings.others {
            None => say::survey_note(lang),
            Some(_) => say::difference_note(lang),
        };
        format!("{text}\n{note}\n")
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut fields = self.settings.fields("simulate");
        let unit = match self.unit {
            Unit::Round => "round",
            Unit::Match => "match",
        };
        fields.insert("unit".into(), json!(unit));
        fields.insert("count".into(), json!(self.count));
        fields.insert("bots".into(), self.players.iter().map(entrant_json).collect());
        fields.insert("figures".into(), survey_json(&self.findings.survey));
        if let Some((others, differences)) = &self.findings.others {
            let compared = json!({
                "options": self.others,
                "figures": survey_json(others),
                "differences": survey_json(differences),
            });
            fields.insert("compared".into(), compared);
        }
        Value::Object(fields)
    }
}

/// The heads of the columns of a survey, after the first.
pub(crate) fn survey_heads(lang: Lang) -> [String; 5] {
    let quantile = |share| lang.percent(share, 0);
    [
        Term::Mean.say(lang).into(),
        Term::Spread.say(lang).into(),
        quantile(QUANTILES[0]),
        Term::Median.say(lang).into(),
        quantile(QUANTILES[2]),
    ]
}

/// The cells of a row of a survey, after the first.
pub(crate) fn survey_cells(row: &Row, survey: &Survey, lang: Lang) -> [String; 5] {
    let Some((interval, (counts, units))) = survey.interval(row.figure).zip(row.distribution(survey)) else {
        return Default::default();
    };
    let mean = row.format.interval(&interval, lang);
    if row.format == Format::Share {
        return [mean, String::new(), String::new(), String::new(), String::new()];
    }
    let spread = lang.number(counts.sample().spread() / units, 2);
    let decimals = if units > 1.0 { 1 } else { 0 };
    let [low, median, high] = QUANTILES.map(|share| lang.number(counts.quantile(share) as f64 / units, decimals));
    [mean, spread, low, median, high]
}

/// The heads of the columns of a comparison, after the first.
pub(crate) fn difference_heads(lang: Lang) -> [String; 3] {
    [Term::Options, Term::OtherOptions, Term::Difference].map(|term| term.say(lang).into())
}

/// The cells of a row of a comparison, after the first.
pub(crate) fn difference_cells(
    row: &Row,
    survey: &Survey,
    others: &Survey,
    differences: &Survey,
    lang: Lang,
) -> [String; 3] {
    let of = |survey: &Survey| survey.interval(row.figure).unwrap_or(Interval { mean: 0.0, half_width: 0.0 });
    [
        row.format.print(of(survey).mean, lang),
        row.format.print(of(others).mean, lang),
        row.format.difference(&of(differences), lang),
    ]
}

/// All figures of a survey; differences have the same shape.
fn survey_json(survey: &Survey) -> Value {
    let figure = |figure: Figure| figure_json(survey, figure);
    let of_seats = |make: &dyn Fn(usize) -> Value| (0..survey.seats.get()).map(make).collect::<Value>();
    let (mut ends, mut marks) = (Map::new(), Map::new());
    for key in survey.figures.keys() {
        match *key {
            Figure::End(end) => ends.insert(end_key(end).into(), figure(*key)),
            Figure::Mark(mark) => marks.insert(mark_key(mark).into(), figure(*key)),
            _ => None,
        };
    }
    json!({
        "moves": figure(Figure::Moves),
        "turns": figure(Figure::Turns),
        "rounds": figure(Figure::Rounds),
        "score": figure(Figure::MeanScore),
        "winner_score": figure(Figure::WinnerScore),
        "first_lead": figure(Figure::FirstLead),
        "places": of_seats(&|index| json!({
            "score": figure(Figure::PlaceScore(index)),
            "wins": figure(Figure::PlaceWins(index)),
        })),
        "seats": of_seats(&|index| json!({
            "score": figure(Figure::SeatScore(index)),
            "wins": figure(Figure::SeatWins(index)),
        })),
        "ends": ends,
        "marks": marks,
    })
}

/// The interval of a figure and how its values are distributed.
fn figure_json(survey: &Survey, figure: Figure) -> Value {
    let row = Row { subject: String::new(), label: String::new(), figure, format: Format::Number };
    let Some((interval, (counts, units))) = survey.interval(figure).zip(row.distribution(survey)) else {
        return Value::Null;
    };
    let Value::Object(mut fields) = interval_json(&interval) else { return Value::Null };
    fields.insert("spread".into(), json!(counts.sample().spread() / units));
    fields.insert("distribution".into(), distribution_json(counts, units));
    Value::Object(fields)
}

/// Every value with how often it came up.
fn distribution_json(counts: &Counts, units: f64) -> Value {
    counts.iter().map(|(value, count)| json!([value as f64 / units, count])).collect()
}

fn end_key(end: End) -> &'static str {
    match end {
        End::WentOut => "went_out",
        End::PileUsedUp => "pile_used_up",
        End::AllPassed => "all_passed",
    }
}

fn mark_key(mark: Mark) -> &'static str {
    match mark {
        Mark::Drew => "drew",
        Mark::Passed => "passed",
        Mark::JokerLaid => "joker_laid",
        Mark::Swapped => "swapped",
        Mark::Linked => "linked",
        Mark::BonusTaken => "bonus_taken",
        Mark::StakeTaken => "stake_taken",
        Mark::Restarted => "restarted",
        Mark::ColourBonus => "colour_bonus",
        Mark::Caught => "caught",
        Mark::Reshuffled => "reshuffled",
        Mark::Opened => "opened",
    }
}

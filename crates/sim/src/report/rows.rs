//! The figures of a simulation in the order they are told, with their names: what the table and the page share.

use words::Lang;
use words::sim::{Term, place, seat};

use super::settings::entrant_name;
use crate::{Counts, End, Entrant, Figure, Interval, Mark, Survey, Unit};

/// Figures that belong together.
pub(crate) struct Section {
    pub(crate) topic: Term,
    pub(crate) rows: Vec<Row>,
}

/// A figure and its name.
pub(crate) struct Row {
    /// Whom it is about: a place, a seat, or nobody in particular.
    pub(crate) subject: String,
    pub(crate) label: String,
    pub(crate) figure: Figure,
    pub(crate) format: Format,
}

/// How a figure is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// As a number, with its distribution.
    Number,
    /// As a share, in per cent.
    Share,
}

impl Format {
    /// A value.
    pub(crate) fn print(self, value: f64, lang: Lang) -> String {
        match self {
            Self::Number => lang.number(value, 2),
            Self::Share => lang.percent(value, 2),
        }
    }

    /// A mean and its bounds.
    pub(crate) fn interval(self, interval: &Interval, lang: Lang) -> String {
        let units = self.units();
        format!("{} ± {}", self.print(interval.mean, lang), lang.number(interval.half_width * units, 2))
    }

    /// A difference and its bounds; an asterisk says that it is clear.
    pub(crate) fn difference(self, interval: &Interval, lang: Lang) -> String {
        let Interval { mean, half_width } = interval.scaled(1.0 / self.units());
        let mark = if interval.is_clear() { " *" } else { "" };
        format!("{} ± {}{mark}", lang.signed(mean, 2), lang.number(half_width, 2))
    }

    fn units(self) -> f64 {
        match self {
            Self::Number => 1.0,
            Self::Share => 100.0,
        }
    }
}

impl Row {
    /// How its values are distributed, and how many units make one.
    pub(crate) fn distribution<'a>(&self, survey: &'a Survey) -> Option<(&'a Counts, f64)> {
        match self.figure {
            Figure::MeanScore => Some((&survey.scores, 1.0)),
            figure => Some((survey.figures.get(&figure)?, figure.units(survey.seats))),
        }
    }
}

/// All sections that have something to tell.
pub(crate) fn sections(survey: &Survey, unit: Unit, players: &[Entrant], lang: Lang) -> Vec<Section> {
    let number = |term: Term, figure| Row {
        subject: String::new(),
        label: term.say(lang).into(),
        figure,
        format: Format::Number,
    };
    let mut length = vec![number(Term::Moves, Figure::Moves), number(Term::Turns, Figure::Turns)];
    if unit == Unit::Match {
        length.push(number(Term::Rounds, Figure::Rounds));
    }
    let scores = vec![number(Term::EverySeat, Figure::MeanScore), number(Term::Winner, Figure::WinnerScore)];
    let pair = |subject: String, score, wins| {
        let named = |term: Term, figure, format| Row {
            subject: subject.clone(),
            label: format!("{subject}, {}", term.say(lang)),
            figure,
            format,
        };
        [named(Term::Score, score, Format::Number), named(Term::Wins, wins, Format::Share)]
    };
    let mut order = vec![number(Term::FirstLead, Figure::FirstLead)];
    let mut seats = Vec::new();
    for (index, player) in players.iter().enumerate() {
        order.extend(pair(place(index + 1, lang), Figure::PlaceScore(index), Figure::PlaceWins(index)));
        let label = seat(index, &entrant_name(player), lang);
        seats.extend(pair(label, Figure::SeatScore(index), Figure::SeatWins(index)));
    }
    if players.iter().all(|player| *player == players[0]) {
        // Seats differ by their bots alone.
        seats.clear();
    }
    let share = if unit == Unit::Round { Format::Share } else { Format::Number };
    let (mut ends, mut marks) = (Vec::new(), Vec::new());
    for figure in survey.figures.keys() {
        match *figure {
            Figure::End(end) => {
                ends.push(Row { format: share, ..number(end_term(end), *figure) });
            }
            Figure::Mark(mark) => marks.push(number(mark_term(mark), *figure)),
            _ => {}
        }
    }
    let all = [
        (Term::Length, length),
        (Term::Scores, scores),
        (Term::Order, order),
        (Term::Seats, seats),
        (Term::Ends, ends),
        (Term::Marks, marks),
    ];
    let sections = all.into_iter().map(|(topic, rows)| Section { topic, rows });
    sections.filter(|section| !section.rows.is_empty()).collect()
}

fn end_term(end: End) -> Term {
    match end {
        End::WentOut => Term::WentOut,
        End::PileUsedUp => Term::PileUsedUp,
        End::AllPassed => Term::AllPassed,
    }
}

fn mark_term(mark: Mark) -> Term {
    match mark {
        Mark::Drew => Term::Drew,
        Mark::Passed => Term::Passed,
        Mark::JokerLaid => Term::JokerLaid,
        Mark::Swapped => Term::Swapped,
        Mark::Linked => Term::Linked,
        Mark::BonusTaken => Term::BonusTaken,
        Mark::StakeTaken => Term::StakeTaken,
        Mark::Restarted => Term::Restarted,
        Mark::ColourBonus => Term::ColourBonus,
        Mark::Caught => Term::Caught,
        Mark::Reshuffled => Term::Reshuffled,
        Mark::Opened => Term::Opened,
    }
}

//! What a simulation found, as one page of HTML that needs nothing else: no script, no other file.

use std::fmt::Write;

use words::sim::{self as say, Term};
use words::{Lang, game_name};

use super::plot::{Bins, Caption, bars, histogram, whiskers};
use super::rows::{Format, Row, Section, sections};
use super::settings::entrant_name;
use super::simulation::{Simulated, difference_cells, difference_heads, survey_cells, survey_heads};
use crate::{Figure, Interval, Survey, Unit};

const STYLE: &str = include_str!("page.css");

impl Simulated {
    /// The whole page.
    #[must_use]
    pub fn page(&self, lang: Lang) -> String {
        let game = game_name(self.settings.game);
        let parts = self.parts(lang);
        let mut body = format!("<header><h1>{game}</h1><p class=\"lead\">{}</p>", escape(&parts[1..].join(", ")));
        body += &self.asked(lang);
        body += "</header><main>";
        body += &self.highlights(lang);
        for section in sections(&self.findings.survey, self.unit, &self.players, lang) {
            body += &self.section(&section, lang);
        }
        let note = match self.findings.others {
            None => say::survey_note(lang),
            Some(_) => say::difference_note(lang),
        };
        let repeat = Term::Repeat.say(lang);
        write!(
            body,
            "</main><footer><p>{}</p><p>{repeat}</p><pre><code>{}</code></pre></footer>",
            escape(&note),
            escape(&self.command)
        )
        .unwrap_or_default();
        format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body>\n{body}\n</body>\n</html>\n",
            lang.code(),
            escape(&parts.join(", ")),
        )
    }

    /// What was asked for.
    fn asked(&self, lang: Lang) -> String {
        let options = |value: &serde_json::Value| match value.as_object() {
            Some(options) if !options.is_empty() => value.to_string(),
            _ => Term::Booklet.say(lang).into(),
        };
        let bots: Vec<String> = self.players.iter().map(entrant_name).collect();
        let alike = bots.iter().all(|bot| *bot == bots[0]);
        let bots = if alike { format!("{} × {}", bots.len(), bots[0]) } else { bots.join(", ") };
        let mut facts = vec![(Term::Bots.say(lang), bots)];
        if let Some(others) = &self.others {
            facts.push((Term::Options.say(lang), options(&self.settings.options)));
            facts.push((Term::OtherOptions.say(lang), options(others)));
        }
        facts.push((Term::Seed.say(lang), wire::write_seed(&self.settings.seed)));
        let facts = facts.iter().map(|(name, fact)| format!("<dt>{}</dt><dd>{}</dd>", capital(name), escape(fact)));
        format!("<dl>{}</dl>", facts.collect::<String>())
    }

    /// The few numbers to take home.
    fn highlights(&self, lang: Lang) -> String {
        let survey = &self.findings.survey;
        let number = |figure, format: Format| survey.interval(figure).map(|interval| format.interval(&interval, lang));
        let lead = survey.interval(Figure::FirstLead).map(|interval| Format::Number.difference(&interval, lang));
        let cards = [
            (Term::Turns, number(Figure::Turns, Format::Number)),
            (Term::Winner, number(Figure::WinnerScore, Format::Number)),
            (Term::FirstLead, lead),
        ];
        let card = |(term, value): (Term, Option<String>)| {
            let value = value.unwrap_or_default();
            let (mean, rest) = value.split_once(" ±").map_or((value.as_str(), ""), |(mean, rest)| (mean, rest));
            let bounds = if rest.is_empty() { String::new() } else { format!("<small> ±{rest}</small>") };
            format!("<li><strong>{mean}{bounds}</strong><span>{}</span></li>", term.say(lang))
        };
        format!("<ul class=\"cards\">{}</ul>", cards.into_iter().map(card).collect::<String>())
    }

    /// A heading, its plots and its table.
    fn section(&self, section: &Section, lang: Lang) -> String {
        let mut html = format!("<section><h2>{}</h2>", section.topic.say(lang));
        if self.findings.others.is_some() && section.topic != Term::Marks {
            html += &legend(&[Term::Options.say(lang), Term::OtherOptions.say(lang)]);
        }
        html += &match section.topic {
            Term::Length => self.distribution(&section.rows[0], "length", lang),
            Term::Scores => self.score_plots(section, lang),
            Term::Order => {
                let scores =
                    self.means(section, |figure| matches!(figure, Figure::PlaceScore(_)), ("order", Term::Score), lang);
                scores
                    + &self.means(section, |figure| matches!(figure, Figure::PlaceWins(_)), ("wins", Term::Wins), lang)
            }
            Term::Seats => {
                self.means(section, |figure| matches!(figure, Figure::SeatScore(_)), ("seats", Term::Score), lang)
            }
            Term::Ends if section.rows.len() > 1 => self.end_bars(section, lang),
            _ => String::new(),
        };
        html += &self.table_of(section, lang);
        html + "</section>"
    }

    /// The surveys to show side by side.
    fn surveys(&self) -> Vec<&Survey> {
        let others = self.findings.others.iter().map(|(others, _)| others);
        std::iter::once(&self.findings.survey).chain(others).collect()
    }

    /// The winners' scores among all scores; where options are compared, both of each.
    fn score_plots(&self, section: &Section, lang: Lang) -> String {
        section.rows.iter().map(|row| self.distribution(row, key(row.figure), lang)).collect()
    }

    /// A histogram, and its numbers.
    fn distribution(&self, row: &Row, id: &str, lang: Lang) -> String {
        let surveys = self.surveys();
        let series: Vec<_> =
            surveys.iter().filter_map(|survey| row.distribution(survey)).map(|(counts, _)| counts).collect();
        let Some(counts) = series.first() else { return String::new() };
        let bins = Bins::of(&series);
        if bins.is_single() {
            return String::new();
        }
        let share_of = match (row.figure, self.unit) {
            (Figure::MeanScore, _) => Term::ShareOfSeats,
            (_, Unit::Round) => Term::ShareOfRounds,
            (_, Unit::Match) => Term::ShareOfMatches,
        };
        let axis = if row.figure == Figure::Moves { Term::Moves } else { Term::Score };
        let title = format!("{} ({})", capital(&row.label), share_of.say(lang));
        let heads = survey_heads(lang);
        let cells = survey_cells(row, &self.findings.survey, lang);
        let told =
            heads.iter().zip(&cells).map(|(head, cell)| format!("{head} {cell}")).collect::<Vec<_>>().join(" ; ");
        let caption = Caption { id, title: &title, description: &told, axis: axis.say(lang) };
        let plot = histogram(&caption, &series, &bins, lang);
        let shares: Vec<Vec<f64>> = series.iter().map(|counts| bins.shares(counts)).collect();
        let shown: f64 = shares[0].iter().sum();
        let left_out = 1.0 - shown;
        let note = if left_out * counts.total() as f64 > 0.5 {
            format!("<p class=\"note\">{}</p>", escape(&say::left_out(&lang.percent(left_out, 2), lang)))
        } else {
            String::new()
        };
        let mut heads = vec![Term::Range.say(lang).to_string()];
        heads.extend(match shares.len() {
            1 => vec![share_of.say(lang).to_string()],
            _ => vec![Term::Options.say(lang).into(), Term::OtherOptions.say(lang).into()],
        });
        let rows = bins.ranges().enumerate().map(|(index, (first, last))| {
            let [first_text, last_text] = [first, last].map(|value| lang.number(value as f64, 0));
            let range = if first == last { first_text } else { format!("{first_text} – {last_text}") };
            std::iter::once(range).chain(shares.iter().map(|shares| lang.percent(shares[index], 2))).collect()
        });
        let numbers = table(&title, &heads, &rows.collect::<Vec<Vec<String>>>());
        format!(
            "<figure><figcaption>{}</figcaption>{plot}{note}<details><summary>{}</summary>{numbers}</details></figure>",
            escape(&title),
            Term::Numbers.say(lang)
        )
    }

    /// Means with their bounds, for the rows of some kind.
    fn means(&self, section: &Section, is_wanted: fn(Figure) -> bool, (id, term): (&str, Term), lang: Lang) -> String {
        let wanted: Vec<&Row> = section.rows.iter().filter(|row| is_wanted(row.figure)).collect();
        let surveys = self.surveys();
        let rows: Vec<(String, Vec<Interval>)> = wanted
            .iter()
            .map(|row| (row.subject.clone(), surveys.iter().filter_map(|survey| survey.interval(row.figure)).collect()))
            .collect();
        let format = wanted.first().map_or(Format::Number, |row| row.format);
        let reference = reference(&rows, format);
        let told = rows.iter().filter_map(|(label, intervals)| Some((label, intervals.first()?)));
        let told = told.map(|(label, interval)| format!("{label} {}", format.interval(interval, lang)));
        let dashes = reference.map(|_| say::mean_of_all_note(lang));
        let notes = std::iter::once(say::means_note(lang)).chain(dashes).collect::<Vec<_>>();
        let title = format!("{} ({})", capital(term.say(lang)), notes.join(lang.of("\u{202f}; ", "; ")));
        let description = told.collect::<Vec<_>>().join(" ; ");
        let caption = Caption { id, title: &title, description: &description, axis: term.say(lang) };
        let plot = whiskers(&caption, &rows, reference, format, lang);
        format!("<figure><figcaption>{title}</figcaption>{plot}</figure>")
    }

    /// How rounds end, as bars.
    fn end_bars(&self, section: &Section, lang: Lang) -> String {
        let surveys = self.surveys();
        let value =
            |row: &Row| surveys.iter().filter_map(|survey| survey.interval(row.figure)).map(|it| it.mean).collect();
        let rows: Vec<(String, Vec<f64>)> = section.rows.iter().map(|row| (row.label.clone(), value(row))).collect();
        let format = section.rows[0].format;
        let told = rows.iter().map(|(label, values)| format!("{label} {}", format.print(values[0], lang)));
        let description = told.collect::<Vec<_>>().join(" ; ");
        let title = section.topic.say(lang);
        let plot = bars(&Caption { id: "ends", title, description: &description, axis: "" }, &rows, format, lang);
        format!("<figure>{plot}</figure>")
    }

    /// The table of a section.
    fn table_of(&self, section: &Section, lang: Lang) -> String {
        let survey = &self.findings.survey;
        let heads = match self.findings.others {
            None => survey_heads(lang).to_vec(),
            Some(_) => difference_heads(lang).to_vec(),
        };
        let cells = |row: &Row| match &self.findings.others {
            None => survey_cells(row, survey, lang).to_vec(),
            Some((others, differences)) => difference_cells(row, survey, others, differences, lang).to_vec(),
        };
        let rows = section.rows.iter().map(|row| [vec![row.label.clone()], cells(row)].concat());
        let heads = [vec![Term::Figure.say(lang).to_string()], heads].concat();
        table(section.topic.say(lang), &heads, &rows.collect::<Vec<_>>())
    }
}

/// The mean of all rows, where there is one: two sets of options have two means of scores, but one of shares.
fn reference(rows: &[(String, Vec<Interval>)], format: Format) -> Option<f64> {
    let has_one = format == Format::Share || rows.iter().all(|(_, intervals)| intervals.len() == 1);
    let firsts = || rows.iter().filter_map(|(_, intervals)| intervals.first());
    let mean = firsts().map(|interval| interval.mean).sum::<f64>() / firsts().count().max(1) as f64;
    has_one.then_some(mean)
}

/// A table whose first column names the rows; its caption is for those who hear it.
fn table(caption: &str, heads: &[String], rows: &[Vec<String>]) -> String {
    let head = heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head))).collect::<String>();
    let mut html = format!("<table><caption>{}</caption><thead><tr>{head}</tr></thead><tbody>", escape(caption));
    for row in rows {
        let mut cells = row.iter().map(|cell| escape(cell));
        let name = cells.next().unwrap_or_default();
        let cells = cells.map(|cell| format!("<td>{cell}</td>")).collect::<String>();
        write!(html, "<tr><th scope=\"row\">{name}</th>{cells}</tr>").unwrap_or_default();
    }
    html + "</tbody></table>"
}

fn legend(names: &[&str; 2]) -> String {
    let [one, other] = names;
    format!(
        "<p class=\"legend\"><span class=\"swatch one\"></span>{one} <span class=\"swatch other\"></span>{other}</p>"
    )
}

/// The name of a plot on the page.
fn key(figure: Figure) -> &'static str {
    match figure {
        Figure::WinnerScore => "winners",
        _ => "scores",
    }
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

/// Text as HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

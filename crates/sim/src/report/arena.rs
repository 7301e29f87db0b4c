//! What the arena found.

use serde_json::{Value, json};
use words::{Lang, sim as say};

use super::Settings;
use super::settings::{entrant_json, entrant_name};
use super::table::{Align, table};
use crate::{Better, Duel, Interval, Ranking, Stop};

/// The duels and the ratings, for people.
#[must_use]
pub fn arena_table(settings: &Settings, stop: Stop, ranking: &Ranking, lang: Lang) -> String {
    let mut duels = vec![say::duel_heads(lang).map(String::from).to_vec()];
    duels.extend(ranking.duels.iter().map(|duel| duel_row(duel, lang)));
    let mut ratings = vec![say::rating_heads(lang).map(String::from).to_vec()];
    for rated in &ranking.ratings {
        let rating = plus_minus(lang.number(rated.rating, 2), rated.uncertainty, 2, lang);
        ratings.push(vec![entrant_name(&rated.entrant), rating]);
    }
    let note = match stop {
        Stop::After(_) => say::fixed_note(lang),
        Stop::WhenClear(_) => say::any_moment_note(lang),
    };
    let duels = table(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Left], &duels);
    let ratings = table(&[Align::Left, Align::Right], &ratings);
    format!("{}\n\n{duels}\n{ratings}\n{note}\n", settings.parts(lang).join(", "))
}

fn duel_row(duel: &Duel, lang: Lang) -> Vec<String> {
    let (one, other) = (entrant_name(&duel.one), entrant_name(&duel.other));
    let verdict = match duel.better() {
        Better::One => say::better(&one, &other, lang),
        Better::Other => say::better(&other, &one, lang),
        Better::Unclear => say::unclear(lang).into(),
    };
    let half = lang.number(duel.wins.half_width * 100.0, 1);
    vec![
        format!("{one} – {other}"),
        lang.number(duel.deals as f64, 0),
        plus_minus(lang.signed(duel.lead.mean, 2), duel.lead.half_width, 2, lang),
        format!("{} ± {half}", lang.percent(0.5 + duel.wins.mean, 1)),
        verdict,
    ]
}

fn plus_minus(mean: String, half_width: f64, decimals: usize, lang: Lang) -> String {
    format!("{mean} ± {}", lang.number(half_width, decimals))
}

/// The same, for programs.
#[must_use]
pub fn arena_json(settings: &Settings, stop: Stop, ranking: &Ranking) -> Value {
    let mut fields = settings.fields("arena");
    let (deals, until_clear) = match stop {
        Stop::After(deals) => (deals, false),
        Stop::WhenClear(deals) => (deals, true),
    };
    fields.insert("deals".into(), json!(deals));
    fields.insert("until_clear".into(), json!(until_clear));
    fields.insert("duels".into(), ranking.duels.iter().map(duel_json).collect());
    let rated = |rated: &crate::Rated| {
        json!({
            "bot": entrant_json(&rated.entrant),
            "rating": rated.rating,
            "uncertainty": rated.uncertainty,
        })
    };
    fields.insert("ratings".into(), ranking.ratings.iter().map(rated).collect());
    Value::Object(fields)
}

fn duel_json(duel: &Duel) -> Value {
    let verdict = match duel.better() {
        Better::One => "one",
        Better::Other => "other",
        Better::Unclear => "unclear",
    };
    let wins = Interval { mean: 0.5 + duel.wins.mean, ..duel.wins };
    json!({
        "one": entrant_json(&duel.one),
        "other": entrant_json(&duel.other),
        "deals": duel.deals,
        "lead": interval_json(&duel.lead),
        "wins": interval_json(&wins),
        "verdict": verdict,
    })
}

/// A mean and its 95 % bounds; what cannot be told yet is `null`.
pub(crate) fn interval_json(interval: &Interval) -> Value {
    json!({
        "mean": interval.mean,
        "half_width": interval.half_width,
        "low": interval.mean - interval.half_width,
        "high": interval.mean + interval.half_width,
    })
}

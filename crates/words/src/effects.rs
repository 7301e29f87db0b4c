//! What an option does to a game, as it was measured: how long rounds or matches become, how often whoever plays first
//! wins, by how much the winner wins.
//!
//! The figures are kept in `data/effects.json`, each with the command that made it; a test runs the commands again, and
//! `cargo xtask bless` keeps what they find.
//!
//! Deliberately absent: what cannot be measured with bots, such as time.

use engine::GameId;
use wire::Value;

use crate::Lang;
use crate::options::{TableOption, Values};

/// What was measured.
const MEASURED: &str = include_str!("../data/effects.json");

/// A change smaller than this share of what was before is not worth a word.
const MIN_CHANGE: f64 = 0.01;

/// A figure with an option as usual and otherwise.
struct Figure {
    usual: f64,
    difference: f64,
    /// Half of the interval that holds the true difference 95 times of 100.
    error: f64,
}

impl Figure {
    fn read(effect: &Value, name: &str) -> Option<Self> {
        let number = |place: usize| effect[name][place].as_f64();
        Some(Self { usual: number(0)?, difference: number(1)?, error: number(2)? })
    }

    /// By which share it grows; nothing where the change may be luck, or is too small to be felt.
    fn growth(&self) -> Option<f64> {
        let growth = self.difference / self.usual.abs();
        (self.difference.abs() > self.error && growth.abs() >= MIN_CHANGE).then_some(growth)
    }
}

/// One sentence for each value of an option whose effect was measured.
pub(crate) fn effects(game: GameId, option: &TableOption, lang: Lang) -> Vec<String> {
    let measured = MEASURED.parse::<Value>().unwrap_or_default();
    let of_option = |effect: &&Value| effect["game"] == game.slug() && effect["option"] == option.key;
    let effects = measured.as_array().into_iter().flatten().filter(of_option);
    effects.filter_map(|effect| sentence(effect, option, lang)).collect()
}

fn sentence(effect: &Value, option: &TableOption, lang: Lang) -> Option<String> {
    let value = &effect["value"];
    let name = match &option.values {
        Values::OneOf(choices) => {
            let label = &choices.iter().find(|choice| choice.value == *value)?.label;
            lang.of(format!("« {label} »"), format!("“{label}”"))
        }
        Values::Number { .. } => lang.of(format!("À {value}"), format!("At {value}")),
    };
    let percent = |growth: f64| lang.percent(growth.abs(), 0);
    let longer = Figure::read(effect, "turns")?.growth().map(|growth| {
        let what = if effect["unit"] == "match" { lang.of("parties", "matches") } else { lang.of("manches", "rounds") };
        let how = if growth > 0.0 { lang.of("plus longues", "longer") } else { lang.of("plus courtes", "shorter") };
        format!("{what} {} {how}", percent(growth))
    });
    let first = Figure::read(effect, "first_wins")?;
    let luckier = first.growth().map(|growth| {
        let how = if growth > 0.0 { lang.of("plus", "more") } else { lang.of("moins", "less") };
        let [usual, now] = [first.usual, first.usual + first.difference].map(|share| lang.percent(share, 0));
        lang.of(
            format!("qui commence gagne {how} souvent ({now} au lieu de {usual})"),
            format!("whoever starts wins {how} often ({now} instead of {usual})"),
        )
    });
    let wider = Figure::read(effect, "margin")?.growth().map(|growth| {
        let how = if growth > 0.0 { lang.of("plus grands", "wider") } else { lang.of("plus petits", "narrower") };
        format!("{} {} {how}", lang.of("écarts de points", "margins"), percent(growth))
    });
    let parts: Vec<String> = [longer, luckier, wider].into_iter().flatten().collect();
    let told =
        if parts.is_empty() { lang.of("presque sans effet", "hardly any effect").into() } else { parts.join(", ") };
    Some(lang.of(format!("{name} : {told}."), format!("{name}: {told}.")))
}

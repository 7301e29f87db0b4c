//! What is said about tables before they are played and after: who invites, how a table is set up, how it ended.
//!
//! Deliberately absent: what happens in a match.

use engine::{GameId, SeatCount};
use wire::Value;
use wire::house::{BotLevel, Settings, Stage, Visibility};

use crate::grammar::{Joint, list};
use crate::lang::set_type;
use crate::options::{self, Values};
use crate::preview::at;
use crate::{Lang, game_name};

/// How well bots play, as it is chosen from a list.
#[must_use]
pub fn level(level: BotLevel, lang: Lang) -> &'static str {
    match level {
        BotLevel::Novice => lang.of("Débutants", "Novice"),
        BotLevel::Casual => lang.of("Tranquilles", "Casual"),
        BotLevel::Skilled => lang.of("Habiles", "Skilled"),
        BotLevel::Expert => lang.of("Experts", "Expert"),
    }
}

/// What a click on Play comes to: so many players, and how well the bots among them play.
#[must_use]
pub fn company(seats: u8, level: BotLevel, lang: Lang) -> String {
    let french = match level {
        BotLevel::Novice => "robots débutants",
        BotLevel::Casual => "robots tranquilles",
        BotLevel::Skilled => "robots habiles",
        BotLevel::Expert => "robots experts",
    };
    let english = match level {
        BotLevel::Novice => "novice bots",
        BotLevel::Casual => "casual bots",
        BotLevel::Skilled => "skilled bots",
        BotLevel::Expert => "expert bots",
    };
    lang.of(format!("À {seats}, {french}"), format!("{seats} players, {english}"))
}

/// How many seats are taken.
#[must_use]
pub fn taken(taken: usize, seats: usize, lang: Lang) -> String {
    let french = lang.count(taken, ["place prise", "places prises"]);
    lang.of(format!("{french} sur {seats}"), format!("{taken} of {seats} seats taken"))
}

/// Where a match stands.
#[must_use]
pub fn standing(stage: Stage, round: u16, lang: Lang) -> String {
    match stage {
        Stage::Gathering => lang.of("On s'installe", "Gathering").into(),
        Stage::Between | Stage::Playing => crate::replay::round(round.max(1), lang),
        Stage::Over => lang.of("Terminée", "Over").into(),
        Stage::Closed => lang.of("Fermée", "Closed").into(),
    }
}

/// Where a match stands in which it is one's turn.
#[must_use]
pub fn your_turn(round: u16, lang: Lang) -> String {
    let round = crate::replay::round(round.max(1), lang);
    set_type(&lang.of(format!("{round} : à vous !"), format!("{round}: your turn!")), lang)
}

/// With whom one plays.
#[must_use]
pub fn with_names(names: &[String], lang: Lang) -> String {
    format!("{} {}", lang.of("avec", "with"), list(names, Joint::And, lang))
}

/// Who invites to what.
#[must_use]
pub fn invites(host: &str, game: GameId, lang: Lang) -> String {
    let (name, at) = (game_name(game), at(game));
    let french = format!("{host} vous invite à jouer {at} {name} !");
    set_type(&lang.of(french, format!("{host} invites you to play {name}!")), lang)
}

/// Whom those wait for who do not lead the table.
#[must_use]
pub fn host_begins(host: &str, lang: Lang) -> String {
    lang.of(
        format!("On attend que {host} lance la partie."),
        format!("{host} begins the match when everybody is there."),
    )
}

/// How many look on; nothing where nobody does.
#[must_use]
pub fn spectators(count: u32, lang: Lang) -> Option<String> {
    match count {
        0 => None,
        1 => Some(lang.of("1 personne regarde.", "1 person is watching.").into()),
        _ => Some(lang.of(format!("{count} personnes regardent."), format!("{count} people are watching."))),
    }
}

/// How long a turn may take.
#[must_use]
pub fn turn_time(seconds: Option<u16>, lang: Lang) -> String {
    match seconds {
        None => lang.of("Sans limite", "No limit").into(),
        Some(seconds) if seconds >= 60 && seconds % 60 == 0 => {
            lang.count(usize::from(seconds / 60), ["minute", "minutes"])
        }
        Some(seconds) => {
            lang.count(usize::from(seconds), [lang.of("seconde", "second"), lang.of("secondes", "seconds")])
        }
    }
}

/// Who finds a table.
#[must_use]
pub fn visibility(visibility: Visibility, lang: Lang) -> &'static str {
    match visibility {
        Visibility::Public => lang.of("Toute la maison", "Everybody in this house"),
        Visibility::Invited => lang.of("Qui a le lien", "Whoever has the link"),
    }
}

/// How a table is set up, one line each: the options that are not as usual, the clock, what help there is.
#[must_use]
pub fn facts(settings: &Settings, lang: Lang) -> Vec<String> {
    let seats = SeatCount::new(usize::from(settings.seats));
    let offered = seats.map(|seats| options::of(settings.game, seats, lang)).unwrap_or_default();
    let chosen = |option: &options::TableOption| {
        let value = settings.options.get(option.key)?;
        let said = match &option.values {
            Values::OneOf(choices) => choices.iter().find(|choice| choice.value == *value)?.label.clone(),
            Values::Number { .. } => value_as_text(value),
        };
        Some(format!("{} : {said}", option.label))
    };
    let mut facts: Vec<String> = offered.iter().filter_map(chosen).collect();
    if facts.is_empty() {
        facts.push(lang.of("Règles habituelles", "The usual rules").into());
    }
    if let Some(seconds) = settings.turn_seconds {
        let time = turn_time(Some(seconds), lang);
        facts.push(lang.of(format!("{time} par tour"), format!("{time} a turn")));
    }
    facts.push(
        match (settings.rated, settings.hints, settings.undo) {
            (true, ..) => lang.of("Partie classée, sans aide", "Rated match, without help"),
            (false, true, true) => lang.of("Conseils et reprises permis", "Hints and taking back allowed"),
            (false, true, false) => lang.of("Conseils permis", "Hints allowed"),
            (false, false, true) => lang.of("Reprises permises", "Taking back allowed"),
            (false, false, false) => lang.of("Sans aide", "Without help"),
        }
        .into(),
    );
    if settings.begins_when_full {
        facts.push(lang.of("Commence dès que la table est pleine", "Begins as soon as the table is full").into());
    }
    // Names and values are set by their own languages; only the colon between them is ours.
    facts.iter().map(|fact| set_type(&lang.of(fact.clone(), fact.replace(" : ", ": ")), lang)).collect()
}

fn value_as_text(value: &Value) -> String {
    value.as_i64().map_or_else(|| value.to_string(), |number| number.to_string())
}

/// A rank among so many: « 1er sur 3 ».
#[must_use]
pub fn place(rank: u8, seats: usize, lang: Lang) -> String {
    let french = if rank == 1 { "er" } else { "e" };
    let english = match (rank % 10, rank % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    lang.of(format!("{rank}{french} sur {seats}"), format!("{rank}{english} of {seats}"))
}

/// A total at the end of a match.
#[must_use]
pub fn score(points: i64, lang: Lang) -> String {
    #[allow(clippy::cast_precision_loss, reason = "scores are far smaller than what a float holds exactly")]
    lang.number(points as f64, 0)
}

/// Whose name on a seat a button is about: to let somebody else sit there.
#[must_use]
pub fn free_seat_of(name: &str, lang: Lang) -> String {
    lang.of(format!("Libérer la place de {name}"), format!("Free the seat of {name}"))
}

/// What a button does that sends somebody away for good.
#[must_use]
pub fn send_away(name: &str, lang: Lang) -> String {
    lang.of(format!("Écarter {name}"), format!("Send {name} away"))
}

/// What a button does that lets a bot go on for who holds up the table.
#[must_use]
pub fn let_bot_go_on(name: &str, lang: Lang) -> String {
    lang.of(format!("Un robot pour {name}"), format!("A bot for {name}"))
}

/// What a button does that lets one take over from a bot.
#[must_use]
pub fn take_seat_of(name: &str, lang: Lang) -> String {
    lang.of(format!("Prendre la place de {name}"), format!("Take the seat of {name}"))
}

#[cfg(test)]
mod tests {
    use wire::{Map, json};

    use super::*;

    fn settings(game: GameId, options: Value) -> Settings {
        let options = options.as_object().cloned().unwrap_or_else(Map::new);
        Settings { options, ..Settings::new(game, 3) }
    }

    #[test]
    fn a_table_says_what_is_not_as_usual() {
        let told = facts(&settings(GameId::Dos, json!({ "target": 100 })), Lang::French);
        assert_eq!(told, ["Points à atteindre\u{a0}: 100", "Conseils et reprises permis"]);
        let told = facts(&settings(GameId::QuaranteSix, json!({ "board": "rouge" })), Lang::English);
        assert_eq!(told[0], "Board: Red, out of order");
        let told = facts(&settings(GameId::Onze, json!({ "nonsense": 1 })), Lang::English);
        assert_eq!(told[0], "The usual rules", "what is not known is not told");
        let rated = Settings { rated: true, turn_seconds: Some(90), ..settings(GameId::Dos, json!({})) };
        assert_eq!(
            facts(&rated, Lang::French),
            ["Règles habituelles", "90 secondes par tour", "Partie classée, sans aide"]
        );
    }

    #[test]
    fn ranks_are_written_as_each_language_does() {
        assert_eq!(place(1, 3, Lang::French), "1er sur 3");
        assert_eq!(place(2, 3, Lang::French), "2e sur 3");
        let english = [1, 2, 3, 4, 11, 12, 21].map(|rank| place(rank, 30, Lang::English));
        assert_eq!(english, ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"].map(|rank| format!("{rank} of 30")));
    }

    #[test]
    fn counts_agree_with_their_nouns() {
        assert_eq!(taken(1, 4, Lang::French), "1 place prise sur 4");
        assert_eq!(taken(2, 4, Lang::French), "2 places prises sur 4");
        assert_eq!(spectators(0, Lang::French), None);
        assert_eq!(spectators(2, Lang::English).as_deref(), Some("2 people are watching."));
        assert_eq!(turn_time(Some(60), Lang::English), "1 minute");
        assert_eq!(turn_time(Some(90), Lang::French), "90 secondes");
        let names = ["Ondine", "Basile", "Anne"].map(String::from);
        assert_eq!(with_names(&names[..2], Lang::French), "avec Ondine et Basile");
        assert_eq!(with_names(&names, Lang::English), "with Ondine, Basile and Anne");
        assert_eq!(invites("Léa", GameId::Dos, Lang::French), "Léa vous invite à jouer à DOS\u{202f}!");
    }
}

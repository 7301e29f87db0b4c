//! A new table as a person sets it up: how many play, how well the bots play, which options; and how a browser keeps it
//! for the next time.
//!
//! Deliberately absent: what the fields are called (crate `words`), and whether a table may be opened like that, which
//! the house says.

use std::ops::RangeInclusive;

use engine::{GameId, Seat, SeatCount, with_game};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::house::{BotLevel, Settings, Visibility};
use wire::local::LocalSitter;
use wire::read_json_text;
use words::Lang;
use words::options::{self, TableOption, Values};

/// The option of games that have a clock of their own; 0 is none.
const TURN_SECONDS: &str = "turn_seconds";

/// With whom one wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// With bots, at once.
    Bots,
    /// With people, who have to come first.
    Friends,
}

/// A new table as a person sets it up. It may hold options that do not fit the number of seats any more:
/// [`settings`](Self::settings) leaves them out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableForm {
    /// What is played, and how.
    pub settings: Settings,
    /// How well the bots play.
    pub level: BotLevel,
    /// The names of those who share one device, where several do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
}

/// How many can play a game.
#[must_use]
pub fn seats_of(game: GameId) -> RangeInclusive<u8> {
    let seats = with_game!(game, G => <G as engine::Game>::SEATS);
    let small = |seats: usize| u8::try_from(seats).unwrap_or(u8::MAX);
    small(*seats.start())..=small(*seats.end())
}

impl TableForm {
    /// What a person finds who has never changed anything.
    #[must_use]
    pub fn new(game: GameId, company: Company) -> Self {
        let range = seats_of(game);
        let settings = Settings {
            visibility: match company {
                Company::Bots => Visibility::Invited,
                Company::Friends => Visibility::Public,
            },
            ..Settings::new(game, 3.clamp(*range.start(), *range.end()))
        };
        let mut form = Self { settings, level: BotLevel::Skilled, people: Vec::new() };
        // Bots wait as long as one likes; people play by the rules' own clock.
        if company == Company::Bots && form.has_own_clock() {
            form.settings.options.insert(TURN_SECONDS.into(), 0.into());
        }
        form
    }

    /// A first game of Onze: the variant for beginners, against bots that are beginners too.
    #[must_use]
    pub fn beginners() -> Self {
        let mut form = Self { level: BotLevel::Novice, ..Self::new(GameId::Onze, Company::Bots) };
        form.settings.options.insert("variant".into(), "debutant".into());
        form
    }

    /// What was kept the last time; what cannot be used any more is forgotten.
    #[must_use]
    pub fn read(game: GameId, company: Company, kept: Option<&str>) -> Self {
        let read = kept.and_then(read_json_text::<Self>);
        let fits = |form: &Self| form.settings.game == game && seats_of(game).contains(&form.settings.seats);
        read.filter(fits).unwrap_or_else(|| Self::new(game, company))
    }

    /// What is to be kept for the next time.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The options of the game at a table of so many seats.
    #[must_use]
    pub fn options(&self, lang: Lang) -> Vec<TableOption> {
        let seats = SeatCount::new(usize::from(self.settings.seats));
        seats.map(|seats| options::of(self.settings.game, seats, lang)).unwrap_or_default()
    }

    /// Whether the game has a clock of its own among its options, so that the table can have none.
    #[must_use]
    pub fn has_own_clock(&self) -> bool {
        self.options(Lang::default()).iter().any(|option| option.key == TURN_SECONDS)
    }

    /// Which of its values an option has, where it is one of some.
    #[must_use]
    pub fn chosen(&self, option: &TableOption) -> usize {
        let Values::OneOf(choices) = &option.values else { return 0 };
        let value = self.settings.options.get(option.key);
        choices.iter().position(|choice| Some(&choice.value) == value).unwrap_or(0)
    }

    /// Chooses one of the values of an option.
    pub fn choose(&mut self, option: &TableOption, index: usize) {
        let Values::OneOf(choices) = &option.values else { return };
        match choices.get(index) {
            Some(choice) if index > 0 => {
                self.settings.options.insert(option.key.into(), choice.value.clone());
            }
            _ => {
                self.settings.options.shift_remove(option.key);
            }
        }
    }

    /// The number an option has, as it stands in a field; empty where there is no limit.
    #[must_use]
    pub fn number(&self, option: &TableOption) -> String {
        let Values::Number { default, .. } = option.values else { return String::new() };
        let entered = self.settings.options.get(option.key).and_then(Value::as_i64);
        entered.or(default).map(|number| number.to_string()).unwrap_or_default()
    }

    /// Takes what was written into the field of a number: what is out of bounds is brought within them, and what is no
    /// number is the default.
    pub fn enter(&mut self, option: &TableOption, text: &str) {
        let Values::Number { least, most, default } = option.values else { return };
        let number = text.trim().parse::<i64>().ok().map(|number| number.clamp(least, most));
        match number.filter(|number| Some(*number) != default) {
            Some(number) => {
                self.settings.options.insert(option.key.into(), number.into());
            }
            None => {
                self.settings.options.shift_remove(option.key);
            }
        }
    }

    /// What the house is asked for.
    #[must_use]
    pub fn settings(&self, company: Company) -> Settings {
        let mut settings = self.settings.clone();
        let offered = self.options(Lang::default());
        settings
            .options
            .retain(|key, value| offered.iter().any(|option| option.key == key && is_offered(&option.values, value)));
        settings.rated &= company == Company::Friends;
        // A rated match is played without help.
        settings.hints &= !settings.rated;
        settings.undo &= !settings.rated;
        // And at a public table.
        if settings.rated {
            settings.visibility = Visibility::Public;
        }
        // A table with bots alone is nobody else's concern.
        if company == Company::Bots {
            settings.visibility = Visibility::Invited;
        }
        settings.begins_when_full &= company == Company::Friends;
        // Only DOS has calls, and no program comes to a table with bots alone.
        settings.fast_calls &= company == Company::Friends && settings.game == GameId::Dos;
        settings.turn_seconds = settings.turn_seconds.filter(|_| !self.has_own_clock());
        settings
    }

    /// Whether several people share this device.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.people.len() > 1
    }

    /// So many people share this device; those who were named keep their names.
    pub fn share(&mut self, people: u8) {
        let people = if people < 2 { 0 } else { people.min(self.settings.seats) };
        self.people.resize(people.into(), String::new());
    }

    /// What a table of this device is opened with: nobody's time runs out while the device is passed on.
    #[must_use]
    pub fn local_settings(&self) -> Settings {
        let mut settings = self.settings(Company::Bots);
        if self.is_shared() {
            settings.turn_seconds = None;
            if self.has_own_clock() {
                settings.options.insert(TURN_SECONDS.into(), 0.into());
            }
        }
        settings
    }

    /// Who sits at a table of this device, seat by seat: its people, one of them under the name `own`, and bots.
    #[must_use]
    pub fn sitters(&self, own: &str) -> Vec<LocalSitter> {
        let name = |index: usize| {
            let written = self.people.get(index).map(|name| name.trim()).filter(|name| !name.is_empty());
            written.map_or_else(|| if index == 0 { own.into() } else { format!("{own} {}", index + 1) }, Into::into)
        };
        (0..self.settings.seats.into())
            .map(|index| match index < self.people.len().max(1) {
                true => LocalSitter::Person { name: name(index) },
                false => LocalSitter::Bot { level: self.level },
            })
            .collect()
    }

    /// The seats where bots are to sit from the beginning; one's own is the first.
    #[must_use]
    pub fn bots(&self, company: Company) -> Vec<Seat> {
        match company {
            Company::Bots => (1..self.settings.seats.into()).filter_map(Seat::new).collect(),
            Company::Friends => Vec::new(),
        }
    }
}

fn is_offered(values: &Values, value: &Value) -> bool {
    match values {
        Values::OneOf(choices) => choices.iter().any(|choice| choice.value == *value),
        Values::Number { least, most, .. } => value.as_i64().is_some_and(|number| (*least..=*most).contains(&number)),
    }
}

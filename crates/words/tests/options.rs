//! The options that people are offered are those that tables are opened with.

use engine::{GameId, SeatCount, with_game};
use testkit::Specimen;
use wire::{Codec, Map, Value, read_options};
use words::options::{Values, of};
use words::{Lang, Words};

/// The rules that one option makes; nothing if it is refused.
fn rules_with<G: Codec>(seats: SeatCount, key: &str, value: Value) -> Option<G::Rules> {
    let options = Map::from_iter([(key.to_string(), value)]);
    read_options::<G>(seats.get() as i64, Some(Value::Object(options))).ok().map(|(_, rules)| rules)
}

fn every_table(mut each: impl FnMut(GameId, SeatCount, Lang)) {
    for game in GameId::ALL {
        for seats in with_game!(game, G => <G as engine::Game>::SEATS).filter_map(SeatCount::new) {
            Lang::ALL.into_iter().for_each(|lang| each(game, seats, lang));
        }
    }
}

fn check<G: Words>(seats: SeatCount, lang: Lang) {
    let absent = read_options::<G>(seats.get() as i64, None).ok().map(|(_, rules)| rules);
    assert!(absent.is_some());
    for option in of(G::ID, seats, lang) {
        let key = option.key;
        let accepts = |value: Value| rules_with::<G>(seats, key, value).is_some();
        let is_default = |value: Value| rules_with::<G>(seats, key, value) == absent;
        match option.values {
            Values::OneOf(choices) => {
                assert!(choices.len() > 1, "{key} is no choice");
                for (index, choice) in choices.into_iter().enumerate() {
                    assert!(accepts(choice.value.clone()), "{key}: {} is refused", choice.value);
                    assert_eq!(is_default(choice.value), index == 0, "{key}: the first is the default, no other");
                }
            }
            Values::Number { least, most, default } => {
                assert!(accepts(least.into()) && accepts(most.into()), "{key}: a bound is refused");
                assert!(!accepts((least - 1).into()) && !accepts((most + 1).into()), "{key}: there is more");
                assert!(is_default(default.into()), "{key}: another default");
            }
        }
    }
}

#[test]
fn every_value_is_accepted_and_the_default_is_what_absence_means() {
    every_table(|game, seats, lang| with_game!(game, G => check::<G>(seats, lang)));
}

#[test]
fn every_option_of_a_game_is_offered() {
    fn written<G: Specimen>() -> Vec<String> {
        let mut keys = Map::new();
        G::presets().iter().for_each(|(_, rules)| G::write_rules(rules, &mut keys));
        keys.into_iter().map(|(key, _)| key).collect()
    }
    every_table(|game, seats, lang| {
        let offered = of(game, seats, lang);
        for key in with_game!(game, G => written::<G>()) {
            assert!(offered.iter().any(|option| option.key == key), "{game:?}: {key}");
        }
    });
}

#[test]
fn the_rulebook_calls_options_by_the_names_of_the_form() {
    every_table(|game, seats, lang| {
        let book = with_game!(game, G => <G as Words>::rulebook(lang));
        let quoted = |name: &str| lang.of(format!("« {name} »"), format!("“{name}”"));
        for option in of(game, seats, lang) {
            assert!(book.contains(&quoted(&option.label)), "{game:?} {lang:?}: {}", option.label);
            // The usual choice needs no name; the others of a short list are told apart by theirs.
            let Values::OneOf(choices) = option.values else { continue };
            for choice in choices.iter().skip(1).filter(|choice| !choice.value.is_number()) {
                assert!(book.contains(&quoted(&choice.label)), "{game:?} {lang:?}: {}", choice.label);
            }
        }
    });
}

#[test]
fn the_rulebook_is_free_of_notation() {
    every_table(|game, seats, lang| {
        let book = with_game!(game, G => <G as Words>::rulebook(lang)).replace("```", "");
        assert!(!book.contains('`') && !book.contains('_'), "{game:?} {lang:?}: code");
        // Keys of one plain word are words of people too.
        for key in of(game, seats, lang).iter().map(|option| option.key).filter(|key| key.contains('_')) {
            assert!(!book.contains(key), "{game:?} {lang:?}: {key}");
        }
        for word in ["true", "false", "siège", "seat 0"] {
            assert!(!book.to_lowercase().contains(word), "{game:?} {lang:?}: {word}");
        }
    });
}

#[test]
fn every_option_is_explained() {
    every_table(|game, seats, lang| {
        for option in of(game, seats, lang) {
            assert!(option.help.ends_with('.') && !option.label.ends_with('.'), "{option:?}");
            assert!(option.label.starts_with(char::is_uppercase), "{option:?}");
        }
    });
    let labels = |lang: Lang| of(GameId::Rummy, SeatCount::new(2).expect("two"), lang).into_iter().map(|one| one.help);
    assert!(labels(Lang::French).zip(labels(Lang::English)).all(|(french, english)| french != english));
}

/// Nobody has measured these: the length of a match in rounds or minutes and the clock say what they do, and the seat
/// that begins is one's own choice.
const NOT_MEASURED: [&str; 4] = ["rounds", "minutes", "turn_seconds", "first"];

#[test]
fn every_other_way_to_play_is_told_by_numbers() {
    let four = SeatCount::new(4).expect("four seats");
    for (game, lang) in GameId::ALL.into_iter().flat_map(|game| Lang::ALL.map(|lang| (game, lang))) {
        for option in of(game, four, lang) {
            let expected = match &option.values {
                _ if NOT_MEASURED.contains(&option.key) => 0,
                Values::OneOf(choices) => choices.len() - 1,
                Values::Number { .. } => 1,
            };
            assert_eq!(option.effects.len(), expected, "{game:?} {}: {:?}", option.key, option.effects);
        }
    }
}

#[test]
fn an_effect_is_said_where_it_is_more_than_luck() {
    let effects = |game, key, lang| -> Vec<String> {
        let options = of(game, SeatCount::new(4).expect("four seats"), lang);
        options.into_iter().find(|option| option.key == key).map(|option| option.effects).unwrap_or_default()
    };
    let plain = |text: &str| text.replace(['\u{a0}', '\u{202f}'], " ");
    let beginners = effects(GameId::Onze, "variant", Lang::French);
    assert!(
        plain(&beginners[0]).starts_with("« Débutants (nombres seuls) » : manches 73 % plus longues"),
        "{beginners:?}"
    );
    let free = effects(GameId::Rummy, "joker", Lang::English);
    assert_eq!(free, ["“Move freely”: hardly any effect."]);
}

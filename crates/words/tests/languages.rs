//! A screen speaks one language: what is written in English has no French word in it, and the other way round; and French
//! is set as the French do.

use engine::{Game, GameId, SeatCount, with_game};
use wire::house::{BotLevel, Here, Phrase, SettingsFault, TableRefusal, Visibility};
use words::options::{self, Values};
use words::screen::{Label, bot_level, counted, here, points, tagline};
use words::{Lang, house, lobby, preview, rulebook, welcome, welcome_beginners};

/// Words of the games that only one of the languages has. Names (Nain Jaune, Quarante-Six, Liaison) are the same in both.
const FRENCH: &str = "talon suite suites carré brelan sans pioche piocher manche manches partie parties jeton jetons \
    chevalet tuile tuiles rangée joueur joueurs vous votre règle règles défausse valet dame roi pique cœur carreau trèfle \
    coup plateau annonce siège";
const ENGLISH: &str = "the your you run runs set sets draw hand hands tile tiles round rounds match matches discard seat \
    seats turn turns rule rules card cards token tokens rack jack queen king spades hearts diamonds clubs move board \
    square squares call group groups with without";

/// Why a table cannot be opened with its settings.
fn settings_fault(fault: SettingsFault, lang: Lang) -> String {
    house::say_table_refusal(&TableRefusal::BadSettings(fault), lang)
}

/// Everything that is written around a game, whatever happens in it.
fn written(lang: Lang) -> Vec<String> {
    let mut texts: Vec<String> = Label::ALL.iter().map(|label| label.say(lang)).collect();
    let levels = [BotLevel::Novice, BotLevel::Casual, BotLevel::Skilled, BotLevel::Expert];
    texts.extend(levels.map(|level| format!("{} {}", bot_level(level, lang), lobby::level(level, lang))));
    let presences = [Here::Free, Here::Here, Here::Away, Here::StandIn, Here::Gone, Here::Bot];
    texts.extend(presences.map(|presence| here(presence, lang).to_owned()));
    texts.extend(Phrase::ALL.map(|phrase| house::say_phrase(phrase, lang)));
    let found_by = [Visibility::Public, Visibility::Invited];
    texts.extend(found_by.map(|visibility| lobby::visibility(visibility, lang).to_owned()));
    let faults = [
        SettingsFault::OwnClock,
        SettingsFault::RatedWithHelp,
        SettingsFault::RatedInvited,
        SettingsFault::RatedClock { most: 300 },
    ];
    texts.extend(faults.map(|fault| settings_fault(fault, lang)));
    texts.push(preview::house(lang).text);
    for game in GameId::ALL {
        texts.extend([tagline(game, lang), counted(game, lang).to_owned(), preview::rules(game, lang).title]);
        texts.extend([preview::table(game, "Inès", lang).title, preview::table(game, "Inès", lang).text]);
        texts.push(without_tags(&with_game!(game, G => rulebook::page::<G>(lang))));
        let cards = [Some(welcome(game, lang)), (game == GameId::Onze).then(|| welcome_beginners(lang))];
        texts.extend(cards.into_iter().flatten().flat_map(|card| [card.facts, card.goal, card.turn, card.end]));
        for option in with_game!(game, G => <G as Game>::SEATS)
            .filter_map(SeatCount::new)
            .flat_map(|seats| options::of(game, seats, lang))
        {
            texts.extend([option.label, option.help]);
            if let Values::OneOf(choices) = option.values {
                texts.extend(choices.into_iter().map(|choice| choice.label));
            }
        }
    }
    texts
}

/// What is read of a page.
fn without_tags(page: &str) -> String {
    page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
}

/// The words of the other language in a text.
fn foreign(text: &str, lang: Lang) -> Vec<&str> {
    let others: Vec<&str> = lang.of(ENGLISH, FRENCH).split_whitespace().collect();
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.filter(|word| others.contains(&word.to_lowercase().as_str())).collect()
}

#[test]
fn no_text_has_a_word_of_the_other_language() {
    assert_eq!(foreign("The talon, « Sans 2 »", Lang::English), ["talon", "Sans"]);
    for lang in Lang::ALL {
        // What is typed to start the program is the same everywhere.
        for text in written(lang).into_iter().filter(|text| *text != Label::OnlyHere.say(lang)) {
            let found = foreign(&text, lang);
            assert!(found.is_empty(), "{lang:?}: {found:?} in {text}");
        }
    }
}

#[test]
fn french_marks_keep_to_their_words() {
    for text in written(Lang::French) {
        let loose = [" :", " ;", " !", " ?", "« ", " »"].iter().find(|mark| text.contains(**mark));
        assert_eq!(loose, None, "{text}");
    }
}

#[test]
fn what_rules_and_options_say_has_no_key_and_no_seat_by_its_index() {
    for lang in Lang::ALL {
        for text in written(lang) {
            assert!(!text.contains('_') && !text.contains("iège 0") && !text.contains("eat 0"), "{text}");
        }
    }
}

#[test]
fn points_on_a_seat_agree_with_their_number() {
    let said = |lang| [0, 1, -1, 2].map(|number| points(number, lang).replace('\u{a0}', " "));
    assert_eq!(said(Lang::French), ["0 pt", "1 pt", "−1 pt", "2 pts"]);
    assert_eq!(said(Lang::English), ["0 pts", "1 pt", "−1 pt", "2 pts"]);
}

#[test]
fn the_clock_of_rummy_is_called_as_in_its_form() {
    for lang in Lang::ALL {
        let two = SeatCount::new(2).expect("two seats");
        let clock = options::of(GameId::Rummy, two, lang).into_iter().find(|option| option.key == "turn_seconds");
        let label = clock.expect("Rummy has a clock").label;
        assert!(settings_fault(SettingsFault::OwnClock, lang).contains(&label), "{label}");
    }
}

//! A new table as a person sets it up: every form is a table that can be opened, and what is kept is read back.

use client::form::{Company, TableForm, seats_of};
use engine::{GameId, Seat};
use host::{Person, open};
use wire::house::{BotLevel, Entry, Settings, Visibility};
use words::Lang;
use words::options::Values;

const COMPANIES: [Company; 2] = [Company::Bots, Company::Friends];

/// The settings as the house writes them down, if it opens such a table.
fn opened(form: &TableForm, company: Company) -> Option<Settings> {
    let bots: Vec<(Seat, BotLevel)> = form.bots(company).into_iter().map(|seat| (seat, form.level)).collect();
    let asker =
        Person { player: "p".into(), name: "Léa".into(), is_program: false, is_claimed: false, lang: Lang::French };
    let entries = open(form.settings(company), &bots, &asker, 0).ok()?;
    let settings = entries.into_iter().find_map(|entry| match entry {
        Entry::Opened { settings, .. } => Some(settings),
        _ => None,
    });
    Some(settings.expect("a table that is opened says how"))
}

fn form(game: GameId, seats: u8) -> TableForm {
    let mut form = TableForm::new(game, Company::Bots);
    form.settings.seats = seats;
    form
}

#[test]
fn every_form_is_a_table_that_can_be_opened() {
    for game in GameId::ALL {
        for company in COMPANIES {
            assert!(opened(&TableForm::new(game, company), company).is_some(), "{game:?} {company:?}");
        }
        for seats in seats_of(game) {
            for option in form(game, seats).options(Lang::French) {
                let mut form = form(game, seats);
                match &option.values {
                    Values::OneOf(choices) => form.choose(&option, choices.len() - 1),
                    // No table has so many as its default, which would be left out.
                    Values::Number { .. } => form.enter(&option, "11"),
                }
                let settings = opened(&form, Company::Bots).expect("the house opens it");
                assert!(settings.options.contains_key(option.key), "{game:?} {seats}: {}", option.key);
            }
        }
    }
}

#[test]
fn a_first_game_is_the_variant_for_beginners() {
    let settings = opened(&TableForm::beginners(), Company::Bots).expect("the house opens it");
    assert_eq!((settings.game, &settings.options["variant"]), (GameId::Onze, &"debutant".into()));
}

#[test]
fn what_does_not_fit_fewer_seats_is_left_out_and_comes_back_with_them() {
    let mut form = form(GameId::Onze, 6);
    let first = form.options(Lang::French).into_iter().find(|option| option.key == "first").expect("who starts");
    let Values::OneOf(choices) = &first.values else { panic!("one of the seats") };
    form.choose(&first, choices.len() - 1);
    form.settings.seats = 2;
    assert!(form.settings(Company::Bots).options.is_empty());
    assert!(opened(&form, Company::Bots).is_some());
    form.settings.seats = 6;
    assert!(form.settings(Company::Bots).options.contains_key("first"));
}

#[test]
fn numbers_are_brought_within_their_bounds() {
    let mut form = form(GameId::Dos, 3);
    let target = form.options(Lang::French).into_iter().find(|option| option.key == "target").expect("a target");
    let Values::Number { least, most, default: Some(default) } = target.values else { panic!("a number") };
    let mut entered = |text: &str| {
        form.enter(&target, text);
        form.number(&target)
    };
    assert_eq!(entered("100"), "100");
    assert_eq!(entered("-5"), least.to_string());
    assert_eq!(entered("99999999999"), most.to_string());
    assert_eq!(entered("plenty"), default.to_string());
    assert!(form.settings.options.is_empty(), "the default need not be said");
}

#[test]
fn a_rated_match_is_for_people_and_without_help() {
    let mut form = TableForm::new(GameId::Dos, Company::Friends);
    form.settings.rated = true;
    let settings = form.settings(Company::Friends);
    assert!(settings.rated && !settings.hints && !settings.undo);
    assert!(opened(&form, Company::Friends).is_some());
    let settings = form.settings(Company::Bots);
    assert!(!settings.rated && settings.hints && settings.undo);
}

#[test]
fn a_game_with_a_clock_of_its_own_gets_no_other() {
    let mut rummy = TableForm::new(GameId::Rummy, Company::Friends);
    rummy.settings.turn_seconds = Some(60);
    assert!(rummy.has_own_clock() && opened(&rummy, Company::Friends).is_some());
    let mut dos = TableForm::new(GameId::Dos, Company::Friends);
    dos.settings.turn_seconds = Some(60);
    assert_eq!(opened(&dos, Company::Friends).and_then(|settings| settings.turn_seconds), Some(60));
}

#[test]
fn against_bots_alone_no_game_has_a_clock_unless_one_is_chosen() {
    for game in GameId::ALL {
        let form = TableForm::new(game, Company::Bots);
        let settings = opened(&form, Company::Bots).expect("a table");
        assert_eq!(settings.turn_seconds, None, "{game:?}");
        let own = settings.options.get("turn_seconds");
        assert_eq!(own, form.has_own_clock().then(|| 0.into()).as_ref(), "{game:?}");
        let settings = TableForm::new(game, Company::Friends).settings(Company::Friends);
        assert!(settings.options.is_empty(), "with friends the rules' own clock stays");
    }
    let mut rummy = TableForm::new(GameId::Rummy, Company::Bots);
    let clock = rummy.options(Lang::French).into_iter().find(|it| it.key == "turn_seconds").expect("a clock");
    assert_eq!(rummy.number(&clock), "0");
    for (entered, seconds) in [("90", Some(90)), ("60", None)] {
        rummy.enter(&clock, entered);
        assert_eq!(rummy.number(&clock), entered);
        let chosen = rummy.settings(Company::Bots).options.get("turn_seconds").and_then(serde_json::Value::as_i64);
        assert_eq!(chosen, seconds, "{entered}: the rules' default need not be said");
    }
}

#[test]
fn a_table_with_bots_alone_is_not_listed() {
    let mut form = TableForm::new(GameId::Dos, Company::Bots);
    form.settings.visibility = Visibility::Public;
    assert_eq!(form.settings(Company::Bots).visibility, Visibility::Invited);
    assert_eq!(form.settings(Company::Friends).visibility, Visibility::Public);
}

#[test]
fn what_is_kept_is_read_back_and_nonsense_forgotten() {
    let mut form = form(GameId::NainJaune, 5);
    form.level = BotLevel::Expert;
    form.settings.visibility = Visibility::Public;
    let read = |game, kept: &str| TableForm::read(game, Company::Bots, Some(kept));
    assert_eq!(read(GameId::NainJaune, &form.write()), form);
    let fresh = |game| TableForm::new(game, Company::Bots);
    assert_eq!(read(GameId::Dos, &form.write()), fresh(GameId::Dos), "another game's");
    assert_eq!(read(GameId::Dos, "{"), fresh(GameId::Dos));
    form.settings.seats = 200;
    assert_eq!(read(GameId::NainJaune, &form.write()), fresh(GameId::NainJaune), "too many seats");
    assert_eq!(TableForm::read(GameId::Dos, Company::Bots, None), fresh(GameId::Dos));
}

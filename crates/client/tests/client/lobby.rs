//! What the list of tables says to one player.

use client::form::{Company, TableForm};
use client::lobby::{has_room, sits_at, sort};
use engine::GameId;
use wire::house::{BotLevel, SeatView, Seating, Sitter, Stage, Summary};

fn table(opened: u64, stage: Stage, seats: Vec<Option<Seating>>) -> Summary {
    let seat = |seating: Option<Seating>| SeatView {
        sitter: seating.map(|seating| Sitter { name: "x".into(), claimed: false, seating }),
    };
    Summary {
        table: opened.to_string().into(),
        settings: TableForm::new(GameId::Dos, Company::Friends).settings,
        stage,
        seats: seats.into_iter().map(seat).collect(),
        round: 0,
        opened,
    }
}

fn person(player: &str) -> Option<Seating> {
    Some(Seating::Human { player: player.into() })
}

const BOT: Option<Seating> = Some(Seating::Bot { level: BotLevel::Skilled });

#[test]
fn there_is_room_where_nobody_sits_and_where_bots_may_be_taken_over_from() {
    assert!(has_room(&table(1, Stage::Gathering, vec![person("a"), None])));
    let mut with_bot = table(1, Stage::Playing, vec![person("a"), BOT]);
    assert!(!has_room(&with_bot), "at a public table the host says so");
    with_bot.settings.takeover = Some(true);
    assert!(has_room(&with_bot));
    assert!(!has_room(&table(1, Stage::Gathering, vec![person("a"), person("b")])));
    assert!(!has_room(&table(1, Stage::Over, vec![person("a"), BOT])));
    let mut rated = table(1, Stage::Playing, vec![person("a"), person("b"), None]);
    rated.settings.rated = true;
    assert!(!has_room(&rated), "nobody joins a rated match");
    rated.stage = Stage::Gathering;
    assert!(has_room(&rated));
}

#[test]
fn one_knows_ones_own_tables() {
    let table = table(1, Stage::Playing, vec![person("a"), BOT]);
    assert!(sits_at(&table, &"a".into()) && !sits_at(&table, &"b".into()));
}

#[test]
fn tables_that_wait_come_first_then_the_newest() {
    let mut tables = [(1, Stage::Playing), (2, Stage::Gathering), (3, Stage::Between), (4, Stage::Gathering)]
        .map(|(opened, stage)| table(opened, stage, Vec::new()));
    sort(&mut tables);
    assert_eq!(tables.map(|table| table.opened), [4, 2, 3, 1]);
}

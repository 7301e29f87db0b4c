//! A few people who play one match after the other, each at a table of its own.

use std::sync::Arc;

use engine::GameId;
use reqwest::Method;
use serde_json::{Value, json};
use wire::house::{MIN_TURN_SECONDS, TableId};

use crate::crash::CrashError;
use crate::crash::claims::{Claim, Statement};
use crate::crash::dice::Dice;
use crate::crash::player::{Player, Role};
use crate::crash::scene::Scene;

/// Plays with a few people and bots until the run stops; what goes wrong is reported to the scene.
pub(crate) async fn play(scene: Arc<Scene>, number: u16, seed: u64) {
    if let Err(error) = matches(&scene, number, seed).await {
        scene.break_off(error);
    }
}

async fn matches(scene: &Arc<Scene>, number: u16, seed: u64) -> Result<(), CrashError> {
    let mut dice = Dice::new(seed, number * 8);
    let people = 1 + dice.below(3) as u16;
    let onlookers = u16::from(dice.once_in(3));
    let mut players = Vec::new();
    for person in 0..people + onlookers {
        let dice = Dice::new(seed, number * 8 + 1 + person);
        let Some(player) = Player::come_in(scene.clone(), number, dice).await? else { return Ok(()) };
        players.push(player);
    }
    let roles = std::iter::once(Role::Host)
        .chain((1..people).map(|_| Role::Guest))
        .chain((0..onlookers).map(|_| Role::Spectator));
    let roles: Vec<Role> = roles.collect();
    for game in GameId::ALL.iter().cycle().skip(usize::from(number)) {
        let Some(table) = open(scene, &players[0], *game, (number, people), &mut dice).await? else { return Ok(()) };
        let playing = players.iter_mut().zip(&roles).map(|(player, role)| player.play(&table, *role));
        futures_util::future::try_join_all(playing).await?;
        if scene.stop.is_cancelled() {
            return Ok(());
        }
        let path = format!("/api/tables/{table}/record");
        let Some(record) = scene.request(Method::GET, &path, &players[0].token, None).await? else { return Ok(()) };
        scene.claim(Claim { table, player: players[0].id.clone(), seq: 0, statement: Statement::Record(record) });
    }
    Ok(())
}

/// Opens a table for a short match: so many people, at least one bot.
async fn open(
    scene: &Scene,
    host: &Player,
    game: GameId,
    (number, people): (u16, u16),
    dice: &mut Dice,
) -> Result<Option<TableId>, CrashError> {
    let most = *host::seats_of(game).end() as u32;
    let seats = (u32::from(people) + 1 + dice.below(3)).clamp(*host::seats_of(game).start() as u32, most);
    let bots = |seat| json!({ "seat": seat, "level": if seat % 2 == 0 { "casual" } else { "novice" } });
    let options = match game {
        GameId::Dos => json!({ "target": 50 }),
        GameId::Rummy => json!({ "rounds": 1 }),
        _ => json!({ "rounds": 2 }),
    };
    // Rummy has a clock of its own.
    let turn_seconds = (scene.is_slow(number) && game != GameId::Rummy).then_some(MIN_TURN_SECONDS);
    let undo = dice.once_in(2);
    let wanted = json!({
        "settings": {
            "game": game.slug(), "seats": seats, "options": options, "undo": undo, "turn_seconds": turn_seconds,
        },
        "bots": (u32::from(people)..seats).map(bots).collect::<Vec<Value>>(),
    });
    let Some(text) = scene.request(Method::POST, "/api/tables", &host.token, Some(&wanted)).await? else {
        return Ok(None);
    };
    let found: Value = serde_json::from_str(&text).unwrap_or_default();
    let Some(table) = found["table"].as_str() else {
        return Err(CrashError::house(format!("a table was opened without an id: {text}")));
    };
    scene.claim(Claim { table: table.into(), player: host.id.clone(), seq: 1, statement: Statement::Opened });
    Ok(Some(table.into()))
}

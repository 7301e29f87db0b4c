//! The result of a match as a picture to be shared; `assets/share.js` draws and shows it, when one is first wanted.
//!
//! Deliberately absent: hands. What is not given to the script cannot be in a picture.

use engine::GameId;
use leptos::task::spawn_local;
use serde_json::json;
use words::house::say_place;
use words::screen::{Label, counted};
use words::{game_name, lobby, seat_names};

use crate::app::Shared;
use crate::script;

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    pub(crate) game: GameId,
    /// When, in milliseconds since 1970, where that is known.
    pub(crate) at: Option<u64>,
    /// What everybody is called, the place they came to and the points they have, by seat.
    pub(crate) players: Vec<(String, u8, i64)>,
}

/// Shows the picture of a match.
pub(crate) fn share(shared: Shared, outcome: &Outcome) {
    let lang = shared.preferences.lang_now();
    let Outcome { game, at, players } = outcome;
    let names: Vec<&str> = players.iter().map(|(name, ..)| name.as_str()).collect();
    // Faces go by seat, as at the table.
    let mut seats: Vec<_> = players.iter().zip(seat_names(&names)).collect();
    client::gesture::sort_few_by_key(&mut seats, |((_, place, _), _)| *place);
    let line = |((name, place, score), face): &(&(String, u8, i64), words::SeatName)| {
        json!({
            "name": name, "portrait": face.portrait, "rank": place, "place": say_place(*place, lang),
            "score": lobby::score(*score, lang),
        })
    };
    let lines: Vec<_> = seats.iter().map(line).collect();
    let written = json!({
        "game": game.slug(), "gameName": game_name(*game), "at": at, "players": lines, "counted": counted(*game, lang),
    });
    let written = written.to_string();
    spawn_local(async move {
        let said = if script::load("share.js").await {
            script::call_later("shareResult", &[&written, lang.code()]).await.and_then(|said| said.as_string())
        } else {
            Some(Label::HouseUnreachable.say(lang))
        };
        if let Some(said) = said.filter(|said| !said.is_empty()) {
            shared.notices.tell(said);
        }
    });
}

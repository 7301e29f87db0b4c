//! What a line of the list of tables says to one player: whether they sit there, whether they could.
//!
//! Deliberately absent: the list itself, which the client follows.

use wire::house::{PlayerId, Seating, Stage, Summary};

use crate::gesture::sort_few_by_key;

/// Whether the player sits at the table.
#[must_use]
pub fn sits_at(summary: &Summary, player: &PlayerId) -> bool {
    summary.seats.iter().any(|seat| seat.sitter.as_ref().is_some_and(|it| it.seating.player() == Some(player)))
}

/// Whether the match is still to come or under way.
#[must_use]
pub fn is_unfinished(stage: Stage) -> bool {
    !matches!(stage, Stage::Over | Stage::Closed)
}

/// Whether somebody else could sit down: on a free seat, or on one where a bot of the house would make
/// room.
#[must_use]
pub fn has_room(summary: &Summary) -> bool {
    let is_closed_company = summary.settings.rated && summary.stage != Stage::Gathering;
    let bots_make_room = summary.settings.allows_takeover();
    let makes_room =
        |seating: Option<&Seating>| seating.is_none_or(|seating| bots_make_room && seating.player().is_none());
    is_unfinished(summary.stage)
        && !is_closed_company
        && summary.seats.iter().any(|seat| makes_room(seat.sitter.as_ref().map(|sitter| &sitter.seating)))
}

/// The tables in the order they are listed: those that wait for players first, then the newest.
pub fn sort(summaries: &mut [Summary]) {
    sort_few_by_key(summaries, |summary| (summary.stage != Stage::Gathering, std::cmp::Reverse(summary.opened)));
}

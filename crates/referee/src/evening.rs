//! What a duplicate evening comes to: how much of everybody's points was the cards, and how much was play.
//!
//! Every table plays the same deals, so the mean of what a seat has won over all tables is what its cards were worth
//! among these players and bots, and what somebody won beyond it is their play.
//! Deliberately absent: who may see it when (crate `server`), and its sentences (crate `words`).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use wire::house::{EveningLine, EveningResult, PlayerId, TableId};

/// So many parts of a point are told apart: what is added up in another order differs in the last digits.
const PARTS: f64 = 1e6;

/// A player with the deals they have played.
#[derive(Clone, PartialEq, Debug)]
pub struct DealsPlayed {
    /// Who.
    pub player: PlayerId,
    /// What they are called.
    pub name: String,
    /// In the order of the deals.
    pub deals: Vec<DealPlayed>,
}

/// A deal as it was played at one table.
#[derive(Clone, PartialEq, Debug)]
pub struct DealPlayed {
    /// Which deal, from 1.
    pub deal: u16,
    /// Where.
    pub table: TableId,
    /// The seat of the player.
    pub seat: u8,
    /// The points of every seat.
    pub points: Vec<i64>,
}

/// What a hand has won, over all tables where it was played.
#[derive(Clone, Copy, Default)]
struct Sum {
    points: i64,
    tables: u32,
}

/// The ranking of an evening with so many deals: who has played them all, by their play, then the others. Who sat on
/// the other seats counts as well, so that there is something to compare with where seats were exchanged.
#[must_use]
pub fn ranking(deals: u16, players: &[DealsPlayed]) -> Vec<EveningLine> {
    let mut sums: BTreeMap<(u16, usize), Sum> = BTreeMap::new();
    for played in players.iter().flat_map(|player| &player.deals) {
        for (seat, points) in played.points.iter().enumerate() {
            let sum = sums.entry((played.deal, seat)).or_default();
            sum.points += points;
            sum.tables += 1;
        }
    }
    let mean = |played: &DealPlayed| {
        let sum = sums.get(&(played.deal, usize::from(played.seat))).filter(|sum| sum.tables > 1)?;
        Some(sum.points as f64 / f64::from(sum.tables))
    };
    let mut lines: Vec<EveningLine> = players.iter().map(|player| line(player, mean)).collect();
    let ranked = |line: &EveningLine| {
        let play = line.play.filter(|_| line.deals.len() == usize::from(deals))?;
        Some((play * PARTS).round() as i64)
    };
    // Those with the same play stay in the order in which they came.
    lines.sort_by_key(|line| {
        Reverse(ranked(line).map_or((false, line.deals.len() as i64, line.points), |play| (true, play, 0)))
    });
    let plays: Vec<i64> = lines.iter().filter_map(ranked).collect();
    for line in &mut lines {
        let better = |own: i64| plays.iter().filter(|other| **other > own).count();
        line.place = ranked(line).map(|own| 1 + better(own) as u16);
    }
    lines
}

fn line(player: &DealsPlayed, mean: impl Fn(&DealPlayed) -> Option<f64>) -> EveningLine {
    let result = |played: &DealPlayed| {
        let points = played.points.get(usize::from(played.seat)).copied().unwrap_or_default();
        let cards = mean(played);
        let play = cards.map(|cards| points as f64 - cards);
        EveningResult { deal: played.deal, table: played.table.clone(), seat: played.seat, points, cards, play }
    };
    let deals: Vec<EveningResult> = player.deals.iter().map(result).collect();
    let sum = |of: fn(&EveningResult) -> Option<f64>| deals.iter().map(of).sum::<Option<f64>>();
    let is_played = !deals.is_empty();
    let (cards, play) = (sum(|it| it.cards).filter(|_| is_played), sum(|it| it.play).filter(|_| is_played));
    EveningLine {
        player: player.player.clone(),
        name: player.name.clone(),
        place: None,
        points: deals.iter().map(|it| it.points).sum(),
        cards,
        play,
        error: play.and_then(|play| standard_error(play, &deals)),
        deals,
    }
}

/// How far a sum of plays may be off, if the deals were drawn from many: the spread of one, for as many as there are.
fn standard_error(sum: f64, deals: &[EveningResult]) -> Option<f64> {
    let count = deals.len() as f64;
    let mean = sum / count;
    let squares: f64 = deals.iter().filter_map(|it| it.play).map(|play| (play - mean).powi(2)).sum();
    (deals.len() > 1).then(|| (squares / (count - 1.0) * count).sqrt())
}

//! Help with a turn: the play that lays most, or the smallest repair. The solver finds them behind a line of text, for it
//! may think longer than a screen can wait, and is not carried by those who only draw.

use engine::games::Rummy;
use engine::games::rummy::{Layout, Move, Tile};
use engine::{Seat, View, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use solver::rummy::{Goal, Tangle, gentlest_play, repair, repair_table};
use wire::{Codec, read_step, read_view, write_view};

use super::{Draft, standing};

/// What a draft is to be helped with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Help {
    /// To lay the play with most tiles of all, disturbing the table least.
    Show,
    /// To make sets of all groups, with the fewest tiles back on the rack.
    Repair,
}

/// What the solver is asked.
#[derive(Debug, Serialize, Deserialize)]
struct HelpAsk {
    help: Help,
    seat: u8,
    /// The view of the turn.
    view: Value,
    /// The table as it is arranged now, as a play.
    now: String,
}

impl Draft {
    /// The question for [`find_help`], as JSON; nothing for whoever only looks on.
    #[must_use]
    pub fn ask_help(&self, help: Help) -> Option<String> {
        let seat = self.seat()?.index() as u8;
        let ask = HelpAsk { help, seat, view: write_view::<Rummy>(&self.view), now: self.step() };
        serde_json::to_string(&ask).ok()
    }

    /// Arranges the table as [`find_help`] has answered; `false` if that was nothing.
    pub fn take_help(&mut self, found: &str) -> bool {
        read_play(found).is_some_and(|table| self.lay_out(&table.sets().map(<[_]>::to_vec).collect::<Vec<_>>()))
    }
}

/// Answers [`Draft::ask_help`]: the table as it would be, as a play in notation, or an empty text if there is none.
#[must_use]
pub fn find_help(asked: &str) -> String {
    let found = serde_json::from_str(asked).ok().and_then(find);
    found.map(|table| Rummy::write_move(&Move::Play(table))).unwrap_or_default()
}

fn find(HelpAsk { help, seat, view, now }: HelpAsk) -> Option<Layout> {
    let seat = Seat::new(seat.into())?;
    let view: View<Rummy> = read_view(view, Viewer::Seat(seat)).ok()?;
    match help {
        Help::Show => match gentlest_play(&view.public, view.hand.as_ref()?, seat, Goal::Tiles)?.mv {
            Move::Play(layout) => Some(layout),
            _ => None,
        },
        Help::Repair => repaired(&view, seat, &read_play(&now)?),
    }
}

fn repaired(view: &View<Rummy>, seat: Seat, now: &Layout) -> Option<Layout> {
    if view.public.board.opened[seat] {
        return Some(layout(&standing::tiles_of(&repair_table(&view.public, now).repair?.groups)));
    }
    // Before the opening only the own groups are in question.
    let old = &view.public.board.table;
    let (groups, laid) = standing::numbered(now.beyond(old).ok()?);
    let repair = repair(&Tangle { groups: &groups, laid, held: None }).repair?;
    let kept = old.sets().map(<[_]>::to_vec);
    Some(layout(&kept.chain(standing::tiles_of(&repair.groups)).collect::<Vec<_>>()))
}

fn layout(sets: &[Vec<Tile>]) -> Layout {
    let mut layout = Layout::EMPTY;
    for set in sets {
        layout.push(set);
    }
    layout
}

fn read_play(step: &str) -> Option<Layout> {
    match read_step::<Rummy>(step).ok()?.moves.first()? {
        Move::Play(layout) => Some(*layout),
        _ => None,
    }
}

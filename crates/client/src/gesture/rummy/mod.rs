//! Rummy: a draft of the turn. The step is the whole table, so a person arranges it freely first and plays it then.
//!
//! [`Draft`] holds the tiles as they lie now and what may be undone; what the rules would say to it is asked of the
//! engine at every moment.
//!
//! Deliberately absent: what is legal, and which play is best (crate `solver`).

mod arrangement;
mod help;
mod order;
mod standing;

use engine::games::Rummy;
use engine::games::rummy::{Bag, Layout, Move, Phase, Refusal, Tile};
use engine::{Game, Seat, View, Viewer};
use wire::Codec;

pub use arrangement::{Arrangement, Group, Spot, TileCopy, new_tiles, tiles_to_lift};
pub use help::{Help, find_help};
pub use order::Order;
pub use standing::{Opening, Stand};

use crate::gesture::sort::sort_few_by_key;

/// A turn as it is being prepared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    view: View<Rummy>,
    start: Arrangement,
    now: Arrangement,
    order: Order,
    past: Vec<Arrangement>,
    future: Vec<Arrangement>,
}

impl Draft {
    /// The table and the rack as they are, the rack sorted by colour.
    #[must_use]
    pub fn new(view: View<Rummy>) -> Self {
        let mut draft = Self {
            view,
            start: Arrangement::default(),
            now: Arrangement::default(),
            order: Order::Colour,
            past: Vec::new(),
            future: Vec::new(),
        };
        draft.begin();
        draft
    }

    /// Brings the draft up to date with a view. If anything has happened it starts from the table as it is now; the
    /// rack keeps its order.
    pub fn follow(&mut self, view: &View<Rummy>) {
        if self.view == *view {
            return;
        }
        let has_happened = !is_same_turn(&self.view, view);
        let is_new_round = self.view.public.sheet.round != view.public.sheet.round;
        self.view = view.clone();
        if is_new_round {
            (self.start, self.now) = Default::default();
        }
        if has_happened {
            self.begin();
        }
    }

    /// Starts from the view; tiles that are known keep their names.
    fn begin(&mut self) {
        let mut held = self.view.hand.unwrap_or_default().tiles;
        let mut rack: Vec<TileCopy> = self.now.rack.clone();
        rack.extend(self.laid());
        rack.retain(|piece| held.take(piece.tile));
        for tile in held.iter() {
            let copies = (0..).map(|copy| TileCopy { tile, copy }).filter(|piece| !rack.contains(piece));
            let old: Vec<TileCopy> = self.now.pieces().collect();
            // The name of a tile on the table is free again only if there are no others.
            let piece = copies.clone().take(2).find(|piece| !old.contains(piece)).or(copies.clone().next());
            rack.extend(piece);
        }
        let mut used = rack.clone();
        let mut groups = Vec::new();
        for (number, set) in self.view.public.board.table.sets().enumerate() {
            let here = self.now.groups.get(number).map(|group| group.pieces.clone()).unwrap_or_default();
            let mut pieces = Vec::new();
            for tile in set.iter().copied() {
                let mut free = (0..).map(|copy| TileCopy { tile, copy }).filter(|piece| !used.contains(piece));
                let known = here.iter().copied().find(|piece| piece.tile == tile && !used.contains(piece));
                if let Some(piece) = known.or_else(|| free.next()) {
                    used.push(piece);
                    pieces.push(piece);
                }
            }
            groups.push(Group { number: u32::try_from(number).unwrap_or(u32::MAX), pieces });
        }
        self.order.sort(&mut rack);
        self.start = Arrangement { groups, rack };
        self.now = self.start.clone();
        self.past.clear();
        self.future.clear();
    }

    /// The tiles as they lie now.
    #[must_use]
    pub fn now(&self) -> &Arrangement {
        &self.now
    }

    /// A tile of the table as it was when the turn began, numbered among the equal ones in the order of the table, as
    /// [`new_tiles`] does.
    #[must_use]
    pub fn lay_as(&self, piece: TileCopy) -> Option<TileCopy> {
        let lying: Vec<TileCopy> = self.start.groups.iter().flat_map(|group| &group.pieces).copied().collect();
        let place = lying.iter().position(|other| *other == piece)?;
        Some(arrangement::numbered(&lying, place))
    }

    /// How the rack is kept.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Whether it is the viewer's turn.
    #[must_use]
    pub fn is_own_turn(&self) -> bool {
        let public = &self.view.public;
        public.phase == Phase::Playing(()) && self.view.viewer == Viewer::Seat(public.seat)
    }

    /// Whether the viewer has opened.
    #[must_use]
    pub fn has_opened(&self) -> bool {
        self.seat().is_some_and(|seat| self.view.public.board.opened[seat])
    }

    fn seat(&self) -> Option<Seat> {
        match self.view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// Puts tiles somewhere. In a group they come to lie where they make a set, if they can, and else where they were put.
    ///
    /// # Errors
    /// The rule against it: it is another's turn, a tile of the table would leave it, or a set would be touched before
    /// the opening. Nothing has changed then. Whether groups are sets is not asked before the play.
    pub fn put(&mut self, pieces: &[TileCopy], spot: Spot) -> Result<(), Refusal> {
        let mut next = self.now.moved(pieces, self.fitting(pieces, spot));
        for group in next.groups.iter_mut().filter(|group| pieces.iter().any(|piece| group.pieces.contains(piece))) {
            order::make_set(&mut group.pieces);
        }
        self.may_lie(&next)?;
        if let Spot::Rack { .. } = spot
            && pieces.iter().all(|piece| self.now.rack.contains(piece))
        {
            self.order = Order::Free;
        }
        self.change(next);
        Ok(())
    }

    /// The place in a group that makes it a set, if it can be one and this place does not.
    fn fitting(&self, pieces: &[TileCopy], spot: Spot) -> Spot {
        let Spot::Set { number, at } = spot else { return spot };
        let len = self.now.group(number).map_or(0, |group| group.pieces.len());
        let makes_set = |spot: &Spot| {
            let next = self.now.moved(pieces, *spot);
            next.group(number).is_some_and(|group| standing::fault(group).is_none())
        };
        let mut others: Vec<usize> = (0..=len).collect();
        sort_few_by_key(&mut others, |other| other.abs_diff(at));
        others.into_iter().map(|at| Spot::Set { number, at }).find(makes_set).unwrap_or(spot)
    }

    /// Whether tiles may lie like this while the turn is prepared.
    fn may_lie(&self, next: &Arrangement) -> Result<(), Refusal> {
        let layout = next.layout();
        if layout == self.now.layout() {
            return Ok(());
        }
        if let Err(refusal) = self.judge_table(layout)
            && let Refusal::RoundOver | Refusal::NotYourTurn { .. } | Refusal::TileMissing { .. } = refusal
        {
            return Err(refusal);
        }
        if self.has_opened() {
            return Ok(());
        }
        let touched = layout.beyond(&self.view.public.board.table).map(|_| ());
        touched.map_err(|set| Refusal::NotOpened { set: set.into() })
    }

    /// What the rules say to the table as it lies now.
    ///
    /// # Errors
    /// The rule that says no.
    pub fn judge(&self) -> Result<(), Refusal> {
        self.judge_table(self.now.layout())
    }

    /// What is to be said against the table as it lies now; as long as nothing is laid, why the first group that is no
    /// set is none.
    #[must_use]
    pub fn objection(&self) -> Option<Refusal> {
        let refusal = self.judge().err()?;
        let no_set = || {
            let (group, fault) = self.now.groups.iter().find_map(|group| Some((group, standing::fault(group)?)))?;
            Some(Refusal::InvalidSet { set: group.tiles().into(), fault })
        };
        Some(if refusal == Refusal::NothingFromRack { no_set().unwrap_or(refusal) } else { refusal })
    }

    fn judge_table(&self, layout: Layout) -> Result<(), Refusal> {
        let public = &self.view.public;
        let (Some(seat), Some(rack)) = (self.seat(), &self.view.hand) else {
            return Err(Refusal::NotYourTurn { turn: public.seat });
        };
        Rummy::permit(public, rack, seat, &Move::Play(layout))
    }

    /// The step that plays the table as it lies now, legal or not.
    #[must_use]
    pub fn step(&self) -> String {
        Rummy::write_move(&Move::Play(self.now.layout()))
    }

    /// Some of the plays that lay these tiles of the rack on the table as the turn began.
    #[must_use]
    pub fn moves_using(&self, tiles: &[Tile]) -> Vec<Move> {
        let wanted: Bag = tiles.iter().copied().collect();
        let mut moves = Vec::new();
        self.view.moves(&mut moves);
        let old = self.view.public.board.table.bag();
        moves.retain(|mv| matches!(mv, Move::Play(table) if table.bag().minus(old).holds(wanted)));
        moves
    }

    /// How many tiles of the rack lie on the table.
    #[must_use]
    pub fn laid_count(&self) -> usize {
        self.start.rack.len().saturating_sub(self.now.rack.len())
    }

    /// Whether a tile was on the rack as the turn began and is not now.
    #[must_use]
    pub fn is_laid(&self, piece: TileCopy) -> bool {
        self.start.rack.contains(&piece) && !self.now.rack.contains(&piece)
    }

    fn laid(&self) -> Vec<TileCopy> {
        self.start.rack.iter().filter(|piece| self.is_laid(**piece)).copied().collect()
    }

    /// Whether the table is not as the turn began.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.now.groups != self.start.groups
    }

    /// Whether something can be undone.
    #[must_use]
    pub fn may_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether something can be done again.
    #[must_use]
    pub fn may_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.now, before));
        }
    }

    /// Makes the last change again that was taken back.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.now, after));
        }
    }

    /// The table as the turn began; what was laid goes back to the rack.
    pub fn reset(&mut self) {
        let back = self.laid();
        let mut next = Arrangement { groups: self.start.groups.clone(), rack: self.now.rack.clone() };
        // Of equal tiles the one on the rack may be the one that lay on the table.
        next.rack.retain(|piece| self.start.rack.contains(piece));
        next.rack.extend(back);
        self.change(next);
    }

    /// Keeps the rack in an order.
    pub fn sort(&mut self, order: Order) {
        self.order = order;
        self.change(self.now.clone());
    }

    /// Puts every group in order, suites ascending and brelans by colour, and the groups beside one another. A set stays
    /// the set it was.
    pub fn tidy(&mut self) {
        if !self.is_own_turn() {
            return;
        }
        let mut next = self.now.clone();
        for group in &mut next.groups {
            order::tidy(&mut group.pieces);
        }
        sort_few_by_key(&mut next.groups, order::place_among_groups);
        if self.may_lie(&next).is_ok() {
            self.change(next);
        }
    }

    fn lay_out(&mut self, sets: &[Vec<Tile>]) -> bool {
        let next = self.now.with_sets(sets).filter(|next| self.may_lie(next).is_ok());
        next.map(|next| self.change(next)).is_some()
    }

    fn change(&mut self, mut next: Arrangement) {
        self.order.sort(&mut next.rack);
        if next != self.now {
            self.past.push(std::mem::replace(&mut self.now, next));
            self.future.clear();
        }
    }
}

/// Whether nothing has happened between two views that would end or change a turn.
fn is_same_turn(before: &View<Rummy>, after: &View<Rummy>) -> bool {
    let turn = |view: &View<Rummy>| {
        let public = &view.public;
        (
            view.viewer,
            view.hand,
            public.seat,
            public.hand_sizes,
            public.board.pile_size,
            public.board.passes,
            public.sheet.round,
        )
    };
    turn(before) == turn(after)
        && before.public.board.table == after.public.board.table
        && before.public.phase == after.public.phase
}

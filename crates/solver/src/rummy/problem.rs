//! What is asked of the solver, and its answer. No rule is applied here.

/// A tile: colour (black, red, blue, yellow: 0 to 3) times 13 plus rank (ace 0 to king 12), or [`JOKER`].
pub type Tile = u8;
/// The code of a joker.
pub const JOKER: usize = 52;
/// Kinds of tiles, jokers included.
pub const KINDS: usize = JOKER + 1;
/// What the first play of a seat must be worth at least.
pub const OPENING_POINTS: u32 = 30;

/// A seat's turn: what lies on the table, what is on the rack, and what is wanted.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// The sets on the table as they are written, suites ascending.
    pub table: &'a [Vec<Tile>],
    /// How many tiles of each kind are on the rack.
    pub rack: [u8; KINDS],
    /// Whether the seat has opened.
    pub stage: Stage,
    /// What may become of the jokers on the table.
    pub jokers: JokerRule,
    /// What to make as great as possible.
    pub goal: Goal<'a>,
    /// What a joker of the rack counts in [`Goal::Points`] and in [`Solution::points`].
    pub joker_points: i32,
}

/// Whether a seat has opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Not yet: the play is new sets of the rack's tiles only, worth [`OPENING_POINTS`] together, where a joker
    /// counts as the tile it stands for. The old sets stay as they are.
    Unopened,
    /// The whole table may be rearranged.
    Opened,
}

/// What may become of the jokers on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JokerRule {
    /// They may stand for any tile.
    Free,
    /// Each can still stand for the tile it stood for, or a natural tile of that kind lies on the table; one
    /// natural frees one joker.
    Replace,
}

/// What to make as great as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<'a> {
    /// The number of tiles laid.
    Tiles,
    /// The face value of the tiles laid; of equal plays one with most tiles.
    Points,
    /// The sum of what each tile laid is worth by its kind, less than nothing if need be; of equal plays one
    /// with most tiles.
    Worth(&'a [i32; KINDS]),
}

/// A best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How many tiles of the rack it lays: at least one.
    pub placed: u8,
    /// Their face value.
    pub points: i32,
    /// The whole table afterwards: old sets that stay as they were written, in their order, then the others,
    /// suites ascending with jokers in their places, brelans in the order of colours with jokers last.
    pub table: Vec<Vec<Tile>>,
}

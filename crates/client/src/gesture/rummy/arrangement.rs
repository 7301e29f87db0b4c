//! Tiles as a person lays them out: groups on the table, sets or not, and the rack in an order of its own.
//!
//! Deliberately absent: which tiles may go where, and what was before.

use engine::games::rummy::{Layout, Tile};

use crate::gesture::sort::sort_few_by_key;

/// One tile; of equal tiles each has its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TileCopy {
    /// What it is.
    pub tile: Tile,
    /// Which of the equal ones.
    pub copy: u8,
}

impl TileCopy {
    /// What it is called in a page: `r7.0`.
    #[must_use]
    pub fn key(self) -> String {
        format!("{}.{}", wire::rummy::write_tile(self.tile), self.copy)
    }
}

/// Tiles that lie together on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What it is told from the others by, as long as the turn lasts.
    pub number: u32,
    /// Its tiles in order; there is always one.
    pub pieces: Vec<TileCopy>,
}

impl Group {
    /// Its tiles.
    #[must_use]
    pub fn tiles(&self) -> Vec<Tile> {
        self.pieces.iter().map(|piece| piece.tile).collect()
    }
}

/// Where tiles can be put, or what can be pointed at. Places are counted as tiles lie before the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// Into a group, before the tile at this place or at its end.
    Set {
        /// Which group.
        number: u32,
        /// How many of its tiles come before.
        at: usize,
    },
    /// On the bare table: a new group.
    New,
    /// On the rack, before the tile at this place or at its end.
    Rack {
        /// How many of its tiles come before.
        at: usize,
    },
    /// The pile, to draw.
    Pile,
}

impl Spot {
    /// A short text, for whoever draws the spot and is told later that it was pointed at.
    #[must_use]
    pub fn write(self) -> String {
        match self {
            Self::Set { number, at } => format!("set:{number}:{at}"),
            Self::New => "new".into(),
            Self::Rack { at } => format!("rack:{at}"),
            Self::Pile => "pile".into(),
        }
    }

    /// The spot with this text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let spot = match (parts.next()?, parts.next(), parts.next()) {
            ("set", Some(number), Some(at)) => Self::Set { number: number.parse().ok()?, at: at.parse().ok()? },
            ("rack", Some(at), None) => Self::Rack { at: at.parse().ok()? },
            ("new", None, None) => Self::New,
            ("pile", None, None) => Self::Pile,
            _ => return None,
        };
        parts.next().is_none().then_some(spot)
    }
}

/// All tiles a person can see and touch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// What lies on the table.
    pub groups: Vec<Group>,
    /// What is on the rack.
    pub rack: Vec<TileCopy>,
}

impl Arrangement {
    /// The table as the engine writes it.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::EMPTY;
        for group in &self.groups {
            layout.push(&group.tiles());
        }
        layout
    }

    /// The group with this number.
    #[must_use]
    pub fn group(&self, number: u32) -> Option<&Group> {
        self.groups.iter().find(|group| group.number == number)
    }

    /// Which group a tile lies in.
    #[must_use]
    pub fn home(&self, piece: TileCopy) -> Option<u32> {
        self.groups.iter().find(|group| group.pieces.contains(&piece)).map(|group| group.number)
    }

    /// All tiles, those of the table first.
    pub fn pieces(&self) -> impl Iterator<Item = TileCopy> {
        self.groups.iter().flat_map(|group| &group.pieces).chain(&self.rack).copied()
    }

    /// What it is after these tiles have been put there, in this order. Tiles that are nowhere stay so, and nothing
    /// can be put on the pile or into a group that is not there.
    #[must_use]
    pub fn moved(&self, pieces: &[TileCopy], spot: Spot) -> Self {
        let there: Vec<TileCopy> = self.pieces().collect();
        let moving: Vec<TileCopy> = pieces.iter().copied().filter(|piece| there.contains(piece)).collect();
        let is_lost = match spot {
            Spot::Set { number, .. } => self.group(number).is_none(),
            Spot::Pile => true,
            Spot::New | Spot::Rack { .. } => false,
        };
        if is_lost || moving.is_empty() {
            return self.clone();
        }
        let mut next = self.clone();
        for group in &mut next.groups {
            group.pieces = put_into(&group.pieces, &moving, spot_in(spot, group.number));
        }
        next.rack = put_into(&self.rack, &moving, if let Spot::Rack { at } = spot { Some(at) } else { None });
        if spot == Spot::New {
            next.groups.push(Group { number: self.free_number(), pieces: moving });
        }
        next.groups.retain(|group| !group.pieces.is_empty());
        next
    }

    /// The same tiles with these sets on the table and all others on the rack; `None` if there are no such tiles.
    /// A set grows out of the group it has most in common with.
    #[must_use]
    pub fn with_sets(&self, sets: &[Vec<Tile>]) -> Option<Self> {
        let homes = self.homes(sets);
        let mut left = self.clone();
        let mut taken: Vec<Vec<Option<TileCopy>>> = sets.iter().map(|set| vec![None; set.len()]).collect();
        // What lies in the group already stays, then come other tiles of the table, then those of the rack.
        for source in [Source::Home, Source::Table, Source::Rack] {
            for ((set, home), taken) in sets.iter().zip(&homes).zip(&mut taken) {
                for (tile, taken) in set.iter().zip(taken).filter(|(_, taken)| taken.is_none()) {
                    *taken = left.take(*tile, source, *home);
                }
            }
        }
        let mut groups = Vec::new();
        let mut free = self.free_number();
        for (taken, home) in taken.into_iter().zip(homes) {
            let number = home.unwrap_or_else(|| {
                free += 1;
                free - 1
            });
            groups.push(Group { number, pieces: taken.into_iter().collect::<Option<Vec<TileCopy>>>()? });
        }
        groups.retain(|group| !group.pieces.is_empty());
        let mut rack = left.rack;
        rack.extend(left.groups.into_iter().flat_map(|group| group.pieces));
        Some(Self { groups, rack })
    }

    /// The group that each set grows out of: who has most in common goes first.
    fn homes(&self, sets: &[Vec<Tile>]) -> Vec<Option<u32>> {
        let mut pairs: Vec<(usize, usize, u32)> = Vec::new();
        for group in &self.groups {
            let tiles = group.tiles();
            pairs.extend(sets.iter().enumerate().map(|(set, wanted)| (in_common(&tiles, wanted), set, group.number)));
        }
        sort_few_by_key(&mut pairs, |(common, set, number)| (std::cmp::Reverse(*common), *set, *number));
        let mut homes = vec![None; sets.len()];
        for (_, set, number) in pairs.into_iter().filter(|(common, ..)| *common > 0) {
            if homes[set].is_none() && !homes.contains(&Some(number)) {
                homes[set] = Some(number);
            }
        }
        homes
    }

    /// Takes a tile of a kind away.
    fn take(&mut self, tile: Tile, source: Source, home: Option<u32>) -> Option<TileCopy> {
        let is_wanted = |piece: &TileCopy| piece.tile == tile;
        if source == Source::Rack {
            let place = self.rack.iter().position(is_wanted)?;
            return Some(self.rack.remove(place));
        }
        let is_near = |group: &Group| source == Source::Table || Some(group.number) == home;
        let (group, place) = self
            .groups
            .iter_mut()
            .filter(|group| is_near(group))
            .find_map(|group| group.pieces.iter().position(is_wanted).map(|place| (group, place)))?;
        Some(group.pieces.remove(place))
    }

    fn free_number(&self) -> u32 {
        self.groups.iter().map(|group| group.number + 1).max().unwrap_or(0)
    }
}

/// The tiles that lie on a table and did not before. Of equal ones each is named by its number in the order of the table;
/// the old one is where the set is that it lay in.
#[must_use]
pub fn new_tiles(before: &Layout, now: &Layout) -> Vec<TileCopy> {
    let mut old = before.bag();
    let added = now.tiles().iter().copied().filter(|tile| !old.take(*tile));
    let rack: Vec<TileCopy> = added.map(|tile| TileCopy { tile, copy: u8::MAX }).collect();
    let groups = (0..).zip(before.sets()).map(|(number, set)| {
        let pieces = set.iter().map(|tile| TileCopy { tile: *tile, copy: 0 }).collect();
        Group { number, pieces }
    });
    let start = Arrangement { groups: groups.collect(), rack };
    let sets: Vec<Vec<Tile>> = now.sets().map(<[_]>::to_vec).collect();
    let Some(end) = start.with_sets(&sets) else { return Vec::new() };
    let lying: Vec<TileCopy> = end.groups.into_iter().flat_map(|group| group.pieces).collect();
    let is_new = |place: &usize| lying[*place].copy == u8::MAX;
    (0..lying.len()).filter(is_new).map(|place| numbered(&lying, place)).collect()
}

/// The tiles that have to be lifted so that one table becomes another: of every set that is not part of an old one, those
/// that do not lie together already.
#[must_use]
pub fn tiles_to_lift(before: &Layout, after: &Layout) -> Vec<Tile> {
    let is_part = |part: &[Tile], whole: &[Tile]| part.iter().all(|tile| whole.contains(tile));
    let changed = after.sets().filter(|set| !before.sets().any(|old| is_part(set, old)));
    let lifted = changed.flat_map(|set| {
        let parts = before.sets().filter(|old| is_part(old, set));
        let staying = parts.max_by_key(|old| old.len()).unwrap_or_default();
        set.iter().copied().filter(|tile| !staying.contains(tile))
    });
    lifted.collect()
}

/// The tile at a place, with its number among the equal ones in this order.
pub(super) fn numbered(lying: &[TileCopy], place: usize) -> TileCopy {
    let tile = lying[place].tile;
    let copy = lying[..place].iter().filter(|other| other.tile == tile).count();
    TileCopy { tile, copy: u8::try_from(copy).unwrap_or(u8::MAX) }
}

/// Where a tile is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Home,
    Table,
    Rack,
}

/// The place within a group, if the spot is in it.
fn spot_in(spot: Spot, group: u32) -> Option<usize> {
    match spot {
        Spot::Set { number, at } if number == group => Some(at),
        _ => None,
    }
}

/// A line of tiles without those that move, or with them at a place.
fn put_into(line: &[TileCopy], moving: &[TileCopy], at: Option<usize>) -> Vec<TileCopy> {
    let stays = |piece: &&TileCopy| !moving.contains(piece);
    let Some(at) = at else { return line.iter().filter(stays).copied().collect() };
    let (before, after) = line.split_at(at.min(line.len()));
    let staying_before = before.iter().filter(stays);
    staying_before.chain(moving).chain(after.iter().filter(stays)).copied().collect()
}

/// How many tiles two groups have in common.
fn in_common(one: &[Tile], other: &[Tile]) -> usize {
    let mut rest = other.to_vec();
    let mut shared = |tile: &&Tile| rest.iter().position(|other| other == *tile).map(|place| rest.swap_remove(place));
    one.iter().filter(|tile| shared(tile).is_some()).count()
}

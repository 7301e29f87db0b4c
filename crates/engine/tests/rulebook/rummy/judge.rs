//! A second, slow judge of Rummy's plays, written from the rulebook alone: jokers are tried as every tile there is,
//! every assignment is tried by force. It must agree with the engine on many thousand random tables, to the code.

use std::collections::BTreeMap;

use engine::games::Rummy;
use engine::games::rummy::Move;
use engine::{Game, Refuse, Seat, Table, Turn};
use testkit::Dice;
use wire::{json, read_position, read_step};

/// Colour and rank, or a joker.
type Tile = Option<(usize, usize)>;
type Set = Vec<Tile>;

fn write(tile: Tile) -> String {
    match tile {
        None => "*".into(),
        Some((colour, rank)) => {
            let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
            format!("{}{}", ["n", "r", "b", "j"][colour], ranks[rank - 1])
        }
    }
}

fn naturals() -> impl Iterator<Item = (usize, usize)> {
    (0..4).flat_map(|colour| (1..=13).map(move |rank| (colour, rank)))
}

/// R3, R4, for tiles without jokers.
fn is_natural_set(set: &[(usize, usize)]) -> bool {
    let different = (1..set.len()).all(|later| (0..later).all(|sooner| set[sooner].0 != set[later].0));
    let brelan = set.iter().all(|tile| tile.1 == set[0].1) && different && set.len() <= 4;
    let suite = set.windows(2).all(|pair| pair[1] == (pair[0].0, pair[0].1 + 1));
    set.len() >= 3 && (brelan || suite)
}

/// R5: every way to put tiles for the jokers that makes a set; empty if it is none.
fn readings(set: &[Tile]) -> Vec<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    if set.iter().any(Option::is_some) {
        try_tiles(set, &mut Vec::new(), &mut found);
    }
    found
}

fn try_tiles(set: &[Tile], so_far: &mut Vec<(usize, usize)>, found: &mut Vec<Vec<(usize, usize)>>) {
    let Some((tile, rest)) = set.split_first() else {
        if is_natural_set(so_far) {
            found.push(so_far.clone());
        }
        return;
    };
    for stand in naturals().filter(|stand| tile.is_none_or(|tile| tile == *stand)) {
        so_far.push(stand);
        try_tiles(rest, so_far, found);
        so_far.pop();
    }
}

/// R16: every way to read the jokers of a whole table, in the order they are written.
fn stands(table: &[Set]) -> Vec<Vec<(usize, usize)>> {
    let mut all = vec![Vec::new()];
    for set in table.iter().filter(|set| set.contains(&None)) {
        let of_jokers = |tiles: &Vec<(usize, usize)>| -> Vec<(usize, usize)> {
            set.iter().zip(tiles).filter(|(tile, _)| tile.is_none()).map(|(_, stand)| *stand).collect()
        };
        let here: Vec<Vec<(usize, usize)>> = readings(set).iter().map(of_jokers).collect();
        all = all.iter().flat_map(|start| here.iter().map(|next| [start.clone(), next.clone()].concat())).collect();
    }
    all
}

/// R17: tries for each old joker in turn to find it a new joker, or a natural tile that frees it.
fn can_follow(old: &[(usize, usize)], new: &[(usize, usize)], lying: &[Tile], jokers: usize) -> bool {
    let Some((tile, others)) = old.split_first() else {
        return old.len() <= jokers;
    };
    let without = |list: &[(usize, usize)], place: usize| [&list[..place], &list[place + 1..]].concat();
    let kept = (0..new.len())
        .filter(|place| new[*place] == *tile)
        .any(|place| can_follow(others, &without(new, place), lying, jokers - 1));
    let freed = || {
        let natural = lying.iter().position(|other| *other == Some(*tile));
        natural.is_some_and(|natural| {
            let rest = [&lying[..natural], &lying[natural + 1..]].concat();
            // It then serves as any of the new jokers.
            (0..new.len()).any(|place| can_follow(others, &without(new, place), &rest, jokers - 1))
        })
    };
    kept || freed()
}

fn take(from: &mut Vec<Tile>, tile: Tile) -> bool {
    let place = from.iter().position(|other| *other == tile);
    place.map(|place| from.remove(place)).is_some()
}

/// R12: whether a set means the same: the same tiles, and its jokers the same in every reading.
fn is_same(old: &[Tile], new: &[Tile]) -> bool {
    let meaning = |set: &[Tile]| {
        let mut tiles = set.to_vec();
        tiles.sort();
        let mut all: Vec<Vec<(usize, usize)>> = stands(&[set.to_vec()]);
        all.iter_mut().for_each(|stands| stands.sort_unstable());
        all.sort();
        all.dedup();
        (tiles, all)
    };
    meaning(old) == meaning(new)
}

/// What the rulebook says to a play.
fn judge(old: &[Set], rack: &[Tile], opened: bool, free: bool, new: &[Set]) -> &'static str {
    let mut left = [old.concat(), rack.to_vec()].concat();
    if !new.concat().iter().all(|tile| take(&mut left, *tile)) {
        return "not-in-hand";
    }
    let mut lying = new.concat();
    if !old.concat().iter().all(|tile| take(&mut lying, *tile)) {
        return "tile-missing";
    }
    if lying.is_empty() {
        return "nothing-from-rack";
    }
    if new.iter().any(|set| readings(set).is_empty()) {
        return "invalid-set";
    }
    if !opened {
        let mut own = new.to_vec();
        for set in old {
            match own.iter().position(|other| is_same(set, other)) {
                Some(place) => own.remove(place),
                None => return "not-opened",
            };
        }
        let points = |tiles: &Vec<(usize, usize)>| tiles.iter().map(|tile| tile.1).sum::<usize>();
        let worth: usize = own.iter().filter_map(|set| readings(set).iter().map(points).max()).sum();
        return if worth < 30 { "not-thirty" } else { "" };
    }
    let lying = new.concat();
    let jokers = lying.iter().filter(|tile| tile.is_none()).count();
    let now = stands(new);
    let works = |before: &Vec<(usize, usize)>| now.iter().any(|now| can_follow(before, now, &lying, jokers));
    if free || stands(old).iter().any(works) { "" } else { "joker-held" }
}

/// Random tables, and what may be tried on them.
struct Shuffler {
    dice: Dice,
    sets: Vec<Vec<(usize, usize)>>,
}

impl Shuffler {
    fn new(run: u64) -> Self {
        let mut sets = Vec::new();
        for rank in 1..=13 {
            let of_rank = |colours: &[usize]| colours.iter().map(|colour| (*colour, rank)).collect();
            for colours in [&[0, 1, 2][..], &[0, 1, 3], &[0, 2, 3], &[1, 2, 3], &[0, 1, 2, 3]] {
                sets.push(of_rank(colours));
            }
            for (colour, len) in (0..4).flat_map(|colour| (3..=6).map(move |len| (colour, len))) {
                if rank + len <= 14 {
                    sets.push((rank..rank + len).map(|rank| (colour, rank)).collect());
                }
            }
        }
        Self { dice: Dice::new(run), sets }
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        self.dice.chance().shuffle(items);
    }

    fn happens(&mut self, of_hundred: usize) -> bool {
        self.dice.below(100) < of_hundred
    }

    /// A set that can be made from these tiles and holds the first of them; its tiles are taken out.
    fn set_from(&mut self, pool: &mut Vec<Tile>) -> Option<Set> {
        let must = *pool.first()?;
        let likes_jokers = self.dice.below(40);
        let fitting = |set: &&Vec<(usize, usize)>| must.is_none_or(|must| set.contains(&must));
        let mut fitting: Vec<Vec<(usize, usize)>> = self.sets.iter().filter(fitting).cloned().collect();
        self.shuffle(&mut fitting);
        fitting.into_iter().find_map(|mut natural| {
            if natural[0].0 != natural[1].0 {
                self.shuffle(&mut natural);
            }
            let mut rest = pool.clone();
            let mut set = Vec::new();
            for tile in natural {
                let mut wanted = [Some(tile), None];
                if Some(tile) != must && self.happens(likes_jokers) {
                    wanted.reverse();
                }
                set.push(wanted.into_iter().find(|tile| take(&mut rest, *tile))?);
            }
            (set.contains(&must) && set.iter().any(Option::is_some)).then(|| *pool = rest)?;
            Some(set)
        })
    }

    /// All these tiles in sets, if luck finds a way.
    fn cover(&mut self, tiles: &[Tile]) -> Option<Vec<Set>> {
        (0..6).find_map(|_| {
            let mut pool = tiles.to_vec();
            self.shuffle(&mut pool);
            pool.sort_by_key(Option::is_none);
            let mut table = Vec::new();
            while !pool.is_empty() {
                table.push(self.set_from(&mut pool)?);
            }
            Some(table)
        })
    }

    /// A table with a few sets, and a rack that suits it. Most are made of few ranks, so that much can be rearranged.
    fn scene(&mut self) -> (Vec<Set>, Vec<Tile>) {
        let (low, ranks) = if self.happens(80) { (1 + self.dice.below(9), 5) } else { (1, 13) };
        let near = naturals().filter(|(_, rank)| (low..low + ranks).contains(rank));
        let mut pool: Vec<Tile> = near.map(Some).chain([None]).flat_map(|tile| [tile; 2]).collect();
        let sets = 1 + self.dice.below(4);
        let mut table = Vec::new();
        while table.len() < sets {
            self.shuffle(&mut pool);
            table.extend(self.set_from(&mut pool));
        }
        self.shuffle(&mut pool);
        // Often the tiles that would free the jokers come first.
        if self.happens(50) {
            let stands = stands(&table);
            pool.sort_by_key(|tile| !stands.iter().flatten().any(|stand| Some(*stand) == *tile));
        }
        pool.truncate(3 + self.dice.below(12));
        (table, pool)
    }

    /// Something to try: the old sets with new ones, everything arranged anew, or any mischief.
    fn attempt(&mut self, old: &[Set], rack: &[Tile]) -> Vec<Set> {
        let mut new = old.to_vec();
        let mut rack = rack.to_vec();
        self.shuffle(&mut rack);
        match self.dice.below(8) {
            0 => {
                for _ in 0..3 {
                    self.shuffle(&mut rack);
                    new.extend(self.set_from(&mut rack));
                }
            }
            1..=5 => {
                let mut tiles = old.concat();
                for laid in [1, 2, 3, 4].map(|most: usize| most.min(rack.len())) {
                    tiles.truncate(old.concat().len());
                    tiles.extend(&rack[..laid]);
                    if let Some(cover) = self.cover(&tiles) {
                        new = cover;
                        break;
                    }
                }
            }
            _ => {}
        }
        for set in &mut new {
            if self.happens(5) {
                self.shuffle(set);
            }
        }
        let disturbances = if new == old || self.happens(15) { 1 + self.dice.below(2) } else { 0 };
        for _ in 0..disturbances {
            self.disturb(&mut new, &mut rack);
        }
        self.shuffle(&mut new);
        new.retain(|set| !set.is_empty());
        new
    }

    /// One small change, for better or worse.
    fn disturb(&mut self, table: &mut Vec<Set>, rack: &mut Vec<Tile>) {
        let (from, to) = (self.dice.below(table.len()), self.dice.below(table.len()));
        match self.dice.below(9) {
            0..=3 => {
                let tile = rack.pop().unwrap_or_default();
                let place = if self.happens(50) { 0 } else { table[to].len() };
                table[to].insert(place, tile);
            }
            4 => {
                table[from].pop();
                if self.happens(30) {
                    let stranger = (self.dice.below(4), 1 + self.dice.below(13));
                    table[to].push(Some(stranger));
                }
            }
            5 => {
                if let Some(tile) = table[from].pop() {
                    table[to].push(tile);
                }
            }
            6 => {
                let place = self.dice.below(table[from].len() + 1);
                let tail = table[from].split_off(place);
                table.push(tail);
            }
            7 => {
                // A tile of the rack goes where a joker is, and the joker to another set.
                let Some(joker) = table[from].iter().position(Option::is_none) else { return };
                table[from][joker] = rack.pop().unwrap_or_default();
                table[to].push(None);
            }
            _ => {
                let tail = table[from].clone();
                if from != to {
                    table[from].clear();
                    table[to].extend(tail);
                }
            }
        }
        table.retain(|set| !set.is_empty());
        if table.is_empty() {
            table.push(vec![None]);
        }
    }
}

#[test]
fn the_slow_judge_agrees_with_the_engine() {
    let mut dice = Shuffler::new(1914);
    let mut tried: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for _ in 0..2_000 {
        let (table, rack) = dice.scene();
        let (opened, free) = (dice.happens(75), dice.happens(10));
        let written = |set: &Set| -> Vec<String> { set.iter().copied().map(write).collect() };
        let position = json!({
            "game": "rummy", "players": 2, "seat": 0, "opened": [opened, false],
            "options": { "joker": if free { "free" } else { "replace" } },
            "table": table.iter().map(written).collect::<Vec<_>>(), "racks": [written(&rack), []], "pile": [],
        });
        let (state, _) = read_position::<Rummy>(position.clone()).unwrap_or_else(|faults| panic!("{faults:?}"));
        for _ in 0..10 {
            let new = dice.attempt(&table, &rack);
            let sets: Vec<String> = new.iter().map(|set| written(set).join(" ")).collect();
            let text = format!("play {}", sets.join(" | "));
            let step = read_step::<Rummy>(&text).unwrap();
            let decided = Rummy::decide(&state, Seat::default(), &step.moves[0]);
            let code = decided.as_ref().map_or_else(Refuse::code, |_| "");
            let expected = judge(&table, &rack, opened, free, &new);
            assert_eq!(code, expected, "{position}\n{text}");
            let jokers = table.concat().contains(&None);
            *tried.entry((expected, jokers)).or_default() += 1;
        }
    }
    // Every answer was given often enough to mean something.
    for answer in [
        ("", true),
        ("", false),
        ("joker-held", true),
        ("not-opened", true),
        ("not-thirty", true),
        ("invalid-set", true),
        ("not-in-hand", true),
        ("tile-missing", true),
        ("nothing-from-rack", true),
    ] {
        let count = tried.get(&answer).copied().unwrap_or(0);
        assert!(count > 50, "{answer:?} only {count} times: {tried:?}");
    }
}

#[test]
fn any_position_can_be_played_to_its_end() {
    let mut dice = Shuffler::new(2003);
    let mut timeouts = 0;
    for _ in 0..200 {
        let (sets, rack) = dice.scene();
        let written = |set: &Set| -> Vec<String> { set.iter().copied().map(write).collect() };
        let pile: Vec<String> = (0..dice.dice.below(6)).map(|rank| write(Some((rank % 4, 13 - rank)))).collect();
        let position = json!({
            "game": "rummy", "players": 3, "seat": dice.dice.below(3), "passes": dice.dice.below(4),
            "opened": [dice.happens(50), dice.happens(50), true], "pile": pile,
            "table": sets.iter().map(written).collect::<Vec<_>>(), "racks": [written(&rack), [], []],
        });
        let Ok((state, seed)) = read_position::<Rummy>(position) else { continue };
        let mut table = Table::<Rummy> { seed, state };
        let mut steps = 0;
        while let Turn::Seat { seat, .. } = table.turn() {
            let mut moves = Vec::new();
            Rummy::moves(&table.state.public, &table.state.hands[seat], seat, &mut moves);
            let mv = if dice.happens(20) { Move::Timeout } else { moves[dice.dice.below(moves.len())] };
            timeouts += usize::from(mv == Move::Timeout);
            let submitted = table.submit(seat, &[mv], &mut |_, _| {});
            assert!(submitted.is_ok(), "{mv:?}: {submitted:?}");
            assert_eq!(Rummy::check(&table.state), Ok(()), "{mv:?}");
            steps += 1;
            assert!(steps < 900, "no end");
        }
    }
    assert!(timeouts > 100, "{timeouts} time-outs");
}

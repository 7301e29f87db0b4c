//! What a turn of Onze owes (R13, R17), against a slow search of all that could still be played in it.
//!
//! The game decides with a few masks whether a debt could still be paid; here every continuation of
//! up to four cards is tried, on random positions that are full, empty or strange enough for it to matter.

use std::collections::{BTreeMap, BTreeSet};

use engine::games::Onze;
use engine::{Game, Seat, View, Viewer};
use testkit::{Dice, Scene, Specimen};
use wire::{Value, json, write_view};

/// A row, counted from the top, and a value.
type Position = (usize, usize);

const ROWS: [&str; 4] = ["B", "R", "G", "Y"];

/// A turn as a child would lay it out.
#[derive(Clone)]
struct Turn {
    /// What lies on the table; whether it is a joker.
    table: BTreeMap<Position, bool>,
    numbers: BTreeSet<Position>,
    jokers: usize,
    liaisons: usize,
    pile: usize,
    used: usize,
    laid: usize,
    swaps: usize,
}

fn name((row, value): Position) -> String {
    format!("{}{value}", ROWS[row])
}

impl Turn {
    fn random(dice: &mut Dice) -> Self {
        let mut turn = Self {
            table: BTreeMap::new(),
            numbers: BTreeSet::new(),
            jokers: 0,
            liaisons: dice.below(3) * dice.below(2),
            pile: dice.below(2),
            used: dice.below(5),
            laid: 0,
            swaps: 0,
        };
        turn.swaps = dice.below(turn.used + 1) * dice.below(2);
        turn.laid = dice.below(turn.used - turn.swaps + 1) * dice.below(2);
        // Few number cards in hand, so that there is often just one way to pay, or none.
        let holds = [0, 1, 1, 4, 20][dice.below(5)];
        for row in 0..4 {
            // One in so many spots is free; a row may be full or empty.
            let free = [1, 2, 8, 1000, 1000][dice.below(5)];
            for value in 1..=21 {
                if dice.below(free) > 0 {
                    turn.table.insert((row, value), false);
                } else if dice.below(40) < holds {
                    turn.numbers.insert((row, value));
                }
            }
        }
        let mut jokers = 4;
        while jokers > 0 && dice.below(4) > 0 {
            jokers -= 1;
            let place = (dice.below(4), 1 + dice.below(21));
            if dice.below(3) == 0 {
                turn.jokers += 1;
            } else if turn.table.get(&place) == Some(&false) {
                turn.table.insert(place, true);
                if dice.below(3) > 0 {
                    turn.numbers.insert(place);
                }
            }
        }
        turn
    }

    /// The position, with everything that is nowhere else out of the game.
    fn position(&self) -> Value {
        let table: Vec<String> = self
            .table
            .iter()
            .map(|(place, joker)| if *joker { format!("*{}", name(*place)) } else { name(*place) })
            .collect();
        let hand: Vec<String> =
            self.numbers.iter().map(|place| name(*place)).chain((0..self.jokers).map(|_| "*".into())).collect();
        let free = (1..=21)
            .map(|value| (0, value))
            .find(|place| !self.table.contains_key(place) && !self.numbers.contains(place));
        let pile: Vec<String> = if self.pile > 0 { free.map(name).into_iter().collect() } else { Vec::new() };
        json!({
            "game": "onze", "players": 2, "seat": 0, "rows": ROWS, "table": table, "hands": [hand, []],
            "liaisons": [self.liaisons, 0], "pile": pile,
            "turn": { "used": self.used, "laid": self.laid, "swaps": self.swaps },
        })
    }

    fn is_connected(&self, (row, value): Position) -> bool {
        self.table.contains_key(&(row, value + 1)) || self.table.contains_key(&(row, value - 1))
    }

    /// How a card could come onto a free spot: as such, or over a Liaison from these rows.
    fn ways(&self, place: Position) -> Vec<String> {
        let (row, value) = place;
        if self.table.contains_key(&place) {
            return Vec::new();
        }
        if self.is_connected(place) {
            return vec![name(place)];
        }
        let rows = (0..4_usize).filter(|other| other.abs_diff(row) == 1 && self.liaisons > 0);
        let linked = rows.filter(|other| self.table.contains_key(&(*other, value)));
        linked.map(|other| format!("{}@{}", name(place), ROWS[other])).collect()
    }

    /// Every card that could be used next, whatever it leaves unpaid.
    fn plays(&self) -> Vec<(String, Self)> {
        let mut plays = Vec::new();
        if self.used == 4 {
            return plays;
        }
        let used = Self { used: self.used + 1, ..self.clone() };
        for place in (0..4).flat_map(|row| (1..=21).map(move |value| (row, value))) {
            for way in self.ways(place) {
                let mut next = Self { laid: self.laid + 1, ..used.clone() };
                next.liaisons -= usize::from(way.contains('@'));
                if self.numbers.contains(&place) {
                    let mut next = next.clone();
                    next.numbers.remove(&place);
                    next.table.insert(place, false);
                    plays.push((way.clone(), next));
                }
                if self.jokers > 0 {
                    next.jokers -= 1;
                    next.table.insert(place, true);
                    plays.push((format!("*{way}"), next));
                }
            }
            if self.numbers.contains(&place) && self.table.get(&place) == Some(&true) {
                let mut next = Self { swaps: self.swaps + 1, jokers: self.jokers + 1, ..used.clone() };
                next.numbers.remove(&place);
                next.table.insert(place, false);
                plays.push((format!("{}=*", name(place)), next));
            }
        }
        if self.jokers > 0 {
            plays.push(("*x".into(), Self { jokers: self.jokers - 1, ..used }));
        }
        plays
    }

    /// What is owed: a refusal code.
    fn owes(&self) -> Option<&'static str> {
        let can_lay = || self.numbers.iter().any(|place| !self.table.contains_key(place) && self.is_connected(*place));
        match () {
            () if self.laid > 0 => None,
            () if self.swaps > 0 => Some("swap-needs-card"),
            () if self.pile == 0 && can_lay() => Some("must-play"),
            () => None,
        }
    }

    /// Whether a card can come onto a free spot in what is left of the turn; an empty hand ends it.
    fn can_pay(&self) -> bool {
        let goes_on = |next: &Self| next.jokers > 0 || !next.numbers.is_empty();
        self.plays().iter().any(|(_, next)| next.laid > 0 || goes_on(next) && next.can_pay())
    }

    /// The refusal of a play that leaves an unpayable debt.
    fn forbids(next: &Self) -> Option<&'static str> {
        next.owes().filter(|_| !next.can_pay())
    }
}

#[test]
fn debts_can_always_be_paid_and_nothing_more_is_refused() {
    let mut dice = Dice::new(11);
    let mut forbidden: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for _ in 0..12_000 {
        let mut turn = Turn::random(&mut dice);
        let position = turn.position();
        turn.pile = position["pile"].as_array().map_or(0, Vec::len);
        let mut scene: Scene<Onze> = Scene::at(position.clone());
        let mut legal = Vec::new();
        for (play, next) in turn.plays() {
            match Turn::forbids(&next) {
                None => legal.push(play),
                Some(code) => {
                    *forbidden.entry((code, play == "*x")).or_default() += 1;
                    let rule = if code == "must-play" { "R17" } else { "R13" };
                    scene = scene.refuses(&play, code, rule);
                }
            }
        }
        let is_fresh = turn.used + turn.laid + turn.swaps == 0;
        match (is_fresh, turn.pile, turn.owes()) {
            (false, _, None) => legal.push("end".into()),
            (false, _, Some(code)) => {
                scene = scene.refuses("end", code, if code == "must-play" { "R17" } else { "R13" });
            }
            (true, 0, None) => legal.push("pass".into()),
            (true, 0, Some(code)) => scene = scene.refuses("pass", code, "R17"),
            (true, _, _) => legal.push("draw".into()),
        }
        legal.sort();
        assert_eq!(scene.moves(), legal, "{position}");
    }
    for case in [("must-play", true), ("must-play", false), ("swap-needs-card", true), ("swap-needs-card", false)] {
        let expected = case != ("must-play", false);
        assert_eq!(forbidden.get(&case).copied().unwrap_or_default() > 30, expected, "{case:?}: {forbidden:?}");
    }
}

#[test]
fn strange_positions_play_on() {
    let mut dice = Dice::new(12);
    let mut ended = 0;
    for _ in 0..1_500 {
        let mut table = Scene::<Onze>::at(Turn::random(&mut dice).position()).table().clone();
        for step in 0..200 {
            assert_eq!(Onze::check(&table.state), Ok(()));
            let public = &table.state.public;
            let viewers = [Viewer::Spectator, Viewer::Seat(public.seat)];
            for view in viewers.map(|viewer| View::<Onze>::of(&table.state, viewer)) {
                let imagined = Onze::imagine(&view, dice.chance());
                assert_eq!(Onze::check(&imagined), Ok(()));
                let seen = View::<Onze>::of(&imagined, view.viewer);
                assert_eq!(write_view(&seen), write_view(&view));
            }
            let mut moves = Vec::new();
            let seat: Seat = public.seat;
            Onze::moves(public, &table.state.hands[seat], seat, &mut moves);
            let accepted = |mv: &_| Onze::decide(&table.state, seat, mv).is_ok();
            let legal = Onze::every_move(public).into_iter().filter(accepted).count();
            assert_eq!(legal, moves.len());
            if public.outcome().is_some() {
                ended += 1;
                break;
            }
            // Only a turn that began with a debt nobody can pay gets stuck.
            if moves.is_empty() {
                assert_eq!(step, 0);
                break;
            }
            assert!(accepted(&Onze::fallback(public, &table.state.hands[seat])));
            let mv = moves[dice.below(moves.len())];
            table.submit(seat, &[mv], &mut |_, _| {}).expect("a listed move is legal");
        }
    }
    assert!(ended > 1_000, "{ended} rounds ended");
}

//! A turn thought through to its end: every way to match the row with the hand.

use engine::Seat;
use engine::games::dos::{Card, Hand, Move, Play, Public};

use super::cards::{Shape, Traits, sums};
use super::worth::{Leaving, Outlook, Row};

/// So many cards of the hand and of the row are thought about, and so many ways to match; more is very rare.
const MAX_HAND: usize = 16;
const MAX_ROW: usize = 12;
const MAX_WAYS: usize = 96;
/// So many moves are promising at most.
const MAX_PROMISING: usize = 6;

/// A turn under way, as its seat sees it.
pub(super) struct TurnAhead {
    outlook: Outlook,
    cards: [Card; MAX_HAND],
    hand: [Traits; MAX_HAND],
    /// The cards of the hand as a bit mask; those that are like the card before; those that are no jokers.
    held: u32,
    again: u32,
    plain: u32,
    /// The row's cards that can still be matched, each with its index.
    row: [(Traits, u8); MAX_ROW],
    open: usize,
    /// What else lies in the row.
    rest: Row,
    bonuses: u8,
    doubles: u8,
    penalty: u8,
    has_matched: bool,
    has_drawn: bool,
}

/// One way to match one card of the row.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The index of the row's card, and the cards of the hand.
    centre: u8,
    cards: u32,
    bonuses: u8,
    doubles: u8,
}

/// All ways to match, card by card of the row.
struct Ways {
    all: [Way; MAX_WAYS],
    /// Where the ways of each card begin, and the next one's.
    starts: [u8; MAX_ROW + 1],
}

impl Ways {
    fn is_empty(&self) -> bool {
        self.all[0].cards == 0
    }
}

/// What is decided of a turn.
#[derive(Clone, Copy)]
struct TurnPlan {
    /// The first match, by its place among the ways.
    first: Option<usize>,
    /// The cards that leave the hand.
    used: u32,
    row: Row,
    bonuses: u8,
    doubles: u8,
}

impl TurnAhead {
    pub(super) fn new(public: &Public, hand: &Hand, seat: Seat) -> Self {
        let outlook = Outlook::new(public, hand, seat);
        let progress = &public.board.progress;
        let mut ahead = Self {
            cards: [Card::default(); MAX_HAND],
            hand: [Traits::default(); MAX_HAND],
            held: 0,
            again: 0,
            plain: 0,
            row: [(Traits::default(), 0); MAX_ROW],
            open: 0,
            rest: outlook.row(),
            bonuses: progress.bonuses,
            doubles: progress.doubles,
            penalty: progress.penalty,
            has_matched: !progress.matches.is_empty(),
            has_drawn: progress.drew,
            outlook,
        };
        for (index, card) in hand.cards.iter().take(MAX_HAND).enumerate() {
            let traits = Traits::of(card);
            ahead.again |= u32::from(index > 0 && ahead.cards[index - 1] == card) << index;
            ahead.plain |= u32::from(traits.points <= 10) << index;
            ahead.held |= 1 << index;
            (ahead.cards[index], ahead.hand[index]) = (card, traits);
        }
        for (index, card) in (0..).zip(public.board.centre.iter()) {
            let traits = Traits::of(*card);
            if ahead.has_matched && public.is_matched(index) {
                continue;
            }
            if ahead.open < MAX_ROW {
                ahead.row[ahead.open] = (traits, index);
                ahead.open += 1;
            } else {
                ahead.rest = ahead.outlook.lay(ahead.rest, traits);
            }
        }
        ahead
    }

    /// The best move while cards are matched, drawn and put, of so many ways to end the turn.
    pub(super) fn best_match(&self, most: usize) -> Move {
        let ways = self.ways();
        let mut best = (f32::MIN, None);
        if !ways.is_empty() {
            self.each_end(&ways, most, &mut |first, worth| {
                if worth > best.0 {
                    best = (worth, first);
                }
            });
        }
        match best.1 {
            Some(first) => self.matching(ways.all[first]),
            None if self.has_matched => Move::End,
            None if !self.has_drawn => Move::Draw,
            None => self.best_put().map_or(Move::End, |(_, card)| Move::Put(card)),
        }
    }

    /// The best card to add to the row for a colour bonus, unless it is better to add none.
    pub(super) fn best_add(&self) -> Move {
        let mut best = (self.placed(self.standing()), Move::Decline);
        for (index, card) in self.kinds() {
            let worth = self.placed(self.laying(index));
            if worth > best.0 {
                best = (worth, Move::Add(card));
            }
        }
        best.1
    }

    /// The best card to put into the row after a draw, and what it is worth.
    fn best_put(&self) -> Option<(f32, Card)> {
        let weighed = self.kinds().map(|(index, card)| (self.settled(self.laying(index)), card));
        weighed.max_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// The promising moves while cards are matched, drawn and put. Of moves that are worth the same to the
    /// last digit one is enough: they differ in nothing that counts.
    pub(super) fn match_options(&self, most: usize, moves: &mut Vec<Move>) {
        let ways = self.ways();
        let mut worths = [f32::MIN; MAX_WAYS];
        self.each_end(&ways, most, &mut |first, worth| {
            if let Some(first) = first {
                worths[first] = worths[first].max(worth);
            }
        });
        let mut promising = Promising::default();
        for (way, worth) in ways.all.iter().zip(worths).filter(|(_, worth)| *worth > f32::MIN) {
            promising.offer(worth, self.matching(*way));
        }
        if self.has_drawn && !self.has_matched {
            for (index, card) in self.kinds() {
                promising.offer(self.settled(self.laying(index)), Move::Put(card));
            }
        }
        moves.extend(promising.moves());
        if self.has_matched || self.has_drawn && self.held == 0 {
            moves.push(Move::End);
        } else if !self.has_drawn {
            moves.push(Move::Draw);
        }
    }

    /// The promising moves while colour bonuses are placed.
    pub(super) fn add_options(&self, moves: &mut Vec<Move>) {
        let mut promising = Promising::default();
        for (index, card) in self.kinds() {
            promising.offer(self.placed(self.laying(index)), Move::Add(card));
        }
        moves.extend(promising.moves());
        moves.push(Move::Decline);
    }

    /// One card of each kind in the hand, with its place.
    fn kinds(&self) -> impl Iterator<Item = (usize, Card)> {
        let kinds = self.held & !self.again;
        (0..MAX_HAND).filter(move |index| kinds & 1 << index != 0).map(|index| (index, self.cards[index]))
    }

    /// Nothing more is matched.
    fn standing(&self) -> TurnPlan {
        let row = self.row[..self.open].iter().fold(self.rest, |row, (card, _)| self.outlook.lay(row, *card));
        TurnPlan { first: None, used: 0, row, bonuses: self.bonuses, doubles: self.doubles }
    }

    /// Nothing more is matched, and a card goes into the row.
    fn laying(&self, index: usize) -> TurnPlan {
        let standing = self.standing();
        TurnPlan { used: 1 << index, row: self.outlook.lay(standing.row, self.hand[index]), ..standing }
    }

    /// The move that matches in this way.
    fn matching(&self, Way { centre, cards, .. }: Way) -> Move {
        let first = self.cards[cards.trailing_zeros() as usize % MAX_HAND];
        let second = self.cards.get((cards & cards.wrapping_sub(1)).trailing_zeros() as usize);
        let play = second.map_or(Play::single(first), |second| Play::double(first, *second));
        Move::Match { play, centre }
    }

    /// Tells `end` of every end the turn can take, up to so many: the first match on the way, and its worth.
    fn each_end(&self, ways: &Ways, most: usize, end: &mut impl FnMut(Option<usize>, f32)) {
        let mut left = most;
        self.go_on(ways, 0, TurnPlan { row: self.rest, ..self.standing() }, &mut left, end);
    }

    fn go_on(
        &self,
        ways: &Ways,
        place: usize,
        course: TurnPlan,
        left: &mut usize,
        end: &mut impl FnMut(Option<usize>, f32),
    ) {
        if *left == 0 {
            return;
        }
        if place == self.open {
            *left -= 1;
            return end(course.first, self.worth(course));
        }
        for index in usize::from(ways.starts[place])..usize::from(ways.starts[place + 1]) {
            let way = &ways.all[index];
            let used = course.used | way.cards;
            // Of equal cards the first goes first.
            let skipped = (way.cards & self.again) >> 1 & !used;
            if course.used & way.cards == 0 && skipped == 0 {
                let after = TurnPlan {
                    first: course.first.or(Some(index)),
                    used,
                    row: course.row,
                    bonuses: course.bonuses + way.bonuses,
                    doubles: course.doubles + way.doubles,
                };
                self.go_on(ways, place + 1, after, left, end);
            }
        }
        self.go_on(
            ways,
            place + 1,
            TurnPlan { row: self.outlook.lay(course.row, self.row[place].0), ..course },
            left,
            end,
        );
    }

    /// Every way to match each card of the row; two cards come before one.
    fn ways(&self) -> Ways {
        let mut ways = Ways { all: [Way::default(); MAX_WAYS], starts: [0; MAX_ROW + 1] };
        let mut count = 0;
        let hand = &self.hand[..self.held.count_ones() as usize];
        for (place, (card, centre)) in self.row[..self.open].iter().enumerate() {
            let mut add = |cards: u32, doubles: u8, colours: u8| {
                if count < MAX_WAYS {
                    let bonuses = u8::from(colours & card.colours != 0);
                    ways.all[count] = Way { centre: *centre, cards, bonuses, doubles: bonuses & doubles };
                    count += 1;
                }
            };
            for (first, one) in hand.iter().enumerate() {
                for (second, other) in hand.iter().enumerate().skip(first + 1) {
                    if sums(one.numbers, other.numbers) & card.numbers != 0 {
                        add(1 << first | 1 << second, 1, one.colours & other.colours);
                    }
                }
            }
            for (first, one) in hand.iter().enumerate() {
                if one.numbers & card.numbers != 0 {
                    add(1 << first, 0, one.colours);
                }
            }
            ways.starts[place + 1] = count as u8;
        }
        ways
    }

    /// What a course is worth when the matching is over.
    fn worth(&self, course: TurnPlan) -> f32 {
        if course.first.is_none() && !self.has_matched && self.has_drawn {
            return self.best_put().map_or(f32::MIN, |(worth, _)| worth);
        }
        self.settled(course)
    }

    /// What a course is worth that takes one of the bonuses, or declines it.
    fn placed(&self, course: TurnPlan) -> f32 {
        self.settled(TurnPlan { bonuses: course.bonuses.saturating_sub(1), ..course })
    }

    /// What a course is worth once its bonuses are placed: numbers go before jokers, and high ones first.
    fn settled(&self, course: TurnPlan) -> f32 {
        let TurnPlan { mut used, mut row, bonuses, doubles, .. } = course;
        for _ in 0..bonuses {
            let left = self.held & !used;
            let plain = left & self.plain;
            let Some(index) = (if plain == 0 { left } else { plain }).checked_ilog2() else { break };
            used |= 1 << index;
            row = self.outlook.lay(row, self.hand[index as usize]);
        }
        let mut left = self.held & !used;
        let mut hand = Shape::default();
        while left != 0 {
            hand.add(self.hand[left.trailing_zeros() as usize % MAX_HAND]);
            left &= left - 1;
        }
        self.outlook.worth(&Leaving { hand, row, doubles, penalty: self.penalty })
    }
}

/// The moves that are worth most, the best first.
#[derive(Default)]
struct Promising {
    moves: [Option<(f32, Move)>; MAX_PROMISING],
}

impl Promising {
    fn offer(&mut self, worth: f32, mv: Move) {
        let place = self.moves.iter().position(|other| other.is_none_or(|(other, _)| other <= worth));
        let Some(place) = place.filter(|place| self.moves[*place].is_none_or(|(other, _)| other < worth)) else {
            return;
        };
        self.moves[place..].rotate_right(1);
        self.moves[place] = Some((worth, mv));
    }

    fn moves(self) -> impl Iterator<Item = Move> {
        self.moves.into_iter().flatten().map(|(_, mv)| mv)
    }
}

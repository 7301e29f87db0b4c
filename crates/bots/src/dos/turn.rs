//! A turn thought through to its end: every way to match the row with the hand.

use engine::Seat;
use engine::games::dos::{Card, Hand, Move, Play, Public};

use super::cards::{Shape, Traits, sums};
use super::worth::{Leaving, Outlook, Row};

/// So many cards of the hand and of the row are thought about, and so many ways to match; more is very rare.
const HAND_MOST: usize = 16;
const ROW_MOST: usize = 12;
const WAYS_MOST: usize = 96;

/// A turn under way, as its seat sees it.
pub(super) struct TurnAhead {
    outlook: Outlook,
    cards: [Card; HAND_MOST],
    hand: [Traits; HAND_MOST],
    /// The cards of the hand as a bit mask; those that are like the card before; those that are no jokers.
    held: u32,
    again: u32,
    plain: u32,
    /// The row's cards that can still be matched, each with its index.
    row: [(Traits, u8); ROW_MOST],
    open: usize,
    /// What else lies in the row.
    rest: Row,
    bonuses: u8,
    doubles: u8,
    penalty: u8,
    has_matched: bool,
    has_drawn: bool,
}

/// A match: the index of the row's card, and the cards of the hand.
type Matching = (u8, u32);

/// One way to match one card of the row.
#[derive(Clone, Copy, Default)]
struct Way {
    cards: u32,
    bonuses: u8,
    doubles: u8,
}

/// All ways to match, card by card of the row.
struct Ways {
    all: [Way; WAYS_MOST],
    /// Where the ways of each card begin, and the next one's.
    starts: [u8; ROW_MOST + 1],
}

/// What is decided of a turn.
#[derive(Clone, Copy)]
struct Course {
    /// The first match.
    first: Option<Matching>,
    /// The cards that leave the hand.
    used: u32,
    row: Row,
    bonuses: u8,
    doubles: u8,
}

impl TurnAhead {
    pub(super) fn new(public: &Public, hand: &Hand, seat: Seat) -> Self {
        let outlook = Outlook::new(public, hand, seat);
        let progress = &public.progress;
        let mut ahead = Self {
            cards: [Card::default(); HAND_MOST],
            hand: [Traits::default(); HAND_MOST],
            held: 0,
            again: 0,
            plain: 0,
            row: [(Traits::default(), 0); ROW_MOST],
            open: 0,
            rest: outlook.row(),
            bonuses: progress.bonuses,
            doubles: progress.doubles,
            penalty: progress.penalty,
            has_matched: !progress.matches.is_empty(),
            has_drawn: progress.drew,
            outlook,
        };
        for (index, card) in hand.cards.iter().take(HAND_MOST).enumerate() {
            let traits = Traits::of(card);
            ahead.again |= u32::from(index > 0 && ahead.cards[index - 1] == card) << index;
            ahead.plain |= u32::from(traits.points <= 10) << index;
            ahead.held |= 1 << index;
            (ahead.cards[index], ahead.hand[index]) = (card, traits);
        }
        for (index, card) in (0..).zip(public.centre.iter()) {
            let traits = Traits::of(*card);
            if ahead.has_matched && public.is_matched(index) {
                continue;
            }
            if ahead.open < ROW_MOST {
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
        let mut best = (f32::MIN, None);
        self.each_end(most, &mut |first, worth| {
            if worth > best.0 {
                best = (worth, first);
            }
        });
        match best.1 {
            Some(matching) => self.matching(matching),
            None if self.has_matched => Move::End,
            None if !self.has_drawn => Move::Draw,
            None => self.best_put().map_or(Move::End, |(_, card)| Move::Put(card)),
        }
    }

    /// The best card to add to the row for a colour bonus, unless it is better to add none.
    pub(super) fn best_add(&self) -> Move {
        let place = |course: Course| self.settled(Course { bonuses: self.bonuses.saturating_sub(1), ..course });
        let mut best = (place(self.standing()), Move::Decline);
        for (index, card) in self.kinds() {
            let worth = place(self.laying(index));
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

    /// One card of each kind in the hand, with its place.
    fn kinds(&self) -> impl Iterator<Item = (usize, Card)> {
        let kinds = self.held & !self.again;
        (0..HAND_MOST).filter(move |index| kinds & 1 << index != 0).map(|index| (index, self.cards[index]))
    }

    /// Nothing more is matched.
    fn standing(&self) -> Course {
        let row = self.row[..self.open].iter().fold(self.rest, |row, (card, _)| self.outlook.lay(row, *card));
        Course { first: None, used: 0, row, bonuses: self.bonuses, doubles: self.doubles }
    }

    /// Nothing more is matched, and a card goes into the row.
    fn laying(&self, index: usize) -> Course {
        let standing = self.standing();
        Course { used: 1 << index, row: self.outlook.lay(standing.row, self.hand[index]), ..standing }
    }

    /// The move that makes a match.
    pub(super) fn matching(&self, (centre, cards): Matching) -> Move {
        let first = self.cards[cards.trailing_zeros() as usize % HAND_MOST];
        let second = self.cards.get((cards & cards.wrapping_sub(1)).trailing_zeros() as usize);
        let play = second.map_or(Play::single(first), |second| Play::double(first, *second));
        Move::Match { play, centre }
    }

    /// Tells `end` of every end the turn can take, up to so many: the first match on the way, and its worth.
    pub(super) fn each_end(&self, most: usize, end: &mut impl FnMut(Option<Matching>, f32)) {
        let mut left = most;
        self.go_on(&self.ways(), 0, Course { row: self.rest, ..self.standing() }, &mut left, end);
    }

    fn go_on(
        &self,
        ways: &Ways,
        place: usize,
        course: Course,
        left: &mut usize,
        end: &mut impl FnMut(Option<Matching>, f32),
    ) {
        if *left == 0 {
            return;
        }
        if place == self.open {
            *left -= 1;
            return end(course.first, self.worth(course));
        }
        let (card, centre) = self.row[place];
        for way in &ways.all[usize::from(ways.starts[place])..usize::from(ways.starts[place + 1])] {
            let used = course.used | way.cards;
            // Of equal cards the first goes first.
            let skipped = (way.cards & self.again) >> 1 & !used;
            if course.used & way.cards == 0 && skipped == 0 {
                let after = Course {
                    first: course.first.or(Some((centre, way.cards))),
                    used,
                    row: course.row,
                    bonuses: course.bonuses + way.bonuses,
                    doubles: course.doubles + way.doubles,
                };
                self.go_on(ways, place + 1, after, left, end);
            }
        }
        self.go_on(ways, place + 1, Course { row: self.outlook.lay(course.row, card), ..course }, left, end);
    }

    /// Every way to match each card of the row; two cards come before one.
    fn ways(&self) -> Ways {
        let mut ways = Ways { all: [Way::default(); WAYS_MOST], starts: [0; ROW_MOST + 1] };
        let mut count = 0;
        let hand = &self.hand[..self.held.count_ones() as usize];
        for (place, (centre, _)) in self.row[..self.open].iter().enumerate() {
            let mut add = |cards: u32, doubles: u8, colours: u8| {
                if count < WAYS_MOST {
                    let bonuses = u8::from(colours & centre.colours != 0);
                    ways.all[count] = Way { cards, bonuses, doubles: bonuses & doubles };
                    count += 1;
                }
            };
            for (first, one) in hand.iter().enumerate() {
                for (second, other) in hand.iter().enumerate().skip(first + 1) {
                    if sums(one.numbers, other.numbers) & centre.numbers != 0 {
                        add(1 << first | 1 << second, 1, one.colours & other.colours);
                    }
                }
            }
            for (first, one) in hand.iter().enumerate() {
                if one.numbers & centre.numbers != 0 {
                    add(1 << first, 0, one.colours);
                }
            }
            ways.starts[place + 1] = count as u8;
        }
        ways
    }

    /// What a course is worth when the matching is over.
    fn worth(&self, course: Course) -> f32 {
        if course.first.is_none() && !self.has_matched && self.has_drawn {
            return self.best_put().map_or(f32::MIN, |(worth, _)| worth);
        }
        self.settled(course)
    }

    /// What a course is worth once its bonuses are placed: numbers go before jokers, and high ones first.
    fn settled(&self, course: Course) -> f32 {
        let Course { mut used, mut row, bonuses, doubles, .. } = course;
        for _ in 0..bonuses {
            let left = self.held & !used;
            let plain = left & self.plain;
            let Some(index) = (if plain == 0 { left } else { plain }).checked_ilog2() else { break };
            used |= 1 << index;
            row = self.outlook.lay(row, self.hand[index as usize]);
        }
        let left = self.held & !used;
        let kept = (0..HAND_MOST).filter(|index| left & 1 << index != 0).map(|index| self.hand[index]);
        let hand: Shape = kept.collect();
        self.outlook.worth(&Leaving { hand, row, doubles, penalty: self.penalty })
    }
}

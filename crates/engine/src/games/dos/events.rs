//! DOS: what happens, what follows from it, and how it changes the truth.

use smallvec::smallvec;

use crate::{Chance, Ending, EventMismatch, Events, PerSeat, Seat, SeatCount, Viewer, draw_top};

use super::rules::{Card, CardBag, ColourBonus, DECK, Play};
use super::state::{Cards, Hand, Hidden, Owed, Playing};
use super::{Dos, Phase, State};

/// Cards dealt to each player (R5).
pub(super) const CARDS_EACH: usize = 7;
/// The fewest cards the centre row should have (R5, R20).
const MIN_ROW: usize = 2;

/// What happened. `D` is what is known of a deal, `C` of a card that is drawn, `P` of a new pile: everything, or what
/// is [shown](super::Shown).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<D = Deal, C = Card, P = Box<Cards>> {
    /// A round was dealt (R4–R6).
    Dealt(Box<D>),
    /// A centre card was matched.
    Matched {
        /// Who matched it.
        seat: Seat,
        /// The index of the centre card.
        centre: u8,
        /// The cards played on it.
        play: Play,
        /// What the colours earn.
        bonus: Option<ColourBonus>,
    },
    /// A card was drawn.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The card.
        card: C,
        /// What for.
        reason: Reason,
    },
    /// A player drew in their turn, and there was no card anywhere (R26).
    DrewNothing {
        /// Who wanted to draw.
        seat: Seat,
    },
    /// A card was put into the row after a draw without a match (R17).
    Put {
        /// Who put it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The matched centre cards and what was played on them went to the talon (R19).
    Swept,
    /// A card of the pile filled the row up (R20).
    Filled {
        /// The card.
        card: Card,
    },
    /// The player may place colour bonuses now (R21).
    BonusesDue {
        /// Who may.
        seat: Seat,
    },
    /// A card was added to the row for a colour bonus.
    Added {
        /// Who added it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A colour bonus was declined.
    Declined {
        /// Who declined it.
        seat: Seat,
    },
    /// A player with two cards called "DOS!" (R28).
    Called {
        /// Who called.
        seat: Seat,
    },
    /// A player who owed the call was caught (R29).
    Caught {
        /// Who was caught.
        seat: Seat,
        /// By whom.
        by: Seat,
    },
    /// A card was wanted and the pile is empty, but the talon is not (R25).
    PileRanOut {
        /// What is owed, and with it all that comes after it.
        owed: Owed,
    },
    /// The talon was shuffled into a new pile (R25): its order, the next card to be drawn at the end.
    Reshuffled(P),
    /// The turn passed on.
    TurnPassed {
        /// Whose turn it is now.
        to: Seat,
    },
    /// The round ended, and the hands were counted.
    RoundEnded(Box<Ending<Dos>>),
}

/// What a card is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A turn (R16).
    Turn,
    /// Another's double colour match (R22).
    Double,
    /// A call that was forgotten (R23, R29).
    Penalty,
}

/// A deal: all that chance decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Who deals.
    pub dealer: Seat,
    /// The cards drawn for the first deal, in order; they are shuffled in again (R4).
    pub draws: Vec<(Seat, Card)>,
    /// All cards, the first to be dealt at the end: seven to each seat from the dealer's left,
    /// two for the row, the rest is the pile.
    pub order: Cards,
}

impl Deal {
    /// What a seat was dealt.
    pub(super) fn hand(&self, seats: SeatCount, seat: Seat) -> Hand {
        let before = seats.clockwise_from(seats.left_of(self.dealer)).take_while(|other| *other != seat).count();
        let cards = self.order.iter().rev().skip(before * CARDS_EACH).take(CARDS_EACH);
        Hand { cards: cards.copied().collect() }
    }

    /// The centre row, and how many cards are left in the pile; none if there are too few.
    pub(super) fn row(&self, seats: SeatCount) -> Option<(Cards, usize)> {
        let dealt = seats.get() * CARDS_EACH;
        let rest = self.order.len().checked_sub(dealt + MIN_ROW)?;
        Some((self.order.iter().rev().skip(dealt).take(MIN_ROW).copied().collect(), rest))
    }
}

/// What the dealer does.
pub(super) fn deal(state: &State, chance: &mut Chance) -> Events<Dos> {
    let public = &state.public;
    let (dealer, draws) = match &public.phase {
        Phase::Undealt => draw_dealer(public.sheet.seats(), chance),
        // R6: later the winner of a round deals.
        Phase::Over(ending) if !ending.outcome.match_over => {
            (ending.outcome.winners.iter().next().unwrap_or(public.seat), Vec::new())
        }
        Phase::Playing(Playing::Dry(owed)) => return reshuffle(state, *owed, chance),
        _ => return smallvec![],
    };
    let mut order = Cards::from(DECK);
    chance.shuffle(&mut order);
    smallvec![Event::Dealt(Box::new(Deal { dealer, draws, order }))]
}

/// R4: the highest number deals, and who ties for it draws again.
fn draw_dealer(seats: SeatCount, chance: &mut Chance) -> (Seat, Vec<(Seat, Card)>) {
    let mut draws = Vec::new();
    let mut rivals: Vec<Seat> = seats.seats().collect();
    let mut cards = Cards::new();
    while rivals.len() > 1 {
        if cards.len() < rivals.len() {
            cards = Cards::from(DECK);
        }
        let mut draw = || cards.swap_remove(chance.below(cards.len() as u32) as usize);
        let drawn: Vec<(Seat, Card)> = rivals.iter().map(|seat| (*seat, draw())).collect();
        let highest = drawn.iter().map(|(_, card)| card.draw_value()).max();
        rivals = drawn.iter().filter(|(_, card)| Some(card.draw_value()) == highest).map(|(seat, _)| *seat).collect();
        draws.extend(drawn);
    }
    (rivals.first().copied().unwrap_or_default(), draws)
}

/// R25: the talon becomes the pile, and what was owed is drawn from it.
fn reshuffle(state: &State, owed: Owed, chance: &mut Chance) -> Events<Dos> {
    let mut order = state.public.board.talon;
    chance.shuffle(&mut order);
    let mut events: Events<Dos> = smallvec![Event::Reshuffled(Box::new(order))];
    let mut resolution = Resolution { pile: &order, talon_size: 0, ..Resolution::new(state, &mut events) };
    match owed {
        Owed::Draw => resolution.draw_in_turn(),
        Owed::Caught { seat, cards } => resolution.draw_penalty(seat, cards),
        Owed::Fill | Owed::Doubles { .. } | Owed::Penalty => resolution.settle(owed),
    }
    events
}

/// All that follows from one move or one shuffle: cards are drawn from the pile until a player
/// has the choice or the dealer must shuffle.
pub(super) struct Resolution<'a> {
    state: &'a State,
    /// What is left of the pile, the next card at the end.
    pile: &'a [Card],
    talon_size: usize,
    centre_size: usize,
    /// The hand of the seat whose turn it is.
    hand_size: usize,
    /// What has happened so far.
    pub(super) events: &'a mut Events<Dos>,
}

/// The pile cannot give a card: a shuffle is due, or there is nothing to shuffle either.
enum NoCard {
    ShuffleFirst,
    NoneLeft,
}

impl<'a> Resolution<'a> {
    /// Nothing has happened yet.
    pub(super) fn new(state: &'a State, events: &'a mut Events<Dos>) -> Self {
        let public = &state.public;
        Self {
            state,
            pile: &state.hidden.pile,
            talon_size: public.board.talon.len(),
            centre_size: public.board.centre.len(),
            hand_size: usize::from(public.hand_sizes[public.seat]),
            events,
        }
    }

    /// A card of the hand of the seat whose turn it is goes into the row.
    pub(super) fn lay_in_row(&mut self, event: Event) {
        self.centre_size += 1;
        self.hand_size = self.hand_size.saturating_sub(1);
        self.events.push(event);
    }

    /// R16, R26: the player draws a card, or finds none anywhere.
    pub(super) fn draw_in_turn(&mut self) {
        let seat = self.state.public.seat;
        let event = match self.take() {
            Ok(card) => Event::Drew { seat, card, reason: Reason::Turn },
            Err(NoCard::ShuffleFirst) => Event::PileRanOut { owed: Owed::Draw },
            Err(NoCard::NoneLeft) => Event::DrewNothing { seat },
        };
        self.events.push(event);
    }

    /// R29: a seat that was caught out of turn draws at once.
    pub(super) fn draw_penalty(&mut self, seat: Seat, cards: u8) {
        for left in (1..=cards).rev() {
            match self.take() {
                Ok(card) => self.events.push(Event::Drew { seat, card, reason: Reason::Penalty }),
                Err(NoCard::ShuffleFirst) => {
                    return self.events.push(Event::PileRanOut { owed: Owed::Caught { seat, cards: left } });
                }
                Err(NoCard::NoneLeft) => return,
            }
        }
    }

    /// The end of a turn, from the step that is named (R19–R23), up to the next turn, the end of
    /// the round, a bonus to place or a shuffle.
    pub(super) fn settle(&mut self, from: Owed) {
        let progress = &self.state.public.board.progress;
        if !progress.matches.is_empty() {
            self.events.push(Event::Swept);
            let played: usize = progress.matches.iter().map(|one| usize::from(one.play.count())).sum();
            self.talon_size += played + progress.matches.len();
            self.centre_size -= progress.matches.len();
        }
        let left = self.state.public.sheet.seats().left_of(self.state.public.seat);
        let settled = match from {
            Owed::Fill => self.fill().and_then(|()| {
                if progress.bonuses > 0 && self.hand_size > 0 {
                    self.events.push(Event::BonusesDue { seat: self.state.public.seat });
                    return Err(Paused);
                }
                self.draw_doubles(left)
            }),
            Owed::Doubles { next } => self.draw_doubles(next),
            Owed::Draw | Owed::Caught { .. } | Owed::Penalty => Ok(()),
        };
        if settled.and_then(|()| self.draw_own_penalty()).is_ok() {
            self.pass_on(left);
        }
    }

    /// R20: the row is filled to two.
    fn fill(&mut self) -> Result<(), Paused> {
        while self.centre_size < MIN_ROW {
            match self.take() {
                Ok(card) => {
                    self.centre_size += 1;
                    self.events.push(Event::Filled { card });
                }
                Err(NoCard::ShuffleFirst) => return self.pause(Owed::Fill),
                Err(NoCard::NoneLeft) => break,
            }
        }
        Ok(())
    }

    /// R22: for each double colour match every other player draws one, round by round.
    // Most turns have none, which is not worth a call.
    #[inline(always)]
    fn draw_doubles(&mut self, next: Seat) -> Result<(), Paused> {
        let public = &self.state.public;
        let mut seat = next;
        let mut rounds = public.board.progress.doubles;
        while rounds > 0 {
            if seat == public.seat {
                rounds -= 1;
            } else {
                match self.take() {
                    Ok(card) => self.events.push(Event::Drew { seat, card, reason: Reason::Double }),
                    Err(NoCard::ShuffleFirst) => return self.pause(Owed::Doubles { next: seat }),
                    Err(NoCard::NoneLeft) => break,
                }
            }
            seat = public.sheet.seats().left_of(seat);
        }
        Ok(())
    }

    /// R23: the penalty cards that are owed.
    fn draw_own_penalty(&mut self) -> Result<(), Paused> {
        let public = &self.state.public;
        for _ in 0..public.board.progress.penalty {
            match self.take() {
                Ok(card) => {
                    self.hand_size += 1;
                    self.events.push(Event::Drew { seat: public.seat, card, reason: Reason::Penalty });
                }
                Err(NoCard::ShuffleFirst) => return self.pause(Owed::Penalty),
                Err(NoCard::NoneLeft) => break,
            }
        }
        Ok(())
    }

    /// R33: an empty hand ends the round, now that everything is settled; else it is the next one's turn.
    fn pass_on(&mut self, to: Seat) {
        if self.hand_size > 0 {
            self.events.push(Event::TurnPassed { to });
        } else {
            self.end_round();
        }
    }

    /// The hands as they are after what has happened, and their score. Kept apart from what happens at every turn.
    #[inline(never)]
    fn end_round(&mut self) {
        let mut hands = self.state.hands;
        for event in self.events.iter() {
            match *event {
                Event::Drew { seat, card, .. } => hands[seat].cards = hands[seat].cards.with(card),
                Event::Put { seat, card } | Event::Added { seat, card } => {
                    hands[seat].cards = hands[seat].cards.without(card);
                }
                _ => {}
            }
        }
        let outcome = self.state.public.close(&hands);
        self.events.push(Event::RoundEnded(Box::new(Ending { outcome, hands })));
    }

    fn pause(&mut self, owed: Owed) -> Result<(), Paused> {
        self.events.push(Event::PileRanOut { owed });
        Err(Paused)
    }

    fn take(&mut self) -> Result<Card, NoCard> {
        match self.pile.split_last() {
            Some((card, rest)) => {
                self.pile = rest;
                Ok(*card)
            }
            None if self.talon_size > 0 => Err(NoCard::ShuffleFirst),
            None => Err(NoCard::NoneLeft),
        }
    }
}

/// The end of a turn waits for a player or for the dealer.
struct Paused;

/// A new round: what chance decided is given out. Kept apart from what happens at every move.
#[inline(never)]
pub(super) fn start_round(state: &mut State, deal: &Deal) -> Result<(), EventMismatch> {
    let seats = state.public.sheet.seats();
    let (_, rest) = deal.row(seats).ok_or(EventMismatch("too few cards to deal"))?;
    state.hands = PerSeat::from_fn(seats, |seat| deal.hand(seats, seat));
    state.hidden = Hidden { pile: deal.order.iter().take(rest).copied().collect(), out: CardBag::EMPTY };
    state.public.start_round(&deal.shown(seats, Viewer::Spectator))
}

impl Hidden {
    /// What an event does to the pile.
    pub(super) fn follow(&mut self, event: &Event) -> Result<(), EventMismatch> {
        match event {
            Event::Drew { card, .. } | Event::Filled { card } => draw_top(&mut self.pile, *card),
            Event::Reshuffled(order) => {
                self.pile = **order;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

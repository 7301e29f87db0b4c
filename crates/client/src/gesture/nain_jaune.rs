//! Nain Jaune: a card goes on the run. Also what of the run and the tokens can be worked out without drawing it.

use engine::games::nain_jaune::{Card, Hand, Move, NainJaune, Phase, Public};
use engine::{Seat, View};

use crate::gesture::{Gesture, Gestures};

/// Where cards can be put.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// On the run, or to open one.
    Run,
}

impl Gestures for NainJaune {
    type Spot = Spot;

    fn held(hand: &Hand) -> Vec<Card> {
        hand.cards.iter().collect()
    }

    fn write_card(card: Card) -> String {
        wire::nain_jaune::write_card(card)
    }

    fn gesture(mv: &Move) -> Gesture<Card, Spot> {
        match *mv {
            Move::Lay(card) => Gesture::lay([card], Spot::Run),
            Move::Sans => Gesture::Say,
        }
    }

    fn wish(cards: &[Card], spot: Spot) -> Option<Move> {
        match (cards, spot) {
            ([card], Spot::Run) => Some(Move::Lay(*card)),
            _ => None,
        }
    }

    fn attempt(_view: &View<Self>, card: Card) -> Move {
        Move::Lay(card)
    }

    fn write_spot(spot: Spot) -> String {
        match spot {
            Spot::Run => "run".into(),
        }
    }

    fn read_spot(text: &str) -> Option<Spot> {
        (text == "run").then_some(Spot::Run)
    }
}

/// A card that was laid, and by whom, if that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laid {
    /// The card.
    pub card: Card,
    /// Who laid it.
    pub by: Option<Seat>,
}

/// The cards laid this round, in order. What everybody knows names only the last layer, so `seen` is what had been seen
/// of them before.
#[must_use]
pub fn laid(seen: &[Laid], public: &Public) -> Vec<Laid> {
    let mut all: Vec<Laid> = public.board.laid.iter().map(|card| Laid { card: *card, by: None }).collect();
    for (one, before) in all.iter_mut().zip(seen).take_while(|(one, before)| one.card == before.card) {
        one.by = before.by;
    }
    if let Some(last) = all.last_mut() {
        last.by = public.board.last;
    }
    all
}

/// The run under way, or the last one if a new one is to be opened: the cards at the end that go up one by one.
#[must_use]
pub fn run(laid: &[Laid]) -> &[Laid] {
    let goes_on = |pair: &[Laid]| pair[0].card.rank().next() == Some(pair[1].card.rank());
    let start = laid.windows(2).rposition(|pair| !goes_on(pair)).map_or(0, |place| place + 1);
    &laid[start..]
}

/// Where tokens lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purse {
    /// Before a seat.
    Seat(Seat),
    /// On the square of a card.
    Square(Card),
}

/// Tokens that went from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// Where they were.
    pub from: Purse,
    /// Where they are.
    pub to: Purse,
    /// How many.
    pub tokens: i32,
}

/// What was paid between two moments: the stakes, a stake that was taken, what the losers pay.
#[must_use]
pub fn payments(before: &Public, after: &Public) -> Vec<Payment> {
    let seats = after.sheet.seats().seats();
    if before.sheet.seats() != after.sheet.seats() {
        return Vec::new();
    }
    let payers: Vec<Seat> = seats.filter(|seat| after.board.tokens[*seat] < before.board.tokens[*seat]).collect();
    if after.sheet.round != before.sheet.round {
        let added = |square: Card| after.board.stakes.on(square) - before.board.stakes.on(square);
        let share = |square: Card| added(square) / i32::try_from(payers.len()).unwrap_or(i32::MAX);
        let stake = |seat: Seat| {
            Card::BOARD.map(|square| Payment {
                from: Purse::Seat(seat),
                to: Purse::Square(square),
                tokens: share(square),
            })
        };
        return payers.iter().flat_map(|seat| stake(*seat)).filter(|payment| payment.tokens > 0).collect();
    }
    let taken =
        before.board.stakes.iter().filter(|(square, tokens)| *tokens > 0 && after.board.stakes.on(*square) == 0);
    let taken = taken.filter_map(|(square, tokens)| {
        Some(Payment { from: Purse::Square(square), to: Purse::Seat(after.board.last?), tokens })
    });
    let is_end = matches!(after.phase, Phase::Over(_)) && before.outcome().is_none();
    let paid = payers.iter().filter(|seat| is_end && **seat != after.seat).map(|seat| Payment {
        from: Purse::Seat(*seat),
        to: Purse::Seat(after.seat),
        tokens: before.board.tokens[*seat] - after.board.tokens[*seat],
    });
    taken.chain(paid).collect()
}

#[cfg(test)]
mod tests {
    use engine::games::nain_jaune::{CardSet, Rank, State, Suit};
    use engine::{Chance, Game, SeatCount, Seed, Shuffle, Viewer};

    use super::*;
    use crate::gesture::Offer;

    fn card(number: usize, suit: Suit) -> Card {
        Card::new(Rank::new(number).expect("from ace to king"), suit)
    }

    fn table(players: usize) -> State {
        NainJaune::table(&Default::default(), SeatCount::new(players).expect("so many may play"))
    }

    fn dealt(players: usize) -> State {
        let mut state = table(players);
        for event in NainJaune::deal(&state, &mut Chance::new(&Seed([3; 32]), Shuffle { round: 1, reshuffle: 0 })) {
            NainJaune::apply(&mut state, &event).expect("a deal fits its table");
        }
        state
    }

    /// The view of the seat to move, asked for a value, with these cards in hand.
    fn view(need: Option<usize>, hand: &[Card]) -> View<NainJaune> {
        let mut state = dealt(3);
        state.public.board.need = need.and_then(Rank::new);
        let seat = state.public.seat;
        state.hands[seat].cards = hand.iter().copied().collect();
        View::of(&state, Viewer::Seat(seat))
    }

    fn step(state: &mut State, mv: Move) {
        let events = NainJaune::decide(state, state.public.seat, &mv).expect("the move is legal");
        for event in events {
            NainJaune::apply(state, &event).expect("what was decided fits");
        }
    }

    #[test]
    fn cards_of_the_value_asked_for_can_be_put_on_the_run() {
        let (fives, six) = ([card(5, Suit::Spades), card(5, Suit::Clubs)], card(6, Suit::Hearts));
        let offer = Offer::of(&view(Some(5), &[fives[0], fives[1], six]));
        for five in fives {
            assert_eq!(offer.moves_at(&[five], Spot::Run), [&Move::Lay(five)]);
        }
        assert!(!offer.may_lift(&[six]) && offer.spots(&[six]).is_empty());
        assert!(!offer.has(&Move::Sans));
    }

    #[test]
    fn who_opens_may_put_any_card_on_the_run_and_who_has_none_says_so() {
        let cards = [card(2, Suit::Spades), card(13, Suit::Hearts)];
        let opening = Offer::of(&view(None, &cards));
        assert!(cards.iter().all(|card| opening.spots(&[*card]) == [Spot::Run]));
        let asked = Offer::of(&view(Some(5), &cards));
        assert!(asked.spots(&[]).is_empty() && asked.has(&Move::Sans));
    }

    #[test]
    fn what_the_rules_will_refuse_is_still_a_wish() {
        let six = card(6, Suit::Hearts);
        assert_eq!(NainJaune::wish(&[six], Spot::Run), Some(Move::Lay(six)));
        assert_eq!(NainJaune::wish(&[], Spot::Run), None);
        assert_eq!(NainJaune::read_spot(&NainJaune::write_spot(Spot::Run)), Some(Spot::Run));
    }

    #[test]
    fn the_hand_is_held_from_the_aces_up() {
        let (king, ace) = (card(13, Suit::Spades), card(1, Suit::Clubs));
        assert_eq!(NainJaune::held(&Hand { cards: [king, ace].into_iter().collect() }), [ace, king]);
    }

    #[test]
    fn a_run_is_what_goes_up_one_by_one_to_the_end() {
        let laid = |numbers: &[usize]| -> Vec<Laid> {
            numbers.iter().map(|number| Laid { card: card(*number, Suit::Clubs), by: None }).collect()
        };
        let numbers = |run: &[Laid]| run.iter().map(|one| one.card.rank().number()).collect::<Vec<_>>();
        assert_eq!(numbers(run(&laid(&[]))), [0; 0]);
        assert_eq!(numbers(run(&laid(&[1, 2, 3]))), [1, 2, 3]);
        assert_eq!(numbers(run(&laid(&[1, 2, 7, 8]))), [7, 8]);
        assert_eq!(numbers(run(&laid(&[12, 13, 1]))), [1]);
        assert_eq!(numbers(run(&laid(&[5, 5]))), [5]);
    }

    #[test]
    fn layers_are_remembered_as_they_are_seen() {
        let (two, three) = (card(2, Suit::Clubs), card(3, Suit::Hearts));
        let mut public = table(3).public;
        let seats: Vec<Seat> = public.sheet.seats().seats().collect();
        public.board.laid = [two].into_iter().collect();
        public.board.last = Some(seats[1]);
        let first = laid(&[], &public);
        public.board.laid.push(three);
        public.board.last = Some(seats[2]);
        let second = laid(&first, &public);
        assert_eq!(second, [Laid { card: two, by: Some(seats[1]) }, Laid { card: three, by: Some(seats[2]) }]);
        // Who comes later knows the last layer alone.
        assert_eq!(laid(&[], &public), [Laid { card: two, by: None }, Laid { card: three, by: Some(seats[2]) }]);
        // What was seen of another round says nothing.
        public.board.laid = [three].into_iter().collect();
        assert_eq!(laid(&second, &public), [Laid { card: three, by: Some(seats[2]) }]);
    }

    #[test]
    fn everybody_stakes_two_tokens_on_the_dwarf_and_one_on_each_other_square() {
        let paid = payments(&table(4).public, &dealt(4).public);
        assert_eq!(paid.len(), 4 * 5);
        for payment in &paid {
            let is_dwarf = payment.to == Purse::Square(Card::BOARD[0]);
            assert_eq!(payment.tokens, if is_dwarf { 2 } else { 1 }, "{payment:?}");
        }
    }

    #[test]
    fn a_stake_goes_to_who_laid_its_card() {
        let mut state = dealt(3);
        let (seat, dwarf) = (state.public.seat, Card::BOARD[0]);
        state.public.board.need = None;
        state.hands[seat].cards = state.hands[seat].cards.with(dwarf);
        let before = state.public.clone();
        step(&mut state, Move::Lay(dwarf));
        assert_eq!(
            payments(&before, &state.public),
            [Payment { from: Purse::Square(dwarf), to: Purse::Seat(seat), tokens: 6 }]
        );
    }

    #[test]
    fn at_the_end_the_losers_pay_the_winner() {
        let mut state = dealt(3);
        let (winner, last) = (state.public.seat, card(4, Suit::Spades));
        state.public.board.need = None;
        state.hands[winner].cards = CardSet::EMPTY.with(last);
        state.public.hand_sizes[winner] = 1;
        let before = state.public.clone();
        step(&mut state, Move::Lay(last));
        let paid = payments(&before, &state.public);
        assert_eq!(paid.len(), 2);
        assert!(paid.iter().all(|payment| payment.to == Purse::Seat(winner) && payment.tokens > 0));
        // Nothing is paid twice.
        assert!(payments(&state.public, &state.public).is_empty());
    }
}

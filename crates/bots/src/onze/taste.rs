//! Onze: how much is made of what, when moves are weighed; the numbers were found by playing variants of them
//! against each other.
//!
//! What they say is: a card that is held back keeps a row closed, so lay little while nobody is near the end, and
//! rather draw than open a way for the others; close half rows; hurry when a hand gets small.

use engine::games::onze::Public;

/// How many stages of a round are told apart, by the smallest hand of the others.
pub(super) const STAGES: usize = 5;

/// The stage of a round: 0 when it may end at any moment.
pub(super) fn stage(fewest: u8) -> usize {
    match fewest {
        0..=2 => 0,
        3..=4 => 1,
        5..=8 => 2,
        9..=12 => 3,
        _ => 4,
    }
}

/// How much is made of what, in points or nearly.
pub(super) struct Taste {
    /// To be rid of a card, for each point it costs, by stage.
    pub(super) shed: [f32; STAGES],
    /// What one more card must be worth, once one is laid, by stage; and with the pile empty.
    pub(super) enough: [f32; STAGES],
    pub(super) enough_dry: [f32; STAGES],
    /// The same is more or less with up to four cards in hand, and up to eight.
    pub(super) few_left: [f32; 2],
    /// What a card must be worth to be laid rather than another drawn, by stage; or rather than pass.
    pub(super) draw: [f32; STAGES],
    pub(super) pass: f32,
    /// More haste for each card that waits to be laid, beyond so many for each card of the smallest hand.
    pub(super) backlog: f32,
    pub(super) backlog_free: f32,
    /// An own card that is opened, and for each point of it; less behind each card that is missing.
    pub(super) own: f32,
    pub(super) own_value: f32,
    pub(super) own_behind: f32,
    /// A card of the others that is opened, and for each point of it.
    pub(super) theirs: f32,
    pub(super) theirs_value: f32,
    /// Half a row closed; sure to be closed; not to be closed without me; left to others with 1 to 4 cards missing.
    pub(super) bonus: f32,
    pub(super) bonus_secured: f32,
    pub(super) bonus_guarded: f32,
    pub(super) bonus_conceded: [f32; 4],
    /// What a Liaison costs.
    pub(super) liaison: f32,
    /// Laying a joker: always, to be rid of it (by stage), and where the own card would go; discarding it.
    pub(super) joker: f32,
    pub(super) joker_shed: f32,
    pub(super) joker_on_own: f32,
    pub(super) discard: f32,
}

impl Taste {
    /// What suits a table.
    pub(super) fn of(public: &Public) -> &'static Self {
        if public.sheet.seats().get() == 2 { &FOR_TWO } else { &FOR_MORE }
    }
}

/// Between two, who starves the other wins: most of the pile is drawn before anything is opened.
const FOR_TWO: Taste = Taste {
    shed: [5.0, 1.67, 0.80, 0.64, -0.17],
    enough: [-10.1, -23.7, -0.02, 0.49, 3.2],
    enough_dry: [-83.7, -30.0, 0.00, 0.50, 9.5],
    few_left: [-9.0, -21.3],
    draw: [-26.2, -10.0, -4.3, -2.9, 6.5],
    pass: -6.1,
    backlog: 2.6,
    backlog_free: 0.30,
    own: 1.58,
    own_value: 0.14,
    own_behind: 0.99,
    theirs: 14.0,
    theirs_value: 0.46,
    bonus: 20.3,
    bonus_secured: 6.6,
    bonus_guarded: 3.3,
    bonus_conceded: [9.6, 10.0, 5.0, 0.83],
    liaison: 15.1,
    joker: 5.3,
    joker_shed: 6.0,
    joker_on_own: -14.2,
    discard: -32.6,
};

/// Among more, a round is shorter, and what one holds back the others soon open elsewhere.
const FOR_MORE: Taste = Taste {
    shed: [4.8, 3.3, 0.80, 0.65, 0.30],
    enough: [-139.2, -25.4, 0.00, 0.52, 13.6],
    enough_dry: [-113.7, -29.3, -16.6, -7.9, 16.1],
    few_left: [-4.7, -20.6],
    draw: [-20.0, -13.9, -5.2, -3.5, -2.7],
    pass: 0.00,
    backlog: 0.50,
    backlog_free: 0.11,
    own: 5.7,
    own_value: 0.65,
    own_behind: 0.50,
    theirs: 1.39,
    theirs_value: 0.86,
    bonus: 17.0,
    bonus_secured: 13.0,
    bonus_guarded: 8.7,
    bonus_conceded: [35.4, 5.7, 5.6, 2.0],
    liaison: 5.7,
    joker: -24.5,
    joker_shed: 10.4,
    joker_on_own: -10.0,
    discard: -47.8,
};

//! Onze: how much is made of what, when moves are weighed; the numbers were found by playing variants of them
//! against each other.
//!
//! What they say is: a card that is held back keeps a row closed, so lay little while nobody is near the end, and
//! rather draw than open a way for the others; close half rows; hurry when a hand gets small.

use engine::games::onze::{Public, Variant};

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
pub(super) struct Weights {
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

impl Weights {
    /// What suits a table.
    pub(super) fn of(public: &Public) -> &'static Self {
        match (public.rules.variant, public.sheet.seats().get()) {
            (Variant::Beginners, _) => &FOR_BEGINNERS,
            (Variant::Booklet, 2) => &FOR_TWO,
            (Variant::Booklet, _) => &FOR_MORE,
        }
    }
}

/// Between two, who starves the other wins: most of the pile is drawn before much is opened.
const FOR_TWO: Weights = Weights {
    shed: [5.0, 1.67, 0.40, 0.64, -0.12],
    enough: [2.8, -16.9, 1.82, 4.4, 3.4],
    enough_dry: [-72.5, -22.8, -6.4, -7.9, 22.7],
    few_left: [0.04, -52.8],
    draw: [-26.2, -7.9, -7.8, 3.7, 12.4],
    pass: -4.1,
    backlog: 0.95,
    backlog_free: 0.59,
    own: 1.58,
    own_value: 0.12,
    own_behind: 0.99,
    theirs: 14.0,
    theirs_value: 0.46,
    bonus: 68.3,
    bonus_secured: 6.6,
    bonus_guarded: 3.3,
    bonus_conceded: [12.8, 33.1, 6.0, 1.66],
    liaison: 15.1,
    joker: 5.3,
    joker_shed: 6.0,
    joker_on_own: -11.9,
    discard: -4.1,
};

/// Among more, a round is shorter, and what one holds back the others soon open elsewhere.
const FOR_MORE: Weights = Weights {
    shed: [4.8, 3.3, 0.80, 0.34, 0.36],
    enough: [-159.3, -25.4, -2.2, 6.8, 37.8],
    enough_dry: [-69.7, -76.7, -16.6, -9.8, -1.69],
    few_left: [-3.6, -20.8],
    draw: [-80.9, -22.9, -5.6, -4.3, -2.7],
    pass: -12.8,
    backlog: 1.12,
    backlog_free: 0.22,
    own: 5.7,
    own_value: 0.65,
    own_behind: 0.84,
    theirs: 1.54,
    theirs_value: 0.86,
    bonus: 20.7,
    bonus_secured: 25.2,
    bonus_guarded: 3.8,
    bonus_conceded: [35.4, -2.4, 5.6, 2.0],
    liaison: 8.3,
    joker: -24.5,
    joker_shed: 7.8,
    joker_on_own: -6.2,
    discard: -56.5,
};

/// With number cards alone nothing leads round a card that is held back; what jokers and Bonus cards are worth does not
/// matter here.
const FOR_BEGINNERS: Weights = Weights {
    shed: [-2.1, 0.82, 0.62, -0.84, 0.52],
    enough: [-289.6, -55.2, 9.3, 3.0, 18.6],
    enough_dry: [-62.6, 15.0, 53.8, 9.4, 52.1],
    few_left: [3.9, 9.8],
    draw: [-15.3, -13.9, 2.4, 3.6, -21.0],
    pass: 2.5,
    backlog: 0.54,
    backlog_free: 1.05,
    own: -1.25,
    own_value: 1.07,
    own_behind: 1.30,
    theirs: -0.04,
    theirs_value: 1.77,
    bonus: 22.1,
    bonus_secured: 15.9,
    bonus_guarded: 8.7,
    bonus_conceded: [170.6, -4.9, -4.9, -0.28],
    liaison: -0.59,
    joker: -0.13,
    joker_shed: 3.3,
    joker_on_own: -15.8,
    discard: 38.7,
};

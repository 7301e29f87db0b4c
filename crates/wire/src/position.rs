//! Positions: a table as JSON, all of it or what one viewer knows.

use engine::{
    Ending, Game, Outcome, PerSeat, Phase, Public, Scores, Seat, SeatCount, SeatSet, Seed, Sheet, State, View, Viewer,
};
use serde_json::{Map, Value, json};

use crate::codec::{Codec, Found, Sight};
use crate::fault::{Fault, Faults, Kind};
use crate::fields::{Fields, read_number};
use crate::material::{CardsAs, FaceDown, Material};
use crate::record::hexadecimal;
use crate::text::EventText;

/// What positions of all games have in common, as read.
#[derive(Clone, Debug)]
pub struct Common<G: Game> {
    /// Whose view it is; a position is nobody's, and holds everything.
    pub viewer: Option<Viewer>,
    /// The options.
    pub rules: G::Rules,
    /// The score sheet.
    pub sheet: Sheet,
    /// Whose turn it is.
    pub seat: Seat,
    /// How the round ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Scores are far from this: it only keeps sums from overflowing.
const MAX_SCORE: i64 = 1_000_000_000;

impl<G: Codec> Common<G> {
    /// What was read of a table, put together.
    pub fn found(
        self,
        board: G::Board,
        phase: Phase<G>,
        hand_sizes: PerSeat<u8>,
        hands: &PerSeat<G::Hand>,
        pile: Vec<G::Card>,
    ) -> Found<G> {
        let public = Public { rules: self.rules, sheet: self.sheet, seat: self.seat, hand_sizes, board, phase };
        Found { public, hands: hands.values().to_vec(), pile }
    }
}

impl<G: Game> Common<G> {
    /// How a seat's hand is written: in a view only the own is named, and all when the round is over.
    #[must_use]
    pub fn hand_written(&self, seat: Seat) -> CardsAs {
        let open = self.outcome.is_some() || self.viewer.is_none_or(|viewer| viewer.sees(seat));
        if open { CardsAs::Cards } else { CardsAs::Count }
    }

    /// How the pile is written: in a view nobody knows it.
    #[must_use]
    pub fn pile_written(&self) -> CardsAs {
        if self.viewer.is_none() { CardsAs::Cards } else { CardsAs::Count }
    }

    /// Whether nothing has been dealt yet, as only a view can show it.
    #[must_use]
    pub fn is_undealt(&self) -> bool {
        self.sheet.round == 0
    }
}

/// Reads a position of a game already known from its `game` field: the truth, and the seed that
/// dealt the round; together they fix every later shuffle.
///
/// # Errors
/// All that is wrong with it.
pub fn read_position<G: Codec>(value: Value) -> Result<(State<G>, Seed), Vec<Fault>> {
    let faults = Faults::default();
    let position = read_whole::<G>(Fields::new(value, "", &faults));
    faults.judge(position)
}

fn read_whole<G: Codec>(mut fields: Fields<'_>) -> Option<(State<G>, Seed)> {
    let faults = fields.faults;
    let common = read_common::<G>(&mut fields, None)?;
    let seed = match fields.take("seed") {
        None => Some(Seed::default()),
        Some(value) => read_seed(&value, faults),
    };
    let found = G::read_state(&mut fields, common);
    fields.finish(|field| Fault::UnknownField { field });
    Some((G::complete(found?), seed?))
}

/// Reads a view of a game already known from its `game` field, as [`write_view`] writes it for this viewer.
/// The table may be one where nothing has been dealt yet.
///
/// # Errors
/// All that is wrong with it.
pub fn read_view<G: Codec>(value: Value, viewer: Viewer) -> Result<View<G>, Vec<Fault>> {
    let faults = Faults::default();
    let view = read_known::<G>(Fields::new(value, "", &faults), viewer);
    faults.judge(view)
}

fn read_known<G: Codec>(mut fields: Fields<'_>, viewer: Viewer) -> Option<View<G>> {
    let common = read_common::<G>(&mut fields, Some(viewer))?;
    let found = G::read_state(&mut fields, common);
    fields.finish(|field| Fault::UnknownField { field });
    let found = found?;
    let hand = match viewer {
        Viewer::Seat(seat) => found.hands.into_iter().nth(seat.index()),
        Viewer::Spectator => None,
    };
    Some(View { viewer, public: found.public, hand })
}

/// Reads what all games have in common; of a view, if there is a viewer.
fn read_common<G: Codec>(fields: &mut Fields<'_>, viewer: Option<Viewer>) -> Option<Common<G>> {
    let faults = fields.faults;
    fields.take("game");
    let mut rules = read_rules::<G>(fields.take("options"), faults);
    // Nearly every other field has one entry per seat: without them nothing more can be said.
    let players = read_number(&fields.need("players")?, "players", i64::MIN..=i64::MAX, faults)?;
    let seats = read_players::<G>(players, faults)?;
    if let Some(Viewer::Seat(seat)) = viewer
        && seats.seat(seat.index()).is_none()
    {
        let (low, high) = (seat.index() as i64 + 1, Seat::MAX as i64);
        faults.note(Fault::OutOfRange { field: "players".into(), value: players, low, high });
        return None;
    }
    G::fit_rules(&mut rules, seats, faults);
    let seat = fields.need_seat("seat", seats);
    let first_round = if viewer.is_some() { 0 } else { 1 };
    let sheet = Sheet {
        round: fields.number("round", first_round..=i64::from(u16::MAX)).unwrap_or(1) as u16,
        totals: fields.numbers_per_seat("scores", seats, -MAX_SCORE..=MAX_SCORE, |score| score as i32),
        reshuffles: fields.number("reshuffles", 0..=i64::from(u16::MAX) - 1).unwrap_or(0) as u16,
        last_round: fields.boolean("last_round"),
    };
    let outcome = fields.take("over").map(|over| read_outcome(Fields::new(over, "over", faults), seats));
    Some(Common { viewer, rules, sheet, seat: seat.unwrap_or_default(), outcome })
}

/// The end of a round: the hands, under the name the game has for them, and the outcome.
pub(crate) fn write_ending<G: Game>(ending: &Ending<G>, hands: &str, write: impl Fn(&G::Hand) -> Value) -> EventText {
    EventText::new("round-ended")
        .json(hands, ending.hands.values().iter().map(write).collect::<Value>())
        .json("over", write_outcome(&ending.outcome))
}

/// The end of a round, as [`write_ending`] writes it: `hands` is their name and the most cards of one.
pub(crate) fn read_ending<G: Game, C>(
    fields: &mut Fields<'_>,
    seats: SeatCount,
    hands: (&str, usize),
    mut material: Material<impl Fn(&C) -> (String, usize)>,
    read: impl Fn(&str) -> Option<C>,
    hold: impl Fn(SeatCount, &[FaceDown<C>]) -> PerSeat<G::Hand>,
) -> Option<Ending<G>> {
    let (name, most) = hands;
    let hands = fields.need_hands(name, seats, most, |_| CardsAs::Cards, read);
    material.claim_face_down(&hands);
    material.finish(name, fields.faults);
    Some(Ending { outcome: need_outcome(fields, seats)?, hands: hold(seats, &hands) })
}

/// How a round ended, where that has no default.
fn need_outcome(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Outcome> {
    let over = fields.need("over")?;
    Some(read_outcome(Fields::new(over, &fields.name("over"), fields.faults), seats))
}

fn read_outcome(mut fields: Fields<'_>, seats: SeatCount) -> Outcome {
    for field in ["round_scores", "scores", "match", "winners"] {
        fields.expect(field);
    }
    let mut scores =
        |field: &str| -> Scores { fields.numbers_per_seat(field, seats, -MAX_SCORE..=MAX_SCORE, |score| score as i32) };
    let (round_scores, totals) = (scores("round_scores"), scores("scores"));
    let match_over = fields.boolean("match");
    let winners: SeatSet = fields.distinct_seats("winners", seats).into_iter().collect();
    fields.finish(|field| Fault::UnknownField { field });
    Outcome { round_scores, totals, match_over, winners }
}

/// Reads how many play, if this game can be played by so many.
fn read_players<G: Game>(players: i64, faults: &Faults) -> Option<SeatCount> {
    let count = usize::try_from(players).ok().filter(|count| G::SEATS.contains(count)).and_then(SeatCount::new);
    if count.is_none() {
        faults.note(Fault::Players { have: players, low: *G::SEATS.start(), high: *G::SEATS.end() });
    }
    count
}

/// Reads options alone; `null` and absent are the default.
fn read_rules<G: Codec>(options: Option<Value>, faults: &Faults) -> G::Rules {
    let options = options.unwrap_or_else(|| json!({}));
    if !options.is_object() {
        faults.note(Fault::WrongKind { field: "options".into(), wanted: Kind::Object });
        return G::Rules::default();
    }
    let mut fields = Fields::new(options, "", faults);
    let rules = G::read_rules(&mut fields);
    fields.finish(|option| Fault::UnknownOption { option });
    rules
}

/// Reads what is needed to set up a table: how many play, and the options.
///
/// # Errors
/// All that is wrong with them.
pub fn read_options<G: Codec>(players: i64, options: Option<Value>) -> Result<(SeatCount, G::Rules), Vec<Fault>> {
    let faults = Faults::default();
    let mut rules = read_rules::<G>(options, &faults);
    let seats = read_players::<G>(players, &faults);
    if let Some(seats) = seats {
        G::fit_rules(&mut rules, seats, &faults);
    }
    faults.judge(seats.map(|seats| (seats, rules)))
}

/// Reads a seed of 64 hexadecimal digits.
pub fn read_seed(value: &Value, faults: &Faults) -> Option<Seed> {
    let Some(text) = value.as_str() else {
        faults.note(Fault::WrongKind { field: "seed".into(), wanted: Kind::Text });
        return None;
    };
    let mut seed = Seed::default();
    let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    match digits {
        Some(digits) if digits.len() == 64 => {
            for (byte, pair) in seed.0.iter_mut().zip(digits.chunks(2)) {
                *byte = pair[0] << 4 | pair[1];
            }
            Some(seed)
        }
        _ => {
            faults.note(Fault::Seed { text: text.into() });
            None
        }
    }
}

/// Writes a seed, or any bytes, as hexadecimal digits.
#[must_use]
pub fn write_seed(seed: &Seed) -> String {
    hexadecimal(&seed.0)
}

/// Writes a position: everything, with the seed.
#[must_use]
pub fn write_position<G: Codec>(state: &State<G>, seed: &Seed) -> Value {
    write(&Sight::<G>::Whole(state), Some(seed))
}

/// Writes a view: what is hidden from it stands as a count, and the seed is left out.
#[must_use]
pub fn write_view<G: Codec>(view: &View<G>) -> Value {
    write(&Sight::View(view), None)
}

fn write<G: Codec>(sight: &Sight<'_, G>, seed: Option<&Seed>) -> Value {
    let public = sight.public();
    let sheet = &public.sheet;
    let mut options = Map::new();
    G::write_rules(&public.rules, &mut options);
    let mut fields = Map::new();
    let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
    put("game", G::ID.slug().into());
    put("options", options.into());
    put("players", sheet.seats().get().into());
    put("seat", public.seat.index().into());
    put("round", sheet.round.into());
    put("scores", write_scores(&sheet.totals));
    if let Some(seed) = seed {
        put("seed", write_seed(seed).into());
    }
    put("reshuffles", sheet.reshuffles.into());
    put("last_round", sheet.last_round.into());
    G::write_state(sight, &mut fields);
    if let Some(outcome) = public.outcome() {
        fields.insert("over".into(), write_outcome(outcome));
    }
    fields.into()
}

fn write_scores(scores: &Scores) -> Value {
    scores.values().into()
}

pub(crate) fn write_outcome(outcome: &Outcome) -> Value {
    json!({
        "round_scores": write_scores(&outcome.round_scores),
        "scores": write_scores(&outcome.totals),
        "match": outcome.match_over,
        "winners": outcome.winners.iter().map(Seat::index).collect::<Vec<_>>(),
    })
}

/// Reads an event as [`Codec::write_shown`] writes it, at a table of so many.
///
/// # Errors
/// What is wrong with it.
pub fn read_shown<G: Codec>(value: Value, seats: SeatCount) -> Result<G::Shown, Vec<Fault>> {
    let faults = Faults::default();
    let shown = read_players::<G>(seats.get() as i64, &faults).and_then(|seats| {
        let mut fields = Fields::new(value, "", &faults);
        let shown = G::read_shown(&mut fields, seats)?;
        fields.finish(|field| Fault::UnknownField { field });
        Some(shown)
    });
    faults.judge(shown)
}

/// Writes an event at a table of so many seats with all there is to see of it, for a reader who may know everything.
#[must_use]
pub fn write_event<G: Codec>(seats: SeatCount, event: &G::Event) -> Value {
    let text = G::write_shown(&G::show(seats, event, G::author(event)));
    // What is written here is JSON; the laws try it.
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

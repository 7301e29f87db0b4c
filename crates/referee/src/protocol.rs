//! The referee protocol: one JSON object in, one out. Bad input is answered, never fatal.

use std::time::Duration;

use bots::{Budget, Level};
use engine::{Coverage, GameId, Refuse, Seat, SeatCount, Seed, Table, Turn, View, Viewer, with_game};
use wire::{
    Fault, Faults, Kind, Map, Value, json, read_options, read_position, read_seed, read_step, read_view,
    write_event, write_position, write_seed, write_step, write_view,
};
use words::{Lang, hint as say_hint, request as say_request, say_fault, say_not_a_move, say_refusal};

use crate::advice::{DEFAULT_MILLIS, Elapsed, Hint, MAX_MILLIS, NoHint};
use crate::{Refereed, SolveGoal};

/// Answers requests, one at a time; between them it remembers nothing.
pub struct Referee {
    lang: Lang,
    draw_seed: Box<dyn FnMut() -> Seed>,
    clock: Box<dyn FnMut() -> Duration>,
}

/// Why a request was not granted.
struct Trouble {
    code: &'static str,
    message: String,
    /// The index of the move it happened at.
    at: Option<usize>,
    /// Everything that is wrong, where more than one thing can be.
    faults: Vec<String>,
}

impl Trouble {
    fn new(code: &'static str, message: String) -> Self {
        Self { code, message, at: None, faults: Vec::new() }
    }

    /// What is wrong with a position, or with what a table is to be set up from.
    fn faults(faults: &[Fault], lang: Lang) -> Self {
        let said: Vec<String> = faults.iter().map(|fault| say_fault(fault, lang)).collect();
        let code = faults.first().map_or("bad-position", |fault| match fault {
            Fault::UnknownGame { .. } => "unknown-game",
            Fault::RoundNotOver => "round-not-over",
            Fault::MatchOver => "match-over",
            _ => "bad-position",
        });
        Self { code, message: said.first().cloned().unwrap_or_default(), at: None, faults: said }
    }
}

impl Referee {
    /// A referee who speaks `lang` and, asked for a new game without a seed, draws one with `draw_seed`;
    /// `clock` tells the time gone by since any moment, so that no one thinks longer than asked.
    pub fn new(
        lang: Lang,
        draw_seed: impl FnMut() -> Seed + 'static,
        clock: impl FnMut() -> Duration + 'static,
    ) -> Self {
        Self { lang, draw_seed: Box::new(draw_seed), clock: Box::new(clock) }
    }

    /// Answers one request.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match self.grant(request) {
            Ok(mut fields) => {
                fields.shift_insert(0, "ok".into(), true.into());
                fields
            }
            Err(trouble) => {
                let mut fields = Map::new();
                fields.insert("ok".into(), false.into());
                if let Some(at) = trouble.at {
                    fields.insert("at".into(), at.into());
                }
                let error = |message: &str| json!({ "code": trouble.code, "message": message });
                fields.insert("error".into(), error(&trouble.message));
                if !trouble.faults.is_empty() {
                    fields.insert("faults".into(), trouble.faults.iter().map(|said| error(said)).collect());
                }
                fields
            }
        };
        Value::Object(answer).to_string()
    }

    fn grant(&mut self, request: &str) -> Result<Map<String, Value>, Trouble> {
        let lang = self.lang;
        let mut request = match serde_json::from_str(request) {
            Ok(Value::Object(map)) => map,
            Ok(_) => return Err(Trouble::new("bad-json", say_request::not_an_object(lang))),
            Err(error) => return Err(Trouble::new("bad-json", say_request::not_json(&error.to_string(), lang))),
        };
        let op = match request.shift_remove("op") {
            Some(Value::String(op)) => op,
            _ => return Err(Trouble::new("bad-request", say_request::missing("op", lang))),
        };
        let ask = Ask { request, lang };
        match op.as_str() {
            "new" => {
                let seed = ask.seed()?.unwrap_or_else(|| (self.draw_seed)());
                let game = ask.game(ask.request.get("game"))?;
                with_game!(game, G => ask.new_game::<G>(seed))
            }
            "legal" | "best" | "solve" => {
                let game = ask.subject()?.game(&ask)?;
                with_game!(game, G => ask.about_view::<G>(&op, &mut self.clock))
            }
            "apply" | "deal" | "view" | "check" => {
                let position = ask.position()?;
                let game = Subject::Position(position).game(&ask)?;
                with_game!(game, G => ask.about_table::<G>(&op, position))
            }
            _ => Err(Trouble::new("unknown-op", say_request::unknown_op(&op, lang))),
        }
    }
}

/// What is read from a file that asks for a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintFile {
    /// A position, with everybody's cards.
    Position,
    /// What the seat that asks may know.
    View,
}

/// What an expert would play in a position or a view, written as JSON, and why, as a text to read; `seat` asks, or
/// whoever is to move.
///
/// # Errors
/// Why there is nothing to say, in one sentence.
pub fn hint(
    text: &str,
    file: HintFile,
    seat: Option<usize>,
    millis: u64,
    lang: Lang,
    clock: &mut dyn FnMut() -> Duration,
) -> Result<String, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| say_request::not_json(&error.to_string(), lang))?;
    let request = match file {
        HintFile::Position => json!({ "position": value, "seat": seat, "millis": millis }),
        HintFile::View => json!({ "view": value, "seat": seat, "millis": millis }),
    };
    let ask = Ask { request: fields(request), lang };
    let told = ask.subject().and_then(|subject| subject.game(&ask)).and_then(|game| {
        with_game!(game, G => {
            let (view, seat) = ask.view_of_seat::<G>()?;
            ask.hint(view, seat, clock).map(|hint| hint.read_aloud(lang))
        })
    });
    told.map_err(|trouble| trouble.message)
}

/// What a request is about.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// A position, with everybody's cards.
    Position(&'a Value),
    /// What one seat may know.
    View(&'a Value),
}

impl Subject<'_> {
    /// The game it says it is of.
    fn game(self, ask: &Ask) -> Result<GameId, Trouble> {
        let (name, value) = match self {
            Self::Position(value) => ("position", value),
            Self::View(value) => ("view", value),
        };
        let fault = match value {
            Value::Object(map) if map.contains_key("game") => return ask.game(map.get("game")),
            Value::Object(_) => Fault::Missing { field: "game".into() },
            _ => Fault::WrongKind { field: name.into(), wanted: Kind::Object },
        };
        Err(Trouble::faults(&[fault], ask.lang))
    }
}

/// One request, its fields still to be read.
struct Ask {
    request: Map<String, Value>,
    lang: Lang,
}

type Granted = Result<Map<String, Value>, Trouble>;

impl Ask {
    /// The position a request needs.
    fn position(&self) -> Result<&Value, Trouble> {
        let position = self.request.get("position");
        position.ok_or_else(|| Trouble::new("bad-request", say_request::missing("position", self.lang)))
    }

    /// The position or the view, for what can be answered from either.
    fn subject(&self) -> Result<Subject<'_>, Trouble> {
        match (self.request.get("view"), self.request.contains_key("position")) {
            (None, _) => self.position().map(Subject::Position),
            (Some(view), false) => Ok(Subject::View(view)),
            (Some(_), true) => Err(Trouble::new("bad-request", say_request::position_or_view(self.lang))),
        }
    }

    fn game(&self, name: Option<&Value>) -> Result<GameId, Trouble> {
        let name = name.and_then(Value::as_str);
        let name = name.ok_or_else(|| Trouble::new("bad-request", say_request::missing("game", self.lang)))?;
        let unknown = || Trouble::faults(&[Fault::UnknownGame { game: name.into() }], self.lang);
        GameId::from_slug(name).ok_or_else(unknown)
    }

    fn seed(&self) -> Result<Option<Seed>, Trouble> {
        let Some(value) = self.request.get("seed").filter(|value| !value.is_null()) else { return Ok(None) };
        let faults = Faults::default();
        let seed = read_seed(value, &faults);
        faults
            .judge(seed)
            .map(Some)
            .map_err(|faults| Trouble { code: "bad-seed", ..Trouble::faults(&faults, self.lang) })
    }

    fn new_game<G: Refereed>(&self, seed: Seed) -> Granted {
        let players = self.request.get("players").and_then(Value::as_i64);
        let players = players.ok_or_else(|| Trouble::new("bad-request", say_request::missing("players", self.lang)))?;
        let options = self.request.get("options").filter(|value| !value.is_null()).cloned();
        let (seats, rules) = read_options::<G>(players, options).map_err(|faults| {
            let code = if matches!(faults.first(), Some(Fault::Players { .. })) { "bad-players" } else { "bad-option" };
            Trouble { code, ..Trouble::faults(&faults, self.lang) }
        })?;
        let mut table: Table<G> = Table::new(&rules, seats);
        table.deal(seed, &mut |_, _| {});
        Ok(fields(json!({ "position": write_position::<G>(&table.state, &seed), "seed": write_seed(&seed) })))
    }

    /// The requests that need everybody's cards.
    fn about_table<G: Refereed>(&self, op: &str, position: &Value) -> Granted {
        let table: Table<G> = self.table(position)?;
        match op {
            "apply" => self.apply(table),
            "deal" => self.deal(table),
            "view" => self.view(&table),
            _ => Ok(Map::new()),
        }
    }

    /// The requests that are answered from what one seat may know.
    fn about_view<G: Refereed>(&self, op: &str, clock: Elapsed<'_>) -> Granted {
        let (view, seat) = self.view_of_seat::<G>()?;
        match op {
            "legal" => Ok(legal(&view, seat)),
            "best" => {
                let hint = self.hint(view, seat, clock)?;
                Ok(fields(json!({ "move": hint.mv(), "info": hint.info(self.lang) })))
            }
            _ => self.solve(&view, seat),
        }
    }

    /// What the asking seat may know, and which seat that is: the `seat` of the request, or whoever is to move.
    fn view_of_seat<G: Refereed>(&self) -> Result<(View<G>, Seat), Trouble> {
        match self.subject()? {
            Subject::Position(position) => {
                let table: Table<G> = self.table(position)?;
                let public = &table.state.public;
                let seat = self.seat(public.sheet.seats())?.unwrap_or(public.seat);
                Ok((View::of(&table.state, Viewer::Seat(seat)), seat))
            }
            Subject::View(value) => {
                let number = |field: &str| value.get(field).and_then(Value::as_u64).map(|number| number as usize);
                // What is wrong with the fields of the view is said by its reader.
                let asking = match number("players").and_then(SeatCount::new) {
                    Some(seats) => self.seat(seats)?.or_else(|| number("seat").and_then(|seat| seats.seat(seat))),
                    None => None,
                };
                let seat = asking.unwrap_or_default();
                let view = read_view::<G>(value.clone(), Viewer::Seat(seat));
                view.map(|view| (view, seat)).map_err(|faults| Trouble::faults(&faults, self.lang))
            }
        }
    }

    fn table<G: Refereed>(&self, position: &Value) -> Result<Table<G>, Trouble> {
        let read = read_position::<G>(position.clone());
        let (state, seed) = read.map_err(|faults| Trouble::faults(&faults, self.lang))?;
        Ok(Table { seed, state })
    }

    /// The `seat` of the request, which must be one of the table's.
    fn seat(&self, seats: SeatCount) -> Result<Option<Seat>, Trouble> {
        let Some(value) = self.request.get("seat").filter(|value| !value.is_null()) else { return Ok(None) };
        let seat = value.as_u64().and_then(|number| seats.seat(usize::try_from(number).ok()?));
        seat.map(Some).ok_or_else(|| {
            let message = say_request::no_such_seat(&value.to_string(), seats.get() - 1, self.lang);
            Trouble::new("bad-request", message)
        })
    }

    fn apply<G: Refereed>(&self, mut table: Table<G>) -> Granted {
        let Some(steps) = self.request.get("moves").and_then(Value::as_array) else {
            return Err(Trouble::new("bad-request", say_request::missing("moves", self.lang)));
        };
        let mut events = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let refuse = |code, message| Trouble { at: Some(at), ..Trouble::new(code, message) };
            let text = match step {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let step = read_step::<G>(&text)
                .map_err(|error| refuse("bad-notation", say_not_a_move::<G>(&error.text, self.lang)))?;
            let public = &table.state.public;
            let seat = step.seat.unwrap_or(public.seat);
            let seats = public.sheet.seats().get();
            if seat.index() >= seats {
                let message = say_request::no_such_seat(&seat.to_string(), seats - 1, self.lang);
                return Err(refuse("bad-notation", message));
            }
            table
                .submit(seat, &step.moves, &mut |before, event| {
                    events.push(write_event::<G>(before.public.sheet.seats(), event));
                })
                .map_err(|refusal| refuse(refusal.code(), say_refusal::<G>(&refusal, self.lang)))?;
        }
        Ok(fields(json!({ "position": write_position::<G>(&table.state, &table.seed), "events": events })))
    }

    fn deal<G: Refereed>(&self, mut table: Table<G>) -> Granted {
        let seed = self.seed()?.unwrap_or(table.seed);
        if !table.deal(seed, &mut |_, _| {}) {
            let over = matches!(table.turn(), Turn::Over(_));
            let fault = if over { Fault::MatchOver } else { Fault::RoundNotOver };
            return Err(Trouble { faults: Vec::new(), ..Trouble::faults(&[fault], self.lang) });
        }
        Ok(fields(json!({ "position": write_position::<G>(&table.state, &seed) })))
    }

    fn hint<G: Refereed>(&self, view: View<G>, seat: Seat, clock: Elapsed<'_>) -> Result<Hint<G>, Trouble> {
        let (level, millis) = (self.level()?, self.millis()?);
        let (start, granted) = (clock(), Duration::from_millis(millis));
        let mut has_time = || clock().saturating_sub(start) < granted;
        let mut budget = Budget::watched(millis, &mut has_time);
        Hint::new(view, level, &mut budget).map_err(|none| match none {
            NoHint::RoundOver => Trouble::new("round-over", say_request::round_over(self.lang)),
            NoHint::NotYourTurn => Trouble::new("not-your-turn", say_hint::not_your_turn(seat.index(), self.lang)),
            NoHint::NoMove => Trouble::new("no-move", say_hint::no_move(seat.index(), self.lang)),
        })
    }

    /// The level of the bot that is asked.
    fn level(&self) -> Result<Level, Trouble> {
        let field = || "bot".into();
        let fault = match self.request.get("bot") {
            None | Some(Value::Null) => return Ok(Level::Expert),
            Some(Value::String(word)) => match Level::from_slug(word) {
                Some(level) => return Ok(level),
                None => {
                    Fault::UnknownWord { field: field(), word: word.clone(), known: Level::ALL.map(Level::slug).into() }
                }
            },
            Some(_) => Fault::WrongKind { field: field(), wanted: Kind::Text },
        };
        Err(Trouble::new("bad-request", say_fault(&fault, self.lang)))
    }

    /// How long may be thought.
    fn millis(&self) -> Result<u64, Trouble> {
        let field = || "millis".into();
        let fault = match self.request.get("millis") {
            None | Some(Value::Null) => return Ok(DEFAULT_MILLIS),
            Some(value) => match value.as_i64() {
                Some(millis) => match u64::try_from(millis).ok().filter(|millis| *millis <= MAX_MILLIS) {
                    Some(millis) => return Ok(millis),
                    None => Fault::OutOfRange { field: field(), value: millis, low: 0, high: MAX_MILLIS as i64 },
                },
                None => Fault::WrongKind { field: field(), wanted: Kind::Number },
            },
        };
        Err(Trouble::new("bad-request", say_fault(&fault, self.lang)))
    }

    fn solve<G: Refereed>(&self, view: &View<G>, seat: Seat) -> Granted {
        let goal = match self.request.get("goal").map_or(Some("tiles"), Value::as_str) {
            Some("tiles") => SolveGoal::Tiles,
            Some("points") => SolveGoal::Points,
            _ => return Err(Trouble::new("bad-request", say_request::missing("goal", self.lang))),
        };
        if view.public.outcome().is_some() {
            return Err(Trouble::new("round-over", say_request::round_over(self.lang)));
        }
        let solved = view.hand.as_ref().and_then(|hand| G::solve(&view.public, hand, seat, goal));
        let solved =
            solved.ok_or_else(|| Trouble::new("not-available", say_request::not_available("solve", self.lang)))?;
        let mv = G::write_move(&solved.mv);
        Ok(fields(json!({ "placed": solved.placed, "points": solved.points, "move": mv })))
    }

    fn view<G: Refereed>(&self, table: &Table<G>) -> Granted {
        let seats = table.state.public.sheet.seats();
        let viewer = self.seat(seats)?.map_or(Viewer::Spectator, Viewer::Seat);
        Ok(fields(json!({ "view": write_view::<G>(&View::of(&table.state, viewer)) })))
    }
}

/// The moves a seat may make now.
fn legal<G: Refereed>(view: &View<G>, seat: Seat) -> Map<String, Value> {
    let mut moves = Vec::new();
    let coverage = view.hand.as_ref().map(|hand| G::list(&view.public, hand, seat, &mut moves));
    let mut texts: Vec<String> = moves.iter().map(|mv| write_step::<G>(&view.public, seat, mv)).collect();
    texts.sort_unstable();
    fields(json!({ "moves": texts, "complete": coverage != Some(Coverage::Sample) }))
}

/// The fields of an object just made.
fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

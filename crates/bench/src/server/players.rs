//! Four players of one match after another. Each follows the game by what it is told alone, so every message is
//! checked against the rules, and whoever's turn it is makes a random legal move.
//!
//! All four sit in one process, so what two of them were told in the same words is read once.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use anyhow::{Context, Result, anyhow, bail};
use engine::{Game, Seat, SeatCount, Turn, View, Viewer};
use serde_json::{Value, json};
use testkit::Dice;
use wire::house::{AnswerResult, Happening, TableView, ToClient};
use wire::{Codec, read_shown, read_view};

use crate::http;
use crate::run::{FOUR, Group, Heard};

/// The networks of players begin here.
const HOUSEHOLDS: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 0);

/// Four players at their table.
pub(crate) struct Players<G: Game> {
    table: String,
    /// The key of its link.
    key: String,
    asked: u64,
    views: [View<G>; FOUR],
    /// How many have heard of the move that is under way.
    updated: usize,
    is_moving: bool,
    is_over: [bool; FOUR],
    last_text: String,
    last: Vec<PlayerEvent<G>>,
    moves: Vec<G::Move>,
    dice: Dice,
}

/// What one happening is to a player.
#[derive(Clone)]
enum PlayerEvent<G: Game> {
    Committed(u16),
    Dealt(Vec<G::Shown>),
    Stepped(Vec<G::Shown>),
    Ended,
    Other,
}

/// Four guests come in, each at one of the nodes of the house, and one of them opens a table; they sit down when they are asked to [`Players::arrive`].
pub(crate) fn four<G: Codec>(houses: &[SocketAddr], number: u64) -> Result<(Players<G>, [TcpStream; FOUR])> {
    // The four are spread over the nodes, and so are the hosts of all tables.
    let node = |seat: usize| houses[(number as usize + seat) % houses.len()];
    let socket = TcpStream::connect(node(0))?;
    socket.set_nodelay(true)?;
    // Each table is a household of its own.
    let network = Ipv4Addr::from_bits(HOUSEHOLDS.to_bits() + number as u32);
    let mut tokens = Vec::with_capacity(FOUR);
    for _ in 0..FOUR {
        let opened = http::post(&socket, network, "/api/session", "", &json!({}))?;
        tokens.push(opened["token"].as_str().context("no token")?.to_owned());
    }
    let settings = json!({ "game": G::ID.slug(), "seats": FOUR, "visibility": "invited", "begins_when_full": true });
    let opened = http::post(&socket, network, "/api/tables", &tokens[0], &json!({ "settings": settings }))?;
    let table = opened["table"].as_str().context("no table")?.to_owned();
    let key = opened["key"].as_str().context("no key")?.to_owned();
    let mut streams = Vec::with_capacity(FOUR);
    for (seat, token) in tokens.iter().enumerate() {
        streams.push(http::connect(node(seat), network, token)?);
    }
    let streams = streams.try_into().map_err(|_| anyhow!("four tokens make four streams"))?;
    let players = Players {
        table,
        key,
        asked: 0,
        views: fresh_views()?,
        updated: 0,
        is_moving: false,
        is_over: [false; FOUR],
        last_text: String::new(),
        last: Vec::new(),
        moves: Vec::new(),
        dice: Dice::new(number),
    };
    Ok((players, streams))
}

fn seats() -> Result<SeatCount> {
    SeatCount::new(FOUR).context("four can play")
}

fn seat(number: usize) -> Result<Seat> {
    Seat::new(number).context("no such seat")
}

/// What four know before the first deal.
fn fresh_views<G: Game>() -> Result<[View<G>; FOUR]> {
    let state = G::table(&G::Rules::default(), seats()?);
    let views: Result<Vec<View<G>>> =
        (0..FOUR).map(|number| Ok(View::of(&state, Viewer::Seat(seat(number)?)))).collect();
    views?.try_into().map_err(|_| anyhow!("four views"))
}

impl<G: Codec> Players<G> {
    /// All four look at the table, and those who do not sit yet sit down.
    pub(crate) fn arrive(&mut self, say: &mut Vec<(usize, String)>) {
        for seat in 0..FOUR {
            self.asked += 1;
            let watch = json!({
                "id": self.asked.to_string(), "table": self.table, "key": self.key, "ask": { "watch": {} },
            });
            say.push((seat, watch.to_string()));
        }
        for seat in 1..FOUR {
            say.push((seat, self.ask(json!({ "sit": { "seat": seat } }))));
        }
    }

    fn ask(&mut self, ask: Value) -> String {
        self.asked += 1;
        json!({ "id": self.asked.to_string(), "table": self.table, "ask": ask }).to_string()
    }

    fn ready(&mut self, seat: usize, round: u16, say: &mut Vec<(usize, String)>) {
        let text = self.ask(json!({ "ready": { "round": round } }));
        say.push((seat, text));
    }

    /// What happened, read from the text unless another has just heard the same.
    fn read_happenings(&mut self, text: &str) -> Result<()> {
        if self.last_text == text {
            return Ok(());
        }
        let ToClient::Happened { happenings, .. } = serde_json::from_str(text)? else { bail!("nothing happened") };
        self.last = happenings.into_iter().map(seen::<G>).collect::<Result<_>>()?;
        self.last_text.clear();
        self.last_text.push_str(text);
        Ok(())
    }

    fn happened(&mut self, number: usize, text: &str, say: &mut Vec<(usize, String)>) -> Result<Heard> {
        let about = text.strip_prefix(r#"{"happened":{"table":""#);
        if !about.is_some_and(|about| about.starts_with(&self.table)) {
            // The last words of the table they came from.
            return Ok(Heard::Other);
        }
        self.read_happenings(text)?;
        let mut heard = Heard::Other;
        for seen in std::mem::take(&mut self.last) {
            match &seen {
                PlayerEvent::Committed(round) => self.ready(number, *round, say),
                PlayerEvent::Dealt(events) => self.follow(number, events)?,
                PlayerEvent::Stepped(events) => {
                    self.follow(number, events)?;
                    self.updated += 1;
                    heard = Heard::Update;
                }
                PlayerEvent::Ended => self.is_over[number] = true,
                PlayerEvent::Other => {}
            }
            self.last.push(seen);
        }
        if heard == Heard::Update && self.updated == FOUR {
            self.is_moving = false;
            heard = Heard::LastUpdate;
            if self.is_over == [true; FOUR] {
                let text = self.ask(json!("rematch"));
                say.push((0, text));
            }
        }
        Ok(heard)
    }

    fn follow(&mut self, number: usize, events: &[G::Shown]) -> Result<()> {
        for event in events {
            G::follow(&mut self.views[number], event).map_err(|mismatch| anyhow!("{mismatch:?}"))?;
        }
        Ok(())
    }

    /// A whole view: of a table that was just sat down at.
    fn shown(&mut self, number: usize, view: TableView, say: &mut Vec<(usize, String)>) -> Result<()> {
        if let Some(value) = view.view {
            self.views[number] = read_view::<G>(value, Viewer::Seat(seat(number)?))
                .map_err(|faults| anyhow!("a view cannot be read: {faults:?}"))?;
        }
        if let Some(published) = view.rounds.last().filter(|published| published.entropy.is_none()) {
            self.ready(number, published.round, say);
        }
        Ok(())
    }

    /// The match is over, and there is a table for the next.
    fn move_on(&mut self, table: &str, say: &mut Vec<(usize, String)>) -> Result<()> {
        for seat in 0..FOUR {
            say.push((seat, self.ask(json!("unwatch"))));
        }
        self.table = table.into();
        self.views = fresh_views()?;
        self.is_over = [false; FOUR];
        self.arrive(say);
        Ok(())
    }

    /// Who is to move, if all four know the same.
    fn mover(&self) -> Option<Seat> {
        let turn = |view: &View<G>| match G::turn(&view.public) {
            Turn::Seat { seat, .. } => Some(seat),
            Turn::Dealer(_) | Turn::Over(_) => None,
        };
        let [first, rest @ ..] = &self.views;
        let mover = turn(first)?;
        let is_same = |view: &View<G>| view.public.sheet.round == first.public.sheet.round;
        rest.iter().all(|view| turn(view) == Some(mover) && is_same(view)).then_some(mover)
    }
}

impl<G: Codec> Group for Players<G> {
    fn hear(&mut self, number: usize, text: &str, say: &mut Vec<(usize, String)>) -> Result<Heard> {
        if text.starts_with(r#"{"happened""#) {
            return self.happened(number, text, say);
        }
        if text.starts_with(r#"{"answer""#) && !text.contains("result")
            || text.starts_with(r#"{"presence""#)
            || text.starts_with(r#"{"welcome""#)
        {
            return Ok(Heard::Other);
        }
        match serde_json::from_str(text)? {
            ToClient::Table(view) => self.shown(number, *view, say)?,
            ToClient::Answer(answer) => {
                let Some(AnswerResult::Rematch { table }) = answer.result else { bail!("{} heard {text}", self.table) };
                self.move_on(&table, say)?;
            }
            // Who comes late to the next match is not waited for: the round is dealt before they say they are ready.
            ToClient::Refused(refused) if refused.code == "wrong-round" => {}
            ToClient::Nodes { .. } => {}
            _ => bail!("{} heard {text}", self.table),
        }
        Ok(Heard::Other)
    }

    fn may_play(&self) -> bool {
        !self.is_moving && self.mover().is_some()
    }

    fn play(&mut self) -> Result<(usize, String)> {
        let mover = self.mover().context("nobody's turn")?;
        let number = mover.index();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.views[number].moves(&mut moves);
        let chosen = moves.get(self.dice.below(moves.len().max(1))).context("no move")?;
        let step = G::write_move(chosen);
        self.moves = moves;
        (self.updated, self.is_moving) = (0, true);
        self.asked += 1;
        // Notation needs no escapes.
        let text =
            format!(r#"{{"id":"{}","table":"{}","ask":{{"submit":{{"move":"{step}"}}}}}}"#, self.asked, self.table);
        Ok((number, text))
    }
}

fn seen<G: Codec>(happening: Happening) -> Result<PlayerEvent<G>> {
    let events = |events: Vec<Value>| -> Result<Vec<G::Shown>> {
        let read = |event| read_shown::<G>(event, seats()?).map_err(|faults| anyhow!("no event: {faults:?}"));
        events.into_iter().map(read).collect()
    };
    Ok(match happening {
        Happening::Committed { round, .. } => PlayerEvent::Committed(round),
        Happening::Dealt { events: dealt, .. } => PlayerEvent::Dealt(events(dealt)?),
        Happening::Stepped { events: stepped, .. } => PlayerEvent::Stepped(events(stepped)?),
        Happening::Ended { .. } => PlayerEvent::Ended,
        _ => PlayerEvent::Other,
    })
}

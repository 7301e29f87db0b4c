//! Somebody at a table: plays whatever is legal, comes back without help, sends again what was not answered, and
//! notices at once when they are told something that does not fit what they were told before.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Seat;
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wire::house::{
    Answer, AnswerResult, Ask, BotLevel, Clock, Happening, Phrase, PlayerId, Refused, SeatView, Speech, Stage, TableId,
    TableView, ToClient, ToServer,
};

use crate::crash::CrashError;
use crate::crash::claims::{Claim, Statement};
use crate::crash::dice::Dice;
use crate::crash::scene::{Kind, Scene};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How often, in messages, somebody's connection breaks without anybody being killed.
const BREAKS: u32 = 2_000;

/// What somebody does at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// They have opened it and begin when all sit.
    Host,
    /// They sit down and play.
    Guest,
    /// They look on.
    Spectator,
}

/// Somebody with a session.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) id: PlayerId,
    pub(crate) token: String,
    scene: Arc<Scene>,
    dice: Dice,
    /// With whom they play.
    party: u16,
    /// The node they go to next.
    node: usize,
}

impl Player {
    /// Comes into the house; `None` when the run stops.
    pub(crate) async fn come_in(scene: Arc<Scene>, party: u16, dice: Dice) -> Result<Option<Self>, CrashError> {
        let Some(text) = scene.request(Method::POST, "/api/session", "", Some(&json!({}))).await? else {
            return Ok(None);
        };
        let opened: Value = read(&text)?;
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (id, token, node) = (word(&opened["player"]["id"]).into(), word(&opened["token"]), scene.arrive());
        Ok(Some(Self { id, token, scene, dice, party, node }))
    }

    /// Stays at a table until its match is over or the run stops.
    pub(crate) async fn play(&mut self, table: &TableId, role: Role) -> Result<(), CrashError> {
        let mut session = TableSession::new(table, role, self.scene.is_slow(self.party));
        let stop = self.scene.stop.clone();
        while !session.is_over() {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                visited = self.visit(&mut session) => visited?,
            }
            // The server is down, and will be started again; where there are several, the next may be up.
            self.node += 1;
            tokio::time::sleep(self.scene.kind.retry()).await;
        }
        Ok(())
    }

    /// One connection, from the first message to the last.
    async fn visit(&mut self, session: &mut TableSession) -> Result<(), CrashError> {
        let Ok(mut request) = format!("ws://{}/api/ws", self.scene.address(self.node)).into_client_request() else {
            unreachable!("an address makes a request")
        };
        let Ok(token) = HeaderValue::from_str(&format!("Bearer {}", self.token)) else {
            return Err(CrashError::house("a token that no header can hold"));
        };
        request.headers_mut().insert("Authorization", token);
        let Ok(connected) = timeout(self.scene.kind.silence(), connect_async(request)).await else { return Ok(()) };
        let mut socket = match connected {
            Ok((socket, _)) => socket,
            Err(Error::Http(answer)) if self.scene.kind == Kind::House => {
                return Err(CrashError::house(format!("{} is not let in again: {}", self.id, answer.status())));
            }
            Err(_) => return Ok(()),
        };
        session.comes_back(&mut self.dice);
        loop {
            if !session.to_send.is_empty() && !self.scene.kind.thought().is_zero() {
                tokio::time::sleep(self.scene.kind.thought()).await;
            }
            for asked in std::mem::take(&mut session.to_send) {
                let Ok(text) = serde_json::to_string(&asked) else { unreachable!("asks are plain data") };
                let (table, player) = (session.table.clone(), self.id.clone());
                let statement = Statement::Asked { id: asked.id.clone() };
                // What is not sent whole may arrive all the same.
                self.scene.claim(Claim { table, player, seq: 0, statement });
                if socket.send(Message::text(text)).await.is_err() {
                    return Ok(());
                }
            }
            if session.is_over() || self.dice.once_in(BREAKS) {
                return Ok(());
            }
            match timeout(self.scene.kind.silence(), next(&mut socket)).await {
                Ok(Some(text)) => self.on_message(session, read(&text)?)?,
                Ok(None) | Err(_) => return Ok(()),
            }
            if session.is_turned_away {
                return Ok(());
            }
        }
    }

    fn on_message(&mut self, session: &mut TableSession, message: ToClient) -> Result<(), CrashError> {
        match message {
            ToClient::Answer(answer) => self.on_answer(session, answer)?,
            ToClient::Refused(refused) => session.on_refusal(&refused, self.scene.kind)?,
            ToClient::Table(view) => {
                session.on_view(&view)?;
                let (table, player, seq) = (view.table.clone(), self.id.clone(), view.seq);
                self.scene.claim(Claim { table, player, seq, statement: Statement::Table(view) });
            }
            ToClient::Happened { table, seq, happenings, clock, .. } => {
                session.on_happenings(seq, &happenings, clock, &self.id)?;
                let player = self.id.clone();
                self.scene.claim(Claim { table, player, seq, statement: Statement::Happened(happenings) });
            }
            _ => return Ok(()),
        }
        session.act(&mut self.dice);
        Ok(())
    }

    fn on_answer(&mut self, session: &mut TableSession, answer: Answer) -> Result<(), CrashError> {
        let Answer { id, seq, result } = answer;
        if id == WATCH {
            session.told_of = seq;
            return Ok(());
        }
        if let Some(code) = session.refused.get(&id) {
            return Err(session.breach(format!("ask {id} was refused with {code} and is now granted")));
        }
        let Some(ask) = session.unanswered.remove(&id) else {
            if session.answered.get(&id) != Some(&seq) {
                let first = session.answered.get(&id);
                return Err(session.breach(format!("ask {id} was answered with {first:?} and then with {seq:?}")));
            }
            self.scene.repeated();
            return Ok(());
        };
        session.answered.insert(id.clone(), seq);
        if let Some(seq) = seq {
            if matches!(ask, Ask::Submit { .. }) {
                self.scene.moved(self.party);
            }
            session.told_of = session.told_of.max(Some(seq));
            session.last_granted = Some((id.clone(), ask.clone()));
            let (table, player) = (session.table.clone(), self.id.clone());
            self.scene.claim(Claim { table, player, seq, statement: Statement::Granted { id, ask: ask.clone() } });
        }
        if let Some(AnswerResult::Legal(legal)) = result {
            let moves: Vec<&str> = legal.moves.iter().map(String::as_str).collect();
            // Drawing again and again makes no match end.
            let lively: Vec<&str> = moves.iter().copied().filter(|step| *step != "draw").collect();
            let choice = if lively.is_empty() { &moves } else { &lively };
            if let Some(step) = self.dice.pick(choice) {
                session.ask(Ask::Submit { step: (*step).into() }, &mut self.dice);
            }
        }
        Ok(())
    }
}

/// The next text of a connection, if it still holds.
async fn next(socket: &mut Socket) -> Option<String> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, CrashError> {
    serde_json::from_str(text).map_err(|error| CrashError::house(format!("{error} in {text}")))
}

/// Refusals that decide nothing: the node cannot reach the log, or the node that runs the table.
const UNDECIDED: [&str; 5] = ["not-written", "table-parked", "busy", "no-such-table", "too-fast"];
/// The id of every ask to watch: it is asked once on each connection, and its answer changes nothing.
const WATCH: &str = "watch";
/// So many asks of a player a table remembers; an older one is decided anew.
const REMEMBERED: u64 = 64;

/// One player at one table: what they know, what they have asked.
#[derive(Debug)]
struct TableSession {
    table: TableId,
    role: Role,
    seat: Option<Seat>,
    /// The last sequence number they were shown.
    seq: Option<u64>,
    stage: Stage,
    seats: Vec<SeatView>,
    clock: Clock,
    /// The round they have to say they are ready for.
    round: Option<u16>,
    /// The last sequence number they were told of on this connection, by the answer to an ask; before they have been shown
    /// that much they ask nothing.
    told_of: Option<u64>,
    /// Whether they have said on this connection that they are ready.
    is_ready: bool,
    asked: u64,
    unanswered: BTreeMap<String, Ask>,
    /// What was answered, and with which sequence number.
    answered: BTreeMap<String, Option<u64>>,
    last_granted: Option<(String, Ask)>,
    /// What was refused, and with which code.
    refused: BTreeMap<String, String>,
    last_refused: Option<(String, Ask)>,
    to_send: Vec<ToServer>,
    /// Whether the node could not decide something: another may.
    is_turned_away: bool,
    /// Whether they let the clock run out now and then.
    is_slow: bool,
    /// The moment at which they let the clock run out.
    dawdles_at: Option<u64>,
}

impl TableSession {
    fn new(table: &TableId, role: Role, is_slow: bool) -> Self {
        Self {
            table: table.clone(),
            role,
            seat: None,
            seq: None,
            stage: Stage::Gathering,
            seats: Vec::new(),
            clock: Clock::default(),
            round: None,
            told_of: None,
            is_ready: false,
            asked: 0,
            unanswered: BTreeMap::new(),
            answered: BTreeMap::new(),
            last_granted: None,
            refused: BTreeMap::new(),
            last_refused: None,
            to_send: Vec::new(),
            is_turned_away: false,
            is_slow,
            dawdles_at: None,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::Closed)
    }

    fn breach(&self, what: String) -> CrashError {
        CrashError::at(&self.table, what)
    }

    /// A new connection: they watch after what they have seen, and send again what was not answered; now and then also
    /// what was.
    fn comes_back(&mut self, dice: &mut Dice) {
        (self.told_of, self.is_ready, self.is_turned_away) = (None, false, false);
        self.to_send.clear();
        self.send(WATCH, &Ask::Watch { after: self.seq, recent: false, views: false });
        let unanswered = self.unanswered.clone();
        for (id, ask) in &unanswered {
            self.send(id, ask);
        }
        let is_remembered = |id: &str| id.parse::<u64>().is_ok_and(|number| self.asked - number < REMEMBERED);
        let answered = [self.last_granted.clone(), self.last_refused.clone()].into_iter().flatten();
        let repeated: Vec<(String, Ask)> = answered.filter(|(id, _)| is_remembered(id)).collect();
        for (id, ask) in repeated {
            if dice.once_in(3) {
                self.send(&id, &ask);
            }
        }
    }

    fn send(&mut self, id: &str, ask: &Ask) {
        self.to_send.push(ToServer { id: id.into(), table: Some(self.table.clone()), key: None, ask: ask.clone() });
    }

    fn ask(&mut self, ask: Ask, dice: &mut Dice) {
        self.asked += 1;
        let id = self.asked.to_string();
        self.send(&id, &ask);
        if matches!(ask, Ask::Submit { .. }) && dice.once_in(10) {
            // A duplicate: the same ask is sent twice.
            self.send(&id, &ask);
        }
        self.unanswered.insert(id, ask);
    }

    fn on_refusal(&mut self, refused: &Refused, kind: Kind) -> Result<(), CrashError> {
        let Refused { id, code, message, .. } = refused;
        if kind == Kind::Nodes && UNDECIDED.contains(&code.as_str()) {
            // It is asked again with the same id.
            self.is_turned_away = true;
            return Ok(());
        }
        if self.is_slow && code == "not-seated" {
            // Whoever lets their time run out too often is replaced by a bot.
            self.unanswered.remove(id);
            (self.seat, self.role) = (None, Role::Spectator);
            return Ok(());
        }
        if let Some(Some(seq)) = self.answered.get(id) {
            return Err(self.breach(format!("ask {id} was granted at {seq} and is now refused with {code}")));
        }
        if let Some(first) = self.refused.get(id).filter(|first| *first != code) {
            return Err(self.breach(format!("ask {id} was refused with {first} and then with {code}")));
        }
        let ask = self.unanswered.remove(id);
        self.answered.insert(id.clone(), None);
        self.refused.insert(id.clone(), code.clone());
        self.last_refused = ask.clone().map(|ask| (id.clone(), ask)).or_else(|| self.last_refused.take());
        let is_expected = match ask {
            // Somebody else was faster, or a bot stood in.
            Some(Ask::Submit { .. } | Ask::Undo | Ask::Legal | Ask::Ready { .. } | Ask::Say { .. }) => {
                !matches!(code.as_str(), "table-parked" | "not-written" | "no-such-table" | "not-seated" | "too-fast")
            }
            // The second of two asks with the same id.
            None => id != WATCH,
            Some(_) => false,
        };
        if is_expected { Ok(()) } else { Err(self.breach(format!("{ask:?} is refused with {code}: {message}"))) }
    }

    fn on_view(&mut self, view: &TableView) -> Result<(), CrashError> {
        if self.seq.is_some_and(|seq| view.seq < seq) {
            return Err(self.breach(format!("after {:?} the table is shown at {}", self.seq, view.seq)));
        }
        self.seq = Some(view.seq);
        self.seat = view.seat;
        self.stage = view.stage;
        self.seats = view.seats.clone();
        self.clock = view.clock.clone();
        self.round = view.rounds.last().filter(|round| round.entropy.is_none()).map(|round| round.round);
        Ok(())
    }

    fn on_happenings(
        &mut self,
        seq: u64,
        happenings: &[Happening],
        clock: Clock,
        own: &PlayerId,
    ) -> Result<(), CrashError> {
        if self.seq.is_none_or(|before| seq != before + 1) {
            return Err(self.breach(format!("after {:?} they are told of {seq}", self.seq)));
        }
        self.seq = Some(seq);
        self.clock = clock;
        for happening in happenings {
            match happening {
                Happening::Sat { seat, sitter } => {
                    if sitter.seating.player() == Some(own) {
                        self.seat = Some(*seat);
                    }
                    if let Some(view) = self.seats.get_mut(seat.index()) {
                        view.sitter = Some(sitter.clone());
                    }
                }
                Happening::Committed { round, .. } => {
                    self.stage = Stage::Between;
                    (self.round, self.is_ready) = (Some(*round), false);
                }
                Happening::Dealt { .. } => (self.stage, self.round) = (Stage::Playing, None),
                Happening::Revealed { .. } => self.stage = Stage::Between,
                Happening::Ended { .. } => self.stage = Stage::Over,
                Happening::Closed => self.stage = Stage::Closed,
                _ => {}
            }
        }
        Ok(())
    }

    /// Asks for what comes next, unless something is still unanswered.
    fn act(&mut self, dice: &mut Dice) {
        let is_up_to_date = self.told_of.is_some() && self.seq >= self.told_of;
        if !is_up_to_date || !self.unanswered.is_empty() || self.role == Role::Spectator {
            return;
        }
        let own = self.seat;
        let is_own = |seat: Option<Seat>| seat.is_some() && seat == own;
        let may_speak = self.seat.is_some_and(|seat| self.clock.also.contains(&seat));
        let dawdles = self.stage == Stage::Playing && is_own(self.clock.seat) && self.dawdles(dice);
        match self.stage {
            Stage::Gathering if self.seat.is_none() => self.ask(Ask::Sit { seat: None }, dice),
            Stage::Gathering => {
                let all_sit = !self.seats.is_empty() && self.seats.iter().all(|seat| seat.sitter.is_some());
                if all_sit && self.role == Role::Host {
                    self.ask(Ask::Begin { fill: Some(BotLevel::Casual) }, dice);
                }
            }
            Stage::Between => {
                if let Some(round) = self.round.filter(|_| !self.is_ready) {
                    self.is_ready = true;
                    let entropy = Some(format!("{:08x}", dice.below(u32::MAX)));
                    self.ask(Ask::Ready { round, entropy }, dice);
                }
            }
            Stage::Playing if is_own(self.clock.undo) && dice.once_in(5) => self.ask(Ask::Undo, dice),
            Stage::Playing if dice.once_in(100) => {
                self.ask(Ask::Say { speech: Speech::Phrase(Phrase::OneMoment) }, dice);
            }
            Stage::Playing if dawdles => {}
            Stage::Playing if is_own(self.clock.seat) || may_speak && dice.once_in(3) => self.ask(Ask::Legal, dice),
            Stage::Playing | Stage::Over | Stage::Closed => {}
        }
    }

    /// Whether they let the clock run out this time.
    fn dawdles(&mut self, dice: &mut Dice) -> bool {
        // Anything that happens wakes them.
        self.dawdles_at = self.dawdles_at.filter(|at| Some(*at) == self.seq);
        if self.is_slow && self.clock.left_ms.is_some() && self.dawdles_at.is_none() && dice.once_in(20) {
            self.dawdles_at = self.seq;
        }
        self.dawdles_at.is_some()
    }
}

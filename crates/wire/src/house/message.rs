//! The messages of the WebSocket: what a client asks, and what it is told.
//!
//! Every ask is answered, with its id. What happens at a table is told in order, with a sequence number
//! that grows by one for every viewer alike: a gap means that something was lost, and a client asks to
//! watch again from the last number it has.

use engine::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::{AnswerResult, Legal, MAX_ASK_ID_LENGTH};
use super::entry::{By, ReplaceReason, Sitter};
use super::evening::EveningPlace;
use super::id::{PlayerId, SeatSchema, TableId, TableKey, seat_number};
use super::settings::{BotLevel, Settings, is_false};

/// The longest a step can be, in bytes: a whole table of Rummy.
pub const MAX_STEP_LENGTH: usize = 1_000;
/// The longest thing that can be said, in characters.
pub const MAX_SPEECH_LENGTH: usize = 300;
/// So many lines of chat are kept for those who come later.
pub const CHAT_KEPT: usize = 50;

/// What a client sends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToServer {
    /// Chosen by the client, at most 64 bytes; the answer carries it. An ask repeated with the same id
    /// at the same table is not done twice: it gets the first answer again. Another ask needs another id.
    #[schemars(length(min = 1, max = MAX_ASK_ID_LENGTH))]
    pub id: String,
    /// Which table it is about; asks about the house have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The key of the table's link; only who is not known there and comes to a table for those who are invited needs
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<TableKey>,
    /// What is asked.
    pub ask: Ask,
}

/// What can be asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Are you there? Answered at once.
    Ping,
    /// Follow the list of tables.
    Lobby,
    /// Follow it no more.
    LeaveLobby,
    /// Watch a table: from one's seat, or as a spectator.
    Watch {
        /// The last sequence number the client has; absent: none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
        /// Whether a table that is shown afresh comes with what happened lately.
        #[serde(default, skip_serializing_if = "is_false")]
        recent: bool,
        /// Whether every update comes with the game as seen then and, for a seat that may act, with its moves. The
        /// table is always shown afresh then, whatever `after` says.
        #[serde(default, skip_serializing_if = "is_false")]
        views: bool,
    },
    /// Watch it no more.
    Unwatch,
    /// Sit down, on this seat or on any that is free; a seat where a bot of the house sits can be taken over.
    Sit {
        /// Which seat; absent: any.
        #[serde(default, with = "seat_number", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<SeatSchema>")]
        seat: Option<Seat>,
    },
    /// Give one's seat up; in a match a bot goes on there.
    Stand,
    /// Let a bot of the house sit on a free seat (the table's host, before the match).
    SeatBot {
        /// Which seat.
        #[serde(with = "seat_number")]
        #[schemars(with = "SeatSchema")]
        seat: Seat,
        /// How well it plays.
        level: BotLevel,
    },
    /// Free a seat (the table's host, before the match).
    FreeSeat {
        /// Which seat.
        #[serde(with = "seat_number")]
        #[schemars(with = "SeatSchema")]
        seat: Seat,
    },
    /// Begin the match (the table's host).
    Begin {
        /// Bots of this level take the seats that are free; absent: all seats must be taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fill: Option<BotLevel>,
    },
    /// Ready for the next round.
    Ready {
        /// Which round.
        #[schemars(range(min = 1))]
        round: u16,
        /// 2 to 64 hexadecimal digits of one's own choosing, an even number, that go into the deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(regex(pattern = r"^([0-9A-Fa-f]{2}){1,32}$"))]
        entropy: Option<String>,
    },
    /// Make a step, in notation.
    Submit {
        /// `R10`, `draw`, `R7>0 dos`…
        #[serde(rename = "move")]
        #[schemars(length(max = MAX_STEP_LENGTH))]
        step: String,
    },
    /// Take one's last step back.
    Undo,
    /// What may I do? Answered with `moves` and `complete`, as by the referee.
    Legal,
    /// What would an expert do? Answered with `move` and `info`, as by the referee.
    Hint,
    /// Say something at the table.
    Say {
        /// What.
        speech: Speech,
    },
    /// Silence a player at this table, or let them speak again (the table's host).
    Mute {
        /// Whom.
        player: PlayerId,
        /// Whether they are to be silent.
        silent: bool,
    },
    /// Ask a player or a program to this table (the table's host): they are sent `invited`, now or when they connect.
    Invite {
        /// Whom.
        player: PlayerId,
    },
    /// Let nobody sit down any more, or somebody again (the table's host).
    Lock {
        /// Whether the seats are locked.
        locked: bool,
    },
    /// Send somebody away from the table for good: they neither sit nor speak there any more, and see nothing of a
    /// table for those who are invited (the table's host). In a match a bot goes on on their seat; in a rated one
    /// nobody who plays is sent away.
    Remove {
        /// Whom.
        player: PlayerId,
    },
    /// Let a bot go on for the player who holds up an unrated match: the host's word does, or the votes of more than
    /// half of the other players who are there.
    Replace {
        /// Their seat.
        #[serde(with = "seat_number")]
        #[schemars(with = "SeatSchema")]
        seat: Seat,
    },
    /// Open a new table with the same settings for the same people; answered with `table`.
    Rematch,
}

impl Ask {
    /// A number that is the same for the same ask in every version and on every machine (FNV-1a of its JSON), and
    /// hardly ever for another.
    #[must_use]
    pub fn hash_code(&self) -> u32 {
        struct Fnv(u32);
        impl std::io::Write for Fnv {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
                Ok(bytes.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let mut hash = Fnv(0x811c_9dc5);
        match serde_json::to_writer(&mut hash, self) {
            Ok(()) => hash.0,
            Err(error) => unreachable!("messages are plain data: {error}"),
        }
    }
}

/// What is said at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speech {
    /// In one's own words: 1 to 300 characters.
    Text(#[schemars(length(min = 1, max = MAX_SPEECH_LENGTH))] String),
    /// A phrase that everyone reads in their language.
    Phrase(Phrase),
}

impl Speech {
    /// What is left in a log of what somebody said, once it was erased: no words.
    #[must_use]
    pub fn erased() -> Self {
        Self::Text(String::new())
    }

    /// Whether it was erased; nobody says nothing.
    #[must_use]
    pub fn is_erased(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

/// Phrases that everyone reads in their language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the English phrase itself")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    Oops,
    YourTurn,
    OneMoment,
    Sorry,
    Again,
    Goodbye,
}

impl Phrase {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 10] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::Thanks,
        Self::Oops,
        Self::YourTurn,
        Self::OneMoment,
        Self::Sorry,
        Self::Again,
        Self::Goodbye,
    ];
}

/// What a client is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToClient {
    /// The first message on every connection.
    Welcome(Welcome),
    /// What was asked is done.
    Answer(Answer),
    /// What was asked is refused; nothing has changed.
    Refused(Refused),
    /// A table as this client may see it: everything so far.
    Table(Box<TableView>),
    /// What happened at a table, next in its sequence.
    Happened {
        /// Which table.
        table: TableId,
        /// The sequence number.
        seq: u64,
        /// What happened, in order.
        happenings: Vec<Happening>,
        /// Whose turn it is now.
        clock: Clock,
        /// The game as seen now, where `watch` has asked for views; absent before the first deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<Box<Value>>,
        /// What one may do now, where `watch` has asked for views and one's seat may act.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Legal>,
    },
    /// Who is there; not part of the sequence, the last one counts.
    Presence(Presence),
    /// Somebody asks one to their table; it is told again on every connection until one sits there or the match is
    /// over.
    Invited(Box<Invitation>),
    /// All tables one may join or watch.
    Lobby {
        /// The tables.
        tables: Vec<Summary>,
    },
    /// A table of the list is new or has changed.
    LobbyChanged(Box<Summary>),
    /// A keeper of the house tells everybody something.
    Announced {
        /// What.
        text: String,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// A table is no longer on the list.
    LobbyLost {
        /// Which table.
        table: TableId,
    },
    /// Where the other nodes of the house are found by now, in place of what `welcome` said.
    Nodes {
        /// Their addresses; a client goes to one of them when its own does not answer.
        nodes: Vec<String>,
    },
    /// The house cannot write anything down for the moment, and refuses what is asked (`not-written`); or it can again.
    Outage {
        /// Whether it is over.
        over: bool,
    },
}

/// Who one is here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The id of the player.
    pub player: PlayerId,
    /// The name shown.
    pub name: String,
    /// Whether the name is one's own for ever.
    #[serde(default, skip_serializing_if = "is_false")]
    pub claimed: bool,
    /// The version of the house.
    pub version: String,
    /// The tables where one sits and the match is not over.
    pub tables: Vec<TableId>,
    /// Where friends find the house, if the address this client uses is valid on its own machine only; absent:
    /// invite with that address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite_url: Option<String>,
    /// Where the other nodes of the house are found: a client goes to one of them when its own does not answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
}

/// An ask was done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The id of the ask.
    pub id: String,
    /// The table's sequence number that holds it, for asks that changed the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// What was asked for, if something was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub result: Option<AnswerResult>,
}

/// An ask was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The id of the ask; empty if not even that could be read.
    pub id: String,
    /// The stable name of the reason.
    pub code: String,
    /// The rule, if a rule of the game says no: `R14`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason in one sentence, in the language of the connection.
    pub message: String,
    /// After how many milliseconds the same can be asked again, where time alone is in the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
}

/// A table as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// Which table.
    pub table: TableId,
    /// The sequence number of the last thing that happened.
    pub seq: u64,
    /// What is played, and how.
    pub settings: Settings,
    /// The id of the player who may begin, seat bots and free seats.
    pub host: PlayerId,
    /// Where the match stands.
    pub stage: Stage,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// The seat one sits on; absent for a spectator.
    #[serde(default, with = "seat_number", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SeatSchema>")]
    pub seat: Option<Seat>,
    /// The game as seen from there, as the referee writes a view; absent before the first deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
    /// What is published of the deals, one for each round begun or committed to.
    pub rounds: Vec<Published>,
    /// The last things that were said.
    pub chat: Vec<ChatLine>,
    /// Whose turn it is.
    pub clock: Clock,
    /// The final ranks, when the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// The table of the rematch, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<TableId>,
    /// The key of the table's link, where only those who are invited find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<TableKey>,
    /// Whether nobody may sit down.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
    /// The deal of an evening that is played here; absent at all other tables. Nobody adds anything to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evening: Option<EveningPlace>,
    /// What one may do now, where `watch` has asked for views and one's seat may act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// What happened lately in the round, where `watch` has asked for it; absent before the first deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recent: Option<Recent>,
}

/// What happened lately, as a viewer would have seen it: how the table was, and what has happened since.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Recent {
    /// The seat it was seen from; absent: as spectators saw it, which holds for who took the seat meanwhile, too.
    #[serde(default, with = "seat_number", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SeatSchema>")]
    pub seat: Option<Seat>,
    /// Who sat where then.
    pub seats: Vec<SeatView>,
    /// The game as seen then; absent before the first deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
    /// What has happened since, in order, up to `seq` of the table; what was said is in its `chat` alone.
    pub happened: Vec<Past>,
}

/// What happened together, some time ago.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Past {
    /// The sequence number.
    pub seq: u64,
    /// What happened, in order.
    pub happenings: Vec<Happening>,
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Players are taking their seats.
    Gathering,
    /// A round is about to be dealt.
    Between,
    /// A round is being played.
    Playing,
    /// The match is over.
    Over,
    /// The table was put away.
    Closed,
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatView {
    /// Who sits there; absent: free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sitter: Option<Sitter>,
}

/// What is published of a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Published {
    /// The round.
    pub round: u16,
    /// The SHA-256 of the house's seed, known before anybody added anything.
    pub commitment: String,
    /// What each seat added; absent before the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Vec<Option<String>>>,
    /// The house's seed; absent before the round is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// Whether a line of chat is one that a keeper deleted: all of a player's, or the one that was said then.
#[must_use]
pub fn is_deleted(line: &ChatLine, player: &PlayerId, said: Option<u64>) -> bool {
    line.player == *player && said.is_none_or(|said| line.at == said)
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// Who said it.
    pub player: PlayerId,
    /// The name shown.
    pub name: String,
    /// What was said.
    pub speech: Speech,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Whose turn it is, and how long it may take.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// The seat whose turn it is; absent when nobody's.
    #[serde(default, with = "seat_number", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SeatSchema>")]
    pub seat: Option<Seat>,
    /// Seats that may act out of turn.
    #[serde(default, with = "seat_number", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<SeatSchema>")]
    pub also: Vec<Seat>,
    /// Milliseconds left for the turn; absent: no limit, or the table is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// Whether one could take the last step back: the seat that may.
    #[serde(default, with = "seat_number", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SeatSchema>")]
    pub undo: Option<Seat>,
}

/// One thing that happened, as one viewer may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// Somebody sat down.
    Sat {
        /// Where.
        #[serde(with = "seat_number")]
        #[schemars(with = "SeatSchema")]
        seat: Seat,
        /// Who.
        sitter: Sitter,
    },
    /// A seat became free.
    Left {
        /// Which.
        #[serde(with = "seat_number")]
        #[schemars(with = "SeatSchema")]
        seat: Seat,
    },
    /// The match begins.
    Began,
    /// The house has committed itself to a seed for the next round: add to it with `ready`.
    Committed {
        /// Which round.
        round: u16,
        /// The SHA-256 of the seed.
        commitment: String,
    },
    /// A round was dealt.
    Dealt {
        /// Which round.
        round: u16,
        /// What each seat added.
        entropy: Vec<Option<String>>,
        /// What came of it, as this viewer saw it.
        events: Vec<Value>,
    },
    /// The round does not count and is dealt anew: the house was put back from a copy of its data.
    Voided {
        /// Which round.
        round: u16,
    },
    /// A seat made a step.
    Stepped {
        /// Who.
        #[serde(with = "seat_number")]
        #[schemars(with = "SeatSchema")]
        seat: Seat,
        /// The step, in notation.
        #[serde(rename = "move")]
        step: String,
        /// Who chose it.
        by: By,
        /// What came of it, as this viewer saw it.
        events: Vec<Value>,
    },
    /// A seat took its last step back.
    Undone {
        /// Who.
        #[serde(with = "seat_number")]
        #[schemars(with = "SeatSchema")]
        seat: Seat,
        /// The game as seen now.
        view: Value,
    },
    /// The round under way is the last.
    LastRound,
    /// A round is over, and its seed is revealed.
    Revealed {
        /// Which round.
        round: u16,
        /// The house's seed.
        seed: String,
    },
    /// The match is over.
    Ended {
        /// The rank of each seat.
        places: Vec<u8>,
        /// The totals.
        scores: Vec<i64>,
    },
    /// Somebody said something.
    Said(ChatLine),
    /// A keeper of the house deleted what a player had said.
    ChatDeleted {
        /// Who had said it.
        player: PlayerId,
        /// When it had been said; absent: all they had said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<u64>,
    },
    /// A player was silenced, or may speak again.
    Muted {
        /// Whom.
        player: PlayerId,
        /// Whether they are silent now.
        silent: bool,
    },
    /// The host has locked the seats, or opened them again.
    Locked {
        /// Whether nobody may sit down.
        locked: bool,
    },
    /// The host has sent somebody away.
    Removed {
        /// Whom.
        player: PlayerId,
    },
    /// A bot goes on where a player sat.
    Replaced {
        /// Where.
        #[serde(with = "seat_number")]
        #[schemars(with = "u8")]
        seat: Seat,
        /// The bot.
        sitter: Sitter,
        /// Why.
        why: ReplaceReason,
    },
    /// The same people may play again at another table.
    Rematched {
        /// The new table.
        table: TableId,
    },
    /// The table was put away.
    Closed,
}

/// Who is at a table now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// Which table.
    pub table: TableId,
    /// For each seat, whether its player is there.
    pub seats: Vec<Here>,
    /// The seats whose players are ready for the next round.
    #[serde(with = "seat_number")]
    #[schemars(with = "Vec<SeatSchema>")]
    pub ready: Vec<Seat>,
    /// How many look on.
    pub spectators: u32,
    /// Whether play waits for somebody to come back.
    pub paused: bool,
    /// The seats that want a bot to go on for the player whose turn it is.
    #[serde(default, with = "seat_number", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<u8>")]
    pub replace: Vec<Seat>,
}

/// Whether the player of a seat is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Here {
    /// Nobody sits there.
    Free,
    /// They are connected.
    Here,
    /// They are not connected; the table waits a little.
    Away,
    /// They are not connected, and a bot plays for them until they are back.
    StandIn,
    /// They are not connected, and nobody waits for them: the match is over.
    Gone,
    /// A bot of the house sits there.
    Bot,
}

/// Somebody asks a player to their table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// The player who asks, the table's host.
    pub player: PlayerId,
    /// The name shown.
    pub name: String,
    /// The table, as it was then.
    pub table: Summary,
    /// The key of the table's link, where only those who are invited find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<TableKey>,
}

/// A table in the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Which table.
    pub table: TableId,
    /// What is played, and how.
    pub settings: Settings,
    /// Where the match stands.
    pub stage: Stage,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// The round under way.
    pub round: u16,
    /// When it was opened, in milliseconds since 1970.
    pub opened: u64,
}

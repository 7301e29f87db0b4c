//! What an ask comes to: the entries that would make it true, or the reason why not. Nothing changes here
//! but what is never written down.

use engine::{Seat, Seed, Turn};
use wire::house::{
    AnswerResult, Ask, BotLevel, By, Entry, MAX_SPEECH_LENGTH, MAX_STEP_LENGTH, MAX_TURN_SECONDS, MIN_TURN_SECONDS,
    PlayerId, RefusalReason, Seating, Settings, SettingsFault, Sitter, Speech, Stage, TableRefusal, Visibility,
    is_deleted,
};
use wire::{read_entropy, write_seed};

use crate::effect::Person;
use crate::fits::scores_of;
use crate::play::{Advising, Allowed, has_clock, set_up};
use crate::refusal::Refusal;
use crate::room::{Room, bot, is_seated};
use referee::judge::Chooser;

/// How well the bot plays that goes on where somebody left.
pub(crate) const STAND_IN: BotLevel = BotLevel::Skilled;
/// The longest turn clock of a rated match.
const MAX_RATED_TURN_SECONDS: u16 = 300;
/// The turn clock of a rated match where nobody has said another.
const RATED_TURN_SECONDS: u16 = 60;

impl Person {
    fn sitter(&self) -> Sitter {
        let player = self.player.clone();
        let seating = if self.is_program { Seating::Program { player } } else { Seating::Human { player } };
        Sitter { name: self.name.to_string(), claimed: self.is_claimed, seating }
    }
}

/// Gives 32 fresh bytes.
pub type Dice<'a> = &'a mut dyn FnMut() -> Seed;

/// What the house does to a table, whoever sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HouseAct {
    /// Put it away.
    Close,
    /// Delete what a player said.
    DeleteChat {
        /// Who.
        player: PlayerId,
        /// When it was said, in milliseconds since 1970; `None`: all they said.
        said: Option<u64>,
    },
}

/// What an ask comes to.
pub enum Decision {
    /// These entries are to be written down together, then applied.
    Write(Vec<Entry>),
    /// It was granted before, with this sequence number.
    Repeat(u64),
    /// It was refused before, or its id was used for another ask: nothing is to be written down.
    Refused(Refusal),
    /// Nothing to write down; the presence has changed.
    Noted,
    /// Nothing to write down; a player is to be told that they are asked to the table.
    Invite(PlayerId),
    /// An answer, and nothing else.
    Answer(AnswerResult),
    /// An answer that has to be thought about.
    Advise(Advising),
    /// A table for a rematch is to be opened with these entries, and this one told of it.
    Rematch(Vec<Entry>),
}

/// The entries that open a table: the asker sits on the first seat, and bots where they are wanted.
///
/// # Errors
/// If the settings do not fit together.
pub fn open(
    settings: Settings,
    bots: &[(Seat, BotLevel)],
    asker: &Person,
    now: u64,
) -> Result<Vec<Entry>, TableRefusal> {
    seat_all(settings, Seat::default(), bots, asker, now)
}

/// The same, with the asker on any seat.
pub(crate) fn seat_all(
    mut settings: Settings,
    own: Seat,
    bots: &[(Seat, BotLevel)],
    asker: &Person,
    now: u64,
) -> Result<Vec<Entry>, TableRefusal> {
    let bad = TableRefusal::BadSettings;
    let (play, options) = set_up(&settings).map_err(|faults| bad(SettingsFault::Options(faults)))?;
    settings.options = options;
    if settings.turn_seconds.is_some() && has_clock(settings.game) {
        return Err(bad(SettingsFault::OwnClock));
    }
    let (least, most) = (MIN_TURN_SECONDS, MAX_TURN_SECONDS);
    if settings.turn_seconds.is_some_and(|seconds| !(least..=most).contains(&seconds)) {
        return Err(bad(SettingsFault::TurnSeconds { least, most }));
    }
    if settings.rated && (settings.hints || settings.undo) {
        return Err(bad(SettingsFault::RatedWithHelp));
    }
    if settings.rated {
        if settings.visibility == Visibility::Invited {
            return Err(bad(SettingsFault::RatedInvited));
        }
        if !has_clock(settings.game) {
            settings.turn_seconds.get_or_insert(RATED_TURN_SECONDS);
        }
        let most = MAX_RATED_TURN_SECONDS;
        if play.turn_seconds().or(settings.turn_seconds).is_none_or(|seconds| seconds > most) {
            return Err(bad(SettingsFault::RatedClock { most }));
        }
    }
    let mut seats: Vec<Option<Sitter>> = vec![None; usize::from(settings.seats)];
    let count = seats.len();
    *seats.get_mut(own.index()).ok_or(TableRefusal::NoSuchSeat { seats: count })? = Some(asker.sitter());
    for (seat, level) in bots {
        let sitter = bot(&seats, *seat, *level);
        let place = seats.get_mut(seat.index()).ok_or(TableRefusal::NoSuchSeat { seats: count })?;
        if place.replace(sitter).is_some() {
            return Err(TableRefusal::SeatTaken);
        }
    }
    let host = asker.player.clone();
    let opened = Entry::Opened { settings, host, at: now, key: None, guests: Vec::new(), origin: None, evening: None };
    let mut entries = vec![opened];
    let sat = |(seat, sitter): (Option<Seat>, Option<Sitter>)| Some(Entry::Sat { seat: seat?, sitter: sitter? });
    entries.extend((0..).map(Seat::new).zip(seats).filter_map(sat));
    Ok(entries)
}

/// What breaks a line or turns it around: control characters, separators of lines, marks of direction.
fn is_disruptive(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl Room {
    /// What an ask comes to. An ask that was answered before is not decided again.
    ///
    /// # Errors
    /// The reason why it is refused; [`refusal_entry`](Self::refusal_entry) makes it last.
    pub fn decide(
        &mut self,
        asker: &Person,
        id: &str,
        ask: &Ask,
        now: u64,
        dice: Dice<'_>,
    ) -> Result<Decision, Refusal> {
        let hash = ask.hash_code();
        match self.answered.find(&asker.player, id) {
            Some(known) if !known.is_same(hash) => return Ok(Decision::Refused(TableRefusal::IdReused.into())),
            Some(known) => return Ok(known.answer.repeat()),
            None => {}
        }
        match self.unwritten.find(&asker.player, id) {
            Some(known) if !known.is_same(hash) => return Ok(Decision::Refused(TableRefusal::IdReused.into())),
            _ => {}
        }
        let decision = self.decide_anew(asker, id, ask, hash, now, dice);
        if let Ok(
            Decision::Noted | Decision::Invite(_) | Decision::Answer(_) | Decision::Advise(_) | Decision::Rematch(_),
        ) = decision
        {
            // Nothing of it is written down, so it is remembered for as long as the table is awake.
            let is_seated = |player: &PlayerId| is_seated(&self.seats, player);
            self.unwritten.keep(&asker.player, id, Some(hash), (), is_seated);
        }
        decision
    }

    /// The entry that makes a refusal outlast an outage.
    #[must_use]
    pub fn refusal_entry(asker: &Person, id: &str, ask: &Ask, refusal: &Refusal) -> Option<Entry> {
        let reason = match (refusal, ask) {
            (Refusal::Step(_), Ask::Submit { step }) => RefusalReason::Step(step.clone()),
            (Refusal::Table(refusal), _) => RefusalReason::Table(refusal.clone()),
            (Refusal::Step(_) | Refusal::House(_), _) => return None,
        };
        Some(Entry::Refused { player: asker.player.clone(), id: id.into(), hash: ask.hash_code(), reason })
    }

    fn decide_anew(
        &mut self,
        asker: &Person,
        id: &str,
        ask: &Ask,
        hash: u32,
        now: u64,
        dice: Dice<'_>,
    ) -> Result<Decision, Refusal> {
        let asked = |entries: Vec<Entry>| {
            let asked = Entry::Asked { player: asker.player.clone(), id: id.into(), hash: Some(hash) };
            Decision::Write(std::iter::once(asked).chain(entries).collect())
        };
        match ask {
            Ask::Submit { step } => self.submit(asker, step, now, dice).map(asked),
            Ask::Undo => self.undo(asker).map(asked),
            Ask::Ready { round, entropy } => self.ready(asker, *round, entropy.as_deref()),
            Ask::Legal => Ok(Decision::Answer(AnswerResult::Legal(self.play.legal(self.playing_seat(asker)?)))),
            Ask::Hint => self.hint(asker),
            Ask::Say { speech } => self.say(asker, speech, now).map(asked),
            Ask::Mute { player, silent } => self.mute(asker, player, *silent).map(asked),
            Ask::Invite { player } => self.invite(asker, player),
            Ask::Lock { locked } => self.lock(asker, *locked).map(asked),
            Ask::Remove { player } => self.remove(asker, player).map(asked),
            Ask::Replace { seat } => self.replace(asker, *seat, now).map(|vote| vote.decision(asked)),
            Ask::Sit { seat } => self.sit(asker, *seat, now, dice).map(asked),
            Ask::Stand => self.stand(asker).map(asked),
            Ask::SeatBot { seat, level } => self.seat_bot(asker, *seat, *level).map(asked),
            Ask::FreeSeat { seat } => self.free_seat(asker, *seat).map(asked),
            Ask::Begin { fill } => self.begin(asker, *fill, now, dice).map(asked),
            Ask::Rematch => self.ask_rematch(asker, now),
            Ask::Ping | Ask::Lobby | Ask::LeaveLobby | Ask::Watch { .. } | Ask::Unwatch => Ok(Decision::Noted),
        }
    }

    fn seated(&self, asker: &Person) -> Result<Seat, TableRefusal> {
        self.seat_of(&asker.player).ok_or(TableRefusal::NotSeated)
    }

    pub(crate) fn playing_seat(&self, asker: &Person) -> Result<Seat, TableRefusal> {
        let seat = self.seated(asker)?;
        if self.stage == Stage::Playing { Ok(seat) } else { Err(self.why_no_round()) }
    }

    fn why_no_round(&self) -> TableRefusal {
        match self.stage {
            Stage::Gathering => TableRefusal::MatchNotBegun,
            Stage::Between | Stage::Playing => TableRefusal::NoRound,
            Stage::Over | Stage::Closed => TableRefusal::MatchOver,
        }
    }

    /// Milliseconds since the deal, never running backwards.
    pub(crate) fn ms(&self, now: u64) -> u64 {
        let dealt = self.rounds.last().map_or(now, |round| round.dealt);
        now.saturating_sub(dealt).max(self.last_ms)
    }

    fn submit(&mut self, asker: &Person, step: &str, now: u64, dice: Dice<'_>) -> Result<Vec<Entry>, Refusal> {
        let seat = self.playing_seat(asker)?;
        if step.len() > MAX_STEP_LENGTH {
            return Err(TableRefusal::StepTooLong.into());
        }
        let allowed = self.play.decide(seat, step, Chooser::Player).map_err(Refusal::Step)?;
        self.is_in_time(asker, step, now)?;
        Ok(self.stepped(seat, allowed, By::Player, now, dice))
    }

    /// What a bot's step comes to; `None` if it is not to be made any more.
    #[must_use]
    pub fn decide_for_bot(&mut self, seat: Seat, step: &str, now: u64, dice: Dice<'_>) -> Option<Vec<Entry>> {
        if self.stage != Stage::Playing || !self.is_bot(seat) {
            return None;
        }
        let allowed = self.play.decide(seat, step, Chooser::Player).ok()?;
        Some(self.stepped(seat, allowed, By::Bot, now, dice))
    }

    /// What the end of a turn's time comes to; `None` if there is no turn.
    #[must_use]
    pub fn decide_timeout(&mut self, now: u64, dice: Dice<'_>) -> Option<Vec<Entry>> {
        if self.stage != Stage::Playing {
            return None;
        }
        let (seat, step) = self.play.fallback()?;
        let allowed = self.play.decide(seat, &step, Chooser::Clock).ok()?;
        Some(self.stepped(seat, allowed, By::Clock, now, dice))
    }

    /// The step, and what it brings with it: the next round's seed, or the end of the match.
    fn stepped(&self, seat: Seat, allowed: Allowed, by: By, now: u64, dice: Dice<'_>) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(2);
        let step = allowed.text;
        entries.push(Entry::Stepped { seat, step, ms: self.ms(now), by });
        let Some(outcome) = allowed.outcome else { return entries };
        match allowed.places {
            Some(places) => {
                let scores = scores_of(&outcome);
                let (sitters, forfeits) = (self.seats.clone(), self.forfeits(Some((seat, by))));
                entries.push(Entry::Ended { at: now, places, scores, sitters, forfeits });
            }
            None => entries.push(self.commit(dice)),
        }
        entries
    }

    /// The house draws its seed for the next round.
    fn commit(&self, dice: Dice<'_>) -> Entry {
        let round = self.rounds.len() as u16 + 1;
        Entry::Committed { round, seed: write_seed(&self.house_seed(round, dice)) }
    }

    /// The deal of the round that is next, with what the players have added so far.
    #[must_use]
    pub fn decide_deal(&self, now: u64) -> Option<Vec<Entry>> {
        let round = self.next_round()?;
        let entropy = self.people.ready.iter().map(|ready| ready.clone().flatten()).collect();
        Some(vec![Entry::Dealt { round, entropy, at: now }])
    }

    /// The round that is committed to and not dealt yet.
    pub(crate) fn next_round(&self) -> Option<u16> {
        let is_due = self.stage == Stage::Between && self.rounds.last().is_some_and(|round| round.entropy.is_none());
        is_due.then_some(self.rounds.len() as u16)
    }

    /// The round that is committed to or under way is to be dealt anew, from another seed; `None` if there is none, or
    /// it is an evening's, which all its tables share.
    #[must_use]
    pub fn decide_void(&self, dice: Dice<'_>) -> Option<Vec<Entry>> {
        self.not_at_evening().ok()?;
        let round = self.open_round()?;
        Some(vec![Entry::Voided { round }, Entry::Committed { round, seed: write_seed(&dice()) }])
    }

    /// The host's clock has run out; `None` if no round is under way or it is the last already.
    #[must_use]
    pub fn decide_last_round(&self, now: u64) -> Option<Vec<Entry>> {
        let is_due = self.stage == Stage::Playing && !self.play.is_last_round();
        is_due.then(|| vec![Entry::LastRound { ms: self.ms(now) }])
    }

    /// Puts the table away; `None` if it is put away or its match is over.
    #[must_use]
    pub fn decide_close(&self, now: u64) -> Option<Vec<Entry>> {
        self.is_open().then(|| vec![Entry::Closed { at: now }])
    }

    /// What an act of the house comes to; `None` if there is nothing to be done.
    #[must_use]
    pub fn decide_house_act(&self, act: &HouseAct, now: u64) -> Option<Vec<Entry>> {
        match act {
            HouseAct::Close => self.decide_close(now),
            HouseAct::DeleteChat { player, said } => {
                let is_there = self.chat.iter().any(|line| is_deleted(line, player, *said));
                let deleted = Entry::ChatDeleted { player: player.clone(), said: *said };
                (is_there && self.stage != Stage::Closed).then(|| vec![deleted])
            }
        }
    }

    fn undo(&self, asker: &Person) -> Result<Vec<Entry>, Refusal> {
        let seat = self.playing_seat(asker)?;
        if !self.settings.undo {
            return Err(TableRefusal::UndoOff.into());
        }
        if self.play.undoable() != Some(seat) {
            return Err(TableRefusal::NothingToUndo.into());
        }
        Ok(vec![Entry::Undone { seat }])
    }

    fn ready(&mut self, asker: &Person, round: u16, entropy: Option<&str>) -> Result<Decision, Refusal> {
        let seat = self.seated(asker)?;
        let next = self.next_round().ok_or_else(|| match self.stage {
            Stage::Playing => TableRefusal::WrongRound { next: self.rounds.len() as u16 + 1 },
            _ => self.why_no_round(),
        })?;
        if round != next {
            return Err(TableRefusal::WrongRound { next }.into());
        }
        if entropy.is_some() {
            self.not_at_evening()?;
        }
        if entropy.is_some_and(|text| read_entropy(text).is_none()) {
            return Err(TableRefusal::BadEntropy.into());
        }
        // The first word counts, and nobody is to believe that it was another: a client that counts on other bytes than
        // those that will be dealt from could not check the deal.
        let added = entropy.map(str::to_lowercase);
        match &mut self.people.ready[seat.index()] {
            Some(first) if *first != added => Err(TableRefusal::AlreadyReady.into()),
            ready => {
                *ready = Some(added);
                Ok(Decision::Noted)
            }
        }
    }

    fn hint(&self, asker: &Person) -> Result<Decision, Refusal> {
        let seat = self.playing_seat(asker)?;
        if !self.settings.hints {
            return Err(TableRefusal::HintsOff.into());
        }
        let Turn::Seat { seat: mover, also } = self.play.turn() else { return Err(TableRefusal::NoHint.into()) };
        if mover != seat && !also.has(seat) {
            return Err(TableRefusal::NoHint.into());
        }
        Ok(self.play.advise(seat, asker.lang).map(Decision::Advise).ok_or(TableRefusal::NoHint)?)
    }

    fn say(&mut self, asker: &Person, speech: &Speech, now: u64) -> Result<Vec<Entry>, Refusal> {
        self.not_put_away()?;
        if self.access.removed.contains(&asker.player) {
            return Err(TableRefusal::SentAway.into());
        }
        if self.muted.contains(&asker.player) {
            return Err(TableRefusal::Silenced.into());
        }
        let speech = match speech {
            Speech::Phrase(phrase) => Speech::Phrase(*phrase),
            Speech::Text(text) => {
                // What breaks a line or turns it around has no place in it; what is left is text, whatever it says.
                let text: String = text.chars().filter(|letter| !is_disruptive(*letter)).collect();
                let text = text.trim();
                if text.is_empty() || text.chars().count() > MAX_SPEECH_LENGTH {
                    return Err(TableRefusal::BadSpeech { most: MAX_SPEECH_LENGTH }.into());
                }
                Speech::Text(text.into())
            }
        };
        self.people.may_speak(&asker.player, now).map_err(|wait_ms| TableRefusal::TooMuchTalk { wait_ms })?;
        let (player, name) = (asker.player.clone(), asker.name.to_string());
        Ok(vec![Entry::Said { player, name, speech, at: now }])
    }

    fn mute(&self, asker: &Person, player: &PlayerId, silent: bool) -> Result<Vec<Entry>, Refusal> {
        self.hosting(asker)?;
        self.not_put_away()?;
        let is_known = self.seat_of(player).is_some() || self.people.is_here(player) || self.muted.contains(player);
        if *player == asker.player || !is_known {
            return Err(TableRefusal::NoSuchPlayer.into());
        }
        Ok(vec![Entry::Muted { player: player.clone(), silent }])
    }

    fn invite(&self, asker: &Person, player: &PlayerId) -> Result<Decision, Refusal> {
        self.hosting(asker)?;
        self.not_at_evening()?;
        if matches!(self.stage, Stage::Over | Stage::Closed) {
            return Err(TableRefusal::MatchOver.into());
        }
        // Who sits here needs no invitation.
        Ok(if self.seat_of(player).is_some() { Decision::Noted } else { Decision::Invite(player.clone()) })
    }

    pub(crate) fn hosting(&self, asker: &Person) -> Result<(), TableRefusal> {
        if self.host == asker.player { Ok(()) } else { Err(TableRefusal::NotHost) }
    }

    /// Nothing more happens at a table that was put away.
    pub(crate) fn not_put_away(&self) -> Result<(), TableRefusal> {
        if self.stage == Stage::Closed { Err(TableRefusal::MatchOver) } else { Ok(()) }
    }

    fn gathering(&self) -> Result<(), TableRefusal> {
        match self.stage {
            Stage::Gathering => Ok(()),
            Stage::Between | Stage::Playing => Err(TableRefusal::MatchBegun),
            Stage::Over | Stage::Closed => Err(TableRefusal::MatchOver),
        }
    }

    fn sit(&self, asker: &Person, seat: Option<Seat>, now: u64, dice: Dice<'_>) -> Result<Vec<Entry>, Refusal> {
        if self.seat_of(&asker.player).is_some() {
            return Err(TableRefusal::AlreadySeated.into());
        }
        match self.stage {
            Stage::Over | Stage::Closed => return Err(TableRefusal::MatchOver.into()),
            Stage::Between | Stage::Playing if self.settings.rated => return Err(TableRefusal::MatchBegun.into()),
            _ => {}
        }
        if self.access.removed.contains(&asker.player) {
            return Err(TableRefusal::SentAway.into());
        }
        if self.access.locked {
            return Err(TableRefusal::SeatsLocked.into());
        }
        let is_bot = |sitter: &Option<Sitter>| sitter.as_ref().is_some_and(|it| it.seating.player().is_none());
        let may_take_over = self.may_take_over(asker);
        let seat = match seat {
            Some(seat) => {
                let place = self.seats.get(seat.index());
                let place = place.ok_or(TableRefusal::NoSuchSeat { seats: self.seats.len() })?;
                match place {
                    None => {}
                    place if !is_bot(place) => return Err(TableRefusal::SeatTaken.into()),
                    _ if !may_take_over => return Err(TableRefusal::BotSeat.into()),
                    _ => {}
                }
                seat
            }
            None => {
                // Who was here before finds their own seat again, if a bot has kept it.
                let own = self.seen.get(&asker.player).copied().filter(|_| self.stage == Stage::Playing);
                let own = own.filter(|seat| is_bot(&self.seats[seat.index()]));
                let first = |is_wanted: &dyn Fn(&Option<Sitter>) -> bool| {
                    self.seat_count().seats().find(|seat| is_wanted(&self.seats[seat.index()]))
                };
                let free = own.or_else(|| first(&Option::is_none)).or_else(|| first(&is_bot).filter(|_| may_take_over));
                let has_bots = self.seats.iter().any(is_bot);
                free.ok_or(if has_bots { TableRefusal::BotSeat } else { TableRefusal::TableFull })?
            }
        };
        if self.has_seen_another_hand(&asker.player, seat) {
            return Err(TableRefusal::SeenHand.into());
        }
        let mut entries = vec![Entry::Sat { seat, sitter: asker.sitter() }];
        let others_sit = self.places().all(|(other, sitter)| other == seat || sitter.is_some());
        if self.settings.begins_when_full && self.stage == Stage::Gathering && others_sit {
            entries.push(Entry::Began { at: now });
            entries.push(self.commit(dice));
        }
        Ok(entries)
    }

    fn stand(&self, asker: &Person) -> Result<Vec<Entry>, Refusal> {
        let seat = self.seated(asker)?;
        self.not_at_evening()?;
        match self.stage {
            Stage::Over | Stage::Closed => return Err(TableRefusal::MatchOver.into()),
            // Nobody gets out of a rated match by leaving: a bot stands in, and the result counts.
            Stage::Between | Stage::Playing if self.settings.rated => return Err(TableRefusal::MatchBegun.into()),
            _ => {}
        }
        let mut entries = vec![Entry::Left { seat }];
        if self.is_begun() {
            entries.push(Entry::Sat { seat, sitter: bot(&self.seats, seat, STAND_IN) });
        }
        Ok(entries)
    }

    fn seat_bot(&self, asker: &Person, seat: Seat, level: BotLevel) -> Result<Vec<Entry>, Refusal> {
        self.hosting(asker)?;
        self.gathering()?;
        let place = self.seats.get(seat.index()).ok_or(TableRefusal::NoSuchSeat { seats: self.seats.len() })?;
        if place.as_ref().is_some_and(|sitter| sitter.seating.player().is_some()) {
            return Err(TableRefusal::SeatTaken.into());
        }
        Ok(vec![Entry::Sat { seat, sitter: bot(&self.seats, seat, level) }])
    }

    fn free_seat(&self, asker: &Person, seat: Seat) -> Result<Vec<Entry>, Refusal> {
        self.hosting(asker)?;
        self.gathering()?;
        let place = self.seats.get(seat.index()).ok_or(TableRefusal::NoSuchSeat { seats: self.seats.len() })?;
        if place.is_none() {
            return Err(TableRefusal::NoSuchPlayer.into());
        }
        Ok(vec![Entry::Left { seat }])
    }

    fn begin(&self, asker: &Person, fill: Option<BotLevel>, now: u64, dice: Dice<'_>) -> Result<Vec<Entry>, Refusal> {
        self.hosting(asker)?;
        self.gathering()?;
        let mut entries = Vec::new();
        let mut seats = self.seats.clone();
        for (seat, _) in self.places().filter(|(_, sitter)| sitter.is_none()) {
            let sitter = bot(&seats, seat, fill.ok_or(TableRefusal::SeatsFree)?);
            seats[seat.index()] = Some(sitter.clone());
            entries.push(Entry::Sat { seat, sitter });
        }
        let players = self.seats.iter().flatten().filter(|sitter| sitter.seating.player().is_some());
        if self.settings.rated && players.count() < 2 {
            return Err(TableRefusal::RatedAlone.into());
        }
        entries.push(Entry::Began { at: now });
        entries.push(self.commit(dice));
        Ok(entries)
    }

    fn ask_rematch(&self, asker: &Person, now: u64) -> Result<Decision, Refusal> {
        let own = self.seated(asker)?;
        self.not_at_evening()?;
        if let Some(table) = &self.rematch {
            return Ok(Decision::Answer(AnswerResult::Rematch { table: table.clone() }));
        }
        match self.stage {
            Stage::Over => {}
            Stage::Closed => return Err(TableRefusal::MatchOver.into()),
            Stage::Gathering | Stage::Between | Stage::Playing => return Err(TableRefusal::MatchNotOver.into()),
        }
        // Who was invited to the one match is invited to the other.
        let settings = self.settings.clone();
        // Who was sent away still knows the key, so the next match has another.
        let key = self.access.key.clone().filter(|_| self.access.removed.is_empty());
        let is_invited = settings.visibility == Visibility::Invited;
        let players = self.seats.iter().flatten().filter_map(|sitter| sitter.seating.player());
        let guests = players.filter(|_| is_invited).cloned().collect();
        let (host, origin) = (asker.player.clone(), self.origin);
        let mut entries = vec![Entry::Opened { settings, host, at: now, key, guests, origin, evening: None }];
        // Everyone finds their own seat again; the places of the others are kept for them by being free.
        for (seat, sitter) in self.places() {
            let is_bot = |sitter: &&Sitter| sitter.seating.player().is_none();
            if seat == own {
                entries.push(Entry::Sat { seat, sitter: asker.sitter() });
            } else if let Some(bot) = sitter.as_ref().filter(is_bot) {
                entries.push(Entry::Sat { seat, sitter: bot.clone() });
            }
        }
        Ok(Decision::Rematch(entries))
    }
}

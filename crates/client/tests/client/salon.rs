//! People with clients around a house in the same process, a clock that stands still until something is due, and dice.

use std::sync::Arc;

use client::{Client, News, Watched, legal_moves};
use engine::{GameId, Seat, Seed, Viewer};
use host::{ConnectionId, Pace, Person as Guest, Solo, seats_of};
use wire::house::{Ask, BotLevel, Settings, Stage, Summary, TableId, TableView, ToClient, write_message};
use words::Lang;

/// Numbers that are the same in every run.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn seed(&mut self) -> Seed {
        let mut seed = Seed::default();
        seed.0.chunks_mut(8).for_each(|bytes| bytes.copy_from_slice(&self.next().to_le_bytes()));
        seed
    }
}

/// Somebody with a client.
#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) guest: Guest,
    pub(crate) client: Client,
    pub(crate) line: ConnectionId,
    pub(crate) news: Vec<News>,
}

/// A house, a table, and people around it.
#[derive(Debug)]
pub(crate) struct Salon {
    pub(crate) solo: Solo,
    pub(crate) now: u64,
    pub(crate) table: TableId,
    pub(crate) people: Vec<Person>,
    pub(crate) dice: Dice,
}

pub(crate) fn guest(name: &str) -> Guest {
    Guest {
        player: format!("p-{}", name.to_lowercase()).into(),
        name: name.into(),
        is_program: false,
        is_claimed: false,
        lang: Lang::English,
    }
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

pub(crate) fn settings(game: GameId, seats: u8) -> Settings {
    Settings { takeover: Some(true), ..Settings::new(game, seats) }
}

/// One more than the fewest that can play.
pub(crate) fn seats_for(game: GameId) -> u8 {
    *seats_of(game).start() as u8 + 1
}

/// Carries texts both ways until there are none left, and returns what the client has learnt.
pub(crate) fn exchange(solo: &mut Solo, line: ConnectionId, client: &mut Client, now: u64) -> Vec<News> {
    let mut news = Vec::new();
    loop {
        let asks = client.take_outgoing();
        for text in &asks {
            solo.receive(line, text, now);
        }
        let texts = solo.take_outgoing(line);
        if asks.is_empty() && texts.is_empty() {
            return news;
        }
        news.extend(texts.iter().flat_map(|text| client.receive(text, now)));
    }
}

impl Salon {
    /// Anne and Blaise sit at a table whose other seats have bots, and Cléo looks on. The match has not begun.
    pub(crate) fn new(settings: Settings, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut house = Dice::new(dice.next());
        let mut solo = Solo::new(Pace::AT_ONCE, move || house.seed());
        let bots: Vec<(Seat, BotLevel)> =
            (2..settings.seats.into()).map(|number| (seat(number), BotLevel::Casual)).collect();
        let now = 1_000;
        let table = solo.open(settings, &bots, &guest("Anne"), now).expect("a table");
        let mut salon = Self { solo, now, table, people: Vec::new(), dice };
        for name in ["Anne", "Blaise", "Cléo"] {
            salon.enter(name);
        }
        salon.ask(1, Ask::Sit { seat: None });
        salon.exchange();
        salon
    }

    /// As [`new`](Self::new), and the match has begun.
    pub(crate) fn begun(settings: Settings, seed: u64) -> Self {
        let mut salon = Self::new(settings, seed);
        salon.ask(0, Ask::Begin { fill: None });
        salon.exchange();
        salon
    }

    /// Somebody comes and watches the table.
    pub(crate) fn enter(&mut self, name: &str) {
        let line = self.solo.connect(guest(name));
        let mut client = Client::new(self.dice.next());
        client.connected();
        client.watch(&self.table);
        self.people.push(Person { guest: guest(name), client, line, news: Vec::new() });
        self.exchange();
    }

    /// The person's connection breaks, with all that was on its way, and another is made.
    pub(crate) fn reconnect(&mut self, person: usize) {
        let person = &mut self.people[person];
        self.solo.disconnect(person.line, self.now);
        person.client.disconnected();
        person.line = self.solo.connect(person.guest.clone());
        person.client.connected();
    }

    pub(crate) fn ask(&mut self, person: usize, ask: Ask) -> String {
        self.people[person].client.ask_table(&self.table, ask)
    }

    /// Carries everything both ways until nothing is left.
    pub(crate) fn exchange(&mut self) {
        loop {
            let mut is_quiet = true;
            for person in &mut self.people {
                let news = exchange(&mut self.solo, person.line, &mut person.client, self.now);
                is_quiet &= news.is_empty();
                person.news.extend(news);
            }
            if is_quiet {
                return;
            }
        }
    }

    pub(crate) fn watched(&self, person: usize) -> &Watched {
        self.people[person].client.table(&self.table).expect("the table is watched")
    }

    pub(crate) fn stage(&self) -> Stage {
        self.solo.room(&self.table).expect("the table").stage()
    }

    /// The table as a list of tables has it.
    pub(crate) fn summary(&self) -> Summary {
        self.solo.room(&self.table).expect("the table").summary()
    }

    /// The list of tables, as a server sends it that has one.
    pub(crate) fn list(&self) -> Arc<str> {
        write_message(&ToClient::Lobby { tables: vec![self.summary()] })
    }

    /// Whether the house waits for this person to be ready, and for which round.
    pub(crate) fn wanted_round(&self, person: usize) -> Option<u16> {
        let table = self.watched(person).table();
        let round = table.rounds.last().filter(|round| round.entropy.is_none())?.round;
        let ready = &self.people[person].client.presence(&self.table)?.ready;
        (table.stage == Stage::Between && !ready.contains(&table.seat?)).then_some(round)
    }

    /// Says ready, with something to add to the deal.
    pub(crate) fn ready(&mut self, person: usize, round: u16) {
        let entropy = Some(format!("{:016x}", self.dice.next()));
        self.ask(person, Ask::Ready { round, entropy });
    }

    /// Lets the house do what is due next; says whether there is anything.
    pub(crate) fn tick(&mut self) -> bool {
        let Some(at) = self.solo.next_timeout() else { return false };
        self.now = self.now.max(at);
        self.solo.on_time(self.now);
        true
    }

    /// The person makes one of the moves that their own view lists.
    pub(crate) fn step(&mut self, person: usize) -> String {
        let moves = legal_moves(self.watched(person).game().expect("a game")).moves;
        let step = moves[self.dice.below(moves.len())].clone();
        self.ask(person, Ask::Submit { step })
    }

    /// Something that brings the match on; `false` if it is over.
    pub(crate) fn go_on(&mut self) -> bool {
        if self.stage() == Stage::Over {
            return false;
        }
        let wanted: Vec<(usize, u16)> =
            (0..self.people.len()).filter_map(|person| Some((person, self.wanted_round(person)?))).collect();
        let mover = (0..self.people.len()).find(|person| {
            let table = self.watched(*person).table();
            table.seat.is_some() && table.clock.seat == table.seat
        });
        if !wanted.is_empty() {
            wanted.into_iter().for_each(|(person, round)| self.ready(person, round));
        } else if let Some(mover) = mover {
            self.step(mover);
        } else {
            assert!(self.tick(), "the table is stuck");
        }
        self.exchange();
        true
    }

    pub(crate) fn play_to_the_end(&mut self) {
        while self.go_on() {}
    }

    /// What the house would show this person now.
    pub(crate) fn truth(&self, person: usize) -> TableView {
        let room = self.solo.room(&self.table).expect("the table");
        let viewer = room.seat_of(&self.people[person].guest.player).map_or(Viewer::Spectator, Viewer::Seat);
        let ToClient::Table(view) = room.view(viewer, self.now) else { panic!("a table is shown") };
        timeless(*view)
    }

    /// Everybody's client knows just what the house would show.
    pub(crate) fn assert_all_is_known(&self, why: &str) {
        for person in 0..self.people.len() {
            let name = &self.people[person].guest.name;
            assert_eq!(timeless(self.watched(person).as_shown()), self.truth(person), "{name}, {why}");
            let presence = self.solo.room(&self.table).expect("the table").presence();
            assert_eq!(self.people[person].client.presence(&self.table), Some(&presence), "{name}, {why}");
        }
    }
}

/// Without the milliseconds left, which run on by themselves.
fn timeless(mut view: TableView) -> TableView {
    view.clock.left_ms = None;
    view
}

//! Whole matches in a room without a server: everything is written to a list, and the room is built again from it.

use std::collections::BTreeMap;

use engine::{GameId, Seat, Seed, Viewer};
use room::{Act, Asker, Decision, Pace, Room, open, seats_of};
use wire::house::{Ask, BotLevel, Entry, Settings, Stage, Visibility};
use words::Lang;

/// A room, its log, a clock that stands still until something is to be done, and dice.
struct Hall {
    room: Room,
    log: Vec<Vec<Entry>>,
    now: u64,
    seed: u64,
    messages: BTreeMap<u64, Vec<std::sync::Arc<str>>>,
}

const ANNE: Asker<'static> = Asker { player: "p-anne", name: "Anne", is_program: false, lang: Lang::French };
const BLAISE: Asker<'static> = Asker { player: "p-blaise", name: "Blaise", is_program: false, lang: Lang::English };

fn settings(game: GameId, seats: u8) -> Settings {
    Settings {
        game,
        options: Default::default(),
        seats,
        visibility: Visibility::Public,
        turn_seconds: None,
        rated: false,
        hints: true,
        undo: true,
        begins_when_full: false,
    }
}

fn dice(seed: &mut u64) -> Seed {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let mut bytes = [0; 32];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = (seed.rotate_left(index as u32 * 7 + 3) >> 24) as u8;
    }
    Seed(bytes)
}

impl Hall {
    fn new(settings: Settings, bots: &[(u8, BotLevel)], seed: u64) -> Self {
        let entries = open(settings, bots, &ANNE, 1_000).expect("a table");
        let room = Room::opened("t1", &entries).expect("a room");
        Self { room, log: vec![entries], now: 1_000, seed, messages: BTreeMap::new() }
    }

    fn write(&mut self, entries: Vec<Entry>) {
        let shown = self.room.apply(&entries).expect("what was decided fits");
        self.log.push(entries);
        self.messages.insert(self.room.seq(), shown.messages(&self.room, self.now));
    }

    fn ask(&mut self, asker: &Asker<'_>, id: &str, ask: &Ask) -> Result<Decision, String> {
        let mut seed = self.seed;
        let decided = self.room.decide(asker, id, ask, self.now, &mut || dice(&mut seed));
        self.seed = seed;
        match decided {
            Ok(Decision::Write(entries)) => {
                self.write(entries.clone());
                Ok(Decision::Write(entries))
            }
            Ok(other) => Ok(other),
            Err(refusal) => Err(refusal.sent(id, asker.lang).code),
        }
    }

    /// Lets the table do what it would do next; says whether there was anything.
    fn go_on(&mut self) -> bool {
        let mut seed = self.seed;
        let task = self.room.agenda(self.now, &Pace::AT_ONCE, &mut || dice(&mut seed));
        let Some(task) = task else { return false };
        self.now = self.now.max(task.at);
        let entries = match task.act {
            Act::Deal => self.room.decide_deal(self.now),
            Act::Timeout => self.room.decide_timeout(self.now, &mut || dice(&mut seed)),
            Act::LastRound => self.room.decide_last_round(self.now),
            Act::StandIn => None,
            Act::Speak(seat, step) => self.room.decide_for_bot(seat, &step, self.now, &mut || dice(&mut seed)),
            Act::Think(seat) => {
                let thinking = self.room.think(seat, &mut || dice(&mut seed)).expect("a bot");
                let step = thinking(&mut || false);
                self.room.decide_for_bot(seat, &step, self.now, &mut || dice(&mut seed))
            }
        };
        self.seed = seed;
        if let Some(entries) = entries {
            self.write(entries);
        }
        true
    }

    fn ready(&mut self, asker: &Asker<'_>) {
        let round = self.room.summary().round + 1;
        let ask = Ask::Ready { round, entropy: Some(format!("{:016x}", self.seed)) };
        self.ask(asker, "ready", &ask).expect("ready");
    }

    /// The human plays the first legal step, whenever it is his turn.
    fn play_to_the_end(&mut self, players: &[Asker<'_>]) {
        for turn in 0..20_000 {
            if self.room.stage() == Stage::Over {
                return;
            }
            if self.room.stage() == Stage::Between {
                for player in players {
                    self.ready(player);
                }
            }
            let clock = self.room.clock(self.now);
            let mover = players.iter().find(|player| {
                self.room.seat_of(player.player).is_some_and(|seat| clock.seat == Some(seat.index() as u8))
            });
            match mover {
                Some(player) => {
                    let Ok(Decision::Tell(legal)) = self.ask(player, "legal", &Ask::Legal) else { panic!("legal") };
                    let moves = legal["moves"].as_array().expect("moves");
                    let step = moves[turn % moves.len()].as_str().expect("a move").to_string();
                    self.ask(player, &format!("m{turn}"), &Ask::Submit { step }).expect("a legal move");
                }
                None => assert!(self.go_on(), "the table is stuck in {:?}", self.room.stage()),
            }
        }
        panic!("the match does not end");
    }
}

#[test]
fn a_match_of_every_game_is_played_and_its_log_builds_the_same_room_again() {
    for game in GameId::ALL {
        let seats = *seats_of(game).start() as u8 + 1;
        let bots: Vec<(u8, BotLevel)> = (2..seats).map(|seat| (seat, BotLevel::Casual)).collect();
        let mut hall = Hall::new(settings(game, seats), &bots, 7 + game as u64);
        hall.room.arrive(ANNE.player);
        hall.room.arrive(BLAISE.player);
        hall.ask(&BLAISE, "sit", &Ask::Sit { seat: None }).expect("a free seat");
        hall.ask(&ANNE, "go", &Ask::Begin { fill: None }).expect("all sit");
        hall.play_to_the_end(&[ANNE, BLAISE]);

        let again = Room::replay("t1", hall.log.iter().map(Vec::as_slice)).expect("the log fits");
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat::new(0).unwrap()), Viewer::Seat(Seat::new(1).unwrap())] {
            let view = |room: &Room| serde_json::to_value(room.view(viewer, hall.now)).expect("plain data");
            assert_eq!(view(&again), view(&hall.room), "{}", game.slug());
        }
        let record = wire::write_record(&hall.room.record("2026-11-16").expect("the match is over"));
        assert_eq!(record, wire::write_record(&again.record("2026-11-16").expect("the match is over")));
        let verified = referee::verify(&record, Lang::English).expect("the record holds");
        assert!(verified.moves > 0);
        let sequence: Vec<u64> = hall.messages.keys().copied().collect();
        assert_eq!(sequence, (2..=hall.room.seq()).collect::<Vec<_>>(), "gap-free for everybody");
    }
}

//! A random match with everything that can happen at a table: steps of all kinds, undo, talk, people who come and
//! go, take seats over, are silenced, ask for what they may not have.

use std::collections::BTreeSet;

use engine::{GameId, Seat, Viewer};
use host::Refusal;
use serde_json::{Value, json};
use wire::house::{Ask, BotLevel, Phrase, Settings, Speech, Stage};
use words::Lang;

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Came, Hall};

const DENIS: Asker = Asker { player: "p-denis", name: "Denis", is_program: false, lang: Lang::English };
const PEOPLE: [Asker; 4] = [ANNE, BLAISE, CHLOE, DENIS];

/// What somebody was answered.
pub(crate) struct Answered {
    pub(crate) viewer: Viewer,
    pub(crate) answer: Value,
    /// The step that was asked for, which a refusal may name.
    pub(crate) step: String,
}

pub(crate) struct Wander {
    pub(crate) hall: Hall,
    here: BTreeSet<&'static str>,
    /// What was answered or refused since the last look.
    pub(crate) told: Vec<Answered>,
}

impl Wander {
    pub(crate) fn new(settings: Settings, run: u64) -> Self {
        let hall = Hall::seeded(settings, &[], run);
        let mut wander = Self { hall, here: BTreeSet::from([ANNE.player]), told: Vec::new() };
        for person in &PEOPLE[1..] {
            wander.arrive(person);
            if wander.hall.dice.below(2) == 0 {
                wander.ask(person, Ask::Sit { seat: None });
            }
        }
        wander.ask(&ANNE, Ask::Begin { fill: Some(BotLevel::Novice) });
        wander
    }

    pub(crate) fn is_over(&self) -> bool {
        self.hall.room.stage() == Stage::Over
    }

    /// Everybody who plays is there: nobody is waited for or stood in for.
    pub(crate) fn are_all_here(&self) -> bool {
        let players = self.hall.room.sitters().iter().flatten().filter_map(|sitter| sitter.seating.player());
        players.into_iter().all(|player| self.here.contains(player.as_str()))
    }

    pub(crate) fn here(&self) -> impl Iterator<Item = &'static str> {
        self.here.iter().copied()
    }

    /// Something happens, or is refused.
    pub(crate) fn go_on(&mut self) {
        let person = PEOPLE[self.hall.dice.below(PEOPLE.len())];
        match self.hall.dice.below(40) {
            0 => self.undo(&person),
            1 => self.ask(&person, Ask::Say { speech: Speech::Phrase(Phrase::Oops) }),
            2 => self.ask(&person, Ask::Say { speech: Speech::Text("quelle manche !".into()) }),
            3 => self.ask(&person, Ask::Stand),
            4 => self.ask(&person, Ask::Sit { seat: None }),
            5 => {
                let seat = Seat::new(self.hall.dice.below(8));
                self.ask(&person, Ask::Sit { seat });
            }
            6 => self.depart(&person),
            7 | 8 => self.arrive(&person),
            9 => {
                let silent = self.hall.dice.below(3) == 0;
                self.ask(&ANNE, Ask::Mute { player: person.player.into(), silent });
            }
            10 => self.ask(&person, Ask::Legal),
            11 => self.ask(&person, Ask::Begin { fill: Some(BotLevel::Expert) }),
            12 => self.ask_for_anothers_move(&person),
            13 => self.hall.now += self.hall.dice.below(40_000) as u64,
            14 => self.call_last_round(),
            _ => self.play(),
        }
    }

    /// Takes the last step back if somebody can; if nobody can, somebody tries.
    fn undo(&mut self, person: &Asker) {
        let undoer = self.hall.room.clock(self.hall.now).undo;
        let seat = |person: &Asker| self.hall.room.seat_of(&person.id());
        let able = PEOPLE.iter().find(|person| undoer.is_some() && seat(person) == undoer);
        self.ask(able.unwrap_or(person), Ask::Undo);
    }

    fn play(&mut self) {
        if self.hall.room.stage() == Stage::Between {
            let round = self.hall.room.summary().round + 1;
            for person in PEOPLE {
                let dice = &mut self.hall.dice;
                let entropy = (dice.below(3) > 0).then(|| wire::write_seed(&dice.seed()));
                self.ask(&person, Ask::Ready { round, entropy });
            }
        }
        let clock = self.hall.room.clock(self.hall.now);
        let may_act = |person: &&Asker| {
            let own = self.hall.room.seat_of(&person.id());
            own.is_some_and(|own| clock.seat == Some(own) || clock.also.contains(&own))
        };
        let actors: Vec<Asker> = PEOPLE.iter().filter(may_act).copied().collect();
        // Bots would never come to move if people always did: the table's own agenda has its turn, too.
        if !actors.is_empty() && self.hall.dice.below(4) > 0 {
            let actor = actors[self.hall.dice.below(actors.len())];
            let moves = self.hall.legal(&actor);
            if !moves.is_empty() {
                let step = moves[self.hall.dice.below(moves.len())].clone();
                return self.ask(&actor, Ask::Submit { step });
            }
        }
        if let Some(task) = self.hall.agenda() {
            self.hall.now = self.hall.now.max(task.at);
            self.hall.act(&task.act);
        }
    }

    fn ask_for_anothers_move(&mut self, person: &Asker) {
        let other = PEOPLE[self.hall.dice.below(PEOPLE.len())];
        // What another may do tells what they hold: it is tried, and the refusal must not tell either.
        let Ok(Came::Answered(legal)) = self.hall.ask(&other, Ask::Legal) else { return };
        let Some(step) = legal["moves"].as_array().and_then(|moves| moves.last()?.as_str()) else { return };
        if self.hall.room.seat_of(&other.id()) != self.hall.room.seat_of(&person.id()) {
            self.ask(person, Ask::Submit { step: step.into() });
        }
    }

    fn call_last_round(&mut self) {
        if self.hall.room.settings().game == GameId::NainJaune
            && self.hall.room.settings().options.contains_key("minutes")
            && let Some(entries) = self.hall.room.decide_last_round(self.hall.now)
        {
            self.hall.write(entries);
        }
    }

    fn arrive(&mut self, person: &Asker) {
        if self.here.insert(person.player) {
            self.hall.room.arrive(&person.id());
        }
    }

    fn depart(&mut self, person: &Asker) {
        // Somebody stays, or nothing would ever happen again.
        if self.here.len() > 1 && self.here.remove(person.player) {
            self.hall.room.depart(&person.id(), self.hall.now);
        }
    }

    fn ask(&mut self, asker: &Asker, ask: Ask) {
        let viewer = self.hall.room.seat_of(&asker.id()).map_or(Viewer::Spectator, Viewer::Seat);
        let step = if let Ask::Submit { step } = &ask { step.clone() } else { String::new() };
        let answer = match self.hall.ask(asker, ask) {
            Ok(Came::Answered(value)) => value,
            Ok(_) => return,
            Err(refusal) => {
                let mut sent = refusal.to_message("id", asker.lang);
                // The number of a rule looks like a red card.
                if let Some(rule) = sent.rule.take() {
                    sent.message = sent.message.replace(&rule, "");
                }
                // What is no move is answered with examples, the same to all; a table knows of seats and rounds alone,
                // and a seat's number looks like a card, too.
                if matches!(refusal, Refusal::Table(_)) || ["bad-notation", "not-your-turn"].contains(&&*sent.code) {
                    sent.message.clear();
                }
                json!({ "refused": sent })
            }
        };
        self.told.push(Answered { viewer, answer, step });
    }
}

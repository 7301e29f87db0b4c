//! Somebody who plays legal moves to the end, however bad the line is and however often a finger slips.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::house_at_port_zero::Visitor;
use crate::tab::{Followed, Tab, fresh_id};

/// How badly things go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Once in so many messages the connection is lost.
    pub(crate) reconnects: usize,
    /// Every so many steps, from the first on, the step is sent several times, here and in another tab.
    pub(crate) repeats: usize,
    /// Every so many steps, from the second on, the connection is lost before the answer comes.
    pub(crate) losses: usize,
}

/// Nothing ever goes wrong: no number leaves anything when it is divided by one.
pub(crate) const SMOOTH: Habits = Habits { reconnects: usize::MAX, repeats: 1, losses: 1 };
/// Everything goes wrong all the time.
pub(crate) const ROUGH: Habits = Habits { reconnects: 25, repeats: 6, losses: 12 };

/// A player with one tab, or two.
pub(crate) struct Person {
    pub(crate) tab: Tab,
    pub(crate) other: Option<Tab>,
    habits: Habits,
    dice: Dice,
    ready_for: Option<u64>,
    /// What they add to the deal of a round: the same again when they are back.
    entropy: (Option<u64>, String),
    steps: usize,
    /// Steps that were granted: their sequence numbers, and the move.
    pub(crate) granted: BTreeMap<u64, String>,
    /// How often the connection was lost.
    pub(crate) reconnected: u32,
    /// How often a step was sent again.
    pub(crate) repeated: u32,
}

/// Waits for as long as the house says.
async fn wait_as_told(refused: &Value) {
    tokio::time::sleep(Duration::from_millis(refused["wait_ms"].as_u64().expect("a time"))).await;
}

impl Person {
    /// Watches a table.
    pub(crate) async fn at(visitor: &Visitor, table: &str, habits: Habits, seed: u64) -> Self {
        let tab = visitor.watch(table).await;
        let (dice, granted) = (Dice::new(seed), BTreeMap::new());
        let entropy = (None, String::new());
        Self {
            tab,
            other: None,
            habits,
            dice,
            ready_for: None,
            entropy,
            steps: 0,
            granted,
            reconnected: 0,
            repeated: 0,
        }
    }

    /// Has the table open in another tab too.
    pub(crate) async fn with_other_tab(mut self) -> Self {
        self.other = Some(self.tab.visitor.watch(&self.tab.table.id).await);
        self
    }

    /// Plays until the match is over.
    pub(crate) async fn play(self) -> Self {
        self.play_until(|_| false).await
    }

    /// Plays until the table is as wanted, or the match is over.
    pub(crate) async fn play_until(mut self, is_wanted: impl Fn(&Followed) -> bool) -> Self {
        while self.tab.table.stage != "over" && !is_wanted(&self.tab.table) {
            self.go_on().await;
        }
        self
    }

    /// Asks something; who is told that it is too fast asks again when they may.
    pub(crate) async fn ask(&mut self, ask: Value) -> Result<Value, Value> {
        loop {
            match self.tab.ask(ask.clone()).await {
                Err(refused) if refused["code"] == "too-fast" => wait_as_told(&refused).await,
                answer => return answer,
            }
        }
    }

    /// Does what is to be done now, or waits for something to happen.
    pub(crate) async fn go_on(&mut self) {
        if self.dice.once_in(self.habits.reconnects) {
            self.reconnect().await;
            return;
        }
        let round = self.tab.table.next_round.filter(|_| self.tab.table.seat.is_some());
        if round.is_some() && self.ready_for != round {
            self.ready_for = round;
            if self.entropy.0 != round {
                self.entropy = (round, format!("{:04x}", self.dice.below(1 << 16)));
            }
            let mut ready = json!({ "ready": { "round": round, "entropy": self.entropy.1 } });
            if self.tab.table.view.get("evening").is_some() {
                // Nobody adds anything to the deals of an evening.
                ready = json!({ "ready": { "round": round } });
            }
            let ready = self.ask(ready).await;
            // Who sat down for a moment too long finds the round dealt.
            assert!(ready.is_ok() || self.tab.table.next_round != round, "{ready:?}");
        } else if self.tab.table.is_my_turn() {
            self.make_a_step().await;
        } else {
            self.tab.next().await;
        }
    }

    async fn make_a_step(&mut self) {
        let seq = self.tab.table.seq;
        let Ok(legal) = self.ask(json!("legal")).await else {
            assert!(self.tab.table.seq > seq, "the turn has passed");
            return;
        };
        let moves = legal["result"]["moves"].as_array().expect("moves");
        if self.tab.table.seq > seq {
            return;
        }
        let step = moves[self.dice.below(moves.len())].as_str().expect("a move").to_owned();
        let (id, submit) = (fresh_id(), json!({ "submit": { "move": step } }));
        self.tab.send_as(&id, submit.clone()).await;
        self.steps += 1;
        if self.steps % self.habits.losses == 2 {
            // Whether the step arrived cannot be known: it is sent again with the same id.
            self.reconnect().await;
            self.repeated += 1;
            self.tab.send_as(&id, submit.clone()).await;
        }
        let answer = match self.tab.answer_to(&id).await {
            Ok(answer) => answer,
            Err(refused) if refused["code"] == "too-fast" => return wait_as_told(&refused).await,
            Err(refused) => {
                assert!(self.tab.table.seq > seq, "{step} was legal: {refused}");
                return;
            }
        };
        let granted = answer["seq"].as_u64().expect("a number");
        if self.steps % self.habits.repeats == 1 {
            self.repeated += 1;
            self.tab.send_as(&id, submit.clone()).await;
            self.tab.send_as(&id, submit.clone()).await;
            for tab in [Some(&mut self.tab), self.other.as_mut()].into_iter().flatten() {
                if tab.table.seat.is_some() {
                    tab.send_as(&id, submit.clone()).await;
                    let again = tab.answer_to(&id).await.expect("the first answer again");
                    assert_eq!(again["seq"], granted, "a repeat gets the first answer");
                }
            }
        }
        let step = step.split_once(':').map_or(&*step, |(_, step)| step).to_owned();
        assert_eq!(self.granted.insert(granted, step), None, "every step has a number of its own");
        self.tab.until(|table| table.seq >= granted).await;
    }

    /// Loses the connection and comes back, knowing the last sequence number or nothing.
    pub(crate) async fn reconnect(&mut self) {
        self.reconnected += 1;
        let known = self.tab.table.clone();
        let mut tab = self.tab.visitor.connect().await;
        if self.dice.once_in(2) {
            let _ = self.tab.socket.close(None).await;
        }
        tab.table = known;
        let after = tab.table.seq;
        let watch = if self.dice.once_in(4) { json!({}) } else { json!({ "after": after }) };
        let (views, is_blind) = (tab.table.views, watch.get("after").is_none());
        // The old connection breaks off without a word.
        self.tab = tab;
        let answer = self.tab.granted(json!({ "watch": watch })).await;
        let now = answer["seq"].as_u64().expect("a number");
        self.tab.until(|table| table.seq >= now && (!is_blind || table.views > views)).await;
        // Who was away says again that they are ready.
        self.ready_for = None;
    }

    /// That every step granted to this player happened once, and none that was not.
    pub(crate) fn check_steps(&self, seat: u64) {
        let mut seen = 0;
        for (seq, stepped) in self.tab.table.all("stepped") {
            if stepped["seat"] == seat && stepped["by"] == "player" {
                assert_eq!(self.granted.get(&seq).map(String::as_str), stepped["move"].as_str(), "{stepped}");
                seen += 1;
            }
        }
        for seq in self.granted.keys() {
            let Some(happened) = self.tab.table.log.get(seq) else { continue };
            let happenings = happened["happenings"].as_array().expect("a list");
            assert!(happenings.iter().any(|it| it["stepped"]["seat"] == seat), "{happened}");
        }
        assert!(seen <= self.granted.len());
    }

    /// That both tabs were told the same and know the same.
    pub(crate) async fn check_tabs(&mut self) {
        let Some(other) = &mut self.other else { return };
        let seq = self.tab.table.seq;
        other.until(|table| table.seq >= seq).await;
        let mut compared = 0;
        for (seq, happened) in &other.table.log {
            if let Some(here) = self.tab.table.log.get(seq) {
                assert_eq!(here, happened, "both tabs of a player are told the same");
                compared += 1;
            }
        }
        assert!(compared > 0);
        let fresh = |table: &Followed| -> Value { table.view.clone() };
        for tab in [&mut self.tab, other] {
            let views = tab.table.views;
            tab.granted(json!({ "watch": {} })).await;
            tab.until(|table| table.views > views).await;
        }
        assert_eq!(fresh(&self.tab.table), fresh(&other.table), "both tabs see the same table");
    }
}

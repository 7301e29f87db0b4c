//! Other people's game on the same house: whatever somebody does to the house, it goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::house_at_port_zero::House;
use crate::person::{Person, SMOOTH};

/// Nobody takes that long over a step.
const HANGS: Duration = Duration::from_secs(60);

/// Two people who play one match after another until they are told to stop.
pub(crate) struct Neighbours {
    steps: Arc<AtomicU64>,
    stepped: Arc<Notify>,
    playing: JoinHandle<()>,
}

impl Neighbours {
    /// Sits them down.
    pub(crate) async fn at(house: &House) -> Self {
        let (steps, stepped): (Arc<AtomicU64>, Arc<Notify>) = Default::default();
        let (anne, blaise) = (house.person("Neighbour A").await, house.person("Neighbour B").await);
        let mut table = house.invitation(&anne, json!({ "game": "quarante-six", "seats": 2 })).await;
        let (count, notify) = (Arc::clone(&steps), Arc::clone(&stepped));
        let playing = tokio::spawn(async move {
            for round in 0.. {
                let mut host = Person::at(&anne, &table, SMOOTH, round).await;
                let mut guest = Person::at(&blaise, &table, SMOOTH, round + 7).await;
                if guest.tab.table.seat.is_none() {
                    guest.ask(json!({ "sit": {} })).await.expect("a seat");
                }
                host.ask(json!({ "begin": {} })).await.expect("all sit");
                let guest = tokio::spawn(guest.play());
                while host.tab.table.stage != "over" {
                    let before = host.tab.table.steps();
                    host.go_on().await;
                    let made = host.tab.table.steps() - before;
                    if made > 0 {
                        count.fetch_add(made as u64, Ordering::Relaxed);
                        notify.notify_waiters();
                    }
                }
                guest.await.expect("the guest plays to the end");
                let rematch = host.ask(json!("rematch")).await.expect("the match is over");
                table = rematch["result"]["table"].as_str().expect("an id").into();
            }
        });
        let neighbours = Self { steps, stepped, playing };
        neighbours.make_steps(5).await;
        neighbours
    }

    /// Waits until they have made so many more steps.
    pub(crate) async fn make_steps(&self, more: u64) {
        let wanted = self.steps.load(Ordering::Relaxed) + more;
        loop {
            let stepped = self.stepped.notified();
            if self.steps.load(Ordering::Relaxed) >= wanted {
                return;
            }
            let waited = tokio::time::timeout(HANGS, stepped).await;
            assert!(waited.is_ok() && !self.playing.is_finished(), "the neighbours do not get on");
        }
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        self.playing.abort();
    }
}

//! The truth of a table worked out from its log without a room, and what of it a viewer may know.

use std::collections::BTreeSet;

use engine::{Seed, State, Table, View, Viewer};
use serde_json::{Map, Value};
use testkit::Specimen;
use wire::house::{Entry, Settings};
use wire::{Entropy, Faults, deal_seed, read_entropy, read_options, read_seed, read_step, write_seed, write_view};

use crate::hall::seat;

/// A table that follows a log with the engine alone.
pub(crate) struct Truth<G: Specimen> {
    table: Table<G>,
    /// The tables before each step of the round, to take back.
    past: Vec<Table<G>>,
    /// The house's seeds, and those that dealt, of rounds that are not over.
    secrets: Vec<String>,
    codes: BTreeSet<String>,
    /// What the last record brought about: for each of its entries the events, each with the state it fell into.
    happened: Vec<Vec<(State<G>, G::Event)>>,
}

impl<G: Specimen> Truth<G> {
    pub(crate) fn new(settings: &Settings) -> Self {
        let options = Some(Value::Object(settings.options.clone()));
        let (seats, rules) = read_options::<G>(i64::from(settings.seats), options).expect("options that were accepted");
        let codes = G::card_codes().into_iter().collect();
        Self { table: Table::new(&rules, seats), past: Vec::new(), secrets: Vec::new(), codes, happened: Vec::new() }
    }

    pub(crate) fn follow(&mut self, entries: &[Entry]) {
        self.happened.clear();
        for entry in entries {
            let mut happened = Vec::new();
            match entry {
                Entry::Committed { seed, .. } => self.secrets = vec![seed.clone()],
                Entry::Dealt { entropy, .. } => {
                    let read = |text: &Option<String>| text.as_deref().map(|text| read_entropy(text).expect("entropy"));
                    let added: Entropy = entropy.iter().map(read).collect();
                    let seed = deal_seed(&self.committed(), &added);
                    self.secrets.push(write_seed(&seed));
                    self.table.deal(seed, &mut |before, event| happened.push((before.clone(), event.clone())));
                    self.past.clear();
                }
                Entry::Stepped { seat: index, step, .. } => {
                    let moves = read_step::<G>(step).expect("a step").moves;
                    self.past.push(self.table.clone());
                    let observer: engine::Observer<'_, G> =
                        &mut |before, event| happened.push((before.clone(), event.clone()));
                    self.table.submit(seat(usize::from(*index)), &moves, observer).expect("a legal step");
                    if self.table.state.public.outcome().is_some() {
                        self.secrets.clear();
                    }
                }
                Entry::Undone { .. } => self.table = self.past.pop().expect("a step to take back"),
                Entry::LastRound { .. } => {
                    self.table.call_last_round();
                    self.past.iter_mut().for_each(Table::call_last_round);
                }
                _ => {}
            }
            self.happened.push(happened);
        }
    }

    fn committed(&self) -> Seed {
        let seed = self.secrets.first().expect("a commitment").clone();
        read_seed(&Value::String(seed), &Faults::default()).expect("a seed")
    }

    /// The game as a viewer may see it now.
    pub(crate) fn view(&self, viewer: Viewer) -> Value {
        write_view::<G>(&View::of(&self.table.state, viewer))
    }

    /// For each entry of the last record what a viewer may see of its events.
    pub(crate) fn events(&self, viewer: Viewer) -> Vec<Vec<Value>> {
        let show = |(before, event): &(State<G>, G::Event)| -> Value {
            G::write_shown(&G::show(before.public.sheet.seats(), event, viewer)).parse().expect("JSON")
        };
        self.happened.iter().map(|happened| happened.iter().map(show).collect()).collect()
    }

    /// The cards a viewer may know now.
    pub(crate) fn known_now(&self, viewer: Viewer) -> BTreeSet<String> {
        known::<G>(&self.table.state, viewer)
    }

    /// The cards a viewer may know of what the last record brought about.
    pub(crate) fn known_of_last(&self, viewer: Viewer) -> BTreeSet<String> {
        let before = self.happened.iter().flatten().flat_map(|(state, _)| known::<G>(state, viewer));
        before.chain(self.known_now(viewer)).collect()
    }

    /// The first thing in a message that its reader may not know, if only `known` cards may stand there.
    pub(crate) fn leak(&self, message: &Value, known: &BTreeSet<String>) -> Option<String> {
        let text = message.to_string();
        if let Some(secret) = self.secrets.iter().find(|secret| text.contains(*secret)) {
            return Some(format!("the seed {secret}"));
        }
        self.cards_in(message).into_iter().find(|card| !known.contains(card))
    }

    /// Every card that stands in a message.
    pub(crate) fn cards_in(&self, message: &Value) -> Vec<String> {
        let mut words = Vec::new();
        collect_words::<G>(message, &mut words);
        words.retain(|word| self.codes.contains(word));
        words
    }

    /// A card that a viewer may not know now, if there is one.
    pub(crate) fn hidden_card(&self, viewer: Viewer) -> Option<String> {
        let known = self.known_now(viewer);
        self.codes.iter().find(|code| !known.contains(*code)).cloned()
    }

    pub(crate) fn secrets(&self) -> &[String] {
        &self.secrets
    }
}

/// The options that make these rules.
pub(crate) fn options_of<G: Specimen>(rules: &G::Rules) -> Map<String, Value> {
    let mut options = Map::new();
    G::write_rules(rules, &mut options);
    options
}

fn known<G: Specimen>(state: &State<G>, viewer: Viewer) -> BTreeSet<String> {
    let view: View<G> = View::of(state, viewer);
    let own = view.hand.as_ref().map(G::hand_codes).unwrap_or_default();
    G::open_codes(&view.public).into_iter().chain(own).collect()
}

/// Every word in every text of a message, keys included; what is printed on the board is left out.
fn collect_words<G: Specimen>(value: &Value, words: &mut Vec<String>) {
    let mut split = |text: &str| {
        // After an @ stands where a card goes, not a card; a joker that is swapped lies on the table.
        let text = text.replace("=*", "");
        let places = text.split([' ', '|', '-', '>', '+', '=', ':', ',', '.', '(', ')']);
        words.extend(places.filter_map(|word| word.split('@').next()).map(String::from));
    };
    match value {
        Value::String(text) => split(text),
        Value::Array(list) => list.iter().for_each(|value| collect_words::<G>(value, words)),
        Value::Object(map) => {
            for (field, value) in map.iter().filter(|(field, _)| !G::FURNITURE.contains(&field.as_str())) {
                words.push(field.clone());
                collect_words::<G>(value, words);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

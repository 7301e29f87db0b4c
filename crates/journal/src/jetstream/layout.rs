//! The layout: which stream and subject of JetStream a record is in, and how its place there becomes a [`Position`].
//!
//! A subject belongs to one partition, by a hash of its name, and a partition is one stream. A record's place is its
//! partition and its sequence there; places are numbered in turns, the first of each partition, then the second of
//! each, so that with one partition a position is the sequence itself.
//! Deliberately absent: anything that talks to a server.

use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};

use crate::{Position, Subject};

/// The most partitions there can be: each piece of news names them all.
pub(super) const MAX_PARTITIONS: u16 = 64;
/// The most servers a stream can be kept on.
pub(super) const MAX_REPLICAS: usize = 5;
/// How long servers remember ids of messages. A repeat is answered from this memory with the first one's sequence;
/// after that it is recognised by reading the subject, so nothing depends on it being long.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(30);

/// How a journal is laid out.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) prefix: String,
    pub(super) partitions: u16,
    pub(super) replicas: usize,
}

/// Where a record stands: its partition, and its sequence in the stream of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StreamPosition {
    pub(super) partition: u16,
    pub(super) sequence: u64,
}

impl Layout {
    pub(super) fn partitions(&self) -> std::ops::Range<u16> {
        0..self.partitions
    }

    /// The partition a subject belongs to, for ever: FNV-1a of its name, whose low bits alone would mix too little.
    pub(super) fn partition_of(&self, subject: &Subject) -> u16 {
        let hash = subject
            .name()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        ((hash ^ (hash >> 32)) % u64::from(self.partitions)) as u16
    }

    /// The stream of a partition.
    pub(super) fn stream(&self, partition: u16) -> String {
        format!("{}-{partition}", self.prefix)
    }

    /// The stream of the news.
    pub(super) fn news_stream(&self) -> String {
        format!("{}-news", self.prefix)
    }

    /// The subject of all news.
    pub(super) fn news_subject(&self) -> String {
        self.news_stream()
    }

    /// The stream of the snapshots.
    pub(super) fn snapshot_stream(&self) -> String {
        format!("{}-snapshots", self.prefix)
    }

    /// The subject of a part of a subject's snapshot.
    pub(super) fn snapshot_part(&self, subject: &Subject, part: usize) -> String {
        format!("{}.{part}.{subject}", self.snapshot_stream())
    }

    /// The stream of what stands in the place of redacted messages.
    pub(super) fn redaction_stream(&self) -> String {
        format!("{}-redactions", self.prefix)
    }

    /// The subject of what stands in the place of a message.
    pub(super) fn redaction(&self, place: StreamPosition, subject: &Subject) -> String {
        format!("{}.{}.{}.{subject}", self.redaction_stream(), place.partition, place.sequence)
    }

    /// The subjects of what stands in a place, of which there is one at most.
    pub(super) fn redactions_at(&self, place: StreamPosition) -> String {
        format!("{}.{}.{}.>", self.redaction_stream(), place.partition, place.sequence)
    }

    /// The subjects of what stands in the place of a subject's messages.
    pub(super) fn redactions_of(&self, subject: &Subject) -> String {
        format!("{}.{}.*.{subject}", self.redaction_stream(), self.partition_of(subject))
    }

    /// The same for a partition.
    pub(super) fn redactions_in(&self, partition: u16) -> String {
        format!("{}.{partition}.>", self.redaction_stream())
    }

    /// The same for all.
    pub(super) fn all_redactions(&self) -> String {
        format!("{}.>", self.redaction_stream())
    }

    /// The place and the subject of the message in whose place one with this subject of JetStream stands.
    pub(super) fn redaction_from(&self, name: &str) -> Option<(StreamPosition, Subject)> {
        let name = name.strip_prefix(&self.redaction_stream())?.strip_prefix('.')?;
        let (partition, rest) = name.split_once('.')?;
        let (sequence, subject) = rest.split_once('.')?;
        let place = StreamPosition { partition: partition.parse().ok()?, sequence: sequence.parse().ok()? };
        Some((place, Subject::new(subject)?))
    }

    /// The subject of a subject's records.
    pub(super) fn subject(&self, subject: &Subject) -> String {
        format!("{}.{}.{subject}", self.prefix, self.partition_of(subject))
    }

    /// The subjects of all records of a partition.
    pub(super) fn all_subjects(&self, partition: u16) -> String {
        format!("{}.{partition}.>", self.prefix)
    }

    /// The subject whose records have this subject of JetStream.
    pub(super) fn subject_from(&self, name: &str) -> Option<Subject> {
        let (_, name) = name.strip_prefix(&self.prefix)?.strip_prefix('.')?.split_once('.')?;
        Subject::new(name)
    }

    pub(super) fn position(&self, place: StreamPosition) -> Position {
        let Some(before) = place.sequence.checked_sub(1) else { return Position::START };
        Position(before * u64::from(self.partitions) + u64::from(place.partition) + 1)
    }

    /// The place of a position; `None` for the start.
    pub(super) fn stream_position(&self, position: Position) -> Option<StreamPosition> {
        let before = position.0.checked_sub(1)?;
        let partitions = u64::from(self.partitions);
        Some(StreamPosition { partition: (before % partitions) as u16, sequence: before / partitions + 1 })
    }

    /// The last sequence of a partition whose position is not beyond this one.
    pub(super) fn last_sequence_until(&self, position: Position, partition: u16) -> u64 {
        let turns = |beyond: u64| beyond / u64::from(self.partitions) + 1;
        position.0.checked_sub(u64::from(partition) + 1).map_or(0, turns)
    }

    /// The streams, as they have to be.
    pub(super) fn streams(&self) -> Vec<Config> {
        let of = self.partitions;
        let partition = |partition| {
            let description = format!("journal, partition {partition} of {of}");
            self.config(self.stream(partition), self.all_subjects(partition), description)
        };
        let description = format!("journal, news of {of} partitions");
        // Its sequences have no gaps, by which a feed knows that it misses nothing.
        let news = Config { deny_delete: true, ..self.config(self.news_stream(), self.news_subject(), description) };
        let description = format!("journal, snapshots of {of} partitions");
        // Only the last of each part is kept, which may well be the last one only.
        let snapshots = Config {
            max_messages_per_subject: 1,
            discard: DiscardPolicy::Old,
            ..self.config(self.snapshot_stream(), format!("{}.>", self.snapshot_stream()), description)
        };
        let description = format!("journal, redactions of {of} partitions");
        // The last replacement of each message counts.
        let redactions = Config {
            max_messages_per_subject: 1,
            discard: DiscardPolicy::Old,
            ..self.config(self.redaction_stream(), self.all_redactions(), description)
        };
        self.partitions().map(partition).chain([news, snapshots, redactions]).collect()
    }

    fn config(&self, name: String, subject: String, description: String) -> Config {
        Config {
            name,
            subjects: vec![subject],
            description: Some(description),
            retention: RetentionPolicy::Limits,
            // A log never loses its beginning: when there is no more room it takes nothing new.
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            num_replicas: self.replicas,
            duplicate_window: DUPLICATE_WINDOW,
            deny_purge: true,
            ..Config::default()
        }
    }
}

/// What makes a stream another than it has to be, as far as the journal depends on it.
pub(super) fn differences(wanted: &Config, found: &Config) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: &str, wanted: String, found: String| {
        if wanted != found {
            differences.push(format!("{what} is {found}, not {wanted}"));
        }
    };
    let description = |config: &Config| format!("“{}”", config.description.as_deref().unwrap_or_default());
    compare("its description", description(wanted), description(found));
    compare("its subject", wanted.subjects.join(" "), found.subjects.join(" "));
    compare("the number of its replicas", wanted.num_replicas.to_string(), found.num_replicas.to_string());
    compare("its storage", format!("{:?}", wanted.storage), format!("{:?}", found.storage));
    compare("its retention", format!("{:?}", wanted.retention), format!("{:?}", found.retention));
    compare("whether it refuses deletions", wanted.deny_delete.to_string(), found.deny_delete.to_string());
    compare("what it discards", format!("{:?}", wanted.discard), format!("{:?}", found.discard));
    let limits = |config: &Config| {
        let is_limited =
            [config.max_bytes, config.max_messages, config.max_messages_per_subject].iter().any(|n| *n > 0)
                || !config.max_age.is_zero();
        if is_limited { "limited" } else { "unlimited" }.to_owned()
    };
    // Bytes may be limited, which then refuses appends; messages must never be dropped by number or age.
    let unbounded = Config { max_bytes: 0, ..found.clone() };
    compare("what it keeps", limits(wanted), limits(&unbounded));
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(partitions: u16) -> Layout {
        Layout { prefix: "tapis".into(), partitions, replicas: 1 }
    }

    #[test]
    fn a_subject_belongs_to_the_same_partition_for_ever() {
        let partition = |name: &str| layout(8).partition_of(&Subject::new(name).expect("a subject"));
        let names = ["a", "table.k3v9", "table.k3va", "player.1", "name.dede"];
        assert_eq!(names.map(partition), PARTITIONS);
    }

    /// Where the subjects of the test are, of eight partitions; records are lost if this changes.
    const PARTITIONS: [u16; 5] = [0, 5, 5, 1, 3];

    #[test]
    fn positions_and_places_are_the_same_thing() {
        for partitions in [1, 3, 8, 64] {
            let layout = layout(partitions);
            for number in 1..500 {
                let place = layout.stream_position(Position(number)).expect("not the start");
                assert_eq!(layout.position(place), Position(number));
                for partition in layout.partitions() {
                    let last = layout.last_sequence_until(Position(number), partition);
                    let at = |sequence| layout.position(StreamPosition { partition, sequence });
                    assert!(at(last) <= Position(number) && at(last + 1) > Position(number));
                }
            }
            assert_eq!(layout.stream_position(Position::START), None);
            // Whatever a caller believes is answered.
            layout.stream_position(Position(u64::MAX));
        }
        assert_eq!(
            layout(1).stream_position(Position(u64::MAX)),
            Some(StreamPosition { partition: 0, sequence: u64::MAX })
        );
    }

    #[test]
    fn names_lead_back_to_subjects() {
        let subject = Subject::new("table.k3v9").expect("a subject");
        let layout = layout(8);
        assert_eq!(layout.subject_from(&layout.subject(&subject)), Some(subject));
        assert_eq!(layout.subject_from("tapis"), None);
        assert_eq!(layout.subject_from("other.1.a"), None);
        let (place, subject) =
            (StreamPosition { partition: 3, sequence: 77 }, Subject::new("table.k3v9").expect("a subject"));
        assert_eq!(layout.redaction_from(&layout.redaction(place, &subject)), Some((place, subject)));
        assert_eq!(layout.redaction_from("tapis-redactions.3.x.table"), None);
    }

    #[test]
    fn what_is_different_about_a_stream_is_told() {
        let wanted = layout(8).streams().remove(3);
        let same = Config { max_bytes: -1, max_messages: -1, max_messages_per_subject: -1, ..wanted.clone() };
        assert_eq!(differences(&wanted, &same), Vec::<String>::new());
        let other = Config { num_replicas: 3, description: None, max_messages: 5, ..same };
        let told = differences(&wanted, &other);
        assert_eq!(
            told,
            [
                "its description is “”, not “journal, partition 3 of 8”",
                "the number of its replicas is 3, not 1",
                "what it keeps is limited, not unlimited"
            ]
        );
    }
}

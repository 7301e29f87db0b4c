//! What `tapis migrate` and work that is spread over a cluster say.
//!
//! Deliberately absent: what a house on a cluster says to its players.

use crate::Lang;
use crate::lang::set_type;

/// What is being done while a house is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveStep {
    /// Both sides are read and compared.
    Comparing,
    /// What is missing is written.
    Copying,
    /// Both sides are read once more.
    Verifying,
}

impl MoveStep {
    /// The step in a word or two, beside a bar.
    #[must_use]
    pub fn say(self, lang: Lang) -> &'static str {
        let (french, english) = match self {
            Self::Comparing => ("comparaison", "comparing"),
            Self::Copying => ("copie", "copying"),
            Self::Verifying => ("vérification", "verifying"),
        };
        lang.of(french, english)
    }
}

/// What was moved; the same on both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedHouse {
    /// How many subjects.
    pub subjects: u64,
    /// How many records.
    pub records: u64,
    /// How many of them are news.
    pub news: u64,
    /// The bytes of all records.
    pub bytes: u64,
    /// How many snapshots.
    pub snapshots: u64,
    /// How many records were written this time.
    pub written: u64,
    /// The hash of everything.
    pub digest: String,
}

/// The house was moved.
#[must_use]
pub fn moved(moved: &MovedHouse, from: &str, to: &str, lang: Lang) -> String {
    let MovedHouse { subjects, records, news, bytes, snapshots, written, digest } = moved;
    let count = |number: &u64, one: [&str; 2], many: [&str; 2]| {
        lang.count(usize::try_from(*number).unwrap_or(usize::MAX), [lang.of(one[0], one[1]), lang.of(many[0], many[1])])
    };
    let records = count(records, ["inscription", "record"], ["inscriptions", "records"]);
    let subjects = count(subjects, ["sujet", "subject"], ["sujets", "subjects"]);
    let news = count(news, ["nouvelle", "piece of news"], ["nouvelles", "pieces of news"]);
    let snapshots = count(snapshots, ["instantané", "snapshot"], ["instantanés", "snapshots"]);
    let bytes = count(bytes, ["octet", "byte"], ["octets", "bytes"]);
    say(
        format!(
            "{from} → {to} : {records} ({bytes}) de {subjects}, dont {news} ; {snapshots}. Écrit cette fois : {written}.\n\
             Les deux côtés sont identiques, sujet par sujet : SHA-256 {digest}"
        ),
        format!(
            "{from} → {to}: {records} ({bytes}) of {subjects}, among them {news}; {snapshots}. Written this time: {written}.\n\
             Both sides are the same, subject by subject: SHA-256 {digest}"
        ),
        lang,
    )
}

/// There is nothing at the source.
#[must_use]
pub fn nothing_to_move(from: &str, lang: Lang) -> String {
    say(format!("Il n'y a pas de maison dans {from}."), format!("There is no house in {from}."), lang)
}

/// The target has a subject that the source has not.
#[must_use]
pub fn foreign_target(subject: &str, to: &str, lang: Lang) -> String {
    say(
        format!("{to} contient {subject}, que la source ne connaît pas : rien n'a été écrit."),
        format!("{to} holds {subject}, which the source does not know: nothing was written."),
        lang,
    )
}

/// A record is another in the target.
#[must_use]
pub fn other_record(subject: &str, number: u64, to: &str, lang: Lang) -> String {
    say(
        format!("L'inscription {number} de {subject} est différente dans {to} : rien n'a été écrit."),
        format!("Record {number} of {subject} is another in {to}: nothing was written."),
        lang,
    )
}

/// The news of the target have another order.
#[must_use]
pub fn other_order(subject: &str, number: u64, to: &str, lang: Lang) -> String {
    say(
        format!("Les nouvelles de {to} ont un autre ordre : la {number}e devrait être de {subject}."),
        format!("The news of {to} have another order: number {number} should be of {subject}."),
        lang,
    )
}

/// Somebody wrote meanwhile.
#[must_use]
pub fn written_meanwhile(subject: &str, lang: Lang) -> String {
    say(
        format!("On a écrit dans {subject} pendant le déménagement : fermez la maison et relancez la commande."),
        format!("Somebody wrote to {subject} while the house was moved: close the house and repeat the command."),
        lang,
    )
}

/// It failed on the way; what is written stays.
#[must_use]
pub fn move_interrupted(why: &str, lang: Lang) -> String {
    say(
        format!("Le déménagement s'est arrêté ({why}). Relancez la commande : elle continue où elle en était."),
        format!("Moving stopped ({why}). Repeat the command: it goes on from where it was."),
        lang,
    )
}

/// A worker waits for work.
#[must_use]
pub fn working(threads: usize, lang: Lang) -> String {
    let threads = lang.count(threads, [lang.of("fil", "thread"), lang.of("fils", "threads")]);
    say(
        format!("Au travail avec {threads} (Ctrl-C pour arrêter)."),
        format!("At work with {threads} (Ctrl-C to end)."),
        lang,
    )
}

/// A worker was told to end.
#[must_use]
pub fn worked(pieces: u64, lang: Lang) -> String {
    let count = usize::try_from(pieces).unwrap_or(usize::MAX);
    let pieces = lang.count(count, [lang.of("part", "share"), lang.of("parts", "shares")]);
    say(format!("Travail terminé : {pieces}."), format!("Work ended: {pieces}."), lang)
}

/// Nobody has done anything for a while.
#[must_use]
pub fn no_worker(lang: Lang) -> String {
    say(
        "Aucun résultat pour l'instant : y a-t-il un « tapis worker » de la même version ?".into(),
        "No result so far: is there a “tapis worker” of the same release?".into(),
        lang,
    )
}

/// The command was told to end before its work was done.
#[must_use]
pub fn work_interrupted(lang: Lang) -> String {
    say("Interrompu avant la fin.".into(), "Interrupted before the end.".into(), lang)
}

fn say(french: String, english: String, lang: Lang) -> String {
    set_type(&lang.of(french, english), lang)
}

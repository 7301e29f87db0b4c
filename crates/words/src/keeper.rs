//! What the page of a keeper says, and `tapis admin`.
//!
//! Deliberately absent: the columns of lists, which carry the names that programs read.

use crate::Lang;
use crate::lang::set_type;

/// What is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the list itself")]
pub enum List {
    Reports,
    Who,
    Tables,
    Bans,
    Keepers,
    Audit,
}

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the act itself")]
pub enum Act {
    CloseReport,
    Remove,
    DeletePlayer,
    Ban,
    BanNetwork,
    Chat,
    CloseTable,
    Unban,
    DeleteChat,
    Announce,
    ResetPassword,
    Drain,
    ReadOnly,
    Open,
    AddKeeper,
    RemoveKeeper,
    EndSessions,
}

/// What the house lets people do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the mode itself")]
pub enum Mode {
    Open,
    Draining,
    ReadOnly,
}

/// The title of the page.
#[must_use]
pub fn title(lang: Lang) -> &'static str {
    lang.of("La tenue de la maison", "Keeping the house")
}

/// The heading of a list.
#[must_use]
pub fn list(list: List, lang: Lang) -> &'static str {
    match list {
        List::Reports => lang.of("Signalements", "Reports"),
        List::Who => lang.of("Qui est là", "Who is here"),
        List::Tables => lang.of("Tables", "Tables"),
        List::Bans => lang.of("Exclusions", "Bans"),
        List::Keepers => lang.of("Gardiens", "Keepers"),
        List::Audit => lang.of("Ce qui a été fait", "What was done"),
    }
}

/// The label of a button.
#[must_use]
pub fn act(act: Act, lang: Lang) -> &'static str {
    match act {
        Act::CloseReport => lang.of("Classer", "Close"),
        Act::Remove => lang.of("Renvoyer", "Remove"),
        Act::DeletePlayer => lang.of("Supprimer un compte", "Delete an account"),
        Act::Ban => lang.of("Exclure", "Ban"),
        Act::BanNetwork => lang.of("Exclure le réseau", "Ban the network"),
        Act::Chat => lang.of("Paroles", "Talk"),
        Act::CloseTable => lang.of("Ranger la table", "Close the table"),
        Act::Unban => lang.of("Lever l'exclusion", "Lift the ban"),
        Act::DeleteChat => lang.of("Effacer ses paroles", "Delete what they said"),
        Act::Announce => lang.of("Annoncer", "Announce"),
        Act::ResetPassword => lang.of("Nouveau mot de passe", "New password"),
        Act::Drain => lang.of("Laisser finir les parties", "Let matches finish"),
        Act::ReadOnly => lang.of("Lecture seule", "Read only"),
        Act::Open => lang.of("Rouvrir", "Open again"),
        Act::AddKeeper => lang.of("Nommer gardien", "Make a keeper"),
        Act::RemoveKeeper => lang.of("Retirer la garde", "Keeper no more"),
        Act::EndSessions => lang.of("Terminer toutes les sessions", "End all sessions"),
    }
}

/// What the house lets people do, in one sentence.
#[must_use]
pub fn mode(mode: Mode, lang: Lang) -> String {
    let text = match mode {
        Mode::Open => lang.of("La maison est ouverte.", "The house is open."),
        Mode::Draining => lang.of(
            "Les parties en cours finissent ; il n'y a ni nouvelle table ni nouvel invité.",
            "Matches under way are finished; there are no new tables and no new guests.",
        ),
        Mode::ReadOnly => {
            lang.of("On ne joue pas : la maison est en lecture seule.", "Nobody plays: the house is read-only.")
        }
    };
    set_type(text, lang)
}

/// A list has no lines.
#[must_use]
pub fn nothing(lang: Lang) -> &'static str {
    lang.of("Rien.", "Nothing.")
}

/// It is done.
#[must_use]
pub fn done(lang: Lang) -> &'static str {
    lang.of("C'est fait.", "Done.")
}

/// What stands before a new password.
#[must_use]
pub fn new_password(lang: Lang) -> String {
    let text =
        lang.of("Le nouveau mot de passe, qui n'est montré qu'une fois :", "The new password, which is shown once:");
    set_type(text, lang)
}

/// No house has the data open.
#[must_use]
pub fn no_house(data: &str, why: &str, lang: Lang) -> String {
    match lang {
        Lang::French => format!("Aucune maison ouverte ne répond pour {data} ({why})."),
        Lang::English => format!("No open house answers for {data} ({why})."),
    }
}

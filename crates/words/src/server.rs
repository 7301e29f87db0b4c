//! What the server says outside of tables: why it refuses a request, how it greets, what it calls its guests.
//!
//! Deliberately absent: what is said at a table (module `house`), and the codes and numbers of HTTP.

use crate::Lang;
use crate::lang::set_type;

/// Names for guests who brought none; two guests may share one.
pub const GUEST_NAMES: [&str; 32] = [
    "Renard Rusé",
    "Loutre Joyeuse",
    "Hibou Patient",
    "Belette Vive",
    "Castor Tranquille",
    "Mésange Bleue",
    "Hérisson Doux",
    "Grenouille Rieuse",
    "Lièvre Pressé",
    "Cigale Chantante",
    "Écureuil Malin",
    "Tortue Tenace",
    "Merle Moqueur",
    "Fourmi Prudente",
    "Chat Botté",
    "Abeille Dorée",
    "Blaireau Songeur",
    "Coccinelle Chanceuse",
    "Faucon Vif",
    "Hirondelle Légère",
    "Lézard Flâneur",
    "Marmotte Ravie",
    "Pinson Gai",
    "Chouette Sage",
    "Sanglier Têtu",
    "Souris Grise",
    "Moineau Hardi",
    "Libellule Agile",
    "Ours Câlin",
    "Truite Argentée",
    "Rouge-Gorge Fier",
    "Dame Pie",
];

/// The house is open; printed when it starts.
#[must_use]
pub fn open(url: &str, lang: Lang) -> String {
    say(
        format!("La maison est ouverte : {url} (Ctrl-C pour fermer)"),
        format!("The house is open: {url} (Ctrl-C to close)"),
        lang,
    )
}

/// Where the house is found on the home network; printed above a code to scan.
#[must_use]
pub fn open_to_network(url: &str, lang: Lang) -> String {
    say(
        format!("Sur le réseau de la maison : {url} (à taper ou à scanner avec un téléphone)"),
        format!("On the home network: {url} (to type, or to scan with a phone)"),
        lang,
    )
}

/// The house lets the home network in, but this machine is on none.
#[must_use]
pub fn no_network(lang: Lang) -> String {
    say(
        "Cette machine n'est sur aucun réseau : tant qu'il en est ainsi, on ne joue que sur elle.".into(),
        "This machine is on no network: as long as that is so, one can play on this machine only.".into(),
        lang,
    )
}

/// A copy of the data was made or put back, and is sound.
#[must_use]
pub fn copied(path: &str, records: u64, lang: Lang) -> String {
    let records = usize::try_from(records).unwrap_or(usize::MAX);
    let (french, english) =
        (lang.count(records, ["inscription", "inscriptions"]), lang.count(records, ["record", "records"]));
    say(format!("{path} : {french}, tout est en ordre."), format!("{path}: {english}, all in order."), lang)
}

/// A file exists that is not to be overwritten.
#[must_use]
pub fn exists(path: &str, lang: Lang) -> String {
    say(
        format!("{path} existe déjà ; --force le remplace."),
        format!("{path} exists already; --force replaces it."),
        lang,
    )
}

/// The sentence of the page that stands at the root while there is no client.
#[must_use]
pub fn welcome(lang: Lang) -> String {
    say("La maison est ouverte.".into(), "The house is open.".into(), lang)
}

/// The text of the link to the description of the interface.
#[must_use]
pub fn interface_link(lang: Lang) -> String {
    say("Description de l'interface (OpenAPI)".into(), "Description of the interface (OpenAPI)".into(), lang)
}

/// The body is not the JSON that was expected; `why` is the parser's own account.
#[must_use]
pub fn bad_body(why: &str, lang: Lang) -> String {
    say(
        format!("Le corps de la requête ne va pas ({why})."),
        format!("The body of the request is wrong ({why})."),
        lang,
    )
}

/// The body is not said to be JSON.
#[must_use]
pub fn not_json(lang: Lang) -> String {
    say(
        "Le corps doit être du JSON, annoncé par « Content-Type: application/json ».".into(),
        "The body has to be JSON, announced by “Content-Type: application/json”.".into(),
        lang,
    )
}

/// The body is too long.
#[must_use]
pub fn too_large(most: usize, lang: Lang) -> String {
    say(
        format!("Le corps de la requête est trop long : {most} octets au plus."),
        format!("The body of the request is too long: {most} bytes at most."),
        lang,
    )
}

/// A part of the address does not have the right form; `why` is the parser's own account.
#[must_use]
pub fn bad_query(why: &str, lang: Lang) -> String {
    say(format!("L'adresse ne va pas ({why})."), format!("The address is wrong ({why})."), lang)
}

/// The request took too long to arrive or to be answered.
#[must_use]
pub fn too_slow(lang: Lang) -> String {
    say("La requête a pris trop de temps.".into(), "The request took too long.".into(), lang)
}

/// There is no page at this address.
#[must_use]
pub fn no_such_page(lang: Lang) -> String {
    say("Il n'y a rien à cette adresse.".into(), "There is nothing at this address.".into(), lang)
}

/// The address exists, but not for this method.
#[must_use]
pub fn wrong_method(lang: Lang) -> String {
    say("Cette adresse n'admet pas cette méthode.".into(), "This address does not allow this method.".into(), lang)
}

/// The request comes from the page of another house.
#[must_use]
pub fn foreign_origin(lang: Lang) -> String {
    say(
        "Cette requête vient d'une page d'un autre site ; cette maison ne l'accepte pas.".into(),
        "This request comes from a page of another site; this house does not accept it.".into(),
        lang,
    )
}

/// Nobody has said who asks.
#[must_use]
pub fn no_session(lang: Lang) -> String {
    say("Entrez d'abord : il faut une session.".into(), "Please come in first: this needs a session.".into(), lang)
}

/// The token is not one of this house, or its session was closed.
#[must_use]
pub fn bad_token(lang: Lang) -> String {
    say(
        "Cette session n'est pas ou plus valable ; entrez à nouveau.".into(),
        "This session is not valid, or no longer; please come in again.".into(),
        lang,
    )
}

/// A name has no characters.
#[must_use]
pub fn name_empty(lang: Lang) -> String {
    say("Un nom a au moins un caractère.".into(), "A name has at least one character.".into(), lang)
}

/// A name is too long.
#[must_use]
pub fn name_too_long(most: usize, lang: Lang) -> String {
    say(format!("Un nom a {most} caractères au plus."), format!("A name has at most {most} characters."), lang)
}

/// A name holds a character that is not shown, or turns the direction of writing.
#[must_use]
pub fn name_unprintable(lang: Lang) -> String {
    say("Un nom n'a que des caractères visibles.".into(), "A name has only characters that can be seen.".into(), lang)
}

/// Somebody else has the name.
#[must_use]
pub fn name_taken(lang: Lang) -> String {
    say("Ce nom est déjà pris.".into(), "This name is already taken.".into(), lang)
}

/// A password is too short or too long.
#[must_use]
pub fn bad_password(least: usize, most: usize, lang: Lang) -> String {
    say(
        format!("Un mot de passe a de {least} à {most} caractères."),
        format!("A password has {least} to {most} characters."),
        lang,
    )
}

/// The name and the password do not go together.
#[must_use]
pub fn wrong_login(lang: Lang) -> String {
    say(
        "Ce nom et ce mot de passe ne vont pas ensemble.".into(),
        "This name and this password do not go together.".into(),
        lang,
    )
}

/// The player already has a name of their own.
#[must_use]
pub fn already_claimed(lang: Lang) -> String {
    say("Vous avez déjà un nom à vous.".into(), "You already have a name of your own.".into(), lang)
}

/// Only a player with a name of their own can do this.
#[must_use]
pub fn not_claimed(lang: Lang) -> String {
    say(
        "Il faut d'abord un nom à soi, avec un mot de passe.".into(),
        "This needs a name of your own first, with a password.".into(),
        lang,
    )
}

/// Too many requests.
#[must_use]
pub fn too_fast(seconds: u64, lang: Lang) -> String {
    let seconds = usize::try_from(seconds).unwrap_or(usize::MAX);
    say(
        format!("C'est trop à la fois ; réessayez dans {}.", lang.count(seconds, ["seconde", "secondes"])),
        format!("That is too much at once; try again in {}.", lang.count(seconds, ["second", "seconds"])),
        lang,
    )
}

/// The house has too much to do.
#[must_use]
pub fn busy(lang: Lang) -> String {
    say(
        "La maison a trop à faire ; réessayez dans un instant.".into(),
        "The house has too much to do; try again in a moment.".into(),
        lang,
    )
}

/// Somebody may not come in.
#[must_use]
pub fn banned(lang: Lang) -> String {
    say(
        "Cette maison ne vous accueille pas pour le moment.".into(),
        "This house does not let you in for the time being.".into(),
        lang,
    )
}

/// Matches under way are finished, and nothing new begins.
#[must_use]
pub fn draining(lang: Lang) -> String {
    say(
        "La maison va fermer : les parties en cours finissent, rien de nouveau ne commence.".into(),
        "The house is about to close: matches under way are finished, nothing new begins.".into(),
        lang,
    )
}

/// Nothing is written.
#[must_use]
pub fn read_only(lang: Lang) -> String {
    say(
        "La maison est en lecture seule : on ne joue pas pour le moment.".into(),
        "The house is read-only: nobody plays for the time being.".into(),
        lang,
    )
}

/// Only a keeper can do this.
#[must_use]
pub fn not_keeper(lang: Lang) -> String {
    say("Seul un gardien de la maison peut faire cela.".into(), "Only a keeper of the house can do this.".into(), lang)
}

/// A command of a keeper cannot be read; `why` is the parser's own account.
#[must_use]
pub fn bad_command(why: &str, lang: Lang) -> String {
    say(format!("Cette commande ne va pas ({why})."), format!("This command is wrong ({why})."), lang)
}

/// There is no such ban.
#[must_use]
pub fn no_such_ban(lang: Lang) -> String {
    say("Cette exclusion n'existe pas.".into(), "There is no such ban.".into(), lang)
}

/// There is no such report, or it was dealt with.
#[must_use]
pub fn no_such_report(lang: Lang) -> String {
    say("Ce signalement n'existe pas ou plus.".into(), "There is no such report, or no longer.".into(), lang)
}

/// A report has no text, or too much.
#[must_use]
pub fn bad_report(most: usize, lang: Lang) -> String {
    say(format!("Un signalement a de 1 à {most} caractères."), format!("A report has 1 to {most} characters."), lang)
}

/// A player has too many reports that were not dealt with.
#[must_use]
pub fn too_many_reports(most: u32, lang: Lang) -> String {
    say(
        format!("{most} signalements de vous ou de votre réseau attendent déjà ; un gardien les lira."),
        format!("{most} reports from you or your network are waiting already; a keeper will read them."),
        lang,
    )
}

/// A player has sent too many records today.
#[must_use]
pub fn too_many_records(most: u32, lang: Lang) -> String {
    say(
        format!("La maison prend {most} parties jouées hors ligne par jour ; les autres viendront demain."),
        format!("The house takes {most} matches played offline a day; the others come tomorrow."),
        lang,
    )
}

/// A report has arrived.
#[must_use]
pub fn reported(lang: Lang) -> String {
    say(
        "Merci : un gardien de la maison lira votre signalement.".into(),
        "Thank you: a keeper of the house will read your report.".into(),
        lang,
    )
}

/// There is no such player.
#[must_use]
pub fn no_such_player(lang: Lang) -> String {
    say("Ce joueur n'existe pas.".into(), "There is no such player.".into(), lang)
}

/// There is no such session of this player.
#[must_use]
pub fn no_such_session(lang: Lang) -> String {
    say("Cette session n'existe pas.".into(), "There is no such session.".into(), lang)
}

/// There is no such game; `known` lists those there are.
#[must_use]
pub fn no_such_game(known: &str, lang: Lang) -> String {
    say(format!("Ce jeu n'existe pas ; il y a {known}."), format!("There is no such game; there are {known}."), lang)
}

/// There are too many connections from one network.
#[must_use]
pub fn too_many_connections(most: u32, lang: Lang) -> String {
    say(
        format!("Il y a déjà {most} connexions depuis votre réseau."),
        format!("There are {most} connections from your network already."),
        lang,
    )
}

/// Nothing can be written down at present.
#[must_use]
pub fn not_writable(why: &str, lang: Lang) -> String {
    say(
        format!("La maison ne peut rien noter pour le moment ({why})."),
        format!("The house cannot write anything down at present ({why})."),
        lang,
    )
}

/// Something is wrong with the house itself.
#[must_use]
pub fn failed(lang: Lang) -> String {
    say(
        "La maison a un problème ; réessayez plus tard.".into(),
        "The house has a problem; try again later.".into(),
        lang,
    )
}

fn say(french: String, english: String, lang: Lang) -> String {
    set_type(&lang.of(french, english), lang)
}

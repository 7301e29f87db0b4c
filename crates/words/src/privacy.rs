//! What the house keeps of a person, why, for how long, and who sees it: a note for people, as a piece of HTML.
//!
//! Deliberately absent: how it is kept and erased.

use crate::Lang;
use crate::lang::set_type;

/// For how many days the house keeps what it does not keep for ever; 0 is for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptDays {
    /// What is said at tables.
    pub chat: u32,
    /// What devices call themselves.
    pub device: u32,
    /// A session that is not used.
    pub session: u32,
}

/// What somebody is called whose account was deleted.
#[must_use]
pub fn anonymous(lang: Lang) -> &'static str {
    lang.of("Anonyme", "Anonymous")
}

/// The name of a player as it is shown: nobody's name is empty, so that of a deleted player is.
#[must_use]
pub fn shown_name(name: &str, lang: Lang) -> String {
    if name.is_empty() { anonymous(lang).into() } else { name.into() }
}

/// The note, for a house that keeps things for so long.
#[must_use]
pub fn note(days: KeptDays, lang: Lang) -> String {
    let kept = |number: u32| match number {
        0 => lang.of("tant que le compte existe", "as long as the account exists").to_owned(),
        _ => {
            let count = lang.count(number as usize, lang.of(["jour", "jours"], ["day", "days"]));
            lang.of(format!("pendant {count}"), format!("for {count}"))
        }
    };
    let (chat, device, session) = (kept(days.chat), kept(days.device), days.session);
    let parts: [(&str, Vec<String>); 4] = match lang {
        Lang::French => [
            (
                "Ce que la maison garde",
                vec![
                    "Un nom, que vous choisissez ou que la maison trouve, et un numéro tiré au hasard : pour vous \
                     reconnaître."
                        .into(),
                    "Si vous gardez votre nom, l'empreinte de votre mot de passe, jamais le mot de passe.".into(),
                    format!(
                        "Vos sessions : quand elles ont été ouvertes et, {device}, ce que votre navigateur dit de \
                         lui-même. Une session qui ne sert pas pendant {session} jours prend fin."
                    ),
                    "Vos parties : les tables, les coups, les résultats et les cotes ; celles que vous avez jouées hors \
                     ligne aussi, pour vous seul.".into(),
                    format!("Ce que vous dites aux tables, {chat}, et les signalements que vous faites."),
                ],
            ),
            (
                "Ce qu'elle ne garde pas",
                vec![
                    "Ni adresse électronique, ni publicité, ni mesure d'audience, ni rien d'autres sites. Le seul \
                     cookie dit qui vous êtes."
                        .into(),
                    "Votre adresse sur le réseau sert à protéger la maison des abus ; elle n'est écrite que raccourcie, \
                     ou si un gardien exclut ce réseau."
                        .into(),
                ],
            ),
            (
                "Qui le voit",
                vec![
                    "Tout le monde voit votre nom, vos cotes et vos parties publiques ; ceux qui étaient à une table \
                     privée la voient aussi, et ceux qui sont à une table lisent ce qui s'y dit."
                        .into(),
                    "Les gardiens de la maison voient de plus les signalements et ce qui s'est dit aux tables. Rien \
                     n'est donné à d'autres."
                        .into(),
                ],
            ),
            (
                "Ce que vous pouvez faire",
                vec![
                    "Télécharger tout ce que la maison garde de vous, depuis votre compte.".into(),
                    "Supprimer votre compte : nom, mot de passe, appareils et paroles sont effacés ; vos parties \
                     restent, sous le nom « Anonyme ». Les copies de sauvegarde gardent l'ancien état jusqu'à ce que \
                     la maison s'en défasse."
                        .into(),
                ],
            ),
        ],
        Lang::English => [
            (
                "What the house keeps",
                vec![
                    "A name, which you choose or the house finds, and a random number: to know you again.".into(),
                    "If you keep your name, a hash of your password, never the password.".into(),
                    format!(
                        "Your sessions: when they were opened and, {device}, what your browser says of itself. A \
                         session that is not used for {session} days ends."
                    ),
                    "Your matches: the tables, the moves, the results and the ratings; also those you played offline, for \
                     you alone.".into(),
                    format!("What you say at tables, {chat}, and the reports you make."),
                ],
            ),
            (
                "What it does not keep",
                vec![
                    "No e-mail address, no advertising, no analytics, nothing of other sites. The only cookie says \
                     who you are."
                        .into(),
                    "Your network address is used to keep abuse away; it is written only in a shortened form, or if a \
                     keeper bans that network."
                        .into(),
                ],
            ),
            (
                "Who sees it",
                vec![
                    "Everybody sees your name, your ratings and your public matches; those who were at a private table \
                     see it too, and those who are at a table read what is said there."
                        .into(),
                    "The keepers of the house also see reports and what was said at tables. Nothing is passed on."
                        .into(),
                ],
            ),
            (
                "What you can do",
                vec![
                    "Download all the house keeps of you, from your account.".into(),
                    "Delete your account: name, password, devices and what you said are erased; your matches stay, \
                     under the name “Anonymous”. Backup copies keep the old state until the house disposes of them."
                        .into(),
                ],
            ),
        ],
    };
    let part = |(heading, items): &(&str, Vec<String>)| {
        let items: String = items.iter().map(|item| format!("<li>{}</li>\n", set_type(item, lang))).collect();
        format!("<h2>{}</h2>\n<ul>\n{items}</ul>\n", set_type(heading, lang))
    };
    parts.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_tells_the_days_of_the_house() {
        let days = KeptDays { chat: 31, device: 0, session: 90 };
        let (french, english) = (note(days, Lang::French), note(days, Lang::English));
        assert!(french.contains("31 jours") || french.contains("31\u{a0}jours"), "{french}");
        assert!(english.contains("for 31 days") && english.contains("as long as the account exists"), "{english}");
        assert_eq!(french.matches("<li>").count(), english.matches("<li>").count());
    }

    #[test]
    fn only_who_is_deleted_is_anonymous() {
        assert_eq!(shown_name("", Lang::French), "Anonyme");
        assert_eq!(shown_name("Anna", Lang::French), "Anna");
    }
}

//! What a messenger shows of a link to the house: a title and a line of text.
//!
//! Deliberately absent: how a page says it, and which picture stands beside it.

use engine::GameId;

use crate::game_name;
use crate::lang::{Lang, set_type};
use crate::screen::tagline;

/// What is said of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// In a few words.
    pub title: String,
    /// In one or two sentences.
    pub text: String,
}

/// Of the house itself.
#[must_use]
pub fn house(lang: Lang) -> Preview {
    preview(
        lang.of("Tapis : cinq jeux de famille", "Tapis: five family games").into(),
        lang.of(
            "Onze, Nain Jaune, DOS, Rummy et Quarante-Six, en famille ou contre des robots.",
            "Onze, Nain Jaune, DOS, Rummy and Quarante-Six, with your family or against bots.",
        )
        .into(),
        lang,
    )
}

/// Of a table somebody invites to.
#[must_use]
pub fn table(game: GameId, host: &str, lang: Lang) -> Preview {
    let name = game_name(game);
    let title = lang.of(
        format!("{host} vous invite à jouer {} {name}", at(game)),
        format!("{host} invites you to a game of {name}"),
    );
    let how = lang.of(
        "Ouvrez le lien dans un navigateur : on joue tout de suite, sans compte.",
        "Open the link in a browser and play at once, no account needed.",
    );
    preview(title, format!("{} {how}", tagline(game, lang)), lang)
}

/// Of the rules of a game.
#[must_use]
pub fn rules(game: GameId, lang: Lang) -> Preview {
    let name = game_name(game);
    let title = lang.of(format!("Les règles {} {name}", of(game)), format!("The rules of {name}"));
    preview(title, tagline(game, lang), lang)
}

/// One plays *à DOS*, which is a name, and *au* others.
pub(crate) fn at(game: GameId) -> &'static str {
    match game {
        GameId::Dos => "à",
        GameId::Onze | GameId::NainJaune | GameId::Rummy | GameId::QuaranteSix => "au",
    }
}

/// The rules are *de DOS*, and *du* others.
fn of(game: GameId) -> &'static str {
    match game {
        GameId::Dos => "de",
        GameId::Onze | GameId::NainJaune | GameId::Rummy | GameId::QuaranteSix => "du",
    }
}

fn preview(title: String, text: String, lang: Lang) -> Preview {
    Preview { title: set_type(&title, lang), text: set_type(&text, lang) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_names_the_host_and_the_game() {
        let said = |game, lang| table(game, "Mamie Jo", lang).title;
        assert_eq!(said(GameId::NainJaune, Lang::French), "Mamie Jo vous invite à jouer au Nain Jaune");
        assert_eq!(said(GameId::Dos, Lang::French), "Mamie Jo vous invite à jouer à DOS");
        assert_eq!(said(GameId::Rummy, Lang::English), "Mamie Jo invites you to a game of Rummy");
        assert_eq!(rules(GameId::Dos, Lang::French).title, "Les règles de DOS");
    }
}

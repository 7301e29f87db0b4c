//! The labels of screens: buttons, headings, notices, in the browser and in the terminal.
//!
//! Every label has both languages or does not compile; `cargo xtask tidy` finds those that no screen uses.
//!
//! Deliberately absent: sentences about what happens in a game.

use engine::GameId;
use wire::house::{BotLevel, Here};

use crate::Lang;
use crate::lang::set_type;

macro_rules! labels {
    ($($name:ident: $french:literal, $english:literal;)*) => {
        /// Something written on a screen.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Label {
            $(#[doc = $english] $name,)*
        }

        impl Label {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// What is written, in a language.
            #[must_use]
            pub fn say(self, lang: Lang) -> String {
                let (french, english) = match self {
                    $(Self::$name => ($french, $english),)*
                };
                set_type(lang.of(french, english), lang)
            }
        }
    };
}

labels! {
    // The first screen.
    WhatTonight: "On joue à quoi ce soir ?", "What shall we play tonight?";
    OneClick: "Un clic pour jouer contre les robots. Un lien pour inviter la famille.", "One click to play against bots. One link to invite the family.";
    Play: "Jouer", "Play";
    Invite: "Inviter", "Invite";
    OpenTables: "Tables ouvertes", "Open tables";
    NoOpenTables: "Aucune table n'attend de joueurs pour l'instant.", "No table is waiting for players right now.";
    YourTables: "Vos parties en cours", "Your games under way";
    Resume: "Reprendre", "Resume";
    Join: "Rejoindre", "Join";
    WatchTable: "Regarder", "Watch";
    // Everywhere.
    Home: "Accueil", "Home";
    Rules: "Règles", "Rules";
    History: "Historique", "History";
    Settings: "Réglages", "Settings";
    Language: "Langue", "Language";
    Theme: "Thème", "Theme";
    ThemeSystem: "Comme le système", "Like the system";
    ThemeLight: "Clair", "Light";
    ThemeDark: "Sombre", "Dark";
    Sounds: "Sons", "Sounds";
    YourName: "Votre nom", "Your name";
    Save: "Enregistrer", "Save";
    Close: "Fermer", "Close";
    Cancel: "Annuler", "Cancel";
    HouseUnreachable: "La maison ne répond pas.", "The house does not answer.";
    LineLost: "Connexion perdue : on la rétablit. Rien n'est perdu.", "Connection lost: it is being restored. Nothing is lost.";
    Loading: "Un instant…", "One moment…";
    Nowhere: "Il n'y a rien à cette adresse.", "There is nothing at this address.";
    SeeRule: "Voir la règle", "See the rule";
    // At a table.
    CardsInHand: "Cartes en main", "Cards in hand";
    YourHand: "Votre main", "Your hand";
    Pile: "Pioche", "Pile";
    Draw: "Piocher", "Draw";
    EndTurn: "Finir le tour", "End turn";
    Pass: "Passer", "Pass";
    Undo: "Reprendre le coup", "Take back";
    Hint: "Indice", "Hint";
    Log: "Déroulement", "Log";
    You: "vous", "you";
    YourTurn: "À vous", "Your turn";
    TheirTurn: "joue", "playing";
    Free: "libre", "free";
    FreeSeat: "Place libre", "Free seat";
    // Between rounds and at the end.
    Scores: "Feuille de score", "Score sheet";
    NextRound: "Manche suivante", "Next round";
    // DOS.
    Catch: "Contre-DOS !", "Counter-DOS!";
    CallDos: "DOS !", "DOS!";
    Decline: "Refuser le bonus", "Decline the bonus";
    Row: "La rangée", "The row";
    Talon: "Talon", "Talon";
    // Rummy.
    TheTable: "La table", "The table";
    NewSet: "Nouvelle combinaison", "New set";
    PutHere: "Poser ici", "Put here";
    YourRack: "Votre chevalet", "Your rack";
    SortByColour: "Par couleur", "By colour";
    SortByRank: "Par rang", "By rank";
    UndoChange: "Défaire", "Undo";
    RedoChange: "Refaire", "Redo";
    ResetTurn: "Tout remettre", "Start over";
    TidyUp: "Ranger", "Tidy up";
    ShowPlay: "Montrer un coup", "Show a play";
    RepairTable: "Réparer", "Repair";
    NothingToLay: "Il n'y a rien à poser avec ce chevalet.", "There is nothing to lay from this rack.";
    CannotRepair: "Ces tuiles ne font pas une table : remettez-les.", "These tiles make no table: start over.";
    ReadyToPlay: "Tout est en ordre : jouez quand vous voulez.", "All is in order: play when you like.";
    LaidThisTurn: "posée ce tour-ci", "laid this turn";
    HasOpened: "a ouvert", "opened";
    TimeLeft: "Temps restant", "Time left";
    LastSeconds: "Plus que dix secondes !", "Ten seconds left!";
}

/// One line that says what a game is like.
#[must_use]
pub fn tagline(game: GameId, lang: Lang) -> String {
    let (french, english) = match game {
        GameId::Onze => ("Quatre rangées, des ponts et des jokers.", "Four rows, bridges and jokers."),
        GameId::NainJaune => {
            ("Des suites, du flair et une poignée de jetons.", "Runs, a good nose and a handful of tokens.")
        }
        GameId::Dos => ("Associez les chiffres, visez la couleur.", "Match the numbers, aim for the colour."),
        GameId::Rummy => ("Brelans, suites, et la table à refaire.", "Groups, runs, and a table to remake."),
        GameId::QuaranteSix => ("Posez au bon moment, de case en case.", "Lay at the right time, square by square."),
    };
    set_type(lang.of(french, english), lang)
}

/// How well a bot plays.
#[must_use]
pub fn bot_level(level: BotLevel, lang: Lang) -> &'static str {
    match level {
        BotLevel::Novice => lang.of("robot débutant", "novice bot"),
        BotLevel::Casual => lang.of("robot tranquille", "casual bot"),
        BotLevel::Skilled => lang.of("robot habile", "skilled bot"),
        BotLevel::Expert => lang.of("robot expert", "expert bot"),
    }
}

/// Whether the player of a seat is there.
#[must_use]
pub fn here(here: Here, lang: Lang) -> &'static str {
    match here {
        Here::Free => lang.of("libre", "free"),
        Here::Here => lang.of("en ligne", "online"),
        Here::Away => lang.of("absent", "away"),
        Here::StandIn => lang.of("absent, un robot joue", "away, a bot plays"),
        Here::Bot => lang.of("robot", "bot"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_written_in_both_languages() {
        for label in Label::ALL {
            for lang in Lang::ALL {
                let said = label.say(lang);
                assert!(!said.trim().is_empty() && said.trim() == said, "{label:?} in {lang:?}: {said:?}");
            }
            let french = label.say(Lang::French);
            assert!(!french.contains([' ']) || !french.contains(" !") && !french.contains(" ?"), "{french:?}");
        }
    }
}

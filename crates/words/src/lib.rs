//! What is said to people: the rulebooks, and why something was refused, in French and in English.
//!
//! Each game has one file here, named like its folder in the engine.
//!
//! Deliberately absent: decisions. A sentence is made from a refusal or a fault that has been decided elsewhere.

pub mod door;
mod dos;
mod fault;
pub mod hint;
pub mod house;
mod lang;
mod nain_jaune;
mod onze;
mod quarante_six;
mod record;
pub mod replay;
pub mod request;
pub mod review;
mod rummy;
pub mod screen;
pub mod sim;

use engine::{Game, GameId, Refuse};

pub use fault::say_fault;
pub use lang::Lang;
use lang::set_type;
pub use record::say_record_problem;

/// A game that can explain itself.
pub trait Words: Game {
    /// The rulebook, numbered like the refusals.
    fn rulebook(lang: Lang) -> &'static str;

    /// Why a move was refused, in one sentence without the number of the rule, with plain spaces
    /// (French typography is seen to on the way out).
    fn say(refusal: &Self::Refusal, lang: Lang) -> String;

    /// How moves are written, for whoever wrote something else.
    fn say_notation(lang: Lang) -> &'static str;
}

/// Why a move was refused, in one sentence that names the rule.
#[must_use]
pub fn say_refusal<G: Words>(refusal: &G::Refusal, lang: Lang) -> String {
    let sentence = format!("{} ({} {})", G::say(refusal, lang), lang.of("règle", "rule"), refusal.rule());
    set_type(&sentence, lang)
}

/// Text that is no move, in one sentence that says how moves are written.
#[must_use]
pub fn say_not_a_move<G: Words>(text: &str, lang: Lang) -> String {
    let how = G::say_notation(lang);
    // Nobody wants a whole table of nonsense read back.
    let text: String = text.chars().take(60).collect();
    let sentence = match lang {
        Lang::French => format!("« {text} » n'est pas un coup. Les coups s'écrivent ainsi : {how}."),
        Lang::English => format!("“{text}” is not a move. Moves are written like this: {how}."),
    };
    set_type(&sentence, lang)
}

/// The name of a game as people say it.
#[must_use]
pub fn game_name(id: GameId) -> &'static str {
    match id {
        GameId::Onze => "Onze",
        GameId::NainJaune => "Nain Jaune",
        GameId::Dos => "DOS",
        GameId::Rummy => "Rummy",
        GameId::QuaranteSix => "Quarante-Six",
    }
}

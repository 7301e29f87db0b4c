//! What is said to people, in French and in English: the rulebooks, why something was refused, what happens at a table
//! and what one may do there.
//!
//! Each game has one file here and a folder, named like its folder in the engine.
//!
//! Deliberately absent: decisions. A sentence is made from a refusal, a fault, an event or a list of moves that comes
//! from elsewhere.

mod caption;
pub mod cluster;

mod dos;
mod effects;
pub mod evening;
mod fault;
mod grammar;
pub mod hint;
pub mod house;
pub mod keeper;
mod lang;
pub mod lesson;
mod listener;
pub mod lobby;
mod merit;
pub mod nain_jaune;
pub mod onze;
pub mod options;
mod portraits;
pub mod preview;
pub mod privacy;
pub mod quarante_six;
mod rank;
mod record;
pub mod replay;
pub mod request;
pub mod review;
pub mod rulebook;
pub mod rummy;
pub mod screen;
pub mod server;
pub mod sim;
mod talk;
mod welcome;

use engine::{GameId, Public, Refuse, SeatCount, View};
use wire::Codec;

pub use caption::{Caption, join_captions, say_caption};
pub use fault::say_fault;
pub use grammar::{Article, capital};
pub use lang::Lang;
use lang::set_type;
pub use listener::Listener;
pub use merit::say_merit;
use options::TableOption;
pub use portraits::{SeatName, seat_names};
pub use rank::rank_mark;
pub use record::say_record_problem;
pub use rummy::{name_joker, say_opening, say_set_fault};
pub use talk::{prompt, say_places, say_result, say_step, say_timeout, say_why_not, tell};
pub use welcome::{Welcome, welcome, welcome_beginners};

/// A game that can explain itself. Sentences are made with plain spaces; French typography is seen to on the way out.
pub trait Words: Codec {
    /// The rulebook, numbered like the refusals.
    fn rulebook(lang: Lang) -> &'static str;

    /// Why a move was refused, in one sentence without the number of the rule. See [`explain_refusal`] and
    /// [`say_refusal`].
    fn say(refusal: &Self::Refusal, lang: Lang) -> String;

    /// How moves are written, for whoever wrote something else.
    fn say_notation(lang: Lang) -> &'static str;

    /// The name of a card or tile, complete and short: « le 7 rouge », “the queen of spades”.
    fn name_card(card: &Self::Card, article: Article, lang: Lang) -> String;

    /// A move as one would name it among others: « piocher », “lay the 12”. See [`say_step`].
    fn say_move(mv: &Self::Move, public: &Public<Self>, to: &Listener<'_>) -> String;

    /// What happened, or nothing if it is not worth a line; `before` is the view until then. See [`tell`].
    fn say_shown(shown: &Self::Shown, before: &View<Self>, to: &Listener<'_>) -> Option<String>;

    /// The same in a few characters, alike for every viewer: “14 ★”, « pioche ». See [`say_caption`].
    fn say_caption(shown: &Self::Shown, before: &View<Self>, lang: Lang) -> Option<Caption>;

    /// What the listener, whose turn it is, may do: what follows « À vous : », without the full stop; `moves` are
    /// their legal moves. See [`prompt`].
    fn say_task(public: &Public<Self>, hand: &Self::Hand, moves: &[Self::Move], to: &Listener<'_>) -> String;

    /// Whom the table waits for, and what the listener may do all the same; `moves` are their legal moves. See [`prompt`].
    fn say_wait(public: &Public<Self>, moves: &[Self::Move], to: &Listener<'_>) -> String;

    /// Where lifted cards can go: `moves` are the legal moves that use them, one at least. See [`say_places`].
    fn say_places(lifted: &[Self::Card], moves: &[Self::Move], public: &Public<Self>, to: &Listener<'_>) -> String;

    /// Why a card of the listener's hand cannot be used, by the rule against the natural attempt with it; in one sentence.
    /// See [`say_why_not`].
    fn say_why_not(card: &Self::Card, refusal: &Self::Refusal, public: &Public<Self>, to: &Listener<'_>) -> String;

    /// What a legal move of the listener is good for: what it sheds, opens or keeps, from what the view tells. See
    /// [`say_merit`].
    fn say_merit(mv: &Self::Move, view: &View<Self>, to: &Listener<'_>) -> String;

    /// What was done for a seat whose time was up, to follow « Temps écoulé : »; `shown` is all that came of it. See
    /// [`say_timeout`].
    fn say_forced(shown: &[Self::Shown], before: &View<Self>, to: &Listener<'_>) -> String {
        talk::say_done(shown, before, to)
    }

    /// The options of a table of so many seats. See [`options::of`].
    fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption>;
}

/// Why a move was refused, in one sentence; for where the rule is shown beside it.
#[must_use]
pub fn explain_refusal<G: Words>(refusal: &G::Refusal, lang: Lang) -> String {
    set_type(&G::say(refusal, lang), lang)
}

/// Why a move was refused, in one sentence that names the rule.
#[must_use]
pub fn say_refusal<G: Words>(refusal: &G::Refusal, lang: Lang) -> String {
    format!("{} ({} {})", explain_refusal::<G>(refusal, lang), lang.of("règle", "rule"), refusal.rule())
}

/// Text that is no move, in one sentence that says how moves are written.
#[must_use]
pub fn say_not_a_move<G: Words>(text: &str, lang: Lang) -> String {
    let how = G::say_notation(lang);
    // The text can be long; its beginning is enough.
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

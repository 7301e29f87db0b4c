//! What the arena and simulations found, in words.

use crate::Lang;
use crate::lang::set_type;

/// A fixed word or phrase of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The heading over how long rounds are.
    Length,
    /// The heading over scores.
    Scores,
    /// The heading over what the place in the order of play is worth.
    Order,
    /// The heading over what each seat did.
    Seats,
    /// The heading over how rounds end.
    Ends,
    /// The heading over what is counted on the way.
    Marks,
    /// A figure: moves.
    Moves,
    /// A figure: turns.
    Turns,
    /// A figure: rounds.
    Rounds,
    /// A figure: what any seat scores.
    EverySeat,
    /// A figure: what the winner scores.
    Winner,
    /// A figure: how much more the first player scores than the others.
    FirstLead,
    /// A score.
    Score,
    /// A share of wins.
    Wins,
    /// An end: somebody is rid of everything.
    WentOut,
    /// An end: the pile is used up.
    PileUsedUp,
    /// An end: everybody passed.
    AllPassed,
    /// A count: cards or tiles drawn.
    Drew,
    /// A count: passes.
    Passed,
    /// A count: jokers laid.
    JokerLaid,
    /// A count: jokers swapped.
    Swapped,
    /// A count: Liaisons laid.
    Linked,
    /// A count: Bonus cards taken.
    BonusTaken,
    /// A count: squares cleared of their tokens.
    StakeTaken,
    /// A count: runs nobody could continue.
    Restarted,
    /// A count: colour bonuses.
    ColourBonus,
    /// A count: forgotten calls that were caught.
    Caught,
    /// A count: reshuffles.
    Reshuffled,
    /// A count: openings.
    Opened,
    /// A column: what the row is about.
    Figure,
    /// A column: the mean.
    Mean,
    /// A column: the standard deviation.
    Spread,
    /// A column: the median.
    Median,
    /// A column, or a legend: the options.
    Options,
    /// A column, or a legend: the other options.
    OtherOptions,
    /// A column: what the other options add.
    Difference,
    /// A column: from one value to another.
    Range,
    /// An axis or column: the share of rounds.
    ShareOfRounds,
    /// An axis or column: the share of matches.
    ShareOfMatches,
    /// An axis or column: the share of seats.
    ShareOfSeats,
    /// The booklet's options.
    Booklet,
    /// What bots play.
    Bots,
    /// What fixes the deals.
    Seed,
    /// How to run it again.
    Repeat,
    /// The numbers behind a plot.
    Numbers,
}

impl Term {
    /// In words.
    #[must_use]
    pub fn say(self, lang: Lang) -> &'static str {
        let (french, english) = match self {
            Self::Length => ("Longueur", "Length"),
            Self::Scores => ("Scores", "Scores"),
            Self::Order => ("Ordre du jeu", "Order of play"),
            Self::Seats => ("Sièges", "Seats"),
            Self::Ends => ("Fins de manche", "How rounds end"),
            Self::Marks => ("En chemin", "Along the way"),
            Self::Moves => ("coups", "moves"),
            Self::Turns => ("tours", "turns"),
            Self::Rounds => ("manches", "rounds"),
            Self::EverySeat => ("score de tous les sièges", "score of every seat"),
            Self::Winner => ("score du gagnant", "score of the winner"),
            Self::FirstLead => ("avance du premier à jouer", "lead of the first to play"),
            Self::Score => ("score", "score"),
            Self::Wins => ("victoires", "wins"),
            Self::WentOut => ("quelqu'un a tout posé", "somebody has laid everything"),
            Self::PileUsedUp => ("la pioche est épuisée", "the pile is used up"),
            Self::AllPassed => ("tous ont passé", "everybody has passed"),
            Self::Drew => ("pioches", "draws"),
            Self::Passed => ("passes", "passes"),
            Self::JokerLaid => ("jokers posés", "jokers laid"),
            Self::Swapped => ("jokers échangés", "jokers swapped"),
            Self::Linked => ("Liaisons posées", "Liaisons laid"),
            Self::BonusTaken => ("cartes Bonus prises", "Bonus cards taken"),
            Self::StakeTaken => ("cases raflées", "squares cleared"),
            Self::Restarted => ("suites que personne n'a pu continuer", "runs nobody could continue"),
            Self::ColourBonus => ("bonus de couleur", "colour bonuses"),
            Self::Caught => ("annonces oubliées et prises en défaut", "forgotten calls caught"),
            Self::Reshuffled => ("talons remélangés", "talons reshuffled"),
            Self::Opened => ("ouvertures", "openings"),
            Self::Figure => ("grandeur", "figure"),
            Self::Mean => ("moyenne", "mean"),
            Self::Spread => ("écart-type", "spread"),
            Self::Median => ("médiane", "median"),
            Self::Options => ("options", "options"),
            Self::OtherOptions => ("autres options", "other options"),
            Self::Difference => ("différence", "difference"),
            Self::Range => ("de – à", "from – to"),
            Self::ShareOfRounds => ("part des manches", "share of rounds"),
            Self::ShareOfMatches => ("part des parties", "share of matches"),
            Self::ShareOfSeats => ("part des sièges", "share of seats"),
            Self::Booklet => ("options du livret", "the booklet's options"),
            Self::Bots => ("Robots", "Bots"),
            Self::Seed => ("Graine", "Seed"),
            Self::Repeat => ("Pour refaire la même simulation", "To run the same simulation again"),
            Self::Numbers => ("Les nombres", "The numbers"),
        };
        lang.of(french, english)
    }
}

/// A place in the order of play, counted from 1.
#[must_use]
pub fn place(number: usize, lang: Lang) -> String {
    match (lang, number) {
        (Lang::French, 1) => "1er à jouer".into(),
        (Lang::French, _) => format!("{number}e à jouer"),
        (Lang::English, 1) => "1st to play".into(),
        (Lang::English, 2) => "2nd to play".into(),
        (Lang::English, 3) => "3rd to play".into(),
        (Lang::English, _) => format!("{number}th to play"),
    }
}

/// A seat and the bot on it.
#[must_use]
pub fn seat(number: usize, bot: &str, lang: Lang) -> String {
    lang.of(format!("siège {number} ({bot})"), format!("seat {number} ({bot})"))
}

/// One round, several.
#[must_use]
pub fn rounds(lang: Lang) -> [&'static str; 2] {
    lang.of(["manche", "manches"], ["round", "rounds"])
}

/// One match, several.
#[must_use]
pub fn matches(lang: Lang) -> [&'static str; 2] {
    lang.of(["partie", "parties"], ["match", "matches"])
}

/// What the bounds of a simulation mean.
#[must_use]
pub fn survey_note(lang: Lang) -> String {
    say(
        "Après ± : l'intervalle à 95 % de la moyenne. 5 % et 95 % : un vingtième des valeurs est au-dessous, ou au-dessus."
            .into(),
        "After ±: the 95% interval of the mean. 5% and 95%: one value in twenty lies below, or above.".into(),
        lang,
    )
}

/// What the differences of a comparison mean.
#[must_use]
pub fn difference_note(lang: Lang) -> String {
    say(
        "La différence est prise donne par donne : ce que les autres options ajoutent, avec l'intervalle à 95 %. \
         Celle de deux parts est en points de pourcentage. Un astérisque (*) marque celles qui sont claires."
            .into(),
        "The difference is taken deal by deal: what the other options add, with its 95% interval. \
         That of two shares is in percentage points. An asterisk (*) marks those that are clear."
            .into(),
        lang,
    )
}

/// What a plot of means shows.
#[must_use]
pub fn means_note(lang: Lang) -> String {
    say("point, la moyenne ; trait, son intervalle à 95 %".into(), "dot, the mean; bar, its 95% interval".into(), lang)
}

/// What the dashed line of such a plot is.
#[must_use]
pub fn mean_of_all_note(lang: Lang) -> String {
    say("tirets, la moyenne de tous".into(), "dashes, the mean of all".into(), lang)
}

/// What part of a distribution a plot leaves out.
#[must_use]
pub fn left_out(share: &str, lang: Lang) -> String {
    say(
        format!("Les valeurs extrêmes ({share}) sont hors du graphique."),
        format!("The extreme values ({share}) are outside the plot."),
        lang,
    )
}

/// One bot for all, or one for each seat.
#[must_use]
pub fn wrong_bots(have: usize, players: usize, lang: Lang) -> String {
    say(
        format!("--bots veut un niveau pour tous, ou un pour chacun des {players} sièges, pas {have}."),
        format!("--bots takes one level for all, or one for each of the {players} seats, not {have}."),
        lang,
    )
}

/// One player, several.
#[must_use]
pub fn players(lang: Lang) -> [&'static str; 2] {
    lang.of(["joueur", "joueurs"], ["player", "players"])
}

/// The heads of the columns of a table of duels: who, deals, lead, share of wins, verdict.
#[must_use]
pub fn duel_heads(lang: Lang) -> [&'static str; 5] {
    lang.of(
        ["duel", "donnes", "avance par manche", "manches gagnées", "verdict"],
        ["duel", "deals", "lead per round", "rounds won", "verdict"],
    )
}

/// The heads of the columns of a table of ratings.
#[must_use]
pub fn rating_heads(lang: Lang) -> [&'static str; 2] {
    lang.of(["robot", "cote"], ["bot", "rating"])
}

/// One bot is better than another.
#[must_use]
pub fn better(one: &str, other: &str, lang: Lang) -> String {
    lang.of(format!("{one} est meilleur que {other}"), format!("{one} is better than {other}"))
}

/// Two bots cannot be told apart yet.
#[must_use]
pub fn unclear(lang: Lang) -> &'static str {
    lang.of("pas encore clair", "not clear yet")
}

/// What the bounds of a run of fixed length mean.
#[must_use]
pub fn fixed_note(lang: Lang) -> String {
    say(
        "Chaque donne est jouée deux fois, les places échangées. Après ± : l'intervalle à 95 %.".into(),
        "Each deal is played twice, the seats exchanged. After ±: the 95% interval.".into(),
        lang,
    )
}

/// What the bounds of a run that stops when it is clear mean.
#[must_use]
pub fn any_moment_note(lang: Lang) -> String {
    say(
        "Chaque donne est jouée deux fois, les places échangées. Après ± : l'intervalle à 95 % valable à tout moment, \
         même si l'on s'arrête dès que c'est clair."
            .into(),
        "Each deal is played twice, the seats exchanged. After ±: the 95% interval that holds at any moment, even \
         when one stops as soon as it is clear."
            .into(),
        lang,
    )
}

/// There is no such level.
#[must_use]
pub fn unknown_level(text: &str, known: &str, lang: Lang) -> String {
    say(
        format!(
            "« {text} » n'est pas un niveau ; il y a {known}, avec un temps de réflexion si l'on veut : expert@100."
        ),
        format!("“{text}” is not a level; there are {known}, with a time to think if you like: expert@100."),
        lang,
    )
}

/// A duel takes two.
#[must_use]
pub fn too_few_bots(lang: Lang) -> String {
    say(
        "Il faut au moins deux robots : --bots expert,skilled.".into(),
        "There must be two bots at least: --bots expert,skilled.".into(),
        lang,
    )
}

/// Nothing is to be played.
#[must_use]
pub fn nothing_to_play(option: &str, lang: Lang) -> String {
    say(format!("{option} doit être au moins 1."), format!("{option} must be at least 1."), lang)
}

/// An option of the command that is to be JSON is not; `error` is the parser's own account.
#[must_use]
pub fn not_json(option: &str, error: &str, lang: Lang) -> String {
    say(format!("{option} n'est pas du JSON ({error})."), format!("{option} is not JSON ({error})."), lang)
}

fn say(french: String, english: String, lang: Lang) -> String {
    set_type(&lang.of(french, english), lang)
}

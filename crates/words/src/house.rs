//! What a house says to its guests: why a table refuses, who comes and goes, whether deals hold, and small talk.

use engine::Seat;
use wire::house::{
    DealFault, Happening, Here, HouseRefusal, MAX_ASK_ID_LENGTH, Phrase, ReplaceReason, Seating, SettingsFault,
    TableRefusal,
};

use crate::grammar::{Joint, list};
use crate::lang::set_type;
use crate::screen::bot_level;
use crate::server::too_fast;
use crate::{Lang, Listener, say_fault};

/// Why a table refuses an ask, in one sentence.
#[must_use]
pub fn say_table_refusal(refusal: &TableRefusal, lang: Lang) -> String {
    let (french, english): (String, String) = match refusal {
        TableRefusal::NotSeated => {
            ("Vous n'êtes pas assis à cette table.".into(), "You do not sit at this table.".into())
        }
        TableRefusal::AlreadySeated => {
            ("Vous êtes déjà assis à cette table.".into(), "You already sit at this table.".into())
        }
        TableRefusal::SeatTaken => ("Cette place est prise.".into(), "This seat is taken.".into()),
        TableRefusal::SeenHand => (
            "Vous avez vu une autre main de cette manche : attendez la suivante.".into(),
            "You have seen another hand of this round: wait for the next.".into(),
        ),
        TableRefusal::TableFull => ("Toutes les places sont prises.".into(), "Every seat is taken.".into()),
        TableRefusal::NoSuchSeat { seats } => (
            format!("Cette place n'existe pas : la table en a {seats}."),
            format!("There is no such seat: the table has {seats}."),
        ),
        TableRefusal::NotHost => {
            ("Seul l'hôte de la table peut faire cela.".into(), "Only the host of the table can do that.".into())
        }
        TableRefusal::MatchBegun => ("La partie a déjà commencé.".into(), "The match has begun already.".into()),
        TableRefusal::MatchNotBegun => {
            ("La partie n'a pas encore commencé.".into(), "The match has not begun yet.".into())
        }
        TableRefusal::MatchNotOver => ("La partie n'est pas encore finie.".into(), "The match is not over yet.".into()),
        TableRefusal::MatchOver => ("La partie est finie.".into(), "The match is over.".into()),
        TableRefusal::SeatsFree => (
            "Il reste des places libres : attendez, ou mettez-y des robots.".into(),
            "Some seats are free: wait, or let bots sit there.".into(),
        ),
        TableRefusal::NoRound => ("Aucune manche n'est en cours.".into(), "No round is under way.".into()),
        TableRefusal::WrongRound { next } => {
            (format!("La prochaine manche est la {next}."), format!("The next round is number {next}."))
        }
        TableRefusal::AlreadyReady => (
            "Vous êtes déjà prêt pour cette manche, avec une autre contribution : la première compte.".into(),
            "You are ready for this round already, with other bytes: the first ones count.".into(),
        ),
        TableRefusal::BadEntropy => (
            "Une contribution à la donne compte de 2 à 64 chiffres hexadécimaux, en nombre pair.".into(),
            "What you add to the deal is 2 to 64 hexadecimal digits, an even number of them.".into(),
        ),
        TableRefusal::UndoOff => {
            ("À cette table, un coup joué est joué.".into(), "At this table a move made is made.".into())
        }
        TableRefusal::NothingToUndo => (
            "Il n'y a rien à reprendre : votre tour est fini, ou le coup a révélé une carte.".into(),
            "There is nothing to take back: your turn is over, or the move has revealed a card.".into(),
        ),
        TableRefusal::HintsOff => {
            ("À cette table, on joue sans conseils.".into(), "There are no hints at this table.".into())
        }
        TableRefusal::NoHint => ("Ce n'est pas à vous de jouer.".into(), "It is not your turn.".into()),
        TableRefusal::Silenced => {
            ("L'hôte de la table vous a rendu muet.".into(), "The host of the table has silenced you.".into())
        }
        TableRefusal::TooMuchTalk { .. } => {
            ("Doucement : attendez quelques secondes.".into(), "Slowly: wait a few seconds.".into())
        }
        TableRefusal::BadSpeech { most } => {
            (format!("Un message compte de 1 à {most} caractères."), format!("A message has 1 to {most} characters."))
        }
        TableRefusal::NoSuchPlayer => {
            ("Cette personne n'est pas à la table.".into(), "Nobody like that is at the table.".into())
        }
        TableRefusal::StepTooLong => {
            ("Ce coup est trop long pour en être un.".into(), "This is too long to be a move.".into())
        }
        TableRefusal::RatedAlone => (
            "Une partie classée demande au moins deux joueurs qui ne sont pas des robots de la maison.".into(),
            "A rated match needs at least two players who are no bots of the house.".into(),
        ),
        TableRefusal::SeatsLocked => {
            ("L'hôte a fermé les places de cette table.".into(), "The host has locked the seats of this table.".into())
        }
        TableRefusal::BotSeat => (
            "À cette table, on ne prend pas la place d'un robot.".into(),
            "At this table nobody takes over from a bot.".into(),
        ),
        TableRefusal::SentAway => {
            ("L'hôte vous a écarté de cette table.".into(), "The host has sent you away from this table.".into())
        }
        TableRefusal::RatedMatch => (
            "Dans une partie classée, seule l'horloge écarte quelqu'un.".into(),
            "In a rated match only the clock replaces somebody.".into(),
        ),
        TableRefusal::NotHoldingUp { wait_ms: Some(wait_ms) } => {
            let seconds = wait_ms.div_ceil(1_000);
            (
                format!("Laissez encore {seconds} s à cette personne."),
                format!("Give this player {seconds} more seconds."),
            )
        }
        TableRefusal::NotHoldingUp { wait_ms: None } => {
            ("Cette personne ne fait attendre personne.".into(), "This player keeps nobody waiting.".into())
        }
        TableRefusal::CalledTooSoon { .. } => (
            "C'est plus vite que personne ne pourrait : attendez un instant.".into(),
            "That is faster than anybody could: wait a moment.".into(),
        ),
        TableRefusal::BadSettings(fault) => return say_settings_fault(fault, lang),
        TableRefusal::EveningTable => (
            "Cette table fait partie d'une soirée : les donnes y sont les mêmes pour tout le monde.".into(),
            "This table is part of an evening: its deals are the same for everybody.".into(),
        ),
        TableRefusal::IdReused => (
            "Cet identifiant a déjà servi à une autre demande.".into(),
            "This id was used before for another ask.".into(),
        ),
    };
    set_type(&lang.of(french, english), lang)
}

fn say_settings_fault(fault: &SettingsFault, lang: Lang) -> String {
    let (french, english): (String, String) = match fault {
        SettingsFault::Options(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| say_fault(fault, lang)).collect();
            return faults.join(" ");
        }
        SettingsFault::OwnClock => (
            "Ce jeu a sa propre horloge : réglez l'option « Secondes par tour ».".into(),
            "This game has a clock of its own: set the option “Seconds for a turn”.".into(),
        ),
        SettingsFault::TurnSeconds { least, most } => (
            format!("Un tour dure de {least} à {most} secondes, ou n'a pas de limite."),
            format!("A turn takes {least} to {most} seconds, or has no limit."),
        ),
        SettingsFault::RatedWithHelp => (
            "Une partie classée se joue sans conseils et sans reprise.".into(),
            "A rated match is played without hints and without undo.".into(),
        ),
        SettingsFault::RatedInvited => (
            "Une partie classée se joue à une table publique.".into(),
            "A rated match is played at a public table.".into(),
        ),
        SettingsFault::RatedClock { most } => (
            format!("Dans une partie classée, un tour dure au plus {most} secondes."),
            format!("In a rated match a turn takes {most} seconds at most."),
        ),
    };
    set_type(&lang.of(french, english), lang)
}

/// Why the house refuses a message, in one sentence.
#[must_use]
pub fn say_house_refusal(refusal: &HouseRefusal, lang: Lang) -> String {
    let (french, english): (String, String) = match refusal {
        HouseRefusal::BadMessage { why } => {
            (format!("Ce message ne se lit pas ({why})."), format!("This message cannot be read ({why})."))
        }
        HouseRefusal::BadId => (
            format!("L'identifiant d'une demande compte de 1 à {MAX_ASK_ID_LENGTH} octets."),
            format!("The id of an ask has 1 to {MAX_ASK_ID_LENGTH} bytes."),
        ),
        HouseRefusal::NoTable => ("Cette demande doit nommer une table.".into(), "This ask must name a table.".into()),
        HouseRefusal::NoSuchTable => ("Cette table n'existe pas.".into(), "There is no such table.".into()),
        HouseRefusal::NotInvited => (
            "Cette table est réservée aux personnes invitées : demandez-leur le lien.".into(),
            "This table is for those who are invited: ask one of them for the link.".into(),
        ),
        HouseRefusal::TooManyTables { most } => (
            format!("Une connexion suit au plus {most} tables."),
            format!("A connection watches at most {most} tables."),
        ),
        HouseRefusal::TooFast { wait_ms } => return too_fast(wait_ms.div_ceil(1_000), lang),
        HouseRefusal::Busy => (
            "La table a trop à faire : réessayez dans un instant.".into(),
            "The table has too much to do: try again in a moment.".into(),
        ),
        HouseRefusal::HintsBusy { .. } => (
            "Les conseils se font attendre : redemandez dans un instant.".into(),
            "Hints take a while just now: ask again in a moment.".into(),
        ),
        HouseRefusal::HintLapsed => (
            "Le jeu a changé entre-temps : redemandez un conseil.".into(),
            "The game has changed meanwhile: ask for a hint again.".into(),
        ),
        HouseRefusal::LogFull => (
            "Le journal de cette table est plein : ouvrez-en une autre.".into(),
            "The log of this table is full: open another one.".into(),
        ),
        HouseRefusal::TableParked => (
            "Cette table est mise de côté : son journal est abîmé.".into(),
            "This table is put aside: its log is damaged.".into(),
        ),
        HouseRefusal::NotWritten => {
            ("Le coup n'a pas pu être noté : réessayez.".into(), "It could not be written down: try again.".into())
        }
    };
    set_type(&lang.of(french, english), lang)
}

/// What happened around the game, in one line; nothing if the game, the chat or the score sheet tell it.
/// The listener knows the seats by the names they had before.
#[must_use]
pub fn say_happening(happening: &Happening, to: &Listener<'_>) -> Option<String> {
    let lang = to.lang;
    let said = match happening {
        Happening::Sat { seat, .. } if to.is(*seat) => {
            lang.of("Vous vous asseyez à la table.", "You sit down at the table.").into()
        }
        Happening::Sat { sitter, .. } => {
            let name = &sitter.name;
            match &sitter.seating {
                Seating::Bot { level } => {
                    let level = bot_level(*level, lang);
                    lang.of(format!("{name}, {level}, prend place."), format!("{name}, a {level}, sits down."))
                }
                _ => lang.of(format!("{name} s'assoit à la table."), format!("{name} sits down at the table.")),
            }
        }
        Happening::Left { seat } => {
            let leaves = to.does(*seat, ["quittez", "quitte"], ["leave", "leaves"]);
            lang.of(format!("{leaves} la table."), format!("{leaves} the table."))
        }
        Happening::Began => lang.of("La partie commence.", "The match begins.").into(),
        Happening::Undone { seat, .. } => {
            let own = to.is(*seat);
            let takes = to.does(*seat, ["reprenez", "reprend"], ["take", "takes"]);
            let (french, english) = if own { ("votre", "your") } else { ("son", "the") };
            lang.of(format!("{takes} {french} dernier coup."), format!("{takes} {english} last move back."))
        }
        Happening::LastRound => lang.of("C'est la dernière manche.", "This is the last round.").into(),
        Happening::Muted { silent: true, .. } => {
            lang.of("L'hôte a rendu quelqu'un muet.", "The host has silenced somebody.").into()
        }
        Happening::Muted { silent: false, .. } => {
            lang.of("L'hôte rend la parole à qui l'avait perdue.", "The host lets somebody speak again.").into()
        }
        Happening::Locked { locked: true } => {
            lang.of("L'hôte a fermé les places.", "The host has locked the seats.").into()
        }
        Happening::Locked { locked: false } => {
            lang.of("L'hôte a rouvert les places.", "The host has opened the seats again.").into()
        }
        Happening::Removed { .. } => {
            lang.of("L'hôte a écarté quelqu'un de la table.", "The host has sent somebody away.").into()
        }
        Happening::Replaced { seat, sitter, why } => {
            let (name, bot) = (to.call(*seat), &sitter.name);
            match why {
                ReplaceReason::Timeouts => {
                    let has = to.does(*seat, ["avez", "a"], ["have", "has"]);
                    lang.of(
                        format!("{has} trop souvent laissé passer le temps : {bot} continue."),
                        format!("{has} let the time run out too often: {bot} goes on."),
                    )
                }
                ReplaceReason::Host => lang.of(
                    format!("{bot} joue désormais pour {name} : l'hôte l'a voulu."),
                    format!("{bot} plays for {name} from now on: the host wanted it."),
                ),
                ReplaceReason::Vote => lang.of(
                    format!("{bot} joue désormais pour {name} : la table l'a voulu."),
                    format!("{bot} plays for {name} from now on: the table wanted it."),
                ),
            }
        }
        Happening::Rematched { .. } => lang.of("Une revanche est ouverte.", "A rematch is open.").into(),
        Happening::Closed => lang.of("La table est rangée.", "The table was put away.").into(),
        Happening::ChatDeleted { .. } => lang
            .of("Un gardien de la maison a effacé des paroles.", "A keeper of the house deleted something said.")
            .into(),
        Happening::Voided { .. } => lang
            .of(
                "La manche ne compte pas : la maison a été rétablie d'après une copie, et on redonne.",
                "The round does not count: the house was restored from a copy, and it is dealt anew.",
            )
            .into(),
        Happening::Committed { .. }
        | Happening::Dealt { .. }
        | Happening::Stepped { .. }
        | Happening::Revealed { .. }
        | Happening::Ended { .. }
        | Happening::Said(_) => return None,
    };
    Some(set_type(&said, lang))
}

/// Whose turn it is, for somebody who wanted to play.
#[must_use]
pub fn say_turn(seat: Seat, to: &Listener<'_>) -> String {
    let name = to.call(seat);
    set_type(&to.lang.of(format!("C'est à {name} de jouer."), format!("It is {name}'s turn.")), to.lang)
}

/// Somebody went away or came back, in one line; nothing if it is oneself, or no news.
#[must_use]
pub fn say_presence(seat: Seat, before: Here, now: Here, to: &Listener<'_>) -> Option<String> {
    let (lang, name) = (to.lang, to.call(seat));
    if to.is(seat) {
        return None;
    }
    let said = match (before, now) {
        (Here::Here, Here::Away) => lang.of(
            format!("On attend {name}, la ligne est coupée."),
            format!("{name} has lost the line: the table waits."),
        ),
        (Here::Here | Here::Away, Here::StandIn) => {
            lang.of(format!("Un robot joue pour {name} en attendant."), format!("A bot plays for {name} meanwhile."))
        }
        (Here::Away | Here::StandIn, Here::Here) => {
            lang.of(format!("{name} est de retour."), format!("{name} is back."))
        }
        _ => return None,
    };
    Some(set_type(&said, lang))
}

/// What could be checked about a deal that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The commitment was seen before the seed.
    Promise,
    /// What one added oneself is in it.
    OwnEntropy,
    /// The cards that were shown are those that the seed deals.
    Cards,
}

/// A deal holds: what of it was checked, in one sentence.
#[must_use]
pub fn say_honest_deal(round: u16, checked: &[Checked], lang: Lang) -> String {
    let say = |checked: &Checked| match checked {
        Checked::Promise => lang.of("l'engagement est tenu", "the commitment was kept"),
        Checked::OwnEntropy => lang.of("votre contribution y est", "what you added is in it"),
        Checked::Cards => lang.of("les cartes sont les bonnes", "the cards are the right ones"),
    };
    let found: Vec<String> = checked.iter().map(|checked| say(checked).to_owned()).collect();
    let honest =
        lang.of(format!("La donne de la manche {round} est honnête"), format!("The deal of round {round} is honest"));
    let found = match found.as_slice() {
        [] => String::new(),
        found => lang.of(" : ", ": ").to_owned() + &list(found, Joint::And, lang),
    };
    set_type(&format!("{honest}{found}."), lang)
}

/// A deal that nothing is wrong with was dealt without what one would have added: what of it was checked is not enough.
#[must_use]
pub fn say_unproven_deal(round: u16, lang: Lang) -> String {
    let french = format!(
        "Manche {round} : votre contribution n'est pas dans la donne, sa preuve est incomplète. Si cela se répète, \
         changez de maison."
    );
    let english = format!(
        "Round {round}: what you add is not in the deal, and its proof is incomplete. If this happens again, play \
         elsewhere."
    );
    set_type(&lang.of(french, english), lang)
}

/// A deal does not hold, in one sentence.
#[must_use]
pub fn say_dishonest_deal(round: u16, fault: &DealFault, lang: Lang) -> String {
    let fault = say_deal_fault(fault, lang);
    set_type(&lang.of(format!("Manche {round} : {fault}"), format!("Round {round}: {fault}")), lang)
}

/// The record of the match was replayed and holds.
#[must_use]
pub fn say_record_holds(rounds: u16, moves: usize, lang: Lang) -> String {
    let rounds = lang.count(usize::from(rounds), lang.of(["manche", "manches"], ["round", "rounds"]));
    let moves = lang.count(moves, lang.of(["coup", "coups"], ["move", "moves"]));
    let french = format!("Tout est rejoué dans ce navigateur : {rounds}, {moves}, et chaque donne tient sa promesse.");
    let english = format!("All was replayed in this browser: {rounds}, {moves}, and every deal keeps its promise.");
    set_type(&lang.of(french, english), lang)
}

/// The record of the match breaks at a line.
#[must_use]
pub fn say_record_breaks(line: usize, why: &str, lang: Lang) -> String {
    let french = format!("L'enregistrement ne tient pas, ligne {line} : {why}");
    set_type(&lang.of(french, format!("The record does not hold, line {line}: {why}")), lang)
}

/// A person's place in a finished match: « 1er », “1st”.
#[must_use]
pub fn say_place(place: u8, lang: Lang) -> String {
    match (lang, place) {
        (Lang::French, 1) => "1er".into(),
        (Lang::French, _) => format!("{place}e"),
        (Lang::English, 1) => "1st".into(),
        (Lang::English, 2) => "2nd".into(),
        (Lang::English, 3) => "3rd".into(),
        (Lang::English, _) => format!("{place}th"),
    }
}

/// What is wrong with a deal that the house published, in one sentence.
#[must_use]
pub fn say_deal_fault(fault: &DealFault, lang: Lang) -> String {
    let (french, english) = match fault {
        DealFault::CommitmentChanged => (
            "La maison a changé l'engagement qu'elle avait publié avant la donne.",
            "The house has changed the commitment it published before the deal.",
        ),
        DealFault::EntropyChanged => (
            "La maison a changé après coup ce que les joueurs avaient ajouté à la donne.",
            "The house has changed afterwards what the players had added to the deal.",
        ),
        DealFault::OwnEntropyMissing => (
            "Votre contribution n'est pas dans la donne, à moins qu'un autre de vos appareils n'ait été prêt avant.",
            "What you added is not in the deal, unless another device of yours was ready first.",
        ),
        DealFault::BadEntropy => (
            "Une des contributions publiées pour la donne est illisible.",
            "Something that was published as added to the deal cannot be read.",
        ),
        DealFault::BadSeed => ("La graine révélée est illisible.", "The seed that was revealed cannot be read."),
        DealFault::SeedMismatch => (
            "La graine révélée n'est pas celle sur laquelle la maison s'était engagée.",
            "The seed that was revealed is not the one the house had committed itself to.",
        ),
        DealFault::OtherCards => (
            "La graine révélée donne d'autres cartes que celles qui ont été montrées.",
            "The seed that was revealed deals other cards than were shown.",
        ),
    };
    set_type(lang.of(french, english), lang)
}

/// What the bots of the house are called, in every language: as many names as a table can have seats.
const BOT_NAMES: [&str; 8] = ["Octave", "Ondine", "Basile", "Céleste", "Firmin", "Léonie", "Gaspard", "Mirabelle"];

/// What a bot of the house is called on a seat: its seat's own name, or the next one that nobody there has.
#[must_use]
pub fn bot_name(seat: usize, is_taken: impl Fn(&str) -> bool) -> &'static str {
    let own = seat % BOT_NAMES.len();
    let names = BOT_NAMES.iter().cycle().skip(own).take(BOT_NAMES.len());
    names.copied().find(|name| !is_taken(name)).unwrap_or(BOT_NAMES[own])
}

/// A phrase as everyone reads it in their language.
#[must_use]
pub fn say_phrase(phrase: Phrase, lang: Lang) -> String {
    let (french, english) = match phrase {
        Phrase::Hello => ("Bonjour !", "Hello!"),
        Phrase::GoodLuck => ("Bonne chance !", "Good luck!"),
        Phrase::WellPlayed => ("Bien joué !", "Well played!"),
        Phrase::Thanks => ("Merci !", "Thank you!"),
        Phrase::Oops => ("Oups…", "Oops…"),
        Phrase::YourTurn => ("À toi !", "Your turn!"),
        Phrase::OneMoment => ("Un instant…", "One moment…"),
        Phrase::Sorry => ("Désolé !", "Sorry!"),
        Phrase::Again => ("On remet ça ?", "Once more?"),
        Phrase::Goodbye => ("À bientôt !", "See you soon!"),
    };
    set_type(lang.of(french, english), lang)
}

/// A match that is not over has no record.
#[must_use]
pub fn match_not_over(lang: Lang) -> String {
    let french = "La partie n'est pas finie : son enregistrement viendra après.";
    set_type(lang.of(french, "The match is not over: its record comes after it."), lang)
}

/// A player has too many unfinished tables.
#[must_use]
pub fn too_many_tables(most: u32, lang: Lang) -> String {
    let french = format!("Vous avez déjà {most} tables ouvertes : finissez-en une.");
    set_type(&lang.of(french, format!("You have {most} open tables already: finish one of them.")), lang)
}

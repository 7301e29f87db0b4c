//! The welcome card: what a game is about, for whoever opens it for the first time.
//!
//! Deliberately absent: exact rules, which are in the rulebook, and options; the card tells the usual game. Headings are
//! labels of [`crate::screen`].

use engine::{Game, GameId, with_game};

use crate::Lang;
use crate::lang::set_type;

/// What is written on the card of a game: at most three short sentences under each heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Welcome {
    /// For how many players and how long, as « 2 à 6 joueurs, 15 minutes ».
    pub facts: String,
    /// What one plays for.
    pub goal: String,
    /// What one does in a turn.
    pub turn: String,
    /// When it ends, and what then counts.
    pub end: String,
}

/// The card of a game.
#[must_use]
pub fn welcome(game: GameId, lang: Lang) -> Welcome {
    let (minutes, texts) = match game {
        GameId::Onze => (15, onze(lang)),
        GameId::NainJaune => (20, nain_jaune(lang)),
        GameId::Dos => (20, dos(lang)),
        GameId::Rummy => (20, rummy(lang)),
        GameId::QuaranteSix => (15, quarante_six(lang)),
    };
    card(game, minutes, texts, lang)
}

/// The card of Onze as beginners play it, without Liaisons, Bonus cards and jokers (R24).
#[must_use]
pub fn welcome_beginners(lang: Lang) -> Welcome {
    card(GameId::Onze, 10, onze_for_beginners(lang), lang)
}

fn card(game: GameId, minutes: u8, texts: [&str; 3], lang: Lang) -> Welcome {
    let seats = with_game!(game, G => <G as Game>::SEATS);
    let (least, most) = (seats.start(), seats.end());
    let players = lang.of(format!("{least} à {most} joueurs"), format!("{least} to {most} players"));
    let [goal, turn, end] = texts.map(|text| set_type(text, lang));
    Welcome { facts: format!("{players}, {minutes} minutes"), goal, turn, end }
}

fn onze(lang: Lang) -> [&'static str; 3] {
    lang.of(
        [
            "Videz votre main avant les autres. Chaque carte a sa place dans la rangée de sa couleur, de 1 à 21.",
            "Posez de 1 à 4 cartes, chacune à côté d'une voisine de la même couleur. Une Liaison saute au même nombre de la rangée voisine. Sinon, piochez.",
            "Une main vide arrête la manche. Vous gagnez 11 points par demi-rangée que vous avez fermée. Vous perdez la valeur des cartes qui vous restent.",
        ],
        [
            "Empty your hand before the others do. Every card has its place in the row of its colour, from 1 to 21.",
            "Lay 1 to 4 cards, each beside a neighbour of the same colour. A Liaison jumps to the same number, one row over. Otherwise, draw.",
            "An empty hand ends the round. You gain 11 points for every half row you have closed. You lose the value of the cards you still hold.",
        ],
    )
}

fn onze_for_beginners(lang: Lang) -> [&'static str; 3] {
    let [goal, ..] = onze(lang);
    lang.of(
        [
            goal,
            "Posez de 1 à 4 cartes, chacune à côté d'une voisine de la même couleur. Sinon, piochez.",
            "Le premier sans carte gagne la manche. Les autres perdent la valeur des cartes qui leur restent.",
        ],
        [
            goal,
            "Lay 1 to 4 cards, each beside a neighbour of the same colour. Otherwise, draw.",
            "The first without cards wins the round. The others lose the value of the cards they still hold.",
        ],
    )
}

fn nain_jaune(lang: Lang) -> [&'static str; 3] {
    lang.of(
        [
            "Finissez avec le plus de jetons. Posez une des cinq belles cartes du plateau, et les jetons de sa case sont à vous.",
            "Posez la carte demandée, puis la suite : 6, 7, 8… Pique ou cœur, peu importe. Si le 9 vous manque, dites « sans 9 » : au suivant.",
            "Le premier sans carte gagne la manche. Les autres lui paient un jeton par carte qu'ils ont encore, deux pour une belle carte.",
        ],
        [
            "Finish with the most tokens. Lay one of the five cards shown on the board, and the tokens on its square are yours.",
            "Lay the card asked for, then go on up: 6, 7, 8… Spades or hearts, it does not matter. If you have no 9, say “no 9”: next player.",
            "The first without cards wins the round. The others pay the winner a token for each card they still hold, two for a card of the board.",
        ],
    )
}

fn dos(lang: Lang) -> [&'static str; 3] {
    lang.of(
        [
            "Videz votre main avant les autres : les cartes qui leur restent font vos points. À 200 points, d'habitude, la partie est gagnée.",
            "Sur une carte du milieu, jouez le même nombre, ou deux cartes dont c'est la somme. La même couleur permet de poser une carte de plus. Sinon, piochez.",
            "À deux cartes, dites « DOS ! » avant qu'on ne vous surprenne, sinon vous en piochez deux. Une main vide finit la manche.",
        ],
        [
            "Empty your hand before the others do: the cards they still hold are your points. At 200 points, usually, the match is won.",
            "On a card in the middle, play the same number, or two cards that add up to it. The same colour lets you shed one more card. Otherwise, draw.",
            "With two cards left, say “DOS!” before somebody catches you, or you draw two. An empty hand ends the round.",
        ],
    )
}

fn rummy(lang: Lang) -> [&'static str; 3] {
    lang.of(
        [
            "Videz votre chevalet avant les autres. Faites des suites d'une couleur, ou réunissez trois ou quatre tuiles de même valeur, de couleurs différentes.",
            "Posez d'abord au moins 30 points de votre chevalet. Ensuite, vous pouvez aussi refaire tout ce qui est sur la table. Sinon, piochez.",
            "Un chevalet vide arrête la manche. Les autres perdent la valeur de leurs tuiles, et qui a fini gagne le tout.",
        ],
        [
            "Empty your rack before the others do. Make runs of one colour, or bring together three or four tiles of one value in different colours.",
            "First lay at least 30 points from your rack. After that you may also rearrange everything on the table. Otherwise, draw.",
            "An empty rack ends the round. The others lose the value of their tiles, and whoever went out gains it all.",
        ],
    )
}

fn quarante_six(lang: Lang) -> [&'static str; 3] {
    lang.of(
        [
            "Videz votre main avant les autres. Chaque carte a sa case sur le plateau, et ce qui vous reste coûte des points.",
            "Posez des cartes sur leur case, contre une carte déjà posée, même par un coin : autant que vous voulez. Le joker va presque partout. Sinon, piochez.",
            "Une main vide arrête la manche, la dernière carte de la pioche aussi. Vous perdez la valeur des cartes qui vous restent, et 100 points pour le joker.",
        ],
        [
            "Empty your hand before the others do. Every card has its square on the board, and what you still hold costs points.",
            "Lay cards on their squares, touching one that lies there, even at a corner: as many as you like. The joker goes almost anywhere. Otherwise, draw.",
            "An empty hand ends the round, and so does the last card of the pile. You lose the value of the cards you still hold, and 100 points for the joker.",
        ],
    )
}

#[cfg(test)]
mod tests {
    use engine::SeatCount;

    use super::*;
    use crate::options;

    /// Every card there is.
    fn cards() -> impl Iterator<Item = (GameId, Lang, Welcome)> {
        Lang::ALL.into_iter().flat_map(|lang| {
            let games = GameId::ALL.into_iter().map(move |game| (game, lang, welcome(game, lang)));
            games.chain([(GameId::Onze, lang, welcome_beginners(lang))])
        })
    }

    /// How many sentences a text has: each begins with a capital after an end mark.
    fn sentences(text: &str) -> usize {
        let begins = |(index, _): &(usize, char)| {
            let mut before = text[..*index].chars().rev();
            before.next() == Some(' ') && before.next().is_some_and(|mark| ".!?…".contains(mark))
        };
        1 + text.char_indices().filter(|(_, letter)| letter.is_uppercase()).filter(begins).count()
    }

    #[test]
    fn every_heading_has_one_to_three_short_sentences() {
        assert_eq!(sentences("One: 6, 7… two. Say “DOS!” now. Then? End."), 4);
        for (game, lang, card) in cards() {
            for text in [&card.goal, &card.turn, &card.end] {
                assert!(sentences(text) <= 3, "{game:?} {lang:?}: {text}");
                assert!(text.chars().count() <= 150, "{game:?} {lang:?}, too long: {text}");
                assert!(text.ends_with('.') && text.starts_with(char::is_uppercase), "{game:?} {lang:?}: {text}");
                assert!(lang == Lang::English || !text.contains(" :") && !text.contains(" !"), "loose mark: {text}");
            }
        }
    }

    #[test]
    fn both_languages_are_told_and_no_key_of_an_option() {
        for (game, lang, card) in cards() {
            let other = welcome(game, lang.of(Lang::English, Lang::French));
            let text = [&card.goal, &card.turn, &card.end].map(String::as_str).join(" ");
            assert_ne!(
                [&card.facts, &card.goal, &card.turn, &card.end],
                [&other.facts, &other.goal, &other.turn, &other.end]
            );
            let seats = with_game!(game, G => *<G as Game>::SEATS.end());
            let options = SeatCount::new(seats).map(|seats| options::of(game, seats, lang)).unwrap_or_default();
            // Keys of one plain word, such as `joker`, are words of people too.
            for key in options.iter().map(|option| option.key).filter(|key| key.contains('_')) {
                assert!(!text.contains(key), "{game:?} {lang:?}: {key}");
            }
            assert!(!text.contains(['`', '_', '*']), "{game:?} {lang:?}: {text}");
        }
    }

    #[test]
    fn facts_tell_how_many_can_play() {
        assert_eq!(welcome(GameId::Onze, Lang::French).facts, "2 à 6 joueurs, 15 minutes");
        assert_eq!(welcome(GameId::NainJaune, Lang::English).facts, "3 to 8 players, 20 minutes");
    }

    #[test]
    fn the_beginners_card_names_nothing_that_beginners_do_not_have() {
        for lang in Lang::ALL {
            let Welcome { goal, turn, end, .. } = welcome_beginners(lang);
            let text = [goal, turn, end].join(" ").to_lowercase();
            assert!(["liaison", "bonus", "joker"].iter().all(|word| !text.contains(word)), "{text}");
        }
    }
}

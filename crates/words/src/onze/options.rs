//! Onze: the options of a table.

use engine::SeatCount;
use wire::Value;

use crate::Lang;
use crate::options::TableOption;

/// The options of a table.
pub(super) fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption> {
    // People count places from 1, positions from 0.
    let seat = |index: usize| {
        let number = index + 1;
        (Value::from(index), lang.of(format!("Place {number}"), format!("Seat {number}")))
    };
    let random = (Value::from("random"), lang.of("Au hasard", "At random").to_string());
    let first = std::iter::once(seat(0)).chain([random]).chain((1..seats.get()).map(seat));
    vec![
        TableOption::one_of(
            "variant",
            lang.of("Variante", "Variant"),
            lang.of(
                "Pour une première partie, prenez Débutants : ni Liaisons, ni Bonus, ni jokers.",
                "For a first match take Beginners: no Liaisons, no Bonus cards, no jokers.",
            ),
            [
                (Value::Null, lang.of("Jeu complet", "The full game")),
                (Value::from("debutant"), lang.of("Débutants (nombres seuls)", "Beginners (numbers only)")),
            ],
        ),
        TableOption::number(
            "rounds",
            lang.of("Manches", "Rounds"),
            lang.of(
                "Les points de toutes les manches s'additionnent ; le livret en propose une par joueur.",
                "The points of all rounds add up; the booklet suggests one per player.",
            ),
            [1, 9999],
            Some(1),
        ),
        TableOption::one_of(
            "first",
            lang.of("Qui commence", "Who starts"),
            lang.of(
                "Qui commence la première manche ; ensuite, c'est le voisin de gauche.",
                "Who starts the first round; after that, the left neighbour.",
            ),
            first,
        ),
    ]
}

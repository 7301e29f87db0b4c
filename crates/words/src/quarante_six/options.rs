//! Quarante-Six: the options of a table.

use engine::SeatCount;

use crate::Lang;
use crate::options::TableOption;

/// The options of a table.
pub(super) fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption> {
    vec![
        TableOption::one_of(
            "board",
            lang.of("Plateau", "Board"),
            lang.of(
                "Comment les nombres sont rangés ; le bleu est le plus simple.",
                "How the numbers are arranged; blue is the easiest.",
            ),
            [
                ("bleu", lang.of("Bleu, dans l'ordre", "Blue, in order")),
                ("rouge", lang.of("Rouge, dans le désordre", "Red, out of order")),
                ("hasard", lang.of("Au hasard, nouveau à chaque manche", "Random, new each round")),
            ],
        ),
        TableOption::number(
            "rounds",
            lang.of("Manches", "Rounds"),
            lang.of(
                "Autant que de joueurs, à moins d'en choisir un autre nombre.",
                "As many as players, unless you choose otherwise.",
            ),
            [1, 9999],
            i64::try_from(seats.get()).ok(),
        ),
        TableOption::one_of(
            "joker_must_touch",
            lang.of("Pose du joker", "Laying the joker"),
            lang.of("Où l'on peut poser le joker.", "Where the joker may be laid."),
            [
                (false, lang.of("Sur toute case libre", "On any free square")),
                (true, lang.of("À côté d'une carte posée", "Next to a card on the board")),
            ],
        ),
    ]
}

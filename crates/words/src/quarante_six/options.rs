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
            lang.of("Dans quel ordre sont les nombres.", "In which order the numbers are."),
            [
                ("bleu", lang.of("Bleu : dans l'ordre", "Blue: in order")),
                ("rouge", lang.of("Rouge : dans le désordre", "Red: out of order")),
                ("hasard", lang.of("Tiré au sort à chaque manche", "Drawn for each round")),
            ],
        ),
        TableOption::number(
            "rounds",
            lang.of("Manches", "Rounds"),
            lang.of("Par défaut, autant que de joueurs.", "As many as players, unless you say otherwise."),
            [1, 9999],
            i64::try_from(seats.get()).ok(),
        ),
        TableOption::one_of(
            "joker_must_touch",
            lang.of("Pose du joker", "Laying the joker"),
            lang.of("Où l'on peut poser le joker.", "Where the joker may be laid."),
            [
                (false, lang.of("Sur toute case libre", "On any free square")),
                (true, lang.of("À côté d'une carte posée", "Next to a card that lies there")),
            ],
        ),
    ]
}

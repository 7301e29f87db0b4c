//! Rummy: the options of a table.

use engine::games::rummy::Rules;

use crate::Lang;
use crate::options::TableOption;

/// The options of a table.
pub(super) fn options(lang: Lang) -> Vec<TableOption> {
    let default = Rules::default();
    vec![
        TableOption::number(
            "rounds",
            lang.of("Manches", "Rounds"),
            lang.of("Les points de toutes les manches s'additionnent.", "The points of all rounds add up."),
            [1, 9999],
            Some(default.rounds.into()),
        ),
        TableOption::number(
            "turn_seconds",
            lang.of("Sablier en secondes", "Seconds for a turn"),
            lang.of(
                "Le temps écoulé, on pioche trois tuiles ; 0, pas de limite.",
                "When they are over, three tiles are drawn; 0 is no limit.",
            ),
            [0, 9999],
            Some(default.turn_seconds.into()),
        ),
        TableOption::one_of(
            "joker",
            lang.of("Jokers de la table", "Jokers on the table"),
            lang.of("Quand on peut déplacer un joker posé.", "When a joker that lies there may be moved."),
            [
                ("replace", lang.of("Si la tuile qu'il remplace est posée", "Once its tile is on the table")),
                ("free", lang.of("Toujours", "Always")),
            ],
        ),
        TableOption::number(
            "joker_points",
            lang.of("Prix d'un joker", "Price of a joker"),
            lang.of("Ce que coûte un joker resté sur un chevalet.", "What a joker left on a rack costs."),
            [0, 9999],
            Some(default.joker_points.into()),
        ),
    ]
}

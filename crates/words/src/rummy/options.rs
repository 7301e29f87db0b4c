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
            lang.of("Secondes par tour", "Seconds for a turn"),
            lang.of(
                "Le temps écoulé, la table est remise en place et vous piochez trois tuiles ; 0, pas de limite.",
                "When the time is up, the table goes back and you draw three tiles; 0 means no limit.",
            ),
            [0, 9999],
            Some(default.turn_seconds.into()),
        ),
        TableOption::one_of(
            "joker",
            lang.of("Jokers de la table", "Jokers on the table"),
            lang.of("Quand un joker posé peut servir ailleurs.", "When a joker that was laid may serve elsewhere."),
            [
                ("replace", lang.of("Se déplacent si leur tuile est posée", "Move once their tile is there")),
                ("free", lang.of("Se déplacent librement", "Move freely")),
            ],
        ),
        TableOption::number(
            "joker_points",
            lang.of("Prix d'un joker", "Price of a joker"),
            lang.of(
                "Les points que coûte un joker resté sur un chevalet.",
                "The points that a joker left on a rack costs.",
            ),
            [0, 9999],
            Some(default.joker_points.into()),
        ),
    ]
}

//! Nain Jaune: the options of a table.

use engine::SeatCount;
use engine::games::nain_jaune::Rules;

use crate::Lang;
use crate::options::TableOption;

/// The options of a table.
pub(super) fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption> {
    vec![
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
        TableOption::number(
            "minutes",
            lang.of("Durée en minutes", "Length in minutes"),
            lang.of(
                "Le temps écoulé, on finit la manche en cours ; vide, pas de limite.",
                "When the time is up, the round under way is the last; empty means no limit.",
            ),
            [1, 9999],
            None,
        ),
        TableOption::number(
            "tokens",
            lang.of("Jetons par joueur", "Tokens per player"),
            lang.of(
                "D'habitude, on partage les 65 de la boîte ; avec plus de jetons, la partie dure plus longtemps.",
                "Usually the 65 of the box are shared out; more tokens make a longer match.",
            ),
            [i64::from(Rules::MIN_TOKENS), 9999],
            Some(i64::from(Rules::default().share(seats))),
        ),
        TableOption::one_of(
            "may_hold_back",
            lang.of("Retenir sa carte", "Holding a card back"),
            lang.of(
                "Si vous pouvez dire « sans » en ayant la carte demandée.",
                "Whether you may say “no” although you hold the card asked for.",
            ),
            [(false, lang.of("Interdit", "Not allowed")), (true, lang.of("Permis", "Allowed"))],
        ),
        TableOption::one_of(
            "restart",
            lang.of("Quand personne ne continue", "When nobody goes on"),
            lang.of("Qui ouvre la nouvelle suite.", "Who opens the new run."),
            [
                ("last_asked", lang.of("La dernière personne interrogée", "The last player asked")),
                ("last_layer", lang.of("Qui a posé la dernière carte", "Whoever laid the last card")),
            ],
        ),
    ]
}

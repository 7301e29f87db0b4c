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
            lang.of("Par défaut, autant que de joueurs.", "As many as players, unless you say otherwise."),
            [1, 9999],
            i64::try_from(seats.get()).ok(),
        ),
        TableOption::number(
            "minutes",
            lang.of("Durée en minutes", "Minutes"),
            lang.of(
                "Le temps écoulé, la manche en cours est la dernière ; vide, pas de limite.",
                "When they are over, the round under way is the last; empty is no limit.",
            ),
            [1, 9999],
            None,
        ),
        TableOption::number(
            "tokens",
            lang.of("Jetons pour chacun", "Tokens for each player"),
            lang.of(
                "Par défaut, on partage les 65 de la boîte ; davantage pour une partie plus longue.",
                "The 65 of the box are shared out, unless you say otherwise; more make a longer match.",
            ),
            [i64::from(Rules::TOKENS_LEAST), 9999],
            Some(i64::from(Rules::default().share(seats))),
        ),
        TableOption::one_of(
            "may_hold_back",
            lang.of("Dire « sans »", "Saying “sans”"),
            lang.of("Si l'on peut dire « sans » en ayant la carte.", "Whether “sans” may be said by who has the card."),
            [
                (false, lang.of("Seulement si l'on n'a pas la carte", "Only without the card")),
                (true, lang.of("Quand on veut", "At will")),
            ],
        ),
        TableOption::one_of(
            "restart",
            lang.of("Quand personne ne continue", "When nobody goes on"),
            lang.of("Qui ouvre la nouvelle suite.", "Who opens the new run."),
            [
                ("last_asked", lang.of("Le dernier à qui l'on a demandé", "The last player asked")),
                ("last_layer", lang.of("Celui qui a posé la dernière carte", "Who laid the last card")),
            ],
        ),
    ]
}

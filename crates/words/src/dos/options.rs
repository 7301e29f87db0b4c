//! DOS: the options of a table.

use engine::games::dos::Rules;

use crate::Lang;
use crate::options::TableOption;

/// The options of a table.
pub(super) fn options(lang: Lang) -> Vec<TableOption> {
    vec![TableOption::number(
        "target",
        lang.of("Points à atteindre", "Points to reach"),
        lang.of("Qui atteint ce total en premier gagne la partie.", "Whoever reaches this total first wins the match."),
        [1, 1_000_000],
        Some(i64::from(Rules::default().target)),
    )]
}

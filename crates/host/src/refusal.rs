//! Why an ask is refused: data until it leaves, when the language is known.

use wire::house::{HouseRefusal, Refused, TableRefusal};
use words::Lang;

use referee::judge::StepRefused;

/// Why an ask is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// By the rules of the game, or because it is no move.
    Step(StepRefused),
    /// By the table.
    Table(TableRefusal),
    /// By the house, whatever the table would say.
    House(HouseRefusal),
}

impl From<TableRefusal> for Refusal {
    fn from(refusal: TableRefusal) -> Self {
        Self::Table(refusal)
    }
}

impl From<HouseRefusal> for Refusal {
    fn from(refusal: HouseRefusal) -> Self {
        Self::House(refusal)
    }
}

impl Refusal {
    /// The stable name of the reason.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            Self::Step(refused) => &refused.code,
            Self::Table(refusal) => refusal.code(),
            Self::House(refusal) => refusal.code(),
        }
    }

    /// The refusal of the ask with this id, as it is sent.
    #[must_use]
    pub fn to_message(&self, id: &str, lang: Lang) -> Refused {
        let (rule, message, wait_ms) = match self {
            Self::Step(refused) => (refused.rule.as_deref(), refused.say(lang), None),
            Self::Table(refusal) => (None, words::house::say_table_refusal(refusal, lang), refusal.wait_ms()),
            Self::House(refusal) => (None, words::house::say_house_refusal(refusal, lang), refusal.wait_ms()),
        };
        Refused { id: id.into(), code: self.code().into(), rule: rule.map(String::from), message, wait_ms }
    }
}

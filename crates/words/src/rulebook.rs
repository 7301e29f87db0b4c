//! The rulebooks as texts whose rules can be found: where one rule names another, a link leads there.
//!
//! Deliberately absent: the rules themselves, which are in `docs/RULES`, and how a text is drawn.

use crate::{Lang, Words};

/// The rulebook of a game in Markdown, where `R9` inside a sentence is a link to `#rule-R9`.
#[must_use]
pub fn with_links<G: Words>(lang: Lang) -> String {
    G::rulebook(lang).split_inclusive('\n').map(link_line).collect()
}

/// Links the rules named in a line; its own number, in bold, and what stands between backticks are left alone.
fn link_line(line: &str) -> String {
    let own = line.find(".** ").map_or(0, |end| end + 4);
    let (head, text) = if line.starts_with("- **R") { line.split_at(own) } else { ("", line) };
    let parts = text.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => link_text(part),
        _ => part.to_owned(),
    });
    head.to_owned() + &parts.collect::<Vec<_>>().join("`")
}

fn link_text(text: &str) -> String {
    let mut linked = String::new();
    let mut rest = text;
    while let Some(place) = rest.find('R') {
        let (before, from) = rest.split_at(place);
        let digits = from[1..].chars().take_while(char::is_ascii_digit).count();
        let is_word = before.ends_with(char::is_alphanumeric);
        let (name, after) = from.split_at(1 + digits);
        linked += before;
        if digits == 0 || is_word {
            linked += name;
        } else {
            linked += &format!("[{name}](#rule-{name})");
        }
        rest = after;
    }
    linked + rest
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::{GameId, with_game};

    use super::*;

    #[test]
    fn a_rule_is_linked_where_another_names_it() {
        assert_eq!(link_line("- **R3.** As in R9 (R10).\n"), "- **R3.** As in [R9](#rule-R9) ([R10](#rule-R10)).\n");
        assert_eq!(link_line("- **R3.** Write `R9`, Rien or R.\n"), "- **R3.** Write `R9`, Rien or R.\n");
        assert_eq!(link_line("See R1 to R3."), "See [R1](#rule-R1) to [R3](#rule-R3).");
    }

    #[test]
    fn every_link_leads_to_a_rule() {
        for (game, lang) in GameId::ALL.into_iter().flat_map(|game| Lang::ALL.map(|lang| (game, lang))) {
            let text = with_game!(game, G => with_links::<G>(lang));
            let rules: BTreeSet<&str> = text
                .lines()
                .filter_map(|line| line.strip_prefix("- **")?.split_once('.').map(|(number, _)| number))
                .collect();
            let links: Vec<&str> =
                text.split("](#rule-").skip(1).filter_map(|rest| rest.split_once(')').map(|(rule, _)| rule)).collect();
            assert!(rules.contains("R1"), "{game:?} {lang:?}");
            assert!(links.iter().all(|link| rules.contains(link)), "{game:?} {lang:?}: {links:?}");
        }
    }
}

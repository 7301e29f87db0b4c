//! The rulebooks as pages whose rules can be found: where one rule names another, a link leads there.
//!
//! Deliberately absent: the rules themselves, which are in `docs/RULES`, and how a page is drawn.

use pulldown_cmark::{Options, Parser, html};

use crate::lang::set_type;
use crate::{Lang, Words};

/// The rulebook of a game as HTML: R9 has the id `rule-R9`, and where a sentence names it there is a link to it.
#[must_use]
pub fn page<G: Words>(lang: Lang) -> String {
    let text = set_type(&with_links::<G>(lang), lang);
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(&text, Options::ENABLE_TABLES));
    // Our own rulebooks begin every rule with its number in bold.
    let mut parts = page.split("<li>");
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.trim_start().strip_prefix("<p>").unwrap_or(part).trim_start().strip_prefix("<strong>");
        match number.and_then(|rest| rest.split_once('.')).filter(|(number, _)| number.starts_with('R')) {
            Some((number, _)) => numbered += &format!("<li id=\"rule-{number}\" tabindex=\"-1\">{part}"),
            None => numbered += &format!("<li>{part}"),
        }
    }
    numbered
}

/// The rulebook in Markdown, where `R9` inside a sentence is a link.
fn with_links<G: Words>(lang: Lang) -> String {
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
            let page = with_game!(game, G => page::<G>(lang));
            let named = |before: &str| -> BTreeSet<String> {
                page.split(before).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
            };
            let (rules, links) = (named("<li id=\"rule-"), named("<a href=\"#rule-"));
            assert!(rules.contains("R1") && links.is_subset(&rules), "{game:?} {lang:?}: {links:?}");
            let written =
                with_game!(game, G => G::rulebook(lang).lines().filter(|line| line.starts_with("- **R")).count());
            assert_eq!(rules.len(), written, "{game:?} {lang:?}");
        }
    }
}

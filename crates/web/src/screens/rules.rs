//! The numbered rules of a game.

use engine::{GameId, with_game};
use leptos::prelude::*;
use pulldown_cmark::{Options, Parser, html};
use words::{Lang, Words};

use crate::app::{Head, shared};

/// The rules on a screen of their own.
#[component]
pub(crate) fn Rules(game: GameId, rule: Option<String>) -> impl IntoView {
    view! {
        <Head/>
        <main class="page"><Rulebook game=game rule=rule/></main>
    }
}

/// The rules of a game; the one that is asked for is marked and scrolled to.
#[component]
pub(crate) fn Rulebook(game: GameId, rule: Option<String>) -> impl IntoView {
    let shared = shared();
    let wanted = rule.clone();
    Effect::new(move |_| {
        if let Some(rule) = &wanted {
            let id = format!("rule-{rule}");
            request_animation_frame(move || {
                if let Some(element) = document().get_element_by_id(&id) {
                    element.scroll_into_view();
                }
            });
        }
    });
    let text = move || written(game, rule.as_deref(), shared.preferences.lang());
    view! { <article class="rulebook" inner_html=text></article> }
}

/// The rulebook as a page, every rule with its number as its id.
fn written(game: GameId, marked: Option<&str>, lang: Lang) -> String {
    let text = with_game!(game, G => <G as Words>::rulebook(lang));
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(text, Options::ENABLE_TABLES));
    // Our own rulebooks begin every rule with its number in bold.
    let mut parts = page.split("<li>");
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.trim_start().strip_prefix("<p>").unwrap_or(part).trim_start().strip_prefix("<strong>");
        match number.and_then(|rest| rest.split_once('.')).filter(|(number, _)| number.starts_with('R')) {
            Some((number, _)) if Some(number) == marked => {
                numbered += &format!("<li id=\"rule-{number}\" class=\"marked\">{part}");
            }
            Some((number, _)) => numbered += &format!("<li id=\"rule-{number}\">{part}"),
            None => numbered += &format!("<li>{part}"),
        }
    }
    numbered
}

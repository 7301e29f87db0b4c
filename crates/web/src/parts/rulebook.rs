//! The numbered rules of a game: on a screen of their own, or over the table; where a rule names another, one can go there.

use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use words::game_name;
use words::screen::Label;

use super::dialog::Dialog;
use crate::app::shared;
use crate::door;

/// The rules over whatever is on the screen.
#[component]
pub(crate) fn RulebookDialog() -> impl IntoView {
    let shared = shared();
    let open = shared.notices.rulebook;
    let title = move || {
        let game = open.get().map(|(game, _)| game_name(game)).unwrap_or_default();
        format!("{} – {game}", shared.say(Label::Rules))
    };
    let book = move || open.get().map(|(game, rule)| view! { <Rulebook game=game rule=rule/> });
    view! {
        <Dialog title=Signal::derive(title) class="wide" close=Callback::new(move |()| open.set(None))>{book}</Dialog>
    }
}

/// The rules of a game; the one that is asked for is marked and scrolled to.
#[component]
pub(crate) fn Rulebook(
    game: GameId,
    rule: Option<String>,
    /// Somebody has gone to a rule.
    #[prop(optional, into)]
    went: Option<Callback<String>>,
) -> impl IntoView {
    let shared = shared();
    let marked = StoredValue::new(rule);
    let page = RwSignal::new((shared.preferences.lang_now(), String::new()));
    let told = RwSignal::new(Label::Loading.say(shared.preferences.lang_now()));
    // Now, and again in another language; until then what was read stays.
    Effect::new(move |_| {
        let lang = shared.preferences.lang();
        spawn_local(async move {
            let answer = door::rules(game, lang).await;
            // Whoever reads may have changed the language again, or have gone.
            if shared.preferences.lang_now() != lang {
                return;
            }
            match answer {
                Ok(text) => {
                    let is_gone = told.try_set(String::new()).is_some() || page.try_set((lang, text)).is_some();
                    if !is_gone {
                        request_animation_frame(move || {
                            marked.try_get_value().flatten().iter().for_each(|rule| mark(rule));
                        });
                    }
                }
                Err(refusal) => {
                    let _ = told.try_set(refusal.message);
                }
            }
        });
    });
    let (written_in, written) = (move || page.read().0.code(), move || page.read().1.clone());
    let go = move |event: leptos::ev::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let link = target.and_then(|target| target.closest("a[href^='#rule-']").ok().flatten());
        let rule = link.and_then(|link| Some(link.get_attribute("href")?.strip_prefix("#rule-")?.to_owned()));
        if let Some(rule) = rule {
            event.prevent_default();
            mark(&rule);
            marked.set_value(Some(rule.clone()));
            if let Some(went) = went {
                went.run(rule);
            }
        }
    };
    view! {
        <p class="empty" role="status">{told}</p>
        <article class="rulebook" id="rulebook" lang=written_in inner_html=written on:click=go></article>
    }
}

/// Marks a rule, goes there and puts the focus on it.
fn mark(rule: &str) {
    if let Ok(Some(old)) = document().query_selector(".rulebook .marked") {
        let _ = old.class_list().remove_1("marked");
    }
    let Some(element) = document().get_element_by_id(&format!("rule-{rule}")) else { return };
    let _ = element.class_list().add_1("marked");
    element.scroll_into_view();
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

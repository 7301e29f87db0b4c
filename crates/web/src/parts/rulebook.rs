//! The rules of a game: in brief with pictures, and numbered; on a screen of their own, or as two tabs over the table.
//! Where a rule names another, one can go there.

use engine::GameId;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use words::game_name;
use words::screen::Label;

use super::dialog::Dialog;
use super::welcome::Brief;
use crate::app::shared;
use crate::http;
use crate::parts::list::CollectAny;
use crate::reactive::{RwSignal, effect};
use crate::route::Route;
use crate::walk::focus_on;

/// One of the two tabs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Brief,
    Numbered,
}

impl Tab {
    /// What it is called in the page and on the screen, and what its panel is called.
    fn named(self) -> (&'static str, Label, &'static str) {
        match self {
            Self::Brief => ("tab-brief", Label::InShort, "panel-brief"),
            Self::Numbered => ("tab-rules", Label::AllRules, "panel-rules"),
        }
    }
}

/// The rules over whatever is on the screen: in brief, unless a rule is asked for.
#[component]
pub(crate) fn RulebookDialog() -> impl IntoView {
    let shared = shared();
    let open = shared.notices.rulebook;
    let title = move || {
        let game = open.get().map(|(game, _)| game_name(game)).unwrap_or_default();
        format!("{} – {game}", shared.say(Label::Rules))
    };
    let book = move || open.get().map(|(game, rule)| tabs(game, rule));
    view! {
        <Dialog title=Signal::derive(title) class="rules-dialog" close=Callback::new(move |()| open.set(None))>{book}</Dialog>
    }
}

fn tabs(game: GameId, rule: Option<String>) -> AnyView {
    let shared = shared();
    let chosen = RwSignal::new(if rule.is_some() { Tab::Numbered } else { Tab::Brief });
    let walk = move |event: KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowLeft" | "Home" => Tab::Brief,
            "ArrowRight" | "End" => Tab::Numbered,
            _ => return,
        };
        event.prevent_default();
        chosen.set(to);
        focus_on(&format!("#{}", to.named().0));
    };
    let tab = move |tab: Tab| {
        let (id, label, panel) = tab.named();
        let is_chosen = move || chosen.get() == tab;
        view! {
            <button type="button" role="tab" class="rules-tab" id=id aria-controls=panel
                aria-selected=move || is_chosen().to_string() tabindex=move || if is_chosen() { "0" } else { "-1" }
                on:click=move |_| chosen.set(tab)>{shared.label(label)}</button>
        }
    };
    let panel = move |tab: Tab, inside: AnyView| {
        let (id, _, panel) = tab.named();
        view! { <div class="rules-panel" role="tabpanel" id=panel aria-labelledby=id hidden=move || chosen.get() != tab>{inside}</div> }
    };
    // Whoever learns it already has found the way.
    let is_learning = untrack(|| shared.router.route()) == Route::Learn(game);
    let learn = move |_| {
        shared.notices.rulebook.set(None);
        shared.router.go(Route::Learn(game));
    };
    let lesson = (!is_learning).then(|| {
        view! { <button type="button" class="rules-learn" id="learn-from-rules" on:click=learn>{shared.label(Label::LearnInMinutes)}</button> }
    });
    view! {
        {lesson}
        <div class="rules-tabs" role="tablist" aria-label=shared.label(Label::Rules) on:keydown=walk>
            {[Tab::Brief, Tab::Numbered].map(tab).collect_any()}
        </div>
        {panel(Tab::Brief, view! { <Brief game=game/> }.into_any())}
        {panel(Tab::Numbered, view! { <Rulebook game=game rule=rule/> }.into_any())}
    }
    .into_any()
}

/// The numbered rules of a game; the one that is asked for is marked and scrolled to.
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
    effect(move || {
        let lang = shared.preferences.lang();
        spawn_local(async move {
            let answer = http::rules(game, lang).await;
            // Whoever reads may have changed the language again, or have gone.
            if shared.preferences.lang_now() != lang {
                return;
            }
            match answer {
                Ok(text) => {
                    let is_gone = told.try_update(String::clear).is_none();
                    page.set((lang, text));
                    if !is_gone {
                        request_animation_frame(move || {
                            marked.try_get_value().flatten().iter().for_each(|rule| mark(rule));
                        });
                    }
                }
                Err(refusal) => {
                    told.set(refusal.message);
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
        <p class="rulebook-told" role="status">{move || told.get()}</p>
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

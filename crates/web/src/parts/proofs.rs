//! Whether the deals were honest: what this browser found out by itself, round by round, and the whole match replayed.

use client::{DealCheck, OwnEntropy};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::local::{LocalAnswer, LocalAsk};
use wire::read_record;
use words::Lang;
use words::house::{
    Checked, say_dishonest_deal, say_honest_deal, say_record_breaks, say_record_holds, say_unproven_deal,
};
use words::screen::Label;

use crate::http;
use crate::local;
use crate::parts::list::{CollectAny, Show};
use crate::place::Place;
use crate::reactive::{RwSignal, memo};

/// Marks beside a finding, so that its colour is not alone.
const GOOD: &str = "✓";
const BAD: &str = "✗";

/// Something that was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finding {
    mark: &'static str,
    text: String,
    /// What the house had promised.
    commitment: Option<String>,
}

/// What was found out about the deals so far.
#[component]
pub(crate) fn Proofs(place: Place) -> impl IntoView {
    let shared = place.shared;
    let findings = memo(move || {
        let lang = shared.preferences.lang();
        let promised = |round: u16| {
            let rounds = place.look(|watched| watched.table().rounds.clone()).unwrap_or_default();
            rounds.into_iter().find(|published| published.round == round).map(|published| published.commitment)
        };
        let checks = place.checks.read();
        let found = checks.iter().rev();
        found.map(|(round, check)| judged(*round, check, promised(*round), lang)).collect::<Vec<_>>()
    });
    // Few want to read this, unless something is wrong.
    let is_open = move || findings.read().iter().any(|it| it.mark == BAD);
    view! {
        <Show when=move || !findings.read().is_empty()>
            <details class="proofs" id="proofs" open=is_open>
                <summary>{shared.label(Label::Deals)}</summary>
                <ul>{move || findings.get().into_iter().map(move |finding| line(place, finding)).collect_any()}</ul>
            </details>
        </Show>
    }
}

fn judged(round: u16, check: &DealCheck, commitment: Option<String>, lang: Lang) -> Finding {
    match check {
        Ok(proof) if !proof.is_complete() => Finding { mark: BAD, text: say_unproven_deal(round, lang), commitment },
        Ok(proof) => {
            let checks = [
                (proof.promised, Checked::Promise),
                (proof.own_entropy == OwnEntropy::Present, Checked::OwnEntropy),
                (proof.cards, Checked::Cards),
            ];
            let checked: Vec<Checked> = checks.into_iter().filter(|(held, _)| *held).map(|(_, it)| it).collect();
            Finding { mark: GOOD, text: say_honest_deal(round, &checked, lang), commitment }
        }
        Err(fault) => Finding { mark: BAD, text: say_dishonest_deal(round, fault, lang), commitment },
    }
}

fn line(place: Place, finding: Finding) -> impl IntoView {
    let commitment = finding.commitment.map(|commitment| {
        let shown: String = commitment.chars().take(12).collect();
        view! { <code title=commitment>{place.shared.say(Label::Commitment)}" "{shown}"…"</code> }
    });
    view! { <li class:proof-bad=finding.mark == BAD><span aria-hidden="true">{finding.mark}</span>" "{finding.text}" "{commitment}</li> }
}

/// Fetches the record of the finished match and replays it here.
#[component]
pub(crate) fn VerifyButton(place: Place) -> impl IntoView {
    let shared = place.shared;
    let found = RwSignal::new(None::<Finding>);
    let verify = move |_| {
        let (table, key, lang) = (place.table(), place.key_now(), shared.preferences.lang_now());
        spawn_local(async move {
            let finding = match http::record(&table, key, lang).await {
                Ok(record) => Some(verified(place, record, lang).await),
                Err(refusal) => Some(Finding { mark: BAD, text: refusal.message, commitment: None }),
            };
            // The screen may have been left meanwhile.
            found.set(finding);
        });
    };
    view! {
        <button type="button" class="ways-quiet" id="verify" on:click=verify>{shared.label(Label::Verify)}</button>
        <ul class="verified" id="verified" role="status">{move || found.get().map(|finding| line(place, finding))}</ul>
    }
}

/// Lets the worker replay a record, and holds its deals against those that were seen here.
async fn verified(place: Place, record: String, lang: Lang) -> Finding {
    let read = read_record(&record);
    let (mark, text) = match local::ask(&LocalAsk::Verify { record, lang: lang.code().into() }).await {
        Some(LocalAnswer::Holds { rounds, moves }) => {
            let compared = read.ok().and_then(|read| place.look_now(|watched| watched.compare_deals(&read)));
            match compared {
                Some(Err((round, fault))) => (BAD, say_dishonest_deal(round, &fault, lang)),
                _ => (GOOD, say_record_holds(rounds, moves, lang)),
            }
        }
        Some(LocalAnswer::Breaks { line, message }) => (BAD, say_record_breaks(line, &message, lang)),
        _ => (BAD, Label::NoLocalPlay.say(lang)),
    };
    Finding { mark, text, commitment: None }
}

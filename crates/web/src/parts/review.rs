//! The review of a match, in a dialog over its replay: how far it is, the moments that mattered most, the curve.

use client::replay::{CurvePoint, KeyMoment, ReviewNews};
use leptos::prelude::*;
use words::replay::say_moment;
use words::screen::Label;

use super::dialog::Dialog;
use crate::drawing::picture;
use crate::parts::list::{CollectAny, Show};
use crate::place::Place;
use crate::playback::{Playback, ReviewState};
use crate::reactive::memo;

/// The box of the curve, in its own units.
const WIDE: f64 = 600.0;
const HIGH: f64 = 150.0;
const VIEW_BOX: &str = "0 0 600 150";

/// The review.
#[component]
pub(crate) fn Review(place: Place, playback: Playback) -> impl IntoView {
    let shared = place.shared;
    let close = Callback::new(move |()| playback.review_open.set(false));
    let state = memo(move || playback.review.get());
    let drawn = move || match state.get() {
        ReviewState::Unasked => view! {
            <p>{shared.label(Label::ReviewHelp)}</p>
            <button type="button" class="primary" id="begin-review" autofocus
                on:click=move |_| playback.begin_review()>{shared.label(Label::BeginReview)}</button>
        }
        .into_any(),
        ReviewState::Running(done, of) => view! {
            <p>{shared.label(Label::ReviewRuns)}</p>
            <progress class="review-progress" id="review-progress" max=of.to_string() value=done.to_string()
                aria-label=shared.label(Label::ReviewRuns)></progress>
            <button type="button" id="stop-review" on:click=move |_| playback.stop_review()>
                {shared.label(Label::StopReview)}
            </button>
        }
        .into_any(),
        ReviewState::Done(news) => done(place, playback, &news),
    };
    view! {
        <Show when=move || playback.review_open.get()>
            <Dialog title=Signal::derive(shared.label(Label::Review)) class="review" close=close>
                <div class="review-body" id="review" tabindex="0" role="region"
                    aria-label=shared.label(Label::Review)>{move || drawn()}</div>
            </Dialog>
        </Show>
    }
}

fn done(place: Place, playback: Playback, news: &ReviewNews) -> AnyView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let moment = move |moment: KeyMoment| {
        let seat = usize::from(moment.seat);
        let jump = move |_| {
            playback.review_open.set(false);
            playback.pause();
            playback.go(moment.at);
        };
        let (french, english) = moment.said.clone();
        let name = move || place.names().get(seat).cloned().unwrap_or_default();
        view! {
            <li>
                <button type="button" class="review-moment" data-moment=moment.at.to_string() on:click=jump
                    style=("--player", place.around.colour(seat))>
                    <span class="replay-face">{place.around.portrait(seat)}</span>
                    <span>
                        <strong>{move || name()}" · "{move || say_moment(moment.round, moment.turn as u16, lang())}</strong>
                        <span>{move || lang().of(french.clone(), english.clone())}</span>
                    </span>
                </button>
            </li>
        }
    };
    let is_flawless = news.moments.is_empty();
    let curve = picture("review-curve", VIEW_BOX, &draw_curve(place, playback, news));
    view! {
        <h3>{shared.label(Label::KeyMoments)}</h3>
        {is_flawless.then(|| view! { <p id="no-moments">{shared.label(Label::NoKeyMoments)}</p> })}
        <ol class="review-moments" id="review-moments">{news.moments.iter().cloned().map(moment).collect_any()}</ol>
        <h3>{shared.label(Label::ExpectedLead)}</h3>
        <p class="review-note">{shared.label(Label::CurveHelp)}</p>
        <figure class="review-figure" role="img" aria-label=shared.label(Label::CurveHelp)>{curve}</figure>
    }
    .into_any()
}

/// What the seats could expect: a line for each seat and round, around the line of nothing.
fn draw_curve(place: Place, playback: Playback, news: &ReviewNews) -> String {
    let overview = playback.overview.read_untracked();
    let most = news.curve.iter().map(|point| point.lead.abs()).fold(1.0, f64::max);
    let x = |at: usize| at as f64 / playback.last().max(1) as f64 * WIDE;
    let y = |lead: f64| HIGH / 2.0 - lead / most * (HIGH / 2.0 - 8.0);
    let mut drawn = format!("<path class=\"curve-zero\" d=\"M0 {0} H{WIDE}\"/>", HIGH / 2.0);
    for first in overview.rounds_begin().skip(1) {
        drawn += &format!("<path class=\"curve-round\" d=\"M{:.1} 0 V{HIGH}\"/>", x(first));
    }
    for seat in 0..overview.players.len() {
        let points: Vec<&CurvePoint> = news.curve.iter().filter(|point| usize::from(point.seat) == seat).collect();
        let mut path = String::new();
        let mut round = 0;
        for point in points {
            let sign = if point.round == round { 'L' } else { 'M' };
            path += &format!("{sign}{:.1} {:.1}", x(point.at), y(point.lead));
            round = point.round;
        }
        let colour = place.around.colour(seat);
        drawn += &format!("<path class=\"curve-line\" stroke=\"{colour}\" d=\"{path}\"/>");
    }
    for moment in &news.moments {
        let lead = news.curve.iter().find(|point| point.at == moment.at + 1 && point.seat == moment.seat);
        let (x, y) = (x(moment.at + 1), y(lead.map_or(0.0, |point| point.lead)));
        drawn += &format!("<circle class=\"curve-mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>");
    }
    drawn
}

//! The near edge of the table: one sentence, one's own place, the hand and the buttons. All of it stays where it is.

use leptos::prelude::*;

use super::guide::GuideStrip;
use super::hint::HintStrip;
use super::seats::{Facts, OwnSeat};
use super::sheet::AfterMatch;
use super::watching::Watching;
use crate::games::Sentence;
use crate::place::{Hint, Place};
use crate::reactive::{Memo, memo};

/// The dock of a table.
#[component]
pub(crate) fn Dock(
    place: Place,
    facts: Memo<Vec<Facts>>,
    prompt: Memo<Sentence>,
    /// Says a step of the game in words, and why it is good.
    say: Callback<String, (String, String)>,
    hand: AnyView,
    actions: AnyView,
    /// What else lies there.
    children: Children,
) -> impl IntoView {
    // A guide says what there is to say while it says anything.
    let is_hinting = memo(move || *place.hint.read() != Hint::None || place.cue().is_some());
    view! {
        <div class="dock">
            <div class="sentence">
                <p class="prompt" id="prompt" role="status" class:wrong=move || prompt.read().is_wrong
                    hidden=move || is_hinting.get()>{move || prompt.get().text}</p>
                <HintStrip place=place say=say/>
                <GuideStrip place=place/>
                {place.playback.is_none().then(|| view! { <Watching place=place/> })}
            </div>
            <OwnSeat place=place facts=facts/>
            {hand}
            {children()}
            {actions}
            <div class="after-place"><AfterMatch place=place/></div>
        </div>
    }
}

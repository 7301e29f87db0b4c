//! DOS: the row with what was matched on it, the pile, the talon, and the race for the call.

mod card;

use client::gesture::Gestures;
use client::gesture::dos::{Spot, has_called};
use engine::games::dos::{Card, ColourBonus, Dos, Hand, Match, Move, Public, Shown, Stage};
use engine::{Seat, View, Viewer};
use leptos::prelude::*;
use words::screen::{Label, points};
use words::{Article, Lang, Words};

use super::{Act, Action, Drawn, Handled, Look, Parts, face_up};
use crate::desk::Desk;
use crate::drawing::back;
use crate::parts::board::{hand_table, spot_attributes};
use crate::parts::halo::halo;
use crate::parts::list::{CollectAny, keyed};
use crate::parts::seats::Facts;
use crate::place::Place;
use crate::reactive::{Memo, memo};

/// So many buttons are shown at a time.
const MAX_ACTIONS: usize = 3;

impl Drawn for Dos {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        hand_table(Desk::new(place, view))
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = public.outcome().map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
        let notes = if public.board.owes_call.has(seat) { vec![Label::OwesCall.say(lang)] } else { Vec::new() };
        Facts { cards: public.hand_sizes[seat], score: points(total, lang), notes, ..Facts::default() }
    }

    fn draw_hand(public: &Public, hand: &Hand, lang: Lang) -> Vec<(Card, AnyView)> {
        face_up::<Self>(public, hand, lang)
    }

    fn laid(shown: &Shown, _before: &View<Self>) -> Option<(Seat, Vec<String>)> {
        match shown {
            Shown::Put { seat, card } | Shown::Added { seat, card } => Some((*seat, vec![Self::write_card(*card)])),
            Shown::Matched { seat, play, .. } => Some((*seat, play.cards().map(Self::write_card).collect())),
            _ => None,
        }
    }
}

impl Handled for Dos {
    fn face(card: Card, _public: &Public, _lang: Lang) -> AnyView {
        card::face(card)
    }

    fn board(desk: Desk<Self>) -> AnyView {
        let shared = desk.place.shared;
        let row = memo(move || {
            let public = &desk.view.read().public;
            let matched =
                |index: usize| public.board.progress.matches.iter().find(|one| usize::from(one.centre) == index);
            let cards = public.board.centre.iter().enumerate();
            cards.map(|(index, card)| (index, *card, matched(index).copied())).collect::<Vec<_>>()
        });
        let pile_size = move || desk.view.read().public.board.pile_size;
        let talon_size = memo(move || desk.view.read().public.board.talon.len());
        let talon = memo(move || desk.view.read().public.board.talon.last().copied());
        let bonuses = memo(move || desk.view.read().public.board.progress.bonuses);
        let bonus = move || {
            let bonuses = bonuses.get();
            (bonuses > 0)
                .then(|| view! { <span class="dos-note">{format!("+{bonuses} {}", shared.say(Label::Bonus))}</span> })
        };
        view! {
            <div class="dos-board">
                <button type="button" class="dos-pile" data-place="pile" {..spot_attributes(desk, Spot::Pile)}
                    aria-label=move || format!("{} ({})", shared.say(Label::Pile), pile_size())>
                    {back()}<span class="badge">{move || pile_size()}</span>
                </button>
                <ol class="dos-row" aria-label=shared.label(Label::Row)>
                    {keyed(move || row.get(), |(index, card, _)| format!("{index} {}", Self::write_card(*card)), move |(index, card, _)| {
                        let matched = memo(move || row.read().get(index).and_then(|(_, _, matched)| *matched));
                        let spot = Spot::Centre(u8::try_from(index).unwrap_or(u8::MAX));
                        view! {
                            <li class="dos-cell">
                                <button type="button" class="dos-spot" {..spot_attributes(desk, spot)}
                                    aria-label=move || Self::name_card(&card, Article::Bare, shared.preferences.lang())>
                                    {lying(desk.place, card)}
                                    {move || matched.get().map(|one| laid_on(desk.place, card, one))}
                                </button>
                            </li>
                        }
                    })}
                    <li class="dos-cell">
                        <button type="button" class="dos-spot dos-free" {..spot_attributes(desk, Spot::End)}
                            aria-label=shared.label(Label::Free)>
                            <span class="dos-empty">{shared.label(Label::Free)}</span>{move || bonus()}
                        </button>
                    </li>
                </ol>
                <div class="dos-talon" role="img" aria-label=move || format!("{} ({})", shared.say(Label::Talon), talon_size.get())>
                    {move || talon.get().map(card::face)}
                    <span class="badge">{move || talon_size.get()}</span>
                </div>
                {stamp(desk)}
            </div>
        }
        .into_any()
    }

    /// The calls are there while they can be made, and then the steps give way that cannot.
    fn actions(desk: Desk<Self>) -> Vec<Action> {
        let shared = desk.place.shared;
        let step = |mv: Move| desk.offer.read().has(&mv).then(|| Act::Step(wire_move(&mv)));
        let is_placing = desk.view.read().public.board.progress.stage == Stage::Placing;
        let (end_label, end) = if is_placing { (Label::Decline, Move::Decline) } else { (Label::EndTurn, Move::End) };
        let catch = desk.offer.read().moves().find(|mv| matches!(mv, Move::Catch(_))).copied();
        // The call can be joined to the play that leaves two cards.
        let View { viewer, public, .. } = &*desk.view.read();
        let is_near =
            matches!(viewer, Viewer::Seat(seat) if public.seat == *seat && matches!(public.hand_sizes[*seat], 3 | 4));
        let call = step(Move::Call).or(is_near.then_some(Act::Join("dos")));
        let button = |id, label, key, act, look| Action { id, label: shared.say(label), key, act, look };
        let mut actions = vec![
            button("call", Label::CallDos, "!", call, Look::Alarm),
            button("catch", Label::Catch, "c", catch.map(|mv| Act::Step(wire_move(&mv))), Look::Alarm),
        ];
        actions.retain(|action| action.act.is_some());
        let is_calm = actions.is_empty();
        let steps = [
            button("end", end_label, "e", step(end), Look::Primary),
            button("draw", Label::Draw, "d", step(Move::Draw), Look::Plain),
        ];
        actions.extend(steps.into_iter().filter(|action| is_calm || action.act.is_some()));
        actions.truncate(MAX_ACTIONS);
        actions
    }
}

fn wire_move(mv: &Move) -> String {
    <Dos as wire::Codec>::write_move(mv)
}

/// A card that lies in the row or on a card of it.
fn lying(place: Place, card: Card) -> AnyView {
    let halo = halo(place, Dos::write_card(card));
    view! { <span class="dos-card" data-travel=Dos::write_card(card)>{card::face(card)}{halo}</span> }.into_any()
}

/// What was matched on a card of the row, and what its colours earn.
fn laid_on(place: Place, centre: Card, one: Match) -> AnyView {
    let note = one.play.colour_bonus(centre).map(|bonus| match bonus {
        ColourBonus::Single => Label::ColourMatch,
        ColourBonus::Double => Label::DoubleColour,
    });
    let note = note.map(|label| view! { <span class="dos-note">{place.shared.label(label)}</span> });
    let cards = one.play.cards().map(|card| lying(place, card)).collect_any();
    view! { {cards}{note} }.into_any()
}

/// A call stamps the felt for a moment.
fn stamp(desk: Desk<Dos>) -> AnyView {
    let calls = Memo::new(move |old: Option<&(u32, Option<Public>)>| {
        let now = desk.view.read().public.clone();
        let (calls, before) = old.cloned().unwrap_or_default();
        let is_called = before.is_some_and(|before| has_called(&before, &now));
        (calls + u32::from(is_called), Some(now))
    });
    let calls = memo(move || calls.read().0);
    // The next call is stamped by an animation of another name, so that it begins anew.
    let again = move || (calls.get() % 2 == 0).then_some("");
    let drawn = move || {
        let said = move || desk.place.shared.say(Label::CallDos);
        (calls.get() > 0).then(|| view! { <span class="dos-stamp" aria-hidden="true" data-again=again>{said()}</span> })
    };
    drawn.into_any()
}

//! DOS: the row with what was matched on it, the pile, the talon, and the race for the call.

mod card;

use engine::games::dos::{Card, Dos, Hand, Match, Move, Public, Shown, Stage};
use engine::{Game, Seat, View, Viewer};
use gesture::Gestures;
use gesture::dos::Spot;
use leptos::prelude::*;
use words::screen::{Label, points};
use words::{Article, Lang, Words};

use super::{Act, Action, Drawn, Handled, Look, Parts, face_up};
use crate::desk::{Desk, Place};
use crate::memo::memo;
use crate::parts::board::{hand_table, spot_attributes};
use crate::drawing::back;
use crate::parts::seats::Facts;

impl Drawn for Dos {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        hand_table(Desk::new(place, view))
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = Self::outcome(public).map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
        let notes = if public.owes_call.has(seat) { vec![Label::OwesCall.say(lang)] } else { Vec::new() };
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
            let matched = |index: usize| public.progress.matches.iter().find(|one| usize::from(one.centre) == index);
            let cards = public.centre.iter().enumerate();
            cards.map(|(index, card)| (index, *card, matched(index).copied())).collect::<Vec<_>>()
        });
        let pile_size = move || desk.view.read().public.pile_size;
        let talon_size = move || desk.view.read().public.talon.len();
        let talon = memo(move || desk.view.read().public.talon.last().copied());
        view! {
            <div class="centre dos-board">
                <button type="button" class="stock" data-place="pile" {..spot_attributes(desk, Spot::Pile)}
                    aria-label=move || format!("{} ({})", shared.say(Label::Pile), pile_size())>
                    {back()}<span class="badge">{pile_size}</span>
                </button>
                <ol class="row" aria-label=shared.label(Label::Row)>
                    <For each=move || row.get() key=|(index, card, _)| (*index, Self::write_card(*card)) children=move |(index, card, _)| {
                        let matched = move || row.read().get(index).and_then(|(_, _, matched)| *matched);
                        let spot = Spot::Centre(u8::try_from(index).unwrap_or(u8::MAX));
                        view! {
                            <li class="stacked">
                                <button type="button" class="spot" {..spot_attributes(desk, spot)}
                                    aria-label=move || Self::name_card(&card, Article::Bare, shared.preferences.lang())>
                                    <span data-travel=Self::write_card(card)>{card::face(card)}</span>
                                    {move || matched().map(laid_on)}
                                </button>
                            </li>
                        }
                    }/>
                    <li>
                        <button type="button" class="spot free" {..spot_attributes(desk, Spot::End)}
                            aria-label=shared.label(Label::Free)>{shared.label(Label::Free)}</button>
                    </li>
                </ol>
                <div class="talon" role="img" aria-label=move || format!("{} ({})", shared.say(Label::Talon), talon_size())>
                    {move || talon.get().map(card::face)}
                    <span class="badge">{talon_size}</span>
                </div>
            </div>
        }
        .into_any()
    }

    fn actions(desk: Desk<Self>) -> Vec<Action> {
        let shared = desk.place.shared;
        let step = |mv: Move| desk.offer.read().has(&mv).then(|| Act::Step(wire_move(&mv)));
        let is_placing = desk.view.read().public.progress.stage == Stage::Placing;
        let (end_label, end) = if is_placing { (Label::Decline, Move::Decline) } else { (Label::EndTurn, Move::End) };
        let catch = desk.offer.read().moves().find(|mv| matches!(mv, Move::Catch(_))).copied();
        // The call can be joined to the play that leaves two cards.
        let View { viewer, public, .. } = &*desk.view.read();
        let is_near =
            matches!(viewer, Viewer::Seat(seat) if public.seat == *seat && matches!(public.hand_sizes[*seat], 3 | 4));
        let call = step(Move::Call).or(is_near.then_some(Act::Join("dos")));
        vec![
            Action { id: "draw", label: shared.say(Label::Draw), key: "d", act: step(Move::Draw), look: Look::Plain },
            Action { id: "end", label: shared.say(end_label), key: "e", act: step(end), look: Look::Primary },
            Action { id: "call", label: shared.say(Label::CallDos), key: "!", act: call, look: Look::Alarm },
            Action {
                id: "catch",
                label: shared.say(Label::Catch),
                key: "c",
                act: catch.map(|mv| Act::Step(wire_move(&mv))),
                look: Look::Alarm,
            },
        ]
    }
}

fn wire_move(mv: &Move) -> String {
    <Dos as wire::Codec>::write_move(mv)
}

/// What was matched on a card of the row.
fn laid_on(one: Match) -> AnyView {
    let cards: Vec<Card> = one.play.cards().collect();
    cards
        .into_iter()
        .map(|card| view! { <span class="laid" data-travel=Dos::write_card(card)>{card::face(card)}</span> })
        .collect_view()
        .into_any()
}

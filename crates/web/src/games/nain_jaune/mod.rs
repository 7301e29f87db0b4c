//! Nain Jaune: the board with its five stakes, the run with who laid what, what is asked for next, and tokens that move.

mod card;

use client::gesture::Gestures;
use client::gesture::nain_jaune::{Laid, Payment, Purse, Spot, laid, payments, run};
use engine::games::nain_jaune::{Card, Hand, Move, NainJaune, Phase, Public, Shown};
use engine::{Seat, View};
use leptos::prelude::*;
use words::Lang;
use words::nain_jaune::{rank_mark, say_laid, say_need, say_sans, say_square, say_tokens};
use words::screen::Label;

use super::{Act, Action, Drawn, Handled, Look, Parts, face_up};
use crate::desk::Desk;
use crate::drawing::picture;
use crate::motion;
use crate::parts::board::{hand_table, spot_attributes};
use crate::parts::halo::halo;
use crate::parts::list::{CollectAny, keyed};
use crate::parts::seats::Facts;
use crate::place::Place;
use crate::reactive::{Memo, effect, memo};

/// The squares at the right edge of the board: their marks are in the other corner.
const RIGHT_SQUARES: [&str; 2] = ["JC", "KH"];

/// A handful of tokens is seen flying, however many are paid.
const HANDFUL: u8 = 6;

impl Drawn for NainJaune {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        hand_table(Desk::new(place, view))
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let is_out = !public.is_in(seat);
        let notes = if is_out { vec![Label::OutOfMatch.say(lang)] } else { Vec::new() };
        let said = public.board.asked.contains(&seat).then(|| say_sans(public.board.need, lang));
        Facts {
            cards: public.hand_sizes[seat],
            score: say_tokens(public.board.tokens[seat], lang),
            notes,
            said,
            is_out,
            ..Facts::default()
        }
    }

    fn draw_hand(public: &Public, hand: &Hand, lang: Lang) -> Vec<(Card, AnyView)> {
        face_up::<Self>(public, hand, lang)
    }

    fn laid(shown: &Shown, _before: &View<Self>) -> Option<(Seat, Vec<String>)> {
        match shown {
            Shown::Laid { seat, card } => Some((*seat, vec![Self::write_card(*card)])),
            _ => None,
        }
    }
}

impl Handled for NainJaune {
    fn face(card: Card, _public: &Public, lang: Lang) -> AnyView {
        card::face(card, lang)
    }

    fn board(desk: Desk<Self>) -> AnyView {
        let shared = desk.place.shared;
        let public = memo(move || desk.view.read().public.clone());
        let mut before: Option<Public> = None;
        effect(move || {
            let now = public.get();
            if let Some(before) = before.replace(now.clone()) {
                payments(&before, &now).into_iter().for_each(fly);
            }
        });
        view! {
            <div class="nain">
                <div class="nain-stakes" role="group" aria-label=shared.label(Label::StakesBoard)>
                    {Card::BOARD.map(|card| stake(desk, card)).collect_any()}
                </div>
                {run_area(desk)}
            </div>
        }
        .into_any()
    }

    fn actions(desk: Desk<Self>) -> Vec<Action> {
        let lang = desk.place.shared.preferences.lang();
        let may = desk.offer.read().has(&Move::Sans);
        let act = may.then(|| Act::Step(<Self as wire::Codec>::write_move(&Move::Sans)));
        let label = say_sans(desk.view.read().public.board.need, lang);
        vec![Action::lay(desk), Action { id: "sans", label: words::capital(&label), key: "s", act, look: Look::Plain }]
    }

    fn tag(view: &View<Self>, card: Card, lang: Lang) -> Option<String> {
        let tokens = view.public.board.stakes.on(card);
        (tokens > 0).then(|| say_tokens(tokens, lang))
    }
}

/// A square of the board with its tokens.
fn stake(desk: Desk<NainJaune>, card: Card) -> AnyView {
    let lang = move || desk.place.shared.preferences.lang();
    let tokens = memo(move || desk.view.read().public.board.stakes.on(card));
    let name = NainJaune::write_card(card);
    let is_right = RIGHT_SQUARES.contains(&&*name);
    view! {
        <div class="nain-square" data-square=name role="img" data-place=place_of(Purse::Square(card)) data-tokens=move || tokens.get()
            aria-label=move || say_square(card, tokens.get(), lang())>
            {move || card::square(card, is_right, lang())}
            {move || card::tokens(card, tokens.get())}
            <b class="nain-amount" aria-hidden="true" style=("--amount", move || tokens.get().to_string())></b>
        </div>
    }
    .into_any()
}

/// The run, and the place for the card that is asked for.
fn run_area(desk: Desk<NainJaune>) -> AnyView {
    let shared = desk.place.shared;
    let lang = move || shared.preferences.lang();
    let all = Memo::new(move |seen: Option<&Vec<Laid>>| {
        laid(seen.map(Vec::as_slice).unwrap_or_default(), &desk.view.read().public)
    });
    let cards = memo(move || run(&all.read()).to_vec());
    let need = memo(move || desk.view.read().public.board.need);
    let is_playing = memo(move || desk.view.read().public.phase == Phase::Playing(()));
    let asks = move || say_need(need.get(), lang());
    let mark = move || need.get().map_or_else(|| "?".into(), |need| rank_mark(need, lang()));
    let turned = "<path d=\"M6 8a8 8 0 1 1-2 7M6 3v5h5\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.2\" \
                  stroke-linecap=\"round\" stroke-linejoin=\"round\"/>";
    view! {
        <div class="nain-way" data-spot=NainJaune::write_spot(Spot::Run)>
            <p class="nain-need"><strong>{move || is_playing.get().then(asks)}</strong></p>
            <ol class="nain-run" aria-label=shared.label(Label::Run)>
                {keyed(
                    move || cards.get(),
                    |one| NainJaune::write_card(one.card),
                    move |one| laid_card(desk.place, one.card, cards),
                )}
                <li class="nain-next">
                    <button type="button" class="nain-spot" {..spot_attributes(desk, Spot::Run)} aria-label=asks>
                        {move || is_playing.get().then(mark)}
                    </button>
                </li>
            </ol>
            <p class="nain-direction" title=shared.label(Label::DirectionOfPlay)>
                {picture("nain-arrow", "0 0 24 24", turned)}
                <span>{shared.label(Label::DirectionOfPlay)}</span>
            </p>
        </div>
    }
    .into_any()
}

/// A card of the run, with the portrait of whoever laid it.
fn laid_card(place: Place, card: Card, cards: Memo<Vec<Laid>>) -> AnyView {
    let by = memo(move || cards.read().iter().find(|one| one.card == card)?.by.map(Seat::index));
    let name = move || place.names().get(by.get()?).cloned();
    let label = move || say_laid(card, name().as_deref(), place.shared.preferences.lang());
    let who = move || {
        let seat = by.get()?;
        let around = place.around;
        Some(view! {
            <span class="nain-who" aria-hidden="true" style=("--player", around.colour(seat))>
                {around.portrait(seat)}
            </span>
        })
    };
    view! {
        <li class="nain-laid">
            <span class="nain-card" data-travel=NainJaune::write_card(card) role="img" aria-label=label title=name>
                {move || card::face(card, place.shared.preferences.lang())}
                {halo(place, NainJaune::write_card(card))}
                {move || who()}
            </span>
        </li>
    }
    .into_any()
}

/// Shows a payment: a handful of tokens goes from one place to the other.
fn fly(payment: Payment) {
    for number in 0..u8::try_from(payment.tokens).unwrap_or(HANDFUL).min(HANDFUL) {
        motion::fly(&place_of(payment.from), &place_of(payment.to), number);
    }
}

/// What a place that holds tokens is called in the page.
fn place_of(purse: Purse) -> String {
    match purse {
        Purse::Seat(seat) => format!("seat-{}", seat.index()),
        Purse::Square(card) => format!("square-{}", NainJaune::write_card(card)),
    }
}

//! The dialog where a new table is set up.
//!
//! Deliberately absent: what the form comes to (crate `client`), and the names of options (crate `words`).

use client::form::{Company, TableForm, seats_of};
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{BotLevel, Settings, Visibility};
use words::options::{TableOption, Values};
use words::screen::Label;
use words::{game_name, lobby};

use super::dialog::Dialog;
use crate::app::shared;
use crate::games::picture;
use crate::opening;
use crate::parts::list::{CollectAny, Show};
use crate::parts::name::MAX_NAME;
use crate::reactive::{RwSignal, memo};

/// The levels of bots, as they are offered.
pub(crate) const LEVELS: [BotLevel; 4] = [BotLevel::Novice, BotLevel::Casual, BotLevel::Skilled, BotLevel::Expert];
/// The times for a turn that are offered, in seconds.
const TURN_TIMES: [Option<u16>; 6] = [None, Some(15), Some(30), Some(60), Some(120), Some(300)];

/// A new table: how many play, how well the bots play, the options of the game.
#[component]
pub(crate) fn TableDialog(game: GameId, company: Company, close: Callback<()>) -> impl IntoView {
    let shared = shared();
    let lang = move || shared.preferences.lang();
    let form = RwSignal::new(opening::kept_form(game, company));
    let refused = RwSignal::new(None::<String>);
    let title = Signal::derive(move || {
        let with = if company == Company::Bots { Label::PlayWithBots } else { Label::PlayWithFriends };
        format!("{} · {}", game_name(game), shared.say(with))
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            if let Err(refusal) = opening::open(shared, &form.get_untracked(), company).await {
                refused.set(Some(refusal.message));
            }
        });
    };
    let options = memo(move || {
        let seats = form.read().settings.seats;
        let sized = TableForm::new(game, company);
        TableForm { settings: Settings { seats, ..sized.settings }, ..sized }.options(lang())
    });
    let is_measured = memo(move || options.read().iter().any(|option| !option.effects.is_empty()));
    let has_table_clock = !form.read_untracked().has_own_clock();
    view! {
        <Dialog title=title class="table-form" close=close>
            <form on:submit=submit id="table-form">
                <div class="form-picture" data-game=game.slug()>{picture(game)}</div>
                {(company == Company::Friends).then(|| view! { <p class="form-help">{shared.label(Label::OpenTableHelp)}</p> })}
                <Seats game=game form=form/>
                {(company == Company::Bots).then(|| view! { <Levels form=form/> <People form=form/> })}
                <div class="option-grid">
                    {move || options.get().into_iter().map(|option| view! { <OptionField form=form option=option/> }).collect_any()}
                    {has_table_clock.then(|| view! { <TurnTime form=form/> })}
                    // Nobody looks for a table where only bots sit.
                    {(company == Company::Friends).then(|| view! { <WhoFinds form=form/> })}
                </div>
                {move || is_measured.get().then(|| view! { <p class="form-help">{shared.label(Label::MeasuredEffects)}</p> })}
                <Switches form=form company=company/>
                <p class="form-fault" role="alert">{move || refused.get()}</p>
                <div class="form-buttons">
                    <button class="link" id="reset-form" type="button"
                        on:click=move |_| form.set(TableForm::new(game, company))>
                        {shared.label(Label::AsUsual)}
                    </button>
                    <button class="primary" id="open-table" type="submit">
                        {move || shared.say(if company == Company::Bots { Label::Play } else { Label::OpenTable })}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

#[component]
fn Seats(game: GameId, form: RwSignal<TableForm>) -> impl IntoView {
    let shared = shared();
    let choice = move |seats: u8| {
        view! {
            <label class="segment">
                <input type="radio" name="seats" value=seats.to_string()
                    prop:checked=move || form.read().settings.seats == seats
                    on:change=move |_| form.update(|form| {
                        form.settings.seats = seats;
                        form.share(u8::try_from(form.people.len()).unwrap_or(seats));
                    })/>
                <span>{seats}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>{shared.label(Label::Players)}</legend>
            {seats_of(game).map(choice).collect_any()}
        </fieldset>
    }
}

/// Who shares this device, where several do.
#[component]
fn People(form: RwSignal<TableForm>) -> impl IntoView {
    let shared = shared();
    let count = memo(move || form.read().people.len().max(1));
    let most = memo(move || form.read().settings.seats);
    let choice = move |people: u8| {
        view! {
            <label class="segment">
                <input type="radio" name="people" id=format!("people-{people}") value=people.to_string()
                    prop:checked=move || count.get() == usize::from(people)
                    on:change=move |_| form.update(|form| form.share(people))/>
                <span>{people}</span>
            </label>
        }
    };
    let name = move |index: usize| {
        let label = move || format!("{} {}", shared.say(Label::PlayerName), index + 1);
        view! {
            <div class="field">
                <label for=format!("person-{index}")>{label}</label>
                <input id=format!("person-{index}") maxlength=MAX_NAME autocomplete="off"
                    prop:value=move || form.read().people.get(index).cloned().unwrap_or_default()
                    on:change=move |event| {
                        let written = event_target_value(&event);
                        form.update(|form| if let Some(name) = form.people.get_mut(index) { *name = written });
                    }/>
            </div>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>{shared.label(Label::OnThisDevice)}</legend>
            {move || (1..=most.get()).map(choice).collect_any()}
        </fieldset>
        <Show when=move || { count.get() > 1 }>
            <p class="form-help">{shared.label(Label::OnThisDeviceHelp)}</p>
            <div class="people">{move || (0..count.get()).map(name).collect_any()}</div>
        </Show>
    }
}

#[component]
fn Levels(form: RwSignal<TableForm>) -> impl IntoView {
    let shared = shared();
    let choice = move |level: BotLevel| {
        view! {
            <label class="segment">
                <input type="radio" name="level" value=format!("{level:?}").to_ascii_lowercase()
                    prop:checked=move || form.read().level == level
                    on:change=move |_| form.update(|form| form.level = level)/>
                <span>{move || lobby::level(level, shared.preferences.lang())}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments levels">
            <legend>{shared.label(Label::BotLevels)}</legend>
            {LEVELS.map(choice)}
        </fieldset>
    }
}

/// One option of the game: a number, or one of some things.
#[component]
fn OptionField(form: RwSignal<TableForm>, option: TableOption) -> impl IntoView {
    let shared = shared();
    let id = format!("option-{}", option.key);
    let help_id = format!("{id}-help");
    let (label, help, effects) = (option.label.clone(), option.help.clone(), option.effects.clone());
    let option = StoredValue::new(option);
    let field = match option.read_value().values.clone() {
        Values::Number { least, most, .. } => view! {
            <input id=id type="number" inputmode="numeric" min=least max=most aria-describedby=help_id.clone()
                placeholder=shared.label(Label::NoLimit)
                prop:value=move || form.read().number(&option.read_value())
                on:change=move |event| {
                    let text = event_target_value(&event);
                    form.update(|form| form.enter(&option.read_value(), &text));
                }/>
        }
        .into_any(),
        Values::OneOf(choices) => {
            let drawn = choices.into_iter().enumerate().map(|(index, choice)| {
                view! {
                    <option value=index
                        prop:selected=move || form.read().chosen(&option.read_value()) == index>
                        {choice.label}
                    </option>
                }
            });
            view! {
                <select id=id aria-describedby=help_id.clone() on:change=move |event| {
                    let index = event_target_value(&event).parse().unwrap_or(0);
                    form.update(|form| form.choose(&option.read_value(), index));
                }>{drawn.collect_any()}</select>
            }
            .into_any()
        }
    };
    view! {
        <div class="field">
            <label for=format!("option-{}", option.read_value().key)>{label}</label>
            {field}
            <small id=help_id>{help}{effects.into_iter().map(|effect| view! { <span class="effect">{effect}</span> }).collect_any()}</small>
        </div>
    }
}

#[component]
fn TurnTime(form: RwSignal<TableForm>) -> impl IntoView {
    let shared = shared();
    let choice = move |(index, time): (usize, Option<u16>)| {
        view! {
            <option value=index prop:selected=move || form.read().settings.turn_seconds == time>
                {move || lobby::turn_time(time, shared.preferences.lang())}
            </option>
        }
    };
    let choose = move |event| {
        let index: usize = event_target_value(&event).parse().unwrap_or(0);
        form.update(|form| form.settings.turn_seconds = TURN_TIMES.get(index).copied().flatten());
    };
    view! {
        <div class="field">
            <label for="turn-time">{shared.label(Label::TurnTime)}</label>
            <select id="turn-time" on:change=choose>
                {TURN_TIMES.into_iter().enumerate().map(choice).collect_any()}
            </select>
        </div>
    }
}

#[component]
fn WhoFinds(form: RwSignal<TableForm>) -> impl IntoView {
    let shared = shared();
    let choice = move |visibility: Visibility| {
        let value = if visibility == Visibility::Public { "public" } else { "invited" };
        view! {
            <option value=value prop:selected=move || form.read().settings.visibility == visibility>
                {move || lobby::visibility(visibility, shared.preferences.lang())}
            </option>
        }
    };
    let choose = move |event| {
        let is_public = event_target_value(&event) == "public";
        form.update(|form| {
            form.settings.visibility = if is_public { Visibility::Public } else { Visibility::Invited };
        });
    };
    view! {
        <div class="field">
            <label for="visibility">{shared.label(Label::WhoFindsTable)}</label>
            <select id="visibility" on:change=choose>{[Visibility::Public, Visibility::Invited].map(choice).collect_any()}</select>
        </div>
    }
}

/// What is either so or not.
#[component]
fn Switches(form: RwSignal<TableForm>, company: Company) -> impl IntoView {
    let shared = shared();
    let is_rated = move || company == Company::Friends && form.read().settings.rated;
    let switch = move |id: &'static str, label: Label, in_rated: InRated, is_on: IsOn, set: SetTo| {
        let is_off = move || in_rated == InRated::Off && is_rated();
        let help = (id == "rated").then_some("rated-help");
        view! {
            <label class="choice">
                <input type="checkbox" id=id disabled=is_off aria-describedby=help
                    prop:checked=move || !is_off() && is_on(&form.read().settings)
                    on:change=move |event| form.update(|form| set(&mut form.settings, event_target_checked(&event)))/>
                {shared.label(label)}
            </label>
        }
    };
    let for_friends = move || {
        view! {
            {switch("begins-when-full", Label::BeginsWhenFull, InRated::AsSet, |it| it.begins_when_full, |it, on| it.begins_when_full = on)}
            {switch("takeover", Label::AllowTakeover, InRated::Off, Settings::allows_takeover, |it, on| it.takeover = Some(on))}
            {switch("rated", Label::Rated, InRated::AsSet, |it| it.rated, |it, on| it.rated = on)}
            <small id="rated-help" class="form-help">{shared.label(Label::RatedHelp)}</small>
        }
    };
    // Programs come where people are invited, and only DOS has calls.
    let has_calls = company == Company::Friends && form.read_untracked().settings.game == GameId::Dos;
    let fast_calls =
        move || switch("fast-calls", Label::FastCalls, InRated::AsSet, |it| it.fast_calls, |it, on| it.fast_calls = on);
    view! {
        <div class="switches">
            {switch("hints", Label::AllowHints, InRated::Off, |it| it.hints, |it, on| it.hints = on)}
            {switch("undo", Label::AllowUndo, InRated::Off, |it| it.undo, |it, on| it.undo = on)}
            {(company == Company::Friends).then(for_friends)}
            {has_calls.then(fast_calls)}
        </div>
    }
}

/// Whether a switch is on.
type IsOn = fn(&Settings) -> bool;
/// Turns a switch on or off.
type SetTo = fn(&mut Settings, bool);

/// What a switch is where the match is rated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InRated {
    /// As it is set.
    AsSet,
    /// Off, and it cannot be set.
    Off,
}

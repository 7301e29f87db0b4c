//! What can be done without touching a tile: the buttons, and the keys that press them.

use client::gesture::rummy::{Draft, Help, Order};
use engine::games::Rummy;
use engine::games::rummy::{Move, Refusal};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::Codec;
use words::screen::Label;

use super::verdict;
use super::workbench::Workbench;
use crate::drawing::picture;
use crate::local;
use crate::parts::list::keyed;
use crate::reactive::memo;

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Deed {
    Play,
    Draw,
    Pass,
    Undo,
    Redo,
    Reset,
    Tidy,
    Show,
    Repair,
    SortByColour,
    SortByRank,
}

/// Those that help to arrange tiles, in the order of their buttons.
const TOOLS: [Deed; 8] =
    [Deed::SortByColour, Deed::SortByRank, Deed::Undo, Deed::Redo, Deed::Reset, Deed::Tidy, Deed::Repair, Deed::Show];

impl Deed {
    /// All of them.
    pub(super) const ALL: [Self; 11] = [
        Self::Play,
        Self::Draw,
        Self::Pass,
        Self::Undo,
        Self::Redo,
        Self::Reset,
        Self::Tidy,
        Self::Show,
        Self::Repair,
        Self::SortByColour,
        Self::SortByRank,
    ];

    /// The key that does it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Play => "e",
            Self::Draw => "d",
            Self::Pass => "p",
            Self::Undo => "z",
            Self::Redo => "y",
            Self::Reset => "r",
            Self::Tidy => "t",
            Self::Show => "x",
            Self::Repair => "a",
            Self::SortByColour => "c",
            Self::SortByRank => "n",
        }
    }

    /// Whether it is a step, which the rules judge.
    pub(super) fn ends_turn(self) -> bool {
        matches!(self, Self::Play | Self::Draw | Self::Pass)
    }

    /// What its button is called in the page.
    fn id(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Draw => "draw",
            Self::Pass => "pass",
            Self::Undo => "undo-change",
            Self::Redo => "redo-change",
            Self::Reset => "reset-turn",
            Self::Tidy => "tidy",
            Self::Show => "show-play",
            Self::Repair => "repair",
            Self::SortByColour => "sort-colour",
            Self::SortByRank => "sort-rank",
        }
    }

    fn label(self) -> Label {
        match self {
            Self::Play => Label::Play,
            Self::Draw => Label::Draw,
            Self::Pass => Label::Pass,
            Self::Undo => Label::UndoChange,
            Self::Redo => Label::RedoChange,
            Self::Reset => Label::ResetTurn,
            Self::Tidy => Label::TidyUp,
            Self::Show => Label::ShowPlay,
            Self::Repair => Label::RepairTable,
            Self::SortByColour => Label::SortByColour,
            Self::SortByRank => Label::SortByRank,
        }
    }

    /// The sign on its button, as lines in a square of 24.
    fn sign(self) -> &'static str {
        match self {
            Self::Play | Self::Draw | Self::Pass => "",
            Self::Undo => "M18 6v12l-9-6ZM6 6v12",
            Self::Redo => "M6 6v12l9-6ZM18 6v12",
            Self::Reset => "M12 3v9M8 8.5l4 4 4-4M4 14v6h16v-6",
            Self::Tidy => "M4 5h4v6H4ZM10 5h4v6h-4ZM16 5h4v6h-4ZM4 14h4v6H4ZM10 14h4v6h-4Z",
            Self::Show => {
                "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z"
            }
            Self::Repair => "M14.5 5.5a4.5 4.5 0 0 0-5.7 5.7L3 17l4 4 5.8-5.8a4.5 4.5 0 0 0 5.7-5.7L15.5 12.5 12 9Z",
            Self::SortByColour => "M12 3 16 7l-4 4-4-4ZM4 14h6v6H4ZM17 14a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
            Self::SortByRank => "M4 18h4M10 18v-6M10 12h4M14 18V8M14 8h4M18 18V4",
        }
    }
}

impl Workbench {
    /// Whether something can be done now.
    pub(super) fn may(self, deed: Deed) -> bool {
        let has_pile = self.view.read().public.board.pile_size > 0;
        let is_own_turn = self.draft.read().is_own_turn();
        match deed {
            Deed::Play => is_own_turn && self.draft.read().is_changed(),
            Deed::Draw => is_own_turn && has_pile,
            Deed::Pass => is_own_turn && !has_pile,
            Deed::Undo => self.draft.read().may_undo(),
            Deed::Redo => self.draft.read().may_redo(),
            Deed::Reset | Deed::Tidy => is_own_turn && self.draft.read().is_changed(),
            Deed::Show => is_own_turn && self.has_hints() && !self.is_helped.get(),
            Deed::Repair => is_own_turn && self.has_hints() && !self.is_helped.get() && self.is_broken(),
            Deed::SortByColour | Deed::SortByRank => self.is_player(),
        }
    }

    /// Does it.
    pub(super) fn act(self, deed: Deed) {
        match deed {
            Deed::Play => {
                let draft = self.draft.read_untracked();
                let (step, verdict) = (draft.step(), verdict(&draft));
                self.put_back();
                match verdict {
                    Some(Some(refusal)) if refusal != Refusal::NothingFromRack => self.refuse(&refusal),
                    _ => {
                        self.place.step(&step);
                    }
                }
            }
            Deed::Draw => self.make(&Move::Draw),
            Deed::Pass => self.make(&Move::Pass),
            Deed::Undo => drop(self.change(Draft::undo)),
            Deed::Redo => drop(self.change(Draft::redo)),
            Deed::Reset => drop(self.change(Draft::reset)),
            Deed::Tidy => drop(self.change(Draft::tidy)),
            Deed::Show => self.help(Label::NothingToLay, Help::Show),
            Deed::Repair => self.help(Label::CannotRepair, Help::Repair),
            Deed::SortByColour => drop(self.change(|draft| draft.sort(Order::Colour))),
            Deed::SortByRank => drop(self.change(|draft| draft.sort(Order::Rank))),
        }
    }

    fn make(self, mv: &Move) {
        self.put_back();
        self.place.step(&Rummy::write_move(mv));
    }

    /// Lets the solver, which is in the worker, change the draft, unless it was changed meanwhile; says so if it cannot.
    fn help(self, otherwise: Label, help: Help) {
        let Some(asked) = self.draft.read_untracked().ask_help(help) else { return };
        self.is_helped.set(true);
        spawn_local(async move {
            let found = local::serve("arrange", &asked).await;
            self.is_helped.set(false);
            let Some(draft) = self.draft.try_get_untracked() else { return };
            if draft.ask_help(help) != Some(asked) {
                return;
            }
            let tell = |why: Label| self.place.shared.notices.tell(why.say(self.place.shared.preferences.lang_now()));
            match found {
                None => tell(Label::HouseUnreachable),
                Some(found) if self.change(|draft| draft.take_help(&found)) == Some(false) => tell(otherwise),
                Some(_) => {}
            }
        });
    }

    /// Whether this table allows help.
    fn has_hints(self) -> bool {
        self.place.look(|watched| watched.table().settings.hints && !watched.table().settings.rated) == Some(true)
    }

    fn is_broken(self) -> bool {
        let draft = self.draft.read();
        let is_held = || matches!(draft.judge(), Err(Refusal::JokerHeld { .. }));
        draft.is_changed() && (draft.fault_count() > 0 || is_held())
    }
}

/// The buttons that end a turn.
pub(super) fn actions(bench: Workbench) -> impl IntoView {
    let has_pile = memo(move || bench.view.read().public.board.pile_size > 0);
    view! {
        <div class="actions">
            {move || button(bench, if has_pile.get() { Deed::Draw } else { Deed::Pass })}
            {button(bench, Deed::Play)}
        </div>
    }
}

/// The buttons that help to arrange tiles.
pub(super) fn tools(bench: Workbench) -> impl IntoView {
    let is_offered = move |deed: &Deed| !matches!(deed, Deed::Show | Deed::Repair) || bench.has_hints();
    let offered = memo(move || TOOLS.into_iter().filter(is_offered).collect::<Vec<_>>());
    view! {
        <div class="rack-tools">
            {keyed(move || offered.get(), |deed| deed.id().to_owned(), move |deed| button(bench, deed))}
        </div>
    }
}

fn button(bench: Workbench, deed: Deed) -> AnyView {
    let shared = bench.place.shared;
    let may = memo(move || bench.may(deed));
    let is_tool = TOOLS.contains(&deed);
    let class = match deed {
        Deed::Play => "action main",
        _ if is_tool => "rack-tool",
        _ => "action",
    };
    let pressed = move || {
        let order = match deed {
            Deed::SortByColour => Order::Colour,
            Deed::SortByRank => Order::Rank,
            _ => return None,
        };
        Some((bench.draft.read().order() == order).to_string())
    };
    let label = move || shared.say(deed.label());
    // How many tiles are left in the pile is told where one draws.
    let left = move || match deed {
        Deed::Draw => format!(" · {}", bench.view.read().public.board.pile_size),
        _ => String::new(),
    };
    let sign = is_tool.then(|| picture("rack-sign", "0 0 24 24", &format!("<path d=\"{}\"/>", deed.sign())));
    view! {
        <button type="button" id=deed.id() class=class class:wanted=move || bench.is_wanted_deed(deed) disabled=move || !may.get() data-walk=""
            aria-keyshortcuts=deed.key() aria-label=move || format!("{}{}", label(), left())
            title=move || format!("{} ({})", label(), deed.key().to_ascii_uppercase()) aria-pressed=pressed
            on:click=move |_| bench.act(deed)>
            {sign}
            <span>{move || label()}{move || left()}</span>
            <kbd aria-hidden="true">{deed.key().to_ascii_uppercase()}</kbd>
        </button>
    }
    .into_any()
}

//! A place at Rummy: the draft of the turn, the tiles that are lifted, and what click, drag, touch and keys do to them.
//!
//! A tile that is tapped is lifted; tapping others where it lies lifts them, too, and tapping anything elsewhere puts
//! all of them there.
//!
//! Deliberately absent: where tiles may lie (`client::gesture`), and drawing.

use client::gesture::rummy::{Draft, Spot, TileCopy, tiles_to_lift};
use engine::View;
use engine::games::Rummy;
use engine::games::rummy::{Move, Refusal, Tile};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;
use wire::read_step;
use words::explain_refusal;

use super::deeds::Deed;
use crate::motion;
use crate::parts::notices::Notice;
use crate::place::Place;
use crate::pointer::{self, Drag};
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::sound::{self, Sound};
use crate::walk::{focus_on, is_elsewhere, walk};

/// A place at Rummy.
#[derive(Clone, Copy)]
pub(super) struct Workbench {
    pub(super) place: Place,
    pub(super) view: Memo<View<Rummy>>,
    pub(super) draft: RwSignal<Draft>,
    /// The tiles that are lifted.
    pub(super) lifted: RwSignal<Vec<TileCopy>>,
    /// Whether they follow the pointer.
    pub(super) is_dragging: RwSignal<bool>,
    /// Whether the solver is being asked.
    pub(super) is_helped: RwSignal<bool>,
    /// What a notice has said of the draft as it is.
    pub(super) refused: RwSignal<Option<Refusal>>,
    /// The tiles that a guide means, and that do not lie on the table of the draft yet.
    wanted: Memo<Vec<Tile>>,
}

/// What a press came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Press {
    Pointer,
    Key,
}

impl Workbench {
    /// A workbench at a place from which the game looks like this.
    pub(super) fn new(place: Place, view: Memo<View<Rummy>>) -> Self {
        let draft = RwSignal::new(Draft::new(view.get_untracked()));
        let lifted: RwSignal<Vec<TileCopy>> = RwSignal::new(Vec::new());
        effect(move || {
            draft.update(|draft| draft.follow(&view.read()));
            let there: Vec<TileCopy> = draft.read_untracked().now().pieces().collect();
            if lifted.read_untracked().iter().any(|piece| !there.contains(piece)) {
                lifted.update(|lifted| lifted.retain(|piece| there.contains(piece)));
            }
        });
        let refused = RwSignal::new(None);
        effect(move || {
            draft.track();
            refused.set(None);
        });
        let wanted = memo(move || {
            let wanted = place.wanted();
            let play = wanted.first().and_then(|step| read_step::<Rummy>(step).ok()?.moves.first().copied());
            let Some(Move::Play(play)) = play else { return Vec::new() };
            match read_step::<Rummy>(&draft.read().step()).ok().and_then(|step| step.moves.first().copied()) {
                Some(Move::Play(now)) => tiles_to_lift(&now, &play),
                _ => tiles_to_lift(&view.read().public.board.table, &play),
            }
        });
        let [is_dragging, is_helped] = [RwSignal::new(false), RwSignal::new(false)];
        Self { place, view, draft, lifted, is_dragging, is_helped, refused, wanted }
    }

    /// Lets drags and keys act on the workbench until the screen is left.
    pub(super) fn watch_input(self) {
        pointer::watch(Drag {
            lifted: Callback::new(move |key: String| {
                if let Some(piece) = self.piece(&key) {
                    if !self.lifted.read_untracked().contains(&piece) {
                        self.lifted.set(vec![piece]);
                    }
                    self.is_dragging.set(true);
                }
            }),
            dropped: Callback::new(move |(_, spot): (String, Option<String>)| {
                self.is_dragging.set(false);
                match spot.and_then(|spot| Spot::read(&spot)) {
                    Some(spot) if spot != Spot::Pile => self.put(spot),
                    _ => self.put_back(),
                }
            }),
        });
        let keys = window_event_listener(ev::keydown, move |event| {
            if is_elsewhere(&event) {
                return;
            }
            let key = event.key();
            let deed = Deed::ALL.into_iter().find(|deed| deed.key().eq_ignore_ascii_case(&key));
            match (deed, key.as_str()) {
                // What ends a turn is asked for in any case, so that the rules can say why not.
                (Some(deed), _) if deed.ends_turn() || untrack(|| self.may(deed)) => self.act(deed),
                (None, "Escape") => self.put_back(),
                (None, key) if walk(key) => {}
                _ => return,
            }
            event.prevent_default();
        });
        on_cleanup(move || keys.remove());
    }

    /// Whether one sits here and can touch anything at all.
    pub(super) fn is_player(self) -> bool {
        self.view.read().hand.is_some()
    }

    /// Whether a tile is lifted.
    pub(super) fn is_lifted(self, piece: TileCopy) -> bool {
        self.lifted.read().contains(&piece)
    }

    /// Whether a guide means this tile, which is not lifted yet.
    pub(super) fn is_wanted(self, piece: TileCopy) -> bool {
        self.wanted.read().contains(&piece.tile) && !self.is_lifted(piece)
    }

    /// Whether a guide means that this be done.
    pub(super) fn is_wanted_deed(self, deed: Deed) -> bool {
        let wanted = self.place.wanted();
        match deed {
            Deed::Draw => wanted.iter().any(|step| step == "draw"),
            Deed::Play => {
                let is_play = wanted.iter().any(|step| step.starts_with("play "));
                is_play && self.draft.read().is_changed() && self.draft.read().objection().is_none()
            }
            _ => false,
        }
    }

    /// Whether any is.
    pub(super) fn is_carrying(self) -> bool {
        !self.lifted.read().is_empty()
    }

    /// Puts everything back where it lies.
    pub(super) fn put_back(self) {
        self.lifted.set(Vec::new());
    }

    /// What a click on the table or the rack means.
    pub(super) fn click(self, event: &ev::MouseEvent) {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let named = |attribute: &str| {
            let found = target.closest(&format!("[{attribute}]")).ok().flatten()?;
            found.get_attribute(attribute)
        };
        // Enter and Space come as clicks without a press.
        let press = if event.detail() == 0 { Press::Key } else { Press::Pointer };
        if let Some(piece) = named("data-piece").and_then(|key| self.piece(&key)) {
            self.tap(piece, press);
        } else if let Some(spot) = named("data-spot").and_then(|spot| Spot::read(&spot)) {
            self.point(spot, press);
        }
    }

    fn piece(self, key: &str) -> Option<TileCopy> {
        self.draft.read_untracked().now().pieces().find(|piece| piece.key() == key)
    }

    /// Where what is lifted would lie beside a tile, if it does not yet.
    fn beside(self, piece: TileCopy) -> Option<Spot> {
        let draft = self.draft.read_untracked();
        let now = draft.now();
        let home = now.home(piece);
        let is_beside = self.lifted.read_untracked().iter().all(|other| now.home(*other) == home);
        (!is_beside).then(|| match home.and_then(|number| now.group(number)) {
            Some(group) => Spot::Set { number: group.number, at: place_in(&group.pieces, piece) },
            None => Spot::Rack { at: place_in(&now.rack, piece) },
        })
    }

    /// Lifts a tile, puts it back, or puts what is lifted beside it.
    fn tap(self, piece: TileCopy, press: Press) {
        match self.beside(piece) {
            Some(spot) => self.point(spot, press),
            None => self.lifted.update(|lifted| match lifted.iter().position(|other| *other == piece) {
                Some(place) => drop(lifted.remove(place)),
                None => lifted.push(piece),
            }),
        }
    }

    /// Puts what is lifted on a spot, or points at it with empty hands.
    fn point(self, spot: Spot, press: Press) {
        if spot == Spot::Pile {
            self.act(Deed::Draw);
            return;
        }
        let first = self.lifted.read_untracked().first().copied();
        let Some(first) = first else { return };
        let before = motion::note();
        self.put(spot);
        motion::play(before, motion::Cause::Other);
        if press == Press::Key {
            request_animation_frame(move || {
                focus_on(&format!("[data-piece=\"{}\"]", first.key()));
            });
        }
    }

    /// Puts what is lifted somewhere, in the order in which it lies; what a rule forbids is explained.
    fn put(self, spot: Spot) {
        let lifted = self.lifted.get_untracked();
        let put = self.draft.try_update(|draft| {
            let pieces: Vec<TileCopy> = draft.now().pieces().filter(|piece| lifted.contains(piece)).collect();
            draft.put(&pieces, spot)
        });
        self.put_back();
        match put {
            Some(Err(refusal)) => self.refuse(&refusal),
            _ => {
                self.place.shared.notices.clear();
                sound::play(Sound::Card, self.place.shared.preferences);
            }
        }
    }

    /// Changes the draft, and lets its tiles travel.
    pub(super) fn change<T>(self, change: impl FnOnce(&mut Draft) -> T) -> Option<T> {
        let before = motion::note();
        self.put_back();
        let changed = self.draft.try_update(change);
        motion::play(before, motion::Cause::Other);
        changed
    }

    /// Says why not.
    pub(super) fn refuse(self, refusal: &Refusal) {
        let shared = self.place.shared;
        sound::play(Sound::Refusal, shared.preferences);
        let text = explain_refusal::<Rummy>(refusal, shared.preferences.lang_now());
        let rule = Some((engine::GameId::Rummy, engine::Refuse::rule(refusal).to_owned()));
        shared.notices.show(Notice { text, rule });
        self.refused.set(Some(refusal.clone()));
    }
}

fn place_in(pieces: &[TileCopy], piece: TileCopy) -> usize {
    pieces.iter().position(|other| *other == piece).unwrap_or(pieces.len())
}

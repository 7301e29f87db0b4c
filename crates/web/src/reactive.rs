//! Values that change and values that follow them: signals, memos and effects.
//!
//! Leptos' own are compiled once for each type of value and for each closure. These are of one type for Leptos, whatever
//! they hold, which keeps the program small.

use std::any::Any;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use leptos::prelude::{Effect, GetUntracked, Memo as ErasedMemo, RwSignal as ErasedSignal};
use leptos::prelude::{Get, Set, Track, Update};

/// What Leptos keeps.
type Value = Arc<dyn Any + Send + Sync>;

/// A value of which Leptos does not know the type.
fn erase<T: Send + Sync + 'static>(value: T) -> Value {
    Arc::new(value)
}

/// A value as it was when it was read.
pub(crate) struct Ref<T>(Arc<T>);

impl<T: Send + Sync + 'static> Ref<T> {
    fn of(value: Value) -> Self {
        Self(value.downcast().unwrap_or_else(|_| unreachable!("a value is read as what it was written")))
    }
}

impl<T> Deref for Ref<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A value that can be read and changed; whatever reads it follows.
pub(crate) struct RwSignal<T> {
    signal: ErasedSignal<Value>,
    held: PhantomData<fn() -> T>,
}

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T> Debug for RwSignal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.signal.fmt(f)
    }
}

impl<T: Clone + Send + Sync + 'static> RwSignal<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { signal: ErasedSignal::new(erase(value)), held: PhantomData }
    }

    pub(crate) fn read(self) -> Ref<T> {
        Ref::of(self.signal.get())
    }

    pub(crate) fn read_untracked(self) -> Ref<T> {
        Ref::of(self.signal.get_untracked())
    }

    pub(crate) fn get(self) -> T {
        T::clone(&self.read())
    }

    pub(crate) fn get_untracked(self) -> T {
        T::clone(&self.read_untracked())
    }

    /// Nothing if the screen that made the signal was left.
    pub(crate) fn try_get_untracked(self) -> Option<T> {
        Some(T::clone(&Ref::of(self.signal.try_get_untracked()?)))
    }

    pub(crate) fn track(self) {
        self.signal.track();
    }

    /// Nothing happens if the screen that made the signal was left; the same holds for [`update`](Self::update).
    pub(crate) fn set(self, value: T) {
        let _ = self.signal.try_set(erase(value));
    }

    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes the value, and returns what the change comes to unless the screen that made the signal was left.
    pub(crate) fn try_update<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut change = Some(change);
        let mut changed = None;
        change_value(self.signal, &mut |value| {
            changed = change_typed(value).zip(change.take()).map(|(value, change)| change(value));
        });
        changed
    }
}

/// The value with its type, to be changed. Whoever still reads it keeps what they read.
fn change_typed<T: Clone + Send + Sync + 'static>(value: &mut Value) -> Option<&mut T> {
    if Arc::get_mut(value).is_none() {
        *value = erase(T::clone(&Ref::of(Arc::clone(value))));
    }
    Arc::get_mut(value)?.downcast_mut()
}

fn change_value(signal: ErasedSignal<Value>, change: &mut dyn FnMut(&mut Value)) {
    let _ = signal.try_update(|value| change(value));
}

/// A value that is worked out again when what it is made of changes.
pub(crate) struct Memo<T> {
    memo: ErasedMemo<Value>,
    held: PhantomData<fn() -> T>,
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T: Clone + PartialEq + Send + Sync + 'static> Memo<T> {
    /// A value that is worked out from the one before.
    pub(crate) fn new(work: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Self {
        let work = move |old: Option<&Value>| erase(work(old.and_then(|old| old.downcast_ref::<T>())));
        let differs = |old: Option<&Value>, new: Option<&Value>| {
            old.and_then(|old| old.downcast_ref::<T>()) != new.and_then(|new| new.downcast_ref())
        };
        Self { memo: following(Box::new(work), differs), held: PhantomData }
    }

    pub(crate) fn read(self) -> Ref<T> {
        Ref::of(self.memo.get())
    }

    pub(crate) fn read_untracked(self) -> Ref<T> {
        Ref::of(self.memo.get_untracked())
    }

    pub(crate) fn get(self) -> T {
        T::clone(&self.read())
    }

    pub(crate) fn get_untracked(self) -> T {
        T::clone(&self.read_untracked())
    }

    pub(crate) fn track(self) {
        self.memo.track();
    }
}

/// How a memo's value is made, from the one before.
type Work = Box<dyn Fn(Option<&Value>) -> Value + Send + Sync>;

fn following(work: Work, differs: fn(Option<&Value>, Option<&Value>) -> bool) -> ErasedMemo<Value> {
    ErasedMemo::new_with_compare(work, differs)
}

/// A value that is worked out again when what it is made of changes.
pub(crate) fn memo<T: Clone + PartialEq + Send + Sync + 'static>(
    work: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new(move |_| work())
}

/// Does something once the screen is drawn, and again whenever what it reads changes.
pub(crate) fn effect(work: impl FnMut() + 'static) {
    run(Box::new(work));
}

fn run(mut work: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| work());
}

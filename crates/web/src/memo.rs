//! Values that follow others.

use leptos::prelude::Memo;

/// A value that is worked out again when what it is made of changes. Those of one type share most of their program,
/// whatever works them out: that keeps it small.
pub(crate) fn memo<T: Send + Sync + PartialEq + 'static>(work: impl Fn() -> T + Send + Sync + 'static) -> Memo<T> {
    following(Box::new(work))
}

fn following<T: Send + Sync + PartialEq + 'static>(work: Box<dyn Fn() -> T + Send + Sync>) -> Memo<T> {
    Memo::new(move |_| work())
}

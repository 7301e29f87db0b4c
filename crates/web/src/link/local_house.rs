//! A house in this page, or in a worker of it.
//!
//! Deliberately absent: such houses ([`local`](crate::local), [`playback`](crate::playback), lessons and puzzles).

use std::rc::Rc;

use words::Lang;

use crate::route::Route;

/// A house in this page, or in a worker of it. It takes the texts of one client ([`wire::house::ToServer`]) and gives
/// texts ([`wire::house::ToClient`]) to it: a `welcome` first, then answers and what happens.
pub(crate) trait LocalHouse {
    /// The client has come and is spoken to in this language; it may come again after it was gone. What is for it is
    /// given to `hear`, at any time and in order.
    fn connect(&self, lang: Lang, hear: Hear);

    /// The client is gone.
    fn disconnect(&self) {}

    /// Takes what the client sends; whatever it is, it is to be answered.
    fn receive(&self, text: &str);

    /// The screen of another table of this house.
    fn route(&self, table: &str) -> Route;
}

/// Takes the texts for a client; they reach it after the call, so a house may give them while it takes one.
pub(crate) type Hear = Rc<dyn Fn(String)>;

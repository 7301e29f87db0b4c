//! The house in this browser: a worker that is started when it is first wanted, and the lines of this page to it.
//!
//! Its tables play without a network and are kept in the browser's storage.
//!
//! Deliberately absent: what the worker does (crate `web-worker`, `assets/local.js`).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use client::Few;
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageEvent;
use wire::house::{SeatView, Seating, Settings, Summary, TableId};
use wire::local::{LocalAnswer, LocalAsk, LocalSitter};
use wire::read_json_text;
use words::Lang;
use words::screen::Label;

use crate::device;
use crate::http::{self, Bot};
use crate::link::{Hear, LocalHouse};
use crate::preferences::{Preferences, forget, keep, kept};
use crate::route::Route;

/// What is kept where tables of this browser are to be looked for.
const KEPT: &str = "local";

/// What the house says of a record that it will never take.
const REFUSED_FOR_GOOD: [&str; 4] = ["bad-record", "bad-body", "bad-name", "too-large"];

/// A table of this browser.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct LocalTable {
    pub(crate) summary: Summary,
    /// Whether the house has its record.
    pub(crate) sent: bool,
}

/// A match that was played here to its end and that the house does not have yet.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Unsent {
    summary: Summary,
    record: String,
    changed: f64,
}

/// The page's side of the worker.
struct Worker {
    worker: JsValue,
    is_ready: Cell<bool>,
    /// What is to be said when it is ready.
    waiting: RefCell<Vec<JsValue>>,
    lines: RefCell<Few<u32, Rc<PageClient>>>,
    calls: RefCell<Few<u32, Function>>,
    numbers: Cell<u32>,
}

thread_local! {
    static WORKER: RefCell<Option<Rc<Worker>>> = const { RefCell::new(None) };
}

/// A client of this page at a table.
struct PageClient {
    hear: Hear,
    lang: Lang,
    /// The last thing that was asked: it is refused if the table cannot be had.
    asked: RefCell<String>,
}

impl Worker {
    /// The worker, which is started if it does not run yet.
    fn get() -> Rc<Self> {
        WORKER.with(|known| Rc::clone(known.borrow_mut().get_or_insert_with(Self::start)))
    }

    fn start() -> Rc<Self> {
        let start = Reflect::get(window().as_ref(), &"startLocalHouse".into()).ok();
        let start = start.and_then(|start| start.dyn_into::<Function>().ok());
        let worker = start.and_then(|start| start.call0(&JsValue::UNDEFINED).ok()).unwrap_or_default();
        let this = Rc::new(Self {
            worker,
            is_ready: Cell::new(false),
            waiting: RefCell::default(),
            lines: RefCell::default(),
            calls: RefCell::default(),
            numbers: Cell::new(0),
        });
        let heard = Rc::clone(&this);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| heard.hear(&event.data()));
        let failed = Rc::clone(&this);
        let on_error = Closure::<dyn Fn()>::new(move || failed.fail());
        for (name, callback) in [("onmessage", on_message.as_ref()), ("onerror", on_error.as_ref())] {
            let _ = Reflect::set(&this.worker, &name.into(), callback);
        }
        // It runs as long as the page is there.
        on_message.forget();
        on_error.forget();
        this
    }

    fn number(&self) -> u32 {
        self.numbers.set(self.numbers.get() + 1);
        self.numbers.get()
    }

    fn post(&self, message: &[(&str, JsValue)]) {
        let object = Object::new();
        for (name, value) in message {
            let _ = Reflect::set(&object, &(*name).into(), value);
        }
        match self.is_ready.get() {
            true => self.send(&object),
            false => self.waiting.borrow_mut().push(object.into()),
        }
    }

    fn send(&self, message: &JsValue) {
        let post = Reflect::get(&self.worker, &"postMessage".into()).ok();
        if let Some(post) = post.and_then(|post| post.dyn_into::<Function>().ok()) {
            let _ = post.call1(&self.worker, message);
        }
    }

    fn hear(&self, data: &JsValue) {
        let text = |name: &str| Reflect::get(data, &name.into()).ok().and_then(|value| value.as_string());
        let number = |name: &str| Reflect::get(data, &name.into()).ok().and_then(|it| it.as_f64()).map(|it| it as u32);
        if Reflect::has(data, &"ready".into()) == Ok(true) {
            self.is_ready.set(true);
            self.begin();
            self.waiting.take().iter().for_each(|message| self.send(message));
        }
        if let Some(call) = number("call") {
            self.answer(call, text("answer"));
        }
        let line = number("line").and_then(|line| self.lines.borrow().get(&line).cloned());
        if let Some(line) = line {
            match (text("text"), text("lost")) {
                (Some(text), _) => (line.hear)(text),
                (None, Some(why)) => {
                    line.refuse(if why == "elsewhere" { Label::PlayedElsewhere } else { Label::NoLocalPlay });
                }
                (None, None) => {}
            }
        }
    }

    /// The dice of its deals are this browser's own generator for secrets.
    fn begin(&self) {
        let Some(seed) = device::entropy() else { return self.fail() };
        let message = Object::new();
        let pace = Preferences::kept_pace().milliseconds() as f64;
        for (name, value) in
            [("kind", "begin".into()), ("seed", Uint8Array::from(&*seed).into()), ("pace", JsValue::from(pace))]
        {
            let _ = Reflect::set(&message, &name.into(), &value);
        }
        self.send(&message);
    }

    fn answer(&self, call: u32, answer: Option<String>) {
        let resolve = self.calls.borrow_mut().remove(&call);
        if let Some(resolve) = resolve {
            let _ = resolve.call1(&JsValue::UNDEFINED, &answer.map_or(JsValue::UNDEFINED, Into::into));
        }
    }

    /// The worker does not run here. What could not be fetched is tried again when it is wanted again.
    fn fail(&self) {
        if !self.is_ready.get() {
            WORKER.take();
        }
        let (lines, calls) = (self.lines.borrow().clone(), self.calls.borrow().keys().copied().collect::<Vec<_>>());
        lines.values().for_each(|line| line.refuse(Label::NoLocalPlay));
        calls.into_iter().for_each(|call| self.answer(call, None));
    }

    async fn call(&self, kind: &str, with: &[(&str, &str)]) -> Option<String> {
        let call = self.number();
        let answered = Promise::new(&mut |resolve, _| {
            self.calls.borrow_mut().insert(call, resolve);
        });
        let mut message = vec![("kind", JsValue::from(kind)), ("call", call.into())];
        message.extend(with.iter().map(|(name, value)| (*name, JsValue::from(*value))));
        self.post(&message);
        JsFuture::from(answered).await.ok()?.as_string()
    }
}

impl PageClient {
    fn refuse(&self, why: Label) {
        let asked = serde_json::from_str::<Value>(&self.asked.borrow()).unwrap_or_default();
        let refused =
            json!({ "refused": { "id": asked["id"], "code": "no-such-table", "message": why.say(self.lang) } });
        (self.hear)(refused.to_string());
    }
}

/// A table of this browser, as the person on a seat sees it, or as everybody may.
pub(crate) struct Seated {
    table: String,
    seat: Option<u8>,
    line: Cell<u32>,
}

impl Seated {
    pub(crate) fn new(table: &str, seat: Option<u8>) -> Rc<Self> {
        Rc::new(Self { table: table.into(), seat, line: Cell::new(0) })
    }
}

impl LocalHouse for Seated {
    fn connect(&self, lang: Lang, hear: Hear) {
        let worker = Worker::get();
        self.line.set(worker.number());
        worker
            .lines
            .borrow_mut()
            .insert(self.line.get(), Rc::new(PageClient { hear, lang, asked: RefCell::default() }));
        worker.post(&[
            ("kind", "connect".into()),
            ("line", self.line.get().into()),
            ("table", self.table.as_str().into()),
            ("seat", self.seat.map_or(JsValue::UNDEFINED, Into::into)),
            ("lang", lang.code().into()),
        ]);
    }

    fn disconnect(&self) {
        let worker = Worker::get();
        worker.lines.borrow_mut().remove(&self.line.get());
        worker.post(&[("kind", "disconnect".into()), ("line", self.line.get().into())]);
    }

    fn receive(&self, text: &str) {
        let worker = Worker::get();
        if let Some(line) = worker.lines.borrow().get(&self.line.get()) {
            line.asked.replace(text.into());
        }
        worker.post(&[("kind", "text".into()), ("line", self.line.get().into()), ("text", text.into())]);
    }

    fn route(&self, table: &str) -> Route {
        Route::Local(table.into())
    }
}

/// Opens a table of this browser, where everybody sits already and the match has begun.
pub(crate) async fn open(settings: Settings, sitters: Vec<LocalSitter>) -> Result<TableId, Label> {
    keep(KEPT, "yes");
    match ask(&LocalAsk::Open { settings, sitters }).await {
        Some(LocalAnswer::Opened { table }) => Ok(table),
        _ => Err(Label::NoLocalPlay),
    }
}

/// Asks the house of this browser.
pub(crate) async fn ask(ask: &LocalAsk) -> Option<LocalAnswer> {
    let text = serde_json::to_string(ask).ok()?;
    read_json_text(&Worker::get().call("ask", &[("ask", &text)]).await?)
}

/// Asks what plays beside the tables: `replay` shows and reviews matches that are looked at again, `guide` guides through
/// lessons and puzzles, `arrange` finds plays and repairs of Rummy. Ask and answer are JSON.
pub(crate) async fn serve(kind: &str, ask: &str) -> Option<String> {
    Worker::get().call(kind, &[("ask", ask)]).await
}

/// Whether tables of this browser are to be looked for.
pub(crate) fn has_tables() -> bool {
    kept(KEPT).is_some()
}

/// The tables of this browser.
pub(crate) async fn tables() -> Vec<LocalTable> {
    if !has_tables() {
        return Vec::new();
    }
    let listed = Worker::get().call("tables", &[]).await;
    let tables: Vec<LocalTable> = listed.and_then(|listed| read_json_text(&listed)).unwrap_or_default();
    if tables.is_empty() {
        forget(KEPT);
    }
    tables
}

/// Sends the house what was played here, now that it answers; whether it has got something. What it refuses for good
/// stays in this browser.
pub(crate) async fn send_matches(lang: Lang) -> bool {
    let listed = Worker::get().call("unsent", &[]).await;
    let unsent: Vec<Unsent> = listed.and_then(|listed| read_json_text(&listed)).unwrap_or_default();
    let mut has_arrived = false;
    for Unsent { summary, record, changed } in unsent {
        let bot = |(seat, view): (usize, &SeatView)| match view.sitter.as_ref()?.seating {
            Seating::Bot { level } => Some(Bot { seat: u8::try_from(seat).ok()?, level }),
            _ => None,
        };
        let bots: Vec<Bot> = summary.seats.iter().enumerate().filter_map(bot).collect();
        match http::send_offline(&record, &bots, changed as u64, lang).await {
            Ok(()) => has_arrived = true,
            Err(refusal) if REFUSED_FOR_GOOD.contains(&refusal.code.as_str()) => {}
            Err(_) => break,
        }
        Worker::get().call("sent", &[("table", summary.table.as_str())]).await;
    }
    has_arrived
}

/// The record of a match that was played here to its end.
pub(crate) async fn record(table: &TableId) -> Option<String> {
    Worker::get().call("record", &[("table", table.as_str())]).await
}

/// Forgets a table.
pub(crate) async fn give_up(table: &str) {
    Worker::get().call("forget", &[("table", table)]).await;
}

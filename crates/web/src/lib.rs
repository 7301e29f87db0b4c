//! The table in the browser: drawing and input.
//!
//! What a table is, what may be done there and what is said about it come from the crates the house itself is made of;
//! here they are drawn, and what a person does with mouse, touch or keys becomes an ask.
//!
//! Deliberately absent: rules, protocol details, sentences, and whatever could be tested without a screen.

#![allow(unreachable_pub, reason = "the macro for components makes functions public that are not")]

mod app;
mod desk;
mod device;
mod drawing;
mod follow;
mod games;
mod guide;
mod http;
mod link;
mod local;
mod motion;
mod opening;
mod parts;
mod place;
mod playback;
mod pointer;
mod preferences;
mod reactive;
mod route;
mod screens;
mod script;
mod sound;
mod walk;

use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the client in the page that has loaded it.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}

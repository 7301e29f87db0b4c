//! Opening a table and going there; what was chosen for it is kept for the next time.
//!
//! Deliberately absent: the form itself (crate `client`), and how it is drawn.

use client::form::{Company, TableForm};
use engine::GameId;
use wire::house::Ask;
use words::screen::Label;

use crate::app::Shared;
use crate::http::{self, Bot, Refusal};
use crate::local;
use crate::preferences::{keep, kept};
use crate::route::Route;

fn name_of(game: GameId, company: Company) -> String {
    let company = match company {
        Company::Bots => "bots",
        Company::Friends => "friends",
    };
    format!("table.{company}.{}", game.slug())
}

/// What was chosen for a game the last time.
pub(crate) fn kept_form(game: GameId, company: Company) -> TableForm {
    TableForm::read(game, company, kept(&name_of(game, company)).as_deref())
}

/// Opens a table and goes there, and keeps what was chosen; against bots the match begins at once.
pub(crate) async fn open(shared: Shared, form: &TableForm, company: Company) -> Result<(), Refusal> {
    open_once(shared, form, company).await?;
    keep(&name_of(form.settings.game, company), &form.write());
    Ok(())
}

/// The same for a table that is no choice for the next time. Where several share this device, or the house cannot be
/// reached and only bots are wanted, it is a table of this browser.
pub(crate) async fn open_once(shared: Shared, form: &TableForm, company: Company) -> Result<(), Refusal> {
    if company == Company::Bots && form.is_shared() {
        return open_here(shared, form).await;
    }
    match open_there(shared, form, company).await {
        Err(refusal) if refusal.code == http::UNREACHABLE && company == Company::Bots => open_here(shared, form).await,
        opened => opened,
    }
}

/// Opens a table in this browser.
async fn open_here(shared: Shared, form: &TableForm) -> Result<(), Refusal> {
    let lang = shared.preferences.lang_now();
    let own = kept("name").unwrap_or_else(|| Label::You.say(lang));
    let opened = local::open(form.local_settings(), form.sitters(&own)).await;
    let table = opened.map_err(|why| Refusal { code: "no-local-play".into(), message: why.say(lang) })?;
    shared.router.go(Route::Local(table.to_string()));
    Ok(())
}

async fn open_there(shared: Shared, form: &TableForm, company: Company) -> Result<(), Refusal> {
    let settings = form.settings(company);
    let bots: Vec<Bot> =
        form.bots(company).into_iter().map(|seat| Bot { seat: seat.index() as u8, level: form.level }).collect();
    let found = http::open_table(&settings, &bots, shared.preferences.lang_now()).await?;
    if company == Company::Bots {
        shared.link.ask(&found.table, Ask::Begin { fill: None });
    }
    shared.router.go(Route::Table(found.table.to_string()));
    Ok(())
}

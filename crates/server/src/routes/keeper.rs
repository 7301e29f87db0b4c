//! The page of a keeper who logged in: what there is to see, and a form for each act. It has no script; a form sends the
//! words of a command, and the page comes back with its answer.
//!
//! Deliberately absent: what commands do ([`crate::admin`]).

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::{Form, State};
use axum::response::Html;
use words::{Lang, keeper as say};

use crate::admin::{Actor, Command, Reply, Row, run};
use crate::app::App;
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// What can be done with a line: the words of the command, and the columns that follow them.
type RowAct = (say::Act, &'static str, &'static [&'static str]);

/// What is listed on the page, by which command, and what can be done with a line.
const LISTS: [(say::List, &str, &[RowAct]); 6] = [
    (say::List::Reports, "reports", &[(say::Act::CloseReport, "close-report", &["report"])]),
    (
        say::List::Who,
        "who",
        &[
            (say::Act::Remove, "remove", &["player"]),
            (say::Act::Ban, "ban", &["player"]),
            (say::Act::BanNetwork, "ban-network", &["network"]),
        ],
    ),
    (
        say::List::Tables,
        "tables",
        &[(say::Act::Chat, "chat", &["table"]), (say::Act::CloseTable, "close-table", &["table"])],
    ),
    (say::List::Bans, "bans", &[(say::Act::Unban, "unban", &["target"])]),
    (say::List::Keepers, "keeper list", &[(say::Act::RemoveKeeper, "keeper remove", &["player"])]),
    (say::List::Audit, "audit", &[]),
];

/// Acts that are no matter of a line: their words, and whether something is to be written behind them.
const ACTS: [(say::Act, &str, bool); 10] = [
    (say::Act::Announce, "announce", true),
    (say::Act::Ban, "ban", true),
    (say::Act::BanNetwork, "ban-network", true),
    (say::Act::ResetPassword, "reset-password", true),
    (say::Act::DeletePlayer, "delete-player", true),
    (say::Act::Drain, "drain", false),
    (say::Act::ReadOnly, "read-only", false),
    (say::Act::Open, "open", false),
    (say::Act::AddKeeper, "keeper add", true),
    (say::Act::EndSessions, "end-sessions", false),
];

/// The page.
pub(super) async fn page(State(app): State<Arc<App>>, asker: Asker, who: Who) -> Result<Html<String>, Refusal> {
    let by = keeper(&app, who).await?;
    draw(&app, &by, asker.lang, None).await.map(Html)
}

/// Carries out the command of a form, and shows the page again.
pub(super) async fn act(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Html<String>, Refusal> {
    let by = keeper(&app, who).await?;
    let command = command(&fields)?;
    let is_chat = match &command {
        Command::Chat { table } => Some(table.clone()),
        _ => None,
    };
    let reply = run(&app, &by, command).await?;
    draw(&app, &by, asker.lang, Some((reply, is_chat))).await.map(Html)
}

async fn keeper(app: &App, who: Who) -> Result<Actor, Refusal> {
    let is_keeper = app.ledger.keepers().await?.contains(&who.player.id);
    if is_keeper { Ok(Actor::Keeper(who.player.id)) } else { Err(Refusal::NotKeeper) }
}

/// The command of a form: `act` holds its words, each `arg` one more; other fields are options, unless they are empty.
/// What was typed can be no option.
fn command(fields: &[(String, String)]) -> Result<Command, Refusal> {
    let named =
        |name: &'static str| fields.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str());
    let options = fields.iter().filter(|(field, value)| field != "act" && field != "arg" && !value.is_empty());
    let options: Vec<String> = options.map(|(field, value)| format!("--{field}={value}")).collect();
    let words = named("act").flat_map(str::split_whitespace);
    Command::from_words(words.chain(options.iter().map(String::as_str)).chain(["--"]).chain(named("arg")))
}

async fn draw(app: &App, by: &Actor, lang: Lang, answered: Option<(Reply, Option<String>)>) -> Result<String, Refusal> {
    let code = lang.code();
    let title = say::title(lang);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<h1>{title}</h1>\n\
         <p>{}</p>\n",
        say::mode(say_mode(app), lang)
    );
    match answered {
        None => {}
        Some((Reply::Rows(rows), Some(table))) => {
            page += &format!("<h2>{} {}</h2>\n", say::act(say::Act::Chat, lang), escaped(&table));
            let delete: [RowAct; 1] = [(say::Act::DeleteChat, "delete-chat", &["player"])];
            page += &list(&rows, &delete, Some(&table), lang);
        }
        Some((Reply::Rows(rows), None)) => page += &list(&rows, &[], None, lang),
        Some((Reply::Password(password), _)) => {
            page +=
                &format!("<p role=\"status\">{} <code>{}</code></p>\n", say::new_password(lang), escaped(&password));
        }
        Some((Reply::Done | Reply::Mode(_), _)) => page += &format!("<p role=\"status\">{}</p>\n", say::done(lang)),
    }
    for (act, words, has_argument) in ACTS {
        let argument = if has_argument { "<input name=\"arg\" required>" } else { "" };
        page += &form(words, argument, act, lang);
    }
    for (heading, words, acts) in LISTS {
        page += &format!("<h2>{}</h2>\n", say::list(heading, lang));
        if let Reply::Rows(rows) = run(app, by, Command::from_words(words.split(' '))?).await? {
            page += &list(&rows, acts, None, lang);
        }
    }
    Ok(page + "</html>\n")
}

fn say_mode(app: &App) -> say::Mode {
    match app.mode.get() {
        crate::admin::Mode::Open => say::Mode::Open,
        crate::admin::Mode::Draining => say::Mode::Draining,
        crate::admin::Mode::ReadOnly => say::Mode::ReadOnly,
    }
}

/// A list with a form for each act on a line; `before` is what stands before the columns of an act.
fn list(rows: &[Row], acts: &[RowAct], before: Option<&str>, lang: Lang) -> String {
    let Some(first) = rows.first() else { return format!("<p>{}</p>\n", say::nothing(lang)) };
    let mut table = String::from("<table>\n<tr>");
    for column in first.keys() {
        let _ = write!(table, "<th scope=\"col\">{}</th>", escaped(column));
    }
    table += "</tr>\n";
    for row in rows {
        table += "<tr>";
        for column in first.keys() {
            let _ = write!(table, "<td>{}</td>", escaped(&text(row, column)));
        }
        for (act, words, columns) in acts {
            let arguments = before.map(String::from).into_iter().chain(columns.iter().map(|column| text(row, column)));
            let hidden = |value: String| format!("<input type=\"hidden\" name=\"arg\" value=\"{}\">", escaped(&value));
            let fields: String = arguments.map(hidden).collect();
            let _ = write!(table, "<td>{}</td>", form(words, &fields, *act, lang));
        }
        table += "</tr>\n";
    }
    table + "</table>\n"
}

fn form(words: &str, fields: &str, act: say::Act, lang: Lang) -> String {
    format!(
        "<form method=\"post\" action=\"/keeper\"><input type=\"hidden\" name=\"act\" value=\"{words}\">{fields}\
         <button>{}</button></form>\n",
        say::act(act, lang)
    )
}

/// A field of a row as it is read.
fn text(row: &Row, column: &str) -> String {
    match row.get(column) {
        None => String::new(),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

/// A text within a page or an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_into_a_form_is_no_option_and_no_markup() {
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let fields = [field("act", "ban"), field("arg", "--days=1"), field("days", ""), field("reason", "spam")];
        let ban = Command::Ban { player: "--days=1".into(), days: None, reason: "spam".into() };
        assert_eq!(command(&fields).ok(), Some(ban));
        assert_eq!(escaped("<b title=\"x\">&"), "&lt;b title=&quot;x&quot;&gt;&amp;");
    }

    #[test]
    fn every_form_of_the_page_is_a_command() {
        for (_, words, acts) in LISTS {
            assert!(Command::from_words(words.split(' ')).is_ok(), "{words}");
            for (_, words, columns) in acts {
                // What the columns hold; a network and a number are read as such.
                let value = |column: &&str| if *column == "network" { "10.0.0.0/24" } else { "7" };
                let words = words.split(' ').chain(columns.iter().map(value));
                assert!(Command::from_words(words.clone()).is_ok(), "{:?}", words.collect::<Vec<_>>());
            }
        }
        for (_, words, has_argument) in ACTS {
            let words = words.split(' ').chain(has_argument.then_some("10.0.0.0"));
            assert!(Command::from_words(words.clone()).is_ok(), "{:?}", words.collect::<Vec<_>>());
        }
    }
}

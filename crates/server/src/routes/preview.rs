//! What messengers show of a link: the Open Graph tags of the page behind it.
//!
//! Whoever has the link of a table may know its game and its host, and is told nothing else before they open it. The id
//! of a table for those who are invited is not its link.
//! Deliberately absent: the sentences (crate `words`).

use axum::http::{HeaderMap, Uri};
use engine::GameId;
use wire::house::TableKey;
use words::preview::{self, Preview};
use words::{Lang, game_name};

use super::extract::{LinkKey, Visitor};
use super::tables::look;
use crate::app::App;
use crate::invite;

/// Where in the page the tags go.
const END_OF_HEAD: &str = "</head>";

/// What a link is about, and so which picture it has.
struct Subject {
    preview: Preview,
    game: Option<GameId>,
}

/// The page with the tags for one of its addresses.
pub(super) async fn tagged(app: &App, page: &str, uri: &Uri, headers: &HeaderMap, lang: Lang) -> String {
    let path = uri.path().trim_start_matches('/');
    let subject = subject(app, path, LinkKey::of(uri), lang).await;
    let origin = invite::origin(&app.config, headers);
    let tags = tags(&subject, &origin, path, lang);
    page.replacen(END_OF_HEAD, &(tags + END_OF_HEAD), 1)
}

async fn subject(app: &App, path: &str, key: Option<TableKey>, lang: Lang) -> Subject {
    let house = Subject { preview: preview::house(lang), game: None };
    let (screen, rest) = path.split_once('/').unwrap_or((path, ""));
    let name = rest.split('/').next().unwrap_or_default();
    match screen {
        "table" => {
            let seen = |room: &host::Room| (room.settings().game, room.host_name().map(String::from));
            // Messengers have no session.
            let visitor = Visitor { player: None, key };
            let Ok((game, host)) = look(app, name, visitor, seen).await else { return house };
            let preview = match host {
                Some(host) => preview::table(game, &host, lang),
                None => Preview { title: game_name(game).into(), text: preview::house(lang).text },
            };
            Subject { preview, game: Some(game) }
        }
        "rules" => match GameId::ALL.into_iter().find(|game| game.slug() == name) {
            Some(game) => Subject { preview: preview::rules(game, lang), game: Some(game) },
            None => house,
        },
        _ => house,
    }
}

fn tags(Subject { preview, game }: &Subject, origin: &str, path: &str, lang: Lang) -> String {
    let picture = game.map_or("home", GameId::slug);
    let image = format!("{origin}/og/{picture}.png");
    let address = format!("{origin}/{path}");
    let properties = [
        ("og:type", "website"),
        ("og:site_name", "Tapis"),
        ("og:title", &preview.title),
        ("og:description", &preview.text),
        ("og:url", &address),
        ("og:image", &image),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:locale", lang.of("fr_FR", "en_GB")),
    ];
    let mut tags = String::new();
    for (name, content) in properties {
        tags += &format!("<meta property=\"{name}\" content=\"{}\">\n", escape(content));
    }
    tags + "<meta name=\"twitter:card\" content=\"summary_large_image\">\n"
}

/// Text as it stands in an attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

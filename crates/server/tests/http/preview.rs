//! What a messenger finds behind a link: the tags of a preview, in its language, with nothing that is to stay hidden.

use reqwest::Method;
use reqwest::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use serde_json::json;
use server::Page;

use crate::fixture::{House, config};

const INDEX: &str = "<!doctype html>\n<head>\n<title>Tapis</title>\n</head>\n<body></body>\n";

async fn house() -> House {
    let page = |path, kind, plain: &'static [u8]| Page { path, kind, plain, brotli: plain };
    let index = page("index.html", "text/html; charset=utf-8", INDEX.as_bytes());
    House::open_with(config(), vec![index, page("og/dos.png", "image/png", b"a picture")]).await
}

/// The page at an address, in a language.
async fn page(house: &House, path: &str, lang: &str) -> String {
    let request = house.request(Method::GET, path).header(ACCEPT_LANGUAGE, lang);
    let response = request.send().await.expect("an answer");
    assert_eq!(response.headers()[CONTENT_TYPE], "text/html; charset=utf-8", "{path}");
    response.text().await.expect("a page")
}

/// What a tag of the page says.
fn tag<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) =
        page.split_once(&format!("=\"{name}\" content=\"")).unwrap_or_else(|| panic!("no {name} in {page}"));
    rest.split_once("\">\n").expect("the end of the tag").0
}

/// A table that somebody of this name has opened for those who are invited.
async fn table(house: &House, name: &str) -> String {
    let token = house.named(name).await;
    let settings = json!({ "game": "nain-jaune", "seats": 4, "visibility": "invited" });
    let link = house.post("/api/tables", &token, json!({ "settings": settings })).await.text("link");
    link.rsplit_once('/').expect("an address").1.to_owned()
}

#[tokio::test]
async fn the_bare_id_of_a_private_table_has_the_preview_of_the_house() {
    let house = house().await;
    let link = table(&house, "Mamie Jo").await;
    let (id, _) = link.split_once('?').expect("a key");
    for path in [format!("/table/{id}"), format!("/table/{id}?key=0000000000000000"), format!("/table/{id}?key=")] {
        let page = page(&house, &path, "fr").await;
        assert!(tag(&page, "og:title").starts_with("Tapis"), "{path}");
        assert_eq!(tag(&page, "og:image"), house.url("/og/home.png"), "{path}");
        assert!(!page.contains("Mamie Jo"), "{path}: {page}");
    }
}

#[tokio::test]
async fn a_link_to_a_table_says_who_invites_to_which_game() {
    let house = house().await;
    let table = table(&house, "Mamie Jo").await;
    let path = format!("/table/{table}");
    let (address, _) = path.split_once('?').expect("a key");
    let french = page(&house, &path, "fr-FR,fr;q=0.9").await;
    assert_eq!(tag(&french, "og:title"), "Mamie Jo vous invite à jouer au Nain Jaune");
    assert!(tag(&french, "og:description").starts_with("Des suites"), "{french}");
    assert_eq!(tag(&french, "og:image"), house.url("/og/nain-jaune.png"));
    assert_eq!(tag(&french, "og:url"), house.url(address));
    assert_eq!((tag(&french, "og:locale"), tag(&french, "og:type")), ("fr_FR", "website"));
    assert_eq!(tag(&french, "twitter:card"), "summary_large_image");
    let english = page(&house, &path, "en").await;
    assert_eq!(tag(&english, "og:title"), "Mamie Jo invites you to a game of Nain Jaune");
    assert_eq!(tag(&english, "og:locale"), "en_GB");
    let asked = page(&house, &format!("{path}&lang=en"), "fr").await;
    assert_eq!(tag(&asked, "og:locale"), "en_GB", "what the address says comes first");
    assert_eq!(tag(&asked, "og:url"), house.url(address));
    for page in [&french, &english] {
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</head>\n<body></body>\n"), "{page}");
    }
}

#[tokio::test]
async fn a_name_is_only_text() {
    let house = house().await;
    let table = table(&house, "\"><b>Jo & 'Co'</b>").await;
    let page = page(&house, &format!("/table/{table}"), "en").await;
    let title = tag(&page, "og:title");
    assert_eq!(title, "&quot;&gt;&lt;b&gt;Jo &amp; &#39;Co&#39;&lt;/b&gt; invites you to a game of Nain Jaune");
    assert!(!page.contains("<b>"), "{page}");
}

#[tokio::test]
async fn other_links_have_the_preview_of_the_house_or_of_a_game() {
    let house = house().await;
    for path in ["/", "/table/0000000000000000", "/table/", "/rules/belote", "/history", "/settings"] {
        let page = page(&house, path, "fr").await;
        assert!(tag(&page, "og:title").starts_with("Tapis"), "{path}");
        assert_eq!(tag(&page, "og:image"), house.url("/og/home.png"), "{path}");
    }
    let rules = page(&house, "/rules/dos", "fr").await;
    assert_eq!(tag(&rules, "og:title"), "Les règles de DOS");
    assert_eq!(tag(&rules, "og:image"), house.url("/og/dos.png"));
    let odd = page(&house, "/table/%22%3E%3Cb%3E", "fr").await;
    assert!(!odd.contains("<b>"), "{odd}");
}

#[tokio::test]
async fn a_request_for_the_head_alone_is_answered_without_a_body() {
    let house = house().await;
    let table = table(&house, "Mamie Jo").await;
    let request = house.request(Method::HEAD, &format!("/table/{table}"));
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
    let length: usize = response.headers()[CONTENT_LENGTH].to_str().expect("a text").parse().expect("a number");
    assert!(length > INDEX.len());
    assert_eq!(response.bytes().await.expect("a body").len(), 0);
}

#[tokio::test]
async fn pictures_are_kept_for_a_day() {
    let house = house().await;
    let response = house.request(Method::GET, "/og/dos.png").send().await.expect("an answer");
    assert_eq!(response.headers()[CACHE_CONTROL], "public, max-age=86400");
    assert_eq!(response.headers()[CONTENT_TYPE], "image/png");
}

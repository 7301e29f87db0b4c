//! The phrases of the scripts that the browser fetches: in both languages, set as the language wants it, and used.

use std::collections::BTreeSet;
use std::path::Path;

use wire::Value;

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What is put into a phrase, by name.
fn gaps(phrase: &str) -> BTreeSet<&str> {
    phrase.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn phrases_are_in_both_languages_with_the_same_gaps_and_every_one_is_used() {
    let phrases: Value = file("phrases/figures.json").parse().expect("JSON");
    let scripts = ["figures.js", "share.js"].map(|name| file(&format!("../web/assets/{name}"))).concat();
    for (key, both) in phrases.as_object().expect("an object") {
        let both: Vec<&str> = both.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let [french, english] = both[..] else { panic!("{key} is not in two languages") };
        assert!(
            !french.is_empty() && french.trim() == french && !english.is_empty() && english.trim() == english,
            "{key}"
        );
        assert_eq!(gaps(french), gaps(english), "{key}");
        for loose in [" :", " ;", " !", " ?", "« ", " »"] {
            assert!(!french.contains(loose), "{key}: {loose:?} may be broken at the end of a line");
        }
        assert!(scripts.contains(&format!("\"{key}\"")), "no script says {key}");
    }
    let said = scripts.split("say(\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(key, _)| key);
    for key in said {
        assert!(phrases.get(key).is_some(), "there is no phrase {key}");
    }
}

//! The shape of the JSON, and a page that stands on its own.

use bots::Level;
use engine::games::{Onze, QuaranteSix, onze};
use engine::{Game, SeatCount, Seed};
use serde_json::{Value, json};
use sim::report::{Settings, Simulated, arena_json, arena_table};
use sim::{Arena, Chronicle, Entrant, Simulation, Stop, Unit};
use words::Lang;

fn settings<G: Game>(players: usize) -> Settings {
    Settings { game: G::ID, players, options: json!({}), seed: Seed([1; 32]) }
}

fn simulated<G: Chronicle>(levels: &[Level], unit: Unit, others: Option<(G::Rules, Value)>) -> Simulated {
    let players: Vec<Entrant> = levels.iter().map(|level| Entrant { level: *level, millis: 1 }).collect();
    let (other_rules, others) = others.unzip();
    let simulation: Simulation<G> = Simulation {
        rules: G::Rules::default(),
        others: other_rules,
        players: players.clone(),
        unit,
        count: 40,
        seed: Seed([1; 32]),
    };
    let findings = simulation.run(&|| {});
    let command = "tapis simulate <b> & \"quotes\"".into();
    Simulated { settings: settings::<G>(levels.len()), others, players, unit, count: 40, command, findings }
}

fn compared() -> Simulated {
    let beginners = onze::Rules { variant: onze::Variant::Beginners, ..Default::default() };
    simulated::<Onze>(&[Level::Novice; 4], Unit::Round, Some((beginners, json!({ "variant": "debutant" }))))
}

#[test]
fn the_arena_speaks_to_programs_and_people() {
    let entrants = [Level::Casual, Level::Novice].map(|level| Entrant { level, millis: 5 }).to_vec();
    let seats = SeatCount::new(2).expect("two");
    let mut arena: Arena<QuaranteSix> =
        Arena { rules: Default::default(), seats, entrants, stop: Stop::After(300), seed: Seed([1; 32]) };
    let ranking = arena.run(&|_| {});
    let json = arena_json(&settings::<QuaranteSix>(2), arena.stop, &ranking);
    assert_eq!(json["command"], "arena");
    assert_eq!(json["seed"], "01".repeat(32));
    assert_eq!((&json["deals"], &json["until_clear"]), (&json!(300), &json!(false)));
    let duel = &json["duels"][0];
    assert_eq!(duel["one"], json!({ "level": "casual", "millis": 5 }));
    assert_eq!(duel["verdict"], "one");
    for (figure, of) in [("lead", &duel["lead"]), ("wins", &duel["wins"])] {
        let [mean, half_width, low, high] =
            ["mean", "half_width", "low", "high"].map(|field| of[field].as_f64().expect("a number"));
        assert!((mean - half_width - low).abs() < 1e-9 && (mean + half_width - high).abs() < 1e-9, "{figure}");
    }
    assert!(duel["wins"]["mean"].as_f64().is_some_and(|share| share > 0.5 && share < 1.0), "a share of all rounds");
    assert_eq!(json["ratings"][0]["bot"]["level"], "casual");

    let table = |lang| arena_table(&settings::<QuaranteSix>(2), arena.stop, &ranking, lang);
    assert!(table(Lang::English).contains("casual is better than novice"), "{}", table(Lang::English));
    assert!(table(Lang::French).contains("casual est meilleur que novice"), "{}", table(Lang::French));

    // What cannot be told yet has no bounds, and JSON has no infinity.
    arena.stop = Stop::After(3);
    let few = arena_json(&settings::<QuaranteSix>(2), arena.stop, &arena.run(&|_| {}));
    assert_eq!(
        (&few["duels"][0]["lead"]["half_width"], &few["duels"][0]["verdict"]),
        (&Value::Null, &json!("unclear"))
    );
}

#[test]
fn a_simulation_has_one_shape_in_json() {
    let plain = simulated::<QuaranteSix>(&[Level::Novice; 3], Unit::Match, None).json();
    assert_eq!((&plain["command"], &plain["unit"], &plain["count"]), (&json!("simulate"), &json!("match"), &json!(40)));
    assert_eq!(plain["bots"].as_array().map(Vec::len), Some(3));
    assert_eq!(plain.get("compared"), None);
    let figures = &plain["figures"];
    let keys: Vec<&String> = figures.as_object().expect("an object").keys().collect();
    let expected =
        ["moves", "turns", "rounds", "score", "winner_score", "first_lead", "places", "seats", "ends", "marks"];
    assert_eq!(keys, expected);
    assert_eq!(figures["places"].as_array().map(Vec::len), Some(3));
    assert_eq!(figures["rounds"]["distribution"], json!([[3.0, 40]]), "as many rounds as players, 40 times");
    let counted = |figure: &Value| -> u64 {
        figure["distribution"].as_array().into_iter().flatten().filter_map(|pair| pair[1].as_u64()).sum()
    };
    assert_eq!((counted(&figures["moves"]), counted(&figures["score"])), (40, 120));

    let compared = compared().json();
    assert_eq!(compared["compared"]["options"], json!({ "variant": "debutant" }));
    for part in ["figures", "differences"] {
        let keys: Vec<&String> = compared["compared"][part].as_object().expect("an object").keys().collect();
        assert_eq!(keys, expected);
    }
    assert_eq!(compared["compared"]["figures"]["marks"]["joker_laid"]["mean"], 0.0);
}

/// Every tag that opens closes, in order.
fn check_tags(page: &str) {
    let body = page.split("</style>").nth(1).expect("a style");
    let mut open: Vec<&str> = Vec::new();
    for tag in body.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            let opened = open.pop();
            // The head was opened before.
            assert!(opened == Some(name) || ["head", "html"].contains(&name), "</{name}> closes {opened:?}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn a_page_needs_nothing_else() {
    let mixed = [Level::Novice, Level::Casual];
    let all = [
        simulated::<QuaranteSix>(&mixed, Unit::Round, None),
        simulated::<Onze>(&[Level::Novice; 3], Unit::Match, None),
        compared(),
    ];
    for simulated in all {
        for lang in Lang::ALL {
            let page = simulated.page(lang);
            assert!(page.starts_with("<!DOCTYPE html>"));
            assert!(page.contains(&format!("<html lang=\"{}\">", lang.code())));
            for outside in ["http:", "https:", "<script", "<link", "<img", "@import", "url(", "NaN", "inf"] {
                assert!(!page.contains(outside), "{outside}");
            }
            assert!(page.contains("&lt;b&gt; &amp; &quot;quotes&quot;"), "what was typed is only text");
            assert!(page.contains("prefers-color-scheme: dark"));
            check_tags(&page);
            let plots = page.matches("<svg").count();
            assert!(plots >= 4);
            assert_eq!((page.matches("<title id=").count(), page.matches("<desc id=").count()), (plots, plots));
            let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            let distinct: std::collections::BTreeSet<&&str> = ids.iter().collect();
            assert_eq!(ids.len(), distinct.len(), "{ids:?}");
        }
    }
}

#[test]
fn tables_say_it_in_both_languages() {
    let plain = simulated::<QuaranteSix>(&[Level::Novice, Level::Casual], Unit::Round, None);
    let french = plain.table(Lang::French);
    for words in
        ["Longueur", "avance du premier à jouer", "siège 1 (casual), victoires", "la pioche est épuisée", "médiane"]
    {
        assert!(french.contains(words), "{words}\n{french}");
    }
    let english = compared().table(Lang::English);
    for words in ["Length", "other options", "difference", "Bonus cards taken", "lead of the first to play"] {
        assert!(english.contains(words), "{words}\n{english}");
    }
}

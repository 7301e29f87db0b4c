//! The page of an evening: what stands there when, that names do no harm, and that no word of one language is in the
//! other.

use engine::GameId;
use wire::house::{
    BotLevel, EveningLine, EveningPlace, EveningPlayer, EveningResult, EveningSettings, EveningView, PlayerId,
};
use words::Lang;
use words::evening::{EveningRefusal, deal_of, form, page};

fn view() -> EveningView {
    let settings = EveningSettings {
        game: GameId::NainJaune,
        options: Default::default(),
        seats: 3,
        level: BotLevel::Casual,
        deals: 2,
        exchange: true,
    };
    let player = |id: &str, name: &str, done| EveningPlayer { player: id.into(), name: name.into(), done };
    EveningView {
        evening: "k3v9abcdefghij23".into(),
        settings,
        host: "Anne".into(),
        opened: 1,
        closes: 2_000,
        over: false,
        commitment: "c0ffee".into(),
        seed: None,
        link: "http://house/evening/k3v9abcdefghij23".into(),
        players: vec![player("p1", "<b>\"Anne\"</b>", 2), player("p2", "", 1)],
        done: Some(1),
        ranking: None,
    }
}

fn ranked(view: EveningView) -> EveningView {
    let deal = |deal, points, cards| EveningResult {
        deal,
        table: format!("t{deal}").into(),
        seat: 0,
        points,
        cards,
        play: cards.map(|cards: f64| points as f64 - cards),
    };
    let line = |player: &PlayerId, name: &str, place, deals: Vec<EveningResult>| EveningLine {
        player: player.clone(),
        name: name.into(),
        place,
        points: deals.iter().map(|it| it.points).sum(),
        cards: deals.iter().map(|it| it.cards).sum(),
        play: deals.iter().map(|it| it.play).sum(),
        error: place.map(|_| 2.5),
        deals,
    };
    let first = line(&"p1".into(), "<b>\"Anne\"</b>", Some(1), vec![deal(1, 9, Some(6.5)), deal(2, -3, Some(-4.0))]);
    let second = line(&"p2".into(), "", None, vec![deal(1, 4, Some(6.5))]);
    EveningView { ranking: Some(vec![first, second]), done: Some(2), ..view }
}

#[test]
fn a_page_says_what_can_be_done_and_shows_no_results_too_early() {
    let asker = PlayerId::from("p2");
    let page = page(&view(), Some(&asker), Lang::English);
    for part in ["Play deal 2 of 2", "the same 2 deals", "opened by Anne", "evening-hidden", "data-at=\"2000\"", "●○"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.contains("Anonymous <small>(you)</small>"), "{page}");
    assert!(!page.contains("<b>\"Anne") && page.contains("&lt;b&gt;&quot;Anne&quot;&lt;/b&gt;"), "{page}");
    assert!(!page.contains("evening-ranking\">\n<thead") && !page.contains("<table"), "{page}");
}

#[test]
fn a_ranking_has_numbers_bars_and_the_way_to_the_deals_when_it_is_over() {
    let page = |view: &EveningView| page(view, None, Lang::French);
    let open = page(&ranked(view()));
    for part in ["Vous avez tout joué", "+2,5", "±&nbsp;2,5", "<svg", "Points = cartes + jeu"] {
        assert!(open.contains(part), "{part}: {open}");
    }
    assert!(!open.contains("/replay"), "{open}");
    let over = page(&EveningView { over: true, seed: Some("5eed".into()), ..ranked(view()) });
    for part in ["/table/t2/replay", "<code>5eed</code>", "La soirée est finie"] {
        assert!(over.contains(part), "{part}: {over}");
    }
    assert!(!over.contains("evening-link"), "nobody is invited any more: {over}");
    let mut alone = ranked(view());
    alone.ranking = alone.ranking.map(|mut lines| {
        lines.truncate(1);
        lines[0] = EveningLine { place: None, cards: None, play: None, error: None, ..lines[0].clone() };
        lines
    });
    assert!(page(&alone).contains("Il faut deux tables"));
}

#[test]
fn the_form_offers_every_game_with_its_seats() {
    for lang in Lang::ALL {
        let form = form(lang);
        for game in GameId::ALL {
            assert!(form.contains(&format!("value=\"{}\" data-least=", game.slug())), "{form}");
        }
        assert!(form.contains(lang.of("Ouvrir la soirée", "Open the evening")), "{form}");
        assert!(!form.contains(lang.of("Deals", "Donnes")), "{form}");
    }
    let place = EveningPlace { evening: "k3v9".into(), deal: 2, deals: 3 };
    assert_eq!([Lang::French, Lang::English].map(|lang| deal_of(&place, lang)), ["Donne 2 sur 3", "Deal 2 of 3"]);
}

#[test]
fn every_refusal_is_a_sentence_of_its_own() {
    let all = [
        EveningRefusal::Missing,
        EveningRefusal::OutOfBounds { deals: 24, hours: 168 },
        EveningRefusal::TooMany { most: 20 },
        EveningRefusal::Over,
        EveningRefusal::Done,
        EveningRefusal::Full { most: 64 },
        EveningRefusal::Open,
    ];
    let mut said: Vec<String> = all.iter().flat_map(|refusal| Lang::ALL.map(|lang| refusal.say(lang))).collect();
    said.extend(all.iter().map(|refusal| refusal.code().to_owned()));
    said.sort_unstable();
    let count = said.len();
    said.dedup();
    assert_eq!(said.len(), count, "{said:?}");
}

//! The golden files of every game: first deals, a readable round per preset, perft.

use engine::{GameId, with_game};

#[test]
fn nain_jaune_is_golden() {
    testkit::obey_golden::<engine::games::NainJaune>();
}

#[test]
fn quarante_six_is_golden() {
    testkit::obey_golden::<engine::games::QuaranteSix>();
}

#[test]
fn every_game_has_a_test_here() {
    for id in GameId::ALL {
        let test = format!("fn {}_is_golden", id.slug().replace('-', "_"));
        assert!(include_str!("golden.rs").contains(&test), "{test}");
    }
    // The macro lists them too; this only proves that it compiles for each.
    let slugs = GameId::ALL.map(|id| with_game!(id, G => <G as engine::Game>::ID.slug()));
    assert_eq!(slugs, GameId::ALL.map(GameId::slug));
}

//! The golden files of every game: first deals, a readable round per preset, perft.

use engine::GameId;
use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy};
use testkit::obey_golden;

#[test]
fn onze_is_golden() {
    obey_golden::<Onze>();
}

#[test]
fn nain_jaune_is_golden() {
    obey_golden::<NainJaune>();
}

#[test]
fn dos_is_golden() {
    obey_golden::<Dos>();
}

#[test]
fn rummy_is_golden() {
    obey_golden::<Rummy>();
}

#[test]
fn quarante_six_is_golden() {
    obey_golden::<QuaranteSix>();
}

#[test]
fn every_game_has_a_test_here() {
    for id in GameId::ALL {
        let test = format!("fn {}_is_golden", id.slug().replace('-', "_"));
        assert!(include_str!("golden.rs").contains(&test), "{test}");
    }
}

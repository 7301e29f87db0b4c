//! The laws, for every game, every preset and every number of players; `cargo xtask laws` plays many more.

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy};
use testkit::{Specimen, obey_laws};

/// Plays so many matches for each preset and number of players.
fn obeys<G: Specimen>(games: u64) {
    let report = obey_laws::<G>(games);
    assert!(report.matches > 0 && report.moves > report.matches, "{report:?}");
}

#[test]
fn onze_obeys() {
    obeys::<Onze>(10);
}

#[test]
fn nain_jaune_obeys() {
    obeys::<NainJaune>(6);
}

#[test]
fn dos_obeys() {
    obeys::<Dos>(10);
}

#[test]
fn rummy_obeys() {
    obeys::<Rummy>(10);
}

#[test]
fn quarante_six_obeys() {
    obeys::<QuaranteSix>(25);
}

//! The host of a table asks others to it.

use wire::house::{Ask, Stage};

use crate::rig::{ANNE, BLAISE, CHLOE, Rig, person, settings};

fn invite_chloe() -> Ask {
    Ask::Invite { player: person(CHLOE).player }
}

#[test]
fn the_host_invites_and_nobody_else_does() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(BLAISE, "1", invite_chloe());
    assert_eq!(rig.kinds(BLAISE), ["refused 1 not-host"]);
    assert!(rig.invited.is_empty());
    rig.ask(ANNE, "1", invite_chloe());
    assert_eq!(rig.kinds(ANNE), ["answer 1"]);
    let (player, invitation) = rig.invited.pop().expect("an invitation");
    assert_eq!((player, invitation.player.clone()), (person(CHLOE).player, person(ANNE).player));
    assert_eq!((invitation.name.as_str(), invitation.table.stage), ("anne", Stage::Gathering));
    assert_eq!(rig.seq(), 1, "nothing is written down");
}

#[test]
fn who_sits_there_is_not_invited_and_nobody_is_to_a_match_that_is_over() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(CHLOE, "sit", Ask::Sit { seat: None });
    rig.ask(ANNE, "1", invite_chloe());
    assert_eq!(rig.kinds(ANNE), ["answer 1"]);
    assert!(rig.invited.is_empty());
    rig.ask(CHLOE, "stand", Ask::Stand);
    rig.input(|host, now, dice| host.on_close(now, dice));
    rig.carry_out();
    rig.ask(ANNE, "2", invite_chloe());
    assert_eq!(rig.kinds(ANNE), ["refused 2 match-over"]);
    assert!(rig.invited.is_empty());
}

//! The journal on JetStream with real servers: under the suite that every journal passes, alone and in a cluster, and
//! under what only servers do: they are killed, hang and come back, and several nodes use them at once.
#![allow(missing_docs, reason = "test names are sentences")]
#![cfg(feature = "jetstream")]

mod failures;
mod nodes;
mod servers;
mod settings;
#[path = "../suite/mod.rs"]
mod suite;

/// One server and one partition: all that the suite asks for.
mod alone {
    use crate::{servers, suite};

    crate::behaviours!(servers::alone(1).await);
    crate::redactions!(servers::alone(1).await);
}

/// Three servers, each record on all of them.
mod in_a_cluster {
    use crate::{servers, suite};

    crate::behaviours!(servers::in_a_cluster(1).await);
}

/// Eight partitions: all but what is about one order of the positions of different subjects. The news have one order
/// all the same (`nodes`).
mod in_partitions {
    use crate::{servers, suite};

    crate::behaviours!(servers::alone(8).await;
        a_new_subject_is_empty_and_stands_at_the_start,
        a_position_of_another_subject_is_refused,
        of_many_writers_exactly_one_wins_each_race,
        an_append_nobody_waits_for_disturbs_no_other,
        bodies_are_kept_byte_for_byte,
        a_body_that_is_too_long_is_refused,
        reading_begins_after_a_position,
        news_are_what_was_and_what_comes,
        news_leave_out_what_is_none,
        two_followers_see_the_same,
        only_a_record_of_the_subject_is_redacted,
        what_is_redacted_goes_from_the_snapshot_too,
    );
}

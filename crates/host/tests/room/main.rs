//! A room without a server: everything is written to a list, time goes when the test says so, dice are seeded.

mod absence;
mod calls;
mod clocks;
mod conduct;
mod endings;
mod evening;
mod gathering;
mod hall;
mod logs;
mod matches;
mod recent;
mod redaction;
mod refusals;
mod rounds;
mod snapshots;
mod steps;
mod talk;
mod truth;
mod undo;
mod wander;

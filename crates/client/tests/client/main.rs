//! The client against a house in the same process: whole matches, lost and doubled messages, deals, repeats.

mod asks;
mod deals;
mod form;
mod lessons;
mod lobby;
mod losses;
mod matches;
mod newer;
mod puzzles;
mod recent;
mod replay;
mod salon;
mod solo;

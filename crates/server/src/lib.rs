//! The game house.

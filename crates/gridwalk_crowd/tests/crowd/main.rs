//! Crowds, judged by the referee of the kernel.

mod arrival;
mod edits;
mod formation;
mod invariants;
mod levels;
mod off_walls;
mod orders;
mod pinned;
mod puzzles;
mod referee;
mod saving;
mod support;

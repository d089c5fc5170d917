//! Searches in words: what a step did and why, what is known of a cell, and why the path does not lead over it.
//!
//! The texts stand in `explain::language`, one row for each phrase.

mod changes;
mod dropped;
mod hover;
mod narrator;
mod near_walls;
mod pops;
mod predict;
mod steps;
mod waits;

use super::language::{Language, Phrase};
pub use hover::{ThroughCosts, blocked_move, cell};
use narrator::Narrator;
pub use narrator::StepDetail;
pub use near_walls::CostNearWall;
pub use predict::{Feedback, next_expanded, predicted, valued};
pub use steps::{event, header, open_list_title, step};
pub use waits::{CellClaim, CrowdWait, WaitEnd};

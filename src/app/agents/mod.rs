//! Agents: orders to them, the path as a stack, and how they and their paths are drawn.

mod crowd;
mod drag;
mod follow;
mod formation;
pub(super) mod labels;
pub(super) mod meter;
mod model;
pub(super) mod orders;
mod outcome;
mod overlays;
mod panel;
mod paths;
mod plugin;
mod rows;
mod searches;
mod select;
mod selected;
mod spawn;
mod spawning;
mod sprites;
mod stack;
pub(super) mod walked;
pub(super) mod words;

pub(super) use model::{AgentViewItem, Model};
pub(super) use orders::act;
pub(super) use panel::{AgentsState, draw, draw_all, draw_stack};
pub(super) use plugin::plugin;
pub(super) use rows::agent_rows;
pub use searches::WatchHistory;
pub(super) use select::act as select;
pub(super) use spawn::act as spawn;
pub use walked::WalkedVerdict;

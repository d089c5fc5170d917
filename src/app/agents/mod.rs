//! Agents: orders to them, the path as a stack, and how they and their paths are drawn.

mod film;
pub(super) mod labels;
mod marks;
pub(super) mod meter;
mod model;
pub(super) mod orders;
mod overlays;
mod panel;
mod paths;
mod plugin;
mod searches;
mod select;
mod spawn;
mod sprites;
mod stack;
pub(super) mod words;

pub(super) use film::Encoding;
pub(super) use model::{AgentViewItem, Model};
pub(super) use orders::act;
pub(super) use panel::{AgentsState, agent_rows, draw, draw_all, draw_stack};
pub(super) use plugin::plugin;
pub(super) use searches::follow_the_selected;
pub use searches::{WalkedVerdict, WatchHistory};
pub(super) use select::act as select;
pub(super) use spawn::act as spawn;

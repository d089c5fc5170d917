//! Agents: orders to them, the path as a stack, and how they and their paths are drawn.

mod labels;
pub(super) mod meter;
pub(super) mod orders;
mod paths;
mod plugin;
mod sprites;
pub(super) mod stack;

pub(super) use orders::act;
pub(super) use plugin::plugin;

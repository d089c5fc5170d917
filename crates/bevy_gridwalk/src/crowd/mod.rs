//! Agents that share a crowd: they join it, are sent, walk and leave, and follow edits of their map.

mod edits;
mod join;
mod leave;
mod motion;
mod orders;
mod plugin;
mod pops;
mod resume;
mod tick;

pub(super) use plugin::plugin;

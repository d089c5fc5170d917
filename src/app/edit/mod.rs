//! The level editor: tools, strokes, and the part of the map that is selected. A tool is one row of a table. All
//! changes go through the document, so that it can be undone.

mod act;
mod agents;
mod desk;
mod generate;
mod generated;
mod legend;
mod markers;
mod model;
mod order;
mod panel;
mod plugin;
mod pointer;
mod portals;
mod problem_list;
mod problems;
mod select;
mod size;
mod state;
mod strokes;
mod terrain;
mod toolbar;
mod tools;

pub(super) use act::act;
pub(super) use agents::act_on_agent;
pub(super) use generate::{act as generate, put_made};
pub(super) use legend::act_on_legend;
pub(super) use model::Model;
pub(super) use panel::draw;
pub(super) use plugin::{InBackground, plugin};
pub(super) use pointer::use_pointer;
pub(super) use portals::act_on_portal;
pub use state::Edit;
pub(super) use toolbar::toolbar;

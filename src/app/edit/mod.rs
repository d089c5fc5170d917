//! The level editor: tools, strokes, and the part of the map that is selected. A tool is one row of a table, and what it
//! does one file; all of it goes through the document, so that it can be undone.

mod about;
mod act;
mod agents;
mod character;
mod desk;
mod drawing;
mod edges;
mod entries;
mod form;
mod generate;
mod generated;
mod icons;
mod look_at;
mod markers;
mod model;
mod one_way;
mod order;
mod panel;
mod picker;
mod plugin;
mod pointer;
mod portal_list;
mod portals;
mod preview;
mod problem_list;
mod problems;
mod select;
mod size;
mod state;
mod terrain;
mod toolbar;
mod tools;

pub(super) use act::act;
pub(super) use character::act as act_on_agent;
pub(super) use entries::act as act_on_legend;
pub(super) use generate::{act as generate, put_made};
pub(super) use model::Model;
pub(super) use panel::draw;
pub(super) use plugin::{InBackground, plugin};
pub(super) use pointer::use_pointer;
pub(super) use portals::act_on_portal;
pub use state::Edit;
pub(super) use toolbar::toolbar;

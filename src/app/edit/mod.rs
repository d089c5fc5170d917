//! The level editor: tools, strokes, and the part of the map that is selected. A tool is one row of a table, and what it
//! does one file; all of it goes through the document, so that it can be undone.

mod act;
mod agents;
mod character;
mod desk;
mod drawing;
mod entries;
mod fields;
mod form;
mod generate;
mod generated;
mod icons;
mod markers;
mod model;
mod one_way;
mod panel;
mod picker;
mod plugin;
mod pointer;
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
pub(super) use generate::act as generate;
pub(super) use model::Model;
pub(super) use panel::draw;
pub(super) use plugin::plugin;
pub(super) use pointer::use_pointer;
pub use state::Edit;
pub(super) use toolbar::toolbar;

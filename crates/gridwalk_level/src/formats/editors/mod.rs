//! Maps of other editors: Tiled (JSON and XML) and `LDtk`. They are read, not written.
//!
//! Such maps hold pictures; names and properties state the cost of a cell. The rules are in `docs/levels.md`.
//!
//! Readers take the members of each object one by one. A member that was not taken, and is in no list of members that
//! do not matter for a grid, is reported: no part of a used tile or layer is dropped silently.

mod characters;
mod json;
mod layers;
mod ldtk;
mod ldtk_defs;
mod ldtk_entities;
mod ldtk_layers;
mod outlines;
mod properties;
mod references;
mod report;
mod sources;
mod terrains;
mod tile_data;
mod tiled;
mod tilesets;
mod walls;
mod xml;

pub(super) use ldtk::{files_of_project, parse_ldtk};
pub(super) use references::files_of_map;
pub(super) use tiled::parse_tiled;

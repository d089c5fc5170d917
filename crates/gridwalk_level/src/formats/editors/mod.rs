//! Maps that other editors write: Tiled (JSON and XML) and `LDtk`. They are read, not written.
//!
//! They hold pictures; what a cell costs is said by names and properties. The rules stand in `docs/levels.md`.
//!
//! Readers take the members of each object one by one. What they did not take, and what is in no list of members that
//! mean nothing for a grid, is reported: nothing of a used tile or layer is dropped in silence.

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

//! Maps that other editors write as JSON: Tiled and `LDtk`. Both are read, not written.
//!
//! They hold pictures; what a cell costs is said by names and properties. The rules stand in `docs/levels.md`.

mod characters;
mod json;
mod ldtk;
mod terrains;
mod tile_data;
mod tiled;
mod tilesets;

pub(super) use ldtk::{files_of_project, parse_ldtk};
pub(super) use tiled::{files_of_map, parse_tiled};

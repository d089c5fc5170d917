//! Maps of other editors: Tiled (JSON and XML) and `LDtk`. They are read, not written.
//!
//! Such maps hold pictures; names and properties state the cost of a cell. The rules are in
//! `docs/levels.md`.
//!
//! Readers take the members of each object one by one. A member that was not taken, and is in no
//! list of members that do not matter for a grid, is reported: no part of a used tile or layer is
//! dropped silently.

mod json;
mod ldtk;
mod objects;
mod properties;
mod report;
mod sources;
mod terrains;
mod tiled;
mod xml;

pub(super) use ldtk::{files_of_project, parse_ldtk};
pub(super) use sources::files_of_map;
pub(super) use tiled::parse_tiled;

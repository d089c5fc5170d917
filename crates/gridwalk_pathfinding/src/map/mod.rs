//! The map: a grid and everything that is derived from it, kept true by every edit.

mod bits;
mod jump_ends;
mod jump_ground;
#[expect(clippy::module_inception, reason = "the map is what the folder is about")]
mod map;
mod regions;
mod snapshots;
mod tiles;
mod view;
mod view_making;
mod what_if;

pub(super) use bits::{BitLayout, STEPS};
pub(super) use jump_ground::{CellPlaces, Heading, JumpGround, JumpMaking};
pub use map::Map;
pub(super) use regions::Labelling;
pub use regions::{Reachability, RegionId, Regions};
pub use tiles::TileVersions;
pub use view::View;
pub use view_making::ViewMaking;
pub use what_if::WhatIf;

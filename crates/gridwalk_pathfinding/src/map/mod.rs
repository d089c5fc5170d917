//! The map: a grid and everything that is derived from it, kept true by every edit.

mod bits;
mod regions;
mod snapshots;
mod stops;
mod tiles;
mod view;
mod whole;

pub(super) use bits::{Frame, STEPS};
pub use regions::{Reachability, RegionId, Regions};
pub(super) use stops::{Heading, JumpGround, Stand};
pub use tiles::TileVersions;
pub use view::View;
pub use whole::Map;

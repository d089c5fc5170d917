//! Connected regions: "no path" is known before any search.

mod budget;
mod flood;
mod joins;
mod labelling;
mod labels;
mod repair;
mod runs;
mod sides;
mod walls;

pub(super) use budget::Budget;
pub use joins::RegionId;
pub(crate) use labelling::Labelling;
pub use labels::{Reachability, Regions};

//! Connected regions: "no path" is known before any search.

mod flood;
mod joins;
mod labels;
mod repair;
mod sides;
mod window;

pub use joins::RegionId;
pub use labels::{Reachability, Regions};

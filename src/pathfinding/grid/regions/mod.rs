//! Connected regions: "no path" is known before any search.

mod joins;
mod labels;
mod repair;

pub use joins::RegionId;
pub use labels::{Reachability, Regions};

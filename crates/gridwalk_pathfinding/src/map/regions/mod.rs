//! Connected regions: "no path" is known before any search.

mod labelling;
mod labels;
mod repair;

pub(crate) use labelling::Labelling;
pub use labels::{Reachability, RegionId, Regions};
pub(super) use repair::Budget;

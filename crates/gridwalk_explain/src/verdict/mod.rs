//! The referee: is the answer right, how far from the best is it, and can the estimate be trusted?
//!
//! It shares no code with the searches that it judges, except the estimate, which is under judgement itself, and the
//! line of sight: its movement rules and its Dijkstra's search are written a second time.

mod any_angle;
mod cheapest;
mod estimate;
mod fault;
mod judge;
mod sentence;
mod true_costs;

pub use estimate::{Inconsistency, Witness};
pub use fault::Fault;
pub use judge::{Bound, Light, Ruling, Verdict, judge, judge_in_slices};
pub use true_costs::TrueCosts;

//! The referee: judges the correctness and the quality of an answer, and the estimate of its search.
//!
//! It shares no code with the searches that it judges, except the estimate, which is judged itself, and the line of
//! sight. Its movement rules and its Dijkstra's search are written a second time.

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

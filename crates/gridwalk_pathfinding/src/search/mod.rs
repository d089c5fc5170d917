//! Search engines: one implementation of each algorithm, for agents, animation and benchmarks.

mod best_first;
mod bidirectional;
mod depth_first;
mod engine;
mod engines;
mod fast;
mod jump_points;
mod lifelong;
mod nodes;
mod open_list;
mod reachable;
mod setup;
mod stepped;
mod theta;

pub use best_first::PriorityRule;
pub use engines::NodePool;
pub use lifelong::{DStarLite, LifelongSearch};
pub use reachable::{Reachable, reachable_within};
pub use stepped::{MapChanged, Search, solve, solve_within};

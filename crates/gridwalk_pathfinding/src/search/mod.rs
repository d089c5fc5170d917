//! Search engines: one implementation of each algorithm, for agents, animation and benchmarks.

mod best_first;
mod bidirectional;
mod bounded_depth;
mod canonical;
mod depth_first;
mod engine;
mod engines;
mod flow_field;
mod jump_graph;
mod jump_points;
mod label_rule;
mod lifelong;
mod moves;
mod node_pool;
mod nodes;
mod open_list;
mod policies;
mod reachable;
mod setup;
mod solve;
mod stepped;
mod theta;

pub use lifelong::{DStarLite, LifelongSearch};
pub use node_pool::NodePool;
pub use policies::PriorityRule;
pub use reachable::{Reachable, reachable_within};
pub use solve::{solve, solve_within};
pub use stepped::{MapChanged, Search};

//! Level files: bytes in, a [`Level`] or one clear sentence out.
//!
//! Nothing here opens a file, so the same parser serves the hot reload, the command line and
//! the tests. No bytes make it panic. What a level says is checked here once; afterwards
//! every agent and goal stands on a free cell of the map.
//!
//! One file per format: our own RON levels, `MovingAI` `.map` files, and the tutorials' maps
//! of digits.

mod built_in;
mod digits;
mod error;
mod level;
mod locate;
mod moving_ai;
mod ron_agents;
mod ron_legend;
mod ron_level;
mod ron_map;
mod ron_read;
mod ron_rules;
#[cfg(test)]
mod tests;

pub use built_in::built_in;
pub use digits::parse_digits;
pub use error::ParseError;
pub use level::{Level, LevelAgent, UnreachablePolicy, parse_level};
pub use moving_ai::parse_moving_ai;
pub use ron_level::parse_ron;

//! Level files: bytes in, a [`Level`] or one clear sentence out; and back into text.
//!
//! Nothing here opens a file, so the same parser serves the hot reload, the command line and
//! the tests. No bytes make it panic. What a level says is checked here once; afterwards
//! every agent and goal stands on a cell of the map that is free for it.
//!
//! One file per format: our own RON levels, `MovingAI` `.map` and `.scen` files, the tutorials' maps
//! of digits, tables of costs, pixels. Only RON holds everything; writing another format is refused with a
//! sentence where something would be lost that a search sees.

mod built_in;
mod cost_legend;
mod csv;
mod digits;
mod error;
mod level;
mod locate;
mod moving_ai;
mod pixels;
mod ron_agents;
mod ron_legend;
mod ron_level;
mod ron_map;
mod ron_place;
mod ron_portals;
mod ron_profile;
mod ron_read;
mod ron_rules;
mod ron_write;
mod scenarios;
#[cfg(test)]
mod tests;
mod write_error;

pub use built_in::built_in;
pub use csv::{parse_csv, write_csv};
pub use digits::{parse_digits, write_digits};
pub use error::ParseError;
pub use level::{Level, LevelAgent, UnreachablePolicy, parse_level};
pub use moving_ai::{
    GlyphCost, parse_glyph_costs, parse_moving_ai, parse_moving_ai_with_costs, write_moving_ai,
    write_moving_ai_with_costs,
};
pub use pixels::{from_pixels, to_pixels};
pub use ron_level::parse_ron;
pub use ron_write::write_ron;
pub use scenarios::{Scenario, parse_scenarios};
pub use write_error::WriteError;

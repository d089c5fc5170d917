//! Level files: reads bytes into a [`Level`](crate::Level) or one error, and writes levels as text.
//!
//! No code here opens a file, so the same parser serves the hot reload, the command line and the
//! tests. No bytes make a parser panic. A level is checked once, on reading; afterwards every agent
//! and goal stands on a cell of the map that is free for that agent.
//!
//! There is one file or folder per format: RON levels of this project, Moving AI `.map` and `.scen`
//! files, the tutorials' maps of digits, tables of costs, pixels, maps of Tiled and `LDtk`. Only
//! RON holds everything. [`Format`] is the table of what the others hold, and [`write_level`] lists
//! the losses.

mod csv;
mod digits;
#[cfg(feature = "editors")]
mod editors;
mod error;
mod format;
mod map;
mod moving_ai;
mod pixels;
mod read;
mod ron;
mod write;

pub use csv::{parse_csv, write_csv};
pub use digits::{DigitLegend, parse_digits, write_digits};
pub(super) use error::counted;
pub use error::{MAX_BYTES, ParseError, decode, visible};
pub use format::{Beside, Format, LEVEL_ENDINGS, ReadHints, SolidRule, SolidRuleError, WallSource};
pub use map::is_default;
pub(super) use map::{order_of_file, own_count, with_defaults};
pub use moving_ai::{
    GlyphCost, Scenario, parse_glyph_costs, parse_moving_ai, parse_scenarios, write_moving_ai,
};
pub use pixels::{PixelError, from_pixels, to_pixels};
#[cfg(feature = "png")]
pub use pixels::{read_png, write_png, write_png_in_slices};
pub use read::{
    LiveLevel, ReadLevel, files_beside, is_picture, parse_level, parse_level_as_written,
    parse_live_level, stem,
};
pub(super) use ron::{Grain, merge_ron};
pub use ron::{has_comments, parse_draft, parse_lesson, parse_ron, write_ron, written_options};
pub use write::{AgentPart, Content, CostChange, Loss, write_level, write_level_in_slices};

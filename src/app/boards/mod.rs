//! Watched searches: one board while a search is watched, several in a comparison.
//!
//! There is one query, a recording for each board, and one player.
//!
//! Agents walk in one mode of the window. In the others they stand still, and a search is shown step by step: a search
//! of an agent, or one between a start and a goal that the user drags.

mod act;
mod board;
mod compare;
mod deciding;
mod drawing;
mod flood;
mod follow;
mod model;
pub(super) mod panel;
mod place;
mod playback;
mod player;
mod plugin;
mod question;
mod recording;
mod runs;
mod scenarios;
mod trace;
mod trace_file;

pub(super) use act::act;
pub use board::{Board, Boards};
pub(super) use compare::compare;
use deciding::Deciding;
pub(super) use flood::flood;
pub(super) use model::Model;
pub use place::{BoardPlace, BoardPlaces};
pub use playback::{Playback, Speed};
pub(super) use player::play;
pub(super) use plugin::plugin;
pub use question::{Ends, Source, WatchQuery};
pub use recording::Recording;
pub use runs::{Run, Runs};
pub use scenarios::{AnsweredQuery, OpenScenario, Scenarios, Standing};
pub(super) use scenarios::{ScenarioRead, act_on_scenario};
pub(super) use trace::open_trace;
pub(super) use trace_file::TraceRun;

//! Panels: functions from what is to what is wished. They change nothing but by commands.

mod bars;
mod boards;
mod cards;
mod cell_menu;
mod dialogs;
mod draw;
mod floating;
mod heap;
mod history;
mod legend;
mod lesson;
mod lists;
mod map_file;
mod meter;
mod model;
mod options;
mod palette;
mod presets;
mod runs;
mod side;
mod stack;
mod timeline;
mod transport;
mod watch;
mod widgets;

use super::command::Section;
use super::{AppCommand, theme};
pub use draw::draw_panels;
pub(super) use draw::plugin;
use model::{AgentViewItem, Model};

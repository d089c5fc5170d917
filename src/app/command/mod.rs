//! User actions as plain values, and the types that they need, such as modes and sections.
//!
//! Keys, buttons, menus, scripts and the command palette all produce commands. The dispatcher passes each command to
//! the module that owns the data.

mod agents;
mod all;
mod boards;
mod cell;
mod character;
mod edit;
mod file;
mod generate;
mod heat;
mod kept_as;
mod legend;
mod lesson;
mod level;
mod mode;
mod options;
mod play;
mod portal;
mod preset;
mod section;
mod selection;
mod spawn;
mod step_size;
mod toggle;
mod tool;
mod view;
mod window;

pub use agents::AgentCommand;
pub use all::AppCommand;
pub use boards::{CompareCommand, ScenarioCommand, WatchCommand};
pub use cell::CellCommand;
pub use character::CharacterCommand;
pub use edit::EditCommand;
pub use file::{Answer, FileCommand};
pub use generate::GenerateCommand;
pub use heat::Heat;
pub use kept_as::OpenListKept;
pub use legend::LegendCommand;
pub use lesson::{LessonAnswer, LessonCommand};
pub use level::LevelCommand;
pub use mode::Mode;
pub use options::OptionsCommand;
pub use play::PlayCommand;
pub use portal::PortalCommand;
pub use preset::Preset;
pub use section::Section;
pub use selection::SelectionCommand;
pub use spawn::SpawnCommand;
pub use step_size::StepSize;
pub use toggle::Toggle;
pub use tool::{Tool, ToolCommand};
pub use view::ViewCommand;
pub use window::WindowCommand;

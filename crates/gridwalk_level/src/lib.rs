//! Levels: what they are, their formats, what is odd in them, and how they are generated. Text in, text out.

mod boards;
mod document;
mod edit;
pub mod formats;
pub mod generate;
mod lesson;
mod level;
pub mod lint;
mod share;

pub use boards::{BoardCountError, BoardsSetup, Clock};
pub use document::{Document, EntryId, HistoryEntry, Label, Place, Source, Stroke};
pub use edit::{Applied, LevelChange, LevelEdit, LevelEditError, Turn};
pub use lesson::{Answer, Ask, CellNumber, Lesson, LessonPage, LessonPlace, LessonText, LessonView};
pub use level::{Level, LevelAgent};
pub use share::{ShareError, from_share, to_share};

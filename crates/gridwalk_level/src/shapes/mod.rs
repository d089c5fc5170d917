//! Drawing by hand: shapes from the cells of a stroke, and pieces to cut out and paste elsewhere.
//!
//! Cells in, cells or an edit out; no code here depends on a window.

mod brush;
mod clip;
mod ellipse;
mod fill;
mod line;
mod part;
mod piece;
mod spans;

pub use brush::{Brush, Shape};
pub use clip::on_map;
pub use line::line;
pub use part::{erase, relocate};
pub use piece::Piece;
pub use spans::{Span, spans};

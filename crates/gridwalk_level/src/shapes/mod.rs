//! What is drawn on a map by hand: shapes from the cells that a hand came over, and pieces that are cut out and put in
//! elsewhere. Cells in, cells or an edit out; nothing here knows a window.

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

//! Pieces of panels that several features use, what they look like, and what they read.

mod fields;
mod form;
pub mod icon_button;
mod model;
mod pieces;
mod segmented;
mod sheet;
pub mod theme;
pub mod typeset;

pub use fields::{typed, typed_over, typed_pair};
pub use form::Form;
pub use model::Model;
pub use pieces::{
    Decimals, NAMES, at_the_right, button, choice, dot, either, figures, fit_row, ground, hairline, heading, highlight,
    light, link, menu, named, one_of, remark, row, row_in, row_of, row_rect, rows, scrolled, section, section_with,
    tick_box, titled,
};
pub use segmented::{Segment, clicks, segmented, two};
pub use sheet::{grip, sheet};

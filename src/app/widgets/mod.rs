//! Pieces of panels that several features use, what they look like, and what they read.

mod fields;
mod form;
mod model;
mod pieces;
mod sheet;
pub mod theme;
pub mod typeset;

pub use fields::{typed, typed_over};
pub use form::Form;
pub use model::Model;
pub use pieces::{
    Decimals, NAMES, at_the_right, button, choice, dot, either, figures, ground, hairline, heading, highlight, light,
    link, menu, named, remark, row, row_in, row_of, row_rect, rows, section, section_with, tick_box, titled,
};
pub use sheet::{grip, sheet};

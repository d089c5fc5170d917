//! Pieces of panels that several features use, what they look like, and what they read.

mod controls;
mod fields;
mod model;
mod pieces;
pub mod theme;
pub mod typeset;

pub use controls::{Segment, Sign, clicks, icon_button, letter_button, row_width, segmented, two};
pub use fields::{Field, field, field_beside, field_pair, refusal};
pub use model::PanelModel;
pub use pieces::{
    Decimals, NAMES, NARROWEST_PANEL, at_the_right, button, choice, cut, dot, either, figures,
    fit_row, grip, ground, hairline, heading, highlight, light, link, menu, name_and_aside, named,
    one_of, remark, row, row_in, row_of, row_rect, rows, scrolled, section, section_with, sheet,
    tick_box, titled,
};
pub use theme::Form;

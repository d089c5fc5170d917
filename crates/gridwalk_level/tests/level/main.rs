//! Tests of levels: formats, edits, text of edited files, linter, generators.

mod document;
mod editors;
mod edits;
mod foreign;
mod formats;
mod generate;
mod groups;
mod levels;
mod lint;
mod png;
mod shapes;
mod share;
mod slices;
mod source;
mod strokes;

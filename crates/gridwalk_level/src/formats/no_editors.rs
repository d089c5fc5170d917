//! Stand-in for the module `editors` without that feature: maps of other editors are refused.

use super::ReadHints;
use super::error::{Parsed, error_at};
use super::notes::Findings;
use crate::Level;

pub fn files_of_map(_text: &str, _hints: &ReadHints) -> Vec<String> {
    Vec::new()
}

pub fn files_of_project(_text: &str, _hints: &ReadHints) -> Vec<String> {
    Vec::new()
}

pub fn parse_tiled(text: &str, _hints: &ReadHints) -> Parsed<(Level, Findings)> {
    Err(error_at(text, text, "this is a map of Tiled; the program was built without its feature `editors`"))
}

pub fn parse_ldtk(text: &str, _hints: &ReadHints) -> Parsed<(Level, Findings)> {
    Err(error_at(text, text, "this is a project of LDtk; the program was built without its feature `editors`"))
}

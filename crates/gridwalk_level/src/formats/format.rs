//! The table of level formats: how each is recognized, and the parts of a level that it can hold.

use gridwalk_pathfinding::named;

use super::digits::has_head;
use super::error::one_of;

/// The endings of files that are opened as levels by their names alone.
pub const LEVEL_ENDINGS: [&str; 9] = [".level.ron", ".map", ".txt", ".digits", ".csv", ".png", ".tmj", ".tmx", ".ldtk"];

named! {
    /// A format of levels.
    ///
    /// Its title has an article; its meaning lists the parts of a level that a file can hold.
    pub enum Format {
        /// RON levels of this project.
        Ron = "ron", "a RON level", "everything but comments";
        /// Maps of the Moving AI benchmark sets.
        MovingAi = "map", "a Moving AI map", "free and blocked cells; no costs, agents, options or names";
        /// Maps of digits.
        Digits = "digits", "a map of digits",
            "free and blocked cells, one agent's start and its goals, options; no costs or names";
        /// Tables of costs.
        Csv = "csv", "a table of costs", "the cost of each cell; no agents, options or names";
        /// Pictures, one pixel per cell. Reading them needs the feature `png`.
        Png = "png", "a picture",
            "cells of the default terrains, by colour; no other costs, agents, options or names";
        /// Maps of the editor Tiled, in JSON or XML. Reading them needs the feature `editors`.
        Tiled = "tiled", "a Tiled map",
            "names, costs and colours of terrains, agents and their goals; no options. It is read only";
        /// Projects of the editor `LDtk`. Reading them needs the feature `editors`.
        Ldtk = "ldtk", "an LDtk project",
            "names, costs and colours of terrains, agents and their goals; no options. It is read only";
    }
}

impl Format {
    /// Returns the endings of files of this format, without the dot, the usual one first.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Ron => &["ron"],
            Self::MovingAi => &["map"],
            Self::Digits => &["txt", "digits"],
            Self::Csv => &["csv"],
            Self::Png => &["png"],
            Self::Tiled => &["tmj", "tmx"],
            Self::Ldtk => &["ldtk"],
        }
    }

    /// Returns the content that an empty file lacks, for a message.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Ron => "a level, at least `(version: 1, map: [\"...\"])`",
            Self::MovingAi => "a header that begins with `type octile`",
            Self::Digits => "rows of digits",
            Self::Csv => "rows of costs with commas between them",
            Self::Png => "a picture with one pixel for each cell",
            Self::Tiled => "a map of Tiled",
            Self::Ldtk => "a project of LDtk",
        }
    }

    /// Returns `true` if levels can be written in this format, not only read.
    #[must_use]
    pub const fn is_written(self) -> bool {
        !matches!(self, Self::Tiled | Self::Ldtk)
    }

    /// Returns the formats in which levels can be written.
    pub fn written() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|format| format.is_written())
    }

    /// Lists the endings of files of these formats for a sentence: `.ron, .map or .png`.
    #[must_use]
    pub fn list_endings(formats: impl Iterator<Item = Self>) -> String {
        let endings = formats.flat_map(|format| format.endings().iter().copied());
        one_of(endings.map(|ending| if ending == "ron" { ".level.ron".to_owned() } else { format!(".{ending}") }))
    }

    /// Finds the format of a file by its ending.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.endings().contains(&ending.as_str()))
    }

    /// Guesses the format of a text; never tables of costs.
    pub(super) fn of_content(text: &str) -> Self {
        let text = text.trim_start();
        if text.starts_with("type ") {
            Self::MovingAi
        } else if text.starts_with(|c: char| c.is_ascii_digit() || c == '[') || has_head(text) {
            Self::Digits
        } else if text.starts_with('{') && text.contains("\"jsonVersion\"") {
            Self::Ldtk
        } else if text.starts_with('{') && text.contains("\"tilesets\"") || text.starts_with('<') {
            Self::Tiled
        } else {
            Self::Ron
        }
    }
}

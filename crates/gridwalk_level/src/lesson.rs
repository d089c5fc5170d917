//! A lesson: pages of text about a level, each with its window state and an optional question.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{Cell, OptionChange, Rect, named};

use super::BoardsSetup;

/// A lesson as its author wrote it.
///
/// The cells of its pages are not checked yet, because that needs the levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The title.
    pub title: LessonText,
    /// The aim of the lesson in one sentence; may be empty.
    pub about: LessonText,
    /// The level of the pages: a file name in the levels' folder, without its ending.
    pub level: String,
    /// The pages; at least one.
    pub pages: Vec<LessonPage>,
}

/// A text in one or more languages, keyed by language: `en`, `zh`, …
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonText(pub BTreeMap<String, String>);

impl LessonText {
    /// The language of a text that names none, and the fallback for missing translations.
    pub const ENGLISH: &str = "en";

    /// Returns the text in the named language, else in English, else in any language.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_level::LessonText;
    /// let text = LessonText::from("A cell");
    /// assert_eq!(text.in_language("zh"), "A cell");
    /// ```
    #[must_use]
    pub fn in_language(&self, name: &str) -> &str {
        let found = self.0.get(name).or_else(|| self.0.get(Self::ENGLISH)).or_else(|| self.0.values().next());
        found.map_or("", String::as_str)
    }
}

impl From<&str> for LessonText {
    fn from(english: &str) -> Self {
        Self(BTreeMap::from([(Self::ENGLISH.to_owned(), english.to_owned())]))
    }
}

/// One page of a lesson.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the file by itself")]
pub struct LessonPage {
    /// The paragraphs, with an empty line between them.
    pub text: LessonText,
    /// The level of this page, if it differs from the lesson's.
    pub level: Option<String>,
    /// The mode of the window.
    pub view: LessonView,
    /// Options that replace those of the level.
    pub options: Vec<OptionChange>,
    /// Start and goal of the observed search; `None` for the first agent's.
    pub ends: [Option<Cell>; 2],
    /// Cells whose terrain replaces the level's, each with a glyph of the legend.
    pub cells: Vec<(Cell, char)>,
    /// The position on the time line of the search.
    pub at: LessonPlace,
    /// Whether playback starts from that position.
    pub plays: bool,
    /// Whether the cells show G, H and F.
    pub numbers: bool,
    /// The number that tints the cells, if any.
    pub heat: Option<HeatMap>,
    /// Whether a line joins every cell to its parent.
    pub tree: bool,
    /// Whether the open list is shown as a heap.
    pub heap: bool,
    /// Whether the map's glyphs, as in the level file, are shown beside the text.
    pub file: bool,
    /// The part of the map that fills the window; `None` for the whole map.
    pub zoom_to: Option<Rect>,
    /// Cells that the page points out.
    pub point_at: Vec<Cell>,
    /// The question, if any.
    pub ask: Option<Ask>,
}

/// The mode of the window while a page is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LessonView {
    /// Playback of a search.
    #[default]
    Watch,
    /// Walking agents.
    Agents,
    /// Searches side by side, each with its own changes to the options of the page.
    Boards(BoardsSetup),
}

/// A position on the time line of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LessonPlace {
    /// Before the first event.
    #[default]
    Start,
    /// After the last event of this expansion; expansions count from 1.
    Expansion(u32),
    /// After this number of events.
    Event(u32),
    /// After the last event.
    End,
}

/// The question of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Predict the next cell to expand, this many times in a row.
    Next(u32),
    /// Give this number of this cell.
    Value(CellNumber, Cell),
    /// Choose one of several answers.
    Choice {
        /// The question.
        question: LessonText,
        /// The possible answers: at least two, one of them right.
        answers: Vec<Answer>,
    },
}

/// One answer of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The wording.
    pub text: LessonText,
    /// Whether the answer is right.
    pub is_right: bool,
    /// The response to a reader who chooses this answer.
    pub why: LessonText,
}

named! {
    /// A number that a search assigns to a cell.
    pub enum CellNumber {
        /// The cost of the path so far.
        G = "g";
        /// The estimate of the remaining cost.
        H = "h";
        /// The sum of G and H.
        F = "f";
    }
}

named! {
    /// The number that tints the cells, from the smallest of a search to the largest.
    pub enum HeatMap {
        /// The cost of the path so far.
        G = "g";
        /// The estimate of the remaining cost.
        H = "h";
        /// The sum of G and H.
        F = "f";
        /// The order of expansion.
        Order = "order";
    }
}

/// The maximum number of pages in a lesson.
pub const MOST_PAGES: usize = 200;
/// The maximum number of answers to a choice.
pub const MOST_ANSWERS: usize = 6;

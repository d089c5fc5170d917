//! A lesson: pages of text about a level, each with the state of the window that it needs, and perhaps a question.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{Cell, OptionChange, Rect, named};

use super::BoardsSetup;

/// A lesson, as its teacher wrote it. The cells of its pages are not checked yet: that needs the levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// What it is called.
    pub title: LessonText,
    /// What one learns, in a sentence; may be empty.
    pub about: LessonText,
    /// The level that its pages are about: the name of a file of the levels' folder, without its ending.
    pub level: String,
    /// At least one.
    pub pages: Vec<LessonPage>,
}

/// A text in one or more languages, by their names: `en`, `zh`, …
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonText(pub BTreeMap<String, String>);

impl LessonText {
    /// The language of a text that names none, and of those whose own is missing.
    pub const ENGLISH: &str = "en";

    /// The text in the language of that name; in English where there is none, in any other where that is missing too.
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

/// One page.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the file by itself")]
pub struct LessonPage {
    /// What it says: paragraphs with an empty line between them.
    pub text: LessonText,
    /// The level, if it is another one than the lesson's.
    pub level: Option<String>,
    /// What the window is for.
    pub view: LessonView,
    /// Options that are not those of the level.
    pub options: Vec<OptionChange>,
    /// Where the watched search begins and ends, if not where the first agent stands and goes.
    pub ends: [Option<Cell>; 2],
    /// Cells with another terrain than in the level, each with its glyph of the legend.
    pub cells: Vec<(Cell, char)>,
    /// Where on its time line the search stands.
    pub at: LessonPlace,
    /// Whether it plays from there.
    pub plays: bool,
    /// Whether G, H and F stand in the cells.
    pub numbers: bool,
    /// The number by which cells are tinted, if they are.
    pub heat: Option<HeatMap>,
    /// Whether every cell is joined to its parent.
    pub tree: bool,
    /// Whether the cards of the open list are those of a heap.
    pub heap: bool,
    /// Whether the map stands beside the text as in its file, glyph by glyph.
    pub file: bool,
    /// The part of the map that fills the window; all of it where there is none.
    pub zoom_to: Option<Rect>,
    /// Cells to look at.
    pub point_at: Vec<Cell>,
    /// What is asked.
    pub ask: Option<Ask>,
}

/// What the window is for while a page is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LessonView {
    /// A search is watched.
    #[default]
    Watch,
    /// Agents walk.
    Agents,
    /// Searches side by side, each with its own options beside those of the page.
    Boards(BoardsSetup),
}

/// A place on the time line of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LessonPlace {
    /// Before anything has happened.
    #[default]
    Start,
    /// When everything that belongs to this expansion has happened; they are counted from 1.
    Expansion(u32),
    /// After so many events.
    Event(u32),
    /// The end.
    End,
}

/// What a page asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Which cell is expanded next? So many times, one expansion after the other.
    Next(u32),
    /// How much is a number of a cell?
    Value(CellNumber, Cell),
    /// One of some answers.
    Choice {
        /// The question.
        question: LessonText,
        /// At least two, one of them right.
        answers: Vec<Answer>,
    },
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it says.
    pub text: LessonText,
    /// Whether it is right.
    pub is_right: bool,
    /// What is said to those who choose it.
    pub why: LessonText,
}

named! {
    /// A number that a search gives a cell.
    pub enum CellNumber {
        /// The cost of the path so far.
        G = "g";
        /// The estimate of what is left.
        H = "h";
        /// Their sum.
        F = "f";
    }
}

named! {
    /// What a cell is tinted by, from the least of a search to the most.
    pub enum HeatMap {
        /// The cost of the path so far.
        G = "g";
        /// The estimate of what is left.
        H = "h";
        /// Their sum.
        F = "f";
        /// The order of expansion.
        Order = "order";
    }
}

/// The most pages of a lesson.
pub const MOST_PAGES: usize = 200;
/// The most answers to choose from.
pub const MOST_ANSWERS: usize = 6;

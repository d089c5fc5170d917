//! A lesson: pages of text about a level, each with its window state and an optional question.
//!
//! The state can hold boards to compare, as plain data. Scripts write such boards, too; the window
//! and the command line show them.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{Cell, OptionChange, Rect, SearchOptions, named};
use serde::Deserialize;

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
        let found = self
            .0
            .get(name)
            .or_else(|| self.0.get(Self::ENGLISH))
            .or_else(|| self.0.values().next());
        found.map_or("", String::as_str)
    }
}

impl From<&str> for LessonText {
    fn from(english: &str) -> Self {
        Self(BTreeMap::from([(
            Self::ENGLISH.to_owned(),
            english.to_owned(),
        )]))
    }
}

/// One page of a lesson.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the file by itself"
)]
pub struct LessonPage {
    /// The paragraphs, with an empty line between them.
    pub text: LessonText,
    /// The numbered steps of a procedure, after the paragraphs; the step that the search makes is
    /// lit.
    pub steps: Vec<ProcedureStep>,
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
    /// The data structure whose comparisons the cards of the open list count.
    ///
    /// `None` if the page is not about the cards. The cards stand before the open and the closed
    /// list if the page is about them, else after those.
    pub open_list: Option<OpenListForm>,
    /// Whether the rows of the open list stand in the order in which the cells joined it.
    pub joined: bool,
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

/// One numbered step of a procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcedureStep {
    /// The wording, without its number.
    pub text: LessonText,
    /// The events of a search that belong to the step; none for a step that no search makes.
    pub on: Vec<ProcedureEvent>,
}

named! {
    /// An event of a search, as the steps of a procedure distinguish them.
    pub enum ProcedureEvent {
        /// The start joins the open list.
        Start = "start";
        /// The next cell leaves the open list and is closed.
        Take = "take";
        /// A new neighbour joins the open list.
        Join = "join";
        /// A known neighbour gets a better parent.
        Update = "update";
        /// A neighbour on the open list keeps its parent.
        Keep = "keep";
        /// Any other neighbour is passed over.
        Skip = "skip";
        /// The search has reached the goal: its last event before the path.
        Goal = "goal";
        /// The path is traced back.
        Path = "path";
        /// The search ends without a path.
        NoPath = "no-path";
    }
}

named! {
    /// A data structure for the open list.
    #[derive(Default, Deserialize)]
    pub enum OpenListForm {
        /// Each new cell passes the cells that stay in front of it; the first cell is the best.
        #[default]
        Sorted = "sorted";
        /// A binary heap.
        Heap = "heap";
        /// New cells join at the end; the best cell is found by a linear search of the whole list.
        Unsorted = "unsorted";
    }
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
pub const MAX_PAGES: usize = 200;
/// The maximum number of answers to a choice.
pub const MAX_ANSWERS: usize = 6;
/// The maximum number of steps in a procedure.
pub const MAX_STEPS: usize = 20;

/// Searches of one level, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardsSetup {
    /// The changes that each board makes to the options of the level, in board order; 2 to 6
    /// boards.
    pub boards: Vec<Vec<OptionChange>>,
    /// The measure that keeps all boards in step.
    #[serde(default)]
    pub clock: Clock,
}

named! {
    /// The measure by which boards keep in step.
    #[derive(Default, Deserialize)]
    pub enum Clock {
        /// All boards have expanded equally many cells.
        #[default]
        Expansions = "expansions", "all have expanded equally many cells";
        /// Equally many events have happened on all boards.
        Events = "events", "equally many events have happened on all";
        /// All boards have searched equally long.
        ///
        /// The events of a search are spread evenly over its measured time.
        MeasuredTime = "time", "all have searched equally long";
    }
}

/// Error for a comparison with too few or too many boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a comparison has from {least} to {most} boards, not {0}", least = BoardsSetup::LEAST, most = BoardsSetup::MOST)]
pub struct BoardCountError(pub usize);

impl BoardsSetup {
    /// The smallest number of boards.
    pub const LEAST: usize = 2;
    /// The largest number of boards.
    pub const MOST: usize = 6;

    /// Checks the number of boards.
    ///
    /// # Errors
    /// If there are too few or too many.
    pub fn check_count(count: usize) -> Result<(), BoardCountError> {
        if (Self::LEAST..=Self::MOST).contains(&count) {
            Ok(())
        } else {
            Err(BoardCountError(count))
        }
    }

    /// Returns the options of a board: those of the level with the board's changes.
    #[must_use]
    pub fn options(level: &SearchOptions, changes: &[OptionChange]) -> SearchOptions {
        let mut options = level.clone();
        for change in changes {
            change.apply(&mut options);
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwalk_pathfinding::{Algorithm, Heuristic, TieBreak};

    #[test]
    fn lessons_and_scripts_write_boards_as_plain_data() {
        let text =
            r#"(boards: [[], [("tie", "oldest")], [("algorithm", "theta")]], clock: MeasuredTime)"#;
        let setup: BoardsSetup = ron::from_str(text).unwrap();
        assert_eq!((setup.boards.len(), setup.clock), (3, Clock::MeasuredTime));
        let level = SearchOptions::default();
        let [same, tie, theta] =
            [0, 1, 2].map(|board| BoardsSetup::options(&level, &setup.boards[board]));
        assert_eq!((&same, tie.tie), (&level, TieBreak::Oldest));
        assert_eq!(
            (theta.algorithm, theta.heuristic),
            (Algorithm::Theta, Heuristic::Euclidean)
        );
        assert!(ron::from_str::<BoardsSetup>(r#"(boards: [[("tie", "loudest")]])"#).is_err());
        assert_eq!(
            BoardsSetup::check_count(7).unwrap_err().to_string(),
            "a comparison has from 2 to 6 boards, not 7"
        );
    }
}

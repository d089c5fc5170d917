//! Setup of boards to compare, as plain data.
//!
//! Lessons and scripts write it; the window and the command line show it.

use gridwalk_pathfinding::{OptionChange, SearchOptions, named};
use serde::Deserialize;

/// Searches of one level, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardsSetup {
    /// The changes that each board makes to the options of the level, in board order; 2 to 6 boards.
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
        if (Self::LEAST..=Self::MOST).contains(&count) { Ok(()) } else { Err(BoardCountError(count)) }
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
        let text = r#"(boards: [[], [("tie", "oldest")], [("algorithm", "theta")]], clock: MeasuredTime)"#;
        let setup: BoardsSetup = ron::from_str(text).unwrap();
        assert_eq!((setup.boards.len(), setup.clock), (3, Clock::MeasuredTime));
        let level = SearchOptions::default();
        let [same, tie, theta] = [0, 1, 2].map(|board| BoardsSetup::options(&level, &setup.boards[board]));
        assert_eq!((&same, tie.tie), (&level, TieBreak::Oldest));
        assert_eq!((theta.algorithm, theta.heuristic), (Algorithm::Theta, Heuristic::Euclidean));
        assert!(ron::from_str::<BoardsSetup>(r#"(boards: [[("tie", "loudest")]])"#).is_err());
        assert_eq!(BoardsSetup::check_count(7).unwrap_err().to_string(), "a comparison has from 2 to 6 boards, not 7");
    }
}

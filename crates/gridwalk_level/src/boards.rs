//! Boards that are compared, as plain data: lessons and scripts write it, the window and the command line show it.

use gridwalk_pathfinding::{OptionChange, SearchOptions, named};
use serde::Deserialize;

/// Searches of one level, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardsSetup {
    /// What each board changes in the options of the level, in this order; from 2 to 6 boards.
    pub boards: Vec<Vec<OptionChange>>,
    /// What all boards keep step by.
    #[serde(default)]
    pub clock: Clock,
}

named! {
    /// What boards keep step by.
    #[derive(Default, Deserialize)]
    pub enum Clock {
        /// All have expanded equally many cells.
        #[default]
        Expansions = "expansions", "all have expanded equally many cells";
        /// Equally many events have happened on all.
        Events = "events", "equally many events have happened on all";
        /// All have searched equally long: the events of a search are spread evenly over the time that it took.
        MeasuredTime = "time", "all have searched equally long";
    }
}

/// Why boards cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a comparison has from {least} to {most} boards, not {0}", least = BoardsSetup::LEAST, most = BoardsSetup::MOST)]
pub struct BoardCountError(pub usize);

impl BoardsSetup {
    /// The fewest boards.
    pub const LEAST: usize = 2;
    /// The most boards.
    pub const MOST: usize = 6;

    /// Checks how many boards there are.
    ///
    /// # Errors
    /// If they are too few or too many.
    pub fn check_count(count: usize) -> Result<(), BoardCountError> {
        if (Self::LEAST..=Self::MOST).contains(&count) { Ok(()) } else { Err(BoardCountError(count)) }
    }

    /// The options of a board: those of the level with its changes.
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

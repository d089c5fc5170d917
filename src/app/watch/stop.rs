//! Breakpoints as the user sets them. Costs are kept as they were typed, in step costs, so that they mean the
//! same in every search.

use std::str::FromStr;

use crate::app::{Phrase, Sentence};
use crate::pathfinding::{Breakpoint, Cell, Language, StepCosts};

/// What the player stops at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// The cell comes onto an open list.
    Opened(Cell),
    /// It leaves it.
    Closed(Cell),
    /// A shorter way to it is found.
    Relaxed(Cell),
    /// A cell with a larger F is opened.
    FAbove(f64),
    /// A cell with a larger G is opened.
    GAbove(f64),
    /// A closed cell is opened again.
    Reopened,
    /// The goal is opened.
    Goal,
}

impl Stop {
    /// The same in a search with these costs.
    #[must_use]
    pub fn breakpoint(self, units: StepCosts) -> Breakpoint {
        match self {
            Self::Opened(cell) => Breakpoint::Opened(cell),
            Self::Closed(cell) => Breakpoint::Closed(cell),
            Self::Relaxed(cell) => Breakpoint::Relaxed(cell),
            Self::FAbove(cost) => Breakpoint::FAbove(units.from_f64(cost)),
            Self::GAbove(cost) => Breakpoint::GAbove(units.from_f64(cost)),
            Self::Reopened => Breakpoint::Reopened,
            Self::Goal => Breakpoint::GoalGenerated,
        }
    }

    /// The cell that it is about, if it is about one.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Opened(cell) | Self::Closed(cell) | Self::Relaxed(cell) => Some(cell),
            Self::FAbove(_) | Self::GAbove(_) | Self::Reopened | Self::Goal => None,
        }
    }

    /// In words.
    #[must_use]
    pub fn describe(self) -> Sentence {
        match self {
            Self::Opened(cell) => Phrase::BreakOpened.with("x", cell.x).with("y", cell.y),
            Self::Closed(cell) => Phrase::BreakClosed.with("x", cell.x).with("y", cell.y),
            Self::Relaxed(cell) => Phrase::BreakRelaxed.with("x", cell.x).with("y", cell.y),
            Self::FAbove(cost) => Phrase::BreakFAbove.with("cost", cost),
            Self::GAbove(cost) => Phrase::BreakGAbove.with("cost", cost),
            Self::Reopened => Phrase::BreakReopened.into(),
            Self::Goal => Phrase::BreakGoal.into(),
        }
    }

    /// As commands have it: what it says in English can be read again.
    #[must_use]
    pub fn command(self) -> String {
        self.describe().tell(Language::English)
    }
}

/// Reads `opened 3,4`, `closed 3,4`, `relaxed 3,4`, `f > 40`, `g > 12.5`, `reopened` or `goal`.
impl FromStr for Stop {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Self, Sentence> {
        let typed = text.trim();
        let fail = || Phrase::NoBreakpoint.with("typed", typed);
        let text = typed.to_lowercase().replace('>', " > ");
        let (word, rest) = text.split_once(' ').map_or((text.as_str(), ""), |(word, rest)| (word, rest.trim()));
        let cell = || {
            let (x, y) = rest.trim_matches(['(', ')']).split_once(',').ok_or_else(fail)?;
            Ok(Cell::new(x.trim().parse().map_err(|_| fail())?, y.trim().parse().map_err(|_| fail())?))
        };
        let cost = || {
            let number: f64 = rest.trim_start_matches('>').trim().parse().map_err(|_| fail())?;
            if number.is_finite() && number >= 0.0 { Ok(number) } else { Err(fail()) }
        };
        match word {
            "opened" => cell().map(Self::Opened),
            "closed" => cell().map(Self::Closed),
            "relaxed" => cell().map(Self::Relaxed),
            "f" => cost().map(Self::FAbove),
            "g" => cost().map(Self::GAbove),
            "reopened" => Ok(Self::Reopened),
            "goal" => Ok(Self::Goal),
            _ => Err(fail()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_are_read_as_they_are_written() {
        for text in ["opened 3,4", "closed 0,0", "relaxed 12,7", "f > 40", "g > 12.5", "reopened", "goal"] {
            assert_eq!(text.parse::<Stop>().unwrap().command(), text);
        }
        assert_eq!("closed (3, 4)".parse(), Ok(Stop::Closed(Cell::new(3, 4))));
        for text in ["", "opened", "opened 3", "f > x", "f > -1", "jumped 3,4"] {
            assert_eq!(text.parse::<Stop>(), Err(Phrase::NoBreakpoint.with("typed", text)));
        }
    }

    /// A stop at F above 40 became one at F above 0.01 when a step cost 1 instead of 10.
    #[test]
    fn a_stop_means_the_same_in_every_unit() {
        for units in [StepCosts::TEN_FOURTEEN, StepCosts::SQRT2, StepCosts::UNIFORM] {
            let Breakpoint::FAbove(cost) = Stop::FAbove(40.0).breakpoint(units) else { panic!("it is about F") };
            assert!((units.to_f64(cost) - 40.0).abs() < 1e-9);
        }
    }
}

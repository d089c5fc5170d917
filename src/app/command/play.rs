//! Commands for the player.

use gridwalk_explain::Breakpoint;
use serde::Deserialize;

use super::StepSize;

/// An action of the player of the watched search.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum PlayCommand {
    /// Plays or pauses.
    Toggle,
    /// Advances one step.
    Forward,
    /// Goes back one step.
    Back,
    /// Goes to the beginning.
    First,
    /// Goes to the end.
    Last,
    /// Goes to the position after this number of events.
    Seek(usize),
    /// Sets the step size.
    StepSize(StepSize),
    /// Selects the next step size.
    NextStepSize,
    /// Sets the speed, from 0 (one step a second) to 19 (as fast as possible).
    Speed(u8),
    /// Raises the speed by one.
    Faster,
    /// Lowers the speed by one.
    Slower,
    /// Sets or removes a breakpoint.
    Break(Breakpoint),
    /// Removes all breakpoints.
    ClearBreaks,
    /// Goes to the next breakpoint.
    NextBreak,
    /// Goes to the previous breakpoint.
    PreviousBreak,
}

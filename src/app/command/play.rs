//! What the player is to do.

use gridwalk_explain::Breakpoint;
use serde::Deserialize;

use super::StepSize;

/// What the player of the watched search is to do.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum PlayCommand {
    /// Plays or pauses.
    Toggle,
    /// One step forward.
    Forward,
    /// One step back.
    Back,
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// To right after so many events.
    Seek(usize),
    /// How far a step goes.
    StepSize(StepSize),
    /// The next step size.
    NextStepSize,
    /// The speed of play as a notch, from 0, one step a second, to 19, as fast as possible.
    Speed(u8),
    /// One notch faster.
    Faster,
    /// One notch slower.
    Slower,
    /// Sets or removes a breakpoint.
    Break(Breakpoint),
    /// Removes all breakpoints.
    ClearBreaks,
    /// To the next breakpoint.
    NextBreak,
    /// To the previous breakpoint.
    PreviousBreak,
}

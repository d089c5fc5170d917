//! What agents do, in words.

use super::{Phrase, Sentence};
use crate::pathfinding::{Grid, Language, Rgb};
use crate::picture::palette;
use crate::plugin::{AgentMotion, FailReason, GridAgent, PathFailed, PathStack, time_to_go};

/// The state of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// One or two words for a list.
    pub word: &'static str,
    /// The whole of it.
    pub sentence: String,
    /// A colour beside the word, never alone.
    pub color: Rgb,
}

/// Says what an agent does.
#[must_use]
pub fn state(
    grid: &Grid,
    agent: GridAgent,
    motion: &AgentMotion,
    stack: Option<&PathStack>,
    planning: bool,
    failed: Option<&PathFailed>,
    language: Language,
) -> State {
    let state = |word: Phrase, sentence: Sentence, color| State {
        word: word.text(language),
        sentence: sentence.tell(language),
        color,
    };
    if let Some(failed) = failed {
        let reason = failed.reason.describe_in(language);
        return match failed.reason {
            FailReason::Cancelled => {
                state(Phrase::Stopped, Phrase::StoppedBecause.with("reason", reason), palette::MUTED)
            }
            _ => state(Phrase::NoWay, Phrase::NoWayBecause.with("reason", reason), palette::BAD),
        };
    }
    if planning {
        return state(Phrase::Planning, Phrase::LookingForWay.into(), palette::WARN);
    }
    let Some(stack) = stack.filter(|stack| stack.arrives()) else {
        return state(Phrase::Waiting, Phrase::WaitingForOrder.into(), palette::MUTED);
    };
    let seconds = time_to_go(grid, stack, motion.position, agent.speed);
    let cells = cells(stack.cells_to_go()).tell(language);
    let sentence = Phrase::WalkingOn.with("cells", cells).with("seconds", format_args!("{seconds:.1}"));
    state(Phrase::Walking, sentence, palette::OK)
}

/// So many cells.
#[must_use]
pub fn cells(count: usize) -> Sentence {
    if count == 1 { Phrase::OneCell.into() } else { Phrase::Cells.with("count", count) }
}

/// A number with thin gaps between thousands.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A time as people read it: µs, ms or s.
#[must_use]
pub fn duration(time: std::time::Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 {
        format!("{micros:.0} µs")
    } else if micros < 1e6 {
        format!("{:.1} ms", micros / 1e3)
    } else {
        format!("{:.2} s", micros / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn numbers_and_times_are_easy_to_read() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1000), "1 000");
        assert_eq!(thousands(12_345_678), "12 345 678");
        assert_eq!(duration(Duration::from_micros(31)), "31 µs");
        assert_eq!(duration(Duration::from_micros(2500)), "2.5 ms");
        assert_eq!(duration(Duration::from_millis(1250)), "1.25 s");
    }

    #[test]
    fn an_agent_without_orders_waits() {
        let grid = Grid::from_rows(&["."]);
        let word =
            |language| state(&grid, GridAgent::default(), &AgentMotion::default(), None, false, None, language).word;
        assert_eq!((word(Language::English), word(Language::Chinese)), ("waiting", "等待"));
    }
}

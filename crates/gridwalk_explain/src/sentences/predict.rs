//! Feedback on a reader's answers about a paused search: the next expanded cell, or a number of a
//! cell.

use gridwalk_level::CellNumber;
use gridwalk_pathfinding::{Cell, Cost, SearchEvent, Side, StepCosts};

use super::{Language, Narrator, Phrase};
use crate::{CellCosts, CellMark, CellMarks, CellState, Timeline};

/// Feedback on a reader's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Whether the answer was right.
    pub is_right: bool,
    /// The explanation, in a few sentences.
    pub text: String,
}

/// Returns the cell that is expanded next; `None` after the last expansion.
///
/// The cell is the first of its side's open list right before the expansion, see
/// [`CellMarks::open_list`]. In a trace from another program, whose order is unknown, it may be
/// another one.
///
/// # Complexity
/// O(log n) for n events.
///
/// # Examples
/// ```
/// use gridwalk_explain::{Timeline, Trace, next_expanded};
/// use gridwalk_pathfinding::*;
/// let grid = Grid::from_rows(&["..."]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), Algorithm::AStar);
/// let (_, trace) = Trace::record(&grid, &query, Limits::NONE, usize::MAX, &mut NodePool::default());
/// assert_eq!(next_expanded(&Timeline::new(trace.into())), Some(Cell::new(0, 0)));
/// ```
#[must_use]
pub fn next_expanded(timeline: &Timeline) -> Option<Cell> {
    next(timeline).map(|(_, cell, _)| cell)
}

/// Returns the event of the next expansion, its cell and its side.
fn next(timeline: &Timeline) -> Option<(usize, Cell, Side)> {
    let event = timeline
        .next_expansion(timeline.position())
        .checked_sub(1)?;
    match timeline.trace().event(event)? {
        SearchEvent::Expanded { cell, side } if event >= timeline.position() => {
            Some((event, cell, side))
        }
        _ => None,
    }
}

/// Judges the guess that a cell is expanded next; `None` after the last expansion.
///
/// The text gives the costs of both cells and the rule that decides. After a wrong guess that is
/// not the last try, it says only why the guess is wrong.
///
/// # Complexity
/// As for [`step`](super::step()).
#[must_use]
pub fn predicted(
    timeline: &Timeline,
    guess: Cell,
    is_last_try: bool,
    language: Language,
) -> Option<Feedback> {
    let (event, cell, side) = next(timeline)?;
    let narrator = Narrator::new(timeline, language);
    let because = narrator.popped(event, cell, side);
    let is_right = guess == cell;
    let sentences = if is_right {
        vec![narrator.say(Phrase::Right, &[]), because]
    } else {
        let marks = timeline.marks_at(event);
        let wrong = narrator.wrong(&marks, guess);
        if !is_last_try {
            let text = language.join(&[wrong, narrator.say(Phrase::TryOnceMore, &[])]);
            return Some(Feedback { is_right, text });
        }
        let costs = marks
            .get(cell, side)
            .map(|mark| narrator.has_costs(cell, &mark));
        [Some(wrong), costs, Some(because)]
            .into_iter()
            .flatten()
            .collect()
    };
    Some(Feedback {
        is_right,
        text: language.join(&sentences),
    })
}

/// Judges the value typed for a number of a cell; `None` if the search has not seen the cell.
///
/// Accepts decimal points and commas, and fractions rounded to two digits.
#[must_use]
pub fn valued(
    timeline: &Timeline,
    number: CellNumber,
    cell: Cell,
    typed: &str,
    language: Language,
) -> Option<Feedback> {
    let marks = timeline.marks();
    let sides = [Side::Forward, Side::Backward];
    let (side, mark) = sides
        .into_iter()
        .find_map(|side| Some((side, marks.get(cell, side)?)))?;
    let narrator = Narrator::new(timeline, language);
    let value = of_mark(number, &mark, timeline.trace().options.units);
    let shown = narrator.shown(number, &mark);
    let typed = typed.trim().replace(',', ".");
    let read: Option<f64> = typed.parse().ok();
    // A sum of rounded numbers from the screen is right, although its last digit may be off by one.
    let is_right = typed == shown || read.is_some_and(|read| (read - value).abs() < HALF_A_DIGIT);
    let verdict = if is_right {
        Phrase::Right
    } else {
        Phrase::NotRight
    };
    let parent = marks
        .get(mark.parent, side)
        .filter(|_| mark.parent != cell && number != CellNumber::H);
    let through = parent.and_then(|parent| {
        let (g, step) = (
            narrator.cost(parent.g),
            narrator.cost(Cost(mark.g.0.checked_sub(parent.g.0)?)),
        );
        Some(narrator.say(
            Phrase::GThroughParent,
            &[("parent", &mark.parent), ("g", &g), ("step", &step)],
        ))
    });
    let sentences: Vec<_> = [narrator.say(verdict, &[]), narrator.has_costs(cell, &mark)]
        .into_iter()
        .chain(through)
        .collect();
    Some(Feedback {
        is_right,
        text: language.join(&sentences),
    })
}

/// Tolerance of a typed number: half of the second decimal digit, the last one shown.
const HALF_A_DIGIT: f64 = 0.005_001;

fn of_mark(number: CellNumber, mark: &CellMark, units: StepCosts) -> f64 {
    units.to_f64(match number {
        CellNumber::G => mark.g,
        CellNumber::H => mark.h,
        CellNumber::F => mark.f(),
    })
}

impl Narrator<'_> {
    /// Explains why the guessed cell is not next, from the state of this cell alone.
    fn wrong(&self, marks: &CellMarks, guess: Cell) -> String {
        let known = [Side::Forward, Side::Backward]
            .into_iter()
            .find_map(|side| marks.get(guess, side));
        match known {
            None => self.say(Phrase::GuessUnseen, &[("cell", &guess)]),
            Some(mark) if mark.state == CellState::Open => {
                let costs = self.costs(mark.g, mark.h);
                self.say(Phrase::GuessOpen, &[("cell", &guess), ("costs", &costs)])
            }
            Some(_) => self.say(Phrase::GuessClosed, &[("cell", &guess)]),
        }
    }

    /// Returns the number as the sentences and the lists show it.
    fn shown(&self, number: CellNumber, mark: &CellMark) -> String {
        let deciding = self.trace.options.order.key.number();
        let costs = CellCosts::new(mark.g, mark.h, deciding, |cost| self.cost(cost));
        match number {
            CellNumber::G => costs.g,
            CellNumber::H => costs.h,
            CellNumber::F => costs.f,
        }
    }

    fn has_costs(&self, cell: Cell, mark: &CellMark) -> String {
        self.say(
            Phrase::HasCosts,
            &[("cell", &cell), ("costs", &self.costs(mark.g, mark.h))],
        )
    }
}

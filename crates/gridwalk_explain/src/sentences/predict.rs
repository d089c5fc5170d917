//! Questions about a search that has stopped, and what is said of an answer: which cell is expanded next, and how much
//! a number of a cell is.

use gridwalk_level::CellNumber;
use gridwalk_pathfinding::{Cell, Cost, SearchEvent, Side, StepCosts};

use super::{Language, Narrator, Phrase};
use crate::{CellCosts, CellMark, CellMarks, CellState, Timeline};

/// What is said of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Whether it was right.
    pub is_right: bool,
    /// Why, in a few sentences.
    pub text: String,
}

/// The cell that is expanded next; `None` if none is any more.
///
/// It is the first of the open list of its side as that stands by then, see [`CellMarks::open_list`], except in a
/// trace from elsewhere whose order is not known.
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

/// The event of the next expansion, its cell and its side.
fn next(timeline: &Timeline) -> Option<(usize, Cell, Side)> {
    let event = timeline.next_expansion(timeline.position()).checked_sub(1)?;
    match timeline.trace().event(event)? {
        SearchEvent::Expanded { cell, side } if event >= timeline.position() => Some((event, cell, side)),
        _ => None,
    }
}

/// What is said to a reader who thinks that this cell is expanded next: the costs of both cells, and the rule that
/// decides; of a wrong one that may be followed by another try, why it is not, and no more. `None` if no cell is expanded
/// any more.
///
/// # Complexity
/// As for [`step`](super::step()).
#[must_use]
pub fn predicted(timeline: &Timeline, guess: Cell, is_last_try: bool, language: Language) -> Option<Feedback> {
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
        let costs = marks.get(cell, side).map(|mark| narrator.has_costs(cell, &mark));
        [Some(wrong), costs, Some(because)].into_iter().flatten().collect()
    };
    Some(Feedback { is_right, text: language.join(&sentences) })
}

/// What is said to a reader who thinks that a number of this cell is what was typed; `None` if the search has not seen
/// the cell.
///
/// Decimal points and commas are read; numbers with fractions may be rounded to two digits.
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
    let (side, mark) = sides.into_iter().find_map(|side| Some((side, marks.get(cell, side)?)))?;
    let narrator = Narrator::new(timeline, language);
    let value = of_mark(number, &mark, timeline.trace().options.units);
    let shown = narrator.shown(number, &mark);
    let typed = typed.trim().replace(',', ".");
    let read: Option<f64> = typed.parse().ok();
    // Who adds up the numbers of the screen is right, though the third of them may be off by a digit.
    let is_right = typed == shown || read.is_some_and(|read| (read - value).abs() < HALF_A_DIGIT);
    let verdict = if is_right { Phrase::Right } else { Phrase::NotRight };
    let parent = marks.get(mark.parent, side).filter(|_| mark.parent != cell && number != CellNumber::H);
    let through = parent.and_then(|parent| {
        let (g, step) = (narrator.cost(parent.g), narrator.cost(Cost(mark.g.0.checked_sub(parent.g.0)?)));
        Some(narrator.say(Phrase::GThroughParent, &[("parent", &mark.parent), ("g", &g), ("step", &step)]))
    });
    let sentences: Vec<_> =
        [narrator.say(verdict, &[]), narrator.has_costs(cell, &mark)].into_iter().chain(through).collect();
    Some(Feedback { is_right, text: language.join(&sentences) })
}

/// Numbers are shown with two digits.
const HALF_A_DIGIT: f64 = 0.005_001;

fn of_mark(number: CellNumber, mark: &CellMark, units: StepCosts) -> f64 {
    units.to_f64(match number {
        CellNumber::G => mark.g,
        CellNumber::H => mark.h,
        CellNumber::F => mark.f(),
    })
}

impl Narrator<'_> {
    /// Why this cell is not the next one, as far as that can be seen from it alone.
    fn wrong(&self, marks: &CellMarks, guess: Cell) -> String {
        let known = [Side::Forward, Side::Backward].into_iter().find_map(|side| marks.get(guess, side));
        match known {
            None => self.say(Phrase::GuessUnseen, &[("cell", &guess)]),
            Some(mark) if mark.state == CellState::Open => {
                let costs = self.costs(mark.g, mark.h);
                self.say(Phrase::GuessOpen, &[("cell", &guess), ("costs", &costs)])
            }
            Some(_) => self.say(Phrase::GuessClosed, &[("cell", &guess)]),
        }
    }

    /// The number as the sentences and the lists have it.
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
        self.say(Phrase::HasCosts, &[("cell", &cell), ("costs", &self.costs(mark.g, mark.h))])
    }
}

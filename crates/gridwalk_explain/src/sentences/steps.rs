//! Descriptions of one position of a trace, the introduction before its first step, and questions
//! about it.
//!
//! A reader may be asked for the next expanded cell, or for a number of a cell.

use std::ops::Range;

use gridwalk_level::CellNumber;
use gridwalk_pathfinding::{
    Cell, Cost, Heuristic, Movement, NoPathReason, PopKey, SearchEvent, SearchOptions, Side,
    StepCosts,
};

use super::expansions::{Change, ChangeKind};
use super::{Language, Narrator, Phrase, StepDetail, places};
use crate::{CellCosts, CellMark, CellMarks, CellState, Describe, Timeline, Trace};

/// Describes and explains the event before the timeline's position, in a few sentences.
///
/// After an expansion, the text includes its effects in the events that follow. After any other
/// event, it covers that event alone.
///
/// # Complexity
/// O(n log n) for n events at the first call on a timeline, then O(log n). In traces of more than
/// two million events, ties are not counted.
///
/// # Examples
/// ```
/// use gridwalk_explain::{Language, StepDetail, Timeline, Trace};
/// use gridwalk_pathfinding::*;
/// let grid = Grid::from_rows(&["...", "..."]);
/// let options = SearchOptions { movement: Movement::Four, steps: StepCosts::UNIFORM, ..Algorithm::AStar.into() };
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), options);
/// let (_, trace) = Trace::record(&grid, &query, Limits::NONE, usize::MAX, &mut NodePool::default());
/// let mut timeline = Timeline::new(trace.into());
/// timeline.seek(timeline.len());
/// let last = "A path is found: it costs 2 and has 3 cells; cells expanded: 3.";
/// assert_eq!(gridwalk_explain::step(&timeline, Language::English, StepDetail::Brief), last);
/// ```
#[must_use]
pub fn step(timeline: &Timeline, language: Language, detail: StepDetail) -> String {
    Narrator {
        detail,
        ..Narrator::new(timeline, language)
    }
    .last_event(true)
}

/// Describes only the event before the timeline's position: for an expansion, why the cell was
/// popped.
///
/// # Complexity
/// As for [`step`].
#[must_use]
pub fn event(timeline: &Timeline, language: Language) -> String {
    Narrator::new(timeline, language).last_event(false)
}

/// Returns the introduction of a trace: the query, the options, and the meaning of G, H and F.
///
/// For a trace from another program it is the query alone.
#[must_use]
pub fn header(trace: &Trace, options: &SearchOptions, language: Language) -> Vec<String> {
    // Options may leave the choice of the algorithm open; the trace knows which one ran.
    let algorithm = trace.options.algorithm.unwrap_or(options.algorithm);
    let options = &SearchOptions {
        algorithm,
        ..options.clone()
    };
    let places = places![
        start = trace.start,
        goal = trace.goal,
        width = trace.width,
        height = trace.height,
        algorithm = algorithm.describe_in(language)
    ];
    if trace.options.algorithm.is_none() {
        return vec![language.say(Phrase::HeaderElsewhere, &places[..4])];
    }
    let heuristic = options.heuristic.describe_in(language);
    let order = trace.options.order;
    let costs = match order.key {
        PopKey::FBucket => {
            let own = if options.movement == Movement::Four {
                Heuristic::Manhattan
            } else {
                Heuristic::Octile
            };
            let (own, width) = (
                own.describe_in(language),
                trace.options.units.format(Cost(order.width.get())),
            );
            language.say(Phrase::HeaderBuckets, places![heuristic = own, width])
        }
        PopKey::GLeft => language.text(Phrase::HeaderLeft).to_owned(),
        PopKey::WeightedF => language.say(
            Phrase::HeaderWeighted,
            places![heuristic, weight = order.weight.get()],
        ),
        key if !key.estimates() => language.text(Phrase::HeaderG).to_owned(),
        _ => language.say(Phrase::HeaderGhf, places![heuristic]),
    };
    vec![
        language.say(Phrase::HeaderSearch, places),
        options.describe_in(language),
        costs,
    ]
}

/// Returns the headline of a side's open list at the timeline's position, with the number of its
/// cells.
///
/// # Complexity
/// O(n log n) for n open cells.
#[must_use]
pub fn open_list_title(timeline: &Timeline, side: Side, language: Language) -> String {
    let narrator = Narrator::new(timeline, language);
    let count = timeline.marks().open_list(side, 0..usize::MAX).len();
    narrator.on_side(side, narrator.say(Phrase::OpenList, places![count]))
}

impl Narrator<'_> {
    /// Describes the last event; an expansion with its effects if `with_effects` is set.
    fn last_event(&self, with_effects: bool) -> String {
        let position = self.timeline.position();
        let Some(number) = position.checked_sub(1) else {
            let trace = self.trace;
            return if trace.is_empty() {
                self.say(Phrase::NothingAtAll, &[])
            } else {
                self.say(
                    Phrase::NothingYet,
                    places![start = trace.start, goal = trace.goal],
                )
            };
        };
        let event = self
            .trace
            .event(number)
            .expect("positions end where the events do");
        let mut sentences = match event {
            SearchEvent::Generated { .. } | SearchEvent::Relaxed { .. } => [self.single(number)]
                .into_iter()
                .chain(self.passed(number..position))
                .collect(),
            SearchEvent::Expanded { cell, side } if with_effects => {
                self.expansion(number, cell, side)
            }
            SearchEvent::Expanded { cell, side } => vec![self.popped(number, cell, side)],
            SearchEvent::Pruned { cell, side } => vec![self.dropped(cell, side)],
            SearchEvent::Deferred { cell, g, h, .. } => {
                vec![self.deferred(cell, g.saturating_add(h))]
            }
            SearchEvent::Restarted { bound } => {
                let bound = self.cost(bound);
                vec![self.say(Phrase::NewPass, places![bound, start = self.trace.start])]
            }
            SearchEvent::NextPass { bound } => {
                let (pass, _) = self.timeline.marks().pass_through_list();
                vec![self.say(Phrase::NextPass, places![pass, bound = self.cost(bound)])]
            }
            SearchEvent::Ignored {
                cell, reason, side, ..
            } => vec![self.on_side(side, self.ignored(cell, reason))],
            SearchEvent::Ended { found } => vec![if found {
                self.found()
            } else {
                self.exhausted()
            }],
        };
        let is_last = match event {
            SearchEvent::Ended { .. } => false,
            SearchEvent::Expanded { .. } if with_effects => {
                self.timeline.end_of_step(position) == self.timeline.len()
            }
            _ => position == self.timeline.len(),
        };
        if is_last {
            let is_from_elsewhere = self.trace.options.algorithm.is_none();
            let phrase = match self.trace.is_cut() {
                true => Phrase::RecordEnds,
                false if is_from_elsewhere => Phrase::TraceEnds,
                false => Phrase::Cancelled,
            };
            sentences.push(self.say(phrase, &[]));
        }
        self.language.join(&sentences)
    }

    /// Describes one event that opened a cell.
    fn single(&self, number: usize) -> String {
        let change = self.change(number).expect("the event opens a cell");
        let Change {
            kind,
            cell,
            parent,
            g,
            h,
            side,
            ..
        } = change;
        if kind == ChangeKind::New && cell == parent {
            let phrase = if side == Side::Forward {
                Phrase::StartOpened
            } else {
                Phrase::GoalOpened
            };
            return self.say(phrase, places![cell, costs = self.costs(g, h)]);
        }
        let current = self
            .timeline
            .marks_at(number)
            .current()
            .filter(|current| current.1 == side);
        self.on_side(
            side,
            self.one_change(current.map(|current| current.0), &change),
        )
    }

    /// Describes an expansion and its effects.
    fn expansion(&self, number: usize, cell: Cell, side: Side) -> Vec<String> {
        let mut sentences = vec![self.popped(number, cell, side)];
        if let Some(settled) = number
            .checked_sub(1)
            .and_then(|before| self.settling(before, cell))
        {
            sentences.push(self.one_change(None, &settled));
        }
        let end = self.timeline.end_of_step(number + 1);
        let events: Vec<_> = (number + 1..end)
            .filter_map(|next| self.trace.event(next))
            .collect();
        let changes: Vec<_> = (number + 1..end)
            .filter_map(|next| self.change(next))
            .collect();
        let after = self.trace.event(end);
        let is_short = self.detail == StepDetail::Short;
        let dropped = if is_short {
            Vec::new()
        } else {
            self.all_dropped(&events)
        };
        let passed = if is_short {
            None
        } else {
            self.passed(number + 1..end)
        };
        let so_far: usize = sentences
            .iter()
            .chain(&dropped)
            .map(|sentence| sentence.chars().count() + 1)
            .sum();
        let room = self.room().saturating_sub(so_far);
        let is_finished = after == Some(SearchEvent::Ended { found: true });
        let stops_at_goal = self
            .algorithm
            .is_some_and(|algorithm| !algorithm.ends_by_itself());
        let led_to = self.all_changes(cell, &changes, room);
        if cell == self.trace.goal && side == Side::Forward {
            let goes_on = matches!(
                self.trace.options.order.key,
                PopKey::LastInBound | PopKey::InPasses
            );
            let phrase = if goes_on && !(is_finished && events.is_empty()) {
                Phrase::IsGoalSearchOn
            } else {
                Phrase::IsGoal
            };
            sentences.push(self.say(phrase, &[]));
        } else if led_to.is_empty() {
            let phrase = if is_finished && stops_at_goal {
                Phrase::IsNear
            } else {
                Phrase::NothingNew
            };
            sentences.push(self.say(phrase, &[]));
        }
        sentences.extend(led_to);
        if let Some(last) = changes.last().filter(|_| is_finished && stops_at_goal) {
            sentences.push(self.say(Phrase::StopsHere, places![cell = last.cell]));
        }
        sentences.extend(dropped);
        if !is_short {
            sentences.extend(self.all_ignored(&events));
        }
        sentences.extend(passed);
        sentences
    }

    /// Lists the numbers of positions passed by insertions into a sorted list; `None` without
    /// insertions.
    fn passed(&self, events: Range<usize>) -> Option<String> {
        let passed: Vec<_> = events
            .filter_map(|event| self.timeline.positions_passed(event))
            .collect();
        if passed.is_empty() {
            return None;
        }
        let list: Vec<_> = passed.iter().map(u32::to_string).collect();
        Some(self.say(Phrase::PositionsPassed, places![list = list.join(", ")]))
    }

    fn found(&self) -> String {
        let outcome = &self.trace.outcome;
        if let [only] = outcome.path.as_slice() {
            return self.say(Phrase::FoundAtOnce, places![cell = only]);
        }
        let Some(cost) = outcome.cost.filter(|_| !outcome.path.is_empty()) else {
            return self.say(Phrase::FoundUnpriced, &[]);
        };
        let (cost, cells, expanded) = (self.cost(cost), outcome.path.len(), outcome.stats.expanded);
        let found = self.say(Phrase::Found, places![cost, cells, expanded]);
        match self.meeting() {
            Some(cell) => self
                .language
                .join(&[found, self.say(Phrase::FrontiersMet, places![cell])]),
            None => found,
        }
    }

    /// Returns the cell of the path where the searches from the start and from the goal met.
    fn meeting(&self) -> Option<Cell> {
        let marks = self.timeline.marks();
        let whole = |cell: Cell| {
            let [there, back] = [Side::Forward, Side::Backward].map(|side| marks.get(cell, side));
            Some(there?.g.saturating_add(back?.g))
        };
        let outcome = &self.trace.outcome;
        outcome
            .path
            .iter()
            .copied()
            .find(|&cell| whole(cell) == outcome.cost)
    }

    fn exhausted(&self) -> String {
        let phrase = match self.trace.outcome.reason {
            Some(NoPathReason::Unreachable) => Phrase::NoPathUnreachable,
            Some(NoPathReason::OverCostLimit) => Phrase::NoPathOverLimit,
            Some(NoPathReason::NotInRegion) => Phrase::NoPathInRegion,
            None => Phrase::NoPathEmpty,
        };
        self.say(Phrase::Exhausted, places![reason = self.say(phrase, &[])])
    }
}

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
/// As for [`step`].
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
            places![parent = mark.parent, g, step],
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
            None => self.say(Phrase::GuessUnseen, places![cell = guess]),
            Some(mark) if mark.state == CellState::Open => {
                let costs = self.costs(mark.g, mark.h);
                self.say(Phrase::GuessOpen, places![cell = guess, costs])
            }
            Some(_) => self.say(Phrase::GuessClosed, places![cell = guess]),
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
            places![cell, costs = self.costs(mark.g, mark.h)],
        )
    }
}

//! What is known of one cell, and why the way does not lead over it.

use super::changes::Kind;
use super::{LONGEST_LIST, Language, Phrase, Teller, blocked_move};
use crate::pathfinding::verdict::TrueCosts;
use crate::pathfinding::{
    Algorithm, Cell, CellMarks, CellState, Cost, Grid, SearchEvent, SearchOptions, SearchProblem, Side, Timeline,
};

/// What the cheapest ways through all cells of a problem cost, whatever a search found.
///
/// Made once, it belongs to the map as it was then.
pub struct WayCosts {
    from_start: TrueCosts,
    to_goal: TrueCosts,
    options: SearchOptions,
    grid: Grid,
    best: Option<Cost>,
}

impl WayCosts {
    /// Searches the whole map from both ends.
    ///
    /// # Complexity
    /// As for [`TrueCosts`], twice.
    #[must_use]
    pub fn new(options: &SearchOptions, problem: &SearchProblem) -> Self {
        let to_goal = TrueCosts::to_goal(options, problem);
        let best = to_goal.of(problem.start());
        let from_start = TrueCosts::from_start(options, problem);
        Self { from_start, to_goal, options: options.clone(), grid: problem.grid().clone(), best }
    }

    /// What the cheapest way from start to goal over this cell costs; `None` if there is none.
    #[must_use]
    pub fn through(&self, cell: Cell) -> Option<Cost> {
        Some(self.from_start.of(cell)?.saturating_add(self.to_goal.of(cell)?))
    }

    /// Bytes of memory that they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.from_start.bytes() + self.to_goal.bytes() + self.grid.cell_count()
    }

    /// What the cheapest way costs; `None` if there is none.
    #[must_use]
    pub const fn best(&self) -> Option<Cost> {
        self.best
    }
}

/// What is known of a cell at the timeline's position, in a few short lines: its history, its rank on the open
/// list, why no step leads to it from the expanded cell, and what the cheapest way over it costs.
///
/// `costs` are those of the problem that was traced.
///
/// # Complexity
/// O(n log n) for n open cells if the cell is one of them; no rank is told in lists of more than 20,000.
#[must_use]
pub fn cell(timeline: &Timeline, costs: &WayCosts, cell: Cell, language: Language) -> Vec<String> {
    let teller = Teller::new(timeline, language);
    let grid = &costs.grid;
    let Some(terrain) = grid.terrain(cell) else {
        return vec![teller.say(Phrase::CellOutside, &[("cell", &cell)])];
    };
    if !grid.is_walkable(cell) {
        return vec![teller.say(Phrase::CellBlocked, &[("terrain", &terrain.name)])];
    }
    let mut lines = teller.history(cell);
    if lines.is_empty() {
        lines.push(teller.say(Phrase::CellUnseen, &[]));
    }
    lines.extend(teller.not_from(costs, cell));
    lines.push(teller.why_not(costs, cell));
    lines
}

impl Teller<'_> {
    /// What happened to the cell, on each side that knows it.
    fn history(&self, cell: Cell) -> Vec<String> {
        let marks = self.timeline.marks();
        let has_both = marks.has(Side::Forward) && marks.has(Side::Backward);
        let mut lines = Vec::new();
        for side in [Side::Forward, Side::Backward] {
            let phrase = if side == Side::Forward { Phrase::CellForward } else { Phrase::CellBackward };
            let told = self.history_on(&marks, cell, side).into_iter();
            lines.extend(told.map(|line| if has_both { self.say(phrase, &[("line", &line)]) } else { line }));
        }
        lines
    }

    fn history_on(&self, marks: &CellMarks, cell: Cell, side: Side) -> Vec<String> {
        let Some(mark) = marks.get(cell, side) else { return Vec::new() };
        let mut lines = Vec::new();
        let (mut changed, mut last_change, mut last_reopened) = (0_u32, None, None);
        for (number, step) in marks.events_of(cell, side) {
            let Some(change) = self.change(number) else { continue };
            match change.kind {
                Kind::New => {
                    let costs = self.costs(change.g, change.h);
                    lines.push(if change.parent == cell {
                        self.say(Phrase::CellRoot, &[("costs", &costs)])
                    } else {
                        self.say(Phrase::CellOpened, &[("step", &step), ("parent", &change.parent), ("costs", &costs)])
                    });
                }
                Kind::Reopened => last_reopened = Some((step, change)),
                _ => {
                    changed += 1;
                    last_change = Some((step, change));
                }
            }
        }
        if let Some((step, change)) = last_change {
            let (parent, costs) = (change.parent, self.costs(change.g, change.h));
            lines.push(if changed == 1 {
                self.say(Phrase::CellChanged, &[("step", &step), ("parent", &parent), ("costs", &costs)])
            } else {
                let times = self.language.count(changed as usize);
                let places: [(&str, &dyn std::fmt::Display); 4] =
                    [("times", &times), ("step", &step), ("parent", &parent), ("costs", &costs)];
                self.say(Phrase::CellChangedOften, &places)
            });
        }
        if mark.times == 1 {
            lines.push(self.say(Phrase::CellClosed, &[("step", &mark.order)]));
        } else if mark.times > 1 {
            let times = self.language.count(mark.times as usize);
            lines.push(self.say(Phrase::CellClosedOften, &[("times", &times), ("step", &mark.order)]));
        }
        if let Some((step, change)) = last_reopened {
            let (parent, costs) = (change.parent, self.costs(change.g, change.h));
            lines.push(self.say(Phrase::CellReopened, &[("step", &step), ("parent", &parent), ("costs", &costs)]));
        }
        if mark.pruned {
            lines.push(self.cell_dropped());
        }
        if mark.state == CellState::Open {
            let last = marks.events_of(cell, side).last();
            let is_put_off = |(number, _)| matches!(self.trace.event(number), Some(SearchEvent::Deferred { .. }));
            lines.extend(last.filter(|last| is_put_off(*last)).map(|_| self.say(Phrase::CellPutOff, &[])));
            lines.extend(self.rank(marks, cell, side));
        }
        lines
    }

    /// The place of an open cell.
    fn rank(&self, marks: &CellMarks, cell: Cell, side: Side) -> Option<String> {
        // The order of a trace from elsewhere is not known.
        if self.algorithm.is_none() || marks.counters().open >= LONGEST_LIST {
            return None;
        }
        let rows = marks.open_list(side, 0..usize::MAX);
        let at = rows.iter().position(|row| row.cell == cell)?;
        let (rank, count) = (at + 1, rows.len());
        Some(match rank {
            // Not once the search is over, and of two frontiers only on the side whose turn it is.
            1 if self.timeline.next_side() == Some(side) => self.say(Phrase::CellIsNext, &[("count", &count)]),
            _ => self.say(Phrase::CellRank, &[("rank", &rank), ("count", &count)]),
        })
    }

    /// Why the cell cannot be entered from its neighbour that was expanded last.
    fn not_from(&self, costs: &WayCosts, cell: Cell) -> Option<String> {
        let (current, side) = self.timeline.marks().current()?;
        if !current.is_neighbor_of(cell) {
            return None;
        }
        let (from, to) = if side == Side::Forward { (current, cell) } else { (cell, current) };
        let rule = blocked_move(&costs.options, &costs.grid, from, to, self.language)?;
        Some(self.say(Phrase::CellNotFrom, &[("from", &current), ("rule", &rule)]))
    }

    fn why_not(&self, costs: &WayCosts, cell: Cell) -> String {
        let (Some(through), Some(best)) = (costs.through(cell), costs.best) else {
            let phrase = match costs.from_start.of(cell) {
                _ if costs.options.region.is_some_and(|region| !region.contains(cell)) => Phrase::CellOutsideRegion,
                None => Phrase::WayNotFromStart,
                Some(_) => Phrase::WayNotToGoal,
            };
            return self.say(phrase, &[]);
        };
        if through == best {
            return self.say(Phrase::WayOver, &[]);
        }
        let units = costs.options.units();
        let more = through - best;
        let [through, shown, best] = [through, more, best].map(|cost| units.format(cost));
        // In as many digits as it takes to see that it is more.
        let more = if shown == "0.00" { format!("{:.6}", units.to_f64(more)) } else { shown };
        let along_grid = self.algorithm.is_some_and(Algorithm::is_any_angle);
        let phrase = if along_grid { Phrase::WayDearerAlongGrid } else { Phrase::WayDearer };
        self.say(phrase, &[("through", &through), ("more", &more), ("best", &best)])
    }
}

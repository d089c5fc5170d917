//! Why a cell was expanded before all others.

use super::changes::Kind;
use super::{LONGEST_LIST, Phrase, Teller};
use crate::pathfinding::{
    Algorithm, Cell, CellMark, CellMarks, Cost, OpenRow, PopOrder, PriorityRule, SearchEvent, Side, TieBreak,
};

impl Teller<'_> {
    /// The sentence about the expansion that event number `number` tells of, without what it led to.
    pub fn popped(&self, number: usize, cell: Cell, side: Side) -> String {
        // Lazy Theta* corrects the parent after it has taken the cell from the list.
        let settled = number.checked_sub(1).and_then(|before| self.settling(before, cell));
        let at = if settled.is_some() { number - 1 } else { number };
        let marks = self.timeline.marks_at(at);
        let popped = match marks.get(cell, side) {
            Some(mark) => self.popped_as(&marks, cell, side, &mark),
            None => self.say(Phrase::Expanded, &[("cell", &cell)]),
        };
        self.on_side(side, popped)
    }

    /// What Lazy Theta* corrected right before it expanded the cell, if event number `number` is that.
    pub fn settling(&self, number: usize, cell: Cell) -> Option<super::changes::Change> {
        if !self.is(Algorithm::LazyTheta) {
            return None;
        }
        self.change(number).filter(|change| change.kind == Kind::OutOfSight && change.cell == cell)
    }

    fn popped_as(&self, marks: &CellMarks, cell: Cell, side: Side, mark: &CellMark) -> String {
        let f = self.cost(mark.f());
        let expanded = || self.say(Phrase::Expanded, &[("cell", &cell)]);
        let because = |reason: String| self.say(Phrase::Popped, &[("cell", &cell), ("reason", &reason)]);
        match (self.algorithm, self.trace.options.order) {
            (Some(Algorithm::DepthFirst), _) if mark.parent != cell => because(self.say(Phrase::TopOfStack, &[])),
            (Some(Algorithm::IdaStar), _) => {
                let bound = self.cost(self.bound(marks));
                if mark.parent == cell {
                    self.say(Phrase::PassBegins, &[("bound", &bound), ("cell", &cell), ("f", &f)])
                } else {
                    because(self.say(Phrase::WithinBound, &[("f", &f), ("bound", &bound)]))
                }
            }
            (Some(Algorithm::Fringe), _) if mark.parent != cell => because(self.say(Phrase::NextInList, &[("f", &f)])),
            (Some(Algorithm::DepthFirst | Algorithm::Fringe), _) => because(self.only_open(mark)),
            (_, PopOrder::Newest | PopOrder::Passes | PopOrder::Oldest) => expanded(),
            (_, order @ (PopOrder::Best(_, tie) | PopOrder::Keys(tie))) => {
                let priority = if let PopOrder::Best(priority, _) = order { priority } else { PriorityRule::Estimate };
                let reason = || self.reason(priority, mark);
                if marks.counters().open >= LONGEST_LIST {
                    return because(reason());
                }
                let equals = self.equals(marks, side, priority);
                let Some(row) = equals.iter().find(|row| row.cell == cell) else { return expanded() };
                if equals.len() > 1 {
                    let tie = self.tie(tie, row, &equals);
                    self.say(Phrase::PoppedTie, &[("cell", &cell), ("reason", &reason()), ("tie", &tie)])
                } else if marks.open_list(side, 0..2).len() == 1 {
                    because(self.only_open(mark))
                } else {
                    because(reason())
                }
            }
        }
    }

    /// Whether open cells are ordered by f and then by g.
    const fn has_keys(&self) -> bool {
        matches!(self.trace.options.order, PopOrder::Keys(_))
    }

    fn only_open(&self, mark: &CellMark) -> String {
        self.say(Phrase::OnlyOpen, &[("costs", &self.costs(mark.g, mark.h))])
    }

    fn reason(&self, priority: PriorityRule, mark: &CellMark) -> String {
        let (g, h, f) = (self.cost(mark.g), self.cost(mark.h), self.cost(mark.f()));
        match priority {
            _ if self.has_keys() => self.say(Phrase::LowestKey, &[("f", &f), ("g", &g)]),
            _ if self.is(Algorithm::FlowField) => self.say(Phrase::LeastLeft, &[("g", &g)]),
            PriorityRule::Depth => self.say(Phrase::FewestSteps, &[("steps", &mark.depth)]),
            PriorityRule::Cost => self.say(Phrase::LowestG, &[("g", &g)]),
            PriorityRule::Heuristic => self.say(Phrase::LowestH, &[("h", &h)]),
            PriorityRule::Estimate => self.say(Phrase::LowestF, &[("f", &f)]),
            PriorityRule::Weighted(weight) => {
                let units = self.trace.options.units;
                let sum = units.to_f64(mark.g) + weight.get() * units.to_f64(mark.h);
                // To two digits, without needless ones.
                let sum = (sum * 100.0).round() / 100.0;
                self.say(Phrase::LowestWeighted, &[("weight", &weight.get()), ("sum", &sum)])
            }
        }
    }

    /// The open cells that are as good as the first one.
    fn equals(&self, marks: &CellMarks, side: Side, priority: PriorityRule) -> Vec<OpenRow> {
        let place = |row: &OpenRow| {
            let depth = match priority {
                PriorityRule::Depth => marks.get(row.cell, side).map_or(0, |mark| mark.depth),
                _ => 0,
            };
            priority.of(row.g, row.h, depth.into())
        };
        let mut wanted = 8;
        loop {
            let mut rows = marks.open_list(side, 0..wanted);
            let is_whole = rows.len() < wanted;
            let best = rows.first().map(place);
            let alike = rows.iter().take_while(|row| Some(place(row)) == best).count();
            if is_whole || alike < rows.len() {
                rows.truncate(alike);
                if self.has_keys() {
                    let least = rows.iter().map(|row| row.g).min();
                    rows.retain(|row| Some(row.g) == least);
                }
                return rows;
            }
            wanted *= 8;
        }
    }

    /// Why one of several equals was taken.
    fn tie(&self, tie: TieBreak, row: &OpenRow, equals: &[OpenRow]) -> String {
        let same = |cost: fn(&OpenRow) -> Cost| equals.iter().filter(|other| cost(other) == cost(row)).count();
        let phrase = match tie {
            TieBreak::Oldest => Phrase::TieOldest,
            TieBreak::Newest => Phrase::TieNewest,
            // Among equal keys there is no other way.
            _ if self.has_keys() => Phrase::TieNewest,
            TieBreak::LargerG => match same(|row| row.g) {
                1 => Phrase::TieLargerG,
                all if all == equals.len() => Phrase::TieNewest,
                _ => Phrase::TieLargerGNewest,
            },
            TieBreak::SmallerH => match same(|row| row.h) {
                1 => Phrase::TieSmallerH,
                all if all == equals.len() => Phrase::TieNewest,
                _ => Phrase::TieSmallerHNewest,
            },
        };
        self.say(phrase, &[("count", &self.language.count(equals.len()))])
    }

    /// The bound of the pass: the first one's is the estimate at the start.
    fn bound(&self, marks: &CellMarks) -> Cost {
        match self.trace.event(marks.pass_begins_at()) {
            Some(SearchEvent::Restarted { bound }) => bound,
            Some(SearchEvent::Generated { g, h, .. }) => g.saturating_add(h),
            _ => Cost::ZERO,
        }
    }
}

//! The reason why a cell was expanded before all others.

use gridwalk_pathfinding::{Cell, Cost, PopKey, SearchEvent, Side, TieBreak};

use super::effects::{Change, ChangeKind};
use super::{Narrator, Phrase};
use crate::trace::Pop;
use crate::{CellMark, CellMarks};

impl Narrator<'_> {
    /// Returns the sentence about the expansion with this event number, without its effects.
    pub fn popped(&self, number: usize, cell: Cell, side: Side) -> String {
        // Lazy Theta* corrects the parent after it has popped the cell.
        let settled = number
            .checked_sub(1)
            .and_then(|before| self.settling(before, cell));
        let at = if settled.is_some() {
            number - 1
        } else {
            number
        };
        let marks = self.timeline.marks_at(at);
        let popped = match marks.get(cell, side) {
            Some(mark) => self.popped_as(&marks, number, cell, &mark),
            None => self.say(Phrase::Expanded, &[("cell", &cell)]),
        };
        self.on_side(side, popped)
    }

    /// Returns the correction by Lazy Theta* right before it expanded the cell, if the event is
    /// one.
    pub fn settling(&self, number: usize, cell: Cell) -> Option<Change> {
        self.change(number)
            .filter(|change| change.kind == ChangeKind::OutOfSight && change.cell == cell)
    }

    fn popped_as(&self, marks: &CellMarks, number: usize, cell: Cell, mark: &CellMark) -> String {
        let f = self.cost(mark.f());
        let expanded = || self.say(Phrase::Expanded, &[("cell", &cell)]);
        let because =
            |reason: String| self.say(Phrase::Popped, &[("cell", &cell), ("reason", &reason)]);
        let is_root = mark.parent == cell;
        match self.trace.options.order.key {
            PopKey::LastInBound => {
                let bound = self.cost(self.bound(marks));
                if is_root {
                    self.say(
                        Phrase::PassBegins,
                        &[("bound", &bound), ("cell", &cell), ("f", &f)],
                    )
                } else {
                    because(self.say(Phrase::WithinBound, &[("f", &f), ("bound", &bound)]))
                }
            }
            PopKey::LastIn | PopKey::InPasses if is_root => because(self.only_open(mark)),
            PopKey::LastIn => because(self.say(Phrase::TopOfStack, &[])),
            PopKey::InPasses => because(self.next_in_list(marks, &f)),
            PopKey::FBucket => because(self.popped_of_bucket(marks, number, cell, mark)),
            _ => {
                let reason = self.reason(mark);
                match self.timeline.popped_from(number) {
                    // The trace is too long to be counted.
                    None => because(reason),
                    Some(Pop { equal: 0, .. }) => expanded(),
                    Some(Pop { open: 1, .. }) => because(self.only_open(mark)),
                    Some(pop) => match self.tie(pop) {
                        Some(tie) => self.say(
                            Phrase::PoppedTie,
                            &[("cell", &cell), ("reason", &reason), ("tie", &tie)],
                        ),
                        None => because(reason),
                    },
                }
            }
        }
    }

    /// Returns why fringe search expanded a cell, given its f.
    fn next_in_list(&self, marks: &CellMarks, f: &str) -> String {
        let (pass, begun) = marks.pass_through_list();
        let bound = match begun.and_then(|event| self.trace.event(event)) {
            Some(SearchEvent::NextPass { bound }) => bound,
            _ => self.bound(marks),
        };
        self.say(
            Phrase::NextInList,
            &[("f", &f), ("bound", &self.cost(bound)), ("pass", &pass)],
        )
    }

    /// Returns why the cell of event number `number` was popped from the buckets of f.
    fn popped_of_bucket(
        &self,
        marks: &CellMarks,
        number: usize,
        cell: Cell,
        mark: &CellMark,
    ) -> String {
        let (f, width) = (mark.f(), self.trace.options.order.width.get());
        let last = (0..number)
            .rev()
            .map_while(|at| match self.trace.event(at)? {
                SearchEvent::Expanded { .. } => None,
                event => Some(event),
            });
        let mut opened = last.filter_map(|event| match event {
            // The goal waits, whatever else is open.
            SearchEvent::Generated { cell, h, .. } | SearchEvent::Relaxed { cell, h, .. } => {
                (h > Cost::ZERO).then_some(Some(cell))
            }
            SearchEvent::Pruned { .. } => Some(None),
            _ => None,
        });
        if marks.counters().open == 1 {
            self.only_open(mark)
        } else if mark.h == Cost::ZERO {
            self.say(Phrase::NoBetterBucket, &[("f", &self.cost(f))])
        } else if opened.next() == Some(Some(cell)) && opened.next().is_none() {
            self.say(Phrase::OnlySuccessor, &[])
        } else {
            let from = f.0 / width * width;
            let [f, from, to] = [f, Cost(from), Cost(from + width)].map(|cost| self.cost(cost));
            self.say(
                Phrase::LowestBucket,
                &[("f", &f), ("from", &from), ("to", &to)],
            )
        }
    }

    fn only_open(&self, mark: &CellMark) -> String {
        self.say(Phrase::OnlyOpen, &[("costs", &self.costs(mark.g, mark.h))])
    }

    /// Returns the phrase about the key by which a sorted list is sorted.
    fn reason(&self, mark: &CellMark) -> String {
        let (g, h, f) = (self.cost(mark.g), self.cost(mark.h), self.cost(mark.f()));
        let (order, units) = (self.trace.options.order, self.trace.options.units);
        match order.key {
            PopKey::FThenG => self.say(Phrase::LowestKey, &[("f", &f), ("g", &g)]),
            PopKey::GLeft => self.say(Phrase::LeastLeft, &[("g", &g)]),
            PopKey::Depth => self.say(Phrase::FewestSteps, &[("steps", &mark.depth)]),
            PopKey::G => self.say(Phrase::LowestG, &[("g", &g)]),
            PopKey::H => self.say(Phrase::LowestH, &[("h", &h)]),
            PopKey::WeightedF => {
                let weight = order.weight;
                let sum = units.to_f64(mark.g) + weight.get() * units.to_f64(mark.h);
                // Two decimals, without trailing zeros.
                let sum = (sum * 100.0).round() / 100.0;
                self.say(
                    Phrase::LowestWeighted,
                    &[("weight", &weight.get()), ("sum", &sum)],
                )
            }
            _ => self.say(Phrase::LowestF, &[("f", &f)]),
        }
    }

    /// Returns why one of several equal cells was popped; `None` if there was no other.
    fn tie(&self, pop: Pop) -> Option<String> {
        let Pop { equal, alike, .. } = pop;
        let order = self.trace.options.order;
        let has_keys = order.key == PopKey::FThenG;
        let (count, phrase) = match order.tie {
            // Among equal keys only the age differs.
            TieBreak::Oldest if has_keys => (alike, Phrase::TieOldest),
            _ if has_keys => (alike, Phrase::TieNewest),
            TieBreak::Oldest => (equal, Phrase::TieOldest),
            TieBreak::Newest => (equal, Phrase::TieNewest),
            TieBreak::LargerG if alike == 1 => (equal, Phrase::TieLargerG),
            TieBreak::SmallerH if alike == 1 => (equal, Phrase::TieSmallerH),
            _ if alike == equal => (equal, Phrase::TieNewest),
            TieBreak::LargerG => (equal, Phrase::TieLargerGNewest),
            TieBreak::SmallerH => (equal, Phrase::TieSmallerHNewest),
        };
        (count > 1).then(|| self.say(phrase, &[("count", &self.language.count(count as usize))]))
    }

    /// Returns the bound of the pass; for the first pass, the estimate at the start.
    fn bound(&self, marks: &CellMarks) -> Cost {
        match self.trace.event(marks.pass) {
            Some(SearchEvent::Restarted { bound }) => bound,
            Some(SearchEvent::Generated { g, h, .. }) => g.saturating_add(h),
            _ => Cost::ZERO,
        }
    }
}

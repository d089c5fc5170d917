//! What one expansion led to: new cells, shorter ways, reopened cells.

use super::{Phrase, Teller};
use crate::pathfinding::{Algorithm, Cell, Cost, SearchEvent, Side};

/// What an event did to a cell that it opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    New,
    Shorter,
    FewerSteps,
    /// Depth-first search: to the top of the stack.
    Moved,
    Reopened,
    /// Another parent, and no shorter way.
    Updated,
    /// Lazy Theta*: the parent was out of sight.
    OutOfSight,
}

/// How a new cell was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Step,
    Jump,
    InSight,
    SeemsInSight,
    Portal,
}

/// A cell that was opened, or opened again, or got another parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub kind: Kind,
    pub cell: Cell,
    pub parent: Cell,
    pub g: Cost,
    pub h: Cost,
    /// Its g before; the same if there was none.
    pub old: Cost,
    pub side: Side,
}

impl Teller<'_> {
    /// What event number `number` did; `None` if it opened nothing.
    pub fn change(&self, number: usize) -> Option<Change> {
        let (is_new, is_reopened, cell, parent, g, h, side) = match self.trace.event(number)? {
            SearchEvent::Generated { cell, parent, g, h, side } => (true, false, cell, parent, g, h, side),
            SearchEvent::Relaxed { cell, parent, g, h, side, reopened } => (false, reopened, cell, parent, g, h, side),
            _ => return None,
        };
        let before = if is_new { None } else { self.timeline.marks_at(number).get(cell, side) };
        let old = before.map_or(g, |mark| mark.g);
        let kind = match self.algorithm {
            _ if is_new => Kind::New,
            _ if is_reopened => Kind::Reopened,
            Some(Algorithm::DepthFirst) => Kind::Moved,
            Some(Algorithm::BreadthFirst) => Kind::FewerSteps,
            Some(Algorithm::LazyTheta) if g >= old => Kind::OutOfSight,
            _ if g < old => Kind::Shorter,
            _ => Kind::Updated,
        };
        Some(Change { kind, cell, parent, g, h, old, side })
    }

    /// One change as a sentence.
    pub fn one_change(&self, from: Option<Cell>, change: &Change) -> String {
        let &Change { kind, cell, parent, g, h, old, .. } = change;
        let (old, new) = (self.cost(old), self.cost(g));
        let moved = |phrase| self.say(phrase, &[("cell", &cell), ("parent", &parent), ("old", &old), ("new", &new)]);
        let adopted = |phrase| self.say(phrase, &[("cell", &cell), ("parent", &parent)]);
        let costs = self.costs(g, h);
        match kind {
            Kind::New => match self.how(from, change) {
                How::Step => self.say(Phrase::OneNew, &[("cell", &cell), ("costs", &costs)]),
                How::Portal => self.say(Phrase::OnePortal, &[("cell", &cell), ("costs", &costs)]),
                How::Jump => self.say(Phrase::OneJump, &[("from", &parent), ("cell", &cell), ("costs", &costs)]),
                How::InSight | How::SeemsInSight => {
                    let lazy = self.is(Algorithm::LazyTheta);
                    let phrase = if lazy { Phrase::OneSeemsInSight } else { Phrase::OneInSight };
                    self.say(phrase, &[("cell", &cell), ("parent", &parent), ("costs", &costs)])
                }
            },
            Kind::Shorter => moved(Phrase::OneShorter),
            Kind::Reopened => moved(Phrase::OneReopened),
            Kind::Updated => moved(Phrase::OneUpdated),
            Kind::OutOfSight => moved(Phrase::OutOfSight),
            Kind::FewerSteps => adopted(Phrase::OneFewerSteps),
            Kind::Moved => adopted(Phrase::OneMoved),
        }
    }

    /// All changes that expanding `from` led to, kind by kind, in about `room` characters.
    pub fn all_changes(&self, from: Cell, changes: &[Change], room: usize) -> Vec<String> {
        let kinds = [Kind::New, Kind::Shorter, Kind::FewerSteps, Kind::Moved, Kind::Updated, Kind::Reopened];
        let groups = kinds.map(|kind| changes.iter().filter(|change| change.kind == kind).collect::<Vec<_>>());
        let mut waiting = groups.iter().filter(|group| !group.is_empty()).count();
        let mut sentences = Vec::new();
        let mut left = room;
        for (kind, alike) in kinds.into_iter().zip(&groups) {
            let sentence = match alike.as_slice() {
                [] => continue,
                [one] => self.one_change(Some(from), one),
                many => self.many_changes(from, kind, many, left / waiting),
            };
            waiting -= 1;
            left = left.saturating_sub(sentence.chars().count());
            sentences.push(sentence);
        }
        sentences
    }

    fn many_changes(&self, from: Cell, kind: Kind, changes: &[&Change], room: usize) -> String {
        let all_jump = changes.iter().all(|change| self.how(Some(from), change) == How::Jump);
        let wrap = |list: &str| match kind {
            Kind::New if all_jump => self.say(Phrase::ManyJumps, &[("from", &from), ("list", &list)]),
            Kind::New => self.say(Phrase::ManyNew, &[("list", &list)]),
            Kind::Shorter => self.say(Phrase::ManyShorter, &[("list", &list)]),
            Kind::Reopened => self.say(Phrase::ManyReopened, &[("list", &list)]),
            Kind::FewerSteps => self.say(Phrase::ManyFewerSteps, &[("list", &list)]),
            Kind::Moved => self.say(Phrase::ManyMoved, &[("list", &list)]),
            Kind::Updated | Kind::OutOfSight => self.say(Phrase::ManyUpdated, &[("list", &list)]),
        };
        let mut list = self.item(from, changes[0]);
        for (at, change) in changes.iter().enumerate().skip(1) {
            let longer = self.say(Phrase::List, &[("list", &list), ("next", &self.item(from, change))]);
            // The last one may take the place of what would be said of it.
            let is_last = at + 1 == changes.len();
            let more = if is_last { 0 } else { " and 9 more".len() };
            if wrap(&longer).chars().count() + more > room {
                list = self.say(Phrase::ListMore, &[("list", &list), ("more", &(changes.len() - at))]);
                break;
            }
            list = longer;
        }
        wrap(&list)
    }

    /// One of several changes of a kind.
    fn item(&self, from: Cell, change: &Change) -> String {
        let &Change { kind, cell, parent, g, h, old, .. } = change;
        match kind {
            Kind::New => {
                let costs = self.costs(g, h);
                match self.how(Some(from), change) {
                    How::Step | How::Jump => self.say(Phrase::ItemNew, &[("cell", &cell), ("costs", &costs)]),
                    How::Portal => self.say(Phrase::ItemPortal, &[("cell", &cell), ("costs", &costs)]),
                    How::InSight | How::SeemsInSight => {
                        self.say(Phrase::ItemInSight, &[("cell", &cell), ("parent", &parent), ("costs", &costs)])
                    }
                }
            }
            Kind::Moved | Kind::FewerSteps => self.say(Phrase::ItemCell, &[("cell", &cell)]),
            _ => {
                let (old, new) = (self.cost(old), self.cost(g));
                self.say(Phrase::ItemShorter, &[("cell", &cell), ("old", &old), ("new", &new)])
            }
        }
    }

    fn how(&self, from: Option<Cell>, change: &Change) -> How {
        let &Change { cell, parent, .. } = change;
        let is_far = !cell.is_neighbor_of(parent);
        match self.algorithm {
            Some(Algorithm::JumpPoint) => How::Jump,
            Some(Algorithm::Theta) if from.map_or(is_far, |from| from != parent) => How::InSight,
            Some(Algorithm::LazyTheta) if from.map_or(is_far, |from| from != parent) => How::SeemsInSight,
            Some(_) if is_far => How::Portal,
            _ => How::Step,
        }
    }
}

//! One expansion in words: why the cell was expanded before all others, and the effects.
//!
//! Effects are new cells, shorter paths, reopened cells, and cells that were dropped, deferred or
//! ignored.

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, IgnoreReason, ParentLink, PopKey, SearchEvent, Side, TieBreak,
};

use super::{Narrator, Phrase, StepDetail, places};
use crate::trace::Pop;
use crate::{CellMark, CellMarks, Describe};

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
            None => self.say(Phrase::Expanded, places![cell]),
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
        let expanded = || self.say(Phrase::Expanded, places![cell]);
        let because = |reason: String| self.say(Phrase::Popped, places![cell, reason]);
        let is_root = mark.parent == cell;
        match self.trace.options.order.key {
            PopKey::LastInBound => {
                let bound = self.cost(self.bound(marks));
                if is_root {
                    self.say(Phrase::PassBegins, places![bound, cell, f])
                } else {
                    because(self.say(Phrase::WithinBound, places![f, bound]))
                }
            }
            PopKey::LastIn | PopKey::InPasses if is_root => because(self.only_open(mark)),
            PopKey::LastIn => because(self.say(Phrase::TopOfStack, &[])),
            PopKey::InPasses => because(self.next_in_list(marks, &f)),
            PopKey::FBucket => because(self.popped_of_bucket(marks, mark)),
            _ => {
                let reason = self.reason(mark);
                match self.timeline.popped_from(number) {
                    // The trace is too long to be counted.
                    None => because(reason),
                    Some(Pop { equal: 0, .. }) => expanded(),
                    Some(Pop { open: 1, .. }) => because(self.only_open(mark)),
                    Some(pop) => match self.tie(pop) {
                        Some(tie) => self.say(Phrase::PoppedTie, places![cell, reason, tie]),
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
            places![f, bound = self.cost(bound), pass],
        )
    }

    /// Returns why a cell was popped from the buckets of f.
    fn popped_of_bucket(&self, marks: &CellMarks, mark: &CellMark) -> String {
        let (f, width) = (mark.f(), self.trace.options.order.width.get());
        if marks.counters().open == 1 {
            self.only_open(mark)
        } else if mark.h == Cost::ZERO {
            self.say(Phrase::NoBetterBucket, places![f = self.cost(f)])
        } else {
            let from = f.0 / width * width;
            let [f, from, to] = [f, Cost(from), Cost(from + width)].map(|cost| self.cost(cost));
            self.say(Phrase::LowestBucket, places![f, from, to])
        }
    }

    fn only_open(&self, mark: &CellMark) -> String {
        self.say(
            Phrase::OnlyOpen,
            places![costs = self.costs(mark.g, mark.h)],
        )
    }

    /// Returns the phrase about the key by which a sorted list is sorted.
    fn reason(&self, mark: &CellMark) -> String {
        let (g, h, f) = (self.cost(mark.g), self.cost(mark.h), self.cost(mark.f()));
        match self.trace.options.order.key {
            PopKey::FThenG => self.say(Phrase::LowestKey, places![f, g]),
            PopKey::GLeft => self.say(Phrase::LeastLeft, places![g]),
            PopKey::Depth => self.say(Phrase::FewestSteps, places![steps = mark.depth]),
            PopKey::G => self.say(Phrase::LowestG, places![g]),
            PopKey::H => self.say(Phrase::LowestH, places![h]),
            PopKey::WeightedF => {
                let (weight, sum) = self.weighted(mark.g, mark.h);
                self.say(Phrase::LowestWeighted, places![weight, sum])
            }
            _ => self.say(Phrase::LowestF, places![f]),
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
        (count > 1).then(|| self.say(phrase, places![count = self.language.count(count as usize)]))
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

/// The effect of an event on a cell that it opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeKind {
    New,
    Shorter,
    FewerSteps,
    /// Depth-first search: the cell moved to the top of the stack.
    Moved,
    Reopened,
    /// Another parent, but no shorter path.
    Updated,
    /// Lazy Theta*: the parent was out of sight.
    OutOfSight,
}

/// A cell that was opened or reopened, or got another parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub kind: ChangeKind,
    pub cell: Cell,
    pub parent: Cell,
    pub g: Cost,
    pub h: Cost,
    /// The old g of the cell; equal to `g` if there was none.
    pub old: Cost,
    pub side: Side,
}

impl Narrator<'_> {
    /// Returns the change by event number `number`; `None` if it opened nothing.
    pub fn change(&self, number: usize) -> Option<Change> {
        let (is_new, is_reopened, cell, parent, g, h, side) = match self.trace.event(number)? {
            SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            } => (true, false, cell, parent, g, h, side),
            SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened,
            } => (false, reopened, cell, parent, g, h, side),
            _ => return None,
        };
        let before = if is_new {
            None
        } else {
            self.timeline.marks_at(number).get(cell, side)
        };
        let old = before.map_or(g, |mark| mark.g);
        let kind = match self.trace.options.order.key {
            _ if is_new => ChangeKind::New,
            _ if is_reopened => ChangeKind::Reopened,
            PopKey::LastIn => ChangeKind::Moved,
            PopKey::Depth => ChangeKind::FewerSteps,
            _ if self.corrects_parents() && g >= old => ChangeKind::OutOfSight,
            _ if g < old => ChangeKind::Shorter,
            _ => ChangeKind::Updated,
        };
        Some(Change {
            kind,
            cell,
            parent,
            g,
            h,
            old,
            side,
        })
    }

    /// Returns one change as a sentence.
    pub fn one_change(&self, from: Option<Cell>, change: &Change) -> String {
        let [one, ..] = self.phrases(from, change);
        self.say_change(one, change)
    }

    /// Returns all changes by the expansion of `from`, kind by kind, in about `room` characters.
    pub fn all_changes(&self, from: Cell, changes: &[Change], room: usize) -> Vec<String> {
        let kinds = [
            ChangeKind::New,
            ChangeKind::Shorter,
            ChangeKind::FewerSteps,
            ChangeKind::Moved,
            ChangeKind::Updated,
            ChangeKind::Reopened,
        ];
        let groups = kinds.map(|kind| {
            changes
                .iter()
                .filter(|change| change.kind == kind)
                .collect::<Vec<_>>()
        });
        let mut waiting = groups.iter().filter(|group| !group.is_empty()).count();
        let mut sentences = Vec::new();
        let mut left = room;
        for alike in &groups {
            let sentence = match alike.as_slice() {
                [] => continue,
                [one] => self.one_change(Some(from), one),
                many => self.many_changes(from, many, left / waiting),
            };
            waiting -= 1;
            left = left.saturating_sub(sentence.chars().count());
            sentences.push(sentence);
        }
        sentences
    }

    /// Returns several changes of one kind as a sentence, in their order.
    ///
    /// If there is no room for all, changes through a portal come first: readers would not look for
    /// them there.
    fn many_changes(&self, from: Cell, changes: &[&Change], room: usize) -> String {
        let [_, many, _] = self.phrases(Some(from), changes[0]);
        let wrap = |list: &str| self.language.say_some(many, places![from, list]);
        let fits = |list: &str| wrap(list).chars().count() <= room;
        let (list, named) = self.list(from, changes, fits);
        let is_through_portal =
            |change: &&&Change| self.phrases(Some(from), change)[2] == Phrase::ItemPortal;
        if !changes[named..]
            .iter()
            .any(|change| is_through_portal(&change))
        {
            return wrap(&list);
        }
        let (portals, others): (Vec<&Change>, Vec<&Change>) =
            changes.iter().partition(is_through_portal);
        let (list, _) = self.list(from, &[portals, others].concat(), fits);
        wrap(&list)
    }

    /// Returns the first changes and the number of the rest as text, and how many changes it names.
    fn list(
        &self,
        from: Cell,
        changes: &[&Change],
        fits: impl Fn(&str) -> bool,
    ) -> (String, usize) {
        let item = |change: &Change| {
            let [.., item] = self.phrases(Some(from), change);
            self.say_change(item, change)
        };
        let mut list = item(changes[0]);
        for (at, change) in changes.iter().enumerate().skip(1) {
            let longer = self.say(Phrase::List, places![list, next = item(change)]);
            // The last change may fill the room of the remark about omitted ones.
            let is_last = at + 1 == changes.len();
            let more = if is_last {
                String::new()
            } else {
                " and 9 more".to_owned()
            };
            if !fits(&(longer.clone() + &more)) {
                let more = changes.len() - at;
                return (self.say(Phrase::ListMore, places![list, more]), at);
            }
            list = longer;
        }
        (list, changes.len())
    }

    fn say_change(&self, phrase: Phrase, change: &Change) -> String {
        let &Change {
            cell,
            parent,
            g,
            h,
            old,
            ..
        } = change;
        let (old, new, costs) = (self.cost(old), self.cost(g), self.costs(g, h));
        let places = places![cell, parent, old, new, costs];
        self.language.say_some(phrase, places)
    }

    /// Returns the phrases for one change alone, for several changes of its kind, and for an item
    /// of those.
    fn phrases(&self, from: Option<Cell>, change: &Change) -> [Phrase; 3] {
        match change.kind {
            ChangeKind::New => self.phrases_of_new(from, change),
            ChangeKind::Shorter => [Phrase::OneShorter, Phrase::ManyShorter, Phrase::ItemShorter],
            ChangeKind::Reopened => [
                Phrase::OneReopened,
                Phrase::ManyReopened,
                Phrase::ItemShorter,
            ],
            ChangeKind::Updated => [Phrase::OneUpdated, Phrase::ManyUpdated, Phrase::ItemShorter],
            ChangeKind::OutOfSight => {
                [Phrase::OutOfSight, Phrase::ManyUpdated, Phrase::ItemShorter]
            }
            ChangeKind::FewerSteps => [
                Phrase::OneFewerSteps,
                Phrase::ManyFewerSteps,
                Phrase::ItemCell,
            ],
            ChangeKind::Moved => [Phrase::OneMoved, Phrase::ManyMoved, Phrase::ItemCell],
        }
    }

    /// Returns the phrases of a new cell, reached by a step, a jump, a portal, or from a parent in
    /// sight.
    fn phrases_of_new(
        &self,
        from: Option<Cell>,
        &Change { cell, parent, .. }: &Change,
    ) -> [Phrase; 3] {
        let is_far = !cell.is_neighbor_of(parent);
        let is_in_sight = from.map_or(is_far, |from| from != parent);
        match self.algorithm.map(Algorithm::parent_link) {
            Some(ParentLink::Jump | ParentLink::TurningJump) => {
                [Phrase::OneJump, Phrase::ManyJumps, Phrase::ItemNew]
            }
            Some(ParentLink::ThetaParent) if is_in_sight => {
                [Phrase::OneInSight, Phrase::ManyNew, Phrase::ItemInSight]
            }
            Some(ParentLink::LazyThetaParent) if is_in_sight => [
                Phrase::OneSeemsInSight,
                Phrase::ManyNew,
                Phrase::ItemInSight,
            ],
            Some(_) if is_far => [Phrase::OnePortal, Phrase::ManyNew, Phrase::ItemPortal],
            _ => [Phrase::OneNew, Phrase::ManyNew, Phrase::ItemNew],
        }
    }
}

/// Maximum number of cells named per reason of ignoring, except in full detail.
const MAX_IGNORED: usize = 2;

impl Narrator<'_> {
    /// Returns the phrases for one dropped cell, for several, and for a cell that the reader asks
    /// about.
    fn why_dropped(&self) -> [Phrase; 3] {
        if self.algorithm.is_none() {
            // The trace is from another program.
            [Phrase::Dropped, Phrase::ManyDropped, Phrase::CellDropped]
        } else if self.corrects_parents() {
            // Their paths turned out to exceed the cost limit.
            [
                Phrase::DroppedOverLimit,
                Phrase::ManyDroppedOverLimit,
                Phrase::CellDroppedOverLimit,
            ]
        } else {
            // Nothing cheaper than the path at hand leads through them.
            [
                Phrase::DroppedUseless,
                Phrase::ManyDroppedUseless,
                Phrase::CellDroppedUseless,
            ]
        }
    }

    /// Describes one dropped cell.
    pub fn dropped(&self, cell: Cell, side: Side) -> String {
        let [one, ..] = self.why_dropped();
        self.on_side(side, self.say(one, places![cell]))
    }

    /// Describes one deferred cell.
    pub fn deferred(&self, cell: Cell, f: Cost) -> String {
        self.say(Phrase::Deferred, places![cell, f = self.cost(f)])
    }

    /// Describes the cells that these events dropped and deferred, in at most two sentences.
    pub fn all_dropped(&self, events: &[SearchEvent]) -> Vec<String> {
        let (mut dropped, mut deferred) = (Vec::new(), Vec::new());
        for event in events {
            match *event {
                SearchEvent::Pruned { cell, side } => dropped.push((cell, side)),
                SearchEvent::Deferred { cell, .. } => deferred.push(cell),
                _ => {}
            }
        }
        let counted =
            |phrase, count: usize| self.say(phrase, places![count = self.language.count(count)]);
        let [_, many, _] = self.why_dropped();
        let dropped = match *dropped {
            [] => None,
            [(cell, side)] => Some(self.dropped(cell, side)),
            ref cells => Some(counted(many, cells.len())),
        };
        let deferred = match *deferred {
            [] => None,
            [cell] => Some(self.say(Phrase::OneDeferred, places![cell])),
            ref cells => Some(counted(Phrase::ManyDeferred, cells.len())),
        };
        dropped.into_iter().chain(deferred).collect()
    }

    /// Describes one ignored neighbour.
    pub fn ignored(&self, cell: Cell, reason: IgnoreReason) -> String {
        self.say(
            Phrase::Ignored,
            places![cell, why = reason.describe_in(self.language)],
        )
    }

    /// Describes the neighbours that these events ignored, by reason; `None` without such events.
    pub fn all_ignored(&self, events: &[SearchEvent]) -> Option<String> {
        let ignored = |event: &SearchEvent| match *event {
            SearchEvent::Ignored { cell, reason, .. } => Some((cell, reason)),
            _ => None,
        };
        let all: Vec<_> = events.iter().filter_map(ignored).collect();
        match *all {
            [] => return None,
            [(cell, reason)] => return Some(self.ignored(cell, reason)),
            _ => {}
        }
        let of_reason = |reason: IgnoreReason| {
            let cells: Vec<_> = all
                .iter()
                .filter(|one| one.1 == reason)
                .map(|one| one.0.to_string())
                .collect();
            let shown = match self.detail {
                StepDetail::Short | StepDetail::Brief => MAX_IGNORED.min(cells.len()),
                StepDetail::Full => cells.len(),
            };
            let mut names = cells[..shown].join(", ");
            if shown < cells.len() {
                names = self.say(
                    Phrase::ListMore,
                    places![list = names, more = (cells.len() - shown)],
                );
            }
            let why = reason.describe_in(self.language);
            (!cells.is_empty()).then(|| self.say(Phrase::ItemIgnored, places![cells = names, why]))
        };
        let items = IgnoreReason::ALL.into_iter().filter_map(of_reason);
        let list = items.reduce(|list, item| self.say(Phrase::List, places![list, next = item]))?;
        Some(self.say(Phrase::ManyIgnored, places![list]))
    }

    /// Describes a dropped cell that the reader asks about.
    pub fn cell_dropped(&self) -> String {
        let [.., asked] = self.why_dropped();
        self.say(asked, &[])
    }
}

//! Cells dropped from the open list, deferred to the next pass, or ignored.

use gridwalk_pathfinding::{Cell, Cost, IgnoreReason, SearchEvent, Side};

use super::{Narrator, Phrase, StepDetail};
use crate::Describe;

/// Maximum number of cells named per reason of ignoring, except in full detail.
const MOST_IGNORED: usize = 2;

impl Narrator<'_> {
    /// Returns the phrases for one dropped cell, for several, and for a cell that the reader asks about.
    fn why_dropped(&self) -> [Phrase; 3] {
        if self.algorithm.is_none() {
            // The trace is from another program.
            [Phrase::Dropped, Phrase::ManyDropped, Phrase::CellDropped]
        } else if self.corrects_parents() {
            // Their paths turned out to exceed the cost limit.
            [Phrase::DroppedOverLimit, Phrase::ManyDroppedOverLimit, Phrase::CellDroppedOverLimit]
        } else {
            // Nothing cheaper than the path at hand leads through them.
            [Phrase::DroppedUseless, Phrase::ManyDroppedUseless, Phrase::CellDroppedUseless]
        }
    }

    /// Describes one dropped cell.
    pub fn dropped(&self, cell: Cell, side: Side) -> String {
        let [one, ..] = self.why_dropped();
        self.on_side(side, self.say(one, &[("cell", &cell)]))
    }

    /// Describes one deferred cell.
    pub fn deferred(&self, cell: Cell, f: Cost) -> String {
        self.say(Phrase::Deferred, &[("cell", &cell), ("f", &self.cost(f))])
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
        let counted = |phrase, count: usize| self.say(phrase, &[("count", &self.language.count(count))]);
        let [_, many, _] = self.why_dropped();
        let dropped = match *dropped {
            [] => None,
            [(cell, side)] => Some(self.dropped(cell, side)),
            ref cells => Some(counted(many, cells.len())),
        };
        let deferred = match *deferred {
            [] => None,
            [cell] => Some(self.say(Phrase::OneDeferred, &[("cell", &cell)])),
            ref cells => Some(counted(Phrase::ManyDeferred, cells.len())),
        };
        dropped.into_iter().chain(deferred).collect()
    }

    /// Describes one ignored neighbour.
    pub fn ignored(&self, cell: Cell, reason: IgnoreReason) -> String {
        self.say(Phrase::Ignored, &[("cell", &cell), ("why", &reason.describe_in(self.language))])
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
            let cells: Vec<_> = all.iter().filter(|one| one.1 == reason).map(|one| one.0.to_string()).collect();
            let shown = match self.detail {
                StepDetail::Short | StepDetail::Brief => MOST_IGNORED.min(cells.len()),
                StepDetail::Full => cells.len(),
            };
            let mut names = cells[..shown].join(", ");
            if shown < cells.len() {
                names = self.say(Phrase::ListMore, &[("list", &names), ("more", &(cells.len() - shown))]);
            }
            let why = reason.describe_in(self.language);
            (!cells.is_empty()).then(|| self.say(Phrase::ItemIgnored, &[("cells", &names), ("why", &why)]))
        };
        let items = IgnoreReason::ALL.into_iter().filter_map(of_reason);
        let list = items.reduce(|list, item| self.say(Phrase::List, &[("list", &list), ("next", &item)]))?;
        Some(self.say(Phrase::ManyIgnored, &[("list", &list)]))
    }

    /// Describes a dropped cell that the reader asks about.
    pub fn cell_dropped(&self) -> String {
        let [.., asked] = self.why_dropped();
        self.say(asked, &[])
    }
}

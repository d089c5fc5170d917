//! What happened at one position of a trace.

use super::changes::{Change, Kind};
use super::{Language, Phrase, Teller};
use crate::pathfinding::{Algorithm, Cell, NoPathReason, SearchEvent, Side, Timeline};

/// What happened right before the timeline's position, and why, in one or two sentences and about 200 characters.
///
/// Right after an expansion it tells all of it, with everything that it leads to in the events that follow. After
/// any other event it tells of that event alone.
///
/// # Complexity
/// O(n) for n open cells; no equals are counted in lists of more than 20,000.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::explain::{self, Language};
/// use gridwalk::pathfinding::*;
/// let grid = Grid::from_rows(&["...", "..."]);
/// let problem = SearchProblem::new(&grid, Cell::new(0, 0), Cell::new(2, 0)).unwrap();
/// let options = SearchOptions { movement: Movement::Four, steps: StepCosts::UNIFORM, ..SearchOptions::default() };
/// let (_, trace) = Trace::record(&options, &problem, Limits::NONE, usize::MAX, &mut NodePool::default());
/// let mut timeline = Timeline::new(trace.into());
/// timeline.seek(timeline.next(TraceStep::End));
/// let last = "A way is found: it costs 2 and has 3 cells; cells expanded: 3.";
/// assert_eq!(explain::step(&timeline, Language::English), last);
/// ```
#[must_use]
pub fn step(timeline: &Timeline, language: Language) -> String {
    let teller = Teller::new(timeline, language);
    let position = timeline.position();
    let Some(number) = position.checked_sub(1) else {
        let trace = teller.trace;
        return if trace.is_empty() {
            teller.say(Phrase::NothingAtAll, &[])
        } else {
            teller.say(Phrase::NothingYet, &[("start", &trace.start), ("goal", &trace.goal)])
        };
    };
    let event = teller.trace.event(number).expect("positions end where the events do");
    let mut sentences = match event {
        SearchEvent::Generated { .. } | SearchEvent::Relaxed { .. } => vec![teller.single(number)],
        SearchEvent::Expanded { cell, side } => teller.expansion(number, cell, side),
        SearchEvent::Pruned { cell, side } => vec![teller.dropped(cell, side)],
        SearchEvent::Deferred { cell, g, h, .. } => vec![teller.put_off(cell, g.saturating_add(h))],
        SearchEvent::Restarted { bound } => {
            let bound = teller.cost(bound);
            vec![teller.say(Phrase::NewPass, &[("bound", &bound), ("start", &teller.trace.start)])]
        }
        SearchEvent::Ended { found } => vec![if found { teller.found() } else { teller.exhausted() }],
    };
    let is_told = match event {
        SearchEvent::Ended { .. } => false,
        // With everything that it led to.
        SearchEvent::Expanded { .. } => position + teller.events_after(position).count() == timeline.len(),
        _ => position == timeline.len(),
    };
    if is_told {
        let phrase = if teller.trace.is_cut() { Phrase::RecordEnds } else { Phrase::GivenUp };
        sentences.push(teller.say(phrase, &[]));
    }
    // Both languages part sentences by a blank or by nothing at all.
    sentences.join(if language == Language::Chinese { "" } else { " " })
}

/// The headline of a side's open list at the timeline's position, with the number of its cells.
///
/// # Complexity
/// O(n log n) for n open cells.
#[must_use]
pub fn open_list_title(timeline: &Timeline, side: Side, language: Language) -> String {
    let teller = Teller::new(timeline, language);
    let count = timeline.marks().open_list(side, 0..usize::MAX).len();
    teller.on_side(side, teller.say(Phrase::OpenList, &[("count", &count)]))
}

impl Teller<'_> {
    /// One event that opened a cell.
    fn single(&self, number: usize) -> String {
        let change = self.change(number).expect("the event opens a cell");
        let Change { kind, cell, parent, g, h, side, .. } = change;
        if kind == Kind::New && cell == parent {
            let phrase = if side == Side::Forward { Phrase::StartOpened } else { Phrase::GoalOpened };
            return self.say(phrase, &[("cell", &cell), ("costs", &self.costs(g, h))]);
        }
        let current = self.timeline.marks_at(number).current().filter(|current| current.1 == side);
        self.on_side(side, self.one_change(current.map(|current| current.0), &change))
    }

    /// The events from this one on, up to the next expansion, pass or end.
    fn events_after(&self, number: usize) -> impl Iterator<Item = SearchEvent> {
        let is_within = |event: &SearchEvent| {
            use SearchEvent::{Ended, Expanded, Restarted};
            !matches!(event, Expanded { .. } | Restarted { .. } | Ended { .. })
        };
        (number..self.trace.len()).map_while(move |next| self.trace.event(next).filter(is_within))
    }

    /// An expansion and everything that it led to.
    fn expansion(&self, number: usize, cell: Cell, side: Side) -> Vec<String> {
        let mut sentences = vec![self.popped(number, cell, side)];
        if let Some(settled) = number.checked_sub(1).and_then(|before| self.settling(before, cell)) {
            sentences.push(self.one_change(None, &settled));
        }
        let events: Vec<_> = self.events_after(number + 1).collect();
        let after = number + 1 + events.len();
        let changes: Vec<_> = (number + 1..after).filter_map(|next| self.change(next)).collect();
        let after = self.trace.event(after);
        let dropped = self.all_dropped(&events);
        let told: usize = sentences.iter().chain(&dropped).map(|sentence| sentence.chars().count() + 1).sum();
        let room = self.language.room().saturating_sub(told);
        let is_over = after == Some(SearchEvent::Ended { found: true });
        let stops_at_goal = self.algorithm.is_some_and(|algorithm| !algorithm.ends_by_itself());
        let led_to = self.all_changes(cell, &changes, room);
        if cell == self.trace.goal && side == Side::Forward {
            let goes_on = self.is(Algorithm::IdaStar) || self.is(Algorithm::Fringe);
            let phrase =
                if goes_on && !(is_over && events.is_empty()) { Phrase::IsGoalSearchOn } else { Phrase::IsGoal };
            sentences.push(self.say(phrase, &[]));
        } else if led_to.is_empty() {
            let phrase = if is_over && stops_at_goal { Phrase::IsNear } else { Phrase::NothingNew };
            sentences.push(self.say(phrase, &[]));
        }
        sentences.extend(led_to);
        if let Some(last) = changes.last().filter(|_| is_over && stops_at_goal) {
            sentences.push(self.say(Phrase::StopsHere, &[("cell", &last.cell)]));
        }
        sentences.extend(dropped);
        sentences
    }

    fn found(&self) -> String {
        let outcome = &self.trace.outcome;
        if let [only] = outcome.path.as_slice() {
            return self.say(Phrase::FoundAtOnce, &[("cell", only)]);
        }
        let Some(cost) = outcome.cost.filter(|_| !outcome.path.is_empty()) else {
            return self.say(Phrase::FoundUnpriced, &[]);
        };
        let (cost, cells, expanded) = (self.cost(cost), outcome.path.len(), outcome.stats.expanded);
        self.say(Phrase::Found, &[("cost", &cost), ("cells", &cells), ("expanded", &expanded)])
    }

    fn exhausted(&self) -> String {
        use NoPathReason::{NotInRegion, TooDear, Unreachable};
        let answer = &self.trace.outcome.answer;
        let reasons = [
            (Unreachable, Phrase::NoWayUnreachable),
            (TooDear, Phrase::NoWayTooDear),
            (NotInRegion, Phrase::NoWayInRegion),
        ];
        // A trace keeps the reason only in words.
        let known = reasons.iter().find(|(reason, _)| answer.ends_with(reason.describe()));
        let reason = self.say(known.map_or(Phrase::NoWayEmpty, |known| known.1), &[]);
        self.say(Phrase::Exhausted, &[("reason", &reason)])
    }
}

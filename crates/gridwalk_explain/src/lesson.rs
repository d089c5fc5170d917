//! Faults of a lesson that was parsed: each of its pages is tried on its level.

use gridwalk_level::{
    Ask, BoardsSetup, Clock, Lesson, LessonPage, LessonPlace, LessonText, LessonView, Level,
    ProcedureEvent, ProcedureStep,
};
use gridwalk_pathfinding::{
    Cell, Grid, IgnoreReason, Limits, NodePool, Outcome, PathQuery, Rect, SearchEvent, Side,
};

use super::{CellState, Language, Timeline, Trace, next_expanded};

/// Returns all faults of a lesson, each a sentence that begins with its page, in the order of the
/// pages.
///
/// `level_named` finds a level of the folder, or returns the reason why there is none.
///
/// # Complexity
/// A search for each page.
pub fn lesson_faults(
    lesson: &Lesson,
    level_named: impl Fn(&str) -> Result<Level, String>,
) -> Vec<String> {
    let mut faults = Vec::new();
    let steps = lesson
        .pages
        .iter()
        .flat_map(|page| &page.steps)
        .map(|step| &step.text);
    let texts = lesson
        .pages
        .iter()
        .map(|page| &page.text)
        .chain(steps)
        .chain([&lesson.title]);
    for language in texts.flat_map(|LessonText(texts)| texts.keys()) {
        let fault = format!("the language `{language}` is not known");
        if Language::from_name(language).is_none() && !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    for (number, page) in lesson.pages.iter().enumerate() {
        let found = match level_named(page.level.as_ref().unwrap_or(&lesson.level)) {
            Ok(level) => page_faults(page, level),
            Err(why) => vec![why],
        };
        faults.extend(
            found
                .into_iter()
                .map(|fault| format!("page {}: {fault}", number + 1)),
        );
    }
    faults
}

fn page_faults(page: &LessonPage, mut level: Level) -> Vec<String> {
    let mut faults = Vec::new();
    for (cell, glyph) in &page.cells {
        match level.grid.terrain_by_glyph(*glyph) {
            Some(terrain) if level.grid.set_cells(vec![(*cell, terrain)]).is_ok() => {}
            Some(_) => faults.push(outside(*cell, &level.grid)),
            None => faults.push(format!("the level's legend has no glyph '{glyph}'")),
        }
    }
    let is_outside = |cell: &Cell| !level.grid.contains(*cell);
    faults.extend(
        page.point_at
            .iter()
            .copied()
            .filter(is_outside)
            .map(|cell| outside(cell, &level.grid)),
    );
    if let Some(Rect { at, width, height }) = page.zoom_to {
        let last = Cell::new(
            at.x.saturating_add_unsigned(width - 1),
            at.y.saturating_add_unsigned(height - 1),
        );
        faults.extend(
            [at, last]
                .into_iter()
                .find(is_outside)
                .map(|cell| outside(cell, &level.grid)),
        );
    }
    for change in &page.options {
        change.apply(&mut level.search);
    }
    if let LessonView::Boards(setup) = &page.view {
        let fits = match page.at {
            LessonPlace::Start | LessonPlace::End => true,
            LessonPlace::Expansion(_) => setup.clock == Clock::Expansions,
            LessonPlace::Event(_) => setup.clock == Clock::Events,
        };
        if !fits {
            let clock = setup.clock.name();
            faults.push(format!(
                "boards on the clock \"{clock}\" cannot be at this place; expected \"start\" or \"end\""
            ));
        }
        let refused = setup
            .boards
            .iter()
            .enumerate()
            .filter_map(|(board, changes)| {
                let error = BoardsSetup::options(&level.search, changes)
                    .check(&level.grid)
                    .err()?;
                Some(format!("board {}: {error}", board + 1))
            });
        faults.extend(refused);
    }
    if page.view != LessonView::Watch {
        if matches!(page.ask, Some(Ask::Next(_) | Ask::Value(..))) {
            faults.push("it asks about one search, but watches none".to_owned());
        }
        if !page.steps.is_empty() {
            faults.push("it has steps of one search, but watches none".to_owned());
        }
        return faults;
    }
    let grid = &level.grid;
    let agent = level.agents.first();
    let [start, goal] = page.ends;
    let start = start.or(agent.map(|agent| agent.at));
    let goal = goal.or(agent.and_then(|agent| agent.goals.first().copied()));
    let (Some(start), Some(goal)) = (start, goal) else {
        // The window chooses start and goal.
        return faults;
    };
    let query = PathQuery::new(start, goal, &level.search);
    match Trace::record(
        grid,
        &query,
        Limits::NONE,
        MAX_EVENTS,
        &mut NodePool::default(),
    ) {
        (Outcome::Refused(refusal), _) => faults.push(refusal.to_string()),
        (_, trace) => faults.extend(search_faults(page, Timeline::new(trace.into()))),
    }
    faults
}

/// Maximum number of events of a lesson's search.
const MAX_EVENTS: usize = 2_000_000;

fn outside(cell: Cell, grid: &Grid) -> String {
    format!(
        "{cell} lies outside the {} × {} map",
        grid.width(),
        grid.height()
    )
}

/// Returns the faults of a page in its search.
fn search_faults(page: &LessonPage, mut timeline: Timeline) -> Vec<String> {
    let Some(position) = position(&timeline, page.at) else {
        let expansions = timeline.marks_at(timeline.len()).counters().expanded;
        return vec![format!(
            "the search has only {expansions} expansions and {} events",
            timeline.len()
        )];
    };
    timeline.seek(position);
    match &page.ask {
        Some(Ask::Next(times)) => {
            for right in 0..*times {
                if next_expanded(&timeline).is_none() {
                    return vec![format!(
                        "it asks {times} times for the next cell, but only {right} are expanded"
                    )];
                }
                timeline.seek(timeline.end_of_step(timeline.next_expansion(timeline.position())));
            }
            Vec::new()
        }
        Some(Ask::Value(number, cell)) => {
            let marks = timeline.marks();
            let is_unseen = |side| marks.state(*cell, side) == CellState::Unseen;
            if is_unseen(Side::Forward) && is_unseen(Side::Backward) {
                return vec![format!(
                    "it asks for {number} of {cell}, which the search has not seen there"
                )];
            }
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Returns the index of the step to which the last event belongs; `None` if it belongs to none.
///
/// The last event before the path belongs to a step on [`ProcedureEvent::Goal`], if there is one.
#[must_use]
pub fn lit_step(timeline: &Timeline, steps: &[ProcedureStep]) -> Option<usize> {
    let number = timeline.position().checked_sub(1)?;
    let event_at = |number| timeline.trace().event(number);
    let own = match event_at(number)? {
        SearchEvent::Generated { cell, parent, .. } if cell == parent => ProcedureEvent::Start,
        SearchEvent::Generated { .. } => ProcedureEvent::Join,
        SearchEvent::Relaxed { .. } => ProcedureEvent::Update,
        SearchEvent::Expanded { .. } => ProcedureEvent::Take,
        SearchEvent::Ignored {
            reason: IgnoreReason::NotBetter | IgnoreReason::FirstParent,
            ..
        } => ProcedureEvent::Keep,
        SearchEvent::Ignored { .. } => ProcedureEvent::Skip,
        SearchEvent::Ended { found: true } => ProcedureEvent::Path,
        SearchEvent::Ended { found: false } => ProcedureEvent::NoPath,
        SearchEvent::Pruned { .. }
        | SearchEvent::Deferred { .. }
        | SearchEvent::Restarted { .. }
        | SearchEvent::NextPass { .. } => return None,
    };
    let is_goal = event_at(number + 1) == Some(SearchEvent::Ended { found: true });
    let mut events = is_goal
        .then_some(ProcedureEvent::Goal)
        .into_iter()
        .chain([own]);
    events.find_map(|event| steps.iter().position(|step| step.on.contains(&event)))
}

/// Returns the position of a place in a search; `None` if the search is shorter.
#[must_use]
pub fn position(timeline: &Timeline, place: LessonPlace) -> Option<usize> {
    match place {
        LessonPlace::Start | LessonPlace::Expansion(0) => Some(0),
        LessonPlace::End => Some(timeline.len()),
        LessonPlace::Event(events) => {
            Some(events as usize).filter(|events| *events <= timeline.len())
        }
        LessonPlace::Expansion(step) => timeline
            .position_of_step(step)
            .map(|after| timeline.end_of_step(after)),
    }
}

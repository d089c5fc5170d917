//! `gridwalk explain`: a search in sentences, all of its steps or one.

use std::io::Write;

use super::args::ExplainRequest;
use super::failure::{Done, Failure, bad, remark};
use super::files;
use super::question::Question;
use super::solve::exit_of;
use crate::pathfinding::explain::{self, Language};
use crate::pathfinding::{Limits, NodePool, SearchEvent, Side, Timeline, Trace, TraceStep};

/// Longer searches are told to here.
const MOST_EVENTS: usize = 10_000_000;

pub fn run(request: &ExplainRequest) -> Done {
    let level = files::read_level_as_written(&request.level)?;
    let question = Question::new(&request.question, &request.level, &level)?;
    let (outcome, _) = question.ask().or_else(bad)?;
    // Once more, watched. Watched, a search does the same.
    let (options, problem) = (&question.options, question.problem().or_else(bad)?);
    let (_, trace) = Trace::record(options, &problem, Limits::NONE, MOST_EVENTS, &mut NodePool::default());
    if let Some(notice) = trace.notice() {
        remark(&notice);
    }
    let mut timeline = Timeline::new(trace.into());
    match request.step {
        Some(step) => tell_one(&mut timeline, u64::from(step), request.language)?,
        None => tell_all(&mut timeline, request.language)?,
    }
    Ok(exit_of(&outcome))
}

/// One line a step, numbered, and a last one about the end.
fn tell_all(timeline: &mut Timeline, language: Language) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let steps = count(timeline);
    let width = steps.to_string().len();
    for step in 1..=steps {
        timeline.seek(timeline.next(TraceStep::Expansion));
        writeln!(out, "{step:width$}  {}", explain::step(timeline, language))?;
    }
    let last = timeline.len().checked_sub(1).and_then(|last| timeline.trace().event(last));
    if steps == 0 || matches!(last, Some(SearchEvent::Ended { .. })) {
        timeline.seek(timeline.len());
        writeln!(out, "{:width$}  {}", "", explain::step(timeline, language))?;
    }
    Ok(out.flush()?)
}

/// One step, and the open list of each side after it.
fn tell_one(timeline: &mut Timeline, step: u64, language: Language) -> Result<(), Failure> {
    let steps = count(timeline);
    if step > steps {
        return bad(format!("there is no step {step}; the search takes {steps}"));
    }
    for _ in 0..step {
        timeline.seek(timeline.next(TraceStep::Expansion));
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{step}  {}", explain::step(timeline, language))?;
    // To where everything that the step led to has happened.
    let is_within = |event| {
        use SearchEvent::{Deferred, Generated, Pruned, Relaxed};
        matches!(event, Some(Generated { .. } | Relaxed { .. } | Pruned { .. } | Deferred { .. }))
    };
    while is_within(timeline.trace().event(timeline.position())) {
        timeline.seek(timeline.position() + 1);
    }
    let (marks, units) = (timeline.marks(), timeline.trace().options.units);
    for side in [Side::Forward, Side::Backward].into_iter().filter(|side| marks.has(*side)) {
        writeln!(out, "\n{}", explain::open_list_title(timeline, side, language))?;
        for row in marks.open_list(side, 0..usize::MAX) {
            let [f, g, h] = [row.f, row.g, row.h].map(|cost| units.format(cost));
            let (rank, cell) = (row.rank + 1, row.cell.to_string());
            writeln!(out, "{rank:>6}  {cell:<12}  F {f:<8}  G {g:<8}  H {h}")?;
        }
    }
    Ok(out.flush()?)
}

/// How many steps there are.
fn count(timeline: &Timeline) -> u64 {
    timeline.marks_at(timeline.len()).counters().expanded
}

//! `gridwalk explain`: a search in sentences, all of its steps or some; made on a level, or read from a trace.

use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;

use gridwalk_explain::{Language, StepDetail, Timeline};
use gridwalk_level::Level;
use gridwalk_pathfinding::{Cell, SearchEvent, Side, StepCosts};
use serde::Serialize;

use super::answer::exit_of_trace;
use super::args::{ExplainRequest, Steps};
use super::failure::{Done, Failure, bad};
use super::files;
use super::print::{self, Head, Layout, line};
use super::query::LevelQuery;

/// Longer searches are explained up to here.
const MOST_EVENTS: usize = 10_000_000;

pub fn run(request: &ExplainRequest) -> Done {
    let (level, trace) = files::read_level_or_trace(&request.input)?;
    let from = (&request.query, request.input.level.as_path());
    let (asked, trace) = LevelQuery::watch((&level, trace), from, u64::MAX, MOST_EVENTS)?;
    let exit = exit_of_trace(&trace.outcome);
    let mut narration = Narration {
        header: header(&level, &asked, &trace, request.language),
        timeline: Timeline::new(trace.into()),
        language: request.language,
        detail: if request.full { StepDetail::Full } else { StepDetail::Brief },
    };
    let steps = narration.steps();
    let wanted = match &request.step {
        None => 1..=steps,
        Some(Steps::One(step)) => *step..=*step,
        Some(Steps::Some(range)) => *range.start()..=steps.min(*range.end()),
    };
    if request.step.is_some() && *wanted.start() > steps {
        return bad(format!("there is no step {}; the search takes {steps}", wanted.start()));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if request.json {
        print::object(&mut out, &narration.json(&asked, wanted), Layout::OneLine)?;
    } else {
        narration.print(&mut out, wanted.clone())?;
        if let Some(Steps::One(_)) = request.step {
            narration.print_open_lists(&mut out)?;
        } else if *wanted.end() == steps {
            narration.print_end(&mut out)?;
        }
    }
    out.flush()?;
    Ok(exit)
}

fn header(level: &Level, asked: &LevelQuery, trace: &gridwalk_explain::Trace, language: Language) -> Vec<String> {
    let agent = asked.agent.as_ref().map_or_else(String::new, |agent| format!(" · {agent}"));
    let name = if level.name.is_empty() { asked.level.clone() } else { format!("{} ({})", level.name, asked.level) };
    let mut header = vec![name + &agent];
    header.extend(gridwalk_explain::header(trace, &asked.query.options, language));
    header
}

struct Narration {
    header: Vec<String>,
    timeline: Timeline,
    language: Language,
    detail: StepDetail,
}

/// What `explain --json` prints: one object, described in `docs/command-line.md`.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    query: &'a LevelQuery<'a>,
    language: &'static str,
    /// What the reader has to know before the first step.
    header: Vec<String>,
    /// How many steps the search takes.
    expanded: u32,
    steps: Vec<Step>,
    /// How it ended, if the last step is among these.
    end: Option<String>,
}

/// One expansion.
#[derive(Serialize)]
struct Step {
    #[serde(rename = "step")]
    number: u32,
    cell: Cell,
    /// `start` or `goal`: the end from which the cell was reached.
    side: &'static str,
    /// In the numbers of the step costs.
    g: f64,
    h: f64,
    f: f64,
    /// How many positions of a sorted open list each insertion passes.
    positions_passed: Vec<u32>,
    sentence: String,
}

impl Narration {
    fn steps(&self) -> u32 {
        let expanded = self.timeline.marks_at(self.timeline.len()).counters().expanded;
        u32::try_from(expanded).unwrap_or(u32::MAX)
    }

    /// Goes to right after an expansion and explains it.
    fn sentence(&mut self, step: u32) -> String {
        self.timeline.seek(self.timeline.position_of_step(step).expect("the search takes so many steps"));
        gridwalk_explain::step(&self.timeline, self.language, self.detail)
    }

    /// How the search ended; `None` if it was recorded no farther, or the last step has said it.
    fn end(&mut self) -> Option<String> {
        let last = self.timeline.len().checked_sub(1).and_then(|last| self.timeline.trace().event(last));
        let says_more = self.steps() == 0 || matches!(last, Some(SearchEvent::Ended { .. }));
        self.timeline.seek(self.timeline.len());
        says_more.then(|| gridwalk_explain::step(&self.timeline, self.language, self.detail))
    }

    /// The header, and one numbered line a step.
    fn print(&mut self, out: &mut impl Write, wanted: RangeInclusive<u32>) -> Result<(), Failure> {
        for text in &self.header {
            line(out, text)?;
        }
        line(out, "")?;
        let width = wanted.end().to_string().len();
        for step in wanted {
            let sentence = self.sentence(step);
            line(out, format_args!("{step:width$}  {sentence}"))?;
        }
        Ok(())
    }

    fn print_end(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let width = self.steps().to_string().len();
        if let Some(end) = self.end() {
            line(out, format_args!("{:width$}  {end}", ""))?;
        }
        Ok(())
    }

    /// The open list of each side after everything that the step led to.
    fn print_open_lists(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        self.timeline.seek(self.timeline.end_of_step(self.timeline.position()));
        let (marks, units) = (self.timeline.marks(), self.timeline.trace().options.units);
        for side in [Side::Forward, Side::Backward].into_iter().filter(|side| marks.has(*side)) {
            line(out, "")?;
            line(out, gridwalk_explain::open_list_title(&self.timeline, side, self.language))?;
            for row in marks.open_list(side, 0..usize::MAX) {
                let [f, g, h] = [row.f, row.g, row.h].map(|cost| units.format(cost));
                let (rank, cell) = (row.rank + 1, row.cell.to_string());
                line(out, format_args!("{rank:>6}  {cell:<12}  F {f:<8}  G {g:<8}  H {h}"))?;
            }
        }
        Ok(())
    }

    fn json<'a>(mut self, query: &'a LevelQuery, wanted: RangeInclusive<u32>) -> Explained<'a> {
        let expanded = self.steps();
        let units = self.timeline.trace().options.units;
        let is_whole = *wanted.end() == expanded;
        let steps = wanted.map(|step| self.step(step, units)).collect();
        Explained {
            head: Head::NOW,
            query,
            language: self.language.name(),
            expanded,
            steps,
            end: if is_whole { self.end() } else { None },
            header: self.header,
        }
    }

    fn step(&mut self, step: u32, units: StepCosts) -> Step {
        let sentence = self.sentence(step);
        let position = self.timeline.position();
        let marks = self.timeline.marks();
        let (cell, side) = marks.current().expect("a cell was just expanded");
        let mark = marks.get(cell, side);
        let [g, h, f] = mark.map_or([0.0; 3], |mark| [mark.g, mark.h, mark.f()].map(|cost| units.to_f64(cost)));
        let side = if side == Side::Forward { "start" } else { "goal" };
        let passed = position..self.timeline.end_of_step(position);
        let positions_passed = passed.filter_map(|event| self.timeline.positions_passed(event)).collect();
        Step { number: step, cell, side, g, h, f, positions_passed, sentence }
    }
}

//! `gridwalk explain`: describes the steps of a search in sentences, for a level or a recorded
//! trace.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;

use gridwalk_explain::{Language, OpenRow, StepDetail, Timeline};
use gridwalk_level::Level;
use gridwalk_pathfinding::{Cell, SearchEvent, Side};
use serde::{Serialize, Serializer};

use super::args::{ExplainRequest, Steps};
use super::files;
use super::output::{self, Done, Failure, JsonLayout, ReportHead, bad, line};
use super::query::{LevelQuery, exit_of_trace};

/// The maximum number of recorded events; longer searches are explained up to there.
const MAX_EVENTS: usize = 10_000_000;

pub fn run(request: &ExplainRequest) -> Done {
    let (level, trace) = files::read_or_trace(&request.input)?;
    let from = (&request.query, request.input.level.as_path());
    let (asked, trace) = LevelQuery::watch((&level, trace), from, u64::MAX, MAX_EVENTS)?;
    let exit = exit_of_trace(&trace);
    let mut narration = Narration {
        header: header(&level, &asked, &trace, request.language),
        timeline: Timeline::new(trace.into()),
        language: request.language,
        detail: if request.full {
            StepDetail::Full
        } else {
            StepDetail::Brief
        },
    };
    // Recorded steps, and all steps of the search.
    let (steps, all) = (narration.steps(), narration.all_steps());
    let wanted = match &request.step {
        None => 1..=steps,
        Some(Steps::One(step)) => *step..=*step,
        Some(Steps::Some(range)) => *range.start()..=steps.min(*range.end()),
    };
    if request.step.is_some() && *wanted.start() > steps {
        let step = wanted.start();
        return bad(if u64::from(*step) > all {
            format!("there is no step {step}; the search takes {all}")
        } else {
            format!(
                "step {step} is not in the record, which keeps the first {steps} of {all} steps"
            )
        });
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if request.json {
        let with_open = matches!(request.step, Some(Steps::One(_)));
        output::object(
            &mut out,
            &narration.json(&asked, wanted, with_open),
            JsonLayout::OneLine,
        )?;
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

fn header(
    level: &Level,
    asked: &LevelQuery,
    trace: &gridwalk_explain::Trace,
    language: Language,
) -> Vec<String> {
    let agent = asked
        .agent
        .as_ref()
        .map_or_else(String::new, |agent| format!(" · {agent}"));
    let name = if level.name.is_empty() {
        asked.level.clone()
    } else {
        format!("{} ({})", level.name, asked.level)
    };
    let mut header = vec![name + &agent];
    header.extend(gridwalk_explain::header(
        trace,
        &asked.query.options,
        language,
    ));
    header
}

struct Narration {
    header: Vec<String>,
    timeline: Timeline,
    language: Language,
    detail: StepDetail,
}

/// The output of `explain --json`: one object, described in `docs/command-line.md`.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    head: ReportHead,
    #[serde(flatten)]
    query: &'a LevelQuery<'a>,
    language: &'static str,
    /// The introduction before the first step.
    header: Vec<String>,
    /// Number of steps that the search takes.
    expanded: u64,
    /// Number of recorded steps, then whether steps are missing.
    recorded: u32,
    truncated: bool,
    steps: Steppings,
    /// The end of the search, if the last step is included.
    end: Option<String>,
}

/// Steps that are explained while they are printed: all steps of a long search do not fit into
/// memory.
struct Steppings {
    narration: RefCell<Narration>,
    wanted: RangeInclusive<u32>,
    /// Whether the open list after each step is included.
    with_open: bool,
}

impl Serialize for Steppings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.wanted
                .clone()
                .map(|step| self.narration.borrow_mut().step(step, self.with_open)),
        )
    }
}

/// One expansion.
#[derive(Serialize)]
struct ExpansionLine {
    #[serde(rename = "step")]
    number: u32,
    cell: Cell,
    /// `start` or `goal`: the end from which the cell was reached.
    side: &'static str,
    /// In the numbers of the step costs, as are `h` and `f`.
    g: f64,
    h: f64,
    f: f64,
    /// Number of positions of a sorted open list that each insertion passes.
    positions_passed: Vec<u32>,
    sentence: String,
    /// The open list after the step, in pop order; only if a single step is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<OpenCell>>,
}

/// A row of the open list.
#[derive(Serialize)]
struct OpenCell {
    cell: Cell,
    side: &'static str,
    g: f64,
    h: f64,
    f: f64,
}

const fn name_of(side: Side) -> &'static str {
    match side {
        Side::Forward => "start",
        Side::Backward => "goal",
    }
}

impl Narration {
    /// Returns the number of recorded steps.
    fn steps(&self) -> u32 {
        self.timeline.expansions()
    }

    /// Returns the number of steps of the whole search.
    fn all_steps(&self) -> u64 {
        let trace = self.timeline.trace();
        if trace.is_cut() {
            trace.outcome.stats.expanded
        } else {
            self.steps().into()
        }
    }

    /// Moves to the position after an expansion and explains the expansion.
    fn sentence(&mut self, step: u32) -> String {
        self.timeline.seek(
            self.timeline
                .position_of_step(step)
                .expect("the search takes so many steps"),
        );
        gridwalk_explain::step(&self.timeline, self.language, self.detail)
    }

    /// Describes the end of the search; `None` if it was not recorded, or the last step describes
    /// it.
    fn end(&mut self) -> Option<String> {
        let last = self
            .timeline
            .len()
            .checked_sub(1)
            .and_then(|last| self.timeline.trace().event(last));
        let says_more = self.steps() == 0 || matches!(last, Some(SearchEvent::Ended { .. }));
        self.timeline.seek(self.timeline.len());
        says_more.then(|| gridwalk_explain::step(&self.timeline, self.language, self.detail))
    }

    /// Prints the header, and one numbered line per step.
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

    /// Prints the open list of each side after all events of the step.
    fn print_open_lists(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        self.timeline
            .seek(self.timeline.end_of_step(self.timeline.position()));
        let (marks, units) = (self.timeline.marks(), self.timeline.trace().options.units);
        for side in [Side::Forward, Side::Backward]
            .into_iter()
            .filter(|side| marks.has(*side))
        {
            line(out, "")?;
            line(
                out,
                gridwalk_explain::open_list_title(&self.timeline, side, self.language),
            )?;
            for row in marks.open_list(side, 0..usize::MAX) {
                let [f, g, h] = [row.f, row.g, row.h].map(|cost| units.format(cost));
                let (rank, cell) = (row.rank + 1, row.cell.to_string());
                line(
                    out,
                    format_args!("{rank:>6}  {cell:<12}  F {f:<8}  G {g:<8}  H {h}"),
                )?;
            }
        }
        Ok(())
    }

    fn json<'a>(
        mut self,
        query: &'a LevelQuery,
        wanted: RangeInclusive<u32>,
        with_open: bool,
    ) -> Explained<'a> {
        let (expanded, recorded, truncated) = (
            self.all_steps(),
            self.steps(),
            self.timeline.trace().is_cut(),
        );
        Explained {
            head: ReportHead::NOW,
            query,
            language: self.language.name(),
            expanded,
            recorded,
            truncated,
            end: if *wanted.end() == recorded {
                self.end()
            } else {
                None
            },
            header: std::mem::take(&mut self.header),
            steps: Steppings {
                narration: RefCell::new(self),
                wanted,
                with_open,
            },
        }
    }

    fn step(&mut self, step: u32, with_open: bool) -> ExpansionLine {
        let sentence = self.sentence(step);
        let units = self.timeline.trace().options.units;
        let position = self.timeline.position();
        let marks = self.timeline.marks();
        let (cell, side) = marks.current().expect("a cell was just expanded");
        let mark = marks.get(cell, side);
        let [g, h, f] = mark.map_or([0.0; 3], |mark| {
            [mark.g, mark.h, mark.f()].map(|cost| units.to_f64(cost))
        });
        let end = self.timeline.end_of_step(position);
        let positions_passed = (position..end)
            .filter_map(|event| self.timeline.positions_passed(event))
            .collect();
        let open = with_open.then(|| self.open_cells(end));
        ExpansionLine {
            number: step,
            cell,
            side: name_of(side),
            g,
            h,
            f,
            positions_passed,
            sentence,
            open,
        }
    }

    /// Returns the open lists of both sides at a position.
    fn open_cells(&self, position: usize) -> Vec<OpenCell> {
        let (marks, units) = (
            self.timeline.marks_at(position),
            self.timeline.trace().options.units,
        );
        let sides = [Side::Forward, Side::Backward]
            .into_iter()
            .filter(|side| marks.has(*side));
        let rows = sides.flat_map(|side| {
            marks
                .open_list(side, 0..usize::MAX)
                .into_iter()
                .map(move |row| (side, row))
        });
        let cell = |(side, row): (Side, OpenRow)| {
            let [g, h, f] = [row.g, row.h, row.f].map(|cost| units.to_f64(cost));
            OpenCell {
                cell: row.cell,
                side: name_of(side),
                g,
                h,
                f,
            }
        };
        rows.map(cell).collect()
    }
}

//! `gridwalk solve`: one way, drawn for people or told as JSON.

use std::io::Write;
use std::time::Duration;

use super::answer::{Answer, Judgement, pairs, reason};
use super::args::SolveRequest;
use super::drawing::{self, Marks};
use super::failure::{Done, FINDINGS, Failure, OK, bad, remark};
use super::files;
use super::question::Question;
use super::trace_file::{self, TraceFormat};
use crate::pathfinding::Outcome;

pub fn run(request: &SolveRequest) -> Done {
    let level = files::read_level_as_written(&request.level)?;
    let question = Question::new(&request.question, &request.level, &level)?;
    let format = request.trace.as_deref().map(|path| TraceFormat::of(path, request.posthoc)).transpose()?;
    match question.ask() {
        Ok((outcome, time)) => {
            if let (Some(path), Some(format)) = (&request.trace, format) {
                let problem = question.problem().expect("an answer was found before");
                trace_file::write(path, format, &question.options, &problem)?;
            }
            if request.json { tell(request, &question, &outcome, time) } else { show(&question, &outcome, time) }
        }
        // Programs read stdout alone, so they are told there as well.
        Err(sentence) => {
            if request.json {
                print_json(&Answer::refused(sentence.clone()))?;
            }
            bad(sentence)
        }
    }
}

pub fn exit_of(outcome: &Outcome) -> u8 {
    if outcome.path().is_some() { OK } else { FINDINGS }
}

fn tell(request: &SolveRequest, question: &Question, outcome: &Outcome, time: Duration) -> Done {
    let mut answer = Answer::new(outcome, &question.options);
    answer.verdict = Some(Judgement::new(&question.judge(outcome), &question.options));
    answer.search_us = microseconds(time);
    answer.expanded_order = request.order.then(|| pairs(&question.expanded_order()));
    print_json(&answer)?;
    Ok(exit_of(outcome))
}

fn print_json(answer: &Answer) -> Result<(), Failure> {
    let json = serde_json::to_string(answer).expect("an answer has plain fields");
    Ok(writeln!(std::io::stdout().lock(), "{json}")?)
}

/// Microseconds to a tenth.
fn microseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}

fn show(question: &Question, outcome: &Outcome, time: Duration) -> Done {
    let mut out = anstream::stdout().lock();
    let cells = outcome.path().map_or(&[][..], |path| path.cells());
    let scale = drawing::scale(&question.grid, drawing::columns());
    if scale != (1, 1) {
        let (across, down) = scale;
        remark(&format!("the map is too large to be drawn whole; each sign is {across} × {down} cells"));
    }
    let marks = Marks { start: question.start, goal: question.goal, path: cells };
    drawing::draw(&mut out, &question.grid, &marks, scale)?;

    let (stats, options) = (outcome.stats(), &question.options);
    writeln!(out)?;
    match (outcome.path(), reason(outcome)) {
        (Some(path), _) => {
            let cost = options.units().format(path.cost());
            writeln!(
                out,
                "{} from {} to {}: cost {cost}, {} cells",
                options.algorithm.title(),
                question.start,
                question.goal,
                cells.len()
            )?;
        }
        (None, reason) => {
            let why = reason.unwrap_or_default();
            writeln!(out, "no way from {} to {}: {why}", question.start, question.goal)?;
        }
    }
    let time = microseconds(time);
    writeln!(
        out,
        "{} expanded, {} generated, {} reopened, in {time} µs",
        stats.expanded, stats.generated, stats.reopened
    )?;
    let verdict = question.judge(outcome);
    writeln!(out, "{}", verdict.sentence())?;
    if let Some(sentence) = verdict.estimate_sentence() {
        writeln!(out, "{sentence}")?;
    }
    writeln!(out, "{}", options.describe())?;
    Ok(exit_of(outcome))
}

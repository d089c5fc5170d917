//! The command: reads the request, runs the simulation and prints its figures.

use std::fmt::Write as _;
use std::io::Write as _;

use gridwalk_crowd::CrowdRules;
use serde::Serialize;

use super::cast::{self, Dice};
use super::run::Simulation;
use super::tally::{self, Figures, Tally};
use crate::cli::args::SimulateRequest;
use crate::cli::failure::{Done, FINDINGS, OK, bad};
use crate::cli::print::{self, Head, Layout, line, remark};
use crate::cli::progress::Progress;
use crate::cli::{files, levels};

/// The JSON output of a simulation.
#[derive(Serialize, Debug)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    level: String,
    scen: Option<String>,
    movement: &'a str,
    seed: u64,
    lifelong: bool,
    #[serde(flatten)]
    figures: Figures,
}

pub fn run(request: &SimulateRequest) -> Done {
    let level = levels::read(&request.input)?;
    let positions_are_printed = request.positions.as_deref().is_some_and(files::is_stream);
    if positions_are_printed && request.json {
        return bad("--positions - and --json would both be printed; name a file for the positions");
    }
    if let Some(path) = &request.positions {
        files::check_place(path, request.existing)?;
    }
    let mut search = level.search.clone();
    search.movement = request.movement.unwrap_or(search.movement);
    let rules = CrowdRules::from_options(&search).or_else(|refusal| bad(refusal.to_string()))?;
    let rules = CrowdRules { seed: request.seed, ..rules };
    let walkers = cast::find(request, &level, rules.movement)?;
    let mut edits = match &request.edits {
        Some(path) => cast::read_edits(path, &level.grid)?,
        None => Vec::new(),
    }
    .into_iter()
    .peekable();
    let dice = request.lifelong.then(|| Dice::new(request.seed ^ 1));
    let mut simulation = Simulation::new(&level, rules, &walkers, request.scen.as_deref(), dice)?;
    let bounds = if request.lifelong { None } else { tally::bounds(&simulation, &walkers) };

    let progress = Progress::start("simulating", "ticks");
    let mut tally = Tally::new(walkers.len());
    let mut positions = String::new();
    tally.count(&simulation);
    write_positions(request, &simulation, &mut positions)?;
    while simulation.crowd.now() < request.ticks {
        let is_home = (0..simulation.len()).all(|agent| simulation.is_home(agent));
        if !request.lifelong && is_home && edits.peek().is_none() {
            break;
        }
        while let Some(timed) = edits.next_if(|timed| timed.tick <= simulation.crowd.now()) {
            simulation.edit(&timed.edit)?;
        }
        simulation.tick();
        tally.count(&simulation);
        write_positions(request, &simulation, &mut positions)?;
        progress.done().store(simulation.crowd.now(), std::sync::atomic::Ordering::Relaxed);
    }
    drop(progress);
    if let Some((tick, conflict)) = simulation.first_conflict {
        remark(&format!("a conflict in tick {tick}: {conflict}"));
    }
    if let Some(path) = request.positions.as_deref().filter(|_| !positions_are_printed) {
        files::write(path, positions.as_bytes(), request.existing)?;
    }
    let figures = tally.figures(&simulation, bounds, request.lifelong);
    let is_well = figures.conflicts == 0 && (request.lifelong || figures.arrived == figures.agents);
    if request.json {
        let (level, movement) = (request.input.level.display().to_string(), rules.movement.name());
        let scen = request.scen.as_ref().map(|path| path.display().to_string());
        let (seed, lifelong) = (request.seed, request.lifelong);
        let report = Report { head: Head::NOW, level, scen, movement, seed, lifelong, figures };
        print::object(&mut std::io::stdout().lock(), &report, Layout::OneLine)?;
    } else if !positions_are_printed {
        let mut out = anstream::stdout().lock();
        figures.lines().iter().try_for_each(|text| line(&mut out, text))?;
    }
    Ok(if is_well { OK } else { FINDINGS })
}

/// Prints the cells of all agents as one line, or adds the line to the text of the file.
fn write_positions(
    request: &SimulateRequest,
    simulation: &Simulation,
    text: &mut String,
) -> Result<(), std::io::Error> {
    let Some(path) = &request.positions else { return Ok(()) };
    let begin = text.len();
    _ = write!(text, "{{\"tick\": {}, \"cells\": [", simulation.crowd.now());
    for agent in 0..simulation.len() {
        let (cell, comma) = (simulation.cell(agent), if agent > 0 { ", " } else { "" });
        _ = write!(text, "{comma}[{}, {}]", cell.x, cell.y);
    }
    text.push_str("]}\n");
    if files::is_stream(path) {
        std::io::stdout().lock().write_all(&text.as_bytes()[begin..])?;
        text.clear();
    }
    Ok(())
}

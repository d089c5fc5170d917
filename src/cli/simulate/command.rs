//! The command: reads the request, runs the simulation and prints its figures.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use gridwalk_crowd::CrowdRules;
use gridwalk_explain::counted;
use gridwalk_level::{Level, Looks};
use gridwalk_pathfinding::slices::at_once;
use serde::Serialize;

use super::cast::{self, Dice};
use super::run::Simulation;
use super::tally::{self, Figures, SimulationTally};
use crate::cli::args::SimulateRequest;
use crate::cli::failure::{Done, FINDINGS, Failure, OK, bad};
use crate::cli::print::{self, JsonLayout, ReportHead, line, remark};
use crate::cli::progress::ProgressLine;
use crate::cli::render::DEFAULT_SECONDS;
use crate::cli::{files, levels};
use crate::picture::{Animation, WalkFilm};

/// The JSON output of a simulation.
#[derive(Serialize, Debug)]
struct SimulationReport<'a> {
    #[serde(flatten)]
    head: ReportHead,
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
        return bad(
            "--positions - and --json would both be printed; name a file for the positions",
        );
    }
    if let Some(path) = &request.positions {
        files::check_place(path, request.existing)?;
    }
    let mut film = request
        .gif
        .as_deref()
        .map(|path| Film::new(path, request, &level))
        .transpose()?;
    let mut search = level.search.clone();
    search.movement = request.movement.unwrap_or(search.movement);
    let rules = CrowdRules::from_options(&search).or_else(|refusal| bad(refusal.to_string()))?;
    let rules = CrowdRules {
        seed: request.seed,
        ..rules
    };
    let walkers = cast::find(request, &level, rules.movement)?;
    let mut edits = match &request.edits {
        Some(path) => cast::read_edits(path, &level.grid)?,
        None => Vec::new(),
    }
    .into_iter()
    .peekable();
    let dice = request.lifelong.then(|| Dice::new(request.seed ^ 1));
    let mut simulation = Simulation::new(&level, rules, &walkers, request.scen.as_deref(), dice)?;
    let bounds = if request.lifelong {
        None
    } else {
        tally::bounds(&simulation, &walkers)
    };

    let progress = ProgressLine::start("simulating", "ticks");
    let mut tally = SimulationTally::new(walkers.len());
    let mut positions = String::new();
    tally.count(&simulation);
    write_positions(request, &simulation, &mut positions)?;
    record(film.as_mut(), &simulation);
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
        record(film.as_mut(), &simulation);
        progress
            .done()
            .store(simulation.crowd.now(), std::sync::atomic::Ordering::Relaxed);
    }
    drop(progress);
    if let Some((tick, conflict)) = simulation.first_conflict {
        remark(&format!("a conflict in tick {tick}: {conflict}"));
    }
    if let Some(path) = request
        .positions
        .as_deref()
        .filter(|_| !positions_are_printed)
    {
        files::write(path, positions.as_bytes(), request.existing)?;
    }
    if let Some(film) = film {
        film.write(request, &simulation)?;
    }
    let figures = tally.figures(&simulation, bounds, request.lifelong);
    let is_well = figures.conflicts == 0 && (request.lifelong || figures.arrived == figures.agents);
    if request.json {
        let (level, movement) = (
            request.input.level.display().to_string(),
            rules.movement.name(),
        );
        let scen = request.scen.as_ref().map(|path| path.display().to_string());
        let (seed, lifelong) = (request.seed, request.lifelong);
        let report = SimulationReport {
            head: ReportHead::NOW,
            level,
            scen,
            movement,
            seed,
            lifelong,
            figures,
        };
        print::object(&mut std::io::stdout().lock(), &report, JsonLayout::OneLine)?;
    } else if !positions_are_printed {
        let mut out = anstream::stdout().lock();
        figures
            .lines()
            .iter()
            .try_for_each(|text| line(&mut out, text))?;
    }
    Ok(if is_well { OK } else { FINDINGS })
}

/// The animation of the run, and its file.
struct Film<'a> {
    path: &'a Path,
    walk: WalkFilm,
    looks: Looks,
}

impl<'a> Film<'a> {
    /// Fails before the run if the file or the map is unfit.
    fn new(path: &'a Path, request: &SimulateRequest, level: &Level) -> Result<Self, Failure> {
        if files::is_stream(path) || files::ending(path) != "gif" {
            return bad(format!(
                "--gif {}: expected a name that ends in .gif",
                path.display()
            ));
        }
        files::check_place(path, request.existing)?;
        let too_large = || {
            let (max, level) = (Animation::MAX_SIDE, request.input.level.display());
            bad(format!(
                "{level}: an animation has at most {max} × {max} pixels; this map has more cells than that"
            ))
        };
        let looks = level.grid.looks().clone();
        WalkFilm::new(&level.grid).map_or_else(too_large, |walk| Ok(Self { path, walk, looks }))
    }

    fn write(mut self, request: &SimulateRequest, simulation: &Simulation) -> Result<(), Failure> {
        self.walk
            .end(simulation.grid(), self.looks.clone(), simulation.figures());
        let plan = self.walk.plan(request.seconds.unwrap_or(DEFAULT_SECONDS));
        let progress = ProgressLine::start("drawing", "frames");
        let bytes = at_once(self.walk.encode_in_slices(&plan, progress.done()));
        drop(progress);
        files::write(self.path, &bytes, request.existing)?;
        remark(&format!(
            "{}: {}",
            self.path.display(),
            counted(plan.frames() as u64, "frame")
        ));
        Ok(())
    }
}

fn record(film: Option<&mut Film>, simulation: &Simulation) {
    if let Some(film) = film {
        film.walk.record(
            simulation.grid(),
            || film.looks.clone(),
            simulation.figures(),
        );
    }
}

/// Prints the cells of all agents as one line, or adds the line to the text of the file.
fn write_positions(
    request: &SimulateRequest,
    simulation: &Simulation,
    text: &mut String,
) -> Result<(), std::io::Error> {
    let Some(path) = &request.positions else {
        return Ok(());
    };
    let begin = text.len();
    _ = write!(text, "{{\"tick\": {}, \"cells\": [", simulation.crowd.now());
    for agent in 0..simulation.len() {
        let (cell, comma) = (simulation.cell(agent), if agent > 0 { ", " } else { "" });
        _ = write!(text, "{comma}[{}, {}]", cell.x, cell.y);
    }
    text.push_str("]}\n");
    if files::is_stream(path) {
        std::io::stdout()
            .lock()
            .write_all(&text.as_bytes()[begin..])?;
        text.clear();
    }
    Ok(())
}

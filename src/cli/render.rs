//! `gridwalk render`: a level, and a search on it, as a picture or an animation.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::animation::{self, Animation};
use super::args::{RenderRequest, WayRequest};
use super::failure::{Done, FINDINGS, Failure, OK, bad, remark};
use super::question::Question;
use super::{files, png_map};
use crate::pathfinding::formats::Level;
use crate::pathfinding::{
    Cell, CellIndex, Grid, Limits, NodePool, Outcome, SearchEvent, SearchOptions, Timeline, Trace,
};
use crate::picture::{
    Picture, draw_agent, draw_closed_to, draw_goal, draw_grid, draw_marks, draw_path, draw_start, fitting_cell,
};

/// How long pictures and animations are where nobody says how large a cell is, in pixels.
const LONG_SIDE: u32 = 1280;
const LONG_SIDE_ANIMATED: u32 = 800;
/// The longest side of an animation, in pixels.
const MOST_ANIMATED: u32 = 2048;
/// Some 700 MB of memory for the search to be played.
const MOST_EVENTS: usize = 1 << 24;
const DEFAULT_SECONDS: f64 = 8.0;

pub fn run(request: &RenderRequest) -> Done {
    let shown = request.output.display();
    match files::ending(&request.output).as_str() {
        "png" if request.seconds.is_some() => bad("--seconds is for animations; a .png stands still"),
        "png" if request.search || request.step.is_some() => picture_of_search(request),
        "png" if request.question != WayRequest::default() => {
            bad("these options are about a search; say --search to see one, or --step N")
        }
        "png" => picture_of_level(request),
        "gif" => animation(request),
        _ => bad(format!("{shown}: expected a name that ends in .png or .gif")),
    }
}

fn picture_of_level(request: &RenderRequest) -> Done {
    let level = files::read_level_as_written(&request.level)?;
    let cell = request.cell.unwrap_or_else(|| fitting_cell(&level.grid, LONG_SIDE));
    let mut picture = draw_map(request, &level.grid, cell)?;
    for agent in &level.agents {
        draw_agent(&mut picture, cell, agent.at, agent.profile.size);
    }
    let count = level.agents.len();
    write_picture(
        &request.output,
        &picture,
        &if count == 1 { "1 agent".to_owned() } else { format!("{count} agents") },
    )?;
    Ok(OK)
}

fn picture_of_search(request: &RenderRequest) -> Done {
    let level = files::read_level_as_written(&request.level)?;
    let cell = request.cell.unwrap_or_else(|| fitting_cell(&level.grid, LONG_SIDE));
    let film = Film::new(request, &level, cell)?;
    let last = film.last();
    write_picture(&request.output, &film.frame(last), &format!("{last} expansions"))?;
    Ok(film.exit())
}

fn animation(request: &RenderRequest) -> Done {
    let level = files::read_level_as_written(&request.level)?;
    let longest = level.grid.width().max(level.grid.height());
    let cell = request.cell.unwrap_or_else(|| fitting_cell(&level.grid, LONG_SIDE_ANIMATED));
    if u64::from(longest) * u64::from(cell) > MOST_ANIMATED.into() {
        let limit = format!("an animation has at most {MOST_ANIMATED} × {MOST_ANIMATED} pixels");
        return match MOST_ANIMATED / longest {
            0 => bad(format!(
                "{}: {limit}; this map has more cells than that, a .png can hold it",
                request.level.display()
            )),
            fits => bad(format!("{limit}; with --cell {fits} it fits")),
        };
    }
    let film = Film::new(request, &level, cell)?;
    let plan = Animation::new(film.last(), request.seconds.unwrap_or(DEFAULT_SECONDS));
    let bytes = animation::encode(&plan, |expansions| film.frame(expansions));
    files::write(&request.output, &bytes)?;
    let (frames, last) = (plan.frames(), film.last());
    say(&request.output, &film.map, &format!("{frames} frames, {last} expansions"))?;
    Ok(film.exit())
}

/// A search that can be drawn as it was after any number of expansions.
struct Film<'a> {
    question: Question<'a>,
    /// The map alone.
    map: Picture,
    cell: u32,
    timeline: Timeline,
    /// The position of the timeline after 0, 1, 2, … expansions.
    positions: Vec<usize>,
    outcome: Outcome,
    /// Whether it was stopped only because no more was asked for.
    is_part: bool,
}

impl<'a> Film<'a> {
    fn new(request: &RenderRequest, level: &'a Level, cell: u32) -> Result<Self, Failure> {
        let question = Question::new(&request.question, &request.level, level)?;
        let limits = Limits { expansions: request.step.unwrap_or(u64::MAX), ..Limits::NONE };
        let problem = question.problem().or_else(bad)?;
        let mut map = draw_map(request, &level.grid, cell)?;
        let (outcome, trace) =
            Trace::record(&question.options, &problem, limits, MOST_EVENTS, &mut NodePool::default());
        if let Outcome::Refused(refusal) = outcome {
            return bad(refusal.to_string());
        }
        if let Some(notice) = trace.notice() {
            remark(&notice);
        }
        draw_closed_to(&mut map, cell, hidden_walls(&level.grid, &question.grid));
        let positions = positions(&trace);
        let expanded = outcome.stats().expanded;
        if let Some(step) = request.step.filter(|&step| step > expanded) {
            remark(&format!("the search ended after {expanded} expansions, there is no step {step}"));
        }
        let is_part = is_part(&outcome, request.step, &question.options);
        Ok(Self { question, map, cell, timeline: Timeline::new(Arc::new(trace)), positions, outcome, is_part })
    }

    /// How many expansions there are.
    fn last(&self) -> usize {
        self.positions.len() - 1
    }

    /// The state after so many expansions; after the last one with the way that was found.
    fn frame(&self, expansions: usize) -> Picture {
        let (cell, position) = (self.cell, self.positions[expansions]);
        let marks = self.timeline.marks_at(position);
        let has_ended = expansions == self.last() && !matches!(self.outcome, Outcome::OutOfBudget(_));
        let mut picture = self.map.clone();
        let changed = if has_ended { Vec::new() } else { self.changed(expansions) };
        draw_marks(&mut picture, cell, &marks, &changed);
        let portals = self.question.grid.portals();
        match self.outcome.path().filter(|_| has_ended) {
            Some(path) => draw_path(&mut picture, cell, path.waypoints(), portals),
            None if has_ended => {}
            None => draw_path(&mut picture, cell, &marks.way_so_far(), portals),
        }
        draw_start(&mut picture, cell, self.question.start);
        draw_goal(&mut picture, cell, self.question.goal);
        picture
    }

    /// What the last of these expansions opened or relaxed.
    fn changed(&self, expansions: usize) -> Vec<Cell> {
        let from = expansions.checked_sub(1).map_or(0, |before| self.positions[before]);
        let events = (from..self.positions[expansions]).filter_map(|number| self.timeline.trace().event(number));
        let changed = events.filter_map(|event| match event {
            SearchEvent::Generated { cell, .. } | SearchEvent::Relaxed { cell, .. } => Some(cell),
            _ => None,
        });
        let mut cells: Vec<Cell> = changed.collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn exit(&self) -> u8 {
        if self.outcome.path().is_some() || self.is_part { OK } else { FINDINGS }
    }
}

/// Whether the search was stopped by the step that was asked for, not by its own rules.
fn is_part(outcome: &Outcome, step: Option<u64>, options: &SearchOptions) -> bool {
    let own = options.max_expansions.unwrap_or(u64::MAX);
    matches!(outcome, Outcome::OutOfBudget(_)) && step.is_some_and(|step| step < own)
}

/// Each right before what comes after its expansion: the next one, or a new pass that forgets everything.
fn positions(trace: &Trace) -> Vec<usize> {
    let mut positions = Vec::new();
    let (mut is_owed, mut has_begun) = (true, false);
    for (number, event) in trace.events().enumerate() {
        let ends_step = match event {
            SearchEvent::Expanded { .. } => true,
            SearchEvent::Restarted { .. } => has_begun,
            _ => false,
        };
        if ends_step && is_owed {
            positions.push(number);
            is_owed = false;
        }
        if matches!(event, SearchEvent::Expanded { .. }) {
            (is_owed, has_begun) = (true, true);
        }
    }
    if is_owed {
        positions.push(trace.len());
    }
    positions
}

/// The cells that are free in general, but not for the agent.
fn hidden_walls(all: &Grid, seen: &Grid) -> Vec<Cell> {
    let cells = (0..all.cell_count()).map(|index| all.cell(CellIndex(u32::try_from(index).expect("maps are small"))));
    cells.filter(|&cell| all.is_walkable(cell) && !seen.is_walkable(cell)).collect()
}

fn draw_map(request: &RenderRequest, grid: &Grid, cell: u32) -> Result<Picture, Failure> {
    draw_grid(grid, cell).or_else(|error| bad(format!("{}: {error}", request.level.display())))
}

fn write_picture(path: &Path, picture: &Picture, what: &str) -> Result<(), Failure> {
    let pixels: Vec<_> = picture.pixels.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    files::write(path, &png_map::write(picture.width, picture.height, &pixels))?;
    say(path, picture, what)
}

fn say(path: &Path, picture: &Picture, what: &str) -> Result<(), Failure> {
    let (width, height) = (picture.width, picture.height);
    Ok(writeln!(std::io::stdout().lock(), "{}: {width} × {height} pixels, {what}", path.display())?)
}

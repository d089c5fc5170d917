//! `gridwalk render`: draws a level, a search on it or a trace, as a picture or an animation.

use std::future::ready;
use std::path::Path;
use std::sync::Arc;

use gridwalk_explain::{Timeline, counted};
use gridwalk_level::formats::write_png;
use gridwalk_level::{Level, LevelGrid};
use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{Cell, Grid};

use super::args::{PathArgs, RenderRequest};
use super::files::{self, RecordedSearch};
use super::output::{Done, Failure, OK, bad, line, remark};
use super::progress::ProgressLine;
use super::query::{LevelQuery, exit_of_trace};
use crate::picture::{
    Animation, Picture, draw_agent, draw_closed_to, draw_grid, draw_search, encode_in_slices,
    fitting_cell,
};

/// The default length of the longer side of pictures, in pixels.
pub const LONG_SIDE: u32 = 1280;
/// The maximum number of events, some 700 MB of memory.
const MAX_EVENTS: usize = 1 << 24;
pub const DEFAULT_SECONDS: f64 = 8.0;

pub fn run(request: &RenderRequest) -> Done {
    let shown = request.output.display();
    files::check_place(&request.output, request.existing)?;
    let stream = if request.seconds.is_some() {
        "gif"
    } else {
        "png"
    };
    let opened = files::read_or_trace(&request.input)?;
    let ending = if files::is_stream(&request.output) {
        stream.to_owned()
    } else {
        files::ending(&request.output)
    };
    match ending.as_str() {
        "png" if request.seconds.is_some() => {
            bad("--seconds is for animations; a .png stands still")
        }
        "png" if request.search || request.step.is_some() || opened.1.is_some() => {
            picture_of_search(request, opened)
        }
        "png" if request.query != PathArgs::default() => {
            bad("these options are about a search; say --search to see one, or --step N")
        }
        "png" => picture_of_level(request, &opened.0),
        "gif" => animation(request, opened),
        _ => bad(format!(
            "{shown}: expected a name that ends in .png or .gif"
        )),
    }
}

fn picture_of_level(request: &RenderRequest, level: &Level) -> Done {
    let cell = cell_of(request, &level.grid, LONG_SIDE, Picture::MAX_SIDE);
    let mut picture = draw_map(&request.input.level, &level.grid, cell)?;
    let agents = level.resolved_agents();
    for agent in &agents {
        draw_agent(&mut picture, cell, agent.at, agent.profile.size);
    }
    let picture = part_of(request, picture, cell)?.at_least(Picture::LEAST_SIDE);
    write_picture(request, &picture, &counted(agents.len() as u64, "agent"))?;
    Ok(OK)
}

fn picture_of_search(
    request: &RenderRequest,
    (level, trace): (Level, Option<RecordedSearch>),
) -> Done {
    let cell = cell_of(request, &level.grid, LONG_SIDE, Picture::MAX_SIDE);
    let drawn = SearchRender::new(request, (&level, trace), cell)?;
    let last = drawn.last;
    write_picture(
        request,
        &drawn.frame(last),
        &counted(last as u64, "expansion"),
    )?;
    Ok(drawn.exit)
}

fn animation(request: &RenderRequest, (level, trace): (Level, Option<RecordedSearch>)) -> Done {
    let part = request.part.unwrap_or_else(|| level.grid.size().rect());
    let longest = part.width.max(part.height);
    let cell = cell_of(
        request,
        &level.grid,
        Animation::LONG_SIDE,
        Animation::MAX_SIDE,
    );
    let most = Animation::MAX_SIDE;
    if u64::from(longest) * u64::from(cell) > most.into() {
        let limit = format!("an animation has at most {most} × {most} pixels");
        return match most / longest {
            0 => bad(format!(
                "{}: {limit}; this map has more cells than that, a .png can hold it",
                request.input.level.display()
            )),
            fits => bad(format!("{limit}; with --cell {fits} it fits")),
        };
    }
    let drawn = SearchRender::new(request, (&level, trace), cell)?;
    let plan = Animation::new(drawn.last, request.seconds.unwrap_or(DEFAULT_SECONDS));
    let progress = ProgressLine::start("drawing", "frames");
    let bytes = at_once(encode_in_slices(&plan, progress.done(), |expansions| {
        ready(drawn.frame(expansions))
    }));
    drop(progress);
    files::write(&request.output, &bytes, request.existing)?;
    let (frames, last) = (
        counted(plan.frames() as u64, "frame"),
        counted(drawn.last as u64, "expansion"),
    );
    say(
        &request.output,
        &drawn.frame(0),
        &format!("{frames}, {last}"),
    )?;
    Ok(drawn.exit)
}

/// A search that can be drawn after any number of expansions.
struct SearchRender<'a> {
    request: &'a RenderRequest,
    asked: LevelQuery<'a>,
    /// The map without the search.
    map: Picture,
    cell: u32,
    timeline: Timeline,
    /// Number of expansions shown.
    last: usize,
    exit: u8,
}

impl<'a> SearchRender<'a> {
    /// Takes the search of a trace, or runs one on the level.
    fn new(
        request: &'a RenderRequest,
        (level, trace): (&'a Level, Option<RecordedSearch>),
        cell: u32,
    ) -> Result<Self, Failure> {
        let path = request.input.level.as_path();
        let most = request.step.unwrap_or(u64::MAX);
        let (asked, trace) =
            LevelQuery::watch((level, trace), (&request.query, path), most, MAX_EVENTS)?;
        let mut map = draw_map(path, &level.grid, cell)?;
        part_of(request, map.clone(), cell)?;
        draw_closed_to(&mut map, cell, hidden_walls(&level.grid, &asked.grid));
        let timeline = Timeline::new(Arc::new(trace));
        let last = usize::try_from(most)
            .unwrap_or(usize::MAX)
            .min(timeline.expansions() as usize);
        let outcome = &timeline.trace().outcome;
        let expanded = outcome.stats.expanded;
        if let Some(step) = request.step.filter(|&step| step > expanded) {
            let expanded = counted(expanded, "expansion");
            remark(&format!(
                "the search ended after {expanded}, there is no step {step}"
            ));
        }
        // The search was stopped by the requested step, not by its own limit.
        let is_part =
            most < asked.query.options.max_expansions.unwrap_or(u64::MAX) && !outcome.is_answer();
        let exit = if is_part {
            OK
        } else {
            exit_of_trace(timeline.trace())
        };
        Ok(Self {
            request,
            asked,
            map,
            cell,
            timeline,
            last,
            exit,
        })
    }

    /// Draws the state after this many expansions; after the last one with the path that was found.
    fn frame(&self, expansions: usize) -> Picture {
        let position = self
            .timeline
            .after_expansions(u32::try_from(expansions).unwrap_or(u32::MAX));
        let mut picture = self.map.clone();
        draw_search(
            &mut picture,
            self.cell,
            (&self.timeline, position),
            self.asked.grid.portals(),
        );
        let picture = part_of(self.request, picture, self.cell).expect("the part was tried before");
        picture.at_least(Picture::LEAST_SIDE)
    }
}

/// Returns the cell size: the requested one, or one with which the drawn part and the whole map
/// fit.
fn cell_of(request: &RenderRequest, grid: &Grid, pixels: u32, most: u32) -> u32 {
    request.cell.unwrap_or_else(|| match request.part {
        None => fitting_cell(grid, pixels, most),
        Some(part) => {
            let fits = Picture::MAX_SIDE / grid.width().max(grid.height());
            (pixels / part.width.max(part.height).max(1))
                .min(fits)
                .clamp(1, 48)
        }
    })
}

/// Cuts the requested part out of a picture.
fn part_of(request: &RenderRequest, picture: Picture, cell: u32) -> Result<Picture, Failure> {
    let Some(part) = request.part else {
        return Ok(picture);
    };
    let [x, y] =
        [part.at.x, part.at.y].map(|place| u64::from(place.unsigned_abs()) * u64::from(cell));
    let [width, height] = [part.width, part.height].map(|side| u64::from(side) * u64::from(cell));
    if x + width > picture.width.into() || y + height > picture.height.into() {
        let (columns, rows) = (picture.width / cell, picture.height / cell);
        return bad(format!(
            "--part leaves the map, which has {columns} × {rows} cells"
        ));
    }
    let row = |y: u64| {
        let begin = usize::try_from((y * u64::from(picture.width) + x) * 4).unwrap_or(usize::MAX);
        &picture.pixels[begin..begin + usize::try_from(width * 4).unwrap_or(0)]
    };
    let pixels = (y..y + height).flat_map(row).copied().collect();
    let side = |side: u64| u32::try_from(side).unwrap_or(u32::MAX);
    Ok(Picture {
        width: side(width),
        height: side(height),
        pixels,
    })
}

/// Returns the cells that are free in general, but not for the agent.
pub fn hidden_walls(all: &Grid, seen: &Grid) -> Vec<Cell> {
    all.size()
        .rect()
        .cells()
        .filter(|&cell| all.is_walkable(cell) && !seen.is_walkable(cell))
        .collect()
}

/// Draws a map; `path` names its file in errors.
pub fn draw_map(path: &Path, map: &LevelGrid, cell: u32) -> Result<Picture, Failure> {
    draw_grid(map, map.looks(), cell).or_else(|error| bad(format!("{}: {error}", path.display())))
}

/// Encodes a picture as PNG.
pub fn encode(picture: &Picture) -> Vec<u8> {
    let pixels: Vec<_> = picture
        .pixels
        .chunks_exact(4)
        .map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    write_png(picture.width, picture.height, &pixels)
}

fn write_picture(request: &RenderRequest, picture: &Picture, what: &str) -> Result<(), Failure> {
    files::write(&request.output, &encode(picture), request.existing)?;
    say(&request.output, picture, what)
}

fn say(path: &Path, picture: &Picture, what: &str) -> Result<(), Failure> {
    let (width, height) = (picture.width, picture.height);
    let said = format!("{}: {width} × {height} pixels, {what}", path.display());
    if files::is_stream(path) {
        remark(&said);
        return Ok(());
    }
    Ok(line(&mut std::io::stdout().lock(), said)?)
}

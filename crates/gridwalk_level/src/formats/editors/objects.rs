//! Objects of a map: their shapes with the cells that they cover, and the agents and goals among
//! them.
//!
//! Tiles have shapes, too. Offsets are rounded to cells here.

use std::collections::HashMap;

use gridwalk_pathfinding::{AgentProfile, Cell, Grid};

use super::Report;
use super::json::{JsonPart, Object, Properties};
use crate::LevelAgent;
use crate::formats::common::{AgentSight, Parsed, shortened};

/// A shape with an area, as its corners in pixels.
#[derive(Clone, Default)]
pub struct Outline(Vec<[f64; 2]>);

/// Number of corners that stand for an ellipse.
const CORNERS: u32 = 32;

/// The maximum number of corners of a shape.
const MAX_CORNERS: usize = 4096;

/// Sample lines across a cell, in each direction, for testing coverage by a shape.
const SAMPLES: u8 = 8;

/// Number of samples inside a shape that make a cell covered: a quarter.
const COVERED: u32 = 16;

impl Outline {
    /// Takes the shape out of an object; `None` for points and lines.
    ///
    /// `anchor` is the point of a rectangle at the object's position, as shares of its sides.
    pub fn take(object: &mut Object, anchor: [f64; 2]) -> Parsed<Option<Self>> {
        let [x, y] = [object.take_number("x")?, object.take_number("y")?];
        let [width, height] = [object.take_number("width")?, object.take_number("height")?];
        let turn = object.take_number("rotation")?.to_radians();
        let is = |part: Option<JsonPart>| part.is_some_and(|part| part.get() == "true");
        let (ellipse, point) = (is(object.take("ellipse")), is(object.take("point")));
        let is_round = ellipse || is(object.take("capsule"));
        let is_line = object.take("polyline").is_some();
        let [left, top] = [-anchor[0] * width, -anchor[1] * height];
        let mut corners = match object.take("polygon") {
            Some(polygon) => read_corners(polygon)?,
            None if point || is_line || width <= 0.0 || height <= 0.0 => return Ok(None),
            None if is_round => {
                let corner = |number: u32| {
                    let angle = f64::from(number) / f64::from(CORNERS) * std::f64::consts::TAU;
                    [
                        left + width * (0.5 + 0.5 * angle.cos()),
                        top + height * (0.5 + 0.5 * angle.sin()),
                    ]
                };
                (0..CORNERS).map(corner).collect()
            }
            None => Self::rectangle([left, top], [width, height]).0,
        };
        let (sin, cos) = turn.sin_cos();
        for corner in &mut corners {
            let [right, down] = *corner;
            *corner = [x + right * cos - down * sin, y + right * sin + down * cos];
        }
        Ok(Some(Self(corners)))
    }

    /// Creates a rectangle from its upper left corner and its sides.
    pub fn rectangle([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Self {
        Self(vec![
            [x, y],
            [x + width, y],
            [x + width, y + height],
            [x, y + height],
        ])
    }

    pub fn moved(self, by: [f64; 2]) -> Self {
        self.each(|corner| [corner[0] + by[0], corner[1] + by[1]])
    }

    /// Moves each corner by itself.
    pub fn each(mut self, place: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        self.0
            .iter_mut()
            .for_each(|corner| *corner = place(*corner));
        self
    }

    /// Returns the samples of a tile inside the shape, as bits, and whether its centre is inside.
    pub fn of_tile(&self, size: [f64; 2]) -> (u64, bool) {
        let mut bits = 0;
        for row in 0..SAMPLES {
            for column in 0..SAMPLES {
                let at = [column, row].map(|n| (f64::from(n) + 0.5) / f64::from(SAMPLES));
                let is_in = self.contains([at[0] * size[0], at[1] * size[1]]);
                bits |= u64::from(is_in) << (row * SAMPLES + column);
            }
        }
        (bits, self.contains([size[0] * 0.5, size[1] * 0.5]))
    }

    fn contains(&self, point: [f64; 2]) -> bool {
        self.crossings(point[1])
            .iter()
            .filter(|x| **x <= point[0])
            .count()
            % 2
            == 1
    }

    /// Returns the x coordinates where the edges cross a horizontal line.
    fn crossings(&self, y: f64) -> Vec<f64> {
        let next = self.0.iter().cycle().skip(1);
        let crossing = |(from, to): (&[f64; 2], &[f64; 2])| {
            ((from[1] <= y) != (to[1] <= y))
                .then(|| from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0]))
        };
        self.0.iter().zip(next).filter_map(crossing).collect()
    }

    /// Calls `visit` for the cells of a map that the shape [covers](is_covered).
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "both are clamped to the map"
    )]
    pub fn for_cells(&self, tile: [f64; 2], size: [u32; 2], mut visit: impl FnMut(usize)) {
        let bounds = |axis: usize| {
            let along = || self.0.iter().map(|corner| corner[axis] / tile[axis]);
            let (low, high) = (
                along().fold(f64::INFINITY, f64::min),
                along().fold(f64::NEG_INFINITY, f64::max),
            );
            let most = f64::from(size[axis]);
            (
                low.floor().clamp(0.0, most) as u32,
                high.ceil().clamp(0.0, most) as u32,
            )
        };
        let ((left, right), (top, bottom)) = (bounds(0), bounds(1));
        let width = right.saturating_sub(left);
        let last = f64::from(width) * f64::from(SAMPLES);
        let mut counts = vec![0; width as usize];
        for y in top..bottom {
            counts.fill(0);
            for sample in 0..SAMPLES {
                let line =
                    (f64::from(y) + (f64::from(sample) + 0.5) / f64::from(SAMPLES)) * tile[1];
                let mut xs = self.crossings(line);
                xs.sort_by(f64::total_cmp);
                for pair in xs.as_chunks::<2>().0 {
                    // The samples between two crossings.
                    let sample =
                        |x: f64| (x / tile[0] - f64::from(left)) * f64::from(SAMPLES) - 0.5;
                    let [from, to] = pair.map(|x| sample(x).ceil().clamp(0.0, last) as u32);
                    let side = u32::from(SAMPLES);
                    for cell in from / side..to.div_ceil(side) {
                        let covered = to
                            .min((cell + 1) * side)
                            .saturating_sub(from.max(cell * side));
                        counts[cell as usize] += covered;
                    }
                }
            }
            for (x, count) in (left..).zip(&counts) {
                let middle = || {
                    self.contains([
                        (f64::from(x) + 0.5) * tile[0],
                        (f64::from(y) + 0.5) * tile[1],
                    ])
                };
                if *count >= COVERED || *count > 0 && middle() {
                    visit(y as usize * size[0] as usize + x as usize);
                }
            }
        }
    }
}

/// Rounds the offset of a layer to whole cells, halves towards zero, and notes a rounded offset.
#[expect(clippy::cast_possible_truncation, reason = "both are clamped")]
pub fn whole_cells(
    offset: [f64; 2],
    cell: [f64; 2],
    part: JsonPart,
    name: &str,
    report: &mut Report,
) -> [i64; 2] {
    let whole = [0, 1].map(|axis| {
        let cells = offset[axis] / cell[axis];
        ((cells.abs() - 0.5).ceil().max(0.0) * cells.signum()).clamp(-1e6, 1e6) as i64
    });
    if (0..2).any(|axis| offset[axis] % cell[axis] != 0.0) {
        let ([right, down], [columns, rows], name) = (offset, whole, shortened(name));
        let message = format!("the offset of layer {name}, {right} and {down} pixels");
        report.note(
            part,
            format!("{message}, is read as {columns} and {rows} cells"),
        );
    }
    whole
}

/// Returns `true` if a shape with these samples covers a cell: its centre, or a quarter of it.
pub fn is_covered(samples: u64, has_middle: bool) -> bool {
    has_middle || samples.count_ones() >= COVERED
}

fn read_corners(polygon: JsonPart) -> Parsed<Vec<[f64; 2]>> {
    let points = polygon.list("the corners of a polygon")?;
    if points.len() > MAX_CORNERS {
        let message = format!(
            "the polygon has {} corners; expected at most {MAX_CORNERS}",
            points.len()
        );
        return Err(polygon.fail(message));
    }
    let corner = |part: JsonPart| {
        let mut point = part.object("a corner with x and y")?;
        Ok([point.take_number("x")?, point.take_number("y")?])
    };
    points.into_iter().map(corner).collect()
}

/// An agent or a goal.
pub struct Marker<'a> {
    pub role: MarkerRole,
    /// The place in the file.
    pub part: JsonPart<'a>,
    /// The id that the editor gave it.
    pub id: Option<i64>,
    pub name: String,
    /// The centre, in cells.
    pub middle: [f64; 2],
    /// Goals that are listed with the agent itself.
    pub goals: Vec<Cell>,
    pub properties: Properties<'a>,
}

/// The role of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerRole {
    Agent,
    Goal,
}

impl MarkerRole {
    /// Returns the role for a class; `None` for other classes.
    pub fn of_class(class: &str) -> Option<Self> {
        [("agent", Self::Agent), ("goal", Self::Goal)]
            .into_iter()
            .find(|(name, _)| class.eq_ignore_ascii_case(name))
            .map(|(_, role)| role)
    }
}

impl Marker<'_> {
    /// Returns the upper left cell of an agent of this size around the centre.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "what lies outside of the map is left out"
    )]
    fn cell(&self, size: u8) -> Cell {
        let [x, y] = self
            .middle
            .map(|middle| (middle - f64::from(size - 1) * 0.5).floor() as i32);
        Cell::new(x, y)
    }
}

/// The maximum number of shared goals, summed over all agents.
const MAX_SHARED: usize = 1 << 16;

/// Reads the agents in file order, each with its goals.
///
/// A goal that names no agent is shared by all agents.
pub fn read_agents(
    markers: Vec<Marker>,
    grid: &Grid,
    report: &mut Report,
) -> Parsed<Vec<LevelAgent>> {
    let (agents, goals): (Vec<_>, Vec<_>) = markers
        .into_iter()
        .partition(|marker| marker.role == MarkerRole::Agent);
    let (mut known, mut parts): (Vec<LevelAgent>, Vec<JsonPart>) = (Vec::new(), Vec::new());
    // Agents by name and by id in the file.
    let (mut names, mut ids) = (HashMap::new(), HashMap::new());
    for marker in agents {
        let mut agent = read_agent(&marker, known.len() + 1)?;
        if !grid.contains(agent.at) {
            report.note(
                marker.part,
                format!(
                    "agent \"{}\" stands outside the map and is not read",
                    agent.name
                ),
            );
            continue;
        }
        let wanted = agent.name.clone();
        let mut number = 2;
        while names.contains_key(&agent.name) {
            agent.name = format!("{wanted} {number}");
            number += 1;
        }
        if agent.name != wanted {
            let message = format!(
                "two agents are called \"{wanted}\"; this one is called \"{}\"",
                agent.name
            );
            report.note(marker.part, message);
        }
        report.unread_properties(
            "agent",
            &format!("agent {}", shortened(&agent.name)),
            &marker.properties,
        );
        names.insert(agent.name.clone(), known.len());
        ids.extend(marker.id.map(|id| (id, known.len())));
        known.push(agent);
        parts.push(marker.part);
    }
    let mut shared = 0;
    for marker in goals {
        let goal = marker.cell(1);
        if !grid.contains(goal) {
            report.note(marker.part, "the goal lies outside the map and is not read");
            continue;
        }
        match marker.properties.get("agent") {
            Some(part) => {
                let by_id = part.get().parse::<i64>().ok().and_then(|id| ids.get(&id));
                let by_name = || names.get(&*part.text("the name of an agent").ok()?);
                let Some(agent) = by_id.or_else(by_name) else {
                    let message = format!(
                        "expected the name of an agent of the map, found {}",
                        part.shown()
                    );
                    return Err(part.fail(message));
                };
                known[*agent].goals.push(goal);
            }
            None if known.is_empty() => {
                report.note(marker.part, "the goal has no agent and is not read");
            }
            None => {
                shared += known.len();
                if shared > MAX_SHARED {
                    let message = "too many agents share too many goals; expected goals that name their agent";
                    return Err(marker.part.fail(message));
                }
                for agent in &mut known {
                    agent.goals.push(goal);
                }
            }
        }
        report.unread_properties("goal", "a goal", &marker.properties);
    }
    for (agent, part) in known.iter_mut().zip(parts) {
        check_agent(agent, part, grid, report);
    }
    Ok(known)
}

fn read_agent(marker: &Marker, number: usize) -> Parsed<LevelAgent> {
    let properties = &marker.properties;
    let given = Some(marker.name.clone()).filter(|name| !name.trim().is_empty());
    let name = properties
        .text("name")?
        .or(given)
        .unwrap_or_else(|| format!("agent {number}"));
    let mut agent = LevelAgent {
        goals: marker.goals.clone(),
        ..LevelAgent::standing(&name, marker.cell(1))
    };
    if let Some(part) = properties.get("speed") {
        let (min, max) = (LevelAgent::MIN_SPEED, LevelAgent::MAX_SPEED);
        let speed = part
            .get()
            .parse()
            .ok()
            .filter(|speed| (min..=max).contains(speed));
        let expected = || {
            format!(
                "expected a speed from {min} to {max} cells per second, found {}",
                part.shown()
            )
        };
        agent.speed = speed.ok_or_else(|| part.fail(expected()))?;
    }
    if let Some(part) = properties.get("size") {
        agent.profile.size = part.whole("an agent's side in cells", 1..=AgentProfile::MAX_SIZE)?;
        agent.at = marker.cell(agent.profile.size);
    }
    agent.patrol = properties
        .get("patrol")
        .map(|part| part.flag("patrol"))
        .transpose()?
        .unwrap_or_default();
    Ok(agent)
}

/// Reports agents and goals that are blocked, and drops goals outside the map.
fn check_agent(agent: &mut LevelAgent, part: JsonPart, grid: &Grid, report: &mut Report) {
    let name = &agent.name;
    let outside = agent
        .goals
        .iter()
        .filter(|goal| !grid.contains(**goal))
        .count();
    if outside > 0 {
        report.note(
            part,
            format!("agent \"{name}\" has goals outside the map, which are not read: {outside}"),
        );
        agent.goals.retain(|goal| grid.contains(*goal));
    }
    if agent.patrol && agent.goals.is_empty() {
        agent.patrol = false;
        report.note(
            part,
            format!("agent \"{name}\" patrols between no goals, and stays"),
        );
    }
    let view = AgentSight::new(grid, &agent.profile);
    let starts = [(agent.at, format!("agent \"{name}\" stands"))];
    let goals = agent
        .goals
        .iter()
        .map(|goal| (*goal, format!("a goal of agent \"{name}\" lies")));
    for (cell, who) in starts.into_iter().chain(goals) {
        if let Some(obstacle) = view.obstacle(cell) {
            report.problem(part, format!("{who} at {cell}, {obstacle}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(outline: &Outline) -> Vec<usize> {
        let mut cells = Vec::new();
        outline.for_cells([16.0, 16.0], [4, 3], |cell| cells.push(cell));
        cells
    }

    #[test]
    fn shapes_cover_cells_by_a_quarter_or_their_middle() {
        assert_eq!(cells(&Outline::rectangle([0.0, 0.0], [32.0, 16.0])), [0, 1]);
        assert_eq!(
            cells(&Outline::rectangle([0.0, 12.0], [16.0, 4.0])),
            [0],
            "a quarter"
        );
        assert_eq!(
            cells(&Outline::rectangle([0.0, 14.0], [16.0, 2.0])),
            [0; 0],
            "less"
        );
        assert_eq!(
            cells(&Outline::rectangle([22.0, 22.0], [4.0, 4.0])),
            [5],
            "the middle"
        );
        assert_eq!(
            cells(&Outline(vec![[0.0, 0.0], [64.0, 0.0], [0.0, 48.0]])).len(),
            7,
            "half of the map and its edge"
        );
        assert_eq!(
            cells(&Outline::rectangle([-99.0, -99.0], [999.0, 999.0])).len(),
            12
        );
        assert_eq!(
            cells(&Outline::rectangle([1e300, 0.0], [1e300, 1e300])),
            [0; 0]
        );
        assert_eq!(cells(&Outline(Vec::new())), [0; 0]);
    }
}

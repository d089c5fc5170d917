//! Parts of a map that formats share: rows of equal length, legends, and the cells on which an
//! agent can stand.
//!
//! Legends are of default terrains, of terrains by glyph, and of terrains by cost.

use std::collections::{BTreeSet, HashMap};

use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{AgentProfile, Cell, Grid, Rect, TerrainId};

use super::error::{ParseError, counted, error_at};
use crate::level_grid::{DEFAULTS, spare_glyphs};
use crate::{LegendEntry, LevelGrid};

/// Returns `true` if a map is an array of arrays as programs write it, `[[0, 1], [1, 0]]`.
pub(super) fn is_array(map: &str) -> bool {
    map.trim_start()
        .strip_prefix('[')
        .is_some_and(|rows| rows.trim_start().starts_with('['))
}

/// Returns the contents of the rows of an array of arrays, as slices of `text`.
///
/// `map` is a slice of `text`, too. A comma may follow the last row.
pub(super) fn array_rows<'a>(text: &'a str, map: &'a str) -> Result<Vec<&'a str>, ParseError> {
    let fail =
        |part: &str, expected: &str| Err(error_at(text, part, format!("expected {expected}")));
    let mut rest = map
        .trim_start()
        .strip_prefix('[')
        .unwrap_or(map)
        .trim_start();
    let (mut rows, mut expected) = (Vec::new(), "a row such as `[1, 0, 1]`");
    while let Some(row) = rest.strip_prefix('[') {
        let Some(end) = row
            .find(['[', ']'])
            .filter(|end| row[*end..].starts_with(']'))
        else {
            return fail(rest, "`]` at the end of this row");
        };
        rows.push(row[..end].trim().trim_end_matches(','));
        rest = row[end + 1..].trim_start();
        let Some(next) = rest.strip_prefix(',') else {
            expected = "`,` and the next row, or `]` at the end of the map";
            break;
        };
        rest = next.trim_start();
    }
    match rest.strip_prefix(']') {
        None => fail(rest, expected),
        Some(more) if !more.trim().is_empty() => fail(more.trim_start(), "nothing behind the map"),
        Some(_) => Ok(rows),
    }
}

/// The reading position in a map, and the size of the map so far.
pub(super) struct Rows<'a> {
    text: &'a str,
    width: usize,
    height: usize,
    x: usize,
}

impl<'a> Rows<'a> {
    /// Starts before the first cell of a map in this file.
    pub const fn of(text: &'a str) -> Self {
        Self {
            text,
            width: 0,
            height: 0,
            x: 0,
        }
    }

    /// Advances by one cell of the row, written at `part`, and returns its position.
    pub fn cell(&mut self, part: &str) -> Result<Cell, ParseError> {
        let most = Grid::MAX_SIDE as usize;
        if self.height == most {
            return Err(error_at(
                self.text,
                part,
                format!("the map is too high; expected at most {most} rows"),
            ));
        }
        if self.height > 0 && self.x == self.width {
            let message = format!(
                "the row is too long; expected {}",
                counted(self.width, "cell")
            );
            return Err(error_at(self.text, part, message));
        }
        if self.x == most {
            return Err(error_at(
                self.text,
                part,
                format!("the row is too long; expected at most {most} cells"),
            ));
        }
        let coordinate = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let cell = Cell::new(coordinate(self.x), coordinate(self.height));
        self.x += 1;
        Ok(cell)
    }

    /// Ends the row `line`. `what` names the content that an empty row lacks.
    pub fn end_row(&mut self, line: &str, what: &str) -> Result<(), ParseError> {
        if self.x == 0 {
            return Err(error_at(
                self.text,
                line,
                format!("the row is empty; expected {what}"),
            ));
        }
        if self.height == 0 {
            self.width = self.x;
        }
        if self.x != self.width {
            let message = format!(
                "the row has {}; expected {}",
                counted(self.x, "cell"),
                self.width
            );
            return Err(error_at(self.text, &line[line.trim_end().len()..], message));
        }
        self.height += 1;
        self.x = 0;
        Ok(())
    }

    /// Builds the map from these cells.
    pub fn into_grid(
        self,
        cells: Vec<TerrainId>,
        legend: Vec<LegendEntry>,
    ) -> Result<LevelGrid, ParseError> {
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let grid = LevelGrid::new(side(self.width), side(self.height), cells, legend);
        grid.map_err(|error| error_at(self.text, self.text, error.to_string()))
    }
}

/// Returns `true` if every level knows this glyph.
#[must_use]
pub fn is_default(glyph: char) -> bool {
    DEFAULTS.iter().any(|(default, _)| *default == glyph)
}

/// Appends the default entries that are not replaced, as far as there is room.
pub(crate) fn with_defaults(mut legend: Vec<LegendEntry>) -> Vec<LegendEntry> {
    for (glyph, name) in DEFAULTS {
        if legend.len() < Grid::MAX_TERRAINS && legend.iter().all(|entry| entry.look.glyph != glyph)
        {
            legend.push(LegendEntry::named(glyph, name));
        }
    }
    legend
}

/// Returns the number of entries that a file must list; the rest are defaults that a reader adds.
pub(crate) fn own_count(legend: &[LegendEntry]) -> usize {
    // A reader adds at most the default entries, and always at the end.
    let first = legend.len().saturating_sub(DEFAULTS.len());
    let own = (first..legend.len()).find(|&own| with_defaults(legend[..own].to_vec()) == legend);
    own.unwrap_or(legend.len())
}

/// Returns the indices of the entries in file order: first the required ones, then the defaults.
///
/// `listed` are the glyphs of default terrains that the file lists anyway. With this order a new
/// terrain needs no line for the other defaults.
pub(crate) fn order_of_file(legend: &[LegendEntry], listed: &[char]) -> Vec<usize> {
    let usual: Vec<usize> = DEFAULTS
        .iter()
        .filter(|(glyph, _)| !listed.contains(glyph))
        .filter_map(|(glyph, name)| {
            legend
                .iter()
                .position(|entry| *entry == LegendEntry::named(*glyph, name))
        })
        .collect();
    let is_complete = DEFAULTS
        .iter()
        .all(|(glyph, _)| legend.iter().any(|entry| entry.look.glyph == *glyph));
    let own: Vec<usize> = (0..legend.len())
        .filter(|place| !usual.contains(place))
        .collect();
    // If there is no room for all defaults, a reader adds none.
    if is_complete {
        [own, usual].concat()
    } else {
        (0..legend.len()).collect()
    }
}

/// The terrain ids by glyph, as looked up for each cell of a map.
pub(super) struct Glyphs {
    ascii: [Option<TerrainId>; 128],
    all: HashMap<char, TerrainId>,
}

impl Glyphs {
    pub fn of(legend: &[LegendEntry]) -> Self {
        let all: HashMap<_, _> = legend
            .iter()
            .zip(0..=u8::MAX)
            .map(|(entry, number)| (entry.look.glyph, TerrainId(number)))
            .collect();
        Self {
            ascii: std::array::from_fn(|code| {
                all.get(&char::from_u32(u32::try_from(code).ok()?)?)
                    .copied()
            }),
            all,
        }
    }

    #[inline]
    pub fn get(&self, glyph: char) -> Option<TerrainId> {
        self.ascii
            .get(glyph as usize)
            .map_or_else(|| self.all.get(&glyph).copied(), |known| *known)
    }
}

/// The maximum number of different costs beside the default terrains.
pub(super) const MOST_COSTS: usize = Grid::MAX_TERRAINS - DEFAULTS.len();

/// Returns terrains for these costs (0 for walls) and their ids by cost; `None` if there are too
/// many.
///
/// A default terrain stands for its cost. Other terrains are named after their costs and come
/// first, sorted.
pub(super) async fn by_cost(costs: &[u16]) -> Option<(Vec<LegendEntry>, HashMap<u16, TerrainId>)> {
    let defaults = with_defaults(Vec::new());
    let cost_of = |entry: &LegendEntry| entry.terrain.cost.unwrap_or(0);
    let is_other = |cost: &u16| defaults.iter().all(|entry| cost_of(entry) != *cost);
    let mut others = BTreeSet::new();
    // Neighbouring cells mostly have the same cost.
    let mut last = None;
    for_each(costs, |cost| {
        if last.replace(*cost) != Some(*cost) && is_other(cost) {
            others.insert(*cost);
        }
    })
    .await;
    if others.len() > MOST_COSTS {
        return None;
    }
    let glyphs =
        spare_glyphs().filter(|&glyph| defaults.iter().all(|entry| entry.look.glyph != glyph));
    let legend = with_defaults(
        others
            .into_iter()
            .zip(glyphs)
            .map(|(cost, glyph)| of_cost(glyph, cost))
            .collect(),
    );
    // In reverse, so that the first of several terrains of one cost wins: floor before road, wall
    // before water.
    let numbers = legend
        .iter()
        .zip(0..=u8::MAX)
        .rev()
        .map(|(entry, number)| (cost_of(entry), TerrainId(number)));
    let numbers = numbers.collect();
    Some((legend, numbers))
}

/// Returns ground named after its cost; the more expensive, the darker.
pub(super) fn of_cost(glyph: char, cost: u16) -> LegendEntry {
    let mut entry = LegendEntry::named(glyph, &format!("cost {cost}")).with_cost(Some(cost));
    // Each doubling of the cost darkens the ground by the same amount.
    let doublings = u16::try_from(cost.max(1).ilog2()).unwrap_or(0);
    let shade = |light: u8| u8::try_from(u16::from(light) * (16 - doublings) / 16).unwrap_or(light);
    entry.look.color = entry.look.color.map(shade);
    entry
}

/// Returns the terrain of the nearest cost, the first of equally near ones.
///
/// A blocked terrain matches only a blocked one.
pub(super) fn nearest_cost(wanted: Option<u16>, known: &[LegendEntry]) -> &LegendEntry {
    let distance = |entry: &&LegendEntry| {
        let cost = entry.terrain.cost;
        (
            cost.is_none() != wanted.is_none(),
            cost.unwrap_or(0).abs_diff(wanted.unwrap_or(0)),
        )
    };
    known
        .iter()
        .min_by_key(distance)
        .expect("every format knows some terrain")
}

/// The map as one agent sees it, for queries about few cells.
///
/// [`Grid::seen_by`] gives the same answers for the whole map. With this view, a level of many
/// agents on a large map does not cost the product of both.
pub(super) struct View<'g> {
    pub grid: &'g Grid,
    profile: &'g AgentProfile,
    /// Whether each terrain is blocked for the agent, by terrain id.
    blocked: Vec<bool>,
}

impl<'g> View<'g> {
    pub fn new(grid: &'g Grid, profile: &'g AgentProfile) -> Self {
        let own = |name: &str| {
            profile
                .costs
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, cost)| cost.is_none())
        };
        let terrains = grid.legend().iter();
        let blocked = terrains
            .map(|terrain| own(&terrain.name).unwrap_or(terrain.is_blocked()))
            .collect();
        Self {
            grid,
            profile,
            blocked,
        }
    }

    /// Returns the reason why the agent cannot stand on a cell, as a clause; `None` if it can.
    pub fn obstacle(&self, cell: Cell) -> Option<String> {
        let size = self.profile.size;
        let covered = Rect {
            at: cell,
            width: size.into(),
            height: size.into(),
        };
        let square = format!("{size} × {size} cells");
        let side = i32::from(size) - 1;
        if !self.grid.contains(Cell::new(cell.x + side, cell.y + side)) {
            return Some(format!(
                "where its {square} leave the map; expected room for all of them"
            ));
        }
        let blocked = covered.cells().find(|&at| {
            self.grid
                .terrain_id(at)
                .is_none_or(|id| self.blocked[usize::from(id.0)])
        });
        if let Some((at, terrain)) = blocked.and_then(|at| Some((at, self.grid.terrain(at)?))) {
            let name = &terrain.name;
            return Some(match size {
                1 => format!("where \"{name}\" is blocked; expected a free cell"),
                _ => format!(
                    "where its {square} touch \"{name}\" at {at}; expected room for all of them"
                ),
            });
        }
        let forbidden = self
            .profile
            .forbidden
            .iter()
            .any(|area| area.overlaps(covered));
        forbidden.then(|| match size {
            1 => "where it is forbidden to go; expected a cell outside its forbidden areas"
                .to_owned(),
            _ => {
                format!("where its {square} touch a forbidden area; expected room for all of them")
            }
        })
    }
}

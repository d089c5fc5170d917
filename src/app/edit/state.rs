//! State of the editor: tool, current stroke, selection, terrain of the brush, order of terrains.
//!
//! The order of a legend does not suit the list: in a file, the level's own terrains come first,
//! but a terrain added in the window comes last. So the list is sorted, and the brush identifies
//! its terrain by glyph and name.

use std::sync::LazyLock;

use bevy::prelude::*;
use gridwalk_level::formats::parse_level;
use gridwalk_level::generate::MapKind;
use gridwalk_level::shapes::{Brush, Piece, Shape};
use gridwalk_level::{Document, EntryId, LevelGrid, Stroke};
use gridwalk_pathfinding::{Cell, Cost, Rect, TerrainId};

use crate::app::OpenDocument;
use crate::app::command::Tool;

/// State of the editor.
#[derive(Resource, Debug)]
pub struct Edit {
    /// The chosen tool.
    pub tool: Tool,
    /// The terrain of the brush, by glyph and name, because a reload changes its number.
    pub(super) ink: Option<Ink>,
    /// Whether the user chose the terrain.
    pub(super) has_chosen: bool,
    /// Width of lines in cells.
    pub size: u8,
    /// Index of the portal that commands act on.
    pub(super) portal: Option<usize>,
    /// The current stroke.
    pub(super) stroke: Option<ActiveStroke>,
    /// The selected part of the map.
    pub selection: Option<Rect>,
    /// The piece that the current stroke moves.
    pub(super) lifted: Option<Piece>,
    /// The selection at the start of the current stroke.
    pub(super) selected_before: Option<Rect>,
    /// Index of the agent that the current stroke moves, and the index of its goal if a goal moves.
    pub(super) grabbed: Option<(usize, Option<usize>)>,
    /// The bounds for which the user was warned of losses, with the document's number and its
    /// entry of the history; the same request again resizes the level.
    pub(super) warned: Option<(Rect, (u64, EntryId))>,
    /// Settings of the generator while its preview is shown.
    pub(super) draft: Option<GeneratorSettings>,
    /// The map that will be applied to the level when it is finished.
    pub(super) making: Option<GeneratorRequest>,
    /// Settings of the last generated map, with which the next one starts.
    pub(super) last_draft: Option<GeneratorSettings>,
    /// Name of the agent to be selected when it appears.
    pub(super) wanted: Option<String>,
    /// The last copy.
    pub(super) copy: Option<Piece>,
    /// The selected agent's path cost with start and goal: the present one, then the one before it.
    pub before: [Option<(Cell, Cell, Cost)>; 2],
    /// Number of strokes so far.
    pub(super) strokes: u64,
    /// The document to which this state belongs.
    pub(super) document: Option<u64>,
}

impl Default for Edit {
    fn default() -> Self {
        Self {
            tool: Tool::default(),
            ink: None,
            has_chosen: false,
            size: 1,
            portal: None,
            stroke: None,
            selection: None,
            lifted: None,
            selected_before: None,
            grabbed: None,
            warned: None,
            draft: None,
            making: None,
            last_draft: None,
            wanted: None,
            copy: None,
            before: [None; 2],
            strokes: 0,
            document: None,
        }
    }
}

/// A stroke.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ActiveStroke {
    pub tool: Tool,
    /// The shape that the tool draws; `None` for tools that draw no terrain.
    pub shape: Option<Shape>,
    /// Whether the stroke erases; a stroke never both paints and erases.
    pub erases: bool,
    /// Whether the stroke began by keyboard and follows the keyboard cursor.
    pub by_keys: bool,
    /// The cells visited, as many of them as the tool needs.
    pub points: Vec<Cell>,
    /// Number of the stroke in the history.
    pub id: Stroke,
    /// The last entry of the history when the stroke began.
    pub after: EntryId,
}

impl ActiveStroke {
    pub fn first(&self) -> Cell {
        self.points[0]
    }

    pub fn last(&self) -> Cell {
        self.points[self.points.len() - 1]
    }
}

/// A phase of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokePhase {
    Begin,
    On,
    End,
}

/// Settings of the map generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GeneratorSettings {
    pub kind: MapKind,
    pub seed: u64,
    /// Density in percent; `None` for the default, or for a kind without a density.
    pub density: Option<u32>,
}

/// Settings of the generator, a target area, and the document state for which the result is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GeneratorRequest {
    pub draft: GeneratorSettings,
    pub rect: Rect,
    document: u64,
    after: EntryId,
}

impl Edit {
    /// Returns the request for the present document; `None` during a stroke, which is about to
    /// change it.
    pub(super) fn wanted(&self, open: &OpenDocument) -> Option<GeneratorRequest> {
        let draft = self.draft.filter(|_| !self.is_drawing())?;
        let document = open.document()?;
        let rect = self
            .selection
            .unwrap_or(Document::level(document).grid.size().rect());
        Some(GeneratorRequest {
            draft,
            rect,
            document: open.number(),
            after: document.present(),
        })
    }

    /// Returns `true` while a map to be applied is being generated.
    #[must_use]
    pub const fn is_making(&self) -> bool {
        self.making.is_some()
    }

    /// Returns `true` if Esc can cancel or clear something here.
    pub(in crate::app) fn can_cancel(&self) -> bool {
        self.stroke.is_some()
            || self.is_making()
            || self.selection.is_some()
            || self.warned.is_some()
    }

    /// Returns `true` while a stroke is in progress.
    pub(in crate::app) const fn is_drawing(&self) -> bool {
        self.stroke.is_some()
    }

    /// Returns the brush that draws a shape.
    pub(super) const fn brush(&self, shape: Shape, is_outline: bool) -> Brush {
        Brush {
            shape,
            size: self.size,
            is_outline,
        }
    }

    /// Chooses the terrain of the brush.
    pub(super) fn choose(&mut self, ink: Ink) {
        (self.ink, self.has_chosen) = (Some(ink), true);
    }

    /// Returns the terrain of the brush in this map's legend.
    ///
    /// If the legend lacks that terrain, returns the initial terrain of a new level.
    #[must_use]
    pub fn terrain(&self, grid: &LevelGrid) -> TerrainId {
        self.ink
            .as_ref()
            .and_then(|ink| ink.find(grid))
            .unwrap_or_else(|| first_ink(grid))
    }

    /// Returns the terrain that a stroke paints.
    pub(super) fn ink(&self, grid: &LevelGrid, erases: bool) -> TerrainId {
        if erases {
            ground(grid)
        } else {
            self.terrain(grid)
        }
    }
}

/// Returns the terrain that erasing paints: floor, or else the first walkable terrain.
pub(super) fn ground(grid: &LevelGrid) -> TerrainId {
    let walkable = || {
        grid.legend()
            .iter()
            .position(|terrain| !terrain.is_blocked())
    };
    let first = || {
        walkable()
            .and_then(|number| u8::try_from(number).ok())
            .map(TerrainId)
    };
    let floor = grid
        .terrain_by_glyph('.')
        .filter(|floor| !grid.legend()[usize::from(floor.0)].is_blocked());
    floor.or_else(first).unwrap_or(TerrainId(0))
}

/// Returns the initial terrain of the brush: the first blocked one of the legend.
fn first_ink(grid: &LevelGrid) -> TerrainId {
    let blocked = grid
        .legend()
        .iter()
        .position(gridwalk_pathfinding::Terrain::is_blocked);
    blocked
        .and_then(|number| u8::try_from(number).ok())
        .map_or(TerrainId(0), TerrainId)
}

/// First number of strokes of the editor; the numbers of other strokes stay below.
const FIRST_STROKE: u64 = 1 << 32;

impl Edit {
    pub(super) fn next_stroke(&mut self) -> Stroke {
        self.strokes += 1;
        Stroke(FIRST_STROKE + self.strokes)
    }
}

/// Glyphs of one-way cells made by a stroke, in the order of the directions.
pub const ARROWS: [char; 8] = ['↑', '→', '↓', '←', '↗', '↘', '↙', '↖'];

/// Glyphs of the built-in terrains, in their default order.
static USUAL: LazyLock<Vec<char>> = LazyLock::new(|| {
    let level = parse_level(br#"(version: 1, map: ["."])"#, "usual.level.ron")
        .expect("a map of one cell can be read");
    level
        .grid
        .looks()
        .all()
        .iter()
        .map(|look| look.glyph)
        .collect()
});

/// Returns the terrains in the order of the list.
///
/// The level's own terrains come first, in the order of the legend. The built-in terrains and the
/// one-way cells that strokes add follow. The order is the same after a save and a reload.
pub fn listed(grid: &LevelGrid) -> Vec<TerrainId> {
    let place = |terrain: &TerrainId| {
        let glyph = grid.looks().of(*terrain).glyph;
        let usual = USUAL
            .iter()
            .position(|usual| *usual == glyph)
            .map(|place| place + 1);
        // Of two terrains in one direction, only the first has the arrow as its glyph.
        let is_arrow = grid.legend()[usize::from(terrain.0)].name.ends_with(ARROWS);
        usual.unwrap_or(if is_arrow { usize::MAX } else { 0 })
    };
    let mut all: Vec<TerrainId> = (0..=u8::MAX)
        .take(grid.legend().len())
        .map(TerrainId)
        .collect();
    all.sort_by_key(place);
    all
}

/// Returns the terrain with this number in the list, from 1.
pub fn numbered(grid: &LevelGrid, number: usize) -> Option<TerrainId> {
    listed(grid).get(number.checked_sub(1)?).copied()
}

/// A terrain of the legend, identified by glyph and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ink {
    glyph: char,
    name: String,
}

impl Ink {
    pub fn new(glyph: char, name: &str) -> Self {
        Self {
            glyph,
            name: name.to_owned(),
        }
    }

    pub fn of(grid: &LevelGrid, terrain: TerrainId) -> Self {
        Self::new(
            grid.looks().of(terrain).glyph,
            &grid.legend()[usize::from(terrain.0)].name,
        )
    }

    /// Finds the terrain in the legend by its glyph, or else by its name.
    pub fn find(&self, grid: &LevelGrid) -> Option<TerrainId> {
        let by_name = || {
            grid.legend()
                .iter()
                .position(|terrain| terrain.name == self.name)
        };
        let by_name = || {
            by_name()
                .and_then(|number| u8::try_from(number).ok())
                .map(TerrainId)
        };
        grid.terrain_by_glyph(self.glyph).or_else(by_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> LevelGrid {
        parse_level(text.as_bytes(), "test.level.ron").unwrap().grid
    }

    #[test]
    fn one_way_cells_of_a_stroke_stand_last() {
        let plain = grid(r#"(version: 1, map: ["."])"#);
        let own = grid(
            r#"(version: 1, legend: {'↓': (name: "floor ↓"), '.': (cost: 3), 'a': (name: "ash")}, map: ["a."])"#,
        );
        let glyphs = |grid: &LevelGrid| -> String {
            listed(grid)
                .into_iter()
                .map(|terrain| grid.looks().of(terrain).glyph)
                .collect()
        };
        assert_eq!(glyphs(&own), format!("a{}↓", glyphs(&plain)));
        // Regression: the second terrain in one direction has another glyph, and stood first.
        let two = grid(
            r#"(version: 1, legend: {'↓': (name: "floor ↓"), 'x': (name: "grass ↓")}, map: ["x↓"])"#,
        );
        assert_eq!(glyphs(&two), format!("{}↓x", glyphs(&plain)));
    }

    #[test]
    fn a_terrain_is_found_again_by_its_glyph_or_its_name() {
        let before = grid(r#"(version: 1, legend: {'a': (name: "ash")}, map: ["a"])"#);
        let ink = Ink::of(&before, before.terrain_by_glyph('a').unwrap());
        let found = |text: &str| {
            let after = grid(text);
            ink.find(&after)
                .map(|terrain| after.looks().of(terrain).glyph)
        };
        assert_eq!(
            found(r#"(version: 1, legend: {'b': (name: "x"), 'a': (name: "soot")}, map: ["."])"#),
            Some('a')
        );
        assert_eq!(
            found(r#"(version: 1, legend: {'b': (name: "ash")}, map: ["."])"#),
            Some('b')
        );
        assert_eq!(found(r#"(version: 1, map: ["."])"#), None);
    }
}

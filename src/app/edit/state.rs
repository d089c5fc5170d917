//! What the editor's hand holds: its tool, its terrain, the stroke under way, and the part of the map that is selected.

use bevy::prelude::*;
use gridwalk_level::generate::MapKind;
use gridwalk_level::shapes::{Brush, Piece, Shape};
use gridwalk_level::{Document, EntryId, LevelGrid, Stroke};
use gridwalk_pathfinding::{Cell, Cost, Rect, TerrainId};

use super::order::Ink;
use crate::app::OpenDocument;
use crate::app::command::Tool;

/// The editor's hand.
#[derive(Resource, Debug)]
pub struct Edit {
    /// What strokes do.
    pub tool: Tool,
    /// The terrain of the brush, if it is there; by what it is, since a reload changes its number.
    pub(super) ink: Option<Ink>,
    /// Whether that was chosen by hand.
    pub(super) has_chosen: bool,
    /// How many cells wide lines are.
    pub size: u8,
    /// The portal that commands are for, by its number from 0.
    pub(super) portal: Option<usize>,
    /// The stroke under way.
    pub(super) hand: Option<Hand>,
    /// The part of the map that is selected.
    pub selection: Option<Rect>,
    /// The ground that was selected when the stroke under way began, which is being moved.
    pub(super) lifted: Option<(Piece, Rect)>,
    /// The agent that the stroke under way moves, by its number, or the goal of it, by its number.
    pub(super) grabbed: Option<(usize, Option<usize>)>,
    /// What would fall off the map, and was said so: the same again does it.
    pub(super) warned: Option<Rect>,
    /// The map that would be made from a seed, while that is shown.
    pub(super) draft: Option<Draft>,
    /// What is being made of it, to be put into the level as soon as it is there.
    pub(super) making: Option<Wanted>,
    /// The last one that was made: the next one begins with it.
    pub(super) last_draft: Option<Draft>,
    /// The agent that is selected as soon as it is there.
    pub(super) wanted: Option<String>,
    /// What was copied last.
    pub(super) copy: Option<Piece>,
    /// What the path of the selected agent cost before the last stroke, and from where to where it led; and what it was
    /// before that was something else.
    pub before: [Option<(Cell, Cell, Cost)>; 2],
    /// How many strokes there were.
    pub(super) strokes: u64,
    /// Which document it is about.
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
            hand: None,
            selection: None,
            lifted: None,
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

/// A stroke: where it began, where it has come to, and what it is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hand {
    pub tool: Tool,
    /// It paints, or it erases; never both.
    pub erases: bool,
    /// It began with a key, and follows the cell that keys choose.
    pub by_keys: bool,
    /// The cells that it was seen on; of a shape the first and the last.
    pub points: Vec<Cell>,
    /// Its number in the history.
    pub id: Stroke,
    /// What had been done last when it began.
    pub after: EntryId,
}

impl Hand {
    pub fn first(&self) -> Cell {
        self.points[0]
    }

    pub fn last(&self) -> Cell {
        self.points[self.points.len() - 1]
    }
}

/// Where in a stroke it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Begin,
    On,
    End,
}

/// What would be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub kind: MapKind,
    pub seed: u64,
    /// In percent; none where the kind knows none, or the usual one.
    pub density: Option<u32>,
}

/// A draft, where it goes, and into which state of which document: what comes of it is for that alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub draft: Draft,
    pub rect: Rect,
    document: u64,
    after: EntryId,
}

impl Edit {
    /// What the draft stands for now; none while a stroke is under way, whose level is not the one that it leaves behind.
    pub(super) fn wanted(&self, open: &OpenDocument) -> Option<Wanted> {
        let draft = self.draft.filter(|_| !self.is_drawing())?;
        let document = open.document()?;
        let rect = self.selection.unwrap_or(Document::level(document).grid.size().rect());
        Some(Wanted { draft, rect, document: open.number(), after: document.present() })
    }

    /// Whether a map is being made that is to be put into the level.
    #[must_use]
    pub const fn is_making(&self) -> bool {
        self.making.is_some()
    }

    /// Whether Esc has something to take back here.
    pub(in crate::app) fn can_cancel(&self) -> bool {
        self.hand.is_some() || self.is_making() || self.selection.is_some()
    }

    /// Whether a stroke is under way.
    pub(in crate::app) const fn is_drawing(&self) -> bool {
        self.hand.is_some()
    }

    /// What a drawing tool draws with; `None` for the others.
    pub(super) fn brush(&self, tool: Tool, is_outline: bool) -> Option<Brush> {
        let shape = match tool {
            Tool::Brush => Shape::Free,
            Tool::Line => Shape::Line,
            Tool::Rectangle => Shape::Rectangle,
            Tool::Ellipse => Shape::Ellipse,
            Tool::Fill => Shape::Fill,
            Tool::Picker | Tool::Select | Tool::Agent | Tool::Goal | Tool::Portal | Tool::OneWay | Tool::Size => {
                return None;
            }
        };
        Some(Brush { shape, size: self.size, is_outline })
    }

    /// Draws with this terrain.
    pub(super) fn choose(&mut self, ink: Ink) {
        (self.ink, self.has_chosen) = (Some(ink), true);
    }

    /// The terrain of the brush, by its number in the legend of this map. One that is there no more is replaced by the
    /// one that a new level begins with.
    #[must_use]
    pub fn terrain(&self, grid: &LevelGrid) -> TerrainId {
        self.ink.as_ref().and_then(|ink| ink.find(grid)).unwrap_or_else(|| first_ink(grid))
    }

    /// The terrain that a stroke leaves behind.
    pub(super) fn ink(&self, grid: &LevelGrid, erases: bool) -> TerrainId {
        if erases { ground(grid) } else { self.terrain(grid) }
    }
}

/// What erasing leaves behind: floor, or else the first terrain that can be walked on.
pub(super) fn ground(grid: &LevelGrid) -> TerrainId {
    let walkable = || grid.legend().iter().position(|terrain| !terrain.is_blocked());
    let first = || walkable().and_then(|number| u8::try_from(number).ok()).map(TerrainId);
    let floor = grid.terrain_by_glyph('.').filter(|floor| !grid.legend()[usize::from(floor.0)].is_blocked());
    floor.or_else(first).unwrap_or(TerrainId(0))
}

/// What is drawn with at first: the first terrain that blocks, a level's own ones before those that every level knows.
pub(super) fn first_ink(grid: &LevelGrid) -> TerrainId {
    let blocked = grid.legend().iter().position(gridwalk_pathfinding::Terrain::is_blocked);
    blocked.and_then(|number| u8::try_from(number).ok()).map_or(TerrainId(0), TerrainId)
}

/// Strokes of the editor have numbers of their own.
const FIRST_STROKE: u64 = 1 << 32;

impl Edit {
    pub(super) fn next_stroke(&mut self) -> Stroke {
        self.strokes += 1;
        Stroke(FIRST_STROKE + self.strokes)
    }
}

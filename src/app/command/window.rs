//! Commands for panels, lessons, the visible part of the map and the program.

use std::path::PathBuf;

use bevy::prelude::*;
use gridwalk_explain::Language;
use gridwalk_pathfinding::Cell;
use serde::{Deserialize, Serialize};

use crate::app::Phrase;

/// An action on panels, the language or the program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum WindowCommand {
    /// Switches to a mode.
    Mode(Mode),
    /// Collapses or expands a section of the side panel.
    Fold(Section),
    /// Opens the menu of a cell, or closes the menu.
    CellMenu(Option<Cell>),
    /// Closes the hints of the first start.
    DismissHints,
    /// Moves the keyboard focus to the side panel.
    ///
    /// Tab and the arrow keys move through the panel, Space presses, and Esc returns the focus.
    FocusPanel,
    /// Closes the topmost panel, or cancels the search in progress.
    Back,
    /// Switches to this language.
    Speak(Language),
    /// Switches to the next language.
    NextLanguage,
    /// Scales text and panels by this factor; 0 restores the normal size.
    Scale(f32),
    /// Saves a screenshot; without a path, to a new numbered file.
    Screenshot(Option<PathBuf>),
    /// Exits the program.
    Quit,
}

/// The mode of the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum Mode {
    /// Agents walk.
    #[default]
    Agents,
    /// A search is watched.
    Watch,
    /// Several searches are compared side by side.
    Compare,
    /// The level is edited; agents plan, but stand still.
    Edit,
}

impl Mode {
    /// All modes, in the order of their tabs.
    pub const ALL: [Self; 4] = [Self::Agents, Self::Watch, Self::Compare, Self::Edit];

    /// Returns the name of the mode's tab.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Agents => Phrase::Agents,
            Self::Watch => Phrase::Watch,
            Self::Compare => Phrase::Compare,
            Self::Edit => Phrase::EditMode,
        }
    }

    /// Returns `true` if the map shows agents and no search.
    #[must_use]
    pub const fn has_agents(self) -> bool {
        matches!(self, Self::Agents | Self::Edit)
    }
}

/// A section of the side panel that can be collapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the part that its name says")]
pub enum Section {
    About,
    Agent,
    Stack,
    Walk,
    Search,
    MoreOptions,
    Agents,
    Selection,
    Spawn,
    Result,
    Lists,
    Hovered,
    Boards,
    Breakpoints,
    Cards,
    OnTheMap,
    AgentSearches,
    Runs,
    History,
    EditHistory,
    Tool,
    Selected,
    Size,
    Generate,
    Problems,
    Walls,
    Doors,
    Character,
    LevelTexts,
    TerrainForm,
    Terrain,
    Legend,
    Window,
}

impl Section {
    /// Sections that are collapsed by default.
    pub const FOLDED: [Self; 9] = [
        Self::MoreOptions,
        Self::History,
        Self::TerrainForm,
        Self::Generate,
        Self::Size,
        Self::LevelTexts,
        Self::Doors,
        Self::Stack,
        Self::Walk,
    ];

    /// Returns the sections that are collapsed by default on a page of a lesson.
    ///
    /// The path stack and the walk of an agent stay expanded, because the page may be about them.
    #[must_use]
    pub fn folded_in_lesson() -> Vec<Self> {
        Self::FOLDED
            .into_iter()
            .filter(|section| !matches!(section, Self::Stack | Self::Walk))
            .collect()
    }

    /// Adds this section to a list of collapsed sections, or removes it from the list.
    pub fn turn_in(self, folded: &mut Vec<Self>) {
        if folded.contains(&self) {
            folded.retain(|other| *other != self);
        } else {
            folded.push(self);
        }
    }
}

/// An on/off state of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Toggle {
    /// The side panel.
    Panel,
    /// The list of keys.
    Help,
    /// The command palette.
    Palette,
    /// The table of runs with all columns.
    Runs,
    /// The closed list in place of the open list.
    Closed,
    /// The meter of tick costs.
    Meter,
    /// The legend of a watched search.
    Legend,
    /// The cells that agents of a crowd are about to enter or leave.
    Claims,
    /// Arrows from agents of a crowd that wait to the agents in their way.
    Waits,
    /// A click or a drag spawns agents of a crowd.
    Spawn,
    /// The camera follows the selected agent.
    Follow,
    /// The agents are recorded for a film, which is saved when this is turned off.
    Film,
    /// A click changes a cell's terrain instead of sending the agent or moving the goal.
    Terrain,
    /// Nothing moves by itself: searches are shown at their end, and the camera jumps.
    ReducedMotion,
    /// The open list stands in the order in which cells joined it, instead of the order of
    /// expansion.
    Joined,
    /// Rectangles and ellipses of the editor are outlines only.
    Outline,
    /// Lines join cells with their parents.
    Tree,
    /// Cells show G, H and F, where they are large enough.
    Numbers,
}

/// A change of the visible part of the map.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum ViewCommand {
    /// Shows the whole map.
    Fit,
    /// Shows this whole part of the map: its upper left cell, its columns and rows.
    Part((i32, i32), (u32, u32)),
    /// Zooms by a factor around a point.
    Zoom {
        /// The factor; values above 1 make cells larger.
        factor: f32,
        /// The fixed point in logical pixels of the window; `None` for the middle of the map.
        at: Option<(f32, f32)>,
    },
    /// Moves the map, in logical pixels.
    Pan {
        /// Distance to the right.
        x: f32,
        /// Distance down.
        y: f32,
    },
    /// Centres this cell at a visible size, and moves the keyboard cursor to it.
    LookAt(i32, i32),
    /// Moves the keyboard cursor right and down by these numbers of cells.
    MoveCursor(i32, i32),
}

/// An action on the lessons.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonCommand {
    /// Opens the first lesson at its first page.
    First,
    /// Opens the lesson that was read last, at the page where it was left; without one, the first
    /// lesson.
    Continue,
    /// Opens a lesson at the page where it was left.
    ///
    /// The lesson is given by its file name in `assets/lessons` without the extension.
    Open(String),
    /// Turns to the next page; after the last page, opens the next lesson.
    Next,
    /// Turns to the previous page.
    Back,
    /// Turns to this page, from 1.
    GoTo(usize),
    /// Restores the state of the window that the page needs.
    Restore,
    /// Answers the question of the page.
    Answer(LessonAnswer),
    /// Closes the lesson.
    Close,
}

/// An answer to a question of a lesson.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonAnswer {
    /// A cell.
    Cell(Cell),
    /// The number of an answer, from 1.
    Choice(usize),
    /// A number as typed.
    Number(String),
}

//! Commands for watched and compared searches and their player, and the choices that they make.

use std::path::PathBuf;

use bevy::prelude::*;
use gridwalk_explain::{Breakpoint, Timeline};
use gridwalk_level::{BoardsSetup, Clock, HeatMap, OpenListForm};
use gridwalk_pathfinding::{Algorithm, Cell, Heuristic, OptionChange, SearchEvent, SearchOptions};
use serde::Deserialize;

use crate::app::Phrase;

/// An action on the watched search and its heat map.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum WatchCommand {
    /// Watches a search, or returns to the agents.
    Toggle,
    /// Watches a search.
    Begin,
    /// Watches a search of the selected agent; 0 is its last one.
    Selected(usize),
    /// Watches a search of the agent of that name; 0 is its last one.
    Agent(String, usize),
    /// Watches a row of the table of runs again.
    ShowRun(usize),
    /// Sets the start of the watched search.
    SetStart(Cell),
    /// Sets the goal of the watched search.
    SetGoal(Cell),
    /// Cancels the searches in progress.
    Cancel,
    /// Cancels a trace that is being read.
    CancelTrace,
    /// Runs cancelled searches again.
    SearchAgain,
    /// Selects the number by which cells are tinted, or none.
    HeatMap(Heat),
    /// Selects the next heat map.
    NextHeatMap,
    /// Selects the data structure whose comparisons the cards of the open list count.
    KeepOpenList(OpenListForm),
    /// Selects the next data structure for the open list.
    NextOpenListForm,
}

/// An action on the list of searches in a scenario file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum ScenarioCommand {
    /// Opens the list, with its map, and answers its searches.
    Open(PathBuf),
    /// Answers all searches again, under the present options.
    Run,
    /// Stops after the search in progress; the answers so far stay.
    Cancel,
    /// Watches a search of the list, counted from 0.
    Watch(usize),
    /// Watches the search after the one that is watched.
    Next,
    /// Watches the search before the one that is watched.
    Previous,
    /// Closes the list; its map stays open.
    Close,
}

/// An action on the searches that are compared side by side.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum CompareCommand {
    /// Compares searches, or returns to the previous mode.
    Toggle,
    /// Compares searches.
    Begin,
    /// Shows these boards, from the start of their searches.
    Show(BoardsSetup),
    /// Adds a board like the selected one.
    Add,
    /// Removes the selected board.
    Remove,
    /// Selects a board, from 1; changes of options apply to it.
    Select(usize),
    /// Selects the clock by which all boards advance together.
    Clock(Clock),
    /// Selects the next clock.
    NextClock,
    /// Shows the cells that only one of two boards, or both, expanded; a second time, hides them.
    ///
    /// Compares the selected board with the board of this number, from 1.
    Difference(usize),
    /// Shows the difference from the next board; after the last board, no difference.
    NextDifference,
}

/// An action of the player of the watched search.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum PlayCommand {
    /// Plays or pauses.
    Toggle,
    /// Advances one step.
    Forward,
    /// Goes back one step.
    Back,
    /// Goes to the beginning.
    First,
    /// Goes to the end.
    Last,
    /// Goes to the position after this number of events.
    Seek(usize),
    /// Sets the step size.
    StepSize(StepSize),
    /// Selects the next step size.
    NextStepSize,
    /// Sets the speed, from 0 (one step a second) to 19 (as fast as possible).
    Speed(u8),
    /// Raises the speed by one.
    Faster,
    /// Lowers the speed by one.
    Slower,
    /// Sets or removes a breakpoint.
    Break(Breakpoint),
    /// Removes all breakpoints.
    ClearBreaks,
    /// Goes to the next breakpoint.
    NextBreak,
    /// Goes to the previous breakpoint.
    PreviousBreak,
}

/// The length of one step of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum StepSize {
    /// One event.
    Event,
    /// One expansion.
    #[default]
    Expansion,
    /// All expansions with the same f-value.
    Layer,
}

impl StepSize {
    /// All step sizes.
    pub const ALL: [Self; 3] = [Self::Event, Self::Expansion, Self::Layer];

    /// Returns the text of the button.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Event => Phrase::ByEvent,
            Self::Expansion => Phrase::ByExpansion,
            Self::Layer => Phrase::ByLayer,
        }
    }

    /// Returns the position at which the step after this one ends.
    ///
    /// An expansion ends right before the next one, when all its successors are open.
    #[must_use]
    pub fn next(self, timeline: &Timeline, position: usize) -> usize {
        let end = timeline.len();
        match self {
            Self::Event => (position + 1).min(end),
            Self::Expansion => (position + 1..end)
                .find(|&number| is_expansion(timeline, number))
                .unwrap_or(end),
            Self::Layer => timeline.next_layer(position),
        }
    }

    /// Returns the position at which the step before this one starts.
    #[must_use]
    pub fn previous(self, timeline: &Timeline, position: usize) -> usize {
        match self {
            Self::Event => position.saturating_sub(1),
            Self::Expansion => (0..position)
                .rev()
                .find(|&number| is_expansion(timeline, number))
                .unwrap_or(0),
            Self::Layer => timeline.previous_layer(position),
        }
    }
}

fn is_expansion(timeline: &Timeline, number: usize) -> bool {
    matches!(
        timeline.trace().event(number),
        Some(SearchEvent::Expanded { .. })
    )
}

/// The number that a heat map shows; as a resource, the selected heat map.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Heat {
    /// No heat map: open and closed cells keep their marks.
    #[default]
    Off,
    /// Path cost from the start, g.
    G,
    /// Estimated cost to the goal, h.
    H,
    /// The sum of g and h.
    F,
    /// Order of expansion.
    Order,
}

impl From<Option<HeatMap>> for Heat {
    fn from(map: Option<HeatMap>) -> Self {
        map.map_or(Self::Off, |map| match map {
            HeatMap::G => Self::G,
            HeatMap::H => Self::H,
            HeatMap::F => Self::F,
            HeatMap::Order => Self::Order,
        })
    }
}

impl Heat {
    /// All heat maps, in order.
    pub const ALL: [Self; 5] = [Self::Off, Self::G, Self::H, Self::F, Self::Order];

    /// Returns the name of the heat map.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Off => Phrase::HeatOff,
            Self::G => Phrase::HeatG,
            Self::H => Phrase::HeatH,
            Self::F => Phrase::HeatF,
            Self::Order => Phrase::HeatOrder,
        }
    }
}

/// The selected data structure for the open list.
///
/// The searches themselves use their own; the order of expansion is the same in each.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenListKept(pub OpenListForm);

impl OpenListKept {
    /// Returns the name of a data structure.
    #[must_use]
    pub const fn title(form: OpenListForm) -> Phrase {
        match form {
            OpenListForm::Sorted => Phrase::AsSortedList,
            OpenListForm::Heap => Phrase::AsHeap,
            OpenListForm::Unsorted => Phrase::AsUnsortedList,
        }
    }
}

/// A preset of search options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Preset {
    /// Breadth-first search.
    BreadthFirst,
    /// Dijkstra's algorithm.
    Dijkstra,
    /// Greedy best-first search with Manhattan distance.
    GreedyManhattan,
    /// Greedy best-first search with Euclidean distance.
    GreedyStraightLine,
    /// A* with the level's heuristic.
    AStar,
}

impl Preset {
    /// All presets, in the order of their buttons.
    pub const ALL: [Self; 5] = [
        Self::BreadthFirst,
        Self::Dijkstra,
        Self::GreedyManhattan,
        Self::GreedyStraightLine,
        Self::AStar,
    ];

    /// Returns name, algorithm and heuristic; `None` is the level's heuristic.
    fn row(self) -> (Phrase, Algorithm, Option<Heuristic>) {
        match self {
            Self::BreadthFirst => (Phrase::PresetBreadthFirst, Algorithm::BreadthFirst, None),
            Self::Dijkstra => (Phrase::PresetDijkstra, Algorithm::Dijkstra, None),
            Self::GreedyManhattan => (
                Phrase::PresetGreedyManhattan,
                Algorithm::Greedy,
                Some(Heuristic::Manhattan),
            ),
            Self::GreedyStraightLine => (
                Phrase::PresetGreedyStraightLine,
                Algorithm::Greedy,
                Some(Heuristic::Euclidean),
            ),
            Self::AStar => (Phrase::PresetAStar, Algorithm::AStar, None),
        }
    }

    /// Returns the name of the preset.
    #[must_use]
    pub fn title(self) -> Phrase {
        self.row().0
    }

    /// Returns `true` if these options match the preset.
    #[must_use]
    pub fn is(self, options: &SearchOptions) -> bool {
        let (_, algorithm, heuristic) = self.row();
        options.algorithm == algorithm
            && heuristic.is_none_or(|heuristic| options.heuristic == heuristic)
    }

    /// Applies the preset to the options; `own` is the level's heuristic.
    pub(in crate::app) fn apply(self, options: &mut SearchOptions, own: Heuristic) {
        let (_, algorithm, heuristic) = self.row();
        OptionChange::Algorithm(algorithm).apply(options);
        OptionChange::Heuristic(heuristic.unwrap_or(own)).apply(options);
    }
}

//! Presets: an algorithm and its heuristic under a well-known name.

use gridwalk_pathfinding::{Algorithm, Heuristic, OptionChange, SearchOptions};
use serde::Deserialize;

use crate::app::Phrase;

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
    pub const ALL: [Self; 5] =
        [Self::BreadthFirst, Self::Dijkstra, Self::GreedyManhattan, Self::GreedyStraightLine, Self::AStar];

    /// Returns name, algorithm and heuristic; `None` is the level's heuristic.
    fn row(self) -> (Phrase, Algorithm, Option<Heuristic>) {
        match self {
            Self::BreadthFirst => (Phrase::PresetBreadthFirst, Algorithm::BreadthFirst, None),
            Self::Dijkstra => (Phrase::PresetDijkstra, Algorithm::Dijkstra, None),
            Self::GreedyManhattan => (Phrase::PresetGreedyManhattan, Algorithm::Greedy, Some(Heuristic::Manhattan)),
            Self::GreedyStraightLine => {
                (Phrase::PresetGreedyStraightLine, Algorithm::Greedy, Some(Heuristic::Euclidean))
            }
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
        options.algorithm == algorithm && heuristic.is_none_or(|heuristic| options.heuristic == heuristic)
    }

    /// Applies the preset to the options; `own` is the level's heuristic.
    pub(in crate::app) fn apply(self, options: &mut SearchOptions, own: Heuristic) {
        let (_, algorithm, heuristic) = self.row();
        OptionChange::Algorithm(algorithm).apply(options);
        OptionChange::Heuristic(heuristic.unwrap_or(own)).apply(options);
    }
}

//! Searches under the names that learners meet: an algorithm and its heuristic.

use gridwalk_pathfinding::{Algorithm, Heuristic, OptionChange, SearchOptions};
use serde::Deserialize;

use crate::app::Phrase;

/// A search by its everyday name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Preset {
    /// A queue.
    BreadthFirst,
    /// Dijkstra's search.
    Dijkstra,
    /// Greedy, by Manhattan distance.
    GreedyManhattan,
    /// Greedy, by the straight line.
    GreedyStraightLine,
    /// A*, with the heuristic of the level.
    AStar,
}

impl Preset {
    /// All of them, in the order of their buttons.
    pub const ALL: [Self; 5] =
        [Self::BreadthFirst, Self::Dijkstra, Self::GreedyManhattan, Self::GreedyStraightLine, Self::AStar];

    /// Its name, its algorithm, and its heuristic, where it is not that of the level.
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

    /// What it is called.
    #[must_use]
    pub fn title(self) -> Phrase {
        self.row().0
    }

    /// Whether these options are those of the preset.
    #[must_use]
    pub fn is(self, options: &SearchOptions) -> bool {
        let (_, algorithm, heuristic) = self.row();
        options.algorithm == algorithm && heuristic.is_none_or(|heuristic| options.heuristic == heuristic)
    }

    /// The options with those of the preset; `own` is the heuristic of the level.
    pub(in crate::app) fn apply(self, options: &mut SearchOptions, own: Heuristic) {
        let (_, algorithm, heuristic) = self.row();
        OptionChange::Algorithm(algorithm).apply(options);
        OptionChange::Heuristic(heuristic.unwrap_or(own)).apply(options);
    }
}

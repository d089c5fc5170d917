//! The searches by name, and what a search can promise. The rest about each stands in the algorithm table.

use super::Weight;
use crate::pathfinding::named;

/// Which search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Fewest steps first; costs are ignored.
    BreadthFirst,
    /// As deep as possible first.
    DepthFirst,
    /// Cheapest first.
    Dijkstra,
    /// Nearest to the goal first, by the heuristic alone.
    Greedy,
    /// Cheapest so far plus estimate.
    #[default]
    AStar,
    /// A* with the estimate counted more than once.
    WeightedAStar,
    /// A* from both ends (Pohl 1971).
    Bidirectional,
    /// Depth-first passes under a growing bound on f (Korf 1985), each from the start.
    IdaStar,
    /// The passes of IDA*, each going on where the last one stopped (Björnsson et al. 2005).
    Fringe,
    /// A* that skips the cells between turning points (Harabor and Grastien 2011).
    JumpPoint,
    /// A* whose cells keep the farthest parent in sight (Nash et al. 2007); closed cells stay closed.
    Theta,
    /// Theta* that looks only when a cell is expanded (Nash, Koenig and Tovey 2010).
    LazyTheta,
    /// A* that repairs its answer when the map changes (Koenig, Likhachev and Furcy 2004).
    Lpa,
    /// Dijkstra's search from the goal over the whole map: a path for every start.
    FlowField,
}

/// What an algorithm promises about its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// No cheaper path exists, if the heuristic is admissible.
    Optimal,
    /// At most `weight` times the cheapest, if the heuristic is admissible.
    Bounded(Weight),
    /// No path has fewer steps.
    FewestSteps,
    /// A path in straight lines, mostly close to the shortest one at any angle. No bound is proven. Theta* is
    /// never longer than the cheapest path from cell to cell along the grid, rounding of lines aside, if it
    /// keeps cheaper paths, stops when the goal is expanded, and its estimate is consistent: zero, Chebyshev, octile,
    /// Euclidean. Lazy Theta* can be longer: it trusts lines before it looks.
    AnyAngle,
    /// Some path, if there is one.
    None,
}

named!(Algorithm {
    BreadthFirst = "breadth-first", "fewest steps first: a queue; costs are ignored";
    DepthFirst = "depth-first", "as deep as possible first; some path, seldom a good one";
    Dijkstra = "dijkstra", "lowest cost so far first; optimal";
    Greedy = "greedy", "nearest to the goal first, by the heuristic alone; quick, not optimal";
    AStar = "astar", "lowest cost so far plus estimate first; optimal if the estimate is never too high";
    WeightedAStar = "weighted-astar", "A* that counts the estimate several times; at most so many times too expensive";
    Bidirectional = "bidirectional", "A* from both ends; optimal";
    IdaStar = "idastar", "depth-first under a growing bound on F; hardly any memory, slow on open ground; optimal";
    Fringe = "fringe", "the passes of IDA*, each continued where the last one stopped; optimal";
    JumpPoint = "jps", "A* that skips the cells between turning points; optimal, on terrain of one cost";
    Theta = "theta", "straight lines at any angle; mostly shorter than paths along the grid";
    LazyTheta = "lazy-theta", "Theta* that looks along a line only when a cell is expanded";
    Lpa = "lpa", "A* that repairs its answer when the map changes; optimal";
    FlowField = "flow-field", "from the goal over the whole map: a path for every start; optimal";
});

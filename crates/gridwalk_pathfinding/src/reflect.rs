//! Reflection of the kernel's types for inspectors and scenes of Bevy.
//!
//! Cells, queries and options are reflected by their parts, all other types as a whole, saved by
//! serde. Only the crate of a type can implement this; nothing else here knows Bevy.

use bevy_reflect::prelude::{ReflectDefault, ReflectDeserialize, ReflectSerialize};
use bevy_reflect::{impl_reflect, impl_reflect_opaque};

use crate::{
    AgentProfile, Algorithm, Cell, Cost, CostLimit, CostRule, DiagonalRule, Grid, GridChange,
    GridEdit, Heuristic, Movement, NeighborOrder, ParentRule, Path, PathQuery, Rect, Refusal,
    ReopenRule, Revision, SearchOptions, SearchStats, StepCosts, StopRule, TieBreak,
    UnreachablePolicy, Weight,
};

impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq, Hash)]
    #[type_path = "gridwalk_pathfinding"]
    struct Cell {
        x: i32,
        y: i32,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    struct PathQuery {
        start: Cell,
        goal: Cell,
        options: SearchOptions,
    }
);
// Saved as in the table of options, and edited by its fields.
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
    #[type_path = "gridwalk_pathfinding"]
    struct SearchOptions {
        algorithm: Algorithm,
        heuristic: Heuristic,
        weight: Weight,
        movement: Movement,
        tie: TieBreak,
        steps: StepCosts,
        neighbours: NeighborOrder,
        cost_rule: CostRule,
        stop: StopRule,
        parent: ParentRule,
        reopen: ReopenRule,
        goal_tolerance: u32,
        max_expansions: Option<u64>,
        max_cost: Option<CostLimit>,
        region: Option<Rect>,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum Algorithm {
        BreadthFirst,
        DepthFirst,
        Dijkstra,
        Greedy,
        AStar,
        WeightedAStar,
        Bidirectional,
        IdaStar,
        Fringe,
        JumpPoint,
        JumpGraph,
        Canonical,
        Theta,
        LazyTheta,
        Lpa,
        FlowField,
        Auto,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum Movement {
        Four,
        Eight(DiagonalRule),
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum DiagonalRule {
        Always,
        AtLeastOneWalkable,
        OnlyIfNoObstacles,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum TieBreak {
        Oldest,
        Newest,
        LargerG,
        SmallerH,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum CostRule {
        Entered,
        MeanTouched,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum StopRule {
        Generated,
        Expanded,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum ParentRule {
        First,
        Shorter,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum ReopenRule {
        Never,
        Cheaper,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk_pathfinding"]
    enum UnreachablePolicy {
        Refuse,
        Nearest,
    }
);
impl_reflect_opaque!((in gridwalk_pathfinding) AgentProfile(Clone, Debug, Default, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) Cost(Clone, Debug, Default, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) CostLimit(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Grid(Clone, Debug, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) GridChange(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) GridEdit(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Heuristic(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) NeighborOrder(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Path(Clone, Debug, Default, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) Rect(Clone, Debug, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) Refusal(Clone, Debug, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) Revision(Clone, Debug, Default, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) SearchStats(Clone, Debug, Default, PartialEq, Deserialize, Serialize));
impl_reflect_opaque!((in gridwalk_pathfinding) StepCosts(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Weight(Clone, Debug, PartialEq));

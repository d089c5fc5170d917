//! What inspectors and scenes of Bevy see of the kernel's types: a cell by its numbers, a query by its parts, all others
//! as a whole. Only the crate of a type can say so; nothing else here knows Bevy.

use bevy_reflect::prelude::ReflectDefault;
use bevy_reflect::{impl_reflect, impl_reflect_opaque};

use crate::{
    AgentProfile, Cell, Cost, Grid, GridChange, GridEdit, Path, PathQuery, Refusal, Revision, SearchOptions,
    SearchStats, UnreachablePolicy,
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
impl_reflect_opaque!((in gridwalk_pathfinding) AgentProfile(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Cost(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Grid(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) GridChange(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) GridEdit(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Path(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Refusal(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) Revision(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) SearchOptions(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) SearchStats(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk_pathfinding) UnreachablePolicy(Clone, Debug, PartialEq));

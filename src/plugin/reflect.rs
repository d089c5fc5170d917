//! What inspectors and scenes see of the plugin's types. The kernel does not know Bevy, so its types are described
//! here: a cell by its numbers, a query by its parts, all others as a whole. Bevy registers all types that derive
//! `Reflect` by itself.

use bevy::prelude::*;
use bevy::reflect::{impl_reflect, impl_reflect_opaque};

use crate::level::UnreachablePolicy;
use crate::pathfinding::{
    AgentProfile, Cell, Cost, Grid, GridChange, GridEdit, PathQuery, Refusal, Revision, SearchOptions, SearchStats,
};

impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq, Hash)]
    #[type_path = "gridwalk::pathfinding"]
    struct Cell {
        x: i32,
        y: i32,
    }
);
impl_reflect!(
    #[reflect(Clone, Debug, Default, PartialEq)]
    #[type_path = "gridwalk::pathfinding"]
    struct PathQuery {
        start: Cell,
        goal: Cell,
        options: SearchOptions,
    }
);
impl_reflect_opaque!((in gridwalk::pathfinding) AgentProfile(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) Cost(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) Grid(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) GridChange(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) GridEdit(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) Refusal(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) Revision(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) SearchOptions(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::pathfinding) SearchStats(Clone, Debug, PartialEq));
impl_reflect_opaque!((in gridwalk::level) UnreachablePolicy(Clone, Debug, PartialEq));

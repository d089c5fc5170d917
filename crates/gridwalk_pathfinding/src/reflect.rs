//! Reflection of the kernel's types for inspectors and scenes of Bevy.
//!
//! Cells, queries, options and algorithms derive it, part by part, where they are declared. All
//! other types are reflected as a whole, and saved by serde. Only the crate of a type can implement
//! this; nothing else here knows Bevy.

use bevy_reflect::impl_reflect_opaque;
use bevy_reflect::prelude::{ReflectDefault, ReflectDeserialize, ReflectSerialize};

use crate::{
    AgentProfile, Cost, CostLimit, Grid, GridChange, GridEdit, Heuristic, NeighborOrder, Path,
    Rect, Refusal, Revision, SearchStats, StepCosts, Weight,
};

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

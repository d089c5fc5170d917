//! Saved form of values, and their reflection by Bevy.
//!
//! Options are saved by the texts of their table, named values by name, a map by its parts. Input
//! is validated like any data from outside.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Algorithm, Grid, Named, OptionChange, OptionKey, Portal, Revision, SearchOptions, Terrain,
    TerrainId, UnreachablePolicy,
};

/// Writes key and text of each option that is not at its default.
impl Serialize for SearchOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let usual = Self::default();
        let others = OptionKey::ALL
            .into_iter()
            .filter(|key| key.of(self) != key.of(&usual));
        serializer.collect_seq(others.map(|key| (key.name(), key.of(self).text())))
    }
}

impl<'de> Deserialize<'de> for SearchOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut options = Self::default();
        for (key, text) in Vec::<(String, String)>::deserialize(deserializer)? {
            OptionChange::parse(&key, &text)
                .map_err(Error::custom)?
                .apply(&mut options);
        }
        Ok(options)
    }
}

macro_rules! by_name {
    ($($type:ty),+) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                Self::from_name(&name).ok_or_else(|| {
                    Error::custom(format!("`{name}` is none of {}", <Self as Named>::NAMES.join(", ")))
                })
            }
        })+
    };
}

by_name!(Algorithm, OptionKey);

impl Serialize for UnreachablePolicy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Written by the name of the variant, as it is read.
        serializer.collect_str(&format_args!("{self:?}"))
    }
}

/// A map without derived data.
#[derive(Deserialize, Serialize)]
struct MapParts {
    width: u32,
    height: u32,
    cells: Vec<u8>,
    legend: Vec<Terrain>,
    /// Number of terrains at the start of the legend that were not added for costs; all of them if
    /// missing.
    #[serde(default)]
    named: Option<u8>,
    portals: Vec<Portal>,
    revision: Revision,
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = MapParts {
            width: self.width(),
            height: self.height(),
            cells: self.cells().iter().map(|terrain| terrain.0).collect(),
            legend: self.legend().to_vec(),
            named: Some(self.named()),
            portals: self.portal_list(),
            revision: self.revision(),
        };
        parts.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let MapParts {
            width,
            height,
            cells,
            legend,
            named,
            portals,
            revision,
        } = MapParts::deserialize(deserializer)?;
        let cells = cells.into_iter().map(TerrainId).collect();
        let grid =
            Self::new(width, height, cells, legend).and_then(|grid| grid.with_portals(&portals));
        let grid = grid.map_err(Error::custom)?.with_revision(revision);
        Ok(match named {
            Some(named) => grid.with_named(named),
            None => grid,
        })
    }
}

#[cfg(feature = "reflect")]
mod reflect {
    //! Reflection for inspectors and scenes of Bevy.
    //!
    //! Cells, queries, options and algorithms derive it, part by part, where they are declared. All
    //! other types are reflected as a whole, and saved by serde. Only the crate of a type can
    //! implement this; nothing else here knows Bevy.

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, GridEdit, TieBreak};

    #[test]
    fn options_and_maps_come_back_as_they_were() {
        let mut options = SearchOptions {
            tie: TieBreak::Oldest,
            ..Algorithm::Dijkstra.into()
        };
        options.goal_tolerance = 3;
        let text = serde_json::to_string(&options).unwrap();
        assert_eq!(
            serde_json::from_str::<SearchOptions>(&text).unwrap(),
            options,
            "{text}"
        );
        assert!(serde_json::from_str::<SearchOptions>("[[\"tie\",\"loudest\"]]").is_err());

        let portal = Portal {
            from: Cell::new(0, 0),
            to: Cell::new(2, 1),
            cost: 3,
            two_way: true,
        };
        let mut grid = Grid::from_rows(&["..#", "5.."])
            .with_portals(&[portal])
            .unwrap();
        grid.apply(&GridEdit::block([Cell::new(1, 1)])).unwrap();
        let text = serde_json::to_string(&grid).unwrap();
        assert_eq!(serde_json::from_str::<Grid>(&text).unwrap(), grid, "{text}");
        assert!(serde_json::from_str::<Grid>(&text.replace("\"width\":3", "\"width\":4")).is_err());
        let policy = serde_json::to_string(&UnreachablePolicy::Nearest).unwrap();
        assert_eq!(
            serde_json::from_str::<UnreachablePolicy>(&policy).unwrap(),
            UnreachablePolicy::Nearest
        );
    }
}

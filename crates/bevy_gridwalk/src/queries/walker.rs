//! The agent for which a query is made.

use std::sync::LazyLock;

use crate::engine::prelude::*;
use gridwalk_pathfinding::AgentProfile;

use crate::{AgentKind, AgentOptions, OnMap, PathfindingOptions};

/// The agent for which a query is made: its optional kind, options and map.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::{AgentCell, AgentKind, AgentOptions, GridQueries, OnMap};
/// use gridwalk_pathfinding::Cell;
///
/// type Asking = (&'static AgentCell, Option<&'static AgentKind>, Option<&'static AgentOptions>, Option<&'static OnMap>);
///
/// fn preview(mut queries: GridQueries, agents: Query<Asking>) {
///     for (at, kind, options, on) in &agents {
///         if let Ok(path) = queries.path((kind, options, on), at.0, Cell::new(6, 0)) {
///             println!("{} cells at a cost of {}", path.cells().len(), path.cost());
///         }
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Walker<'a> {
    /// The kind; `None` for an agent that sees the map unchanged.
    pub kind: Option<&'a AgentKind>,
    /// The options; `None` for the [`PathfindingOptions`] of all agents.
    pub options: Option<&'a AgentOptions>,
    /// The entity of the map; `None` for the resource.
    pub map: Option<Entity>,
}

impl Walker<'_> {
    /// An agent of one cell without options, on the map of the resource.
    pub const PLAIN: Self = Self {
        kind: None,
        options: None,
        map: None,
    };

    /// Returns the walker on the [`GridMap`](crate::GridMap) of this entity, or on the resource.
    #[must_use]
    pub fn on(self, map: impl Into<Option<Entity>>) -> Self {
        Self {
            map: map.into(),
            ..self
        }
    }
}

impl From<Option<&OnMap>> for Walker<'_> {
    fn from(on: Option<&OnMap>) -> Self {
        Self::PLAIN.on(OnMap::key(on))
    }
}

impl<'a> From<&'a AgentKind> for Walker<'a> {
    fn from(kind: &'a AgentKind) -> Self {
        Self {
            kind: Some(kind),
            ..Self::PLAIN
        }
    }
}

impl<'a> From<Option<&'a AgentKind>> for Walker<'a> {
    fn from(kind: Option<&'a AgentKind>) -> Self {
        Self {
            kind,
            ..Self::PLAIN
        }
    }
}

impl<'a> From<(Option<&'a AgentKind>, Option<&'a AgentOptions>)> for Walker<'a> {
    fn from((kind, options): (Option<&'a AgentKind>, Option<&'a AgentOptions>)) -> Self {
        Self {
            kind,
            options,
            map: None,
        }
    }
}

impl<'a>
    From<(
        Option<&'a AgentKind>,
        Option<&'a AgentOptions>,
        Option<&'a OnMap>,
    )> for Walker<'a>
{
    fn from(
        (kind, options, on): (
            Option<&'a AgentKind>,
            Option<&'a AgentOptions>,
            Option<&'a OnMap>,
        ),
    ) -> Self {
        Self {
            kind,
            options,
            map: OnMap::key(on),
        }
    }
}

impl<'a> Walker<'a> {
    /// Returns the walker's own options, or those of all agents.
    pub(crate) fn options(self, of_all: &'a PathfindingOptions) -> &'a PathfindingOptions {
        self.options.map_or(of_all, |own| &own.0)
    }

    pub(crate) fn profile(self) -> &'a AgentProfile {
        static PLAIN: LazyLock<AgentProfile> = LazyLock::new(AgentProfile::default);
        self.kind.map_or(&*PLAIN, |kind| &*kind.0)
    }
}

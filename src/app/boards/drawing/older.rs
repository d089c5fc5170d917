//! The choice of the map under a watched search.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;

use crate::app::boards::{Source, WatchQuery};
use crate::app::command::Mode;
use crate::app::view::grid::OlderMap;

/// Draws the map of the search if it is not the map of the window.
pub fn choose_map(mode: Res<Mode>, question: Res<WatchQuery>, grid: Res<NavGrid>, mut older: ResMut<OlderMap>) {
    let map = question.grid.as_ref().filter(|map| {
        *mode == Mode::Watch
            && (question.source != Source::Free || question.kind.is_some())
            && (map.width(), map.height()) == (grid.grid().width(), grid.grid().height())
    });
    let is_same = match (&older.0, map) {
        (Some(shown), Some(wanted)) => Arc::ptr_eq(shown, wanted),
        (shown, wanted) => shown.is_none() && wanted.is_none(),
    };
    if !is_same {
        older.0 = map.cloned();
    }
}

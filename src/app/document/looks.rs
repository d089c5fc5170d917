//! Keeps the terrain looks in step with the open level and the map that is drawn.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;
use gridwalk_level::{LevelGrid, Looks};

use super::open::OpenDocument;
use crate::app::view::MapLooks;

/// Applies the level's looks from the frame on in which its terrains are on the map.
///
/// Without a level, or if the map is not the level's, terrains get the default looks of their names.
pub(super) fn follow(open: Res<OpenDocument>, grid: Res<NavGrid>, mut shown: ResMut<MapLooks>) {
    let legend = grid.grid().legend();
    let of_level = |level: &LevelGrid| (level.legend() == legend).then(|| level.looks().clone());
    let looks = open.document().and_then(|document| of_level(&document.level().grid));
    let looks = looks.unwrap_or_else(|| Looks::usual(legend));
    shown.set_if_neq(MapLooks { legend: Arc::clone(legend), looks });
}

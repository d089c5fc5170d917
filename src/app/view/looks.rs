//! How the terrains of the map look, for everything that draws them.

use bevy::prelude::*;
use gridwalk_level::Looks;

/// How the terrains of the map look: of the open level, in step with the map that is drawn.
#[derive(Resource, Debug)]
pub struct MapLooks(pub Looks);

impl Default for MapLooks {
    fn default() -> Self {
        Self(Looks::usual(&[]))
    }
}

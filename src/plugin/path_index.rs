//! From tiles to agents: an edit looks at those whose paths come near it, however many there are.

use std::collections::HashMap;

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

use super::path_stack::Obstacles;
use super::{AgentKind, PathStack};

/// A square of cells, by the high bits of their coordinates.
pub(super) type Tile = (i32, i32);

/// A tile's side as a power of two.
const SHIFT: i32 = 5;

/// The tile of a cell.
pub(super) const fn tile_of(x: i32, y: i32) -> Tile {
    (x >> SHIFT, y >> SHIFT)
}

/// Which agents have steps ahead of them in a tile. Kept by the path stacks themselves.
#[derive(Resource, Default, Debug)]
pub(super) struct PathIndex {
    /// Each agent once for every time that its path comes to the tile.
    tiles: HashMap<Tile, Vec<Entity>>,
    /// How many agents are under way to a goal.
    pub walking: usize,
    /// The side of the largest agent that ever walked.
    pub largest: u8,
}

impl PathIndex {
    /// The agent's path does not lead to the tile any more, or once less.
    pub fn leave(&mut self, tile: Tile, agent: Entity) {
        let Some(agents) = self.tiles.get_mut(&tile) else { return };
        if let Some(at) = agents.iter().position(|other| *other == agent) {
            agents.swap_remove(at);
        }
        if agents.is_empty() {
            self.tiles.remove(&tile);
        }
    }

    /// The agents that have steps ahead in one of these tiles, in the order of their names in the world.
    pub fn near(&self, obstacles: &Obstacles) -> Vec<Entity> {
        let tiles = obstacles.tiles().filter_map(|tile| self.tiles.get(tile));
        let mut agents: Vec<Entity> = tiles.flatten().copied().collect();
        agents.sort_unstable();
        agents.dedup();
        agents
    }
}

/// A path is put on an agent.
pub(super) fn enter_tiles(mut world: DeferredWorld, context: HookContext) {
    let agent = world.entity(context.entity);
    let Some(stack) = agent.get::<PathStack>() else { return };
    let tiles: Vec<Tile> = stack.tiles().collect();
    let (size, arrives) = (AgentKind::size_of(agent.get::<AgentKind>()), stack.arrives());
    let Some(mut index) = world.get_resource_mut::<PathIndex>() else { return };
    for tile in tiles {
        index.tiles.entry(tile).or_default().push(context.entity);
    }
    index.largest = index.largest.max(size);
    index.walking += usize::from(arrives);
}

/// A path is taken off an agent, or replaced.
pub(super) fn leave_tiles(mut world: DeferredWorld, context: HookContext) {
    let Some(stack) = world.get::<PathStack>(context.entity) else { return };
    let (tiles, arrives): (Vec<Tile>, _) = (stack.tiles().collect(), stack.arrives());
    let Some(mut index) = world.get_resource_mut::<PathIndex>() else { return };
    for tile in tiles {
        index.leave(tile, context.entity);
    }
    index.walking = index.walking.saturating_sub(usize::from(arrives));
}

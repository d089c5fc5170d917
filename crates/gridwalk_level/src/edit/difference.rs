//! The difference of two levels as one edit: so a file that changed on disk is an edit like any other.

use gridwalk_pathfinding::{Cell, Grid, GridEdit, TerrainId};

use super::apply::LevelEdit;
use crate::{Level, LevelAgent};

impl LevelEdit {
    /// The edit that turns one level into the other; `None` if they are equal. How often their maps have changed does
    /// not count.
    ///
    /// # Complexity
    /// O(cells) time, and memory for what differs; at most about a copy of the map.
    #[must_use]
    pub fn between(before: &Level, after: &Level) -> Option<Self> {
        let mut edits = of_grid(&before.grid, &after.grid);
        of_agents(&before.agents, &after.agents, &mut edits);
        if before.search != after.search {
            edits.push(Self::Options(Box::new(after.search.clone())));
        }
        if before.unreachable != after.unreachable {
            edits.push(Self::Unreachable(after.unreachable));
        }
        if before.name != after.name {
            edits.push(Self::Name(after.name.clone()));
        }
        if before.about != after.about {
            edits.push(Self::About(after.about.clone()));
        }
        match edits.len() {
            0 | 1 => edits.pop(),
            _ => Some(Self::Several(edits)),
        }
    }
}

fn of_grid(before: &Grid, after: &Grid) -> Vec<LevelEdit> {
    let map = || vec![LevelEdit::Map(Box::new(after.clone()))];
    // What is not used any more may be missing in the other legend.
    let fits = before.used_terrains().all(|terrain| usize::from(terrain.0) < after.legend().len());
    let Some(GridEdit { cells, legend, portals }) = before.difference(after).filter(|_| fits) else {
        return map();
    };
    // A list of cells takes more room than a map once it names many of them.
    if cells.len() * size_of::<(Cell, TerrainId)>() > before.cell_count() + 4096 {
        return map();
    }
    let cells = (!cells.is_empty()).then(|| LevelEdit::Cells(GridEdit::of_cells(cells)));
    [legend.map(LevelEdit::Legend), portals.map(LevelEdit::Portals), cells].into_iter().flatten().collect()
}

/// Agents between those that are equal at both ends of the lists are replaced one by one; then some leave, or join.
fn of_agents(before: &[LevelAgent], after: &[LevelAgent], edits: &mut Vec<LevelEdit>) {
    let first = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[first..], &after[first..]);
    let last = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[..before.len() - last], &after[..after.len() - last]);
    let both = before.len().min(after.len());
    for (number, (have, want)) in (first..).zip(before.iter().zip(after)) {
        if have != want {
            edits.push(LevelEdit::SetAgent(number, Box::new(want.clone())));
        }
    }
    edits.extend((both..before.len()).rev().map(|number| LevelEdit::RemoveAgent(first + number)));
    for (number, agent) in after.iter().enumerate().skip(both) {
        edits.push(LevelEdit::AddAgent(first + number, Box::new(agent.clone())));
    }
}

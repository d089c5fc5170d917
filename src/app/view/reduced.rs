//! The map at half its size, a quarter and so on: a cell stands for those under it, and is blocked if one of them is.
//!
//! A wall of one cell falls between the pixels of a map that is seen from afar. The shader looks it up here.

use bevy::prelude::*;
use gridwalk_pathfinding::TerrainId;

/// For each terrain whether its cells are blocked.
pub type BlockedTerrains = [bool; 256];

/// The levels of a map of one size, and their places in one texture, one below the other.
pub struct Levels {
    /// Columns and rows, from the map itself to a single cell: halves, rounded down. There is one besides the map at least.
    sizes: Vec<UVec2>,
    /// The first row of each in the texture; of the map, which is not in it, 0.
    tops: Vec<u32>,
}

impl Levels {
    pub fn of(map: UVec2) -> Self {
        let half = |size: UVec2| (size / 2).max(UVec2::ONE);
        let smaller = std::iter::successors(Some(half(map)), |size| (*size != UVec2::ONE).then(|| half(*size)));
        let sizes: Vec<_> = [map].into_iter().chain(smaller).collect();
        let mut tops = vec![0, 0];
        for size in &sizes[1..] {
            tops.push(tops[tops.len() - 1] + size.y);
        }
        Self { sizes, tops }
    }

    /// The number of the last level; the map itself is number 0.
    pub const fn last(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Columns and rows of the texture.
    pub fn texture_size(&self) -> UVec2 {
        UVec2::new(self.sizes[1].x, self.tops[self.sizes.len()])
    }

    /// The texels of the texture.
    ///
    /// # Complexity
    /// O(cells) time, half a byte a cell.
    pub fn texels(&self, cells: &[TerrainId], blocked: &BlockedTerrains) -> Vec<u8> {
        let whole = self.texture_size();
        let mut texels = vec![0; whole.x as usize * whole.y as usize];
        for (level, size) in self.sizes.iter().enumerate().skip(1) {
            for (y, x) in (0..size.y).flat_map(|y| (0..size.x).map(move |x| (y, x))) {
                self.reduce(&mut texels, cells, (level, UVec2::new(x, y)), blocked);
            }
        }
        texels
    }

    /// Brings the texels of a cell up to date.
    ///
    /// # Complexity
    /// O(levels).
    pub fn update(&self, texels: &mut [u8], cells: &[TerrainId], mut at: UVec2, blocked: &BlockedTerrains) {
        for (level, size) in self.sizes.iter().enumerate().skip(1) {
            at = (at / 2).min(*size - 1);
            self.reduce(texels, cells, (level, at), blocked);
        }
    }

    /// The place of a cell of a level in the texture.
    fn texel(&self, level: usize, at: UVec2) -> usize {
        (self.tops[level] + at.y) as usize * self.sizes[1].x as usize + at.x as usize
    }

    /// Finds the terrain of a cell that stands for two by two; of an odd column or row at the end for three.
    fn reduce(&self, texels: &mut [u8], cells: &[TerrainId], (level, at): (usize, UVec2), blocked: &BlockedTerrains) {
        let (below, here) = (self.sizes[level - 1], self.sizes[level]);
        let terrain = |at: UVec2| match level {
            1 => cells[at.y as usize * below.x as usize + at.x as usize].0,
            _ => texels[self.texel(level - 1, at)],
        };
        let first = (at * 2).min(below - 1);
        let last = UVec2::select((at + 1).cmpeq(here), below - 1, (first + 1).min(below - 1));
        let mut all = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| UVec2::new(x, y)));
        let wall = all.find(|at| blocked[usize::from(terrain(*at))]);
        texels[self.texel(level, at)] = terrain(wall.unwrap_or(first));
    }
}

#[cfg(test)]
mod tests {
    use gridwalk_testing::Rng;

    use super::*;

    const BLOCKED: BlockedTerrains = {
        let mut blocked = [false; 256];
        blocked[1] = true;
        blocked
    };

    fn random(rng: &mut Rng, size: UVec2, density: u32) -> Vec<TerrainId> {
        let mut cell = || if rng.below(100) < density { TerrainId(1) } else { TerrainId(2 * rng.below(2_u8)) };
        (0..size.x * size.y).map(|_| cell()).collect()
    }

    /// On a map of 2048 by 2048 cells a stroke of walls was not seen.
    #[test]
    fn wall_of_one_cell_is_blocked_at_every_size() {
        let mut rng = Rng(7);
        for size in [(1, 1), (7, 1), (13, 9), (64, 48), (33, 65)].map(UVec2::from) {
            let cells = random(&mut rng, size, 3);
            let levels = Levels::of(size);
            let texels = levels.texels(&cells, &BLOCKED);
            let whole = (0..size.y).flat_map(|y| (0..size.x).map(move |x| UVec2::new(x, y)));
            for at in whole.filter(|at| cells[(at.y * size.x + at.x) as usize] == TerrainId(1)) {
                for (level, smaller) in levels.sizes.iter().enumerate().skip(1) {
                    // As the shader finds the cell of a level.
                    let seen = UVec2::new(at.x >> level, at.y >> level).min(*smaller - 1);
                    assert_eq!(texels[levels.texel(level, seen)], 1, "{at} of {size} at level {level}");
                }
            }
        }
    }

    #[test]
    fn edited_levels_equal_those_made_from_scratch() {
        let mut rng = Rng(8);
        for size in [(1, 1), (1, 5), (16, 16), (21, 14)].map(UVec2::from) {
            let mut cells = random(&mut rng, size, 20);
            let levels = Levels::of(size);
            let mut texels = levels.texels(&cells, &BLOCKED);
            for terrain in random(&mut rng, size, 40) {
                let at = UVec2::new(rng.below(size.x), rng.below(size.y));
                cells[(at.y * size.x + at.x) as usize] = terrain;
                levels.update(&mut texels, &cells, at, &BLOCKED);
            }
            assert_eq!(texels, levels.texels(&cells, &BLOCKED), "{size}");
        }
    }
}

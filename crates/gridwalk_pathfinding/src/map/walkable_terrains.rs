//! The walkable ones of a row of cells, 64 at a time.

use crate::TerrainId;

/// The terrains that an agent can stand on.
#[derive(Debug)]
pub(super) struct WalkableTerrains {
    table: [bool; 256],
    /// All of them, some more than once, if they are few: then cells are compared side by side.
    few: Option<[u8; FEW_TERRAINS]>,
}

const FEW_TERRAINS: usize = 4;

impl WalkableTerrains {
    pub fn new(table: [bool; 256]) -> Self {
        let mut walkable = (0..=u8::MAX).filter(|terrain| table[usize::from(*terrain)]);
        let few = walkable.next().and_then(|first| {
            let mut few = [first; FEW_TERRAINS];
            for place in &mut few[1..] {
                *place = walkable.next().unwrap_or(first);
            }
            walkable.next().is_none().then_some(few)
        });
        Self { table, few }
    }

    /// Returns a bit for each of at most 64 cells.
    #[inline]
    pub fn bits(&self, cells: &[TerrainId]) -> u64 {
        if let Some(few) = self.few
            && let Ok(cells) = <&[TerrainId; 64]>::try_from(cells)
        {
            // All 64 in one step, so that the compiler compares them side by side.
            let flags = cells.map(|cell| {
                few.iter()
                    .fold(0, |flag, terrain| flag | u8::from(*terrain == cell.0))
            });
            let (eights, _) = flags.as_chunks();
            return eights.iter().rev().fold(0, |bits, eight| {
                // Moves bit 0 of each byte to its place in the highest byte.
                let byte = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                bits << 8 | byte
            });
        }
        let bit = |cell: &TerrainId| u64::from(self.table[usize::from(cell.0)]);
        let cells = cells.iter().rev();
        cells.fold(0, |bits, cell| bits << 1 | bit(cell))
    }
}

//! Around a cell: which of its free neighbours lead to each other without it.

/// The eight cells around one, clockwise from north.
pub(super) const RING: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// From each group of free neighbours that lead to each other within the ring, the last one: a bit for each place of
/// the ring, as `free` has one for each free cell. At most four.
#[inline]
pub(super) const fn sides(free: u8, diagonal: bool) -> u8 {
    SIDES[diagonal as usize][free as usize]
}

/// The places of the ring that are set.
pub(super) fn places(set: u8) -> impl Iterator<Item = usize> + Clone {
    (0..8).filter(move |place| set >> place & 1 == 1)
}

/// By shape and free cells.
static SIDES: [[u8; 256]; 2] = [all_sides(false), all_sides(true)];

const fn all_sides(diagonal: bool) -> [u8; 256] {
    let mut all = [0; 256];
    let mut free = 0;
    while free < 256 {
        all[free] = groups(free, diagonal);
        free += 1;
    }
    all
}

const fn groups(free: usize, diagonal: bool) -> u8 {
    // Only neighbours that lead to the cell count; corners of the ring join them, or not.
    let step = if diagonal { 1 } else { 2 };
    let (mut last_of_group, mut first, mut i) = (0, 0, 0);
    while i < 8 {
        let (next, after) = (free >> ((i + 1) % 8) & 1 == 1, free >> ((i + 2) % 8) & 1 == 1);
        let joined = if diagonal {
            // Two straight neighbours touch at the corner between them, be it free or not.
            next || (i % 2 == 0 && after)
        } else {
            next && after
        };
        if free >> i & 1 == 1 {
            if first == 0 {
                first = 1 << i;
            }
            if !joined {
                last_of_group |= 1 << i;
            }
        }
        i += step;
    }
    // A ring without a gap has no last one.
    if last_of_group == 0 { first } else { last_of_group }
}

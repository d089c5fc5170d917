//! Distances from one cell to all others, by label-correcting jump point search, in slices.

use super::ends::Units;
use super::jumps::{START, SuccessorTable, is_end_of_sweep, successors_of};
use crate::Movement;
use crate::fast::BucketQueue;
use crate::fast::landmarks::Distances;
use crate::map::{CellPlaces, Heading, JumpGround, STEPS};

/// A search without a goal on a map that does not change.
///
/// Each jump writes the costs of all cells on its way, not only the cost of its end. Jumps of a
/// bucket are followed in any order, so a cell can get a cost twice.
#[derive(Clone, Debug, Default)]
pub(super) struct Wave {
    /// The labels of all places among the rows.
    labels: Vec<WaveLabel>,
    queue: BucketQueue,
    /// Whether a cost was too high to be counted.
    is_given_up: bool,
}

/// A cost of a cell, and the directions in which jumps have reached it as a jump point.
///
/// The upper half is [`FAR`] less the cost, 0 without a path. So a greater half is a cheaper path,
/// and zeroed memory has no paths. The lowest byte has the directions from which jumps are still
/// to be followed, the next byte those from which they have been.
///
/// A number, as memory for zeros is taken without writing them: on a large map, that would take
/// milliseconds.
type WaveLabel = u64;

/// A cost above all others.
const FAR: u32 = u32::MAX;

/// The highest cost from which jumps are followed: its sum with the cost of a jump fits.
const MOST: u32 = FAR / 2;

/// Number of cells that get a cost in the time of an expansion of a jump point.
const WRITTEN: u32 = 32;

/// Returns the upper half of a label.
const fn left_of(label: WaveLabel) -> u32 {
    (label >> 32) as u32
}

/// Returns the directions from which jumps are still to be followed, a bit for each.
const fn waiting_of(label: WaveLabel) -> u64 {
    label % (1 << 8)
}

/// Returns a label with this upper half, without directions.
const fn label_of(left: u32) -> WaveLabel {
    (left as u64) << 32
}

impl Distances for Wave {
    type Ground<'a> = (JumpGround<'a>, Units);

    fn new((ground, _): Self::Ground<'_>) -> Self {
        Self {
            labels: vec![0; ground.row_places()],
            ..Self::default()
        }
    }

    fn bytes(&self) -> usize {
        self.labels.len() * size_of::<WaveLabel>() + self.queue.bytes()
    }

    fn bytes_for(places: usize) -> usize {
        places * size_of::<WaveLabel>()
    }

    fn begin(&mut self, (ground, units): Self::Ground<'_>, place: usize) {
        self.queue.begin(0, units.bucket_shift());
        let at = ground.places_of(ground.cell_of_row(place));
        self.labels[at.row()] = label_of(FAR);
        let headings = successors_of(ground.movement())[START][usize::from(ground.ring(at))];
        Spreading::new(self, ground, units).follow(at, headings.into());
    }

    fn advance(&mut self, (ground, units): Self::Ground<'_>, most: u64) -> (u64, bool) {
        self.queue.grow_ahead();
        let mut taken = 0;
        while taken < most {
            let Some((_, number)) = self.queue.pop() else {
                return (taken, true);
            };
            taken += 1;
            let place = number as usize;
            let label = self.labels[place];
            let waiting = waiting_of(label);
            if waiting == 0 {
                continue;
            }
            if FAR - left_of(label) > MOST {
                self.is_given_up = true;
                return (taken, true);
            }
            self.labels[place] = (label | waiting << 8) ^ waiting;
            let at = ground.places_of(ground.cell_of_row(place));
            let mut spreading = Spreading::new(self, ground, units);
            let ring = usize::from(ground.ring(at));
            let (mut left, mut headings) = (waiting, 0);
            while left != 0 {
                headings |= spreading.successors[left.trailing_zeros() as usize][ring];
                left &= left - 1;
            }
            spreading.follow(at, headings.into());
            taken += u64::from(spreading.written / WRITTEN);
        }
        (taken, false)
    }

    fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    fn places(&self) -> usize {
        self.labels.len()
    }

    fn cost(&self, place: usize) -> Option<u32> {
        let left = left_of(self.labels[place]);
        (left > 0).then(|| FAR - left)
    }

    #[inline]
    fn take_cost(&mut self, place: usize) -> Option<u32> {
        let left = left_of(std::mem::take(&mut self.labels[place]));
        (left > 0).then(|| FAR - left)
    }
}

/// The jumps from one cell.
struct Spreading<'a> {
    labels: &'a mut [WaveLabel],
    queue: &'a mut BucketQueue,
    ground: JumpGround<'a>,
    movement: Movement,
    units: Units,
    successors: &'static SuccessorTable,
    /// Number of cells on the way.
    written: u32,
}

impl<'a> Spreading<'a> {
    fn new(wave: &'a mut Wave, ground: JumpGround<'a>, units: Units) -> Self {
        let movement = ground.movement();
        Self {
            labels: &mut wave.labels,
            queue: &mut wave.queue,
            ground,
            movement,
            units,
            successors: successors_of(movement),
            written: 0,
        }
    }

    /// Follows the jumps in these directions, a bit for each.
    fn follow(&mut self, at: CellPlaces, headings: u32) {
        let left = left_of(self.labels[at.row()]);
        let mut rest = headings;
        while rest != 0 {
            match (self.movement, rest.trailing_zeros()) {
                (Movement::Four, 0) => self.sweep(at, left, 0, [6, 2]),
                (Movement::Four, 4) => self.sweep(at, left, 4, [2, 6]),
                (_, 0) => self.straight(at, left, 0),
                (_, 1) => self.sweep(at, left, 1, [0, 2]),
                (_, 2) => self.straight(at, left, 2),
                (_, 3) => self.sweep(at, left, 3, [2, 4]),
                (_, 4) => self.straight(at, left, 4),
                (_, 5) => self.sweep(at, left, 5, [4, 6]),
                (_, 6) => self.straight(at, left, 6),
                _ => self.sweep(at, left, 7, [6, 0]),
            }
            rest &= rest - 1;
        }
    }

    #[inline]
    fn straight(&mut self, at: CellPlaces, mut left: u32, heading: Heading) {
        let (by, is_jump_point) = self.ground.jump(at, heading);
        let (step, offset) = (self.units.straight, self.ground.row_offset(heading));
        let mut place = at.row();
        self.written += by.unsigned_abs();
        for _ in 1..by.unsigned_abs() {
            (left, place) = (left - step, place.wrapping_add_signed(offset));
            let label = &mut self.labels[place];
            if left_of(*label) != left {
                if left_of(*label) > left {
                    return;
                }
                *label = label_of(left);
            }
        }
        if is_jump_point {
            self.arrive(place.wrapping_add_signed(offset), left - step, heading);
        }
    }

    #[inline]
    fn sweep(&mut self, from: CellPlaces, mut left: u32, heading: Heading, sides: [Heading; 2]) {
        let (ground, movement) = (self.ground, self.movement);
        let (steps, ends) = ground.sweep(from, heading, |ring| {
            is_end_of_sweep(movement, ring, heading)
        });
        let (mut at, step) = (from, self.units.sweep(movement));
        for _ in 0..steps - u32::from(ends) {
            (at, left) = (ground.moved(at, STEPS[heading]), left - step);
            let label = &mut self.labels[at.row()];
            if left_of(*label) != left {
                if left_of(*label) > left {
                    return;
                }
                *label = label_of(left);
            }
            for side in sides {
                self.straight(at, left, side);
            }
        }
        if ends {
            at = ground.moved(at, STEPS[heading]);
            self.arrive(at.row(), left - step, heading);
        }
    }

    /// Notes that a jump ends on a jump point.
    fn arrive(&mut self, place: usize, left: u32, heading: Heading) {
        let label = &mut self.labels[place];
        if left_of(*label) != left {
            if left_of(*label) > left {
                return;
            }
            *label = label_of(left);
        }
        // Equally cheap paths can continue in different directions.
        if (*label | *label >> 8) >> heading & 1 == 0 {
            if waiting_of(*label) == 0 {
                let number = u32::try_from(place).expect("places are counted in 32 bits");
                self.queue.push((FAR - left).into(), number);
            }
            *label |= 1 << heading;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Units, Wave};
    use crate::fast::landmarks::Distances;
    use crate::map::STEPS;
    use crate::{Cell, Grid, Map, Movement};

    /// Returns the costs from a place to all others by relaxing all steps until nothing changes.
    fn costs_step_by_step(map: &Map, movement: Movement, units: Units, from: Cell) -> Vec<u32> {
        let ground = map.jump_ground(movement);
        let mut costs = vec![u32::MAX; ground.row_places()];
        let mut open = vec![from];
        costs[ground.row_place(from)] = 0;
        while let Some(cell) = open.pop() {
            let at = ground.places_of(cell);
            for (heading, (dx, dy)) in (0..).zip(STEPS) {
                let is_diagonal = heading % 2 == 1;
                if is_diagonal && movement == Movement::Four || !ground.allows(at, heading) {
                    continue;
                }
                let step = [units.straight, units.diagonal][usize::from(is_diagonal)];
                let next = Cell::new(
                    cell.x + i32::try_from(dx).unwrap(),
                    cell.y + i32::try_from(dy).unwrap(),
                );
                let cost = costs[at.row()] + step;
                let known = &mut costs[ground.row_place(next)];
                if cost < *known {
                    *known = cost;
                    open.push(next);
                }
            }
        }
        costs
    }

    #[test]
    fn wave_costs_are_those_of_single_steps() {
        let mut random = 1_u32;
        let mut below = |n: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % n
        };
        for round in 0..400 {
            let movement = Movement::ALL[round % Movement::ALL.len()];
            let (width, height, walls) = (1 + below(30), 1 + below(30), 5 + below(45));
            let rows: Vec<String> = (0..height)
                .map(|_| {
                    let cells = (0..width).map(|_| if below(100) < walls { '#' } else { '.' });
                    cells.collect()
                })
                .collect();
            let rows: Vec<_> = rows.iter().map(|row| &**row).collect();
            let map = Map::new(Grid::from_rows(&rows));
            let mut units = Units {
                straight: 5741,
                diagonal: 8119,
            };
            if round % 3 == 0 {
                units = Units {
                    straight: 1,
                    diagonal: 1 + below(2),
                };
            }
            let ground = map.jump_ground(movement);
            let on = (ground, units);
            let mut wave = Wave::new(on);
            for _ in 0..3 {
                let (x, y) = (below(width).cast_signed(), below(height).cast_signed());
                let from = Cell::new(x, y);
                if !map.grid().is_walkable(from) {
                    continue;
                }
                wave.begin(on, ground.row_place(from));
                while !wave.advance(on, u64::from(1 + below(9))).1 {}
                let wanted = costs_step_by_step(&map, movement, units, from);
                for (place, wanted) in wanted.into_iter().enumerate() {
                    let cost = wave.take_cost(place).unwrap_or(u32::MAX);
                    assert_eq!(cost, wanted, "{movement:?}, {units:?}, {from}, {rows:#?}");
                }
            }
        }
    }
}

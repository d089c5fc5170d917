//! Steps in the order in which an agent tries them.

use super::agents::STAY;

/// Steps by rank. They are sorted as far as they are tried: mostly the first one is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranks {
    /// Cost, whether the cell is taken, luck and direction of each step, in bits from high to low.
    keys: [u64; 9],
    count: u8,
    /// Directions of steps that lead closer to the goal, a bit for each.
    closer: u8,
}

impl Ranks {
    /// One step and no other; none at all for [`STAY`].
    pub const fn only(step: u8) -> Self {
        let mut keys = [0; 9];
        keys[0] = step as u64;
        Self { keys, count: (step < STAY) as u8, closer: 0 }
    }

    /// Adds a step. The lowest four bits of the key are its direction.
    #[inline]
    pub fn push(&mut self, key: u64, is_progress: bool) {
        self.keys[usize::from(self.count)] = key;
        self.count += 1;
        self.closer |= u8::from(is_progress).unbounded_shl((key & 0xF) as u32);
    }

    /// The direction of the step of a rank; [`STAY`] if there are fewer. All lower ranks were asked for before.
    #[inline]
    pub fn direction(&mut self, rank: u8) -> u8 {
        if rank >= self.count {
            return STAY;
        }
        let keys = &mut self.keys[usize::from(rank)..usize::from(self.count)];
        let (mut best, mut least) = (0, keys[0]);
        for (at, key) in keys.iter().enumerate().skip(1) {
            if *key < least {
                (best, least) = (at, *key);
            }
        }
        keys.swap(0, best);
        (least & 0xF) as u8
    }

    /// Returns `true` if the step in a direction leads closer to the goal.
    #[inline]
    pub const fn is_progress(&self, direction: u8) -> bool {
        direction < STAY && self.closer >> direction & 1 == 1
    }

    /// Puts the best step behind all others. None counts as progress any more.
    pub fn avoid_first(&mut self) {
        self.direction(0);
        self.keys[0] |= !0xF;
        self.closer = 0;
    }

    /// Puts the worst step first; of equal ones that onto a free cell, so that a partner is not pushed along. None counts
    /// as progress any more.
    pub fn reverse(&mut self) {
        for key in &mut self.keys[..usize::from(self.count)] {
            *key ^= u64::MAX << 24;
        }
        self.closer = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ranks: &mut Ranks) -> Vec<u8> {
        (0..10).map(|rank| ranks.direction(rank)).take_while(|direction| *direction < STAY).collect()
    }

    #[test]
    fn steps_are_tried_by_cost_then_luck() {
        let mut ranks = Ranks::only(STAY);
        for (direction, cost, is_taken, luck) in [(0, 5, 0, 9), (3, 2, 1, 0), (5, 2, 0, 7), (6, 5, 0, 1)] {
            ranks.push(cost << 24 | is_taken << 23 | luck << 4 | direction, cost < 5);
        }
        let (mut away, mut avoiding) = (ranks, ranks);
        assert_eq!(order(&mut ranks), [5, 3, 6, 0]);
        assert_eq!([5, 3, 6, 0, STAY].map(|direction| ranks.is_progress(direction)), [true, true, false, false, false]);
        away.reverse();
        assert_eq!(order(&mut away), [6, 0, 5, 3], "the worst first, a free cell before a taken one");
        avoiding.avoid_first();
        assert_eq!(order(&mut avoiding), [3, 6, 0, 5], "the best one last");
        assert!(!away.is_progress(5) && !avoiding.is_progress(3));
        assert_eq!((order(&mut Ranks::only(7)), order(&mut Ranks::only(STAY))), (vec![7], vec![]));
    }
}

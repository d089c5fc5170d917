//! The order in which an agent tries its steps.

use super::agents::STAY;

/// The steps that an agent may choose; an iterator over their directions, best first.
///
/// They are not sorted: mostly the first one is taken.
#[derive(Clone, Debug)]
pub(crate) struct Ranks {
    /// Cost, whether the cell is taken, whether the agent came from there, luck and direction of each
    /// step, in bits from high to low; [`USED`] for none.
    keys: [u64; 9],
    /// Directions of steps that lead closer to the goal, a bit for each.
    closer: u8,
}

/// Key of a step that is not legal or was tried.
const USED: u64 = u64::MAX;

/// Number of bits of a key below the cost.
const BELOW_COST: u32 = 24;

impl Ranks {
    pub const EMPTY: Self = Self {
        keys: [USED; 9],
        closer: 0,
    };

    /// Sets the key of a step. The lowest four bits are left for the direction.
    #[inline]
    pub fn set(&mut self, direction: u8, key: u64) {
        self.keys[usize::from(direction)] = key | u64::from(direction);
    }

    /// Sets further bits in the key of a step.
    pub fn raise(&mut self, direction: u8, bits: u64) {
        self.keys[usize::from(direction)] |= bits;
    }

    /// Removes a step.
    #[inline]
    pub fn drop(&mut self, direction: u8) {
        self.keys[usize::from(direction)] = USED;
    }

    /// The direction of the best step, if there is one.
    #[inline]
    pub fn best(&self) -> Option<u8> {
        let best = self.keys.iter().copied().fold(USED, u64::min);
        (best != USED).then_some((best & 0xF) as u8)
    }

    /// The cost of a step.
    pub const fn cost(&self, direction: u8) -> u64 {
        self.keys[direction as usize] >> BELOW_COST
    }

    /// Sets the directions of the steps that lead closer to the goal, a bit for each.
    #[inline]
    pub const fn set_progress(&mut self, closer: u8) {
        self.closer = closer;
    }

    /// Returns `true` if the step in a direction leads closer to the goal.
    #[inline]
    pub const fn is_progress(&self, direction: u8) -> bool {
        direction < STAY && self.closer >> direction & 1 == 1
    }

    /// Puts a step behind all others. None counts as progress any more.
    pub fn avoid(&mut self, direction: u8) {
        self.set(direction, !0xF);
        self.closer = 0;
    }

    /// Puts the worst step first; of equal ones that onto a free cell, so that a partner is not
    /// pushed along. None counts as progress any more.
    pub fn reverse(&mut self) {
        for key in self.keys.iter_mut().filter(|key| **key != USED) {
            *key ^= u64::MAX << BELOW_COST;
        }
        self.closer = 0;
    }
}

impl Iterator for Ranks {
    type Item = u8;

    /// Removes the best step and returns its direction.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let best = self.best()?;
        self.drop(best);
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_tried_by_cost_then_luck() {
        let mut ranks = Ranks::EMPTY;
        for (direction, cost, is_taken, luck) in
            [(0, 5, 0, 9), (3, 2, 1, 0), (5, 2, 0, 7), (6, 5, 0, 1)]
        {
            ranks.set(direction, cost << BELOW_COST | is_taken << 23 | luck << 4);
        }
        ranks.set_progress(1 << 3 | 1 << 5);
        let (mut away, mut avoiding) = (ranks.clone(), ranks.clone());
        assert_eq!(ranks.clone().collect::<Vec<_>>(), [5, 3, 6, 0]);
        assert_eq!(
            [5, 3, 6, 0, STAY].map(|direction| ranks.is_progress(direction)),
            [true, true, false, false, false]
        );
        away.reverse();
        assert!(!away.is_progress(5));
        assert_eq!(
            away.collect::<Vec<_>>(),
            [6, 0, 5, 3],
            "the worst first, a free cell before a taken one"
        );
        avoiding.avoid(5);
        assert!(!avoiding.is_progress(3));
        assert_eq!(
            avoiding.collect::<Vec<_>>(),
            [3, 6, 0, 5],
            "the best one last"
        );
        assert_eq!(Ranks::EMPTY.collect::<Vec<_>>(), []);
    }
}

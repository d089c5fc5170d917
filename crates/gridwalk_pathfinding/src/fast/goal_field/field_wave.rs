//! Distances to a landmark by the search of a goal field.

use super::cost_field::LIMIT;
use super::step_layers::FAR;
use super::{FieldLayers, FieldMemory, FieldRules, GoalField};
use crate::fast::landmarks::Distances;
use crate::map::BitLayout;
use crate::{Grid, SearchOptions};

/// A field whose only goal is the landmark.
///
/// The costs are those to the landmark. They differ from those back where the cost of a step depends
/// on its direction.
#[derive(Debug)]
pub struct FieldWave {
    layers: FieldLayers,
    field: GoalField,
    memory: FieldMemory,
}

impl Clone for FieldWave {
    fn clone(&self) -> Self {
        Self {
            layers: self.layers.clone(),
            field: self.field.clone(),
            memory: FieldMemory::default(),
        }
    }
}

impl Distances for FieldWave {
    type Ground<'a> = (&'a Grid, &'a SearchOptions);

    fn new((grid, options): Self::Ground<'_>) -> Self {
        let layers = FieldLayers::blank(grid, FieldRules::of(options));
        let field = GoalField::new(&layers, &[]).expect("no goal lies outside");
        Self {
            layers,
            field,
            memory: FieldMemory::default(),
        }
    }

    fn begin(&mut self, (grid, _): Self::Ground<'_>, place: usize) {
        let cell = BitLayout::new(grid.size()).cell(place);
        let begun = self.field.reset(&self.layers, &[cell]);
        begun.expect("the cell lies inside");
    }

    fn advance(&mut self, (grid, _): Self::Ground<'_>, most: u64) -> (u64, bool) {
        let (laid_out, _) = self.layers.advance(grid, most);
        let left = most.saturating_sub(laid_out);
        let (taken, is_over) = self.field.advance(&self.layers, &mut self.memory, left);
        (laid_out + taken, is_over)
    }

    fn is_given_up(&self) -> bool {
        false
    }

    /// Costs that do not fit are cut off: they are lower bounds too.
    #[inline]
    fn cost(&self, place: usize) -> Option<u32> {
        let cost = self.field.cost_at(place);
        (cost < FAR || self.field.is_cut()).then(|| cost.min(LIMIT))
    }

    #[inline]
    fn take_cost(&mut self, place: usize) -> Option<u32> {
        self.cost(place)
    }

    fn places(&self) -> usize {
        self.layers.steps.len()
    }

    fn bytes(&self) -> usize {
        self.layers.bytes() + self.field.bytes() + self.memory.bytes()
    }

    fn bytes_for(places: usize) -> usize {
        const PLACE: usize = 2 * size_of::<u16>() + size_of::<u32>() + size_of::<u8>();
        places * PLACE
    }
}

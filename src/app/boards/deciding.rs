//! The priority key by which an algorithm takes the next cell.
//!
//! It comes first in lists, on cards and in the legend, and is bold in the cells.

use gridwalk_explain::{CellCosts, CellMark};
use gridwalk_pathfinding::{Cost, DecidingNumber, PriorityRule, StepCosts, Weight};

use super::{Model, Run};
use crate::app::Phrase;

/// The priority key of a run, with the weight and the step costs to format numbers.
#[derive(Clone, Copy)]
pub struct Deciding {
    /// `None` for a stack, which has no key.
    pub number: Option<DecidingNumber>,
    weight: Weight,
    units: StepCosts,
}

impl Deciding {
    pub fn of(run: &Run) -> Self {
        let options = &run.timeline.trace().options;
        Self { number: options.order.key.number(), weight: options.order.weight, units: options.units }
    }

    /// Returns the columns of a list: the priority key and two more numbers.
    fn columns(self) -> [DecidingNumber; 3] {
        use DecidingNumber::{F, G, H, Steps, WeightedF};
        match self.number {
            Some(F) => [F, G, H],
            None | Some(G) => [G, H, F],
            Some(H) => [H, G, F],
            Some(first @ (Steps | WeightedF)) => [first, G, H],
        }
    }

    pub fn heads(self, model: &Model) -> [&'static str; 3] {
        self.columns().map(|number| match number {
            DecidingNumber::Steps => model.text(Phrase::StepsColumn),
            DecidingNumber::G => "G",
            DecidingNumber::H => "H",
            DecidingNumber::F => "F",
            DecidingNumber::WeightedF => "G+w×H",
        })
    }

    /// Formats the numbers of a cell for these columns.
    pub fn numbers(self, mark: &CellMark) -> [String; 3] {
        let costs = CellCosts::new(mark.g, mark.h, self.number, |cost| self.units.format(cost));
        self.columns().map(|number| match number {
            DecidingNumber::Steps => mark.depth.to_string(),
            DecidingNumber::G => costs.g.clone(),
            DecidingNumber::H => costs.h.clone(),
            DecidingNumber::F => costs.f.clone(),
            // The search compares thousandths.
            DecidingNumber::WeightedF => {
                let sum = PriorityRule::Weighted(self.weight).of(mark.g, mark.h, mark.depth.into());
                self.units.format(Cost(sum / u64::from(Weight::ONE.thousandths())))
            }
        })
    }

    /// Formats the number in the first column.
    pub fn first(self, mark: &CellMark) -> String {
        let [first, ..] = self.numbers(mark);
        first
    }
}

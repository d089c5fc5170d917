//! Searches in words: steps with their reasons, facts about cells, and reasons why the path avoids
//! a cell.
//!
//! A `Narrator` says the sentences about a trace. The texts are phrases of `explain::language`.

mod expansions;
mod hover;
mod steps;

use std::fmt::Display;

use gridwalk_pathfinding::{Algorithm, Cost, ParentLink, PopKey, Side};

pub use hover::{CellClaim, CostNearWall, CrowdWait, ThroughCosts, WaitEnd, blocked_move, cell};
pub use steps::{Feedback, event, header, next_expanded, open_list_title, predicted, step, valued};

use super::language::{Language, Phrase, places};
use crate::{CellCosts, Timeline, Trace};

/// Context of every sentence about a trace: the trace, its algorithm, and the language.
struct Narrator<'a> {
    timeline: &'a Timeline,
    trace: &'a Trace,
    /// `None` for a trace from another program.
    algorithm: Option<Algorithm>,
    language: Language,
    detail: StepDetail,
}

/// The amount of detail in the sentences of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StepDetail {
    /// Two lines: why a cell was expanded, and which neighbours are new.
    Short,
    /// A few lines; a longer list ends with the number of its other items.
    #[default]
    Brief,
    /// Every neighbour by name.
    Full,
}

impl<'a> Narrator<'a> {
    fn new(timeline: &'a Timeline, language: Language) -> Self {
        let trace = timeline.trace();
        Self {
            timeline,
            trace,
            algorithm: trace.options.algorithm,
            language,
            detail: StepDetail::Brief,
        }
    }

    /// Returns the approximate number of characters that a list may take.
    const fn room(&self) -> usize {
        match self.detail {
            StepDetail::Short => self.language.room() * 4 / 5,
            StepDetail::Brief => self.language.room(),
            StepDetail::Full => usize::MAX,
        }
    }

    fn say(&self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        self.language.say(phrase, places)
    }

    /// Whether the search may correct the parent of a popped cell before it expands the cell.
    fn corrects_parents(&self) -> bool {
        self.algorithm
            .is_some_and(|algorithm| algorithm.parent_link() == ParentLink::LazyThetaParent)
    }

    fn cost(&self, cost: Cost) -> String {
        self.trace.options.units.format(cost)
    }

    /// Describes the costs of a cell that matter to the search.
    fn costs(&self, g: Cost, h: Cost) -> String {
        let key = self.trace.options.order.key;
        if !key.estimates() {
            return self.say(Phrase::CostsG, places![g = self.cost(g)]);
        }
        let (weight, sum) = self.weighted(g, h);
        let CellCosts { g, h, f } = CellCosts::new(g, h, key.number(), |cost| self.cost(cost));
        if key == PopKey::WeightedF {
            return self.say(Phrase::CostsWeighted, places![g, h, weight, sum]);
        }
        self.say(Phrase::CostsGhf, places![g, h, f])
    }

    /// Returns the weight of the search, and g plus the weighted h, rounded to two decimals.
    fn weighted(&self, g: Cost, h: Cost) -> (f64, f64) {
        let (weight, units) = (
            self.trace.options.order.weight.get(),
            self.trace.options.units,
        );
        let sum = units.to_f64(g) + weight * units.to_f64(h);
        (weight, (sum * 100.0).round() / 100.0)
    }

    /// Returns the sentence, with the name of its side if the search works from both.
    fn on_side(&self, side: Side, sentence: String) -> String {
        self.beside(
            side,
            [Phrase::ForwardSide, Phrase::BackwardSide],
            "sentence",
            sentence,
        )
    }

    /// Puts the text into the phrase of its side if the search works from both; else returns it
    /// unchanged.
    fn beside(&self, side: Side, phrases: [Phrase; 2], place: &str, text: String) -> String {
        let marks = self.timeline.marks();
        let has_both = marks.has(Side::Forward) && marks.has(Side::Backward);
        if has_both {
            self.say(phrases[side as usize], &[(place, &text)])
        } else {
            text
        }
    }
}

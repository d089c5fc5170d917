//! What every sentence about a trace needs: the trace, its algorithm, and a language.

use std::fmt::Display;

use gridwalk_pathfinding::{Algorithm, Cost, ParentLink, Side};

use super::{Language, Phrase};
use crate::{CellCosts, Timeline, Trace};

pub(super) struct Narrator<'a> {
    pub timeline: &'a Timeline,
    pub trace: &'a Trace,
    /// `None` for a trace from elsewhere.
    pub algorithm: Option<Algorithm>,
    pub language: Language,
    pub detail: StepDetail,
}

/// The amount of detail in the sentences of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StepDetail {
    /// Two lines: why a cell was expanded, and which neighbours are new.
    Short,
    /// What fits into a few lines; of longer lists only how much more there is.
    #[default]
    Brief,
    /// Every neighbour by name.
    Full,
}

impl<'a> Narrator<'a> {
    pub fn new(timeline: &'a Timeline, language: Language) -> Self {
        let trace = timeline.trace();
        Self { timeline, trace, algorithm: trace.options.algorithm, language, detail: StepDetail::Brief }
    }

    /// About how many characters a list may take.
    pub const fn room(&self) -> usize {
        match self.detail {
            StepDetail::Short => self.language.room() * 4 / 5,
            StepDetail::Brief => self.language.room(),
            StepDetail::Full => usize::MAX,
        }
    }

    pub fn say(&self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        self.language.say(phrase, places)
    }

    /// Whether a cell that is taken from the open list may get another parent before it is expanded.
    pub fn corrects_parents(&self) -> bool {
        self.algorithm.is_some_and(|algorithm| algorithm.parent_link() == ParentLink::LazyThetaParent)
    }

    pub fn cost(&self, cost: Cost) -> String {
        self.trace.options.units.format(cost)
    }

    /// The costs of a cell, as far as they matter to the search.
    pub fn costs(&self, g: Cost, h: Cost) -> String {
        let key = self.trace.options.order.key;
        if !key.estimates() {
            return self.say(Phrase::CostsG, &[("g", &self.cost(g))]);
        }
        let CellCosts { g, h, f } = CellCosts::new(g, h, key.number(), |cost| self.cost(cost));
        self.say(Phrase::CostsGhf, &[("g", &g), ("h", &h), ("f", &f)])
    }

    /// The sentence, with the side it is about where a search works from both.
    pub fn on_side(&self, side: Side, sentence: String) -> String {
        self.beside(side, [Phrase::ForwardSide, Phrase::BackwardSide], "sentence", sentence)
    }

    /// The text in the place of the side's phrase, the start's or the goal's, where a search works from both.
    pub fn beside(&self, side: Side, phrases: [Phrase; 2], place: &str, text: String) -> String {
        let marks = self.timeline.marks();
        let has_both = marks.has(Side::Forward) && marks.has(Side::Backward);
        if has_both { self.say(phrases[side as usize], &[(place, &text)]) } else { text }
    }
}

//! Context of every sentence about a trace: the trace, its algorithm, and the language.

use std::fmt::Display;

use gridwalk_pathfinding::{Algorithm, Cost, ParentLink, Side};

use super::{Language, Phrase};
use crate::{CellCosts, Timeline, Trace};

pub(super) struct Narrator<'a> {
    pub timeline: &'a Timeline,
    pub trace: &'a Trace,
    /// `None` for a trace from another program.
    pub algorithm: Option<Algorithm>,
    pub language: Language,
    pub detail: StepDetail,
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
    pub fn new(timeline: &'a Timeline, language: Language) -> Self {
        let trace = timeline.trace();
        Self { timeline, trace, algorithm: trace.options.algorithm, language, detail: StepDetail::Brief }
    }

    /// Returns the approximate number of characters that a list may take.
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

    /// Whether the search may correct the parent of a popped cell before it expands the cell.
    pub fn corrects_parents(&self) -> bool {
        self.algorithm.is_some_and(|algorithm| algorithm.parent_link() == ParentLink::LazyThetaParent)
    }

    pub fn cost(&self, cost: Cost) -> String {
        self.trace.options.units.format(cost)
    }

    /// Describes the costs of a cell that matter to the search.
    pub fn costs(&self, g: Cost, h: Cost) -> String {
        let key = self.trace.options.order.key;
        if !key.estimates() {
            return self.say(Phrase::CostsG, &[("g", &self.cost(g))]);
        }
        let CellCosts { g, h, f } = CellCosts::new(g, h, key.number(), |cost| self.cost(cost));
        self.say(Phrase::CostsGhf, &[("g", &g), ("h", &h), ("f", &f)])
    }

    /// Returns the sentence, with the name of its side if the search works from both.
    pub fn on_side(&self, side: Side, sentence: String) -> String {
        self.beside(side, [Phrase::ForwardSide, Phrase::BackwardSide], "sentence", sentence)
    }

    /// Puts the text into the phrase of its side if the search works from both; else returns it unchanged.
    pub fn beside(&self, side: Side, phrases: [Phrase; 2], place: &str, text: String) -> String {
        let marks = self.timeline.marks();
        let has_both = marks.has(Side::Forward) && marks.has(Side::Backward);
        if has_both { self.say(phrases[side as usize], &[(place, &text)]) } else { text }
    }
}

//! What every sentence about a trace needs: the trace, its algorithm, and a language.

use std::fmt::Display;

use super::{Language, Phrase};
use crate::pathfinding::{Algorithm, Cost, PopOrder, PriorityRule, Side, Timeline, Trace};

pub(super) struct Teller<'a> {
    pub timeline: &'a Timeline,
    pub trace: &'a Trace,
    /// `None` for a trace from elsewhere.
    pub algorithm: Option<Algorithm>,
    pub language: Language,
}

impl<'a> Teller<'a> {
    pub fn new(timeline: &'a Timeline, language: Language) -> Self {
        let trace = timeline.trace();
        Self { timeline, trace, algorithm: Algorithm::from_name(&trace.options.algorithm), language }
    }

    pub fn say(&self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        self.language.say(phrase, places)
    }

    pub fn is(&self, algorithm: Algorithm) -> bool {
        self.algorithm == Some(algorithm)
    }

    pub fn cost(&self, cost: Cost) -> String {
        self.trace.options.units.format(cost)
    }

    /// The costs of a cell, as far as they matter to the search.
    pub fn costs(&self, g: Cost, h: Cost) -> String {
        let uses_h = match (self.algorithm, self.trace.options.order) {
            (Some(algorithm), _) => algorithm.uses_heuristic(),
            (None, PopOrder::Best(PriorityRule::Cost | PriorityRule::Depth, _)) => false,
            (None, _) => true,
        };
        let shown = self.cost(g);
        if !uses_h {
            return self.say(Phrase::CostsG, &[("g", &shown)]);
        }
        let (h, f) = (self.cost(h), self.cost(g.saturating_add(h)));
        self.say(Phrase::CostsGhf, &[("g", &shown), ("h", &h), ("f", &f)])
    }

    /// The sentence, with the side it is about where a search works from both.
    pub fn on_side(&self, side: Side, sentence: String) -> String {
        let marks = self.timeline.marks();
        if !(marks.has(Side::Forward) && marks.has(Side::Backward)) {
            return sentence;
        }
        let phrase = if side == Side::Forward { Phrase::ForwardSide } else { Phrase::BackwardSide };
        self.say(phrase, &[("sentence", &sentence)])
    }
}

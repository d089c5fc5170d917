//! Verdicts in words.

use std::fmt;

use super::{Light, Ruling, Verdict};
use crate::pathfinding::{Cost, NoPathReason};

impl Verdict {
    /// The colour to show.
    #[must_use]
    pub const fn light(&self) -> Light {
        match self.ruling {
            _ if self.fault.is_some() => Light::Red,
            Ruling::Optimal | Ruling::AnyAngle | Ruling::NoPath(_) => Light::Green,
            Ruling::Above | Ruling::Missed | Ruling::OutOfBudget | Ruling::Refused(_) => Light::Amber,
        }
    }

    /// How good the answer is, in one sentence; a fault goes before all else.
    #[must_use]
    pub fn sentence(&self) -> String {
        if let Some(fault) = self.fault {
            return format!("Fault: {}.", fault.describe(self.units));
        }
        let say = |cost: Option<Cost>| cost.map_or_else(String::new, |cost| self.units.format(cost));
        let (cost, best) = match (self.cost, self.optimal_cost) {
            (Some(cost), Some(best)) if cost != best => self.tell_apart(cost, best),
            _ => (say(self.cost), say(self.optimal_cost)),
        };
        match self.ruling {
            Ruling::Optimal => format!("Optimal: {cost} is the cheapest way."),
            Ruling::Above => {
                let bound = match self.bound {
                    Some(bound) if bound.kept => format!(", within its bound of {}", bound.weight.get()),
                    Some(bound) => format!(", beyond its bound of {}", bound.weight.get()),
                    None => String::new(),
                };
                format!("{} above the optimum: {cost} instead of {best}{bound}.", self.percent())
            }
            Ruling::AnyAngle if self.cost == self.optimal_cost => {
                format!("Any-angle: {cost}, as much as the cheapest way along the grid.")
            }
            Ruling::AnyAngle => {
                let side = if self.cost < self.optimal_cost { "below" } else { "above" };
                format!("Any-angle: {cost}, {} {side} the cheapest way along the grid, {best}.", self.percent())
            }
            Ruling::NoPath(NoPathReason::TooDear) if self.optimal_cost.is_some() => {
                format!("Rightly no way: the cheapest costs {best}, more than the limit.")
            }
            Ruling::NoPath(reason) => format!("Rightly no way: {}.", reason.describe()),
            Ruling::Missed => {
                format!("No way was found within the limit, but one costs {best}; this search does not look for it.")
            }
            Ruling::OutOfBudget if self.optimal_cost.is_some() => {
                format!("Given up before there was an answer; the cheapest way costs {best}.")
            }
            Ruling::OutOfBudget => "Given up before there was an answer; there is no way.".to_owned(),
            Ruling::Refused(refusal) => format!("Refused: {refusal}."),
        }
    }

    /// What is wrong with the estimate, in one sentence; `None` if nothing is, or it is not used.
    #[must_use]
    pub fn estimate_sentence(&self) -> Option<String> {
        let say = |cost| self.units.format(cost);
        if let Some(witness) = self.witness {
            let (h, truth) = self.tell_apart(witness.h, witness.true_cost);
            return Some(format!("The estimate is too high at {}: it says {h}, the way costs {truth}.", witness.cell));
        }
        self.inconsistency.map(|found| {
            let (cell, next) = (found.cell, found.next);
            let (h, cost, h_next) = (say(found.h), say(found.cost), say(found.h_next));
            format!("The estimate falls too fast at {cell}: it says {h}, and {h_next} at {next}, a move for {cost}.")
        })
    }

    /// Two different costs, in as many digits as it takes to see that they are.
    fn tell_apart(&self, a: Cost, b: Cost) -> (String, String) {
        let (short_a, short_b) = (self.units.format(a), self.units.format(b));
        if short_a != short_b {
            return (short_a, short_b);
        }
        (format!("{:.6}", self.units.to_f64(a)), format!("{:.6}", self.units.to_f64(b)))
    }

    /// How far the cost is from the optimum, in whole percent where that says enough.
    fn percent(&self) -> String {
        let off = (self.ratio.unwrap_or(f64::INFINITY) - 1.0).abs() * 100.0;
        match off {
            off if off.is_infinite() => "∞ %".to_owned(),
            off if off < 0.1 => "< 0.1 %".to_owned(),
            off if off < 10.0 => format!("{off:.1} %"),
            off => format!("{off:.0} %"),
        }
    }
}

/// Both sentences.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())?;
        self.estimate_sentence().map_or(Ok(()), |sentence| write!(f, " {sentence}"))
    }
}

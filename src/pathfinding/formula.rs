//! Heuristics that the user types, as a formula in dx, dy and g.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use exmex::{Express, FlatEx};

use super::{Cost, StepCosts};

/// An estimate as a formula of three variables, in the units of a straight step: `dx` and `dy`, the
/// columns and rows to the goal, neither negative, and `g`, the cost of the way so far.
///
/// The usual operators and functions are known: `+ - * / ^`, `min`, `max`, `sqrt`, `abs`, `floor`,
/// `ceil`, `sin` and more. A value below zero, or none at all such as 0 / 0, counts as 0.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Cost, Formula, StepCosts};
/// let formula: Formula = "1.5 * max(dx, dy)".parse().unwrap();
/// assert_eq!(formula.evaluate(4, 2, Cost(0), StepCosts::TEN_FOURTEEN), Cost(60));
/// assert!("dx + dz".parse::<Formula>().is_err());
/// ```
#[derive(Clone)]
pub struct Formula {
    text: Arc<str>,
    expression: Arc<FlatEx<f64>>,
    /// Which of dx, dy and g the expression's variables are; it keeps them in alphabetical order.
    variables: Arc<[usize]>,
}

/// Why a text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the formula `{text}` cannot be read: {why}; expected an expression in dx, dy and g such as `max(dx, dy)`")]
pub struct FormulaError {
    /// What was typed.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl Formula {
    const VARIABLES: [&str; 3] = ["dx", "dy", "g"];
    /// The highest estimate: 1e13 units, so that it can still be weighted and added up.
    const MOST: f64 = 1e13;
    /// The longest text.
    pub const MAX_LENGTH: usize = 200;

    /// The text as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the estimate depends on the way so far.
    #[must_use]
    pub fn uses_g(&self) -> bool {
        self.variables.contains(&2)
    }

    /// The estimate, rounded down, in the units of the step costs.
    #[expect(clippy::cast_precision_loss, reason = "distances and costs are far below 2^53")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
    #[must_use]
    pub fn evaluate(&self, dx: u64, dy: u64, g: Cost, steps: StepCosts) -> Cost {
        let straight = steps.straight().0 as f64;
        let all = [dx as f64, dy as f64, g.0 as f64 / straight];
        let mut values = [0.0; 3];
        for (value, &variable) in values.iter_mut().zip(&*self.variables) {
            *value = all[variable];
        }
        let estimate = self.expression.eval(&values[..self.variables.len()]).unwrap_or(0.0);
        // A cast makes 0 of what is no number.
        Cost((estimate * straight).floor().clamp(0.0, Self::MOST) as u64)
    }
}

impl std::str::FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let text = text.trim();
        let fail = |why: String| FormulaError { text: text.chars().take(60).collect(), why };
        if text.is_empty() {
            return Err(fail("it is empty".to_owned()));
        }
        if text.len() > Self::MAX_LENGTH {
            return Err(fail(format!("it is longer than {} bytes", Self::MAX_LENGTH)));
        }
        let expression = FlatEx::<f64>::parse(text).map_err(|error| fail(error.msg().to_owned()))?;
        let number = |name: &String| {
            let found = Self::VARIABLES.iter().position(|variable| variable == name);
            found.ok_or_else(|| fail(format!("`{name}` is not known")))
        };
        let variables = expression.var_names().iter().map(number).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { text: text.into(), expression: Arc::new(expression), variables: variables.into() })
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Formula({:?})", self.text)
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Formula {}

impl Hash for Formula {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, dx: u64, dy: u64, g: u64) -> u64 {
        text.parse::<Formula>().unwrap().evaluate(dx, dy, Cost(g), StepCosts::TEN_FOURTEEN).0
    }

    #[test]
    fn formulas_are_evaluated_in_straight_steps() {
        assert_eq!(value("dx + dy", 3, 4, 0), 70);
        assert_eq!(value("sqrt(dx*dx + dy*dy)", 3, 4, 0), 50);
        assert_eq!(value("dy - g", 0, 9, 30), 60);
        assert_eq!(value("g", 1, 1, 42), 42);
        assert_eq!(value("2.5", 1, 1, 0), 25);
    }

    #[test]
    fn what_is_no_estimate_counts_as_nothing() {
        assert_eq!(value("0 / 0", 1, 1, 0), 0);
        assert_eq!(value("dx - 5", 1, 0, 0), 0);
        assert!(value("1 / dx", 0, 0, 0) > 1 << 40, "infinite is more than any way costs");
    }

    #[test]
    fn a_bad_formula_gives_a_sentence() {
        for text in ["", "dx +", "(dx", "dx dy", "foo(dx)", "dz", "2 * $"] {
            let error = text.parse::<Formula>().unwrap_err().to_string();
            assert!(error.contains("expected an expression in dx, dy and g"), "{text}: {error}");
        }
        assert!("1+".repeat(150).parse::<Formula>().is_err());
    }
}

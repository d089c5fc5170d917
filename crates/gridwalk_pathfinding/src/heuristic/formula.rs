//! Heuristics that the user types, as formulas in dx, dy, sx, sy and g.
//!
//! The crate `exmex` parses them; without the feature `formula`, every text is refused.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "formula")]
use exmex::{Express, FlatEx, FloatOpsFactory, MakeOperators};

use crate::slices::{at_once, find_map};
use crate::{Cell, Cost, Grid, StepCosts};

/// An estimate as a formula of five variables, in units of a straight step.
///
/// `dx` and `dy` are the columns and rows to the goal, neither negative. `sx` and `sy` are the same
/// with their sign, negative to the right of the goal and below it. `g` is the cost of the path so
/// far.
///
/// The usual operators and functions are known: `+ - * / ^`, `min`, `max`, `sqrt`, `abs`, `floor`,
/// `ceil`, `sin` and more. A value below 0 counts as 0, since no path costs less. If a value is
/// infinite or not a number for some cell of the map, the query is refused, see
/// [`Refusal::Formula`](crate::Refusal::Formula). A value that becomes so with growing `g` counts
/// as 0 or as the highest estimate.
///
/// Without the feature `formula` of the crate, every text is refused.
///
/// # Examples
#[cfg_attr(feature = "formula", doc = "```")]
#[cfg_attr(not(feature = "formula"), doc = "```no_run")]
/// use gridwalk_pathfinding::{Cost, Formula, StepCosts};
/// let formula: Formula = "1.5 * max(dx, dy)".parse().unwrap();
/// assert_eq!(formula.evaluate(4, 2, Cost(0), StepCosts::TEN_FOURTEEN), Cost(60));
/// assert!("dx + dz".parse::<Formula>().is_err());
/// ```
#[derive(Clone)]
pub struct Formula {
    text: Arc<str>,
    expression: Arc<Expression>,
    /// Index of each variable of the expression in the list of known variables.
    variables: Arc<[usize]>,
    /// Columns and rows of the largest map known to have an estimate everywhere, packed into one
    /// number.
    sound: Arc<AtomicU64>,
}

impl Formula {
    /// The highest estimate: 1e13 units, so that it can still be weighted and summed.
    const MOST: f64 = 1e13;
    /// Maximum length of a formula, in bytes.
    pub const MAX_LENGTH: usize = MAX_LENGTH;

    /// Returns the text as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the estimate depends on the cost of the path so far.
    #[must_use]
    pub fn uses_g(&self) -> bool {
        self.variables.contains(&G)
    }

    /// Returns the estimate for a cell `dx` columns to the left of the goal and `dy` rows above it.
    ///
    /// The estimate is in the units of the step costs, rounded down.
    #[expect(
        clippy::cast_precision_loss,
        reason = "distances and costs are far below 2^53"
    )]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts of floats saturate"
    )]
    #[must_use]
    pub fn evaluate(&self, dx: i64, dy: i64, g: Cost, steps: StepCosts) -> Cost {
        let straight = steps.straight().0 as f64;
        let estimate = self.value(dx, dy, g.0 as f64 / straight);
        // A cast turns NaN into 0.
        Cost((estimate * straight).floor().clamp(0.0, Self::MOST) as u64)
    }

    #[expect(clippy::cast_precision_loss, reason = "distances are far below 2^53")]
    #[inline]
    fn value(&self, dx: i64, dy: i64, g: f64) -> f64 {
        let (dx, dy) = (dx as f64, dy as f64);
        let all = [dx.abs(), dy.abs(), dx, dy, g];
        let mut values = [0.0; VARIABLES.len()];
        for (value, &variable) in values.iter_mut().zip(&*self.variables) {
            *value = all[variable];
        }
        self.expression.evaluate(&values[..self.variables.len()])
    }

    /// Returns the fault of the value `dx` columns to the left of the goal and `dy` rows above it,
    /// for `g` = 0.
    #[must_use]
    pub fn fault(&self, dx: i64, dy: i64) -> Option<FormulaFault> {
        match self.value(dx, dy, 0.0) {
            value if value.is_nan() => Some(FormulaFault::NotANumber),
            value if value.is_infinite() => Some(FormulaFault::Infinite),
            _ => None,
        }
    }

    /// Finds the first free cell in reading order for which the formula gives no estimate to the
    /// goal.
    ///
    /// # Complexity
    /// O(cells) the first time on a map of this size, O(1) afterwards if there is none.
    #[must_use]
    pub fn first_fault(&self, grid: &Grid, goal: Cell) -> Option<(Cell, FormulaFault)> {
        let (width, height) = (u64::from(grid.width()), u64::from(grid.height()));
        let known = self.sound.load(Ordering::Relaxed);
        if width <= known >> 32 && height <= known & u64::from(u32::MAX) {
            return None;
        }
        let (dx, dy) = (1 - i64::from(grid.width()), 1 - i64::from(grid.height()));
        let mut distances = (dy..=-dy).flat_map(|y| (dx..=-dx).map(move |x| (x, y)));
        if distances.all(|(dx, dy)| self.fault(dx, dy).is_none()) {
            self.sound.store(width << 32 | height, Ordering::Relaxed);
            return None;
        }
        let mut free = free_cells(grid);
        free.find_map(|cell| {
            let (dx, dy) = to_goal(cell, goal);
            Some((cell, self.fault(dx, dy)?))
        })
    }

    /// Finds the first free cell in reading order for which the formula gives less than 0, which
    /// counts as 0.
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn first_below_zero(&self, grid: &Grid, goal: Cell) -> Option<Cell> {
        at_once(self.first_below_zero_in_slices(grid, goal))
    }

    /// Finds the cell of [`first_below_zero`](Self::first_below_zero) in [slices](crate::slices).
    pub async fn first_below_zero_in_slices(&self, grid: &Grid, goal: Cell) -> Option<Cell> {
        find_map(free_cells(grid), |cell| {
            let (dx, dy) = to_goal(cell, goal);
            (self.value(dx, dy, 0.0) < 0.0).then_some(cell)
        })
        .await
    }
}

fn free_cells(grid: &Grid) -> impl Iterator<Item = Cell> {
    grid.size()
        .rect()
        .cells()
        .filter(|&cell| grid.is_walkable(cell))
}

/// Returns columns and rows from a cell to the goal, negative if the cell lies to its right or
/// below it.
fn to_goal(cell: Cell, goal: Cell) -> (i64, i64) {
    (
        i64::from(goal.x) - i64::from(cell.x),
        i64::from(goal.y) - i64::from(cell.y),
    )
}

impl std::str::FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let text = text.trim();
        let fail = |mistake| FormulaError {
            text: text.chars().take(60).collect(),
            mistake,
        };
        if text.is_empty() {
            return Err(fail(FormulaMistake::Empty));
        }
        if text.len() > Self::MAX_LENGTH {
            return Err(fail(FormulaMistake::TooLong));
        }
        let expression = Expression::parse(text).map_err(fail)?;
        let number = |name: &String| {
            let found = VARIABLES.iter().position(|variable| variable == name);
            found.ok_or_else(|| fail(FormulaMistake::Unknown(name.clone())))
        };
        let variables = expression
            .variables()
            .iter()
            .map(number)
            .collect::<Result<Vec<_>, _>>()?;
        let sound = Arc::default();
        Ok(Self {
            text: text.into(),
            expression: Arc::new(expression),
            variables: variables.into(),
            sound,
        })
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

/// Maximum length of a formula, in bytes.
const MAX_LENGTH: usize = 200;

/// The variables of a formula.
const VARIABLES: [&str; 5] = ["dx", "dy", "sx", "sy", "g"];
/// Index of `g` in [`VARIABLES`].
const G: usize = 4;

/// The error of a text that is not a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula `{text}` cannot be read: {mistake}; expected an expression in dx, dy, sx, sy and g such as `max(dx, dy)`"
)]
pub struct FormulaError {
    /// The text, or its beginning if it is long.
    pub text: String,
    /// The mistake.
    pub mistake: FormulaMistake,
}

/// A mistake in a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaMistake {
    /// Nothing was typed.
    #[error("it is empty")]
    Empty,
    /// The text is too long.
    #[error("it is longer than {} bytes", MAX_LENGTH)]
    TooLong,
    /// An unknown name or sign.
    #[error("`{0}` is not known")]
    Unknown(String),
    /// A number with an exponent.
    #[error("`{0}` has an exponent; write the number out")]
    Exponent(String),
    /// A function of two values has more or fewer.
    #[error("`{0}` takes two values, as in `{0}(dx, dy)`")]
    TakesTwo(String),
    /// A comma outside a function of two values.
    #[error("a comma stands only between the two values of `min`, `max` and `atan2`")]
    Comma,
    /// A bracket without its counterpart.
    #[error("a bracket has no other half")]
    Bracket,
    /// Nothing follows an operator.
    #[error("a value is missing after `{0}`")]
    NoValue(String),
    /// Two values stand side by side.
    #[error("an operator is missing before `{0}`")]
    NoOperator(String),
    /// Anything else.
    #[error("a value or an operator is missing")]
    Incomplete,
    /// The library was built without the feature `formula`.
    #[error("formulas are not supported by this build")]
    Unsupported,
}

/// The reason why a value is not an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum FormulaFault {
    /// The value is infinite, such as 1 / 0.
    #[error("infinite")]
    Infinite,
    /// The value is not a number, such as 0 / 0.
    #[error("not a number")]
    NotANumber,
}

/// An expression of numbers.
#[cfg(feature = "formula")]
struct Expression(FlatEx<f64>);

#[cfg(feature = "formula")]
impl Expression {
    pub fn parse(text: &str) -> Result<Self, FormulaMistake> {
        FlatEx::parse(text).map(Self).map_err(|_| mistake_in(text))
    }

    /// Returns the names of the variables, in alphabetical order.
    pub fn variables(&self) -> &[String] {
        self.0.var_names()
    }

    /// Returns the value for these values of the variables.
    #[inline]
    pub fn evaluate(&self, values: &[f64]) -> f64 {
        self.0.eval(values).unwrap_or(f64::NAN)
    }
}

/// A type without values: a build without the feature `formula` refuses every text.
#[cfg(not(feature = "formula"))]
enum Expression {}

#[cfg(not(feature = "formula"))]
impl Expression {
    pub fn parse(_text: &str) -> Result<Self, FormulaMistake> {
        Err(FormulaMistake::Unsupported)
    }

    pub fn variables(&self) -> &[String] {
        match *self {}
    }

    pub fn evaluate(&self, _values: &[f64]) -> f64 {
        match *self {}
    }
}

/// Returns the first mistake of a text that is not an expression.
#[cfg(feature = "formula")]
fn mistake_in(text: &str) -> FormulaMistake {
    let operators = FloatOpsFactory::<f64>::make();
    let known = |word: &str| {
        VARIABLES.contains(&word) || operators.iter().any(|operator| operator.repr() == word)
    };
    let is_value = |word: &str| {
        let function = operators
            .iter()
            .any(|operator| operator.repr() == word && operator.constant().is_none());
        word.starts_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '.') && !function
    };
    let takes_two = |word: &str| {
        let named = |word: &str| word.starts_with(|sign: char| sign.is_ascii_alphabetic());
        operators
            .iter()
            .any(|operator| operator.repr() == word && operator.has_bin())
            && named(word)
    };
    let (mut depth, mut last) = (0, "(");
    // The word before each open bracket, and the number of commas in the bracket.
    let mut open: Vec<(&str, u32)> = Vec::new();
    for word in words(text) {
        match word {
            "(" => {
                depth += 1;
                open.push((last, 0));
            }
            ")" => {
                depth -= 1;
                if let Some((function, commas)) = open.pop()
                    && commas != u32::from(takes_two(function))
                {
                    return if takes_two(function) {
                        FormulaMistake::TakesTwo(function.to_owned())
                    } else {
                        FormulaMistake::Comma
                    };
                }
            }
            "," => {
                if let Some((_, commas)) = open.last_mut() {
                    *commas += 1;
                }
            }
            number if number.parse::<f64>().is_ok() => {
                if number.contains(['e', 'E']) {
                    return FormulaMistake::Exponent(number.to_owned());
                }
            }
            word if known(word) => {}
            word => return FormulaMistake::Unknown(word.to_owned()),
        }
        if depth < 0 {
            return FormulaMistake::Bracket;
        }
        let (after_value, begins_value) =
            (is_value(last) || last == ")", is_value(word) || word == "(");
        if after_value && begins_value {
            return FormulaMistake::NoOperator(word.to_owned());
        }
        if !after_value && last != "(" && matches!(word, ")" | ",") {
            return FormulaMistake::NoValue(last.to_owned());
        }
        last = word;
    }
    if depth > 0 {
        FormulaMistake::Bracket
    } else if !is_value(last) && last != ")" {
        FormulaMistake::NoValue(last.to_owned())
    } else {
        FormulaMistake::Incomplete
    }
}

/// Splits a text into names, numbers and single signs.
#[cfg(feature = "formula")]
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let in_word = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '.';
        let end = if in_word(first) {
            rest.find(|sign| !in_word(sign)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(word)
    })
}

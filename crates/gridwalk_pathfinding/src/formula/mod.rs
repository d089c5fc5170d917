//! Heuristics that the user types, as formulas in dx, dy, sx, sy and g.

mod expression;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use expression::{Expression, G, VARIABLES};
pub use expression::{FormulaError, FormulaFault, FormulaMistake};

use crate::slices::{at_once, find_map};
use crate::{Cell, Cost, Grid, StepCosts};

/// An estimate as a formula of five variables, in units of a straight step.
///
/// `dx` and `dy` are the columns and rows to the goal, neither negative. `sx` and `sy` are the same with their sign,
/// negative to the right of the goal and below it. `g` is the cost of the path so far.
///
/// The usual operators and functions are known: `+ - * / ^`, `min`, `max`, `sqrt`, `abs`, `floor`, `ceil`, `sin` and
/// more. A value below 0 counts as 0, since no path costs less. If a value is infinite or not a number for some cell of
/// the map, the query is refused, see [`Refusal::Formula`](crate::Refusal::Formula). A value that becomes so with
/// growing `g` counts as 0 or as the highest estimate.
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
    /// Columns and rows of the largest map known to have an estimate everywhere, packed into one number.
    sound: Arc<AtomicU64>,
}

impl Formula {
    /// The highest estimate: 1e13 units, so that it can still be weighted and summed.
    const MOST: f64 = 1e13;
    /// Maximum length of a formula, in bytes.
    pub const MAX_LENGTH: usize = expression::MAX_LENGTH;

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
    #[expect(clippy::cast_precision_loss, reason = "distances and costs are far below 2^53")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
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

    /// Returns the fault of the value `dx` columns to the left of the goal and `dy` rows above it, for `g` = 0.
    #[must_use]
    pub fn fault(&self, dx: i64, dy: i64) -> Option<FormulaFault> {
        match self.value(dx, dy, 0.0) {
            value if value.is_nan() => Some(FormulaFault::NotANumber),
            value if value.is_infinite() => Some(FormulaFault::Infinite),
            _ => None,
        }
    }

    /// Finds the first free cell in reading order for which the formula gives no estimate to the goal.
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

    /// Finds the first free cell in reading order for which the formula gives less than 0, which counts as 0.
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
    grid.size().rect().cells().filter(|&cell| grid.is_walkable(cell))
}

/// Returns columns and rows from a cell to the goal, negative if the cell lies to its right or below it.
fn to_goal(cell: Cell, goal: Cell) -> (i64, i64) {
    (i64::from(goal.x) - i64::from(cell.x), i64::from(goal.y) - i64::from(cell.y))
}

impl std::str::FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let text = text.trim();
        let fail = |mistake| FormulaError { text: text.chars().take(60).collect(), mistake };
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
        let variables = expression.variables().iter().map(number).collect::<Result<Vec<_>, _>>()?;
        let sound = Arc::default();
        Ok(Self { text: text.into(), expression: Arc::new(expression), variables: variables.into(), sound })
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

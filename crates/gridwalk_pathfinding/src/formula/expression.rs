//! Errors of formulas, and expressions as the crate `exmex` parses them.

#[cfg(feature = "formula")]
use exmex::{Express, FlatEx, FloatOpsFactory, MakeOperators};

/// Maximum length of a formula, in bytes.
pub(super) const MAX_LENGTH: usize = 200;

/// The variables of a formula.
pub(super) const VARIABLES: [&str; 5] = ["dx", "dy", "sx", "sy", "g"];
/// Index of `g` in [`VARIABLES`].
pub(super) const G: usize = 4;

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
pub(super) struct Expression(FlatEx<f64>);

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
pub(super) enum Expression {}

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
    let known = |word: &str| VARIABLES.contains(&word) || operators.iter().any(|operator| operator.repr() == word);
    let is_value = |word: &str| {
        let function = operators.iter().any(|operator| operator.repr() == word && operator.constant().is_none());
        word.starts_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '.') && !function
    };
    let takes_two = |word: &str| {
        let named = |word: &str| word.starts_with(|sign: char| sign.is_ascii_alphabetic());
        operators.iter().any(|operator| operator.repr() == word && operator.has_bin()) && named(word)
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
        let (after_value, begins_value) = (is_value(last) || last == ")", is_value(word) || word == "(");
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
        let end =
            if in_word(first) { rest.find(|sign| !in_word(sign)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(word)
    })
}

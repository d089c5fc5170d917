//! Errors of formulas.

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

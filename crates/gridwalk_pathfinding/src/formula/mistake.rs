//! What can be wrong with a formula.

/// The longest text.
pub(super) const MAX_LENGTH: usize = 200;

/// What a formula may ask for.
pub(super) const VARIABLES: [&str; 5] = ["dx", "dy", "sx", "sy", "g"];
/// The place of g among them.
pub(super) const G: usize = 4;

/// Why a text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula `{text}` cannot be read: {mistake}; expected an expression in dx, dy, sx, sy and g such as `max(dx, dy)`"
)]
pub struct FormulaError {
    /// What was typed, its beginning where it is long.
    pub text: String,
    /// What is wrong with it.
    pub mistake: FormulaMistake,
}

/// What is wrong with a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaMistake {
    /// Nothing was typed.
    #[error("it is empty")]
    Empty,
    /// The text is too long.
    #[error("it is longer than {} bytes", MAX_LENGTH)]
    TooLong,
    /// A name or a sign that no formula has.
    #[error("`{0}` is not known")]
    Unknown(String),
    /// A number with an exponent.
    #[error("`{0}` has an exponent; write the number out")]
    Exponent(String),
    /// A function of two values has more or fewer.
    #[error("`{0}` takes two values, as in `{0}(dx, dy)`")]
    TakesTwo(String),
    /// A comma where no function of two values is.
    #[error("a comma stands only between the two values of `min`, `max` and `atan2`")]
    Comma,
    /// A bracket without its other half.
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

/// Why a value is no estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum FormulaFault {
    /// It is beyond all numbers, such as 1 / 0.
    #[error("infinite")]
    Infinite,
    /// It is no number, such as 0 / 0.
    #[error("not a number")]
    NotANumber,
}

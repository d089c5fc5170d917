//! Expressions as the crate `exmex` parses them, and mistakes in texts that are not expressions.

use exmex::{Express, FlatEx, FloatOpsFactory, MakeOperators};

use super::mistake::{FormulaMistake, VARIABLES};

/// An expression of numbers.
pub(super) struct Expression(FlatEx<f64>);

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

/// Returns the first mistake of a text that is not an expression.
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

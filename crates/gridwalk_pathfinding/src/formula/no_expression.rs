//! In place of expressions where the crate is built without the feature `formula`: there is none.

use super::mistake::FormulaMistake;

/// No value of it exists.
pub(super) enum Expression {}

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

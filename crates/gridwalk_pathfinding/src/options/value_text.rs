//! Text form of option values, shared by level files, command line, scripts and panel.

use std::fmt;

use super::{CostLimit, Weight};
use crate::{
    Cell, Direction, Formula, FormulaError, Heuristic, Named, NeighborOrder, Rect, StepCosts,
    joined,
};

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueKind {
    /// Values that are chosen by name, in the order of menus.
    pub names: &'static [&'static str],
    /// The kind of typed value, if the option takes one.
    pub typed: Option<Typed>,
    /// Meaning of an empty text and of `none`; `None` if these are no values of the option.
    pub empty: Option<&'static str>,
}

/// A kind of value that is typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Typed {
    /// A number from 0 to this maximum.
    Number(f64),
    /// A whole number from 0 to this maximum.
    Whole(u64),
    /// A formula in dx, dy, sx, sy and g.
    Formula,
    /// The costs of a straight and a diagonal step.
    Steps,
    /// Directions, each at most once.
    Directions,
    /// Column, row, width and height.
    Rectangle,
}

impl ValueKind {
    const fn named(names: &'static [&'static str]) -> Self {
        Self {
            names,
            typed: None,
            empty: None,
        }
    }

    const fn typed(typed: Typed) -> Self {
        Self {
            names: &[],
            typed: Some(typed),
            empty: None,
        }
    }
}

impl Typed {
    /// Returns an example of a valid text.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            Self::Number(_) => "1.5",
            Self::Whole(_) => "5",
            Self::Formula => "dx + dy",
            Self::Steps => "5/7",
            Self::Directions => "n,e,s,w,ne,se,sw,nw",
            Self::Rectangle => "2,3,10,5",
        }
    }
}

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(most) => write!(f, "a number from 0 to {most}"),
            Self::Whole(u64::MAX) => f.write_str("a whole number such as 5000"),
            Self::Whole(most) => write!(f, "a whole number from 0 to {most}"),
            Self::Formula => f.write_str("a formula in dx, dy, sx, sy and g such as `max(dx, dy)`"),
            Self::Steps => {
                let most = StepCosts::MAX_STEP;
                write!(
                    f,
                    "straight/diagonal such as 10/14, from 1 to {most}, the diagonal one to two straight ones"
                )
            }
            Self::Directions => {
                let names = Direction::NAMES.join(", ");
                write!(
                    f,
                    "directions such as n,e,s,w, each of {names} at most once"
                )
            }
            Self::Rectangle => f.write_str("column,row,width,height such as 2,3,10,5"),
        }
    }
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let typed = self.typed.map(|typed| typed.to_string());
        let empty = self.empty.map(|meaning| format!("none for {meaning}"));
        let names = self.names.iter().map(ToString::to_string);
        f.write_str(&joined(names.chain(typed).chain(empty), "or"))
    }
}

/// The reason why a text is not a valid value: an unexpected text, or a faulty formula.
pub(super) enum ValueError {
    Unexpected,
    Formula(FormulaError),
}

/// A type of option values.
pub(super) trait OptionValue: Sized {
    fn kind() -> ValueKind;
    fn parse(text: &str) -> Result<Self, ValueError>;
    fn text(&self) -> String;

    /// Returns the meaning of the value, in a clause.
    fn means(&self) -> String {
        self.text()
    }
}

impl<T: Named> OptionValue for T {
    fn kind() -> ValueKind {
        ValueKind::named(T::NAMES)
    }

    fn parse(text: &str) -> Result<Self, ValueError> {
        T::of_name(text).ok_or(ValueError::Unexpected)
    }

    fn text(&self) -> String {
        self.as_name().to_owned()
    }

    fn means(&self) -> String {
        self.as_meaning().to_owned()
    }
}

/// Implements [`OptionValue`] for typed values.
///
/// The columns: type, kind, parser, formatter, and the meaning where it differs from the text.
macro_rules! typed {
    ($($type:ty, $kind:expr, $parse:expr, $text:expr $(, $means:expr)?;)+) => {$(
        impl OptionValue for $type {
            fn kind() -> ValueKind {
                $kind
            }

            fn parse(text: &str) -> Result<Self, ValueError> {
                let parse: fn(&str) -> Option<Self> = $parse;
                parse(text).ok_or(ValueError::Unexpected)
            }

            fn text(&self) -> String {
                let text: fn(&Self) -> String = $text;
                text(self)
            }

            $(fn means(&self) -> String {
                let means: fn(&Self) -> String = $means;
                means(self)
            })?
        }
    )+};
}

typed! {
    Weight, ValueKind::typed(Typed::Number(Self::MAX)),
        |text| Self::new(text.parse().ok()?), |weight| weight.get().to_string();
    u32, ValueKind::typed(Typed::Whole(MAX_TOLERANCE.into())),
        |text| text.parse().ok().filter(|cells| *cells <= MAX_TOLERANCE), ToString::to_string;
    u64, ValueKind::typed(Typed::Whole(u64::MAX)), |text| text.parse().ok(), ToString::to_string;
    CostLimit, ValueKind::typed(Typed::Number(1e12)),
        |text| Self::new(text.parse().ok()?), |limit| limit.get().to_string();
    NeighborOrder, ValueKind::typed(Typed::Directions), parse_order, order_text;
    Rect, ValueKind::typed(Typed::Rectangle), parse_rect, rect_text;
    StepCosts, ValueKind { names: &["sqrt2", "10/14", "uniform"], ..ValueKind::typed(Typed::Steps) },
        parse_steps, steps_text, ToString::to_string;
}

impl<T: OptionValue> OptionValue for Option<T> {
    fn kind() -> ValueKind {
        ValueKind {
            empty: Some("no limit"),
            ..T::kind()
        }
    }

    fn parse(text: &str) -> Result<Self, ValueError> {
        if text.is_empty() || text == "none" {
            Ok(None)
        } else {
            T::parse(text).map(Some)
        }
    }

    fn text(&self) -> String {
        self.as_ref().map_or_else(String::new, T::text)
    }
}

impl OptionValue for Heuristic {
    fn kind() -> ValueKind {
        ValueKind {
            names: Self::NAMES,
            ..ValueKind::typed(Typed::Formula)
        }
    }

    fn parse(text: &str) -> Result<Self, ValueError> {
        if let Some(named) = Self::from_name(text) {
            return Ok(named);
        }
        // A single word is a misspelt name rather than a faulty formula.
        let formula: Result<Formula, _> = text.parse();
        let is_word = text
            .chars()
            .all(|sign| sign.is_alphabetic() || sign == '-' || sign == '_');
        formula.map(Self::Formula).map_err(|error| {
            if is_word {
                ValueError::Unexpected
            } else {
                ValueError::Formula(error)
            }
        })
    }

    fn text(&self) -> String {
        match self {
            Self::Formula(formula) => formula.text().to_owned(),
            named => named.name().to_owned(),
        }
    }

    fn means(&self) -> String {
        self.meaning().to_owned()
    }
}

fn parse_steps(text: &str) -> Option<StepCosts> {
    match text {
        "sqrt2" => Some(StepCosts::SQRT2),
        "uniform" => Some(StepCosts::UNIFORM),
        _ => {
            let (straight, diagonal) = text.split_once('/')?;
            StepCosts::custom(straight.trim().parse().ok()?, diagonal.trim().parse().ok()?)
        }
    }
}

fn steps_text(steps: &StepCosts) -> String {
    match *steps {
        StepCosts::SQRT2 => "sqrt2".to_owned(),
        StepCosts::UNIFORM => "uniform".to_owned(),
        steps => format!("{}/{}", steps.straight().0, steps.diagonal().0),
    }
}

/// Parses names of directions, separated by commas or spaces.
fn parse_order(text: &str) -> Option<NeighborOrder> {
    let names = text
        .split(|sign: char| sign == ',' || sign.is_whitespace())
        .filter(|name| !name.is_empty());
    let order: Vec<_> = names.map(Direction::from_name).collect::<Option<_>>()?;
    NeighborOrder::new(&order).filter(|_| !order.is_empty())
}

fn order_text(order: &NeighborOrder) -> String {
    order
        .all()
        .iter()
        .map(|direction| direction.name())
        .collect::<Vec<_>>()
        .join(",")
}

/// The largest goal tolerance, in cells.
pub(super) const MAX_TOLERANCE: u32 = 1000;

/// Upper bound of a rectangle's coordinates and sides: no map is wider or higher.
const MAX_SIDE: u32 = 1 << 20;

fn parse_rect(text: &str) -> Option<Rect> {
    let numbers: Vec<u32> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect::<Option<_>>()?;
    match numbers[..] {
        [x, y, width, height]
            if width > 0 && height > 0 && x.max(y).max(width).max(height) <= MAX_SIDE =>
        {
            Some(Rect {
                at: Cell::new(x.cast_signed(), y.cast_signed()),
                width,
                height,
            })
        }
        _ => None,
    }
}

fn rect_text(rect: &Rect) -> String {
    format!("{},{},{},{}", rect.at.x, rect.at.y, rect.width, rect.height)
}

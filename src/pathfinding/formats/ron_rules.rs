//! The rules of a RON level: movement, step costs and search settings.

use serde::Deserialize;

use super::ParseError;
use super::ron_read::{Part, Reader};
use crate::pathfinding::{
    Algorithm, Direction, Heuristic, Movement, NeighborOrder, ParentRule, SearchOptions, StepCosts, StopRule, TieBreak,
    Weight,
};

/// Step costs in numbers, each field still as text.
#[derive(Deserialize)]
#[serde(rename = "Steps", deny_unknown_fields)]
struct StepFields<'a> {
    #[serde(borrow)]
    straight: Option<Part<'a>>,
    #[serde(borrow)]
    diagonal: Option<Part<'a>>,
}

/// Search settings, each field still as text.
#[derive(Default, Deserialize)]
#[serde(rename = "Search", deny_unknown_fields)]
struct SearchFields<'a> {
    #[serde(borrow)]
    algorithm: Option<Part<'a>>,
    #[serde(borrow)]
    heuristic: Option<Part<'a>>,
    #[serde(borrow)]
    weight: Option<Part<'a>>,
    #[serde(borrow)]
    neighbours: Option<Part<'a>>,
    #[serde(borrow)]
    tie: Option<Part<'a>>,
    #[serde(borrow)]
    stop: Option<Part<'a>>,
    #[serde(borrow)]
    parent: Option<Part<'a>>,
}

/// The settings of the level's searches; what it does not say is as in
/// [`SearchOptions::default`].
pub(super) fn read<'a>(
    reader: &Reader<'a>,
    movement: Option<Part<'a>>,
    steps: Option<Part<'a>>,
    search: Option<Part<'a>>,
) -> Result<SearchOptions, ParseError> {
    let mut options = SearchOptions::default();
    if let Some(part) = movement {
        options.movement =
            reader.read_name(part, "a movement rule", Movement::ALL.map(Movement::name), Movement::from_name)?;
    }
    if let Some(part) = steps {
        options.steps = read_steps(reader, part)?;
    }
    let fields = match search {
        Some(part) => reader.read(part, "search settings such as `(algorithm: \"astar\")`")?,
        None => SearchFields::default(),
    };
    if let Some(part) = fields.algorithm {
        options.algorithm =
            reader.read_name(part, "an algorithm", Algorithm::ALL.map(Algorithm::name), Algorithm::from_name)?;
    }
    if let Some(part) = fields.heuristic {
        options.heuristic = reader.read_name(
            part,
            "a heuristic",
            Heuristic::NAMED.map(|heuristic| heuristic.name()),
            Heuristic::from_name,
        )?;
    }
    if let Some(part) = fields.weight {
        let expected = format!("a weight from 0 to {}", Weight::MAX);
        let weight = Weight::new(reader.read(part, &expected)?);
        options.weight =
            weight.ok_or_else(|| reader.fail(part, format!("expected {expected}, found {}", reader.found(part))))?;
    }
    if let Some(part) = fields.neighbours {
        options.order = read_order(reader, part)?;
    }
    if let Some(part) = fields.tie {
        options.tie = reader.read_name(part, "a tie-break", TieBreak::ALL.map(TieBreak::name), TieBreak::from_name)?;
    }
    if let Some(part) = fields.stop {
        options.stop = reader.read_name(part, "a stop rule", StopRule::ALL.map(StopRule::name), StopRule::from_name)?;
    }
    if let Some(part) = fields.parent {
        options.parent =
            reader.read_name(part, "a parent rule", ParentRule::ALL.map(ParentRule::name), ParentRule::from_name)?;
    }
    Ok(options)
}

fn read_steps<'a>(reader: &Reader<'a>, part: Part<'a>) -> Result<StepCosts, ParseError> {
    let expected = "\"sqrt2\", \"uniform\" or step costs such as `(straight: 10, diagonal: 14)`";
    if part.0.starts_with('"') {
        return match reader.read::<String>(part, expected)?.as_str() {
            "sqrt2" => Ok(StepCosts::SQRT2),
            "uniform" => Ok(StepCosts::UNIFORM),
            name => Err(reader.fail(part, format!("expected {expected}, found \"{name}\""))),
        };
    }
    let fields: StepFields = reader.read(part, expected)?;
    let (Some(straight_part), Some(diagonal_part)) = (fields.straight, fields.diagonal) else {
        return Err(reader.fail(part, "expected both `straight` and `diagonal`, as in `(straight: 10, diagonal: 14)`"));
    };
    let most = StepCosts::MAX_STEP;
    let step = |part| -> Result<u32, ParseError> {
        let expected = format!("a whole step cost from 1 to {most}");
        let step: i64 = reader.read(part, &expected)?;
        match u32::try_from(step) {
            Ok(step) if (1..=most).contains(&step) => Ok(step),
            _ => Err(reader.fail(part, format!("expected {expected}, found {step}"))),
        }
    };
    let (straight, diagonal) = (step(straight_part)?, step(diagonal_part)?);
    StepCosts::custom(straight, diagonal).ok_or_else(|| {
        let (least, most) = (straight, 2 * straight);
        let message =
            format!("expected a diagonal step from {least} to {most}, one to two straight ones, found {diagonal}");
        reader.fail(diagonal_part, message)
    })
}

fn read_order<'a>(reader: &Reader<'a>, part: Part<'a>) -> Result<NeighborOrder, ParseError> {
    let parts: Vec<Part> = reader.read(part, "directions such as `[\"n\", \"e\", \"s\", \"w\"]`")?;
    let mut order = Vec::new();
    for part in parts {
        let names = Direction::ALL.map(Direction::name);
        let direction = reader.read_name(part, "a direction", names, Direction::from_name)?;
        if order.contains(&direction) {
            let message = format!("direction \"{}\" is named twice; expected each at most once", direction.name());
            return Err(reader.fail(part, message));
        }
        order.push(direction);
    }
    NeighborOrder::new(&order).ok_or_else(|| reader.fail(part, "expected each direction at most once"))
}

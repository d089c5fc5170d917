//! The rules of a RON level: movement, step costs, search settings and limits.

use serde::Deserialize;

use super::ParseError;
use super::ron_place::read_rect;
use super::ron_read::{Part, Reader, one_of};
use crate::pathfinding::{
    Algorithm, CostLimit, CostRule, Direction, FormulaError, Grid, Heuristic, Movement, NeighborOrder, ParentRule,
    SearchOptions, StepCosts, StopRule, TieBreak, Weight,
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
    #[serde(borrow)]
    cost_rule: Option<Part<'a>>,
    #[serde(borrow)]
    within: Option<Part<'a>>,
    #[serde(borrow)]
    max_expansions: Option<Part<'a>>,
    #[serde(borrow)]
    max_cost: Option<Part<'a>>,
    #[serde(borrow)]
    region: Option<Part<'a>>,
}

/// A heuristic of the level's own, its field still as text.
#[derive(Deserialize)]
#[serde(rename = "Heuristic", deny_unknown_fields)]
struct HeuristicFields<'a> {
    #[serde(borrow)]
    formula: Option<Part<'a>>,
}

/// The fields of a level that together are its rules.
pub(super) struct Rules<'a> {
    /// The level itself.
    pub whole: Part<'a>,
    pub movement: Option<Part<'a>>,
    pub steps: Option<Part<'a>>,
    pub search: Option<Part<'a>>,
}

/// The settings of the level's searches; what it does not say is as in
/// [`SearchOptions::default`]. They make sense together and on this map.
pub(super) fn read<'a>(reader: &Reader<'a>, rules: &Rules<'a>, grid: &Grid) -> Result<SearchOptions, ParseError> {
    let mut options = SearchOptions::default();
    if let Some(part) = rules.movement {
        options.movement =
            reader.read_name(part, "a movement rule", Movement::ALL.map(Movement::name), Movement::from_name)?;
    }
    if let Some(part) = rules.steps {
        options.steps = read_steps(reader, part)?;
    }
    let fields = match rules.search {
        Some(part) => reader.read(part, "search settings such as `(algorithm: \"astar\")`")?,
        None => SearchFields::default(),
    };
    if let Some(part) = fields.algorithm {
        options.algorithm =
            reader.read_name(part, "an algorithm", Algorithm::ALL.map(Algorithm::name), Algorithm::from_name)?;
    }
    if let Some(part) = fields.heuristic {
        options.heuristic = read_heuristic(reader, part)?;
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
    if let Some(part) = fields.cost_rule {
        options.cost_rule =
            reader.read_name(part, "a cost rule", CostRule::ALL.map(CostRule::name), CostRule::from_name)?;
    }
    read_limits(reader, &fields, grid, &mut options)?;
    let place = fields.algorithm.or(rules.search).unwrap_or(rules.whole);
    options.check(grid).map_err(|refusal| reader.fail(place, refusal.to_string()))?;
    Ok(options)
}

fn read_limits<'a>(
    reader: &Reader<'a>,
    fields: &SearchFields<'a>,
    grid: &Grid,
    options: &mut SearchOptions,
) -> Result<(), ParseError> {
    if let Some(part) = fields.within {
        let most = SearchOptions::MAX_RANGE;
        let range = reader.read_whole(part, "a range in whole cells", 0..=most.into())?;
        options.range = u32::try_from(range).expect("the range is checked");
    }
    if let Some(part) = fields.max_expansions {
        options.max_expansions = Some(reader.read(part, "a whole number of expansions such as 5000")?);
    }
    if let Some(part) = fields.max_cost {
        let expected = "a cost from 0 to 1000000000000";
        let limit = CostLimit::new(reader.read(part, expected)?);
        let limit =
            limit.ok_or_else(|| reader.fail(part, format!("expected {expected}, found {}", reader.found(part))))?;
        options.max_cost = Some(limit);
    }
    if let Some(part) = fields.region {
        options.region = Some(read_rect(reader, part, grid, "the region of the search")?);
    }
    Ok(())
}

/// A named heuristic, or a formula in brackets.
fn read_heuristic<'a>(reader: &Reader<'a>, part: Part<'a>) -> Result<Heuristic, ParseError> {
    let mut names: Vec<_> = Heuristic::NAMED.iter().map(|heuristic| format!("\"{}\"", heuristic.name())).collect();
    names.push("`(formula: \"max(dx, dy)\")`".to_owned());
    let expected = format!("a heuristic: {}", one_of(&names));
    if !part.0.starts_with('(') {
        let name: String = reader.read(part, &expected)?;
        let named = Heuristic::from_name(&name);
        return named.ok_or_else(|| reader.fail(part, format!("expected {expected}, found \"{name}\"")));
    }
    let fields: HeuristicFields = reader.read(part, &expected)?;
    let Some(formula) = fields.formula else {
        return Err(reader.fail(part, format!("expected {expected}, found {}", reader.found(part))));
    };
    let text: String = reader.read(formula, "a formula in double quotes, such as \"max(dx, dy)\"")?;
    let parsed = text.parse().map_err(|error: FormulaError| reader.fail(formula, error.to_string()))?;
    Ok(Heuristic::Formula(parsed))
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
    let order = read_directions(reader, part, "directions such as `[\"n\", \"e\", \"s\", \"w\"]`")?;
    NeighborOrder::new(&order).ok_or_else(|| reader.fail(part, "expected each direction at most once"))
}

/// Directions, each at most once.
pub(super) fn read_directions<'a>(
    reader: &Reader<'a>,
    part: Part<'a>,
    expected: &str,
) -> Result<Vec<Direction>, ParseError> {
    let parts: Vec<Part> = reader.read(part, expected)?;
    let mut directions = Vec::new();
    for part in parts {
        let names = Direction::ALL.map(Direction::name);
        let direction = reader.read_name(part, "a direction", names, Direction::from_name)?;
        if directions.contains(&direction) {
            let message = format!("direction \"{}\" is named twice; expected each at most once", direction.name());
            return Err(reader.fail(part, message));
        }
        directions.push(direction);
    }
    Ok(directions)
}

//! The options of a RON level: movement, step costs, and search options by their table names.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{
    Direction, FormulaError, Grid, Heuristic, NeighborOrder, OptionChange, OptionKey,
    SearchOptions, StepCosts, Typed,
};

use super::read::{Part, Reader, fields, read_rect_on, twice, unknown};
use crate::formats::error::{Parsed, in_quotes, one_of};

fields! { StepFields, "Steps": straight, diagonal }

/// One search option, its value still as text.
pub(super) struct WrittenOption<'a> {
    /// The name as written, which may be an earlier name of the option.
    pub field: &'a str,
    pub key: OptionKey,
    value: Part<'a>,
}

fields! { HeuristicFields, "Heuristic": formula }

/// Reads the options in the field `search`.
pub(super) fn read_written<'a>(
    reader: &Reader<'a>,
    search: Option<Part<'a>>,
) -> Parsed<Vec<WrittenOption<'a>>> {
    let Some(search) = search else {
        return Ok(Vec::new());
    };
    let mut options: Vec<WrittenOption> = Vec::new();
    let expected = "options of the search such as `(algorithm: \"astar\")`";
    for (field, value) in reader.read_entries(search, Some("Search"), expected)? {
        // Names with dashes belong to the command line.
        let key = OptionKey::find(field).filter(|_| !field.contains('-'));
        let key = key.ok_or_else(|| reader.fail(Part(field), unknown(field, OptionKey::FIELDS)))?;
        if options.iter().any(|option| option.key == key) {
            return Err(reader.fail(Part(field), twice(key.field())));
        }
        options.push(WrittenOption { field, key, value });
    }
    Ok(options)
}

/// Reads the search options of the level; missing options are as in [`SearchOptions::default`].
///
/// The options are checked together and for this map, except in a draft. `outside` are the options
/// with their own fields in `whole`, the level.
pub(super) fn read<'a>(
    reader: &Reader<'a>,
    whole: Part<'a>,
    outside: [(OptionKey, Option<Part<'a>>); 2],
    search: Option<Part<'a>>,
    grid: &Grid,
) -> Parsed<SearchOptions> {
    let inside = read_written(reader, search)?
        .into_iter()
        .map(|option| (option.key, option.value));
    let outside = outside
        .into_iter()
        .filter_map(|(key, part)| Some((key, part?)));
    let fields: BTreeMap<OptionKey, Part> = inside.chain(outside).collect();
    let mut options = SearchOptions::default();
    // The algorithm comes first: other defaults depend on it.
    for (key, part) in &fields {
        read_value(reader, *key, *part, Some(grid))?.apply(&mut options);
    }
    let place = fields
        .get(&OptionKey::Algorithm)
        .copied()
        .or(search)
        .unwrap_or(whole);
    if let Err(refusal) = options.check(grid) {
        reader.complain(place, refusal.to_string());
    }
    Ok(options)
}

/// Reads changes to the options of a level.
///
/// The region is refused, because it is a part of a map that is not known here.
pub(super) fn read_changes<'a>(reader: &Reader<'a>, search: Part<'a>) -> Parsed<Vec<OptionChange>> {
    let mut options = read_written(reader, Some(search))?;
    // The algorithm comes first: other defaults depend on it.
    options.sort_by_key(|option| option.key != OptionKey::Algorithm);
    options
        .into_iter()
        .map(|option| read_value(reader, option.key, option.value, None))
        .collect()
}

fn read_value<'a>(
    reader: &Reader<'a>,
    key: OptionKey,
    part: Part<'a>,
    grid: Option<&Grid>,
) -> Parsed<OptionChange> {
    let kind = key.kind();
    match (kind.typed, part.0.starts_with('"')) {
        (Some(Typed::Directions), _) => {
            return Ok(OptionChange::Neighbours(read_order(reader, part)?));
        }
        (Some(Typed::Rectangle), _) => {
            let Some(grid) = grid else {
                return Err(reader.fail(part, "expected no region; the level names it"));
            };
            let region = read_rect_on(reader, part, grid, "the region of the search")?;
            return Ok(OptionChange::Region(Some(region)));
        }
        (Some(Typed::Steps), false) => return Ok(OptionChange::Steps(read_steps(reader, part)?)),
        (Some(Typed::Formula), false) => return read_formula(reader, part),
        _ => {}
    }
    let names = in_quotes(kind.names.iter().copied());
    let expected = match kind.typed {
        Some(typed) if names.is_empty() => typed.to_string(),
        Some(Typed::Steps) => format!("{} or {STEPS_EXAMPLE}", names.join(", ")),
        Some(Typed::Formula) => format!("{} or {FORMULA_EXAMPLE}", names.join(", ")),
        _ => one_of(&names),
    };
    let text = match kind.typed {
        Some(Typed::Number(_)) => reader.read::<f64>(part, &expected)?.to_string(),
        Some(Typed::Whole(_)) => reader.read::<u64>(part, &expected)?.to_string(),
        _ => reader.read::<String>(part, &expected)?,
    };
    key.parse(&text)
        .map_err(|_| reader.unexpected(part, &expected))
}

const FORMULA_EXAMPLE: &str = "`(formula: \"max(dx, dy)\")`";
const STEPS_EXAMPLE: &str = "`(straight: 10, diagonal: 14)`";

/// Reads a formula in brackets.
fn read_formula<'a>(reader: &Reader<'a>, part: Part<'a>) -> Parsed<OptionChange> {
    let expected = format!("the name of a heuristic or {FORMULA_EXAMPLE}");
    let fields: HeuristicFields = reader.read(part, &expected)?;
    let formula = fields
        .formula
        .ok_or_else(|| reader.unexpected(part, &expected))?;
    let text: String = reader.read(
        formula,
        "a formula in double quotes, such as \"max(dx, dy)\"",
    )?;
    let parsed = text
        .parse()
        .map_err(|error: FormulaError| reader.fail(formula, error.to_string()))?;
    Ok(OptionChange::Heuristic(Heuristic::Formula(parsed)))
}

/// Reads step costs in numbers.
fn read_steps<'a>(reader: &Reader<'a>, part: Part<'a>) -> Parsed<StepCosts> {
    let fields: StepFields =
        reader.read(part, &format!("\"sqrt2\", \"uniform\" or {STEPS_EXAMPLE}"))?;
    let (Some(straight_part), Some(diagonal_part)) = (fields.straight, fields.diagonal) else {
        return Err(reader.fail(
            part,
            "expected both `straight` and `diagonal`, as in `(straight: 10, diagonal: 14)`",
        ));
    };
    let most = StepCosts::MAX_STEP;
    let step = |part| reader.read_whole(part, "a whole step cost", 1..=most);
    let (straight, diagonal) = (step(straight_part)?, step(diagonal_part)?);
    StepCosts::custom(straight, diagonal).ok_or_else(|| {
        let (least, most) = (straight, 2 * straight);
        let message =
            format!("expected a diagonal step from {least} to {most}, one to two straight ones, found {diagonal}");
        reader.fail(diagonal_part, message)
    })
}

fn read_order<'a>(reader: &Reader<'a>, part: Part<'a>) -> Parsed<NeighborOrder> {
    let order = read_directions(
        reader,
        part,
        "directions such as `[\"n\", \"e\", \"s\", \"w\"]`",
    )?;
    NeighborOrder::new(&order)
        .ok_or_else(|| reader.fail(part, "expected each direction at most once"))
}

/// Reads directions, each at most once.
pub(super) fn read_directions<'a>(
    reader: &Reader<'a>,
    part: Part<'a>,
    expected: &str,
) -> Parsed<Vec<Direction>> {
    let parts: Vec<Part> = reader.read(part, expected)?;
    let mut directions = Vec::new();
    for part in parts {
        let direction: Direction = reader.read_name(part, "a direction")?;
        if directions.contains(&direction) {
            let message = format!(
                "direction \"{}\" is named twice; expected each at most once",
                direction.name()
            );
            return Err(reader.fail(part, message));
        }
        directions.push(direction);
    }
    Ok(directions)
}

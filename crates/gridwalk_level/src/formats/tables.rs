//! Maps as spreadsheets and programs write them: tables of costs, and maps of digits.
//!
//! Both may be an array of arrays, such as `[[1, 2], [0, 1]]`.
//!
//! A table of costs has one number per cell, separated by commas, semicolons or tabs. A number from
//! 1 to 1000 is a cost. An empty value, `0` and `#` are walls. Ignored are spaces and double quotes
//! around a value, empty lines at the end, and a separator behind each row but the last. Costs with
//! decimals are all multiplied by the smallest number that makes them whole.
//!
//! The digits of a map are separated by nothing, spaces or commas. Without a legend 0 is the start,
//! 1 road, 2 wall, 9 a goal. A legend replaces this: in a line before the map, such as `legend:
//! 0=floor, 1=wall, 2=wall`, or passed by the caller. The search options may stand in such a line,
//! too, such as `options: algorithm=astar,tie=oldest`; without it they are the defaults.

use std::str::FromStr;

use gridwalk_pathfinding::slices::{Counter, at_once, for_each};
use gridwalk_pathfinding::{Cell, Grid, OptionChange, SearchOptions, Terrain, TerrainId};

use super::common::{
    MAX_COSTS, MapRows, ParseError, array_rows, by_cost, error_at, is_array, of_cost, one_of,
    quoted, shortened,
};
use crate::level_grid::DEFAULTS;
use crate::{LegendEntry, Level, LevelAgent};

/// Reads a map of costs, with an empty name and without agents.
///
/// A cost that a default terrain has becomes that terrain.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::parse_csv;
/// let level = parse_csv("1, 1,7\n#, ,2\n").unwrap();
/// let cells = [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
/// let costs = cells.map(|cell| level.grid.cost(cell.into()));
/// assert_eq!(costs, [Some(1), Some(7), None, None, Some(2)]);
/// assert_eq!(parse_csv("1,1\n1,x\n").unwrap_err().column, 3);
/// ```
pub fn parse_csv(text: &str) -> Result<Level, ParseError> {
    Ok(at_once(parse_csv_in_slices(text))?.0)
}

/// Reads the level.
///
/// If costs have decimals, also returns a note about their multiples, placed at the first of them.
pub(super) async fn parse_csv_in_slices(
    text: &str,
) -> Result<(Level, Option<ParseError>), ParseError> {
    let mut rows = MapRows::of(text);
    let (mut costs, mut work) = (Vec::new(), Counter::default());
    let is_array = is_array(text);
    let lines = if is_array {
        array_rows(text, text)?
    } else {
        text.trim_end_matches(['\n', '\r']).split('\n').collect()
    };
    let separator = if is_array { ',' } else { separator_of(&lines) };
    let lines = if is_array {
        lines
    } else {
        without_ends(lines, separator)
    };
    let mut decimals = DecimalCosts::default();
    for line in lines {
        // An empty line is an error, not a row of one wall that is written as nothing.
        if !line.trim().is_empty() {
            for value in line.strip_suffix('\r').unwrap_or(line).split(separator) {
                rows.cell(value)?;
                let Some(cost) =
                    read_cost(unquoted(value)).or_else(|| decimals.read(value, costs.len()))
                else {
                    let message = expected_cost("a cost", "`#`, 0 or nothing for a wall", value);
                    return Err(error_at(text, value.trim_start(), message));
                };
                costs.push(cost.unwrap_or(0));
            }
        }
        rows.end_row(line, "costs separated by commas")?;
        work.count(line.len()).await;
    }
    let note = decimals.scale(text, &mut costs)?;
    let Some((legend, numbers)) = by_cost(&costs).await else {
        let message = format!("the map has too many different costs; expected at most {MAX_COSTS}");
        return Err(error_at(text, text, message));
    };
    let mut cells = Vec::with_capacity(costs.len());
    for_each(&costs, |cost| cells.push(numbers[cost])).await;
    Ok((Level::grid_edits(rows.into_grid(cells, legend)?), note))
}

/// Returns the separator of values: the first of `;`, `,` and tab in the first row.
fn separator_of(lines: &[&str]) -> char {
    let first = lines.first().copied().unwrap_or_default();
    [';', ',', '\t']
        .into_iter()
        .find(|separator| first.contains(*separator))
        .unwrap_or(',')
}

/// Removes a separator at the end of all lines but the last, as `LDtk` writes its tables.
fn without_ends(lines: Vec<&str>, separator: char) -> Vec<&str> {
    let Some((last, others)) = lines.split_last().filter(|(_, others)| !others.is_empty()) else {
        return lines;
    };
    let count = |line: &str| line.matches(separator).count();
    let is_ended =
        |line: &&str| without_end(line, separator).is_some_and(|line| count(line) == count(last));
    if without_end(last, separator).is_some() || !others.iter().all(is_ended) {
        return lines;
    }
    lines
        .into_iter()
        .map(|line| without_end(line, separator).unwrap_or(line))
        .collect()
}

fn without_end(line: &str, separator: char) -> Option<&str> {
    line.strip_suffix('\r')
        .unwrap_or(line)
        .strip_suffix(separator)
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    value
        .strip_prefix('"')
        .and_then(|value| value.strip_suffix('"'))
        .unwrap_or(value)
}

/// Costs with decimals. A map cannot hold them, so whole multiples replace them.
#[derive(Default)]
struct DecimalCosts<'a> {
    /// Position in the map, text, and digits without the point, for each cost.
    values: Vec<(usize, &'a str, u64)>,
    /// Number of digits behind the point of the longest cost.
    places: u32,
}

impl<'a> DecimalCosts<'a> {
    /// The maximum number of digits behind a point.
    const MAX_PLACES: u32 = 6;

    /// Reads a cost such as `0.5` or `3.0` for cell `at`.
    ///
    /// The result is a placeholder until all costs are known.
    #[expect(
        clippy::option_option,
        reason = "as `read_cost`: no cost at all, or a wall"
    )]
    fn read(&mut self, value: &'a str, at: usize) -> Option<Option<u16>> {
        let (whole, fraction) = unquoted(value).split_once('.')?;
        let fraction = fraction.trim_end_matches('0');
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        if fraction.is_empty() {
            return read_cost(whole);
        }
        let places = u32::try_from(fraction.len())
            .ok()
            .filter(|places| *places <= Self::MAX_PLACES)?;
        let digits: u64 = format!("{whole}{fraction}").parse().ok()?;
        let digits = digits.checked_mul(10_u64.pow(Self::MAX_PLACES - places))?;
        self.places = self.places.max(places);
        self.values.push((at, value, digits));
        Some(Some(1))
    }

    /// Multiplies all costs by the smallest number that makes each of them whole.
    ///
    /// Returns a note about that.
    fn scale(&self, text: &str, costs: &mut [u16]) -> Result<Option<ParseError>, ParseError> {
        let Some((_, first, _)) = self.values.first() else {
            return Ok(None);
        };
        let unit = 10_u64.pow(Self::MAX_PLACES);
        let common = self.values.iter().fold(unit, |common, (_, _, digits)| {
            common_divisor(common, *digits)
        });
        let factor = unit / common;
        let most = Terrain::MAX_COST;
        let too_high = |part: &str, value: &str| {
            let message = format!(
                "to be whole numbers all costs are multiplied by {factor}; expected at most {most} then, found {}",
                shortened(value)
            );
            error_at(text, part, message)
        };
        for cost in costs.iter_mut() {
            let scaled = u64::from(*cost) * factor;
            *cost = u16::try_from(scaled).unwrap_or(u16::MAX);
        }
        for (at, value, digits) in &self.values {
            costs[*at] = u16::try_from(digits / common).unwrap_or(u16::MAX);
            if costs[*at] > most {
                return Err(too_high(value.trim_start(), value.trim()));
            }
        }
        if let Some(cost) = costs.iter().find(|cost| **cost > most) {
            return Err(too_high(first.trim_start(), &cost.to_string()));
        }
        let (part, value) = (first.trim_start(), first.trim());
        let message = format!(
            "to be whole numbers all costs are multiplied by {factor}, such as this {value}"
        );
        Ok(Some(error_at(text, part, message)))
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Returns the message for a value that is no cost.
pub(super) fn expected_cost(what: &str, walls: &str, found: &str) -> String {
    format!(
        "expected {what} from 1 to {}, or {walls}, found {}",
        Terrain::MAX_COST,
        shortened(found.trim())
    )
}

/// Reads a cost as maps of costs and lists of weights write it; `None` if the text is none.
#[expect(clippy::option_option, reason = "no cost at all, or a wall")]
pub(super) fn read_cost(value: &str) -> Option<Option<u16>> {
    match value.trim() {
        "" | "#" => Some(None),
        // A cost has no sign and no point.
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => match digits.parse().ok()? {
            0 => Some(None),
            cost @ 1..=Terrain::MAX_COST => Some(Some(cost)),
            _ => None,
        },
        _ => None,
    }
}

/// Writes the costs of all cells, `#` for walls.
///
/// Names, looks, one-way cells and portals are not kept.
#[must_use]
pub fn write_csv(grid: &Grid) -> String {
    at_once(write_csv_in_slices(grid))
}

pub(super) async fn write_csv_in_slices(grid: &Grid) -> String {
    let cost = |terrain: &Terrain| {
        terrain
            .cost
            .map_or_else(|| "#".to_owned(), |cost| cost.to_string())
    };
    let costs: Vec<String> = grid.legend().iter().map(cost).collect();
    let mut text = String::with_capacity(2 * grid.cell_count());
    let mut work = Counter::default();
    for row in grid.cells().chunks(grid.width() as usize) {
        for (x, id) in row.iter().enumerate() {
            text.extend([if x > 0 { "," } else { "" }, &costs[usize::from(id.0)]]);
        }
        text.push('\n');
        work.count(row.len()).await;
    }
    text
}

/// The meaning of each digit of a map.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{DigitLegend, parse_digits};
/// let legend: DigitLegend = "0=floor, 1=wall, 2=7, 3=start, 4=goal".parse().unwrap();
/// let level = parse_digits("300\n124\n", Some(&legend)).unwrap();
/// let costs = [(1, 0), (0, 1), (1, 1)].map(|cell| level.grid.cost(cell.into()));
/// assert_eq!(costs, [Some(1), None, Some(7)]);
/// assert_eq!(level.agents[0].goals, [(2, 1).into()]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitLegend(Vec<(DigitRole, LegendEntry)>);

/// The role of a digit besides its terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DigitRole {
    Start,
    Goal,
    Ground,
}

/// The prefixes of the lines before a map.
const LEGEND: &str = "legend:";
const OPTIONS: &str = "options:";

/// Returns `true` if a text begins with a line that stands before a map of digits.
pub(super) fn has_head(text: &str) -> bool {
    [LEGEND, OPTIONS].iter().any(|head| text.starts_with(head))
}

impl DigitLegend {
    /// Returns the legend of maps that have none.
    fn usual() -> Self {
        Self(vec![
            Self::meaning('0', "start"),
            (DigitRole::Ground, LegendEntry::named('1', "road")),
            (DigitRole::Ground, LegendEntry::named('2', "wall")),
            Self::meaning('9', "goal"),
        ])
    }

    /// Returns the start, the goal, or a terrain of this name.
    fn meaning(digit: char, name: &str) -> (DigitRole, LegendEntry) {
        let mut entry = LegendEntry::named(digit, name);
        let (role, color) = match name {
            "start" => (DigitRole::Start, [0xA8, 0xD8, 0xC4]),
            "goal" => (DigitRole::Goal, [0xF0, 0xC0, 0x9A]),
            _ => (DigitRole::Ground, entry.look.color),
        };
        entry.look.color = color;
        (role, entry)
    }

    /// Reads the legend at `list`, a part of `text`.
    fn read(text: &str, list: &str) -> Result<Self, ParseError> {
        let mut entries: Vec<(DigitRole, LegendEntry)> = Vec::new();
        for entry in list.split(',') {
            let fail = |message: String| Err(error_at(text, entry.trim_start(), message));
            let mut letters = entry.trim().chars();
            let digit = letters.next().filter(char::is_ascii_digit);
            let value = letters
                .as_str()
                .trim_start()
                .strip_prefix('=')
                .map(str::trim);
            let (Some(digit), Some(value)) = (digit, value) else {
                return fail(
                    "expected a digit, `=` and what it is, as in `0=floor, 1=wall`".to_owned(),
                );
            };
            if entries.iter().any(|(_, known)| known.look.glyph == digit) {
                return fail(format!("digit {digit} stands here twice; expected it once"));
            }
            let known = ["start", "goal"]
                .into_iter()
                .chain(DEFAULTS.map(|(_, name)| name));
            let named = known.clone().find(|name| *name == value);
            entries.push(
                match (named, read_cost(value).filter(|_| !value.is_empty())) {
                    (Some(name), _) => Self::meaning(digit, name),
                    (None, Some(Some(cost))) => (DigitRole::Ground, of_cost(digit, cost)),
                    (None, Some(None)) => Self::meaning(digit, "wall"),
                    (None, None) => {
                        let known = one_of(known.chain(["a cost from 1 to 1000"]));
                        return fail(format!(
                            "expected digit {digit} to be {known}, found {}",
                            shortened(value)
                        ));
                    }
                },
            );
        }
        let legend = Self(entries);
        if legend.digit_of(DigitRole::Goal).is_some() && legend.digit_of(DigitRole::Start).is_none()
        {
            return Err(error_at(
                text,
                list,
                "the legend has a goal and no start; expected both or none of them",
            ));
        }
        Ok(legend)
    }

    /// Returns the index of a digit in the legend.
    fn number(&self, digit: char) -> Option<u8> {
        self.0
            .iter()
            .position(|(_, entry)| entry.look.glyph == digit)
            .and_then(|number| u8::try_from(number).ok())
    }

    /// Lists all digits with their meanings.
    fn in_words(&self) -> String {
        one_of(
            self.0
                .iter()
                .map(|(_, entry)| format!("{} ({})", entry.look.glyph, entry.terrain.name)),
        )
    }

    fn digit_of(&self, role: DigitRole) -> Option<char> {
        self.0
            .iter()
            .find(|(known, _)| *known == role)
            .map(|(_, entry)| entry.look.glyph)
    }
}

impl FromStr for DigitLegend {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::read(text, text)
    }
}

/// The lines before a map of digits, and the map.
struct DigitsHead<'a> {
    legend: Option<DigitLegend>,
    search: SearchOptions,
    /// The options' part of the text, for error places.
    options: &'a str,
    map: &'a str,
}

impl<'a> DigitsHead<'a> {
    fn read(text: &'a str) -> Result<Self, ParseError> {
        let (mut legend, mut options, mut map) = (None, None, text);
        loop {
            let start = map.trim_start();
            let (line, rest) = start.split_once('\n').unwrap_or((start, ""));
            let twice = || {
                Err(error_at(
                    text,
                    line,
                    "this line stands here twice; expected it once",
                ))
            };
            if let Some(list) = line.strip_prefix(LEGEND) {
                if legend.replace(DigitLegend::read(text, list)?).is_some() {
                    return twice();
                }
            } else if let Some(list) = line.strip_prefix(OPTIONS) {
                let list = list.trim();
                let changes = OptionChange::parse_list(list)
                    .map_err(|error| error_at(text, list, error.to_string()))?;
                if options.replace((list, changes)).is_some() {
                    return twice();
                }
            } else {
                break;
            }
            map = rest;
        }
        let (mut search, (options, changes)) = (
            SearchOptions::default(),
            options.unwrap_or((text, Vec::new())),
        );
        for change in &changes {
            change.apply(&mut search);
        }
        Ok(Self {
            legend,
            search,
            options,
            map,
        })
    }
}

/// Reads a map of digits: one agent on the start, which goes to each goal in reading order.
///
/// `legend` replaces that of the file.
///
/// The level gets an empty name. Without a start in the legend there is no agent.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_digits(text: &str, legend: Option<&DigitLegend>) -> Result<Level, ParseError> {
    at_once(parse_digits_in_slices(text, legend))
}

pub(super) async fn parse_digits_in_slices(
    text: &str,
    legend: Option<&DigitLegend>,
) -> Result<Level, ParseError> {
    let DigitsHead {
        legend: own,
        search,
        options,
        map,
    } = DigitsHead::read(text)?;
    let has_legend = legend.is_some() || own.is_some();
    let legend = legend.cloned().or(own).unwrap_or_else(DigitLegend::usual);
    let is_array = is_array(map);
    if is_array && !has_legend {
        let message = "an array does not say what its numbers are; say it with a legend such as `0=floor,1=wall`, or read \
                       it as costs (`csv`)";
        return Err(error_at(text, map.trim_start(), message));
    }
    let mut rows = MapRows::of(text);
    let (mut cells, mut work) = (Vec::new(), Counter::default());
    let (mut start, mut goals) = (None, Vec::new());
    let lines = if is_array {
        array_rows(text, map)?
    } else {
        map.trim_end().split('\n').collect()
    };
    for line in lines {
        let digits = line
            .char_indices()
            .filter(|(_, c)| !c.is_whitespace() && *c != ',');
        let mut last = None;
        for (at, glyph) in digits {
            let part = &line[at..];
            let cell = rows.cell(part)?;
            let Some(number) = legend.number(glyph) else {
                let message = format!(
                    "expected a digit {}, found {}",
                    legend.in_words(),
                    quoted(glyph)
                );
                return Err(error_at(text, part, message));
            };
            // In rows, two digits need no separator.
            if is_array && last.is_some_and(|last: usize| !line[last..at].contains(',')) {
                return Err(error_at(text, part, "expected a comma and the next digit"));
            }
            last = Some(at);
            match legend.0[usize::from(number)].0 {
                DigitRole::Start if start.is_some() => {
                    let hint = "a legend such as `0=floor,1=wall` may say what is meant";
                    let message = format!("a second start; expected one digit {glyph}; {hint}");
                    return Err(error_at(text, part, message));
                }
                DigitRole::Start => start = Some(cell),
                DigitRole::Goal => goals.push(cell),
                DigitRole::Ground => {}
            }
            cells.push(TerrainId(number));
        }
        rows.end_row(line, "digits")?;
        work.count(line.len()).await;
    }
    if let Some(digit) = legend
        .digit_of(DigitRole::Start)
        .filter(|_| start.is_none())
    {
        return Err(error_at(
            text,
            map,
            format!("the map has no start; expected one digit {digit}"),
        ));
    }
    let legend = legend.0.into_iter().map(|(_, entry)| entry).collect();
    let agent = start.map(|at| LevelAgent {
        goals,
        ..LevelAgent::standing("walker", at)
    });
    let agents = agent.into_iter().collect();
    let grid = rows.into_grid(cells, legend)?;
    search
        .check(&grid)
        .map_err(|refusal| error_at(text, options, refusal.to_string()))?;
    Ok(Level {
        agents,
        search,
        ..Level::grid_edits(grid)
    })
}

/// Writes a map of digits: 0 the first agent, 9 its goals, 1 free ground, 2 walls.
///
/// Without an agent, a legend line says that there is no start. Options other than the defaults
/// stand in a line before the map. Nothing else is kept.
#[must_use]
pub fn write_digits(level: &Level) -> String {
    at_once(write_digits_in_slices(level))
}

pub(super) async fn write_digits_in_slices(level: &Level) -> String {
    let grid = &level.grid;
    let is_blocked: Vec<bool> = grid.legend().iter().map(Terrain::is_blocked).collect();
    let (mut digits, mut work) = (Vec::with_capacity(grid.cell_count()), Counter::default());
    for row in grid.cells().chunks(grid.width() as usize) {
        digits.extend(row.iter().map(|id| {
            if is_blocked[usize::from(id.0)] {
                '2'
            } else {
                '1'
            }
        }));
        work.count(row.len()).await;
    }
    let mut set = |cell: Cell, digit: char| {
        let index = grid
            .index(cell)
            .expect("a level's cells are on its map")
            .get();
        digits[index] = digit;
    };
    let mut text = String::new();
    if let Some(agent) = level.agents.first() {
        agent.goals.iter().for_each(|&goal| set(goal, '9'));
        set(agent.at, '0');
    } else {
        text += "legend: 1=road, 2=wall\n";
    }
    let options = level.search.list();
    if !options.is_empty() {
        text.extend([OPTIONS, " ", options.as_str(), "\n"]);
    }
    for row in digits.chunks(grid.width() as usize) {
        text.extend(row.iter().copied().chain(['\n']));
        work.count(row.len()).await;
    }
    text
}

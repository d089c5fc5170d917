//! Maps of digits: separated by nothing, spaces or commas, or as an array of arrays.
//!
//! An array of arrays looks like `[[0, 1], [1, 0]]`.
//!
//! Without a legend 0 is the start, 1 road, 2 wall, 9 a goal. A legend replaces this: in a line
//! before the map, such as `legend: 0=floor, 1=wall, 2=wall`, or passed by the caller. The search
//! options may stand in such a line, too, such as `options: algorithm=astar,tie=oldest`; without it
//! they are the defaults.

use std::str::FromStr;

use gridwalk_pathfinding::slices::{Counter, at_once};
use gridwalk_pathfinding::{Cell, OptionChange, SearchOptions, Terrain, TerrainId};

use super::csv::read_cost;
use super::error::{ParseError, error_at, one_of, quoted, shortened};
use super::map::{Rows, array_rows, is_array, of_cost};
use crate::level_grid::DEFAULTS;
use crate::{LegendEntry, Level, LevelAgent};

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
pub struct DigitLegend(Vec<(Role, LegendEntry)>);

/// The role of a digit besides its terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
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
            (Role::Ground, LegendEntry::named('1', "road")),
            (Role::Ground, LegendEntry::named('2', "wall")),
            Self::meaning('9', "goal"),
        ])
    }

    /// Returns the start, the goal, or a terrain of this name.
    fn meaning(digit: char, name: &str) -> (Role, LegendEntry) {
        let mut entry = LegendEntry::named(digit, name);
        let (role, color) = match name {
            "start" => (Role::Start, [0xA8, 0xD8, 0xC4]),
            "goal" => (Role::Goal, [0xF0, 0xC0, 0x9A]),
            _ => (Role::Ground, entry.look.color),
        };
        entry.look.color = color;
        (role, entry)
    }

    /// Reads the legend at `list`, a part of `text`.
    fn read(text: &str, list: &str) -> Result<Self, ParseError> {
        let mut entries: Vec<(Role, LegendEntry)> = Vec::new();
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
                    (None, Some(Some(cost))) => (Role::Ground, of_cost(digit, cost)),
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
        if legend.digit_of(Role::Goal).is_some() && legend.digit_of(Role::Start).is_none() {
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

    fn digit_of(&self, role: Role) -> Option<char> {
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
struct Head<'a> {
    legend: Option<DigitLegend>,
    search: SearchOptions,
    /// The options' part of the text, for error places.
    options: &'a str,
    map: &'a str,
}

impl<'a> Head<'a> {
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
    let Head {
        legend: own,
        search,
        options,
        map,
    } = Head::read(text)?;
    let has_legend = legend.is_some() || own.is_some();
    let legend = legend.cloned().or(own).unwrap_or_else(DigitLegend::usual);
    let is_array = is_array(map);
    if is_array && !has_legend {
        let message = "an array does not say what its numbers are; say it with a legend such as `0=floor,1=wall`, or read \
                       it as costs (`csv`)";
        return Err(error_at(text, map.trim_start(), message));
    }
    let mut rows = Rows::of(text);
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
                Role::Start if start.is_some() => {
                    let hint = "a legend such as `0=floor,1=wall` may say what is meant";
                    let message = format!("a second start; expected one digit {glyph}; {hint}");
                    return Err(error_at(text, part, message));
                }
                Role::Start => start = Some(cell),
                Role::Goal => goals.push(cell),
                Role::Ground => {}
            }
            cells.push(TerrainId(number));
        }
        rows.end_row(line, "digits")?;
        work.count(line.len()).await;
    }
    if let Some(digit) = legend.digit_of(Role::Start).filter(|_| start.is_none()) {
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
        ..Level::of_grid(grid)
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

//! Writes a level: its fields as the tree of a RON file, which can be printed and compared.
//!
//! The fields are as written by hand: one string per row, without default values. A new key of a
//! level is read in `mod.rs`.

use std::collections::HashSet;
use std::fmt::{Display, Write};

use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Direction, DirectionSet, Heuristic, KeepOffWalls, OptionChange,
    OptionKey, Portal, Rect, SearchOptions, StepCosts, UnreachablePolicy,
};

use super::read::VERSION;
use crate::formats::common::{hex, in_quotes, own_count};
use crate::level_grid::spare_glyphs;
use crate::{CellClick, LegendEntry, Level, LevelAgent, LevelGrid, LevelGroup, Look};

/// Writes a level so that [`parse_ron`](super::parse_ron) reads it back.
///
/// A level from a parser of this module is read back equal, with two exceptions. A level of another
/// format gains the default terrains in its legend, as every RON level does. Of several terrains
/// with one glyph, which only code can create, all but the first get new glyphs. Writing the result
/// again gives the same text.
///
/// A change of one cell changes one line.
///
/// # Complexity
/// O(cells) time; the text has about a byte a cell.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{parse_ron, write_ron};
/// let level = parse_ron(r#"(version: 1, map: ["..#", "=.."], movement: "four")"#).unwrap();
/// let text = write_ron(&level);
/// assert_eq!(parse_ron(&text), Ok(level));
/// assert!(text.contains("        \"..#\",\n        \"=..\",\n"));
/// ```
#[must_use]
pub fn write_ron(level: &Level) -> String {
    let mut text =
        String::with_capacity(level.grid.cell_count() + 16 * level.grid.height() as usize + 4096);
    tree(level).print(Style::USUAL, &mut text);
    text.push('\n');
    text
}

/// Returns the tree of a level's fields; fields with default values are marked as usual.
pub(super) fn tree(level: &Level) -> RonNode {
    let text = |field, text: &str| RonEntry::field(field, RonNode::quoted(text), text.is_empty());
    let (movement_and_steps, search) = options(&level.search);
    let mut fields = vec![
        RonEntry::field("version", RonNode::text(VERSION), false),
        text("name", &level.name),
        text("about", &level.about),
    ];
    fields.extend(map(&level.grid));
    fields.push(agents(&level.agents));
    fields.push(groups(&level.groups));
    fields.push(RonEntry::field(
        "crowd",
        RonNode::text(level.crowd),
        !level.crowd,
    ));
    fields.push(keep_off_walls(level.keep_off_walls));
    fields.extend(movement_and_steps);
    fields.push(search);
    let policy = level.unreachable;
    let is_usual = policy == UnreachablePolicy::default();
    fields.push(RonEntry::field(
        "unreachable",
        RonNode::quoted(policy.name()),
        is_usual,
    ));
    let is_usual = level.click == CellClick::default();
    fields.push(RonEntry::field(
        "click",
        RonNode::quoted(level.click.name()),
        is_usual,
    ));
    RonNode::block(['(', ')'], fields)
}

/// Returns the rows of the map, the legend without the entries that reading adds, and the portals.
fn map(grid: &LevelGrid) -> [RonEntry; 3] {
    let mut legend = grid.entries();
    make_glyphs_differ(&mut legend);
    [
        RonEntry::field("map", rows(grid, &legend), false),
        RonEntry::list("legend", RonNode::block(['{', '}'], own_entries(&legend))),
        RonEntry::list(
            "portals",
            RonNode::block(
                ['[', ']'],
                grid.portal_list()
                    .into_iter()
                    .map(portal)
                    .map(RonEntry::item),
            ),
        ),
    ]
}

fn rows(grid: &LevelGrid, legend: &[LegendEntry]) -> RonNode {
    // The escaped glyph of each terrain, computed once for all its cells.
    let written: Vec<String> = legend
        .iter()
        .map(|entry| escaped(entry.look.glyph, '"'))
        .collect();
    let rows = grid.cells().chunks(grid.width() as usize).map(|row| {
        let mut text = String::with_capacity(row.len() + 2);
        text.push('"');
        for terrain in row {
            text += &written[usize::from(terrain.0)];
        }
        text.push('"');
        RonEntry::item(RonNode::Text(text))
    });
    RonNode::block(['[', ']'], rows)
}

/// Gives a free glyph to each terrain whose glyph is invisible or belongs to an earlier terrain.
fn make_glyphs_differ(legend: &mut [LegendEntry]) {
    let known: HashSet<char> = legend.iter().map(|entry| entry.look.glyph).collect();
    let mut free = spare_glyphs().filter(|glyph| !known.contains(glyph));
    let mut taken = HashSet::new();
    for LegendEntry { look, .. } in legend {
        if look.glyph.is_control() || !taken.insert(look.glyph) {
            look.glyph = free.next().expect("there are more glyphs than terrains");
        }
    }
}

/// Returns the legend entries that reading does not add.
fn own_entries(legend: &[LegendEntry]) -> Vec<RonEntry> {
    legend[..own_count(legend)]
        .iter()
        .map(legend_entry)
        .collect()
}

fn legend_entry(LegendEntry { terrain, look }: &LegendEntry) -> RonEntry {
    let Look {
        glyph,
        color,
        pattern,
    } = *look;
    let usual = LegendEntry::named(glyph, &terrain.name);
    let (field, cost) = match terrain.cost {
        Some(cost) => ("cost", cost.to_string()),
        None => ("blocked", "true".to_owned()),
    };
    let fields = [
        RonEntry::field("name", RonNode::quoted(&terrain.name), false),
        RonEntry::field(
            field,
            RonNode::Text(cost),
            terrain.cost == usual.terrain.cost,
        ),
        RonEntry::field(
            "color",
            RonNode::quoted(&hex(color)),
            color == usual.look.color,
        ),
        RonEntry::field(
            "pattern",
            RonNode::quoted(pattern.name()),
            pattern == usual.look.pattern,
        ),
    ];
    let one_way = terrain
        .is_one_way()
        .then(|| RonEntry::field("one_way", RonNode::Text(directions(terrain.exits)), false));
    let value = RonNode::line(['(', ')'], fields.into_iter().chain(one_way));
    RonEntry {
        key: EntryKey::Glyph(glyph),
        is_usual: false,
        value,
    }
}

fn directions(exits: DirectionSet) -> String {
    let names: Vec<_> = Direction::ALL
        .into_iter()
        .filter(|&direction| exits.contains(direction))
        .collect();
    match names[..] {
        [only] => quoted(only.name(), '"'),
        _ => names_of(&names),
    }
}

fn names_of(directions: &[Direction]) -> String {
    format!(
        "[{}]",
        in_quotes(directions.iter().map(|direction| direction.name())).join(", ")
    )
}

fn portal(portal: Portal) -> RonNode {
    let usual = Portal::between(portal.from, portal.to);
    let fields = [
        RonEntry::field("from", RonNode::text(portal.from), false),
        RonEntry::field("to", RonNode::text(portal.to), false),
        RonEntry::field(
            "cost",
            RonNode::text(portal.cost),
            portal.cost == usual.cost,
        ),
        RonEntry::field(
            "two_way",
            RonNode::text(portal.two_way),
            portal.two_way == usual.two_way,
        ),
    ];
    RonNode::line(['(', ')'], fields)
}

fn agents(agents: &[LevelAgent]) -> RonEntry {
    RonEntry::list(
        "agents",
        RonNode::block(
            ['[', ']'],
            (1..).zip(agents).map(|(number, one)| agent(number, one)),
        ),
    )
}

fn agent(number: usize, agent: &LevelAgent) -> RonEntry {
    let LevelAgent {
        name,
        at,
        speed,
        arrival_radius,
        goals,
        patrol,
        profile,
    } = agent;
    let own_cost = |(name, cost): &(String, Option<u16>)| {
        let value = RonNode::Text(cost.map_or("\"blocked\"".to_owned(), |cost| cost.to_string()));
        RonEntry {
            key: EntryKey::Name(name.clone()),
            is_usual: false,
            value,
        }
    };
    let costs = RonNode::line(['{', '}'], profile.costs.iter().map(own_cost));
    let goals = RonNode::line(
        ['[', ']'],
        goals.iter().map(|goal| RonEntry::item(RonNode::text(goal))),
    );
    let areas = profile
        .forbidden
        .iter()
        .map(|area| RonEntry::item(RonNode::Text(rect(*area))));
    let forbidden = RonNode::line(['[', ']'], areas);
    let empty = [&goals, &costs, &forbidden].map(RonNode::is_empty);
    let fields = [
        RonEntry::field(
            "name",
            RonNode::quoted(name),
            *name == format!("agent {number}"),
        ),
        RonEntry::field("at", RonNode::text(at), false),
        RonEntry::field("goals", goals, empty[0]),
        speed_entry(*speed),
        RonEntry::field(
            "arrival_radius",
            RonNode::Text(format!("{arrival_radius:?}")),
            *arrival_radius == 0.0,
        ),
        RonEntry::field("patrol", RonNode::text(patrol), !patrol),
        RonEntry::field(
            "size",
            RonNode::text(profile.size),
            profile.size == AgentProfile::default().size,
        ),
        RonEntry::field("costs", costs, empty[1]),
        RonEntry::field("forbidden", forbidden, empty[2]),
        keep_off_walls(profile.keep_off_walls),
    ];
    called(name, fields)
}

/// Returns an entry of a list, which its name identifies.
fn called(name: &str, fields: impl IntoIterator<Item = RonEntry>) -> RonEntry {
    RonEntry {
        key: EntryKey::Called(name.to_owned()),
        is_usual: false,
        value: RonNode::line(['(', ')'], fields),
    }
}

fn speed_entry(speed: f32) -> RonEntry {
    // `{:?}` always writes a decimal point, as the format does for speeds.
    let text = format!("{speed:?}");
    RonEntry::field(
        "speed",
        RonNode::Text(text),
        speed.to_bits() == LevelAgent::DEFAULT_SPEED.to_bits(),
    )
}

fn groups(groups: &[LevelGroup]) -> RonEntry {
    RonEntry::list(
        "groups",
        RonNode::block(
            ['[', ']'],
            (1..).zip(groups).map(|(number, one)| group(number, one)),
        ),
    )
}

fn group(number: usize, group: &LevelGroup) -> RonEntry {
    let LevelGroup {
        name,
        count,
        from,
        to,
        speed,
    } = group;
    let goal = to.map_or_else(String::new, |to| to.to_string());
    let fields = [
        RonEntry::field(
            "name",
            RonNode::quoted(name),
            *name == format!("group {number}"),
        ),
        RonEntry::field("count", RonNode::text(count), false),
        RonEntry::field("from", RonNode::Text(rect(*from)), false),
        RonEntry::field("to", RonNode::Text(goal), to.is_none()),
        speed_entry(*speed),
    ];
    called(name, fields)
}

/// Returns the field of the extra cost of cells near walls.
fn keep_off_walls(value: Option<KeepOffWalls>) -> RonEntry {
    let text = match value {
        Some(KeepOffWalls { cells, cost }) if cells > 0 && cost > 0 => {
            format!("(cells: {cells}, cost: {cost})")
        }
        _ => quoted(&KeepOffWalls::NONE.to_string(), '"'),
    };
    RonEntry::field("keep_off_walls", RonNode::Text(text), value.is_none())
}

fn rect(rect: Rect) -> String {
    format!("(at: {}, size: ({}, {}))", rect.at, rect.width, rect.height)
}

/// Returns the search options that are fields of the level, and the field `search` with the others.
fn options(options: &SearchOptions) -> (Vec<RonEntry>, RonEntry) {
    // The other defaults depend on the algorithm.
    let usual = SearchOptions {
        algorithm: Algorithm::default(),
        ..options.algorithm.into()
    };
    let option = |key: OptionKey| {
        let value = key.of(options);
        let is_usual = value == key.of(&usual);
        // Options without a value are omitted.
        Some(option_value(&value))
            .filter(|value| *value != RonNode::text(""))
            .map(|value| RonEntry::field(key.field(), value, is_usual))
    };
    let (outside, inside): (Vec<OptionKey>, Vec<OptionKey>) = OptionKey::ALL
        .into_iter()
        .partition(|key| matches!(key, OptionKey::Movement | OptionKey::Steps));
    // A text may have all options inside `search`; the writer does not repeat them there.
    let unsaid = outside.iter().filter_map(|key| {
        Some(RonEntry {
            is_usual: true,
            ..option(*key)?
        })
    });
    let search: Vec<RonEntry> = inside
        .into_iter()
        .filter_map(option)
        .chain(unsaid)
        .collect();
    let says_nothing = search.iter().all(|entry| entry.is_usual);
    let search = RonEntry::field("search", RonNode::block(['(', ')'], search), says_nothing);
    (outside.into_iter().filter_map(option).collect(), search)
}

/// Returns the value of an option as RON.
fn option_value(change: &OptionChange) -> RonNode {
    RonNode::Text(match change {
        OptionChange::Heuristic(Heuristic::Formula(formula)) => {
            format!("(formula: {})", quoted(formula.text(), '"'))
        }
        OptionChange::Neighbours(order) => names_of(order.all()),
        OptionChange::Region(Some(region)) => rect(*region),
        OptionChange::Steps(steps) if !matches!(*steps, StepCosts::SQRT2 | StepCosts::UNIFORM) => {
            format!(
                "(straight: {}, diagonal: {})",
                steps.straight().0,
                steps.diagonal().0
            )
        }
        change if change.key().kind().names.is_empty() => change.text(),
        change => quoted(&change.text(), '"'),
    })
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RonNode {
    /// A value without layout, as it is written.
    Text(String),
    /// Entries between brackets.
    Group(RonGroup),
}

/// Entries between brackets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RonGroup {
    pub brackets: [char; 2],
    /// Whether each entry has its own line.
    pub is_block: bool,
    pub entries: Vec<RonEntry>,
}

/// An entry between brackets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RonEntry {
    pub key: EntryKey,
    /// Whether the value is the default, which is not printed.
    pub is_usual: bool,
    pub value: RonNode,
}

/// The key before a value, or the name that identifies an entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryKey {
    /// The field of a structure.
    Field(&'static str),
    /// A key of a map: a glyph.
    Glyph(char),
    /// A key of a map: a name.
    Name(String),
    /// The name of an entry of a list. It is not printed.
    Called(String),
    /// No key: an entry of a list.
    None,
}

/// The layout of a value of several lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'s> {
    /// The indentation of each line.
    pub indent: &'s str,
    /// The additional indentation of the lines of a group.
    pub unit: &'s str,
    pub newline: &'s str,
}

impl Style<'_> {
    /// The layout of files that this crate writes.
    pub const USUAL: Self = Self {
        indent: "",
        unit: "    ",
        newline: "\n",
    };
}

impl RonGroup {
    pub fn entry(&self, key: &EntryKey) -> Option<&RonEntry> {
        self.entries.iter().find(|entry| entry.key == *key)
    }
}

impl RonNode {
    /// Creates a value that is written as it is displayed.
    fn text(value: impl Display) -> Self {
        Self::Text(value.to_string())
    }

    /// Creates a text in double quotes.
    fn quoted(text: &str) -> Self {
        Self::Text(quoted(text, '"'))
    }

    /// Creates a group with one entry per line.
    pub fn block(brackets: [char; 2], entries: impl IntoIterator<Item = RonEntry>) -> Self {
        Self::Group(RonGroup {
            brackets,
            is_block: true,
            entries: entries.into_iter().collect(),
        })
    }

    /// Creates a group on one line.
    pub fn line(brackets: [char; 2], entries: impl IntoIterator<Item = RonEntry>) -> Self {
        Self::Group(RonGroup {
            brackets,
            is_block: false,
            entries: entries.into_iter().collect(),
        })
    }

    /// Returns `true` if the value is a group without entries.
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Group(group) if group.entries.is_empty())
    }

    pub fn print(&self, style: Style, out: &mut String) {
        match self {
            Self::Text(text) => *out += text,
            Self::Group(RonGroup {
                brackets: [open, close],
                is_block,
                entries,
            }) => {
                let mut entries = entries.iter().filter(|entry| !entry.is_usual);
                out.push(*open);
                if *is_block {
                    let inner = style.indent.to_owned() + style.unit;
                    *out += style.newline;
                    for entry in entries {
                        *out += &inner;
                        entry.print(
                            Style {
                                indent: &inner,
                                ..style
                            },
                            out,
                        );
                        out.extend([",", style.newline]);
                    }
                    *out += style.indent;
                } else if let Some(first) = entries.next() {
                    first.print(style, out);
                    for entry in entries {
                        *out += ", ";
                        entry.print(style, out);
                    }
                }
                out.push(*close);
            }
        }
    }
}

impl RonEntry {
    /// Creates a field, which is omitted if its value is the default.
    pub const fn field(field: &'static str, value: RonNode, is_usual: bool) -> Self {
        Self {
            key: EntryKey::Field(field),
            is_usual,
            value,
        }
    }

    /// Creates a field that holds a group, which is omitted if it is empty.
    pub const fn list(field: &'static str, value: RonNode) -> Self {
        let is_usual = value.is_empty();
        Self::field(field, value, is_usual)
    }

    /// Creates an entry of a list.
    pub const fn item(value: RonNode) -> Self {
        Self {
            key: EntryKey::None,
            is_usual: false,
            value,
        }
    }

    pub fn print(&self, style: Style, out: &mut String) {
        match &self.key {
            EntryKey::Field(field) => out.extend([field, ": "]),
            EntryKey::Glyph(glyph) => {
                write!(out, "{}: ", quoted(&glyph.to_string(), '\'')).expect("a string takes it");
            }
            EntryKey::Name(name) => {
                write!(out, "{}: ", quoted(name, '"')).expect("a string takes it");
            }
            EntryKey::Called(_) | EntryKey::None => {}
        }
        self.value.print(style, out);
    }
}

/// Quotes a text as RON reads it.
fn quoted(text: &str, quote: char) -> String {
    let inside: String = text.chars().map(|c| escaped(c, quote)).collect();
    format!("{quote}{inside}{quote}")
}

/// Escapes a character for such quotes.
fn escaped(c: char, quote: char) -> String {
    if c == quote || c == '\\' {
        format!("\\{c}")
    } else if c.is_control() {
        format!("\\u{{{:x}}}", u32::from(c))
    } else {
        c.to_string()
    }
}

//! A level as RON, in the form in which people write it: one string per row, and only what differs
//! from the defaults.

use crate::level::formats::error::in_quotes;
use crate::level::formats::legend::{spare_glyphs, with_defaults};
use crate::level::formats::pixels::hex;
use crate::level::{Level, LevelAgent, UnreachablePolicy};
use crate::pathfinding::{
    AgentProfile, Algorithm, Cell, Direction, DirectionSet, Grid, Heuristic, OptionChange, OptionKey, Portal, Rect,
    SearchOptions, StepCosts, Terrain,
};

/// Writes a level so that [`parse_ron`](super::parse_ron) reads it back.
///
/// What a parser of this module gave comes back equal, with two exceptions: a level of another format
/// gains the default terrains in its legend, as every RON level does, and of several terrains with one
/// glyph, which only code can make, all but the first get new glyphs. Writing it again gives the same text.
///
/// A change of one cell changes one line.
///
/// # Complexity
/// O(cells) time; the text has about a byte a cell.
///
/// # Examples
/// ```
/// use gridwalk::level::formats::{parse_ron, write_ron};
/// let level = parse_ron(r#"(version: 1, map: ["..#", "=.."], movement: "four")"#).unwrap();
/// let text = write_ron(&level);
/// assert_eq!(parse_ron(&text), Ok(level));
/// assert!(text.contains("        \"..#\",\n        \"=..\",\n"));
/// ```
#[must_use]
pub fn write_ron(level: &Level) -> String {
    let mut text = "(\n".to_owned();
    put(&mut text, 1, "version: 1");
    for (field, value) in [("name", &level.name), ("about", &level.about)] {
        if !value.is_empty() {
            put(&mut text, 1, &format!("{field}: {}", quoted(value, '"')));
        }
    }
    let glyphs = glyphs(level.grid.legend());
    write_map(&mut text, &level.grid, &glyphs);
    write_list(&mut text, "legend", ["{", "}"], legend(level.grid.legend(), &glyphs));
    write_list(&mut text, "portals", ["[", "]"], level.grid.portal_list().into_iter().map(portal_line));
    write_list(&mut text, "agents", ["[", "]"], (1..).zip(&level.agents).map(|(n, agent)| agent_line(n, agent)));
    let options = &level.search;
    // Other defaults depend on the algorithm.
    let usual = SearchOptions { algorithm: Algorithm::default(), ..options.algorithm.into() };
    for key in [OptionKey::Movement, OptionKey::Steps].into_iter().filter(|key| key.of(options) != key.of(&usual)) {
        put(&mut text, 1, &format!("{}: {}", key.field(), value(&key.of(options))));
    }
    write_list(&mut text, "search", ["(", ")"], search(options, &usual));
    if level.unreachable != UnreachablePolicy::default() {
        put(&mut text, 1, &format!("unreachable: \"{}\"", level.unreachable.name()));
    }
    text + ")\n"
}

/// Entries one below the other; nothing if there are none.
fn write_list(text: &mut String, field: &str, brackets: [&str; 2], entries: impl IntoIterator<Item = String>) {
    let mut entries = entries.into_iter().peekable();
    if entries.peek().is_none() {
        return;
    }
    let [open, close] = brackets;
    text.extend(["    ", field, ": ", open, "\n"]);
    for entry in entries {
        put(text, 2, &entry);
    }
    put(text, 1, close);
}

/// One line with its comma.
fn put(text: &mut String, depth: usize, line: &str) {
    text.extend(std::iter::repeat_n("    ", depth).chain([line, ",\n"]));
}

fn write_map(text: &mut String, grid: &Grid, glyphs: &[char]) {
    // A glyph as it stands between quotes, once for all its cells.
    let written: Vec<String> = glyphs.iter().map(|&glyph| escaped(glyph, '"')).collect();
    *text += "    map: [\n";
    for row in grid.cells().chunks(grid.width() as usize) {
        *text += "        \"";
        for terrain in row {
            *text += &written[usize::from(terrain.0)];
        }
        *text += "\",\n";
    }
    *text += "    ],\n";
}

/// Each terrain's glyph, or a free one where another terrain has it already.
fn glyphs(legend: &[Terrain]) -> Vec<char> {
    let mut free = spare_glyphs().filter(|glyph| legend.iter().all(|terrain| terrain.glyph != *glyph));
    let mut glyphs: Vec<char> = Vec::with_capacity(legend.len());
    for terrain in legend {
        let is_taken = glyphs.contains(&terrain.glyph) || terrain.glyph.is_control();
        let own = Some(terrain.glyph).filter(|_| !is_taken);
        glyphs.push(own.or_else(|| free.next()).expect("there are more glyphs than terrains"));
    }
    glyphs
}

/// The entries that reading does not add by itself.
fn legend(legend: &[Terrain], glyphs: &[char]) -> Vec<String> {
    let terrain = |(terrain, &glyph): (&Terrain, &char)| Terrain { glyph, ..terrain.clone() };
    let terrains: Vec<Terrain> = legend.iter().zip(glyphs).map(terrain).collect();
    // At most the default ones come by themselves, and they are the last.
    let first = terrains.len().saturating_sub(with_defaults(Vec::new()).len());
    let own = (first..terrains.len()).find(|&own| with_defaults(terrains[..own].to_vec()) == terrains);
    terrains[..own.unwrap_or(terrains.len())].iter().map(legend_line).collect()
}

fn legend_line(terrain: &Terrain) -> String {
    let usual = Terrain::named(terrain.glyph, &terrain.name);
    let cost = || terrain.cost.map_or("blocked: true".to_owned(), |cost| format!("cost: {cost}"));
    let fields = [
        Some(format!("name: {}", quoted(&terrain.name, '"'))),
        (terrain.cost != usual.cost).then(cost),
        (terrain.color != usual.color).then(|| format!("color: \"{}\"", hex(terrain.color))),
        (terrain.pattern != usual.pattern).then(|| format!("pattern: \"{}\"", terrain.pattern.name())),
        terrain.is_one_way().then(|| format!("one_way: {}", directions(terrain.exits))),
    ];
    format!("{}: {}", quoted(&terrain.glyph.to_string(), '\''), entry(fields))
}

/// Those fields that are written.
fn entry(fields: impl IntoIterator<Item = Option<String>>) -> String {
    format!("({})", fields.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn directions(exits: DirectionSet) -> String {
    let names: Vec<_> = Direction::ALL.into_iter().filter(|&direction| exits.contains(direction)).collect();
    match names[..] {
        [only] => quoted(only.name(), '"'),
        _ => names_of(&names),
    }
}

fn names_of(directions: &[Direction]) -> String {
    format!("[{}]", in_quotes(directions.iter().map(|direction| direction.name())).join(", "))
}

fn portal_line(portal: Portal) -> String {
    let usual = Portal::between(portal.from, portal.to);
    entry([
        Some(format!("from: {}, to: {}", portal.from, portal.to)),
        (portal.cost != usual.cost).then(|| format!("cost: {}", portal.cost)),
        (portal.two_way != usual.two_way).then(|| format!("two_way: {}", portal.two_way)),
    ])
}

fn agent_line(number: usize, agent: &LevelAgent) -> String {
    let profile = &agent.profile;
    let own_cost = |(name, cost): &(String, Option<u16>)| {
        format!("{}: {}", quoted(name, '"'), cost.map_or("\"blocked\"".to_owned(), |cost| cost.to_string()))
    };
    entry([
        (agent.name != format!("agent {number}")).then(|| format!("name: {}", quoted(&agent.name, '"'))),
        Some(format!("at: {}", agent.at)),
        list("goals", ["[", "]"], agent.goals.iter().map(Cell::to_string)),
        // `{:?}` always has a point, as speeds are written.
        (agent.speed.to_bits() != LevelAgent::DEFAULT_SPEED.to_bits()).then(|| format!("speed: {:?}", agent.speed)),
        agent.patrol.then(|| "patrol: true".to_owned()),
        (profile.size != AgentProfile::default().size).then(|| format!("size: {}", profile.size)),
        list("costs", ["{", "}"], profile.costs.iter().map(own_cost)),
        list("forbidden", ["[", "]"], profile.forbidden.iter().map(|area| rect(*area))),
    ])
}

/// A list on one line; none if it is empty.
fn list(field: &str, [open, close]: [&str; 2], entries: impl Iterator<Item = String>) -> Option<String> {
    let entries = entries.collect::<Vec<_>>().join(", ");
    (!entries.is_empty()).then(|| format!("{field}: {open}{entries}{close}"))
}

fn rect(rect: Rect) -> String {
    format!("(at: {}, size: ({}, {}))", rect.at, rect.width, rect.height)
}

fn search(options: &SearchOptions, usual: &SearchOptions) -> Vec<String> {
    // Both have fields of their own, outside.
    let inside = |key: &OptionKey| !matches!(key, OptionKey::Movement | OptionKey::Steps);
    let keys = OptionKey::ALL.into_iter().filter(inside).filter(|key| key.of(options) != key.of(usual));
    keys.map(|key| format!("{}: {}", key.field(), value(&key.of(options)))).collect()
}

/// The value of an option as RON.
fn value(change: &OptionChange) -> String {
    match change {
        OptionChange::Heuristic(Heuristic::Formula(formula)) => format!("(formula: {})", quoted(formula.text(), '"')),
        OptionChange::Neighbours(order) => names_of(order.all()),
        OptionChange::Region(Some(region)) => rect(*region),
        OptionChange::Steps(steps) if !matches!(*steps, StepCosts::SQRT2 | StepCosts::UNIFORM) => {
            format!("(straight: {}, diagonal: {})", steps.straight().0, steps.diagonal().0)
        }
        change if change.key().kind().names.is_empty() => change.text(),
        change => quoted(&change.text(), '"'),
    }
}

/// A text between quotes, as RON reads it.
fn quoted(text: &str, quote: char) -> String {
    let inside: String = text.chars().map(|c| escaped(c, quote)).collect();
    format!("{quote}{inside}{quote}")
}

fn escaped(c: char, quote: char) -> String {
    if c == quote || c == '\\' {
        format!("\\{c}")
    } else if c.is_control() {
        format!("\\u{{{:x}}}", u32::from(c))
    } else {
        c.to_string()
    }
}

//! A level as RON, in the form in which people write it: one string per row, and only what differs
//! from the defaults.

use super::ron_legend::with_defaults;
use super::{Level, LevelAgent, UnreachablePolicy};
use crate::pathfinding::{
    AgentProfile, Cell, Direction, DirectionSet, Grid, Heuristic, Movement, NeighborOrder, Portal, Rect, SearchOptions,
    StepCosts, Terrain,
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
/// use gridwalk::pathfinding::formats::{parse_ron, write_ron};
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
    write_list(&mut text, "portals", ["[", "]"], portals(level.grid.portals()));
    write_list(&mut text, "agents", ["[", "]"], (1..).zip(&level.agents).map(|(n, agent)| agent_line(n, agent)));
    let (options, usual) = (&level.search, SearchOptions::default());
    if options.movement != usual.movement {
        put(&mut text, 1, &format!("movement: \"{}\"", options.movement.name()));
    }
    if options.steps != usual.steps {
        put(&mut text, 1, &format!("steps: {}", steps(options.steps)));
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
    let mut glyphs: Vec<char> = Vec::with_capacity(legend.len());
    for terrain in legend {
        let taken = |glyph: char, known: &[char]| known.contains(&glyph) || glyph.is_control();
        let glyph = if taken(terrain.glyph, &glyphs) {
            let mut free = super::cost_legend::spare_glyphs();
            let others = |glyph: char| legend.iter().any(|terrain| terrain.glyph == glyph);
            free.find(|&glyph| !others(glyph) && !taken(glyph, &glyphs)).expect("there are more glyphs than terrains")
        } else {
            terrain.glyph
        };
        glyphs.push(glyph);
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
    let mut fields = vec![format!("name: {}", quoted(&terrain.name, '"'))];
    match terrain.cost {
        cost if cost == usual.cost => {}
        Some(cost) => fields.push(format!("cost: {cost}")),
        None => fields.push("blocked: true".to_owned()),
    }
    if terrain.color != usual.color {
        let [red, green, blue] = terrain.color;
        fields.push(format!("color: \"#{red:02X}{green:02X}{blue:02X}\""));
    }
    if terrain.pattern != usual.pattern {
        fields.push(format!("pattern: \"{}\"", terrain.pattern.name()));
    }
    if terrain.is_one_way() {
        fields.push(format!("one_way: {}", directions(terrain.exits)));
    }
    format!("{}: ({})", quoted(&terrain.glyph.to_string(), '\''), fields.join(", "))
}

fn directions(exits: DirectionSet) -> String {
    let names: Vec<_> = Direction::ALL.into_iter().filter(|&direction| exits.contains(direction)).collect();
    match names[..] {
        [only] => format!("\"{}\"", only.name()),
        _ => names_of(&names),
    }
}

fn names_of(directions: &[Direction]) -> String {
    let names: Vec<_> = directions.iter().map(|direction| format!("\"{}\"", direction.name())).collect();
    format!("[{}]", names.join(", "))
}

/// Portals that give these ways again, in the same order on each cell.
///
/// A two-way portal stands at two cells' ways. It is written once it is the next one at both.
fn portals(ways: &[Portal]) -> Vec<String> {
    let mut left = ways.to_vec();
    let mut written = Vec::new();
    while !left.is_empty() {
        let is_next = |way: &Portal| left.iter().find(|other| other.from == way.from) == Some(way);
        let ready = |way: &Portal| is_next(way) && (!way.two_way || is_next(&way.back()));
        let portal = left[left.iter().position(ready).unwrap_or(0)];
        written.push(portal_line(portal));
        let sides = if portal.two_way { vec![portal, portal.back()] } else { vec![portal] };
        for side in sides {
            if let Some(at) = left.iter().position(|way| *way == side) {
                left.remove(at);
            }
        }
    }
    written
}

fn portal_line(portal: Portal) -> String {
    let usual = Portal::between(portal.from, portal.to);
    let mut fields = vec![format!("from: {}, to: {}", portal.from, portal.to)];
    if portal.cost != usual.cost {
        fields.push(format!("cost: {}", portal.cost));
    }
    if portal.two_way != usual.two_way {
        fields.push(format!("two_way: {}", portal.two_way));
    }
    format!("({})", fields.join(", "))
}

fn agent_line(number: usize, agent: &LevelAgent) -> String {
    let mut fields = Vec::new();
    if agent.name != format!("agent {number}") {
        fields.push(format!("name: {}", quoted(&agent.name, '"')));
    }
    fields.push(format!("at: {}", agent.at));
    if !agent.goals.is_empty() {
        let goals: Vec<_> = agent.goals.iter().map(Cell::to_string).collect();
        fields.push(format!("goals: [{}]", goals.join(", ")));
    }
    if agent.speed.to_bits() != LevelAgent::DEFAULT_SPEED.to_bits() {
        // `{:?}` always has a point, as speeds are written.
        fields.push(format!("speed: {:?}", agent.speed));
    }
    if agent.patrol {
        fields.push("patrol: true".to_owned());
    }
    fields.extend(profile(&agent.profile));
    format!("({})", fields.join(", "))
}

fn profile(profile: &AgentProfile) -> Vec<String> {
    let mut fields = Vec::new();
    if profile.size != AgentProfile::default().size {
        fields.push(format!("size: {}", profile.size));
    }
    if !profile.costs.is_empty() {
        let cost = |cost: Option<u16>| cost.map_or("\"blocked\"".to_owned(), |cost| cost.to_string());
        let entry = |(name, own): &(String, Option<u16>)| format!("{}: {}", quoted(name, '"'), cost(*own));
        let costs: Vec<_> = profile.costs.iter().map(entry).collect();
        fields.push(format!("costs: {{{}}}", costs.join(", ")));
    }
    if !profile.forbidden.is_empty() {
        let areas: Vec<_> = profile.forbidden.iter().map(|area| rect(*area)).collect();
        fields.push(format!("forbidden: [{}]", areas.join(", ")));
    }
    fields
}

fn rect(rect: Rect) -> String {
    format!("(at: {}, size: ({}, {}))", rect.at, rect.width, rect.height)
}

fn steps(steps: StepCosts) -> String {
    match steps {
        StepCosts::SQRT2 => "\"sqrt2\"".to_owned(),
        StepCosts::UNIFORM => "\"uniform\"".to_owned(),
        _ => format!("(straight: {}, diagonal: {})", steps.straight().0, steps.diagonal().0),
    }
}

fn search(options: &SearchOptions, usual: &SearchOptions) -> Vec<String> {
    let mut fields = Vec::new();
    let mut field = |differs: bool, name: &str, value: String| {
        if differs {
            fields.push(format!("{name}: {value}"));
        }
    };
    let name = |name: &str| format!("\"{name}\"");
    let order = |order: &NeighborOrder| order.directions(Movement::default());
    let heuristic = match &options.heuristic {
        Heuristic::Formula(formula) => format!("(formula: {})", quoted(formula.text(), '"')),
        named => name(named.name()),
    };
    field(options.algorithm != usual.algorithm, "algorithm", name(options.algorithm.name()));
    field(options.heuristic != usual.heuristic, "heuristic", heuristic);
    field(options.weight != usual.weight, "weight", options.weight.get().to_string());
    field(options.order != usual.order, "neighbours", names_of(&order(&options.order)));
    field(options.tie != usual.tie, "tie", name(options.tie.name()));
    field(options.stop != usual.stop, "stop", name(options.stop.name()));
    field(options.parent != usual.parent, "parent", name(options.parent.name()));
    field(options.cost_rule != usual.cost_rule, "cost_rule", name(options.cost_rule.name()));
    field(options.range != usual.range, "within", options.range.to_string());
    if let Some(most) = options.max_expansions {
        field(true, "max_expansions", most.to_string());
    }
    if let Some(most) = options.max_cost {
        field(true, "max_cost", most.get().to_string());
    }
    if let Some(region) = options.region {
        field(true, "region", rect(region));
    }
    fields
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

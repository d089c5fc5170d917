//! The legend of the level: the order of its entries, and the commands that change them.

use std::sync::LazyLock;

use bevy::prelude::*;
use gridwalk_level::formats::parse_level;
use gridwalk_level::{Label, LegendEntry, Level, LevelEdit, LevelGrid, Rgb};
use gridwalk_pathfinding::{Direction, DirectionSet, Grid, Terrain, TerrainId};

use super::desk::Desk;
use crate::app::Phrase;
use crate::app::command::LegendCommand;

/// Glyphs of one-way cells made by a stroke, in the order of the directions.
pub const ARROWS: [char; 8] = ['↑', '→', '↓', '←', '↗', '↘', '↙', '↖'];

/// Glyphs of the built-in terrains, in their default order.
static USUAL: LazyLock<Vec<char>> = LazyLock::new(|| {
    let level = parse_level(br#"(version: 1, map: ["."])"#, "usual.level.ron").expect("a map of one cell can be read");
    level.grid.looks().all().iter().map(|look| look.glyph).collect()
});

/// Returns the terrains in the order of the list.
///
/// The level's own terrains come first, in the order of the legend. The built-in terrains and the one-way cells that
/// strokes add follow. The order is the same after a save and a reload.
pub fn listed(grid: &LevelGrid) -> Vec<TerrainId> {
    let place = |terrain: &TerrainId| {
        let glyph = grid.looks().of(*terrain).glyph;
        let usual = USUAL.iter().position(|usual| *usual == glyph).map(|place| place + 1);
        usual.unwrap_or(if ARROWS.contains(&glyph) { usize::MAX } else { 0 })
    };
    let mut all: Vec<TerrainId> = (0..=u8::MAX).take(grid.legend().len()).map(TerrainId).collect();
    all.sort_by_key(place);
    all
}

/// Returns the terrain with this number in the list, from 1.
pub fn numbered(grid: &LevelGrid, number: usize) -> Option<TerrainId> {
    listed(grid).get(number.checked_sub(1)?).copied()
}

/// A terrain of the legend, identified by glyph and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ink {
    glyph: char,
    name: String,
}

impl Ink {
    pub fn new(glyph: char, name: &str) -> Self {
        Self { glyph, name: name.to_owned() }
    }

    pub fn of(grid: &LevelGrid, terrain: TerrainId) -> Self {
        Self::new(grid.looks().of(terrain).glyph, &grid.legend()[usize::from(terrain.0)].name)
    }

    /// Finds the terrain in the legend by its glyph, or else by its name.
    pub fn find(&self, grid: &LevelGrid) -> Option<TerrainId> {
        let by_name = || grid.legend().iter().position(|terrain| terrain.name == self.name);
        let by_name = || by_name().and_then(|number| u8::try_from(number).ok()).map(TerrainId);
        grid.terrain_by_glyph(self.glyph).or_else(by_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> LevelGrid {
        parse_level(text.as_bytes(), "test.level.ron").unwrap().grid
    }

    #[test]
    fn one_way_cells_of_a_stroke_stand_last() {
        let plain = grid(r#"(version: 1, map: ["."])"#);
        let own =
            grid(r#"(version: 1, legend: {'↓': (name: "floor ↓"), '.': (cost: 3), 'a': (name: "ash")}, map: ["a."])"#);
        let glyphs = |grid: &LevelGrid| -> String {
            listed(grid).into_iter().map(|terrain| grid.looks().of(terrain).glyph).collect()
        };
        assert_eq!(glyphs(&own), format!("a{}↓", glyphs(&plain)));
    }

    #[test]
    fn a_terrain_is_found_again_by_its_glyph_or_its_name() {
        let before = grid(r#"(version: 1, legend: {'a': (name: "ash")}, map: ["a"])"#);
        let ink = Ink::of(&before, before.terrain_by_glyph('a').unwrap());
        let found = |text: &str| {
            let after = grid(text);
            ink.find(&after).map(|terrain| after.looks().of(terrain).glyph)
        };
        assert_eq!(found(r#"(version: 1, legend: {'b': (name: "x"), 'a': (name: "soot")}, map: ["."])"#), Some('a'));
        assert_eq!(found(r#"(version: 1, legend: {'b': (name: "ash")}, map: ["."])"#), Some('b'));
        assert_eq!(found(r#"(version: 1, map: ["."])"#), None);
    }
}

/// Runs a command.
pub(in crate::app) fn act_on_legend(In(command): In<LegendCommand>, mut desk: Desk) {
    let Some(level) = desk.level() else { return };
    let mut legend = level.grid.entries();
    let place = |number: usize| numbered(&level.grid, number).map(|terrain| usize::from(terrain.0));
    let (place, number) = match command {
        LegendCommand::RemoveUnused => {
            let edit = without_unused(level);
            return match edit {
                Some(edit) => desk.change(Label::Legend, Ok(edit)),
                None => desk.notes.tell(Phrase::NoneUnused),
            };
        }
        LegendCommand::Add => (Some(legend.len()), 0),
        LegendCommand::Name(number, _)
        | LegendCommand::Glyph(number, _)
        | LegendCommand::Cost(number, _)
        | LegendCommand::Color(number, _)
        | LegendCommand::Exit(number, _) => (place(number), number),
    };
    let Some(place) = place else { return desk.notes.warn(Phrase::NoSuchTerrain.with("number", number)) };
    match command {
        LegendCommand::Add => {
            if legend.len() >= Grid::MAX_TERRAINS {
                return desk.notes.warn(Phrase::LegendIsFull.with("count", Grid::MAX_TERRAINS));
            }
            legend.push(new_entry(&legend));
            let new = &legend[legend.len() - 1];
            desk.edit.choose(Ink::new(new.look.glyph, &new.terrain.name));
        }
        LegendCommand::Name(_, name) => {
            let name = name.trim().to_owned();
            let others = legend.iter().enumerate().filter(|(other, _)| *other != place);
            if name.is_empty() || others.into_iter().any(|(_, entry)| entry.terrain.name == name) {
                return desk.notes.warn(Phrase::TerrainNameTaken.with("name", name));
            }
            legend[place].terrain.name = name;
        }
        LegendCommand::Glyph(_, glyph) => {
            let mut others = legend.iter().enumerate().filter(|(other, _)| *other != place);
            if let Some((_, other)) = others.find(|(_, entry)| entry.look.glyph == glyph) {
                let taken = Phrase::GlyphTaken.with("glyph", glyph).with("name", &other.terrain.name);
                return desk.notes.warn(taken);
            }
            legend[place].look.glyph = glyph;
        }
        LegendCommand::Cost(_, cost) => {
            if cost.is_some_and(|cost| !(1..=Terrain::MAX_COST).contains(&cost)) {
                return desk.notes.warn(Phrase::CostOutOfBounds.with("most", Terrain::MAX_COST));
            }
            legend[place].terrain.cost = cost;
        }
        LegendCommand::Color(_, color) => legend[place].look.color = color,
        LegendCommand::Exit(_, direction) => {
            let exits = legend[place].terrain.exits;
            let others = Direction::ALL.into_iter().filter(|other| exits.contains(*other) != (*other == direction));
            let exits: DirectionSet = others.collect();
            if exits == DirectionSet::NONE {
                return desk.notes.warn(Phrase::NoExitLeft.with("name", &legend[place].terrain.name));
            }
            legend[place].terrain.exits = exits;
        }
        LegendCommand::RemoveUnused => {}
    }
    desk.note_cost();
    desk.change(Label::Legend, Ok(LevelEdit::Legend(legend)));
}

/// Returns a plain terrain with an unused name and glyph, and an unused colour while there is one.
fn new_entry(legend: &[LegendEntry]) -> LegendEntry {
    let mut entry = LegendEntry::floor();
    let has_name = |name: &String| legend.iter().any(|entry| entry.terrain.name == *name);
    let mut names = (1..).map(|number: u32| format!("terrain {number}"));
    entry.terrain.name = names.find(|name| !has_name(name)).unwrap_or_default();
    let has_glyph = |glyph: &char| legend.iter().any(|entry| entry.look.glyph == *glyph);
    let mut glyphs = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{C0}'..='\u{24F}');
    entry.look.glyph = glyphs.find(|glyph| !has_glyph(glyph)).unwrap_or('?');
    let has_color = |color: &Rgb| legend.iter().any(|entry| entry.look.color == *color);
    entry.look.color = COLORS.into_iter().find(|color| !has_color(color)).unwrap_or(entry.look.color);
    entry
}

/// Muted colours that no built-in terrain has.
const COLORS: [Rgb; 6] = [
    [0xC9, 0xA0, 0x8C],
    [0xB3, 0xA4, 0xCF],
    [0x8F, 0xC1, 0xB5],
    [0xDD, 0xB1, 0xC0],
    [0xA8, 0xB4, 0xC4],
    [0xC6, 0xC0, 0x74],
];

/// Returns an edit that removes the terrains that no cell has; `None` if there are none.
///
/// Built-in terrains are kept, because every level has them.
fn without_unused(level: &Level) -> Option<LevelEdit> {
    let grid = &level.grid;
    let used: Vec<TerrainId> = grid.used_terrains().collect();
    let entries = grid.entries();
    let is_kept = |number: TerrainId| {
        used.contains(&number) || gridwalk_level::formats::is_default(entries[usize::from(number.0)].look.glyph)
    };
    let all = (0..=u8::MAX).map(TerrainId).take(entries.len());
    let kept: Vec<TerrainId> = all.filter(|number| is_kept(*number)).collect();
    if kept.len() == entries.len() {
        return None;
    }
    let mut numbers = [TerrainId(0); 256];
    for (new, old) in (0..=u8::MAX).zip(&kept) {
        numbers[usize::from(old.0)] = TerrainId(new);
    }
    let cells = grid.cells().iter().map(|terrain| numbers[usize::from(terrain.0)]).collect();
    let legend = kept.iter().map(|number| entries[usize::from(number.0)].clone()).collect();
    let map =
        LevelGrid::new(grid.width(), grid.height(), cells, legend).ok()?.with_portals(&grid.portal_list()).ok()?;
    // An agent's cost for a removed terrain is removed too.
    let has = |name: &str| map.legend().iter().any(|terrain| terrain.name == name);
    let mut after = Level { agents: level.agents.clone(), ..level.clone() };
    for agent in &mut after.agents {
        agent.profile.costs.retain(|(name, _)| has(name));
    }
    after.grid = map;
    LevelEdit::between(level, &after)
}

//! Commands that change the entries of the legend.

use bevy::prelude::*;
use gridwalk_level::{Label, LegendEntry, Level, LevelEdit, LevelGrid, Rgb};
use gridwalk_pathfinding::{Direction, DirectionSet, Grid, Terrain, TerrainId};

use super::desk::Desk;
use super::order;
use super::order::Ink;
use crate::app::Phrase;
use crate::app::command::LegendCommand;

/// Runs a command.
pub(in crate::app) fn act_on_legend(In(command): In<LegendCommand>, mut desk: Desk) {
    let Some(level) = desk.level() else { return };
    let mut legend = level.grid.entries();
    let place = |number: usize| order::numbered(&level.grid, number).map(|terrain| usize::from(terrain.0));
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

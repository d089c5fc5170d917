//! Reasons why a level edit or a map recipe is refused, in every language.
//!
//! English is the error's own `Display`; the other languages are in `texts/*/kernel.ftl`.

use std::fmt::Display;

use gridwalk_level::generate::{GenerateError, Recipe};
use gridwalk_level::{LevelAgent, LevelEditError, LevelGroup};
use gridwalk_pathfinding::{AgentProfile, EditError, Grid, GridError, KeepOffWalls, Terrain};

use super::Language;
use super::kernel::{Describe, Phrase};

impl Describe for GridError {
    fn translate(&self, language: Language) -> String {
        let say = |phrase: Phrase, places: &[(&str, &dyn Display)]| phrase.say(language, places);
        match self {
            Self::Size(size) => {
                say(Phrase::MapSize, &[("max", &Grid::MAX_SIDE), ("width", &size.width), ("height", &size.height)])
            }
            Self::CellCount { expected, found } => {
                say(Phrase::MapCellCount, &[("found", found), ("expected", expected)])
            }
            Self::RowLength { row, expected, found } => {
                say(Phrase::MapRowLength, &[("row", row), ("found", found), ("expected", expected)])
            }
            Self::Character { character, row, column } => {
                say(Phrase::MapCharacter, &[("row", row), ("column", column), ("character", character)])
            }
            Self::TooManyCosts { cell, cost } => {
                say(Phrase::MapTooManyCosts, &[("cell", cell), ("cost", cost), ("max", &Grid::MAX_TERRAINS)])
            }
            Self::Legend(count) => say(Phrase::MapLegend, &[("max", &Grid::MAX_TERRAINS), ("count", count)]),
            Self::Cost { terrain, cost } => {
                say(Phrase::MapCost, &[("terrain", terrain), ("cost", cost), ("max", &Terrain::MAX_COST)])
            }
            Self::Portal(from, to) => say(Phrase::MapPortal, &[("from", from), ("to", to)]),
            Self::Portals(count) => say(Phrase::MapPortals, &[("max", &Grid::MAX_PORTALS), ("count", count)]),
            Self::UnknownTerrain(number) => say(Phrase::MapUnknownTerrain, &[("number", number)]),
        }
    }
}

impl Describe for EditError {
    fn translate(&self, language: Language) -> String {
        match self {
            Self::Outside { cell, width, height } => {
                Phrase::EditOutside.say(language, &[("cell", cell), ("width", width), ("height", height)])
            }
            Self::UnknownTerrain(number) => Phrase::MapUnknownTerrain.say(language, &[("number", number)]),
            Self::Grid(error) => error.translate(language),
            Self::Occupied(cell) => Phrase::EditOccupied.say(language, &[("cell", cell)]),
        }
    }
}

impl Describe for LevelEditError {
    fn translate(&self, language: Language) -> String {
        let say = |phrase: Phrase, places: &[(&str, &dyn Display)]| phrase.say(language, places);
        match self {
            Self::Edit(error) => error.translate(language),
            Self::Map(error) => error.translate(language),
            Self::NothingLeft => say(Phrase::EditNothingLeft, &[]),
            Self::Glyph(glyph) => say(Phrase::EditGlyph, &[("glyph", glyph)]),
            Self::LegendFull => say(Phrase::EditLegendFull, &[("max", &Grid::MAX_TERRAINS)]),
            Self::InvisibleGlyph(terrain) => say(Phrase::EditInvisibleGlyph, &[("terrain", terrain)]),
            Self::PortalToItself(cell) => say(Phrase::EditPortalToItself, &[("cell", cell)]),
            Self::PortalCost(cell) => say(Phrase::EditPortalCost, &[("cell", cell)]),
            Self::NoAgent(number) => say(Phrase::EditNoAgent, &[("number", &(number + 1))]),
            Self::AgentName(name) => say(Phrase::EditAgentName, &[("name", name)]),
            Self::AgentOutside(name, cell) => say(Phrase::EditAgentOutside, &[("name", name), ("cell", cell)]),
            Self::AgentSpeed(name) => {
                let (min, max) = (LevelAgent::MIN_SPEED, LevelAgent::MAX_SPEED);
                say(Phrase::EditAgentSpeed, &[("name", name), ("min", &min), ("max", &max)])
            }
            Self::AgentRadius(name) => {
                say(Phrase::EditAgentRadius, &[("name", name), ("max", &LevelAgent::MAX_ARRIVAL_RADIUS)])
            }
            Self::AgentSize(name) => say(Phrase::EditAgentSize, &[("name", name), ("max", &AgentProfile::MAX_SIZE)]),
            Self::AgentPatrol(name) => say(Phrase::EditAgentPatrol, &[("name", name)]),
            Self::AgentCost { agent, terrain } => say(Phrase::EditAgentCost, &[("name", agent), ("terrain", terrain)]),
            Self::AgentForbidden(name) => say(Phrase::EditAgentForbidden, &[("name", name)]),
            Self::GroupName(name) => say(Phrase::EditGroupName, &[("name", name)]),
            Self::Group(name) => {
                let (min, max, count) = (LevelAgent::MIN_SPEED, LevelAgent::MAX_SPEED, LevelGroup::MAX_COUNT);
                say(Phrase::EditGroup, &[("name", name), ("count", &count), ("min", &min), ("max", &max)])
            }
            Self::KeepOffWalls => {
                let (cost, cells) = (Terrain::MAX_COST, KeepOffWalls::MAX_CELLS);
                say(Phrase::EditKeepOffWalls, &[("cost", &cost), ("cells", &cells)])
            }
            Self::Region => say(Phrase::EditRegion, &[]),
        }
    }
}

impl Describe for GenerateError {
    fn translate(&self, language: Language) -> String {
        match self {
            Self::Size(width, height) => {
                let places: [(&str, &dyn Display); 4] =
                    [("side", &Grid::MAX_SIDE), ("cells", &Recipe::MAX_CELLS), ("width", width), ("height", height)];
                Phrase::GenerateSize.say(language, &places)
            }
            Self::Density(density) => Phrase::GenerateDensity.say(language, &[("density", density)]),
            Self::NoDensity(_) => Phrase::GenerateNoDensity.say(language, &[]),
        }
    }
}

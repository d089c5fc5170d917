//! Values and errors of the kernel, and errors of level edits and map recipes, in every language.
//!
//! English is their own `Display`; the other languages are in `texts/*/kernel.ftl`.

use std::fmt::Display;

use gridwalk_level::generate::{GenerateError, Recipe};
use gridwalk_level::{LevelAgent, LevelEditError, LevelGroup};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, CostRule, Direction, EditError, EndpointError, FormulaError,
    FormulaFault, FormulaMistake, Grid, GridError, Heuristic, IgnoreReason, KeepOffWalls, Movement,
    Named, NoPathReason, OptionChange, OptionError, OptionKey, ParentRule, PathFault, Rect,
    Refusal, ReopenRule, SearchOptions, StepCosts, StopRule, Support, Terrain, TieBreak, Typed,
};

use super::{Language, fill, places};

include!(concat!(env!("OUT_DIR"), "/kernel.rs"));

/// A value of the kernel with a text in any language. Its `Display` is the English text.
pub trait Describe: Display {
    /// Returns the text in a language other than English.
    fn translate(&self, language: Language) -> String;

    /// Returns the text in any language.
    fn describe_in(&self, language: Language) -> String {
        if language == Language::English {
            self.to_string()
        } else {
            self.translate(language)
        }
    }
}

impl Phrase {
    /// Returns the phrase with its places filled.
    fn say(self, language: Language, places: &[(&str, &dyn Display)]) -> String {
        fill(self.text(language), places)
    }
}

/// Returns the text of a value by the table of names; `None` in English, and if the table lacks it.
fn name_in(language: Language, of: &str, name: &str) -> Option<&'static str> {
    let column = (language as usize).checked_sub(1)?;
    let row = NAMES
        .binary_search_by_key(&format!("{of}-{name}").as_str(), |row| row.0)
        .ok()?;
    Some(NAMES[row].1[column])
}

macro_rules! described_by_name {
    ($($type:ty),+) => {$(
        impl Describe for $type {
            fn translate(&self, language: Language) -> String {
                let found = name_in(language, <$type as Named>::TYPE, self.as_name());
                found.map_or_else(|| self.to_string(), str::to_owned)
            }
        }
    )+};
}
described_by_name! {
    Algorithm, CostRule, Direction, IgnoreReason, Movement, NoPathReason, OptionKey, ParentRule, ReopenRule, StopRule,
    TieBreak
}

impl Describe for Heuristic {
    fn translate(&self, language: Language) -> String {
        name_in(language, "Heuristic", self.name()).map_or_else(|| self.to_string(), str::to_owned)
    }
}

impl Describe for StepCosts {
    fn translate(&self, language: Language) -> String {
        let (straight, diagonal) = (
            self.format(self.straight()),
            self.format_step(self.diagonal()),
        );
        Phrase::RulesSteps.say(language, places![straight, diagonal])
    }
}

impl Describe for EndpointError {
    fn translate(&self, language: Language) -> String {
        let (phrase, cell) = match self {
            Self::StartOutside(cell) => (Phrase::StartOutside, cell),
            Self::GoalOutside(cell) => (Phrase::GoalOutside, cell),
            Self::StartBlocked(cell) => (Phrase::StartBlocked, cell),
            Self::GoalBlocked(cell) => (Phrase::GoalBlocked, cell),
        };
        phrase.say(language, places![cell])
    }
}

impl Describe for Refusal {
    fn translate(&self, language: Language) -> String {
        let (phrase, algorithm) = match self {
            Self::Endpoint(error) => return error.translate(language),
            Self::Option(algorithm, key) => {
                let (title, option) = (algorithm.translate(language), key.translate(language));
                let default = value_in(&key.default_for(*algorithm), language);
                let places = places![algorithm = title, option, default];
                return Phrase::RefusedOption.say(language, places);
            }
            Self::Formula(cell, fault) => {
                let fault = match fault {
                    FormulaFault::Infinite => Phrase::FaultInfinite,
                    FormulaFault::NotANumber => Phrase::FaultNotANumber,
                };
                return Phrase::RefusedFormula
                    .say(language, places![cell, fault = fault.text(language)]);
            }
            Self::Weighted(algorithm) => (Phrase::RefusedWeighted, algorithm),
            Self::OneWay(algorithm) => (Phrase::RefusedOneWay, algorithm),
            Self::Portals(algorithm) => (Phrase::RefusedPortals, algorithm),
            Self::FourWay(algorithm) => (Phrase::RefusedFourWay, algorithm),
            Self::ExpensiveDiagonal(algorithm) => (Phrase::RefusedDiagonal, algorithm),
            Self::MaxCostOfFirst(algorithm) => (Phrase::RefusedMaxCostOfFirst, algorithm),
            Self::MaxCostOfClosed(algorithm) => (Phrase::RefusedMaxCostOfClosed, algorithm),
            Self::FormulaOfG(algorithm) => (Phrase::RefusedFormulaOfG, algorithm),
            Self::Inadmissible(algorithm) => (Phrase::RefusedInadmissible, algorithm),
        };
        phrase.say(language, places![algorithm = algorithm.translate(language)])
    }
}

impl Describe for SearchOptions {
    fn translate(&self, language: Language) -> String {
        let honours = |key| self.algorithm.support(key) == Support::Honoured;
        let say = |phrase: Phrase, place: &str, value: &dyn Display| {
            phrase.say(language, &[(place, value)])
        };
        let (straight, diagonal) = (
            self.steps.format(self.steps.straight()),
            self.steps.format_step(self.steps.diagonal()),
        );
        let (movement, terrain) = (
            self.movement.translate(language),
            self.cost_rule.translate(language),
        );
        let steps = places![movement, straight, terrain, diagonal];
        let steps = match self.movement {
            Movement::Four => Phrase::RulesFourWay.say(language, &steps[..3]),
            Movement::Eight(_) => Phrase::RulesEightWay.say(language, steps),
        };
        let stop = if self.algorithm.ends_by_itself() {
            Phrase::RulesOwnEnd.say(language, &[])
        } else {
            say(Phrase::RulesStop, "stop", &self.stop.translate(language))
        };
        let tie =
            |key| Phrase::RulesTie.say(language, places![key, tie = self.tie.translate(language)]);
        let clause = |clause: String| say(Phrase::RulesClause, "clause", &clause);
        let order: Vec<_> = self
            .neighbours
            .directions(self.movement)
            .map(|direction| direction.translate(language))
            .collect();
        let region = |Rect { at, width, height }| {
            Phrase::RulesRegion.say(language, places![at, width, height])
        };
        let clauses = [
            Some(steps),
            honours(OptionKey::Heuristic).then(|| {
                say(
                    Phrase::RulesHeuristic,
                    "heuristic",
                    &self.heuristic.translate(language),
                )
            }),
            honours(OptionKey::Weight)
                .then(|| say(Phrase::RulesWeight, "weight", &self.weight.get())),
            Some(stop),
            self.algorithm.sorted_by().map(tie),
            (self.parent == ParentRule::First).then(|| clause(self.parent.translate(language))),
            honours(OptionKey::Reopen).then(|| clause(self.reopen.translate(language))),
            honours(OptionKey::Neighbours)
                .then(|| say(Phrase::RulesNeighbours, "order", &order.join(" "))),
            (self.goal_tolerance > 0)
                .then(|| say(Phrase::RulesTolerance, "cells", &self.goal_tolerance)),
            self.max_expansions
                .map(|most| say(Phrase::RulesExpansions, "most", &most)),
            self.max_cost
                .map(|most| say(Phrase::RulesMaxCost, "most", &most.get())),
            self.region.map(region),
        ];
        clauses.into_iter().flatten().collect::<String>() + Phrase::RulesEnd.text(language)
    }
}

/// Returns the fault of a path as text, with costs in these units.
#[must_use]
pub fn path_fault_in(fault: PathFault, units: StepCosts, language: Language) -> String {
    if language == Language::English {
        return fault.describe(units);
    }
    let step = |phrase: Phrase, from, to| phrase.say(language, places![from, to]);
    match fault {
        PathFault::Empty => Phrase::PathEmpty.say(language, &[]),
        PathFault::Blocked(cell) => Phrase::PathBlocked.say(language, places![cell]),
        PathFault::Gap(from, to) => step(Phrase::PathGap, from, to),
        PathFault::OneWay(from, to) => step(Phrase::PathOneWay, from, to),
        PathFault::Corner(from, to) => step(Phrase::PathCorner, from, to),
        PathFault::Line(from, to, cell) => Phrase::PathLine.say(language, places![from, to, cell]),
        PathFault::Cost(sum, stated) => {
            let [sum, stated] = [sum, stated].map(|cost| units.format_step(cost));
            Phrase::PathCost.say(language, places![sum, stated])
        }
    }
}

/// Returns the value of an option in words.
#[must_use]
pub fn value_in(change: &OptionChange, language: Language) -> String {
    match change {
        OptionChange::Algorithm(value) => value.describe_in(language),
        OptionChange::Heuristic(value) => value.describe_in(language),
        OptionChange::Movement(value) => value.describe_in(language),
        OptionChange::Steps(value) => value.describe_in(language),
        OptionChange::CostRule(value) => value.describe_in(language),
        OptionChange::Tie(value) => value.describe_in(language),
        OptionChange::Stop(value) => value.describe_in(language),
        OptionChange::Parent(value) => value.describe_in(language),
        OptionChange::Reopen(value) => value.describe_in(language),
        typed if language == Language::English || !typed.text().is_empty() => typed.shown(),
        _ => Phrase::NoLimit.say(language, &[]),
    }
}

/// Returns the meaning of an option, in a sentence.
#[must_use]
pub fn option_meaning_in(key: OptionKey, language: Language) -> &'static str {
    name_in(
        language,
        OptionKey::TYPE,
        &format!("{}.meaning", key.name()),
    )
    .unwrap_or(key.meaning())
}

/// Returns the values that can be typed, in words.
fn typed_in(typed: Typed, language: Language) -> String {
    let most = |phrase: Phrase, most: &dyn Display| phrase.say(language, places![most]);
    match typed {
        Typed::Number(highest) => most(Phrase::TypedNumber, &highest),
        Typed::Whole(highest) => most(Phrase::TypedWhole, &highest),
        Typed::Formula => Phrase::TypedFormula.say(language, &[]),
        Typed::Steps => Phrase::TypedSteps.say(language, &[]),
        Typed::Directions => Phrase::TypedDirections.say(language, &[]),
        Typed::Rectangle => Phrase::TypedRectangle.say(language, &[]),
    }
}

impl Describe for OptionError {
    fn translate(&self, language: Language) -> String {
        match self {
            Self::Key(key) => {
                let all = OptionKey::NAMES.join(language.comma());
                Phrase::UnknownOption.say(language, places![key, all])
            }
            Self::Value { key, text } => {
                let kind = key.kind();
                let typed = kind.typed.map(|typed| typed_in(typed, language));
                let values: Vec<_> = kind
                    .names
                    .iter()
                    .map(ToString::to_string)
                    .chain(typed)
                    .collect();
                let (option, values) = (key.translate(language), values.join(language.comma()));
                Phrase::UnknownValue.say(language, places![option, text, values])
            }
            Self::Formula(error) => error.translate(language),
        }
    }
}

impl Describe for FormulaError {
    fn translate(&self, language: Language) -> String {
        let mistake = match &self.mistake {
            FormulaMistake::Empty => Phrase::FormulaEmpty.say(language, &[]),
            FormulaMistake::TooLong => Phrase::FormulaTooLong.say(language, &[]),
            FormulaMistake::Unknown(word) => Phrase::FormulaUnknown.say(language, places![word]),
            FormulaMistake::Exponent(number) => {
                Phrase::FormulaExponent.say(language, places![number])
            }
            FormulaMistake::TakesTwo(name) => Phrase::FormulaTakesTwo.say(language, places![name]),
            FormulaMistake::Comma => Phrase::FormulaComma.say(language, &[]),
            FormulaMistake::Bracket => Phrase::FormulaBracket.say(language, &[]),
            FormulaMistake::NoValue(after) => Phrase::FormulaNoValue.say(language, places![after]),
            FormulaMistake::NoOperator(before) => {
                Phrase::FormulaNoOperator.say(language, places![before])
            }
            FormulaMistake::Incomplete => Phrase::FormulaIncomplete.say(language, &[]),
            FormulaMistake::Unsupported => Phrase::FormulaUnsupported.say(language, &[]),
        };
        Phrase::FormulaUnread.say(language, places![text = self.text, mistake])
    }
}

impl Describe for GridError {
    fn translate(&self, language: Language) -> String {
        let say = |phrase: Phrase, places: &[(&str, &dyn Display)]| phrase.say(language, places);
        match self {
            Self::Size(size) => say(
                Phrase::MapSize,
                places![
                    max = Grid::MAX_SIDE,
                    width = size.width,
                    height = size.height
                ],
            ),
            Self::CellCount { expected, found } => {
                say(Phrase::MapCellCount, places![found, expected])
            }
            Self::RowLength {
                row,
                expected,
                found,
            } => say(Phrase::MapRowLength, places![row, found, expected]),
            Self::Character {
                character,
                row,
                column,
            } => say(Phrase::MapCharacter, places![row, column, character]),
            Self::TooManyCosts { cell, cost } => say(
                Phrase::MapTooManyCosts,
                places![cell, cost, max = Grid::MAX_TERRAINS],
            ),
            Self::Legend(count) => say(Phrase::MapLegend, places![max = Grid::MAX_TERRAINS, count]),
            Self::Cost { terrain, cost } => say(
                Phrase::MapCost,
                places![terrain, cost, max = Terrain::MAX_COST],
            ),
            Self::Portal(from, to) => say(Phrase::MapPortal, places![from, to]),
            Self::Portals(count) => {
                say(Phrase::MapPortals, places![max = Grid::MAX_PORTALS, count])
            }
            Self::UnknownTerrain(number) => say(Phrase::MapUnknownTerrain, places![number]),
        }
    }
}

impl Describe for EditError {
    fn translate(&self, language: Language) -> String {
        match self {
            Self::Outside {
                cell,
                width,
                height,
            } => Phrase::EditOutside.say(language, places![cell, width, height]),
            Self::UnknownTerrain(number) => {
                Phrase::MapUnknownTerrain.say(language, places![number])
            }
            Self::Grid(error) => error.translate(language),
            Self::Occupied(cell) => Phrase::EditOccupied.say(language, places![cell]),
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
            Self::Glyph(glyph) => say(Phrase::EditGlyph, places![glyph]),
            Self::LegendFull => say(Phrase::EditLegendFull, places![max = Grid::MAX_TERRAINS]),
            Self::InvisibleGlyph(terrain) => say(Phrase::EditInvisibleGlyph, places![terrain]),
            Self::PortalToItself(cell) => say(Phrase::EditPortalToItself, places![cell]),
            Self::PortalCost(cell) => say(Phrase::EditPortalCost, places![cell]),
            Self::NoAgent(number) => say(Phrase::EditNoAgent, places![number = (number + 1)]),
            Self::AgentName(name) => say(Phrase::EditAgentName, places![name]),
            Self::AgentOutside(name, cell) => say(Phrase::EditAgentOutside, places![name, cell]),
            Self::AgentSpeed(name) => {
                let (min, max) = (LevelAgent::MIN_SPEED, LevelAgent::MAX_SPEED);
                say(Phrase::EditAgentSpeed, places![name, min, max])
            }
            Self::AgentRadius(name) => say(
                Phrase::EditAgentRadius,
                places![name, max = LevelAgent::MAX_ARRIVAL_RADIUS],
            ),
            Self::AgentSize(name) => say(
                Phrase::EditAgentSize,
                places![name, max = AgentProfile::MAX_SIZE],
            ),
            Self::AgentPatrol(name) => say(Phrase::EditAgentPatrol, places![name]),
            Self::AgentCost { agent, terrain } => {
                say(Phrase::EditAgentCost, places![name = agent, terrain])
            }
            Self::AgentForbidden(name) => say(Phrase::EditAgentForbidden, places![name]),
            Self::GroupName(name) => say(Phrase::EditGroupName, places![name]),
            Self::Group(name) => {
                let (min, max, count) = (
                    LevelAgent::MIN_SPEED,
                    LevelAgent::MAX_SPEED,
                    LevelGroup::MAX_COUNT,
                );
                say(Phrase::EditGroup, places![name, count, min, max])
            }
            Self::KeepOffWalls => {
                let (cost, cells) = (Terrain::MAX_COST, KeepOffWalls::MAX_CELLS);
                say(Phrase::EditKeepOffWalls, places![cost, cells])
            }
            Self::Region => say(Phrase::EditRegion, &[]),
        }
    }
}

impl Describe for GenerateError {
    fn translate(&self, language: Language) -> String {
        match self {
            Self::Size(width, height) => {
                let places = places![
                    side = Grid::MAX_SIDE,
                    cells = Recipe::MAX_CELLS,
                    width,
                    height
                ];
                Phrase::GenerateSize.say(language, places)
            }
            Self::Density(density) => Phrase::GenerateDensity.say(language, places![density]),
            Self::NoDensity(_) => Phrase::GenerateNoDensity.say(language, &[]),
        }
    }
}

//! Search settings, changed by name: the same names and values as in level files.

use bevy::prelude::*;

use super::{AppCommand, AppSystems, Notes, Phrase, Sentence};
use crate::pathfinding::formats::UnreachablePolicy;
use crate::pathfinding::{
    Algorithm, Cell, CostLimit, CostRule, Direction, FormulaError, Heuristic, Movement, NeighborOrder, ParentRule,
    Rect, Refusal, SearchOptions, StepCosts, StopRule, TieBreak, Weight,
};
use crate::plugin::{NavGrid, PathfindingSettings};

/// Why the present settings make no sense together, or on this map.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct RulesRefused(pub Option<Refusal>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RulesRefused>()
        .add_systems(PreUpdate, change_rules.in_set(AppSystems::Act))
        .add_systems(Update, check_rules.in_set(AppSystems::Report));
}

fn check_rules(settings: Res<PathfindingSettings>, grid: Res<NavGrid>, mut refused: ResMut<RulesRefused>) {
    if settings.is_changed() || grid.is_changed() {
        refused.set_if_neq(RulesRefused(settings.options.check(grid.grid()).err()));
    }
}

pub(super) fn change_rules(
    mut commands: MessageReader<AppCommand>,
    mut settings: ResMut<PathfindingSettings>,
    mut notes: ResMut<Notes>,
) {
    for command in commands.read() {
        let AppCommand::Set(key, value) = command else { continue };
        let mut changed = settings.clone();
        match set_rule(&mut changed, key, value) {
            Ok(()) => {
                settings.set_if_neq(changed);
            }
            Err(sentence) => notes.warn(sentence),
        }
    }
}

/// Sets one rule, or says which keys and values there are.
pub(super) fn set_rule(settings: &mut PathfindingSettings, key: &str, value: &str) -> Result<(), Sentence> {
    fn choose<T>(value: &str, found: Option<T>, names: &[&str]) -> Result<T, Sentence> {
        found.ok_or_else(|| Phrase::UnknownValue.with("value", value).with("values", names.join(", ")))
    }
    let options = &mut settings.options;
    match key {
        "algorithm" => {
            options.algorithm = choose(value, Algorithm::from_name(value), &Algorithm::ALL.map(Algorithm::name))?;
            // The weight belongs to weighted A*: it comes and goes with it, in sight.
            options.weight = if options.algorithm == Algorithm::WeightedAStar {
                Weight::new(1.5).expect("in range")
            } else {
                Weight::ONE
            };
        }
        "heuristic" => {
            options.heuristic =
                choose(value, Heuristic::from_name(value), &Heuristic::NAMED.map(|heuristic| heuristic.name()))?;
        }
        "movement" => options.movement = choose(value, Movement::from_name(value), &Movement::ALL.map(Movement::name))?,
        "tie" => options.tie = choose(value, TieBreak::from_name(value), &TieBreak::ALL.map(TieBreak::name))?,
        "stop" => options.stop = choose(value, StopRule::from_name(value), &StopRule::ALL.map(StopRule::name))?,
        "parent" => {
            options.parent = choose(value, ParentRule::from_name(value), &ParentRule::ALL.map(ParentRule::name))?;
        }
        "steps" => {
            let found = match value {
                "sqrt2" => Some(StepCosts::SQRT2),
                "uniform" => Some(StepCosts::UNIFORM),
                "10/14" => Some(StepCosts::TEN_FOURTEEN),
                _ => None,
            };
            options.steps = choose(value, found, &["sqrt2", "uniform", "10/14"])?;
        }
        "formula" => {
            options.heuristic =
                Heuristic::Formula(value.parse().map_err(|error: FormulaError| {
                    Phrase::NoFormula.with("text", error.text).with("why", error.why)
                })?);
        }
        "neighbours" => {
            let names = Direction::ALL.map(Direction::name);
            let order: Result<Vec<_>, _> =
                value.split_whitespace().map(|word| choose(word, Direction::from_name(word), &names)).collect();
            options.order = NeighborOrder::new(&order?).ok_or(Phrase::EachDirectionOnce)?;
        }
        "cost-rule" => {
            options.cost_rule = choose(value, CostRule::from_name(value), &CostRule::ALL.map(CostRule::name))?;
        }
        "weight" => {
            let weight = value.parse().ok().and_then(Weight::new);
            options.weight = weight.ok_or_else(|| Phrase::WrongWeight.with("value", value))?;
        }
        "within" | "max-expansions" | "max-cost" | "region" => set_limit(options, key, value.trim())?,
        "unreachable" => {
            let names = UnreachablePolicy::ALL.map(UnreachablePolicy::name);
            settings.unreachable = choose(value, UnreachablePolicy::from_name(value), &names)?;
        }
        _ => return Err(Phrase::NoSuchSetting.with("key", key)),
    }
    Ok(())
}

/// Sets one limit; nothing is none.
fn set_limit(options: &mut SearchOptions, key: &str, value: &str) -> Result<(), Sentence> {
    let given = Some(value).filter(|value| !value.is_empty());
    let whole = |given: Option<&str>| given.map(str::parse::<u64>).transpose().ok();
    match key {
        "within" => {
            let range = whole(given).and_then(|range| u32::try_from(range.unwrap_or(0)).ok());
            let range = range.filter(|range| *range <= SearchOptions::MAX_RANGE);
            options.range = range.ok_or_else(|| Phrase::WrongWithin.with("value", value))?;
        }
        "max-expansions" => {
            options.max_expansions = whole(given).ok_or_else(|| Phrase::WrongExpansions.with("value", value))?;
        }
        "max-cost" => {
            let limit = given.map(|value| value.parse().ok().and_then(CostLimit::new));
            options.max_cost = match limit {
                Some(None) => return Err(Phrase::WrongMaxCost.with("value", value)),
                Some(limit) => limit,
                None => None,
            };
        }
        _ => {
            let numbers: Vec<Option<u32>> = value.split(',').map(|part| part.trim().parse().ok()).collect();
            options.region = match (given, numbers.as_slice()) {
                (None, _) => None,
                (_, &[Some(x), Some(y), Some(width), Some(height)])
                    if width > 0 && height > 0 && x.max(y).max(width).max(height) <= MOST_SIDE =>
                {
                    Some(Rect { at: Cell::new(x.cast_signed(), y.cast_signed()), width, height })
                }
                _ => return Err(Phrase::WrongRegion.with("value", value)),
            };
        }
    }
    Ok(())
}

/// No map is wider or higher.
const MOST_SIDE: u32 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::Language;

    #[test]
    fn every_value_can_be_set_by_its_name_and_wrong_ones_are_explained() {
        let mut settings = PathfindingSettings::default();
        for movement in Movement::ALL {
            set_rule(&mut settings, "movement", movement.name()).unwrap();
            assert_eq!(settings.options.movement, movement);
        }
        for algorithm in Algorithm::ALL {
            set_rule(&mut settings, "algorithm", algorithm.name()).unwrap();
            assert_eq!(settings.options.algorithm, algorithm);
        }
        set_rule(&mut settings, "weight", "2.5").unwrap();
        assert!(set_rule(&mut settings, "weight", "NaN").is_err());
        assert!(
            set_rule(&mut settings, "tie", "loudest").unwrap_err().tell(Language::English).contains("oldest, newest")
        );
        set_rule(&mut settings, "neighbours", "w n").unwrap();
        assert_eq!(settings.options.order.directions(Movement::Four)[..2], [Direction::West, Direction::North]);
        assert!(set_rule(&mut settings, "neighbours", "w w").unwrap_err().tell(Language::English).contains("once"));
        assert!(set_rule(&mut settings, "neighbours", "up").unwrap_err().tell(Language::English).contains("n, e"));
        for (key, value) in [("within", "3"), ("max-expansions", "500"), ("max-cost", "12.5"), ("region", "1, 2, 3, 4")]
        {
            set_rule(&mut settings, key, value).unwrap();
            let with = settings.options.clone();
            assert!(set_rule(&mut settings, key, "-1").is_err(), "{key}");
            assert_eq!(settings.options, with, "what cannot be read changes nothing");
        }
        let region = Rect { at: Cell::new(1, 2), width: 3, height: 4 };
        assert_eq!((settings.options.range, settings.options.region), (3, Some(region)));
        assert_eq!(settings.options.max_expansions, Some(500));
        for key in ["within", "max-expansions", "max-cost", "region"] {
            set_rule(&mut settings, key, "").unwrap();
        }
        let options = &settings.options;
        assert_eq!((options.range, options.max_expansions, options.max_cost, options.region), (0, None, None, None));
        set_rule(&mut settings, "formula", "max(dx, dy)").unwrap();
        assert!(set_rule(&mut settings, "formula", "dx +").is_err());
        assert!(set_rule(&mut settings, "colour", "red").is_err());
    }
}

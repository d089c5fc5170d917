//! Names and numbers on the command line: the same as in level files.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::TerrainCosts;
use crate::pathfinding::explain::Language;
use crate::pathfinding::formats::parse_glyph_costs;
use crate::pathfinding::generate::MapKind;
use crate::pathfinding::{
    Algorithm, Cell, CostLimit, CostRule, Direction, Heuristic, Movement, NeighborOrder, ParentRule, StepCosts,
    StopRule, TieBreak, Weight,
};

/// One of several values, each by its name; clap lists the names where another one is given.
fn one_of<T: Clone + Send + Sync + 'static>(
    all: impl IntoIterator<Item = T>,
    name: fn(&T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<T> = all.into_iter().collect();
    let names = PossibleValuesParser::new(all.iter().map(name).map(PossibleValue::new));
    names.map(move |chosen| {
        let found = all.iter().find(|value| name(value) == chosen);
        found.expect("the parser lets only these names pass").clone()
    })
}

pub fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    one_of(Algorithm::ALL, |algorithm| algorithm.name())
}

pub fn heuristic() -> impl TypedValueParser<Value = Heuristic> {
    one_of(Heuristic::NAMED, Heuristic::name)
}

pub fn language() -> impl TypedValueParser<Value = Language> {
    one_of(Language::ALL, |language| language.name())
}

pub fn movement() -> impl TypedValueParser<Value = Movement> {
    one_of(Movement::ALL, |movement| movement.name())
}

pub fn tie() -> impl TypedValueParser<Value = TieBreak> {
    one_of(TieBreak::ALL, |tie| tie.name())
}

pub fn stop() -> impl TypedValueParser<Value = StopRule> {
    one_of(StopRule::ALL, |stop| stop.name())
}

pub fn parent() -> impl TypedValueParser<Value = ParentRule> {
    one_of(ParentRule::ALL, |parent| parent.name())
}

pub fn cost_rule() -> impl TypedValueParser<Value = CostRule> {
    one_of(CostRule::ALL, |rule| rule.name())
}

pub fn weight(text: &str) -> Result<Weight, String> {
    let weight = text.parse().ok().and_then(Weight::new);
    weight.ok_or_else(|| format!("expected a number from 0 to {}", Weight::MAX))
}

pub fn cost_limit(text: &str) -> Result<CostLimit, String> {
    text.parse().ok().and_then(CostLimit::new).ok_or_else(|| "expected a number from 0 to 1e12".to_owned())
}

/// `sqrt2`, `uniform`, or two whole numbers: `10/14`.
pub fn steps(text: &str) -> Result<StepCosts, String> {
    let custom = |(straight, diagonal): (&str, &str)| {
        StepCosts::custom(straight.trim().parse().ok()?, diagonal.trim().parse().ok()?)
    };
    match text {
        "sqrt2" => Ok(StepCosts::SQRT2),
        "uniform" => Ok(StepCosts::UNIFORM),
        _ => text.split_once('/').and_then(custom).ok_or_else(|| {
            format!(
                "expected sqrt2, uniform or STRAIGHT/DIAGONAL such as 10/14, from 1 to {}, the diagonal one to two \
                 times the straight",
                StepCosts::MAX_STEP
            )
        }),
    }
}

/// Directions by name, the first to be looked at first; the rest follow in their usual order.
pub fn neighbours(text: &str) -> Result<NeighborOrder, String> {
    let directions: Option<Vec<_>> = text.split(',').map(|name| Direction::from_name(name.trim())).collect();
    let all = Direction::ALL.map(Direction::name).join(",");
    let order = directions.as_deref().and_then(NeighborOrder::new);
    order.ok_or_else(|| format!("expected some of {all}, each at most once"))
}

pub fn cell(text: &str) -> Result<Cell, String> {
    let numbers = text.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.map(|(x, y)| Cell::new(x, y)).ok_or_else(|| "expected X,Y such as 3,4".to_owned())
}

/// What terrains cost by their glyphs: `.=1,S=2,T=#`.
pub fn terrain_costs(text: &str) -> Result<TerrainCosts, String> {
    parse_glyph_costs(text).map_err(|error| error.to_string())
}

/// From half a second to ten minutes: an animation counts its hundredths in 16 bits.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.5..=600.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0.5 to 600".to_owned())
}

pub fn map_kind() -> impl TypedValueParser<Value = MapKind> {
    one_of(MapKind::ALL, |kind| kind.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_becomes_what_it_says_or_a_sentence() {
        assert_eq!(cell("3,4"), Ok(Cell::new(3, 4)));
        assert_eq!(cell(" -3 , 4"), Ok(Cell::new(-3, 4)));
        assert_eq!(steps("10/14"), Ok(StepCosts::TEN_FOURTEEN));
        assert_eq!(steps("5/7"), Ok(StepCosts::custom(5, 7).unwrap()));
        assert_eq!(terrain_costs(".=1,S=#"), Ok(vec![('.', Some(1)), ('S', None)]));
        assert!(neighbours("n,w").is_ok());
        for text in ["", "3", "3,", "3;4", "a,b", "99999999999,0"] {
            assert!(cell(text).is_err(), "{text}");
        }
        for text in ["", "sqrt3", "10", "10/9", "10/21", "0/0"] {
            assert!(steps(text).is_err(), "{text}");
        }
        for text in ["", "n,n", "up", "n,,e"] {
            assert!(neighbours(text).is_err(), "{text}");
        }
        for text in [".", ".=1001", "S=1.5", "SW=3"] {
            assert!(terrain_costs(text).is_err(), "{text}");
        }
        for text in ["", "-1", "NaN", "101"] {
            assert!(weight(text).is_err(), "{text}");
        }
    }
}

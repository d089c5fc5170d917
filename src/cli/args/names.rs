//! Names and numbers on the command line: the same as in level files.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};
use gridwalk_level::formats::{GlyphCost, parse_glyph_costs};
use gridwalk_pathfinding::{Cell, KeepOffWalls, Named, OptionChange, OptionKey, Rect, Terrain};

/// Common other names of things, each with the name used here.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("a*", "astar"),
    ("a-star", "astar"),
    ("best-first", "greedy"),
    ("bfs", "breadth-first"),
    ("dfs", "depth-first"),
    ("gbfs", "greedy"),
    ("ida*", "idastar"),
    ("jump-point", "jps"),
    ("lpa*", "lpa"),
    ("theta*", "theta"),
    ("ucs", "dijkstra"),
    ("uniform-cost", "dijkstra"),
    ("wa*", "weighted-astar"),
];

/// Returns a parser for one of several values by name; clap lists the names after a wrong one.
pub fn one_of<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    NameParser(PossibleValuesParser::new(T::NAMES), PhantomData)
}

/// Returns a parser like [`one_of`] whose help offers some of the values; the others are refused
/// later, with a reason.
pub fn one_of_offered<T: Named + Send + Sync>(
    is_offered: fn(&T) -> bool,
) -> impl TypedValueParser<Value = T> {
    let value = |name: &&'static str| {
        PossibleValue::new(*name).hide(T::of_name(name).is_none_or(|value| !is_offered(&value)))
    };
    NameParser(
        PossibleValuesParser::new(T::NAMES.iter().map(value).collect::<Vec<_>>()),
        PhantomData,
    )
}

/// A parser for a name; it proposes the name used here in place of [another](OTHER_NAMES).
#[derive(Clone)]
struct NameParser<T>(PossibleValuesParser, PhantomData<T>);

impl<T: Named + Send + Sync> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        let chosen = self
            .0
            .parse_ref(command, argument, value)
            .map_err(|mut error| {
                let other = OTHER_NAMES.iter().find(|(other, name)| {
                    value.eq_ignore_ascii_case(other) && T::NAMES.contains(name)
                });
                if let Some((_, name)) = other {
                    error.insert(
                        ContextKind::SuggestedValue,
                        ContextValue::String((*name).to_owned()),
                    );
                }
                error
            })?;
        Ok(T::of_name(&chosen).expect("the parser lets only these names pass"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Returns a parser for a whole number in a range.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + PartialOrd + Display + FromStr,
{
    move |text| {
        let number = text
            .trim()
            .parse()
            .ok()
            .filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!(
                "expected a whole number from {} to {}",
                range.start(),
                range.end()
            )
        })
    }
}

pub fn cell(text: &str) -> Result<Cell, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers
        .map(|(x, y)| Cell::new(x, y))
        .ok_or_else(|| "expected X,Y such as 3,4".to_owned())
}

/// Parses an extra cost near walls: `2,3`, or `no`.
pub fn keep_off_walls(text: &str) -> Result<KeepOffWalls, String> {
    let bounds = || {
        format!(
            "1 to {} cells and a cost of 1 to {}",
            KeepOffWalls::MAX_CELLS,
            Terrain::MAX_COST
        )
    };
    KeepOffWalls::parse(text)
        .ok_or_else(|| format!("expected CELLS,COST such as 2,3, {}, or no", bounds()))
}

/// Parses a part of a map: `2,3,10,5`.
pub fn part(text: &str) -> Result<Rect, String> {
    match OptionKey::Region.parse(text) {
        Ok(OptionChange::Region(Some(part))) => Ok(part),
        _ => Err("expected X,Y,WIDTH,HEIGHT such as 2,3,10,5".to_owned()),
    }
}

/// Costs of terrains as one value for clap, which takes a plain list for several values.
pub type TerrainCosts = Vec<GlyphCost>;

/// Parses the costs of terrains by their glyphs: `.=1,S=2,T=#`.
pub fn terrain_costs(text: &str) -> Result<TerrainCosts, String> {
    parse_glyph_costs(text).map_err(|error| error.message)
}

/// Parses a percentage from 0 to a million.
pub fn percent(text: &str) -> Result<f64, String> {
    let percent = text
        .trim()
        .parse()
        .ok()
        .filter(|percent| (0.0..=1e6).contains(percent));
    percent.ok_or_else(|| "expected a number of per cent from 0 to 1000000, such as 10".to_owned())
}

/// Parses a duration from half a second to ten minutes.
///
/// An animation counts hundredths of a second in 16 bits.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.5..=600.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0.5 to 600".to_owned())
}

//! The values that fields of the editor take, and the sentence for every other text.

use core::fmt::Display;
use core::ops::RangeInclusive;
use core::str::FromStr;

use gridwalk_level::{LegendEntry, Level};
use gridwalk_pathfinding::{KeepOffWalls, Terrain};

use crate::app::common::words;
use crate::app::{Phrase, Sentence};

/// Reads a whole number of a range.
pub fn whole<T: FromStr + PartialOrd + Display>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, Sentence> {
    number(text, range, Phrase::WholeExpected)
}

/// Reads a number of a range, which may have a fraction.
pub fn fraction(text: &str, range: RangeInclusive<f32>) -> Result<f32, Sentence> {
    number(text, range, Phrase::NumberExpected)
}

fn number<T: FromStr + PartialOrd + Display>(
    text: &str,
    range: RangeInclusive<T>,
    expected: Phrase,
) -> Result<T, Sentence> {
    let read = text.trim().parse().ok();
    read.filter(|number| range.contains(number)).ok_or_else(|| {
        expected
            .with("least", range.start())
            .with("most", range.end())
    })
}

/// Returns the range of a terrain's cost.
pub const fn costs() -> RangeInclusive<u16> {
    1..=Terrain::MAX_COST
}

/// Reads an agent's own cost of a terrain: 0 closes it, and an empty text means the usual cost.
pub fn own_cost(text: &str) -> Result<Option<u16>, Sentence> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let read = whole(text, 0..=Terrain::MAX_COST);
    read.map(Some)
        .map_err(|_| Phrase::OwnCostExpected.with("most", Terrain::MAX_COST))
}

/// Reads an extra cost near walls; an empty text means the `usual` one.
pub fn keep_off_walls(text: &str) -> Result<String, Sentence> {
    let is_read = text.trim().is_empty() || KeepOffWalls::parse(text).is_some();
    is_read
        .then(|| text.to_owned())
        .ok_or_else(words::keep_off_walls_expected)
}

/// Returns the trimmed name, which must not be empty.
pub fn name(text: &str) -> Result<String, Sentence> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Phrase::NameExpected.into());
    }
    Ok(name.to_owned())
}

/// Returns the name of the terrain at this place of the legend, if no other one has it.
pub fn terrain_name(
    text: &str,
    (legend, place): (&[LegendEntry], usize),
) -> Result<String, Sentence> {
    let others = legend.iter().enumerate().filter(|(at, _)| *at != place);
    free(name(text)?, others.map(|(_, entry)| &entry.terrain.name))
}

/// Returns the name of the agent with this number, if no other one has it.
pub fn agent_name(text: &str, (level, number): (&Level, usize)) -> Result<String, Sentence> {
    let name = name(text)?;
    let others = level.agents.iter().enumerate();
    let others = others.filter(|(at, _)| *at != number);
    if level.groups.iter().any(|group| group.has_member(&name)) {
        return Err(Phrase::NameTaken.with("name", name));
    }
    free(name, others.map(|(_, agent)| &agent.name))
}

fn free<'a>(name: String, others: impl Iterator<Item = &'a String>) -> Result<String, Sentence> {
    let mut others = others;
    if others.any(|other| *other == name) {
        return Err(Phrase::NameTaken.with("name", name));
    }
    Ok(name)
}

/// Returns the glyph of the terrain at this place of the legend, if no other one has it.
pub fn glyph(text: &str, (legend, place): (&[LegendEntry], usize)) -> Result<char, Sentence> {
    let mut letters = text.trim().chars();
    let (Some(glyph), None) = (letters.next(), letters.next()) else {
        return Err(Phrase::GlyphExpected.into());
    };
    let others = legend.iter().enumerate().filter(|(at, _)| *at != place);
    let taken = others
        .map(|(_, entry)| entry)
        .find(|entry| entry.look.glyph == glyph);
    taken.map_or(Ok(glyph), |other| {
        let taken = Phrase::GlyphTaken.with("glyph", glyph);
        Err(taken.with("name", &other.terrain.name))
    })
}

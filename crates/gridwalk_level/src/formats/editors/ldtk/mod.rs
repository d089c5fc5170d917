//! Projects of `LDtk`.
//!
//! The values of a level's `IntGrid` layers are terrains, and its entities `Agent` and `Goal` are
//! agents and goals. The levels of a `GridVania` world form one map.

mod definitions;
mod entities;
mod layers;

use std::borrow::Cow;

use gridwalk_pathfinding::Grid;

use definitions::Definitions;
use layers::{Board, LevelLayers};

use super::json::{File, Object, Part};
use super::objects::read_agents;
use super::properties::Properties;
use super::report::Report;
use super::sources::{Sources, is_read, resolve};
use super::terrains::Solid;
use crate::formats::ReadHints;
use crate::formats::error::{Parsed, in_quotes, one_of, shortened};
use crate::formats::format::Findings;
use crate::{Level, LevelGrid};

/// Members of a project that do not matter for a grid.
///
/// They are defaults for new items, drawing and saving in the editor, its internal numbers, and
/// lists that repeat other values.
const EDITOR: &[&str] = &[
    "__FORCED_REFS",
    "__header__",
    "appBuildId",
    "backupLimit",
    "backupOnSave",
    "backupRelPath",
    "bgColor",
    "customCommands",
    "defaultEntityHeight",
    "defaultEntityWidth",
    "defaultGridSize",
    "defaultLevelBgColor",
    "defaultLevelHeight",
    "defaultLevelWidth",
    "defaultPivotX",
    "defaultPivotY",
    "dummyWorldIid",
    "exportLevelBg",
    "exportPng",
    "exportTiled",
    "externalLevels",
    "flags",
    "identifierStyle",
    "iid",
    "imageExportMode",
    "jsonVersion",
    "levelNamePattern",
    "minifyJson",
    "name",
    "nextUid",
    "pngFilePattern",
    "simplifiedExport",
    "toc",
    "tutorialDesc",
    "worldGridHeight",
    "worldGridWidth",
    "worldLayout",
];

/// Members of a level that do not matter for a grid: its background and its neighbours.
const EDITOR_OF_LEVEL: &[&str] = &[
    "__bgColor",
    "__bgPos",
    "__header__",
    "__neighbours",
    "__smartColor",
    "bgColor",
    "bgPivotX",
    "bgPivotY",
    "bgPos",
    "bgRelPath",
    "externalRelPath",
    "identifier",
    "iid",
    "uid",
    "useAutoIdentifier",
];

/// A level of the project and its position.
struct OneLevel<'a> {
    part: Part<'a>,
    name: Cow<'a, str>,
    /// The file that holds its layers.
    file: Option<Part<'a>>,
    /// The position in the world in pixels, then the depth of its plane.
    at: [i64; 2],
    depth: i64,
    object: Object<'a>,
}

/// Lists the files of the levels that will be read; empty if the project cannot be read.
pub fn files_of_project(text: &str, hints: &ReadHints) -> Vec<String> {
    let files = || -> Parsed<Vec<String>> {
        let file = File::new("", text)?;
        let mut project = file
            .root("a project of LDtk")?
            .object("a project of LDtk")?;
        let levels = chosen(&mut project, hints.level.as_deref(), &mut Report::default())?;
        let names = levels
            .iter()
            .filter(|level| level.object.peek("layerInstances").is_none());
        let names = names.filter_map(|level| level.file);
        names
            .map(|part| Ok(resolve("", &part.text("the name of a file")?)))
            .collect()
    };
    files()
        .unwrap_or_default()
        .into_iter()
        .filter(|file| is_read(file))
        .collect()
}

/// Reads a project: the named level, the world if its levels form a grid, or the first level.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_ldtk(text: &str, hints: &ReadHints) -> Parsed<(Level, Findings)> {
    let file = File::new("", text)?;
    let sources = Sources::new(&hints.beside);
    let mut report = Report::default();
    let level = read_project(&file, &sources, hints, &mut report)?;
    Ok((level, report.finish()))
}

fn read_project<'a>(
    file: &'a File<'a>,
    sources: &'a Sources<'a>,
    hints: &ReadHints,
    report: &mut Report,
) -> Parsed<Level> {
    let root = file.root("a project of LDtk")?;
    let mut project = root.object("a project of LDtk")?;
    let mut definitions =
        Definitions::read(project.need("defs")?, Solid::new(&hints.solid), report)?;
    let levels = chosen(&mut project, hints.level.as_deref(), report)?;
    project.drop_members(EDITOR);
    report.unread("project", "the project", project);
    let (name, part) = match &*levels {
        [one] => (one.name.to_string(), one.part),
        _ => (String::new(), root),
    };
    let mut layers = Vec::new();
    for level in levels {
        layers.push(read_level(level, sources, report)?);
    }
    let mut board = Board::new(&layers, part)?;
    for level in &mut layers {
        board.add(level, &mut definitions, report)?;
    }
    let (grid, markers) = board.finish(part, report)?;
    let (width, height, cells, legend) = grid;
    let grid = LevelGrid::new(width, height, cells, legend)
        .map_err(|error| root.fail(error.to_string()))?;
    let agents = read_agents(markers, &grid, report)?;
    Ok(Level {
        name,
        agents,
        ..Level::of_grid(grid)
    })
}

/// The maximum number of names listed in a note.
const MOST_NAMES: usize = 30;

/// Chooses the levels to read.
fn chosen<'a>(
    project: &mut Object<'a>,
    wanted: Option<&str>,
    report: &mut Report,
) -> Parsed<Vec<OneLevel<'a>>> {
    let root = project.part;
    let mut worlds = vec![(project.peek("worldLayout"), project.take_list("levels")?)];
    for world in project.take_list("worlds")? {
        let mut world = world.object("a world")?;
        worlds.push((world.take("worldLayout"), world.take_list("levels")?));
    }
    worlds.retain(|(_, levels)| !levels.is_empty());
    let mut all = Vec::new();
    for (number, (_, levels)) in worlds.iter().enumerate() {
        for part in levels {
            let mut object = part.object("a level")?;
            let whole = |part: Part| {
                part.whole(
                    "the place of a level",
                    i64::from(i32::MIN)..=i64::from(i32::MAX),
                )
            };
            let mut place = |key| object.take(key).map_or(Ok(0), whole);
            let (at, depth) = ([place("worldX")?, place("worldY")?], place("worldDepth")?);
            let name = object.need("identifier")?.text("the name of a level")?;
            let file = object
                .take("externalRelPath")
                .filter(|file| !file.is_empty());
            all.push((
                number,
                OneLevel {
                    part: *part,
                    name,
                    file,
                    at,
                    depth,
                    object,
                },
            ));
        }
    }
    let names = |all: &[(usize, OneLevel)]| {
        let more = if all.len() > MOST_NAMES {
            format!(" ({} levels)", all.len())
        } else {
            String::new()
        };
        one_of(in_quotes(
            all.iter().take(MOST_NAMES).map(|(_, level)| &*level.name),
        )) + &more
    };
    if let Some(wanted) = wanted {
        let Some(at) = all.iter().position(|(_, level)| level.name == wanted) else {
            let message = format!(
                "no level is called {}; expected {}",
                shortened(wanted),
                names(&all)
            );
            return Err(root.fail(message));
        };
        return Ok(vec![all.swap_remove(at).1]);
    }
    let Some((_, first)) = all.first() else {
        return Err(root.fail("the project has no level; expected at least one"));
    };
    let (count, depth, part) = (all.len(), first.depth, first.part);
    if count == 1 {
        return Ok(all.into_iter().map(|(_, level)| level).collect());
    }
    let is_grid = worlds[0]
        .0
        .is_some_and(|layout| layout.get() == "\"GridVania\"");
    if !is_grid {
        let (_, second) = &all[1];
        let message = format!(
            "the first of {count} levels is read; one of them can be chosen by its name: {}",
            names(&all)
        );
        report.note(second.part, message);
        return Ok(all.into_iter().take(1).map(|(_, level)| level).collect());
    }
    all.retain(|(world, level)| *world == 0 && level.depth == depth);
    let read = all.len();
    let others = if read < count {
        format!("; {} in other planes or worlds are not", count - read)
    } else {
        String::new()
    };
    let message = format!(
        "{read} levels of the world are read as one map{others}; cells of no level are walls"
    );
    report.note(
        part,
        format!(
            "{message}; one level can be chosen by its name: {}",
            names(&all)
        ),
    );
    Ok(all.into_iter().map(|(_, level)| level).collect())
}

/// Reads the layers of a level, from the level's own file if it has one.
fn read_level<'a>(
    level: OneLevel<'a>,
    sources: &'a Sources<'a>,
    report: &mut Report,
) -> Parsed<LevelLayers<'a>> {
    let OneLevel {
        part,
        name,
        file,
        at,
        mut object,
        ..
    } = level;
    let mut layers = object.take("layerInstances");
    if layers.is_none() {
        let Some(file) = file else {
            return Err(part.fail("the level has no layers; expected `layerInstances`"));
        };
        let of_file = sources.get(file, "the level")?.root("a level of LDtk")?;
        let mut inner = of_file.object("a level of LDtk")?;
        layers = Some(
            inner
                .take("layerInstances")
                .ok_or_else(|| of_file.fail("the level has no layers"))?,
        );
        object.inherit(inner);
        object.drop_members(&["worldX", "worldY", "worldDepth"]);
    }
    let layers = layers.map_or(Ok(Vec::new()), |part| part.list("the layers of a level"))?;
    let side = |part: Part| {
        part.whole(
            "a side of the level in pixels",
            1..=u32::from(u16::MAX) * Grid::MAX_SIDE,
        )
    };
    let pixels = match (object.take("pxWid"), object.take("pxHei")) {
        (Some(width), Some(height)) => Some([side(width)?, side(height)?]),
        _ => None,
    };
    let owner = format!("level {}", shortened(&name));
    report.unread_properties(
        "level",
        &owner,
        &Properties::read(object.take("fieldInstances"))?,
    );
    object.drop_members(EDITOR_OF_LEVEL);
    report.unread("level", &owner, object);
    LevelLayers::read(part, layers, pixels, at)
}

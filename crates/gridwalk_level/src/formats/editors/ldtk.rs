//! Projects of `LDtk`: the values of a level's `IntGrid` layers are its terrains, its entities `Agent` and `Goal` its agents.

use std::borrow::Cow;
use std::collections::HashMap;

use gridwalk_pathfinding::{Cell, Grid, Terrain};
use serde::Deserialize;

use super::characters::{Marker, Role, read_agents};
use super::json::{Json, Part, Properties, is_read};
use super::terrains::{Found, Said, Terrains, known_name};
use crate::formats::error::{ParseError, Parsed, in_quotes, one_of, shortened};
use crate::formats::notes::{Beside, Notes};
use crate::{Level, LevelGrid};

#[derive(Deserialize)]
#[serde(expecting = "a project of LDtk")]
struct Project<'a> {
    #[serde(borrow)]
    defs: Part<'a>,
    #[serde(borrow, default)]
    levels: Vec<Part<'a>>,
    #[serde(borrow, default)]
    worlds: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct World<'a> {
    #[serde(borrow, default)]
    levels: Vec<Part<'a>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a level")]
struct OneLevel<'a> {
    #[serde(borrow)]
    identifier: Cow<'a, str>,
    #[serde(rename = "externalRelPath", borrow)]
    file: Option<Part<'a>>,
    #[serde(rename = "layerInstances", borrow)]
    layers: Option<Vec<Part<'a>>>,
}

#[derive(Deserialize)]
struct Definitions<'a> {
    #[serde(borrow)]
    layers: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct LayerDefinition<'a> {
    uid: i64,
    #[serde(rename = "intGridValues", borrow, default)]
    values: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct ValueDefinition<'a> {
    #[serde(borrow)]
    value: Part<'a>,
    #[serde(borrow)]
    identifier: Option<Cow<'a, str>>,
    #[serde(borrow)]
    color: Option<Part<'a>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a layer of a level")]
struct Layer<'a> {
    #[serde(rename = "__identifier", borrow)]
    name: Cow<'a, str>,
    #[serde(rename = "__type", borrow)]
    kind: Cow<'a, str>,
    #[serde(rename = "__cWid", borrow)]
    width: Part<'a>,
    #[serde(rename = "__cHei", borrow)]
    height: Part<'a>,
    #[serde(rename = "__gridSize", borrow)]
    grid_size: Part<'a>,
    #[serde(rename = "layerDefUid")]
    definition: i64,
    #[serde(rename = "intGridCsv", borrow)]
    values: Option<Part<'a>>,
    #[serde(rename = "entityInstances", borrow, default)]
    entities: Vec<Part<'a>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an entity")]
struct Entity<'a> {
    #[serde(rename = "__identifier", borrow)]
    class: Cow<'a, str>,
    #[serde(rename = "__pivot")]
    pivot: [f64; 2],
    px: [f64; 2],
    width: f64,
    height: f64,
    #[serde(rename = "fieldInstances", borrow, default)]
    fields: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct Point {
    cx: i32,
    cy: i32,
}

/// The file of the level that is wanted, if it stands in one of its own; none where the project cannot be read.
pub fn files_of_project(text: &str, wanted: Option<&str>) -> Vec<String> {
    let file = || -> Parsed<Option<String>> {
        let (json, project) = open(text)?;
        let (level, _) = find_level(json, &project, wanted, &mut Notes::default())?;
        let name = level.file.filter(|_| level.layers.is_none());
        name.map(|part| Ok(json.text(part, "the name of a file")?.into_owned())).transpose()
    };
    file().ok().flatten().filter(|file| is_read(file)).into_iter().collect()
}

/// Reads a level of a project: the one of this name, or the first. `beside` holds its file, where it has one of its own.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_ldtk(text: &str, wanted: Option<&str>, beside: &Beside) -> Parsed<(Level, Notes)> {
    let mut notes = Notes::default();
    let (json, project) = open(text)?;
    let (level, part) = find_level(json, &project, wanted, &mut notes)?;
    let values = read_values(json, project.defs, &mut notes)?;
    let name = level.identifier.clone().into_owned();
    let (level, mut notes) = match (level.layers, level.file) {
        (Some(layers), _) => read_layers(json, layers, &values, part, notes)?,
        (None, None) => return Err(json.fail(part, "the level has no layers; expected `layerInstances`")),
        (None, Some(file)) => {
            let text = json.text_beside(file, beside)?;
            let read = || {
                let (inner, level): (_, OneLevel) = Json::open(text, "a level of LDtk")?;
                let layers = level.layers.ok_or_else(|| inner.fail_whole("the level has no layers"))?;
                read_layers(inner, layers, &values, part, Notes::default())
            };
            let of_file =
                |error: ParseError| json.fail(file, format!("the level {} has a mistake in {error}", shortened(&name)));
            let (level, found) = read().map_err(of_file)?;
            notes.problems.extend(found.problems.into_iter().map(of_file));
            notes.left_out.extend(found.left_out.into_iter().map(|left| json.fail(file, left.message)));
            (level, notes)
        }
    };
    notes.left_out.sort_by_key(|left| (left.line, left.column));
    Ok((Level { name, ..level }, notes))
}

fn open(text: &str) -> Parsed<(Json<'_>, Project<'_>)> {
    let (json, mut project): (_, Project) = Json::open(text, "a project of LDtk")?;
    for world in std::mem::take(&mut project.worlds) {
        project.levels.extend(json.read::<World>(world, "a world")?.levels);
    }
    Ok((json, project))
}

fn find_level<'a>(
    json: Json<'a>,
    project: &Project<'a>,
    wanted: Option<&str>,
    notes: &mut Notes,
) -> Parsed<(OneLevel<'a>, Part<'a>)> {
    let read = |part: &Part<'a>| Ok((json.read::<OneLevel>(part, "a level")?, *part));
    let mut levels = project.levels.iter().map(read).collect::<Parsed<Vec<_>>>()?;
    let number = match wanted {
        None => 0,
        Some(wanted) => levels.iter().position(|(level, _)| level.identifier == wanted).ok_or_else(|| {
            let known = in_quotes(levels.iter().take(MOST_NAMES).map(|(level, _)| &*level.identifier));
            json.fail_whole(format!("no level is called {}; expected {}", shortened(wanted), one_of(known)))
        })?,
    };
    if levels.is_empty() {
        return Err(json.fail_whole("the project has no level; expected at least one"));
    }
    if wanted.is_none()
        && let Some((_, second)) = levels.get(1)
    {
        notes.left_out.push(json.fail(second, format!("the first of {} levels is read", levels.len())));
    }
    Ok(levels.swap_remove(number))
}

/// So many names make a sentence.
const MOST_NAMES: usize = 12;

/// What the values of the layers say, by the number of the layer's definition and the value.
type Values = HashMap<(i64, u32), Said>;

fn read_values<'a>(json: Json<'a>, definitions: Part<'a>, notes: &mut Notes) -> Parsed<Values> {
    let mut values = Values::new();
    for part in json.read::<Definitions>(definitions, "the definitions of the project")?.layers {
        let layer: LayerDefinition = json.read(part, "the definition of a layer")?;
        for part in layer.values {
            let value: ValueDefinition = json.read(part, "a value of a layer")?;
            let number = json.whole(value.value, "a value of a layer", 1..=u32::MAX)?;
            let mut said = said_by(value.identifier.as_deref().unwrap_or_default());
            if said.cost.is_none() && said.name.as_deref().and_then(known_name).is_none() {
                let name = shortened(said.name.as_deref().unwrap_or_default());
                let message = format!("the value {number}, {name}, says no cost; it is read as free ground");
                notes.left_out.push(json.fail(part, message));
                said.cost = Some(Some(1));
            }
            said.color = value.color.map(|part| json.color(part)).transpose()?.flatten();
            values.insert((layer.uid, number), said);
        }
    }
    Ok(values)
}

/// What a name says: `mud_8` costs 8, `rock_blocked` is blocked, and so is what has no name.
fn said_by(identifier: &str) -> Said {
    if identifier.is_empty() {
        return Said { cost: Some(None), ..Said::default() };
    }
    let parted = identifier.rsplit_once('_').and_then(|(name, end)| {
        if end.eq_ignore_ascii_case("blocked") {
            return Some((name, None));
        }
        let cost = end.parse().ok().filter(|cost| (1..=Terrain::MAX_COST).contains(cost))?;
        Some((name, Some(cost)))
    });
    let (name, cost) = parted.map_or((identifier, None), |(name, cost)| (name, Some(cost)));
    Said { name: Some(name.to_owned()), cost, color: None }
}

fn read_layers<'a>(
    json: Json<'a>,
    parts: Vec<Part<'a>>,
    values: &Values,
    level: Part,
    mut notes: Notes,
) -> Parsed<(Level, Notes)> {
    let mut terrains = Terrains::default();
    // Side of a cell in pixels, columns, rows and cells, from the lowest layer of values.
    let mut map: Option<(u32, [u32; 2], Vec<Found>)> = None;
    let mut things = Vec::new();
    // The first layer is the topmost one.
    for part in parts.into_iter().rev() {
        let layer: Layer = json.read(part, "a layer")?;
        let name = shortened(&layer.name);
        match (&*layer.kind, layer.values) {
            ("IntGrid", Some(csv)) => {
                let side = |part, what| json.whole(part, what, 1..=Grid::MAX_SIDE);
                let size = [side(layer.width, "the columns of a layer")?, side(layer.height, "the rows of a layer")?];
                let side = json.whole(layer.grid_size, "the side of a cell in pixels", 1..=u32::from(u16::MAX))?;
                let numbers = json.numbers(csv, "the values of a layer", size[0] as usize * size[1] as usize)?;
                let (_, known, cells) = map.get_or_insert_with(|| (side, size, vec![Terrains::FLOOR; numbers.len()]));
                if *known != size {
                    notes
                        .left_out
                        .push(json.fail(part, format!("layer {name} is not read: its cells have another size")));
                    continue;
                }
                for (at, number) in numbers.into_iter().enumerate().filter(|(_, number)| *number > 0) {
                    let Some(said) = values.get(&(layer.definition, number)) else {
                        let message = format!("expected a value that the layer defines, found {number}");
                        return Err(json.fail_in_list(csv, at, message));
                    };
                    let found = terrains.find(said).map_err(|many| json.fail(part, many))?;
                    cells[at] = found.unwrap_or(Terrains::FLOOR);
                }
            }
            ("Entities", _) => things.push((part, layer)),
            _ => {
                notes
                    .left_out
                    .push(json.fail(part, format!("layer {name} is not read: it has pictures and no values")));
            }
        }
    }
    let Some((side, [width, height], cells)) = map else {
        return Err(json.fail(level, "the level has no layer of the type IntGrid; expected one with the terrain"));
    };
    let (cells, legend) = terrains.legend(&cells);
    let grid = LevelGrid::new(width, height, cells, legend).map_err(|error| json.fail_whole(error.to_string()))?;
    let mut markers = Vec::new();
    for (part, layer) in things {
        let own = json.whole(layer.grid_size, "the side of a cell in pixels", 1..=u32::from(u16::MAX))?;
        let others = read_entities(json, layer.entities, [own, side], &mut markers)?;
        if others > 0 {
            let name = shortened(&layer.name);
            notes.left_out.push(
                json.fail(
                    part,
                    format!("entities of layer {name} that are no agent and no goal are not read: {others}"),
                ),
            );
        }
    }
    let agents = read_agents(json, markers, &grid, &mut notes)?;
    Ok((Level { agents, ..Level::of_grid(grid) }, notes))
}

/// Adds agents and goals to the markers; how many entities are neither. The cells of their layer have one side, those of
/// the map the other.
fn read_entities<'a>(
    json: Json<'a>,
    parts: Vec<Part<'a>>,
    [own, side]: [u32; 2],
    markers: &mut Vec<Marker<'a>>,
) -> Parsed<usize> {
    let scaled = |n: i32| i32::try_from((i64::from(n) * i64::from(own)).div_euclid(i64::from(side))).unwrap_or(-1);
    let mut others = 0;
    for part in parts {
        let entity: Entity = json.read(part, "an entity")?;
        let Some(role) = Role::of_class(&entity.class) else {
            others += 1;
            continue;
        };
        let properties = Properties::read(json, entity.fields)?;
        let mut points = Vec::new();
        if let Some(goals) = properties.get("goals") {
            points = json.read(goals, "the goals of an agent, a list of points")?;
        }
        if let Some(goal) = properties.get("goal") {
            points.push(json.read(goal, "the goal of an agent, a point")?);
        }
        let goals = points.into_iter().map(|Point { cx, cy }| Cell::new(scaled(cx), scaled(cy))).collect();
        let size = [entity.width, entity.height];
        let middle = [0, 1].map(|axis| entity.px[axis] + (0.5 - entity.pivot[axis]) * size[axis]);
        let middle = middle.map(|pixels| pixels / f64::from(side));
        markers.push(Marker { role, part, id: None, name: String::new(), middle, goals, properties });
    }
    Ok(others)
}

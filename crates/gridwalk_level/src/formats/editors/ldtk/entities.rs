//! Entities of `LDtk`: agents, goals, and others that set the terrain of the cells under them.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

use super::definitions::Definitions;
use super::layers::{Board, Layer};
use crate::formats::SolidRule;
use crate::formats::editors::json::{Object, Part};
use crate::formats::editors::objects::{Marker, Outline, Role};
use crate::formats::editors::properties::Properties;
use crate::formats::editors::report::{Others, Report};
use crate::formats::editors::terrains::{Said, Verdict, judge};
use crate::formats::error::{Parsed, shortened};

/// Members of an entity that do not matter for a grid: its picture, and repeated positions.
const EDITOR_OF_ENTITY: &[&str] = &[
    "__grid",
    "__smartColor",
    "__tags",
    "__tile",
    "__worldX",
    "__worldY",
    "iid",
];

#[derive(Deserialize)]
struct Point {
    cx: i32,
    cy: i32,
}

impl<'a> Board<'a> {
    /// Adds agents and goals, and applies the terrain of other entities to the cells under them.
    pub fn add_entities(
        &mut self,
        layer: &mut Layer<'a>,
        level: ([usize; 2], [usize; 2]),
        definitions: &Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let side = f64::from(self.side);
        let corner = level.0.map(|cells| i32::try_from(cells).unwrap_or(0));
        let scaled = |n: i32, axis: usize| {
            let own = i64::from(n) * i64::from(layer.side);
            i32::try_from(own.div_euclid(i64::from(self.side)) + i64::from(corner[axis]))
                .unwrap_or(-1)
        };
        let mut others: Option<Others> = None;
        for part in layer.object.take_list("entityInstances")? {
            let mut entity = part.object("an entity")?;
            let class = entity.need("__identifier")?.text("the name of an entity")?;
            let px: [f64; 2] = entity.need("px")?.read("the place of an entity")?;
            let pivot: [f64; 2] = entity
                .take("__pivot")
                .map_or(Ok([0.0; 2]), |part| part.read("a pivot"))?;
            let uid = entity.take("defUid").and_then(|uid| uid.get().parse().ok());
            let mut size = uid
                .map(|uid| definitions.entity_size(uid))
                .unwrap_or_default();
            for (axis, key) in ["width", "height"].into_iter().enumerate() {
                if let Some(part) = entity.take(key) {
                    size[axis] = part.number("the size of an entity")?;
                }
            }
            let properties = Properties::read(entity.take("fieldInstances"))?;
            let first = [0, 1].map(|axis| px[axis] + layer.offset[axis] - pivot[axis] * size[axis]);
            let owner = format!("entity {}", shortened(&class));
            let Some(role) = Role::of_class(&class) else {
                let said =
                    said_by_entity(part, &class, &mut entity, &properties, definitions, report);
                if let Some(found) = self.terrains.find(&said).map_err(|many| part.fail(many))? {
                    let shift = [0, 1].map(|axis| first[axis] + f64::from(corner[axis]) * side);
                    self.is_said = true;
                    let (cells, wall) = (&mut self.cells, said.wall);
                    let outline = Outline::rectangle(shift, size);
                    outline.for_cells([side; 2], self.size, |cell| cells[cell] = (found, wall));
                    report.unread_properties("entity", &owner, &properties);
                    entity.drop_members(EDITOR_OF_ENTITY);
                    report.unread("entity", &owner, entity);
                } else {
                    let kinds = vec![class.into_owned()];
                    match &mut others {
                        Some(others) => others.add(1, kinds),
                        None => {
                            others = Some(Others {
                                part: layer.part,
                                layer: layer.name.clone(),
                                count: 1,
                                kinds,
                            })
                        }
                    }
                }
                continue;
            };
            let mut points: Vec<Point> = Vec::new();
            if let Some(goals) = properties.get("goals") {
                points = goals.read("the goals of an agent, a list of points")?;
            }
            if let Some(goal) = properties.get("goal") {
                points.push(goal.read("the goal of an agent, a point")?);
            }
            let goals = points
                .into_iter()
                .map(|Point { cx, cy }| Cell::new(scaled(cx, 0), scaled(cy, 1)))
                .collect();
            let middle = [0, 1]
                .map(|axis| (first[axis] + 0.5 * size[axis]) / side + f64::from(corner[axis]));
            entity.drop_members(EDITOR_OF_ENTITY);
            report.unread("entity", &owner, entity);
            self.markers.push(Marker {
                role,
                part,
                id: None,
                name: String::new(),
                middle,
                goals,
                properties,
            });
        }
        if let Some(others) = others {
            let known = self
                .others
                .iter_mut()
                .find(|known| known.layer == others.layer);
            match known {
                Some(known) => known.add(others.count, others.kinds),
                None => self.others.push(others),
            }
        }
        Ok(())
    }
}

/// Returns the terrain of the cells that an entity covers.
fn said_by_entity(
    part: Part,
    class: &str,
    entity: &mut Object,
    properties: &Properties,
    definitions: &Definitions,
    report: &mut Report,
) -> Said {
    let said =
        Said::of(properties, definitions.solid.named_terrain(Some(class))).unwrap_or_default();
    let (said, is_open) = judge(said, properties, definitions.solid, report);
    if is_open || said.cost.is_some() {
        return said;
    }
    let tags: Vec<String> = entity
        .take("__tags")
        .and_then(|tags| tags.read("tags").ok())
        .unwrap_or_default();
    for name in std::iter::once(class).chain(tags.iter().map(String::as_str)) {
        let by_class = definitions.solid.by_class(name, part, report);
        let verdict = by_class.or_else(|| {
            definitions
                .solid
                .by_ground(name, SolidRule::Class, part, report)
        });
        if let Verdict::Wall(rule) = verdict {
            return said.walled_off(rule, None);
        }
    }
    said
}

//! Notes on how a map was read: the parts taken as walls, and the parts not read.

use std::collections::HashMap;

use gridwalk_pathfinding::joined;

use super::json::{Object, Part};
use super::properties::Properties;
use crate::formats::SolidRule;
use crate::formats::error::{ParseError, counted, in_quotes, shortened};
use crate::formats::format::{Findings, WallSource};

/// The number of a [rule](Report::wall) that made cells walls; 0 for no rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WallRule {
    number: u16,
    /// The walls end under a tile whose layer states a terrain, as water does under a bridge.
    yields: bool,
}

impl WallRule {
    pub const fn is_some(self) -> bool {
        self.number > 0
    }

    /// Returns `true` if the walls stay under a tile whose terrain only its layer states.
    pub const fn stays(self) -> bool {
        self.is_some() && !self.yields
    }

    /// Returns the rule for walls that do not stay.
    pub const fn yielding(self) -> Self {
        Self {
            yields: true,
            ..self
        }
    }
}

/// Collects notes and problems of a map.
#[derive(Default)]
pub struct Report {
    notes: Findings,
    walls: Vec<Walls>,
    /// The groups of unread members and properties, by kind of owner and name.
    unread: HashMap<(String, String), usize>,
    groups: Vec<Unread>,
    /// Number of notes beyond the limit.
    more: usize,
}

/// Cells that one rule made walls.
struct Walls {
    source: WallSource,
    /// The place where the rule was first used.
    place: ParseError,
}

/// An unread member that several items share.
struct Unread {
    place: ParseError,
    others: usize,
}

/// The maximum number of notes; a map with more has other problems.
const MOST_NOTES: usize = 1000;

impl Report {
    /// Returns the number of a rule; `part` is the place of its first use.
    pub fn wall(&mut self, rule: &SolidRule, is_guess: bool, part: Part) -> WallRule {
        let known = self
            .walls
            .iter()
            .position(|walls| walls.source.rule == *rule);
        let number = known.unwrap_or_else(|| {
            let place = part.note(String::new());
            let source = WallSource {
                rule: rule.clone(),
                is_guess,
                cells: 0,
            };
            self.walls.push(Walls { source, place });
            self.walls.len() - 1
        });
        WallRule {
            number: u16::try_from(number + 1).unwrap_or(u16::MAX),
            yields: false,
        }
    }

    /// Counts a cell that became a wall.
    pub fn count(&mut self, rule: WallRule) {
        if let Some(walls) = usize::from(rule.number)
            .checked_sub(1)
            .and_then(|number| self.walls.get_mut(number))
        {
            walls.source.cells += 1;
        }
    }

    /// Adds a mistake of a level that can be shown nevertheless.
    pub fn problem(&mut self, part: Part, message: String) {
        if self.notes.problems.len() < MOST_NOTES {
            self.notes.problems.push(part.fail(message));
        }
    }

    /// Adds a note for the author of the map.
    pub fn note(&mut self, part: Part, message: impl Into<String>) {
        if self.has_room() {
            self.notes.notes.push(part.note(message));
        }
    }

    fn has_room(&mut self) -> bool {
        let has_room = self.notes.notes.len() + self.groups.len() < MOST_NOTES;
        self.more += usize::from(!has_room);
        has_room
    }

    /// Reports the members of an object that were not taken.
    ///
    /// `owner` names the object in a message. Equal members of all objects of a `kind` are reported
    /// once.
    pub fn unread(&mut self, kind: &str, owner: &str, object: Object) {
        for (key, part) in object.left() {
            self.add_unread(kind, &key, part, || {
                format!("{} of {owner} is not read", shortened(&key))
            });
        }
    }

    /// Reports the properties that were not read.
    pub fn unread_properties(&mut self, kind: &str, owner: &str, properties: &Properties) {
        for property in properties.left() {
            let (name, part) = (shortened(&property.name), property.part);
            let message = || match (property.value, &*property.class) {
                (Some(value), class) if value.get() == "{}" => {
                    let class = shortened(class);
                    format!(
                        "the property {name} of {owner} is not read: its values are those of its class {class}, which \
                         stands in the project of Tiled and not in the map"
                    )
                }
                _ => format!("the property {name} of {owner} is not read"),
            };
            self.add_unread(kind, &format!("property {}", property.name), part, message);
        }
    }

    /// Reports an unread value; values of the same kind and key are counted.
    pub fn add_unread(
        &mut self,
        kind: &str,
        key: &str,
        part: Part,
        message: impl FnOnce() -> String,
    ) {
        let name = (kind.to_owned(), key.to_owned());
        if let Some(group) = self.unread.get(&name) {
            self.groups[*group].others += 1;
        } else if self.has_room() {
            self.unread.insert(name, self.groups.len());
            self.groups.push(Unread {
                place: part.note(message()),
                others: 0,
            });
        }
    }

    /// Returns all notes: walls first, then the others in the order of their places.
    pub fn finish(self) -> Findings {
        let Findings {
            problems,
            notes: mut others,
            ..
        } = self.notes;
        others.extend(self.groups.into_iter().map(|Unread { mut place, others }| {
            if others > 0 {
                place.message = format!("{} (and of {})", place.message, counted(others, "other"));
            }
            place
        }));
        others.sort_by_key(|note| (note.line, note.column));
        let used = self
            .walls
            .into_iter()
            .filter(|walls| walls.source.cells > 0 || !walls.source.is_guess);
        let (mut notes, walls): (Vec<_>, Vec<_>) =
            used.map(|walls| (walls.note(), walls.source)).unzip();
        notes.append(&mut others);
        if self.more > 0 {
            let last = notes.last().cloned();
            notes.extend(last.map(|last| ParseError {
                message: format!("{} more remarks are left out", self.more),
                ..last
            }));
        }
        Findings {
            problems,
            notes,
            walls,
        }
    }
}

impl Walls {
    fn note(&self) -> ParseError {
        let Self {
            source:
                WallSource {
                    rule,
                    is_guess,
                    cells,
                },
            place,
        } = self;
        let (verb, by) = (
            if *cells == 1 {
                "is a wall"
            } else {
                "are walls"
            },
            in_words(rule),
        );
        let (cells, guess) = (
            counted(*cells, "cell"),
            if *is_guess {
                format!(" (a guess, the rule {rule})")
            } else {
                String::new()
            },
        );
        // Notes on other files end with the place in that file.
        ParseError {
            message: format!("{cells} {verb} by {by}{guess}{}", place.message),
            ..*place
        }
    }
}

/// Describes a rule for a message.
fn in_words(rule: &SolidRule) -> String {
    match rule {
        SolidRule::None => "nothing".to_owned(),
        SolidRule::Shapes => "the collision shapes of tiles".to_owned(),
        SolidRule::Property { name, value: None } => format!("the property {}", shortened(name)),
        SolidRule::Property {
            name,
            value: Some(value),
        } => {
            format!(
                "the value {} of the property {}",
                shortened(value),
                shortened(name)
            )
        }
        SolidRule::Class(name) => format!("the class {}", shortened(name)),
        SolidRule::Layer(name) => format!("the layer {}", shortened(name)),
        SolidRule::Value(name) => format!("the value {}", shortened(name)),
    }
}

/// The maximum number of names listed in a note.
const MOST_NAMES: usize = 6;

/// Entities of a layer that are neither agents nor goals nor areas.
pub struct Others<'a> {
    pub part: Part<'a>,
    pub layer: String,
    pub count: usize,
    /// The names of the entities, each once.
    pub kinds: Vec<String>,
}

impl Others<'_> {
    pub fn add(&mut self, count: usize, kinds: Vec<String>) {
        self.count += count;
        for kind in kinds {
            if self.kinds.len() <= MOST_NAMES && !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
        }
    }

    pub fn report(self, report: &mut Report) {
        let (name, count) = (shortened(&self.layer), self.count);
        let more = if self.kinds.len() > MOST_NAMES {
            " and more"
        } else {
            ""
        };
        let kinds = joined(
            in_quotes(self.kinds.iter().take(MOST_NAMES).map(String::as_str)),
            "and",
        );
        let message =
            format!("entities of layer {name} that are no agent and no goal are not read: {count}");
        report.note(self.part, format!("{message}, {kinds}{more}"));
    }
}

//! What a level is, and which parser reads it.

use super::{ParseError, locate, parse_csv, parse_digits, parse_moving_ai, parse_ron};
use crate::pathfinding::{AgentProfile, Cell, Grid, SearchOptions, nearest_cell};

/// A map, the agents on it and the rules of their searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// What people call it.
    pub name: String,
    /// What there is to see, in a sentence; may be empty.
    pub about: String,
    /// The map.
    pub grid: Grid,
    /// Who stands on it; may be nobody.
    pub agents: Vec<LevelAgent>,
    /// How ways are searched.
    pub search: SearchOptions,
    /// What happens to a goal that can not be reached.
    pub unreachable: UnreachablePolicy,
}

/// Somebody who walks on a level. It can stand on its start and its goals: they are free in its own view
/// of the map, [`Grid::seen_by`].
#[derive(Clone, Debug, PartialEq)]
pub struct LevelAgent {
    /// What people call it; no two agents of a level share a name.
    pub name: String,
    /// Where it starts.
    pub at: Cell,
    /// Speed on plain ground, in cells per second.
    pub speed: f32,
    /// Where it goes, one after the other.
    pub goals: Vec<Cell>,
    /// Whether it begins again with the first goal after the last one.
    pub patrol: bool,
    /// Its size, its own costs, and where it must not go.
    pub profile: AgentProfile,
}

impl Level {
    /// A map with somebody in its middle, for formats that know neither names nor rules.
    pub(super) fn of_grid(grid: Grid) -> Self {
        Self {
            name: String::new(),
            about: String::new(),
            agents: LevelAgent::one_in_the_middle(&grid),
            grid,
            search: SearchOptions::default(),
            unreachable: UnreachablePolicy::default(),
        }
    }
}

impl LevelAgent {
    /// The speed of an agent whose level does not say, in cells per second.
    pub const DEFAULT_SPEED: f32 = 4.0;
    /// The slowest speed, in cells per second.
    pub const MIN_SPEED: f32 = 0.1;
    /// The fastest speed, in cells per second.
    pub const MAX_SPEED: f32 = 100.0;

    /// An agent without goals, for formats that say nothing more.
    pub(super) fn standing(name: &str, at: Cell) -> Self {
        let profile = AgentProfile::default();
        Self { name: name.to_owned(), at, speed: Self::DEFAULT_SPEED, goals: Vec::new(), patrol: false, profile }
    }

    /// One on the free cell nearest to the middle; nobody on a map of walls.
    pub(super) fn one_in_the_middle(grid: &Grid) -> Vec<Self> {
        let middle = Cell::new((grid.width() / 2).cast_signed(), (grid.height() / 2).cast_signed());
        let free = nearest_cell(grid, middle, |cell| grid.is_walkable(cell));
        free.map(|at| Self::standing("scout", at)).into_iter().collect()
    }
}

/// What happens to a goal that can not be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnreachablePolicy {
    /// The agent stays and says why.
    #[default]
    Refuse,
    /// The agent goes to the reachable cell nearest to the goal.
    Nearest,
}

impl UnreachablePolicy {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Refuse, Self::Nearest];

    /// The name in level files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Nearest => "nearest",
        }
    }

    /// The policy of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }
}

/// Reads a level of any known format.
///
/// The format is chosen by the end of the file's name: `.ron`, `.map` (`MovingAI`), `.csv` (costs), `.txt`
/// or `.digits` (the tutorials' digits). Under any other name the content decides; costs are never guessed.
/// A level that does not name itself is called like its file.
///
/// A file of more than 96 MiB is refused unread, a map of more than [`Grid::MAX_SIDE`] columns or rows
/// from its header or its first row too long. Reading takes at most some 30 bytes of memory per byte of the
/// file, and for one that is nearly all map about 3.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::formats::parse_level;
/// let level = parse_level(br#"(version: 1, map: ["..", ".#"])"#, "levels/small.level.ron").unwrap();
/// assert_eq!((level.name.as_str(), level.grid.cell_count()), ("small", 4));
/// let error = parse_level(br#"(version: 1, map: ["..", ".x"])"#, "small.level.ron").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 28));
/// ```
pub fn parse_level(bytes: &[u8], file_name: &str) -> Result<Level, ParseError> {
    let text = locate::decode(bytes)?;
    let mut level = match format_of(text, file_name) {
        Format::Ron => parse_ron(text)?,
        Format::MovingAi => parse_moving_ai(text)?,
        Format::Digits => parse_digits(text)?,
        Format::Csv => parse_csv(text)?,
    };
    if level.name.is_empty() {
        level.name = stem(file_name);
    }
    Ok(level)
}

enum Format {
    Ron,
    MovingAi,
    Digits,
    Csv,
}

fn format_of(text: &str, file_name: &str) -> Format {
    let ending = file_name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "ron" => Format::Ron,
        "map" => Format::MovingAi,
        "txt" | "digits" => Format::Digits,
        "csv" => Format::Csv,
        _ if text.trim_start().starts_with("type ") => Format::MovingAi,
        _ if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) => Format::Digits,
        _ => Format::Ron,
    }
}

/// The file's name without folders and endings: `right_angle` for `a/right_angle.level.ron`.
fn stem(file_name: &str) -> String {
    let file = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    match file.split('.').next() {
        Some(stem) if !stem.is_empty() => stem.to_owned(),
        _ => "level".to_owned(),
    }
}

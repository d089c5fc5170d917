//! Writes levels in any format, and as one line of text.
//!
//! A format that cannot hold all parts of a level has losses, which are listed.
//!
//! A shared level is one line for pasting into and out of a chat: `gridwalk1.`, then a checksum and
//! the compressed RON text in the URL-safe base64 alphabet.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gridwalk_pathfinding::slices::{at_once, for_each, pause};
use gridwalk_pathfinding::{GridSize, OptionKey, joined, named};
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::common::{MAX_BYTES, ParseError, counted, in_quotes};
use super::format::Format;
use super::moving_ai::{parse_moving_ai_in_slices, write_moving_ai_in_slices};
use super::ron::{parse_draft, parse_ron, write_ron};
use super::tables::{
    parse_csv_in_slices, parse_digits_in_slices, write_csv_in_slices, write_digits_in_slices,
};
use super::{from_pixels_in_slices, to_pixels_in_slices};
use crate::{Level, LevelAgent, LevelGrid, LevelKey, Look, Rgb};

/// A level written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The text of the file.
    Text(String),
    /// The colours of the cells in reading order.
    Pixels(Vec<Rgb>),
}

/// Writes a level in a format, and lists the parts that the format cannot hold.
///
/// The losses are found by reading the content back and comparing. A
/// [read-only](Format::is_written) format loses everything.
///
/// # Complexity
/// O(cells) time and memory.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{Content, Format, parse_ron, write_level};
/// let level = parse_ron(r#"(version: 1, map: [".%#"], agents: [(name: "ant", at: (0, 0))])"#).unwrap();
/// let (content, losses) = write_level(&level, Format::Csv);
/// assert_eq!(content, Content::Text("1,6,#\n".to_owned()));
/// assert_eq!(losses[0].to_string(), "agent \"ant\"");
/// ```
#[must_use]
pub fn write_level(level: &Level, format: Format) -> (Content, Vec<Loss>) {
    at_once(write_level_in_slices(level, format))
}

/// Does the work of [`write_level`] in [slices](gridwalk_pathfinding::slices), except for RON.
pub async fn write_level_in_slices(level: &Level, format: Format) -> (Content, Vec<Loss>) {
    let content = match format {
        Format::Ron => Content::Text(write_ron(level)),
        Format::MovingAi => Content::Text(write_moving_ai_in_slices(&level.grid, &[]).await),
        Format::Digits => Content::Text(write_digits_in_slices(level).await),
        Format::Csv => Content::Text(write_csv_in_slices(&level.grid).await),
        Format::Png => Content::Pixels(to_pixels_in_slices(level).await),
        Format::Tiled | Format::Ldtk => {
            return (Content::Text(String::new()), vec![Loss::Everything]);
        }
    };
    let losses = match read_back(&content, format, level.grid.size()).await {
        Some(back) => Loss::between_in_slices(level, &back).await,
        None => vec![Loss::Everything],
    };
    (content, losses)
}

/// Reads the content back into a level, which gets no name from a file.
async fn read_back(content: &Content, format: Format, size: GridSize) -> Option<Level> {
    match (content, format) {
        (Content::Pixels(pixels), _) => from_pixels_in_slices(size.width, size.height, pixels)
            .await
            .ok(),
        (Content::Text(text), Format::MovingAi) => parse_moving_ai_in_slices(text, &[]).await.ok(),
        (Content::Text(text), Format::Digits) => parse_digits_in_slices(text, None).await.ok(),
        (Content::Text(text), Format::Csv) => {
            parse_csv_in_slices(text).await.ok().map(|(level, _)| level)
        }
        (Content::Text(text), _) => parse_ron(text).ok(),
    }
}

/// A part of a level that is lost; its `Display` names the part in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Loss {
    /// The comments of the file.
    Comments,
    /// The costs of terrains, with their new values.
    Costs(Vec<CostChange>),
    /// Number of one-way cells, which can be left only in some directions.
    OneWay(usize),
    /// Number of portals.
    Portals(usize),
    /// An agent.
    Agent(String),
    /// Parts of an agent.
    AgentParts(String, Vec<AgentPart>),
    /// The names of the search options that differ.
    Options(Vec<&'static str>),
    /// Another key; of the groups, those that are lost.
    Key(LevelKey),
    /// The names, colours and patterns of these terrains, which no search depends on.
    Looks(Vec<String>),
    /// The whole map: the format cannot hold it.
    Everything,
}

named! {
    /// A part of an agent.
    pub enum AgentPart {
        /// Its name.
        Name = "name";
        /// Its start cell.
        Start = "start";
        /// Its goals.
        Goals = "goals";
        /// Its speed.
        Speed = "speed";
        /// Its arrival radius.
        ArrivalRadius = "arrival radius";
        /// Its patrol between goals.
        Patrol = "patrol";
        /// Its size.
        Size = "size";
        /// Its own terrain costs.
        Costs = "own costs";
        /// Its forbidden areas.
        Forbidden = "forbidden areas";
        /// Its extra cost near walls.
        KeepOffWalls = "extra cost near walls";
    }
}

/// A terrain whose cost changes; `None` stands for blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostChange {
    /// The terrain's name.
    pub terrain: String,
    /// The cost in the level.
    pub cost: Option<u16>,
    /// The cost after the conversion.
    pub becomes: Option<u16>,
}

impl Loss {
    /// Returns the parts of `level` that are lost in `back`, the level read from its written file.
    #[must_use]
    pub fn between(level: &Level, back: &Level) -> Vec<Self> {
        at_once(Self::between_in_slices(level, back))
    }

    async fn between_in_slices(level: &Level, back: &Level) -> Vec<Self> {
        let agents = level
            .agents
            .iter()
            .enumerate()
            .filter_map(|(number, agent)| match back.agents.get(number) {
                None => Some(Self::Agent(agent.name.clone())),
                Some(other) if other != agent => Some(Self::AgentParts(
                    agent.name.clone(),
                    differing_parts(agent, other),
                )),
                Some(_) => None,
            });
        let lost = LevelKey::differing(level, back)
            .into_iter()
            .filter_map(|key| Self::of_key(key, back));
        // Name and description come first.
        let (texts, others): (Vec<_>, Vec<_>) = lost
            .partition(|loss| matches!(loss, Self::Key(LevelKey::Name(_) | LevelKey::About(_))));
        let grid = Self::grid_edits(&level.grid, &back.grid).await;
        texts
            .into_iter()
            .chain(grid)
            .chain(agents)
            .chain(others)
            .collect()
    }

    /// Returns the loss of a key that differs in the level read back.
    fn of_key(key: LevelKey, back: &Level) -> Option<Self> {
        match key {
            LevelKey::Options(search) => {
                let differs = |key: &OptionKey| key.of(&search) != key.of(&back.search);
                let keys = OptionKey::ALL.into_iter().filter(differs);
                Some(Self::Options(keys.map(OptionKey::name).collect()))
            }
            LevelKey::Groups(mut groups) => {
                groups.retain(|group| !back.groups.contains(group));
                (!groups.is_empty()).then_some(Self::Key(LevelKey::Groups(groups)))
            }
            key => Some(Self::Key(key)),
        }
    }

    async fn grid_edits(grid: &LevelGrid, back: &LevelGrid) -> Vec<Self> {
        // Number of cells by their terrains before and after.
        let mut counts = vec![0_usize; 1 << 16];
        for_each(grid.cells().iter().zip(back.cells()), |(before, after)| {
            counts[usize::from(before.0) << 8 | usize::from(after.0)] += 1;
        })
        .await;
        let (mut changes, mut looks, mut one_way) = (Vec::new(), Vec::new(), 0);
        for (pair, count) in counts
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count > 0)
        {
            let (number, becomes) = (pair >> 8, pair & 0xFF);
            let (before, after) = (&grid.legend()[number], &back.legend()[becomes]);
            if before.cost != after.cost {
                let terrain = before.name.clone();
                changes.push(CostChange {
                    terrain,
                    cost: before.cost,
                    becomes: after.cost,
                });
            }
            // A different glyph is not a loss: each format has its own glyphs.
            let looks_like = |look: Look| (look.color, look.pattern);
            let has_other_look =
                looks_like(grid.looks().all()[number]) != looks_like(back.looks().all()[becomes]);
            let differs = before.name != after.name || has_other_look;
            if differs && !looks.contains(&before.name) {
                looks.push(before.name.clone());
            }
            if before.exits != after.exits {
                one_way += count;
            }
        }
        // A two-way portal is listed twice.
        let portals = grid
            .portals()
            .iter()
            .filter(|portal| !portal.two_way || portal.from < portal.to)
            .count();
        let found = [
            (!changes.is_empty()).then_some(Self::Costs(changes)),
            (one_way > 0).then_some(Self::OneWay(one_way)),
            (grid.portals() != back.portals()).then_some(Self::Portals(portals)),
            (!looks.is_empty()).then_some(Self::Looks(looks)),
        ];
        found.into_iter().flatten().collect()
    }

    /// Whether the loss affects more than the names and looks of terrains.
    #[must_use]
    pub const fn matters(&self) -> bool {
        !matches!(self, Self::Looks(_))
    }

    /// Joins the losses into one list for a sentence.
    #[must_use]
    pub fn list(losses: &[Self]) -> String {
        joined(losses, "and")
    }
}

fn differing_parts(agent: &LevelAgent, other: &LevelAgent) -> Vec<AgentPart> {
    let parts = [
        (AgentPart::Name, agent.name != other.name),
        (AgentPart::Start, agent.at != other.at),
        (AgentPart::Goals, agent.goals != other.goals),
        (
            AgentPart::Speed,
            agent.speed.to_bits() != other.speed.to_bits(),
        ),
        (
            AgentPart::ArrivalRadius,
            agent.arrival_radius.to_bits() != other.arrival_radius.to_bits(),
        ),
        (AgentPart::Patrol, agent.patrol != other.patrol),
        (AgentPart::Size, agent.profile.size != other.profile.size),
        (AgentPart::Costs, agent.profile.costs != other.profile.costs),
        (
            AgentPart::Forbidden,
            agent.profile.forbidden != other.profile.forbidden,
        ),
        (
            AgentPart::KeepOffWalls,
            agent.profile.keep_off_walls != other.profile.keep_off_walls,
        ),
    ];
    parts
        .into_iter()
        .filter(|(_, differs)| *differs)
        .map(|(part, _)| part)
        .collect()
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Comments => write!(f, "the comments"),
            Self::Costs(changes) => {
                let cost =
                    |cost: Option<u16>| cost.map_or("blocked".to_owned(), |cost| cost.to_string());
                let change = |CostChange {
                                  terrain,
                                  cost: from,
                                  becomes,
                              }: &CostChange| {
                    format!(
                        "the cost of \"{terrain}\" ({} becomes {})",
                        cost(*from),
                        cost(*becomes)
                    )
                };
                write!(
                    f,
                    "{}",
                    changes.iter().map(change).collect::<Vec<_>>().join(", ")
                )
            }
            Self::OneWay(count) => write!(f, "{}", counted(*count, "one-way cell")),
            Self::Portals(count) => write!(f, "{}", counted(*count, "portal")),
            Self::Agent(name) => write!(f, "agent \"{name}\""),
            Self::AgentParts(name, parts) => {
                write!(f, "the {} of agent \"{name}\"", joined(parts, "and"))
            }
            Self::Options(keys) => {
                let noun = if keys.len() == 1 { "option" } else { "options" };
                write!(f, "the {noun} {}", joined(keys, "and"))
            }
            Self::Key(key) => f.write_str(&key.noun()),
            Self::Looks(names) => {
                write!(
                    f,
                    "the names and looks of {}",
                    joined(in_quotes(names.iter().map(String::as_str)), "and")
                )
            }
            Self::Everything => write!(f, "the whole map"),
        }
    }
}

/// The prefix of every shared level, before the version and a point.
const HEAD: &str = "gridwalk";

/// The only version so far.
const VERSION: u32 = 1;

/// Compression level, from 0 to 10.
const EFFORT: i32 = 9;

/// Bytes of text compressed per slice.
const SLICE: usize = 1 << 12;

/// Error for a text that cannot be read as a shared level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// The text is not a shared level.
    #[error("this is no shared level; one begins with `{HEAD}{VERSION}.`")]
    NotShared,
    /// The level was written by a later program.
    #[error(
        "this level was shared by a later version of the program, which writes version {0}; expected {VERSION}"
    )]
    Version(u32),
    /// The text was altered or cut.
    #[error(
        "the shared level is damaged or incomplete; copy it again, from the first letter to the last"
    )]
    Damaged,
    /// The level unpacks to more bytes than a level file may hold.
    #[error("the shared level holds more than {} MiB of text, the most for a level", MAX_BYTES >> 20)]
    TooLarge,
    /// The text is intact but does not hold a valid level.
    #[error("the shared level cannot be read: {0}")]
    Level(ParseError),
}

/// Returns the level as one line of letters, digits, `-` and `_`, with a point near its beginning.
///
/// Comments of the level file are not included.
///
/// # Complexity
/// O(cells) time and memory. A level of 60 × 30 cells takes a few hundred letters.
///
/// # Examples
/// ```
/// use gridwalk_level::{formats::parse_ron, from_share, to_share};
/// let level = parse_ron(r#"(version: 1, map: ["..#", "..."])"#).unwrap();
/// let shared = to_share(&level);
/// assert!(shared.starts_with("gridwalk1.") && shared.len() < 120);
/// assert_eq!(from_share(&shared), Ok(level));
/// ```
#[must_use]
pub fn to_share(level: &Level) -> String {
    at_once(to_share_in_slices(level))
}

/// Does the work of [`to_share`] in [slices](gridwalk_pathfinding::slices).
pub async fn to_share_in_slices(level: &Level) -> String {
    let packed = compress(write_ron(level).as_bytes()).await;
    let checked = [&crc32fast::hash(&packed).to_le_bytes()[..], &packed].concat();
    format!("{HEAD}{VERSION}.{}", URL_SAFE_NO_PAD.encode(checked))
}

/// Compresses a text to raw deflate data without a header; the text may have any length.
async fn compress(text: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut compressor = Box::new(CompressorOxide::new(create_comp_flags_from_zip_params(
        EFFORT, 0, 0,
    )));
    let mut parts = text.chunks(SLICE).peekable();
    while let Some(part) = parts.next() {
        pause().await;
        let flush = if parts.peek().is_some() {
            TDEFLFlush::None
        } else {
            TDEFLFlush::Finish
        };
        let (status, taken) = compress_to_output(&mut compressor, part, flush, |bytes| {
            packed.extend_from_slice(bytes);
            true
        });
        let is_done = matches!(status, TDEFLStatus::Okay | TDEFLStatus::Done);
        assert!(is_done && taken == part.len(), "a vector has room for all");
    }
    packed
}

/// Reads a shared level, or a link that ends with one behind a `#`.
///
/// White space within, such as a chat inserts between lines, is ignored. An unfinished level is
/// read as by [`parse_draft`].
///
/// # Errors
/// If the text is no valid shared level. A single changed letter is always detected.
pub fn from_share(text: &str) -> Result<Level, ShareError> {
    let text: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let text = text
        .rsplit_once('#')
        .map_or(text.as_str(), |(_, shared)| shared);
    let (version, letters) = text
        .strip_prefix(HEAD)
        .and_then(|rest| rest.split_once('.'))
        .ok_or(ShareError::NotShared)?;
    match version.parse() {
        Ok(VERSION) => {}
        Ok(other) => return Err(ShareError::Version(other)),
        Err(_) => return Err(ShareError::NotShared),
    }
    let bytes = URL_SAFE_NO_PAD
        .decode(letters)
        .map_err(|_| ShareError::Damaged)?;
    let (sum, packed) = bytes.split_first_chunk().ok_or(ShareError::Damaged)?;
    if u32::from_le_bytes(*sum) != crc32fast::hash(packed) {
        return Err(ShareError::Damaged);
    }
    let text =
        decompress_to_vec_with_limit(packed, MAX_BYTES).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => ShareError::TooLarge,
            _ => ShareError::Damaged,
        })?;
    let text = String::from_utf8(text).map_err(|_| ShareError::Damaged)?;
    parse_draft(&text)
        .map(|(level, _)| level)
        .map_err(ShareError::Level)
}

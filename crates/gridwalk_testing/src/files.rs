//! Files that tests read: the levels that come with the program, and published data.
//!
//! The published dynamic scenario builds the map arena2 on open ground, patch by patch, between
//! queries.

use std::fs;
use std::path::{Path, PathBuf};

use gridwalk_level::Level;
use gridwalk_level::formats::parse_level;
use gridwalk_pathfinding::{Cell, Grid, GridEdit, Terrain, TerrainId};

/// A file in the folder of levels.
pub struct LevelFile {
    /// Name of the file, with its extension.
    pub file: String,
    /// Text of the file.
    pub text: String,
}

impl LevelFile {
    /// Parses the level.
    pub fn parse(&self) -> Level {
        parse_level(self.text.as_bytes(), &self.file)
            .unwrap_or_else(|error| panic!("{}", error.in_file(&self.file)))
    }
}

/// Returns all level files, sorted by name.
pub fn shipped_levels() -> Vec<LevelFile> {
    let read = |file: String| {
        let text =
            fs::read_to_string(root().join("assets/levels").join(&file)).expect("a level is text");
        LevelFile { file, text }
    };
    let folder = fs::read_dir(root().join("assets/levels")).expect("the folder of levels is there");
    let mut files: Vec<String> = folder
        .map(|entry| {
            entry
                .unwrap()
                .file_name()
                .into_string()
                .expect("a plain name")
        })
        .collect();
    files.sort();
    files.into_iter().map(read).collect()
}

/// Returns the level with this name, without the extension.
pub fn shipped_level(name: &str) -> Level {
    let file = format!("{name}.level.ron");
    let found = shipped_levels()
        .into_iter()
        .find(|level| level.file == file);
    found
        .unwrap_or_else(|| panic!("there is no {file}"))
        .parse()
}

/// Returns the root folder of the project, with `assets` and `crates`.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Declares tests that need the published data in the folder `shared` beside this project.
///
/// Without the data, the tests are listed as ignored. If `GRIDWALK_REQUIRE_SHARED` is set, as in
/// CI, the build fails instead.
#[cfg(has_published_data)]
#[macro_export]
macro_rules! published {
    ($($(#[$about:meta])* fn $name:ident() $body:block)+) => { $($(#[$about])* #[test] fn $name() $body)+ };
}

/// Declares tests that need the published data, which is missing.
#[cfg(not(has_published_data))]
#[macro_export]
macro_rules! published {
    ($($(#[$about:meta])* fn $name:ident() $body:block)+) => {
        $($(#[$about])* #[test] #[ignore = "needs the published data in ../shared"] fn $name() $body)+
    };
}

/// Returns the path of published data; only for [`published!`] tests.
pub fn shared(name: &str) -> PathBuf {
    let path = root().join("../shared").join(name);
    assert!(path.exists(), "{} is missing", path.display());
    path
}

/// Returns the text of a published file.
pub fn shared_text(name: &str) -> String {
    let path = shared(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A step of the scenario.
pub enum Step {
    /// An edit.
    Patch(GridEdit),
    /// A query, with the published length of a shortest path.
    Query {
        /// The start.
        start: Cell,
        /// The goal.
        goal: Cell,
        /// The length in straight steps.
        length: f64,
    },
}

/// Returns the initial map and the steps.
pub fn dynamic_scenario() -> (Grid, Vec<Step>) {
    let [patches, scenario] =
        ["patch", "scen"].map(|ending| shared_text(&format!("data/dynamic/dao_arena2.{ending}")));
    let patches: Vec<Vec<&str>> = patches
        .split("\npatch ")
        .skip(1)
        .map(|patch| {
            patch
                .lines()
                .skip_while(|line| *line != "map")
                .skip(1)
                .collect()
        })
        .collect();
    let grid = Grid::new(
        281,
        209,
        vec![TerrainId(0); 281 * 209],
        vec![Terrain::floor(), Terrain::wall()],
    )
    .unwrap();
    let steps = scenario.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| fields[at].parse::<i32>().unwrap();
        let cell = |at: usize| Cell::new(number(at), number(at + 1));
        match fields.first() {
            Some(&"P") => Some(Step::Patch(patch(
                cell(3),
                &patches[usize::try_from(number(2)).unwrap()],
            ))),
            Some(&"Q") => Some(Step::Query {
                start: cell(2),
                goal: cell(4),
                length: fields[6].parse().unwrap(),
            }),
            _ => None,
        }
    });
    (grid, steps.collect())
}

fn patch(at: Cell, rows: &[&str]) -> GridEdit {
    let cells = (at.y..).zip(rows).flat_map(|(y, row)| {
        (at.x..)
            .zip(row.chars())
            .map(move |(x, glyph)| (x, y, glyph))
    });
    let cells = cells.map(|(x, y, glyph)| (Cell::new(x, y), TerrainId(u8::from(glyph != '.'))));
    GridEdit::of_cells(cells.collect())
}

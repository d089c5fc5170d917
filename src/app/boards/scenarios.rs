//! The open scenario file: its searches are answered in the background and compared with the
//! published lengths.

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;
use gridwalk_level::Level;
use gridwalk_level::formats::{ParseError, Scenario, parse_level, parse_scenarios};
use gridwalk_pathfinding::slices::pause;
use gridwalk_pathfinding::{Grid, Limits, NodePool, Outcome, PathQuery, Refusal, SearchOptions};

use super::{EndsOrigin, WatchQuery};
use crate::app::command::{Mode, ScenarioCommand};
use crate::app::common::under_way::{UnderWay, search};
use crate::app::common::words;
use crate::app::document::Editor;
use crate::app::platform::{files, wait_for};
use crate::app::{Notes, OpenDocument, Phrase, Sentence};
use crate::scenario::{PUBLISHED, PrintedDigits, asked, check_size, find_map};

/// The scenario file that is open, and the one that is being read.
#[derive(Resource, Default)]
pub struct Scenarios {
    opening: Option<UnderWay<Result<ScenarioRead, Sentence>>>,
    /// A list that was read before the window opened.
    read: Option<ScenarioRead>,
    /// The open list.
    pub open: Option<OpenScenario>,
}

/// A list of searches on one map, with the answers so far.
pub struct OpenScenario {
    /// The name of the file.
    pub name: String,
    /// The searches, each with the largest difference of two lengths that count as equal.
    pub queries: Vec<(Scenario, f64)>,
    /// Number of searches on other maps, which are left out.
    pub elsewhere: usize,
    /// The options of the answers.
    pub options: SearchOptions,
    /// The answers, in the order of the searches.
    pub answers: Vec<AnsweredQuery>,
    level: Arc<Level>,
    grid: Arc<Grid>,
    /// Number of the document that was open last, and whether the list is of its map.
    seen: Option<(u64, bool)>,
    pending: Option<RunningScenario>,
}

/// The answers of a run that are not taken over yet, and its end.
struct RunningScenario {
    answers: Arc<Mutex<Vec<AnsweredQuery>>>,
    run: UnderWay<()>,
}

/// The answer to one search of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredQuery {
    /// The length of the path; `None` without a path.
    pub length: Option<f64>,
    /// The comparison with the published length.
    pub standing: Standing,
    /// Number of expanded cells.
    pub expanded: u64,
    /// Duration of the search.
    pub time: Duration,
}

/// The comparison of a path with the published length.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// Both lengths are equal, as far as the file has digits.
    Equal,
    /// The path is longer by this length.
    Longer(f64),
    /// The path is shorter by this length.
    Shorter(f64),
    /// No path was found.
    NoPath,
    /// The search does not exist, for example because it begins in a wall.
    Refused(Refusal),
}

impl OpenScenario {
    fn new(
        ScenarioRead {
            name,
            queries,
            elsewhere,
            level,
        }: ScenarioRead,
    ) -> Self {
        let grid = Arc::new(Grid::clone(&level.grid));
        let options = level.search.clone();
        Self {
            name,
            queries,
            elsewhere,
            options,
            answers: Vec::new(),
            level,
            grid,
            seen: None,
            pending: None,
        }
    }

    /// Whether the list is of the open level, edited or not; over another level it is hidden.
    pub(super) fn is_shown_over(&self, open: &OpenDocument) -> bool {
        self.seen == Some((open.number(), true))
    }

    /// Compares the map of a document that was opened with that of the list.
    fn look_at(&mut self, open: &OpenDocument) {
        if let Some(document) = open.document()
            && self.seen.is_none_or(|(number, _)| number != open.number())
        {
            self.seen = Some((open.number(), self.is_of(&document.level().grid)));
        }
    }

    /// Returns `true` while searches are being answered.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns the number of answers whose length is the published one.
    #[must_use]
    pub fn equal(&self) -> usize {
        self.answers
            .iter()
            .filter(|answer| answer.standing == Standing::Equal)
            .count()
    }

    /// Whether the published lengths are for paths under these options; paths at any angle are
    /// shorter.
    #[must_use]
    pub fn is_as_published(&self) -> bool {
        (self.options.movement, self.options.steps) == PUBLISHED
            && !self.options.algorithm.is_any_angle()
    }

    /// Whether the list is of this map.
    pub(super) fn is_of(&self, map: &Grid) -> bool {
        self.grid.is_same_map(map)
    }

    /// Returns the map, with an agent that asks for the path of one search.
    pub(super) fn level_of(&self, query: &Scenario) -> Arc<Level> {
        Arc::new(asked(query, Level::clone(&self.level)))
    }

    /// Answers all searches under these options; a run in progress is dropped.
    pub(super) fn run(&mut self, options: SearchOptions) {
        self.options = options;
        self.answers.clear();
        let answers = Arc::<Mutex<Vec<AnsweredQuery>>>::default();
        let work = answer_all(
            Arc::clone(&self.grid),
            self.options.clone(),
            self.queries.clone(),
            Arc::clone(&answers),
        );
        self.pending = Some(RunningScenario {
            answers,
            run: UnderWay::begin(work),
        });
    }

    /// Drops the run in progress; the answers so far stay.
    pub(super) fn cancel(&mut self) {
        self.take_over();
        self.pending = None;
    }

    /// Takes over new answers; returns `true` if there are any, or if the run has ended.
    fn take_over(&mut self) -> bool {
        let Some(pending) = &mut self.pending else {
            return false;
        };
        let is_finished = pending.run.take().is_some();
        let new = std::mem::take(
            &mut *pending
                .answers
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        );
        let has_new = !new.is_empty();
        self.answers.extend(new);
        if is_finished {
            debug!(
                "scenario: {} of {} answered",
                self.answers.len(),
                self.queries.len()
            );
            self.pending = None;
        }
        has_new || is_finished
    }
}

impl Scenarios {
    /// Whether the table of a list is shown over the open level.
    #[must_use]
    pub(in crate::app) fn is_shown_over(&self, level: &OpenDocument) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|open| open.is_shown_over(level))
    }

    /// Starts to read a file; replaces a file that is being read.
    pub(super) fn begin(&mut self, path: PathBuf) {
        self.opening = Some(UnderWay::begin(read(path)));
    }

    /// Opens a list that was read, in the next frame.
    pub(in crate::app) fn open_read(&mut self, read: ScenarioRead) {
        self.read = Some(read);
    }

    /// Opens a list that was read, shows its map, and answers its searches.
    fn show(&mut self, read: ScenarioRead, editor: &mut Editor) {
        let mut open = OpenScenario::new(read);
        if let Some((first, _)) = open.queries.first() {
            editor.open_without_file(open.level_of(first));
        }
        debug!("scenario shown: {} searches", open.queries.len());
        open.run(open.options.clone());
        self.open = Some(open);
    }
}

/// Answers all searches, one after the other.
async fn answer_all(
    grid: Arc<Grid>,
    options: SearchOptions,
    queries: Vec<(Scenario, f64)>,
    answers: Arc<Mutex<Vec<AnsweredQuery>>>,
) {
    let mut pool = NodePool::default();
    for (query, tolerance) in queries {
        let path_query = PathQuery::new(query.start, query.goal, &options);
        let answer = match search(&grid, &path_query, Limits::NONE, &mut pool, &mut ()).await {
            Ok((outcome, time)) => {
                let length = outcome.path().map(|path| path.exact_cost(&grid, &options));
                let standing = stands(&outcome, length, &query, tolerance);
                AnsweredQuery {
                    length,
                    standing,
                    expanded: outcome.stats().expanded,
                    time,
                }
            }
            Err(refusal) => AnsweredQuery {
                length: None,
                standing: Standing::Refused(refusal),
                expanded: 0,
                time: Duration::ZERO,
            },
        };
        answers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(answer);
    }
}

fn stands(outcome: &Outcome, length: Option<f64>, query: &Scenario, tolerance: f64) -> Standing {
    match length {
        Some(length) if length > query.length + tolerance => {
            Standing::Longer(length - query.length)
        }
        Some(length) if length < query.length - tolerance => {
            Standing::Shorter(query.length - length)
        }
        Some(_) => Standing::Equal,
        None => match outcome {
            Outcome::Refused(refusal) => Standing::Refused(*refusal),
            _ => Standing::NoPath,
        },
    }
}

/// Opens a list that was read, and takes over new answers.
pub(super) fn follow(
    mut scenarios: ResMut<Scenarios>,
    mut editor: Editor,
    mut notes: ResMut<Notes>,
) {
    let state = scenarios.bypass_change_detection();
    if let Some(open) = &mut state.open {
        open.look_at(&editor.open);
    }
    if let Some(read) = state.read.take() {
        state.show(read, &mut editor);
        scenarios.set_changed();
    } else if let Some(read) = state.opening.as_mut().and_then(UnderWay::take) {
        state.opening = None;
        match read {
            Ok(read) => state.show(read, &mut editor),
            Err(why) => notes.warn(why),
        }
        scenarios.set_changed();
    } else if state.open.as_mut().is_some_and(OpenScenario::take_over) {
        scenarios.set_changed();
    }
}

/// The searches of a scenario file on one map.
pub struct ScenarioRead {
    /// The name of the file.
    pub name: String,
    /// The searches, each with the largest difference of two lengths that count as equal.
    pub queries: Vec<(Scenario, f64)>,
    /// Number of searches on other maps, which are left out.
    pub elsewhere: usize,
    /// The map.
    pub level: Arc<Level>,
}

impl ScenarioRead {
    /// Reads a scenario file and its map.
    ///
    /// # Errors
    /// In one sentence what is wrong, and where.
    pub fn read(path: &Path) -> Result<Self, Sentence> {
        wait_for(read(path.to_owned()))
            .unwrap_or_else(|| Err(Phrase::NoSuchFile.with("file", files::shown(path))))
    }
}

/// Reads a scenario file and its map in the background.
pub(super) async fn read(path: PathBuf) -> Result<ScenarioRead, Sentence> {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let broken = |error: String| Phrase::ScenarioBroken.with("error", error);
    let misread = |name: &str, error: &ParseError| broken(error.in_file(name));
    let bytes = read_file(&path)?;
    pause().await;
    let all = parse_scenarios(&bytes).map_err(|error| misread(&name, &error))?;
    let Some(first) = all.first() else {
        return Err(Phrase::ScenarioEmpty.with("file", name));
    };
    let printed = PrintedDigits::of(&String::from_utf8_lossy(&bytes));
    pause().await;
    let only = all.iter().all(|query| query.map == first.map);
    let map =
        find_map(&path, &first.map, only).map_err(|error| broken(format!("{name}: {error}")))?;
    let level = parse_level(
        &read_file(&map)?,
        &map.file_name().unwrap_or_default().to_string_lossy(),
    );
    let level = level.map_err(|error| misread(&files::shown(&map), &error))?;
    pause().await;
    check_size(first, &map, &level.grid).map_err(|error| broken(format!("{name}: {error}")))?;
    let count = all.len();
    let of_map = first.map.clone();
    let queries: Vec<_> = all
        .into_iter()
        .filter(|query| query.map == of_map)
        .map(|query| {
            let tolerance = printed.tolerance(query.length);
            (query, tolerance)
        })
        .collect();
    Ok(ScenarioRead {
        name,
        elsewhere: count - queries.len(),
        queries,
        level: Arc::new(level),
    })
}

fn read_file(path: &Path) -> Result<Vec<u8>, Sentence> {
    files::read(path).map_err(|error| words::unreadable(path, &error))
}

/// Runs a command.
pub(in crate::app) fn act_on_scenario(
    In(command): In<ScenarioCommand>,
    mut scenarios: ResMut<Scenarios>,
    (mut mode, mut question): (ResMut<Mode>, ResMut<WatchQuery>),
    grid: Res<NavGrid>,
    mut editor: Editor,
    mut notes: ResMut<Notes>,
) {
    if let ScenarioCommand::Open(path) = command {
        return scenarios.begin(path);
    }
    let Some(open) = &mut scenarios.open else {
        return notes.tell(Phrase::NoScenario);
    };
    let watched = open.queries.iter().position(|(query, _)| {
        *mode == Mode::Watch
            && (query.start, query.goal) == (question.query.start, question.query.goal)
    });
    let row = match command {
        ScenarioCommand::Run => return open.run(editor.options().options),
        ScenarioCommand::Cancel => return open.cancel(),
        ScenarioCommand::Close => return scenarios.open = None,
        ScenarioCommand::Watch(row) => row,
        ScenarioCommand::Next => watched.map_or(0, |row| row + 1),
        ScenarioCommand::Previous => watched.map_or(0, |row| row.saturating_sub(1)),
        ScenarioCommand::Open(_) => return,
    };
    let Some((query, _)) = open.queries.get(row) else {
        return;
    };
    *mode = Mode::Watch;
    if !open.is_of(grid.grid()) {
        // Another level is open: the map of the list comes back, with an agent that asks for this
        // path.
        return editor.open_without_file(open.level_of(query));
    }
    question.make_free(&mut editor);
    question.ends = EndsOrigin::Chosen;
    (question.query.start, question.query.goal) = (query.start, query.goal);
}

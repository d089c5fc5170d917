//! Commands on level files: `gridwalk check`, `gridwalk convert` and `gridwalk generate`.

use std::path::Path;
use std::sync::Arc;

use gridwalk_explain::{counted, lesson_faults, thousands};
use gridwalk_level::formats::{
    Format, LEVEL_ENDINGS, Loss, ParseError, ReadHints, ReadLevel, decode, has_comments,
    parse_lesson, parse_ron, stem, written_options,
};
use gridwalk_level::generate::{self, Recipe};
use gridwalk_level::lint::{self, FindingKind, Severity};
use gridwalk_level::{Document, Level, LevelEdit, LevelKey};
use gridwalk_pathfinding::{Cell, CostRule, DiagonalRule, Movement, Support};
use serde::Serialize;

use super::args::{CheckRequest, ConvertRequest, Existing, GenerateRequest};
use super::files::{self, LooksOrigin, Losses};
use super::output::{
    self, BAD_INPUT, BadInput, Done, FINDINGS, Failure, JsonLayout, OK, ReportHead, bad, line,
    remark,
};
use super::progress::ProgressLine;
use crate::shipped::ShippedLevel;

/// The output of `--json`, described in `docs/command-line.md`.
#[derive(Serialize)]
struct CheckReport {
    #[serde(flatten)]
    head: ReportHead,
    files: Vec<Checked>,
}

/// The result for one file.
#[derive(Serialize)]
struct Checked {
    file: String,
    /// A summary of the content, as a clause.
    about: Option<String>,
    /// The error if the file cannot be read.
    error: Option<BadInput>,
    findings: Vec<ReportedFinding>,
}

/// One error or oddity.
#[derive(Serialize)]
struct ReportedFinding {
    severity: &'static str,
    sentence: String,
    cell: Option<Cell>,
}

impl ReportedFinding {
    fn new(severity: Severity, cell: Option<Cell>, sentence: impl Into<String>) -> Self {
        Self {
            severity: severity.name(),
            sentence: sentence.into(),
            cell,
        }
    }
}

pub fn check(request: &CheckRequest) -> Done {
    let (mut code, mut report) = (
        OK,
        CheckReport {
            head: ReportHead::NOW,
            files: Vec::new(),
        },
    );
    let mut out = std::io::stdout().lock();
    for path in &request.levels {
        let looked = if is_lesson(path) {
            check_lesson(path)
        } else {
            check_level(request, path)
        };
        let file = path.display().to_string();
        let mut checked = match looked {
            Ok((about, findings)) => Checked {
                file,
                about: Some(about),
                error: None,
                findings,
            },
            // The other files are still checked.
            Err(Failure::Bad(error)) => Checked {
                file,
                about: None,
                error: Some(error),
                findings: Vec::new(),
            },
            Err(failure) => return Err(failure),
        };
        if request.warnings {
            checked
                .findings
                .retain(|found| found.severity != Severity::Note.name());
        }
        let is_fine = checked
            .findings
            .iter()
            .all(|found| found.severity == Severity::Note.name());
        code = code.max(if checked.error.is_some() {
            BAD_INPUT
        } else if is_fine {
            OK
        } else {
            FINDINGS
        });
        if request.json {
            report.files.push(checked);
        } else {
            print_text(&mut out, request, &checked)?;
        }
    }
    if request.json {
        output::object(&mut out, &report, JsonLayout::Indented)?;
    }
    Ok(code)
}

fn print_text(
    out: &mut impl std::io::Write,
    request: &CheckRequest,
    checked: &Checked,
) -> std::io::Result<()> {
    let Checked {
        file,
        about,
        error,
        findings,
    } = checked;
    if let Some(error) = error {
        let _ = line(&mut std::io::stderr(), error);
    }
    // With only warnings requested, a file without findings prints nothing.
    if let Some(about) = about.as_ref().filter(|_| !request.warnings) {
        line(out, format_args!("{file}: {about}"))?;
    }
    findings.iter().try_for_each(|found| {
        line(
            out,
            format_args!("{file}: {}: {}", found.severity, found.sentence),
        )
    })
}

fn check_level(
    request: &CheckRequest,
    path: &Path,
) -> Result<(String, Vec<ReportedFinding>), Failure> {
    let mut bytes = files::read(path)?;
    if let Some(text) = fix_file(request, path, &bytes)? {
        bytes = text.into_bytes();
    }
    let options = str::from_utf8(&bytes)
        .map(written_options)
        .unwrap_or_default();
    let ReadLevel { level, notes, .. } = files::parse_all(&bytes, path, &request.hints.hints())?;
    let (grid, agents) = (
        &level.grid,
        counted(level.resolved_agents().len() as u64, "agent"),
    );
    let about = format!(
        "{}, {} × {} cells, {agents}",
        level.name,
        grid.width(),
        grid.height()
    );
    let of_file = |note: &ParseError| ReportedFinding::new(Severity::Note, None, note.to_string());
    let (algorithm, mut findings) = (
        level.search.algorithm,
        notes.iter().map(of_file).collect::<Vec<_>>(),
    );
    for (field, key) in options {
        if field != key.field() {
            let sentence = format!("the option `{field}` is now called `{}`", key.field());
            findings.push(ReportedFinding::new(Severity::Note, None, sentence));
        }
        if algorithm.support(key) == Support::Unused {
            let sentence = format!(
                "`{field}` has no effect: it is not used by {}",
                algorithm.title()
            );
            findings.push(ReportedFinding::new(Severity::Note, None, sentence));
        }
    }
    let _progress = ProgressLine::start("looking at the level", "");
    // Default terrains that no user wrote are not reported as unused.
    let has_legend = files::looks_in(path, &request.hints.hints()) == LooksOrigin::OfTheUser;
    let found = lint::check(&level).into_iter();
    let found =
        found.filter(|found| has_legend || !matches!(found.kind, FindingKind::UnusedTerrain(_)));
    findings.extend(
        found.map(|found| ReportedFinding::new(found.severity, found.cell, found.sentence)),
    );
    findings.extend(cheap_corner(&level));
    Ok((about, findings))
}

/// Finds a wall whose corner costs a diagonal step less than the level's most expensive terrain.
///
/// Under the cost rule `mean`, such a wall counts as the more expensive of the two ends.
fn cheap_corner(level: &Level) -> Option<ReportedFinding> {
    let (grid, search) = (&level.grid, &level.search);
    let cuts =
        matches!(search.movement, Movement::Eight(rule) if rule != DiagonalRule::OnlyIfNoObstacles);
    if search.cost_rule != CostRule::MeanTouched || !cuts {
        return None;
    }
    let costs = grid
        .used_terrains()
        .filter_map(|id| grid.legend()[usize::from(id.0)].cost);
    let dearest = costs.max()?;
    let is_cheap = |cell: &Cell| {
        let beside = |dx: i32, dy: i32| grid.cost(Cell::new(cell.x + dx, cell.y + dy));
        let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let cheaper = |(dx, dy)| {
            beside(dx, 0)
                .zip(beside(0, dy))
                .is_some_and(|(a, b)| a.max(b) < dearest)
        };
        !grid.is_walkable(*cell) && corners.into_iter().any(cheaper)
    };
    let cell = grid.size().rect().cells().find(is_cheap)?;
    let sentence = format!(
        "Round the wall at {cell} a diagonal step costs less than round terrain of cost {dearest}: with the cost rule mean a \
         wall counts as the dearer end of the step."
    );
    Some(ReportedFinding::new(Severity::Note, Some(cell), sentence))
}

/// Applies certain fixes to a level file and returns its new text; `None` if there was nothing to
/// fix.
fn fix_file(request: &CheckRequest, path: &Path, bytes: &[u8]) -> Result<Option<String>, Failure> {
    let is_level = files::looks_in(path, &request.hints.hints()) == LooksOrigin::OfTheUser;
    let is_file = !files::is_stream(path) && !path.to_string_lossy().starts_with('@');
    let text = str::from_utf8(bytes)
        .ok()
        .filter(|_| request.fix && is_level && is_file);
    let Some((text, done)) = text.and_then(fixed) else {
        return Ok(None);
    };
    files::write(path, text.as_bytes(), Existing { is_replaced: true })?;
    remark(&format!("{}: fixed: {}", path.display(), done.join(", ")));
    Ok(Some(text))
}

fn is_lesson(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().ends_with(".lesson.ron"))
}

/// Reads a lesson, and tries each of its pages on its level.
fn check_lesson(path: &Path) -> Result<(String, Vec<ReportedFinding>), Failure> {
    let bytes = files::read(path)?;
    let lesson = decode(&bytes)
        .and_then(parse_lesson)
        .or_else(|error| bad(BadInput::parse(path, &error)))?;
    let pages = counted(lesson.pages.len() as u64, "page");
    let about = format!(
        "{}, {pages}, level {}",
        lesson.title.in_language("en"),
        lesson.level
    );
    let _progress = ProgressLine::start("trying the pages", "");
    let faults = lesson_faults(&lesson, |name| find_level(path, name)).into_iter();
    Ok((
        about,
        faults
            .map(|fault| ReportedFinding::new(Severity::Error, None, fault))
            .collect(),
    ))
}

/// Finds the level of a lesson: in the levels' folder beside the lesson's, else among the shipped
/// ones.
fn find_level(lesson: &Path, name: &str) -> Result<Level, String> {
    let levels = lesson.parent().unwrap_or(lesson).join("../levels");
    let found = LEVEL_ENDINGS
        .iter()
        .map(|ending| levels.join(format!("{name}{ending}")))
        .find(|path| path.exists());
    let Some(path) = found else {
        let shipped = ShippedLevel::find(name)
            .ok_or_else(|| format!("there is no level called \"{name}\""))?;
        return shipped.parse().map_err(|error| error.to_string());
    };
    let read = files::read(&path)
        .and_then(|bytes| files::parse_level(&bytes, &path, &ReadHints::default()));
    read.map_err(|failure| failure.to_string())
}

/// Replaces earlier names of options, and removes options without effect.
///
/// Returns the text and the fixes, a clause each; `None` if there is nothing to do.
fn fixed(text: &str) -> Option<(String, Vec<String>)> {
    let level = parse_ron(text).ok()?;
    let mut done = Vec::new();
    let mut fixed = text.to_owned();
    for (field, key) in written_options(text) {
        if field == key.field() {
            continue;
        }
        // If the name also occurs elsewhere, in a text or a comment, the right place is not
        // certain.
        let renamed = replace_only(&fixed, &format!("{field}:"), &format!("{}:", key.field()));
        if let Some(renamed) = renamed.filter(|renamed| parse_ron(renamed).as_ref() == Ok(&level)) {
            fixed = renamed;
            done.push(format!("`{field}` is now `{}`", key.field()));
        }
    }
    let mut search = level.search.clone();
    let unused = written_options(&fixed)
        .into_iter()
        .filter(|(_, key)| search.algorithm.support(*key) == Support::Unused);
    let unused: Vec<_> = unused.collect();
    for (_, key) in &unused {
        key.default_for(search.algorithm).apply(&mut search);
    }
    let without = without(&fixed, search);
    if let Some(without) = without.filter(|without| *without != fixed) {
        let left = written_options(&without);
        done.extend(
            unused
                .iter()
                .filter(|field| !left.contains(field))
                .map(|(field, _)| format!("`{field}` is removed")),
        );
        fixed = without;
    }
    (!done.is_empty()).then_some((fixed, done))
}

/// Returns the text of the level under these options; comments and layout stay.
fn without(text: &str, search: gridwalk_pathfinding::SearchOptions) -> Option<String> {
    let level = parse_ron(text).ok()?;
    let mut document = Document::open(level, Some(Arc::from(text)));
    document
        .edit(LevelEdit::from(LevelKey::Options(search)))
        .ok()?;
    document.source().text().ok()
}

/// Replaces a word that occurs exactly once; `None` if it does not.
fn replace_only(text: &str, word: &str, by: &str) -> Option<String> {
    let is_in_word =
        |at: usize| text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    let mut places = text
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|at| !is_in_word(*at));
    let place = places.next()?;
    places
        .next()
        .is_none()
        .then(|| format!("{}{by}{}", &text[..place], &text[place + word.len()..]))
}

pub fn convert(request: &ConvertRequest) -> Done {
    let (input, output) = (&request.input, &request.output);
    let format = files::format_of(output, request.to)?;
    files::check_place(output, request.existing)?;
    let bytes = files::read(input)?;
    let mut level = files::parse_level(&bytes, input, &request.hints.hints())?;
    // A level without its own name takes that of its new file.
    if format != Format::Ron && level.name == stem(&input.display().to_string()) {
        level.name.clear();
    }
    let comments = std::str::from_utf8(&bytes)
        .is_ok_and(has_comments)
        .then_some(Loss::Comments);
    let losses = if request.lossy {
        Losses::Listed
    } else {
        Losses::Refused
    };
    let progress = ProgressLine::start("converting the level", "");
    let bytes = files::encode(
        (&level, files::looks_in(input, &request.hints.hints())),
        output,
        format,
        comments,
        losses,
    )?;
    drop(progress);
    files::write(output, &bytes, request.existing)?;
    Ok(OK)
}

pub fn generate(request: &GenerateRequest) -> Done {
    let GenerateRequest {
        kind,
        width,
        height,
        seed,
        density,
        ..
    } = *request;
    let printed = Path::new("-");
    let output = request.output.as_deref().unwrap_or(printed);
    let usual = Some(Format::Ron).filter(|_| files::is_stream(output));
    let format = files::format_of(output, request.to.or(usual))?;
    files::check_place(output, request.existing)?;
    let progress = ProgressLine::start("making the map", "");
    let map = generate::generate(&Recipe {
        kind,
        width,
        height,
        seed,
        density,
    })
    .or_else(|error| bad(error.to_string()))?;
    drop(progress);
    // Other formats hold only the map. The path is mentioned only if the file holds its ends.
    let bare = |level: &Level| Level {
        name: String::new(),
        about: String::new(),
        agents: Vec::new(),
        ..level.clone()
    };
    let (level, has_goal) = if format == Format::Ron {
        (map.level.clone(), true)
    } else {
        (bare(&map.level), false)
    };
    let bytes = files::encode(
        (&level, LooksOrigin::OfTheUser),
        output,
        format,
        None,
        Losses::Refused,
    )?;
    files::write(output, &bytes, request.existing)?;
    let path = match (has_goal, map.solvable) {
        (false, _) => "the file holds the map alone, without an agent",
        (true, true) => "a path leads to the goal",
        (true, false) => "no path leads to a goal",
    };
    let (free, connected) = (
        counted(map.free.into(), "free cell"),
        thousands(map.connected.into()),
    );
    let rest = map.free - map.connected;
    // `gridwalk check` warns of such cells.
    let rest = if rest > 0 {
        format!(" and {} walled off", thousands(rest.into()))
    } else {
        String::new()
    };
    remark(&format!(
        "{}: {free}, {connected} of them connected{rest}; {path}",
        map.level.name
    ));
    Ok(OK)
}

//! Reads and writes files, and the levels in them, with errors that name the file.
//!
//! `-` is the standard input or output, `@name` a shipped level. The level of a command comes from
//! a file of any format, a line of a scenario file, or a trace.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use gridwalk_explain::{Trace, TraceFile};
use gridwalk_level::Level;
use gridwalk_level::formats::{
    Content, Format, Loss, MAX_BYTES, ReadHints, ReadLevel, files_beside, is_picture,
    parse_level_as_written, write_level, write_png,
};
use gridwalk_pathfinding::{CostRule, SearchOptions};

use super::args::{CostArgs, Existing, HintArgs, LevelArgs};
use super::output::{BadInput, Failure, bad, bad_file, remark};
use super::progress::{ProgressLine, UnfinishedFile};
use crate::scenario::{ScenarioError, asked, check_size, find_query};
use crate::shipped::ShippedLevel;
use crate::whole_file::write_whole;

/// Reads the bytes of a file, up to the limit for levels, or for traces if it is one.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if let Some(level) = shipped(path)? {
        return Ok(level.text.as_bytes().to_vec());
    }
    let read = if is_stream(path) {
        read_most(io::stdin().lock())
    } else {
        File::open(path).and_then(read_most)
    };
    match read {
        Ok(bytes) if bytes.len() > most(&bytes) => bad_file(
            path,
            format!(
                "there are more than {} MiB, the most for a file",
                most(&bytes) >> 20
            ),
        ),
        Ok(bytes) => Ok(bytes),
        Err(error) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let shipped =
                ShippedLevel::find(&name).filter(|_| error.kind() == io::ErrorKind::NotFound);
            let hint = shipped.map_or_else(String::new, |level| {
                format!("; {} is a level that comes with gridwalk", level.argument)
            });
            bad_file(path, format!("cannot be read: {}{hint}", reason(&error)))
        }
    }
}

/// Reads all bytes, or one more than are allowed.
fn read_most(mut file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref()
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    let more = most(&bytes) - MAX_BYTES;
    file.take(more as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the size limit of a file that begins with these bytes.
fn most(bytes: &[u8]) -> usize {
    if TraceFile::is_one(bytes) {
        TraceFile::MOST_BYTES
    } else {
        MAX_BYTES
    }
}

/// Parses the level in a file, with only those agents that the file itself names.
///
/// Notes on guesses and on unread parts are printed.
pub fn parse_level(bytes: &[u8], path: &Path, hints: &ReadHints) -> Result<Level, Failure> {
    let ReadLevel { level, notes, .. } = parse_all(bytes, path, hints)?;
    let file = path.display().to_string();
    for note in notes.iter().take(MAX_REMARKS) {
        remark(&note.in_file(&file));
    }
    if notes.len() > MAX_REMARKS {
        remark(&format!(
            "{file}: {} more remarks; gridwalk check lists all",
            notes.len() - MAX_REMARKS
        ));
    }
    Ok(level)
}

/// The maximum number of notes printed for a file that is only read.
const MAX_REMARKS: usize = 8;

/// Parses the level in a file, and returns the notes on the reading.
pub fn parse_all(bytes: &[u8], path: &Path, hints: &ReadHints) -> Result<ReadLevel, Failure> {
    let name = file_name(path)?;
    let mut hints = hints.clone();
    loop {
        // Templates refer to tilesets, so one round may not suffice.
        let missing = files_beside(bytes, &name, &hints);
        if missing.is_empty() {
            break;
        }
        for file in missing {
            let read = File::open(path.with_file_name(&file))
                .and_then(read_most)
                .map_err(|error| reason(&error));
            hints.beside.insert(file, read);
        }
    }
    parse_level_as_written(bytes, &name, &hints).or_else(|error| {
        // A picture has no lines.
        if is_picture(bytes) {
            bad_file(path, error.message)
        } else {
            bad(BadInput::parse(path, &error))
        }
    })
}

/// Returns the origin of the terrain looks of a level in this file.
pub fn looks_in(path: &Path, hints: &ReadHints) -> LooksOrigin {
    let name = file_name(path).unwrap_or_default();
    let is_level = hints
        .format
        .or_else(|| Format::of_file(&name))
        .is_none_or(|format| format == Format::Ron);
    if is_level {
        LooksOrigin::OfTheUser
    } else {
        LooksOrigin::Ours
    }
}

/// Returns the name that tells the kind of a file; empty for a stream.
fn file_name(path: &Path) -> Result<String, Failure> {
    let shipped = shipped(path)?.map(|level| level.file.to_owned());
    Ok(shipped.unwrap_or_else(|| {
        if is_stream(path) {
            String::new()
        } else {
            path.display().to_string()
        }
    }))
}

/// Returns the level that `@name` names; `None` for any other path.
fn shipped(path: &Path) -> Result<Option<ShippedLevel>, Failure> {
    let Some(name) = path.to_str().and_then(|path| path.strip_prefix('@')) else {
        return Ok(None);
    };
    let level = ShippedLevel::find(name).map(Some);
    level.map_or_else(
        || {
            bad_file(
                path,
                "no level of that name comes with gridwalk; see gridwalk list",
            )
        },
        Ok,
    )
}

/// Returns `true` for the standard input or output.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// The treatment of parts that a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Losses {
    /// The level is not written.
    Refused,
    /// The level is written, and the losses are reported.
    Listed,
}

/// The origin of the names and colours of a level's terrains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LooksOrigin {
    /// The level file.
    OfTheUser,
    /// The program: the map that was read has none, so that nothing is lost with them.
    Ours,
}

/// Encodes a level in a format; `more` is lost besides the parts that the format cannot hold.
pub fn encode(
    (level, looks): (&Level, LooksOrigin),
    path: &Path,
    format: Format,
    more: Option<Loss>,
    how: Losses,
) -> Result<Vec<u8>, Failure> {
    let (content, mut losses) = write_level(level, format);
    losses.retain(|loss| loss.matters() || looks == LooksOrigin::OfTheUser);
    losses.extend(more);
    if !losses.is_empty() {
        let (what, list) = (format.title(), Loss::list(&losses));
        if how == Losses::Refused && losses.iter().any(Loss::matters) {
            let message = format!("{what} cannot hold {list}; with --lossy it is written without");
            return bad_file(path, message);
        }
        remark(&format!(
            "{}: {what} cannot hold {list}; this is lost",
            path.display()
        ));
    }
    Ok(match content {
        Content::Text(text) => text.into_bytes(),
        Content::Pixels(pixels) => write_png(level.grid.width(), level.grid.height(), &pixels),
    })
}

/// Returns the format of a file to be written.
pub fn format_of(path: &Path, format: Option<Format>) -> Result<Format, Failure> {
    let format = format.or_else(|| Format::of_file(&path.display().to_string()));
    if let Some(format) = format.filter(|format| format.is_written()) {
        return Ok(format);
    }
    let read_only = format.map_or_else(String::new, |format| {
        format!("{} is read only; ", format.title())
    });
    if is_stream(path)
        || !read_only.is_empty() && format != Format::of_file(&path.display().to_string())
    {
        let names = Format::written()
            .map(Format::name)
            .collect::<Vec<_>>()
            .join(", ");
        return bad_file(
            path,
            format!("{read_only}say with --to which format is written, one of {names}"),
        );
    }
    let endings = Format::list_endings(Format::written());
    bad_file(
        path,
        format!("{read_only}expected a name that ends in {endings}"),
    )
}

/// Checks early that a file may be written.
pub fn check_place(path: &Path, existing: Existing) -> Result<(), Failure> {
    if !existing.is_replaced && fs::symlink_metadata(path).is_ok_and(|found| !is_device(&found)) {
        return bad_file(path, EXISTS);
    }
    if fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().readonly()) {
        return bad_file(
            path,
            "the file is write-protected, so --force does not replace it either",
        );
    }
    Ok(())
}

const EXISTS: &str = "the file exists; --force replaces it";

/// Writes a file, or the standard output.
///
/// A reader of the file sees either the whole new content or the old one.
pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Failure> {
    if is_stream(path) {
        let mut out = io::stdout().lock();
        if out.is_terminal() && std::str::from_utf8(bytes).is_err() {
            return bad_file(
                path,
                "a picture is not for a terminal; lead the output into a file, or name one",
            );
        }
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    check_place(path, existing)?;
    write_file(path, bytes, existing).or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => bad_file(path, EXISTS),
        _ => bad_file(path, format!("cannot be written: {}", reason(&error))),
    })
}

/// Describes a system error as a clause; without its number if the clause tells everything.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "a folder of its path is a file".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "nothing can be written there".to_owned(),
        io::ErrorKind::InvalidFilename => "no file can have this name".to_owned(),
        _ => error.to_string(),
    }
}

/// Writes a file atomically; writes to a terminal or a pipe directly.
fn write_file(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| is_device(&found)) {
        return fs::write(path, bytes);
    }
    write_whole(path, bytes, existing.is_replaced, |make| {
        UnfinishedFile::make(make)
    })
}

/// Returns `true` for a terminal, a pipe or `/dev/null`, where no file can be replaced.
fn is_device(metadata: &fs::Metadata) -> bool {
    !metadata.is_file() && !metadata.is_dir() && !metadata.is_symlink()
}

pub fn ending(path: &Path) -> String {
    path.extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase()
}

/// A search from a trace file.
pub struct RecordedSearch {
    pub trace: Trace,
    /// The name of the agent that searches, if any.
    pub agent: Option<String>,
}

/// Reads the level or the trace of a command; the content of the file decides which.
pub fn read_or_trace(level: &LevelArgs) -> Result<(Level, Option<RecordedSearch>), Failure> {
    if crate::scenario::is_one(&level.level) || level.costs.costs.is_some() {
        return Ok((read_level(level)?, None));
    }
    let bytes = read(&level.level)?;
    if !TraceFile::is_one(&bytes) {
        refuse_line(level)?;
        return Ok((
            parse_level(&bytes, &level.level, &level.hints.hints())?,
            None,
        ));
    }
    let _progress = ProgressLine::start("reading the trace", "");
    let read = TraceFile::read(&bytes).or_else(|error| bad(BadInput::parse(&level.level, &error)));
    let TraceFile {
        level,
        trace,
        agent,
    } = read?;
    Ok((level, Some(RecordedSearch { trace, agent })))
}

/// Reads the level of a command, in a file of any format.
pub fn read_level(level: &LevelArgs) -> Result<Level, Failure> {
    let _progress = ProgressLine::start("reading the level", "");
    if crate::scenario::is_one(&level.level) {
        return read_query(level);
    }
    refuse_line(level)?;
    let read = read_map(&level.level, &level.hints, &level.costs)?;
    if Format::of_file(&level.level.display().to_string()) == Some(Format::Digits)
        && read.search == SearchOptions::default()
    {
        let name = level.level.display();
        remark(&format!(
            "{name}: no options stand in it, so what is not given is as by default, such as --algorithm auto"
        ));
    }
    Ok(read)
}

/// Refuses `--line`: only scenario files have queries in their lines.
fn refuse_line(level: &LevelArgs) -> Result<(), Failure> {
    match level.line {
        Some(_) => bad_file(&level.level, "--line is for scenario files (.scen)"),
        None => Ok(()),
    }
}

/// Reads the map of one query, with an agent that makes the query.
pub fn read_query(level: &LevelArgs) -> Result<Level, Failure> {
    let path = level.level.as_path();
    let Some(line) = level.line else {
        return bad_file(
            path,
            "there are many queries in it; say with --line N which one, by its line in the file",
        );
    };
    let (query, map) = find_query(path, &read(path)?, line).or_else(|error| match error {
        ScenarioError::Parse(error) => bad(BadInput::parse(path, &error)),
        ScenarioError::Other(sentence) => bad_file(path, sentence),
    })?;
    let level_of_map = read_map(&map, &level.hints, &level.costs)?;
    check_size(&query, &map, &level_of_map.grid).or_else(|sentence| bad_file(path, sentence))?;
    Ok(asked(&query, level_of_map))
}

/// Reads a map, with these costs of its terrains if there are any.
pub fn read_map(path: &Path, hints: &HintArgs, costs: &CostArgs) -> Result<Level, Failure> {
    let bytes = read(path)?;
    let costs = costs.costs.as_deref().unwrap_or_default();
    let mut level = parse_level(
        &bytes,
        path,
        &ReadHints {
            costs: costs.to_vec(),
            ..hints.hints()
        },
    )?;
    if !costs.is_empty() {
        let text = String::from_utf8_lossy(&bytes);
        let glyphs = || text.lines().skip(4).flat_map(str::chars);
        for (missing, _) in costs
            .iter()
            .filter(|(glyph, _)| glyphs().all(|there| there != *glyph))
        {
            remark(&format!(
                "{}: --costs names '{missing}', and no cell of the map has this glyph",
                path.display()
            ));
        }
        level.search.cost_rule = CostRule::MeanTouched;
    }
    Ok(level)
}

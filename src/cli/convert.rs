//! `gridwalk convert` and `gridwalk generate`: commands that write a level.

use std::path::Path;

use gridwalk_explain::{counted, thousands};
use gridwalk_level::Level;
use gridwalk_level::formats::{Format, Loss, has_comments, stem};
use gridwalk_level::generate::{self, Recipe};

use super::args::{ConvertRequest, GenerateRequest};
use super::failure::{Done, OK, bad};
use super::files;
use super::files::{Looks, Losses};
use super::print::remark;
use super::progress::Progress;

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
    let comments = std::str::from_utf8(&bytes).is_ok_and(has_comments).then_some(Loss::Comments);
    let losses = if request.lossy { Losses::Listed } else { Losses::Refused };
    let progress = Progress::start("converting the level", "");
    let bytes =
        files::encode((&level, files::looks_in(input, &request.hints.hints())), output, format, comments, losses)?;
    drop(progress);
    files::write(output, &bytes, request.existing)?;
    Ok(OK)
}

pub fn generate(request: &GenerateRequest) -> Done {
    let GenerateRequest { kind, width, height, seed, density, .. } = *request;
    let printed = Path::new("-");
    let output = request.output.as_deref().unwrap_or(printed);
    let usual = Some(Format::Ron).filter(|_| files::is_stream(output));
    let format = files::format_of(output, request.to.or(usual))?;
    files::check_place(output, request.existing)?;
    let progress = Progress::start("making the map", "");
    let map =
        generate::generate(&Recipe { kind, width, height, seed, density }).or_else(|error| bad(error.to_string()))?;
    drop(progress);
    // Other formats hold only the map. The path is mentioned only if the file holds its ends.
    let bare = |level: &Level| Level { name: String::new(), about: String::new(), agents: Vec::new(), ..level.clone() };
    let (level, has_goal) = if format == Format::Ron { (map.level.clone(), true) } else { (bare(&map.level), false) };
    let bytes = files::encode((&level, Looks::OfTheUser), output, format, None, Losses::Refused)?;
    files::write(output, &bytes, request.existing)?;
    let path = match (has_goal, map.solvable) {
        (false, _) => "the file holds the map alone, without an agent",
        (true, true) => "a path leads to the goal",
        (true, false) => "no path leads to a goal",
    };
    let (free, connected) = (counted(map.free.into(), "free cell"), thousands(map.connected.into()));
    let rest = map.free - map.connected;
    // `gridwalk check` warns of such cells.
    let rest = if rest > 0 { format!(" and {} walled off", thousands(rest.into())) } else { String::new() };
    remark(&format!("{}: {free}, {connected} of them connected{rest}; {path}", map.level.name));
    Ok(OK)
}

//! `gridwalk generate`: makes a level from a seed.

use std::path::Path;

use gridwalk_explain::{counted, thousands};
use gridwalk_level::Level;
use gridwalk_level::formats::Format;
use gridwalk_level::generate::{Recipe, generate};

use super::args::GenerateRequest;
use super::failure::{Done, OK, bad};
use super::files::{self, Looks, Losses};
use super::print::remark;
use super::progress::Progress;

pub fn run(request: &GenerateRequest) -> Done {
    let GenerateRequest { kind, width, height, seed, density, .. } = *request;
    let printed = Path::new("-");
    let output = request.output.as_deref().unwrap_or(printed);
    let usual = Some(Format::Ron).filter(|_| files::is_stream(output));
    let format = files::format_of(output, request.to.or(usual))?;
    files::check_place(output, request.existing)?;
    let progress = Progress::start("making the map", "");
    let map = generate(&Recipe { kind, width, height, seed, density }).or_else(|error| bad(error.to_string()))?;
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

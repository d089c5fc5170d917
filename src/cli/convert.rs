//! `gridwalk convert`: a level in another format.

use super::args::ConvertRequest;
use super::failure::{Done, OK, remark};
use super::files;
use crate::pathfinding::SearchOptions;

pub fn run(request: &ConvertRequest) -> Done {
    let level = files::read_level(&request.input)?;
    let bytes = files::encode(&level, &request.output)?;
    let says_more =
        level.agents.iter().any(|agent| !agent.goals.is_empty()) || level.search != SearchOptions::default();
    if says_more && !files::holds_agents(&request.output) {
        remark(&format!("{}: only the map was written, without agents and rules", request.output.display()));
    }
    files::write(&request.output, &bytes)?;
    Ok(OK)
}

//! `gridwalk generate`: a level from a seed.

use std::io::Write;

use super::args::GenerateRequest;
use super::failure::{Done, OK, bad, remark};
use super::files;
use crate::pathfinding::formats::write_ron;
use crate::pathfinding::generate::{Recipe, generate};

pub fn run(request: &GenerateRequest) -> Done {
    let GenerateRequest { kind, width, height, seed, density, .. } = *request;
    let map = generate(&Recipe { kind, width, height, seed, density }).or_else(|error| bad(error.to_string()))?;
    match &request.output {
        Some(path) => {
            let bytes = files::encode(&map.level, path)?;
            files::write(path, &bytes)?;
        }
        None => std::io::stdout().lock().write_all(write_ron(&map.level).as_bytes())?,
    }
    let way = if map.solvable { "a way leads to the goal" } else { "no way leads to a goal" };
    remark(&format!("{}: {} cells are free, {} of them connected; {way}", map.level.name, map.free, map.connected));
    Ok(OK)
}

//! `gridwalk convert`: writes a level in another format.

use gridwalk_level::formats::{Format, Loss, has_comments, stem};

use super::args::ConvertRequest;
use super::failure::{Done, OK};
use super::files::{self, Losses};
use super::progress::Progress;

pub fn run(request: &ConvertRequest) -> Done {
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

//! Text into requests. The commands run on the requests and know nothing of how they were typed.

mod command;
mod files;
mod names;
mod options;

pub use command::{
    BenchRequest, CheckRequest, Command, ConvertRequest, ExplainRequest, GenerateRequest, PathArgs, RenderRequest,
    SolveRequest, Steps,
};
pub use files::{Existing, LevelArgs};

//! Text into requests. The commands run on the requests and know nothing of how they were typed.

mod boards;
mod command;
mod files;
mod names;
mod options;

pub use command::{
    BenchRequest, CheckRequest, Command, CompareRequest, ConvertRequest, EndArgs, ExplainRequest, GenerateRequest,
    PathArgs, RenderRequest, SimulateRequest, SolveRequest, Steps,
};
pub use files::{CostArgs, Existing, HintArgs, LevelArgs};
pub use options::OptionArgs;

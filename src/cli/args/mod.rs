//! Parses arguments into requests. The commands run requests and do not depend on how they were typed.

mod boards;
mod command;
mod files;
mod names;
mod options;

pub use command::{
    BenchRequest, CheckRequest, Command, CompareRequest, ConvertRequest, DiffRequest, EndArgs, ExplainRequest,
    GenerateRequest, PathArgs, RenderRequest, ScenariosRequest, SimulateRequest, SolveRequest, Steps,
};
pub use files::{CostArgs, Existing, HintArgs, LevelArgs};
pub use options::OptionArgs;

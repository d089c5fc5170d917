//! Parses arguments into requests. The commands run requests and do not depend on how they were
//! typed.

mod command;
mod names;
mod shared;

pub use command::{
    BenchRequest, CheckRequest, Command, CompareRequest, ConvertRequest, DiffRequest, EndArgs,
    ExplainRequest, GenerateRequest, PathArgs, RenderRequest, ScenariosRequest, SimulateRequest,
    SolveRequest, Steps,
};
pub use shared::{CostArgs, Existing, HintArgs, LevelArgs, OptionArgs};

//! The options of a search: the table of options, the table of algorithms, and their incompatibilities.

mod algorithms;
mod refusal;
mod search_options;
mod table;
mod value_text;
mod values;

pub use algorithms::Support;
pub use refusal::{EndpointError, Refusal};
pub use search_options::OptionListError;
pub use table::{Algorithm, OptionChange, OptionError, OptionKey, SearchOptions};
pub use value_text::{Typed, ValueKind};
pub use values::{
    CostLimit, CostRule, DecidingNumber, Guarantee, ParentLink, ParentRule, PopKey, ReopenRule, StopRule, TieBreak,
    Weight,
};

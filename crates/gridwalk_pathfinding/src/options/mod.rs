//! The options of a search: the table of options, the table of algorithms, and their incompatibilities.

mod algorithms;
mod behaviour;
mod list;
mod refusal;
mod search_options;
mod table;
mod value;
mod values;

pub use algorithms::Support;
pub use behaviour::{DecidingNumber, ParentLink, PopKey};
pub use list::OptionListError;
pub use refusal::{EndpointError, Refusal};
pub use table::{Algorithm, OptionChange, OptionError, OptionKey, SearchOptions};
pub use value::{Typed, ValueKind};
pub use values::{CostLimit, CostRule, Guarantee, ParentRule, ReopenRule, StopRule, TieBreak, Weight};

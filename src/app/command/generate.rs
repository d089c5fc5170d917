//! Maps from a seed, into the open level.

use serde::Deserialize;

/// What is made, and where chance begins: into the selection, or the whole map.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum GenerateCommand {
    /// Shows what would be made, or does so no more; what is being made is cancelled first.
    Toggle,
    /// This kind of map, by its name.
    Kind(String),
    /// Chance begins here.
    Seed(u64),
    /// The next seed.
    NextSeed,
    /// So dense, in percent.
    Density(u32),
    /// Makes it, as one step as soon as it is there. A change of the level cancels that, and every other command here.
    Make,
}

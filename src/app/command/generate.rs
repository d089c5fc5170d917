//! Commands that generate maps from a seed.

use serde::Deserialize;

/// Settings of the map generator, which fills the selection or the whole map.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum GenerateCommand {
    /// Shows or hides the preview; if a map is being generated, cancels that first.
    Toggle,
    /// Selects the kind of map by its name.
    Kind(String),
    /// Sets the seed.
    Seed(u64),
    /// Selects the next seed.
    NextSeed,
    /// Sets the density in percent.
    Density(u32),
    /// Applies the map as one change when it is ready.
    ///
    /// Any change of the level, and any other command of this kind, cancels this.
    Make,
}

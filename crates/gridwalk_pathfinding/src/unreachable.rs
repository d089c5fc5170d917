//! The policy for goals that cannot be reached.

use super::named;

named! {
    /// The policy for a goal that cannot be reached.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Deserialize))]
    pub enum UnreachablePolicy {
        #[default]
        Refuse = "refuse", "the agent stays and says why";
        Nearest = "nearest", "the agent goes to the reachable cell nearest to the goal";
    }
}

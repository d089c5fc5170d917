//! Values that have names: in level files, on the command line and in scripts.

/// A type of a few values, each with a name that files and commands use.
pub trait Named: Clone + PartialEq + 'static {
    /// The names, in the order of menus.
    const NAMES: &'static [&'static str];

    /// The name of this value; one of [`NAMES`](Self::NAMES).
    fn as_name(&self) -> &'static str;

    /// What this value means, in a clause.
    fn as_meaning(&self) -> &'static str;

    /// The value of that name.
    fn of_name(name: &str) -> Option<Self>;
}

/// Gives the values of an enum their names, and with a second text a meaning each:
/// `named!(StopRule { Generated = "generated", "as soon as the goal is opened"; … });`.
macro_rules! named {
    ($type:ident { $($variant:ident $(($inner:path))? = $name:literal;)+ }) => {
        $crate::pathfinding::named!(@names $type { $($variant $(($inner))? = $name;)+ } Self::name);
    };
    ($type:ident { $($variant:ident $(($inner:path))? = $name:literal, $meaning:literal;)+ }) => {
        $crate::pathfinding::named!(@names $type { $($variant $(($inner))? = $name;)+ } Self::meaning);

        impl $type {
            /// What it means, in a clause.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant $(($inner))? => $meaning,)+ }
            }
        }
    };
    (@names $type:ident { $($variant:ident $(($inner:path))? = $name:literal;)+ } $meaning:expr) => {
        impl $type {
            /// All of them, in the order of menus.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant $(($inner))?),+];

            /// The name in files and commands.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant $(($inner))? => $name,)+ }
            }

            /// The value of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        impl $crate::pathfinding::Named for $type {
            const NAMES: &'static [&'static str] = &[$($name),+];

            fn as_name(&self) -> &'static str {
                self.name()
            }

            fn as_meaning(&self) -> &'static str {
                let meaning: fn(Self) -> &'static str = $meaning;
                meaning(*self)
            }

            fn of_name(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
        }
    };
}
pub(crate) use named;

//! Values with names, for level files, the command line and scripts.

use std::fmt::Display;

/// A type of a few values, each with a name for files and commands.
pub trait Named: Clone + PartialEq + 'static {
    /// The name of the type.
    const TYPE: &'static str;

    /// The names, in the order of menus.
    const NAMES: &'static [&'static str];

    /// Returns the name of this value; one of [`NAMES`](Self::NAMES).
    fn as_name(&self) -> &'static str;

    /// Returns the meaning of this value, in a clause.
    fn as_meaning(&self) -> &'static str;

    /// Returns the value with this name.
    fn of_name(name: &str) -> Option<Self>;
}

/// Gives names to the values of an enum, and optionally meanings and titles.
///
/// A row has one to three texts: the name; the name and the meaning; or the name, the title and the
/// meaning. `Display` shows the title, else the meaning, else the name.
///
/// The macro also declares the enum, with these texts as the docs of its values, unless it is
/// declared elsewhere, as in `named!(StopRule { Generated = "generated", "as soon as the goal is
/// opened"; … });`.
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $visible:vis enum $type:ident {
        $($(#[$note:meta])* $variant:ident = $name:literal $(, $text:literal)*;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visible enum $type { $(#[doc = concat!("`", $name, "`" $(, ": ", $text)*, "\n\n")] $(#[$note])* $variant,)+ }

        $crate::named!($type { $($variant = $name $(, $text)*;)+ });
    };
    ($type:ident { $($variant:ident $(($inner:path))? = $name:literal;)+ }) => {
        $crate::named!(@names $type { $($variant $(($inner))? = $name;)+ } name, name);
    };
    ($type:ident { $($variant:ident $(($inner:path))? = $name:literal, $meaning:literal;)+ }) => {
        $crate::named!(@names $type { $($variant $(($inner))? = $name;)+ } meaning, meaning);
        $crate::named! {
            @text $type, meaning, "What it means, in a clause."; $($variant $(($inner))? $meaning)+
        }
    };
    ($type:ident { $($variant:ident = $name:literal, $title:literal, $meaning:literal;)+ }) => {
        $crate::named!(@names $type { $($variant = $name;)+ } meaning, title);
        $crate::named!(@text $type, title, "The name for menus."; $($variant $title)+);
        $crate::named!(@text $type, meaning, "What it means, in a clause."; $($variant $meaning)+);
    };
    (@text $type:ident, $column:ident, $about:literal; $($variant:ident $(($inner:path))? $text:literal)+) => {
        impl $type {
            #[doc = $about]
            #[must_use]
            pub const fn $column(self) -> &'static str {
                match self { $(Self::$variant $(($inner))? => $text,)+ }
            }
        }
    };
    (@names $type:ident { $($variant:ident $(($inner:path))? = $name:literal;)+ } $meaning:ident, $shown:ident) => {
        $crate::named! {
            @text $type, name, "The name in files and commands."; $($variant $(($inner))? $name)+
        }

        impl $type {
            /// All values, in the order of menus.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant $(($inner))?),+];

            /// Returns the value with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.$shown())
            }
        }

        impl $crate::Named for $type {
            const TYPE: &'static str = stringify!($type);
            const NAMES: &'static [&'static str] = &[$($name),+];

            fn as_name(&self) -> &'static str {
                self.name()
            }

            fn as_meaning(&self) -> &'static str {
                self.$meaning()
            }

            fn of_name(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
        }
    };
}

/// Joins names as `a, b and c`, with this word before the last one.
pub fn joined(names: impl IntoIterator<Item = impl Display>, word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match &names[..] {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

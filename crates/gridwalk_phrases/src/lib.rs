//! Makes code of Fluent files at build time: an enum of phrases, one variant for each message, with
//! its text in every language; and the translations of what stands in the code in one language.
//!
//! A build script hands over the folder that holds a folder for each language. Of the language, the
//! code asks for a type `Language` with its values in the same order, and `Language::ALL`. A
//! message that a language lacks, has alone, or has with other places ends the build with its name.
//!
//! Messages are single patterns with places such as `{ $cell }`; selectors, terms and functions are
//! not supported, so that nothing has to be formatted at run time but the places.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// The texts of a crate: a folder of files in each language.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// The folder of the folders.
    pub folder: &'a Path,
    /// The names of the folders, in the order of `Language::ALL`.
    pub languages: &'a [&'a str],
}

impl Texts<'_> {
    /// Writes `FILE.rs` into the build's `OUT_DIR`: an enum `Phrase` with a method
    /// `text(language)`.
    ///
    /// # Panics
    /// If the files cannot be read, or differ in their messages or places. A build ends so.
    pub fn write_phrases(&self, file: &str) {
        self.write(
            file,
            &phrases(&self.read(file, self.languages), "language as usize"),
        );
    }

    /// Writes `FILE.rs` into the build's `OUT_DIR`, of texts whose first language stands in the
    /// code: a table `NAMES` of the messages with a hyphen in their name, sorted by it, and an enum
    /// `Phrase` of the others, both in all languages but the first.
    ///
    /// # Panics
    /// As [`Texts::write_phrases`].
    pub fn write_translations(&self, file: &str) {
        let texts = self.read(file, &self.languages[1..]).into_iter();
        let parted = texts.map(|texts| texts.into_iter().partition(|(name, _)| name.contains('-')));
        let (names, sentences): (Vec<Messages>, Vec<Messages>) = parted.unzip();
        let mut rows = String::new();
        for key in names[0].keys() {
            let _ = writeln!(rows, "    ({key:?}, {:?}),", column(&names, key));
        }
        let names =
            format!("const NAMES: &[(&str, [&str; Language::ALL.len() - 1])] = &[\n{rows}];\n\n");
        self.write(
            file,
            &(names + &phrases(&sentences, "language as usize - 1")),
        );
    }

    fn write(&self, file: &str, code: &str) {
        println!("cargo::rerun-if-changed={}", self.folder.display());
        let folder = env::var_os("OUT_DIR").expect("Cargo sets it for build scripts");
        fs::write(Path::new(&folder).join(file).with_extension("rs"), code)
            .expect("the folder is the script's own");
    }

    /// The messages of a file in these languages, which have the same ones with the same places.
    fn read(&self, file: &str, languages: &[&str]) -> Vec<Messages> {
        let texts: Vec<_> = languages
            .iter()
            .map(|language| messages(&self.folder.join(language).join(file)))
            .collect();
        for (language, other) in languages.iter().zip(&texts) {
            let lone = texts
                .iter()
                .flat_map(BTreeMap::keys)
                .find(|name| !other.contains_key(*name));
            assert!(lone.is_none(), "{file}.ftl in {language} lacks {lone:?}");
            let differs = other
                .iter()
                .find(|(name, text)| places(text) != places(&texts[0][*name]));
            assert!(
                differs.is_none(),
                "{file}.ftl in {language} has other places: {differs:?}"
            );
        }
        texts
    }
}

/// The messages of a file by name, with their places in braces.
type Messages = BTreeMap<String, String>;

/// A message in each language.
fn column<'a>(texts: &'a [Messages], name: &str) -> Vec<&'a String> {
    texts.iter().map(|language| &language[name]).collect()
}

/// An enum with a variant for each message, whose text stands in this column of its row.
fn phrases(texts: &[Messages], place: &str) -> String {
    let (mut variants, mut rows) = (String::new(), String::new());
    for (name, text) in &texts[0] {
        let _ = writeln!(variants, "    /// `` {text} ``\n    {name},");
        let _ = writeln!(rows, "    {:?},", column(texts, name));
    }
    let languages = texts.len();
    format!(
        "/// One meaning, with a text in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {{
{variants}}}

static TEXTS: &[[&str; {languages}]] = &[
{rows}];

impl Phrase {{
    /// The text in a language, with its places still open.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {{
        TEXTS[self as usize][{place}]
    }}
}}
"
    )
}

fn places(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split('}').next())
        .collect()
}

fn messages(file: &Path) -> Messages {
    let file = file.with_extension("ftl");
    let source =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let resource = fluent_syntax::parser::parse(source.as_str())
        .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.display()));
    let text = |pattern: &Pattern<&str>| pattern.elements.iter().map(template).collect::<String>();
    let message = |entry: &Entry<&str>| {
        let Entry::Message(message) = entry else {
            return Vec::new();
        };
        let name = message.id.name;
        let own = message
            .value
            .iter()
            .map(|value| (name.to_owned(), text(value)));
        let attributes = message.attributes.iter();
        own.chain(attributes.map(|of| (format!("{name}.{}", of.id.name), text(&of.value))))
            .collect()
    };
    resource.body.iter().flat_map(message).collect()
}

fn template(element: &PatternElement<&str>) -> String {
    match element {
        PatternElement::TextElement { value }
        | PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::StringLiteral { value }),
        } => (*value).to_owned(),
        PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::VariableReference { id }),
        } => format!("{{{}}}", id.name),
        other @ PatternElement::Placeable { .. } => {
            panic!("{other:?}: a text has places such as {{ $cell }}, and nothing else in braces")
        }
    }
}

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

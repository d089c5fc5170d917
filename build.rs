//! Makes code of the texts in `assets/texts`: an enum of phrases, one variant for each message, with its text in every
//! language; and a table of the kernel's names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// The folders of the texts, in the order of `Language::ALL`.
const LANGUAGES: [&str; 2] = ["en", "zh"];

fn main() {
    println!("cargo::rerun-if-changed=assets/texts");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    for file in ["library", "window"] {
        fs::write(folder.join(file).with_extension("rs"), phrases(file)).expect("the folder is ours");
    }
    fs::write(folder.join("kernel.rs"), names()).expect("the folder is ours");
}

/// The code of a table of names, sorted by key, in all languages but English, which the kernel speaks itself.
fn names() -> String {
    let texts = texts("kernel", &LANGUAGES[1..]);
    let rows = texts[0].keys().map(|key| {
        let column: Vec<_> = texts.iter().map(|language| &language[key]).collect();
        format!("    ({key:?}, {column:?}),\n")
    });
    let rows: String = rows.collect();
    format!("const NAMES: &[(&str, [&str; Language::ALL.len() - 1])] = &[\n{rows}];\n")
}

/// The messages of these languages. One that a language lacks, has alone, or has with other places ends the build.
fn texts(file: &str, languages: &[&str]) -> Vec<BTreeMap<String, String>> {
    let folder = Path::new("assets/texts");
    let texts: Vec<_> = languages.iter().map(|language| messages(&folder.join(language).join(file))).collect();
    for (language, other) in languages.iter().zip(&texts) {
        let lone = texts.iter().flat_map(BTreeMap::keys).find(|name| !other.contains_key(*name));
        assert!(lone.is_none(), "{file}.ftl in {language} lacks {lone:?}");
        let differs = other.iter().find(|(name, text)| places(text) != places(&texts[0][*name]));
        assert!(differs.is_none(), "{file}.ftl in {language} has other places: {differs:?}");
    }
    texts
}

fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

/// The code of the enum of phrases.
fn phrases(file: &str) -> String {
    let texts = texts(file, &LANGUAGES);
    let (mut variants, mut rows) = (String::new(), String::new());
    for (name, english) in &texts[0] {
        let column: Vec<_> = texts.iter().map(|language| &language[name]).collect();
        let _ = writeln!(variants, "    /// `` {english} ``\n    {name},");
        let _ = writeln!(rows, "        {column:?},");
    }
    format!(
        "/// One meaning, with a text in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {{
{variants}}}

static TEXTS: &[[&str; Language::ALL.len()]] = &[
{rows}];

impl Phrase {{
    /// The text in a language, with its places still open.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {{
        TEXTS[self as usize][language as usize]
    }}
}}
"
    )
}

/// The messages of a Fluent file by name, with their places in braces.
fn messages(file: &Path) -> BTreeMap<String, String> {
    let file = file.with_extension("ftl");
    let source = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let resource = fluent_syntax::parser::parse(source.as_str())
        .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.display()));
    let text = |pattern: &Pattern<&str>| pattern.elements.iter().map(template).collect::<String>();
    let message = |entry: &Entry<&str>| {
        let Entry::Message(message) = entry else { return Vec::new() };
        let name = message.id.name;
        let own = message.value.iter().map(|value| (name.to_owned(), text(value)));
        let attributes = message.attributes.iter();
        own.chain(attributes.map(|of| (format!("{name}.{}", of.id.name), text(&of.value)))).collect()
    };
    resource.body.iter().flat_map(message).collect()
}

fn template(element: &PatternElement<&str>) -> String {
    match element {
        PatternElement::TextElement { value } => (*value).to_owned(),
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::VariableReference { id }) } => {
            format!("{{{}}}", id.name)
        }
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
            (*value).to_owned()
        }
        other @ PatternElement::Placeable { .. } => {
            panic!("{other:?}: a text has places such as {{ $cell }}, and nothing else in braces")
        }
    }
}

//! The pages that people read: README, everything in `docs`, the README of each crate, and what
//! stands in them.

use std::fs;
use std::path::Path;

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A page, with its path in the project.
pub struct Page {
    pub path: String,
    pub text: String,
}

/// A block of code, with the word behind its fence.
pub struct Block<'p> {
    pub kind: &'p str,
    pub code: &'p str,
}

impl Page {
    pub fn read(path: impl Into<String>) -> Self {
        let path = path.into();
        let text = fs::read_to_string(Path::new(ROOT).join(&path))
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path, text }
    }

    pub fn blocks(&self) -> Vec<Block<'_>> {
        self.parts().filter_map(Result::ok).collect()
    }

    /// Returns the texts between backticks outside of blocks.
    pub fn spans(&self) -> Vec<&str> {
        let mut spans = Vec::new();
        for text in self.parts().filter_map(Result::err) {
            assert!(
                text.matches('`').count() % 2 == 0,
                "{}: a span does not end",
                self.path
            );
            spans.extend(text.split('`').skip(1).step_by(2));
        }
        spans
    }

    /// The targets of links and pictures.
    pub fn links(&self) -> Vec<&str> {
        let prose = self.parts().filter_map(Result::err);
        prose
            .flat_map(|text| {
                text.split("](")
                    .skip(1)
                    .filter_map(|rest| Some(rest.split_once(')')?.0))
            })
            .collect()
    }

    /// The names by which links reach its headings.
    pub fn anchors(&self) -> Vec<String> {
        let prose = self.parts().filter_map(Result::err);
        let headings = prose
            .flat_map(str::lines)
            .filter(|line| line.starts_with('#'));
        headings
            .map(|line| anchor(line.trim_start_matches('#').trim()))
            .collect()
    }

    /// Blocks, and the text between them.
    fn parts(&self) -> impl Iterator<Item = Result<Block<'_>, &str>> {
        let fenced = |(place, part): (usize, _)| {
            if place % 2 == 1 {
                Ok(block(part))
            } else {
                Err(part)
            }
        };
        self.text.split("```").enumerate().map(fenced)
    }
}

fn block(part: &str) -> Block<'_> {
    let (kind, code) = part.split_once('\n').expect("a block has lines");
    Block { kind, code }
}

/// As GitHub makes it of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// README and all pages of `docs`: those whose code is compiled with the program.
pub fn book() -> Vec<Page> {
    let mut names = vec!["README.md".to_owned()];
    names.extend(
        markdown("docs")
            .into_iter()
            .map(|name| format!("docs/{name}")),
    );
    assert!(names.len() > 8, "{names:?}");
    names.into_iter().map(Page::read).collect()
}

/// The pages of the book, those beside the README, and the README, guide and changelog of each
/// crate that has them.
pub fn all() -> Vec<Page> {
    let mut pages = book();
    pages.extend(
        markdown("")
            .into_iter()
            .filter(|name| name != "README.md")
            .map(Page::read),
    );
    for entry in fs::read_dir(Path::new(ROOT).join("crates")).unwrap() {
        let folder = format!("crates/{}", entry.unwrap().file_name().to_str().unwrap());
        for folder in [format!("{folder}/docs"), folder] {
            if Path::new(ROOT).join(&folder).is_dir() {
                pages.extend(
                    markdown(&folder)
                        .into_iter()
                        .map(|name| Page::read(format!("{folder}/{name}"))),
                );
            }
        }
    }
    pages
}

fn markdown(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned());
    let mut names: Vec<_> = names
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "md"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_page_is_taken_apart() {
    let text = "# It is `a`\n\n[b](c.md#d)\n\n```sh\ne # `f`\n```\n\n## Keys, too\n\n`g`\n";
    let page = Page {
        path: "docs/x.md".to_owned(),
        text: text.to_owned(),
    };
    let blocks: Vec<_> = page
        .blocks()
        .iter()
        .map(|block| (block.kind, block.code))
        .collect();
    assert_eq!(blocks, [("sh", "e # `f`\n")]);
    assert_eq!(page.spans(), ["a", "g"]);
    assert_eq!(page.links(), ["c.md#d"]);
    assert_eq!(page.anchors(), ["it-is-a", "keys-too"]);
}

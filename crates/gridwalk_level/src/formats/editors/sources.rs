//! The files to which a map refers.

use std::collections::BTreeMap;

use super::json::{File, Object, Part};
use crate::formats::error::{Parsed, decode, file_name};
use crate::formats::notes::Beside;

/// The files to which a map refers, by their paths from the map.
pub struct Sources<'t>(BTreeMap<&'t str, Result<File<'t>, String>>);

impl<'t> Sources<'t> {
    pub fn new(beside: &'t Beside) -> Self {
        let file = |(path, read): (&'t String, &'t Result<Vec<u8>, String>)| {
            let file = read.as_ref().map_err(Clone::clone).and_then(|bytes| {
                decode(bytes)
                    .map_err(|error| error.message)
                    .and_then(|text| File::new(path, text).map_err(|error| format!("it has a mistake in {error}")))
            });
            (path.as_str(), file)
        };
        Self(beside.iter().map(file).collect())
    }

    /// Returns `true` if the file that `name` refers to could be read.
    pub fn has(&self, name: Part) -> bool {
        let path = name.text("the name of a file").map(|written| resolve(name.file.path, &written));
        path.is_ok_and(|path| matches!(self.0.get(path.as_str()), Some(Ok(_))))
    }

    /// Returns the members of the template that `name` refers to.
    pub fn template(&self, name: Part) -> Parsed<Object<'_>> {
        self.get(name, "the template")?.root("a template of Tiled")?.object("a template of Tiled")
    }

    /// Returns why the template that `name` refers to cannot be read; `None` if it can.
    pub fn lacks_template(&self, name: Part) -> Option<String> {
        if self.has(name) { None } else { self.get(name, "the template").err().map(|error| error.message) }
    }

    /// Returns the file that `name` refers to; `kind` is the kind of file, with its article.
    pub fn get(&self, name: Part, kind: &'static str) -> Parsed<&File<'t>> {
        let written = name.text("the name of a file")?;
        let path = resolve(name.file.path, &written);
        let fail = |why: &str| name.fail(format!("the file {} cannot be read: {why}", file_name(&path)));
        match self.0.get(path.as_str()) {
            Some(Ok(file)) => {
                file.referred.get_or_init(|| {
                    let place = match name.file.referred.get() {
                        Some((_, place)) => place.clone(),
                        None => name.file.place(name.raw.get(), String::new()),
                    };
                    (kind, place)
                });
                Ok(file)
            }
            Some(Err(why)) => Err(fail(why)),
            None => Err(fail("it is not at hand")),
        }
    }
}

/// Resolves a file name, as written in the file `from`, to a path from the map.
pub fn resolve(from: &str, name: &str) -> String {
    let name = name.replace('\\', "/");
    let is_absolute = name.starts_with('/') || name.get(1..2) == Some(":");
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut path: Vec<&str> = Vec::new();
    let folders = if is_absolute { "" } else { folder };
    for step in folders.split('/').filter(|step| !step.is_empty()).chain(name.split('/')) {
        match (step, path.last()) {
            (".", _) => {}
            ("..", Some(&last)) if last != ".." => drop(path.pop()),
            _ => path.push(step),
        }
    }
    path.join("/")
}

/// Returns `true` if the name has a known ending; other files are refused unread.
pub fn is_read(file: &str) -> bool {
    let known = ["tsj", "tsx", "tj", "tx", "json", "xml", "ldtkl"];
    file.rsplit_once('.').is_some_and(|(_, ending)| known.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The maximum number of files of a map.
pub const MOST_FILES: usize = 1000;

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn paths_lead_from_the_file_that_names_them() {
        assert_eq!(resolve("", "a.tsx"), "a.tsx");
        assert_eq!(resolve("templates/door.tx", "../tiles/a.tsx"), "tiles/a.tsx");
        assert_eq!(resolve("../templates/door.tx", "..\\tiles\\a.tsx"), "../tiles/a.tsx");
        assert_eq!(resolve("a/b.tx", "../../c.tsx"), "../c.tsx");
        assert_eq!(resolve("a/b.tx", "/c.tsx"), "/c.tsx");
    }
}

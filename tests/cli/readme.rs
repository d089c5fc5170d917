//! What the README shows works. Its Rust code is compiled as documentation tests.

use std::fs;
use std::path::Path;

use gridwalk_level::formats::parse_ron;
use gridwalk_pathfinding::{Algorithm, Cell, OptionKey, Support};

#[test]
fn the_level_of_the_readme_is_one() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let (_, rest) = readme.split_once("```ron\n").expect("the README shows a level");
    let (text, _) = rest.split_once("```").unwrap();
    let level = parse_ron(text).unwrap_or_else(|error| panic!("{}", error.in_file("README.md")));
    let cost = |x, y| level.grid.cost(Cell::new(x, y));
    assert_eq!([cost(7, 2), cost(6, 1), cost(2, 1), cost(4, 0)], [Some(8), Some(2), Some(1), None]);
}

#[test]
fn every_file_that_the_readme_links_to_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let targets = readme.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let missing: Vec<_> = targets.filter(|at| !at.starts_with("http") && !root.join(at).exists()).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
}

/// It named files that were renamed long before.
#[test]
fn every_source_file_that_the_readme_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = vec![root.join("src"), root.join("tests")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let named: Vec<_> = readme
        .split('`')
        .filter(|name| {
            Path::new(name).extension().is_some_and(|end| end == "rs") && !name.contains(char::is_whitespace)
        })
        .collect();
    let missing: Vec<_> = named.iter().filter(|name| !files.iter().any(|file| file.ends_with(name))).collect();
    assert!(named.len() > 8 && missing.is_empty(), "missing: {missing:?}");
}

/// `UPDATE=1` writes the tables from scratch.
#[test]
fn the_tables_of_the_readme_are_those_of_the_kernel() {
    let names =
        |names: &mut dyn Iterator<Item = &str>| names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let star = |text: &str| text.replace('*', "\\*");
    let mut algorithms = "| Name | Search | Published | Not supported |\n| --- | --- | --- | --- |\n".to_owned();
    for algorithm in Algorithm::ALL {
        let lacks = OptionKey::ALL.into_iter().filter(|key| algorithm.support(*key) == Support::Unsupported);
        let search = star(&format!("{}: {}", algorithm.title(), algorithm.meaning()));
        let lacks = names(&mut lacks.map(OptionKey::name));
        algorithms = format!("{algorithms}| `{}` | {search} | {} | {lacks} |\n", algorithm.name(), algorithm.paper());
    }
    let mut options = "| Option | Default | Values | Means |\n| --- | --- | --- | --- |\n".to_owned();
    for key in OptionKey::ALL {
        let kind = key.kind();
        let default = match key.default_for(Algorithm::default()).text() {
            text if text.is_empty() => kind.empty.unwrap_or_default().to_owned(),
            text => format!("`{text}`"),
        };
        let mut values = names(&mut kind.names.iter().copied());
        if key == OptionKey::Algorithm {
            values = "see above".to_owned();
        } else if let Some(typed) = kind.typed {
            values = format!("{values}{}{typed}", if values.is_empty() { "" } else { "; " });
        }
        options = format!("{options}| `{}` | {default} | {values} | {} |\n", key.name(), star(key.meaning()));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let mut readme = fs::read_to_string(&path).unwrap();
    for (what, table) in [("algorithm", algorithms), ("option", options)] {
        let begin = format!("<!-- the {what} table: UPDATE=1 cargo test --test readme writes it -->\n");
        let end = format!("<!-- end of the {what} table -->");
        let (before, rest) = readme.split_once(&begin).expect("the table has a beginning");
        let (old, after) = rest.split_once(&end).expect("the table has an end");
        let update = std::env::var_os("UPDATE").is_some();
        assert!(update || old.trim() == table.trim(), "the {what} table is another; UPDATE=1 writes it:\n{table}");
        readme = format!("{before}{begin}\n{table}\n{end}{after}");
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, readme).unwrap();
    }
}

/// Every line of the key list stands in the README, word for word.
#[test]
fn the_keys_of_the_readme_are_those_of_the_window() {
    use gridwalk::app::{Mode, Shortcuts};
    use gridwalk_explain::Language;
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for mode in Mode::ALL {
        let lines = Shortcuts::default().list(mode, Language::English);
        let rows: Vec<_> = lines.iter().map(|(keys, does)| format!("| {keys} | {does} |\n")).collect();
        let table = rows.concat();
        assert!(readme.contains(&table), "the README's table is another one than\n{table}");
    }
}

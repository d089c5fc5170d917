//! The page: its script, its documents and the program agree.

use std::fs;
use std::path::Path;

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The scripts of the page, each with the object of functions that the program may call.
const OBJECTS: [(&str, &str); 4] = [
    ("web/files.js", "export const files = {"),
    ("web/input.js", "export const input = {"),
    ("web/place.js", "export const place = {"),
    ("web/page.js", "globalThis.gridwalk = {"),
];

/// A function that is missing is noticed in a browser only, where it is called.
#[test]
fn what_the_program_calls_the_page_has() {
    let host = text("src/app/platform/page/host.rs");
    let called: Vec<_> = host
        .split("js_name = ")
        .skip(1)
        .map(|rest| rest.split([')', ',']).next().unwrap())
        .collect();
    let mut there = Vec::new();
    for (file, begin) in OBJECTS {
        let script = text(file);
        let (_, object) = script
            .split_once(begin)
            .expect("the functions are in one object");
        let (object, _) = object.split_once("\n}\n").expect("it ends");
        let lines = object
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = lines
            .map(str::trim_start)
            .filter(|line| line.starts_with(char::is_alphabetic));
        there.extend(names.map(|line| line.split(['(', ':', ',']).next().unwrap().to_owned()));
    }
    assert!(called.len() > 12, "{called:?}");
    for name in &called {
        assert!(
            there.iter().any(|known| known == name),
            "the page has no {name}"
        );
    }
    for name in &there {
        assert!(
            called.contains(&name.as_str()),
            "nobody calls {name} of the page"
        );
    }
}

/// A file that is not packed is missing on every host.
#[test]
fn every_file_of_the_page_is_packed() {
    let (pack, build) = (text("web/pack.sh"), ["build.sh", "pack.sh"]);
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("web")).unwrap();
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names.filter(|name| name != "dist" && !build.contains(&name.as_str())) {
        assert!(pack.contains(&name), "web/pack.sh leaves web/{name} out");
    }
}

/// wasm-bindgen and its library must be of one version, to the last number.
#[test]
fn the_documents_name_the_wasm_bindgen_of_the_lock_file() {
    let lock = text("Cargo.lock");
    let (_, rest) = lock
        .split_once("name = \"wasm-bindgen\"\nversion = \"")
        .expect("it is in the lock file");
    let version = rest.split('"').next().unwrap();
    let wanted = format!(
        "cargo install wasm-bindgen-cli --version {version} --no-default-features --bin wasm-bindgen"
    );
    for page in ["README.md", "docs/page.md"] {
        assert!(text(page).contains(&wanted), "{page} lacks: {wanted}");
    }
}

/// The page's own sentences are there in each language.
#[test]
fn the_page_says_everything_in_each_language() {
    let script = text("web/sentences.js");
    let keys = |language: &str| -> Vec<String> {
        let (_, rest) = script
            .split_once(&format!("\n  {language}: {{\n"))
            .expect("the language is there");
        let (table, _) = rest.split_once("\n  },").expect("its table ends");
        table
            .lines()
            .map(|line| line.trim_start().split(':').next().unwrap().to_owned())
            .collect()
    };
    assert!(keys("en").len() > 8);
    assert_eq!(keys("en"), keys("zh"));
}

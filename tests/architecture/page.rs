//! What the page's script, its documents and the program say of one another.

use std::fs;
use std::path::Path;

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// A function that is missing is noticed in a browser only, where it is called.
#[test]
fn what_the_program_calls_the_page_has() {
    let (host, script) = (text("src/app/platform/page/host.rs"), text("web/page.js"));
    let (_, object) = script.split_once("globalThis.gridwalk = {").expect("the functions are in one object");
    let (object, _) = object.split_once("\n}\n").expect("it ends");
    let names: Vec<_> = host.split("js_name = ").skip(1).map(|rest| rest.split([')', ',']).next().unwrap()).collect();
    assert!(names.len() > 12, "{names:?}");
    for name in &names {
        let is_there = object
            .lines()
            .map(str::trim_start)
            .any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['(', ':'])));
        assert!(is_there, "web/page.js has no {name}");
    }
    let functions = object.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for line in functions.map(str::trim_start).filter(|line| line.starts_with(char::is_alphabetic)) {
        let name = line.split(['(', ':']).next().unwrap();
        assert!(names.contains(&name), "nobody calls {name} of web/page.js");
    }
}

/// wasm-bindgen and its library must be of one version, to the last number.
#[test]
fn the_documents_name_the_wasm_bindgen_of_the_lock_file() {
    let lock = text("Cargo.lock");
    let (_, rest) = lock.split_once("name = \"wasm-bindgen\"\nversion = \"").expect("it is in the lock file");
    let version = rest.split('"').next().unwrap();
    let wanted = format!("cargo install wasm-bindgen-cli --version {version} --no-default-features --bin wasm-bindgen");
    for page in ["README.md", "docs/page.md"] {
        assert!(text(page).contains(&wanted), "{page} lacks: {wanted}");
    }
}

/// What the page says itself it says in each language.
#[test]
fn the_page_says_everything_in_each_language() {
    let script = text("web/page.js");
    let keys = |language: &str| -> Vec<String> {
        let (_, rest) = script.split_once(&format!("\n  {language}: {{\n")).expect("the language is there");
        let (table, _) = rest.split_once("\n  },").expect("its table ends");
        table.lines().map(|line| line.trim_start().split(':').next().unwrap().to_owned()).collect()
    };
    assert!(keys("en").len() > 8);
    assert_eq!(keys("en"), keys("zh"));
}

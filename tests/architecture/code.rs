//! The source files, and their code as words and signs.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of all packages, with a slash behind them; that of the program is empty.
pub fn packages() -> Vec<String> {
    let crates = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap();
    let named =
        crates.map(|entry| format!("crates/{}/", entry.unwrap().file_name().to_str().unwrap()));
    let mut all: Vec<String> = named.chain([String::new()]).collect();
    all.sort();
    assert!(all.len() > 4, "{all:?}");
    all
}

/// All Rust files below a folder. Fails if there are none: a guard that checks nothing must not
/// look green.
pub fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "{folder} holds no source file");
    files.sort();
    files
}

pub fn shown(file: &Path) -> String {
    file.strip_prefix(env!("CARGO_MANIFEST_DIR"))
        .unwrap_or(file)
        .display()
        .to_string()
}

/// The code with comments and the insides of literals blanked out; lines stay where they are.
pub fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = skip(bytes, at);
        for byte in &mut code[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    String::from_utf8_lossy(&code).into_owned()
}

/// Returns the end of the comment or literal that begins here; the same place if none begins here.
fn skip(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let after = |pattern: &[u8], from: usize| {
        let found = rest.get(from..).and_then(|tail| {
            tail.windows(pattern.len())
                .position(|window| window == pattern)
        });
        at + found.map_or(rest.len(), |found| from + found + pattern.len())
    };
    let in_a_word = at > 0 && is_word(bytes[at - 1]);
    match rest {
        [b'/', b'/', ..] => {
            at + rest
                .iter()
                .position(|&byte| byte == b'\n')
                .unwrap_or(rest.len())
        }
        [b'/', b'*', ..] => {
            let (mut depth, mut here) = (1, at + 2);
            while depth > 0 && here < bytes.len() {
                match &bytes[here..] {
                    [b'/', b'*', ..] => (depth, here) = (depth + 1, here + 2),
                    [b'*', b'/', ..] => (depth, here) = (depth - 1, here + 2),
                    _ => here += 1,
                }
            }
            here
        }
        [b'r', b'"' | b'#', ..] if !in_a_word || bytes[at - 1] == b'b' => {
            let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
            if rest.get(1 + hashes) != Some(&b'"') {
                return at;
            }
            let end = [b"\"", vec![b'#'; hashes].as_slice()].concat();
            after(&end, hashes + 2)
        }
        [b'"', ..] => {
            let mut here = at + 1;
            while here < bytes.len() && bytes[here] != b'"' {
                here += if bytes[here] == b'\\' { 2 } else { 1 };
            }
            (here + 1).min(bytes.len())
        }
        [b'\'', b'\\', ..] => after(b"'", 3),
        // A character of up to four bytes; anything else is a lifetime.
        [b'\'', first, ..] => {
            let length = match first {
                0xF0.. => 4,
                0xE0.. => 3,
                0xC0.. => 2,
                _ => 1,
            };
            if rest.get(1 + length) == Some(&b'\'') {
                at + length + 2
            } else {
                at
            }
        }
        _ => at,
    }
}

pub const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Words, `::`, and single signs, each with its line.
pub fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = rest.bytes().take_while(|&byte| is_word(byte)).count();
            let length = match word {
                0 if rest.starts_with("::") => 2,
                0 => first.len_utf8(),
                length => length,
            };
            tokens.push((number, &rest[..length]));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

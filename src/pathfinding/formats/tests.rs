//! No bytes make a parser panic, and what it accepts keeps its promises.

use proptest::prelude::*;

use super::*;

const RON: &str = include_str!("../../../assets/levels/river_crossing.level.ron");
const DIGITS: &str = "222222222\n201111112\n212222212\n211112112\n222212112\n211111192\n222222222\n";
const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n@@T.\n.S.W\nG..O\n";

const FILES: [(&str, &str); 3] = [("a.level.ron", RON), ("a.txt", DIGITS), ("a.map", MAP)];

fn check(bytes: &[u8], file: &str) {
    match parse_level(bytes, file) {
        Ok(level) => {
            for agent in &level.agents {
                assert!(level.grid.is_walkable(agent.at));
                assert!(agent.goals.iter().all(|&goal| level.grid.is_walkable(goal)));
            }
        }
        Err(error) => {
            let lines = bytes.split(|&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&(error.line as usize)), "{error}");
            assert!(error.column >= 1 && error.column as usize <= bytes.len() + 1, "{error}");
            assert!(!error.message.is_empty());
        }
    }
}

#[test]
fn the_samples_and_the_built_in_level_parse() {
    for (file, text) in FILES {
        parse_level(text.as_bytes(), file).unwrap();
        let windows = text.replace('\n', "\r\n");
        assert_eq!(parse_level(windows.as_bytes(), file), parse_level(text.as_bytes(), file), "{file}");
        let marked = format!("\u{FEFF}{text}");
        assert_eq!(parse_level(marked.as_bytes(), file), parse_level(text.as_bytes(), file), "{file}");
    }
    assert_eq!(built_in().agents.len(), 2);
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow_the_stack() {
    for open in ["(", "[", "{", "Some(", "(a:", "/*"] {
        check(format!("(version: 1, map: {}", open.repeat(100_000)).as_bytes(), "a.ron");
    }
}

#[test]
fn a_huge_map_is_refused_from_its_header() {
    let error = parse_level(b"type octile\nheight 1000000\nwidth 1000000\nmap\n", "a.map").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 8: expected `height` with a number from 1 to 8192");
    let error = parse_level(&vec![b'1'; 97 << 20], "a.txt").unwrap_err();
    assert_eq!(error.message, "the file has 97 MiB, a level file has at most 96 MiB");
}

#[test]
fn the_place_in_a_file_is_written_as_compilers_write_it() {
    let error = parse_level(b"201\n2x2", "a.txt").unwrap_err();
    assert!(error.in_file("a.txt").starts_with("a.txt:2:2: expected a digit"), "{error}");
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for (file, _) in FILES {
            check(&bytes, file);
        }
        check(&bytes, "unknown");
    }

    #[test]
    fn random_tokens_never_panic(
        tokens in prop::collection::vec(
            prop::sample::select(vec![
                "(", ")", "[", "]", "{", "}", ",", ":", "version", "map", "legend", "agents", "at", "name", "steps",
                "1", "-1", "1e999", "\"", "\"..\"", "'s'", "'", "\\", "//", "/*", "*/", "\n", "r#\"", "\"#", "Some(", "None", "é",
            ]),
            0..60,
        )
    ) {
        check(tokens.concat().as_bytes(), "a.ron");
        check(format!("(version: 1, {}", tokens.concat()).as_bytes(), "a.ron");
    }

    #[test]
    fn truncated_and_mutated_files_never_panic(
        end in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        ascii in any::<bool>(),
    ) {
        for (file, text) in FILES {
            let mut bytes = text.as_bytes().to_vec();
            for (at, byte) in &edits {
                let at = at.index(bytes.len());
                bytes[at] = if ascii { byte & 0x7F } else { *byte };
            }
            check(&bytes, file);
            check(&bytes[..end.index(bytes.len())], file);
        }
    }
}

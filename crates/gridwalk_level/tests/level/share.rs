//! Levels as one line of text: the same level comes back, and damage is detected.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gridwalk_level::formats::{parse_ron, write_ron};
use gridwalk_level::{Document, LevelEdit, ShareError, from_share, to_share};
use gridwalk_pathfinding::Cell;
use gridwalk_testing::levels::random_level;
use gridwalk_testing::{Rng, shipped_level, shipped_levels};

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

#[test]
fn every_shipped_level_comes_back() {
    for shipped in shipped_levels() {
        let level = shipped.parse();
        let shared = to_share(&level);
        // Levels of other formats gain the default terrains once.
        assert_eq!(
            from_share(&shared),
            Ok(parse_ron(&write_ron(&level)).unwrap()),
            "{}",
            shipped.file
        );
        let (head, letters) = shared.split_once('.').unwrap();
        assert!(
            head == "gridwalk1" && letters.chars().all(|letter| LETTERS.contains(letter)),
            "{shared}"
        );
        assert!(
            shared.len() < write_ron(&level).len(),
            "{}: {} letters",
            shipped.file,
            shared.len()
        );
    }
}

#[test]
fn thousands_of_generated_levels_come_back() {
    for seed in 0..3000 {
        let level = parse_ron(&write_ron(&random_level(seed))).unwrap();
        assert_eq!(from_share(&to_share(&level)), Ok(level), "seed {seed}");
    }
}

#[test]
fn white_space_does_no_harm() {
    let level = shipped_level("rooms");
    let letters: Vec<char> = to_share(&level).chars().collect();
    let wrapped: Vec<String> = letters
        .chunks(70)
        .map(|line| line.iter().collect())
        .collect();
    assert_eq!(
        from_share(&format!(
            "  {}\r\n",
            wrapped.join("\n> ").replace("> ", " ")
        )),
        Ok(level)
    );
}

#[test]
fn every_changed_letter_is_found() {
    for name in ["right_angle", "portals"] {
        let level = shipped_level(name);
        let shared = to_share(&level);
        for at in 0..shared.len() {
            for with in LETTERS
                .chars()
                .chain(".=+/é\u{0}".chars())
                .filter(|with| !shared[at..].starts_with(*with))
            {
                let damaged = format!("{}{with}{}", &shared[..at], &shared[at + 1..]);
                let error = from_share(&damaged).expect_err(&damaged);
                let known = matches!(
                    error,
                    ShareError::Damaged | ShareError::NotShared | ShareError::Version(_)
                );
                assert!(
                    known && (at < 10) == (error != ShareError::Damaged),
                    "{error}: {damaged}"
                );
            }
            let cut = from_share(&shared[..at]);
            assert!(
                matches!(cut, Err(ShareError::Damaged | ShareError::NotShared)),
                "{cut:?}"
            );
            let without = format!("{}{}", &shared[..at], &shared[at + 1..]);
            assert!(from_share(&without).is_err(), "{without}");
        }
        assert_eq!(
            from_share(&(shared.clone() + "A")),
            Err(ShareError::Damaged)
        );
        assert_eq!(
            from_share(&shared.replace("gridwalk1", "gridwalk2")),
            Err(ShareError::Version(2))
        );
    }
}

#[test]
fn garbage_is_an_error_and_no_panic() {
    let alphabet: Vec<char> = LETTERS.chars().chain(".=\n #é".chars()).collect();
    for seed in 0..20_000 {
        let rng = &mut Rng(seed);
        let garbage: String = (0..rng.below(200)).map(|_| rng.pick(&alphabet)).collect();
        assert!(
            from_share(&garbage).is_err() && from_share(&format!("gridwalk1.{garbage}")).is_err()
        );
    }
}

/// Returns bytes with a valid checksum, so that only their content can be wrong.
fn packed(text: &[u8]) -> String {
    let packed = miniz_oxide::deflate::compress_to_vec(text, 6);
    raw(&packed)
}

fn raw(packed: &[u8]) -> String {
    let bytes = [&crc32fast::hash(packed).to_le_bytes()[..], packed].concat();
    format!("gridwalk1.{}", URL_SAFE_NO_PAD.encode(bytes))
}

#[test]
fn whole_texts_that_are_no_levels_are_refused_in_words() {
    let sentence = |text: &str| from_share(text).unwrap_err().to_string();
    let error = "the shared level cannot be read: line 1, column 1: the level has no version; expected `version: 1`";
    assert_eq!(sentence(&packed(b"()")), error);
    let damaged = "the shared level is damaged or incomplete; copy it again, from the first letter to the last";
    assert_eq!(sentence(&packed(b"\xFF\xFE")), damaged);
    assert_eq!(sentence(&raw(&[0xFF; 40])), damaged);
    assert_eq!(
        sentence("hello"),
        "this is no shared level; one begins with `gridwalk1.`"
    );
    // A text that expands a thousandfold.
    let bomb = packed(&vec![b' '; 97 << 20]);
    assert!(bomb.len() < 200_000);
    assert_eq!(
        sentence(&bomb),
        "the shared level holds more than 96 MiB of text, the most for a level"
    );
}

#[test]
fn a_level_that_is_not_ready_can_be_shared() {
    let text = "(version: 1, map: [\"..\"], agents: [(at: (0, 0))])";
    let mut document = Document::open(parse_ron(text).unwrap(), Some(text.into()));
    let wall = document.level().grid.terrain_by_glyph('#').unwrap();
    document
        .edit(LevelEdit::Cells(vec![(Cell::new(0, 0), wall)]))
        .unwrap();
    let back = from_share(&to_share(document.level())).unwrap();
    assert_eq!(
        (back.agents, back.grid.cells()),
        (
            document.level().agents.clone(),
            document.level().grid.cells()
        )
    );
}

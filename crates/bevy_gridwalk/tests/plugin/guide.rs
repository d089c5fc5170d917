//! The guide has a place for each thing that a game asks of the plugin.

use super::examples::games::GAMES;

const GUIDE: &str = include_str!("../../docs/guide.md");

/// P10: 26 lines, without a version of Bevy, a table, an edit, or a word on what goes wrong.
#[test]
fn every_topic_has_its_heading_and_every_symptom_its_answer() {
    let headings: Vec<&str> = GUIDE
        .lines()
        .filter(|line| line.starts_with("## ") || line.starts_with("### "))
        .collect();
    for topic in [
        "Cargo",
        "Level files",
        "Edits",
        "Several maps",
        "The game walks",
        "A map of your own",
        "A server",
        "States and pausing",
        "Teleports",
        "Saving",
        "What a tick costs",
        "Several goals",
        "Queries",
        "Questions",
        "What it does not do",
    ] {
        assert!(
            headings
                .iter()
                .any(|line| line.trim_start_matches('#').trim() == topic),
            "{topic}: {headings:#?}"
        );
    }
    for symptom in [
        "My agent isn't moving.",
        "It walks through my wall.",
        "It turns over",
    ] {
        assert!(GUIDE.contains(&format!("**{symptom}")), "{symptom}");
    }
    assert!(
        GUIDE.contains("| bevy_gridwalk | Bevy |")
            && GUIDE.contains("Agents do not see each other")
    );
}

#[test]
fn every_example_is_named() {
    for (name, _) in GAMES {
        assert!(GUIDE.contains(&format!("| `{name}` |")), "{name}");
    }
    let (_, table) = GUIDE.split_once("| Game | Shows |").unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .count();
    assert_eq!(rows, GAMES.len(), "one that is not there");
}

#[test]
fn guide_readme_and_crate_docs_name_every_feature() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, features) = manifest.split_once("[features]\n").unwrap();
    let features = features
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = features
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert!(names.len() > 3, "{names:?}");
    for page in [
        GUIDE,
        include_str!("../../README.md"),
        include_str!("../../src/lib.rs"),
    ] {
        for name in &names {
            assert!(
                page.contains(&format!("| `{name}` |")),
                "{name} is missing in {:?}",
                page.lines().next()
            );
        }
    }
}

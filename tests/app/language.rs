//! The words of the window in each language, read from its paintings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bevy::prelude::*;
use bevy_egui::{EguiContext, egui};
use gridwalk::app::command::{
    AgentCommand, AppCommand, LevelCommand, PlayCommand, Toggle, WatchCommand, WindowCommand,
};
use gridwalk::app::{ChosenLanguage, Heat, Notes, Phrase, Run, Sentence};
use gridwalk_explain::{Breakpoint, Language};
use gridwalk_pathfinding::{Algorithm, OptionChange};

use crate::game::{Game, option};

/// The playground in a window so tall that no part of a panel is scrolled away.
fn game(language: Language) -> Game {
    let mut game = Game::new().sized(1600.0, 2000.0);
    game.app.insert_resource(ChosenLanguage(language));
    game.run(4);
    game
}

fn texts(game: &Game) -> BTreeSet<String> {
    game.texts().iter().map(|(text, _)| text.clone()).collect()
}

/// Words that are the same in every language: names, keys, units, and what is typed as it stands.
const NAMES: [&str; 51] = [
    "gridwalk",
    "Test",
    "F6",
    "F8",
    "scout",
    "guard",
    "floor",
    "road",
    "grass",
    "forest",
    "swamp",
    "water",
    "sand",
    "wall",
    "Dijkstra",
    "IDA",
    "Theta",
    "EN",
    "Tab",
    "Esc",
    "Alt",
    "Delete",
    "Shift",
    "Ctrl",
    "Home",
    "End",
    "Page",
    "up",
    "down",
    "assets",
    "levels",
    "ms",
    "kB",
    "MB",
    "ne",
    "se",
    "sw",
    "nw",
    "dx",
    "dy",
    "F1",
    "F2",
    "F12",
    "off",
    "order",
    "event",
    "expansion",
    "layer",
    "en",
    "zh",
    "or",
];

/// English words of a text, hashes and names aside.
fn english(text: &str) -> Vec<&str> {
    let is_hash =
        |word: &str| word.len() == 16 && word.chars().all(|sign| sign.is_ascii_hexdigit());
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    let words =
        words.filter(|word| word.len() > 1 && word.chars().any(|sign| sign.is_ascii_alphabetic()));
    words
        .filter(|word| !is_hash(word) && !NAMES.contains(word))
        .collect()
}

fn assert_chinese(game: &Game, what: &str) {
    let texts = texts(game);
    assert!(texts.len() > 20, "{what}: only {texts:?}");
    let left: Vec<_> = texts
        .iter()
        .filter(|text| !english(text).is_empty())
        .collect();
    assert!(left.is_empty(), "{what}: still English: {left:#?}");
}

fn is_of(algorithm: Algorithm) -> impl Fn(&Run) -> bool {
    move |run| run.question.query.options.algorithm == algorithm
}

#[test]
fn all_that_is_painted_follows_the_language() {
    let mut game = game(Language::Chinese);
    assert_chinese(&game, "at the start");
    game.command(AgentCommand::SendTo((9, 1).into()));
    game.command(AgentCommand::QueueTo((1, 1).into()));
    game.run(6);
    assert_chinese(&game, "an agent walks");
    game.command(AgentCommand::SendTo((10, 4).into()));
    game.run(6);
    assert_chinese(&game, "an agent finds no way");
    for command in [
        AppCommand::from(Toggle::Help),
        AgentCommand::Select("nobody".to_owned()).into(),
        option("weight", "2").into(),
        LevelCommand::Open("nothing".to_owned()).into(),
    ] {
        game.command(command);
    }
    game.run(2);
    let texts = texts(&game);
    assert!(texts.contains("没有名为 nobody 的智能体。"), "{texts:#?}");
    game.command(option("weight", "1"));
    game.run(400);
    assert_chinese(&game, "the list of keys");
}

#[test]
fn all_that_is_painted_of_a_search_follows_the_language() {
    let mut game = game(Language::Chinese);
    game.watch((1, 1), (8, 4));
    let cell = (3, 4).into();
    for stop in [
        Breakpoint::Opened(cell),
        Breakpoint::Closed(cell),
        Breakpoint::Relaxed(cell),
        Breakpoint::FAbove(40.0),
        Breakpoint::GAbove(40.0),
    ] {
        game.command(PlayCommand::Break(stop));
    }
    game.command(PlayCommand::Break(Breakpoint::Reopened));
    game.command(PlayCommand::Break(Breakpoint::Goal));
    game.command(Toggle::Runs);
    for algorithm in Algorithm::ALL {
        game.command(OptionChange::Algorithm(algorithm));
        game.until("its search is shown", |game| {
            game.shown().is_some_and(is_of(algorithm))
        });
        assert_chinese(&game, &format!("{algorithm:?} begins"));
        game.command(PlayCommand::Forward);
        game.command(PlayCommand::Forward);
        game.run(2);
        assert_chinese(&game, &format!("{algorithm:?} goes on"));
        game.command(PlayCommand::Last);
        game.run(2);
        assert_chinese(&game, &format!("{algorithm:?} ends"));
    }
    game.command(WatchCommand::HeatMap(Heat::Order));
    game.command(WindowCommand::CellMenu(Some((2, 2).into())));
    game.run(2);
    assert_chinese(&game, "the menu of a cell");
    game.command(WindowCommand::CellMenu(None));
    game.command(Toggle::Help);
    game.run(2);
    assert_chinese(&game, "the list of keys");
    let hovered = game.place(3, 3);
    game.point_at(hovered);
    game.run(2);
    assert_chinese(&game, "a cell under the pointer");
}

#[test]
fn in_english_no_text_is_chinese() {
    let is_chinese = |sign: char| ('\u{3000}'..='\u{9FFF}').contains(&sign);
    let mut game = game(Language::English);
    game.watch((1, 1), (8, 4));
    game.command(Toggle::Help);
    game.run(2);
    let texts = texts(&game);
    assert!(
        texts.iter().all(|text| !text.contains(is_chinese)),
        "{texts:#?}"
    );
    for wanted in [
        "Watch",
        "Restart",
        "OPEN LIST",
        "BREAKPOINTS",
        "Step by event, expansion, f-layer",
    ] {
        assert!(texts.contains(wanted), "{wanted}: {texts:#?}");
    }
}

#[test]
fn an_agent_without_orders_waits() {
    for (language, word) in [
        (Language::English, "without an order"),
        (Language::Chinese, "没有指令"),
    ] {
        assert!(game(language).find(word).is_some());
    }
}

#[test]
fn a_sentence_is_said_in_any_language() {
    let sentence = Phrase::Replanned.with("count", 2).with("all", 3);
    assert_eq!(
        sentence.tell(Language::English),
        "Re-planned 2 of 3 walking: the edit crossed their path."
    );
    assert!(sentence.tell(Language::Chinese).contains('2'));
    assert_eq!(
        Sentence::from(Phrase::NoAgentSelected).tell(Language::English),
        "No agent is selected."
    );
}

#[test]
fn news_of_one_kind_replaces_the_old_and_few_are_shown() {
    let mut notes = Notes::default();
    notes.say(Phrase::Replanned.with("count", 1).with("all", 4));
    notes.say(Phrase::Replanned.with("count", 2).with("all", 4));
    assert_eq!(notes.shown().len(), 1);
    for phrase in [
        Phrase::LevelSaved,
        Phrase::NoAgentsToSend,
        Phrase::NoCellChosen,
        Phrase::NoAgentSelected,
    ] {
        notes.warn(phrase);
    }
    assert_eq!(notes.shown().len(), 3);
    assert_eq!(notes.shown()[2].sentence, Phrase::NoAgentSelected.into());
}

/// All characters of the files in a folder.
fn characters(path: &Path, found: &mut BTreeSet<char>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            characters(&entry.unwrap().path(), found);
        }
    } else {
        found.extend(
            fs::read_to_string(path)
                .unwrap()
                .chars()
                .filter(|letter| !letter.is_control()),
        );
    }
}

/// The faces that only the desktop has.
const OF_THE_DESKTOP: [&str; 2] = ["smileys", "symbols"];

/// Looks each of these characters up in the window's faces; gives those that a test finds wrong.
/// Nobody has chosen Chinese, so no installed font is looked for.
fn looked_up(wanted: &BTreeSet<char>, is_wrong: impl Fn(&[&str]) -> bool) -> String {
    let mut game = Game::new();
    let mut contexts = game.app.world_mut().query::<&mut EguiContext>();
    let mut context = contexts.single_mut(game.app.world_mut()).unwrap();
    let fonts = context.get_mut().fonts(|fonts| fonts.definitions().clone());
    assert!(
        OF_THE_DESKTOP
            .iter()
            .all(|name| fonts.font_data.contains_key(*name))
    );
    // Text of equal width has the same faces, in another order.
    let names = fonts.families[&egui::FontFamily::Proportional].iter();
    let parsed = names.map(|name| {
        (
            name.as_str(),
            ttf_parser::Face::parse(&fonts.font_data[name].font, 0).unwrap(),
        )
    });
    let faces: Vec<_> = parsed.collect();
    let drawn_by = |letter: char| {
        let has_it = faces
            .iter()
            .filter(|(_, face)| face.glyph_index(letter).is_some());
        has_it.map(|(name, _)| *name).collect::<Vec<_>>()
    };
    wanted
        .iter()
        .filter(|letter| is_wrong(&drawn_by(**letter)))
        .collect()
}

/// The characters among these that a page cannot draw.
fn missing(wanted: &BTreeSet<char>) -> String {
    looked_up(wanted, |faces| {
        faces.iter().all(|name| OF_THE_DESKTOP.contains(name))
    })
}

/// The sign that shows the whole sentence was another one in a page: it came from a face that only
/// the desktop has.
#[test]
fn desktop_and_page_draw_each_character_by_the_same_face() {
    let mut wanted = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for texts in [
        "assets/texts",
        "crates/gridwalk_explain/texts",
        "assets/levels",
        "assets/lessons",
        "src/app",
    ] {
        characters(&root.join(texts), &mut wanted);
    }
    assert!(wanted.contains(&'▶'));
    let of_a_page = |faces: &[&str]| faces.iter().any(|name| !OF_THE_DESKTOP.contains(name));
    let is_other = |faces: &[&str]| of_a_page(faces) && OF_THE_DESKTOP.contains(&faces[0]);
    assert_eq!(looked_up(&wanted, is_other), "");
}

/// An arrow of an English sentence was shown as an empty box.
#[test]
fn bundled_fonts_have_every_english_character_and_symbol() {
    let mut wanted = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for texts in [
        "assets/texts/en",
        "crates/gridwalk_explain/texts/en",
        "assets/levels",
        "src/app",
    ] {
        characters(&root.join(texts), &mut wanted);
    }
    assert!(wanted.contains(&'×') && wanted.contains(&'▲'));
    // Where lines of Chinese may break is said of signs that no text of ours has.
    let never_shown = "《》「」『』【】！";
    assert_eq!(
        missing(&wanted).replace(|sign| never_shown.contains(sign), ""),
        ""
    );
}

/// Without an installed font all texts were English.
#[test]
fn chinese_texts_are_complete_without_installed_fonts() {
    let mut wanted = BTreeSet::new();
    let explain = "crates/gridwalk_explain";
    for texts in [
        "assets/texts/zh",
        "assets/lessons",
        &format!("{explain}/texts/zh"),
        &format!("{explain}/src"),
    ] {
        characters(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(texts),
            &mut wanted,
        );
    }
    assert!(wanted.iter().filter(|letter| !letter.is_ascii()).count() > 600);
    assert_eq!(missing(&wanted), "", "assets/fonts/subset.sh takes them up");
}

//! What the window says in each language, read from what it paints.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::egui::Shape;
use bevy_egui::{EguiFullOutput, EguiPostUpdateSet};
use gridwalk::app::{AppCommand, ChosenLanguage, Run};
use gridwalk::pathfinding::{Algorithm, Language};

use crate::game::Game;

/// All texts of the last frame.
#[derive(Resource, Default)]
struct Painted(BTreeSet<String>);

fn read(outputs: Query<&EguiFullOutput>, mut painted: ResMut<Painted>) {
    painted.0.clear();
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        for shape in &output.shapes {
            collect(&shape.shape, &mut painted.0);
        }
    }
}

fn collect(shape: &Shape, texts: &mut BTreeSet<String>) {
    match shape {
        Shape::Text(text) => drop(texts.insert(text.galley.text().to_owned())),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
        _ => {}
    }
}

/// The playground in a window so tall that no part of a panel is scrolled away.
fn game(language: Language) -> Game {
    let mut game = Game::new();
    let reading = read.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput);
    game.app.init_resource::<Painted>().add_systems(PostUpdate, reading);
    game.app.insert_resource(ChosenLanguage(language));
    game.app.world_mut().get_mut::<Window>(game.window).unwrap().resolution.set(1600.0, 2000.0);
    game.run(4);
    game
}

fn texts(game: &Game) -> BTreeSet<String> {
    game.app.world().resource::<Painted>().0.clone()
}

/// Words that are the same in every language: names, keys, units, and what is typed as it stands.
const NAMES: [&str; 40] = [
    "gridwalk",
    "Test",
    "scout",
    "guard",
    "floor",
    "wall",
    "Dijkstra",
    "IDA",
    "Theta",
    "EN",
    "Tab",
    "Esc",
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
    let is_hash = |word: &str| word.len() == 16 && word.chars().all(|sign| sign.is_ascii_hexdigit());
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    let words = words.filter(|word| word.len() > 1 && word.chars().any(|sign| sign.is_ascii_alphabetic()));
    words.filter(|word| !is_hash(word) && !NAMES.contains(word)).collect()
}

fn assert_chinese(game: &Game, what: &str) {
    let texts = texts(game);
    assert!(texts.len() > 20, "{what}: only {texts:?}");
    let left: Vec<_> = texts.iter().filter(|text| !english(text).is_empty()).collect();
    assert!(left.is_empty(), "{what}: still English: {left:#?}");
}

fn is_of(algorithm: Algorithm) -> impl Fn(&Run) -> bool {
    move |run| run.question.options.algorithm == algorithm
}

#[test]
fn all_that_is_painted_follows_the_language() {
    let mut game = game(Language::Chinese);
    assert_chinese(&game, "at the start");
    game.command(AppCommand::SendTo((9, 1).into()));
    game.command(AppCommand::QueueTo((1, 1).into()));
    game.run(6);
    assert_chinese(&game, "an agent walks");
    game.command(AppCommand::SendTo((10, 4).into()));
    game.run(6);
    assert_chinese(&game, "an agent finds no way");
    for command in [
        AppCommand::ToggleHelp,
        AppCommand::Select("nobody".to_owned()),
        AppCommand::Set("weight".to_owned(), "2".to_owned()),
        AppCommand::OpenLevel("nothing".to_owned()),
    ] {
        game.command(command);
    }
    game.run(2);
    let texts = texts(&game);
    assert!(texts.contains("没有名为 nobody 的智能体。"), "{texts:#?}");
    game.command(AppCommand::Set("weight".to_owned(), "1".to_owned()));
    game.run(400);
    assert_chinese(&game, "the list of keys");
}

#[test]
fn all_that_is_painted_of_a_search_follows_the_language() {
    let mut game = game(Language::Chinese);
    game.watch((1, 1), (8, 4));
    for breakpoint in ["opened 3,4", "closed 3,4", "relaxed 3,4", "f > 40", "g > 40", "reopened", "goal"] {
        game.command(AppCommand::Break(breakpoint.to_owned()));
    }
    game.command(AppCommand::ToggleRuns);
    for algorithm in Algorithm::ALL {
        game.command(AppCommand::Set("algorithm".to_owned(), algorithm.name().to_owned()));
        game.until("its search is shown", |game| game.shown().is_some_and(is_of(algorithm)));
        assert_chinese(&game, &format!("{algorithm:?} begins"));
        game.command(AppCommand::StepForward);
        game.command(AppCommand::StepForward);
        game.run(2);
        assert_chinese(&game, &format!("{algorithm:?} goes on"));
        game.command(AppCommand::Last);
        game.run(2);
        assert_chinese(&game, &format!("{algorithm:?} ends"));
    }
    game.command(AppCommand::CompareRun(0));
    game.command(AppCommand::HeatMap("order".to_owned()));
    game.command(AppCommand::CellMenu(Some((2, 2).into())));
    game.run(2);
    assert_chinese(&game, "a comparison and the menu of a cell");
    game.command(AppCommand::CellMenu(None));
    game.command(AppCommand::ToggleHelp);
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
    game.command(AppCommand::ToggleHelp);
    game.run(2);
    let texts = texts(&game);
    assert!(texts.iter().all(|text| !text.contains(is_chinese)), "{texts:#?}");
    for wanted in ["Watch", "Restart", "OPEN LIST", "BREAKPOINTS", "step by event, expansion, f-layer"] {
        assert!(texts.contains(wanted), "{wanted}: {texts:#?}");
    }
}

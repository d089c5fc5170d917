//! The rows of the options in the side panel.

use bevy::prelude::*;
use bevy_gridwalk::PathfindingOptions;
use gridwalk_pathfinding::{Algorithm, Heuristic, OptionChange, OptionKey, Support};

use super::game::{Game, option};

/// A mistake lost what was typed, and showed the parser's own message.
#[test]
fn invalid_formula_stays_in_its_field() {
    let mut game = Game::new().sized(1280.0, 1200.0);
    game.command(option("heuristic", "dx + dy"));
    game.run(3);
    let formula = |game: &Game| match &game
        .app
        .world()
        .resource::<PathfindingOptions>()
        .options
        .heuristic
    {
        Heuristic::Formula(formula) => formula.text().to_owned(),
        other => panic!("{other:?} is no formula"),
    };
    game.click_text("dx + dy");
    game.press(KeyCode::KeyQ);
    game.press(KeyCode::Enter);
    game.run(3);
    let typed = |game: &Game| {
        game.texts()
            .iter()
            .map(|(text, _)| text.clone())
            .find(|text| text.contains('q') && text.len() == 8)
    };
    let wrong = typed(&game).unwrap_or_else(|| panic!("it stays among {:?}", game.texts()));
    assert!(
        game.says(&format!("the formula `{wrong}` cannot be read: ")),
        "{:?}",
        game.texts()
    );
    assert_eq!(
        formula(&game),
        "dx + dy",
        "the search goes by the last one that could be read"
    );
    game.click_text(&wrong);
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(
        game.find("dx + dy").is_some() && !game.says("the formula `"),
        "{:?}",
        game.texts()
    );
}

#[test]
fn options_without_effect_are_grey_and_say_so() {
    let mut game = Game::new().sized(1280.0, 2000.0);
    game.click_text("MORE OPTIONS");
    let unused = |algorithm: Algorithm| {
        OptionKey::ALL
            .into_iter()
            .filter(move |key| algorithm.support(*key) == Support::Unused)
    };
    for algorithm in [Algorithm::Dijkstra, Algorithm::AStar] {
        game.command(OptionChange::Algorithm(algorithm));
        game.run(3);
        for key in unused(algorithm) {
            let title = game
                .find(key.title())
                .unwrap_or_else(|| panic!("{key:?} among {:?}", game.texts()))
                .center();
            game.point_at(Vec2::new(title.x, title.y));
            game.run(60);
            let tip = format!(
                "“{}” has no effect: {} does not use it.",
                key.title(),
                algorithm.title()
            );
            assert!(game.says(&tip), "{tip} is missing among {:?}", game.texts());
            assert!(
                game.is_faded(key.title()) && !game.is_faded(OptionKey::Algorithm.title()),
                "{key:?}"
            );
        }
    }
    assert!(unused(Algorithm::Dijkstra).count() > 0);
}

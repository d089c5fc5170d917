//! The path of the selected agent, shown as the stack that it is.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_gridwalk::PathStack;
use gridwalk::app::command::{AgentCommand, LevelCommand, Toggle};

use super::game::Game;

/// Returns the number of cells that the panel says are left.
fn left(game: &Game) -> Option<usize> {
    let count = |text: &str| {
        text.strip_suffix(" cells left")
            .or(text.strip_suffix(" cell left"))?
            .parse()
            .ok()
    };
    game.texts().iter().find_map(|(text, _)| count(text))
}

fn stack(game: &mut Game, agent: &str) -> Vec<String> {
    let agent = game.agent(agent);
    let stack = game.app.world().get::<PathStack>(agent);
    stack.map_or_else(Vec::new, |stack| {
        stack.ahead().map(|cell| cell.to_string()).collect()
    })
}

#[test]
fn stack_is_pushed_from_the_goal_and_popped_until_empty() {
    let mut game = Game::shipped("walk_the_stack")
        .sized(1280.0, 1400.0)
        .with_stack();
    // It has set off by itself meanwhile.
    game.command(LevelCommand::Restart);
    game.command(AgentCommand::SendTo((7, 5).into()));
    game.until("the path is pushed", |game| game.says("pushed, goal first"));
    assert!(
        game.find("goal").is_some() && game.find("top: walking there").is_none(),
        "the goal comes first"
    );
    game.until("all of it is pushed", |game| {
        game.find("top: walking there").is_some()
    });
    let cells = stack(&mut game, "walker");
    assert_eq!(left(&game), Some(cells.len()));
    // The goal is named further up as well.
    let place = |game: &Game, wanted: &str| {
        let places = game
            .texts()
            .iter()
            .filter(|(text, _)| text == wanted)
            .map(|(_, rect)| *rect);
        places
            .max_by(|a, b| a.top().total_cmp(&b.top()))
            .unwrap_or_else(|| panic!("{wanted}: {:?}", game.texts()))
    };
    let heights: Vec<f32> = cells
        .iter()
        .map(|cell| place(&game, cell).center().y)
        .collect();
    assert!(
        heights.is_sorted(),
        "the next cell is on top, the goal at the bottom: {heights:?}"
    );
    assert!((place(&game, "top: walking there").center().y - heights[0]).abs() < 3.0);
    assert!(place(&game, "start: not pushed").center().y < heights[0]);
    assert!(game.says("speed × 15 ms = 0.0"), "{:?}", game.texts());
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        game.run(1);
        let Some(count) = left(&game).filter(|count| *count > 0) else {
            break;
        };
        assert_eq!(count, stack(&mut game, "walker").len());
        seen.insert(count);
    }
    assert_eq!(seen, (1..=seen.len()).collect(), "each pop was in sight");
    game.run(2);
    assert!(stack(&mut game, "walker").is_empty() && left(&game) == Some(0));
    assert!(
        game.find("The stack is empty: the agent has arrived.")
            .is_some(),
        "{:?}",
        game.texts()
    );
}

#[test]
fn inadmissible_estimate_is_named_while_the_agent_walks() {
    let mut game = Game::shipped("walk_the_stack")
        .sized(1280.0, 1400.0)
        .with_stack();
    game.command(AgentCommand::SendTo((7, 5).into()));
    let says = |game: &Game| game.says("The estimate is too high at");
    game.until("it is judged", says);
    // With octile distance it is not.
    game.command(super::game::option("heuristic", "octile"));
    game.command(AgentCommand::SendTo((1, 1).into()));
    game.until("it is judged again", |game| !says(game));
    game.run(30);
    assert!(!says(&game));
}

#[test]
fn a_long_stack_shows_its_top_and_its_goal() {
    let row = format!("\"{}\",", ".".repeat(40));
    let rows = row.repeat(3);
    let level =
        format!("(version: 1, name: \"Long\", map: [{rows}], agents: [(name: \"a\", at: (0, 1))])");
    let mut game = Game::with(&level).sized(1280.0, 1400.0).with_stack();
    game.command(Toggle::ReducedMotion);
    game.command(AgentCommand::SendTo((39, 1).into()));
    game.until("it is pushed at once", |game| {
        game.find("top: walking there").is_some()
    });
    assert!(!game.says("pushed, goal first"));
    assert_eq!(left(&game), Some(39));
    assert!(game.find("(6, 1)").is_some() && game.find("(7, 1)").is_none());
    assert!(game.find("(39, 1)").is_some() && game.find("and 32 more").is_none());
    assert!(game.says("    and 32 more"), "{:?}", game.texts());
    // Agents that were sent nowhere have no stack, and the panel says how to fill it.
    game.press(KeyCode::KeyS);
    game.until("it has stopped", |game| {
        game.says("The order was cancelled: its stack is gone.")
    });
}

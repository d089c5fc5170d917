//! One search core: the window, its agents and the command line give the same three numbers.

use std::process::Command;

use bevy::prelude::*;
use bevy_gridwalk::{LastSearch, NavGrid};
use gridwalk::app::Paused;
use gridwalk::app::command::{AgentCommand, WatchCommand};
use gridwalk_pathfinding::{Algorithm, Cell, Cost, OptionChange, Path, SearchOptions, SearchStats};

use super::game::Game;

/// Expanded cells, cost and hash of the path.
type Numbers = (u64, Option<String>, Option<String>);

/// Nine digits: the last ones of a number are lost where it is read from text.
fn digits(cost: f64) -> String {
    format!("{cost:.9}")
}

fn numbers(
    stats: SearchStats,
    options: &SearchOptions,
    cost: Option<Cost>,
    hash: Option<u64>,
) -> Numbers {
    let cost = cost.map(|cost| digits(options.units().to_f64(cost)));
    (
        stats.expanded,
        cost,
        hash.map(|hash| format!("{hash:016x}")),
    )
}

/// Returns the answer of `gridwalk solve --json`; `None` if the settings are refused.
fn answer(
    level: &str,
    options: &SearchOptions,
    shown: Algorithm,
    start: Cell,
    goal: Cell,
) -> Option<Numbers> {
    let cell = |cell: Cell| format!("{},{}", cell.x, cell.y);
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    // Where steps are shown `auto` is another one, which is asked for by name: without steps it is
    // the planner.
    let algorithm = match shown {
        Algorithm::Auto => Algorithm::AStar,
        shown => shown,
    };
    command.args(["solve", level, "--json", "--algorithm", algorithm.name()]);
    command.args(["--start", &cell(start), "--goal", &cell(goal)]);
    if options.algorithm == Algorithm::WeightedAStar {
        command.args(["--weight", &options.weight.get().to_string()]);
    }
    let output = command.output().unwrap();
    if output.status.code() == Some(2) {
        return None;
    }
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let hash = answer["path_hash"].as_str().map(str::to_owned);
    Some((
        answer["expanded"].as_u64().unwrap(),
        answer["cost"].as_f64().map(digits),
        hash,
    ))
}

#[test]
fn window_agents_and_command_line_count_the_same() {
    let mut answered = 0;
    for name in ["right_angle", "four_algorithms", "river_crossing"] {
        let file = format!(
            "{}/assets/levels/{name}.level.ron",
            env!("CARGO_MANIFEST_DIR")
        );
        // Agents of a crowd follow fields, and are answered by no search of their own.
        let text = std::fs::read_to_string(&file)
            .unwrap()
            .replace("crowd: true,", "");
        let mut game = Game::with(&text);
        game.app.world_mut().resource_mut::<Paused>().0 = true;
        let agent = game.agents_in_order().remove(0);
        game.command(AgentCommand::Select(agent.1.clone()));
        for algorithm in Algorithm::ALL {
            game.command(OptionChange::Algorithm(algorithm));
            // The agent.
            let goal = game
                .app
                .world()
                .get::<LastSearch>(agent.0)
                .expect("it has orders of its own")
                .query
                .goal;
            game.app
                .world_mut()
                .entity_mut(agent.0)
                .remove::<LastSearch>();
            game.command(AgentCommand::SendTo(goal));
            game.until("the agent has an answer", |game| {
                game.app.world().get::<LastSearch>(agent.0).is_some()
            });
            let last = game.app.world().get::<LastSearch>(agent.0).unwrap().clone();
            assert_eq!(last.query.options.algorithm, algorithm);
            let shown = last
                .query
                .options
                .algorithm_on(game.app.world().resource::<NavGrid>().grid());
            let wanted = answer(
                &file,
                &last.query.options,
                shown,
                last.query.start,
                last.query.goal,
            );
            if let Some(wanted) = &wanted {
                let walked = numbers(last.stats, &last.query.options, last.cost, last.path_hash);
                if algorithm == Algorithm::Auto {
                    // An agent is answered by the planner: the path may be another of the same
                    // cost.
                    assert_eq!(
                        walked.1, wanted.1,
                        "{name}: an agent from {} to {goal}",
                        last.query.start
                    );
                } else {
                    assert_eq!(
                        walked, *wanted,
                        "{name}, {algorithm:?}: an agent from {} to {goal}",
                        last.query.start
                    );
                }
            }
            // The window.
            game.command(WatchCommand::Begin);
            game.until("the window has an answer", |game| {
                let recording = game.recording();
                !recording.is_busy() && (recording.shown.is_some() || recording.refused.is_some())
            });
            let shown = game.shown().map(|run| {
                let hash = run.outcome.path().map(Path::hash);
                assert_eq!(
                    (run.question.query.start, run.question.query.goal),
                    (last.query.start, goal)
                );
                numbers(
                    run.outcome.stats(),
                    &run.question.query.options,
                    run.outcome.cost(),
                    hash,
                )
            });
            assert_eq!(
                shown, wanted,
                "{name}, {algorithm:?}: the window from {} to {goal}",
                last.query.start
            );
            answered += usize::from(wanted.is_some());
            game.command(WatchCommand::Toggle);
            game.run(2);
        }
    }
    assert!(answered >= 25, "only {answered} of 42 were not refused");
}

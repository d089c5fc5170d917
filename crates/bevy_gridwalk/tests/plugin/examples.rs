//! The games of the examples, without a window.

#[path = "../../examples/games/main.rs"]
#[expect(dead_code, reason = "its `main` opens a window")]
pub mod games;

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::Counters;
use bevy_gridwalk::prelude::*;

use super::game::{Said, TICK, listen};

fn play(name: &str, ticks: u32) -> App {
    let game = games::GAMES
        .into_iter()
        .find(|(other, _)| *other == name)
        .unwrap()
        .1;
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(TICK))
        .init_resource::<Said>()
        .add_systems(Last, listen);
    game(&mut app);
    super::game::start(&mut app);
    for _ in 0..ticks {
        app.update();
        if app.should_exit().is_some() {
            break;
        }
    }
    assert_eq!(
        app.world().resource::<Counters>().steps_into_blocked,
        0,
        "{name}"
    );
    app
}

fn arrived(app: &App) -> Vec<Cell> {
    app.world()
        .resource::<Said>()
        .arrived
        .iter()
        .map(|it| it.cell)
        .collect()
}

fn reasons(app: &App) -> Vec<String> {
    app.world()
        .resource::<Said>()
        .failed
        .iter()
        .map(|it| it.reason.to_string())
        .collect()
}

#[test]
fn agents_of_the_examples_come_to_where_they_are_sent() {
    for (name, ticks) in [("minimal", 300), ("own_movement", 300), ("own_grid", 600)] {
        let app = play(name, ticks);
        let goal = if name == "own_grid" {
            Cell::new(11, 4)
        } else {
            Cell::new(7, 0)
        };
        assert_eq!(arrived(&app), [goal], "{name}");
    }
    let app = play("headless_server", 400);
    assert_eq!(arrived(&app).len(), 16);
    assert_eq!(app.should_exit(), Some(AppExit::Success));
    assert_eq!(arrived(&play("budget", 600)).len(), 32);
}

#[test]
fn agents_of_the_examples_go_on_where_the_map_changes() {
    let app = play("dynamic_obstacles", 900);
    assert!(arrived(&app).len() > 12, "{}", arrived(&app).len());
    assert!(app.world().resource::<Counters>().crossed > 2);
    let app = play("new_wall", 600);
    assert_eq!(
        (arrived(&app), app.should_exit()),
        (vec![Cell::new(6, 0)], Some(AppExit::Success))
    );
    assert_eq!(
        app.world().resource::<Counters>().crossed,
        1,
        "it was on its way"
    );
    let app = play("nearest_goal", 900);
    assert_eq!(arrived(&app).len(), 3);
    assert!(
        !arrived(&app).contains(&Cell::new(9, 0)),
        "that well dried up: {:?}",
        arrived(&app)
    );
    assert!(arrived(&play("observers", 900)).len() > 6, "there and back");
    assert!(arrived(&play("isometric", 900)).len() > 1);
}

#[test]
fn games_that_ask_before_they_act_get_true_answers() {
    let app = play("tower_defence", 600);
    let towers = app.world().resource::<games::tower_defence::Towers>();
    let refused = [3, 5, 7, 9].map(|x| Cell::new(x, 4));
    assert_eq!(
        (towers.built.len(), &towers.refused[..]),
        (16, &refused[..]),
        "the last of each column"
    );
    assert_eq!(arrived(&app), [Cell::new(11, 2)]);
    // (2, 2) looks through the gap, but not far enough.
    assert_eq!(arrived(&play("tactics", 300)), [Cell::new(3, 2)]);
}

#[test]
fn heroes_of_the_dungeon_come_down_all_floors() {
    let app = play("floors", 3200);
    assert_eq!(arrived(&app), [Cell::new(9, 4); 15]);
    let lowest = app.world().resource::<games::floors::Dungeon>().0[4];
    let mut heroes = app.world().try_query::<&OnMap>().unwrap();
    assert!(heroes.iter(app.world()).all(|on| on.0 == lowest));
    assert!(
        app.world().resource::<Counters>().crossed > 0,
        "the door falls shut"
    );
}

#[test]
fn of_two_sizes_the_large_one_has_no_path() {
    let app = play("two_sizes", 900);
    assert_eq!(reasons(&app), ["the goal is walled off"]);
    assert_eq!(arrived(&app), [Cell::new(9, 4); 2]);
}

#[test]
fn columns_of_a_crowd_pass_through_a_gap() {
    let mut app = play("crossing", 900);
    assert_eq!(arrived(&app).len(), 10);
    let mut places = app
        .world_mut()
        .query_filtered::<&AgentCell, With<InCrowd>>();
    let mut cells: Vec<Cell> = places.iter(app.world()).map(|at| at.0).collect();
    assert!(
        (0..5).all(|y| cells.contains(&Cell::new(1, y))),
        "{cells:?}"
    );
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), 10, "each on a cell of its own");
    let mut members = app.world_mut().query::<&CrowdState>();
    assert!(
        members
            .iter(app.world())
            .all(|state| *state == CrowdState::Settled)
    );
}

#[test]
fn every_reason_is_said_once() {
    let app = play("failures", 10);
    let mut reasons = reasons(&app);
    let all = reasons.len();
    reasons.sort();
    reasons.dedup();
    assert_eq!((all, reasons.len()), (21, 21), "{reasons:#?}");
}

#[test]
fn the_level_file_is_loaded_and_its_agents_are_dressed() {
    let mut app = play("level_file", 10);
    let deadline = Instant::now() + Duration::from_secs(20);
    while arrived(&app).len() < 2 {
        assert!(
            Instant::now() < deadline,
            "{:?}",
            app.world().resource::<ActiveLevel>()
        );
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut dressed = app
        .world_mut()
        .query_filtered::<(), (With<Sprite>, With<FacePath>)>();
    assert_eq!(dressed.iter(app.world()).count(), 2);
}

//! The plugins in any game: in any order, beside files and agents of its own.

use std::fmt::Debug;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext};
use bevy::log::tracing::field::Field;
use bevy::log::tracing::span::{Attributes, Id, Record};
use bevy::log::tracing::subscriber::set_global_default;
use bevy::log::tracing::{Event, Metadata, Subscriber};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::prelude::*;
use bevy_gridwalk::{LevelFilePlugin, LevelUpdate};
use gridwalk_level::formats::parse_ron;

use super::game::{TICK, on, start, ticks};

const LEVEL: &str =
    "(version: 1, map: [\"....\"], agents: [(name: \"a\", at: (0, 0), goals: [(3, 0)])])";

/// P16: `LevelPlugin` before `PathfindingPlugin` panicked about a private type.
#[test]
fn level_plugins_come_before_or_after_the_one_that_walks() {
    for levels_first in [true, false] {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default()));
        if levels_first {
            app.add_plugins((LevelPlugin, PathfindingPlugin::in_schedule(Update)));
        } else {
            app.add_plugins((PathfindingPlugin::in_schedule(Update), LevelPlugin));
        }
        app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
        start(&mut app);
        app.world_mut()
            .write_message(LevelUpdate::show(&parse_ron(LEVEL).unwrap()));
        ticks(&mut app, 4);
        let mut agents = app.world_mut().query_filtered::<(), With<PathStack>>();
        assert_eq!(
            agents.iter(app.world()).count(),
            1,
            "levels first: {levels_first}"
        );
    }
}

#[test]
#[should_panic(expected = "add the `PathfindingPlugin` as well")]
fn levels_without_the_plugin_that_walks_say_what_is_missing() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, AssetPlugin::default(), LevelFilePlugin));
    start(&mut app);
}

/// P13: opening a level despawned every agent with a name, also the game's.
#[test]
fn a_level_despawns_only_what_it_has_spawned() {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        AssetPlugin::default(),
        LevelPlugin,
        PathfindingPlugin::default(),
    ));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    start(&mut app);
    let own = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(1, 0), 4.0), AgentName("a".into())))
        .id();
    for _ in 0..2 {
        app.world_mut()
            .write_message(LevelUpdate::show(&parse_ron(LEVEL).unwrap()));
        ticks(&mut app, 3);
    }
    let mut agents = app.world_mut().query::<(Entity, &AgentName)>();
    assert_eq!(
        agents.iter(app.world()).count(),
        2,
        "the game's and the level's"
    );
    assert!(app.world().get_entity(own).is_ok());
}

#[derive(Asset, TypePath)]
struct Dialogue;

#[derive(Default, TypePath)]
struct Dialogues;

impl AssetLoader for Dialogues {
    type Asset = Dialogue;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> std::io::Result<Dialogue> {
        reader.read_to_end(&mut Vec::new()).await?;
        Ok(Dialogue)
    }

    fn extensions(&self) -> &[&str] {
        &["ron", "txt"]
    }
}

/// P17: the loader claimed `.ron` and `.txt` for the whole game.
#[test]
fn other_asset_files_are_ignored_and_maps_known_by_request() {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in [
        ("hello.txt", "Hello"),
        ("who.ron", "(1)"),
        ("a.level.ron", LEVEL),
        ("b.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n"),
    ] {
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    let file_path = folder.path().to_str().unwrap().to_owned();
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        AssetPlugin {
            file_path,
            ..default()
        },
    ))
    .init_asset::<Dialogue>()
    .init_asset_loader::<Dialogues>()
    .add_plugins((PathfindingPlugin::default(), LevelPlugin));
    start(&mut app);
    let server = app.world().resource::<AssetServer>().clone();
    let said: [UntypedHandle; 2] =
        ["hello.txt", "who.ron"].map(|file| server.load_builder().load_untyped(file).into());
    let levels =
        ["a.level.ron", "b.map"].map(|file| server.load::<bevy_gridwalk::LevelAsset>(file));
    let deadline = Instant::now() + Duration::from_secs(20);
    let all = |app: &App| {
        levels.iter().all(|level| {
            app.world()
                .resource::<Assets<bevy_gridwalk::LevelAsset>>()
                .get(level)
                .is_some()
        })
    };
    while !(all(&app) && app.world().resource::<Assets<Dialogue>>().len() == 2) {
        assert!(
            Instant::now() < deadline,
            "{:?}",
            levels.each_ref().map(|level| server.load_state(level))
        );
        app.update();
        std::thread::sleep(Duration::from_millis(2));
    }
    drop(said);
}

/// P22: what the plugin knows could not be seen in a game.
#[test]
fn gizmos_take_one_line_and_run_without_agents_map_or_window() {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        AssetPlugin::default(),
        PathfindingPlugin::default(),
        GridGizmosPlugin,
    ))
    .init_asset::<GizmoAsset>();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    start(&mut app);
    ticks(&mut app, 2);
    app.insert_resource(NavGrid::new(Grid::from_rows(&["..#.", "...."])));
    app.world_mut()
        .resource_mut::<GizmoConfigStore>()
        .config_mut::<GridGizmos>()
        .1
        .regions = true;
    app.world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 1.0), MoveTo(Cell::new(3, 0))));
    app.world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 1.0), MoveTo(Cell::new(2, 0))));
    ticks(&mut app, 5);
}

/// The lines of a log.
static LOGGED: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Log;

impl Subscriber for Log {
    fn enabled(&self, of: &Metadata<'_>) -> bool {
        of.target().starts_with("bevy_gridwalk")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let level = *event.metadata().level();
        event.record(&mut |_: &Field, text: &dyn Debug| {
            LOGGED.lock().unwrap().push(format!("{level} {text:?}"));
        });
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// With the feature `log` a game that reads none of the messages sees what is refused.
#[test]
fn what_is_refused_or_fails_is_a_line_in_the_log() {
    set_global_default(Log).unwrap();
    let mut app = on(&["..#.", "...."]);
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 1.0), MoveTo(Cell::new(2, 0))))
        .id();
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(70, 7)]));
    app.world_mut().write_message(PlaceAgent {
        agent,
        cell: Cell::new(2, 0),
    });
    ticks(&mut app, 3);
    let logged = LOGGED.lock().unwrap();
    for line in [
        "WARN an edit of (70, 7) is refused: ".to_owned(),
        format!("WARN {agent} cannot be put onto (2, 0), which is blocked"),
        format!("DEBUG {agent} does not go to (2, 0): the goal is blocked"),
    ] {
        assert!(
            logged.iter().any(|it| it.starts_with(&line)),
            "{line}: {logged:#?}"
        );
    }
}

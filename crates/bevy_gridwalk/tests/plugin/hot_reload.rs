//! Level files under a running app: they are followed, and a broken one harms nothing.

use std::time::{Duration, Instant};

use bevy::asset::AssetPath;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    ActiveLevel, AgentCell, AgentMotion, AgentName, CannotStand, CrowdMember, CrowdState, EditGrid,
    FailReason, GridAgent, InCrowd, LevelOptions, LevelPlugin, LevelUpdate, NavGrid, OpenLevel,
    PathFailed, PathRequest, PathStack, PathfindingOptions, PathfindingPlugin, Patrol,
};
use gridwalk_level::formats::parse_ron;
use gridwalk_pathfinding::{Algorithm, Cell, GridEdit, TerrainId};
use tempfile::TempDir;

const FILE: &str = "test.level.ron";

struct Game {
    app: App,
    folder: TempDir,
}

impl Game {
    /// An app with this file open; the first answer of the asset server is there.
    fn new(level: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            TransformPlugin,
            AssetPlugin {
                file_path: folder.path().to_str().unwrap().to_owned(),
                watch_for_changes_override: Some(true),
                ..default()
            },
            PathfindingPlugin::default(),
            LevelPlugin,
        ));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(
            15_625,
        )));
        app.finish();
        app.cleanup();
        let mut game = Self { app, folder };
        game.write(level);
        game.open();
        game.until("the file is answered for", |game| {
            game.active().level.is_some() || game.active().error.is_some()
        });
        game.ticks(2);
        game
    }

    fn write(&self, level: &str) {
        std::fs::write(self.folder.path().join(FILE), level).unwrap();
    }

    fn open(&mut self) {
        self.app
            .world_mut()
            .write_message(OpenLevel(AssetPath::from(FILE)));
    }

    fn ticks(&mut self, n: u32) {
        for _ in 0..n {
            self.app.update();
        }
    }

    /// Real files need real time.
    fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let begin = Instant::now();
        while !holds(self) {
            assert!(
                begin.elapsed() < Duration::from_secs(20),
                "it never happens: {what}; {:?}",
                self.active().error
            );
            self.app.update();
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn active(&self) -> &ActiveLevel {
        self.app.world().resource()
    }

    fn is_wall(&self, x: i32, y: i32) -> bool {
        !self
            .app
            .world()
            .resource::<NavGrid>()
            .grid()
            .is_walkable(Cell::new(x, y))
    }

    fn width(&self) -> u32 {
        self.app.world().resource::<NavGrid>().grid().width()
    }

    fn find(&self, name: &str) -> Option<Entity> {
        let mut agents = self.app.world().try_query::<(Entity, &AgentName)>()?;
        agents
            .iter(self.app.world())
            .find(|(_, agent)| agent.0 == name)
            .map(|(entity, _)| entity)
    }

    fn get<C: Component>(&self, agent: Entity) -> Option<&C> {
        self.app.world().get(agent)
    }

    fn cell(&self, agent: Entity) -> Cell {
        self.get::<AgentCell>(agent).unwrap().0
    }

    fn error(&self) -> &str {
        self.active().error.as_deref().unwrap_or_default()
    }
}

fn level(rows: &[&str], agents: &str) -> String {
    format!("(\n    version: 1,\n    map: {rows:?},\n    agents: [{agents}],\n)\n")
}

const OPEN: [&str; 3] = ["........", "........", "........"];
const ANNA: &str = "(name: \"anna\", at: (0, 0), goals: [(7, 0)], speed: 1.0)";

#[test]
fn the_grid_follows_its_file_and_agents_stay_where_they_are() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    let anna = game.find("anna").unwrap();
    game.until("she is under way", |game| {
        game.get::<AgentMotion>(anna).unwrap().position.x > 1.2
    });
    game.write(&level(&["....#...", "....#...", "........"], ANNA));
    let begin = Instant::now();
    game.until("the wall is there", |game| game.is_wall(4, 0));
    assert!(
        begin.elapsed() < Duration::from_secs(5),
        "it takes {:?}",
        begin.elapsed()
    );
    assert_eq!(game.find("anna"), Some(anna), "the same one");
    assert!(
        game.get::<AgentMotion>(anna).unwrap().position.x > 1.2,
        "she does not begin again"
    );
    game.until("she arrives", |game| game.cell(anna) == Cell::new(7, 0));
}

#[test]
fn a_broken_file_keeps_the_last_good_level_and_says_where() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    let shown = game.active().level.clone();
    for round in 0..2 {
        game.write(&level(&["........", "..?.....", "........"], ANNA));
        game.until("the mistake is found", |game| game.active().error.is_some());
        assert!(
            game.error().starts_with("test.level.ron:3:"),
            "{}",
            game.error()
        );
        assert_eq!(game.active().level.is_some(), shown.is_some());
        assert_eq!(game.width(), 8);
        // Another mistake, another sentence.
        game.write("(version: 1,\n  map: [\"..\", \".\"])");
        game.until("the other mistake is found", |game| {
            game.error().starts_with("test.level.ron:2:")
        });
        let mended = [
            "........",
            "........",
            if round == 0 { ".#......" } else { "#......." },
        ];
        game.write(&level(&mended, ANNA));
        game.until("it is mended", |game| game.active().error.is_none());
        game.ticks(2);
        assert!(game.is_wall(1 - round, 2));
    }
    // What was good before the mistake is good again afterwards, though nothing differs.
    let text = level(&["........", "........", "#......."], ANNA);
    game.write("(");
    game.until("the mistake is found", |game| game.active().error.is_some());
    game.write(&text);
    game.until("the sentence goes", |game| game.active().error.is_none());
}

#[test]
fn level_broken_at_the_start_recovers_when_fixed() {
    let mut game = Game::new("(version: 1, map: [\"..\", \".\"])");
    assert!(
        game.error().starts_with("test.level.ron:1:"),
        "{}",
        game.error()
    );
    assert!(game.active().level.is_none());
    game.write("(version: 1, map: []");
    game.ticks(3);
    game.write(&level(&OPEN, ANNA));
    game.until("it is shown", |game| game.active().level.is_some());
    game.ticks(2);
    assert!(game.active().error.is_none());
    assert_eq!(game.width(), 8);
    assert!(game.find("anna").is_some());
    // And it is followed from then on.
    game.write(&level(&["........", ".......#", "........"], ANNA));
    game.until("the wall is there", |game| game.is_wall(7, 1));
}

#[test]
fn a_level_that_is_missing_at_the_start_is_shown_when_it_comes() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    game.app
        .world_mut()
        .write_message(OpenLevel(AssetPath::from("later.level.ron")));
    game.until("it is missed", |game| game.active().error.is_some());
    assert_eq!(
        game.error(),
        "later.level.ron: no such file, or it cannot be read"
    );
    assert_eq!(game.width(), 8, "the old one stays");
    std::fs::write(
        game.folder.path().join("later.level.ron"),
        level(&["..."], ""),
    )
    .unwrap();
    game.until("it is shown", |game| game.width() == 3);
    assert!(game.active().error.is_none());
    assert!(game.find("anna").is_none(), "she belongs to the old one");
}

#[test]
fn a_level_of_another_size_takes_its_agents_along() {
    let bob = "(name: \"bob\", at: (0, 2), goals: [(3, 2)], patrol: true, speed: 8.0)";
    let mut game = Game::new(&level(&OPEN, &format!("{ANNA}, {bob}")));
    let (anna, bob_is) = (game.find("anna").unwrap(), game.find("bob").unwrap());
    game.app
        .world_mut()
        .write_message(PathRequest::new(anna, Cell::new(7, 2)));
    game.until("she walks", |game| {
        game.get::<AgentMotion>(anna).unwrap().position.x > 2.2
    });
    let smaller = "(name: \"anna\", at: (0, 0), goals: [(1, 0)], speed: 1.0)";
    game.write(&level(
        &["....", "....", "...."],
        &format!("{smaller}, {bob}"),
    ));
    game.until("the map is smaller", |game| game.width() == 4);
    game.ticks(300);
    assert_eq!(
        (game.find("anna"), game.find("bob")),
        (Some(anna), Some(bob_is))
    );
    assert_eq!(game.cell(anna), Cell::new(1, 0), "her new goal");
    let patrols = game.get::<Patrol>(bob_is).is_some() && game.get::<PathStack>(bob_is).is_some();
    game.ticks(1);
    assert!(
        patrols || game.get::<PathStack>(bob_is).is_some(),
        "he goes on with his round"
    );
}

#[test]
fn agents_come_go_and_move_with_their_file() {
    let bob = "(name: \"bob\", at: (3, 2))";
    let mut game = Game::new(&level(&OPEN, &format!("{ANNA}, {bob}")));
    let (anna, bob_is) = (game.find("anna").unwrap(), game.find("bob").unwrap());
    game.write(&level(
        &OPEN,
        "(name: \"bob\", at: (5, 2), speed: 2.5), (name: \"cleo\", at: (1, 1))",
    ));
    game.until("cleo comes", |game| game.find("cleo").is_some());
    game.ticks(2);
    assert!(game.app.world().get_entity(anna).is_err(), "anna is gone");
    assert_eq!(game.find("bob"), Some(bob_is));
    assert_eq!(game.cell(bob_is), Cell::new(5, 2));
    assert_eq!(
        game.get::<GridAgent>(bob_is),
        Some(&GridAgent { speed: 2.5 })
    );
    // Opened again, everything begins again.
    game.app
        .world_mut()
        .write_message(PathRequest::new(bob_is, Cell::new(0, 0)));
    game.until("bob walks", |game| game.cell(bob_is) != Cell::new(5, 2));
    game.open();
    game.until("bob is a new one", |game| {
        game.find("bob").is_some_and(|bob| bob != bob_is)
    });
    assert_eq!(game.cell(game.find("bob").unwrap()), Cell::new(5, 2));
}

/// Blocking a bridge on which a patrol begins was refused with the whole level.
#[test]
fn blocked_goal_stops_its_agent_and_no_other() {
    let bob = "(name: \"bob\", at: (0, 2), goals: [(6, 2)], speed: 1.0)";
    let mut game = Game::new(&level(&OPEN, &format!("{ANNA}, {bob}")));
    let (anna, bob_is) = (game.find("anna").unwrap(), game.find("bob").unwrap());
    game.until("both walk", |game| {
        game.get::<PathStack>(anna).is_some() && game.get::<PathStack>(bob_is).is_some()
    });
    game.write(&level(
        &["........", "........", "#.....#."],
        &format!("{ANNA}, {bob}"),
    ));
    game.until("the wall is there", |game| game.is_wall(6, 2));
    game.until("bob is stuck", |game| {
        game.get::<PathFailed>(bob_is).is_some()
    });
    assert_eq!(
        game.get::<PathFailed>(bob_is).map(|failed| failed.reason),
        Some(FailReason::Goal(CannotStand::Blocked))
    );
    assert_eq!(game.error(), "", "the level is not refused");
    let problems = &game.active().problems;
    assert_eq!(problems.len(), 2, "his start and his goal: {problems:?}");
    assert!(problems[1].starts_with("test.level.ron:4:"), "{problems:?}");
    game.until("anna arrives", |game| game.cell(anna) == Cell::new(7, 0));
    game.write(&level(&OPEN, &format!("{ANNA}, {bob}")));
    game.until("bob goes on", |game| game.cell(bob_is) == Cell::new(6, 2));
    assert!(game.active().problems.is_empty());
}

/// A file without an end was read until the memory was full.
#[cfg(unix)]
#[test]
fn endless_file_is_refused_at_the_size_limit_of_levels() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    std::os::unix::fs::symlink("/dev/zero", game.folder.path().join("endless.level.ron")).unwrap();
    game.app
        .world_mut()
        .write_message(OpenLevel(AssetPath::from("endless.level.ron")));
    game.until("it is refused", |game| !game.error().is_empty());
    assert_eq!(
        game.error(),
        "endless.level.ron:1:1: the file is larger than 96 MiB, the most for a level file"
    );
    assert!(game.find("anna").is_some(), "what is open stays");
}

/// The file was held against the map as it was, so that a saved remark took back what had happened
/// in the game.
#[test]
fn changes_of_the_game_stay_when_the_file_changes_elsewhere() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    let anna = game.find("anna").unwrap();
    game.app
        .world_mut()
        .write_message(EditGrid(GridEdit::set(Cell::new(5, 1), TerrainId(1))));
    game.app
        .world_mut()
        .resource_mut::<PathfindingOptions>()
        .options = Algorithm::Dijkstra.into();
    let own = game
        .app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(6, 2), 1.0),
            AgentName("own".to_owned()),
        ))
        .id();
    game.ticks(2);
    assert!(game.is_wall(5, 1));
    game.app
        .world_mut()
        .get_mut::<GridAgent>(anna)
        .unwrap()
        .speed = 3.0;
    let bob = "(name: \"bob\", at: (0, 2))";
    game.write(&level(
        &["........", "........", "....#..."],
        &format!("{ANNA}, {bob}"),
    ));
    game.until("the wall is there", |game| game.is_wall(4, 2));
    game.ticks(2);
    assert!(game.is_wall(5, 1), "the file says nothing new of this cell");
    assert!(game.find("bob").is_some() && game.get::<AgentCell>(own).is_some());
    assert_eq!(game.get::<GridAgent>(anna), Some(&GridAgent { speed: 3.0 }));
    let options = &game.app.world().resource::<PathfindingOptions>().options;
    assert_eq!(options.algorithm, Algorithm::Dijkstra, "nor of the options");
}

/// Edits of the level before were made on the one that was opened after them.
#[test]
fn requests_before_a_level_opens_in_the_same_tick_are_dropped() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    let show = |rows: &[&str]| {
        let level = parse_ron(&level(rows, "(name: \"bob\", at: (0, 0))")).unwrap();
        LevelUpdate::show(&level)
    };
    let wall = |x| {
        let edit = Some(GridEdit::set(Cell::new(x, 0), TerrainId(1)));
        LevelUpdate {
            edit,
            ..LevelUpdate::default()
        }
    };
    game.app
        .world_mut()
        .resource_mut::<Messages<LevelUpdate>>()
        .write_batch([
            wall(1),
            show(&["....", "...."]),
            wall(2),
            show(&["......", "......"]),
            wall(3),
        ]);
    game.ticks(2);
    assert_eq!(
        (1..6).map(|x| game.is_wall(x, 0)).collect::<Vec<_>>(),
        [false, false, true, false, false]
    );
    assert_eq!((game.width(), game.find("anna")), (6, None));
    assert!(game.find("bob").is_some());
}

#[test]
fn a_path_that_leads_out_of_the_assets_is_an_error() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    game.app
        .world_mut()
        .trigger(OpenLevel(AssetPath::from("../secret.level.ron")));
    game.ticks(2);
    assert!(
        game.error()
            .contains("secret.level.ron: not a path below the assets"),
        "{}",
        game.error()
    );
    assert_eq!(game.width(), 8, "the level before stays");
    game.open();
    game.until("the level is open again", |game| {
        game.active().level.is_some()
    });
    assert_eq!(game.error(), "");
}

#[test]
fn a_deleted_level_file_is_an_error_until_it_is_back() {
    let mut game = Game::new(&level(&OPEN, ANNA));
    std::fs::remove_file(game.folder.path().join(FILE)).unwrap();
    game.until("the error is there", |game| game.active().error.is_some());
    assert_eq!(
        game.error(),
        format!("{FILE}: no such file, or it cannot be read")
    );
    assert_eq!(game.width(), 8, "the level stays");
    game.write(&level(
        &["....", "...."],
        ANNA.replace("(7, 0)", "(3, 0)").as_str(),
    ));
    game.until("it is read again", |game| game.width() == 4);
    assert_eq!(game.error(), "");
}

#[test]
fn a_level_replaces_the_games_options_unless_they_are_kept() {
    for whose in [LevelOptions::OfLevel, LevelOptions::OfGame] {
        let mut game = Game::new(&level(&OPEN, ANNA));
        let own = PathfindingOptions::new(Algorithm::Dijkstra);
        game.app.insert_resource(own.clone()).insert_resource(whose);
        game.write(&level(&["....", "...."], ""));
        game.app.world_mut().resource_mut::<ActiveLevel>().path = None;
        game.open();
        game.until("the other level is shown", |game| game.width() == 4);
        game.ticks(2);
        let options = game.app.world().resource::<PathfindingOptions>();
        assert_eq!(*options == own, whose == LevelOptions::OfGame, "{whose:?}");
    }
}

#[test]
fn a_level_says_whether_its_agents_share_a_crowd() {
    let two = "(name: \"anna\", at: (0, 0), goals: [(6, 0)]), (name: \"bert\", at: (7, 0), goals: [(6, 0)])";
    let shared = level(&OPEN, two).replace("agents:", "crowd: true,\n    agents:");
    let mut game = Game::new(&shared);
    let [anna, bert] = ["anna", "bert"].map(|name| game.find(name).unwrap());
    assert!(game.get::<CrowdMember>(anna).is_some() && game.get::<CrowdMember>(bert).is_some());
    game.until("both settle", |game| {
        [anna, bert]
            .iter()
            .all(|agent| game.get::<CrowdState>(*agent) == Some(&CrowdState::Settled))
    });
    assert_ne!(game.cell(anna), game.cell(bert));
    // An agent that is moved onto the cell of another one stands beside it.
    let there = game.cell(bert);
    game.write(&shared.replace("at: (0, 0)", &format!("at: ({}, {})", there.x, there.y)));
    game.until("it is put there", |game| {
        game.app
            .world()
            .get::<AgentCell>(anna)
            .is_some_and(|at| at.0.is_neighbor_of(there))
    });
    game.write(&level(&OPEN, two));
    game.until("the crowd is over", |game| {
        game.get::<InCrowd>(anna).is_none()
    });
    assert!(game.get::<CrowdMember>(bert).is_none());
}

//! The level editor by real input: what stands on the map, the legend, the size, maps from a seed,
//! and problems.

use bevy::input::ButtonState;
use bevy::prelude::*;
use gridwalk::app::command::{
    AgentCommand, CharacterCommand, GenerateCommand, LegendCommand, OptionsCommand, ToolCommand,
    WindowCommand,
};
use gridwalk::app::{Edit, OpenDocument, Section, Tool};
use gridwalk_level::formats::{parse_draft, parse_level};
use gridwalk_level::{Document, EntryId, Label, LevelEdit, Turn};
use gridwalk_pathfinding::{Cell, Direction, KeepOffWalls};
use gridwalk_testing::Rng;

use super::edit::{OPEN, drag, editing, labels, level, rows, with_control};
use super::game::{Game, LEVEL};

fn right_click(game: &mut Game, x: i32, y: i32) {
    let at = game.place(x, y);
    game.right_click(at);
    game.run(1);
}

fn click(game: &mut Game, x: i32, y: i32) {
    let at = game.place(x, y);
    game.click(at);
    game.run(1);
}

#[test]
fn agents_are_placed_moved_and_taken_away() {
    let mut game = editing(OPEN);
    game.press(KeyCode::KeyA);
    click(&mut game, 2, 1);
    click(&mut game, 5, 3);
    let names: Vec<_> = level(&game)
        .agents
        .iter()
        .map(|agent| (agent.name.clone(), agent.at))
        .collect();
    assert_eq!(
        names,
        [
            ("agent 1".to_owned(), Cell::new(2, 1)),
            ("agent 2".to_owned(), Cell::new(5, 3))
        ]
    );
    drag(&mut game, (2, 1), (8, 4));
    assert_eq!(level(&game).agents[0].at, Cell::new(8, 4));
    assert!(matches!(labels(&game).last(), Some(Label::MoveAgent(name, _)) if name == "agent 1"));
    assert_eq!(
        game.cell_of("agent 1"),
        Cell::new(8, 4),
        "it stands there at once"
    );
    right_click(&mut game, 5, 3);
    assert_eq!(level(&game).agents.len(), 1);
    for _ in 0..4 {
        with_control(&mut game, KeyCode::KeyZ);
    }
    assert!(level(&game).agents.is_empty());
}

#[test]
fn an_agent_is_not_put_into_a_wall() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyA);
    let before = level(&game);
    click(&mut game, 6, 2);
    drag(&mut game, (1, 1), (6, 2));
    game.run(2);
    assert_eq!(level(&game), before);
    assert!(game.says("Cell (6, 2) is blocked"), "{:?}", game.texts());
}

#[test]
fn goals_of_the_selected_agent_are_added_moved_and_taken_away() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyT);
    click(&mut game, 3, 0);
    click(&mut game, 9, 0);
    drag(&mut game, (3, 0), (4, 2));
    assert_eq!(
        level(&game).agents[0].goals,
        [Cell::new(4, 2), Cell::new(9, 0)]
    );
    right_click(&mut game, 4, 2);
    assert_eq!(level(&game).agents[0].goals, [Cell::new(9, 0)]);
    assert_eq!(level(&game).agents[1].goals, []);
}

/// A click on another agent put a goal under it.
#[test]
fn goal_tool_selects_another_agent_at_its_start() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyT);
    let other = level(&game).agents[1].clone();
    click(&mut game, other.at.x, other.at.y);
    click(&mut game, 9, 0);
    let goals: Vec<_> = level(&game)
        .agents
        .iter()
        .map(|agent| agent.goals.clone())
        .collect();
    assert_eq!(goals, [vec![], vec![Cell::new(9, 0)]]);
    let first = level(&game).agents[0].at;
    drag(&mut game, (9, 0), (first.x, first.y));
    assert_eq!(
        level(&game).agents[1].goals,
        [first],
        "it can be dragged onto another start"
    );
    drag(&mut game, (first.x, first.y), (4, 2));
    assert_eq!(
        level(&game).agents[1].goals,
        [Cell::new(4, 2)],
        "and away from there"
    );
}

/// Walls were painted over goals that nobody saw.
#[test]
fn goals_are_in_sight_while_walls_are_painted() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyT);
    click(&mut game, 9, 0);
    game.press(KeyCode::KeyB);
    game.run(2);
    let at = game.place(9, 0);
    let is_there = |rect: &bevy_egui::egui::Rect| rect.contains(bevy_egui::egui::pos2(at.x, at.y));
    assert!(
        game.texts()
            .iter()
            .any(|(text, rect)| text == "1" && is_there(rect)),
        "{:?}",
        game.texts()
    );
}

#[test]
fn portal_is_drawn_between_cells_and_removed_at_either_end() {
    let mut game = editing(OPEN);
    game.press(KeyCode::KeyP);
    drag(&mut game, (1, 1), (9, 5));
    let portals = level(&game).grid.portal_list();
    assert_eq!(
        (portals.len(), portals[0].from, portals[0].to),
        (1, Cell::new(1, 1), Cell::new(9, 5))
    );
    click(&mut game, 3, 3);
    assert_eq!(labels(&game), [Label::Portals]);
    right_click(&mut game, 9, 5);
    assert_eq!(level(&game).grid.portal_list(), []);
}

#[test]
fn one_way_stroke_sets_exits_and_is_cleared_again() {
    let mut game = editing(OPEN);
    game.press(KeyCode::KeyY);
    drag(&mut game, (2, 3), (6, 3));
    let exits = |game: &Game, x| level(game).grid.terrain(Cell::new(x, 3)).unwrap().exits;
    for x in 2..=6 {
        assert!(
            exits(&game, x).contains(Direction::East) && !exits(&game, x).contains(Direction::West),
            "{x}"
        );
    }
    assert_eq!(
        (rows(&game)[3].as_str(), labels(&game).len()),
        ("..→→→→→.....", 1)
    );
    let (from, to) = (game.place(2, 3), game.place(4, 3));
    game.point_at(from);
    game.any_button(MouseButton::Right, ButtonState::Pressed);
    game.point_at(to);
    game.any_button(MouseButton::Right, ButtonState::Released);
    game.run(2);
    assert_eq!(rows(&game)[3], ".....→→.....");
    let text = game
        .app
        .world()
        .resource::<OpenDocument>()
        .document()
        .unwrap()
        .source()
        .text()
        .unwrap();
    assert!(
        parse_level(text.as_bytes(), "a.level.ron").is_ok(),
        "{text}"
    );
}

#[test]
fn terrain_is_added_changed_refused_and_removed_by_click() {
    let mut game = editing(OPEN);
    let before = level(&game).grid.legend().len();
    game.command(WindowCommand::Fold(Section::TerrainForm));
    game.run(2);
    game.click_text("New terrain");
    // The terrains of the level stand first in the list.
    let number = 1;
    game.command(LegendCommand::Name(number, "lava".to_owned()));
    game.command(LegendCommand::Glyph(number, 'L'));
    game.command(LegendCommand::Cost(number, Some(9)));
    game.command(LegendCommand::Color(number, [200, 40, 20]));
    let lava = level(&game).grid.entries()[before].clone();
    assert_eq!(
        (
            lava.terrain.name.as_str(),
            lava.look.glyph,
            lava.terrain.cost
        ),
        ("lava", 'L', Some(9))
    );
    assert_eq!(lava.look.color, [200, 40, 20]);
    // It is what is drawn with already.
    click(&mut game, 3, 3);
    assert_eq!(rows(&game)[3], "...L........");
    let entries = level(&game).grid.entries();
    game.command(LegendCommand::Name(number, "floor".to_owned()));
    game.run(2);
    assert!(game.says("The name “floor” is taken"), "{:?}", game.texts());
    game.command(LegendCommand::Glyph(number, '#'));
    game.run(1);
    assert!(
        game.says("'#' is how wall is written"),
        "{:?}",
        game.texts()
    );
    game.command(LegendCommand::Cost(number, Some(0)));
    assert_eq!(level(&game).grid.entries(), entries);
    game.click_text("New terrain");
    game.click_text("Remove unused");
    assert_eq!(
        level(&game).grid.entries(),
        entries,
        "only what is on no cell"
    );
    assert_eq!(rows(&game)[3], "...L........");
}

#[test]
fn the_cost_of_a_terrain_is_typed_in_the_panel() {
    let mut game = editing(OPEN);
    game.command(WindowCommand::Fold(Section::TerrainForm));
    game.click_text("forest");
    game.run(2);
    let cost = game
        .texts()
        .iter()
        .filter(|(text, _)| text == "4")
        .map(|(_, rect)| *rect)
        .next_back()
        .unwrap();
    game.click(Vec2::new(cost.center().x, cost.center().y));
    game.type_text("7");
    game.press(KeyCode::Enter);
    game.run(3);
    let forest = level(&game)
        .grid
        .legend()
        .iter()
        .find(|terrain| terrain.name == "forest")
        .cloned();
    assert_eq!(
        forest.unwrap().cost,
        Some(7),
        "it takes the place of what stood there: {:?}",
        game.texts()
    );
}

#[test]
fn the_selected_agent_gets_another_name_speed_size_and_costs() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyA);
    click(&mut game, 1, 4);
    game.run(2);
    game.command(CharacterCommand::Speed(2.5));
    game.command(CharacterCommand::ArrivalRadius(0.25));
    game.command(CharacterCommand::Cost("floor".to_owned(), Some(3)));
    game.command(CharacterCommand::Name("warden".to_owned()));
    game.run(4);
    let of = |game: &Game| {
        level(game)
            .agents
            .iter()
            .find(|agent| agent.name == "warden")
            .cloned()
    };
    let agent = of(&game).unwrap_or_else(|| panic!("{:?}", level(&game).agents));
    assert_eq!(
        (
            agent.at,
            agent.speed,
            agent.arrival_radius,
            agent.profile.costs.as_slice()
        ),
        (
            Cell::new(1, 4),
            2.5,
            0.25,
            &[("floor".to_owned(), Some(3))][..]
        )
    );
    // Without goals it cannot patrol, and too fast is too fast.
    let before = level(&game);
    game.command(AgentCommand::Select("warden".to_owned()));
    game.command(CharacterCommand::Patrol);
    game.command(CharacterCommand::Speed(1e6));
    game.command(CharacterCommand::ArrivalRadius(1.0));
    game.command(CharacterCommand::Name("scout".to_owned()));
    assert_eq!(level(&game), before);
    assert!(game.says("Nothing was changed"), "{:?}", game.texts());
    game.command(CharacterCommand::Cost("floor".to_owned(), None));
    assert!(of(&game).unwrap().profile.costs.is_empty());
    game.run(2);
    assert!(
        game.find("warden").is_some(),
        "it stands in the form: {:?}",
        game.texts()
    );
}

#[test]
fn selected_agent_keeps_off_walls_as_it_is_told() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyA);
    click(&mut game, 1, 4);
    game.run(2);
    game.command(CharacterCommand::KeepOffWalls("1,3".to_owned()));
    game.run(4);
    let own = |game: &Game| level(game).agents[1].profile.keep_off_walls;
    assert_eq!(own(&game), KeepOffWalls::new(1, 3));
    let [beside, away] = [(5, 3), (3, 3)].map(|(x, y)| game.place(x, y));
    game.point_at(beside);
    game.run(2);
    let under = |game: &Game, text: &str| game.texts().iter().any(|(said, _)| said.contains(text));
    assert!(
        under(&game, "cost 1, and 3 more for being next to a wall"),
        "{:?}",
        game.texts()
    );
    game.point_at(away);
    game.run(2);
    assert!(!under(&game, "more for being"), "{:?}", game.texts());
    game.command(CharacterCommand::KeepOffWalls("far".to_owned()));
    game.run(2);
    assert!(
        game.says("Expected cells and cost such as 2,3"),
        "{:?}",
        game.texts()
    );
    with_control(&mut game, KeyCode::KeyZ);
    assert_eq!(own(&game), None);
    game.command(OptionsCommand::KeepOffWalls("2,5".to_owned()));
    assert_eq!(level(&game).keep_off_walls, KeepOffWalls::new(2, 5));
    with_control(&mut game, KeyCode::KeyZ);
    assert_eq!(level(&game).keep_off_walls, None);
}

#[test]
fn what_falls_off_the_map_is_said_before_it_goes() {
    let mut game = editing(LEVEL);
    game.command(ToolCommand::Grow([-2, 0, 3, 0]));
    game.run(2);
    assert!(
        game.says("Agents, goals and portals that would fall off the map: 2"),
        "{:?}",
        game.texts()
    );
    assert_eq!(
        (level(&game).grid.width(), level(&game).agents.len()),
        (12, 2)
    );
    game.command(ToolCommand::Grow([-2, 0, 3, 0]));
    game.run(2);
    assert_eq!(
        (level(&game).grid.width(), level(&game).agents.len()),
        (13, 0)
    );
    with_control(&mut game, KeyCode::KeyZ);
    assert_eq!(
        (level(&game).grid.width(), level(&game).agents.len()),
        (12, 2)
    );
    game.command(ToolCommand::Grow([1, 1, 0, 0]));
    game.run(2);
    assert_eq!(
        (level(&game).grid.height(), level(&game).agents[0].at),
        (7, Cell::new(2, 2)),
        "agents go along"
    );
}

#[test]
fn seeded_map_is_previewed_then_made_as_one_step() {
    let mut game = editing(OPEN);
    game.command(ToolCommand::Choose(Tool::Select));
    drag(&mut game, (1, 1), (9, 5));
    let before = level(&game);
    game.command(WindowCommand::Fold(Section::Generate));
    game.run(2);
    game.click_text("Generate a map…");
    game.command(GenerateCommand::Kind("maze-prim".to_owned()));
    game.command(GenerateCommand::Seed(5));
    game.until("it is shown", |game| {
        game.says("Every goal can be reached.")
    });
    assert_eq!(level(&game), before, "it is only shown");
    game.click_text("Make");
    let made = rows(&game);
    assert!(made[1..6].concat().matches('#').count() > 8, "{made:?}");
    assert!(
        made[0] == "............" && made.iter().all(|row| row.ends_with("..")),
        "{made:?}"
    );
    assert_eq!(labels(&game).len(), 1);
    with_control(&mut game, KeyCode::KeyZ);
    assert_eq!(rows(&game), vec!["............"; 7]);
}

#[test]
fn problems_are_listed_while_the_level_is_edited() {
    let mut game = editing(OPEN);
    game.until("nothing is odd", |game| game.says("Nothing is odd"));
    // A room of one cell.
    game.press(KeyCode::KeyR);
    game.press(KeyCode::KeyO);
    drag(&mut game, (3, 2), (5, 4));
    game.until("it is found", |game| {
        game.says("walled off at (4, 3): 1 cell")
    });
    with_control(&mut game, KeyCode::KeyZ);
    game.until("it is mended", |game| game.says("Nothing is odd"));
}

/// Strokes with all tools at random, through the commands that hands make.
fn random_strokes(seed: u64, strokes: u32) {
    let mut game = editing(LEVEL);
    let rng = &mut Rng(seed);
    let text = |game: &Game| {
        game.app
            .world()
            .resource::<OpenDocument>()
            .document()
            .unwrap()
            .source()
            .draft()
    };
    let before = text(&game);
    let mut commands = Vec::new();
    for _ in 0..strokes {
        let cell = |rng: &mut Rng| Cell::new(rng.below(16) - 2, rng.below(12) - 2);
        commands.push(ToolCommand::Choose(rng.pick(&Tool::ALL)).into());
        commands.push(ToolCommand::Terrain(1 + rng.below(8)).into());
        commands.push(ToolCommand::Size(1 + rng.below(4_u8)).into());
        let begins = if rng.one_in(4) {
            ToolCommand::Erase
        } else {
            ToolCommand::Begin
        };
        commands.push(gridwalk::app::AppCommand::from(begins(cell(rng))));
        for _ in 0..rng.below(4) {
            commands.push(ToolCommand::To(cell(rng)).into());
        }
        commands.push(
            if rng.one_in(6) {
                ToolCommand::Cancel
            } else {
                ToolCommand::End
            }
            .into(),
        );
        match rng.below(14) {
            0 => commands.push(ToolCommand::Turn(rng.pick(&Turn::ALL)).into()),
            1 => commands.push(ToolCommand::Copy.into()),
            2 => commands.push(ToolCommand::Cut.into()),
            3 => commands.push(ToolCommand::Paste.into()),
            4 => {
                commands.push(ToolCommand::Grow([rng.below(3) - 1, rng.below(3) - 1, 1, 1]).into());
            }
            5 => commands.push(LegendCommand::Add.into()),
            6 => commands.push(LegendCommand::RemoveUnused.into()),
            7 => {
                commands.push(GenerateCommand::Seed(rng.next()).into());
                commands.push(GenerateCommand::Make.into());
            }
            _ => {}
        }
    }
    for (number, command) in commands.into_iter().enumerate() {
        let makes = command == GenerateCommand::Make.into();
        game.app.world_mut().write_message(command);
        if makes {
            game.run(1);
            game.until("it is made", |game| {
                !game.app.world().resource::<Edit>().is_making()
            });
        } else if number % 40 == 39 {
            game.run(1);
        }
    }
    game.command(ToolCommand::End);
    let (end, last) = (text(&game), level(&game));
    let (reopened, _) = parse_draft(&end).unwrap();
    let again = Document::open(reopened, Some(end.as_str().into()));
    assert_eq!(
        again.source().draft(),
        end,
        "seed {seed}: saved, reopened, saved"
    );
    let made = labels(&game).len();
    assert!(made > 10, "seed {seed}: {made}");
    let present = |game: &Game| {
        game.app
            .world()
            .resource::<OpenDocument>()
            .document()
            .unwrap()
            .present()
    };
    let there = present(&game);
    while present(&game) != EntryId(0) {
        with_control(&mut game, KeyCode::KeyZ);
    }
    assert_eq!(text(&game), before, "seed {seed}");
    game.command(gridwalk::app::command::EditCommand::GoTo(there.0));
    assert_eq!(
        (text(&game), LevelEdit::between(&last, &level(&game))),
        (end, None),
        "seed {seed}"
    );
}

#[test]
fn random_strokes_with_all_tools_are_undone_to_the_byte() {
    for seed in 0..4 {
        random_strokes(seed, 50);
    }
}

/// Regression: Esc dropped the earlier selection, too.
#[test]
fn escape_in_a_new_selection_restores_the_old_one() {
    let mut game = editing(OPEN);
    game.command(ToolCommand::Choose(Tool::Select));
    drag(&mut game, (1, 1), (3, 3));
    let selection = |game: &Game| game.app.world().resource::<Edit>().selection;
    let old = selection(&game);
    assert!(old.is_some());
    game.command(ToolCommand::Begin(Cell::new(6, 1)));
    game.command(ToolCommand::To(Cell::new(8, 4)));
    assert_ne!(selection(&game), old);
    game.command(ToolCommand::Cancel);
    assert_eq!(selection(&game), old);
}

/// Regression: cells beyond the edge were lost without a word.
#[test]
fn paste_at_an_edge_is_moved_inside() {
    let mut game = editing(OPEN);
    game.command(ToolCommand::Choose(Tool::Select));
    drag(&mut game, (1, 1), (4, 3));
    game.command(ToolCommand::Copy);
    let corner = game.place(11, 6);
    game.point_at(corner);
    game.run(1);
    game.command(ToolCommand::Paste);
    let pasted = game.app.world().resource::<Edit>().selection.unwrap();
    assert_eq!(
        (pasted.at, pasted.width, pasted.height),
        (Cell::new(8, 4), 4, 3)
    );
}

/// Regression: it was told as a stroke of the brush with the last terrain.
#[test]
fn one_way_stroke_has_its_own_line_in_the_history() {
    let mut game = editing(OPEN);
    game.press(KeyCode::KeyY);
    drag(&mut game, (2, 2), (4, 2));
    assert_eq!(labels(&game).last(), Some(&Label::OneWay(3)));
    assert!(game.says("one-way: 3 cells"), "{:?}", game.texts());
}

/// Regression: the next keys were shortcuts.
#[test]
fn tab_from_a_new_name_leads_to_the_speed() {
    let mut game = editing(
        r#"(version: 1, map: ["......", "......"], agents: [(name: "ant", at: (1, 1), speed: 4.0)])"#,
    );
    game.press(KeyCode::KeyA);
    game.run(2);
    let field = game
        .texts()
        .iter()
        .rfind(|(text, _)| text == "ant")
        .map(|(_, rect)| rect.center())
        .unwrap();
    game.click(Vec2::new(field.x, field.y));
    game.run(2);
    game.type_text("bee");
    game.press(KeyCode::Tab);
    game.run(4);
    game.type_text("7");
    game.press(KeyCode::Enter);
    game.run(4);
    let agent = level(&game).agents[0].clone();
    assert_eq!((agent.name.as_str(), agent.speed), ("bee", 7.0));
}

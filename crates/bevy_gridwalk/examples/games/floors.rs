//! A dungeon of five floors, each a map of its own. Heroes take the stairs down; a door falls shut
//! behind the first one.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

const FLOOR: [&str; 5] = [
    "..........",
    ".########.",
    "..........",
    ".########.",
    "..........",
];
const UP: Cell = Cell::new(0, 0);
const DOWN: Cell = Cell::new(9, 4);

/// The maps of the dungeon.
#[derive(Resource)]
pub struct Dungeon(
    /// The highest floor first.
    pub Vec<Entity>,
);

/// Opens the dungeon, and lets three heroes in.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .add_systems(Startup, enter)
        .add_observer(take_the_stairs);
}

fn enter(mut commands: Commands) {
    let floor = |number: u8| {
        let layout = GridLayout::default().at(Vec3::new(0.0, -180.0 * f32::from(number), 0.0));
        (GridMap::new(Grid::from_rows(&FLOOR)), MapLayout(layout))
    };
    let floors: Vec<Entity> = (0..5)
        .map(|number| commands.spawn(floor(number)).id())
        .collect();
    for (x, speed) in [(0, 6.0), (1, 4.0), (2, 2.0)] {
        commands.spawn((
            GridAgent::at(Cell::new(x, 0), speed),
            OnMap(floors[0]),
            MoveTo(DOWN),
        ));
    }
    commands.insert_resource(Dungeon(floors));
}

/// The stairs are no part of a map: the game takes the hero to the next one.
fn take_the_stairs(
    arrived: On<Arrived>,
    dungeon: Res<Dungeon>,
    heroes: Query<&OnMap>,
    mut commands: Commands,
) {
    let (hero, Ok(on)) = (arrived.agent, heroes.get(arrived.agent)) else {
        return;
    };
    let below = dungeon.0.iter().skip_while(|floor| **floor != on.0).nth(1);
    let Some(&below) = below else { return };
    commands.entity(hero).insert((OnMap(below), MoveTo(DOWN)));
    commands.trigger(PlaceAgent {
        agent: hero,
        cell: UP,
    });
    commands.trigger(EditMap {
        map: on.0,
        edit: GridEdit::block([Cell::new(9, 1)]),
    });
}

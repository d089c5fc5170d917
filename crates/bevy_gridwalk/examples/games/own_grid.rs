//! The game has a map of its own: heights, of which the plugin gets what steps cost. Digging
//! changes both.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

#[derive(Resource)]
struct Hills {
    width: u32,
    heights: Vec<u16>,
}

impl Hills {
    /// Returns the cost of a height; too high a cell is a wall.
    fn cost(height: u16) -> u16 {
        if height > 8 { 0 } else { 1 + height }
    }
}

pub fn game(app: &mut App) {
    let (width, height) = (12, 8);
    let heights = (0..width * height)
        .map(|i| if i % width == 6 { 9 } else { (i % 5) as u16 })
        .collect();
    let hills = Hills { width, heights };
    let costs: Vec<u16> = hills.heights.iter().copied().map(Hills::cost).collect();
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(
            Grid::from_costs(width, height, &costs).unwrap(),
        ))
        .insert_resource(hills)
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn((
                GridAgent::at(Cell::new(0, 4), 6.0),
                MoveTo(Cell::new(11, 4)),
            ));
        })
        // Nothing leads through the ridge, until somebody digs.
        .add_systems(FixedUpdate, dig.run_if(on_message::<PathFailed>));
}

fn dig(mut hills: ResMut<Hills>, mut edits: MessageWriter<EditGrid>) {
    let (x, y) = (6, 2);
    let index = (y * hills.width + x) as usize;
    hills.heights[index] = 3;
    let cell = Cell::new(x.cast_signed(), y.cast_signed());
    edits.write(EditGrid::set_cost([cell], Hills::cost(3)));
}

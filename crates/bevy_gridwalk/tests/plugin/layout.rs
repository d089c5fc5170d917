//! The places of agents: on any layout, by one rule, under a parent, and with a late layout.

use bevy::prelude::*;
use bevy_gridwalk::{AgentCell, GridAgent, GridLayout, MoveTo};
use gridwalk_pathfinding::{Cell, GridSize};

use super::game::{cell, on, place, said, send, ticks, until};

const ROWS: [&str; 4] = ["........", "........", "........", "........"];

/// P21: one `cell_size`, rows down, in the plane of x and y.
#[test]
fn agents_walk_on_every_layout() {
    let layouts = [
        GridLayout::y_up(Vec2::splat(10.0)),
        GridLayout::y_down(Vec2::new(16.0, 24.0)).centered(GridSize {
            width: 8,
            height: 4,
        }),
        GridLayout::xz(Vec2::ONE),
        GridLayout::isometric(Vec2::new(64.0, 32.0)).at(Vec3::new(7.0, 8.0, 0.0)),
    ];
    for layout in layouts {
        let mut app = on(&ROWS);
        app.insert_resource(layout);
        let height = layout.up() * 2.5;
        let start = Transform::from_translation(layout.center_3d(Cell::new(1, 1)) + height);
        let agent = app
            .world_mut()
            .spawn((GridAgent { speed: 8.0 }, start))
            .id();
        send(&mut app, agent, (6, 3));
        until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
        ticks(&mut app, 2);
        let end = layout.center_3d(Cell::new(6, 3)) + height;
        assert!(
            place(&app, agent).distance(end) < 1e-3,
            "{layout:?}: {} is not {end}",
            place(&app, agent)
        );
    }
}

/// P7: without a `Transform` it stood on (−1, −1), as one place rounded and another took the floor.
#[test]
fn an_agent_spawned_with_nothing_else_stands_on_the_first_cell() {
    let mut app = on(&ROWS);
    let agent = app.world_mut().spawn(GridAgent::default()).id();
    assert_eq!(cell(&app, agent), Cell::new(0, 0), "at once");
    send(&mut app, agent, (2, 0));
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
}

#[test]
fn an_agent_stands_on_the_cell_that_a_click_there_would_name() {
    let mut rng = gridwalk_testing::Rng(3);
    for layout in [
        GridLayout::default(),
        GridLayout::y_up(Vec2::new(7.0, 9.0)),
        GridLayout::isometric(Vec2::splat(20.0)),
    ] {
        let mut app = on(&ROWS);
        app.insert_resource(layout);
        for _ in 0..200 {
            let at =
                Vec2::new(rng.below(4000_u16).into(), rng.below(4000_u16).into()) / 10.0 - 200.0;
            // On edges and corners as well.
            let at = if rng.below(2) == 0 {
                layout.world((layout.position(at) * 2.0).round() / 2.0)
            } else {
                at
            };
            let agent = app
                .world_mut()
                .spawn((
                    GridAgent::default(),
                    Transform::from_translation(at.extend(0.0)),
                ))
                .id();
            assert_eq!(cell(&app, agent), layout.cell(at), "{at} on {layout:?}");
        }
    }
}

/// P21: inserted after the agents, it misplaced them.
#[test]
fn a_layout_that_comes_after_the_agents_is_the_one_that_counts() {
    let mut app = on(&ROWS);
    let layout = GridLayout::y_up(Vec2::splat(10.0));
    let at = Vec3::new(35.0, 25.0, 1.0);
    let by_transform = app
        .world_mut()
        .spawn((GridAgent::default(), Transform::from_translation(at)))
        .id();
    let by_cell = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(4, 1), 4.0))
        .id();
    app.insert_resource(layout);
    ticks(&mut app, 2);
    assert_eq!(
        (cell(&app, by_transform), place(&app, by_transform)),
        (Cell::new(3, 2), at)
    );
    assert_eq!(place(&app, by_cell), layout.center_3d(Cell::new(4, 1)));

    // While they are under way they keep their cells, and are drawn where those are now.
    let later = GridLayout::xz(Vec2::ONE);
    app.insert_resource(later);
    ticks(&mut app, 3);
    assert_eq!(
        (cell(&app, by_transform), cell(&app, by_cell)),
        (Cell::new(3, 2), Cell::new(4, 1))
    );
    assert_eq!(
        place(&app, by_cell).xz(),
        later.center_3d(Cell::new(4, 1)).xz()
    );
    assert_eq!(said(&app).refused, []);
}

/// P21: local under a parent, though the docs said world.
#[test]
fn under_a_parent_agents_are_where_the_layout_says_in_the_world() {
    let mut app = on(&ROWS);
    let layout = *app.world().resource::<GridLayout>();
    let turned = Transform::from_xyz(500.0, -300.0, 2.0)
        .with_rotation(Quat::from_rotation_z(0.7))
        .with_scale(Vec3::splat(2.0));
    let top = app.world_mut().spawn(turned).id();
    let middle = app
        .world_mut()
        .spawn((Transform::from_xyz(5.0, 6.0, 0.0), ChildOf(top)))
        .id();
    let at = layout.center(Cell::new(2, 3)).extend(9.0);
    let local = (turned * Transform::from_xyz(5.0, 6.0, 0.0))
        .compute_affine()
        .inverse()
        .transform_point3(at);
    let by_transform = app
        .world_mut()
        .spawn((
            ChildOf(middle),
            GridAgent::default(),
            Transform::from_translation(local),
        ))
        .id();
    let by_cell = app
        .world_mut()
        .spawn((ChildOf(middle), GridAgent::at(Cell::new(0, 0), 4.0)))
        .id();
    for agent in [by_transform, by_cell] {
        app.world_mut()
            .entity_mut(agent)
            .insert(MoveTo(Cell::new(7, 3)));
    }
    ticks(&mut app, 1);
    assert_eq!(
        app.world().get::<AgentCell>(by_transform),
        Some(&AgentCell(Cell::new(2, 3)))
    );
    until(&mut app, "both arrive", |app| said(app).arrived.len() == 2);
    // The parent moves, and they stay on the map.
    app.world_mut()
        .get_mut::<Transform>(top)
        .unwrap()
        .translation
        .x += 100.0;
    ticks(&mut app, 3);
    for agent in [by_transform, by_cell] {
        let world = app
            .world()
            .get::<GlobalTransform>(agent)
            .unwrap()
            .translation();
        assert!(
            world.truncate().distance(layout.center(Cell::new(7, 3))) < 1e-2,
            "{world}"
        );
    }
    assert_eq!(
        (said(&app).refused.len(), said(&app).arrived.len()),
        (0, 2),
        "no teleport was seen in that"
    );
}

//! Whose turn it is.

use bevy::diagnostic::{Diagnostic, DiagnosticsStore};
use bevy::prelude::*;
use gridwalk::pathfinding::{Algorithm, Cell};
use gridwalk::plugin::{AgentOptions, PathRequest, PathfindingOptions, TickDiagnostics};

use super::{app_on, last, plain, queue, send, spawn, thorough, until};

#[test]
fn a_long_search_ends_though_short_requests_take_more_than_the_budget_in_every_tick() {
    let mut app = app_on(plain(60), 300);
    let long = spawn(&mut app, 0, 0);
    let options = PathfindingOptions { options: Algorithm::Dijkstra.into(), ..default() };
    app.world_mut().entity_mut(long).insert(AgentOptions(options));
    let short: Vec<Entity> = (0..40).map(|y| spawn(&mut app, 20, y)).collect();
    send(&mut app, long, 30, 30);
    for tick in 0..40 {
        for (y, &agent) in (0..).zip(&short) {
            send(&mut app, agent, 30 + tick % 2, y);
        }
        app.update();
    }
    let answer = last(&app, long).expect("it has its turns too");
    assert!(answer.stats.expanded > 900 && answer.waited_ticks < 20, "it waited {} ticks", answer.waited_ticks);
    assert!(queue(&app).len() > 5, "and there was no end to the others");
}

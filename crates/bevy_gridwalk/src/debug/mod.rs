//! Measurements of a tick as Bevy diagnostics, and log lines for refused requests and failures.
//!
//! A log, an inspector or a meter shows the diagnostics. The lines are for games that read none of
//! the messages.

#[cfg(feature = "gizmos")]
pub(super) mod gizmos;

use crate::engine::prelude::*;
use bevy_diagnostic::{Diagnostic, DiagnosticPath, Diagnostics, RegisterDiagnostic};
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_platform::time::Instant;
#[cfg(feature = "log")]
use tracing::{debug, warn};

use crate::in_crowd::CrowdReport;
#[cfg(feature = "log")]
use crate::{EditRefused, MapMissing, PathFailed, PlaceRefused, UnknownTerrain};
use crate::{PathfindingSystems, PlanningOptions, RequestQueue, TickBudget};

/// The names of the measurements of a tick in Bevy's `DiagnosticsStore`.
#[derive(Clone, Copy, Debug)]
pub struct TickDiagnostics;

impl TickDiagnostics {
    /// Number of requests that wait for an answer.
    pub const WAITING: DiagnosticPath = DiagnosticPath::const_new("gridwalk/requests_waiting");
    /// Share of the budget that the requests of a tick took, in percent.
    pub const BUDGET_USED: DiagnosticPath = DiagnosticPath::const_new("gridwalk/budget_used");
    /// Time of all systems of the plugin in a tick, in milliseconds.
    pub const TICK_TIME: DiagnosticPath = DiagnosticPath::const_new("gridwalk/tick_time");
    /// Time of the crowds of all maps in a tick, in milliseconds.
    ///
    /// Measured only while a crowd has agents.
    pub const CROWD_TIME: DiagnosticPath = DiagnosticPath::const_new("gridwalk/crowd_time");
    /// Number of crowd agents that are on their way.
    pub const CROWD_WALKING: DiagnosticPath = DiagnosticPath::const_new("gridwalk/crowd_walking");
    /// Number of crowd agents that wait for another agent, or are blocked by one.
    pub const CROWD_WAITING: DiagnosticPath = DiagnosticPath::const_new("gridwalk/crowd_waiting");
}

/// Event counts since the app began.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Counters {
    /// Number of times that an edit crossed an agent's path.
    pub crossed: u64,
    /// Number of times that an edit left the path of a walking agent as it is.
    pub kept: u64,
    /// Number of crowd agents that an edit pushed out of a new wall.
    pub pushed_out: u64,
    /// Number of cells that a game popped off a [`PathStack`](super::PathStack) without leave.
    ///
    /// [`PathStack::may_go`](super::PathStack::may_go) tells whether there is leave.
    pub pops_without_leave: u64,
    /// Number of attempted steps into blocked cells.
    ///
    /// It stays 0, however maps change. Such a step is not taken.
    pub steps_into_blocked: u64,
}

/// Maximum length of the history: four seconds of 64 ticks.
const KEPT: usize = 256;

#[derive(Resource)]
struct TickBegan(Instant);

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    #[cfg(feature = "log")]
    app.add_systems(Last, write_log);
    let kept = |path, suffix| {
        Diagnostic::new(path)
            .with_max_history_length(KEPT)
            .with_suffix(suffix)
    };
    app.register_diagnostic(kept(TickDiagnostics::WAITING, ""))
        .register_diagnostic(kept(TickDiagnostics::BUDGET_USED, " %"))
        .register_diagnostic(kept(TickDiagnostics::TICK_TIME, " ms"))
        .register_diagnostic(kept(TickDiagnostics::CROWD_TIME, " ms"))
        .register_diagnostic(kept(TickDiagnostics::CROWD_WALKING, ""))
        .register_diagnostic(kept(TickDiagnostics::CROWD_WAITING, ""))
        .init_resource::<Counters>()
        .insert_resource(TickBegan(Instant::now()))
        .add_systems(
            schedule,
            (
                begin_tick.before(PathfindingSystems::ApplyEdits),
                end_tick.after(PathfindingSystems::Follow),
            ),
        );
}

fn begin_tick(mut began: ResMut<TickBegan>) {
    began.0 = Instant::now();
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn end_tick(
    began: Res<TickBegan>,
    queue: Res<RequestQueue>,
    planning: Res<PlanningOptions>,
    crowd: Res<CrowdReport>,
    mut diagnostics: Diagnostics,
) {
    let report = queue.report();
    let part = match planning.budget {
        TickBudget::Time(most) => report.time.as_secs_f64() / most.as_secs_f64(),
        TickBudget::Expansions(most) => report.charged as f64 / most as f64,
    };
    diagnostics.add_measurement(&TickDiagnostics::WAITING, || report.waiting as f64);
    diagnostics.add_measurement(&TickDiagnostics::BUDGET_USED, || {
        if part.is_finite() { part * 100.0 } else { 0.0 }
    });
    diagnostics.add_measurement(&TickDiagnostics::TICK_TIME, || {
        began.0.elapsed().as_secs_f64() * 1000.0
    });
    if crowd.agents > 0 {
        let CrowdReport {
            walking,
            waiting,
            blocked,
            time,
            ..
        } = *crowd;
        diagnostics.add_measurement(&TickDiagnostics::CROWD_TIME, || time.as_secs_f64() * 1000.0);
        diagnostics.add_measurement(&TickDiagnostics::CROWD_WALKING, || walking as f64);
        diagnostics.add_measurement(&TickDiagnostics::CROWD_WAITING, || {
            (waiting + blocked) as f64
        });
    }
}

/// Writes a line for each message of the frame.
///
/// Errors that the game should fix are logged as warnings. A failed path request is not, because it
/// happens in any game.
#[cfg(feature = "log")]
fn write_log(
    (mut edits, mut missing): (MessageReader<EditRefused>, MessageReader<MapMissing>),
    mut places: MessageReader<PlaceRefused>,
    mut terrains: MessageReader<UnknownTerrain>,
    mut failures: MessageReader<PathFailed>,
) {
    let of = |map: Option<Entity>| map.map_or(String::new(), |map| format!(" of map {map}"));
    for EditRefused { map, cell, error } in edits.read() {
        let map = of(*map);
        if let Some(cell) = cell {
            warn!("an edit of {cell}{map} is refused: {error}");
        } else {
            warn!("an edit{map} is refused: {error}");
        }
    }
    for MapMissing { map } in missing.read() {
        warn!("an edit of map {map} is dropped: the entity has no GridMap");
    }
    for PlaceRefused {
        agent,
        cell,
        reason,
    } in places.read()
    {
        warn!("{agent} cannot be put onto {cell}, which {reason}");
    }
    for UnknownTerrain { terrain, .. } in terrains.read() {
        warn!("a kind of agent names the terrain {terrain:?}, which the map has not");
    }
    for PathFailed {
        agent,
        goal,
        reason,
    } in failures.read()
    {
        debug!("{agent} does not go to {goal}: {reason}");
    }
}

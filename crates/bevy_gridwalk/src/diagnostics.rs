//! What a tick costs, as Bevy's diagnostics: for a log, an inspector or a meter.

use bevy_platform::time::Instant;

use crate::engine::prelude::*;
use bevy_diagnostic::{Diagnostic, DiagnosticPath, Diagnostics, RegisterDiagnostic};
use bevy_ecs::schedule::InternedScheduleLabel;

use super::in_crowd::CrowdReport;
use super::{PathfindingSystems, PlanningOptions, RequestQueue, TickBudget};

/// The names under which a tick is measured, in Bevy's `DiagnosticsStore`.
#[derive(Clone, Copy, Debug)]
pub struct TickDiagnostics;

impl TickDiagnostics {
    /// How many requests wait for an answer.
    pub const WAITING: DiagnosticPath = DiagnosticPath::const_new("gridwalk/requests_waiting");
    /// How much of the budget the requests of a tick took, in percent.
    pub const BUDGET_USED: DiagnosticPath = DiagnosticPath::const_new("gridwalk/budget_used");
    /// How long all systems of the plugin took in a tick, in milliseconds.
    pub const TICK_TIME: DiagnosticPath = DiagnosticPath::const_new("gridwalk/tick_time");
    /// The time of the crowds of all maps in a tick, in milliseconds. Measured while there are some.
    pub const CROWD_TIME: DiagnosticPath = DiagnosticPath::const_new("gridwalk/crowd_time");
    /// Number of agents of crowds that are on their way.
    pub const CROWD_WALKING: DiagnosticPath = DiagnosticPath::const_new("gridwalk/crowd_walking");
    /// Number of agents of crowds that wait for another one, or are blocked by one.
    pub const CROWD_WAITING: DiagnosticPath = DiagnosticPath::const_new("gridwalk/crowd_waiting");
}

/// What has happened since the app began.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Counters {
    /// Agents that an edit sent to planning again, because it crossed their paths.
    pub crossed: u64,
    /// Walking agents whose path an edit left as it is, each time.
    pub kept: u64,
    /// Agents of crowds that an edit pushed out of a new wall.
    pub pushed_out: u64,
    /// Cells that a game popped off a [`PathStack`](super::PathStack) without leave
    /// ([`PathStack::may_go`](super::PathStack::may_go)), each time.
    pub pops_without_leave: u64,
    /// Steps into cells that are blocked: 0, however maps change. A step like that is not taken.
    pub steps_into_blocked: u64,
}

/// Four seconds of 64 ticks.
const KEPT: usize = 256;

#[derive(Resource)]
struct TickBegan(Instant);

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    let kept = |path, suffix| Diagnostic::new(path).with_max_history_length(KEPT).with_suffix(suffix);
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
            (begin_tick.before(PathfindingSystems::ApplyEdits), end_tick.after(PathfindingSystems::Follow)),
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
    diagnostics.add_measurement(&TickDiagnostics::BUDGET_USED, || if part.is_finite() { part * 100.0 } else { 0.0 });
    diagnostics.add_measurement(&TickDiagnostics::TICK_TIME, || began.0.elapsed().as_secs_f64() * 1000.0);
    if crowd.agents > 0 {
        let CrowdReport { walking, waiting, blocked, time, .. } = *crowd;
        diagnostics.add_measurement(&TickDiagnostics::CROWD_TIME, || time.as_secs_f64() * 1000.0);
        diagnostics.add_measurement(&TickDiagnostics::CROWD_WALKING, || walking as f64);
        diagnostics.add_measurement(&TickDiagnostics::CROWD_WAITING, || (waiting + blocked) as f64);
    }
}

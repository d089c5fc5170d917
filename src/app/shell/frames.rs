//! The duration of a script's frames.

use core::time::Duration;

use bevy::ecs::message::MessageUpdateSystems;
use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};

use crate::app::{Boards, Edit, OpenDocument, Script};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(First, pass_time.after(MessageUpdateSystems).before(TimeSystems));
}

/// Makes every frame of a repeatable script one tick long, whatever the speed of the machine.
///
/// Time stands still while searches are recorded, a map is generated or a level is saved.
fn pass_time(
    script: Res<Script>,
    (boards, edit, open): (Res<Boards>, Res<Edit>, Res<OpenDocument>),
    mut time: ResMut<TimeUpdateStrategy>,
) {
    if script.is_repeatable() {
        let waits = boards.is_busy() || edit.is_making() || open.is_saving();
        let tick = if waits { Duration::ZERO } else { Time::<Fixed>::default().timestep() };
        *time = TimeUpdateStrategy::ManualDuration(tick);
    }
}

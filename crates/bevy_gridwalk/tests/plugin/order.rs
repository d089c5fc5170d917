//! Pairs of systems that use the same data in no order, so that chance decides which runs first.

use std::collections::HashMap;

use bevy::ecs::schedule::{InternedScheduleLabel, LogLevel, ScheduleBuildSettings, Schedules};
use bevy::prelude::*;

/// Every such pair of which at least one is ours, in all schedules of the app. What Bevy and egui
/// leave open among themselves is theirs. A system that has the whole world conflicts with every
/// other one.
pub fn doubtful_pairs(app: &mut App) -> Vec<String> {
    let labels: Vec<InternedScheduleLabel> = app
        .world()
        .resource::<Schedules>()
        .iter()
        .map(|(_, schedule)| schedule.label())
        .collect();
    let mut pairs = Vec::new();
    let mut ours = 0;
    for label in labels {
        app.edit_schedule(label, |schedule| {
            let strict = ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Warn,
                ..default()
            };
            schedule.set_build_settings(strict);
            // A system that is added makes the schedule be built again, and then checked.
            schedule.add_systems(nothing);
        });
        app.world_mut().schedule_scope(label, |world, schedule| {
            schedule.initialize(world).unwrap();
            let systems = schedule.systems().unwrap();
            let names: HashMap<_, _> = systems
                .map(|(key, system)| (key, system.name().to_string()))
                .collect();
            ours += names.values().filter(|name| is_ours(name)).count();
            for (a, b, data) in schedule.graph().conflicting_systems().iter() {
                let (a, b) = (&names[a], &names[b]);
                if (is_ours(a) || is_ours(b)) && !(a.ends_with("nothing") || b.ends_with("nothing"))
                {
                    let data: Vec<_> = data
                        .iter()
                        .filter_map(|id| world.components().get_name(*id))
                        .collect();
                    pairs.push(format!("{label:?}: {a} and {b} on {data:?}"));
                }
            }
        });
    }
    assert!(ours > 10, "our systems are known by their names");
    pairs
}

fn nothing() {}

fn is_ours(system: &str) -> bool {
    system.starts_with("gridwalk::") || system.starts_with("bevy_gridwalk::")
}

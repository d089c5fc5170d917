//! All parts of the window as one plugin.

use bevy::prelude::*;
use bevy_egui::EguiPreUpdateSet;

use super::state::InHand;
use super::{
    AppSystems, Hovered, MapArea, Mode, Paused, Selection, boards, camera, cell, dispatch, document, frames, keyboard,
    language, lesson, levels, notes, orders, panels, pointer, power, script, settings, view,
};

/// Whether time passes for agents.
fn agents_move(paused: Res<Paused>, in_hand: Res<InHand>, mode: Res<Mode>) -> bool {
    !paused.0 && !in_hand.0 && *mode == Mode::Agents
}

/// All parts of the playground, without the window itself: tests add it to an app of their own.
#[derive(Default)]
pub struct AppPlugin;

impl Plugin for AppPlugin {
    fn build(&self, app: &mut App) {
        use bevy_gridwalk::{LevelFilePlugin, LevelSystems, PathfindingPlugin, PathfindingSystems};
        app.add_plugins((PathfindingPlugin::default(), LevelFilePlugin))
            .init_resource::<Selection>()
            .init_resource::<Hovered>()
            .init_resource::<Paused>()
            .init_resource::<InHand>()
            .init_resource::<cell::CellCursor>()
            .init_resource::<MapArea>()
            .configure_sets(
                PreUpdate,
                (AppSystems::Files, AppSystems::Script, AppSystems::Mouse, AppSystems::Keys)
                    .chain()
                    .after(bevy::input::InputSystems)
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .configure_sets(
                Update,
                (AppSystems::Report, AppSystems::Watch, AppSystems::View, AppSystems::Draw).chain().after(LevelSystems),
            )
            .configure_sets(FixedUpdate, PathfindingSystems::Follow.run_if(agents_move))
            .add_plugins((
                (camera::plugin, dispatch::plugin, document::plugin, keyboard::plugin, language::plugin),
                (
                    lesson::plugin,
                    levels::plugin,
                    notes::plugin,
                    orders::plugin,
                    panels::plugin,
                    pointer::plugin,
                    power::plugin,
                ),
                (script::plugin, settings::plugin, view::plugin, boards::plugin, frames::plugin),
            ));
    }
}

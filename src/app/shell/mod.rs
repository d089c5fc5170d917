//! The shell: opens the window, turns input into commands, dispatches them, and draws the bars,
//! cards and palette around the panels of the features.

mod address;
mod bars;
mod dispatch;
mod draw;
mod floating;
mod input;
mod launch;
mod level_menu;
mod map_pointer;
mod palette;
mod power;
mod strips;

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy_egui::{EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass};

use crate::app::common::state::{self, Dragging, MapDrag, PanelFocus};
use crate::app::common::{language, notes, script, settings};
use crate::app::{
    AppSystems, Groups, Hovered, Paused, Selection, agents, boards, document, edit, lesson, view,
};

pub use address::Parameter;
pub use launch::{Args, run};

/// All parts of the playground, without the window itself: tests add it to an app of their own.
#[derive(Default)]
pub struct AppPlugin;

impl Plugin for AppPlugin {
    fn build(&self, app: &mut App) {
        use bevy_gridwalk::{LevelFilePlugin, LevelSystems, PathfindingPlugin};
        app.add_plugins((PathfindingPlugin::default(), LevelFilePlugin))
            .init_resource::<Selection>()
            .init_resource::<Groups>()
            .init_resource::<MapDrag>()
            .init_resource::<Hovered>()
            .init_resource::<Paused>()
            .init_resource::<Dragging>()
            .init_resource::<PanelFocus>()
            .configure_sets(
                PreUpdate,
                (
                    AppSystems::Files,
                    AppSystems::Script,
                    AppSystems::Mouse,
                    AppSystems::Keys,
                )
                    .chain()
                    .after(bevy::input::InputSystems)
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .configure_sets(
                Update,
                (
                    AppSystems::Report,
                    AppSystems::Watch,
                    AppSystems::View,
                    AppSystems::Draw,
                )
                    .chain()
                    .after(LevelSystems),
            )
            .configure_sets(
                EguiPrimaryContextPass,
                (AppSystems::Panels, AppSystems::Map).chain(),
            )
            // Else letters that are new would be blank in the first frame that has them: their
            // picture would be uploaded one frame later than the text is drawn.
            .configure_sets(
                PostUpdate,
                EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems),
            )
            .add_plugins((
                (
                    language::plugin,
                    language::find_installed,
                    notes::plugin,
                    script::plugin,
                    settings::plugin,
                    state::plugin,
                ),
                (
                    view::plugin,
                    document::plugin,
                    boards::plugin,
                    lesson::plugin,
                    agents::plugin,
                    edit::plugin,
                ),
                (
                    dispatch::plugin,
                    draw::plugin,
                    power::time_scripts,
                    input::plugin,
                    map_pointer::plugin,
                ),
                (address::plugin, power::plugin, power::watch_files),
            ));
    }
}

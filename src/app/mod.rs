//! The playground: a window on the grid, panels beside it, and commands behind every button.

pub mod args;
mod camera;
mod capture;
mod command;
mod first_start;
mod keyboard;
mod language;
mod launch;
mod levels;
mod map_area;
mod notes;
mod orders;
mod panels;
mod pointer;
mod power;
mod rules;
mod script;
mod texts;
mod theme;
mod view;
mod watch;
mod words;

use bevy::prelude::*;

pub use args::Args;
pub use camera::View;
pub use command::{AppCommand, KEYS, Keys, WATCH_KEYS};
pub use first_start::FirstStart;
pub use language::ChosenLanguage;
pub use launch::run;
pub use levels::LevelList;
pub use map_area::MapArea;
pub use notes::Notes;
pub use script::Script;
pub use texts::{Phrase, Sentence};
pub use watch::{Mode, Overlays, Playback, Question, Recording, Run, Runs, Source, Stop};

use crate::pathfinding::Cell;

/// A frame, in order. Fixed steps of the plugin run before `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum AppSystems {
    /// In `PreUpdate`: mouse, keys and scripts become commands, so that the fixed step of the
    /// same frame already acts on them.
    Input,
    /// In `PreUpdate`: commands become requests.
    Act,
    /// In `Update`: what happened is put into words.
    Report,
    /// In `Update`: the search that is watched.
    Watch,
    /// In `Update`: the camera.
    View,
    /// In `Update`: what is drawn on the map.
    Draw,
}

/// The agent that clicks are for.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Selection(pub Option<Entity>);

/// The cell under the pointer, while the pointer is over the map.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Hovered(pub Option<Cell>);

/// Whether agents are held.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Held(pub bool);

/// All parts of the playground, without the window itself: tests add it to an app of their own.
#[derive(Default)]
pub struct AppPlugin;

impl Plugin for AppPlugin {
    fn build(&self, app: &mut App) {
        use crate::plugin::{LevelPlugin, LevelSystems, PathfindingPlugin, PathfindingSystems};
        app.add_plugins((PathfindingPlugin, LevelPlugin))
            .add_message::<AppCommand>()
            .init_resource::<Selection>()
            .init_resource::<Hovered>()
            .init_resource::<Held>()
            .init_resource::<MapArea>()
            .configure_sets(PreUpdate, (AppSystems::Input, AppSystems::Act).chain().after(bevy::input::InputSystems))
            .configure_sets(
                Update,
                (AppSystems::Report, AppSystems::Watch, AppSystems::View, AppSystems::Draw).chain().after(LevelSystems),
            )
            .configure_sets(FixedUpdate, PathfindingSystems::Follow.run_if(|held: Res<Held>| !held.0));
        camera::plugin(app);
        capture::plugin(app);
        first_start::plugin(app);
        keyboard::plugin(app);
        language::plugin(app);
        levels::plugin(app);
        notes::plugin(app);
        orders::plugin(app);
        panels::plugin(app);
        pointer::plugin(app);
        power::plugin(app);
        rules::plugin(app);
        script::plugin(app);
        view::plugin(app);
        watch::plugin(app);
    }
}

//! Watched searches: one board while a search is watched, several in a comparison.
//!
//! There is one query, a recording for each board, and one player.
//!
//! Agents walk in one mode of the window. In the others they stand still, and a search is shown
//! step by step: a search of an agent, or one between a start and a goal that the user drags.

mod act;
mod board;
mod marks;
mod model;
mod numbers;
pub(super) mod panel;
mod playback;
mod player;
mod question;
mod runs;
mod scenarios;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::app::AppSystems;
use crate::app::agents::follow_the_selected;
use crate::app::command::{Heat, Mode, OpenListKept};
use crate::app::common::script::wait_for_level;
use crate::app::view::MapLayers;

use act::{PlayedWalk, walk_the_found_path};
pub(super) use act::{act, compare, flood, open_trace};
pub use board::{Board, BoardPlace, BoardPlaces, Boards};
use marks::{choose_map, plugin as draw_marks};
pub(super) use model::BoardsModel;
use model::{Deciding, NumbersRoom};
use numbers::draw_numbers;
pub use playback::{Playback, Speed};
use player::follow;
pub(super) use player::play;
pub use question::{EndsOrigin, QuerySource, WatchQuery};
pub(super) use runs::TraceRun;
pub use runs::{Recording, Run, Runs};
pub use scenarios::{AnsweredQuery, OpenScenario, Scenarios, Standing};
pub(super) use scenarios::{ScenarioRead, act_on_scenario};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Mode>()
        .init_resource::<Heat>()
        .init_resource::<OpenListKept>()
        .init_resource::<WatchQuery>()
        .init_resource::<Boards>()
        .init_resource::<BoardPlaces>()
        .init_resource::<Runs>()
        .init_resource::<Scenarios>()
        .init_resource::<Playback>()
        .init_resource::<PlayedWalk>()
        .init_resource::<NumbersRoom>()
        .add_plugins(draw_marks)
        .add_systems(
            EguiPrimaryContextPass,
            draw_numbers
                .run_if(resource_equals(Mode::Watch))
                .in_set(MapLayers::Search),
        )
        .add_systems(
            Update,
            (
                (
                    (act::open_level_of_trace, scenarios::follow)
                        .chain()
                        .before(wait_for_level),
                    walk_the_found_path,
                    question::keep_crowd_walks,
                    question::follow,
                    follow,
                    act::show_trace,
                    choose_map,
                )
                    .chain()
                    .before(follow_the_selected)
                    .in_set(AppSystems::Watch),
                player::advance.in_set(AppSystems::View),
            ),
        );
}

//! Options of searches: those of the window, of the watched search and of the selected board.
//!
//! Commands change the options of searches and agents.

mod panel;
pub(super) mod presets;

use bevy::prelude::*;
use bevy_gridwalk::{NavGrid, PathfindingOptions};
use gridwalk_explain::Describe;
use gridwalk_level::{LevelEdit, LevelKey};
use gridwalk_pathfinding::{Algorithm, KeepOffWalls, OptionChange, SearchOptions, Support};

use crate::app::boards::{Boards, WatchQuery};
use crate::app::command::{Mode, OptionsCommand};
use crate::app::common::state::another;
use crate::app::common::words;
use crate::app::document::Editor;
use crate::app::{ChosenLanguage, Notes, Phrase};

pub(super) use panel::{draw, draw_more, shown, why_not};

/// Acts on one command. A change of a search that is watched as it was makes it the window's own
/// again.
pub(in crate::app) fn act(
    In(command): In<OptionsCommand>,
    (mode, grid): (Res<Mode>, Res<NavGrid>),
    language: Res<ChosenLanguage>,
    (mut question, mut boards): (ResMut<WatchQuery>, ResMut<Boards>),
    mut editor: Editor,
    mut notes: ResMut<Notes>,
) {
    let watches = *mode == Mode::Watch;
    let on_board = boards.selected_options().filter(|_| *mode == Mode::Compare);
    let options = match on_board {
        Some(options) => options.clone(),
        None if watches => question.query.options.clone(),
        None => editor.options().options,
    };
    let map = question
        .grid
        .as_deref()
        .filter(|_| !mode.has_agents())
        .unwrap_or(grid.grid());
    // Those that can be asked this question; where none other can, it stays.
    let able: Vec<_> = Algorithm::ALL
        .into_iter()
        .filter(|other| {
            *other == options.algorithm
                || (SearchOptions {
                    algorithm: *other,
                    ..options.clone()
                })
                .check(map)
                .is_ok()
        })
        .collect();
    let change = match command {
        OptionsCommand::Set(change) => change,
        OptionsCommand::NextAlgorithm => {
            OptionChange::Algorithm(another(&able, options.algorithm, 1))
        }
        OptionsCommand::PreviousAlgorithm => {
            OptionChange::Algorithm(another(&able, options.algorithm, able.len() - 1))
        }
        // Where agents go for want of a path is no part of a search.
        OptionsCommand::Unreachable(policy) => {
            let changed = PathfindingOptions {
                unreachable: policy,
                ..editor.options()
            };
            return editor.set_options(changed);
        }
        OptionsCommand::KeepOffWalls(text) => {
            let Some(keep_off) = KeepOffWalls::parse(&text) else {
                return notes.warn(words::keep_off_walls_expected());
            };
            let edit = LevelEdit::from(LevelKey::KeepOffWalls(
                Some(keep_off).filter(|keep_off| !keep_off.is_none()),
            ));
            if let Err(why) = editor.edit(edit) {
                notes.warn(Phrase::EditRefused.because("why", &why));
            }
            return;
        }
    };
    let unused = |algorithm: Algorithm| {
        let [option, title] = [
            change.key().describe_in(language.0),
            algorithm.describe_in(language.0),
        ];
        let is_unused = algorithm.support(change.key()) == Support::Unused;
        is_unused.then(|| {
            Phrase::OptionUnused
                .with("option", option)
                .with("title", title)
        })
    };
    if *mode == Mode::Compare {
        boards.change(change.clone());
        let algorithm = boards.selected_options().map(|options| options.algorithm);
        if let Some(sentence) = algorithm.and_then(unused) {
            notes.warn(sentence);
        }
        return;
    }
    if watches {
        question.bypass_change_detection().make_free(&mut editor);
    }
    let mut changed = editor.options();
    change.apply(&mut changed.options);
    if let Some(sentence) = unused(changed.options.algorithm) {
        notes.warn(sentence);
    }
    editor.set_options(changed);
}

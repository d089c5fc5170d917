//! Runs the commands of watched searches.

use bevy::prelude::*;
use bevy_gridwalk::{AgentKind, AgentName, CrowdMember, Crowds, NavGrid};
use gridwalk_level::OpenListForm;

use super::question::{Ends, watch_agent, watch_field};
use super::{Boards, Playback, Runs, Source, WatchQuery};
use crate::app::agents::WatchHistory;
use crate::app::command::{Heat, Mode, OpenListKept, WatchCommand};
use crate::app::common::state::another;
use crate::app::document::Editor;
use crate::app::view::cell::CellMenu;
use crate::app::{Notes, Phrase, Selection, Sentence};

/// Components of an agent whose search is watched.
type Watched<'a> = (Entity, &'a AgentName, Option<&'a AgentKind>, Option<&'a CrowdMember>);

/// Runs a command.
pub(in crate::app) fn act(
    In(command): In<WatchCommand>,
    (mut mode, mut menu): (ResMut<Mode>, ResMut<CellMenu>),
    (mut heat, mut kept): (ResMut<Heat>, ResMut<OpenListKept>),
    (mut question, mut boards): (ResMut<WatchQuery>, ResMut<Boards>),
    (mut runs, playback): (ResMut<Runs>, Res<Playback>),
    (selection, history): (Res<Selection>, Res<WatchHistory>),
    (grid, crowds): (Res<NavGrid>, Res<Crowds>),
    mut editor: Editor,
    agents: Query<Watched>,
    mut notes: ResMut<Notes>,
) {
    let mut watch = |found: Result<Watched, Sentence>, back| {
        *mode = Mode::Watch;
        let options = editor.options();
        let found = found.and_then(|(agent, name, kind, member)| match member {
            Some(member) => watch_field(&mut question, (&grid, &crowds, &options), (*member, name, kind)),
            None => watch_agent(&mut question, &history, (agent, name, kind), back),
        });
        if let Err(why) = found {
            notes.warn(why);
        }
    };
    match command {
        WatchCommand::Toggle => {
            *mode = if *mode == Mode::Watch { Mode::Agents } else { Mode::Watch };
            menu.0 = None;
        }
        WatchCommand::Begin => *mode = Mode::Watch,
        WatchCommand::Selected(back) => {
            let selected = agents.iter().find(|(agent, ..)| Some(*agent) == selection.lead());
            watch(selected.ok_or_else(|| Phrase::NoAgentSelected.into()), back);
        }
        WatchCommand::Agent(wanted, back) => {
            let named = agents.iter().find(|(_, name, ..)| name.0 == wanted);
            watch(named.ok_or_else(|| Phrase::NoSuchAgent.with("name", wanted)), back);
        }
        WatchCommand::ShowRun(number) => {
            if let Some(run) = runs.rows.get(number) {
                *question = WatchQuery { source: Source::Run(number), ..run.question.clone() };
                boards.turn_to(*mode);
                boards.replay(run, &question);
            }
        }
        WatchCommand::CompareRun(number) => {
            runs.compared = if runs.compared == Some(number) { None } else { Some(number) };
        }
        WatchCommand::SetStart(cell) | WatchCommand::SetGoal(cell) => {
            if mode.has_agents() {
                return notes.tell(Phrase::EndsOnlyOfSearches);
            }
            if grid.for_agent(question.kind.as_ref()).is_walkable(cell) {
                let question = question.bypass_change_detection();
                question.make_free(&mut editor);
                question.ends = Ends::Chosen;
                let is_start = matches!(command, WatchCommand::SetStart(_));
                *(if is_start { &mut question.query.start } else { &mut question.query.goal }) = cell;
            } else if !playback.dragging {
                notes.warn(Phrase::CellIsBlocked.with("cell", cell));
            }
        }
        WatchCommand::Cancel => boards.cancel(&question),
        WatchCommand::CancelTrace => {
            if boards.is_reading() {
                boards.opening = None;
                notes.tell(Phrase::TraceCancelled);
            }
        }
        WatchCommand::SearchAgain => boards.search_again(),
        WatchCommand::HeatMap(chosen) => *heat = chosen,
        WatchCommand::NextHeatMap => *heat = another(&Heat::ALL, *heat, 1),
        WatchCommand::KeepOpenList(form) => kept.0 = form,
        WatchCommand::NextOpenListForm => kept.0 = another(&OpenListForm::ALL, kept.0, 1),
    }
}

//! How the window comes to the state that a page needs: by the same commands that a user gives, one stage after the
//! other, since levels load and searches run in the background.

use bevy::prelude::*;

use super::open::{OpenLesson, Reading, Stage};
use crate::app::command::{
    AgentCommand, AppCommand, CompareCommand, EditCommand, LevelCommand, OptionsCommand, PlayCommand, WatchCommand,
};
use crate::app::levels::{LevelList, full_path};
use crate::app::watch::{Heat, Mode, Overlays, Recording, Source, WatchQuery};
use crate::app::{Notes, OpenDocument, Paused, Phrase};
use crate::explain::position;
use crate::level::{LessonView, Level};
use crate::pathfinding::Cell;
use crate::plugin::{ActiveLevel, NavGrid};

/// What is seen of the level.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct LevelState<'w> {
    list: Res<'w, LevelList>,
    active: Res<'w, ActiveLevel>,
    open: Res<'w, OpenDocument>,
    grid: Res<'w, NavGrid>,
}

impl LevelState<'_> {
    fn is_active(&self, name: &str) -> bool {
        self.list.named(name).is_some_and(|entry| self.list.is_open(entry, &self.active))
    }

    /// The open level, if it is the one of that name, and the map is what it says.
    fn shown(&self, name: &str) -> Option<&Level> {
        let path = self.active.path.as_ref().filter(|_| self.is_active(name))?;
        let is_file = self.open.file() == Some(full_path(&self.list, path).as_path());
        let level = self.open.document().filter(|_| is_file)?.level();
        level.grid.is_same_map(self.grid.grid()).then_some(level)
    }
}

/// What is seen of the search.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct WatchState<'w> {
    mode: Res<'w, Mode>,
    question: Res<'w, WatchQuery>,
    recording: Res<'w, Recording>,
    overlays: Res<'w, Overlays>,
    paused: Res<'w, Paused>,
}

/// A command opens a level within so many frames, or is refused.
const REFUSED_AFTER: u32 = 4;

pub(super) fn set_up(
    mut lesson: ResMut<OpenLesson>,
    level: LevelState,
    watch: WatchState,
    mut commands: MessageWriter<AppCommand>,
    mut notes: ResMut<Notes>,
) {
    let Some(reading) = &mut lesson.bypass_change_detection().0 else { return };
    let before = reading.stage;
    let page = (reading.page + 1, reading.lesson.pages.len());
    let mut wishes = Vec::new();
    reading.stage = next(reading, &level, &watch, &mut wishes, &mut notes);
    let stage = reading.stage;
    commands.write_batch(wishes);
    if stage != before {
        lesson.set_changed();
        if stage == Stage::Done {
            debug!("lesson: page {} of {} is set up", page.0, page.1);
            debug!("lesson: asks {:?}", lesson.asks());
        }
    }
}

fn next(
    reading: &Reading,
    level: &LevelState,
    watch: &WatchState,
    wishes: &mut Vec<AppCommand>,
    notes: &mut Notes,
) -> Stage {
    let page = reading.page();
    let name = page.level.as_ref().unwrap_or(&reading.lesson.level);
    match reading.stage {
        Stage::Turned => {
            if level.list.named(name).is_none() {
                notes.warn(Phrase::NoSuchLevel.with("file", name));
                return Stage::Done;
            }
            if *watch.mode == Mode::Watch && watch.question.source != Source::Free {
                // The search of an agent has options of its own, which are forgotten so.
                wishes.push(WatchCommand::Toggle.into());
                return Stage::Turned;
            }
            if level.is_active(name) {
                wishes.push(EditCommand::GoTo(0).into());
                return Stage::Opening(REFUSED_AFTER);
            }
            wishes.push(LevelCommand::Open(name.clone()).into());
            Stage::Opening(0)
        }
        // The user is asked about unsaved work first.
        Stage::Opening(_) if level.open.is_asking() => Stage::Opening(0),
        Stage::Opening(_) if level.shown(name).is_some() => Stage::Fresh,
        Stage::Opening(frames) if frames > REFUSED_AFTER && !level.is_active(name) => Stage::Done,
        Stage::Opening(frames) => Stage::Opening(frames.saturating_add(1)),
        Stage::Fresh => {
            let watches = page.view != LessonView::Agents;
            if watches != (*watch.mode == Mode::Watch) {
                wishes.push(WatchCommand::Toggle.into());
            }
            wishes.extend(page.cells.iter().map(|(cell, glyph)| EditCommand::SetCell(*cell, *glyph).into()));
            wishes.extend(page.options.iter().map(|change| OptionsCommand::Set(change.clone()).into()));
            if let LessonView::Boards(setup) = &page.view {
                wishes.push(CompareCommand::Show(setup.clone()).into());
                return Stage::Done;
            }
            let overlays = &watch.overlays;
            let toggles = [
                (overlays.numbers != page.numbers, WatchCommand::ToggleNumbers),
                (overlays.tree != page.tree, WatchCommand::ToggleTree),
                (overlays.heat != Heat::Off, WatchCommand::HeatMap(Heat::Off)),
            ];
            wishes.extend(toggles.into_iter().filter(|(is_other, _)| *is_other).map(|(_, toggle)| toggle.into()));
            Stage::Changed
        }
        Stage::Changed => {
            let Some(level) = level.shown(name) else { return Stage::Changed };
            if page.view == LessonView::Agents {
                wishes.push(LevelCommand::Restart.into());
                if watch.paused.0 == page.plays {
                    wishes.push(AgentCommand::TogglePause.into());
                }
                return Stage::Done;
            }
            if watch.question.grid.is_none() {
                return Stage::Changed;
            }
            let [start, goal] = ends(reading, level);
            wishes.extend(start.map(|start| WatchCommand::SetStart(start).into()));
            wishes.extend(goal.map(|goal| WatchCommand::SetGoal(goal).into()));
            Stage::Ends
        }
        Stage::Ends => {
            let Some(level) = level.shown(name) else { return Stage::Ends };
            let recording = &watch.recording;
            let [start, goal] = ends(reading, level);
            let is_asked = start.is_none_or(|start| start == watch.question.query.start)
                && goal.is_none_or(|goal| goal == watch.question.query.goal)
                && watch.question.query.options == level.search;
            if !is_asked || recording.is_busy() {
                return Stage::Ends;
            }
            match &recording.shown {
                Some(run) if run.question.is(&watch.question) => {
                    let at = position(&run.timeline, page.at).unwrap_or(run.timeline.len());
                    // To seek ends playing.
                    wishes.push(PlayCommand::Seek(at).into());
                    if page.plays {
                        wishes.push(PlayCommand::Toggle.into());
                    }
                    Stage::Done
                }
                None if recording.refused.is_some() || recording.cancelled.is_some() => Stage::Done,
                _ => Stage::Ends,
            }
        }
        Stage::Done => Stage::Done,
    }
}

/// Where the search of the page begins and ends; `None` where the window chooses.
fn ends(reading: &Reading, level: &Level) -> [Option<Cell>; 2] {
    let [start, goal] = reading.page().ends;
    let agent = level.agents.first();
    [start.or(agent.map(|agent| agent.at)), goal.or(agent.and_then(|agent| agent.goals.first().copied()))]
}

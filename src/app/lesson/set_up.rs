//! Brings the window into the state that a lesson page needs.
//!
//! It sends the commands that a user would give, one stage after the other, since levels load and
//! searches run in the background.

use std::collections::HashMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_gridwalk::{ActiveLevel, AgentCell, AgentName, NavGrid};
use gridwalk_explain::position;
use gridwalk_level::{CellClick, EntryId, LessonPage, LessonPlace, LessonView, Level};
use gridwalk_pathfinding::{Cell, Rect};

use crate::app::boards::{Board, Boards, Playback, QuerySource, Recording, Run, WatchQuery};
use crate::app::command::{
    AgentCommand, AppCommand, CompareCommand, EditCommand, LevelCommand, Mode, OptionsCommand,
    PlayCommand, StepSize, Toggle, ViewCommand, WatchCommand,
};
use crate::app::common::lesson::{OpenLesson, Reading, SetUpStage};
use crate::app::document::levels::{LevelList, full_path};
use crate::app::{CameraView, Notes, OpenDocument, Paused, Phrase, TimeSpeed, Toggles};

/// State of the open level and its agents.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct LevelState<'w, 's> {
    list: Res<'w, LevelList>,
    active: Res<'w, ActiveLevel>,
    open: ResMut<'w, OpenDocument>,
    grid: Res<'w, NavGrid>,
    agents: Query<'w, 's, (&'static AgentName, &'static AgentCell)>,
}

impl LevelState<'_, '_> {
    fn is_active(&self, name: &str) -> bool {
        self.list
            .named(name)
            .is_some_and(|entry| self.list.is_open(entry, &self.active))
    }

    /// Returns the command that restores the open level as saved; `None` if it has no edits.
    fn take_back(&self) -> Option<AppCommand> {
        let document = self.open.document()?;
        let saved = document.saved().unwrap_or(EntryId(0));
        (document.present() != saved).then(|| EditCommand::GoTo(saved.0).into())
    }

    /// Whether the level's own clicks change terrain.
    fn clicks_change_terrain(&self) -> bool {
        self.open
            .document()
            .is_some_and(|document| document.level().click == CellClick::Terrain)
    }

    /// Whether an agent has left its start cell.
    fn someone_has_left(&self) -> bool {
        let Some(document) = self.open.document() else {
            return false;
        };
        let members = document.level().members();
        let agents = document.level().agents.iter().chain(&members);
        let starts: HashMap<&str, Cell> = agents
            .map(|agent| (agent.name.as_str(), agent.at))
            .collect();
        self.agents.iter().any(|(name, cell)| {
            starts
                .get(name.0.as_str())
                .is_some_and(|start| *start != cell.0)
        })
    }

    /// Returns the open level, if it comes from the file of that name and the map is up to date.
    fn shown(&self, name: &str) -> Option<&Level> {
        let path = self.active.path.as_ref().filter(|_| self.is_active(name))?;
        let is_file = self.open.file() == Some(full_path(&self.list, path).as_path());
        let level = self.open.document().filter(|_| is_file)?.level();
        level.grid.is_same_map(self.grid.grid()).then_some(level)
    }
}

/// State of the mode, the search, the player and the view.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct WatchState<'w> {
    mode: Res<'w, Mode>,
    question: Res<'w, WatchQuery>,
    boards: Res<'w, Boards>,
    toggles: Res<'w, Toggles>,
    paused: Res<'w, Paused>,
    pace: Res<'w, TimeSpeed>,
    view: Res<'w, CameraView>,
}

impl WatchState<'_> {
    /// Returns the player's position for a page, or `None` while its searches run.
    ///
    /// The position is `None` if there is no search to play.
    #[expect(
        clippy::option_option,
        reason = "it is not known yet, or there is none"
    )]
    fn place(&self, page: &LessonPage) -> Option<Option<usize>> {
        let is_settled = |board: &Board| {
            let Recording {
                shown,
                refused,
                cancelled,
                ..
            } = &board.recording;
            let is_there = |run: &Run| run.question.is(&board.question(&self.question));
            shown.as_ref().is_some_and(is_there) || refused.is_some() || cancelled.is_some()
        };
        if self.boards.is_busy() || !self.boards.boards.iter().all(is_settled) {
            return None;
        }
        if let Some(board) = self.boards.one() {
            let run = board.recording.shown.as_ref();
            return Some(
                run.map(|run| position(&run.timeline, page.at).unwrap_or(run.timeline.len())),
            );
        }
        Some(Some(match page.at {
            LessonPlace::Start => 0,
            LessonPlace::Expansion(at) | LessonPlace::Event(at) => at as usize,
            LessonPlace::End => usize::MAX,
        }))
    }
}

/// Number of frames after which an open command without effect counts as refused.
const REFUSED_AFTER: u32 = 4;

/// Hides the side panel for a page with boards, and shows it again afterwards.
///
/// After the lesson, a view of a part of the map is fitted to the whole map again.
pub(super) fn make_room(
    lesson: Res<OpenLesson>,
    (toggles, view): (Res<Toggles>, Res<CameraView>),
    mut had_panel: Local<Option<bool>>,
    mut commands: MessageWriter<AppCommand>,
) {
    let page = lesson.reading().map(Reading::page);
    let is_wanted = page.is_some_and(|page| matches!(page.view, LessonView::Boards(_)));
    if is_wanted != had_panel.is_some() {
        let has_panel = toggles.is_on(Toggle::Panel);
        let before = std::mem::replace(&mut *had_panel, is_wanted.then_some(has_panel));
        // A panel that was hidden before, or that the user has opened since, stays as it is.
        if before.map_or(has_panel, |had| had && !has_panel) {
            commands.write(Toggle::Panel.into());
        }
    }
    if page.is_none() && view.part.is_some() {
        commands.write(ViewCommand::Fit.into());
    }
}

/// Steps by events while a page with a procedure is read, and by the reader's own step size
/// afterwards.
pub(super) fn step_by_events(
    lesson: Res<OpenLesson>,
    playback: Res<Playback>,
    mut own: Local<Option<StepSize>>,
    mut commands: MessageWriter<AppCommand>,
) {
    let is_wanted = lesson
        .reading()
        .is_some_and(|reading| !reading.page().steps.is_empty());
    if is_wanted != own.is_some() {
        let before = std::mem::replace(&mut *own, is_wanted.then_some(playback.step));
        commands.write(PlayCommand::StepSize(before.unwrap_or(StepSize::Event)).into());
    }
}

pub(super) fn set_up(
    mut lesson: ResMut<OpenLesson>,
    mut level: LevelState,
    watch: WatchState,
    mut commands: MessageWriter<AppCommand>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut notes: ResMut<Notes>,
) {
    let Some(reading) = &mut lesson.bypass_change_detection().0 else {
        if level.open.is_practice() {
            match level.take_back() {
                Some(change) => drop(commands.write(change)),
                None => level.open.set_practice(false),
            }
        }
        return;
    };
    let before = reading.stage;
    let page = (reading.page + 1, reading.lesson.pages.len());
    let mut wishes = Vec::new();
    let Some(stage) = next(reading, &level, &watch, &mut wishes, &mut notes) else {
        return lesson.close();
    };
    reading.stage = stage;
    if stage == SetUpStage::Done && before != SetUpStage::Done {
        reading.document = Some(level.open.number());
    }
    if stage == SetUpStage::Fresh && !level.open.is_practice() {
        level.open.set_practice(true);
    }
    if stage == SetUpStage::Done && before != SetUpStage::Done {
        // The panels of the page are there now. Without `zoom_to`, a view that the reader has
        // chosen stays.
        wishes.extend(match reading.page().zoom_to {
            Some(Rect { at, width, height }) => {
                Some(ViewCommand::Part(at.into(), (width, height)).into())
            }
            None => {
                (watch.view.fitted || watch.view.part.is_some()).then(|| ViewCommand::Fit.into())
            }
        });
    }
    if !wishes.is_empty() || stage != before {
        // An idle window would look again in a quarter of a second.
        redraw.write(RequestRedraw);
    }
    commands.write_batch(wishes);
    if stage != before {
        lesson.set_changed();
        if stage == SetUpStage::Done {
            debug!("lesson: page {} of {} is set up", page.0, page.1);
            debug!("lesson: asks {:?}", lesson.asks());
        }
    }
}

/// Returns the next stage; `None` closes the lesson, since the user keeps another level.
fn next(
    reading: &mut Reading,
    level: &LevelState,
    watch: &WatchState,
    wishes: &mut Vec<AppCommand>,
    notes: &mut Notes,
) -> Option<SetUpStage> {
    let page = reading.page();
    let name = page.level.as_ref().unwrap_or(&reading.lesson.level);
    Some(match reading.stage {
        SetUpStage::Turned => open_level(name, level, watch, wishes, notes),
        // First the user is asked about unsaved work, and may save it.
        SetUpStage::Opening { instead_of, .. }
            if level.open.is_asking() || level.open.is_saving() =>
        {
            SetUpStage::Opening {
                frames: 0,
                instead_of,
            }
        }
        SetUpStage::Opening { instead_of, .. }
            if instead_of != Some(level.open.number()) && level.shown(name).is_some() =>
        {
            SetUpStage::Fresh
        }
        SetUpStage::Opening {
            frames,
            instead_of: Some(_),
        } if frames > REFUSED_AFTER && (!level.is_active(name) || level.open.keeps_work()) => {
            return None;
        }
        SetUpStage::Opening { frames, instead_of } => SetUpStage::Opening {
            frames: frames.saturating_add(1),
            instead_of,
        },
        SetUpStage::Fresh => {
            if page.view == LessonView::Agents && *watch.mode == Mode::Watch {
                wishes.push(WatchCommand::Toggle.into());
            }
            if page.view != LessonView::Agents && level.someone_has_left() {
                wishes.push(LevelCommand::Restart.into());
            }
            wishes.extend(
                page.cells
                    .iter()
                    .map(|(cell, glyph)| EditCommand::SetCell(*cell, *glyph).into()),
            );
            wishes.extend(
                page.options
                    .iter()
                    .map(|change| OptionsCommand::Set(change.clone()).into()),
            );
            let wanted = [
                (Toggle::Numbers, page.numbers),
                (Toggle::Tree, page.tree),
                (Toggle::Joined, page.joined),
                (Toggle::Terrain, level.clicks_change_terrain()),
                (Toggle::Follow, false),
            ];
            let others = wanted
                .into_iter()
                .filter(|(toggle, on)| watch.toggles.is_on(*toggle) != *on);
            wishes.extend(others.map(|(toggle, _)| toggle.into()));
            wishes.push(WatchCommand::HeatMap(page.heat.into()).into());
            wishes.push(WatchCommand::KeepOpenList(page.open_list.unwrap_or_default()).into());
            match &page.view {
                LessonView::Agents => {}
                LessonView::Watch => wishes.push(WatchCommand::Begin.into()),
                LessonView::Boards(setup) => {
                    wishes.push(CompareCommand::Show(setup.clone()).into());
                }
            }
            SetUpStage::Changed
        }
        SetUpStage::Changed | SetUpStage::Ends if !level.is_active(name) => return leave(notes),
        // The user has changed the mode; one key brings the page back.
        SetUpStage::Changed | SetUpStage::Ends if *watch.mode != mode_of(page) => SetUpStage::Done,
        SetUpStage::Changed => {
            let Some(level) = level.shown(name) else {
                return Some(SetUpStage::Changed);
            };
            if page.view == LessonView::Agents {
                wishes.push(LevelCommand::Restart.into());
                if watch.paused.0 == page.plays {
                    wishes.push(AgentCommand::TogglePause.into());
                }
                if !watch.pace.is_normal() {
                    wishes.push(AgentCommand::NormalSpeed.into());
                }
                return Some(SetUpStage::Done);
            }
            if watch.question.grid.is_none() {
                return Some(SetUpStage::Changed);
            }
            let [start, goal] = ends(reading, level);
            wishes.extend(start.map(|start| WatchCommand::SetStart(start).into()));
            wishes.extend(goal.map(|goal| WatchCommand::SetGoal(goal).into()));
            SetUpStage::Ends
        }
        SetUpStage::Ends => {
            let Some(level) = level.shown(name) else {
                return Some(SetUpStage::Ends);
            };
            let [start, goal] = ends(reading, level);
            let query = &watch.question.query;
            let is_asked = start.is_none_or(|start| start == query.start)
                && goal.is_none_or(|goal| goal == query.goal)
                && query.options == level.search;
            if !is_asked {
                // The refusal of a setting has been reported already.
                return Some(SetUpStage::Done);
            }
            let Some(at) = watch.place(page) else {
                return Some(SetUpStage::Ends);
            };
            if let Some(at) = at {
                let moves = page.plays && !watch.toggles.is_on(Toggle::ReducedMotion);
                let at = if page.plays && !moves { usize::MAX } else { at };
                reading.asked_at = Some(at as u64).filter(|_| !page.plays);
                // Seeking stops the player, so it comes first.
                wishes.push(PlayCommand::Seek(at).into());
                if moves {
                    wishes.push(PlayCommand::Toggle.into());
                }
            }
            SetUpStage::Done
        }
        // The text and the frames belong to another map than the one shown.
        SetUpStage::Done
            if reading
                .document
                .is_some_and(|document| document != level.open.number())
                && !level.is_active(name) =>
        {
            return leave(notes);
        }
        SetUpStage::Done => SetUpStage::Done,
    })
}

/// Reports that the lesson closes, because another level is open.
fn leave(notes: &mut Notes) -> Option<SetUpStage> {
    notes.tell(Phrase::LessonLeft);
    None
}

/// Sends the command that opens the level as saved, and returns the next stage.
///
/// Modes with options of their own are left first.
fn open_level(
    name: &str,
    level: &LevelState,
    watch: &WatchState,
    wishes: &mut Vec<AppCommand>,
    notes: &mut Notes,
) -> SetUpStage {
    if level.list.named(name).is_none() {
        notes.warn(Phrase::NoSuchLevel.with("file", name));
        return SetUpStage::Done;
    }
    // While boards are compared, options apply to the selected board.
    if *watch.mode == Mode::Compare {
        wishes.push(CompareCommand::Toggle.into());
        return SetUpStage::Turned;
    }
    if *watch.mode == Mode::Watch && watch.question.source != QuerySource::Free {
        // The search of an agent has its own options; leaving the mode drops them.
        wishes.push(WatchCommand::Toggle.into());
        return SetUpStage::Turned;
    }
    if level.is_active(name) && !level.open.keeps_work() {
        wishes.extend(level.take_back());
        return SetUpStage::Opening {
            frames: 0,
            instead_of: None,
        };
    }
    wishes.push(LevelCommand::Open(name.to_owned()).into());
    SetUpStage::Opening {
        frames: 0,
        instead_of: Some(level.open.number()),
    }
}

/// Returns the mode in which the page is read.
pub(super) const fn mode_of(page: &LessonPage) -> Mode {
    match page.view {
        LessonView::Watch => Mode::Watch,
        LessonView::Agents => Mode::Agents,
        LessonView::Boards(_) => Mode::Compare,
    }
}

/// Returns start and goal of the page's search; `None` where the window chooses.
fn ends(reading: &Reading, level: &Level) -> [Option<Cell>; 2] {
    let [start, goal] = reading.page().ends;
    let agent = level.agents.first();
    [
        start.or(agent.map(|agent| agent.at)),
        goal.or(agent.and_then(|agent| agent.goals.first().copied())),
    ]
}

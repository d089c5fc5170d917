//! The shortcut table: commands with their keys and conditions.
//!
//! The keyboard, the key list, tooltips, the command palette and the tables of
//! docs/playing-reference.md use it. A settings file can change its keys.

use bevy::prelude::*;
use gridwalk_explain::Language;
use gridwalk_level::{Ask, Turn};

use super::chord::Chord;
use crate::app::command::{
    AgentCommand, CellCommand, CharacterCommand, CompareCommand, EditCommand, FileCommand,
    GenerateCommand, LegendCommand, LessonAnswer, LessonCommand, LevelCommand, Mode,
    OptionsCommand, PlayCommand, PortalCommand, Preset, ScenarioCommand, Section, SelectionCommand,
    SpawnCommand, Toggle, Tool, ToolCommand, ViewCommand, WatchCommand, WindowCommand,
};
use crate::app::platform::KEPT_KEYS;
use crate::app::{AppCommand, Phrase};

/// Condition under which a shortcut applies.
///
/// If two shortcuts have the same keys, the one with the more specific condition wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// In all modes.
    Always,
    /// While a lesson is read.
    Lesson,
    /// With agents.
    Agents,
    /// While a search is watched, or searches are compared.
    Played,
    /// While a search is watched.
    Watch,
    /// While searches are compared.
    Compare,
    /// While the level is edited.
    Edit,
    /// While a lesson asks for a cell.
    AsksCell,
    /// While a lesson offers answers.
    AsksChoice,
    /// While a cell's menu is open.
    Menu,
}

/// State that decides which shortcuts apply.
#[derive(Clone, Copy, Debug, Default)]
pub struct Now<'a> {
    /// The mode of the window.
    pub mode: Mode,
    /// Whether a cell's menu is open.
    pub has_menu: bool,
    /// Whether a lesson is read.
    pub has_lesson: bool,
    /// The question of the lesson.
    pub asks: Option<&'a Ask>,
}

impl When {
    /// The conditions that hold in every mode; a lesson's question can be answered in any.
    pub const EVERYWHERE: &[Self] = &[Self::Always, Self::Lesson, Self::AsksCell, Self::AsksChoice];

    /// Returns the other conditions that hold in a mode.
    #[must_use]
    pub const fn of_mode(mode: Mode) -> &'static [Self] {
        match mode {
            Mode::Agents => &[Self::Agents],
            Mode::Watch => &[Self::Played, Self::Watch, Self::Menu],
            Mode::Compare => &[Self::Compare, Self::Played],
            Mode::Edit => &[Self::Edit],
        }
    }

    /// Whether the condition holds.
    #[must_use]
    pub const fn is(self, now: Now) -> bool {
        match self {
            Self::Always => true,
            Self::Lesson => now.has_lesson,
            Self::Agents => matches!(now.mode, Mode::Agents),
            Self::Played => !now.mode.has_agents(),
            Self::Watch => matches!(now.mode, Mode::Watch),
            Self::Compare => matches!(now.mode, Mode::Compare),
            Self::Edit => matches!(now.mode, Mode::Edit),
            Self::AsksCell => matches!(now.asks, Some(Ask::Next(_))),
            Self::AsksChoice => matches!(now.asks, Some(Ask::Choice { .. })),
            Self::Menu => now.has_menu,
        }
    }
}

/// A row of the table: one command of the user.
#[derive(Clone, Debug)]
pub struct Shortcut {
    /// Keys of the command; without any it is in the command palette only.
    pub chords: Vec<Chord>,
    /// Condition under which the keys apply.
    pub when: When,
    /// The command.
    pub command: AppCommand,
    /// Description of the command.
    pub does: Phrase,
}

/// All rows, in the order of the key list.
#[derive(Resource, Clone, Debug)]
pub struct Shortcuts(pub Vec<Shortcut>);

/// Distance that an arrow key moves the map, in logical pixels.
const STEP: f32 = 64.0;

/// Returns the rows of all modes, lessons and agents: keys, condition, command and description.
#[rustfmt::skip]
fn rows() -> Vec<(&'static str, When, AppCommand, Phrase)> {
    use When::{Agents, Always, AsksCell, AsksChoice, Lesson};
    let pan = |x, y| ViewCommand::Pan { x: x * STEP, y: y * STEP }.into();
    let cursor = |x, y| ViewCommand::MoveCursor(x, y).into();
    let choice = |number| LessonCommand::Answer(LessonAnswer::Choice(number)).into();
    vec![
        ("Shift + Left", Always, cursor(-1, 0), Phrase::DoesMoveCursor),
        ("Shift + Right", Always, cursor(1, 0), Phrase::DoesMoveCursor),
        ("Shift + Up", Always, cursor(0, -1), Phrase::DoesMoveCursor),
        ("Shift + Down", Always, cursor(0, 1), Phrase::DoesMoveCursor),
        ("Enter", Agents, CellCommand::Send.into(), Phrase::DoesSendToCell),
        ("Shift + Enter", Agents, CellCommand::Queue.into(), Phrase::DoesQueueCell),
        ("Ctrl + Enter", Agents, CellCommand::SendAll.into(), Phrase::DoesSendAllToCell),
        ("P", Agents, CellCommand::Place.into(), Phrase::DoesPlaceHere),
        ("Q", Always, Toggle::Terrain.into(), Phrase::DoesToggleClick),
        ("V", Always, CellCommand::NextTerrain.into(), Phrase::DoesNextTerrain),
        ("Shift + V", Always, CellCommand::PreviousTerrain.into(), Phrase::DoesPreviousTerrain),
        ("Left", Always, pan(1.0, 0.0), Phrase::DoesMoveMap),
        ("Right", Always, pan(-1.0, 0.0), Phrase::DoesMoveMap),
        ("Up", Always, pan(0.0, 1.0), Phrase::DoesMoveMap),
        ("Down", Always, pan(0.0, -1.0), Phrase::DoesMoveMap),
        ("+", Always, ViewCommand::Zoom { factor: 1.25, at: None }.into(), Phrase::DoesZoomIn),
        ("−", Always, ViewCommand::Zoom { factor: 0.8, at: None }.into(), Phrase::DoesZoomOut),
        ("F", Always, ViewCommand::Fit.into(), Phrase::DoesFit),
        ("Space", Agents, AgentCommand::TogglePause.into(), Phrase::DoesPause),
        (".", Agents, AgentCommand::Tick.into(), Phrase::DoesTick),
        ("[", Agents, AgentCommand::Slower.into(), Phrase::DoesSlowerTime),
        ("]", Agents, AgentCommand::Faster.into(), Phrase::DoesFasterTime),
        ("Shift + ]", Agents, AgentCommand::NormalSpeed.into(), Phrase::DoesNormalTime),
        ("Shift + F", Agents, Toggle::Follow.into(), Phrase::DoesFollowAgent),
        ("N", Agents, AgentCommand::SelectNext.into(), Phrase::DoesSelectNext),
        ("S", Agents, AgentCommand::Stop.into(), Phrase::DoesStop),
        ("Shift + S", Agents, AgentCommand::StopAll.into(), Phrase::DoesStopAll),
        ("R", Always, LevelCommand::Restart.into(), Phrase::DoesRestart),
        ("W", Always, WatchCommand::Toggle.into(), Phrase::DoesWatch),
        ("Shift + W", Always, WatchCommand::Selected(0).into(), Phrase::DoesWatchSelected),
        ("C", Always, CompareCommand::Toggle.into(), Phrase::DoesCompare),
        ("Ctrl + E", Always, ToolCommand::Toggle.into(), Phrase::DoesEdit),
        ("Ctrl + 1", Always, Preset::BreadthFirst.into(), Phrase::DoesPreset),
        ("Ctrl + 2", Always, Preset::Dijkstra.into(), Phrase::DoesPreset),
        ("Ctrl + 3", Always, Preset::GreedyManhattan.into(), Phrase::DoesPreset),
        ("Ctrl + 4", Always, Preset::GreedyStraightLine.into(), Phrase::DoesPreset),
        ("Ctrl + 5", Always, Preset::AStar.into(), Phrase::DoesPreset),
        ("A", Always, OptionsCommand::NextAlgorithm.into(), Phrase::DoesNextAlgorithm),
        ("Shift + A", Always, OptionsCommand::PreviousAlgorithm.into(), Phrase::DoesPreviousAlgorithm),
        ("Ctrl + Z", Always, EditCommand::Undo.into(), Phrase::DoesUndo),
        ("Ctrl + Shift + Z, Ctrl + Y", Always, EditCommand::Redo.into(), Phrase::DoesRedo),
        ("Ctrl + S", Always, FileCommand::Save.into(), Phrase::DoesSave),
        ("Ctrl + Shift + S", Always, FileCommand::SaveAs(None).into(), Phrase::DoesSaveAs),
        ("Ctrl + Shift + E", Always, FileCommand::Export(None).into(), Phrase::DoesExport),
        ("Ctrl + O", Always, FileCommand::Open.into(), Phrase::DoesOpenFile),
        ("Ctrl + N", Always, FileCommand::New.into(), Phrase::DoesNew),
        ("", Always, FileCommand::Duplicate.into(), Phrase::DoesDuplicate),
        ("", Always, FileCommand::Restore.into(), Phrase::DoesRestoreLevel),
        ("Ctrl + Shift + C", Always, FileCommand::Copy.into(), Phrase::DoesCopyLevel),
        ("", Always, FileCommand::CopyFrame.into(), Phrase::DoesCopyFrame),
        ("", Always, FileCommand::CancelCopy.into(), Phrase::DoesCancelCopy),
        ("", Always, WatchCommand::CancelTrace.into(), Phrase::DoesCancelTrace),
        ("Ctrl + V", Always, FileCommand::Paste(None).into(), Phrase::DoesPasteLevel),
        ("", Always, WindowCommand::Fold(Section::History).into(), Phrase::DoesFoldHistory),
        ("Page down", Always, LevelCommand::Next.into(), Phrase::DoesNextLevel),
        ("Page up", Always, LevelCommand::Previous.into(), Phrase::DoesPreviousLevel),
        ("F2", Always, LessonCommand::Continue.into(), Phrase::DoesLesson),
        ("Ctrl + Right", Lesson, LessonCommand::Next.into(), Phrase::DoesNextPage),
        ("Ctrl + Left", Lesson, LessonCommand::Back.into(), Phrase::DoesPageBefore),
        ("Ctrl + R", Lesson, LessonCommand::Restore.into(), Phrase::DoesRestorePage),
        ("", Lesson, LessonCommand::Close.into(), Phrase::DoesCloseLesson),
        ("Enter", AsksCell, CellCommand::Answer.into(), Phrase::DoesAnswerCell),
        ("1", AsksChoice, choice(1), Phrase::DoesAnswer),
        ("2", AsksChoice, choice(2), Phrase::DoesAnswer),
        ("3", AsksChoice, choice(3), Phrase::DoesAnswer),
        ("4", AsksChoice, choice(4), Phrase::DoesAnswer),
        ("5", AsksChoice, choice(5), Phrase::DoesAnswer),
        ("6", AsksChoice, choice(6), Phrase::DoesAnswer),
        ("Ctrl + K, Ctrl + P", Always, Toggle::Palette.into(), Phrase::DoesPalette),
        ("F1, ?", Always, Toggle::Help.into(), Phrase::DoesHelp),
        ("Tab, Ctrl + B", Always, Toggle::Panel.into(), Phrase::DoesFoldPanel),
        ("F6", Always, WindowCommand::FocusPanel.into(), Phrase::DoesFocusPanel),
        ("Z", Always, WindowCommand::NextLanguage.into(), Phrase::DoesChangeLanguage),
        ("I", Always, Toggle::Meter.into(), Phrase::DoesMeter),
        ("Ctrl + +", Always, WindowCommand::Scale(1.1).into(), Phrase::DoesLarger),
        ("Ctrl + −", Always, WindowCommand::Scale(1.0 / 1.1).into(), Phrase::DoesSmaller),
        ("Ctrl + 0", Always, WindowCommand::Scale(0.0).into(), Phrase::DoesNormalSize),
        ("Ctrl + M", Always, Toggle::ReducedMotion.into(), Phrase::DoesReduceMotion),
        ("Shift + F12", Always, Toggle::Film.into(), Phrase::DoesFilm),
        ("F12", Always, WindowCommand::Screenshot(None).into(), Phrase::DoesPicture),
        ("Esc", Always, WindowCommand::Back.into(), Phrase::DoesBack),
        ("", Always, WindowCommand::Quit.into(), Phrase::DoesQuit),
    ]
}

/// Returns the rows of several agents: selections, groups and crowds.
#[rustfmt::skip]
fn crowd_rows() -> Vec<(&'static str, When, AppCommand, Phrase)> {
    const KEEP: [&str; 9] = [
        "Shift + 1",
        "Shift + 2",
        "Shift + 3",
        "Shift + 4",
        "Shift + 5",
        "Shift + 6",
        "Shift + 7",
        "Shift + 8",
        "Shift + 9",
    ];
    const RECALL: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let keep = KEEP.into_iter().zip(1..);
    let keep = keep.map(|(keys, group)| (keys, SelectionCommand::Keep(group).into(), Phrase::DoesKeepGroup));
    let recall = RECALL.into_iter().zip(1..);
    let recall = recall.map(|(keys, group)| (keys, SelectionCommand::Recall(group).into(), Phrase::DoesRecallGroup));
    let others: [(&str, AppCommand, Phrase); 9] = [
        ("Ctrl + A", SelectionCommand::All.into(), Phrase::DoesSelectAllAgents),
        ("", SelectionCommand::Lone.into(), Phrase::DoesSelectLone),
        ("H", AgentCommand::Hold.into(), Phrase::DoesHold),
        ("G", Toggle::Claims.into(), Phrase::DoesClaims),
        ("J", Toggle::Waits.into(), Phrase::DoesWaits),
        ("B", Toggle::Spawn.into(), Phrase::DoesSpawnBrush),
        ("", SpawnCommand::Wider.into(), Phrase::DoesSpawnWider),
        ("", SpawnCommand::Narrower.into(), Phrase::DoesSpawnNarrower),
        ("Shift + B", SpawnCommand::Remove.into(), Phrase::DoesRemoveSpawned),
    ];
    let rows = keep.chain(recall).chain(others);
    rows.map(|(keys, command, does)| (keys, When::Agents, command, does)).collect()
}

/// Returns the rows of watched and compared searches.
#[rustfmt::skip]
fn played_rows() -> Vec<(&'static str, When, AppCommand, Phrase)> {
    use When::{Always, Menu, Played, Watch};
    let entry = |number| CellCommand::MenuEntry(number).into();
    vec![
        ("Enter", Played, CellCommand::Goal.into(), Phrase::DoesGoalHere),
        ("Shift + Enter", Played, CellCommand::Start.into(), Phrase::DoesStartHere),
        ("M", Watch, CellCommand::Menu.into(), Phrase::DoesOpenCellMenu),
        ("1", Menu, entry(1), Phrase::DoesMenuEntry),
        ("2", Menu, entry(2), Phrase::DoesMenuEntry),
        ("3", Menu, entry(3), Phrase::DoesMenuEntry),
        ("4", Menu, entry(4), Phrase::DoesMenuEntry),
        ("5", Menu, entry(5), Phrase::DoesMenuEntry),
        ("Space", Played, PlayCommand::Toggle.into(), Phrase::DoesPlay),
        ("Right", Played, PlayCommand::Forward.into(), Phrase::DoesStepForward),
        ("Left", Played, PlayCommand::Back.into(), Phrase::DoesStepBack),
        ("Home", Played, PlayCommand::First.into(), Phrase::DoesFirst),
        ("End", Played, PlayCommand::Last.into(), Phrase::DoesLast),
        ("[", Played, PlayCommand::Slower.into(), Phrase::DoesSlower),
        ("]", Played, PlayCommand::Faster.into(), Phrase::DoesFaster),
        ("E", Watch, PlayCommand::NextStepSize.into(), Phrase::DoesStepSize),
        ("B", Watch, PlayCommand::NextBreak.into(), Phrase::DoesNextBreak),
        ("Shift + B", Watch, PlayCommand::PreviousBreak.into(), Phrase::DoesPreviousBreak),
        ("X", Watch, PlayCommand::ClearBreaks.into(), Phrase::DoesClearBreaks),
        ("H", Watch, WatchCommand::NextHeatMap.into(), Phrase::DoesHeat),
        ("T", Watch, Toggle::Tree.into(), Phrase::DoesTree),
        ("G", Watch, Toggle::Numbers.into(), Phrase::DoesNumbers),
        ("L", Watch, Toggle::Legend.into(), Phrase::DoesLegend),
        ("O", Played, WatchCommand::NextOpenListForm.into(), Phrase::DoesKeepOpenList),
        ("Shift + O", Watch, Toggle::Closed.into(), Phrase::DoesToggleClosed),
        ("J", Watch, Toggle::Joined.into(), Phrase::DoesToggleJoined),
        ("U", Watch, Toggle::Runs.into(), Phrase::DoesAllRuns),
        ("", Played, WatchCommand::Cancel.into(), Phrase::DoesCancel),
        ("", Played, WatchCommand::SearchAgain.into(), Phrase::DoesSearchAgain),
        ("", Always, ScenarioCommand::Run.into(), Phrase::DoesRunScenario),
        ("", Always, ScenarioCommand::Cancel.into(), Phrase::DoesCancelScenario),
        ("Ctrl + Down", Played, ScenarioCommand::Next.into(), Phrase::DoesNextQuery),
        ("Ctrl + Up", Played, ScenarioCommand::Previous.into(), Phrase::DoesPreviousQuery),
        ("", Always, ScenarioCommand::Close.into(), Phrase::DoesCloseScenario),
    ]
}

/// Returns the rows of compared boards.
#[rustfmt::skip]
fn board_rows() -> Vec<(&'static str, When, AppCommand, Phrase)> {
    let select = ["1", "2", "3", "4", "5", "6"].into_iter().zip(1..);
    let select = select.map(|(key, number)| (key, CompareCommand::Select(number), Phrase::DoesSelectBoard));
    let others = [
        ("N", CompareCommand::Add, Phrase::DoesAddBoard),
        ("Shift + N", CompareCommand::Remove, Phrase::DoesRemoveBoard),
        ("K", CompareCommand::NextClock, Phrase::DoesNextClock),
        ("D", CompareCommand::NextDifference, Phrase::DoesNextDifference),
    ];
    select.chain(others).map(|(keys, command, does)| (keys, When::Compare, command.into(), does)).collect()
}

/// Returns the rows of the editor.
#[rustfmt::skip]
fn edit_rows() -> Vec<(&'static str, When, AppCommand, Phrase)> {
    let tools = [
        ("B", Tool::Brush, Phrase::DoesBrush),
        ("L", Tool::Line, Phrase::DoesLine),
        ("R", Tool::Rectangle, Phrase::DoesRectangle),
        ("E", Tool::Ellipse, Phrase::DoesEllipse),
        ("G", Tool::Fill, Phrase::DoesFill),
        ("K", Tool::Picker, Phrase::DoesPick),
        ("S", Tool::Select, Phrase::DoesSelectPart),
        ("A", Tool::Agent, Phrase::DoesPlaceAgents),
        ("T", Tool::Goal, Phrase::DoesPlaceGoals),
        ("P", Tool::Portal, Phrase::DoesPlacePortals),
        ("Y", Tool::OneWay, Phrase::DoesOneWay),
        ("D", Tool::Size, Phrase::DoesSize),
    ];
    let tools = tools.map(|(key, tool, does)| (key, ToolCommand::Choose(tool).into(), does));
    let terrain = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].into_iter().zip(1..);
    let terrain = terrain.map(|(key, number)| (key, ToolCommand::Terrain(number).into(), Phrase::DoesTerrain));
    let grow = |sides| ToolCommand::Grow(sides).into();
    let others: [(&str, AppCommand, Phrase); 39] = [
        ("Enter", CellCommand::Draw.into(), Phrase::DoesStroke),
        ("Shift + Enter", CellCommand::Erase.into(), Phrase::DoesErasingStroke),
        ("]", ToolCommand::Wider.into(), Phrase::DoesWider),
        ("[", ToolCommand::Narrower.into(), Phrase::DoesNarrower),
        ("O", Toggle::Outline.into(), Phrase::DoesOutline),
        ("Ctrl + A", ToolCommand::SelectAll.into(), Phrase::DoesSelectAll),
        ("Ctrl + C", ToolCommand::Copy.into(), Phrase::DoesCopyPart),
        ("Ctrl + X", ToolCommand::Cut.into(), Phrase::DoesCutPart),
        ("Ctrl + V", ToolCommand::Paste.into(), Phrase::DoesPastePart),
        ("Delete", ToolCommand::Clear.into(), Phrase::DoesClearPart),
        ("H", ToolCommand::Turn(Turn::FlipHorizontally).into(), Phrase::DoesFlipHorizontally),
        ("Shift + H", ToolCommand::Turn(Turn::FlipVertically).into(), Phrase::DoesFlipVertically),
        ("J", ToolCommand::Turn(Turn::Right).into(), Phrase::DoesTurnRight),
        ("Shift + J", ToolCommand::Turn(Turn::Left).into(), Phrase::DoesTurnLeft),
        ("", ToolCommand::Turn(Turn::Half).into(), Phrase::DoesTurnHalf),
        ("Ctrl + Shift + X", ToolCommand::Crop.into(), Phrase::DoesCrop),
        ("Ctrl + Shift + Left", grow([1, 0, 0, 0]), Phrase::DoesGrowLeft),
        ("Ctrl + Shift + Right", grow([0, 0, 1, 0]), Phrase::DoesGrowRight),
        ("Ctrl + Shift + Up", grow([0, 1, 0, 0]), Phrase::DoesGrowTop),
        ("Ctrl + Shift + Down", grow([0, 0, 0, 1]), Phrase::DoesGrowBottom),
        ("", grow([-1, 0, 0, 0]), Phrase::DoesShrinkLeft),
        ("", grow([0, 0, -1, 0]), Phrase::DoesShrinkRight),
        ("", grow([0, -1, 0, 0]), Phrase::DoesShrinkTop),
        ("", grow([0, 0, 0, -1]), Phrase::DoesShrinkBottom),
        ("F8", ToolCommand::NextProblem.into(), Phrase::DoesNextProblem),
        ("Shift + F8", ToolCommand::PreviousProblem.into(), Phrase::DoesPreviousProblem),
        ("X", PortalCommand::Next.into(), Phrase::DoesNextPortal),
        ("Shift + X", PortalCommand::BothWays.into(), Phrase::DoesBothWays),
        ("", PortalCommand::TurnRound.into(), Phrase::DoesTurnPortal),
        ("Shift + ]", PortalCommand::CostMore.into(), Phrase::DoesPortalCostMore),
        ("Shift + [", PortalCommand::CostLess.into(), Phrase::DoesPortalCostLess),
        ("", PortalCommand::Remove.into(), Phrase::DoesRemovePortal),
        ("M", GenerateCommand::Toggle.into(), Phrase::DoesGenerate),
        ("Shift + M", GenerateCommand::NextSeed.into(), Phrase::DoesNextSeed),
        ("Ctrl + Enter", GenerateCommand::Make.into(), Phrase::DoesMake),
        ("", CharacterCommand::Patrol.into(), Phrase::DoesPatrol),
        ("", LegendCommand::Add.into(), Phrase::DoesAddTerrain),
        ("", LegendCommand::RemoveUnused.into(), Phrase::DoesRemoveUnused),
        ("", WindowCommand::Fold(Section::EditHistory).into(), Phrase::DoesFoldEditHistory),
    ];
    let rows = tools.into_iter().chain(terrain).chain(others);
    rows.map(|(keys, command, does)| (keys, When::Edit, command, does)).collect()
}

/// Mouse and touch gestures: gesture, condition and description.
#[rustfmt::skip]
const MOUSE: [(Phrase, When, Phrase); 27] = [
    (Phrase::KeyClick, When::Agents, Phrase::DoesSend),
    (Phrase::KeyClickAgent, When::Agents, Phrase::DoesSelect),
    (Phrase::KeyShiftClickAgent, When::Agents, Phrase::DoesSelectAlso),
    (Phrase::KeyShiftDrag, When::Agents, Phrase::DoesSelectBox),
    (Phrase::KeyDoubleClickAgent, When::Agents, Phrase::DoesWatchAgent),
    (Phrase::KeyShiftClick, When::Agents, Phrase::DoesQueue),
    (Phrase::KeyCtrlClick, When::Agents, Phrase::DoesSendAll),
    (Phrase::KeyDragAgent, When::Agents, Phrase::DoesPutAgent),
    (Phrase::KeyDragGoal, When::Agents, Phrase::DoesSend),
    (Phrase::KeyRightDrag, When::Agents, Phrase::DoesLineUp),
    (Phrase::KeyLongPressDrag, When::Agents, Phrase::DoesLineUp),
    (Phrase::KeyDrag, When::Always, Phrase::DoesMoveMapByDrag),
    (Phrase::KeyWheel, When::Always, Phrase::DoesZoomAtPointer),
    (Phrase::KeyTwoFingers, When::Always, Phrase::DoesMoveAndZoom),
    (Phrase::KeyDragEnds, When::Played, Phrase::DoesFollow),
    (Phrase::KeyClick, When::Watch, Phrase::DoesMoveGoal),
    (Phrase::KeyShiftClick, When::Watch, Phrase::DoesMoveStart),
    (Phrase::KeyRightClick, When::Watch, Phrase::DoesOpenCellMenu),
    (Phrase::KeyLongPress, When::Watch, Phrase::DoesOpenCellMenu),
    (Phrase::KeyClick, When::Compare, Phrase::DoesSelectBoard),
    (Phrase::KeyDrag, When::Edit, Phrase::DoesDrawByDrag),
    (Phrase::KeyRightDrag, When::Edit, Phrase::DoesEraseByDrag),
    (Phrase::KeyLongPress, When::Edit, Phrase::DoesEraseByDrag),
    (Phrase::KeyShiftDrag, When::Edit, Phrase::DoesLineByDrag),
    (Phrase::KeyAltClick, When::Edit, Phrase::DoesPickByClick),
    (Phrase::KeyDragEdge, When::Edit, Phrase::DoesPullEdge),
    (Phrase::KeyMiddleDrag, When::Edit, Phrase::DoesMoveMap),
];

impl Default for Shortcuts {
    fn default() -> Self {
        let row = |(keys, when, command, does): (&str, When, AppCommand, Phrase)| {
            let keys = keys.split(", ").filter(|keys| !keys.is_empty());
            let chords = keys.map(|keys| keys.parse().expect("every key of the table can be read"));
            let chords = chords.filter(|chord: &Chord| !KEPT_KEYS.contains(&chord.key));
            Shortcut {
                chords: chords.collect(),
                when,
                command,
                does,
            }
        };
        Self(
            rows()
                .into_iter()
                .chain(crowd_rows())
                .chain(played_rows())
                .chain(board_rows())
                .chain(edit_rows())
                .map(row)
                .collect(),
        )
    }
}

impl Shortcuts {
    /// Finds the row of a chord.
    ///
    /// A chord without a row is tried again without Shift.
    #[must_use]
    pub fn pressed(&self, chord: Chord, now: Now) -> Option<&Shortcut> {
        let find = |chord: Chord| {
            let rows = self
                .0
                .iter()
                .filter(|row| row.chords.contains(&chord) && row.when.is(now));
            rows.max_by_key(|row| row.when)
        };
        find(chord).or_else(|| find(chord.without_shift()))
    }

    /// Returns the keys of all rows that apply now.
    pub fn chords(&self, now: Now) -> impl Iterator<Item = Chord> {
        self.0
            .iter()
            .filter(move |row| row.when.is(now))
            .flat_map(|row| row.chords.iter().copied())
    }

    /// Returns the keys of a command as text; `None` without any.
    #[must_use]
    pub fn keys_of(&self, command: &AppCommand, language: Language) -> Option<String> {
        let rows = self.0.iter().filter(|row| row.command == *command);
        let chords: Vec<_> = rows.flat_map(|row| row.chords.iter().copied()).collect();
        (!chords.is_empty()).then(|| text(&chords, language))
    }

    /// Returns the first key of a command as text, where there is room for one.
    #[must_use]
    pub fn key_of(&self, command: &AppCommand, language: Language) -> Option<String> {
        let chord = self
            .0
            .iter()
            .filter(|row| row.command == *command)
            .find_map(|row| row.chords.first());
        chord.map(|chord| chord.text(language))
    }

    /// Replaces keys of the table by the user's own.
    pub fn change(&mut self, own: &[(Chord, AppCommand)]) {
        for (_, command) in own {
            for row in self.0.iter_mut().filter(|row| row.command == *command) {
                row.chords.clear();
            }
        }
        for (chord, command) in own {
            let whens: Vec<When> = self
                .0
                .iter()
                .filter(|row| row.command == *command)
                .map(|row| row.when)
                .collect();
            let meets = |when: When| {
                whens.is_empty() || whens.contains(&when) || whens.contains(&When::Always)
            };
            for row in self.0.iter_mut().filter(|row| meets(row.when)) {
                row.chords.retain(|taken| taken != chord);
            }
            for row in self.0.iter_mut().filter(|row| row.command == *command) {
                row.chords.push(*chord);
            }
            if whens.is_empty() {
                let (chords, command) = (vec![*chord], command.clone());
                self.0.push(Shortcut {
                    chords,
                    when: When::Always,
                    command,
                    does: Phrase::DoesOwn,
                });
            }
        }
    }

    /// Returns the rows of these conditions as keys and descriptions: the mouse, then the keys.
    ///
    /// Neighbouring rows with the same description are one line.
    #[must_use]
    pub fn list(&self, conditions: &[When], language: Language) -> Vec<(String, &'static str)> {
        let here = |when: When| conditions.contains(&when);
        let mouse = MOUSE.iter().filter(|(_, when, _)| here(*when));
        let mut lines: Vec<_> = mouse
            .map(|(keys, _, does)| (keys.text(language).to_owned(), does.text(language)))
            .collect();
        let rows: Vec<_> = self
            .0
            .iter()
            .filter(|row| here(row.when) && !row.chords.is_empty())
            .collect();
        for same in rows.chunk_by(|a, b| a.does == b.does && a.does != Phrase::DoesOwn) {
            let chords: Vec<_> = same
                .iter()
                .flat_map(|row| row.chords.iter().copied())
                .collect();
            lines.push((text(&chords, language), same[0].does.text(language)));
        }
        lines
    }
}

/// Formats chords: the four arrows by one name, consecutive numbers as a range.
fn text(chords: &[Chord], language: Language) -> String {
    const ARROWS: [KeyCode; 4] = [
        KeyCode::ArrowLeft,
        KeyCode::ArrowRight,
        KeyCode::ArrowUp,
        KeyCode::ArrowDown,
    ];
    const DIGITS: [KeyCode; 9] = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
        KeyCode::Digit7,
        KeyCode::Digit8,
        KeyCode::Digit9,
    ];
    let keys: Vec<_> = chords.iter().map(|chord| chord.key).collect();
    let all_alike = chords
        .windows(2)
        .all(|pair| pair[0].modifiers() == pair[1].modifiers());
    if keys == ARROWS && all_alike {
        format!(
            "{}{}",
            chords[0].modifiers(),
            Phrase::KeyArrows.text(language)
        )
    } else if keys.len() > 2 && DIGITS.starts_with(&keys) && all_alike {
        format!(
            "{} – {}",
            chords[0].text(language),
            chords[chords.len() - 1].text(language)
        )
    } else {
        language.list(chords.iter().map(|chord| chord.text(language)))
    }
}

//! Read access to the boards for panels.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_explain::CostNearWall;
use gridwalk_level::Ask;
use gridwalk_pathfinding::{AgentRules, Cell};

use super::{Boards, Playback, Recording, Run, Runs, Scenarios, WatchQuery};
use crate::app::agents;
use crate::app::command::{Heat, OpenListKept};
use crate::app::view::cell::CellMenu;

/// The query, the boards and the earlier runs.
#[derive(SystemParam, Deref)]
pub struct Model<'w, 's> {
    #[deref]
    base: agents::Model<'w, 's>,
    pub question: Res<'w, WatchQuery>,
    pub boards: Res<'w, Boards>,
    pub playback: Res<'w, Playback>,
    pub runs: Res<'w, Runs>,
    pub scenarios: Res<'w, Scenarios>,
    pub heat: Res<'w, Heat>,
    pub open_list: Res<'w, OpenListKept>,
    pub menu: Res<'w, CellMenu>,
}

impl Model<'_, '_> {
    /// Returns the recording of the watched search.
    pub fn recording(&self) -> Option<&Recording> {
        self.boards.one().map(|board| &board.recording)
    }

    /// Returns the watched run once it is ready.
    pub fn run(&self) -> Option<&Run> {
        self.boards.watched()
    }

    /// Returns the generation of the watched recording and the position in it, as a cache key.
    pub fn here(&self, run: &Run) -> (u64, usize) {
        (self.recording().map_or(0, |recording| recording.generation), run.timeline.position())
    }

    /// Returns the increased cost of a cell near walls, for the watched agent or else the selected one.
    ///
    /// Returns `None` if walls do not raise the cost, or if the map has changed since the watched search.
    pub fn cost_near_wall(&self, cell: Cell) -> Option<CostNearWall> {
        let map = self.grid.grid();
        let kind = if self.watches() {
            let is_now = self.question.grid.as_ref().is_some_and(|seen| seen.revision() == map.revision());
            self.question.kind.as_ref().filter(|_| is_now)
        } else {
            self.agents.get(self.selection.lead()?).ok()?.kind
        };
        CostNearWall::of(&AgentRules::new(&kind?.0, map.legend()), map, cell)
    }

    /// Whether a lesson asks for the next cell or a number, so that panels hide the answer.
    pub fn hides_answers(&self) -> bool {
        matches!(self.lesson.asks(), Some(Ask::Next(_) | Ask::Value(..)))
    }

    /// Whether the result may be shown: the search is played to its end, and no lesson asks for it.
    pub fn tells_result(&self, run: &Run) -> bool {
        run.timeline.position() == run.timeline.len() && !self.hides_outcomes()
    }

    /// Whether a lesson asks about compared boards, so that their results stay hidden.
    pub fn hides_outcomes(&self) -> bool {
        self.compares() && matches!(self.lesson.asks(), Some(Ask::Choice { .. }))
    }

    /// Whether the boards' results may be shown: all are played to their end, and no lesson asks.
    pub fn tells_outcomes(&self) -> bool {
        self.boards.at >= self.boards.end() && !self.hides_outcomes()
    }
}

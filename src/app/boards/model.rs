//! What panels read of the boards.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_explain::CostNearWall;
use gridwalk_level::Ask;
use gridwalk_pathfinding::{AgentRules, Cell};

use super::{Boards, Playback, Recording, Run, Runs, WatchQuery};
use crate::app::agents;
use crate::app::command::Heat;
use crate::app::view::cell::CellMenu;

/// The question, the boards, and what was run before.
#[derive(SystemParam, Deref)]
pub struct Model<'w, 's> {
    #[deref]
    base: agents::Model<'w, 's>,
    pub question: Res<'w, WatchQuery>,
    pub boards: Res<'w, Boards>,
    pub playback: Res<'w, Playback>,
    pub runs: Res<'w, Runs>,
    pub heat: Res<'w, Heat>,
    pub menu: Res<'w, CellMenu>,
}

impl Model<'_, '_> {
    /// What is known of the search that is watched.
    pub fn recording(&self) -> Option<&Recording> {
        self.boards.one().map(|board| &board.recording)
    }

    /// The search that is watched, once it is there.
    pub fn run(&self) -> Option<&Run> {
        self.boards.watched()
    }

    /// Which recording is watched at which position, for what is found out once for each.
    pub fn here(&self, run: &Run) -> (u64, usize) {
        (self.recording().map_or(0, |recording| recording.generation), run.timeline.position())
    }

    /// The cost of a cell for the agent whose search is watched, or else for the selected one, where walls nearby make it
    /// more expensive. Of a map as it was once nothing is known.
    pub fn cost_near_wall(&self, cell: Cell) -> Option<CostNearWall> {
        let map = self.grid.grid();
        let kind = if self.watches() {
            let is_now = self.question.grid.as_ref().is_some_and(|seen| seen.revision() == map.revision());
            self.question.kind.as_ref().filter(|_| is_now)
        } else {
            self.agents.get(self.selection.0?).ok()?.kind
        };
        CostNearWall::of(&AgentRules::new(&kind?.0, map.legend()), map, cell)
    }

    /// Whether a lesson asks which cell is next, or for a number of one: then nothing else gives the answer.
    pub fn hides_answers(&self) -> bool {
        matches!(self.lesson.asks(), Some(Ask::Next(_) | Ask::Value(..)))
    }

    /// Whether what came of a search may be said: once it is played to its end, and no lesson asks for it.
    pub fn tells_result(&self, run: &Run) -> bool {
        run.timeline.position() == run.timeline.len() && !self.hides_outcomes()
    }

    /// Whether a lesson asks about boards while they are played: then nothing says beforehand where they end.
    pub fn hides_outcomes(&self) -> bool {
        self.compares() && matches!(self.lesson.asks(), Some(Ask::Choice { .. }))
    }

    /// Whether it may be said where boards end: once all of them are played to their end.
    pub fn tells_outcomes(&self) -> bool {
        self.boards.at >= self.boards.end() && !self.hides_outcomes()
    }
}

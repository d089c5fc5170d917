//! Read access to the boards for panels, and the priority key of an algorithm.
//!
//! The algorithm takes the next cell by the key. It comes first in lists, on cards and in the
//! legend, and is bold in the cells.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_explain::{CellCosts, CellMark, CostNearWall};
use gridwalk_level::Ask;
use gridwalk_pathfinding::{
    AgentRules, Cell, Cost, DecidingNumber, PriorityRule, StepCosts, Weight,
};

use super::{Boards, Playback, Recording, Run, Runs, Scenarios, WatchQuery};
use crate::app::command::{Heat, OpenListKept};
use crate::app::view::camera::CellMenu;
use crate::app::{Phrase, agents};

/// The numbers that fit into a cell of the watched search at the present zoom.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumbersRoom {
    /// All three, or no search is watched.
    #[default]
    All,
    /// The one that decides.
    One,
    /// None.
    None,
}

/// The query, the boards and the earlier runs.
#[derive(SystemParam, Deref)]
pub struct BoardsModel<'w, 's> {
    #[deref]
    base: agents::AgentsModel<'w, 's>,
    pub question: Res<'w, WatchQuery>,
    pub boards: Res<'w, Boards>,
    pub playback: Res<'w, Playback>,
    pub runs: Res<'w, Runs>,
    pub scenarios: Res<'w, Scenarios>,
    pub heat: Res<'w, Heat>,
    pub open_list: Res<'w, OpenListKept>,
    pub menu: Res<'w, CellMenu>,
    pub numbers_room: Res<'w, NumbersRoom>,
}

impl BoardsModel<'_, '_> {
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
        (
            self.recording().map_or(0, |recording| recording.generation),
            run.timeline.position(),
        )
    }

    /// Returns the increased cost of a cell near walls, for the watched agent or else the selected
    /// one.
    ///
    /// Returns `None` if walls do not raise the cost, or if the map has changed since the watched
    /// search.
    pub fn cost_near_wall(&self, cell: Cell) -> Option<CostNearWall> {
        let map = self.grid.grid();
        let kind = if self.watches() {
            let is_now = self
                .question
                .grid
                .as_ref()
                .is_some_and(|seen| seen.revision() == map.revision());
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

/// The priority key of a run, with the weight and the step costs to format numbers.
#[derive(Clone, Copy)]
pub struct Deciding {
    /// `None` for a stack, which has no key.
    pub number: Option<DecidingNumber>,
    weight: Weight,
    units: StepCosts,
}

impl Deciding {
    pub fn of(run: &Run) -> Self {
        let options = &run.timeline.trace().options;
        Self {
            number: options.order.key.number(),
            weight: options.order.weight,
            units: options.units,
        }
    }

    /// Returns the columns of a list: the priority key and two more numbers.
    fn columns(self) -> [DecidingNumber; 3] {
        use DecidingNumber::{F, G, H, Steps, WeightedF};
        match self.number {
            Some(F) => [F, G, H],
            None | Some(G) => [G, H, F],
            Some(H) => [H, G, F],
            Some(first @ (Steps | WeightedF)) => [first, G, H],
        }
    }

    pub fn heads(self, model: &BoardsModel) -> [&'static str; 3] {
        self.columns().map(|number| match number {
            DecidingNumber::Steps => model.text(Phrase::StepsColumn),
            DecidingNumber::G => "G",
            DecidingNumber::H => "H",
            DecidingNumber::F => "F",
            DecidingNumber::WeightedF => "G+w×H",
        })
    }

    /// Formats the numbers of a cell for these columns.
    pub fn numbers(self, mark: &CellMark) -> [String; 3] {
        let costs = CellCosts::new(mark.g, mark.h, self.number, |cost| self.units.format(cost));
        self.columns().map(|number| match number {
            DecidingNumber::Steps => mark.depth.to_string(),
            DecidingNumber::G => costs.g.clone(),
            DecidingNumber::H => costs.h.clone(),
            DecidingNumber::F => costs.f.clone(),
            // The search compares thousandths.
            DecidingNumber::WeightedF => {
                let sum = PriorityRule::Weighted(self.weight).of(mark.g, mark.h, mark.depth.into());
                self.units
                    .format(Cost(sum / u64::from(Weight::ONE.thousandths())))
            }
        })
    }

    /// Formats the number in the first column.
    pub fn first(self, mark: &CellMark) -> String {
        let [first, ..] = self.numbers(mark);
        first
    }
}

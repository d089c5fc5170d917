//! States and failures of agents in words, also of those in a crowd.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::crowd_kernel::{AgentId, Crowd, CrowdRules};
use bevy_gridwalk::{
    AgentGrid, AgentMotion, AgentName, CannotStand, CrowdMember, CrowdMisfit, CrowdState,
    CrowdWalk, Crowds, FailReason, GridAgent, Hold, LastSearch, NavGrid, PathFailed, PathStack,
    time_to_go,
};
use gridwalk_explain::{CellClaim, CrowdWait, Describe, Language, WaitEnd, thousands};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{AgentProfile, Cell, Grid};

use crate::app::{Paused, Phrase, Sentence};
use crate::picture::palette;

/// The state of an agent in words and colour.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentStatus {
    /// One or two words for a list.
    pub word: &'static str,
    /// The full sentence.
    pub sentence: String,
    /// Colour shown beside the word, never alone.
    pub color: Rgb,
}

/// Describes the state of an agent.
#[must_use]
pub fn state(
    grid: AgentGrid,
    agent: GridAgent,
    motion: &AgentMotion,
    stack: Option<&PathStack>,
    planning: bool,
    failed: Option<&PathFailed>,
    last: Option<&LastSearch>,
    paused: &Paused,
    language: Language,
) -> AgentStatus {
    let state = |word: Phrase, sentence: Sentence, color| AgentStatus {
        word: word.text(language),
        sentence: sentence.tell(language),
        color,
    };
    if let Some(failed) = failed {
        let reason = reason_in(&failed.reason, language);
        return match failed.reason {
            FailReason::Cancelled => state(
                Phrase::Stopped,
                Phrase::StoppedBecause.with("reason", reason),
                palette::MUTED,
            ),
            _ => state(
                Phrase::NoPath,
                Phrase::NoPathBecause.with("reason", reason),
                palette::BAD,
            ),
        };
    }
    if planning {
        return state(
            Phrase::Planning,
            Phrase::LookingForPath.into(),
            palette::WARN,
        );
    }
    let Some(stack) = stack.filter(|stack| stack.arrives()) else {
        return state(
            Phrase::CrowdResting,
            Phrase::WaitingForOrder.into(),
            palette::MUTED,
        );
    };
    let seconds = time_to_go(grid, stack, motion.position, agent.speed);
    let cells = cells(stack.cells_to_go()).tell(language);
    let sentence =
        match last.filter(|last| last.wanted != stack.goal() && last.query.goal == stack.goal()) {
            Some(last) => Phrase::WalkingNear
                .with("end", stack.goal())
                .with("goal", last.wanted),
            None => Phrase::WalkingOn.into(),
        };
    let sentence = sentence
        .with("cells", &cells)
        .with("time", travel_time(seconds).tell(language));
    if paused.0 {
        return state(
            Phrase::Paused,
            Phrase::PausedOn.with("cells", cells),
            palette::MUTED,
        );
    }
    state(Phrase::Walking, sentence, palette::OK)
}

/// Formats an agent's speed on plain ground, followed by a habit such as its patrol.
pub fn cells_per_second(speed: f32, habit: &str) -> Sentence {
    // As in the level: 1.25, without trailing zeros.
    let speed = format!("{speed:.2}");
    let speed = speed.trim_end_matches('0').trim_end_matches('.');
    Phrase::CellsPerSecond
        .with("speed", speed)
        .with("habit", habit)
}

/// Formats the duration of a walk: in seconds, from 100 seconds on in minutes.
fn travel_time(seconds: f32) -> Sentence {
    if seconds < 100.0 {
        return Phrase::Seconds.with("seconds", format_args!("{seconds:.1}"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts of floats saturate"
    )]
    let whole = seconds.round() as u64;
    Phrase::Minutes
        .with("minutes", whole / 60)
        .with("seconds", whole % 60)
}

/// Describes why no path leads to a goal that others can reach: the agent is too large, or may not
/// enter some terrain or area. Returns `None` if it is neither.
#[must_use]
pub fn closed_to_kind(profile: &AgentProfile, language: Language) -> Option<AgentStatus> {
    let AgentProfile {
        size,
        costs,
        forbidden,
        ..
    } = profile;
    let reason = if *size > 1 {
        Phrase::WayTooNarrow.with("size", size)
    } else if !forbidden.is_empty() || costs.iter().any(|(_, cost)| cost.is_none()) {
        Phrase::WayForbidden.into()
    } else {
        return None;
    };
    Some(AgentStatus {
        word: Phrase::NoPath.text(language),
        sentence: Phrase::NoPathBecause
            .with("reason", reason.tell(language))
            .tell(language),
        color: palette::BAD,
    })
}

/// Describes the reason for a failed path request.
fn reason_in(reason: &FailReason, language: Language) -> String {
    use CannotStand::{Blocked, DoesNotFit, Forbidden, OffGrid, Taken};
    let phrase = match reason {
        FailReason::Goal(OffGrid) => Phrase::GoalOutside,
        FailReason::Goal(Blocked) => Phrase::GoalBlocked,
        FailReason::Goal(Forbidden) => Phrase::GoalForbidden,
        FailReason::Goal(DoesNotFit) => Phrase::GoalTooNarrow,
        FailReason::Stuck(OffGrid) => Phrase::StandsOutside,
        FailReason::Stuck(Blocked) => Phrase::StandsInWall,
        FailReason::Stuck(Forbidden) => Phrase::StandsForbidden,
        FailReason::Stuck(DoesNotFit) => Phrase::StandsTooNarrow,
        FailReason::Stuck(Taken) => Phrase::StandsOnTaken,
        FailReason::Unreachable => Phrase::GoalWalledOff,
        FailReason::Cancelled => Phrase::OrderCancelled,
        FailReason::NoMap => Phrase::NoMapYet,
        FailReason::NotAnAgent => Phrase::WasNoAgent,
        FailReason::Despawned => Phrase::AgentIsGone,
        FailReason::BadSpeed => Phrase::SpeedIsNoNumber,
        FailReason::NoSize => Phrase::AgentHasNoSize,
        FailReason::NoGoals => Phrase::NoGoalGiven,
        FailReason::TargetGone => Phrase::TargetIsGone,
        FailReason::TargetElsewhere => Phrase::TargetOnOtherMap,
        FailReason::MapLeft => Phrase::AgentLeftMap,
        FailReason::OverCostLimit => Phrase::PathsOverLimit,
        FailReason::NotInRegion => Phrase::NoPathInRegion,
        FailReason::OutOfBudget => Phrase::SearchOutOfBudget,
        FailReason::Refused(refusal) => return refusal.describe_in(language),
        FailReason::Crowd(misfit) => return misfit_in(*misfit, language),
        other => return other.to_string(),
    };
    phrase.text(language).to_owned()
}

/// Describes the reason why an agent cannot join a crowd.
pub(super) fn misfit_in(misfit: CrowdMisfit, language: Language) -> String {
    let phrase = match misfit {
        CrowdMisfit::Movement => Phrase::CrowdMovement,
        CrowdMisfit::AnyAngle => Phrase::CrowdAnyAngle,
        CrowdMisfit::Limit => Phrase::CrowdLimit,
        CrowdMisfit::OwnRules => Phrase::CrowdOwnRules,
        CrowdMisfit::Portals => Phrase::CrowdPortals,
        CrowdMisfit::Size => {
            return Phrase::CrowdSize
                .with("max", CrowdRules::MAX_SIZE)
                .tell(language);
        }
        CrowdMisfit::Kinds => {
            return Phrase::CrowdKinds
                .with("max", CrowdRules::MAX_KINDS)
                .tell(language);
        }
        other => return other.to_string(),
    };
    phrase.text(language).to_owned()
}

/// Formats a number of cells.
#[must_use]
pub fn cells(count: usize) -> Sentence {
    if count == 1 {
        Phrase::OneCell.into()
    } else {
        Phrase::Cells.with("count", thousands(count as u64))
    }
}

/// The crowd of the map, and the names of its agents.
#[derive(SystemParam)]
pub struct CrowdSight<'w, 's> {
    crowds: Res<'w, Crowds>,
    members: Query<'w, 's, MemberParts>,
    map: Res<'w, NavGrid>,
    paused: Res<'w, Paused>,
}

/// Components of an agent that its state in words depends on.
type MemberParts = (
    &'static AgentName,
    &'static CrowdMember,
    &'static CrowdState,
    Option<&'static CrowdWalk>,
    Has<Hold>,
);

impl CrowdSight<'_, '_> {
    /// Returns the crowd; `None` while no agent is in it.
    pub fn crowd(&self) -> Option<&Crowd> {
        self.crowds.of(None)
    }

    /// Describes the state of an agent; `None` if it is in no crowd.
    pub fn state(&self, agent: Entity, language: Language) -> Option<AgentStatus> {
        let (_, member, state, walk, is_held) = self.members.get(agent).ok()?;
        let crowd = self.crowd()?;
        let id = member.id();
        let said = |word: Phrase, sentence: Sentence, color: Rgb| AgentStatus {
            word: word.text(language),
            sentence: sentence.tell(language),
            color,
        };
        let stands = crowd.cell(id);
        Some(match (*state, walk) {
            (_, Some(walk)) if is_held => said(
                Phrase::WordHeld,
                Phrase::HoldsOrder.with("goal", walk.goal),
                palette::MUTED,
            ),
            _ if is_held => said(Phrase::WordHeld, Phrase::HoldsCell.into(), palette::MUTED),
            (CrowdState::Waiting { .. } | CrowdState::Blocked { .. }, _) => {
                self.wait(id, language)?
            }
            (CrowdState::Yielding { to, .. }, _) => {
                let sentence = Phrase::YieldsTo
                    .with("name", self.name(to))
                    .with("cell", crowd.goal(id));
                said(Phrase::WordYielding, sentence, palette::WARN)
            }
            (CrowdState::Settled, _) => said(
                Phrase::WordSettled,
                Phrase::SettledAt.with("cell", stands),
                palette::ACCENT,
            ),
            (CrowdState::Walking, Some(walk)) if self.paused.0 => said(
                Phrase::Paused,
                Phrase::PausedCrowd.with("goal", walk.goal),
                palette::MUTED,
            ),
            (CrowdState::Walking, Some(walk)) => said(
                Phrase::Walking,
                Phrase::WalkingCrowd.with("goal", walk.goal),
                palette::OK,
            ),
            (CrowdState::Outside, _) => {
                said(Phrase::Waiting, Phrase::JoinsCrowd.into(), palette::MUTED)
            }
            _ => return None,
        })
    }

    /// Describes the wait of an agent.
    fn wait(&self, id: AgentId, language: Language) -> Option<AgentStatus> {
        let crowd = self.crowd()?;
        let agent = self.crowds.entity(None, id)?;
        let (since, is_blocked) = match *self.members.get(agent).ok()?.2 {
            CrowdState::Waiting { since, .. } => (since, false),
            CrowdState::Blocked { since, .. } => (since, true),
            _ => return None,
        };
        let chain: Vec<AgentId> = crowd.waits_for(id).collect();
        let last = *chain.last()?;
        let names: Vec<&str> = chain
            .iter()
            .filter_map(|id| self.crowds.entity(None, *id))
            .map(|it| self.name(it))
            .collect();
        let wait = CrowdWait {
            ticks: crowd.now().saturating_sub(since).max(1),
            is_blocked,
            chain: names,
            end: self.end_of(crowd, last, (id, &chain)),
        };
        let (word, color) = if is_blocked {
            (Phrase::WordBlocked, palette::BAD)
        } else {
            (Phrase::CrowdWaiting, palette::WARN)
        };
        Some(AgentStatus {
            word: word.text(language),
            sentence: wait.sentence(language),
            color,
        })
    }

    /// Says what the last agent of a chain does.
    fn end_of(
        &self,
        crowd: &Crowd,
        last: AgentId,
        (first, chain): (AgentId, &[AgentId]),
    ) -> WaitEnd {
        let entity = self.crowds.entity(None, last);
        let state = entity.and_then(|agent| self.members.get(agent).ok());
        let next = crowd.last_step(last).to;
        let waits_for = state.and_then(|it| it.2.in_the_way());
        let is_of_chain = |agent: Entity| {
            chain
                .iter()
                .chain([&first])
                .any(|id| self.crowds.entity(None, *id) == Some(agent))
        };
        match state {
            Some((.., true)) => WaitEnd::Holds,
            Some((_, _, CrowdState::Unreachable, ..)) => WaitEnd::Unreachable,
            _ if crowd.is_moving(last) && is_door(self.map.grid(), next) => WaitEnd::Passes(next),
            _ if crowd.is_moving(last) => WaitEnd::Walks(next),
            _ if waits_for.is_some_and(is_of_chain) => WaitEnd::Circle,
            _ => WaitEnd::Stands,
        }
    }

    fn name(&self, agent: Entity) -> &str {
        self.members.get(agent).map_or("", |it| it.0.0.as_str())
    }

    /// Describes the claim of an agent of the crowd on a cell; `None` if the cell is free.
    pub fn claim(&self, cell: Cell, language: Language) -> Option<String> {
        let crowd = self.crowd()?;
        let id = crowd.agent_at(cell)?;
        let step = crowd.last_step(id);
        let claim = if !crowd.is_moving(id) {
            CellClaim::Stands
        } else if crowd.cell(id) == cell || step.from != cell {
            CellClaim::Enters
        } else {
            CellClaim::Leaves
        };
        Some(claim.of(self.name(self.crowds.entity(None, id)?), language))
    }

    /// Returns the cell that an agent comes back to, which has arrived there and makes way for
    /// another one.
    pub fn comes_back_to(&self, agent: Entity) -> Option<Cell> {
        let (_, member, state, ..) = self.members.get(agent).ok()?;
        matches!(state, CrowdState::Yielding { .. })
            .then(|| self.crowd().map(|crowd| crowd.goal(member.id())))?
    }

    /// Returns the cells that an agent of the crowd will enter if nobody is in its way, at most
    /// this number.
    pub fn path_ahead(&self, agent: Entity, most: usize) -> Option<Vec<Cell>> {
        let member = self.members.get(agent).ok()?.1;
        let mut cells = Vec::new();
        self.crowd()?.path_ahead(member.id(), most, &mut cells);
        Some(cells)
    }
}

/// Returns `true` for a cell between two walls or edges of the map.
fn is_door(map: &Grid, cell: Cell) -> bool {
    let is_wall = |x: i32, y: i32| !map.is_walkable(Cell::new(cell.x + x, cell.y + y));
    let (upright, flat) = (
        is_wall(0, -1) && is_wall(0, 1),
        is_wall(-1, 0) && is_wall(1, 0),
    );
    upright != flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwalk_pathfinding::{Algorithm, Refusal};

    /// Regression: the panel once showed 771.2 seconds, and 1.2 cells per second for 1.25.
    #[test]
    fn long_walks_are_told_in_minutes_and_speeds_as_they_are() {
        let time = |seconds| {
            travel_time(seconds)
                .tell(Language::English)
                .replace('\u{a0}', " ")
        };
        assert_eq!(
            [time(3.44), time(99.9), time(771.2)],
            ["3.4 s", "99.9 s", "12 min 51 s"]
        );
        let speed = |speed| cells_per_second(speed, "").tell(Language::English);
        assert_eq!(
            [speed(1.25), speed(4.0), speed(0.5)],
            ["1.25 cells / s", "4 cells / s", "0.5 cells / s"]
        );
    }

    /// The plugin's own messages are in English only.
    #[test]
    fn every_failure_is_described_in_both_languages() {
        use CannotStand::{Blocked, DoesNotFit, Forbidden, OffGrid};
        use CrowdMisfit::{AnyAngle, Kinds, Limit, Movement, OwnRules, Portals, Size};
        use FailReason::{
            BadSpeed, Cancelled, Despawned, Goal, MapLeft, NoGoals, NoMap, NoSize, NotAnAgent,
            NotInRegion, OutOfBudget, OverCostLimit, Stuck, TargetElsewhere, TargetGone,
            Unreachable,
        };
        let cells = [OffGrid, Blocked, Forbidden, DoesNotFit];
        let refused = FailReason::Refused(Refusal::Portals(Algorithm::JumpPoint));
        let others = [
            Unreachable,
            Cancelled,
            OverCostLimit,
            NotInRegion,
            OutOfBudget,
            refused,
            NoMap,
            NotAnAgent,
            Despawned,
            BadSpeed,
            NoSize,
            NoGoals,
            TargetGone,
            TargetElsewhere,
            MapLeft,
        ];
        let crowd =
            [Movement, AnyAngle, Limit, OwnRules, Portals, Size, Kinds].map(FailReason::Crowd);
        let cells = cells
            .map(Goal)
            .into_iter()
            .chain(cells.map(Stuck))
            .chain([Stuck(CannotStand::Taken)]);
        for reason in cells.chain(others).chain(crowd) {
            assert_eq!(reason_in(&reason, Language::English), reason.to_string());
            assert!(
                !reason_in(&reason, Language::Chinese).is_ascii(),
                "{reason}"
            );
        }
    }
}

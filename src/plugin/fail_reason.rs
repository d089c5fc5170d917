//! Why there is no way to walk, in words.

use std::fmt;

use crate::pathfinding::{Language, NoPathReason, Refusal};

/// Why there is no way to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailReason {
    /// The goal is not on the map.
    Outside,
    /// The goal is a wall.
    Blocked,
    /// No way leads to the goal.
    Unreachable,
    /// The request was taken back.
    Cancelled,
    /// The agent stands in a wall and no free cell is left.
    Stuck,
    /// Every way is dearer than the settings allow.
    TooDear,
    /// No way stays inside the region that the settings allow.
    NotInRegion,
    /// The search gave up after as many expansions as the settings allow.
    OutOfBudget,
    /// The settings make no sense together, or on this map.
    Refused(Refusal),
}

impl FailReason {
    /// The reason in a clause.
    #[must_use]
    pub fn describe_in(self, language: Language) -> String {
        let (english, chinese) = match self {
            Self::Outside => ("the goal lies outside the map", "终点在地图之外"),
            Self::Blocked => ("the goal is blocked", "终点是障碍"),
            Self::Unreachable => ("the goal is walled off", "终点被墙隔开"),
            Self::Cancelled => ("the order was taken back", "指令已取消"),
            Self::Stuck => ("there is no free cell to stand on", "没有可以站立的空格"),
            Self::TooDear => ("every way is dearer than the limit", "所有路径的代价都超过上限"),
            Self::NotInRegion => ("no way stays inside the region that may be searched", "允许搜索的区域内没有路径"),
            Self::OutOfBudget => ("the search gave up at its limit of expansions", "达到展开次数的上限，搜索已放弃"),
            Self::Refused(refusal) => return refusal.describe_in(language),
        };
        match language {
            Language::English => english.to_owned(),
            Language::Chinese => chinese.to_owned(),
        }
    }
}

impl From<NoPathReason> for FailReason {
    fn from(reason: NoPathReason) -> Self {
        match reason {
            NoPathReason::Unreachable => Self::Unreachable,
            NoPathReason::TooDear => Self::TooDear,
            NoPathReason::NotInRegion => Self::NotInRegion,
        }
    }
}

impl fmt::Display for FailReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe_in(Language::English))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::Algorithm;

    #[test]
    fn every_reason_is_told_in_both_languages() {
        let refusal = Refusal::Portals(Algorithm::JumpPoint);
        for (reason, wanted) in [
            (FailReason::Outside, "the goal lies outside the map"),
            (FailReason::Blocked, "the goal is blocked"),
            (FailReason::Unreachable, "the goal is walled off"),
            (FailReason::Cancelled, "the order was taken back"),
            (FailReason::Stuck, "there is no free cell to stand on"),
            (FailReason::TooDear, "every way is dearer than the limit"),
            (FailReason::NotInRegion, "no way stays inside the region that may be searched"),
            (FailReason::OutOfBudget, "the search gave up at its limit of expansions"),
            (FailReason::Refused(refusal), refusal.to_string().as_str()),
        ] {
            assert_eq!(reason.to_string(), wanted);
            let chinese = reason.describe_in(Language::Chinese);
            assert!(!chinese.is_ascii() && !chinese.contains(wanted), "{wanted}: {chinese}");
        }
    }
}

//! What the kernel says, in every language: English is its own `Display`. The names of its values stand in
//! `texts`, its sentences here.

use std::fmt::Display;

use gridwalk_pathfinding::{
    Algorithm, CostRule, Direction, EndpointError, FormulaError, FormulaFault, FormulaMistake, Heuristic, IgnoreReason,
    Movement, Named, NoPathReason, OptionChange, OptionError, OptionKey, ParentRule, PathFault, Rect, Refusal,
    ReopenRule, SearchOptions, StepCosts, StopRule, Support, TieBreak, Typed,
};

use super::Language;

/// A value of the kernel in words, in any language. Its `Display` is the English one.
pub trait Describe: Display {
    /// The same in Simplified Chinese.
    fn in_chinese(&self) -> String;

    /// The same in a language.
    fn describe_in(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Chinese => self.in_chinese(),
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/kernel.rs"));

/// What a file of names says of one value of a type; `None` in English, and where the file lacks it.
fn name_in(language: Language, of: &str, name: &str) -> Option<&'static str> {
    let column = (language as usize).checked_sub(1)?;
    let row = NAMES.binary_search_by_key(&format!("{of}-{name}").as_str(), |row| row.0).ok()?;
    Some(NAMES[row].1[column])
}

macro_rules! described_by_name {
    ($($type:ty),+) => {$(
        impl Describe for $type {
            fn in_chinese(&self) -> String {
                let found = name_in(Language::Chinese, <$type as Named>::TYPE, self.as_name());
                found.map_or_else(|| self.to_string(), str::to_owned)
            }
        }
    )+};
}
described_by_name!(
    Algorithm,
    CostRule,
    Direction,
    IgnoreReason,
    Movement,
    NoPathReason,
    OptionKey,
    ParentRule,
    ReopenRule,
    StopRule,
    TieBreak
);

impl Describe for Heuristic {
    fn in_chinese(&self) -> String {
        name_in(Language::Chinese, "Heuristic", self.name()).map_or_else(|| self.to_string(), str::to_owned)
    }
}

impl Describe for StepCosts {
    fn in_chinese(&self) -> String {
        format!("直行 {}，斜行 {}", self.format(self.straight()), self.format_step(self.diagonal()))
    }
}

impl Describe for EndpointError {
    fn in_chinese(&self) -> String {
        match self {
            Self::StartOutside(cell) => format!("起点 {cell} 在地图之外"),
            Self::GoalOutside(cell) => format!("终点 {cell} 在地图之外"),
            Self::StartBlocked(cell) => format!("起点 {cell} 是障碍"),
            Self::GoalBlocked(cell) => format!("终点 {cell} 是障碍"),
        }
    }
}

impl Describe for Refusal {
    fn in_chinese(&self) -> String {
        let (algorithm, clause) = match self {
            Self::Endpoint(error) => return error.in_chinese(),
            Self::Option(algorithm, key) => {
                let (title, option) = (algorithm.in_chinese(), key.in_chinese());
                let default = value_in(&key.default_for(*algorithm), Language::Chinese);
                return format!(
                    "“{title}”不支持选项“{option}”；请保持其默认值（{default}），或改用 A* 或 Dijkstra 算法"
                );
            }
            Self::Formula(cell, fault) => {
                let fault = match fault {
                    FormulaFault::Negative => "负数",
                    FormulaFault::Infinite => "无穷大",
                    FormulaFault::NotANumber => "非数值",
                };
                return format!("公式在 {cell} 处的值为{fault}；每一格都应得到不小于 0 的数");
            }
            Self::Weighted(algorithm) => {
                (algorithm, "要求所有地形代价相同，而这张地图有多种代价；请改用 A*、双向 A* 或终身规划 A*")
            }
            Self::OneWay(algorithm) => (algorithm, "不支持单向格；请改用 A*、双向 A* 或 Dijkstra 算法"),
            Self::Portals(algorithm) => (algorithm, "不支持传送门；请改用 A*、双向 A* 或 Dijkstra 算法"),
            Self::FourWay(algorithm) => {
                (algorithm, "沿任意角度的直线行进，四方向移动不允许；请改用八方向规则，或改用 A*")
            }
            Self::ExpensiveDiagonal(algorithm) => {
                (algorithm, "要求斜行一步的代价小于直行两步；请降低斜行代价，或改用四方向移动，或改用 A*")
            }
            Self::MaxCostOfFirst(algorithm) => {
                (algorithm, "在保留最初的父节点时可能漏掉代价上限之内的路径；请改为替换父节点，或取消上限")
            }
            Self::MaxCostOfClosed(algorithm) => {
                (algorithm, "不重新开放节点时可能漏掉代价上限之内的路径；请开启重新开放，或取消上限")
            }
            Self::FormulaOfG(algorithm) => (algorithm, "要求启发值只取决于格子，而公式用到了 g；请改用 A*"),
            Self::Inadmissible(algorithm) => (algorithm, "要求启发函数可采纳；请改用八方向距离，或改用其他算法"),
        };
        format!("“{}”{clause}", algorithm.in_chinese())
    }
}

impl Describe for SearchOptions {
    fn in_chinese(&self) -> String {
        let (straight, diagonal) =
            (self.steps.format(self.steps.straight()), self.steps.format_step(self.steps.diagonal()));
        let steps = match self.movement {
            Movement::Four => format!("每步代价 {straight}"),
            Movement::Eight(_) => format!("直行一步代价 {straight}，斜行一步 {diagonal}"),
        };
        let honours = |key| self.algorithm.support(key) == Support::Honoured;
        let stop = if honours(OptionKey::Stop) {
            format!("；{}停止", self.stop.in_chinese())
        } else {
            "；按自身的规则结束".to_owned()
        };
        let sorted_by = self.algorithm.sorted_by().filter(|_| honours(OptionKey::Tie));
        let order: Vec<_> = self.neighbours.directions(self.movement).map(|direction| direction.in_chinese()).collect();
        let clauses = [
            Some(format!("{}；{steps}，再乘以{}", self.movement.in_chinese(), self.cost_rule.in_chinese())),
            honours(OptionKey::Heuristic).then(|| format!("；启发函数：{}", self.heuristic.in_chinese())),
            honours(OptionKey::Weight).then(|| format!("，权重 {}", self.weight.get())),
            Some(stop),
            sorted_by.map(|key| format!("；{key} 相等时，{}优先", self.tie.in_chinese())),
            (self.parent == ParentRule::First).then(|| format!("；{}", self.parent.in_chinese())),
            honours(OptionKey::Reopen).then(|| format!("；{}", self.reopen.in_chinese())),
            honours(OptionKey::Neighbours).then(|| format!("；邻居顺序：{}", order.join(" "))),
            (self.goal_tolerance > 0).then(|| format!("；终点容差 {} 格", self.goal_tolerance)),
            self.max_expansions.map(|most| format!("；最多展开 {most} 次")),
            self.max_cost.map(|most| format!("；路径代价不超过 {}", most.get())),
            self.region.map(|Rect { at, width, height }| format!("；只搜索从 {at} 起 {width} × {height} 格的区域")),
        ];
        clauses.into_iter().flatten().collect::<String>() + "。"
    }
}

/// What is wrong with a path, with costs in these units.
pub fn path_fault_in(fault: PathFault, units: StepCosts, language: Language) -> String {
    if language == Language::English {
        return fault.describe(units);
    }
    match fault {
        PathFault::Empty => "路径为空".to_owned(),
        PathFault::Blocked(cell) => format!("{cell} 是障碍或在地图之外"),
        PathFault::Gap(from, to) => format!("从 {from} 不能一步走到 {to}"),
        PathFault::OneWay(from, to) => format!("单向格 {from} 不通往 {to}"),
        PathFault::Line(from, to, cell) => format!("在从 {from} 到 {to} 的直线上，{cell} 不是下一格"),
        PathFault::Corner(from, to) => format!("拐角规则禁止从 {from} 到 {to}"),
        PathFault::Cost(sum, stated) => {
            format!("各步代价之和为 {}，而不是 {}", units.format_step(sum), units.format_step(stated))
        }
    }
}

/// The value of an option in words.
pub fn value_in(change: &OptionChange, language: Language) -> String {
    match change {
        OptionChange::Algorithm(value) => value.describe_in(language),
        OptionChange::Heuristic(value) => value.describe_in(language),
        OptionChange::Movement(value) => value.describe_in(language),
        OptionChange::Steps(value) => value.describe_in(language),
        OptionChange::CostRule(value) => value.describe_in(language),
        OptionChange::Tie(value) => value.describe_in(language),
        OptionChange::Stop(value) => value.describe_in(language),
        OptionChange::Parent(value) => value.describe_in(language),
        OptionChange::Reopen(value) => value.describe_in(language),
        typed if language == Language::English || !typed.text().is_empty() => typed.shown(),
        _ => "不限".to_owned(),
    }
}

/// What an option means, in a sentence.
pub fn option_meaning_in(key: OptionKey, language: Language) -> &'static str {
    name_in(language, OptionKey::TYPE, &format!("{}.meaning", key.name())).unwrap_or(key.meaning())
}

impl Describe for OptionError {
    fn in_chinese(&self) -> String {
        match self {
            Self::Key(key) => format!("没有选项 {key}；可用：{}", OptionKey::ALL.map(OptionKey::name).join("、")),
            Self::Value { key, text } => {
                let kind = key.kind();
                let typed = kind.typed.map(|typed| match typed {
                    Typed::Number(most) => format!("0 到 {most} 之间的数"),
                    Typed::Whole(most) => format!("0 到 {most} 之间的整数"),
                    Typed::Formula => "dx、dy 和 g 的公式，例如 max(dx, dy)".to_owned(),
                    Typed::Steps => "直行/斜行，例如 10/14，斜行为直行的一到两倍".to_owned(),
                    Typed::Directions => "方向，例如 n,e,s,w，每个方向只写一次".to_owned(),
                    Typed::Rectangle => "列,行,宽,高，例如 2,3,10,5".to_owned(),
                });
                let values: Vec<_> = kind.names.iter().map(ToString::to_string).chain(typed).collect();
                format!("“{}”不能是“{text}”；可用：{}", key.in_chinese(), values.join("、"))
            }
            Self::Formula(error) => error.in_chinese(),
        }
    }
}

impl Describe for FormulaError {
    fn in_chinese(&self) -> String {
        let mistake = match &self.mistake {
            FormulaMistake::Empty => "公式为空".to_owned(),
            FormulaMistake::TooLong => "公式太长".to_owned(),
            FormulaMistake::Unknown(word) => format!("“{word}”无法识别"),
            FormulaMistake::Bracket => "括号不配对".to_owned(),
            FormulaMistake::NoValue(after) => format!("“{after}”之后缺少数值"),
            FormulaMistake::NoOperator(before) => format!("“{before}”之前缺少运算符"),
            FormulaMistake::Incomplete => "缺少数值或运算符".to_owned(),
            FormulaMistake::Unsupported => "此版本不支持公式".to_owned(),
        };
        format!("公式“{}”无法读取：{mistake}；应为 dx、dy 和 g 的表达式，例如 max(dx, dy)", self.text)
    }
}

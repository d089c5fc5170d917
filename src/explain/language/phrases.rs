//! The phrase table of the library: one row a phrase, one column a language.
//!
//! Phrases that end in a full stop are sentences. Others are clauses, to be put into a place of a sentence.

use std::fmt::Display;

use super::languages::{Language, fill};

/// Declares an enum of phrases from a table: the phrase, then its text in each language of
/// [`Language::ALL`], with named places in braces.
macro_rules! phrases {
    ($(#[$about:meta])* $visible:vis enum $phrases:ident; $($name:ident: $($text:literal),+;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible enum $phrases { $($name,)* }

        impl $phrases {
            /// All of them.
            #[cfg(test)]
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The text in a language, with its places still open.
            #[must_use]
            pub const fn text(self, language: $crate::explain::Language) -> &'static str {
                let texts: [&str; $crate::explain::Language::ALL.len()] = match self { $(Self::$name => [$($text),+],)* };
                texts[language as usize]
            }
        }
    };
}
#[cfg(feature = "app")]
pub(crate) use phrases;

phrases! {
    /// One meaning.
    pub(crate) enum Phrase;

    // Before all steps.
    HeaderSearch:
        "{algorithm} from {start} to {goal}, on {width} × {height} cells.",
        "{algorithm}：从 {start} 到 {goal}，地图 {width} × {height} 格。";
    HeaderGhf:
        "G is the cost of the path from the start, H the estimate of what is left ({heuristic}), and F = G + H.",
        "G 为从起点到此处的路径代价，H 为剩余代价的估计（{heuristic}），F = G + H。";
    HeaderWeighted:
        "G is the cost of the path from the start, H the estimate of what is left ({heuristic}), and F = G + H; the \
         lowest G + {weight} H is expanded first.",
        "G 为从起点到此处的路径代价，H 为剩余代价的估计（{heuristic}），F = G + H；G + {weight} H 最小者先展开。";
    HeaderG: "G is the cost of the path from the start; nothing is estimated.", "G 为从起点到此处的路径代价；不作估计。";
    HeaderLeft: "G is the cost that is left to the goal; nothing is estimated.", "G 为到终点的剩余代价；不作估计。";

    // Before and after the steps.
    NothingAtAll: "This search took no steps.", "这次搜索没有任何步骤。";
    NothingYet:
        "Nothing has happened yet: the search from {start} to {goal} is about to begin.",
        "尚未开始：即将从 {start} 搜索到 {goal}。";
    StartOpened: "The start {cell} is put on the open list: {costs}.", "起点 {cell} 加入开放列表：{costs}。";
    GoalOpened:
        "The goal {cell} is put on the open list, to search from there: {costs}.",
        "终点 {cell} 加入开放列表，从这里开始搜索：{costs}。";
    NewPass:
        "The pass is over. The next one begins again at {start}, with the bound F = {bound}.",
        "本轮结束。下一轮重新从 {start} 开始，界限为 F = {bound}。";
    NextPass:
        "The pass is over. Pass {pass} goes through the list again, with the bound F = {bound}.",
        "本轮结束。第 {pass} 轮重新依次检查列表，界限为 F = {bound}。";
    FrontiersMet: "The two frontiers met at {cell}.", "两个前沿在 {cell} 相遇。";
    Found:
        "A path is found: it costs {cost} and has {cells} cells; cells expanded: {expanded}.",
        "找到路径：代价 {cost}，共 {cells} 格；展开的节点数：{expanded}。";
    FoundUnpriced: "A path is found.", "找到路径。";
    FoundAtOnce: "The start {cell} is the goal: there is nowhere to go.", "起点 {cell} 就是终点：无需移动。";
    Exhausted: "The search is over: {reason}.", "搜索结束：{reason}。";
    Cancelled: "Here the search was cancelled or out of budget.", "搜索在此取消或超出预算。";
    RecordEnds: "Here the record ends; the search went on.", "记录到此为止，搜索仍在继续。";

    // Why there is no path.
    NoPathUnreachable: "there is no path, the goal is walled off", "没有路径，终点被墙隔开";
    NoPathOverLimit: "there is no path within the cost limit", "代价上限之内没有路径";
    NoPathInRegion: "there is no path inside the region that may be searched", "允许搜索的区域内没有路径";
    NoPathEmpty: "there is no path", "没有路径";

    // One expansion: "Popped (2, 5): why; which of equals."
    ForwardSide: "From the start's side: {sentence}", "起点一侧：{sentence}";
    BackwardSide: "From the goal's side: {sentence}", "终点一侧：{sentence}";
    Expanded: "Expanded {cell}.", "展开 {cell}。";
    Popped: "Popped {cell}: {reason}.", "取出 {cell}：{reason}。";
    PoppedTie: "Popped {cell}: {reason}; {tie}.", "取出 {cell}：{reason}；{tie}。";
    PassBegins:
        "A pass with the bound F = {bound} begins: popped {cell}, whose F is {f}.",
        "新一轮开始，界限为 F = {bound}：取出 {cell}，其 F 值为 {f}。";
    OnlyOpen: "it is the only cell on the open list, {costs}", "它是开放列表中唯一的节点，{costs}";
    LowestF: "F = {f} is the lowest on the open list", "F = {f} 是开放列表中的最小值";
    LowestG: "G = {g} is the lowest on the open list", "G = {g} 是开放列表中的最小值";
    LowestH: "H = {h} is the lowest on the open list", "启发值 H = {h} 是开放列表中的最小值";
    LowestWeighted:
        "G + {weight} H = {sum} is the lowest on the open list",
        "G + {weight} H = {sum} 是开放列表中的最小值";
    FewestSteps:
        "its number of steps from the start, {steps}, is the lowest on the open list",
        "距起点的步数 {steps} 是开放列表中最少的";
    LowestKey:
        "its key, F = {f} and then G = {g}, is the lowest on the open list",
        "它的键值（先比 F = {f}，再比 G = {g}）是开放列表中最小的";
    LeastLeft:
        "what is left from it to the goal, {g}, is the least on the open list",
        "从它到终点的代价 {g} 是开放列表中最小的";
    TopOfStack: "it lies on top of the stack, for it was seen last", "它最后被发现，位于栈顶";
    WithinBound:
        "it was opened last, and its F = {f} is within the bound {bound}",
        "它最后加入，且 F = {f} 不超过界限 {bound}";
    NextInList:
        "its F = {f} is the next within the bound {bound} as the list is gone through, pass {pass}",
        "第 {pass} 轮依次检查列表，它是下一个 F 值不超过界限 {bound} 的节点，F = {f}";

    // Which of equals.
    TieOldest: "of {count} equal ones it was opened first", "{count} 个相等的节点中它最先加入";
    TieNewest: "of {count} equal ones it was opened last", "{count} 个相等的节点中它最后加入";
    TieLargerG: "of {count} equal ones it has the largest G", "{count} 个相等的节点中它的 G 最大";
    TieLargerGNewest:
        "of {count} equal ones it has the largest G and was opened last",
        "{count} 个相等的节点中它的 G 最大，且最后加入";
    TieSmallerH: "of {count} equal ones it has the smallest H", "{count} 个相等的节点中它的 H 最小";
    TieSmallerHNewest:
        "of {count} equal ones it has the smallest H and was opened last",
        "{count} 个相等的节点中它的 H 最小，且最后加入";

    // What an expansion led to.
    IsGoal: "It is the goal.", "它就是终点。";
    IsGoalSearchOn:
        "It is the goal; from now on only cheaper paths are looked for.",
        "它就是终点；此后只寻找代价更小的路径。";
    IsNear: "It is within the goal tolerance.", "它在终点容差之内。";
    StopsHere: "With {cell} on the open list the search is over.", "{cell} 已在开放列表中，搜索结束。";
    NothingNew: "It leads to no new cell and to no shorter path.", "它没有带来新节点，也没有更短的路径。";
    OneNew: "Its neighbour {cell} is new: {costs}.", "邻居 {cell} 是新节点：{costs}。";
    OneJump: "Jumped from {parent} to {cell}: {costs}.", "从 {parent} 跳到 {cell}：{costs}。";
    OneInSight:
        "Its neighbour {cell} is new, with the parent {parent} in sight: {costs}.",
        "邻居 {cell} 是新节点，父节点是视线可达的 {parent}：{costs}。";
    OneSeemsInSight:
        "Its neighbour {cell} is new, with the parent {parent} taken to be in sight: {costs}.",
        "邻居 {cell} 是新节点，暂且假定父节点 {parent} 视线可达：{costs}。";
    OnePortal: "Through a portal {cell} is new: {costs}.", "通过传送门到达新节点 {cell}：{costs}。";
    ManyNew: "Its neighbours are new: {list}.", "新的邻居：{list}。";
    ManyJumps: "Jumped from {from} to {list}.", "从 {from} 跳到：{list}。";
    ItemNew: "{cell} with {costs}", "{cell}，{costs}";
    ItemInSight: "{cell} by {parent} with {costs}", "{cell}，父节点 {parent}，{costs}";
    ItemPortal: "{cell} through a portal with {costs}", "通过传送门的 {cell}，{costs}";
    OneShorter:
        "A shorter path to {cell}: G from {old} to {new}, parent {parent}.",
        "到 {cell} 有更短的路径：G {old} → {new}，父节点改为 {parent}。";
    ManyShorter: "Shorter paths: {list}.", "更短的路径：{list}。";
    OneReopened:
        "A shorter path opens {cell} again: G from {old} to {new}, parent {parent}.",
        "更短的路径使 {cell} 从关闭列表回到开放列表：G {old} → {new}，父节点改为 {parent}。";
    ManyReopened: "Opened again by shorter paths: {list}.", "更短的路径使它们回到开放列表：{list}。";
    ItemShorter: "{cell} with G from {old} to {new}", "{cell}，G {old} → {new}";
    OneFewerSteps:
        "A path with fewer steps to {cell}: its parent is now {parent}.",
        "到 {cell} 有步数更少的路径：父节点改为 {parent}。";
    ManyFewerSteps: "Paths with fewer steps: {list}.", "步数更少的路径：{list}。";
    OneMoved:
        "{cell} waits already and moves to the top of the stack: its parent is now {parent}.",
        "{cell} 已在等待，现移到栈顶：父节点改为 {parent}。";
    ManyMoved:
        "These wait already and move to the top of the stack: {list}.",
        "以下节点已在等待，现移到栈顶：{list}。";
    OneUpdated:
        "{cell} gets another parent, {parent}: G from {old} to {new}.",
        "{cell} 的父节点改为 {parent}：G {old} → {new}。";
    ManyUpdated: "These get another parent: {list}.", "父节点已更改：{list}。";
    ItemCell: "{cell}", "{cell}";
    OutOfSight:
        "{cell} is out of its parent's sight after all: parent {parent}, G from {old} to {new}.",
        "{cell} 与原父节点之间其实视线受阻：父节点改为 {parent}，G {old} → {new}。";
    Dropped: "{cell} is dropped from the open list.", "{cell} 从开放列表中移除。";
    DroppedUseless:
        "{cell} is dropped: no path through it can be cheaper than the one found.",
        "舍弃 {cell}：经过它的路径不会比已找到的更好。";
    DroppedOverLimit:
        "{cell} is dropped: its path turns out to be over the cost limit.",
        "舍弃 {cell}：通向它的路径其实超出代价上限。";
    ManyDropped: "Dropped from the open list: {count} cells.", "从开放列表中移除 {count} 个节点。";
    ManyDroppedUseless:
        "Dropped: {count} cells, for no path through them can be cheaper.",
        "舍弃 {count} 个节点：经过它们的路径不会更好。";
    ManyDroppedOverLimit:
        "Dropped: {count} cells, whose paths turn out to be over the cost limit.",
        "舍弃 {count} 个节点：通向它们的路径其实超出代价上限。";
    Deferred:
        "{cell} is deferred to the next pass: its F = {f} is above the bound.",
        "{cell} 留到下一轮：其 F = {f} 超过界限。";
    OneDeferred: "{cell} is deferred to the next pass.", "{cell} 留到下一轮。";
    ManyDeferred: "Deferred to the next pass: {count} cells.", "{count} 个节点留到下一轮。";
    Ignored: "{cell} is ignored: {why}.", "忽略 {cell}：{why}。";
    ManyIgnored: "Ignored: {list}.", "忽略：{list}。";
    ItemIgnored: "{cells} ({why})", "{cells}（{why}）";
    WhyNotBetter: "already on the open list, no shorter path", "已在开放列表中，没有更短的路径";
    WhyFirstParent: "already on the open list, parent update: off", "已在开放列表中，不更新父节点";
    WhyClosed: "closed", "已在关闭列表中";
    WhyOverCostLimit: "over the cost limit", "超过代价上限";
    WhyAboveBound: "F above the bound", "F 超过界限";
    WhyUseless: "no cheaper path through it", "经过它没有更好的路径";
    WhyEarlierPass: "reached by a cheaper path in an earlier pass", "上一轮已有更好的路径";
    WhyBlocked: "blocked", "障碍";
    WhyOutsideRegion: "outside the region", "区域之外";
    WhyOneWay: "one-way cell", "单向格";
    WhyCorner: "corner cut", "会擦过拐角";
    List: "{list}; {next}", "{list}；{next}";
    ListMore: "{list} and {more} more", "{list}，另有 {more} 个";

    PositionsPassed: "Positions passed in a sorted list: {list}.", "在有序列表中经过的位置数：{list}。";

    // The open list.
    OpenList: "Open list, in the order of expansion: {count}", "开放列表，按展开顺序：{count}";

    // Costs.
    CostsGhf: "G = {g}, H = {h}, F = {f}", "G = {g}，H = {h}，F = {f}";
    CostsG: "G = {g}", "G = {g}";

    // One cell.
    CellOutside: "{cell} lies outside the map.", "{cell} 在地图之外。";
    CellBlocked: "Blocked ({terrain}): no agent can enter.", "障碍（{terrain}）：无法进入。";
    CellOutsideRegion: "It lies outside the region that may be searched.", "它在允许搜索的区域之外。";
    CellUnseen: "Not seen yet.", "尚未发现。";
    CellForward: "From the start's side: {line}", "起点一侧：{line}";
    CellBackward: "From the goal's side: {line}", "终点一侧：{line}";
    CellRoot: "Opened at the beginning: {costs}.", "一开始就加入开放列表：{costs}。";
    CellOpened: "Opened at step {step} from {parent}: {costs}.", "第 {step} 步由 {parent} 加入开放列表：{costs}。";
    CellChanged: "Another parent at step {step}, {parent}: {costs}.", "第 {step} 步父节点改为 {parent}：{costs}。";
    CellChangedOften:
        "Another parent {times} times, last at step {step}, {parent}: {costs}.",
        "父节点更改了 {times} 次，最近在第 {step} 步改为 {parent}：{costs}。";
    CellReopened:
        "Opened again at step {step} from {parent}: {costs}.",
        "第 {step} 步由 {parent} 重新加入开放列表：{costs}。";
    CellClosed: "Closed at step {step}.", "第 {step} 步移入关闭列表。";
    CellClosedOften: "Closed {times} times, last at step {step}.", "{times} 次移入关闭列表，最近在第 {step} 步。";
    CellRank: "Number {rank} of {count} on the open list.", "在开放列表的 {count} 个节点中排第 {rank}。";
    CellIsNext:
        "Number 1 of {count} on the open list: the next to be expanded.",
        "在开放列表的 {count} 个节点中排第 1：下一个被展开。";
    CellDropped: "Dropped from the open list.", "已从开放列表中移除。";
    CellDroppedUseless:
        "Dropped: no path through it can be cheaper than the one found.",
        "已舍弃：经过它的路径不会比已找到的更好。";
    CellDroppedOverLimit:
        "Dropped: its path turned out to be over the cost limit.",
        "已舍弃：通向它的路径其实超出代价上限。";
    CellDeferred: "Deferred to the next pass: its F was above the bound.", "已留到下一轮：其 F 超过当时的界限。";
    CellNotFrom: "No step leads here from {from}: {rule}", "不能从 {from} 走到这里：{rule}";

    // Why not this cell.
    PathOver: "A cheapest path leads over it.", "有一条最优路径经过这里。";
    PathCostsMore:
        "Through this cell the cheapest path costs {through}: {more} more than the best ({best}).",
        "经过这一格的最优路径代价为 {through}：比最优值（{best}）多 {more}。";
    PathCostsMoreAlongGrid:
        "Through this cell the cheapest path along the grid costs {through}: {more} more than the best ({best}).",
        "沿网格经过这一格的最优路径代价为 {through}：比最优值（{best}）多 {more}。";
    NoPathFromStart:
        "No path leads through it: it is walled off from the start.",
        "没有路径经过这里：它与起点被墙隔开。";
    NoPathToGoal:
        "No path leads through it: from here the goal is walled off.",
        "没有路径经过这里：从这里到终点被墙隔开。";

    // Why not this move.
    MoveOutside: "Outside: {cell} is not on the map.", "出界：{cell} 不在地图上。";
    MoveFromBlocked: "No agent can stand on {cell}.", "{cell} 上无法站立。";
    MoveWall: "Wall: {cell} is blocked ({terrain}).", "墙：{cell} 被阻挡（{terrain}）。";
    MoveFar:
        "Too far: {from} and {to} are no neighbours, and no portal joins them.",
        "太远：{from} 与 {to} 不相邻，也没有传送门相连。";
    MoveRegion:
        "Region limit: {cell} lies outside the region that may be searched.",
        "区域限制：{cell} 在允许搜索的区域之外。";
    MoveOneWay:
        "One-way cell: {terrain} at {cell} cannot be left in this direction.",
        "单向格：{cell}（{terrain}）不能朝这个方向离开。";
    MoveFourWay: "4-way movement: no diagonal steps.", "四方向移动：不能斜走。";
    MoveCorner:
        "Corner rule: the step would cut the corner of the wall {wall}.",
        "拐角规则：这一步会擦过墙 {wall} 的拐角。";
    MoveBetweenWalls:
        "Corner rule: the step would squeeze between the walls {wall} and {other}.",
        "拐角规则：这一步会从墙 {wall} 与 {other} 之间挤过。";

    // What a trace lacks.
    TraceCut: "the first {kept} of {all} events are kept", "只保留了 {all} 个事件中的前 {kept} 个";

    // The verdict.
    Optimal: "Optimal: {cost} is the cheapest path.", "最优：代价 {cost} 已是最小。";
    OptimalUnpromised:
        "Optimal here, though this search does not promise it: {cost} is the cheapest path.",
        "此处最优（但这种搜索不保证最优）：代价 {cost} 已是最小。";
    Above:
        "{percent} above the optimum: {cost} instead of {best}.",
        "比最优值高 {percent}：代价 {cost}，最优为 {best}。";
    AboveWithin:
        "{percent} above the optimum: {cost} instead of {best}, within its bound of {bound}.",
        "比最优值高 {percent}：代价 {cost}，最优为 {best}，未超出界限 {bound} 倍。";
    AboveBeyond:
        "{percent} above the optimum: {cost} instead of {best}, beyond its bound of {bound}.",
        "比最优值高 {percent}：代价 {cost}，最优为 {best}，超出了界限 {bound} 倍。";
    AnyAngleSame:
        "Any-angle: {cost}, as much as the cheapest path along the grid.",
        "任意角度：代价 {cost}，与沿网格的最优路径相同。";
    AnyAngleBelow:
        "Any-angle: {cost}, {percent} below the cheapest path along the grid, {best}.",
        "任意角度：代价 {cost}，比沿网格的最优路径（{best}）低 {percent}。";
    AnyAngleAbove:
        "Any-angle: {cost}, {percent} above the cheapest path along the grid, {best}.",
        "任意角度：代价 {cost}，比沿网格的最优路径（{best}）高 {percent}。";
    RightlyOverLimit:
        "Rightly no path: the cheapest costs {best}, more than the limit.",
        "确实无路：最优路径的代价 {best} 超过上限。";
    RightlyNoPath: "Rightly no path: {reason}.", "确实无路：{reason}。";
    Missed:
        "No path was found within the limit, but one costs {best}; this search does not look for it.",
        "在上限之内没有找到路径，其实存在代价为 {best} 的路径；这种搜索并不以它为目标。";
    OutOfBudgetPath:
        "Out of budget before there was an answer; the cheapest path costs {best}.",
        "尚无结果就已超出预算；最优路径的代价为 {best}。";
    OutOfBudgetNoPath: "Out of budget before there was an answer; there is no path.", "尚无结果就已超出预算；其实没有路径。";
    Refused: "Refused: {refusal}.", "拒绝搜索：{refusal}。";
    TooHigh:
        "The estimate is too high at {cell}: it says {h}, the path costs {truth}.",
        "启发函数不可采纳：在 {cell} 处的启发值为 {h}，而实际代价只有 {truth}。";
    TooHighAnyAngle:
        "The estimate is too high at {cell}: it says {h}, a path at any angle costs {truth}.",
        "启发函数不可采纳：在 {cell} 处的启发值为 {h}，而任意角度的路径代价只有 {truth}。";
    FallsTooFast:
        "The estimate falls too fast at {cell}: it says {h}, and {next_h} at {next}, a move for {cost}.",
        "启发函数不一致：{cell} 处的启发值为 {h}，{next} 处为 {next_h}，而这一步的代价只有 {cost}。";

    // Answers that are wrong.
    Fault: "Fault: {fault}.", "错误：{fault}。";
    FaultEnds: "the path leads from {first} to {last}, which was not asked for", "路径从 {first} 到 {last}，与所问不符";
    FaultRegion: "the path leaves the region at {cell}", "路径在 {cell} 处离开了区域";
    FaultLimit: "the path costs {cost}, and {most} was the limit", "路径代价为 {cost}，上限为 {most}";
    FaultImpossible:
        "the path is said to cost {cost}, and none is cheaper than {best}",
        "所称路径代价为 {cost}，但最小代价是 {best}";
    FaultNone: "the path is said to cost {cost}, and there is none", "所称路径代价为 {cost}，但其实没有路径";
    FaultMissed: "no path was found, and there is one for {best}", "没有找到路径，其实存在代价为 {best} 的路径";
    FaultNotOptimal:
        "the cheapest path was promised; this one costs {cost} instead of {best}",
        "保证最优，但这条路径的代价是 {cost}，而不是 {best}";
    FaultNotBounded:
        "at most {bound} times {best} was promised; this path costs {cost}",
        "保证代价不超过 {best} 的 {bound} 倍，但这条路径的代价是 {cost}";
    FaultNotFewest:
        "the fewest steps were promised; this path has {steps} instead of {fewest}",
        "保证步数最少，但这条路径有 {steps} 步，而不是 {fewest} 步";
    FaultHeuristic:
        "the heuristic is known never to be too high, and at {cell} it is",
        "这个启发函数本应可采纳，在 {cell} 处却高估了";
}

impl Language {
    /// A phrase without places.
    pub(crate) const fn text(self, phrase: Phrase) -> &'static str {
        phrase.text(self)
    }

    /// The phrase with its places filled.
    pub(crate) fn say(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        fill(phrase.text(self), places)
    }

    /// The same with those of the places that the phrase has.
    pub(in crate::explain) fn say_some(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        let text = phrase.text(self);
        let wanted = places.iter().filter(|(name, _)| text.contains(&format!("{{{name}}}")));
        fill(text, &wanted.copied().collect::<Vec<_>>())
    }
}

/// All texts of a language, with their places still open.
#[cfg(all(test, feature = "app"))]
pub(crate) fn all_texts(language: Language) -> impl Iterator<Item = &'static str> {
    Phrase::ALL.iter().map(move |phrase| phrase.text(language))
}

#[cfg(test)]
mod tests {
    use super::super::languages::assert_translated;
    use super::*;

    #[test]
    fn every_phrase_has_its_places_in_every_language() {
        for &phrase in Phrase::ALL {
            assert_translated(&phrase, &["Dijkstra", "IDA", "Theta"], |language| phrase.text(language));
        }
    }
}

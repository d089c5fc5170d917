## Before all steps.

HeaderSearch = { $algorithm }：从 { $start } 到 { $goal }，地图 { $width } × { $height } 格。
HeaderElsewhere = 来自其他程序的搜索：从 { $start } 到 { $goal }，共 { $width } × { $height } 格。开放列表按 F 的顺序显示。
HeaderGhf = G 为从起点到此处的路径代价，H 为剩余代价的估计（{ $heuristic }），F = G + H。
HeaderWeighted = G 为从起点到此处的路径代价，H 为剩余代价的估计（{ $heuristic }），F = G + H；G + { $weight } H 最小者先展开。
HeaderBuckets = G 为从起点到此处的路径代价，H 为剩余代价的估计（{ $heuristic }），F = G + H。开放列表按 F 每 { $width } 分一个桶；最低的桶中最后加入者先展开。
HeaderG = G 为从起点到此处的路径代价；不作估计。
HeaderLeft = G 为到终点的剩余代价；不作估计。

## Before and after the steps.

NothingAtAll = 这次搜索没有任何步骤。
NothingYet = 尚未开始：即将从 { $start } 搜索到 { $goal }。
StartOpened = 起点 { $cell } 加入开放列表：{ $costs }。
GoalOpened = 终点 { $cell } 加入开放列表，从这里开始搜索：{ $costs }。
NewPass = 本轮结束。下一轮重新从 { $start } 开始，界限为 F = { $bound }。
NextPass = 本轮结束。第 { $pass } 轮重新依次检查列表，界限为 F = { $bound }。
FrontiersMet = 两个前沿在 { $cell } 相遇。
Found = 找到路径：代价 { $cost }，共 { $cells } 格；展开的节点数：{ $expanded }。
FoundUnpriced = 找到路径。
FoundAtOnce = 起点 { $cell } 就是终点：无需移动。
Exhausted = 搜索结束：{ $reason }。
Cancelled = 搜索在此取消或超出预算。
TraceEnds = 记录到此为止，其中没有说明搜索的结果。
RecordEnds = 记录到此为止，搜索仍在继续。

## Why there is no path.

NoPathUnreachable = 没有路径，终点被墙隔开
NoPathOverLimit = 代价上限之内没有路径
NoPathInRegion = 允许搜索的区域内没有路径
NoPathEmpty = 没有路径

## One expansion: "Expanded (2, 5): why; which of equals."

ForwardSide = 起点一侧：{ $sentence }
BackwardSide = 终点一侧：{ $sentence }
Expanded = 展开 { $cell }。
Popped = 展开 { $cell }：{ $reason }。
PoppedTie = 展开 { $cell }：{ $reason }；{ $tie }。
PassBegins = 新一轮开始，界限为 F = { $bound }：展开 { $cell }，其 F 值为 { $f }。
OnlyOpen = 它是开放列表中唯一的节点，{ $costs }
LowestF = F = { $f } 是开放列表中的最小值
LowestG = G = { $g } 是开放列表中的最小值
LowestH = 启发值 H = { $h } 是开放列表中的最小值
LowestWeighted = G + { $weight } H = { $sum } 是开放列表中的最小值
FewestSteps = 距起点的步数 { $steps } 是开放列表中最少的
LowestKey = 它的键值（先比 F = { $f }，再比 G = { $g }）是开放列表中最小的
LeastLeft = 从它到终点的代价 { $g } 是开放列表中最小的
LowestBucket = F = { $f } 落在开放列表最低的桶（{ $from } 至 { $to }）中，且在该桶中最后加入
NoBetterBucket = 剩下的桶中不可能再有代价低于 F = { $f } 的路径
TopOfStack = 它最后被发现，位于栈顶
WithinBound = 它最后加入，且 F = { $f } 不超过界限 { $bound }
NextInList = 第 { $pass } 轮依次检查列表，它是下一个 F 值不超过界限 { $bound } 的节点，F = { $f }

## Which of equals.

TieOldest = { $count } 个相等的节点中它最先加入
TieNewest = { $count } 个相等的节点中它最后加入
TieLargerG = { $count } 个相等的节点中它的 G 最大
TieLargerGNewest = { $count } 个相等的节点中它的 G 最大，且最后加入
TieSmallerH = { $count } 个相等的节点中它的 H 最小
TieSmallerHNewest = { $count } 个相等的节点中它的 H 最小，且最后加入

## What an expansion led to.

IsGoal = 它就是终点。
IsGoalSearchOn = 它就是终点；此后只寻找代价更小的路径。
IsNear = 它在终点容差之内。
StopsHere = { $cell } 已在开放列表中，搜索结束。
NothingNew = 它没有带来新节点，也没有更短的路径。
OneNew = 邻居 { $cell } 是新节点：{ $costs }。
OneJump = 从 { $parent } 跳到 { $cell }：{ $costs }。
OneInSight = 邻居 { $cell } 是新节点，父节点是视线可达的 { $parent }：{ $costs }。
OneSeemsInSight = 邻居 { $cell } 是新节点，暂且假定父节点 { $parent } 视线可达：{ $costs }。
OnePortal = 通过传送门到达新节点 { $cell }：{ $costs }。
ManyNew = 新的邻居：{ $list }。
ManyJumps = 从 { $from } 跳到：{ $list }。
ItemNew = { $cell }，{ $costs }
ItemInSight = { $cell }，父节点 { $parent }，{ $costs }
ItemPortal = 通过传送门的 { $cell }，{ $costs }
OneShorter = 到 { $cell } 有更短的路径：G { $old } → { $new }，父节点改为 { $parent }。
ManyShorter = 更短的路径：{ $list }。
OneReopened = 更短的路径使 { $cell } 从关闭列表回到开放列表：G { $old } → { $new }，父节点改为 { $parent }。
ManyReopened = 更短的路径使它们回到开放列表：{ $list }。
ItemShorter = { $cell }，G { $old } → { $new }
OneFewerSteps = 到 { $cell } 有步数更少的路径：父节点改为 { $parent }。
ManyFewerSteps = 步数更少的路径：{ $list }。
OneMoved = { $cell } 已在等待，现移到栈顶：父节点改为 { $parent }。
ManyMoved = 以下节点已在等待，现移到栈顶：{ $list }。
OneUpdated = { $cell } 的父节点改为 { $parent }：G { $old } → { $new }。
ManyUpdated = 父节点已更改：{ $list }。
ItemCell = { $cell }
OutOfSight = { $cell } 与原父节点之间其实视线受阻：父节点改为 { $parent }，G { $old } → { $new }。
Dropped = { $cell } 从开放列表中移除。
DroppedUseless = 舍弃 { $cell }：经过它的路径不会比已找到的更好。
DroppedOverLimit = 舍弃 { $cell }：通向它的路径其实超出代价上限。
ManyDropped = 从开放列表中移除 { $count } 个节点。
ManyDroppedUseless = 舍弃 { $count } 个节点：经过它们的路径不会更好。
ManyDroppedOverLimit = 舍弃 { $count } 个节点：通向它们的路径其实超出代价上限。
Deferred = { $cell } 留到下一轮：其 F = { $f } 超过界限。
OneDeferred = { $cell } 留到下一轮。
ManyDeferred = { $count } 个节点留到下一轮。
Ignored = 忽略 { $cell }：{ $why }。
ManyIgnored = 忽略：{ $list }。
ItemIgnored = { $cells }（{ $why }）
List = { $list }；{ $next }
ListMore = { $list }，另有 { $more } 个

PositionsPassed = 在有序列表中经过的位置数：{ $list }。

## The open list.

OpenList = 开放列表，按展开顺序：{ $count }

## Costs.

CostsGhf = G = { $g }，H = { $h }，F = { $f }
CostsWeighted = G = { $g }，H = { $h }，G + { $weight } H = { $sum }
CostsG = G = { $g }

## Answers to questions.

Right = 正确。
NotRight = 不对。
TryOnceMore = 那么是哪一格？请再试一次。
GuessUnseen = { $cell } 不在开放列表中。
GuessClosed = { $cell } 已经展开过了。
GuessOpen = { $cell } 还要等：{ $costs }。
HasCosts = { $cell } 的代价为 { $costs }。
GThroughParent = 父节点 { $parent } 的 G = { $g }，从那里走一步的代价为 { $step }。

## One cell.

CellOutside = { $cell } 在地图之外。
CellBlocked = 障碍（{ $terrain }）：无法进入。
CellBesideWall = 代价 { $cost }，因为紧挨墙再加 { $extra }。
CellNearWall = 代价 { $cost }，因为离墙 { $cells } 格再加 { $extra }。
CostBesideWall = 代价 { $cost }，因为紧挨墙再加 { $extra }
CostNearWall = 代价 { $cost }，因为离墙 { $cells } 格再加 { $extra }
CellOutsideRegion = 它在允许搜索的区域之外。
CellUnseen = 尚未发现。
CellNeverSeen = 搜索没有发现它。
CellForward = 起点一侧：{ $line }
CellBackward = 终点一侧：{ $line }
CellRoot = 一开始就加入开放列表：{ $costs }。
CellOpened = 第 { $step } 步由 { $parent } 加入开放列表：{ $costs }。
CellChanged = 第 { $step } 步父节点改为 { $parent }：{ $costs }。
CellChangedOften = 父节点更改了 { $times } 次，最近在第 { $step } 步改为 { $parent }：{ $costs }。
CellReopened = 第 { $step } 步由 { $parent } 重新加入开放列表：{ $costs }。
CellClosed = 第 { $step } 步移入关闭列表。
CellClosedOften = { $times } 次移入关闭列表，最近在第 { $step } 步。
CellRank = 在开放列表的 { $count } 个节点中排第 { $rank }。
CellIsNext = 在开放列表的 { $count } 个节点中排第 1：下一个被展开。
CellDropped = 已从开放列表中移除。
CellDroppedUseless = 已舍弃：经过它的路径不会比已找到的更好。
CellDroppedOverLimit = 已舍弃：通向它的路径其实超出代价上限。
CellDeferred = 已留到下一轮：其 F 超过当时的界限。
CellNotFrom = 不能从 { $from } 走到这里：{ $rule }

## Why not this cell.

CostToGoal = 从这一格到终点的最优路径代价为 { $cost }。
PathOver = 有一条最优路径经过这里。
PathCostsMore = 经过这一格的最优路径代价为 { $through }：比最优值（{ $best }）多 { $more }。
PathCostsMoreAlongGrid = 沿网格经过这一格的最优路径代价为 { $through }：比最优值（{ $best }）多 { $more }。
NoPathFromStart = 没有路径经过这里：它与起点被墙隔开。
NoPathToGoal = 没有路径经过这里：从这里到终点被墙隔开。

## Why not this move.

MoveOutside = 出界：{ $cell } 不在地图上。
MoveFromBlocked = { $cell } 上无法站立。
MoveWall = 墙：{ $cell } 被阻挡（{ $terrain }）。
MoveFar = 太远：{ $from } 与 { $to } 不相邻，也没有传送门相连。
MoveRegion = 区域限制：{ $cell } 在允许搜索的区域之外。
MoveOneWay = 单向格：{ $cell }（{ $terrain }）不能朝这个方向离开。
MoveFourWay = 四方向移动：不能斜走。
MoveCorner = 拐角规则：这一步会擦过墙 { $wall } 的拐角。
MoveBetweenWalls = 拐角规则：这一步会从墙 { $wall } 与 { $other } 之间挤过。

## What a trace lacks.

TraceCut = 只保留了 { $all } 个事件中的前 { $kept } 个

## The verdict.

Optimal = 最优：代价 { $cost } 已是最小。
OptimalUnpromised = 此处最优（但这种搜索不保证最优）：代价 { $cost } 已是最小。
Above = 比最优值高 { $percent }：代价 { $cost }，最优为 { $best }。
AboveWithin = 比最优值高 { $percent }：代价 { $cost }，最优为 { $best }，未超出界限 { $bound } 倍。
AboveBeyond = 比最优值高 { $percent }：代价 { $cost }，最优为 { $best }，超出了界限 { $bound } 倍。
AnyAngleSame = 任意角度：代价 { $cost }，与沿网格的最优路径相同。
AnyAngleBelow = 任意角度：代价 { $cost }，比沿网格的最优路径（{ $best }）低 { $percent }。
AnyAngleAbove = 任意角度：代价 { $cost }，比沿网格的最优路径（{ $best }）高 { $percent }。
RightlyOverLimit = 确实无路：最优路径的代价 { $best } 超过上限 { $most }。
RightlyNoPath = 确实无路：{ $reason }。
Missed = 在上限之内没有找到路径，其实存在代价为 { $best } 的路径；这种搜索并不以它为目标。
OutOfBudgetPath = 尚无结果就已超出预算；最优路径的代价为 { $best }。
OutOfBudgetNoPath = 尚无结果就已超出预算；其实没有路径。
Refused = 拒绝搜索：{ $refusal }。
TooHigh = 启发函数不可采纳：在 { $cell } 处的启发值为 { $h }，而实际代价只有 { $truth }。
TooHighAnyAngle = 启发函数不可采纳：在 { $cell } 处的启发值为 { $h }，而任意角度的路径代价只有 { $truth }。
FallsTooFast = 启发函数不一致：{ $cell } 处的启发值为 { $h }，{ $next } 处为 { $next_h }，而这一步的代价只有 { $cost }。
CountsAsZero = 公式在 { $cell } 处小于 0；凡小于 0 者都按 0 计：没有路径的代价会少于零。

## Answers that are wrong.

Fault = 错误：{ $fault }。
FaultEnds = 路径从 { $first } 到 { $last }，与所问不符
FaultRegion = 路径在 { $cell } 处离开了区域
FaultLimit = 路径代价为 { $cost }，上限为 { $most }
FaultImpossible = 所称路径代价为 { $cost }，但最小代价是 { $best }
FaultNone = 所称路径代价为 { $cost }，但其实没有路径
FaultMissed = 没有找到路径，其实存在代价为 { $best } 的路径
FaultNotOptimal = 保证最优，但这条路径的代价是 { $cost }，而不是 { $best }
FaultNotBounded = 保证代价不超过 { $best } 的 { $bound } 倍，但这条路径的代价是 { $cost }
FaultNotFewest = 保证步数最少，但这条路径有 { $steps } 步，而不是 { $fewest } 步
FaultHeuristic = 这个启发函数本应可采纳，在 { $cell } 处却高估了

## 并排的棋盘：各项最佳。

BoardNamed = 棋盘 { $number }（{ $title }）
BoardsNamed = 棋盘 { $numbers } 和 { $last }
OneExpandsFewest = { $who }展开的格子最少：{ $number }。
SomeExpandFewest = { $who }展开的格子最少：各 { $number }。
AllExpandAlike = 所有棋盘都展开了 { $number } 格。
OneHasFewestEvents = { $who }以最少的事件结束：{ $number }。
SomeHaveFewestEvents = { $who }以最少的事件结束：各 { $number }。
AllHaveAsManyEvents = 所有棋盘都在 { $number } 个事件后结束。
OneIsFastest = { $who }最快：{ $number }。
SomeAreFastest = { $who }最快：各 { $number }。
AllAreAsFast = 所有棋盘都用时 { $number }。
OneIsCheapest = { $who }找到的路径代价最低：{ $number }。
SomeAreCheapest = { $who }找到的路径代价最低：各 { $number }。
AllCostAlike = 所有路径的代价都是 { $number }。
NoBoardFindsPath = 没有棋盘找到路径。
BoardsWithoutAnswer = { $who }结束时没有得出答案。

## 一个词的判定。

VerdictOptimal = 最优
VerdictWrong = 错误
VerdictNoPath = 无路径
VerdictOutOfBudget = 超出预算

## Agents of a crowd that wait, and cells that they hold.

WaitsTicks = 等待 { $name } 已 { $ticks } 个时间步
WaitsOneTick = 等待 { $name } 已 1 个时间步
BlockedBy = 因为 { $name }，已有 { $ticks } 个时间步没有更接近终点
WhichWaitsFor = { $before }，它在等待 { $name }
AndSoOnTo = { $before }，再经过 { $count } 个，直到 { $name }
WhichWalksTo = { $before }，它正走向 { $cell }
WhichPasses = { $before }，它正通过 { $cell } 的门
WhichStands = { $before }，它站着不动
WhichHolds = { $before }，它守住自己的格子
WhichHasNoPath = { $before }，没有路径通向它的终点
WhichWaitsForIt = { $before }，它反过来也在等待
ReservedStands = 被 { $name } 占用，它站在这里
ReservedEnters = 被 { $name } 占用，它正走进来
ReservedLeaves = 被 { $name } 占用，它正离开

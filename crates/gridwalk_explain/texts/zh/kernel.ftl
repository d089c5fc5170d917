## What the kernel says. Its English stands in its code; the names of values come first, then its sentences.

## Searches.

Algorithm-breadth-first = 广度优先
Algorithm-depth-first = 深度优先
Algorithm-dijkstra = Dijkstra
Algorithm-greedy = 贪婪最佳优先
Algorithm-astar = A*
Algorithm-weighted-astar = 加权 A*
Algorithm-bidirectional = 双向 A*
Algorithm-idastar = IDA*
Algorithm-fringe = 边缘搜索
Algorithm-jps = 跳点搜索
Algorithm-jump-graph = 跳点图
Algorithm-canonical-astar = 规范 A*
Algorithm-theta = Theta*
Algorithm-lazy-theta = 惰性 Theta*
Algorithm-lpa = 终身规划 A*
Algorithm-flow-field = 流场
Algorithm-auto = 自动

## Movement.

Movement-four = 四方向
Movement-eight-always = 八方向，可穿过拐角
Movement-eight-one-free = 八方向，拐角至少一侧可通行
Movement-eight-no-corners = 八方向，不可穿过拐角

## Directions.

Direction-n = 北
Direction-e = 东
Direction-s = 南
Direction-w = 西
Direction-ne = 东北
Direction-se = 东南
Direction-sw = 西南
Direction-nw = 西北

## Tie-breaking.

TieBreak-oldest = 先加入者
TieBreak-newest = 后加入者
TieBreak-larger-g = G 较大者
TieBreak-smaller-h = H 较小者

## When the goal counts as found.

StopRule-generated = 终点加入开放列表时
StopRule-expanded = 终点被展开时

## Parent update.

ParentRule-first = 关闭：保留最初的父节点
ParentRule-shorter = 更好的路径替换父节点

## Reopening.

ReopenRule-never = 已关闭的节点不再开放
ReopenRule-cheaper = 更便宜的路径使其重新开放

## Heuristics.

Heuristic-zero = 零
Heuristic-manhattan = 曼哈顿距离
Heuristic-euclidean = 直线距离
Heuristic-floored-euclidean = 直线距离，取整格
Heuristic-octile = 八方向距离
Heuristic-chebyshev = 切比雪夫距离
Heuristic-formula = 自定义公式

## Terrain costs.

CostRule-entered = 所进入地形的代价
CostRule-mean = 所触及地形的平均代价

## Why there is no path, in a clause.

NoPathReason-unreachable = 终点被墙隔开
NoPathReason-over-cost-limit = 没有代价不超过上限的路径
NoPathReason-not-in-region = 没有完全位于允许搜索区域内的路径

## Why a neighbour is ignored.

IgnoreReason-not-better = 已在开放列表中，没有更短的路径
IgnoreReason-first-parent = 已在开放列表中，不更新父节点
IgnoreReason-closed = 已在关闭列表中
IgnoreReason-over-cost-limit = 超过代价上限
IgnoreReason-above-bound = F 超过界限
IgnoreReason-useless = 经过它没有更好的路径
IgnoreReason-earlier-pass = 上一轮已有更好的路径
IgnoreReason-blocked = 障碍
IgnoreReason-outside-region = 区域之外
IgnoreReason-one-way = 单向格
IgnoreReason-corner = 会擦过拐角

## Options: the name, and what it means.

OptionKey-algorithm = 算法
    .meaning = 采用哪种搜索。
OptionKey-heuristic = 启发函数
    .meaning = 对剩余代价的估计；任意角度搜索的默认值是直线距离。
OptionKey-weight = 权重
    .meaning = 加权 A* 中启发值所乘的倍数；未指定时为 2。
OptionKey-movement = 移动方式
    .meaning = 允许怎样移动。
OptionKey-steps = 步进代价
    .meaning = 在普通地形上直行和斜行一步的代价。
OptionKey-cost-rule = 地形代价
    .meaning = 一步的代价取决于哪些地形。
OptionKey-neighbours = 邻居顺序
    .meaning = 查看邻居的顺序；未写出的方向按通常的顺序排在其后。
OptionKey-tie = 平局处理
    .meaning = 同样好的开放节点中先展开哪一个。
OptionKey-stop = 停止时机
    .meaning = 何时算找到终点。
OptionKey-parent = 父节点更新
    .meaning = 到已知节点的更好路径是否替换其父节点。
OptionKey-reopen = 重新开放
    .meaning = 贪婪最佳优先遇到更便宜的路径时是否重新开放已关闭的节点。
OptionKey-goal-tolerance = 终点容差
    .meaning = 离终点多少格（直线距离）之内就算到达；0 表示必须到达终点。
OptionKey-max-expansions = 展开上限
    .meaning = 展开这么多节点之后，搜索的预算用尽。
OptionKey-max-cost = 代价上限
    .meaning = 路径代价的上限；代价更高的格子不会加入开放列表。
OptionKey-region = 限定区域
    .meaning = 只搜索地图的这一部分。

## Ends of a path.

StartOutside = 起点 { $cell } 在地图之外
GoalOutside = 终点 { $cell } 在地图之外
StartBlocked = 起点 { $cell } 是障碍
GoalBlocked = 终点 { $cell } 是障碍

## What cannot be searched.

RefusedOption = “{ $algorithm }”不支持选项“{ $option }”；请保持其默认值（{ $default }），或改用 A* 或 Dijkstra 算法
RefusedFormula = 公式在 { $cell } 处的值为{ $fault }；每一格都应得到一个数
RefusedWeighted = “{ $algorithm }”要求所有地形代价相同，而这张地图有多种代价；请改用 A*、双向 A* 或终身规划 A*
RefusedOneWay = “{ $algorithm }”不支持单向格；请改用 A*、双向 A* 或 Dijkstra 算法
RefusedPortals = “{ $algorithm }”不支持传送门；请改用 A*、双向 A* 或 Dijkstra 算法
RefusedFourWay = “{ $algorithm }”沿任意角度的直线行进，四方向移动不允许；请改用八方向规则，或改用 A*
RefusedDiagonal = “{ $algorithm }”要求斜行一步的代价小于直行两步；请降低斜行代价，或改用四方向移动，或改用 A*
RefusedMaxCostOfFirst = “{ $algorithm }”在保留最初的父节点时可能漏掉代价上限之内的路径；请改为替换父节点，或取消上限
RefusedMaxCostOfClosed = “{ $algorithm }”不重新开放节点时可能漏掉代价上限之内的路径；请开启重新开放，或取消上限
RefusedFormulaOfG = “{ $algorithm }”要求启发值只取决于格子，而公式用到了 g；请改用 A*
RefusedInadmissible = “{ $algorithm }”要求启发函数可采纳；请改用八方向距离，或改用其他算法
FaultInfinite = 无穷大
FaultNotANumber = 非数值

## What is wrong with a path.

PathEmpty = 路径为空
PathBlocked = { $cell } 是障碍或在地图之外
PathGap = 从 { $from } 不能一步走到 { $to }
PathOneWay = 单向格 { $from } 不通往 { $to }
PathLine = 在从 { $from } 到 { $to } 的直线上，{ $cell } 不是下一格
PathCorner = 拐角规则禁止从 { $from } 到 { $to }
PathCost = 各步代价之和为 { $sum }，而不是 { $stated }

## Options that are no options, and what is expected.

UnknownOption = 没有选项 { $key }；可用：{ $all }
UnknownValue = “{ $option }”不能是“{ $text }”；可用：{ $values }
TypedNumber = 0 到 { $most } 之间的数
TypedWhole = 0 到 { $most } 之间的整数
TypedFormula = dx、dy、sx、sy 和 g 的公式，例如 max(dx, dy)
TypedSteps = 直行/斜行，例如 10/14，斜行为直行的一到两倍
TypedDirections = 方向，例如 n,e,s,w，每个方向只写一次
TypedRectangle = 列,行,宽,高，例如 2,3,10,5
NoLimit = 不限

## Formulas that cannot be read.

FormulaUnread = 公式“{ $text }”无法读取：{ $mistake }；应为 dx、dy、sx、sy 和 g 的表达式，例如 max(dx, dy)
FormulaEmpty = 公式为空
FormulaTooLong = 公式太长
FormulaUnknown = “{ $word }”无法识别
FormulaExponent = “{ $number }”带有指数；请写成完整的数字
FormulaTakesTwo = “{ $name }”需要两个值，例如 { $name }(dx, dy)
FormulaComma = 逗号只能用在 min、max 和 atan2 的两个值之间
FormulaBracket = 括号不配对
FormulaNoValue = “{ $after }”之后缺少数值
FormulaNoOperator = “{ $before }”之前缺少运算符
FormulaIncomplete = 缺少数值或运算符
FormulaUnsupported = 此版本不支持公式

## The exact rules of a search, clause by clause.

RulesSteps = 直行 { $straight }，斜行 { $diagonal }
RulesFourWay = { $movement }；每步代价 { $straight }，再乘以{ $terrain }
RulesEightWay = { $movement }；直行一步代价 { $straight }，斜行一步 { $diagonal }，再乘以{ $terrain }
RulesHeuristic = ；启发函数：{ $heuristic }
RulesWeight = ，权重 { $weight }
RulesStop = ；{ $stop }停止
RulesOwnEnd = ；按自身的规则结束
RulesTie = ；{ $key } 相等时，{ $tie }优先
RulesClause = ；{ $clause }
RulesNeighbours = ；邻居顺序：{ $order }
RulesTolerance = ；终点容差 { $cells } 格
RulesExpansions = ；最多展开 { $most } 次
RulesMaxCost = ；路径代价不超过 { $most }
RulesRegion = ；只搜索从 { $at } 起 { $width } × { $height } 格的区域
RulesEnd = 。

## Why an edit of a level is refused; clauses without a full stop.

MapSize = 地图应有 1 到 { $max } 列和行，而不是 { $width } × { $height }
MapCellCount = { $found } 个格子不能填满地图，地图有 { $expected } 个格子
MapRowLength = 第 { $row } 行有 { $found } 个格子；应与第一行一样有 { $expected } 个
MapCharacter = 第 { $row } 行第 { $column } 列：“{ $character }”不是地形；应为“.”、“#”或数字 1 到 9
MapTooManyCosts = 格子 { $cell } 无法得到代价 { $cost }：地图已有 { $max } 种不同的地形和代价，这是同时可有的最大数目
MapLegend = 图例应有 1 到 { $max } 种地形，而不是 { $count } 种
MapCost = 地形“{ $terrain }”的代价将是 { $cost }；应为 1 到 { $max }，或不可通行
MapPortal = 从 { $from } 到 { $to } 的传送门超出地图
MapPortals = 一张地图最多有 { $max } 个传送门，而不是 { $count } 个
MapUnknownTerrain = 图例中没有编号为 { $number } 的地形
EditOccupied = 格子 { $cell } 上有智能体
EditOutside = 格子 { $cell } 在 { $width } × { $height } 的地图之外
EditNothingLeft = 地图将什么都不剩
EditGlyph = 两种地形都会写作 `{ $glyph }`；每种地形需要自己的字符
EditLegendFull = 图例已有 { $max } 种地形，不能再多
EditInvisibleGlyph = 地形“{ $terrain }”需要一个看得见的字符
EditPortalToItself = 传送门会从 { $cell } 通向它自己
EditPortalCost = 从 { $cell } 出发的传送门会没有代价；代价至少为 1
EditNoAgent = 没有编号为 { $number } 的智能体
EditAgentName = 两个智能体都会叫作“{ $name }”；每个智能体需要自己的名称
EditAgentOutside = 智能体“{ $name }”会位于或前往 { $cell }，而该格不在地图上
EditAgentSpeed = 智能体“{ $name }”的速度必须为每秒 { $min } 到 { $max } 格
EditAgentRadius = 智能体“{ $name }”的到达半径必须为 0 到 { $max } 格
EditAgentSize = 智能体“{ $name }”的边长必须为 1 到 { $max } 格
EditAgentPatrol = 智能体“{ $name }”没有可供巡逻的终点
EditAgentCost = 智能体“{ $name }”不能对“{ $terrain }”有这样的自有代价
EditAgentForbidden = 智能体“{ $name }”的禁入区域过多，或有一个不覆盖地图上的任何格子
EditKeepOffWalls = 墙边的额外代价必须为 1 到 { $cost }，距离必须为 1 到 { $cells } 格
EditGroupName = 有两个群组都会叫作“{ $name }”，或有智能体与群组的成员同名
EditGroup = 群组“{ $name }”需要 1 到 { $count } 个智能体，速度为每秒 { $min } 到 { $max } 格，位置和终点在地图上
EditRegion = 搜索区域不覆盖地图上的任何格子
GenerateSize = 生成的地图应有 1 到 { $side } 列和行，最多 { $cells } 个格子，而不是 { $width } × { $height }
GenerateDensity = 密度是 0 到 100 的百分比，而不是 { $density }
GenerateNoDensity = 这类地图没有密度；请省略

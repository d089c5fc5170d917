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

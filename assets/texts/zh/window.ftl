## The bar at the top.

Agents = 智能体
Watch = 观察搜索
Resume = 继续
PauseAgents = 暂停
Restart = 重新开始
Fit = 全图
Panel = 面板
FindAnything = 查找
Keys = 按键
WithKey = { $what }（{ $key }）
OtherLanguage = 切换语言：{ $name }
NoLevel = 无关卡
ReadingLevel = 正在读取 { $file }…
NoAssets = { $folder } 中没有关卡：显示内置关卡。
NoLevels = assets/levels 中的关卡会列在这里。
Levels = 关卡
FindLevel = 查找关卡
LessonLevels = 课程的关卡
More = 更多
PathOfLevel = 关卡或轨迹文件的路径
Open = 打开
OpenAFile = 打开…
OrDropFile = 也可以把文件拖到窗口上。
FirstSteps = 入门
RightAngle = 直角
FourAlgorithms = 四种算法
SortedList = 有序列表
WalkTheStack = 沿栈行走
PlayAtOnce = 播放
PresetBreadthFirst = 广度优先
PresetDijkstra = Dijkstra
PresetGreedyManhattan = 贪婪：曼哈顿
PresetGreedyStraightLine = 贪婪：直线
PresetAStar = A*
AClick = 点击：
ClickSends = 派智能体
ClickMovesGoal = 移动终点
ClickNextTerrain = 下一种地形

## The line at the bottom.

Paused = 已暂停
MapSize = { $width } × { $height } 格
FramesPerSecond = { $frames } 帧/秒
LastSearch = 展开 { $expanded }，{ $path }
PathHash = 路径 { $hash }。单击可复制。
NoPath = 无路径
NoPathFound = 未找到路径
PointAtCell = 指向一格可查看其地形和代价
UnderPointer = 格 { $cell } · { $terrain }，{ $cost }{ $region }
CostOf = 代价 { $cost }
Blocked = 障碍
RegionOf = { "" } · 区域 { $region }/{ $count }，{ $cells } 格

## Cards over the map.

LevelBroken = 关卡文件有误
LevelGone = 关卡文件已被删除或移走
MapStays = 地图保留不变。放回文件后会继续跟随它。
BuiltInShown = 目前显示内置关卡。改正并保存文件后，地图会自动更新。
LastGoodStays = 保留上一张正确的地图。改正并保存文件后，地图会自动更新。
HintClickDoes = 一个格子：带蓝圈的智能体会走到那里
HintWatch = W
HintWatchDoes = 逐步观察它的路径是如何搜索出来的，可前进也可后退
HintEdit = 编辑
HintEditDoes = 用任意文本编辑器修改关卡文件：保存后地图随之更新
GotIt = 知道了
AllKeys = F2 开始课程，F1 或 ? 显示所有按键。

## Keys and mouse.

KeysAndMouse = 键盘与鼠标
KeyClick = 单击
KeyClickAgent = 单击智能体
KeyDoubleClickAgent = 双击智能体
KeyShiftClick = Shift + 单击
KeyCtrlClick = Ctrl + 单击
KeyDrag = 拖动
KeyWheel = 滚轮
KeyDragEnds = 拖动起点或终点
KeyDragAgent = 拖动智能体
KeyDragGoal = 拖动它的旗帜
KeyRightClick = 右键单击
KeyArrows = 方向键
KeyLeft = 左
KeyRight = 右
KeyUp = 上
KeyDown = 下
KeyEnter = 回车
KeySpace = 空格
DoesSend = 让所选智能体走到某格
DoesSelect = 选中它
DoesWatchAgent = 观察它的路径背后的搜索
DoesQueue = 追加途经点
DoesSendAll = 让所有智能体走到某格
DoesMoveMapByDrag = 移动地图（任意鼠标键）
DoesZoomAtPointer = 以指针为中心缩放
DoesFollow = 搜索随之更新
DoesMoveGoal = 移动终点
DoesMoveStart = 移动起点
DoesMoveCursor = 不用鼠标选择格子
DoesSendToCell = 让所选智能体走到所选格子
DoesQueueCell = 把所选格子追加为途经点
DoesSendAllToCell = 让所有智能体走到所选格子
DoesPutAgent = 把它放到另一格
DoesPlaceHere = 把选中的智能体放到所选格子
DoesToggleClick = 点击：派智能体，或换下一种地形
DoesNextTerrain = 所选格子换下一种地形
DoesPreviousTerrain = 所选格子换上一种地形
DoesPreset = 播放预设
DoesMoveMap = 移动地图
DoesZoomIn = 放大
DoesZoomOut = 缩小
DoesFit = 显示整张地图
DoesPause = 暂停或继续行走
DoesSelectNext = 选择下一个智能体
DoesStop = 让所选智能体停下
DoesRestart = 重新开始关卡
DoesWatch = 观察搜索，或返回
DoesWatchSelected = 观察所选智能体的搜索
DoesNextAlgorithm = 下一个算法
DoesPreviousAlgorithm = 上一个算法
DoesNextLevel = 下一个关卡
DoesPreviousLevel = 上一个关卡
DoesPalette = 按名称查找命令或选项
DoesHelp = 显示或隐藏按键列表
DoesFoldPanel = 收起或展开侧边面板
DoesChangeLanguage = 英文或中文
DoesLarger = 放大文字
DoesSmaller = 缩小文字
DoesNormalSize = 还原文字大小
DoesPicture = 保存窗口截图
DoesReduceMotion = 减少动画，或恢复
DoesBack = 关闭最上层，或取消耗时的搜索
DoesQuit = 退出
DoesOwn = 设置文件中的命令
DoesGoalHere = 把所选格子设为终点
DoesStartHere = 把所选格子设为起点
DoesOpenCellMenu = 格子菜单：断点、起点、终点
DoesMenuEntry = 选择格子菜单中的一项
DoesPlay = 播放或暂停
DoesStepForward = 前进一步
DoesStepBack = 后退一步
DoesFirst = 跳到第一步
DoesLast = 跳到最后一步
DoesSlower = 减速
DoesFaster = 加速
DoesStepSize = 按事件、展开、F 层步进
DoesNextBreak = 前进到下一个断点
DoesPreviousBreak = 退回到上一个断点
DoesClearBreaks = 清除全部断点
DoesHeat = 切换热力图
DoesTree = 搜索树
DoesNumbers = 格内显示 G、H、F
DoesLegend = 各种标记的含义
DoesMeter = 显示每个时间步的开销
DoesAllRuns = 显示所有列的运行记录表
DoesCancel = 取消正在进行的搜索
DoesSearchAgain = 重新进行已取消的搜索
FindCommand = 查找命令或选项
NoCommandFound = 没有这个名称的命令。
NameAndValue = { $name }：{ $value }
OpenLevel = 打开关卡
OpenFile = 打开文件
SelectAgent = 选择智能体
WatchSearchOf = 观察搜索
StepBy = 步进
OnlyWithAgents = 仅限智能体模式
OnlyWhileWatching = 仅在观察搜索时
NoSearchUnderWay = 没有正在进行的搜索。
NoSearchCancelled = 没有被取消的搜索。
NothingRecorded = 没有显示任何搜索。
FindKey = 查找按键或操作
KeysEverywhere = 智能体模式及通用
KeysWatching = 观察搜索时
NoKeyFound = 没有对应的按键。

## What agents do.

Stopped = 已停止
Planning = 规划中
Waiting = 等待
Walking = 行走中
NoPathBecause = 无路径：{ $reason }
StoppedBecause = 已停止：{ $reason }
LookingForPath = 正在搜索路径
WaitingForOrder = 等待指令
WalkingNear = 正走向 { $end }，那是 { $goal } 附近能到达的最近处，剩 { $cells }，{ $seconds } 秒后到达
WalkingOn = 行走中，剩 { $cells }，{ $seconds } 秒后到达
OneCell = 1 格
Cells = { $count } 格

## News.

Replanned = 行走中的 { $all } 个智能体有 { $count } 个重新规划：编辑影响了它们的路径。
WallCameDown = { $from } 变成了墙：那里的智能体被移到 { $to }。
NoAgentsToSend = 这个关卡没有智能体。
NoSuchAgent = 没有名为 { $name } 的智能体。
NoAgentSelected = 没有选中智能体。
NoSearchYet = { $name } 还没有可供观察的搜索。
CannotStandThere = { $name } 不能站在 { $cell }：请选择别的格子。
SomeCannotGo = { $all } 个智能体中有 { $count } 个无法到达 { $cell }：它们保留原来的指令。
CellIsBlocked = 格 { $cell } 是障碍：请选择可通行的格子。
NoCellChosen = 没有选中格子：请指向一个格子。
CellOutside = 格 { $cell } 在地图之外。
NoSuchGlyph = 图例中没有字符“{ $glyph }”。
NoSuchFile = 没有文件 { $file }。
FileIsFolder = { $file } 是文件夹；应为关卡文件。
FileUnreadable = 无法打开 { $file }：{ $error }。
SettingsBroken = 设置文件改正之前使用默认设置。{ $why }
SettingsNotWritten = 设置保存失败：{ $error }
TraceBroken = 无法打开轨迹：{ $error }。
TraceWithoutMap = { $file } 是其他程序的轨迹，其中没有地图；gridwalk explain 可以解说它的步骤
FileIsScenario = { $file } 列出地图上的搜索，本身不是地图；请打开对应的 .map 文件，或用 gridwalk { $file } --line=N 启动，观看某一行的搜索
NoSuchLevel = assets/levels 中没有关卡 { $file }。
LevelHasProblems = { $place }。关卡中的问题：{ $count }；其余一切正常。
LevelSaved = 关卡文件已保存：地图随之更新。
PictureSaved = 截图已保存：{ $file }
PictureFailed = 截图 { $file } 保存失败：{ $error }
NoChineseFont = 已安装的字体都不含中文，因此文字仍用英文。可安装思源黑体。
NoBreakpointSet = 尚未设置断点：请在面板中添加，或右键单击格子。
NoBreakAfter = 此步之后没有断点。
NoBreakBefore = 此步之前没有断点。

## The search options.

AsInLevel = 与关卡一致
Changed = 已更改
OptionUnused = “{ $option }”不起作用：“{ $title }”不使用它。
NoLimit = 不限
SettingUnreachable = 无路径时
MoreOptions = 更多选项
StayAndSay = 留在原地并说明原因
GoToNearest = 走到最近的格子
ShownAs = 智能体由此处最快的方法作答；逐步显示时为 { $algorithm }。
AlwaysOptimal = 保证找到最优路径。
AtMostTimes = 路径代价不超过最优值的 { $weight } 倍。
FewestSteps = 保证步数最少；不考虑代价。
CloseToShortest = 接近任意角度的最短路径；没有已证明的界限。
MayMiss = 不保证找到最优路径。

## Agents and terrain in the side panel.

AllRows = 全部 { $count } 项
FewerRows = 收起
AboutLevel = 本关卡
SelectedAgent = 所选智能体
PlaceOf = { $place } / { $count }
NoAgents = 这里会介绍关卡中的智能体。这个关卡没有智能体。
RowState = 状态
RowGoal = 终点
NoGoal = 无：请单击一个格子
RowSpeed = 速度
CellsPerSecond = { $speed } 格/秒{ $habit }
OnPatrol = ，巡逻中
RowThen = 之后
AndMore = { $list }，另有 { $more } 个
RowSearch = 搜索
NoneYet = 尚无
PathAsStack = 路径栈
CellsLeft = 剩余 { $count } 格
OneCellLeft = 剩余 1 格
StackPushed = 从终点开始压栈
Popped = 已弹出：已到达
StackStart = 起点：不压入
TopWalkingThere = 栈顶：正走向此格
StackGoal = 终点
StackMore = 另有 { $count } 格
StackPlanning = 正在搜索：找到的路径将压入此栈。
StackFailed = 没有压入路径。
StackStopped = 命令已取消：栈已清空。
StackArrived = 栈已空：智能体已到达。
StackUnused = 把智能体派往某格：路径将从终点到起点压入此栈。
Walk = 行走
RowFrame = 本帧
FrameStep = 速度 × { $ms } 毫秒 = { $cells } 格
FrameSlowStep = 速度 ÷ 代价 { $cost } × { $ms } 毫秒 = { $cells } 格
RowToTheTop = 距栈顶
ToTheTop = { $cells } 格，{ $seconds } 秒
Stop = 停下
NextAgent = 下一个
WatchItsSearch = 观察其搜索
WatchItsSearchTip = 它所走路径背后的搜索，地图保持当时的样子
AllAgents = 全部智能体
Terrain = 地形
CostOfEntering = 进入的代价
ThisWindow = 本窗口
ReduceMotion = 减少动画

## The watched search.

Result = 结果
UnderWay = 搜索正在进行。
SearchCancelled = 搜索已取消。
YourEnds = 自选的起点和终点
LegOf = { $name } 当前路段
LastLegOf = { $name } 最近一段
PlanOf = { $name } 第一段
AcrossTheMap = 横穿地图
LastSearchOf = { $name } 最近一次搜索
SearchOf = { $name }，{ $number } / { $count }
RunNumber = 第 { $number } 次运行
TraceOf = 轨迹 { $file }
EarlierSearch = 更早的搜索
LaterSearch = 更晚的搜索
ShowAtEnd = 跳到结尾查看
Cost = 代价
CellCount = 格数
Expanded = 展开
Generated = 生成
SearchTime = 用时
ExpandedTip = 从开放列表中取出的格子数
GeneratedTip = 放入开放列表的次数：新的格子，以及找到更便宜路径的已知格子
SearchTimeTip = 仅搜索本身的用时，不含记录和绘制
ReopenedTip = 已关闭后又回到开放列表的格子数
OpenNowTip = 此步骤开放列表中的格子数
MostOpenTip = 到此为止开放列表的最大长度
ScannedTip = 用有序列表插入格子时，到此步骤为止经过的位置数
TraceSizeTip = 这次搜索的记录所占的内存
Reopened = 重新开放
OpenNow = 当前开放
MostOpen = 最多开放
Scanned = 扫描
TraceSize = 记录
LongSearch = 搜索很长：{ $notice }。
HoveredCell = 指针所在格
PointForHistory = 指向一格可查看它在这次搜索中的经过。
Breakpoints = 断点
NoneSet = 无
WhenCellOpened = 格子加入开放列表
WhenCellClosed = 格子移入关闭列表
WhenCellRelaxed = 格子被松弛
WhenFAbove = F 大于
WhenGAbove = G 大于
WhenReopened = 已关闭格重新开放
WhenGoalOpened = 终点加入开放列表
BreakOpened = { $x },{ $y } 加入开放列表
BreakClosed = { $x },{ $y } 移入关闭列表
BreakRelaxed = { $x },{ $y } 被松弛
BreakFAbove = F > { $cost }
BreakGAbove = G > { $cost }
BreakReopened = 格子重新开放
BreakGoal = 终点加入开放列表
SetBreak = 设置
TypeLike = 请输入数值，例如 { $example }。
AlsoFormula = 或一个公式
RemoveBreak = 删除
ClearBreaks = 清空
PreviousBreak = 上一个
NextBreak = 下一个
OnTheMap = 地图显示
Heat = 热力图
HeatMap = 热力图
HeatOff = 关
HeatG = G
HeatH = H
HeatF = F
HeatOrder = 次序
SearchTree = 搜索树
NumbersInCells = G、H、F
Legend = 图例
SearchesOfAgents = 智能体的搜索
FromTo = { $start } 到 { $goal }，代价 { $cost }

## Its lists.

OpenList = 开放列表
ClosedList = 关闭列表
OpenInOrder = { $count } 格，按取出顺序
ClosedLastFirst = { $count } 格，最近的在前
CellColumn = 格
NoCellWaits = 没有等待的格子。
NoneExpanded = 尚未展开任何格子。
NewRow = 新
MovedRow = 移位
NextRow = 下一个
GoalSide = 终点侧
Dropped = 已舍弃
StepsColumn = 步数
LettersTip = G：已有路径的代价。H：剩余代价的估计。F = G + H。

## The table of runs.

RunsOnLevel = 本关卡的运行记录
Algorithm = 算法
FromToColumn = 起点、终点
Verdict = 评判
Time = 用时
Options = 选项
SortByThis = 按此列排序
CompareTip = 比较：哪些格子只有其中一次展开过
RunsHint = 本关卡的每次搜索占一行。单击名称可重新播放。
AllColumns = 所有列
OtherEnds = 有些行的起点或终点不同：它们的代价不可比较。
ComparedEnds = 另一次运行从 { $start } 到 { $goal }。
NoRuns = 在本关卡观察的每次搜索都会占一行。
OnlyRun = 仅第 { $number } 次运行：{ $count } 格
OnlyThis = 仅本次：{ $count } 格
BothRuns = 两次都展开：{ $count } 格

## The time line.

Searching = 正在搜索。
NothingToPlay = 没有可播放的搜索。
SearchingSoFar = 正在搜索：已展开 { $expanded }，{ $seconds } 秒
CancelledAfter = 展开 { $expanded } 次后取消了搜索。
SearchAgain = 重新搜索
Cancel = 取消
EventOf = 第 { $number } / { $count } 个事件
StepOf = 第 { $number } / { $count } 步
LayerStep = F = { $f } 这一层：已展开 { $expanded } / { $count }。{ $step }
ByEvent = 按事件
ByExpansion = 按展开
ByLayer = 按 F 层
PerSecond = { $steps } 步/秒
Fastest = 最快
RedBreakpoints = 红点：断点（{ $list }）

## The legend.

FMeans = = G + H
SmallestFirst = { $key }：最小者先取出
GMeans = 从起点到这里的路径代价
HMeans = 到终点剩余代价的估计
MarkOpen = 在开放列表中
MarkClosed = 已关闭：展开过
MarkCurrent = 正在展开
MarkChanged = 本步有变化
MarkPath = 路径
MarkWall = 墙
MarkBarred = 该智能体不能进入
MarkBreakpoint = 在此停下
MarkOpenBackward = 开放，终点侧
MarkClosedBackward = 关闭，终点侧
MarkWitness = 启发值过高
MarkOnlyOther = 仅另一次运行
MarkOnlyThis = 仅本次运行
MarkBoth = 两次都展开
ArrowMeans = 箭头指向父节点：从那一格到达这一格。

## The menu of a cell.

Cell = 格 { $cell }
SearchFromHere = 从这里开始搜索
SearchToHere = 以这里为终点搜索
StopWhenOpened = 加入开放列表时停下
StopWhenClosed = 移入关闭列表时停下
StopWhenRelaxed = 被松弛时停下

## The file of the level, and its history.

File = 文件
Save = 保存
SaveAs = 另存为…
New = 新建
Duplicate = 复制关卡
RestoreLevel = 恢复原始关卡
CopyAsText = 复制为文本
PasteText = 粘贴文本
Undo = 撤销
Redo = 重做
History = 历史
NoSteps = 尚无更改。
AsOpened = 打开时的状态
StepCell = { $cell }：{ $terrain }
StepCells = 更改 { $count } 格
StepResize = 大小 { $width } × { $height }
StepTurn = 地图已旋转
StepMap = 另一张地图
StepLegend = 图例已更改
StepPortals = 传送门已更改
StepAddAgent = 新增智能体 { $name }
StepRemoveAgent = 移除智能体 { $name }
StepMoveAgent = 智能体 { $name } 从 { $cell } 出发
StepGoals = { $name } 的目标已更改
StepAgent = 智能体 { $name } 已更改
StepClick = 更改单击的作用
StepName = 名称为 { $name }
StepAbout = 关卡说明已更改
StepReload = 从文件重新读取

## What is asked before something is lost, and what came of it.

AskSave = 保存对 { $name } 的更改吗？
AskSaveWhy = 这些更改尚未写入文件。
DontSave = 不保存
AskWhere = { $name } 保存到哪里？
AskWhereWhy = 将写成关卡文件，其中包含关卡的全部内容。
AskTheirs = { $file } 已被其他程序更改。
AskTheirsWhy = 这里有未保存的更改。保留它们，还是采用文件的内容？
AskTheirsBroken = 文件现在的内容不是关卡。用打开的关卡替换它吗？
AskReplace = 文件 { $file } 已存在。
AskReplaceWhy = 用打开的关卡替换它吗？
Replace = 替换
KeepMine = 保留我的
TakeTheirs = 采用文件的
SeeBoth = 对比两者
HideBoth = 隐藏对比
BothAreSame = 两份文本相同。
BothLegend = + 仅在此处，− 仅在文件中
AskRecover = 打开对 { $name } 的未保存更改吗？
AskRecoverWhy = 程序在保存之前就结束了。
Recover = 打开
Discard = 丢弃
Later = 以后再问
EditRefused = 未作更改：{ $why }。
NothingToUndo = 没有可撤销的更改。
NothingToRedo = 没有可重做的更改。
NoSuchEntry = 历史中没有第 { $entry } 项。
Saved = 已保存：{ $file }
SavedWithProblem = 已保存：{ $file }。其中有一个问题：{ $place }。
NotSaved = { $file } 未能保存：{ $error }。
SaveNeedsName = 关卡文件需要一个名称。
SavedAsRonOnly = 关卡只能保存为关卡文件：请去掉 { $file } 的扩展名。
TheirsTaken = 关卡现在与文件一致。
NotPasted = 没有可粘贴的关卡：{ $why }。
LevelCopied = 关卡已复制到剪贴板，文本共 { $letters } 个字符。
NotRecovered = 无法打开未保存的更改：{ $why }。
Recovered = 已打开对 { $name } 的未保存更改。
JournalBroken = 无法为下次启动保留未保存的更改：{ $error }。
DoesUndo = 撤销关卡的上一次更改
DoesFoldHistory = 显示或隐藏关卡的历史
DoesRedo = 重做该更改
DoesOpenFile = 按路径打开文件
DoesSave = 保存关卡
DoesSaveAs = 将关卡另存为其他文件
DoesNew = 打开空白关卡
DoesDuplicate = 以另一个名称继续编辑关卡
DoesRestoreLevel = 把关卡恢复为随程序提供时的样子
NotShipped = 这个关卡不是随程序提供的。
DoesCopyLevel = 将关卡以文本复制到剪贴板
DoesPasteLevel = 打开剪贴板文本中的关卡
OldestKept = 所保留的最早状态
NotSavedChanged = { $file } 未能保存：它已被其他程序更改。

## 并排的棋盘。

BoardCount = 一次比较有 { $least } 到 { $most } 块棋盘，不能是 { $count } 块。

## Lessons.

Lessons = 课程
NoLessons = assets/lessons 中的课程会列在这里。
NoSuchLesson = assets/lessons 中没有名为“{ $file }”的课程。
NoLessonOpen = 没有打开的课程。
LessonBroken = 课程无法读取：{ $why }
LessonLevelStays = { $file } 属于课程，保持不变。请另存为其他名称。
LessonSaved = 课程已保存，并已重新读取。
LastGoodLessonStays = 保留上一个正确的版本。改正并保存文件后，页面会自动更新。
NothingToAnswer = 现在没有问题要回答。
PageOf = 第 { $page } 页，共 { $pages } 页
Pages = { $pages } 页
LessonRead = 已读完
LessonAnswered = 已答对 { $right }/{ $asked }
PageBack = 上一页
PageNext = 下一页
NextLesson = 下一课
LessonDone = 完成
RestorePage = 还原
AskNext = 下一个展开的是哪个单元格？
AskNextHow = 点击它，或用 Shift 加方向键选择并按回车键。
AskValue = { $cell } 的 { $number } 是多少？
CheckAnswer = 检查
LessonScore = 已答 { $asked } 次，答对 { $right } 次，还有 { $left } 次。
HiddenWhileAsked = 课程提问时不显示。
AskAgain = 再问一次
Yes = 对
No = 不对
FirstLesson = 上第一课
FirstLessonTip = 一页一页地看搜索如何找到路径
OpenLesson = 打开课程
DoesLesson = 继续上课
DoesNextPage = 课程的下一页
DoesPageBefore = 课程的上一页
DoesRestorePage = 回到这一页所示的状态
DoesCloseLesson = 关闭课程
DoesAnswerCell = 以选中的单元格作答
DoesAnswer = 课程的一个答案
Compare = 比较
DoesCompare = 并排比较搜索，或返回
DoesSelectBoard = 选择棋盘
DoesAddBoard = 添加棋盘
DoesRemoveBoard = 移除所选棋盘
DoesNextClock = 换一个共同时钟
DoesNextDifference = 所选棋盘与下一个棋盘的差异
DoesToggleHeap = 开放列表显示为有序列表或堆
DoesToggleClosed = 开放列表或关闭列表
KeysComparing = 比较搜索时
OnlyWhileComparing = 仅在比较搜索时
BoardNumber = 棋盘 { $number }
BoardsTitle = 棋盘
AddBoard = 添加棋盘
RemoveBoard = 移除棋盘
DifferenceTitle = 仅 { $first }、仅 { $second } 或两者
SetOption = 把{ $option }设为{ $value }
BoardDifferenceTip = 哪些格子仅由所选棋盘展开，仅由此棋盘展开，或两者都展开
BoardsHint = 选项属于所选棋盘。在任一棋盘上拖动起点和终点，所有棋盘都会跟随。
OnlyBoard = 仅棋盘 { $number }：{ $count }
BothBoards = 两者：{ $count }
ByExpansions = 展开数
ByEvents = 事件数
ByTime = 时间
TimeOf = { $number } / { $count }
NothingToCompare = 无可比较：有棋盘没有搜索。
RefusedBoard = 棋盘 { $number } 没有搜索。
ExpandedCount = 已展开 { $count }
ExpandedInAll = 共展开 { $count }
CardsAside = { $count } 格开放，最前的下一个展开
AsSortedList = 有序列表
AsStack = 栈
AsHeap = 堆
OnlyCard = { $cell } 是唯一的卡片。
CardPassed = { $cell } 越过 { $count } 张卡片中的 { $number } 张后找到位置。
CardCompared = { $cell } 上移时与 { $count } 张卡片中的 { $number } 张比较。
HeapSum = 比较 { $up } + { $down } 次
PassedSum = 越过 { $count }
MoreCards = 另有 { $count } 张

## The meter: what a tick costs.

Meter = 时间步
MeterQueue = 等待的请求
MeterBudget = 已用预算
MeterTick = 时间步耗时
TheFile = 文件
FileTooWide = 地图列数太多，此处无法显示。
PassedSoFar = 至此越过的位置：{ $count }
ComparedSoFar = 至此比较次数：上移 { $up }，下移 { $down }
EndsOnlyOfSearches = 起点和终点属于搜索：请先观察或比较搜索。

## Why an agent has no path; in English as the plugin says it.

GoalOutside = 终点在地图之外
GoalBlocked = 终点是障碍
GoalWalledOff = 终点被墙隔开
OrderCancelled = 指令已取消
GoalForbidden = 此类智能体不得进入终点
GoalTooNarrow = 终点容不下这么大的智能体
StandsOutside = 智能体所在的格子在地图之外
StandsInWall = 智能体所在的格子是障碍
StandsForbidden = 此类智能体不得进入所在的格子
StandsTooNarrow = 所在的格子容不下这么大的智能体
NoMapYet = 还没有地图
WasNoAgent = 收到指令的不是智能体
AgentIsGone = 该智能体已不存在
SpeedIsNoNumber = 智能体的速度不是有效数值
AgentHasNoSize = 智能体至少占一格
NoGoalGiven = 没有给出终点
PathsOverLimit = 所有路径的代价都超过上限
NoPathInRegion = 允许搜索的区域内没有路径
SearchOutOfBudget = 已达到展开次数的上限

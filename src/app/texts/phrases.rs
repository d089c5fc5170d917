//! The phrase table of the window: one row a phrase, one column a language.

use crate::explain::language::phrases;

phrases! {
    /// One meaning.
    #[expect(missing_docs, reason = "each means what its English text says")]
    pub enum Phrase;

    // The bar at the top.
    Agents: "Agents", "智能体";
    Watch: "Watch", "观察搜索";
    Resume: "Resume", "继续";
    PauseAgents: "Pause", "暂停";
    Restart: "Restart", "重新开始";
    Fit: "Fit", "全图";
    Panel: "Panel", "面板";
    Keys: "Keys", "按键";
    WithKey: "{what} ({key})", "{what}（{key}）";
    OtherLanguage: "Language: {name}", "切换语言：{name}";
    NoLevel: "no level", "无关卡";
    NoLevels: "Levels in assets/levels would be listed here.", "assets/levels 中的关卡会列在这里。";
    Tutorials: "Tutorials", "教程";
    Levels: "Levels", "关卡";
    More: "More", "更多";
    PathOfLevel: "Path of a level file", "关卡文件的路径";
    Open: "Open", "打开";
    OrDropFile: "Or drop a file on the window.", "也可以把文件拖到窗口上。";
    FirstSteps: "First steps", "入门";
    RightAngle: "Right angle", "直角";
    FourAlgorithms: "Four algorithms", "四种算法";
    SortedList: "Sorted list", "有序列表";
    WalkTheStack: "Walk the stack", "沿栈行走";

    // The line at the bottom.
    Paused: "paused", "已暂停";
    MapSize: "{width} × {height} cells", "{width} × {height} 格";
    FramesPerSecond: "{frames} fps", "{frames} 帧/秒";
    LastSearch: "{expanded} expanded, {path}", "展开 {expanded}，{path}";
    PathHash: "Path {hash}. Click to copy.", "路径 {hash}。单击可复制。";
    NoPath: "no path", "无路径";
    NoPathFound: "no path found", "未找到路径";
    OutOfBudget: "out of budget", "超出预算";
    PointAtCell: "point at a cell to see its terrain and cost", "指向一格可查看其地形和代价";
    UnderPointer: "cell {cell} · {terrain}, {cost}{region}", "格 {cell} · {terrain}，{cost}{region}";
    CostOf: "cost {cost}", "代价 {cost}";
    Blocked: "blocked", "障碍";
    RegionOf: " · region {region} of {count}, {cells} cells", " · 区域 {region}/{count}，{cells} 格";

    // Cards over the map.
    LevelBroken: "The level file has a mistake", "关卡文件有误";
    LevelGone: "The level file was deleted or moved", "关卡文件已被删除或移走";
    MapStays: "The map stays. Put the file back to follow it again.", "地图保留不变。放回文件后会继续跟随它。";
    BuiltInShown:
        "Meanwhile the built-in level is shown. Mend and save the file: the map follows by itself.",
        "目前显示内置关卡。改正并保存文件后，地图会自动更新。";
    LastGoodStays:
        "The last good map stays. Mend and save the file: the map follows by itself.",
        "保留上一张正确的地图。改正并保存文件后，地图会自动更新。";
    HintClickDoes: "a cell: the agent with the blue ring walks there", "一个格子：带蓝圈的智能体会走到那里";
    HintWatch: "W", "W";
    HintWatchDoes:
        "to watch the search behind its path, step by step, forwards and back",
        "逐步观察它的路径是如何搜索出来的，可前进也可后退";
    HintEdit: "Edit", "编辑";
    HintEditDoes:
        "the level file in any text editor: the map follows when you save",
        "用任意文本编辑器修改关卡文件：保存后地图随之更新";
    GotIt: "Got it", "知道了";
    AllKeys: "F1 or ? shows all keys.", "按 F1 或 ? 显示所有按键。";

    // Keys and mouse.
    KeysAndMouse: "Keys and mouse", "键盘与鼠标";
    KeyClick: "Click", "单击";
    KeyClickAgent: "Click an agent", "单击智能体";
    KeyDoubleClickAgent: "Double-click an agent", "双击智能体";
    KeyShiftClick: "Shift + click", "Shift + 单击";
    KeyCtrlClick: "Ctrl + click", "Ctrl + 单击";
    KeyDrag: "Drag", "拖动";
    KeyWheel: "Wheel", "滚轮";
    KeyDragEnds: "Drag start or goal", "拖动起点或终点";
    KeyRightClick: "Right click", "右键单击";
    KeyArrows: "Arrows", "方向键";
    KeyLeft: "Left", "左";
    KeyRight: "Right", "右";
    KeyUp: "Up", "上";
    KeyDown: "Down", "下";
    KeyEnter: "Enter", "回车";
    KeySpace: "Space", "空格";
    DoesSend: "Send the selected agent to a cell", "让所选智能体走到某格";
    DoesSelect: "Select it", "选中它";
    DoesWatchAgent: "Watch the search behind its path", "观察它的路径背后的搜索";
    DoesQueue: "Queue a waypoint", "追加途经点";
    DoesSendAll: "Send all agents", "让所有智能体走到某格";
    DoesMoveMapByDrag: "Move the map (any mouse button)", "移动地图（任意鼠标键）";
    DoesZoomAtPointer: "Zoom at the pointer", "以指针为中心缩放";
    DoesFollow: "The search follows", "搜索随之更新";
    DoesMoveGoal: "Move the goal", "移动终点";
    DoesMoveStart: "Move the start", "移动起点";
    DoesMoveCursor: "Choose a cell without a mouse", "不用鼠标选择格子";
    DoesSendToCell: "Send the selected agent to the chosen cell", "让所选智能体走到所选格子";
    DoesQueueCell: "Queue the chosen cell as a waypoint", "把所选格子追加为途经点";
    DoesSendAllToCell: "Send all agents to the chosen cell", "让所有智能体走到所选格子";
    DoesMoveMap: "Move the map", "移动地图";
    DoesZoomIn: "Zoom in", "放大";
    DoesZoomOut: "Zoom out", "缩小";
    DoesFit: "Fit the map into the window", "显示整张地图";
    DoesPause: "Pause or resume", "暂停或继续行走";
    DoesSelectNext: "Select the next agent", "选择下一个智能体";
    DoesStop: "Stop the selected agent", "让所选智能体停下";
    DoesRestart: "Restart the level", "重新开始关卡";
    DoesWatch: "Watch a search, or go back", "观察搜索，或返回";
    DoesWatchSelected: "Watch the selected agent's search", "观察所选智能体的搜索";
    DoesNextAlgorithm: "Next algorithm", "下一个算法";
    DoesPreviousAlgorithm: "Previous algorithm", "上一个算法";
    DoesNextLevel: "Next level", "下一个关卡";
    DoesPreviousLevel: "Previous level", "上一个关卡";
    DoesPalette: "Find a command or an option by name", "按名称查找命令或选项";
    DoesHelp: "Show or hide this list", "显示或隐藏按键列表";
    DoesFoldPanel: "Fold the side panel", "收起或展开侧边面板";
    DoesChangeLanguage: "English or Chinese", "英文或中文";
    DoesLarger: "Larger text", "放大文字";
    DoesSmaller: "Smaller text", "缩小文字";
    DoesNormalSize: "Text of normal size", "还原文字大小";
    DoesPicture: "Save a picture of the window", "保存窗口截图";
    DoesBack: "Close what lies on top, or cancel a long search", "关闭最上层，或取消耗时的搜索";
    DoesQuit: "Quit", "退出";
    DoesOwn: "A command of the settings file", "设置文件中的命令";
    DoesGoalHere: "Search to the chosen cell", "把所选格子设为终点";
    DoesStartHere: "Search from the chosen cell", "把所选格子设为起点";
    DoesOpenCellMenu: "Menu of a cell: breakpoints, start, goal", "格子菜单：断点、起点、终点";
    DoesMenuEntry: "An entry of the cell's menu", "选择格子菜单中的一项";
    DoesPlay: "Play or pause", "播放或暂停";
    DoesStepForward: "One step forward", "前进一步";
    DoesStepBack: "One step back", "后退一步";
    DoesFirst: "To the first step", "跳到第一步";
    DoesLast: "To the last step", "跳到最后一步";
    DoesSlower: "Slower", "减速";
    DoesFaster: "Faster", "加速";
    DoesStepSize: "Step by event, expansion, f-layer", "按事件、展开、F 层步进";
    DoesNextBreak: "To the next breakpoint", "前进到下一个断点";
    DoesPreviousBreak: "Back to the previous breakpoint", "退回到上一个断点";
    DoesClearBreaks: "Remove all breakpoints", "清除全部断点";
    DoesHeat: "Next heat map", "切换热力图";
    DoesTree: "Search tree", "搜索树";
    DoesNumbers: "G, H and F in the cells", "格内显示 G、H、F";
    DoesLegend: "What the marks mean", "各种标记的含义";
    DoesAllRuns: "Table of runs with all columns", "显示所有列的运行记录表";
    DoesCancel: "Cancel the search under way", "取消正在进行的搜索";
    DoesSearchAgain: "Make the cancelled search after all", "重新进行已取消的搜索";
    FindCommand: "Find a command or an option", "查找命令或选项";
    NoCommandFound: "No command has this name.", "没有这个名称的命令。";
    NameAndValue: "{name}: {value}", "{name}：{value}";
    OpenLevel: "Open level", "打开关卡";
    SelectAgent: "Select agent", "选择智能体";
    WatchSearchOf: "Watch the search of", "观察搜索";
    StepBy: "Step", "步进";
    OnlyWithAgents: "only with agents", "仅限智能体模式";
    OnlyWhileWatching: "only while a search is watched", "仅在观察搜索时";
    NoSearchUnderWay: "No search is under way.", "没有正在进行的搜索。";
    NoSearchCancelled: "No search was cancelled.", "没有被取消的搜索。";
    NothingRecorded: "No search is shown.", "没有显示任何搜索。";
    FindKey: "Find a key or an action", "查找按键或操作";
    KeysEverywhere: "With agents, and everywhere", "智能体模式及通用";
    KeysWatching: "While a search is watched", "观察搜索时";
    NoKeyFound: "No key does this.", "没有对应的按键。";

    // What agents do.
    Stopped: "stopped", "已停止";
    Planning: "planning", "规划中";
    Waiting: "waiting", "等待";
    Walking: "walking", "行走中";
    NoPathBecause: "no path: {reason}", "无路径：{reason}";
    StoppedBecause: "stopped: {reason}", "已停止：{reason}";
    LookingForPath: "looking for a path", "正在搜索路径";
    WaitingForOrder: "waiting for an order", "等待指令";
    WalkingOn: "walking, {cells} to go, arrives in {seconds} s", "行走中，剩 {cells}，{seconds} 秒后到达";
    OneCell: "1 cell", "1 格";
    Cells: "{count} cells", "{count} 格";

    // News.
    Replanned:
        "Re-planned {count} of {all} walking: the edit crossed their path.",
        "行走中的 {all} 个智能体有 {count} 个重新规划：编辑影响了它们的路径。";
    WallCameDown:
        "A wall came down on {from}: the agent there was moved to {to}.",
        "{from} 变成了墙：那里的智能体被移到 {to}。";
    NoAgentsToSend: "This level has no agents to send.", "这个关卡没有智能体。";
    NoSuchAgent: "There is no agent called {name}.", "没有名为 {name} 的智能体。";
    NoAgentSelected: "No agent is selected.", "没有选中智能体。";
    NoSearchYet: "{name} has made no search yet that could be watched.", "{name} 还没有可供观察的搜索。";
    CannotStandThere: "{name} cannot stand on {cell}: choose another cell.", "{name} 不能站在 {cell}：请选择别的格子。";
    SomeCannotGo:
        "{count} of {all} agents cannot go to {cell}: they keep their orders.",
        "{all} 个智能体中有 {count} 个无法到达 {cell}：它们保留原来的指令。";
    CellIsBlocked: "Cell {cell} is blocked: choose a free one.", "格 {cell} 是障碍：请选择可通行的格子。";
    NoCellChosen: "No cell is chosen: point at one.", "没有选中格子：请指向一个格子。";
    CellOutside: "Cell {cell} lies outside the map.", "格 {cell} 在地图之外。";
    NoSuchGlyph: "The legend has no glyph '{glyph}'.", "图例中没有字符“{glyph}”。";
    NoSuchFile: "There is no file {file}.", "没有文件 {file}。";
    FileIsFolder: "{file} is a folder; expected a level file.", "{file} 是文件夹；应为关卡文件。";
    FileUnreadable: "{file} cannot be opened: {error}.", "无法打开 {file}：{error}。";
    SettingsBroken:
        "Default settings are used until the settings file is corrected. {why}",
        "设置文件改正之前使用默认设置。{why}";
    SettingsNotWritten: "The settings could not be saved: {error}", "设置保存失败：{error}";
    FileIsScenario:
        "{file} lists searches for a map and is not a map itself; open the .map that belongs to it",
        "{file} 列出地图上的搜索，本身不是地图；请打开对应的 .map 文件";
    NoSuchLevel: "There is no level {file} in assets/levels.", "assets/levels 中没有关卡 {file}。";
    AgentIsBlocked:
        "{place}. Starts and goals blocked: {count}; their agents are stuck, all others go on.",
        "{place}。被阻挡的起点和终点：{count}；相应的智能体被困，其余照常行动。";
    LevelSaved: "The level file was saved: the map follows.", "关卡文件已保存：地图随之更新。";
    PictureSaved: "Saved a picture: {file}", "截图已保存：{file}";
    PictureFailed: "The picture {file} could not be saved: {error}", "截图 {file} 保存失败：{error}";
    NoChineseFont:
        "No installed font has Chinese characters, so all texts stay in English. Noto Sans CJK is one.",
        "已安装的字体都不含中文，因此文字仍用英文。可安装思源黑体。";
    NoBreakpointSet:
        "No breakpoint is set: choose one in the panel, or right-click a cell.",
        "尚未设置断点：请在面板中添加，或右键单击格子。";
    NoBreakAfter: "No breakpoint stops after this step.", "此步之后没有断点。";
    NoBreakBefore: "No breakpoint stops before this step.", "此步之前没有断点。";

    // The search options.
    AsInLevel: "as in the level", "与关卡一致";
    Changed: "changed", "已更改";
    OptionUnused: "“{option}” has no effect: {title} does not use it.", "“{option}”不起作用：“{title}”不使用它。";
    NoLimit: "no limit", "不限";
    SettingUnreachable: "No path", "无路径时";
    MoreOptions: "More options", "更多选项";
    StayAndSay: "stay and say why", "留在原地并说明原因";
    GoToNearest: "go to the nearest cell", "走到最近的格子";
    AlwaysOptimal: "Always finds a cheapest path.", "保证找到最优路径。";
    AtMostTimes: "Its path costs at most {weight} times the cheapest.", "路径代价不超过最优值的 {weight} 倍。";
    FewestSteps: "Finds the fewest steps; costs are ignored.", "保证步数最少；不考虑代价。";
    CloseToShortest:
        "Close to the shortest path at any angle; no bound is proven.",
        "接近任意角度的最短路径；没有已证明的界限。";
    MayMiss: "May miss the cheapest path.", "不保证找到最优路径。";

    // Agents and terrain in the side panel.
    AllRows: "All {count}", "全部 {count} 项";
    FewerRows: "Fewer", "收起";
    AboutLevel: "This level", "本关卡";
    SelectedAgent: "Selected agent", "所选智能体";
    PlaceOf: "{place} of {count}", "{place} / {count}";
    NoAgents:
        "An agent of the level would be described here. This level has none.",
        "这里会介绍关卡中的智能体。这个关卡没有智能体。";
    RowState: "state", "状态";
    RowGoal: "goal", "终点";
    NoGoal: "none: click a cell", "无：请单击一个格子";
    RowSpeed: "speed", "速度";
    CellsPerSecond: "{speed} cells / s{habit}", "{speed} 格/秒{habit}";
    OnPatrol: ", on patrol", "，巡逻中";
    RowThen: "then", "之后";
    AndMore: "{list} and {more} more", "{list}，另有 {more} 个";
    RowSearch: "search", "搜索";
    NoneYet: "none yet", "尚无";
    Stop: "Stop", "停下";
    NextAgent: "Next agent", "下一个";
    WatchItsSearch: "Watch its search", "观察其搜索";
    WatchItsSearchTip:
        "The search behind the path that it walks, on the map as it was",
        "它所走路径背后的搜索，地图保持当时的样子";
    AllAgents: "All agents", "全部智能体";
    Terrain: "Terrain", "地形";
    CostOfEntering: "cost of entering", "进入的代价";

    // The watched search.
    Result: "Result", "结果";
    UnderWay: "The search is under way.", "搜索正在进行。";
    SearchCancelled: "The search was cancelled.", "搜索已取消。";
    YourEnds: "your start and goal", "自选的起点和终点";
    LegOf: "{name}, its current leg", "{name} 当前路段";
    LastLegOf: "{name}, its last leg", "{name} 最近一段";
    PlanOf: "{name}, its first leg", "{name} 第一段";
    AcrossTheMap: "across the map", "横穿地图";
    LastSearchOf: "{name}, its last search", "{name} 最近一次搜索";
    SearchOf: "{name}, {number} of {count}", "{name}，{number} / {count}";
    RunNumber: "run {number}", "第 {number} 次运行";
    EarlierSearch: "Earlier search", "更早的搜索";
    LaterSearch: "Later search", "更晚的搜索";
    ShowAtEnd: "Show it at the end", "跳到结尾查看";
    Cost: "cost", "代价";
    CellCount: "cells", "格数";
    Expanded: "expanded", "展开";
    Generated: "generated", "生成";
    SearchTime: "search", "用时";
    ExpandedTip: "Cells that were taken from the open list", "从开放列表中取出的格子数";
    GeneratedTip:
        "How often a cell was put on the open list: new ones, and known ones with a cheaper path",
        "放入开放列表的次数：新的格子，以及找到更便宜路径的已知格子";
    SearchTimeTip: "Time of the search alone, without recording and drawing", "仅搜索本身的用时，不含记录和绘制";
    ReopenedTip: "Closed cells that came back onto the open list", "已关闭后又回到开放列表的格子数";
    OpenNowTip: "Cells on the open list at this step", "此步骤开放列表中的格子数";
    MostOpenTip: "The longest that the open list was so far", "到此为止开放列表的最大长度";
    ScannedTip:
        "Positions that a sorted list passes to insert cells, up to this step",
        "用有序列表插入格子时，到此步骤为止经过的位置数";
    TraceSizeTip: "Memory that the recording of this search takes", "这次搜索的记录所占的内存";
    Reopened: "reopened", "重新开放";
    OpenNow: "open now", "当前开放";
    MostOpen: "max open", "最多开放";
    Scanned: "scanned", "扫描";
    TraceSize: "trace", "记录";
    LongSearch: "A long search: {notice}.", "搜索很长：{notice}。";
    HoveredCell: "Hovered cell", "指针所在格";
    PointForHistory: "Point at a cell to see its history in this search.", "指向一格可查看它在这次搜索中的经过。";
    Breakpoints: "Breakpoints", "断点";
    NoneSet: "none", "无";
    WhenCellOpened: "cell opened", "格子加入开放列表";
    WhenCellClosed: "cell closed", "格子移入关闭列表";
    WhenCellRelaxed: "cell relaxed", "格子被松弛";
    WhenFAbove: "F above", "F 大于";
    WhenGAbove: "G above", "G 大于";
    WhenReopened: "closed cell reopens", "已关闭格重新开放";
    WhenGoalOpened: "goal opened", "终点加入开放列表";
    BreakOpened: "opened {x},{y}", "{x},{y} 加入开放列表";
    BreakClosed: "closed {x},{y}", "{x},{y} 移入关闭列表";
    BreakRelaxed: "relaxed {x},{y}", "{x},{y} 被松弛";
    BreakFAbove: "f > {cost}", "F > {cost}";
    BreakGAbove: "g > {cost}", "G > {cost}";
    BreakReopened: "reopened", "格子重新开放";
    BreakGoal: "goal", "终点加入开放列表";
    SetBreak: "Set", "设置";
    TypeLike: "Type a value such as {example}.", "请输入数值，例如 {example}。";
    RemoveBreak: "Remove", "删除";
    ClearBreaks: "Clear", "清空";
    PreviousBreak: "Previous", "上一个";
    NextBreak: "Next", "下一个";
    OnTheMap: "On the map", "地图显示";
    Heat: "Heat", "热力图";
    HeatMap: "Heat map", "热力图";
    HeatOff: "off", "关";
    HeatG: "G", "G";
    HeatH: "H", "H";
    HeatF: "F", "F";
    HeatOrder: "order", "次序";
    SearchTree: "search tree", "搜索树";
    NumbersInCells: "G, H and F", "G、H、F";
    Legend: "legend", "图例";
    SearchesOfAgents: "Searches of agents", "智能体的搜索";
    FromTo: "{start} to {goal}, cost {cost}", "{start} 到 {goal}，代价 {cost}";

    // Its lists.
    OpenList: "Open list", "开放列表";
    ClosedList: "Closed list", "关闭列表";
    OpenInOrder: "{count} cells, in pop order", "{count} 格，按取出顺序";
    ClosedLastFirst: "{count} cells, last first", "{count} 格，最近的在前";
    CellColumn: "cell", "格";
    NoCellWaits: "No cell waits here.", "没有等待的格子。";
    NoneExpanded: "No cell has been expanded yet.", "尚未展开任何格子。";
    NewRow: "new", "新";
    MovedRow: "moved", "移位";
    NextRow: "next", "下一个";
    GoalSide: "goal side", "终点侧";
    Dropped: "dropped", "已舍弃";
    LettersTip:
        "G: cost of the path so far. H: estimate of what is left. F = G + H.",
        "G：已有路径的代价。H：剩余代价的估计。F = G + H。";

    // The table of runs.
    RunsOnLevel: "Runs on this level", "本关卡的运行记录";
    Algorithm: "search", "算法";
    FromToColumn: "from, to", "起点、终点";
    Verdict: "verdict", "评判";
    Time: "time", "用时";
    Options: "options", "选项";
    SortByThis: "Sort by this", "按此列排序";
    CompareTip: "Compare: which cells only one of the two expanded", "比较：哪些格子只有其中一次展开过";
    RunsHint:
        "Every search on this level gets a row. Click its name to play it again.",
        "本关卡的每次搜索占一行。单击名称可重新播放。";
    AllColumns: "All columns", "所有列";
    OtherEnds:
        "Some rows have other starts or goals: their costs do not compare.",
        "有些行的起点或终点不同：它们的代价不可比较。";
    ComparedEnds: "The other run goes from {start} to {goal}.", "另一次运行从 {start} 到 {goal}。";
    NoRuns: "Every search that is watched on this level gets a row.", "在本关卡观察的每次搜索都会占一行。";
    Wrong: "wrong", "错误";
    Optimal: "optimal", "最优";
    OnlyRun: "only run {number}: {count} cells", "仅第 {number} 次运行：{count} 格";
    OnlyThis: "only this one: {count} cells", "仅本次：{count} 格";
    BothRuns: "both: {count} cells", "两次都展开：{count} 格";

    // The time line.
    Searching: "Searching.", "正在搜索。";
    NothingToPlay: "There is no search to play.", "没有可播放的搜索。";
    SearchingSoFar: "Searching: {expanded} expanded, {seconds} s", "正在搜索：已展开 {expanded}，{seconds} 秒";
    CancelledAfter: "The search was cancelled after {expanded} expansions.", "展开 {expanded} 次后取消了搜索。";
    SearchAgain: "Search again", "重新搜索";
    Cancel: "Cancel", "取消";
    EventOf: "Event {number} of {count}", "第 {number} / {count} 个事件";
    StepOf: "Step {number} of {count}", "第 {number} / {count} 步";
    LayerStep:
        "Layer F = {f}: {expanded} of {count} expanded. {step}",
        "F = {f} 这一层：已展开 {expanded} / {count}。{step}";
    ByEvent: "event", "按事件";
    ByExpansion: "expansion", "按展开";
    ByLayer: "f-layer", "按 F 层";
    PerSecond: "{steps} / s", "{steps} 步/秒";
    Fastest: "fastest", "最快";
    RedBreakpoints: "Red: breakpoints ({list})", "红点：断点（{list}）";

    // The legend.
    FMeans: "= G + H: the smallest is taken first", "= G + H：最小者先取出";
    GMeans: "cost of the path from the start to here", "从起点到这里的路径代价";
    HMeans: "estimate of what is left to the goal", "到终点剩余代价的估计";
    MarkOpen: "on the open list", "在开放列表中";
    MarkClosed: "closed: expanded", "已关闭：展开过";
    MarkCurrent: "expanded now", "正在展开";
    MarkChanged: "changed in this step", "本步有变化";
    MarkPath: "the path", "路径";
    MarkWall: "wall", "墙";
    MarkBarred: "closed to this agent", "该智能体不能进入";
    MarkBreakpoint: "stop here", "在此停下";
    MarkOpenBackward: "open, goal's side", "开放，终点侧";
    MarkClosedBackward: "closed, goal's side", "关闭，终点侧";
    MarkWitness: "estimate too high", "启发值过高";
    MarkOnlyOther: "only the other run", "仅另一次运行";
    MarkOnlyThis: "only this run", "仅本次运行";
    MarkBoth: "both runs", "两次都展开";
    ArrowMeans:
        "The arrow points to the parent: the cell from which this one was reached.",
        "箭头指向父节点：从那一格到达这一格。";

    // The menu of a cell.
    Cell: "Cell {cell}", "格 {cell}";
    SearchFromHere: "Search from here", "从这里开始搜索";
    SearchToHere: "Search to here", "以这里为终点搜索";
    StopWhenOpened: "Stop when opened", "加入开放列表时停下";
    StopWhenClosed: "Stop when closed", "移入关闭列表时停下";
    StopWhenRelaxed: "Stop when relaxed", "被松弛时停下";
}

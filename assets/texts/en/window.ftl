## The bar at the top.

Agents = Agents
Watch = Watch
Resume = Resume
PauseAgents = Pause
Restart = Restart
Fit = Fit
Panel = Panel
Keys = Keys
WithKey = { $what } ({ $key })
OtherLanguage = Language: { $name }
NoLevel = no level
ReadingLevel = reading { $file }…
NoAssets = There are no levels in { $folder }: the built-in one is shown.
NoLevels = Levels in assets/levels would be listed here.
Levels = Levels
FindLevel = Find a level
LessonLevels = Levels of the lessons
More = More
PathOfLevel = Path of a level or a trace
Open = Open
OpenAFile = Open…
OrDropFile = Or drop a file on the window.
FirstSteps = First steps
RightAngle = Right angle
FourAlgorithms = Four algorithms
SortedList = Sorted list
WalkTheStack = Walk the stack
PlayAtOnce = Play
PresetBreadthFirst = Breadth-first
PresetDijkstra = Dijkstra
PresetGreedyManhattan = Greedy: Manhattan
PresetGreedyStraightLine = Greedy: straight line
PresetAStar = A*
AClick = A click:
ClickSends = sends the agent
ClickMovesGoal = moves the goal
ClickNextTerrain = next terrain

## The line at the bottom.

Paused = paused
MapSize = { $width } × { $height } cells
FramesPerSecond = { $frames } fps
LastSearch = { $expanded } expanded, { $path }
PathHash = Path { $hash }. Click to copy.
NoPath = no path
NoPathFound = no path found
PointAtCell = point at a cell to see its terrain and cost
UnderPointer = cell { $cell } · { $terrain }, { $cost }{ $region }
CostOf = cost { $cost }
Blocked = blocked
RegionOf = { "" } · region { $region } of { $count }, { $cells } cells

## Cards over the map.

LevelBroken = The level file has a mistake
LevelGone = The level file was deleted or moved
MapStays = The map stays. Put the file back to follow it again.
BuiltInShown = Meanwhile the built-in level is shown. Mend and save the file: the map follows by itself.
LastGoodStays = The last good map stays. Mend and save the file: the map follows by itself.
HintClickDoes = a cell: the agent with the blue ring walks there
HintWatch = W
HintWatchDoes = to watch the search behind its path, step by step, forwards and back
HintEdit = Edit
HintEditDoes = the level file in any text editor: the map follows when you save
GotIt = Got it
AllKeys = F2 begins it, F1 or ? shows all keys.

## Keys and mouse.

KeysAndMouse = Keys and mouse
KeyClick = Click
KeyClickAgent = Click an agent
KeyDoubleClickAgent = Double-click an agent
KeyShiftClick = Shift + click
KeyCtrlClick = Ctrl + click
KeyDrag = Drag
KeyWheel = Wheel
KeyDragEnds = Drag start or goal
KeyDragAgent = Drag an agent
KeyDragGoal = Drag its flag
KeyRightClick = Right click
KeyArrows = Arrows
KeyLeft = Left
KeyRight = Right
KeyUp = Up
KeyDown = Down
KeyEnter = Enter
KeySpace = Space
DoesSend = Send the selected agent to a cell
DoesSelect = Select it
DoesWatchAgent = Watch the search behind its path
DoesQueue = Queue a waypoint
DoesSendAll = Send all agents
DoesMoveMapByDrag = Move the map (any mouse button)
DoesZoomAtPointer = Zoom at the pointer
DoesFollow = The search follows
DoesMoveGoal = Move the goal
DoesMoveStart = Move the start
DoesMoveCursor = Choose a cell without a mouse
DoesSendToCell = Send the selected agent to the chosen cell
DoesQueueCell = Queue the chosen cell as a waypoint
DoesSendAllToCell = Send all agents to the chosen cell
DoesPutAgent = Put it on another cell
DoesPlaceHere = Put the selected agent on the chosen cell
DoesToggleClick = A click: sends the agent, or next terrain
DoesNextTerrain = Next terrain for the chosen cell
DoesPreviousTerrain = Previous terrain for the chosen cell
DoesPreset = Play a preset
DoesMoveMap = Move the map
DoesZoomIn = Zoom in
DoesZoomOut = Zoom out
DoesFit = Fit the map into the window
DoesPause = Pause or resume
DoesSelectNext = Select the next agent
DoesStop = Stop the selected agent
DoesRestart = Restart the level
DoesWatch = Watch a search, or go back
DoesWatchSelected = Watch the selected agent's search
DoesNextAlgorithm = Next algorithm
DoesPreviousAlgorithm = Previous algorithm
DoesNextLevel = Next level
DoesPreviousLevel = Previous level
DoesPalette = Find a command or an option by name
DoesHelp = Show or hide this list
DoesFoldPanel = Fold the side panel
DoesChangeLanguage = English or Chinese
DoesLarger = Larger text
DoesSmaller = Smaller text
DoesNormalSize = Text of normal size
DoesPicture = Save a picture of the window
DoesReduceMotion = Reduce motion, or not
DoesBack = Close what lies on top, or cancel a long search
DoesQuit = Quit
DoesOwn = A command of the settings file
DoesGoalHere = Search to the chosen cell
DoesStartHere = Search from the chosen cell
DoesOpenCellMenu = Menu of a cell: breakpoints, start, goal
DoesMenuEntry = An entry of the cell's menu
DoesPlay = Play or pause
DoesStepForward = One step forward
DoesStepBack = One step back
DoesFirst = To the first step
DoesLast = To the last step
DoesSlower = Slower
DoesFaster = Faster
DoesStepSize = Step by event, expansion, f-layer
DoesNextBreak = To the next breakpoint
DoesPreviousBreak = Back to the previous breakpoint
DoesClearBreaks = Remove all breakpoints
DoesHeat = Next heat map
DoesTree = Search tree
DoesNumbers = G, H and F in the cells
DoesLegend = What the marks mean
DoesMeter = What a tick costs
DoesAllRuns = Table of runs with all columns
DoesCancel = Cancel the search under way
DoesSearchAgain = Make the cancelled search after all
FindCommand = Find a command or an option
NoCommandFound = No command has this name.
NameAndValue = { $name }: { $value }
OpenLevel = Open level
OpenFile = Open file
SelectAgent = Select agent
WatchSearchOf = Watch the search of
StepBy = Step
OnlyWithAgents = only with agents
OnlyWhileWatching = only while a search is watched
NoSearchUnderWay = No search is under way.
NoSearchCancelled = No search was cancelled.
NothingRecorded = No search is shown.
FindKey = Find a key or an action
KeysEverywhere = With agents, and everywhere
KeysWatching = While a search is watched
NoKeyFound = No key does this.

## What agents do.

Stopped = stopped
Planning = planning
Waiting = waiting
Walking = walking
NoPathBecause = no path: { $reason }
StoppedBecause = stopped: { $reason }
LookingForPath = looking for a path
WaitingForOrder = waiting for an order
WalkingNear = walking to { $end }, as near as it can come to { $goal }: { $cells } to go, arrives in { $seconds } s
WalkingOn = walking, { $cells } to go, arrives in { $seconds } s
OneCell = 1 cell
Cells = { $count } cells

## News.

Replanned = Re-planned { $count } of { $all } walking: the edit crossed their path.
WallCameDown = A wall came down on { $from }: the agent there was moved to { $to }.
NoAgentsToSend = This level has no agents to send.
NoSuchAgent = There is no agent called { $name }.
NoAgentSelected = No agent is selected.
NoSearchYet = { $name } has made no search yet that could be watched.
CannotStandThere = { $name } cannot stand on { $cell }: choose another cell.
SomeCannotGo = { $count } of { $all } agents cannot go to { $cell }: they keep their orders.
CellIsBlocked = Cell { $cell } is blocked: choose a free one.
NoCellChosen = No cell is chosen: point at one.
CellOutside = Cell { $cell } lies outside the map.
NoSuchGlyph = The legend has no glyph '{ $glyph }'.
NoSuchFile = There is no file { $file }.
FileIsFolder = { $file } is a folder; expected a level file.
FileUnreadable = { $file } cannot be opened: { $error }.
SettingsBroken = Default settings are used until the settings file is corrected. { $why }
SettingsNotWritten = The settings could not be saved: { $error }
TraceBroken = The trace cannot be opened: { $error }.
TraceWithoutMap = { $file } is a trace from elsewhere, and its map is not in it; gridwalk explain tells its steps
FileIsScenario = { $file } lists searches for a map and is not a map itself; open the .map that belongs to it
NoSuchLevel = There is no level { $file } in assets/levels.
LevelHasProblems = { $place }. Problems in the level: { $count }; all else works.
LevelSaved = The level file was saved: the map follows.
PictureSaved = Saved a picture: { $file }
PictureFailed = The picture { $file } could not be saved: { $error }
NoChineseFont = No installed font has Chinese characters, so all texts stay in English. Noto Sans CJK is one.
NoBreakpointSet = No breakpoint is set: choose one in the panel, or right-click a cell.
NoBreakAfter = No breakpoint stops after this step.
NoBreakBefore = No breakpoint stops before this step.

## The search options.

AsInLevel = as in the level
Changed = changed
OptionUnused = “{ $option }” has no effect: { $title } does not use it.
NoLimit = no limit
SettingUnreachable = No path
MoreOptions = More options
StayAndSay = stay and say why
GoToNearest = go to the nearest cell
ShownAs = Agents are answered by whatever is fastest here; step by step it is shown as { $algorithm }.
AlwaysOptimal = Always finds a cheapest path.
AtMostTimes = Its path costs at most { $weight } times the cheapest.
FewestSteps = Finds the fewest steps; costs are ignored.
CloseToShortest = Close to the shortest path at any angle; no bound is proven.
MayMiss = May miss the cheapest path.

## Agents and terrain in the side panel.

AllRows = All { $count }
FewerRows = Fewer
AboutLevel = This level
SelectedAgent = Selected agent
PlaceOf = { $place } of { $count }
NoAgents = An agent of the level would be described here. This level has none.
RowState = state
RowGoal = goal
NoGoal = none: click a cell
RowSpeed = speed
CellsPerSecond = { $speed } cells / s{ $habit }
OnPatrol = , on patrol
RowThen = then
AndMore = { $list } and { $more } more
RowSearch = search
NoneYet = none yet
PathAsStack = Path stack
CellsLeft = { $count } cells left
OneCellLeft = 1 cell left
StackPushed = pushed, goal first
Popped = popped: arrived
StackStart = start: not pushed
TopWalkingThere = top: walking there
StackGoal = goal
StackMore = and { $count } more
StackPlanning = The search is under way: its path will be pushed here.
StackFailed = No path was pushed.
StackStopped = The order was cancelled: its stack is gone.
StackArrived = The stack is empty: the agent has arrived.
StackUnused = Send the agent to a cell: its path is pushed here from the goal back to the start.
Walk = Walk
RowFrame = this frame
FrameStep = speed × { $ms } ms = { $cells } cells
FrameSlowStep = speed ÷ cost { $cost } × { $ms } ms = { $cells } cells
RowToTheTop = to the top
ToTheTop = { $cells } cells, { $seconds } s
Stop = Stop
NextAgent = Next agent
WatchItsSearch = Watch its search
WatchItsSearchTip = The search behind the path that it walks, on the map as it was
AllAgents = All agents
Terrain = Terrain
CostOfEntering = cost of entering
ThisWindow = This window
ReduceMotion = reduce motion

## The watched search.

Result = Result
UnderWay = The search is under way.
SearchCancelled = The search was cancelled.
YourEnds = your start and goal
LegOf = { $name }, its current leg
LastLegOf = { $name }, its last leg
PlanOf = { $name }, its first leg
AcrossTheMap = across the map
LastSearchOf = { $name }, its last search
SearchOf = { $name }, { $number } of { $count }
RunNumber = run { $number }
TraceOf = trace { $file }
EarlierSearch = Earlier search
LaterSearch = Later search
ShowAtEnd = Show it at the end
Cost = cost
CellCount = cells
Expanded = expanded
Generated = generated
SearchTime = search
ExpandedTip = Cells that were taken from the open list
GeneratedTip = How often a cell was put on the open list: new ones, and known ones with a cheaper path
SearchTimeTip = Time of the search alone, without recording and drawing
ReopenedTip = Closed cells that came back onto the open list
OpenNowTip = Cells on the open list at this step
MostOpenTip = The longest that the open list was so far
ScannedTip = Positions that a sorted list passes to insert cells, up to this step
TraceSizeTip = Memory that the recording of this search takes
Reopened = reopened
OpenNow = open now
MostOpen = max open
Scanned = scanned
TraceSize = trace
LongSearch = A long search: { $notice }.
HoveredCell = Hovered cell
PointForHistory = Point at a cell to see its history in this search.
Breakpoints = Breakpoints
NoneSet = none
WhenCellOpened = cell opened
WhenCellClosed = cell closed
WhenCellRelaxed = cell relaxed
WhenFAbove = F above
WhenGAbove = G above
WhenReopened = closed cell reopens
WhenGoalOpened = goal opened
BreakOpened = opened { $x },{ $y }
BreakClosed = closed { $x },{ $y }
BreakRelaxed = relaxed { $x },{ $y }
BreakFAbove = f > { $cost }
BreakGAbove = g > { $cost }
BreakReopened = reopened
BreakGoal = goal
SetBreak = Set
TypeLike = Type a value such as { $example }.
AlsoFormula = or a formula
RemoveBreak = Remove
ClearBreaks = Clear
PreviousBreak = Previous
NextBreak = Next
OnTheMap = On the map
Heat = Heat
HeatMap = Heat map
HeatOff = off
HeatG = G
HeatH = H
HeatF = F
HeatOrder = order
SearchTree = search tree
NumbersInCells = G, H and F
Legend = legend
SearchesOfAgents = Searches of agents
FromTo = { $start } to { $goal }, cost { $cost }

## Its lists.

OpenList = Open list
ClosedList = Closed list
OpenInOrder = { $count } cells, in order of expansion
ClosedLastFirst = { $count } cells, last first
CellColumn = cell
NoCellWaits = No cell waits here.
NoneExpanded = No cell has been expanded yet.
NewRow = new
MovedRow = moved
NextRow = next
GoalSide = goal side
Dropped = dropped
LettersTip = G: cost of the path so far. H: estimate of what is left. F = G + H.

## The table of runs.

RunsOnLevel = Runs on this level
Algorithm = search
FromToColumn = from, to
Verdict = verdict
Time = time
Options = options
SortByThis = Sort by this
CompareTip = Compare: which cells only one of the two expanded
RunsHint = Every search on this level gets a row. Click its name to play it again.
AllColumns = All columns
OtherEnds = Some rows have other starts or goals: their costs do not compare.
ComparedEnds = The other run goes from { $start } to { $goal }.
NoRuns = Every search that is watched on this level gets a row.
OnlyRun = only run { $number }: { $count } cells
OnlyThis = only this one: { $count } cells
BothRuns = both: { $count } cells

## The time line.

Searching = Searching.
NothingToPlay = There is no search to play.
SearchingSoFar = Searching: { $expanded } expanded, { $seconds } s
CancelledAfter = The search was cancelled after { $expanded } expansions.
SearchAgain = Search again
Cancel = Cancel
EventOf = Event { $number } of { $count }
StepOf = Step { $number } of { $count }
LayerStep = Layer F = { $f }: { $expanded } of { $count } expanded. { $step }
ByEvent = event
ByExpansion = expansion
ByLayer = f-layer
PerSecond = { $steps } / s
Fastest = fastest
RedBreakpoints = Red: breakpoints ({ $list })

## The legend.

FMeans = = G + H: the smallest is taken first
GMeans = cost of the path from the start to here
HMeans = estimate of what is left to the goal
MarkOpen = on the open list
MarkClosed = closed: expanded
MarkCurrent = expanded now
MarkChanged = changed in this step
MarkPath = the path
MarkWall = wall
MarkBarred = closed to this agent
MarkBreakpoint = stop here
MarkOpenBackward = open, goal's side
MarkClosedBackward = closed, goal's side
MarkWitness = estimate too high
MarkOnlyOther = only the other run
MarkOnlyThis = only this run
MarkBoth = both runs
ArrowMeans = The arrow points to the parent: the cell from which this one was reached.

## The menu of a cell.

Cell = Cell { $cell }
SearchFromHere = Search from here
SearchToHere = Search to here
StopWhenOpened = Stop when opened
StopWhenClosed = Stop when closed
StopWhenRelaxed = Stop when relaxed

## The file of the level, and its history.

File = File
Save = Save
SaveAs = Save as…
New = New
Duplicate = Duplicate
RestoreLevel = Restore as shipped
CopyAsText = Copy as text
PasteText = Paste text
Undo = Undo
Redo = Redo
History = History
NoSteps = No changes yet.
AsOpened = as it was opened
StepCell = 1 cell changed
StepCells = { $count } cells changed
StepResize = size { $width } × { $height }
StepTurn = map turned
StepMap = another map
StepLegend = legend changed
StepPortals = portals changed
StepAddAgent = agent { $name } added
StepRemoveAgent = agent { $name } removed
StepMoveAgent = agent { $name } starts at { $cell }
StepGoals = other goals for { $name }
StepAgent = agent { $name } changed
StepClick = clicks do something else
StepName = called { $name }
StepAbout = other text about the level
StepReload = read again from its file

## What is asked before something is lost, and what came of it.

AskSave = Save the changes to { $name }?
AskSaveWhy = They are not in its file yet.
DontSave = Don't save
AskWhere = Where is { $name } to be saved?
AskWhereWhy = It becomes a level file, which holds everything that a level has.
AskTheirs = { $file } was changed by another program.
AskTheirsWhy = There are changes here that are not saved. Keep them, or take what the file says?
AskTheirsBroken = What it holds now is no level. Replace it with the level that is open?
AskReplace = There is a file { $file } already.
AskReplaceWhy = Replace it with the level that is open?
Replace = Replace
KeepMine = Keep mine
TakeTheirs = Take theirs
SeeBoth = See both
HideBoth = Hide both
BothAreSame = Both texts are the same.
BothLegend = + only here, − only in the file
AskRecover = Open the unsaved changes to { $name }?
AskRecoverWhy = The program ended before they were saved.
Recover = Open them
Discard = Throw them away
Later = Ask again later
EditRefused = Nothing was changed: { $why }.
NothingToUndo = There is nothing to undo.
NothingToRedo = There is nothing to redo.
NoSuchEntry = The history has no entry { $entry }.
Saved = Saved: { $file }
SavedWithProblem = Saved: { $file }. It has a problem: { $place }.
NotSaved = { $file } was not saved: { $error }.
SaveNeedsName = A level file needs a name.
SavedAsRonOnly = Levels are saved as level files only: leave the ending of { $file } away.
TheirsTaken = The level is what the file says now.
NotPasted = There is no level to paste: { $why }.
LevelCopied = The level is on the clipboard, as a text of { $letters } letters.
NotRecovered = The unsaved changes cannot be opened: { $why }.
Recovered = The unsaved changes to { $name } are open.
JournalBroken = Unsaved changes cannot be kept for the next start: { $error }.
DoesUndo = Take the last change of the level back
DoesFoldHistory = Show or hide the history of the level
DoesRedo = Make that change again
DoesOpenFile = Open a file by its path
DoesSave = Save the level
DoesSaveAs = Save the level as another file
DoesNew = Open an empty level
DoesDuplicate = Go on with the level under another name
DoesRestoreLevel = Make the level again what it was when it came with the program
NotShipped = This level is none of those that came with the program.
DoesCopyLevel = Copy the level to the clipboard as text
DoesPasteLevel = Open the level whose text is on the clipboard
OldestKept = the oldest state that is kept
NotSavedChanged = { $file } was not saved: another program changed it.

## Boards side by side.

BoardCount = A comparison has from { $least } to { $most } boards, not { $count }.

## Lessons.

Lessons = Lessons
NoLessons = Lessons in assets/lessons would be listed here.
NoSuchLesson = There is no lesson called "{ $file }" in assets/lessons.
NoLessonOpen = No lesson is open.
LessonBroken = The lesson cannot be read: { $why }
LessonLevelStays = { $file } belongs to the lesson and stays as it is. Save under another name.
LessonSaved = The lesson was saved and is read again.
LastGoodLessonStays = The last good version stays. Mend and save the file: the page follows by itself.
NothingToAnswer = Nothing is asked at present.
PageOf = page { $page } of { $pages }
Pages = { $pages } pages
LessonRead = read
LessonAnswered = { $right } of { $asked } answered
PageBack = Back
PageNext = Next
NextLesson = Next lesson
LessonDone = Done
RestorePage = Reset
AskNext = Which cell is expanded next?
AskNextHow = Click it, or choose it with Shift and the arrows and press Enter.
AskValue = How much is { $number } of { $cell }?
CheckAnswer = Check
LessonScore = { $right } of { $asked } right, { $left } to go.
HiddenWhileAsked = Hidden while the lesson asks.
AskAgain = Ask again
Yes = yes
No = no
FirstLesson = Take the first lesson
FirstLessonTip = How a search finds its path, page by page
OpenLesson = Open lesson
DoesLesson = Go on with the lesson
DoesNextPage = Next page of the lesson
DoesPageBefore = Page before of the lesson
DoesRestorePage = Back to the state that the page shows
DoesCloseLesson = Close the lesson
DoesAnswerCell = Answer the lesson with the chosen cell
DoesAnswer = An answer of the lesson
Compare = Compare
DoesCompare = Compare searches side by side, or go back
DoesSelectBoard = Select a board
DoesAddBoard = Add a board
DoesRemoveBoard = Remove the selected board
DoesNextClock = Another clock for all boards
DoesNextDifference = Difference of the selected board and the next
DoesToggleHeap = Open list as a sorted list, or as a heap
DoesToggleClosed = Open list or closed list
KeysComparing = While searches are compared
OnlyWhileComparing = only while searches are compared
BoardNumber = board { $number }
BoardsTitle = Boards
AddBoard = Add board
RemoveBoard = Remove board
BoardDifferenceTip = Which cells only the selected board expanded, only this one, or both
BoardsHint = Options are for the selected board. Start and goal are dragged on any board, and all follow.
OnlyBoard = only board { $number }: { $count }
BothBoards = both: { $count }
ByExpansions = Expansions
ByEvents = Events
ByTime = Time
TimeOf = { $number } of { $count }
NothingToCompare = There is nothing to compare: a board has no search.
RefusedBoard = Board { $number } has no search.
ExpandedCount = { $count } expanded
ExpandedInAll = { $count } expansions
CardsAside = { $count } open, the front is next
AsSortedList = Sorted list
AsHeap = Heap
OnlyCard = { $cell } is the only card.
CardPassed = { $cell } passed { $number } of { $count } cards before it found its place.
CardCompared = { $cell } was compared with { $number } of { $count } cards on its way up.
HeapSum = { $up } + { $down } compared
PassedSum = { $count } passed
MoreCards = and { $count } more

## The meter: what a tick costs.

Meter = Ticks
MeterQueue = Requests that wait
MeterBudget = Budget used
MeterTick = Time of a tick
TheFile = The file
FileTooWide = The map has too many columns to be shown here.
PassedSoFar = Positions passed so far: { $count }
ComparedSoFar = Compared so far: { $up } on the way up, { $down } on the way down
EndsOnlyOfSearches = Start and goal are those of a search: watch one, or compare some.

## Why an agent has no path; in English as the plugin says it.

GoalOutside = the goal lies outside the map
GoalBlocked = the goal is blocked
GoalWalledOff = the goal is walled off
OrderCancelled = the order was cancelled
GoalForbidden = the goal is forbidden for this kind of agent
GoalTooNarrow = the goal leaves no room for an agent of this size
StandsOutside = the cell of the agent lies outside the map
StandsInWall = the cell of the agent is blocked
StandsForbidden = the cell of the agent is forbidden for this kind of agent
StandsTooNarrow = the cell of the agent leaves no room for an agent of this size
NoMapYet = there is no map yet
WasNoAgent = what was sent is no agent
AgentIsGone = the agent does not exist any more
SpeedIsNoNumber = the speed of the agent is not a number of cells a second
AgentHasNoSize = an agent is at least one cell large
NoGoalGiven = no goal was given
PathsOverLimit = every path is over the cost limit
NoPathInRegion = no path stays inside the region that may be searched
SearchOutOfBudget = the search ran out of its budget of expansions

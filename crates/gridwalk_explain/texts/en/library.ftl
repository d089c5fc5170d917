## Before all steps.

HeaderSearch = { $algorithm } from { $start } to { $goal }, on { $width } × { $height } cells.
HeaderElsewhere = A search from elsewhere: from { $start } to { $goal }, on { $width } × { $height } cells. Its open list is shown in the order of F.
HeaderGhf = G is the cost of the path from the start, H the estimate of what is left ({ $heuristic }), and F = G + H.
HeaderWeighted = G is the cost of the path from the start, H the estimate of what is left ({ $heuristic }), and F = G + H; the lowest G + { $weight } H is expanded first.
HeaderBuckets = G is the cost of the path from the start, H the estimate of what is left ({ $heuristic }), and F = G + H. The open list has a bucket for each { $width } of F; in the lowest one the newest cell is expanded first.
HeaderG = G is the cost of the path from the start; nothing is estimated.
HeaderLeft = G is the cost that is left to the goal; nothing is estimated.

## Before and after the steps.

NothingAtAll = This search took no steps.
NothingYet = Nothing has happened yet: the search from { $start } to { $goal } is about to begin.
StartOpened = The start { $cell } is put on the open list: { $costs }.
GoalOpened = The goal { $cell } is put on the open list, to search from there: { $costs }.
NewPass = The pass is over. The next one begins again at { $start }, with the bound F = { $bound }.
NextPass = The pass is over. Pass { $pass } goes through the list again, with the bound F = { $bound }.
FrontiersMet = The two frontiers met at { $cell }.
Found = A path is found: it costs { $cost } and has { $cells } cells; cells expanded: { $expanded }.
FoundUnpriced = A path is found.
FoundAtOnce = The start { $cell } is the goal: there is nowhere to go.
Exhausted = The search is over: { $reason }.
Cancelled = Here the search was cancelled or out of budget.
TraceEnds = Here the trace ends; it does not say how the search ended.
RecordEnds = Here the record ends; the search went on.

## Why there is no path.

NoPathUnreachable = there is no path, the goal is walled off
NoPathOverLimit = there is no path within the cost limit
NoPathInRegion = there is no path inside the region that may be searched
NoPathEmpty = there is no path

## One expansion: "Expanded (2, 5): why; which of equals."

ForwardSide = From the start's side: { $sentence }
BackwardSide = From the goal's side: { $sentence }
Expanded = Expanded { $cell }.
Popped = Expanded { $cell }: { $reason }.
PoppedTie = Expanded { $cell }: { $reason }; { $tie }.
PassBegins = A pass with the bound F = { $bound } begins: expanded { $cell }, whose F is { $f }.
OnlyOpen = it is the only cell on the open list, { $costs }
LowestF = F = { $f } is the lowest on the open list
LowestG = G = { $g } is the lowest on the open list
LowestH = H = { $h } is the lowest on the open list
LowestWeighted = G + { $weight } H = { $sum } is the lowest on the open list
FewestSteps = its number of steps from the start, { $steps }, is the lowest on the open list
LowestKey = its key, F = { $f } and then G = { $g }, is the lowest on the open list
LeastLeft = what is left from it to the goal, { $g }, is the least on the open list
LowestBucket = F = { $f } lies in the lowest bucket of the open list, { $from } to { $to }, and of those it was opened last
NoBetterBucket = no bucket is left that could hold a path of less than F = { $f }
TopOfStack = it lies on top of the stack, for it was seen last
WithinBound = it was opened last, and its F = { $f } is within the bound { $bound }
NextInList = its F = { $f } is the next within the bound { $bound } as the list is gone through, pass { $pass }

## Which of equals.

TieOldest = of { $count } equal ones it was opened first
TieNewest = of { $count } equal ones it was opened last
TieLargerG = of { $count } equal ones it has the largest G
TieLargerGNewest = of { $count } equal ones it has the largest G and was opened last
TieSmallerH = of { $count } equal ones it has the smallest H
TieSmallerHNewest = of { $count } equal ones it has the smallest H and was opened last

## What an expansion led to.

IsGoal = It is the goal.
IsGoalSearchOn = It is the goal; from now on only cheaper paths are looked for.
IsNear = It is within the goal tolerance.
StopsHere = With { $cell } on the open list the search is over.
NothingNew = It leads to no new cell and to no shorter path.
OneNew = Its neighbour { $cell } is new: { $costs }.
OneJump = Jumped from { $parent } to { $cell }: { $costs }.
OneInSight = Its neighbour { $cell } is new, with the parent { $parent } in sight: { $costs }.
OneSeemsInSight = Its neighbour { $cell } is new, with the parent { $parent } taken to be in sight: { $costs }.
OnePortal = Through a portal { $cell } is new: { $costs }.
ManyNew = Its neighbours are new: { $list }.
ManyJumps = Jumped from { $from } to { $list }.
ItemNew = { $cell } with { $costs }
ItemInSight = { $cell } by { $parent } with { $costs }
ItemPortal = { $cell } through a portal with { $costs }
OneShorter = A shorter path to { $cell }: G from { $old } to { $new }, parent { $parent }.
ManyShorter = Shorter paths: { $list }.
OneReopened = A shorter path opens { $cell } again: G from { $old } to { $new }, parent { $parent }.
ManyReopened = Opened again by shorter paths: { $list }.
ItemShorter = { $cell } with G from { $old } to { $new }
OneFewerSteps = A path with fewer steps to { $cell }: its parent is now { $parent }.
ManyFewerSteps = Paths with fewer steps: { $list }.
OneMoved = { $cell } waits already and moves to the top of the stack: its parent is now { $parent }.
ManyMoved = These wait already and move to the top of the stack: { $list }.
OneUpdated = { $cell } gets another parent, { $parent }: G from { $old } to { $new }.
ManyUpdated = These get another parent: { $list }.
ItemCell = { $cell }
OutOfSight = { $cell } is out of its parent's sight after all: parent { $parent }, G from { $old } to { $new }.
Dropped = { $cell } is dropped from the open list.
DroppedUseless = { $cell } is dropped: no path through it can be cheaper than the one found.
DroppedOverLimit = { $cell } is dropped: its path turns out to be over the cost limit.
ManyDropped = Dropped from the open list: { $count } cells.
ManyDroppedUseless = Dropped: { $count } cells, for no path through them can be cheaper.
ManyDroppedOverLimit = Dropped: { $count } cells, whose paths turn out to be over the cost limit.
Deferred = { $cell } is deferred to the next pass: its F = { $f } is above the bound.
OneDeferred = { $cell } is deferred to the next pass.
ManyDeferred = Deferred to the next pass: { $count } cells.
Ignored = { $cell } is ignored: { $why }.
ManyIgnored = Ignored: { $list }.
ItemIgnored = { $cells } ({ $why })
List = { $list }; { $next }
ListMore = { $list } and { $more } more

PositionsPassed = Positions passed in a sorted list: { $list }.

## The open list.

OpenList = Open list, in the order of expansion: { $count }

## Costs.

CostsGhf = G = { $g }, H = { $h }, F = { $f }
CostsWeighted = G = { $g }, H = { $h }, G + { $weight } H = { $sum }
CostsG = G = { $g }

## Answers to questions.

Right = Right.
NotRight = Not quite.
TryOnceMore = Which one, then? Try once more.
GuessUnseen = { $cell } is not on the open list.
GuessClosed = { $cell } was expanded before.
GuessOpen = { $cell } has to wait: { $costs }.
HasCosts = { $cell } has { $costs }.
GThroughParent = Its parent { $parent } has G = { $g }, and the step from there costs { $step }.

## One cell.

CellOutside = { $cell } lies outside the map.
CellBlocked = Blocked ({ $terrain }): no agent can enter.
CellBesideWall = Cost { $cost }, and { $extra } more for being next to a wall.
CellNearWall = Cost { $cost }, and { $extra } more for being { $cells } cells from a wall.
CostBesideWall = cost { $cost }, and { $extra } more for being next to a wall
CostNearWall = cost { $cost }, and { $extra } more for being { $cells } cells from a wall
CellOutsideRegion = It lies outside the region that may be searched.
CellUnseen = Not seen yet.
CellNeverSeen = Not seen by the search.
CellForward = From the start's side: { $line }
CellBackward = From the goal's side: { $line }
CellRoot = Opened at the beginning: { $costs }.
CellOpened = Opened at step { $step } from { $parent }: { $costs }.
CellChanged = Another parent at step { $step }, { $parent }: { $costs }.
CellChangedOften = Another parent { $times } times, last at step { $step }, { $parent }: { $costs }.
CellReopened = Opened again at step { $step } from { $parent }: { $costs }.
CellClosed = Closed at step { $step }.
CellClosedOften = Closed { $times } times, last at step { $step }.
CellRank = Number { $rank } of { $count } on the open list.
CellIsNext = Number 1 of { $count } on the open list: the next to be expanded.
CellDropped = Dropped from the open list.
CellDroppedUseless = Dropped: no path through it can be cheaper than the one found.
CellDroppedOverLimit = Dropped: its path turned out to be over the cost limit.
CellDeferred = Deferred to the next pass: its F was above the bound.
CellNotFrom = No step leads here from { $from }: { $rule }

## Why not this cell.

CostToGoal = From here the cheapest path to the goal costs { $cost }.
PathOver = A cheapest path leads over it.
PathCostsMore = Through this cell the cheapest path costs { $through }: { $more } more than the best ({ $best }).
PathCostsMoreAlongGrid = Through this cell the cheapest path along the grid costs { $through }: { $more } more than the best ({ $best }).
NoPathFromStart = No path leads through it: it is walled off from the start.
NoPathToGoal = No path leads through it: from here the goal is walled off.

## Why not this move.

MoveOutside = Outside: { $cell } is not on the map.
MoveFromBlocked = No agent can stand on { $cell }.
MoveWall = Wall: { $cell } is blocked ({ $terrain }).
MoveFar = Too far: { $from } and { $to } are no neighbours, and no portal joins them.
MoveRegion = Region limit: { $cell } lies outside the region that may be searched.
MoveOneWay = One-way cell: { $terrain } at { $cell } cannot be left in this direction.
MoveFourWay = 4-way movement: no diagonal steps.
MoveCorner = Corner rule: the step would cut the corner of the wall { $wall }.
MoveBetweenWalls = Corner rule: the step would squeeze between the walls { $wall } and { $other }.

## What a trace lacks.

TraceCut = the first { $kept } of { $all } events are kept

## The verdict.

Optimal = Optimal: { $cost } is the cheapest path.
OptimalUnpromised = Optimal here, though this search does not promise it: { $cost } is the cheapest path.
Above = { $percent } above the optimum: { $cost } instead of { $best }.
AboveWithin = { $percent } above the optimum: { $cost } instead of { $best }, within its bound of { $bound }.
AboveBeyond = { $percent } above the optimum: { $cost } instead of { $best }, beyond its bound of { $bound }.
AnyAngleSame = Any-angle: { $cost }, as much as the cheapest path along the grid.
AnyAngleBelow = Any-angle: { $cost }, { $percent } below the cheapest path along the grid, { $best }.
AnyAngleAbove = Any-angle: { $cost }, { $percent } above the cheapest path along the grid, { $best }.
RightlyOverLimit = Rightly no path: the cheapest costs { $best }, more than the limit of { $most }.
RightlyNoPath = Rightly no path: { $reason }.
Missed = No path was found within the limit, but one costs { $best }; this search does not look for it.
OutOfBudgetPath = Out of budget before there was an answer; the cheapest path costs { $best }.
OutOfBudgetNoPath = Out of budget before there was an answer; there is no path.
Refused = Refused: { $refusal }.
TooHigh = The estimate is too high at { $cell }: it says { $h }, the path costs { $truth }.
TooHighAnyAngle = The estimate is too high at { $cell }: it says { $h }, a path at any angle costs { $truth }.
FallsTooFast = The estimate falls too fast at { $cell }: it says { $h }, and { $next_h } at { $next }, a move for { $cost }.
CountsAsZero = The formula is below 0 at { $cell }, and wherever it is, counts as 0: no path costs less than nothing.

## Answers that are wrong.

Fault = Fault: { $fault }.
FaultEnds = the path leads from { $first } to { $last }, which was not asked for
FaultRegion = the path leaves the region at { $cell }
FaultLimit = the path costs { $cost }, and { $most } was the limit
FaultImpossible = the path is said to cost { $cost }, and none is cheaper than { $best }
FaultNone = the path is said to cost { $cost }, and there is none
FaultMissed = no path was found, and there is one for { $best }
FaultNotOptimal = the cheapest path was promised; this one costs { $cost } instead of { $best }
FaultNotBounded = at most { $bound } times { $best } was promised; this path costs { $cost }
FaultNotFewest = the fewest steps were promised; this path has { $steps } instead of { $fewest }
FaultHeuristic = the heuristic is known never to be too high, and at { $cell } it is

## Boards side by side: which is best in what.

BoardNamed = Board { $number } ({ $title })
BoardsNamed = Boards { $numbers } and { $last }
OneExpandsFewest = { $who } expands the fewest cells: { $number }.
SomeExpandFewest = { $who } expand the fewest cells: { $number } each.
AllExpandAlike = All boards expand { $number } cells.
OneHasFewestEvents = { $who } ends after the fewest events: { $number }.
SomeHaveFewestEvents = { $who } end after the fewest events: { $number } each.
AllHaveAsManyEvents = All boards end after { $number } events.
OneIsFastest = { $who } is the fastest: { $number }.
SomeAreFastest = { $who } are the fastest: { $number } each.
AllAreAsFast = All boards take { $number }.
OneIsCheapest = { $who } finds the cheapest path: { $number }.
SomeAreCheapest = { $who } find the cheapest path: { $number } each.
AllCostAlike = All paths cost { $number }.
NoBoardFindsPath = No board finds a path.
BoardsWithoutAnswer = { $who } ended without an answer.

## A verdict in a word.

VerdictOptimal = optimal
VerdictWrong = wrong
VerdictNoPath = no path
VerdictOutOfBudget = out of budget

## Agents of a crowd that wait, and cells that they hold.

WaitsTicks = waits { $ticks } ticks for { $name }
WaitsOneTick = waits 1 tick for { $name }
BlockedBy = has come no closer for { $ticks } ticks because of { $name }
WhichWaitsFor = { $before }, which waits for { $name }
AndSoOnTo = { $before }, and so on past { $count } more to { $name }
WhichWalksTo = { $before }, which walks to { $cell }
WhichPasses = { $before }, which walks through the door at { $cell }
WhichStands = { $before }, which stands
WhichHolds = { $before }, which holds its cell
WhichHasNoPath = { $before }, to whose goal no path leads
WhichWaitsForIt = { $before }, which waits for it in turn
ReservedStands = reserved by { $name }, which stands on it
ReservedEnters = reserved by { $name }, which enters it
ReservedLeaves = reserved by { $name }, which leaves it

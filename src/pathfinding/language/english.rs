//! All texts in English.

use super::Phrase;

/// Small numbers of things.
pub(super) const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The phrase with its places still open.
#[expect(clippy::too_many_lines, reason = "one line a phrase")]
pub(super) const fn text(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::NothingAtAll => "This search took no steps.",
        Phrase::NothingYet => "Nothing has happened yet: the search from {start} to {goal} is about to begin.",
        Phrase::StartOpened => "The start {cell} is put on the open list: {costs}.",
        Phrase::GoalOpened => "The goal {cell} is put on the open list, to search from there: {costs}.",
        Phrase::NewPass => "The pass is over. The next one begins again at {start}, with the bound F = {bound}.",
        Phrase::Found => "A way is found: it costs {cost} and has {cells} cells; cells expanded: {expanded}.",
        Phrase::FoundUnpriced => "A way is found.",
        Phrase::FoundAtOnce => "The start {cell} is the goal: there is nowhere to go.",
        Phrase::Exhausted => "The search is over: {reason}.",
        Phrase::GivenUp => "Here the search was given up.",
        Phrase::RecordEnds => "Here the record ends; the search went on.",

        Phrase::NoWayUnreachable => "there is no way, the goal is walled off",
        Phrase::NoWayTooDear => "there is no way within the cost limit",
        Phrase::NoWayInRegion => "there is no way inside the region that may be searched",
        Phrase::NoWayEmpty => "there is no way",

        Phrase::ForwardSide => "From the start's side: {sentence}",
        Phrase::BackwardSide => "From the goal's side: {sentence}",
        Phrase::Expanded => "Expanded {cell}.",
        Phrase::Popped => "Popped {cell}: {reason}.",
        Phrase::PoppedTie => "Popped {cell}: {reason}; {tie}.",
        Phrase::PassBegins => "A pass with the bound F = {bound} begins: popped {cell}, whose F is {f}.",
        Phrase::OnlyOpen => "it is the only cell on the open list, {costs}",
        Phrase::LowestF => "F = {f} is the lowest on the open list",
        Phrase::LowestG => "G = {g} is the lowest on the open list",
        Phrase::LowestH => "H = {h} is the lowest on the open list",
        Phrase::LowestWeighted => "G + {weight} H = {sum} is the lowest on the open list",
        Phrase::FewestSteps => "its number of steps from the start, {steps}, is the lowest on the open list",
        Phrase::LowestKey => "its key, F = {f} and then G = {g}, is the lowest on the open list",
        Phrase::LeastLeft => "what is left from it to the goal, {g}, is the least on the open list",
        Phrase::TopOfStack => "it lies on top of the stack, for it was seen last",
        Phrase::WithinBound => "it was opened last, and its F = {f} is within the bound {bound}",
        Phrase::NextInList => "its F = {f} is the next within the bound as the list is gone through",

        Phrase::TieOldest => "of {count} equal ones it was opened first",
        Phrase::TieNewest => "of {count} equal ones it was opened last",
        Phrase::TieLargerG => "of {count} equal ones it has the largest G",
        Phrase::TieLargerGNewest => "of {count} equal ones it has the largest G and was opened last",
        Phrase::TieSmallerH => "of {count} equal ones it has the smallest H",
        Phrase::TieSmallerHNewest => "of {count} equal ones it has the smallest H and was opened last",

        Phrase::IsGoal => "It is the goal.",
        Phrase::IsGoalSearchOn => "It is the goal; from now on only cheaper ways are looked for.",
        Phrase::IsNear => "It is near enough to the goal.",
        Phrase::StopsHere => "With {cell} on the open list the search is over.",
        Phrase::NothingNew => "It leads to no new cell and to no shorter way.",
        Phrase::OneNew => "Its neighbour {cell} is new: {costs}.",
        Phrase::OneJump => "Jumped from {from} to {cell}: {costs}.",
        Phrase::OneInSight => "Its neighbour {cell} is new, with the parent {parent} in sight: {costs}.",
        Phrase::OneSeemsInSight => {
            "Its neighbour {cell} is new, with the parent {parent} taken to be in sight: {costs}."
        }
        Phrase::OnePortal => "Through a portal {cell} is new: {costs}.",
        Phrase::ManyNew => "Its neighbours are new: {list}.",
        Phrase::ManyJumps => "Jumped from {from} to {list}.",
        Phrase::ItemNew => "{cell} with {costs}",
        Phrase::ItemInSight => "{cell} by {parent} with {costs}",
        Phrase::ItemPortal => "{cell} through a portal with {costs}",
        Phrase::OneShorter => "A shorter way to {cell}: G from {old} to {new}, parent {parent}.",
        Phrase::ManyShorter => "Shorter ways: {list}.",
        Phrase::OneReopened => "A shorter way opens {cell} again: G from {old} to {new}, parent {parent}.",
        Phrase::ManyReopened => "Opened again by shorter ways: {list}.",
        Phrase::ItemShorter => "{cell} with G from {old} to {new}",
        Phrase::OneFewerSteps => "A way with fewer steps to {cell}: its parent is now {parent}.",
        Phrase::ManyFewerSteps => "Ways with fewer steps: {list}.",
        Phrase::OneMoved => "{cell} waits already and moves to the top of the stack: its parent is now {parent}.",
        Phrase::ManyMoved => "These wait already and move to the top of the stack: {list}.",
        Phrase::OneUpdated => "{cell} gets another parent, {parent}: G from {old} to {new}.",
        Phrase::ManyUpdated => "These get another parent: {list}.",
        Phrase::ItemCell => "{cell}",
        Phrase::OutOfSight => "{cell} is out of its parent's sight after all: parent {parent}, G from {old} to {new}.",
        Phrase::Dropped => "{cell} is dropped from the open list.",
        Phrase::DroppedUseless => "{cell} is dropped: no way through it can be cheaper than the one found.",
        Phrase::DroppedTooDear => "{cell} is dropped: its way turns out to be beyond the cost limit.",
        Phrase::ManyDropped => "Dropped from the open list: {count} cells.",
        Phrase::ManyDroppedUseless => "Dropped: {count} cells, for no way through them can be cheaper.",
        Phrase::ManyDroppedTooDear => "Dropped: {count} cells, whose ways turn out to be beyond the cost limit.",
        Phrase::PutOff => "{cell} has to wait for the next pass: its F = {f} is above the bound.",
        Phrase::OnePutOff => "{cell} has to wait for the next pass.",
        Phrase::ManyPutOff => "Put off to the next pass: {count} cells.",
        Phrase::List => "{list}; {next}",
        Phrase::ListMore => "{list} and {more} more",

        Phrase::OpenList => "Open list, in the order of expansion: {count}",

        Phrase::CostsGhf => "G = {g}, H = {h}, F = {f}",
        Phrase::CostsG => "G = {g}",

        Phrase::CellOutside => "{cell} lies outside the map.",
        Phrase::CellBlocked => "Blocked ({terrain}): nobody can enter.",
        Phrase::CellOutsideRegion => "It lies outside the region that may be searched.",
        Phrase::CellUnseen => "Not seen yet.",
        Phrase::CellForward => "From the start's side: {line}",
        Phrase::CellBackward => "From the goal's side: {line}",
        Phrase::CellRoot => "Opened at the beginning: {costs}.",
        Phrase::CellOpened => "Opened at step {step} from {parent}: {costs}.",
        Phrase::CellChanged => "Another parent at step {step}, {parent}: {costs}.",
        Phrase::CellChangedOften => "Another parent {times} times, last at step {step}, {parent}: {costs}.",
        Phrase::CellReopened => "Opened again at step {step} from {parent}: {costs}.",
        Phrase::CellClosed => "Closed at step {step}.",
        Phrase::CellClosedOften => "Closed {times} times, last at step {step}.",
        Phrase::CellRank => "Number {rank} of {count} on the open list.",
        Phrase::CellIsNext => "Number 1 of {count} on the open list: the next to be expanded.",
        Phrase::CellDropped => "Dropped from the open list.",
        Phrase::CellDroppedUseless => "Dropped: no way through it can be cheaper than the one found.",
        Phrase::CellDroppedTooDear => "Dropped: its way turned out to be beyond the cost limit.",
        Phrase::CellPutOff => "Put off to the next pass: its F was above the bound.",
        Phrase::CellNotFrom => "No step leads here from {from}: {rule}",

        Phrase::WayOver => "A cheapest way leads over it.",
        Phrase::WayDearer => "Through this cell the cheapest way costs {through}: {more} more than the best ({best}).",
        Phrase::WayDearerAlongGrid => {
            "Through this cell the cheapest way along the grid costs {through}: {more} more than the best ({best})."
        }
        Phrase::WayNotFromStart => "No way leads through it: it is walled off from the start.",
        Phrase::WayNotToGoal => "No way leads through it: from here the goal is walled off.",

        Phrase::MoveOutside => "Outside: {cell} is not on the map.",
        Phrase::MoveFromBlocked => "Nobody can stand on {cell}.",
        Phrase::MoveWall => "Wall: {cell} is blocked ({terrain}).",
        Phrase::MoveFar => "Too far: {from} and {to} are no neighbours, and no portal joins them.",
        Phrase::MoveRegion => "Region limit: {cell} lies outside the region that may be searched.",
        Phrase::MoveOneWay => "One-way cell: {terrain} at {cell} cannot be left in this direction.",
        Phrase::MoveFourWay => "4-way movement: no diagonal steps.",
        Phrase::MoveCorner => "Corner rule: the step would cut the corner of the wall {wall}.",
        Phrase::MoveBetweenWalls => "Corner rule: the step would squeeze between the walls {wall} and {other}.",

        Phrase::BreadthFirst => "Breadth-first",
        Phrase::DepthFirst => "Depth-first",
        Phrase::Dijkstra => "Dijkstra",
        Phrase::Greedy => "Greedy best-first",
        Phrase::AStar => "A*",
        Phrase::WeightedAStar => "Weighted A*",
        Phrase::Bidirectional => "Bidirectional A*",
        Phrase::IdaStar => "IDA*",
        Phrase::Fringe => "Fringe search",
        Phrase::JumpPoint => "Jump point search",
        Phrase::Theta => "Theta*",
        Phrase::LazyTheta => "Lazy Theta*",
        Phrase::Lpa => "Lifelong planning A*",
        Phrase::FlowField => "Flow field",

        Phrase::FourWay => "4-way",
        Phrase::EightWay => "8-way, corners may be cut",
        Phrase::EightWayOneSide => "8-way, one side of a corner must be free",
        Phrase::EightWayNoCutting => "8-way, no corner cutting",
        Phrase::North => "n",
        Phrase::East => "e",
        Phrase::South => "s",
        Phrase::West => "w",
        Phrase::NorthEast => "ne",
        Phrase::SouthEast => "se",
        Phrase::SouthWest => "sw",
        Phrase::NorthWest => "nw",

        Phrase::OpenedFirst => "opened first",
        Phrase::OpenedLast => "opened last",
        Phrase::LargerG => "larger G",
        Phrase::SmallerH => "smaller H",
        Phrase::WithLargerG => "with larger G",
        Phrase::WithSmallerH => "with smaller H",
        Phrase::TerrainEntered => "the terrain entered",
        Phrase::TerrainTouched => "the mean of the terrain touched",
        Phrase::Steps => "straight {straight}, diagonal {diagonal}",

        Phrase::Rules => "{movement}, {steps} times {touched}; {stop}{tie}{parent}; neighbours {order}{limits}.",
        Phrase::RulesStep => "a step costs {straight}",
        Phrase::RulesSteps => "a step costs {straight} straight and {diagonal} diagonal",
        Phrase::RulesStopOpened => "stops when the goal is opened",
        Phrase::RulesStopExpanded => "stops when the goal is expanded",
        Phrase::RulesTie => "; of equal F the one {tie} goes first",
        Phrase::RulesFirstParent => "; the first parent stays",
        Phrase::RulesRange => "; ends within {cells} cells of the goal",
        Phrase::RulesExpansions => "; gives up after {most} expansions",
        Phrase::RulesMaxCost => "; no way dearer than {most}",
        Phrase::RulesRegion => "; only inside {width} × {height} cells from {at}",

        Phrase::StartOutside => "the start {cell} lies outside the map",
        Phrase::GoalOutside => "the goal {cell} lies outside the map",
        Phrase::StartBlocked => "the start {cell} is blocked",
        Phrase::GoalBlocked => "the goal {cell} is blocked",

        Phrase::RefusedWeighted => {
            "{title} needs terrain of one cost, and this map has several; use astar, bidirectional or lpa"
        }
        Phrase::RefusedOneWay => "{title} does not know one-way cells; use astar, bidirectional or dijkstra",
        Phrase::RefusedPortals => "{title} does not know portals; use astar, bidirectional or dijkstra",
        Phrase::RefusedFourWay => {
            "{title} draws lines at any angle, which 4-way movement forbids; use an 8-way rule, or astar"
        }
        Phrase::RefusedSteps => {
            "{title} measures straight lines, so a diagonal step costs 1.414; use the step costs sqrt2, or astar"
        }
        Phrase::RefusedDearDiagonal => {
            "{title} needs a diagonal step to cost less than two straight ones; use cheaper ones, 4-way movement, or astar"
        }
        Phrase::RefusedWeight => "{title} counts its estimate once; set the weight to 1, or use weighted-astar",
        Phrase::RefusedStop => "{title} stops by a rule of its own; set the stop rule to `expanded`, or use astar",
        Phrase::RefusedParent => "{title} always keeps the shorter way; set the parent rule to `shorter`, or use astar",
        Phrase::RefusedRange => "{title} aims at one cell; set the range to 0, or use astar or dijkstra",
        Phrase::RefusedRegion => "{title} cannot be kept inside a region; use astar or dijkstra",
        Phrase::RefusedMaxCost => {
            "{title} cannot tell whether a way within a cost limit exists; set no limit, or use dijkstra or astar"
        }
        Phrase::RefusedMaxCostOfFirst => {
            "{title} may miss ways within a cost limit if first parents stay; set the parent rule to `shorter`, or no limit"
        }
        Phrase::RefusedFormulaOfG => {
            "{title} needs an estimate that depends on the cell alone, and the formula asks for g; use astar"
        }
        Phrase::RefusedInadmissible => {
            "{title} needs an estimate that never exceeds the true cost; use octile, or another algorithm"
        }

        Phrase::WalledOff => "the goal is walled off",
        Phrase::NoneWithinLimit => "none is within the cost limit",
        Phrase::NoneInRegion => "none lies inside the region that may be searched",

        Phrase::TraceCut => "the first {kept} of {told} events are kept",

        Phrase::Optimal => "Optimal: {cost} is the cheapest way.",
        Phrase::Above => "{percent} above the optimum: {cost} instead of {best}.",
        Phrase::AboveWithin => "{percent} above the optimum: {cost} instead of {best}, within its bound of {bound}.",
        Phrase::AboveBeyond => "{percent} above the optimum: {cost} instead of {best}, beyond its bound of {bound}.",
        Phrase::AnyAngleSame => "Any-angle: {cost}, as much as the cheapest way along the grid.",
        Phrase::AnyAngleBelow => "Any-angle: {cost}, {percent} below the cheapest way along the grid, {best}.",
        Phrase::AnyAngleAbove => "Any-angle: {cost}, {percent} above the cheapest way along the grid, {best}.",
        Phrase::RightlyTooDear => "Rightly no way: the cheapest costs {best}, more than the limit.",
        Phrase::RightlyNoWay => "Rightly no way: {reason}.",
        Phrase::Missed => "No way was found within the limit, but one costs {best}; this search does not look for it.",
        Phrase::GaveUp => "Given up before there was an answer; the cheapest way costs {best}.",
        Phrase::GaveUpNoWay => "Given up before there was an answer; there is no way.",
        Phrase::Refused => "Refused: {refusal}.",
        Phrase::TooHigh => "The estimate is too high at {cell}: it says {h}, the way costs {truth}.",
        Phrase::FallsTooFast => {
            "The estimate falls too fast at {cell}: it says {h}, and {next_h} at {next}, a move for {cost}."
        }

        Phrase::Fault => "Fault: {fault}.",
        Phrase::FaultSteps => "the steps cost {sum}, not {said}",
        Phrase::FaultEnds => "the way leads from {first} to {last}, which nobody asked for",
        Phrase::FaultRegion => "the way leaves the region at {cell}",
        Phrase::FaultLimit => "the way costs {cost}, and {most} was the limit",
        Phrase::FaultImpossible => "the way is said to cost {cost}, and none is cheaper than {best}",
        Phrase::FaultNone => "the way is said to cost {cost}, and there is none",
        Phrase::FaultMissed => "no way was found, and there is one for {best}",
        Phrase::FaultNotOptimal => "the cheapest way was promised; this one costs {cost} instead of {best}",
        Phrase::FaultNotBounded => "at most {bound} times {best} was promised; this way costs {cost}",
        Phrase::FaultNotFewest => "the fewest steps were promised; this way has {steps} instead of {fewest}",
        Phrase::FaultHeuristic => "the heuristic is known never to be too high, and at {cell} it is",
        Phrase::PathEmpty => "the path is empty",
        Phrase::PathBlocked => "{cell} is blocked or outside",
        Phrase::PathGap => "no step leads from {from} to {to}",
        Phrase::PathOneWay => "the one-way cell {from} does not lead to {to}",
        Phrase::PathLine => "{cell} is not the next cell on the line from {from} to {to}",
        Phrase::PathCorner => "the corner rule forbids {from} to {to}",
    }
}

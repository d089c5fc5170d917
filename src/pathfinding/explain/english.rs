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
        Phrase::OneShorter => "A shorter way to {cell}: G {old} → {new}, parent {parent}.",
        Phrase::ManyShorter => "Shorter ways: {list}.",
        Phrase::OneReopened => "A shorter way opens {cell} again: G {old} → {new}, parent {parent}.",
        Phrase::ManyReopened => "Opened again by shorter ways: {list}.",
        Phrase::ItemShorter => "{cell} with G {old} → {new}",
        Phrase::OneFewerSteps => "A way with fewer steps to {cell}: its parent is now {parent}.",
        Phrase::ManyFewerSteps => "Ways with fewer steps: {list}.",
        Phrase::OneMoved => "{cell} waits already and moves to the top of the stack: its parent is now {parent}.",
        Phrase::ManyMoved => "These wait already and move to the top of the stack: {list}.",
        Phrase::OneUpdated => "{cell} gets another parent, {parent}: G {old} → {new}.",
        Phrase::ManyUpdated => "These get another parent: {list}.",
        Phrase::ItemCell => "{cell}",
        Phrase::OutOfSight => "{cell} is out of its parent's sight after all: parent {parent}, G {old} → {new}.",
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
        Phrase::CellPassedOver => "Passed over: it can lead to no cheaper way.",
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
    }
}

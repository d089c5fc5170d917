//! The phrases: one for each meaning, with the names of its places.
//!
//! Phrases that end in a full stop are sentences. Others are clauses, to be put into a place of a sentence.

/// Declares an enum of phrases and their places.
macro_rules! phrases {
    ($(#[$about:meta])* $visible:vis enum $phrases:ident; $($name:ident $([$($place:literal),*])?;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible enum $phrases { $($name,)* }

        impl $phrases {
            /// All of them.
            #[cfg(test)]
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// What its places are called.
            pub const fn places(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($($place),*)?],)* }
            }
        }
    };
}
#[cfg(feature = "app")]
pub(crate) use phrases;

phrases! {
    /// One meaning.
    pub(in crate::pathfinding) enum Phrase;

    // Before and after the steps.
    NothingAtAll;
    NothingYet["start", "goal"];
    StartOpened["cell", "costs"];
    GoalOpened["cell", "costs"];
    NewPass["bound", "start"];
    Found["cost", "cells", "expanded"];
    FoundUnpriced;
    FoundAtOnce["cell"];
    Exhausted["reason"];
    GivenUp;
    RecordEnds;

    // Why there is no way.
    NoWayUnreachable;
    NoWayTooDear;
    NoWayInRegion;
    NoWayEmpty;

    // One expansion: "Popped (2, 5): why; which of equals."
    ForwardSide["sentence"];
    BackwardSide["sentence"];
    Expanded["cell"];
    Popped["cell", "reason"];
    PoppedTie["cell", "reason", "tie"];
    PassBegins["bound", "cell", "f"];
    OnlyOpen["costs"];
    LowestF["f"];
    LowestG["g"];
    LowestH["h"];
    LowestWeighted["weight", "sum"];
    FewestSteps["steps"];
    LowestKey["f", "g"];
    LeastLeft["g"];
    TopOfStack;
    WithinBound["f", "bound"];
    NextInList["f"];

    // Which of equals.
    TieOldest["count"];
    TieNewest["count"];
    TieLargerG["count"];
    TieLargerGNewest["count"];
    TieSmallerH["count"];
    TieSmallerHNewest["count"];

    // What an expansion led to.
    IsGoal;
    IsGoalSearchOn;
    IsNear;
    StopsHere["cell"];
    NothingNew;
    OneNew["cell", "costs"];
    OneJump["from", "cell", "costs"];
    OneInSight["cell", "parent", "costs"];
    OneSeemsInSight["cell", "parent", "costs"];
    OnePortal["cell", "costs"];
    ManyNew["list"];
    ManyJumps["from", "list"];
    ItemNew["cell", "costs"];
    ItemInSight["cell", "parent", "costs"];
    ItemPortal["cell", "costs"];
    OneShorter["cell", "parent", "old", "new"];
    ManyShorter["list"];
    OneReopened["cell", "parent", "old", "new"];
    ManyReopened["list"];
    ItemShorter["cell", "old", "new"];
    OneFewerSteps["cell", "parent"];
    ManyFewerSteps["list"];
    OneMoved["cell", "parent"];
    ManyMoved["list"];
    OneUpdated["cell", "parent", "old", "new"];
    ManyUpdated["list"];
    ItemCell["cell"];
    OutOfSight["cell", "parent", "old", "new"];
    Dropped["cell"];
    DroppedUseless["cell"];
    DroppedTooDear["cell"];
    ManyDropped["count"];
    ManyDroppedUseless["count"];
    ManyDroppedTooDear["count"];
    PutOff["cell", "f"];
    OnePutOff["cell"];
    ManyPutOff["count"];
    List["list", "next"];
    ListMore["list", "more"];

    // The open list.
    OpenList["count"];

    // Costs.
    CostsGhf["g", "h", "f"];
    CostsG["g"];

    // One cell.
    CellOutside["cell"];
    CellBlocked["terrain"];
    CellOutsideRegion;
    CellUnseen;
    CellForward["line"];
    CellBackward["line"];
    CellRoot["costs"];
    CellOpened["step", "parent", "costs"];
    CellChanged["step", "parent", "costs"];
    CellChangedOften["times", "step", "parent", "costs"];
    CellReopened["step", "parent", "costs"];
    CellClosed["step"];
    CellClosedOften["times", "step"];
    CellRank["rank", "count"];
    CellIsNext["count"];
    CellDropped;
    CellDroppedUseless;
    CellDroppedTooDear;
    CellPutOff;
    CellNotFrom["from", "rule"];

    // Why not this cell.
    WayOver;
    WayDearer["through", "more", "best"];
    WayDearerAlongGrid["through", "more", "best"];
    WayNotFromStart;
    WayNotToGoal;

    // Why not this move.
    MoveOutside["cell"];
    MoveFromBlocked["cell"];
    MoveWall["cell", "terrain"];
    MoveFar["from", "to"];
    MoveRegion["cell"];
    MoveOneWay["cell", "terrain"];
    MoveFourWay;
    MoveCorner["wall"];
    MoveBetweenWalls["wall", "other"];

    // The algorithms.
    BreadthFirst;
    DepthFirst;
    Dijkstra;
    Greedy;
    AStar;
    WeightedAStar;
    Bidirectional;
    IdaStar;
    Fringe;
    JumpPoint;
    Theta;
    LazyTheta;
    Lpa;
    FlowField;

    // Rules of moving.
    FourWay;
    EightWay;
    EightWayOneSide;
    EightWayNoCutting;
    North;
    East;
    South;
    West;
    NorthEast;
    SouthEast;
    SouthWest;
    NorthWest;

    // Rules of cost and order.
    OpenedFirst;
    OpenedLast;
    LargerG;
    SmallerH;
    WithLargerG;
    WithSmallerH;
    TerrainEntered;
    TerrainTouched;
    Steps["straight", "diagonal"];

    // All of them: "4-way, a step costs 1 times the terrain entered; stops when …"
    Rules["movement", "steps", "touched", "stop", "tie", "parent", "order", "limits"];
    RulesStep["straight"];
    RulesSteps["straight", "diagonal"];
    RulesStopOpened;
    RulesStopExpanded;
    RulesTie["tie"];
    RulesFirstParent;
    RulesRange["cells"];
    RulesExpansions["most"];
    RulesMaxCost["most"];
    RulesRegion["width", "height", "at"];

    // Questions that make no sense.
    StartOutside["cell"];
    GoalOutside["cell"];
    StartBlocked["cell"];
    GoalBlocked["cell"];

    // Settings that make no sense.
    RefusedWeighted["title"];
    RefusedOneWay["title"];
    RefusedPortals["title"];
    RefusedFourWay["title"];
    RefusedSteps["title"];
    RefusedDearDiagonal["title"];
    RefusedWeight["title"];
    RefusedStop["title"];
    RefusedParent["title"];
    RefusedRange["title"];
    RefusedRegion["title"];
    RefusedMaxCost["title"];
    RefusedMaxCostOfFirst["title"];
    RefusedFormulaOfG["title"];
    RefusedInadmissible["title"];

    // Why there is no way, after "no way: ".
    WalledOff;
    NoneWithinLimit;
    NoneInRegion;

    // What a trace lacks.
    TraceCut["kept", "told"];

    // The verdict.
    Optimal["cost"];
    Above["percent", "cost", "best"];
    AboveWithin["percent", "cost", "best", "bound"];
    AboveBeyond["percent", "cost", "best", "bound"];
    AnyAngleSame["cost"];
    AnyAngleBelow["cost", "percent", "best"];
    AnyAngleAbove["cost", "percent", "best"];
    RightlyTooDear["best"];
    RightlyNoWay["reason"];
    Missed["best"];
    GaveUp["best"];
    GaveUpNoWay;
    Refused["refusal"];
    TooHigh["cell", "h", "truth"];
    FallsTooFast["cell", "h", "next_h", "next", "cost"];

    // Answers that are wrong.
    Fault["fault"];
    FaultSteps["sum", "said"];
    FaultEnds["first", "last"];
    FaultRegion["cell"];
    FaultLimit["cost", "most"];
    FaultImpossible["cost", "best"];
    FaultNone["cost"];
    FaultMissed["best"];
    FaultNotOptimal["cost", "best"];
    FaultNotBounded["cost", "best", "bound"];
    FaultNotFewest["steps", "fewest"];
    FaultHeuristic["cell"];
    PathEmpty;
    PathBlocked["cell"];
    PathGap["from", "to"];
    PathOneWay["from", "to"];
    PathLine["from", "to", "cell"];
    PathCorner["from", "to"];
}

//! The phrases of the window: one for each meaning, with the names of its places.

use crate::pathfinding::language::phrases;

phrases! {
    /// One meaning.
    #[expect(missing_docs, reason = "each means what its English text says")]
    pub enum Phrase;

    // The bar at the top.
    Agents;
    Watch;
    WalkOn;
    Hold;
    Restart;
    Fit;
    Panel;
    Keys;
    WithKey["what", "key"];
    Key["key"];
    OtherLanguage["name"];
    NoLevel;
    NoLevels;
    Tutorial;
    Tutorials;
    FirstSteps;
    RightAngle;
    FourAlgorithms;
    SortedList;
    WalkTheStack;

    // The line at the bottom.
    Held["rest"];
    MapSize["width", "height", "frames"];
    LastSearch["expanded", "way"];
    CostAndPath["cost", "path"];
    NoWay;
    PointAtCell;
    UnderPointer["cell", "terrain", "cost", "region"];
    CostOf["cost"];
    Blocked;
    RegionOf["region", "count", "cells"];

    // Cards over the map.
    LevelBroken;
    BuiltInShown;
    LastGoodStays;
    HintClickDoes;
    HintWatch;
    HintWatchDoes;
    HintEdit;
    HintEditDoes;
    GotIt;
    AllKeys;

    // Keys and mouse.
    KeysAndMouse;
    KeyClick;
    KeyClickAgent;
    KeyDoubleClickAgent;
    KeyShiftClick;
    KeyCtrlClick;
    KeyDrag;
    KeyWheel;
    KeyArrows;
    KeySpace;
    KeyHelp;
    KeyDragEnds;
    KeyClickEnds;
    KeyRightClick;
    KeyLeftRight;
    KeyLeft;
    KeyRight;
    DoesSend;
    DoesSelect;
    DoesWatchAgent;
    DoesQueue;
    DoesSendAll;
    DoesMoveMapByDrag;
    DoesZoomAtPointer;
    DoesMoveMap;
    DoesZoom;
    DoesFit;
    DoesHold;
    DoesSelectNext;
    DoesStop;
    DoesRestart;
    DoesWatch;
    DoesChangeLevel;
    DoesFoldPanel;
    DoesHelp;
    DoesScale;
    DoesPicture;
    DoesFollow;
    DoesMoveEnds;
    DoesOpenCellMenu;
    DoesPlay;
    DoesStep;
    DoesJump;
    DoesSpeed;
    DoesStepSize;
    DoesBreaks;
    DoesHeat;
    DoesTree;
    DoesLegend;
    DoesAllRuns;
    DoesGiveUp;

    // What agents do.
    Stopped;
    Planning;
    Waiting;
    Walking;
    NoWayBecause["reason"];
    StoppedBecause["reason"];
    LookingForWay;
    WaitingForOrder;
    WalkingOn["cells", "seconds"];
    OneCell;
    Cells["count"];

    // News.
    Replanned["count", "all"];
    WallCameDown["from", "to"];
    NoAgentsToSend;
    NoSuchAgent["name"];
    NoAgentSelected;
    NoSearchYet["name"];
    CellIsBlocked["cell"];
    CellOutside["cell"];
    NoSuchGlyph["glyph"];
    NoSuchLevel["file"];
    LevelSaved;
    PictureSaved["file"];
    PictureFailed["error"];
    NoSuchLanguage["name"];
    NoChineseFont;
    NoSuchHeatMap["name"];
    NoSuchStep["name"];
    NoBreakpointSet;
    NoBreakAfter;
    NoBreakBefore;
    NoBreakpoint["typed"];
    UnknownValue["value", "values"];
    NoFormula["text", "why"];
    WrongWeight["value"];
    EachDirectionOnce;
    NoSuchSetting["key"];

    // The search settings.
    Search;
    AsInLevel;
    Changed;
    SettingAlgorithm;
    SettingHeuristic;
    SettingFormula;
    SettingWeight;
    SettingMovement;
    SettingTie;
    SettingSteps;
    SettingNeighbours;
    SettingTimes;
    SettingParent;
    SettingStop;
    SettingUnreachable;
    HeuristicZero;
    HeuristicManhattan;
    HeuristicEuclidean;
    HeuristicFloored;
    HeuristicOctile;
    HeuristicChebyshev;
    OwnFormula;
    FormulaTip;
    NeighboursTip;
    FewerSettings;
    MoreSettings;
    FirstParent;
    ShorterParent;
    StopOpened;
    StopExpanded;
    StayAndSay;
    GoToNearest;
    AlwaysOptimal;
    AtMostTimes["weight"];
    FewestSteps;
    CloseToShortest;
    MayMiss;

    // Agents and terrain in the side panel.
    SelectedAgent;
    PlaceOf["place", "count"];
    NoAgents;
    RowState;
    RowGoal;
    NoGoal;
    RowSpeed;
    CellsPerSecond["speed", "habit"];
    OnPatrol;
    RowThen;
    AndMore["list", "more"];
    RowSearch;
    NoneYet;
    Stop;
    NextAgent;
    WatchItsSearch;
    WatchItsSearchTip;
    AllAgents;
    Terrain;
    CostOfEntering;

    // The watched search.
    Result;
    UnderWay;
    GivenUp;
    YourEnds;
    LastSearchOf["name"];
    SearchOf["name", "number", "count"];
    RunNumber["number"];
    EarlierSearch;
    LaterSearch;
    ShowAtEnd;
    Cost;
    CellCount;
    Expanded;
    Generated;
    SearchTime;
    Reopened;
    OpenNow;
    MostOpen;
    Scanned;
    TraceSize;
    LongSearch["notice"];
    HoveredCell;
    PointForHistory;
    Breakpoints;
    NoneSet;
    WhenCellOpened;
    WhenCellClosed;
    WhenCellRelaxed;
    WhenFAbove;
    WhenGAbove;
    WhenReopened;
    WhenGoalOpened;
    BreakOpened["x", "y"];
    BreakClosed["x", "y"];
    BreakRelaxed["x", "y"];
    BreakFAbove["cost"];
    BreakGAbove["cost"];
    BreakReopened;
    BreakGoal;
    SetBreak;
    RemoveBreak;
    ClearBreaks;
    ClearBreaksTip;
    PreviousBreak;
    PreviousBreakTip;
    NextBreak;
    NextBreakTip;
    OnTheMap;
    Heat;
    HeatOff;
    HeatOrder;
    SearchTree;
    NumbersInCells;
    Legend;
    LegendTip;
    SearchesOfAgents;
    WatchThisSearch;
    FromTo["start", "goal", "cost"];

    // Its lists.
    OpenList;
    ClosedList;
    OpenInOrder["count"];
    ClosedLastFirst["count"];
    CellColumn;
    NoCellWaits;
    NoneExpanded;
    NewRow;
    MovedRow;
    NextRow;
    GoalSide;
    Dropped;
    LettersTip;

    // The table of runs.
    RunsOnLevel;
    Algorithm;
    FromToColumn;
    Verdict;
    ExpandedShort;
    Time;
    Settings;
    SortByThis;
    CompareTip;
    RunsHint;
    AllColumns;
    NoRuns;
    Wrong;
    Optimal;
    OnlyRun["number", "count"];
    OnlyThis["count"];
    BothRuns["count"];

    // The time line.
    Searching;
    SearchingSoFar["expanded", "seconds"];
    GivenUpAfter["expanded"];
    SearchAgain;
    Cancel;
    CancelTip;
    EventOf["number", "count"];
    StepOf["number", "count"];
    FirstStep;
    StepBack;
    Pause;
    Play;
    StepForward;
    LastStep;
    ByEvent;
    ByExpansion;
    ByLayer;
    PerSecond["steps"];
    Fastest;
    Faster;
    Slower;
    RedBreakpoints["list"];

    // The legend.
    FMeans;
    GMeans;
    HMeans;
    MarkOpen;
    MarkClosed;
    MarkCurrent;
    MarkChanged;
    MarkWay;
    MarkBreakpoint;
    MarkOpenBackward;
    MarkClosedBackward;
    MarkWitness;
    LegendButtonTip;
    ArrowMeans;

    // The menu of a cell.
    Cell["cell"];
    SearchFromHere;
    SearchToHere;
    StopWhenOpened;
    StopWhenClosed;
    StopWhenRelaxed;
}

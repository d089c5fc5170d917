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
    NoSuchSetting["key"];
    EachDirectionOnce;
}

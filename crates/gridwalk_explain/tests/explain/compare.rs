//! Searches side by side.

use std::sync::Arc;
use std::time::Duration;

use gridwalk_explain::compare::{
    ComparedBoard, Comparison, ComparisonError, Difference, distinctions, expanded_by,
};
use gridwalk_explain::{Language, Timeline, Trace};
use gridwalk_level::{BoardsSetup, Clock, Level};
use gridwalk_pathfinding::{
    Cell, Limits, NodePool, OptionChange, Outcome, PathQuery, SearchEvent, SearchOptions,
};
use gridwalk_testing::shipped_level;

/// A search with everything that a board shows.
struct Recorded {
    options: SearchOptions,
    timeline: Timeline,
    outcome: Outcome,
    time: Duration,
}

impl Recorded {
    fn new(level: &Level, changes: &[(&str, &str)], [start, goal]: [Cell; 2], micros: u64) -> Self {
        let changes: Vec<_> = changes
            .iter()
            .map(|(key, value)| OptionChange::parse(key, value).unwrap())
            .collect();
        let options = BoardsSetup::options(&level.search, &changes);
        let query = PathQuery::new(start, goal, options.clone());
        let mut pool = NodePool::default();
        let (outcome, trace) =
            Trace::record(&level.grid, &query, Limits::NONE, usize::MAX, &mut pool);
        let timeline = Timeline::new(Arc::new(trace));
        Self {
            options,
            timeline,
            outcome,
            time: Duration::from_micros(micros),
        }
    }

    fn board(&self) -> ComparedBoard<'_> {
        let Self {
            options,
            timeline,
            outcome,
            time,
        } = self;
        ComparedBoard {
            options,
            timeline,
            outcome,
            time: *time,
        }
    }
}

const ENDS: [Cell; 2] = [Cell::new(2, 5), Cell::new(10, 5)];

/// The two boards of the sorted list.
fn ties() -> [Recorded; 2] {
    let level = shipped_level("sorted_list");
    [
        Recorded::new(&level, &[], ENDS, 30),
        Recorded::new(&level, &[("tie", "oldest")], ENDS, 20),
    ]
}

#[test]
fn the_boards_of_the_sorted_list_end_at_57_and_69_expansions() {
    let ties = ties();
    let boards = Comparison::new(ties.iter().map(Recorded::board).collect()).unwrap();
    let ends = |clock| [0, 1].map(|place: usize| boards.boards()[place].end(clock));
    assert_eq!(ends(Clock::Expansions), [57, 69]);
    assert_eq!(boards.end(Clock::Expansions), 69);
    let passed = ties
        .each_ref()
        .map(|board| *board.timeline.positions_scanned().last().unwrap());
    assert_eq!(passed, [283, 830]);
    let cells = boards.difference(0, 1).unwrap();
    assert_eq!(
        cells,
        Difference {
            only_first: 0,
            only_second: 12,
            both: 57
        }
    );
    assert_eq!(boards.difference(0, 2), None);
    let sentence = boards.winner(Clock::Expansions, Language::English);
    assert_eq!(
        sentence,
        "Board 1 (Tie-breaking: opened last) expands the fewest cells: 57. All paths cost 16."
    );
    assert_eq!(
        boards.winner(Clock::Expansions, Language::Chinese),
        "棋盘 1（平局处理：后加入者）展开的格子最少：57。所有路径的代价都是 16。"
    );
    let own = distinctions(&ties.each_ref().map(|board| &board.options));
    let own: Vec<_> = own
        .iter()
        .map(|own| own.iter().map(OptionChange::text).collect::<String>())
        .collect();
    assert_eq!(own, ["newest", "oldest"]);
}

/// By expansions the first board arrives first, by the time that was measured the second.
#[test]
fn another_clock_changes_the_order_of_arrival() {
    let ties = ties();
    let boards = Comparison::new(ties.iter().map(Recorded::board).collect()).unwrap();
    let first = |clock: Clock| {
        let ends: Vec<_> = boards
            .boards()
            .iter()
            .map(|board| board.end(clock))
            .collect();
        usize::from(ends[1] < ends[0])
    };
    assert_eq!([Clock::Expansions, Clock::MeasuredTime].map(first), [0, 1]);
    let sentence = boards.winner(Clock::MeasuredTime, Language::English);
    assert!(
        sentence.starts_with("Board 2 (Tie-breaking: opened first) is the fastest: 20 µs."),
        "{sentence}"
    );
    assert!(
        sentence.contains("Board 1 (Tie-breaking: opened last) expands the fewest cells: 57."),
        "{sentence}"
    );
}

#[test]
fn every_clock_goes_from_the_beginning_to_the_end_of_each_board() {
    for recorded in &ties() {
        let board = recorded.board();
        for clock in Clock::ALL {
            let end = board.end(clock);
            let step = (end / 500).max(1);
            let positions: Vec<_> = (0..=end / step)
                .map(|n| board.position(clock, n * step))
                .collect();
            assert!(positions.is_sorted(), "{clock:?}");
            assert_eq!(
                board.position(clock, end),
                board.timeline.len(),
                "{clock:?}"
            );
            assert_eq!(
                board.position(clock, u64::MAX),
                board.timeline.len(),
                "{clock:?}"
            );
        }
        for at in 0..=board.end(Clock::Expansions) {
            let position = board.position(Clock::Expansions, at);
            assert_eq!(board.timeline.marks_at(position).counters().expanded, at);
        }
        let half = board.position(Clock::MeasuredTime, board.end(Clock::MeasuredTime) / 2);
        assert_eq!(half, board.timeline.len() / 2, "events are spread evenly");
    }
}

/// On every level that comes with the program, for pairs of searches of all kinds.
#[test]
fn the_counts_of_a_difference_add_up_to_the_two_expanded_sets() {
    let mut compared = 0;
    for name in [
        "sorted_list",
        "maze",
        "river_crossing",
        "portals",
        "cave",
        "rooms",
    ] {
        let level = shipped_level(name);
        let agent = &level.agents[0];
        let ends = [agent.at, agent.goals[0]];
        let boards: Vec<_> = [
            "astar",
            "dijkstra",
            "greedy",
            "bidirectional",
            "idastar",
            "depth-first",
            "flow-field",
        ]
        .into_iter()
        .filter(|algorithm| name == "sorted_list" || *algorithm != "idastar")
        .map(|algorithm| Recorded::new(&level, &[("algorithm", algorithm)], ends, 1))
        .filter(|board| !matches!(board.outcome, Outcome::Refused(_)))
        .collect();
        for first in &boards {
            for second in &boards {
                let expanded = |board: &Recorded| {
                    let cells = board
                        .timeline
                        .trace()
                        .events()
                        .filter_map(|event| match event {
                            SearchEvent::Expanded { cell, .. } => Some(cell),
                            _ => None,
                        });
                    cells.collect::<std::collections::HashSet<_>>()
                };
                let (one, other) = (expanded(first), expanded(second));
                let (a, b) = (first.timeline.trace(), second.timeline.trace());
                let Difference {
                    only_first,
                    only_second,
                    both,
                } = Difference::of(a, b);
                assert_eq!(
                    [only_first + both, only_second + both],
                    [one.len(), other.len()],
                    "{name}"
                );
                assert_eq!(both, one.intersection(&other).count(), "{name}");
                assert_eq!(expanded_by(a, b).len(), level.grid.cell_count());
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let [one, other] = ties();
    let elsewhere = Recorded::new(
        &shipped_level("sorted_list"),
        &[],
        [Cell::new(2, 5), Cell::new(12, 5)],
        1,
    );
    let refused = |boards: Vec<ComparedBoard>| Comparison::new(boards).unwrap_err();
    assert_eq!(
        refused(vec![one.board(), elsewhere.board()]),
        ComparisonError::Question
    );
    let sentence = "a comparison has from 2 to 6 boards, not 1";
    assert_eq!(refused(vec![other.board()]).to_string(), sentence);
    assert_eq!(
        refused(vec![one.board(); 7]).to_string(),
        sentence.replace("not 1", "not 7")
    );
}

/// One that was stopped has expanded the fewest cells, and won nothing by that.
#[test]
fn a_board_without_an_answer_wins_nothing() {
    let level = shipped_level("sorted_list");
    let stopped = Recorded::new(&level, &[("max-expansions", "5")], ENDS, 1);
    let [one, other] = ties();
    let boards = Comparison::new(vec![stopped.board(), one.board(), other.board()]).unwrap();
    let sentence = boards.winner(Clock::Expansions, Language::English);
    let expected = "Board 2 (A*) expands the fewest cells: 57. Boards 2 and 3 find the cheapest path: 16 each. \
                    Board 1 (A*) ended without an answer.";
    assert_eq!(sentence, expected);
}

/// Past the last event that was kept, `compare` counted wrong: 8,488 / 0 / 58,905 in place of 18 /
/// 8,638 / 67,375.
#[test]
fn cells_of_one_search_are_counted_beyond_the_kept_events() {
    let level = shipped_level("cave");
    let (start, goal) = (level.agents[0].at, level.agents[0].goals[0]);
    let record = |name: &str, limit| {
        let mut options = level.search.clone();
        OptionChange::parse("algorithm", name)
            .unwrap()
            .apply(&mut options);
        let query = PathQuery::new(start, goal, options);
        Trace::record(
            &level.grid,
            &query,
            Limits::NONE,
            limit,
            &mut NodePool::default(),
        )
        .1
    };
    for (first, second) in [("astar", "idastar"), ("dijkstra", "bidirectional")] {
        let whole = Difference::of(&record(first, usize::MAX), &record(second, usize::MAX));
        assert!(whole.only_first + whole.only_second > 0);
        for limit in [0, 7, 2000] {
            let [first, second] = [first, second].map(|name| record(name, limit));
            assert!(first.is_cut() && second.is_cut());
            assert_eq!(Difference::of(&first, &second), whole);
        }
    }
}

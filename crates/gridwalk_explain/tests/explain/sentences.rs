//! Searches in words.

use gridwalk_explain::verdict::TrueCosts;
use gridwalk_explain::{Language, StepDetail, ThroughCosts, blocked_move};
use gridwalk_explain::{Timeline, Trace};
use gridwalk_pathfinding::{
    Algorithm, Cell, CellIndex, Cost, CostLimit, CostRule, Direction, Grid, Heuristic, Limits,
    Movement, NodePool, Outcome, ParentRule, PathQuery, Portal, Rect, SearchEvent, SearchOptions,
    StepCosts, StopRule, Terrain, TerrainId, TieBreak, Weight, solve,
};
use gridwalk_testing::{Rng, shipped_level};

fn level(name: &str) -> (SearchOptions, Grid, Cell, Cell) {
    let level = shipped_level(name);
    let agent = &level.agents[0];
    (
        level.search.clone(),
        Grid::clone(&level.grid),
        agent.at,
        agent.goals[0],
    )
}

fn record(grid: &Grid, query: &PathQuery) -> (Outcome, Trace) {
    Trace::record(
        grid,
        query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    )
}

/// Returns the sentence of every step of a level.
fn steps_of(name: &str, language: Language) -> Vec<String> {
    let (options, grid, start, goal) = level(name);
    let (_, trace) = record(&grid, &PathQuery::new(start, goal, &options));
    let mut timeline = Timeline::new(trace.into());
    let mut steps = vec![gridwalk_explain::step(
        &timeline,
        language,
        StepDetail::Brief,
    )];
    while timeline.position() < timeline.len() {
        timeline.seek(timeline.next_expansion(timeline.position()));
        steps.push(gridwalk_explain::step(
            &timeline,
            language,
            StepDetail::Brief,
        ));
    }
    steps
}

#[test]
fn the_first_steps_are_explained_one_by_one() {
    let lowest = "F = 5 is the lowest on the open list";
    let expected = [
        "Nothing has happened yet: the search from (0, 5) to (4, 4) is about to begin.".to_owned(),
        "Expanded (0, 5): it is the only cell on the open list, G = 0, H = 5, F = 5. Its neighbours are new: \
         (1, 5) with G = 1, H = 4, F = 5; (0, 4) with G = 1, H = 4, F = 5. Positions passed in a sorted list: 0, 1."
            .to_owned(),
        format!(
            "Expanded (1, 5): {lowest}; of two equal ones it was opened first. Its neighbour (2, 5) is new: G = 2, \
             H = 3, F = 5. Ignored: (0, 5) (closed); (1, 4) (blocked). Positions passed in a sorted list: 1."
        ),
        format!(
            "Expanded (0, 4): {lowest}; of two equal ones it was opened first. Its neighbour (0, 3) is new: G = 2, \
             H = 5, F = 7. Ignored: (0, 5) (closed); (1, 4) (blocked). Positions passed in a sorted list: 1."
        ),
        format!(
            "Expanded (2, 5): {lowest}. Its neighbours are new: (3, 5) with G = 3, H = 2, F = 5; (2, 4) with G = 3, \
             H = 2, F = 5. (1, 5) is ignored: closed. Positions passed in a sorted list: 0, 1."
        ),
        format!(
            "Expanded (3, 5): {lowest}; of two equal ones it was opened first. Its neighbours are new: (4, 5) with \
             G = 4, H = 1, F = 5; (3, 4) with G = 4, H = 1, F = 5. \
             (2, 5) is ignored: closed. Positions passed in a sorted list: 1, 2."
        ),
        format!(
            "Expanded (2, 4): {lowest}; of three equal ones it was opened first. Its neighbour (2, 3) is new: G = 4, \
             H = 3, F = 7. Ignored: (3, 4) (already on the open list, no shorter path); (2, 5) (closed); \
             (1, 4) (blocked). Positions passed in a sorted list: 3."
        ),
        format!(
            "Expanded (4, 5): {lowest}; of two equal ones it was opened first. Its neighbours are new: (5, 5) with \
             G = 5, H = 2, F = 7; (4, 4) with G = 5, H = 0, F = 5. \
             With (4, 4) on the open list the search is over. Positions passed in a sorted list: 3, 1."
        ),
        "A path is found: it costs 5 and has 6 cells; cells expanded: 7.".to_owned(),
    ];
    assert_eq!(steps_of("first_steps", Language::English), expected);
}

#[test]
fn the_first_steps_in_chinese() {
    let expected = [
        "尚未开始：即将从 (0, 5) 搜索到 (4, 4)。",
        "展开 (0, 5)：它是开放列表中唯一的节点，G = 0，H = 5，F = 5。新的邻居：(1, 5)，G = 1，H = 4，F = 5；\
         (0, 4)，G = 1，H = 4，F = 5。在有序列表中经过的位置数：0, 1。",
        "展开 (1, 5)：F = 5 是开放列表中的最小值；2 个相等的节点中它最先加入。邻居 (2, 5) 是新节点：G = 2，H = 3，F = 5。\
         忽略：(0, 5)（已在关闭列表中）；(1, 4)（障碍）。在有序列表中经过的位置数：1。",
        "展开 (0, 4)：F = 5 是开放列表中的最小值；2 个相等的节点中它最先加入。邻居 (0, 3) 是新节点：G = 2，H = 5，F = 7。\
         忽略：(0, 5)（已在关闭列表中）；(1, 4)（障碍）。在有序列表中经过的位置数：1。",
        "展开 (2, 5)：F = 5 是开放列表中的最小值。新的邻居：(3, 5)，G = 3，H = 2，F = 5；(2, 4)，G = 3，H = 2，F = 5。\
         忽略 (1, 5)：已在关闭列表中。在有序列表中经过的位置数：0, 1。",
        "展开 (3, 5)：F = 5 是开放列表中的最小值；2 个相等的节点中它最先加入。新的邻居：(4, 5)，G = 4，H = 1，F = 5；\
         (3, 4)，G = 4，H = 1，F = 5。忽略 (2, 5)：已在关闭列表中。在有序列表中经过的位置数：1, 2。",
        "展开 (2, 4)：F = 5 是开放列表中的最小值；3 个相等的节点中它最先加入。邻居 (2, 3) 是新节点：G = 4，H = 3，F = 7。\
         忽略：(3, 4)（已在开放列表中，没有更短的路径）；(2, 5)（已在关闭列表中）；(1, 4)（障碍）。\
         在有序列表中经过的位置数：3。",
        "展开 (4, 5)：F = 5 是开放列表中的最小值；2 个相等的节点中它最先加入。新的邻居：(5, 5)，G = 5，H = 2，F = 7；\
         (4, 4)，G = 5，H = 0，F = 5。(4, 4) 已在开放列表中，搜索结束。\
         在有序列表中经过的位置数：3, 1。",
        "找到路径：代价 5，共 6 格；展开的节点数：7。",
    ];
    assert_eq!(steps_of("first_steps", Language::Chinese), expected);
}

/// A question with everything that a search can meet.
struct Case {
    options: SearchOptions,
    grid: Grid,
    start: Cell,
    goal: Cell,
    show: String,
}

impl Case {
    fn query(&self, options: impl Into<SearchOptions>) -> PathQuery {
        PathQuery::new(self.start, self.goal, options)
    }

    fn new(seed: u64, algorithm: Algorithm) -> Option<Self> {
        let rng = &mut Rng(seed);
        let (width, height) = (2 + rng.below(12), 2 + rng.below(12));
        let special = rng.below(2) == 0;
        let (walls, expensive) = (rng.below(40), special && rng.below(2) == 0);
        let one_way = |name: &str, direction| Terrain {
            name: name.to_owned(),
            exits: [direction].into_iter().collect(),
            ..Terrain::floor()
        };
        let mut legend = vec![
            Terrain::floor(),
            Terrain::wall(),
            Terrain {
                name: "mud".to_owned(),
                cost: Some(3),
                ..Terrain::floor()
            },
            one_way("eastward", Direction::East),
        ];
        if !special {
            // Some searches refuse a map that could have other ground.
            legend.truncate(2);
        }
        let cells = (0..width * height).map(|_| {
            TerrainId(match rng.below(100) {
                n if n < walls => 1,
                n if expensive && n > 80 => 2,
                n if special && n > 75 => 3,
                _ => 0,
            })
        });
        let cells: Vec<_> = cells.collect();
        let (columns, rows) = (
            u32::try_from(width).unwrap(),
            u32::try_from(height).unwrap(),
        );
        let grid = Grid::new(columns, rows, cells, legend).unwrap();
        let free = free(&grid);
        let (&start, goal) = (free.first()?, rng.pick(&free));
        let portals = [Portal::between(rng.pick(&free), rng.pick(&free))];
        let grid = match grid.clone().with_portals(&portals) {
            Ok(joined) if special && rng.below(3) == 0 => joined,
            _ => grid,
        };
        let often = rng.below(3) > 0;
        let rare = |rng: &mut Rng| rng.below(5) == 0;
        let weight = if algorithm == Algorithm::WeightedAStar {
            rng.pick(&[0.5, 1.5, 3.0])
        } else {
            1.0
        };
        let steps = [
            StepCosts::SQRT2,
            StepCosts::UNIFORM,
            StepCosts::TEN_FOURTEEN,
        ];
        let options = SearchOptions {
            algorithm,
            weight: Weight::new(weight).unwrap(),
            steps: if algorithm.is_any_angle() {
                StepCosts::SQRT2
            } else {
                rng.pick(&steps)
            },
            movement: rng.pick(&Movement::ALL),
            heuristic: rng.pick(&Heuristic::NAMED),
            tie: rng.pick(&TieBreak::ALL),
            stop: if often {
                StopRule::Expanded
            } else {
                rng.pick(&StopRule::ALL)
            },
            parent: if often {
                ParentRule::Shorter
            } else {
                rng.pick(&ParentRule::ALL)
            },
            cost_rule: if rare(rng) {
                CostRule::MeanTouched
            } else {
                CostRule::Entered
            },
            goal_tolerance: u32::from(rare(rng)) * 2,
            max_cost: rare(rng).then(|| CostLimit::new(9.0).unwrap()),
            max_expansions: rare(rng).then_some(7),
            region: rare(rng).then(|| Rect {
                at: Cell::new(0, 0),
                width: 1 + columns / 2,
                height: rows,
            }),
            ..SearchOptions::default()
        };
        options.check(&grid).ok()?;
        let show = format!(
            "seed {seed}: {start} to {goal} on {columns} columns of {:?} under {options:?}",
            grid.cells()
        );
        Some(Self {
            options,
            grid,
            start,
            goal,
            show,
        })
    }
}

fn free(grid: &Grid) -> Vec<Cell> {
    all(grid)
        .into_iter()
        .filter(|cell| grid.is_walkable(*cell))
        .collect()
}

fn all(grid: &Grid) -> Vec<Cell> {
    (0..grid.cell_count())
        .map(|index| grid.cell(CellIndex(u32::try_from(index).unwrap())))
        .collect()
}

/// Nothing that can be said is never said.
const SAID_SOMEWHERE: &[&str] = &[
    "is put on the open list",
    "to search from there",
    "The pass is over",
    "A path is found",
    "there is nowhere to go",
    "the goal is walled off.",
    "within the cost limit",
    "inside the region",
    "was cancelled or out of budget",
    "From the start's side: Expanded",
    "From the goal's side: Expanded",
    "A pass with the bound",
    "it is the only cell",
    "; of two equal ones",
    "F = 5 is the lowest",
    "G = 2 is the lowest",
    "H = 2 is the lowest",
    "G + 1.5 H",
    "number of steps",
    "its key, F",
    "what is left from it",
    "on top of the stack, for",
    "within the bound",
    "as the list is gone through, pass 2",
    "it was opened first",
    "it was opened last",
    "it has the largest G.",
    "it has the largest G and",
    "it has the smallest H.",
    "it has the smallest H and",
    "It is the goal.",
    "only cheaper paths are looked for",
    "within the goal tolerance",
    "on the open list the search is over",
    "It leads to no new cell",
    "Jumped from",
    "in sight: G",
    "taken to be in sight",
    "Through a portal",
    "through a portal with",
    "A shorter path to",
    "Shorter paths:",
    "A shorter path opens",
    "Opened again by shorter paths",
    "waits already",
    "These wait already",
    "out of its parent's sight",
    " more.",
    "Blocked (",
    "outside the region that may be searched.",
    "Not seen yet.",
    "Opened at the beginning",
    "Opened at step",
    "Another parent at step",
    "Another parent two times",
    "Opened again at step",
    "Closed at step",
    "Closed two times",
    "Number 2 of",
    "Number 1 of",
    "is dropped: no path through it",
    "Dropped: two cells, for no path",
    "is ignored: closed.",
    "(already on the open list, no shorter path)",
    "parent update: off",
    "over the cost limit",
    "F above the bound",
    "no cheaper path through it",
    "in an earlier pass",
    "(blocked)",
    "(outside the region)",
    "one-way cell",
    "corner cut",
    "Pass 2 goes through the list again, with the bound F",
    "The two frontiers met at",
    "Positions passed in a sorted list: ",
    "is deferred to the next pass: its F",
    "is deferred to the next pass.",
    "Deferred to the next pass: two cells",
    "Dropped: no path through it",
    "its F was above the bound",
    "A cheapest path leads over it.",
    "Through this cell the cheapest path costs",
    "along the grid costs",
    "walled off from the start",
    "from here the goal is walled off",
    "No step leads here from",
    "Region limit",
    "One-way cell",
    "4-way movement",
    "cut the corner",
    "squeeze between",
];

#[test]
fn every_search_is_explained_at_every_position() {
    let mut everything = String::new();
    for algorithm in Algorithm::ALL {
        let mut seen = 0;
        for case in (0..400)
            .filter_map(|seed| Case::new(seed, algorithm))
            .take(60)
        {
            seen += 1;
            let (_, trace) = record(&case.grid, &case.query(&case.options));
            let costs = ThroughCosts::new(&case.grid, &case.query(&case.options));
            let mut timeline = Timeline::new(trace.into());
            let cells = all(&case.grid);
            for position in 0..=timeline.len() {
                timeline.seek(position);
                for (language, most) in [(Language::English, 480), (Language::Chinese, 330)] {
                    let said = gridwalk_explain::step(&timeline, language, StepDetail::Brief);
                    let length = said.chars().count();
                    assert!(
                        length > 3 && length < most,
                        "{length} in {said:?} at {position}; {}",
                        case.show
                    );
                    assert!(!said.contains(['{', '}']), "{said:?}; {}", case.show);
                    // Why it was expanded is known of all searches of our own, where it is not the
                    // only one left.
                    let bare = |rest: &str| {
                        rest[rest.find(')').map_or(0, |end| end + 1)..].starts_with(['.', '。'])
                    };
                    let told = said
                        .split("Expanded (")
                        .skip(1)
                        .chain(said.split("展开 (").skip(1))
                        .any(bare);
                    assert!(!told, "{said}; {}", case.show);
                    let cell = cells[position % cells.len()];
                    let lines = gridwalk_explain::cell(&timeline, &costs, cell, language);
                    assert!(
                        !lines.is_empty() && lines.len() <= 12,
                        "{lines:?}; {}",
                        case.show
                    );
                    assert!(
                        lines
                            .iter()
                            .all(|line| line.len() > 3 && !line.contains(['{', '}'])),
                        "{lines:?}"
                    );
                    if language == Language::English {
                        everything.push_str(&[said, lines.concat()].concat());
                    }
                }
            }
        }
        assert!(seen > 20, "only {seen} maps for {algorithm:?}");
    }
    for words in SAID_SOMEWHERE {
        assert!(everything.contains(words), "{words:?} is never said");
    }
}

#[test]
fn lazy_theta_star_drops_a_cell_whose_line_is_too_long() {
    let mut dropped = 0;
    for case in (0..2000).filter_map(|seed| Case::new(seed, Algorithm::LazyTheta)) {
        let options = SearchOptions {
            max_cost: CostLimit::new(5.0),
            ..case.options.clone()
        };
        let (_, trace) = record(&case.grid, &case.query(&options));
        let costs = ThroughCosts::new(&case.grid, &case.query(&options));
        let mut timeline = Timeline::new(trace.into());
        for at in 0..timeline.len() {
            let Some(SearchEvent::Pruned { cell, .. }) = timeline.trace().event(at) else {
                continue;
            };
            timeline.seek(at + 1);
            let said = gridwalk_explain::step(&timeline, Language::English, StepDetail::Brief);
            let wanted =
                format!("{cell} is dropped: its path turns out to be over the cost limit.");
            assert!(said.starts_with(&wanted), "{said}; {}", case.show);
            let lines = gridwalk_explain::cell(&timeline, &costs, cell, Language::English);
            let wanted = "Dropped: its path turned out to be over the cost limit.";
            assert!(
                lines.iter().any(|line| line == wanted),
                "{lines:?}; {}",
                case.show
            );
            dropped += 1;
        }
    }
    assert!(dropped > 5, "{dropped}");
}

#[test]
fn a_trace_that_is_cut_says_so_at_its_end() {
    let (options, grid, start, goal) = level("first_steps");
    let query = PathQuery::new(start, goal, &options);
    let (_, trace) = Trace::record(&grid, &query, Limits::NONE, 3, &mut NodePool::default());
    let mut timeline = Timeline::new(trace.into());
    timeline.seek(3);
    let said = gridwalk_explain::step(&timeline, Language::English, StepDetail::Brief);
    assert_eq!(
        said,
        "Its neighbour (1, 5) is new: G = 1, H = 4, F = 5. Positions passed in a sorted list: 0. Here the record ends; \
                  the search went on."
    );
    let (_, trace) = Trace::record(&grid, &query, Limits::NONE, 0, &mut NodePool::default());
    assert_eq!(
        gridwalk_explain::step(
            &Timeline::new(trace.into()),
            Language::English,
            StepDetail::Brief
        ),
        "This search took no steps."
    );
}

/// The cost of the cheapest path by a search of our own, from here to there.
fn cheapest(
    options: &SearchOptions,
    grid: &Grid,
    from: Cell,
    to: Cell,
    goal_tolerance: u32,
) -> Option<Cost> {
    let options = SearchOptions {
        algorithm: Algorithm::Dijkstra,
        weight: Weight::ONE,
        stop: StopRule::Expanded,
        parent: ParentRule::Shorter,
        max_cost: None,
        max_expansions: None,
        goal_tolerance,
        ..options.clone()
    };
    solve(
        grid,
        &PathQuery::new(from, to, options),
        &mut NodePool::default(),
        &mut (),
    )
    .cost()
}

#[test]
fn why_not_this_cell_is_the_cheapest_path_through_it() {
    let mut costlier = 0;
    for case in (1000..1060).filter_map(|seed| Case::new(seed, Algorithm::AStar)) {
        let (options, query) = (&case.options, case.query(&case.options));
        let costs = ThroughCosts::new(&case.grid, &query);
        let (before, after) = (
            TrueCosts::from_start(&case.grid, &query),
            TrueCosts::to_goal(&case.grid, &query),
        );
        let best = cheapest(
            options,
            &case.grid,
            case.start,
            case.goal,
            options.goal_tolerance,
        );
        assert_eq!(costs.best(), best, "{}", case.show);
        let (_, trace) = record(&case.grid, &query);
        let timeline = Timeline::new(trace.into());
        for cell in all(&case.grid) {
            let through = costs.through(cell);
            let both = before
                .of(cell)
                .zip(after.of(cell))
                .map(|(before, after)| before + after);
            assert_eq!(through, both, "{cell}; {}", case.show);
            let there = cheapest(options, &case.grid, case.start, cell, 0);
            let on = cheapest(options, &case.grid, cell, case.goal, options.goal_tolerance);
            let outside = options.region.is_some_and(|region| !region.contains(cell));
            if !outside {
                assert_eq!(
                    through,
                    there.zip(on).map(|(there, on)| there + on),
                    "{cell}; {}",
                    case.show
                );
            }
            let said = gridwalk_explain::cell(&timeline, &costs, cell, Language::English)
                .pop()
                .unwrap();
            let expected = match (through, best) {
                _ if !case.grid.is_walkable(cell) => {
                    "Blocked (wall): no agent can enter.".to_owned()
                }
                (Some(through), Some(best)) if through == best => {
                    "A cheapest path leads over it.".to_owned()
                }
                (Some(through), Some(best)) => {
                    costlier += 1;
                    let [through, more, best] =
                        [through, through - best, best].map(|cost| options.units().format(cost));
                    format!(
                        "Through this cell the cheapest path costs {through}: {more} more than the best ({best})."
                    )
                }
                _ if outside => "It lies outside the region that may be searched.".to_owned(),
                _ if before.of(cell).is_none() => {
                    "No path leads through it: it is walled off from the start.".to_owned()
                }
                _ => "No path leads through it: from here the goal is walled off.".to_owned(),
            };
            assert_eq!(said, expected, "{cell}; {}", case.show);
        }
    }
    assert!(costlier > 200, "{costlier}");
}

/// An agent at its goal read "32.73 more than the best (0)" in the field of that goal.
#[test]
fn field_says_the_cost_from_each_cell_to_the_goal() {
    let case = (1000..)
        .find_map(|seed| Case::new(seed, Algorithm::FlowField))
        .unwrap();
    let query = case.query(&case.options);
    let costs = ThroughCosts::new(&case.grid, &query);
    let (_, trace) = record(&case.grid, &query);
    let timeline = Timeline::new(trace.into());
    let to_goal = TrueCosts::to_goal(&case.grid, &query);
    let mut reached = 0;
    for cell in all(&case.grid)
        .into_iter()
        .filter(|cell| case.grid.is_walkable(*cell))
    {
        let Some(cost) = to_goal.of(cell) else {
            continue;
        };
        reached += 1;
        let said = gridwalk_explain::cell(&timeline, &costs, cell, Language::English)
            .pop()
            .unwrap();
        let cost = case.options.units().format(cost);
        assert_eq!(
            said,
            format!("From here the cheapest path to the goal costs {cost}."),
            "{cell}"
        );
    }
    assert!(reached > 3, "{reached}");
}

#[test]
fn a_move_is_blocked_exactly_where_no_search_takes_it() {
    let mut blocked = 0;
    for case in (2000..2120).filter_map(|seed| Case::new(seed, Algorithm::BreadthFirst)) {
        for from in free(&case.grid) {
            let goal = free(&case.grid).into_iter().find(|cell| *cell != from);
            let Some(goal) = goal else { continue };
            // What one expansion opens is what one move reaches.
            let options = SearchOptions {
                max_expansions: Some(1),
                max_cost: None,
                goal_tolerance: 0,
                stop: StopRule::Expanded,
                ..case.options.clone()
            };
            let (_, trace) = record(&case.grid, &PathQuery::new(from, goal, &options));
            let opened = trace.events().filter_map(|event| match event {
                SearchEvent::Generated { cell, .. } => Some(cell),
                _ => None,
            });
            let reached: Vec<Cell> = opened.skip(1).collect();
            for to in all(&case.grid).into_iter().filter(|to| *to != from) {
                for language in Language::ALL {
                    let why = blocked_move(&options, &case.grid, from, to, language);
                    assert_eq!(
                        why.is_none(),
                        reached.contains(&to),
                        "{from} to {to}: {why:?}; {}",
                        case.show
                    );
                    blocked += u32::from(why.is_some());
                }
            }
        }
    }
    assert!(blocked > 1000);
}

#[test]
fn a_blocked_move_names_the_rule() {
    let grid = Grid::from_rows(&[".#.", "..#", "..."]);
    let why = |movement, from: (i32, i32), to: (i32, i32)| {
        let options = SearchOptions {
            movement,
            ..SearchOptions::default()
        };
        blocked_move(&options, &grid, from.into(), to.into(), Language::English)
    };
    let [four, always, one_free, no_corners] = Movement::ALL;
    let corner = Some("Corner rule: the step would cut the corner of the wall (2, 1).".to_owned());
    let between =
        Some("Corner rule: the step would squeeze between the walls (2, 1) and (1, 0).".to_owned());
    assert_eq!(
        why(four, (1, 1), (2, 2)).as_deref(),
        Some("4-way movement: no diagonal steps.")
    );
    assert_eq!(why(no_corners, (1, 1), (2, 2)), corner);
    assert_eq!(why(one_free, (1, 1), (2, 2)), None);
    assert_eq!(why(no_corners, (1, 1), (2, 0)), between);
    assert_eq!(why(one_free, (1, 1), (2, 0)), between);
    assert_eq!(why(always, (1, 1), (2, 0)), None);
    assert_eq!(
        why(always, (0, 0), (1, 0)).as_deref(),
        Some("Wall: (1, 0) is blocked (wall).")
    );
    assert_eq!(
        why(always, (1, 0), (0, 0)).as_deref(),
        Some("No agent can stand on (1, 0).")
    );
    assert_eq!(
        why(always, (0, 0), (0, -1)).as_deref(),
        Some("Outside: (0, -1) is not on the map.")
    );
    let far = "Too far: (0, 0) and (2, 2) are no neighbours, and no portal joins them.";
    assert_eq!(why(always, (0, 0), (2, 2)).as_deref(), Some(far));
}

/// A sorted list, as plain as it can be.
fn scanned_by_hand(options: &SearchOptions, trace: &Trace) -> Vec<u64> {
    let priority = |g: Cost, h: Cost| match options.algorithm {
        Algorithm::Dijkstra | Algorithm::FlowField => 1000 * g.0,
        Algorithm::Greedy => 1000 * h.0,
        Algorithm::WeightedAStar => 1000 * g.0 + u64::from(options.weight.thousandths()) * h.0,
        _ => 1000 * (g.0 + h.0),
    };
    let tie = if options.algorithm == Algorithm::FlowField {
        TieBreak::Oldest
    } else {
        options.tie
    };
    let mut list: Vec<(Cell, Cost, Cost)> = Vec::new();
    let (mut sums, mut sum) = (Vec::new(), 0);
    for event in trace.events() {
        match event {
            SearchEvent::Generated { cell, g, h, .. } | SearchEvent::Relaxed { cell, g, h, .. } => {
                list.retain(|entry| entry.0 != cell);
                let mut at = 0;
                while at < list.len() {
                    let (_, other_g, other_h) = list[at];
                    let (new, old) = (priority(g, h), priority(other_g, other_h));
                    let wins_tie = match tie {
                        TieBreak::Oldest => false,
                        TieBreak::Newest => true,
                        TieBreak::LargerG => g >= other_g,
                        TieBreak::SmallerH => h <= other_h,
                    };
                    if new < old || (new == old && wins_tie) {
                        break;
                    }
                    at += 1;
                    sum += 1;
                }
                list.insert(at, (cell, g, h));
            }
            SearchEvent::Expanded { cell, .. } => {
                sums.push(sum);
                assert_eq!(list.remove(0).0, cell, "the first of the list is expanded");
            }
            _ => {}
        }
    }
    sums.push(sum);
    sums
}

#[test]
fn scanned_positions_are_those_of_a_plain_sorted_list() {
    let mut compared = 0;
    for algorithm in [
        Algorithm::Dijkstra,
        Algorithm::Greedy,
        Algorithm::AStar,
        Algorithm::WeightedAStar,
        Algorithm::JumpPoint,
        Algorithm::Theta,
        Algorithm::FlowField,
    ] {
        for case in (3000..3150).filter_map(|seed| Case::new(seed, algorithm)) {
            let (_, trace) = record(&case.grid, &case.query(&case.options));
            let timeline = Timeline::new(trace.into());
            let (scanned, trace) = (timeline.positions_scanned(), timeline.trace());
            assert_eq!(
                scanned,
                scanned_by_hand(&case.options, trace),
                "{}",
                case.show
            );
            assert_eq!(scanned.len() as u64, trace.outcome.stats.expanded + 1);
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn scanned_positions_are_those_that_the_tutorial_counts() {
    let counts = |name: &str| {
        let (options, grid, start, goal) = level(name);
        let (outcome, trace) = record(&grid, &PathQuery::new(start, goal, &options));
        let timeline = Timeline::new(trace.into());
        (
            outcome.stats().expanded,
            *timeline.positions_scanned().last().unwrap(),
        )
    };
    assert_eq!(counts("sorted_list"), (57, 283));
    assert_eq!(counts("sorted_list_oldest_first"), (69, 830));
}

#[test]
fn searches_without_a_sorted_list_scan_nothing() {
    for algorithm in [Algorithm::DepthFirst, Algorithm::IdaStar, Algorithm::Fringe] {
        let case = (4000..4100)
            .find_map(|seed| Case::new(seed, algorithm))
            .unwrap();
        let (_, trace) = record(&case.grid, &case.query(&case.options));
        assert!(
            Timeline::new(trace.into()).positions_scanned().is_empty(),
            "{algorithm:?}"
        );
    }
    for algorithm in [
        Algorithm::BreadthFirst,
        Algorithm::Bidirectional,
        Algorithm::Lpa,
    ] {
        for case in (4000..4060).filter_map(|seed| Case::new(seed, algorithm)) {
            let (_, trace) = record(&case.grid, &case.query(&case.options));
            let timeline = Timeline::new(trace.into());
            let scanned = timeline.positions_scanned();
            assert_eq!(
                scanned.len() as u64,
                timeline.trace().outcome.stats.expanded + 1,
                "{}",
                case.show
            );
            assert!(scanned.is_sorted(), "{}", case.show);
        }
    }
}

/// A search of 67,000 steps took 21 s: each looked through the whole open list.
#[test]
fn a_step_is_explained_without_going_through_the_open_list() {
    let rows = vec![".".repeat(250); 250];
    let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let query = PathQuery::new(
        Cell::new(0, 0),
        Cell::new(249, 249),
        SearchOptions::from(Algorithm::Dijkstra),
    );
    let (_, trace) = record(&grid, &query);
    let mut timeline = Timeline::new(trace.into());
    let before = std::time::Instant::now();
    while timeline.position() < timeline.len() {
        timeline.seek(timeline.next_expansion(timeline.position()));
        assert!(
            !gridwalk_explain::step(&timeline, Language::English, StepDetail::Brief).is_empty()
        );
    }
    assert!(
        before.elapsed().as_secs_f64() < 10.0,
        "{:?}",
        before.elapsed()
    );
}

/// A cell behind a portal was among the "2 more" unless everything was asked for.
#[test]
fn what_a_portal_leads_to_is_named_in_brief_too() {
    let grid = Grid::from_rows(&["....", "....", "....", "...."]);
    let grid = grid
        .with_portals(&[Portal::between(Cell::new(1, 1), Cell::new(3, 3))])
        .unwrap();
    let query = PathQuery::new(Cell::new(1, 1), Cell::new(0, 3), Algorithm::Dijkstra);
    let (_, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let mut timeline = Timeline::new(trace.into());
    timeline.seek(timeline.next_expansion(0));
    for language in Language::ALL {
        let said = gridwalk_explain::step(&timeline, language, StepDetail::Brief);
        assert!(said.contains("(3, 3)"), "{said}");
    }
    let said = gridwalk_explain::step(&timeline, Language::English, StepDetail::Brief);
    assert!(
        said.contains("(3, 3) through a portal with") && said.contains("more"),
        "{said}"
    );
}

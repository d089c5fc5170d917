//! The referee against sums done slowly, and against answers that are wrong.

use gridwalk_explain::verdict::{Fault, Light, Ruling, TrueCosts, Verdict, judge};
use gridwalk_explain::{Language, ThroughCosts, Trace};
use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, Direction, DirectionSet, Estimator, Grid, GridEdit,
    Heuristic, Limits, Movement, NoPathReason, NodePool, Outcome, ParentRule, PathFault, PathQuery,
    Portal, Rect, Refusal, SearchOptions, SearchStats, StepCosts, StopRule, Terrain, TerrainId,
    Weight, solve,
};
use gridwalk_testing::oracle::{Move, all_moves, costs_from, costs_to};
use gridwalk_testing::{Rng, cells, show};

/// A small map with walls, expensive ground, one-way cells and portals, and all settings that
/// decide about moves.
struct Case {
    seed: u64,
    grid: Grid,
    start: Cell,
    goal: Cell,
    options: SearchOptions,
}

impl Case {
    fn random(seed: u64) -> Self {
        let rng = &mut Rng(seed);
        let (width, height) = (1 + rng.below(8), 1 + rng.below(8));
        let mut legend = vec![
            Terrain::floor(),
            Terrain::wall(),
            Terrain::new("forest", Some(4)),
        ];
        legend.push(Terrain::new("seven", Some(7)));
        let directions = [
            Direction::East,
            Direction::South,
            Direction::NorthWest,
            Direction::NorthEast,
        ];
        let gate: DirectionSet = directions.into_iter().take(1 + rng.below(4)).collect();
        legend.push(Terrain {
            exits: gate,
            ..Terrain::new("gate", Some(1))
        });
        let (walls, gates, expensive) = (rng.below(45), rng.below(2) * 15, rng.below(2) * 40);
        let terrain = |rng: &mut Rng| match rng.below(100) {
            n if n < walls => 1,
            n if n < walls + gates => 4,
            n if n < walls + gates + expensive => 2 + u8::try_from(rng.below(2)).unwrap(),
            _ => 0,
        };
        let mut cells: Vec<TerrainId> = (0..width * height)
            .map(|_| TerrainId(terrain(rng)))
            .collect();
        let cell = |at: usize| {
            Cell::new(
                i32::try_from(at % width).unwrap(),
                i32::try_from(at / width).unwrap(),
            )
        };
        let ends = [rng.below(cells.len()), rng.below(cells.len())];
        for end in ends {
            if cells[end] == TerrainId(1) {
                cells[end] = TerrainId(0);
            }
        }
        let portal = |rng: &mut Rng| Portal {
            from: cell(rng.below(width * height)),
            to: cell(rng.below(width * height)),
            cost: u16::try_from(1 + rng.below(4)).unwrap(),
            two_way: rng.below(2) == 0,
        };
        let portals: Vec<Portal> = (0..rng.below(4) / 2 * 2).map(|_| portal(rng)).collect();
        let side = |side: usize| u32::try_from(side).unwrap();
        let grid = Grid::new(side(width), side(height), cells, legend)
            .unwrap()
            .with_portals(&portals)
            .unwrap();
        let region = (rng.below(5) == 0).then(|| Rect {
            at: cell(rng.below(width * height)),
            width: side(1 + rng.below(8)),
            height: side(1 + rng.below(8)),
        });
        let formulas = [
            "dx + dy",
            "max(max(dx, dy) - 1, 0)",
            "2 * dx",
            "dy + 0.1 * g",
            "3",
        ];
        let heuristic = match rng.below(9) {
            n if n < 6 => Heuristic::NAMED[n].clone(),
            _ => Heuristic::Formula(rng.pick(&formulas).parse().unwrap()),
        };
        let steps = [
            StepCosts::SQRT2,
            StepCosts::UNIFORM,
            StepCosts::TEN_FOURTEEN,
            StepCosts::custom(5, 7).unwrap(),
        ];
        let options = SearchOptions {
            algorithm: rng.pick(&[
                Algorithm::AStar,
                Algorithm::WeightedAStar,
                Algorithm::Greedy,
            ]),
            heuristic,
            movement: rng.pick(&Movement::ALL),
            steps: rng.pick(&steps),
            cost_rule: rng.pick(&CostRule::ALL),
            region,
            goal_tolerance: if rng.below(4) == 0 {
                u32::try_from(rng.below(4)).unwrap()
            } else {
                0
            },
            ..SearchOptions::default()
        };
        Self {
            seed,
            grid,
            start: cell(ends[0]),
            goal: cell(ends[1]),
            options,
        }
    }

    fn query(&self, options: impl Into<SearchOptions>) -> PathQuery {
        PathQuery::new(self.start, self.goal, options)
    }

    fn show(&self) -> String {
        let (seed, start, goal, exits) = (
            self.seed,
            self.start,
            self.goal,
            self.grid.legend()[4].exits,
        );
        format!(
            "seed {seed}: {start} to {goal}, {exits:?}, {:?}\n{}",
            self.options,
            show(&self.grid)
        )
    }

    fn moves(&self) -> Vec<Move> {
        all_moves(&self.grid, &self.options)
    }

    /// All cells where a path may end.
    fn goals(&self) -> Vec<Cell> {
        let goal_tolerance = self.options.goal_tolerance.cast_signed();
        let near = |cell: &Cell| {
            (cell.x - self.goal.x).pow(2) + (cell.y - self.goal.y).pow(2) <= goal_tolerance.pow(2)
        };
        cells(&self.grid)
            .filter(near)
            .filter(|cell| self.grid.is_walkable(*cell))
            .collect()
    }
}

#[test]
fn costs_and_witnesses_are_those_of_the_slow_search() {
    let mut counts = [0; 4];
    for seed in 0..6000 {
        let case = Case::random(seed);
        let (before, after) = (
            costs_from(&case.moves(), &[case.start]),
            costs_to(&case.moves(), &case.goals()),
        );
        let (start, goal) = (
            TrueCosts::from_start(&case.grid, &case.query(&case.options)),
            TrueCosts::to_goal(&case.grid, &case.query(&case.options)),
        );
        for cell in cells(&case.grid) {
            assert_eq!(
                start.of(cell).map(|cost| cost.0),
                before.get(&cell).copied(),
                "{cell}; {}",
                case.show()
            );
            assert_eq!(
                goal.of(cell).map(|cost| cost.0),
                after.get(&cell).copied(),
                "{cell}; {}",
                case.show()
            );
        }
        assert_eq!(start.of(Cell::new(-1, 0)), None);
        assert_eq!(start.of(Cell::new(0, i32::MAX)), None);

        let outcome = solve(
            &case.grid,
            &case.query(&case.options),
            &mut NodePool::default(),
            &mut (),
        );
        let verdict = judge(&case.grid, &case.query(&case.options), &outcome);
        assert_eq!(verdict.fault, None, "{verdict}; {}", case.show());
        let best = after.get(&case.start).copied();
        assert_eq!(
            verdict.optimal_cost.map(|cost| cost.0),
            best,
            "{}",
            case.show()
        );
        match (best, verdict.ruling) {
            (None, Ruling::NoPath(_)) => counts[0] += 1,
            (Some(best), Ruling::Optimal) => {
                assert_eq!(verdict.cost, Some(Cost(best)), "{}", case.show());
            }
            (Some(best), Ruling::Above) => {
                counts[1] += 1;
                assert!(
                    verdict.cost > Some(Cost(best)) && verdict.ratio > Some(1.0),
                    "{}",
                    case.show()
                );
            }
            _ => panic!("{verdict}; {}", case.show()),
        }
        assert_estimates(&case, &verdict, &before, &after);
        counts[2] += u32::from(!verdict.admissible);
        counts[3] += u32::from(!verdict.consistent);
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// The searches judged by the referee: whatever the settings, no answer is wrong.
#[test]
fn no_search_is_ever_at_fault() {
    let mut answers = [0; 5];
    for seed in 0..3000 {
        let case = Case::random(seed);
        let rng = &mut Rng(!seed);
        for algorithm in Algorithm::ALL {
            let options = SearchOptions {
                algorithm,
                weight: match algorithm {
                    Algorithm::WeightedAStar => {
                        Weight::new(rng.pick(&[0.5, 1.0, 1.2, 4.0])).unwrap()
                    }
                    _ => Weight::ONE,
                },
                stop: if rng.below(4) > 0 {
                    StopRule::Expanded
                } else {
                    StopRule::Generated
                },
                parent: if rng.below(4) > 0 {
                    ParentRule::Shorter
                } else {
                    ParentRule::First
                },
                max_cost: if rng.below(4) > 0 {
                    None
                } else {
                    CostLimit::new(f64::from(u8::try_from(rng.below(150)).unwrap()) / 10.0)
                },
                // Where many paths cost the same, IDA* comes to a cell very often.
                max_expansions: Some(if rng.below(9) > 0 {
                    20_000
                } else {
                    rng.next() % 30
                }),
                goal_tolerance: if rng.below(3) > 0 {
                    0
                } else {
                    case.options.goal_tolerance
                },
                region: if rng.below(3) > 0 {
                    None
                } else {
                    case.options.region
                },
                ..case.options.clone()
            };
            let outcome = solve(
                &case.grid,
                &case.query(&options),
                &mut NodePool::default(),
                &mut (),
            );
            let verdict = judge(&case.grid, &case.query(&options), &outcome);
            assert_eq!(
                verdict.fault,
                None,
                "{verdict} {outcome:?} under {options:?}; {}",
                case.show()
            );
            answers[match verdict.ruling {
                Ruling::Optimal | Ruling::AnyAngle => 0,
                Ruling::Above => 1,
                Ruling::NoPath(_) | Ruling::Missed => 2,
                Ruling::OutOfBudget => 3,
                Ruling::Refused(_) => 4,
            }] += 1;
        }
    }
    assert!(answers.iter().all(|count| *count > 300), "{answers:?}");
}

/// The witnesses are the first ones of all.
fn assert_estimates(
    case: &Case,
    verdict: &Verdict,
    before: &std::collections::HashMap<Cell, u64>,
    after: &std::collections::HashMap<Cell, u64>,
) {
    let options = &case.options;
    let estimator = Estimator::new(
        &options.heuristic,
        options.units(),
        &case.grid,
        case.goal,
        options.goal_tolerance,
    );
    let of_g = matches!(&options.heuristic, Heuristic::Formula(formula) if formula.uses_g());
    let estimate = |cell: Cell| {
        let inside =
            options.region.is_none_or(|region| region.contains(cell)) || cell == case.start;
        let g = if of_g {
            before.get(&cell).copied()
        } else {
            Some(0)
        };
        let g = g.filter(|_| inside && case.grid.is_walkable(cell))?;
        Some(estimator.estimate(cell, Cost(g)).0)
    };
    let too_high = |cell: &Cell| {
        Some((*cell, estimate(*cell)?, *after.get(cell)?)).filter(|(_, h, true_cost)| h > true_cost)
    };
    let first = cells(&case.grid).find_map(|cell| too_high(&cell));
    let found = verdict
        .witness
        .map(|witness| (witness.cell, witness.h.0, witness.true_cost.0));
    assert_eq!(found, first, "{}", case.show());
    assert_eq!(verdict.admissible, first.is_none());
    let falls = |(from, to, cost): &(Cell, Cell, u64)| {
        let (h, h_next) = (estimate(*from)?, estimate(*to)?);
        (h > cost + h_next).then_some((*from, *to, h, *cost, h_next))
    };
    let first = case.moves().iter().find_map(falls);
    let found = verdict
        .inconsistency
        .map(|f| (f.cell, f.next, f.h.0, f.cost.0, f.h_next.0));
    assert_eq!(found, first, "{}", case.show());
    assert_eq!(verdict.consistent, first.is_none());
}

fn search(options: &SearchOptions, grid: &Grid, ends: [(i32, i32); 2]) -> (Outcome, Verdict) {
    let query = PathQuery::new(ends[0].into(), ends[1].into(), options);
    let outcome = solve(grid, &query, &mut NodePool::default(), &mut ());
    let verdict = judge(grid, &query, &outcome);
    (outcome, verdict)
}

/// Returns the referee's verdict if this was the answer.
fn judged(
    options: &SearchOptions,
    grid: &Grid,
    ends: [(i32, i32); 2],
    outcome: &Outcome,
) -> Verdict {
    judge(
        grid,
        &PathQuery::new(ends[0].into(), ends[1].into(), options),
        outcome,
    )
}

/// A cup that is open towards the start, which is at the end of its upper side. The short path
/// leads over the cup, and the goal is a little nearer from within.
fn cup() -> Grid {
    Grid::from_rows(&[
        "............", //
        "..######....",
        ".......#....",
        ".......#....",
        ".......#....",
        ".......#....",
        ".......#....",
        "......##....",
        "............",
    ])
}

#[test]
fn greedy_search_pays_for_the_trap() {
    let options = SearchOptions {
        heuristic: Heuristic::Euclidean,
        ..Algorithm::Greedy.into()
    };
    let (_, verdict) = search(&options, &cup(), [(1, 1), (10, 2)]);
    assert_eq!(
        (verdict.ruling, verdict.light(), verdict.fault),
        (Ruling::Above, Light::Amber, None)
    );
    assert_eq!(
        verdict.sentence(Language::English),
        "87 % above the optimum: 20.24 instead of 10.83."
    );
    let (_, best) = search(&SearchOptions::default(), &cup(), [(1, 1), (10, 2)]);
    assert_eq!(
        (best.ruling, best.light(), best.cost),
        (Ruling::Optimal, Light::Green, verdict.optimal_cost)
    );
}

#[test]
fn weight_one_is_optimal_and_larger_ones_keep_their_bound() {
    let ends = [(1, 1), (10, 2)];
    let weighted = |weight: f64| SearchOptions {
        weight: Weight::new(weight).unwrap(),
        ..Algorithm::WeightedAStar.into()
    };
    let (_, plain) = search(&weighted(1.0), &cup(), ends);
    assert_eq!(
        (plain.ruling, plain.bound, plain.light()),
        (Ruling::Optimal, None, Light::Green)
    );
    let (_, eager) = search(&weighted(5.0), &cup(), ends);
    assert_eq!(
        (eager.ruling, eager.light()),
        (Ruling::Above, Light::Amber),
        "{eager}"
    );
    assert!(eager.bound.is_some_and(|bound| bound.kept));
    assert!(
        eager
            .sentence(Language::English)
            .ends_with(", within its bound of 5."),
        "{eager}"
    );
    assert!(eager.admissible, "the heuristic is judged, not its weight");
}

#[test]
fn manhattan_with_diagonals_names_its_first_overestimate() {
    let grid = Grid::from_rows(&["....", "....", "...."]);
    let options = SearchOptions {
        heuristic: Heuristic::Manhattan,
        steps: StepCosts::TEN_FOURTEEN,
        ..SearchOptions::default()
    };
    let (_, verdict) = search(&options, &grid, [(3, 0), (0, 2)]);
    // (0, 0) lies straight above the goal; the next cell in reading order does not.
    let sentence = "The estimate is too high at (1, 0): it says 30, the path costs 24.";
    assert_eq!(
        (
            verdict.admissible,
            verdict.estimate_sentence(Language::English).as_deref()
        ),
        (false, Some(sentence))
    );
    assert_eq!(verdict.fault, None, "nothing was promised");
    let blind = SearchOptions {
        algorithm: Algorithm::Dijkstra,
        ..options
    };
    let (_, verdict) = search(&blind, &grid, [(3, 0), (0, 2)]);
    assert!(
        verdict.admissible && verdict.consistent && !verdict.uses_heuristic,
        "an estimate that no search asks"
    );
}

#[test]
fn an_estimate_that_falls_too_fast_names_the_move() {
    let options = SearchOptions {
        heuristic: Heuristic::Formula("max(dx, dy) * floor(dx / 3)".parse().unwrap()),
        movement: Movement::Four,
        steps: StepCosts::UNIFORM,
        ..SearchOptions::default()
    };
    let (_, verdict) = search(&options, &Grid::from_rows(&["....."]), [(0, 0), (4, 0)]);
    assert!(verdict.admissible);
    let sentence =
        "The estimate falls too fast at (1, 0): it says 3, and 0 at (2, 0), a move for 1.";
    assert_eq!(
        verdict.estimate_sentence(Language::English).as_deref(),
        Some(sentence)
    );
}

#[test]
fn the_tutorials_estimate_is_too_high() {
    let level = gridwalk_testing::shipped_level("walk_the_stack");
    let agent = &level.agents[0];
    let query = PathQuery::new(agent.at, agent.goals[0], &level.search);
    let outcome = solve(&level.grid, &query, &mut NodePool::default(), &mut ());
    let verdict = judge(&level.grid, &query, &outcome);
    assert!(!verdict.admissible, "{verdict}");
    assert!(
        verdict
            .estimate_sentence(Language::English)
            .unwrap()
            .starts_with("The estimate is too high at ("),
        "{verdict}"
    );
    assert_eq!(verdict.fault, None, "{verdict}");
}

#[test]
fn no_path_is_right_or_a_fault() {
    let grid = Grid::from_rows(&["..#..", "..#..", "....."]);
    let (ends, walled) = (
        [(0, 0), (4, 0)],
        Grid::from_rows(&["..#..", "..#..", "..#.."]),
    );
    let (outcome, verdict) = search(&SearchOptions::default(), &walled, ends);
    assert_eq!(
        (verdict.light(), verdict.optimal_cost),
        (Light::Green, None)
    );
    assert_eq!(
        verdict.sentence(Language::English),
        "Rightly no path: the goal is walled off."
    );

    let wrong = judged(&SearchOptions::default(), &grid, ends, &outcome);
    assert_eq!(wrong.light(), Light::Red);
    assert_eq!(
        wrong.sentence(Language::English),
        "Fault: no path was found, and there is one for 6.83."
    );

    let limited = SearchOptions {
        max_cost: CostLimit::new(6.5),
        ..SearchOptions::default()
    };
    let (outcome, verdict) = search(&limited, &grid, ends);
    assert_eq!(
        verdict.sentence(Language::English),
        "Rightly no path: the cheapest costs 6.83, more than the limit of 6.50."
    );
    let hair = SearchOptions {
        max_cost: CostLimit::new(6.828),
        ..limited.clone()
    };
    let (_, verdict) = search(&hair, &grid, ends);
    let sentence = "Rightly no path: the cheapest costs 6.828427, more than the limit of 6.827905.";
    assert_eq!(
        verdict.sentence(Language::English),
        sentence,
        "a hair is seen"
    );
    let looser = SearchOptions {
        max_cost: CostLimit::new(7.0),
        ..limited.clone()
    };
    assert_eq!(
        judged(&looser, &grid, ends, &outcome).fault,
        Some(Fault::Missed(Cost(4 * 5741 + 2 * 8119)))
    );
    let excused = SearchOptions {
        algorithm: Algorithm::BreadthFirst,
        ..looser
    };
    let verdict = judged(&excused, &grid, ends, &outcome);
    assert_eq!((verdict.ruling, verdict.fault), (Ruling::Missed, None));
    let unreachable = Outcome::NoPath(NoPathReason::Unreachable, SearchStats::NONE);
    assert!(
        judged(&limited, &grid, ends, &unreachable).fault.is_some(),
        "only the limit explains it"
    );

    let inside = Some(Rect {
        at: Cell::new(0, 0),
        width: 5,
        height: 2,
    });
    let options = SearchOptions {
        region: inside,
        ..SearchOptions::default()
    };
    let (_, verdict) = search(&options, &grid, ends);
    assert_eq!(
        (verdict.ruling, verdict.fault),
        (Ruling::NoPath(NoPathReason::NotInRegion), None)
    );
}

/// Each path is right where it was found, and wrong where it is shown.
#[test]
fn ways_that_belong_to_another_question_are_faults() {
    let grid = Grid::from_rows(&["....", "....", "...."]);
    let plain = SearchOptions {
        steps: StepCosts::TEN_FOURTEEN,
        ..SearchOptions::default()
    };
    let ends = [(0, 0), (3, 2)];
    let (outcome, verdict) = search(&plain, &grid, ends);
    assert_eq!(
        (verdict.ruling, verdict.sentence(Language::English).as_str()),
        (Ruling::Optimal, "Optimal: 38 is the cheapest path.")
    );
    let fault = |options: &SearchOptions| judged(options, &grid, ends, &outcome).fault;

    let mut walled = grid.clone();
    walled
        .apply(&GridEdit::set(
            outcome.path().unwrap().cells()[1],
            TerrainId(1),
        ))
        .unwrap();
    assert!(matches!(
        judged(&plain, &walled, ends, &outcome).fault,
        Some(Fault::Path(PathFault::Blocked(_)))
    ));

    let expensive = SearchOptions {
        steps: StepCosts::custom(10, 15).unwrap(),
        ..plain.clone()
    };
    assert_eq!(
        fault(&expensive),
        Some(Fault::Path(PathFault::Cost(Cost(40), Cost(38))))
    );
    assert_eq!(
        judged(&expensive, &grid, ends, &outcome).sentence(Language::English),
        "Fault: the steps cost 40, not 38."
    );
    let four = SearchOptions {
        movement: Movement::Four,
        ..plain.clone()
    };
    assert!(matches!(
        fault(&four),
        Some(Fault::Path(PathFault::Gap(..)))
    ));

    let elsewhere = [(0, 0), (3, 1)];
    let wrong_end = Some(Fault::Ends(Cell::new(0, 0), Cell::new(3, 2)));
    assert_eq!(judged(&plain, &grid, elsewhere, &outcome).fault, wrong_end);
    let near = SearchOptions {
        goal_tolerance: 1,
        ..plain.clone()
    };
    assert_ne!(
        judged(&near, &grid, elsewhere, &outcome).fault,
        wrong_end,
        "within the goal tolerance"
    );

    let inside = Some(Rect {
        at: Cell::new(0, 0),
        width: 3,
        height: 3,
    });
    assert_eq!(
        fault(&SearchOptions {
            region: inside,
            ..plain.clone()
        }),
        Some(Fault::Region(Cell::new(3, 2)))
    );
    let limited = SearchOptions {
        max_cost: CostLimit::new(37.0),
        ..plain.clone()
    };
    assert_eq!(fault(&limited), Some(Fault::Limit(Cost(38), Cost(37))));
}

/// Asks a query of a map that an edit has changed since, or of a smaller one.
#[test]
fn every_search_refuses_ends_where_no_agent_can_stand() {
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(3, 2), SearchOptions::default());
    let mut grid = Grid::from_rows(&["....", "....", "...."]);
    let found = solve(&grid, &query, &mut NodePool::default(), &mut ());
    assert!(matches!(found, Outcome::Solved(_)));
    grid.apply(&GridEdit::set(query.goal, TerrainId(1)))
        .unwrap();
    let far = Grid::from_rows(&["..", ".."]);
    let backwards = PathQuery {
        start: query.goal,
        goal: query.start,
        ..query.clone()
    };
    let huge = PathQuery {
        start: Cell::new(i32::MIN, i32::MAX),
        ..query.clone()
    };
    for (grid, query) in [
        (&grid, &query),
        (&grid, &backwards),
        (&far, &query),
        (&far, &backwards),
        (&far, &huge),
    ] {
        let refusal = query.check(grid).unwrap_err();
        assert!(matches!(refusal, Refusal::Endpoint(_)), "{refusal}");
        let (outcome, trace) = Trace::record(
            grid,
            query,
            Limits::NONE,
            usize::MAX,
            &mut NodePool::default(),
        );
        assert_eq!(
            (&outcome, trace.is_empty()),
            (&Outcome::Refused(refusal), true)
        );
        for outcome in [&outcome, &found] {
            let verdict = judge(grid, query, outcome);
            assert_eq!(
                (verdict.ruling, verdict.fault),
                (Ruling::Refused(refusal), None)
            );
        }
        let costs = [
            TrueCosts::from_start(grid, query),
            TrueCosts::to_goal(grid, query),
        ];
        assert!(cells(grid).all(|cell| costs.iter().all(|costs| costs.of(cell).is_none())));
        assert_eq!(ThroughCosts::new(grid, query).best(), None);
    }
}

#[test]
fn broken_promises_are_faults() {
    let ends = [(1, 1), (10, 2)];
    let grid = cup();
    let greedy = SearchOptions {
        heuristic: Heuristic::Euclidean,
        ..Algorithm::Greedy.into()
    };
    let (outcome, _) = search(&greedy, &grid, ends);
    let fault = |options: &SearchOptions| judged(options, &grid, ends, &outcome).fault;
    assert!(matches!(
        fault(&SearchOptions::default()),
        Some(Fault::NotOptimal(..))
    ));
    let weight = Weight::new(1.001).unwrap();
    let bounded = SearchOptions {
        weight,
        ..Algorithm::WeightedAStar.into()
    };
    assert!(matches!(fault(&bounded), Some(Fault::NotBounded(_, _, w)) if w == weight));
    assert!(
        judged(&bounded, &grid, ends, &outcome)
            .bound
            .is_some_and(|bound| !bound.kept)
    );
    assert!(matches!(
        fault(&Algorithm::BreadthFirst.into()),
        Some(Fault::NotFewest(..))
    ));
    let careless = SearchOptions {
        stop: StopRule::Generated,
        parent: ParentRule::First,
        ..SearchOptions::default()
    };
    assert_eq!(fault(&careless), None, "nothing was promised");
}

#[test]
fn what_gave_up_or_was_refused_is_said_to_have() {
    let options = SearchOptions {
        max_expansions: Some(2),
        ..SearchOptions::default()
    };
    let (_, verdict) = search(&options, &cup(), [(1, 1), (10, 2)]);
    assert_eq!(
        (verdict.ruling, verdict.light()),
        (Ruling::OutOfBudget, Light::Amber)
    );
    assert!(
        verdict
            .sentence(Language::English)
            .starts_with("Out of budget before there was an answer; the cheapest path costs 1"),
        "{verdict}"
    );
    let grid = Grid::from_rows(&["..5", "..."]);
    let (_, verdict) = search(&Algorithm::JumpPoint.into(), &grid, [(0, 0), (2, 0)]);
    assert!(matches!(verdict.ruling, Ruling::Refused(_)));
    assert!(
        verdict
            .sentence(Language::English)
            .starts_with("Refused: Jump point search needs terrain of one cost"),
        "{verdict}"
    );
}

#[test]
fn start_and_goal_in_one_cell_are_optimal() {
    let (_, verdict) = search(&SearchOptions::default(), &cup(), [(3, 4), (3, 4)]);
    assert_eq!(
        (verdict.ruling, verdict.ratio),
        (Ruling::Optimal, Some(1.0))
    );
    assert_eq!(
        verdict.sentence(Language::English),
        "Optimal: 0 is the cheapest path."
    );
}

/// Octile was called admissible for Theta*, whose paths are shorter than those along the grid.
#[test]
fn the_estimate_of_an_any_angle_search_is_judged_at_any_angle() {
    let grid = Grid::from_rows(&["......", "......", "...#.."]);
    for algorithm in [Algorithm::Theta, Algorithm::LazyTheta, Algorithm::AStar] {
        for (heuristic, too_high) in [
            (Heuristic::Octile, algorithm.is_any_angle()),
            (Heuristic::Euclidean, false),
        ] {
            let options = SearchOptions {
                heuristic,
                ..algorithm.into()
            };
            let query = PathQuery::new(Cell::new(0, 0), Cell::new(5, 1), &options);
            let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
            let verdict = judge(&grid, &query, &outcome);
            assert_eq!(
                (verdict.admissible, verdict.consistent),
                (!too_high, !too_high),
                "{verdict}"
            );
            assert_eq!(verdict.fault, None, "{verdict}");
            let sentence = verdict
                .estimate_sentence(Language::English)
                .unwrap_or_default();
            assert_eq!(
                sentence.contains("a path at any angle costs 5.10"),
                too_high,
                "{sentence}"
            );
        }
    }
}

/// "May miss the cheapest path." stood above "Optimal: …" without a word how both can be.
#[test]
fn an_optimum_that_was_not_promised_is_called_so() {
    let grid = Grid::from_rows(&["...", "..."]);
    for (algorithm, wanted) in [
        (Algorithm::AStar, "Optimal: 2 is the cheapest path."),
        (
            Algorithm::Greedy,
            "Optimal here, though this search does not promise it: 2 is the cheapest path.",
        ),
    ] {
        let options = algorithm.into();
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), &options);
        let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
        assert_eq!(
            judge(&grid, &query, &outcome).sentence(Language::English),
            wanted
        );
    }
}

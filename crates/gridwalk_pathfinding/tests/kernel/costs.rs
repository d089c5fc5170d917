//! Step costs, heuristics, portals and tolerance, and formulas.

use gridwalk_pathfinding::{
    Cell, Cost, Estimator, Formula, FormulaFault, Grid, Heuristic, Movement, Portal, StepCosts,
};

#[test]
fn the_fixed_point_diagonal_is_the_square_root_of_two() {
    let diagonal = StepCosts::SQRT2.to_f64(StepCosts::SQRT2.diagonal());
    assert!((diagonal - std::f64::consts::SQRT_2).abs() < 1e-7);
}

/// Regression: under the cost rule `mean`, with units four times as fine, the heuristic was cut at
/// octile.
#[test]
fn euclidean_estimate_is_the_same_in_quartered_units() {
    for steps in [
        StepCosts::UNIFORM,
        StepCosts::TEN_FOURTEEN,
        StepCosts::SQRT2,
    ] {
        for (x, y) in [(3, 3), (1, 1), (0, 7), (40, 39), (900, 1000)] {
            let estimate =
                |steps| Heuristic::Euclidean.estimate(Cell::new(0, 0), Cell::new(x, y), steps);
            assert_eq!(
                estimate(steps.quartered()).0 / 4,
                estimate(steps).0,
                "{steps:?} to ({x}, {y})"
            );
        }
    }
}

#[test]
fn senseless_step_costs_are_refused() {
    assert!(StepCosts::custom(0, 1).is_none());
    assert!(
        StepCosts::custom(10, 9).is_none(),
        "a diagonal cheaper than a straight step"
    );
    assert!(
        StepCosts::custom(10, 21).is_none(),
        "a diagonal more expensive than its two sides"
    );
    assert!(StepCosts::custom(10, 14).is_some());
}

#[test]
fn costs_are_shown_as_people_write_them() {
    assert_eq!(StepCosts::TEN_FOURTEEN.format(Cost(160)), "160");
    assert_eq!(StepCosts::SQRT2.format(Cost(5741 * 3)), "3");
    assert_eq!(StepCosts::SQRT2.format(Cost(5741 + 8119)), "2.41");
}

#[test]
fn each_estimate_by_hand() {
    let cell = |x, y| Cell::new(x, y);
    let table = [
        (Heuristic::Zero, 0),
        (Heuristic::Manhattan, 110),
        (Heuristic::Euclidean, 85),
        (Heuristic::FlooredEuclidean, 80),
        (Heuristic::Octile, 3 * 14 + 50),
        (Heuristic::Chebyshev, 80),
    ];
    for (heuristic, expected) in table {
        let h = |a, b| heuristic.estimate(a, b, StepCosts::TEN_FOURTEEN);
        assert_eq!(
            h(cell(1, 2), cell(9, 5)),
            Cost(expected),
            "{}",
            heuristic.name()
        );
        assert_eq!(
            h(cell(9, 5), cell(1, 2)),
            Cost(expected),
            "{} back",
            heuristic.name()
        );
    }
}

#[test]
fn ten_and_fourteen_make_the_straight_line_inadmissible() {
    // 14 < 10 √2: a long diagonal costs slightly less than the straight line.
    let eight = Movement::default();
    assert!(!Heuristic::Euclidean.is_admissible(eight, StepCosts::TEN_FOURTEEN));
    assert!(!Heuristic::Euclidean.is_admissible(eight, StepCosts::UNIFORM));
    assert!(!Heuristic::Euclidean.is_admissible(eight, StepCosts::custom(5, 7).unwrap()));
    assert!(Heuristic::Euclidean.is_admissible(eight, StepCosts::SQRT2));
    assert!(!Heuristic::Manhattan.is_admissible(eight, StepCosts::SQRT2));
    assert!(Heuristic::Manhattan.is_admissible(Movement::Four, StepCosts::TEN_FOURTEEN));
}

#[test]
fn a_portal_near_the_cell_shortens_the_estimate() {
    let grid = Grid::from_rows(&["....................", "...................."]);
    let portals = [
        Portal {
            from: Cell::new(1, 0),
            to: Cell::new(10, 0),
            cost: 2,
            two_way: false,
        },
        Portal {
            from: Cell::new(11, 0),
            to: Cell::new(18, 0),
            cost: 1,
            two_way: true,
        },
    ];
    let grid = grid.with_portals(&portals).unwrap();
    let heuristic = Heuristic::Manhattan;
    let estimator = Estimator::new(&heuristic, StepCosts::UNIFORM, &grid, Cell::new(19, 0), 0);
    let h = |x| estimator.estimate(Cell::new(x, 0), Cost::ZERO).0;
    assert_eq!(h(19), 0);
    assert_eq!(h(11), 2, "through the second portal");
    assert_eq!(h(1), 2 + 1 + 1 + 1, "through both");
    assert_eq!(h(0), 6);
    let back = Estimator::backwards(&heuristic, StepCosts::UNIFORM, &grid, Cell::new(0, 0));
    assert_eq!(back.estimate(Cell::new(10, 0), Cost::ZERO).0, 3);
}

#[test]
fn within_range_less_is_left() {
    let grid = Grid::from_rows(&["..........."]);
    let estimator = Estimator::new(
        &Heuristic::Octile,
        StepCosts::TEN_FOURTEEN,
        &grid,
        Cell::new(10, 0),
        3,
    );
    assert_eq!(
        estimator.estimate(Cell::new(0, 0), Cost::ZERO),
        Cost(100 - 30)
    );
    assert_eq!(estimator.estimate(Cell::new(9, 0), Cost::ZERO), Cost::ZERO);
}

fn value(text: &str, dx: i64, dy: i64, g: u64) -> u64 {
    text.parse::<Formula>()
        .unwrap()
        .evaluate(dx, dy, Cost(g), StepCosts::TEN_FOURTEEN)
        .0
}

#[test]
fn formulas_are_evaluated_in_straight_steps() {
    assert_eq!(value("dx + dy", 3, 4, 0), 70);
    assert_eq!(value("sqrt(dx*dx + dy*dy)", 3, 4, 0), 50);
    assert_eq!(value("dy - g", 0, 9, 30), 60);
    assert_eq!(value("g", 1, 1, 42), 42);
    assert_eq!(value("2.5", 1, 1, 0), 25);
}

#[test]
fn invalid_estimate_is_an_error_at_the_first_cell_in_order() {
    let grid = Grid::from_rows(&[".#..", "...."]);
    let fault = |text: &str| {
        text.parse::<Formula>()
            .unwrap()
            .first_fault(&grid, Cell::new(1, 1))
    };
    assert_eq!(
        fault("0 / 0"),
        Some((Cell::new(0, 0), FormulaFault::NotANumber))
    );
    assert_eq!(
        fault("1 / dx"),
        Some((Cell::new(1, 1), FormulaFault::Infinite)),
        "(1, 0) is a wall"
    );
    assert_eq!(
        fault("1 / (sx + 1)"),
        Some((Cell::new(2, 0), FormulaFault::Infinite)),
        "to the right of the goal"
    );
    assert_eq!(fault("dx + dy - g"), None);
}

/// Regression: an estimate without absolute values was refused, so that its effect could not be
/// shown.
#[test]
fn a_formula_below_0_counts_as_0_and_names_the_first_such_cell() {
    assert_eq!(
        [
            value("sx + sy", 3, 4, 0),
            value("sx + sy", -3, 4, 0),
            value("sx + sy", -3, -4, 0)
        ],
        [70, 10, 0]
    );
    assert_eq!(value("dx + dy", -3, -4, 0), 70);
    let grid = Grid::from_rows(&[".#..", "...."]);
    let below = |text: &str| {
        text.parse::<Formula>()
            .unwrap()
            .first_below_zero(&grid, Cell::new(1, 1))
    };
    assert_eq!(below("1 - dx"), Some(Cell::new(3, 0)));
    assert_eq!(
        below("sx + sy"),
        Some(Cell::new(3, 0)),
        "(1, 0) is a wall, at (2, 0) it is nothing"
    );
    assert_eq!(below("2 - dx"), None, "no cell is three columns away");
}

#[test]
fn a_bad_formula_gives_a_sentence() {
    for text in ["", "dx +", "(dx", "dx dy", "foo(dx)", "dz", "2 * $"] {
        let error = text.parse::<Formula>().unwrap_err().to_string();
        assert!(
            error.contains("expected an expression in dx, dy, sx, sy and g"),
            "{text}: {error}"
        );
    }
    let mistake = |text: &str| text.parse::<Formula>().unwrap_err().mistake.to_string();
    assert!("1+".repeat(150).parse::<Formula>().is_err());
    assert_eq!(mistake("dx +"), "a value is missing after `+`");
    assert_eq!(mistake("dx dy"), "an operator is missing before `dy`");
    assert_eq!(mistake("(dx"), "a bracket has no other half");
    assert_eq!(mistake("2 * $"), "`$` is not known");
    assert_eq!(mistake("max(dx, dz)"), "`dz` is not known");
    assert_eq!(mistake("foo(dx)"), "`foo` is not known");
}

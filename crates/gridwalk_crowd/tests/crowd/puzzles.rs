//! Small puzzles in which agents have to let each other pass.

use gridwalk_crowd::{AgentId, CrowdRules, Goal, State};
use gridwalk_pathfinding::{Cell, Grid, Movement};

use crate::support::Run;

/// Letters of the first map are starts, those of the second goals; `#` is a wall. All must be home
/// at one time.
fn solve(starts: &[&str], goals: &[&str], movement: Movement, limit: u64) -> (u64, bool) {
    let open: Vec<String> = starts
        .iter()
        .map(|row| {
            row.chars()
                .map(|letter| if letter == '#' { '#' } else { '.' })
                .collect()
        })
        .collect();
    let rows: Vec<&str> = open.iter().map(String::as_str).collect();
    let find = |map: &[&str], wanted: char| {
        let cells = map
            .iter()
            .zip(0..)
            .flat_map(|(row, y)| row.chars().zip(0..).map(move |(c, x)| (c, x, y)));
        cells
            .filter(|(letter, ..)| *letter == wanted)
            .map(|(_, x, y)| Cell::new(x, y))
            .next()
    };
    let mut run = Run::new(
        Grid::from_rows(&rows),
        CrowdRules {
            movement,
            ..CrowdRules::default()
        },
    );
    let mut agents: Vec<(AgentId, Cell)> = Vec::new();
    for letter in 'a'..='z' {
        if let (Some(start), Some(goal)) = (find(starts, letter), find(goals, letter)) {
            agents.push((run.add(start.x, start.y), goal));
        }
    }
    assert!(agents.len() > 1);
    for (agent, goal) in &agents {
        run.crowd.send(*agent, Goal::Exact(*goal)).unwrap();
    }
    let ticks = run.run(limit);
    (
        ticks,
        run.is_finished()
            && agents
                .iter()
                .all(|(agent, goal)| run.crowd.cell(*agent) == *goal),
    )
}

#[test]
fn two_meet_in_a_corridor_with_a_bay() {
    let starts = ["#####.#####", "a.........b", "###########"];
    let goals = ["#####.#####", "b.........a", "###########"];
    let (ticks, is_solved) = solve(&starts, &goals, Movement::Four, 60);
    assert!(is_solved, "{ticks}");
}

#[test]
fn two_change_places_at_the_end_of_a_corridor() {
    let starts = ["ab...", "##.##"];
    let goals = ["ba...", "##.##"];
    let (ticks, is_solved) = solve(&starts, &goals, Movement::Four, 60);
    assert!(is_solved, "{ticks}");
}

#[test]
fn four_turn_in_a_room_with_full_corners() {
    let starts = ["a.b", "...", "c.d"];
    let goals = ["d.c", "...", "b.a"];
    for movement in [Movement::Four, Movement::default()] {
        let (ticks, is_solved) = solve(&starts, &goals, movement, 60);
        assert!(is_solved, "{ticks}");
    }
}

#[test]
fn a_tree_lets_three_reorder() {
    let starts = ["##.##", "#...#", "##.##", "##a##", "##b##", "##c##"];
    let goals = ["##.##", "#...#", "##.##", "##c##", "##b##", "##a##"];
    let (ticks, is_solved) = solve(&starts, &goals, Movement::Four, 200);
    assert!(is_solved, "{ticks}");
}

#[test]
fn a_tunnel_passes_two_groups() {
    let starts = ["a.#####.d", "b.......e", "c.#####.f"];
    let goals = ["d.#####.a", "e.......b", "f.#####.c"];
    let (ticks, is_solved) = solve(&starts, &goals, Movement::Four, 200);
    assert!(is_solved, "{ticks}");
}

#[test]
fn a_loop_lets_neighbours_turn_round() {
    let starts = ["ab.", ".#.", "..."];
    let goals = ["ba.", ".#.", "..."];
    let (ticks, is_solved) = solve(&starts, &goals, Movement::Four, 100);
    assert!(is_solved, "{ticks}");
}

#[test]
fn without_room_to_pass_both_say_blocked() {
    let mut run = Run::four(&["....................."]);
    let (left, right) = (run.add(0, 0), run.add(20, 0));
    run.send(left, 20, 0);
    run.send(right, 0, 0);
    run.ticks(40);
    assert!(
        matches!(run.crowd.state(left), State::Blocked { by, .. } if by == right),
        "{:?}",
        run.crowd.state(left)
    );
    assert!(
        matches!(run.crowd.state(right), State::Blocked { by, .. } if by == left),
        "{:?}",
        run.crowd.state(right)
    );
}

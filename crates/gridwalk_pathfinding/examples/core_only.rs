//! The search core without Bevy: a path through a small map, printed.
//!
//! `cargo run -p gridwalk_pathfinding --example core_only`

use gridwalk_pathfinding::{Algorithm, Cell, Grid, NodePool, Outcome, PathQuery, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows = [
        "....#.....",
        ".##.#.###.",
        ".#55..#...",
        ".#.##.#.#.",
        "...#....#.",
    ];
    let grid = Grid::from_rows(&rows);
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(9, 4), Algorithm::AStar);

    match solve(&grid, &query, &mut NodePool::default(), &mut ()) {
        Outcome::Solved(solution) => {
            let mut picture: Vec<Vec<char>> =
                rows.iter().map(|row| row.chars().collect()).collect();
            for cell in solution.path.cells() {
                picture[usize::try_from(cell.y)?][usize::try_from(cell.x)?] = '*';
            }
            for row in picture {
                println!("{}", row.into_iter().collect::<String>());
            }
            let cost = query.options.units().format(solution.path.cost());
            println!("cost {cost}, {} cells expanded", solution.stats.expanded);
        }
        Outcome::NoPath(..) => println!("there is no path"),
        Outcome::OutOfBudget(_) => println!("out of budget"),
        Outcome::Refused(why) => println!("{why}"),
    }
    Ok(())
}

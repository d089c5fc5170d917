//! Our searches against those of other crates: in one run, in turns, after checking that their
//! costs agree.
//!
//! Times are those of the thread, in microseconds, less what it takes to look at the clock. The
//! report is Markdown; the times of all queries lie in `target/peers` as CSV, with pictures as SVG.
//! Read the ratios.

mod cases;
mod contenders;
mod plots;

use std::fmt::Write as _;
use std::path::PathBuf;

use cpu_time::ThreadTime;
use gridwalk_pathfinding::{Cost, Map};

use cases::{Case, eight_way, four_way, own, published, weighted};
use contenders::{PLANNERS, contenders};
use plots::Shape;

type Error = Box<dyn std::error::Error>;

/// The times of one contender on one map.
struct Row {
    contender: &'static str,
    is_exact: bool,
    /// Query by query, in microseconds.
    times: Vec<f64>,
    /// The relative excess of the paths' cost over that of the cheapest ones.
    longer: f64,
}

/// Number of turns of each contender. Of a question's times the least counts.
const ROUNDS: usize = 3;

fn main() -> Result<(), Error> {
    let folder = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("../../../shared/data"), PathBuf::from);
    let only = std::env::args().nth(2);
    let out = PathBuf::from("target/peers");
    std::fs::create_dir_all(&out)?;
    let mut csv = "rules,map,side,search,query,length,microseconds\n".to_owned();
    let mut by_length = plots::Points::default();
    for (title, sub, options) in [
        ("8-way", "movingai", eight_way()),
        ("4-way", "movingai", four_way()),
        ("weighted", "weighted", weighted()),
    ] {
        if only.as_deref().is_some_and(|only| only != title) {
            continue;
        }
        let folder = folder.join(sub);
        let cases = if folder.is_dir() {
            published(&folder, &options)?
        } else {
            own(512, &options)?
        };
        println!(
            "\n## {title}\n\n| map | queries | search | mean | median | p99 | ratio | longer |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
        let mut ratios: Vec<(&str, Vec<f64>)> = Vec::new();
        for case in &cases {
            let (rows, lengths) = measure(case);
            report(case, &rows, &mut ratios);
            list(title, case, &rows, &lengths, &mut csv)?;
            if title == "8-way" {
                for row in &rows {
                    by_length.add(
                        row.contender,
                        lengths.iter().copied().zip(row.times.iter().copied()),
                    );
                }
            }
        }
        summarise(&ratios);
    }
    if only.is_some() {
        return Ok(());
    }
    let title = "µs by path length, 8-way maps";
    plots::draw(&out.join("length.svg"), title, Shape::Dots, &by_length)?;
    for (title, options) in [("8-way", eight_way()), ("weighted", weighted())] {
        let mut by_side = plots::Points::default();
        for side in [64, 128, 256, 512, 1024, 2048, 4096] {
            for case in own(side, &options)?
                .iter_mut()
                .filter(|case| case.name == "scattered")
            {
                // On the largest maps some queries say enough.
                case.queries.truncate(if side > 1024 { 8 } else { 30 });
                let (rows, lengths) = measure(case);
                list(title, case, &rows, &lengths, &mut csv)?;
                for row in rows {
                    by_side.add(row.contender, [(f64::from(side), mean(&row.times))]);
                }
            }
        }
        let file = out.join(format!("side-{title}.svg"));
        let title = format!("mean µs by side of the map, scattered walls, {title}");
        plots::draw(&file, &title, Shape::Lines, &by_side)?;
    }
    std::fs::write(out.join("times.csv"), csv)?;
    Ok(())
}

/// Prints the slowdown of the other searches: the geometric mean over the maps, the least and the
/// most.
fn summarise(ratios: &[(&str, Vec<f64>)]) {
    println!(
        "\n| | than the {} |\n| --- | --- | --- | --- |",
        PLANNERS.join(" | the ")
    );
    let of = |name: &str| {
        ratios
            .iter()
            .find(|(one, _)| *one == name)
            .map_or(&[][..], |(_, ratios)| ratios)
    };
    // Only searches that were asked on all maps are compared.
    let maps = of(PLANNERS[0]).len();
    for (name, theirs) in ratios
        .iter()
        .filter(|(name, all)| !PLANNERS.contains(name) && all.len() == maps)
    {
        let cells = PLANNERS.map(|planner| {
            let longer: Vec<f64> = of(planner)
                .iter()
                .zip(theirs)
                .map(|(ours, theirs)| ours / theirs)
                .collect();
            let mean =
                (longer.iter().map(|ratio| ratio.ln()).sum::<f64>() / longer.len() as f64).exp();
            let (least, most) = longer.iter().fold((f64::MAX, 0.0_f64), |(a, b), one| {
                (a.min(*one), b.max(*one))
            });
            format!("{mean:.1} ({least:.1} to {most:.1})")
        });
        println!("| {name} | {} |", cells.join(" | "));
    }
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

fn micros(what: impl FnOnce()) -> f64 {
    let before = ThreadTime::now();
    what();
    before.elapsed().as_secs_f64() * 1e6
}

/// Returns the times of each contender, and the length of each query's path.
fn measure(case: &Case) -> (Vec<Row>, Vec<f64>) {
    let map = Map::new(case.grid.clone());
    let mut all = contenders(&map, &case.options);
    let times = vec![f64::MAX; case.queries.len()];
    let row = |contender, is_exact| Row {
        contender,
        is_exact,
        times: times.clone(),
        longer: 0.0,
    };
    let mut rows: Vec<Row> = all.iter().map(|one| row(one.name, one.is_exact)).collect();
    let mut cheapest = Vec::new();
    let mut sums = vec![0; all.len()];
    // All are asked once before any time is taken: all memory is warm, and every cost is known.
    for &(start, goal) in &case.queries {
        let costs: Vec<_> = all
            .iter_mut()
            .map(|one| one.answers.ask(start, goal))
            .collect();
        for (one, cost) in all.iter().zip(&costs) {
            assert!(
                !one.is_exact || *cost == costs[0],
                "{}: {start} to {goal} costs {costs:?}",
                case.name
            );
        }
        for (sum, cost) in sums.iter_mut().zip(&costs) {
            *sum += cost.unwrap_or(0);
        }
        cheapest.push(case.options.units().to_f64(Cost(costs[0].unwrap_or(0))));
    }
    // They take turns, and each answers all questions in its turn, as a program does that has
    // chosen one of them.
    for _ in 0..ROUNDS {
        for (one, row) in all.iter_mut().zip(&mut rows) {
            one.answers.begin_turn();
            for (&(start, goal), least) in case.queries.iter().zip(&mut row.times) {
                *least = least.min(micros(|| {
                    _ = std::hint::black_box(one.answers.ask(start, goal))
                }));
            }
        }
    }
    // To look at the clock takes as long as some of the answers.
    let clock = (0..1000).map(|_| micros(|| ())).fold(f64::MAX, f64::min);
    rows.iter_mut()
        .flat_map(|row| &mut row.times)
        .for_each(|time| *time = (*time - clock).max(0.01));
    for (row, sum) in rows.iter_mut().zip(&sums) {
        row.longer = *sum as f64 / sums[0].max(1) as f64 - 1.0;
    }
    (rows, cheapest)
}

fn report(case: &Case, rows: &[Row], ratios: &mut Vec<(&'static str, Vec<f64>)>) {
    let first = mean(&rows[0].times);
    for row in rows {
        let mut times = row.times.clone();
        times.sort_by(f64::total_cmp);
        let rank = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        let (mean, median, p99) = (mean(&times), rank(0.5), rank(0.99));
        let ratio = first / mean;
        match ratios.iter_mut().find(|(name, _)| *name == row.contender) {
            Some((_, ratios)) => ratios.push(ratio),
            None => ratios.push((row.contender, vec![ratio])),
        }
        let longer = if row.is_exact {
            String::new()
        } else {
            format!("{:+.1} %, cuts corners", row.longer * 100.0)
        };
        let (name, queries, search) = (&case.name, times.len(), row.contender);
        println!(
            "| {name} | {queries} | {search} | {mean:.1} | {median:.1} | {p99:.1} | {ratio:.2} | {longer} |"
        );
    }
}

fn list(
    title: &str,
    case: &Case,
    rows: &[Row],
    lengths: &[f64],
    csv: &mut String,
) -> Result<(), Error> {
    for row in rows {
        for (query, (time, length)) in row.times.iter().zip(lengths).enumerate() {
            let (name, side, search) = (
                &case.name,
                case.grid.width(),
                row.contender.replace('`', ""),
            );
            writeln!(
                csv,
                "{title},{name},{side},{search},{query},{length:.2},{time:.2}"
            )?;
        }
    }
    Ok(())
}

//! `gridwalk bench`: measures searches, and checks that their ways are as long as they should be.

mod course;
mod measure;
mod report;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::BenchRequest;
use super::failure::{Done, FINDINGS, OK, remark};
use crate::pathfinding::{Algorithm, NodePool, Weight};
use measure::Row;

/// How much weighted A* trusts its estimate where nothing else is said.
const USUAL_WEIGHT: f64 = 2.0;

pub fn run(request: &BenchRequest) -> Done {
    // Bad input is found before anything is measured.
    let baseline = request.baseline.as_deref().map(report::read_baseline).transpose()?;
    let mut courses = Vec::new();
    for file in &request.files {
        courses.extend(course::read(file, request)?);
    }
    if cfg!(debug_assertions) {
        remark("this program was built without optimisation, so its times say little; use a release build");
    }
    let all_but_idastar = || Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::IdaStar).collect();
    let algorithms: Vec<_> = if request.algorithms.is_empty() { all_but_idastar() } else { request.algorithms.clone() };

    let queries: usize = courses.iter().map(|course| course.queries.len()).sum();
    let bar = progress_bar(queries * algorithms.len());
    let mut pool = NodePool::default();
    let mut rows = Vec::new();
    for course in &courses {
        for &algorithm in &algorithms {
            bar.set_message(format!("{} {}", course.map, algorithm.name()));
            let mut options = course.options.clone();
            options.algorithm = algorithm;
            // The factor is for one algorithm; the others would refuse it.
            options.weight = match algorithm {
                Algorithm::WeightedAStar if request.rules.weight.is_none() && options.weight == Weight::ONE => {
                    Weight::new(USUAL_WEIGHT).expect("the usual weight is one")
                }
                Algorithm::WeightedAStar => options.weight,
                _ => Weight::ONE,
            };
            rows.push(measure::measure(course, &options, request.runs, &mut pool, &bar));
        }
    }
    bar.finish_and_clear();
    report::print(request, &rows, baseline.as_deref())?;
    Ok(if rows.iter().all(Row::is_right) { OK } else { FINDINGS })
}

/// Shows on stderr how far it has come, where that is a terminal.
fn progress_bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}").expect("the template is one");
    ProgressBar::new(steps as u64).with_style(style)
}

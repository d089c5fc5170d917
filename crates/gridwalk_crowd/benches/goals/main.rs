//! Goals of the crowd: the wanted figure, the measured one, and whether it is met.
//!
//! Run with `cargo bench -p gridwalk_crowd --bench goals -- [GOAL …]`, for example `G2 G21`; `rules`
//! stands for the table of rules that are on or off. Times
//! are those of the thread's processor. All other figures are equal in each run.

mod arrival;
mod fields;
mod flow;
mod rules;
mod speed;
mod support;
mod table;

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use table::Table;

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let mut table = Table::new(&wanted);
    speed::distinct_goals(&mut table);
    speed::shared_goals(&mut table);
    speed::one_click(&mut table);
    speed::settled(&mut table);
    arrival::blob(&mut table);
    arrival::crossing_clicks(&mut table);
    arrival::one_shot(&mut table);
    flow::lifelong(&mut table);
    fields::repair(&mut table);
    fields::brush(&mut table);
    fields::build(&mut table);
    fields::memory(&mut table);
    speed::first_step(&mut table);
    speed::allocations(&mut table);
    speed::threads(&mut table);
    flow::crossing(&mut table);
    flow::doorway(&mut table);
    arrival::calm(&mut table);
    flow::mixed_speeds(&mut table);
    speed::stuck(&mut table);
    table.finish();
    if table.wants(&["rules"]) {
        rules::table();
    }
}

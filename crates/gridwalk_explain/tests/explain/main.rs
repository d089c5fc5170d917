//! Traces, verdicts, comparisons, and what is said of them.

mod compare;
mod jump_graph;
mod language;
mod lessons;
mod open_list;
mod sentences;
mod trace;
mod verdict;

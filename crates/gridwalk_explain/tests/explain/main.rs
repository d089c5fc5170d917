//! Traces, verdicts, comparisons, and what is said of them.

mod compare;
mod jump_graph;
mod language;
mod lesson_numbers;
mod lessons;
mod open_list;
mod sentences;
mod slices;
mod trace;
mod verdict;
mod waits;

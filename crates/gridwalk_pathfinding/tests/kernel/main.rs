//! The kernel: searches, maps, planner, against an independent oracle and the published scenarios.

mod any_angle;
mod bounded_depth;
mod cost_limit;
mod costs;
mod drafts;
mod every_question;
mod goal_field;
mod goal_field_edits;
mod grid;
mod ground;
mod jump_points;
mod keep_off_walls;
mod landmarks;
mod legend;
mod lifelong;
mod map;
mod planner;
mod planner_weighted;
mod queries;
mod resumed;
mod search;
mod slices;
mod stepping;
mod two_ended;
mod views;
mod what_if;

//! The levels that come with the program; they are part of it, so no file can be missing.

use gridwalk_level::Level;
use gridwalk_level::formats::{ParseError, parse_level, parse_ron};

/// A level that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedLevel {
    /// The name that users type: the file without `.level.ron`, or the whole name of another file.
    pub name: &'static str,
    /// The name as an argument of the command line: with an `@` before it.
    pub argument: &'static str,
    /// Its file in `assets/levels`.
    pub file: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! shipped_levels {
    ($($name:literal $file:literal)+) => {
        /// All levels that come with the program, by name.
        pub const SHIPPED_LEVELS: &[ShippedLevel] = &[
            $(ShippedLevel {
                name: $name,
                argument: concat!("@", $name),
                file: $file,
                text: include_str!(concat!("../assets/levels/", $file)),
            },)+
        ];
    };
}

shipped_levels! {
    "bay" "bay.level.ron"
    "bridges" "bridges.level.ron"
    "cave" "cave.level.ron"
    "cave_512" "cave_512.level.ron"
    "clearance" "clearance.level.ron"
    "crossing" "crossing.level.ron"
    "dead_end" "dead_end.level.ron"
    "doorway" "doorway.level.ron"
    "empty" "empty.level.ron"
    "first_steps" "first_steps.level.ron"
    "forbidden" "forbidden.level.ron"
    "four_algorithms" "four_algorithms.level.ron"
    "guard" "guard.level.ron"
    "limits" "limits.level.ron"
    "maze" "maze.level.ron"
    "mean_costs" "mean_costs.level.ron"
    "off_the_walls" "off_the_walls.level.ron"
    "one_click" "one_click.level.ron"
    "one_way" "one_way.level.ron"
    "own_costs" "own_costs.level.ron"
    "own_formula" "own_formula.level.ron"
    "painted" "painted.level.ron"
    "parent_update" "parent_update.level.ron"
    "portals" "portals.level.ron"
    "right_angle" "right_angle.level.ron"
    "right_angle_codes" "right_angle_codes.level.ron"
    "river_crossing" "river_crossing.level.ron"
    "rooms" "rooms.level.ron"
    "slow_and_fast" "slow_and_fast.level.ron"
    "sorted_list" "sorted_list.level.ron"
    "sorted_list_oldest_first" "sorted_list_oldest_first.level.ron"
    "two_trains" "two_trains.level.ron"
    "walk_by_radius" "walk_by_radius.level.ron"
    "walk_the_stack" "walk_the_stack.level.ron"
    "walk_the_stack.txt" "walk_the_stack.txt"
    "walled_off" "walled_off.level.ron"
}

/// The lessons that come with the program, by file name with text; for a page, which has no folder.
#[cfg(any(target_family = "wasm", test))]
pub const SHIPPED_LESSONS: &[(&str, &str)] = &{
    macro_rules! lessons {
        ($($file:literal)+) => {
            [$(($file, include_str!(concat!("../assets/lessons/", $file)))),+]
        };
    }
    lessons! {
        "1_first_steps.lesson.ron"
        "2_right_angle.lesson.ron"
        "3_four_algorithms.lesson.ron"
        "4_sorted_list.lesson.ron"
        "5_walk_the_stack.lesson.ron"
        "6_many_agents.lesson.ron"
    }
};

impl ShippedLevel {
    /// Returns the level of that name, or of that file.
    ///
    /// # Examples
    /// ```
    /// use gridwalk::shipped::ShippedLevel;
    /// let level = ShippedLevel::find("right_angle").unwrap();
    /// assert_eq!(level.file, "right_angle.level.ron");
    /// assert_eq!(level.parse().unwrap().name, "Right angle");
    /// assert_eq!(ShippedLevel::find("no_such"), None);
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        SHIPPED_LEVELS
            .iter()
            .find(|level| name == level.name || name == level.file)
            .copied()
    }

    /// Parses the level.
    ///
    /// # Errors
    /// Never: the tests read all of them.
    pub fn parse(&self) -> Result<Level, ParseError> {
        parse_level(self.text.as_bytes(), self.file)
    }
}

/// The level for a start with a broken file.
const BUILT_IN: &str = include_str!("../assets/built_in.level.ron");

/// Returns the level that is used when the wanted one cannot be read at the start.
///
/// # Panics
/// Never: the tests parse it.
#[must_use]
pub fn built_in() -> Level {
    parse_ron(BUILT_IN).expect("the built-in level parses, as the tests prove")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_the_folder_is_in_the_program() {
        let files: Vec<String> = gridwalk_testing::shipped_levels()
            .into_iter()
            .map(|level| level.file)
            .collect();
        assert_eq!(
            SHIPPED_LEVELS
                .iter()
                .map(|level| level.file)
                .collect::<Vec<_>>(),
            files
        );
        for level in SHIPPED_LEVELS {
            assert!(level.parse().is_ok(), "{}", level.file);
            assert_eq!(ShippedLevel::find(level.name), Some(*level));
        }
        assert_eq!(built_in().agents.len(), 2);
    }

    #[test]
    fn every_lesson_of_the_folder_is_in_the_page() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lessons");
        let entries = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = entries.collect();
        files.sort();
        assert_eq!(
            SHIPPED_LESSONS
                .iter()
                .map(|(file, _)| *file)
                .collect::<Vec<_>>(),
            files
        );
    }
}

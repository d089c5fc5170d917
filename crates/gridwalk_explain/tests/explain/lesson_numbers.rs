//! The numbers in the prose of the lessons: each is one that the page's searches give.

use std::collections::BTreeSet;
use std::f64::consts::SQRT_2;

use gridwalk_crowd::Crowd;
use gridwalk_explain::{Timeline, Trace, position};
use gridwalk_level::formats::parse_lesson;
use gridwalk_level::{Ask, BoardsSetup, Lesson, LessonPage, LessonView, Level, LevelEdit};
use gridwalk_pathfinding::{
    Cell, Limits, NodePool, OptionChange, Outcome, PathQuery, SearchOptions, Side, TerrainId,
};
use gridwalk_testing::crowd::Run;
use gridwalk_testing::shipped_levels;

/// Searches that a page talks about without showing them: of which lesson and page, with which
/// other options.
const TRIED_BY_READERS: &[(u32, usize, &[&[(&str, &str)]])] = &[
    (1, 15, &[&[("algorithm", "dijkstra")], &[("tie", "newest")]]),
    (2, 9, &[&[("stop", "expanded")]]),
    (
        2,
        15,
        &[
            &[("tie", "larger-g")],
            &[("algorithm", "dijkstra")],
            &[("algorithm", "greedy")],
        ],
    ),
    (4, 14, &[&[("tie", "larger-g")]]),
    (5, 2, &[&[("movement", "eight-no-corners")]]),
    (5, 6, &[&[("heuristic", "octile")]]),
    (
        5,
        7,
        &[
            &[("heuristic", "octile")],
            &[("stop", "expanded")],
            &[("parent", "shorter")],
        ],
    ),
];

/// Cells as the tutorial of a lesson writes them, by lesson and page: counted from 1, or row first.
const AS_IN_THE_TUTORIAL: &[(u32, usize, &[(i32, i32)])] =
    &[(1, 14, &[(1, 6), (3, 6)]), (5, 13, &[(5, 7)])];

/// Numbers that no search gives: of arithmetic that is shown on the page.
fn worked_out(lesson: u32, page: usize) -> Vec<f64> {
    match (lesson, page) {
        (2, 2) => vec![65.0, 65.0_f64.sqrt()],
        (2, 5) => vec![37.0],
        (2, 6) => vec![26.0, 26.0_f64.sqrt()],
        // 16 steps at 1.25 cells a second.
        (2, 14) => vec![16.0 / 1.25],
        // A diagonal step onto weight 3.
        (3, 1) | (4, 8) => vec![3.0 * SQRT_2],
        // By how many per cent the path costs more than the cheapest.
        (3, 6) => vec![(27.73_f64 / 15.90 * 100.0 - 100.0).round()],
        // Expansions from the 50th on.
        (4, 6 | 7) => vec![f64::from(69 - 50), f64::from(57 - 50)],
        // All but one of 25 cards.
        (4, 13) => vec![24.0],
        // 4 cells a second, for 16 ms.
        (5, 9) => vec![16.0, 4.0 * 0.016],
        (5, 10) => vec![SQRT_2],
        // Half of the way of 20 steps, and the time of 20 agents on a bridge of 2 cells.
        (6, 1 | 14) => vec![20.0 / 2.0],
        // More than the 20 ticks after which an agent is blocked.
        (6, 7) => vec![30.0],
        // A door of 4 cells, with and without gaps.
        (6, 9) => vec![424.0 / 4.0, 424.0 / 2.0],
        // Cells of a diamond, and the way of a corner to the middle and to the diamond.
        (6, 10) => vec![
            22.0,
            23.0,
            1.0 + 2.0 * 22.0 * 23.0,
            64.0 + 64.0,
            128.0 - 22.0,
        ],
        // Columns of the tunnel, and agents on each side.
        (6, 11) => vec![40.0 - 10.0, 20.0 / 2.0],
        // The year of the paper.
        (6, 17) => vec![2019.0, 2023.0],
        _ => Vec::new(),
    }
}

fn level_of(lesson: &Lesson, page: &LessonPage) -> Level {
    let name = page.level.as_ref().unwrap_or(&lesson.level);
    let file = format!("{name}.level.ron");
    let mut level = shipped_levels()
        .into_iter()
        .find(|level| level.file == file)
        .unwrap()
        .parse();
    for (cell, glyph) in &page.cells {
        let terrain = level.grid.terrain_by_glyph(*glyph).unwrap();
        LevelEdit::Cells(vec![(*cell, terrain)])
            .apply(&mut level)
            .unwrap();
    }
    for change in &page.options {
        change.apply(&mut level.search);
    }
    level
}

/// The options of the searches that a page is about.
fn searches(number: u32, at: usize, page: &LessonPage, level: &Level) -> Vec<SearchOptions> {
    let mut all = match &page.view {
        LessonView::Boards(setup) => setup
            .boards
            .iter()
            .map(|changes| BoardsSetup::options(&level.search, changes))
            .collect(),
        LessonView::Watch | LessonView::Agents => vec![level.search.clone()],
    };
    for (_, _, tried) in TRIED_BY_READERS
        .iter()
        .filter(|(lesson, page, _)| (*lesson, *page) == (number, at))
    {
        all.extend(tried.iter().map(|changes| {
            let changes: Vec<_> = changes
                .iter()
                .map(|(key, value)| OptionChange::parse(key, value).unwrap())
                .collect();
            BoardsSetup::options(&level.search, &changes)
        }));
    }
    all
}

/// Returns numbers of the crowd of a level as `gridwalk simulate` moves it; none for a level
/// without a crowd.
///
/// They are: how many agents there are, in all and in each group; the ticks without progress after
/// which a plan is searched; the length of a corridor that agents do not enter while others come
/// out; the ticks until all are home; and the ticks in which an agent with a row of its own enters
/// a cell that the page points at.
fn crowd_facts(page: &LessonPage, level: &Level) -> Vec<f64> {
    if !level.crowd {
        return Vec::new();
    }
    let mut run = Run::of_level(level);
    let mut facts = vec![
        count(run.names.len()),
        count(Crowd::PATIENCE),
        count(Crowd::LONG_CORRIDOR),
    ];
    facts.extend(level.groups.iter().map(|group| f64::from(group.count)));
    while run.crowd.now() < 400 && !run.is_finished() {
        run.tick();
        let agents = level
            .agents
            .iter()
            .map(|agent| run.crowd.last_step(run.named(&agent.name)));
        let entered = agents
            .filter(|step| step.begin + 1 == run.crowd.now() && page.point_at.contains(&step.to));
        facts.extend(entered.map(|step| count(step.begin + 1)));
    }
    facts.extend(run.is_finished().then(|| count(run.crowd.now())));
    facts
}

fn count(things: impl TryInto<u32, Error: std::fmt::Debug>) -> f64 {
    things.try_into().unwrap().into()
}

/// Collects the results of a search on a page, as numbers.
fn facts_of(page: &LessonPage, level: &Level, options: SearchOptions, facts: &mut Vec<f64>) {
    let agent = level.agents.first();
    let start = page.ends[0].or(agent.map(|agent| agent.at));
    let goal = page.ends[1].or(agent.and_then(|agent| agent.goals.first().copied()));
    let (Some(start), Some(goal)) = (start, goal) else {
        return assert!(level.crowd, "only a crowd has agents that are sent nowhere");
    };
    let query = PathQuery::new(start, goal, options);
    let (outcome, trace) = Trace::record(
        &level.grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let timeline = Timeline::new(trace.into());
    let units = query.options.units();
    let stats = outcome.stats();
    facts.extend([stats.expanded, stats.generated, stats.largest_open].map(count));
    facts.extend(
        timeline
            .positions_scanned()
            .last()
            .map(|passed| count(*passed)),
    );
    facts.extend(
        timeline
            .linear_comparisons()
            .last()
            .map(|compared| count(*compared)),
    );
    facts.extend(
        timeline
            .heap_comparisons()
            .last()
            .map(|sums| count(sums.up + sums.down)),
    );
    if let Outcome::Solved(solution) = &outcome {
        let cells = solution.path.cells();
        let diagonal = cells
            .windows(2)
            .filter(|pair| pair[0].x != pair[1].x && pair[0].y != pair[1].y)
            .count();
        let straight = cells.len() - 1 - diagonal;
        facts.extend([cells.len(), cells.len() - 1, straight, diagonal].map(count));
        facts.push(units.to_f64(solution.path.cost()));
        facts.push(count(straight) * units.to_f64(units.straight()));
        facts.push(count(diagonal) * units.to_f64(units.diagonal()));
        facts.push(count(straight) + count(diagonal) * SQRT_2);
        // All of these go first under any rule.
        let end = timeline.marks_at(timeline.len());
        let is_below = |cell: &Cell| {
            let mark = end.get(*cell, Side::Forward);
            mark.is_some_and(|mark| mark.times > 0 && mark.f() < solution.path.cost())
        };
        facts.push(count(
            gridwalk_testing::cells(&level.grid)
                .filter(is_below)
                .count(),
        ));
    }
    facts.extend([units.straight(), units.diagonal()].map(|step| units.to_f64(step)));
    let Some(now) = position(&timeline, page.at) else {
        return;
    };
    for at in [now, timeline.len()] {
        let marks = timeline.marks_at(at);
        let counters = marks.counters();
        facts.extend([counters.expanded, counters.open, counters.closed].map(count));
        facts.push(count(stats.expanded.abs_diff(counters.expanded)));
        facts.extend(
            timeline
                .positions_scanned()
                .get(usize::try_from(counters.expanded).unwrap())
                .map(|passed| count(*passed)),
        );
        let asked = if let Some(Ask::Value(_, cell)) = page.ask {
            Some(cell)
        } else {
            None
        };
        let rows = marks.open_list(Side::Forward, 0..usize::MAX);
        let pointed = page
            .point_at
            .iter()
            .copied()
            .chain(asked)
            .chain(rows.iter().map(|row| row.cell));
        for mark in pointed.filter_map(|cell| marks.get(cell, Side::Forward)) {
            facts.extend([mark.g, mark.h, mark.f()].map(|cost| units.to_f64(cost)));
        }
    }
}

/// The numbers of a text, but for cells, which are given apart.
fn numbers(text: &str) -> (Vec<String>, BTreeSet<(i32, i32)>) {
    let (mut found, mut cells, mut rest) = (Vec::new(), BTreeSet::new(), text);
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let from = &rest[at..];
        let digits = |text: &str| {
            text.len()
                - text
                    .trim_start_matches(|letter: char| letter.is_ascii_digit())
                    .len()
        };
        let end = digits(from);
        let x = &from[..end];
        let second = from[end..]
            .strip_prefix(", ")
            .map(|after| &after[..digits(after)]);
        if let Some(y) = second.filter(|y| !y.is_empty() && rest[..at].ends_with('(')) {
            cells.insert((x.parse().unwrap(), y.parse().unwrap()));
            rest = &from[end + 2 + y.len()..];
            continue;
        }
        let fraction = from[end..].strip_prefix('.').map_or(0, digits);
        let end = if fraction > 0 {
            end + 1 + fraction
        } else {
            end
        };
        found.push(from[..end].to_owned());
        rest = &from[end..];
    }
    (found, cells)
}

fn texts(page: &LessonPage, language: &str) -> String {
    let mut all = page.text.in_language(language).to_owned();
    page.steps
        .iter()
        .for_each(|step| all.extend([" ", step.text.in_language(language)]));
    if let Some(Ask::Choice { question, answers }) = &page.ask {
        let more = answers
            .iter()
            .flat_map(|answer| [&answer.text, &answer.why])
            .chain([question]);
        more.for_each(|text| all.extend([" ", text.in_language(language)]));
    }
    all
}

/// A number as it would be written with so many digits behind the point.
fn is_written(fact: f64, number: &str) -> bool {
    let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
    format!("{fact:.digits$}") == number && (digits > 0 || fact.fract() == 0.0)
}

/// Lessons said numbers that were those of an older search.
#[test]
fn every_number_in_the_prose_of_a_lesson_is_one_of_its_page() {
    let folder = gridwalk_testing::root().join("assets/lessons");
    let mut wrong = Vec::new();
    let mut checked = 0;
    for number in 1..=6 {
        let path = std::fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().path());
        let is_it = |path: &std::path::PathBuf| {
            path.file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with(&number.to_string())
        };
        let lesson =
            parse_lesson(&std::fs::read_to_string(path.into_iter().find(is_it).unwrap()).unwrap())
                .unwrap();
        let mut before: Vec<f64> = Vec::new();
        for (at, page) in (1..).zip(&lesson.pages) {
            let level = level_of(&lesson, page);
            let size = [level.grid.width(), level.grid.height()].map(f64::from);
            let free = gridwalk_testing::cells(&level.grid)
                .filter(|cell| level.grid.is_walkable(*cell))
                .count();
            let mut facts = vec![size[0], size[1], size[0] * size[1], count(free)];
            // How fast agents walk, and how many milliseconds they take for a cell.
            let speeds = level.agents.iter().map(|agent| f64::from(agent.speed));
            facts.extend(speeds.flat_map(|speed| [speed, 1000.0 / speed]));
            facts.extend(
                level
                    .agents
                    .iter()
                    .map(|agent| f64::from(agent.arrival_radius)),
            );
            for options in searches(number, at, page, &level) {
                facts_of(page, &level, options, &mut facts);
            }
            facts.extend(crowd_facts(page, &level));
            // The reader gives the marked cell one terrain after the other.
            for terrain in (0..3).filter(|_| (number, at) == (3, 2)) {
                let mut clicked = level.clone();
                LevelEdit::Cells(vec![(page.point_at[0], TerrainId(terrain))])
                    .apply(&mut clicked)
                    .unwrap();
                facts_of(page, &clicked, level.search.clone(), &mut facts);
            }
            // A page may go back to what others have said.
            before.extend(facts);
            before.extend(worked_out(number, at));
            for language in ["en", "zh"] {
                let (found, cells) = numbers(&texts(page, language));
                let quoted = AS_IN_THE_TUTORIAL
                    .iter()
                    .filter(|(lesson, page, _)| (*lesson, *page) == (number, at));
                let quoted: Vec<_> = quoted.flat_map(|(.., cells)| cells.iter()).collect();
                let is_known = |cell| {
                    level.grid.contains(cell) || quoted.iter().any(|it| Cell::from(**it) == cell)
                };
                let outside = cells.iter().filter(|cell| !is_known((**cell).into()));
                wrong.extend(
                    outside.map(|cell| format!("lesson {number}, page {at}, {language}: {cell:?}")),
                );
                // Small whole numbers count what anybody sees.
                let known = |text: &String| {
                    text.parse::<u32>().is_ok_and(|number| number < 10)
                        || before.iter().any(|fact| is_written(*fact, text))
                };
                checked += found.len();
                let unknown = found.into_iter().filter(|text| !known(text));
                wrong.extend(
                    unknown.map(|text| format!("lesson {number}, page {at}, {language}: {text}")),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 300, "{checked}");
}

//! Lessons as files, and the answers to their questions.

use gridwalk_explain::{
    CellState, Language, Timeline, Trace, lesson_faults, lit_step, next_expanded, predicted, valued,
};
use gridwalk_level::formats::parse_lesson;
use gridwalk_level::{CellNumber, Level, ProcedureEvent, ProcedureStep};
use gridwalk_pathfinding::{
    Algorithm, Grid, Limits, Movement, NodePool, Outcome, PathQuery, SearchEvent, SearchOptions,
    Side, TieBreak,
};
use gridwalk_testing::oracle::{free_cells, random_grid, random_options};
use gridwalk_testing::{Rng, shipped_levels};

/// A search on a random map, recorded; `None` where it is refused or there is nothing to search.
fn random_timeline(rng: &mut Rng, algorithm: Algorithm) -> Option<Timeline> {
    let grid = random_grid(rng);
    let free = free_cells(&grid);
    if free.is_empty() {
        return None;
    }
    let (movement, tie) = (rng.pick(&Movement::ALL), rng.pick(&TieBreak::ALL));
    let options = random_options(rng, algorithm, movement, tie, &grid);
    let query = PathQuery::new(rng.pick(&free), rng.pick(&free), options);
    let (outcome, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    (!matches!(outcome, Outcome::Refused(_))).then(|| Timeline::new(trace.into()))
}

#[test]
fn answer_key_is_the_next_expansion_and_front_of_open_list() {
    let mut rng = Rng(71);
    let mut asked = 0;
    while asked < 5000 {
        let algorithm = rng.pick(&Algorithm::ALL);
        let Some(mut timeline) = random_timeline(&mut rng, algorithm) else {
            continue;
        };
        let position = rng.below(timeline.len() + 1);
        timeline.seek(position);
        let events = (position..timeline.len()).map(|at| timeline.trace().event(at).unwrap());
        let next = events.enumerate().find_map(|(ahead, event)| match event {
            SearchEvent::Expanded { cell, side } => Some((position + ahead, cell, side)),
            _ => None,
        });
        assert_eq!(
            next_expanded(&timeline),
            next.map(|(_, cell, _)| cell),
            "{algorithm:?} at {position}"
        );
        let Some((event, cell, side)) = next else {
            continue;
        };
        let front = timeline.marks_at(event).open_list(side, 0..1);
        // Cells that are expanded without having been opened stand on no list.
        if timeline.marks_at(event).state(cell, side) == CellState::Open {
            assert_eq!(
                front.first().map(|row| row.cell),
                Some(cell),
                "{algorithm:?} at {position}"
            );
        }
        let guess = rng.pick(&free_cells_of(&timeline));
        let feedback = predicted(&timeline, guess, true, Language::English).unwrap();
        assert_eq!(feedback.is_right, guess == cell);
        assert!(
            feedback.is_right == feedback.text.starts_with("Right."),
            "{feedback:?}"
        );
        assert!(
            predicted(&timeline, cell, true, Language::Chinese)
                .unwrap()
                .is_right
        );
        asked += 1;
    }
}

fn free_cells_of(timeline: &Timeline) -> Vec<gridwalk_pathfinding::Cell> {
    let trace = timeline.trace();
    let (width, height) = (trace.width.cast_signed(), trace.height.cast_signed());
    (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y).into()))
        .collect()
}

#[test]
fn shown_cell_numbers_are_right_answers_and_others_wrong() {
    let mut rng = Rng(72);
    let mut asked = 0;
    while asked < 2000 {
        let algorithm = rng.pick(&Algorithm::ALL);
        let Some(mut timeline) = random_timeline(&mut rng, algorithm) else {
            continue;
        };
        timeline.seek(rng.below(timeline.len() + 1));
        let cell = rng.pick(&free_cells_of(&timeline));
        let units = timeline.trace().options.units;
        let sides = [Side::Forward, Side::Backward];
        let mark = sides
            .into_iter()
            .find_map(|side| timeline.marks().get(cell, side));
        for number in CellNumber::ALL {
            let value = mark.map(|mark| match number {
                CellNumber::G => mark.g,
                CellNumber::H => mark.h,
                CellNumber::F => mark.f(),
            });
            let Some(value) = value else {
                assert_eq!(
                    valued(&timeline, number, cell, "1", Language::English),
                    None
                );
                continue;
            };
            let say =
                |typed: &str| valued(&timeline, number, cell, typed, Language::English).unwrap();
            let shown = units.format(value);
            assert!(
                say(&shown).is_right && say(&format!(" {} ", shown.replace('.', ","))).is_right,
                "{shown}"
            );
            assert!(!say("").is_right && !say("x").is_right);
            assert!(
                !say(&(units.to_f64(value) + 0.02).to_string()).is_right,
                "{shown}"
            );
            asked += 1;
        }
    }
}

#[test]
fn a_wrong_answer_is_met_with_both_f_and_the_rule_of_ties() {
    let grid = Grid::from_rows(&[".....", ".....", "....."]);
    let options = SearchOptions {
        movement: Movement::Four,
        tie: TieBreak::Oldest,
        ..Algorithm::AStar.into()
    };
    let query = PathQuery::new((0, 1).into(), (4, 1).into(), options);
    let (_, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let mut timeline = Timeline::new(trace.into());
    timeline.seek(timeline.end_of_step(timeline.position_of_step(1).unwrap()));
    assert_eq!(next_expanded(&timeline), Some((1, 1).into()));
    let say = |guess: (i32, i32)| {
        predicted(&timeline, guess.into(), true, Language::English)
            .unwrap()
            .text
    };
    let reason =
        "(1, 1) has G = 1, H = 3, F = 4. Expanded (1, 1): F = 4 is the lowest on the open list.";
    assert_eq!(
        say((0, 0)),
        format!("(0, 0) has to wait: G = 1, H = 4.41, F = 5.41. {reason}")
    );
    assert_eq!(say((0, 1)), format!("(0, 1) was expanded before. {reason}"));
    assert_eq!(
        say((3, 2)),
        format!("(3, 2) is not on the open list. {reason}")
    );
    assert_eq!(
        say((1, 1)),
        "Right. Expanded (1, 1): F = 4 is the lowest on the open list."
    );
}

#[test]
fn a_mistake_in_a_lesson_is_said_with_its_place() {
    let lesson = |page: &str| {
        format!(
            "(\n    version: 1,\n    title: \"T\",\n    level: \"empty\",\n    pages: [\n        {page},\n    ],\n)"
        )
    };
    let mut wrong = Vec::new();
    for (page, line, column, start) in [
        (
            "(text: \"A\", viev: \"watch\")",
            6,
            21,
            "unknown field `viev`; did you mean `view`?",
        ),
        (
            "(text: \"A\", view: \"edit\")",
            6,
            27,
            "expected what the window is for: \"watch\" or \"agents\", found \"edit\"",
        ),
        ("(view: \"agents\")", 6, 9, "the page has no text"),
        (
            "(text: (en: \"A\", en: \"B\"))",
            6,
            30,
            "the text in `en` stands here twice",
        ),
        (
            "(text: \"A\", at: (expansion: -1))",
            6,
            37,
            "expected the number of an expansion from 0",
        ),
        (
            "(text: \"A\", at: \"middle\")",
            6,
            25,
            "expected a place on the time line",
        ),
        (
            "(text: \"A\", search: (algorithm: \"b\"))",
            6,
            41,
            "expected \"breadth-first\"",
        ),
        (
            "(text: \"A\", search: (colour: 1))",
            6,
            30,
            "unknown field `colour`",
        ),
        (
            "(text: \"A\", search: (region: (at: (0, 0), size: (1, 1))))",
            6,
            38,
            "expected no region",
        ),
        (
            "(text: \"A\", boards: [(tie: \"oldest\")])",
            6,
            29,
            "a comparison has from 2 to 6 boards",
        ),
        (
            "(text: \"A\", steps: [(text: \"A\", on: [\"pop\"])])",
            6,
            46,
            "expected an event of a search: \"start\"",
        ),
        (
            "(text: \"A\", steps: [(on: [\"take\"])])",
            6,
            29,
            "the step has no text",
        ),
        (
            "(text: \"A\", steps: [])",
            6,
            28,
            "expected 1 to 20 steps, found 0",
        ),
        (
            "(text: \"A\", open_list: \"tree\")",
            6,
            32,
            "expected a data structure for the open list: \"sorted\"",
        ),
        (
            "(text: \"A\", clock: \"time\")",
            6,
            28,
            "a clock is what boards keep step by",
        ),
        (
            "(text: \"A\", cells: [((1, 1), \"#\")])",
            6,
            29,
            "expected a cell with its glyph",
        ),
        (
            "(text: \"A\", ask: (next: 0))",
            6,
            33,
            "expected how many times the next cell is asked for from 1 to 100",
        ),
        (
            "(text: \"A\", ask: (next: 1, value: \"f\"))",
            6,
            26,
            "expected a question",
        ),
        (
            "(text: \"A\", ask: (question: \"Q\", answers: [(text: \"a\"), (text: \"b\")]))",
            6,
            51,
            "expected one answer with `right: true`, found 0",
        ),
        ("(text: \"A\"", 7, 5, "expected a field name, found `]`"),
    ] {
        let error = parse_lesson(&lesson(page)).unwrap_err();
        if !error.message.starts_with(start) || (error.line, error.column) != (line, column) {
            wrong.push(format!("{page}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (text, start) in [
        ("", "expected a lesson, which begins with `(`"),
        ("(title: \"T\")", "the lesson has no version"),
        ("(version: 2)", "version 2 is not known"),
        (
            "(version: 1, title: \"T\", level: \"a/b\", pages: [(text: \"A\")])",
            "expected the name of a level's file",
        ),
        (
            "(version: 1, title: \"T\", level: \"a\", pages: [])",
            "expected 1 to 200 pages, found 0",
        ),
        (
            "(version: 1, title: \"T\", level: \"a\", pages: [(text: \"A\")]) x",
            "expected nothing after the lesson's last `)`",
        ),
    ] {
        let error = parse_lesson(text).unwrap_err();
        assert!(error.message.starts_with(start), "{text}: {error}");
    }
}

fn shipped(name: &str) -> Result<Level, String> {
    let file = format!("{name}.level.ron");
    let found = shipped_levels()
        .into_iter()
        .find(|level| level.file == file);
    found
        .map(|level| level.parse())
        .ok_or_else(|| format!("there is no level called \"{name}\""))
}

#[test]
fn a_page_that_does_not_fit_its_level_is_found() {
    let faults = |page: &str| {
        let text = format!(
            "(version: 1, title: \"T\", level: \"first_steps\", pages: [(text: \"A\"), {page}])"
        );
        lesson_faults(&parse_lesson(&text).unwrap(), shipped)
    };
    let mut wrong = Vec::new();
    for (page, fault) in [
        (
            "(text: \"A\", level: \"nowhere\")",
            "page 2: there is no level called \"nowhere\"",
        ),
        (
            "(text: \"A\", point_at: [(9, 9)])",
            "page 2: (9, 9) lies outside the 7 × 6 map",
        ),
        (
            "(text: \"A\", start: (1, 4))",
            "page 2: the start (1, 4) is blocked",
        ),
        (
            "(text: \"A\", cells: [((0, 0), '?')])",
            "page 2: the level's legend has no glyph '?'",
        ),
        (
            "(text: \"A\", at: (expansion: 99))",
            "page 2: the search has only 7 expansions and 29 events",
        ),
        (
            "(text: \"A\", ask: (next: 8))",
            "page 2: it asks 8 times for the next cell, but only 7 are expanded",
        ),
        (
            "(text: \"A\", ask: (value: \"f\", cell: (6, 0)))",
            "page 2: it asks for f of (6, 0), which the search has not seen there",
        ),
        (
            "(text: \"A\", view: \"agents\", steps: [(text: \"B\")])",
            "page 2: it has steps of one search, but watches none",
        ),
        (
            "(text: \"A\", steps: [(text: (xx: \"B\"))])",
            "the language `xx` is not known",
        ),
        (
            "(text: \"A\", view: \"agents\", ask: (next: 1))",
            "page 2: it asks about one search, but watches none",
        ),
        (
            "(text: \"A\", boards: [(), ()], clock: \"time\", at: (expansion: 3))",
            "page 2: boards on the clock \"time\" cannot be at this place; expected \"start\" or \"end\"",
        ),
        ("(text: (xx: \"A\"))", "the language `xx` is not known"),
    ] {
        if faults(page) != [fault] {
            wrong.push(format!("{page}: {:?}", faults(page)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lesson_pages_fit_their_levels_in_both_languages() {
    let folder = gridwalk_testing::root().join("assets/lessons");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let lesson = parse_lesson(&std::fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(lesson_faults(&lesson, shipped), [""; 0], "{path:?}");
        for page in &lesson.pages {
            for text in page.steps.iter().map(|step| &step.text).chain([&page.text]) {
                assert!(
                    text.0.contains_key("en") && text.0.contains_key("zh"),
                    "{path:?}: {text:?}"
                );
            }
        }
        count += 1;
    }
    assert!(count > 0, "lessons come with the program");
}

/// A search of 2 × 2 cells, written down by hand: each event, and the step that it belongs to.
#[test]
fn step_of_a_procedure_is_lit_by_its_events() {
    use ProcedureEvent::{Goal, Join, Path, Skip, Start, Take};
    let step = |on: &[ProcedureEvent]| ProcedureStep {
        on: on.to_vec(),
        ..ProcedureStep::default()
    };
    let steps = [
        step(&[Start]),
        step(&[Take]),
        step(&[Skip, Join]),
        step(&[Goal]),
        step(&[]),
        step(&[Path]),
    ];
    let grid = Grid::from_rows(&["..", "#."]);
    let options = SearchOptions {
        movement: Movement::Four,
        tie: TieBreak::Oldest,
        ..Algorithm::AStar.into()
    };
    let query = PathQuery::new((0, 0).into(), (1, 1).into(), options);
    let (_, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let mut timeline = Timeline::new(trace.into());
    let mut lit = Vec::new();
    for position in 0..=timeline.len() {
        timeline.seek(position);
        let event = position
            .checked_sub(1)
            .and_then(|number| timeline.trace().event(number));
        match event {
            Some(SearchEvent::Ignored { .. }) => assert_eq!(lit_step(&timeline, &steps), Some(2)),
            _ => lit.push(lit_step(&timeline, &steps)),
        }
    }
    // Nothing yet; the start joins; taken; (1, 0) joins; taken; the goal joins; taken, which is the
    // last event; the path.
    assert_eq!(
        lit,
        [
            None,
            Some(0),
            Some(1),
            Some(2),
            Some(1),
            Some(2),
            Some(3),
            Some(5)
        ]
    );
    let [taken] = [step(&[Take])];
    timeline.seek(timeline.len() - 1);
    assert_eq!(
        lit_step(&timeline, &[taken]),
        Some(0),
        "without a step for the goal it is an expansion like others"
    );
}

/// Each page with a procedure lights each of its steps that a search makes.
#[test]
fn every_step_of_a_shipped_procedure_is_lit_once() {
    let folder = gridwalk_testing::root().join("assets/lessons");
    let mut procedures = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let lesson = parse_lesson(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for page in lesson.pages.iter().filter(|page| !page.steps.is_empty()) {
            let mut level = shipped(page.level.as_ref().unwrap_or(&lesson.level)).unwrap();
            for change in &page.options {
                change.apply(&mut level.search);
            }
            let agent = &level.agents[0];
            let query = PathQuery::new(agent.at, agent.goals[0], &level.search);
            let (_, trace) = Trace::record(
                &level.grid,
                &query,
                Limits::NONE,
                usize::MAX,
                &mut NodePool::default(),
            );
            let mut timeline = Timeline::new(trace.into());
            let mut lit = std::collections::BTreeSet::new();
            for position in 0..=timeline.len() {
                timeline.seek(position);
                lit.extend(lit_step(&timeline, &page.steps));
            }
            let optional = [ProcedureEvent::Update, ProcedureEvent::NoPath];
            for (number, step) in page.steps.iter().enumerate() {
                let is_made = step.on.iter().any(|event| !optional.contains(event));
                assert!(
                    !is_made || lit.contains(&number),
                    "{path:?}: {:?} among {lit:?}",
                    step.text
                );
            }
            procedures += 1;
        }
    }
    assert_eq!(procedures, 5, "one in each lesson");
}

#[test]
fn a_part_that_does_not_lie_on_the_map_is_named() {
    let lesson = |part: &str| {
        let text = format!(
            "(version: 1, title: \"One\", level: \"first_steps\", pages: [(text: \"Look.\", zoom_to: {part})])"
        );
        parse_lesson(&text)
    };
    let faults = |part: &str| lesson_faults(&lesson(part).unwrap(), shipped);
    assert_eq!(faults("(at: (1, 1), size: (6, 5))"), Vec::<String>::new());
    assert_eq!(
        faults("(at: (1, 1), size: (7, 5))"),
        ["page 1: (7, 5) lies outside the 7 × 6 map"]
    );
    let message = lesson("(at: (1, 1), size: (0, 5))").unwrap_err().message;
    assert!(
        message.starts_with("expected columns and rows, each from 1 to"),
        "{message}"
    );
}

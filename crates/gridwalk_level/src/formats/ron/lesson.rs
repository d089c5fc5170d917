//! Lessons in RON, written by teachers in a text editor.
//!
//! ```ron
//! (
//!     version: 1,
//!     title: (en: "A wall", zh: "一堵墙"),
//!     level: "right_angle",
//!     pages: [
//!         (text: "The search begins here.", point_at: [(4, 6)]),
//!         (text: "Which cell is next?", at: (expansion: 3), ask: (next: 5)),
//!     ],
//! )
//! ```
//!
//! The search options that levels and pages name are read here, too: movement, step costs, and
//! options by their table names.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{
    Cell, Direction, FormulaError, Grid, Heuristic, NeighborOrder, OptionChange, OptionKey,
    SearchOptions, StepCosts, Typed,
};

use super::read::{
    RonPart, RonReader, check_version, fields, read_rect, read_rect_on, skip_blank, twice, unknown,
};
use crate::BoardsSetup;
use crate::formats::common::{ParseError, Parsed, in_quotes, one_of};
use crate::lesson::{
    Answer, Ask, CellNumber, Lesson, LessonPage, LessonPlace, LessonText, LessonView, MAX_ANSWERS,
    MAX_PAGES, MAX_STEPS, ProcedureStep,
};

fields! { Fields, "Lesson": version, title, about, level, pages }

fields! {
    PageFields, "Page": text, steps, level, view, boards, clock, search, start, goal, cells, at, play, numbers, heat,
    tree, open_list, joined, file, zoom_to, point_at, ask
}

fields! { StepFields, "Step": text, on }

fields! { PlaceFields, "Place": expansion, event }

fields! { AskFields, "Ask": next, value, cell, question, answers }

fields! { AnswerFields, "Answer": text, right, why }

/// Reads a lesson.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::parse_lesson;
/// let lesson = parse_lesson("(version: 1, title: \"One\", level: \"empty\", pages: [(text: \"Look.\")])").unwrap();
/// assert_eq!(lesson.pages.len(), 1);
/// let error = parse_lesson("(version: 1, title: \"One\", level: \"empty\", pages: [(txt: \"Look.\")])").unwrap_err();
/// assert!(error.message.starts_with("unknown field `txt`"));
/// ```
pub fn parse_lesson(text: &str) -> Result<Lesson, ParseError> {
    let reader = &RonReader::new(text, "lesson");
    let fields: Fields = reader.read_file()?;
    let whole = RonPart(skip_blank(text));
    check_version(reader, fields.version, whole)?;
    let title = needed(
        reader,
        whole,
        fields.title,
        "the lesson has no title; expected `title: \"…\"`",
    )?;
    let level = "the lesson has no level; expected `level: \"first_steps\"` or another level of the folder `levels`";
    let pages = "the lesson has no pages; expected `pages: [(text: \"…\")]`";
    let pages_part = needed(reader, whole, fields.pages, pages)?;
    let pages: Vec<RonPart> =
        reader.read(pages_part, "a list of pages such as `[(text: \"…\")]`")?;
    if !(1..=MAX_PAGES).contains(&pages.len()) {
        return Err(reader.fail(
            pages_part,
            format!("expected 1 to {MAX_PAGES} pages, found {}", pages.len()),
        ));
    }
    Ok(Lesson {
        title: read_text(reader, title)?,
        about: fields
            .about
            .map(|part| read_text(reader, part))
            .transpose()?
            .unwrap_or_default(),
        level: read_level_name(reader, needed(reader, whole, fields.level, level)?)?,
        pages: pages
            .into_iter()
            .map(|page| read_page(reader, page))
            .collect::<Parsed<_>>()?,
    })
}

fn needed<'a>(
    reader: &RonReader<'a>,
    whole: RonPart<'a>,
    part: Option<RonPart<'a>>,
    missing: &str,
) -> Parsed<RonPart<'a>> {
    part.ok_or_else(|| reader.fail(whole, missing))
}

/// Reads a text: a string in English, or one string per language.
fn read_text<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<LessonText> {
    const EXPECTED: &str =
        "a text in double quotes, or one for each language such as `(en: \"…\", zh: \"…\")`";
    let string = |part: RonPart<'a>| reader.read::<String>(part, "a text in double quotes");
    if !part.0.starts_with('(') {
        let english: String = reader.read(part, EXPECTED)?;
        return Ok(english.as_str().into());
    }
    let mut texts = BTreeMap::new();
    for (language, text) in reader.read_entries::<String>(part, Some("Text"), EXPECTED)? {
        if texts.insert(language.clone(), string(text)?).is_some() {
            return Err(reader.fail(
                text,
                format!("the text in `{language}` stands here twice; expected it once"),
            ));
        }
    }
    if texts.is_empty() {
        Err(reader.fail(part, format!("expected {EXPECTED}, found none")))
    } else {
        Ok(LessonText(texts))
    }
}

fn read_level_name<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<String> {
    let expected = "the name of a level's file in the folder `levels`, without its ending, such as \"first_steps\"";
    let name: String = reader.read(part, expected)?;
    if name.is_empty() || name.contains(['/', '\\', '.']) {
        return Err(reader.fail(part, format!("expected {expected}, found \"{name}\"")));
    }
    Ok(name)
}

fn read_page<'a>(reader: &RonReader<'a>, whole: RonPart<'a>) -> Parsed<LessonPage> {
    let fields: PageFields = reader.read(whole, "a page such as `(text: \"…\")`")?;
    let text = needed(
        reader,
        whole,
        fields.text,
        "the page has no text; expected `text: \"…\"`",
    )?;
    let switch = |part, default| Ok(reader.read_given(part, "true or false")?.unwrap_or(default));
    let cell = |part| read_cell(reader, part);
    let options = fields
        .search
        .map_or(Ok(Vec::new()), |search| read_changes(reader, search))?;
    Ok(LessonPage {
        text: read_text(reader, text)?,
        steps: read_steps(reader, fields.steps)?,
        level: fields
            .level
            .map(|part| read_level_name(reader, part))
            .transpose()?,
        view: read_view(reader, [fields.view, fields.boards, fields.clock])?,
        options,
        ends: [
            fields.start.map(cell).transpose()?,
            fields.goal.map(cell).transpose()?,
        ],
        cells: reader
            .read_list(
                fields.cells,
                "cells with their glyphs such as `[((3, 4), '#')]`",
            )?
            .into_iter()
            .map(|part| {
                reader.read::<((i32, i32), char)>(
                    part,
                    "a cell with its glyph such as `((3, 4), '#')`",
                )
            })
            .map(|read| read.map(|(cell, glyph)| (cell.into(), glyph)))
            .collect::<Parsed<_>>()?,
        at: fields
            .at
            .map_or(Ok(LessonPlace::default()), |part| read_place(reader, part))?,
        plays: switch(fields.play, false)?,
        numbers: switch(fields.numbers, true)?,
        heat: reader.read_given_name(fields.heat, "a heat map")?,
        tree: switch(fields.tree, false)?,
        open_list: reader
            .read_given_name(fields.open_list, "a data structure for the open list")?,
        joined: switch(fields.joined, false)?,
        file: switch(fields.file, false)?,
        zoom_to: fields
            .zoom_to
            .map(|part| read_rect(reader, part))
            .transpose()?,
        point_at: reader
            .read_list(fields.point_at, "cells such as `[(3, 4)]`")?
            .into_iter()
            .map(cell)
            .collect::<Parsed<_>>()?,
        ask: fields.ask.map(|part| read_ask(reader, part)).transpose()?,
    })
}

/// Reads the numbered steps of a procedure.
fn read_steps<'a>(reader: &RonReader<'a>, part: Option<RonPart<'a>>) -> Parsed<Vec<ProcedureStep>> {
    const EXPECTED: &str =
        "steps such as `[(text: \"Put the start on the open list.\", on: [\"start\"])]`";
    let Some(whole) = part else {
        return Ok(Vec::new());
    };
    let parts = reader.read_list(Some(whole), EXPECTED)?;
    if !(1..=MAX_STEPS).contains(&parts.len()) {
        return Err(reader.fail(
            whole,
            format!("expected 1 to {MAX_STEPS} steps, found {}", parts.len()),
        ));
    }
    let mut steps = Vec::new();
    for part in parts {
        let fields: StepFields =
            reader.read(part, "a step such as `(text: \"…\", on: [\"take\"])`")?;
        let text = needed(
            reader,
            part,
            fields.text,
            "the step has no text; expected `text: \"…\"`",
        )?;
        let on = reader.read_list(fields.on, "events of a search such as `[\"take\"]`")?;
        let on = on
            .into_iter()
            .map(|part| reader.read_name(part, "an event of a search"))
            .collect::<Parsed<_>>()?;
        steps.push(ProcedureStep {
            text: read_text(reader, text)?,
            on,
        });
    }
    Ok(steps)
}

fn read_cell<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<Cell> {
    reader
        .read::<(i32, i32)>(part, "a cell such as (3, 4)")
        .map(Cell::from)
}

fn read_view<'a>(
    reader: &RonReader<'a>,
    [view, boards, clock]: [Option<RonPart<'a>>; 3],
) -> Parsed<LessonView> {
    let Some(boards_part) = boards else {
        if let Some(clock) = clock {
            return Err(reader.fail(
                clock,
                "a clock is what boards keep step by; expected `boards` beside it",
            ));
        }
        let Some(part) = view else {
            return Ok(LessonView::default());
        };
        let expected = "what the window is for: \"watch\" or \"agents\"";
        return match reader.read::<String>(part, expected)?.as_str() {
            "watch" => Ok(LessonView::Watch),
            "agents" => Ok(LessonView::Agents),
            other => Err(reader.fail(part, format!("expected {expected}, found \"{other}\""))),
        };
    };
    if let Some(view) = view {
        return Err(reader.fail(
            view,
            "a page with `boards` compares them; expected no `view` beside them",
        ));
    }
    let expected =
        "a list of boards, each with its options, such as `[(tie: \"newest\"), (tie: \"oldest\")]`";
    let boards: Vec<RonPart> = reader.read(boards_part, expected)?;
    BoardsSetup::check_count(boards.len())
        .map_err(|error| reader.fail(boards_part, error.to_string()))?;
    let boards = boards
        .into_iter()
        .map(|board| read_changes(reader, board))
        .collect::<Parsed<_>>()?;
    let clock = reader
        .read_given_name(clock, "a clock")?
        .unwrap_or_default();
    Ok(LessonView::Boards(BoardsSetup { boards, clock }))
}

fn read_place<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<LessonPlace> {
    const EXPECTED: &str =
        "a place on the time line: \"start\", \"end\", `(expansion: 3)` or `(event: 12)`";
    let number = |part, what| reader.read_whole(part, what, 0..=u32::MAX);
    let wrong = || Err(reader.unexpected(part, EXPECTED));
    if !part.0.starts_with('(') {
        return match reader.read::<String>(part, EXPECTED)?.as_str() {
            "start" => Ok(LessonPlace::Start),
            "end" => Ok(LessonPlace::End),
            _ => wrong(),
        };
    }
    let PlaceFields { expansion, event } = reader.read(part, EXPECTED)?;
    match (expansion, event) {
        (Some(expansion), None) => {
            number(expansion, "the number of an expansion").map(LessonPlace::Expansion)
        }
        (None, Some(event)) => number(event, "a number of events").map(LessonPlace::Event),
        _ => wrong(),
    }
}

fn read_ask<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<Ask> {
    const EXPECTED: &str = "a question: `(next: 5)`, `(value: \"f\", cell: (3, 4))` or `(question: \"…\", answers: […])`";
    let fields: AskFields = reader.read(part, EXPECTED)?;
    match fields {
        AskFields {
            next: Some(times),
            value: None,
            cell: None,
            question: None,
            answers: None,
        } => Ok(Ask::Next(reader.read_whole(
            times,
            "how many times the next cell is asked for",
            1..=100,
        )?)),
        AskFields {
            next: None,
            value: Some(value),
            cell: Some(cell),
            question: None,
            answers: None,
        } => {
            let number: CellNumber = reader.read_name(value, "a number of a cell")?;
            Ok(Ask::Value(number, read_cell(reader, cell)?))
        }
        AskFields {
            next: None,
            value: None,
            cell: None,
            question: Some(question),
            answers: Some(answers),
        } => Ok(Ask::Choice {
            question: read_text(reader, question)?,
            answers: read_answers(reader, answers)?,
        }),
        _ => Err(reader.fail(part, format!("expected {EXPECTED}"))),
    }
}

fn read_answers<'a>(reader: &RonReader<'a>, list: RonPart<'a>) -> Parsed<Vec<Answer>> {
    let parts: Vec<RonPart> = reader.read(
        list,
        "answers such as `[(text: \"…\", right: true), (text: \"…\")]`",
    )?;
    if !(2..=MAX_ANSWERS).contains(&parts.len()) {
        return Err(reader.fail(
            list,
            format!("expected 2 to {MAX_ANSWERS} answers, found {}", parts.len()),
        ));
    }
    let mut answers = Vec::new();
    for part in parts {
        let fields: AnswerFields =
            reader.read(part, "an answer such as `(text: \"…\", why: \"…\")`")?;
        let text = needed(
            reader,
            part,
            fields.text,
            "the answer has no text; expected `text: \"…\"`",
        )?;
        answers.push(Answer {
            text: read_text(reader, text)?,
            is_right: reader
                .read_given(fields.right, "true or false")?
                .unwrap_or(false),
            why: fields
                .why
                .map(|part| read_text(reader, part))
                .transpose()?
                .unwrap_or_default(),
        });
    }
    match answers.iter().filter(|answer| answer.is_right).count() {
        1 => Ok(answers),
        right => Err(reader.fail(
            list,
            format!("expected one answer with `right: true`, found {right}"),
        )),
    }
}

fields! { StepCostFields, "Steps": straight, diagonal }

/// One search option, its value still as text.
pub(super) struct WrittenOption<'a> {
    /// The name as written, which may be an earlier name of the option.
    pub field: &'a str,
    pub key: OptionKey,
    value: RonPart<'a>,
}

fields! { HeuristicFields, "Heuristic": formula }

/// Reads the options in the field `search`.
pub(super) fn read_written<'a>(
    reader: &RonReader<'a>,
    search: Option<RonPart<'a>>,
) -> Parsed<Vec<WrittenOption<'a>>> {
    let Some(search) = search else {
        return Ok(Vec::new());
    };
    let mut options: Vec<WrittenOption> = Vec::new();
    let expected = "options of the search such as `(algorithm: \"astar\")`";
    for (field, value) in reader.read_entries(search, Some("Search"), expected)? {
        // Names with dashes belong to the command line.
        let key = OptionKey::find(field).filter(|_| !field.contains('-'));
        let key =
            key.ok_or_else(|| reader.fail(RonPart(field), unknown(field, OptionKey::FIELDS)))?;
        if options.iter().any(|option| option.key == key) {
            return Err(reader.fail(RonPart(field), twice(key.field())));
        }
        options.push(WrittenOption { field, key, value });
    }
    Ok(options)
}

/// Reads the search options of the level; missing options are as in [`SearchOptions::default`].
///
/// The options are checked together and for this map, except in a draft. `outside` are the options
/// with their own fields in `whole`, the level.
pub(super) fn read_options<'a>(
    reader: &RonReader<'a>,
    whole: RonPart<'a>,
    outside: [(OptionKey, Option<RonPart<'a>>); 2],
    search: Option<RonPart<'a>>,
    grid: &Grid,
) -> Parsed<SearchOptions> {
    let inside = read_written(reader, search)?
        .into_iter()
        .map(|option| (option.key, option.value));
    let outside = outside
        .into_iter()
        .filter_map(|(key, part)| Some((key, part?)));
    let fields: BTreeMap<OptionKey, RonPart> = inside.chain(outside).collect();
    let mut options = SearchOptions::default();
    // The algorithm comes first: other defaults depend on it.
    for (key, part) in &fields {
        read_value(reader, *key, *part, Some(grid))?.apply(&mut options);
    }
    let place = fields
        .get(&OptionKey::Algorithm)
        .copied()
        .or(search)
        .unwrap_or(whole);
    if let Err(refusal) = options.check(grid) {
        reader.complain(place, refusal.to_string());
    }
    Ok(options)
}

/// Reads changes to the options of a level.
///
/// The region is refused, because it is a part of a map that is not known here.
fn read_changes<'a>(reader: &RonReader<'a>, search: RonPart<'a>) -> Parsed<Vec<OptionChange>> {
    let mut options = read_written(reader, Some(search))?;
    // The algorithm comes first: other defaults depend on it.
    options.sort_by_key(|option| option.key != OptionKey::Algorithm);
    options
        .into_iter()
        .map(|option| read_value(reader, option.key, option.value, None))
        .collect()
}

fn read_value<'a>(
    reader: &RonReader<'a>,
    key: OptionKey,
    part: RonPart<'a>,
    grid: Option<&Grid>,
) -> Parsed<OptionChange> {
    let kind = key.kind();
    match (kind.typed, part.0.starts_with('"')) {
        (Some(Typed::Directions), _) => {
            return Ok(OptionChange::Neighbours(read_order(reader, part)?));
        }
        (Some(Typed::Rectangle), _) => {
            let Some(grid) = grid else {
                return Err(reader.fail(part, "expected no region; the level names it"));
            };
            let region = read_rect_on(reader, part, grid, "the region of the search")?;
            return Ok(OptionChange::Region(Some(region)));
        }
        (Some(Typed::Steps), false) => {
            return Ok(OptionChange::Steps(read_step_costs(reader, part)?));
        }
        (Some(Typed::Formula), false) => return read_formula(reader, part),
        _ => {}
    }
    let names = in_quotes(kind.names.iter().copied());
    let expected = match kind.typed {
        Some(typed) if names.is_empty() => typed.to_string(),
        Some(Typed::Steps) => format!("{} or {STEPS_EXAMPLE}", names.join(", ")),
        Some(Typed::Formula) => format!("{} or {FORMULA_EXAMPLE}", names.join(", ")),
        _ => one_of(&names),
    };
    let text = match kind.typed {
        Some(Typed::Number(_)) => reader.read::<f64>(part, &expected)?.to_string(),
        Some(Typed::Whole(_)) => reader.read::<u64>(part, &expected)?.to_string(),
        _ => reader.read::<String>(part, &expected)?,
    };
    key.parse(&text)
        .map_err(|_| reader.unexpected(part, &expected))
}

const FORMULA_EXAMPLE: &str = "`(formula: \"max(dx, dy)\")`";
const STEPS_EXAMPLE: &str = "`(straight: 10, diagonal: 14)`";

/// Reads a formula in brackets.
fn read_formula<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<OptionChange> {
    let expected = format!("the name of a heuristic or {FORMULA_EXAMPLE}");
    let fields: HeuristicFields = reader.read(part, &expected)?;
    let formula = fields
        .formula
        .ok_or_else(|| reader.unexpected(part, &expected))?;
    let text: String = reader.read(
        formula,
        "a formula in double quotes, such as \"max(dx, dy)\"",
    )?;
    let parsed = text
        .parse()
        .map_err(|error: FormulaError| reader.fail(formula, error.to_string()))?;
    Ok(OptionChange::Heuristic(Heuristic::Formula(parsed)))
}

/// Reads step costs in numbers.
fn read_step_costs<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<StepCosts> {
    let fields: StepCostFields =
        reader.read(part, &format!("\"sqrt2\", \"uniform\" or {STEPS_EXAMPLE}"))?;
    let (Some(straight_part), Some(diagonal_part)) = (fields.straight, fields.diagonal) else {
        return Err(reader.fail(
            part,
            "expected both `straight` and `diagonal`, as in `(straight: 10, diagonal: 14)`",
        ));
    };
    let most = StepCosts::MAX_STEP;
    let step = |part| reader.read_whole(part, "a whole step cost", 1..=most);
    let (straight, diagonal) = (step(straight_part)?, step(diagonal_part)?);
    StepCosts::custom(straight, diagonal).ok_or_else(|| {
        let (least, most) = (straight, 2 * straight);
        let message =
            format!("expected a diagonal step from {least} to {most}, one to two straight ones, found {diagonal}");
        reader.fail(diagonal_part, message)
    })
}

fn read_order<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<NeighborOrder> {
    let order = read_directions(
        reader,
        part,
        "directions such as `[\"n\", \"e\", \"s\", \"w\"]`",
    )?;
    NeighborOrder::new(&order)
        .ok_or_else(|| reader.fail(part, "expected each direction at most once"))
}

/// Reads directions, each at most once.
pub(super) fn read_directions<'a>(
    reader: &RonReader<'a>,
    part: RonPart<'a>,
    expected: &str,
) -> Parsed<Vec<Direction>> {
    let parts: Vec<RonPart> = reader.read(part, expected)?;
    let mut directions = Vec::new();
    for part in parts {
        let direction: Direction = reader.read_name(part, "a direction")?;
        if directions.contains(&direction) {
            let message = format!(
                "direction \"{}\" is named twice; expected each at most once",
                direction.name()
            );
            return Err(reader.fail(part, message));
        }
        directions.push(direction);
    }
    Ok(directions)
}

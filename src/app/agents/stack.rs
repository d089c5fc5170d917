//! The path of the selected agent as a stack, and the distance it walks per frame.
//!
//! The stack is pushed from the goal back to the start, and popped cell by cell as the agent
//! arrives.

use core::time::Duration;

use bevy::prelude::{Entity, debug};
use bevy_egui::egui::{self, Align2, FontId, Rect, Sense, Stroke, StrokeKind, Ui, vec2};
use bevy_gridwalk::{FailReason, PathStack, to_the_top};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::Cell;

use super::words;
use crate::app::agents::{AgentViewItem, AgentsModel};
use crate::app::command::{Section, Toggle};
use crate::app::common::words::thousands;
use crate::app::widgets::{light, remark, row, row_of, section, theme};
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// The stack as drawn last, used to detect a new path.
#[derive(Default)]
pub struct StackState {
    agent: Option<Entity>,
    goal: Option<Cell>,
    count: usize,
    /// Start and duration of the search that found the path; another path has another search.
    search: Option<(Cell, Duration)>,
    /// Start time of the push animation; `None` when it is finished.
    since: Option<Duration>,
    /// Largest height since this agent was selected, in points.
    height: f32,
}

/// Number of cells shown from the top of a long stack, besides the goal.
const SHOWN: usize = 6;
const CARD: f32 = 25.0;
const GAP: f32 = 3.0;
/// Duration of one push, and the maximum for all pushes together.
const PUSH: Duration = Duration::from_millis(70);
const WHOLE_PUSH: Duration = Duration::from_millis(700);

impl StackState {
    /// Updates the animation; returns the number of cells pushed so far, counted from the goal.
    fn pushed(
        &mut self,
        model: &AgentsModel,
        view: &AgentViewItem,
        stack: Option<&PathStack>,
    ) -> usize {
        let (agent, search) = (
            view.entity,
            view.last.map(|last| (last.query.start, last.time)),
        );
        let (goal, count) =
            stack.map_or((None, 0), |stack| (Some(stack.goal()), stack.cells_to_go()));
        let is_other = (self.goal, self.search) != (goal, search) || count > self.count;
        let is_new = self.agent == Some(agent) && count > 0 && is_other;
        let now = model.time.elapsed();
        if is_new && !model.is_on(Toggle::ReducedMotion) && !model.script.is_repeatable() {
            self.since = Some(now);
        } else if self.agent != Some(agent) {
            (self.since, self.height) = (None, 0.0);
        }
        if self.count != count {
            debug!("stack: {count} cells left");
        }
        (self.agent, self.goal, self.count, self.search) = (Some(agent), goal, count, search);
        let Some(since) = self.since else {
            return count;
        };
        let each = PUSH.min(WHOLE_PUSH / u32::try_from(count.max(1)).unwrap_or(u32::MAX));
        let pushed = now.saturating_sub(since).as_secs_f32() / each.as_secs_f32().max(1e-6);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of cells"
        )]
        let pushed = pushed as usize;
        if pushed >= count {
            self.since = None;
        }
        pushed.min(count)
    }
}

pub fn draw(ui: &mut Ui, model: &AgentsModel, state: &mut StackState) {
    let Some(agent) = model
        .selection
        .lead()
        .and_then(|agent| model.agents.get(agent).ok())
    else {
        return;
    };
    let stack = agent.stack.filter(|stack| stack.arrives());
    let pushed = state.pushed(model, &agent, stack);
    let count = stack.map_or(0, PathStack::cells_to_go);
    let aside = if pushed < count {
        Phrase::StackPushed.into()
    } else {
        left(count)
    };
    section(
        ui,
        model,
        (Section::Stack, Phrase::PathAsStack, &model.say(aside)),
        |ui| {
            // The height never shrinks, so that nothing below moves while the agent walks.
            let drawn = ui.scope(|ui| {
                ui.set_min_height(state.height);
                match stack {
                    Some(stack) => cards(ui, model, &agent, stack, pushed),
                    None => empty(ui, model, &agent),
                }
            });
            state.height = drawn.response.rect.height();
        },
    );
    section(ui, model, (Section::Walk, Phrase::Walk, ""), |ui| {
        walk(ui, model, &agent);
    });
}

fn left(count: usize) -> Sentence {
    if count == 1 {
        Phrase::OneCellLeft.into()
    } else {
        Phrase::CellsLeft.with("count", thousands(count as u64))
    }
}

/// Draws the cards from the cell popped last down to the goal.
///
/// A cell that is not pushed yet leaves its place empty.
fn cards(
    ui: &mut Ui,
    model: &AgentsModel,
    agent: &AgentViewItem,
    stack: &PathStack,
    pushed: usize,
) {
    let count = stack.cells_to_go();
    ui.spacing_mut().item_spacing.y = GAP;
    let is_whole = pushed >= count;
    // Before the first step nothing is popped: the start was never pushed.
    let is_at_start = agent.last.is_some_and(|last| last.cells == count + 1);
    let below = if is_at_start {
        Phrase::StackStart
    } else {
        Phrase::Popped
    };
    card(
        ui,
        agent.cell.0,
        is_whole.then(|| (CardLook::Popped, model.text(below))),
    );
    // A line for one omitted cell would take as much room as its card.
    let shown = if count <= SHOWN + 2 { count } else { SHOWN };
    let on_stack = |number: usize| count - number <= pushed;
    for (number, cell) in stack.ahead().take(shown).enumerate() {
        let (look, word) = match number {
            0 if is_whole => (CardLook::Top, model.text(Phrase::TopWalkingThere)),
            _ if number + 1 == count => (CardLook::Goal, model.text(Phrase::StackGoal)),
            _ => (CardLook::Waits, ""),
        };
        card(ui, cell, on_stack(number).then_some((look, word)));
    }
    if shown < count {
        let more = Phrase::StackMore.with("count", thousands((count - shown - 1) as u64));
        ui.label(theme::muted(format!("    {}", model.say(more))));
        card(
            ui,
            stack.goal(),
            on_stack(count - 1).then(|| (CardLook::Goal, model.text(Phrase::StackGoal))),
        );
    }
}

/// Draws the explanation of an empty stack.
fn empty(ui: &mut Ui, model: &AgentsModel, agent: &AgentViewItem) {
    let arrived = agent
        .last
        .is_some_and(|last| last.cells > 0 && last.query.goal == agent.cell.0);
    let phrase = if agent.planning.is_some() {
        Phrase::StackPlanning
    } else if let Some(failed) = agent.failed {
        match failed.reason {
            FailReason::Cancelled => Phrase::StackStopped,
            _ => Phrase::StackFailed,
        }
    } else if arrived {
        card(
            ui,
            agent.cell.0,
            Some((CardLook::Popped, model.text(Phrase::Popped))),
        );
        Phrase::StackArrived
    } else {
        Phrase::StackUnused
    };
    remark(ui, model.text(phrase));
}

#[derive(Clone, Copy, PartialEq)]
enum CardLook {
    Popped,
    Top,
    Waits,
    Goal,
}

/// Draws a cell of the stack, with a word for special cells; an empty place without a look.
fn card(ui: &mut Ui, cell: Cell, look: Option<(CardLook, &str)>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CARD), Sense::hover());
    let Some((look, word)) = look else { return };
    let painter = ui.painter();
    let rect = rect.shrink(0.5);
    let (ink, word_ink): (Rgb, Rgb) = match look {
        CardLook::Popped => (palette::MUTED, palette::MUTED),
        CardLook::Top => (palette::TEXT, palette::ACCENT),
        CardLook::Waits => (palette::TEXT, palette::MUTED),
        // The colour of the flag itself is too dark for words.
        CardLook::Goal => (palette::TEXT, palette::BAD),
    };
    match look {
        CardLook::Popped => dashes(ui, rect),
        CardLook::Top => {
            painter.rect_filled(rect, 6.0, theme::color(palette::ACCENT).gamma_multiply(0.2));
            let edge = Stroke::new(1.5, theme::color(palette::ACCENT));
            painter.rect_stroke(rect, 6.0, edge, StrokeKind::Inside);
        }
        CardLook::Waits | CardLook::Goal => {
            painter.rect_filled(rect, 6.0, theme::color(palette::RAISED));
        }
    }
    let left = rect.left_center() + vec2(12.0, 0.0);
    painter.text(
        left,
        Align2::LEFT_CENTER,
        cell,
        FontId::proportional(theme::BODY),
        theme::color(ink),
    );
    let right = rect.right_center() - vec2(12.0, 0.0);
    painter.text(
        right,
        Align2::RIGHT_CENTER,
        word,
        FontId::proportional(theme::SMALL),
        theme::color(word_ink),
    );
}

/// Draws the dashed frame of a popped cell.
fn dashes(ui: &Ui, rect: Rect) {
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        rect.left_top(),
    ];
    let edge = Stroke::new(1.0, theme::color(palette::FAINT));
    ui.painter()
        .extend(egui::Shape::dashed_line(&corners, edge, 4.0, 3.0));
}

/// Draws speed, step per frame and way to the top of the stack, and a warning about the estimate.
fn walk(ui: &mut Ui, model: &AgentsModel, agent: &AgentViewItem) {
    let speed = agent.agent.speed;
    row(
        ui,
        model.text(Phrase::RowSpeed),
        &model.say(words::cells_per_second(speed, "")),
    );
    let none = || ("–".to_owned(), "–".to_owned());
    let (frame, top) = agent.stack.map_or_else(none, |stack| {
        let map = model.grid.for_agent(agent.kind);
        let (cells, seconds) = to_the_top(map, stack, agent.motion.position, speed);
        let frame = if model.paused.0 {
            Phrase::Paused.into()
        } else {
            // The terrain cost of the entered cell slows the agent down.
            let cost = stack
                .next()
                .and_then(|next| map.terrain_cost(next))
                .map_or(1, u32::from)
                .max(1);
            let elapsed = model.time.delta().min(Duration::from_millis(250));
            #[expect(clippy::cast_precision_loss, reason = "a small cost")]
            let walked = (speed / cost as f32 * elapsed.as_secs_f32()).min(cells);
            let plain: Sentence = if cost == 1 {
                Phrase::FrameStep.into()
            } else {
                Phrase::FrameSlowStep.with("cost", cost)
            };
            plain
                .with("ms", elapsed.as_millis())
                .with("cells", format!("{walked:.3}"))
        };
        let top = Phrase::ToTheTop
            .with("cells", format!("{cells:.2}"))
            .with("seconds", format!("{seconds:.2}"));
        (model.say(frame), model.say(top))
    });
    row_of(ui, model.text(Phrase::RowFrame), &frame, 2);
    row_of(ui, model.text(Phrase::RowToTheTop), &top, 1);
    if let Some(verdict) = &model.walked.shown {
        let language = model.language();
        let too_high = verdict.estimate_sentence(language).unwrap_or_default();
        light(
            ui,
            palette::WARN,
            &format!("{too_high} {}", verdict.sentence(language)),
        );
    }
}

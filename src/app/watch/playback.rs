//! The player: where it stands in a recording, how fast it goes, and where it stops.

use bevy::prelude::*;

use super::{Mode, Recording, Stop};
use crate::app::{AppCommand, AppSystems, Notes, Phrase};
use crate::pathfinding::{Breakpoint, SearchEvent, StepCosts, Timeline, TraceStep};

/// How the player goes.
#[derive(Resource, Clone, Debug)]
pub struct Playback {
    /// Whether it goes by itself.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// How far one step goes.
    pub step: StepSize,
    /// Where it stops.
    pub stops: Vec<Stop>,
    /// Whether start or goal are being dragged.
    pub dragging: bool,
    /// Steps that are due but not whole yet.
    due: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            playing: false,
            speed: Speed::default(),
            step: StepSize::default(),
            stops: Vec::new(),
            dragging: false,
            due: 0.0,
        }
    }
}

impl Playback {
    /// Where it stops in a search with these costs.
    #[must_use]
    pub fn breakpoints(&self, units: StepCosts) -> Vec<Breakpoint> {
        self.stops.iter().map(|stop| stop.breakpoint(units)).collect()
    }
}

/// How far one step goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepSize {
    /// One event.
    Event,
    /// One expansion.
    #[default]
    Expansion,
    /// All expansions with the same f.
    Layer,
}

impl StepSize {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Event, Self::Expansion, Self::Layer];

    /// The name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Expansion => "expansion",
            Self::Layer => "f-layer",
        }
    }

    /// The name on the button.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Event => Phrase::ByEvent,
            Self::Expansion => Phrase::ByExpansion,
            Self::Layer => Phrase::ByLayer,
        }
    }

    /// Where the step after this position ends. An expansion is over when everything that it opened is open:
    /// right before the next one.
    #[must_use]
    pub fn next(self, timeline: &Timeline, position: usize) -> usize {
        let end = timeline.len();
        match self {
            Self::Event => (position + 1).min(end),
            Self::Expansion => (position + 1..end).find(|&number| is_expansion(timeline, number)).unwrap_or(end),
            Self::Layer => at(timeline, position).next(TraceStep::Layer),
        }
    }

    /// Where the step before this position ended.
    #[must_use]
    pub fn previous(self, timeline: &Timeline, position: usize) -> usize {
        match self {
            Self::Event => position.saturating_sub(1),
            Self::Expansion => (0..position).rev().find(|&number| is_expansion(timeline, number)).unwrap_or(0),
            Self::Layer => at(timeline, position).previous(TraceStep::Layer),
        }
    }
}

fn is_expansion(timeline: &Timeline, number: usize) -> bool {
    matches!(timeline.trace().event(number), Some(SearchEvent::Expanded { .. }))
}

fn at(timeline: &Timeline, position: usize) -> Timeline {
    let mut there = timeline.clone();
    there.seek(position);
    there
}

/// Steps a second, on a logarithmic scale of notches; the last notch is as fast as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(u8);

impl Default for Speed {
    fn default() -> Self {
        Self(6)
    }
}

impl Speed {
    /// Steps a second of each notch.
    const NOTCHES: [u32; 19] =
        [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000];
    /// The fastest: the whole recording in about two seconds, but at least the last notch's speed.
    pub const FASTEST: Self = Self(19);

    /// From 0 to [`Speed::FASTEST`].
    #[must_use]
    pub const fn notch(self) -> u8 {
        self.0
    }

    /// The speed of a notch.
    #[must_use]
    pub const fn from_notch(notch: u8) -> Self {
        if notch > Self::FASTEST.0 { Self::FASTEST } else { Self(notch) }
    }

    /// Steps a second; `None` is as fast as possible.
    #[must_use]
    pub fn per_second(self) -> Option<u32> {
        Self::NOTCHES.get(usize::from(self.0)).copied()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_systems(PreUpdate, steer.in_set(AppSystems::Act))
        .add_systems(Update, advance.in_set(AppSystems::View));
}

fn steer(
    mut commands: MessageReader<AppCommand>,
    mut playback: ResMut<Playback>,
    mut recording: ResMut<Recording>,
    mode: Res<Mode>,
    mut notes: ResMut<Notes>,
) {
    for command in commands.read() {
        match command {
            AppCommand::StepSize(name) => match StepSize::ALL.into_iter().find(|step| step.name() == name) {
                Some(step) => playback.step = step,
                None => notes.warn(Phrase::NoSuchStep.with("name", name)),
            },
            AppCommand::NextStepSize => {
                let here = StepSize::ALL.iter().position(|step| *step == playback.step).unwrap_or(0);
                playback.step = StepSize::ALL[(here + 1) % StepSize::ALL.len()];
            }
            AppCommand::Speed(notch) => playback.speed = Speed::from_notch(*notch),
            AppCommand::Faster => playback.speed = Speed::from_notch(playback.speed.0.saturating_add(1)),
            AppCommand::Slower => playback.speed = Speed::from_notch(playback.speed.0.saturating_sub(1)),
            AppCommand::Break(text) => match text.parse::<Stop>() {
                Ok(stop) => {
                    if let Some(known) = playback.stops.iter().position(|known| *known == stop) {
                        playback.stops.remove(known);
                        debug!("watch: breakpoint removed: {text}");
                    } else {
                        playback.stops.push(stop);
                        debug!("watch: breakpoint set: {text}");
                    }
                }
                Err(sentence) => notes.warn(sentence),
            },
            AppCommand::ClearBreaks => playback.stops.clear(),
            _ if *mode == Mode::Watch => move_to(command, &mut playback, &mut recording, &mut notes),
            _ => {}
        }
    }
}

/// Commands that need something to play.
fn move_to(command: &AppCommand, playback: &mut Playback, recording: &mut Recording, notes: &mut Notes) {
    let Some(run) = &mut recording.shown else { return };
    let breakpoints = playback.breakpoints(run.question.options.units());
    let timeline = &mut run.timeline;
    let step = playback.step;
    let position = match command {
        AppCommand::TogglePlay => {
            playback.playing = !playback.playing;
            playback.due = 0.0;
            // Play at the end begins anew.
            let again = playback.playing && timeline.position() == timeline.len();
            if again { 0 } else { timeline.position() }
        }
        AppCommand::StepForward => {
            playback.playing = false;
            step.next(timeline, timeline.position())
        }
        AppCommand::StepBack => {
            playback.playing = false;
            step.previous(timeline, timeline.position())
        }
        AppCommand::First => {
            playback.playing = false;
            0
        }
        AppCommand::Last => {
            playback.playing = false;
            timeline.len()
        }
        AppCommand::Seek(position) => {
            playback.playing = false;
            *position
        }
        AppCommand::NextBreak | AppCommand::PreviousBreak => {
            playback.playing = false;
            let next = *command == AppCommand::NextBreak;
            let found = if breakpoints.is_empty() {
                notes.warn(Phrase::NoBreakpointSet);
                None
            } else if next {
                timeline.next_breakpoint(&breakpoints)
            } else {
                timeline.previous_breakpoint(&breakpoints)
            };
            if found.is_none() && !breakpoints.is_empty() {
                notes.say(if next { Phrase::NoBreakAfter } else { Phrase::NoBreakBefore });
            }
            found.unwrap_or(timeline.position())
        }
        _ => return,
    };
    timeline.seek(position);
    debug!("watch: at {} of {}", timeline.position(), timeline.len());
}

/// Goes on by as many steps as are due, and stops at breakpoints and at the end.
fn advance(mut playback: ResMut<Playback>, mut recording: ResMut<Recording>, time: Res<Time<Real>>, mode: Res<Mode>) {
    if *mode == Mode::Agents || !playback.playing {
        return;
    }
    let Some(run) = &mut recording.shown else { return };
    let breakpoints = playback.breakpoints(run.question.options.units());
    let timeline = &mut run.timeline;
    let seconds = time.delta_secs_f64().min(0.25);
    let from = timeline.position();
    let position = match playback.speed.per_second() {
        Some(steps) => {
            playback.due += f64::from(steps) * seconds;
            let due = playback.due.floor();
            playback.due -= due;
            let mut position = from;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a few ten thousand")]
            for _ in 0..due as u32 {
                position = playback.step.next(timeline, position);
                if position == timeline.len() {
                    break;
                }
            }
            position
        }
        None => from + fastest(timeline, seconds),
    };
    let position = position.min(timeline.len());
    let stop = first_break(timeline, &breakpoints, from, position);
    timeline.seek(stop.unwrap_or(position));
    if stop.is_some() || timeline.position() == timeline.len() {
        playback.playing = false;
        debug!("watch: stopped at {} of {}", timeline.position(), timeline.len());
    }
}

/// Events for this frame so that the whole recording takes about two seconds, and a short one less.
#[expect(clippy::cast_precision_loss, reason = "shown, not counted")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a length")]
fn fastest(timeline: &Timeline, seconds: f64) -> usize {
    ((timeline.len() as f64 * seconds / 2.0) as usize).max((1_000_000.0 * seconds) as usize).max(1)
}

fn first_break(timeline: &Timeline, breakpoints: &[Breakpoint], from: usize, to: usize) -> Option<usize> {
    if breakpoints.is_empty() {
        return None;
    }
    (from + 1..=to).find(|&position| timeline.stops_at(breakpoints, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_grow_from_notch_to_notch() {
        let speeds: Vec<_> = (0..=Speed::FASTEST.notch()).map(|notch| Speed::from_notch(notch).per_second()).collect();
        assert!(speeds.windows(2).all(|pair| pair[1].is_none_or(|faster| Some(faster) > pair[0])));
        assert_eq!((speeds[0], Speed::from_notch(200)), (Some(1), Speed::FASTEST));
    }
}

//! The playground without a display: real plugins, real input messages, time by hand.

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bevy::asset::UnapprovedPathMode;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey, NativeKeyCode};
use bevy::input::mouse::MouseButtonInput;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::tasks::AsyncComputeTaskPool;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{
    CursorMoved, ExitCondition, PrimaryWindow, WindowEvent, WindowResized, WindowResolution,
};
use bevy::winit::WinitPlugin;
use bevy_egui::egui::{self, Shape};
use bevy_egui::{EguiContext, EguiFullOutput, EguiPlugin, EguiPostUpdateSet, PrimaryEguiContext};
use bevy_gridwalk::{AgentCell, AgentName, GridLayout};
use gridwalk::app::command::{Section, WatchCommand, WindowCommand};
use gridwalk::app::{
    AppCommand, AppPlugin, Boards, CameraView, LevelList, MapArea, OpenUnfiled, Recording, Run,
    open_from_everywhere,
};
use gridwalk_level::formats::parse_level;
use gridwalk_pathfinding::{Cell, OptionChange};

/// While it is held, nothing is done in the background: what is under way waits between two of its
/// slices.
pub struct Hold {
    _ends: Vec<Sender<()>>,
    _only_one: MutexGuard<'static, ()>,
}

impl Hold {
    pub fn begin() -> Self {
        static ONE: Mutex<()> = Mutex::new(());
        let only_one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = AsyncComputeTaskPool::get();
        let (begins, begun) = channel();
        let hold = |_| {
            let ((end, ended), begins) = (channel::<()>(), begins.clone());
            let wait = async move {
                begins.send(()).unwrap();
                ended.recv().unwrap_err();
            };
            pool.spawn(wait).detach();
            end
        };
        let ends: Vec<_> = (0..pool.thread_num()).map(hold).collect();
        for _ in &ends {
            begun.recv().unwrap();
        }
        Self {
            _ends: ends,
            _only_one: only_one,
        }
    }
}

/// Two agents, a wall, and a sealed room.
pub const LEVEL: &str = r#"(
    version: 1,
    name: "Test",
    search: (algorithm: "astar"),
    map: [
        "............",
        "......#.....",
        "......#.....",
        "......#..###",
        "......#..#.#",
        ".........###",
    ],
    agents: [ (name: "scout", at: (1, 1), speed: 20.0), (name: "guard", at: (1, 4)) ],
)"#;

/// The change of an option, as scripts write it.
pub fn option(key: &str, value: &str) -> OptionChange {
    OptionChange::parse(key, value).unwrap()
}

/// The shapes painted in the last frame.
#[derive(Resource, Default)]
pub struct Painted {
    /// Every text, and the part of it that can be seen.
    texts: Vec<(String, egui::Rect)>,
    /// The texts that are cut short.
    elided: Vec<String>,
    /// The texts of controls that cannot be used.
    faded: HashSet<String>,
    /// Filled shapes, such as buttons, with the number of texts painted before each.
    filled: Vec<(egui::Rect, usize)>,
    /// Shapes that lie half transparent over their ground, such as the highlight of a row.
    tinted: Vec<egui::Rect>,
    /// All fills, in the order of painting.
    fills: Vec<(egui::Rect, egui::Color32)>,
    /// Each text with its colours and its ground; `None` where it lies over the map.
    inks: Vec<(String, egui::Color32, Option<egui::Color32>)>,
}

impl Painted {
    /// Notes the colours of a text, and that of its ground.
    fn note_inks(&mut self, text: &egui::epaint::TextShape, seen: egui::Rect) {
        // What fades in, or cannot be used, is not measured.
        if text.opacity_factor < 1.0 {
            return;
        }
        let under = self
            .fills
            .iter()
            .filter(|(rect, _)| rect.contains(seen.center()));
        let ground = under.fold(
            None,
            |ground: Option<egui::Color32>, (_, fill)| match ground {
                _ if fill.is_opaque() => Some(*fill),
                Some(ground) => Some(ground.blend(*fill)),
                None => None,
            },
        );
        for section in &text.galley.job.sections {
            let own = if section.format.color == egui::Color32::PLACEHOLDER {
                text.fallback_color
            } else {
                section.format.color
            };
            let ink = text.override_text_color.unwrap_or(own);
            if !ink.is_opaque() {
                continue;
            }
            let ink = ground.map_or(ink, |ground| ground.blend(ink));
            self.inks.push((text.galley.text().to_owned(), ink, ground));
        }
    }

    /// Returns pairs of texts that lie on each other, or of a text and a shape painted over it.
    fn overlaps(&self) -> Vec<(String, String)> {
        let meets = |a: egui::Rect, b: egui::Rect| {
            let both = a.intersect(b);
            both.width() > 1.5 && both.height() > 1.5
        };
        let mut found = Vec::new();
        for (number, (text, rect)) in self.texts.iter().enumerate() {
            // A stroke beside a text makes it bold.
            let others = self.texts[number + 1..]
                .iter()
                .filter(|(other, _)| other != text);
            found.extend(
                others
                    .filter(|(_, other)| meets(*rect, *other))
                    .map(|(other, _)| (text.clone(), other.clone())),
            );
            let over = self.filled.iter().filter(|(_, before)| *before > number);
            found.extend(
                over.filter(|(filled, _)| meets(*rect, *filled))
                    .map(|(at, _)| (text.clone(), format!("{at:?}"))),
            );
        }
        // Of two buttons one would cover a part of the other, such as its sign.
        for (number, (a, _)) in self.filled.iter().enumerate() {
            for (b, _) in &self.filled[number + 1..] {
                let is_inside = a.expand(1.0).contains_rect(*b) || b.expand(1.0).contains_rect(*a);
                if meets(*a, *b) && !is_inside {
                    found.push((format!("{a:?}"), format!("{b:?}")));
                }
            }
        }
        found
    }
}

fn read_texts(outputs: Query<&EguiFullOutput>, mut painted: ResMut<Painted>) {
    *painted = Painted::default();
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        for clipped in &output.shapes {
            collect(&clipped.shape, clipped.clip_rect, &mut painted);
        }
    }
}

fn collect(shape: &Shape, clip: egui::Rect, painted: &mut Painted) {
    match shape {
        Shape::Text(text) => {
            let seen = text.visual_bounding_rect().intersect(clip);
            if seen.is_positive() && !text.galley.text().trim().is_empty() {
                // Spaces that do not break are spaces.
                painted
                    .texts
                    .push((text.galley.text().replace('\u{a0}', " "), seen));
                if text.galley.elided {
                    painted.elided.push(text.galley.text().to_owned());
                }
                painted.note_inks(text, seen);
                let mut corners = text
                    .galley
                    .rows
                    .iter()
                    .flat_map(|row| &row.visuals.mesh.vertices);
                if corners.any(|corner| {
                    corner.color != egui::Color32::PLACEHOLDER && !corner.color.is_opaque()
                }) {
                    painted.faded.insert(text.galley.text().to_owned());
                }
            }
        }
        Shape::Rect(shape) if shape.fill.is_opaque() => {
            let seen = shape.rect.intersect(clip);
            if seen.is_positive() {
                painted.fills.push((seen, shape.fill));
                painted.filled.push((seen, painted.texts.len()));
            }
        }
        Shape::Rect(shape) if shape.fill != egui::Color32::TRANSPARENT => {
            let seen = shape.rect.intersect(clip);
            if seen.is_positive() {
                painted.tinted.push(seen);
                painted.fills.push((seen, shape.fill));
            }
        }
        Shape::Vec(shapes) => shapes
            .iter()
            .for_each(|shape| collect(shape, clip, painted)),
        _ => {}
    }
}

/// Returns an app with the plugins of Bevy and egui, without a display.
fn app_without_ours(assets: &Path) -> App {
    let mut app = App::new();
    open_from_everywhere(&mut app);
    let window = Window {
        resolution: WindowResolution::new(1280, 720).with_scale_factor_override(1.0),
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(window),
                exit_condition: ExitCondition::DontExit,
                close_when_requested: false,
                ..default()
            })
            // Tests open files of their own, wherever they lie.
            .set(AssetPlugin {
                file_path: assets.display().to_string(),
                unapproved_path_mode: UnapprovedPathMode::Allow,
                ..default()
            })
            .set(RenderPlugin {
                render_creation: WgpuSettings {
                    backends: None,
                    ..default()
                }
                .into(),
                ..default()
            })
            .disable::<WinitPlugin>()
            .disable::<LogPlugin>(),
    );
    app.add_plugins(EguiPlugin::default());
    app
}

/// The playground, as a test drives it.
pub struct Game {
    pub app: App,
    pub window: Entity,
}

impl Game {
    pub fn new() -> Self {
        Self::with(LEVEL)
    }

    /// The playground with a level of its own.
    pub fn with(level: &str) -> Self {
        Self::prepared(level, |_| {})
    }

    /// The playground with a level that comes with it, and the list of all of them.
    pub fn shipped(name: &str) -> Self {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let text =
            std::fs::read_to_string(assets.join(format!("levels/{name}.level.ron"))).unwrap();
        Self::prepared(&text, |app| {
            app.insert_resource(LevelList::read(&assets));
        })
    }

    /// Opens a level as [`with`](Self::with), after changes to the app before the first frame.
    pub fn prepared(level: &str, prepare: impl FnOnce(&mut App)) -> Self {
        Self::with_assets(Path::new("assets"), level, prepare)
    }

    /// With another folder of assets.
    pub fn with_assets(assets: &Path, level: &str, prepare: impl FnOnce(&mut App)) -> Self {
        let mut app = app_without_ours(assets);
        app.add_plugins(AppPlugin);
        prepare(&mut app);
        let reading = read_texts
            .after(EguiPostUpdateSet::EndPass)
            .before(EguiPostUpdateSet::ProcessOutput);
        app.init_resource::<Painted>()
            .add_systems(PostUpdate, reading);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(
            15_625,
        )));
        app.finish();
        app.cleanup();
        let window = app
            .world_mut()
            .query_filtered::<Entity, With<PrimaryWindow>>()
            .single(app.world())
            .unwrap();
        let level = Arc::new(parse_level(level.as_bytes(), "test.level.ron").unwrap());
        app.world_mut().write_message(OpenUnfiled(level));
        let mut game = Self { app, window };
        game.run(6);
        game
    }

    /// In a window of this size.
    pub fn sized(mut self, width: f32, height: f32) -> Self {
        let window = self.window;
        self.app
            .world_mut()
            .get_mut::<Window>(window)
            .unwrap()
            .resolution
            .set(width, height);
        self.send(WindowResized {
            window,
            width,
            height,
        });
        self.run(4);
        self
    }

    /// With the sections of the stack and the walk, which are folded at first.
    pub fn with_stack(mut self) -> Self {
        for section in [Section::Stack, Section::Walk] {
            self.command(WindowCommand::Fold(section));
        }
        self.run(1);
        self
    }

    /// Returns the place at which this text is painted, if it is.
    pub fn find(&self, wanted: &str) -> Option<egui::Rect> {
        self.texts()
            .iter()
            .find(|(text, _)| text == wanted)
            .map(|(_, rect)| *rect)
    }

    /// Whether a text that begins like this is painted.
    pub fn says(&self, start: &str) -> bool {
        self.texts().iter().any(|(text, _)| text.starts_with(start))
    }

    /// Returns `true` if a text contains this part.
    pub fn tells(&self, part: &str) -> bool {
        self.texts().iter().any(|(text, _)| text.contains(part))
    }

    pub fn texts(&self) -> &[(String, egui::Rect)] {
        &self.app.world().resource::<Painted>().texts
    }

    pub fn elided(&self) -> &[String] {
        &self.app.world().resource::<Painted>().elided
    }

    /// Returns pairs that lie on each other in the last frame: two texts, or a text and its cover.
    pub fn overlaps(&self) -> Vec<(String, String)> {
        self.app.world().resource::<Painted>().overlaps()
    }

    /// The panels beside the map whose contents are wider than they are, and by how much.
    pub fn overfull_panels(&mut self) -> Vec<(&'static str, f32)> {
        let world = self.app.world_mut();
        let mut context = world
            .query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>()
            .single_mut(world)
            .unwrap();
        let context = context.get_mut();
        let room = context.viewport_rect();
        // A panel at the right, whose contents are wider, is stored as one that lies further to the
        // right. A small window has other panels, and the state of these is an old one.
        let panels = ["side", "lesson", "legend"]
            .into_iter()
            .filter(|_| room.width() >= 600.0 && room.height() >= 400.0);
        let stored = panels
            .filter_map(|id| Some((id, egui::PanelState::load(context, id.into())?.outer_rect)));
        let excess = stored.map(|(id, rect)| {
            (
                id,
                if id == "side" {
                    rect.right() - room.right()
                } else {
                    -rect.left()
                },
            )
        });
        excess.filter(|(_, excess)| *excess > 0.5).collect()
    }

    /// The width by which the contents of the sheet at the right of a small window are wider than it.
    pub fn excess_of_sheet(&mut self) -> f32 {
        let world = self.app.world_mut();
        let mut context = world
            .query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>()
            .single_mut(world)
            .unwrap();
        let context = context.get_mut();
        let sheet = egui::PanelState::load(context, "sheet".into()).expect("it is open");
        sheet.outer_rect.right() - context.viewport_rect().right()
    }

    /// The smallest filled ground under a text: that of its button.
    pub fn button_of(&self, text: egui::Rect) -> Option<egui::Rect> {
        let filled = self
            .app
            .world()
            .resource::<Painted>()
            .filled
            .iter()
            .map(|(rect, _)| *rect);
        filled
            .filter(|rect| rect.contains(text.center()))
            .min_by(|a, b| a.area().total_cmp(&b.area()))
    }

    /// The texts of the last frame with the colours of ink and ground, but for those over the map.
    pub fn inks(&self) -> impl Iterator<Item = (&str, [u8; 3], [u8; 3])> {
        let inks = &self.app.world().resource::<Painted>().inks;
        let rgb = |color: egui::Color32| [color.r(), color.g(), color.b()];
        inks.iter().filter_map(move |(text, ink, ground)| {
            Some((text.as_str(), rgb(*ink), rgb((*ground)?)))
        })
    }

    /// Whether the text at this place is highlighted.
    pub fn is_lit(&self, text: egui::Rect) -> bool {
        self.app
            .world()
            .resource::<Painted>()
            .tinted
            .iter()
            .any(|rect| rect.expand(1.0).contains_rect(text))
    }

    /// Whether this text is painted as what cannot be used.
    pub fn is_faded(&self, wanted: &str) -> bool {
        self.app
            .world()
            .resource::<Painted>()
            .faded
            .contains(wanted)
    }

    pub fn click_text(&mut self, wanted: &str) {
        let at = self
            .find(wanted)
            .unwrap_or_else(|| panic!("no {wanted:?} among {:?}", self.texts()))
            .center();
        self.click(Vec2::new(at.x, at.y));
        self.run(2);
    }

    pub fn run(&mut self, frames: u32) {
        for _ in 0..frames {
            // Searches run on other threads: give them the time of a frame.
            std::thread::sleep(Duration::from_millis(2));
            self.app.update();
        }
    }

    pub fn send<M: Message + Clone>(&mut self, message: M)
    where
        WindowEvent: From<M>,
    {
        self.app.world_mut().write_message(message.clone());
        self.app
            .world_mut()
            .write_message(WindowEvent::from(message));
    }

    pub fn point_at(&mut self, position: Vec2) {
        let window = self.window;
        self.app
            .world_mut()
            .get_mut::<Window>(window)
            .unwrap()
            .set_cursor_position(Some(position));
        self.send(CursorMoved {
            window,
            position,
            delta: None,
        });
        self.run(1);
    }

    pub fn button(&mut self, state: ButtonState) {
        self.any_button(MouseButton::Left, state);
    }

    pub fn any_button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window;
        self.send(MouseButtonInput {
            button,
            state,
            window,
        });
        self.run(1);
    }

    /// Presses a button where the pointer is and moves the pointer, both within one frame.
    pub fn press_and_move(&mut self, button: MouseButton, position: Vec2) {
        let window = self.window;
        self.send(MouseButtonInput {
            button,
            state: ButtonState::Pressed,
            window,
        });
        self.point_at(position);
    }

    pub fn click(&mut self, position: Vec2) {
        self.point_at(position);
        self.button(ButtonState::Pressed);
        self.button(ButtonState::Released);
        self.run(1);
    }

    pub fn right_click(&mut self, position: Vec2) {
        self.point_at(position);
        self.any_button(MouseButton::Right, ButtonState::Pressed);
        self.any_button(MouseButton::Right, ButtonState::Released);
        self.run(1);
    }

    /// A finger, by its number.
    pub fn finger(&mut self, id: u64, phase: TouchPhase, position: Vec2) {
        let window = self.window;
        self.send(TouchInput {
            phase,
            position,
            window,
            force: None,
            id,
        });
        self.run(1);
    }

    pub fn tap(&mut self, position: Vec2) {
        self.finger(0, TouchPhase::Started, position);
        self.finger(0, TouchPhase::Ended, position);
        self.run(1);
    }

    pub fn tap_text(&mut self, wanted: &str) {
        let at = self
            .find(wanted)
            .unwrap_or_else(|| panic!("no {wanted:?} among {:?}", self.texts()))
            .center();
        self.tap(Vec2::new(at.x, at.y));
        self.run(2);
    }

    /// One finger, from here to there.
    pub fn swipe(&mut self, from: Vec2, to: Vec2) {
        self.finger(0, TouchPhase::Started, from);
        for part in [0.25, 0.5, 0.75, 1.0] {
            self.finger(0, TouchPhase::Moved, from.lerp(to, part));
        }
        self.finger(0, TouchPhase::Ended, to);
        self.run(1);
    }

    pub fn key(&mut self, key_code: KeyCode, state: ButtonState) {
        self.key_in_this_frame(key_code, state);
        self.run(1);
    }

    /// Presses or releases a key, without a new frame after it.
    pub fn key_in_this_frame(&mut self, key_code: KeyCode, state: ButtonState) {
        let window = self.window;
        // What egui goes by.
        let logical_key = match key_code {
            KeyCode::Tab => Key::Tab,
            KeyCode::Enter => Key::Enter,
            KeyCode::Escape => Key::Escape,
            KeyCode::Backspace => Key::Backspace,
            KeyCode::Space => Key::Space,
            KeyCode::ArrowUp => Key::ArrowUp,
            KeyCode::ArrowDown => Key::ArrowDown,
            KeyCode::ControlLeft | KeyCode::ControlRight => Key::Control,
            KeyCode::ShiftLeft | KeyCode::ShiftRight => Key::Shift,
            _ => {
                let name = format!("{key_code:?}");
                match name
                    .strip_prefix("Key")
                    .or_else(|| name.strip_prefix("Digit"))
                {
                    Some(sign) => Key::Character(sign.to_lowercase().into()),
                    None => Key::Unidentified(NativeKey::Unidentified),
                }
            }
        };
        self.send(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }

    pub fn press(&mut self, key_code: KeyCode) {
        self.key(key_code, ButtonState::Pressed);
        self.key(key_code, ButtonState::Released);
    }

    /// A key with others held.
    pub fn chord(&mut self, held: &[KeyCode], key_code: KeyCode) {
        for held in held {
            self.key(*held, ButtonState::Pressed);
        }
        self.press(key_code);
        for held in held {
            self.key(*held, ButtonState::Released);
        }
        self.run(2);
    }

    /// Types a text, one key after the other.
    pub fn type_text(&mut self, text: &str) {
        let window = self.window;
        for sign in text.chars() {
            let logical_key = if sign == ' ' {
                Key::Space
            } else {
                Key::Character(sign.to_string().into())
            };
            for state in [ButtonState::Pressed, ButtonState::Released] {
                // Which key that is depends on the keyboard.
                let key_code = KeyCode::Unidentified(NativeKeyCode::Unidentified);
                let logical_key = logical_key.clone();
                self.send(KeyboardInput {
                    key_code,
                    logical_key,
                    state,
                    text: None,
                    repeat: false,
                    window,
                });
            }
        }
        self.run(1);
    }

    /// Returns the place of a cell on the screen.
    pub fn place(&self, x: i32, y: i32) -> Vec2 {
        let world = self
            .app
            .world()
            .resource::<GridLayout>()
            .center(Cell::new(x, y));
        self.app
            .world()
            .resource::<CameraView>()
            .window_at(self.app.world().resource::<MapArea>(), world)
    }

    /// All agents, by name.
    pub fn agents_in_order(&mut self) -> Vec<(Entity, String)> {
        let mut agents = self.app.world_mut().query::<(Entity, &AgentName)>();
        let mut all: Vec<_> = agents
            .iter(self.app.world())
            .map(|(agent, name)| (agent, name.0.clone()))
            .collect();
        all.sort_by(|a, b| a.1.cmp(&b.1));
        all
    }

    pub fn boards(&self) -> &Boards {
        self.app.world().resource::<Boards>()
    }

    /// That of the search which is watched.
    pub fn recording(&self) -> &Recording {
        &self.boards().one().expect("a search is watched").recording
    }

    pub fn agent(&mut self, name: &str) -> Entity {
        let mut agents = self.app.world_mut().query::<(Entity, &AgentName)>();
        agents
            .iter(self.app.world())
            .find(|(_, agent)| agent.0 == name)
            .unwrap()
            .0
    }

    pub fn cell_of(&mut self, name: &str) -> Cell {
        let agent = self.agent(name);
        self.app.world().get::<AgentCell>(agent).unwrap().0
    }

    /// Watches a search from one cell to another, from its beginning, and pauses.
    pub fn watch(&mut self, start: (i32, i32), goal: (i32, i32)) {
        self.press(KeyCode::KeyW);
        self.run(2);
        self.command(WatchCommand::SetStart(start.into()));
        self.command(WatchCommand::SetGoal(goal.into()));
        self.until("the search is recorded", |game| {
            game.shown().is_some_and(|run| {
                (run.question.query.start, run.question.query.goal) == (start.into(), goal.into())
            })
        });
        self.press(KeyCode::Home);
    }

    pub fn shown(&self) -> Option<&Run> {
        self.boards().watched()
    }

    /// Returns the position of the player, and the last position.
    pub fn position(&self) -> (usize, usize) {
        let timeline = &self.shown().expect("something is watched").timeline;
        (timeline.position(), timeline.len())
    }

    pub fn command(&mut self, command: impl Into<AppCommand>) {
        self.app.world_mut().write_message(command.into());
        self.run(1);
    }

    pub fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        for _ in 0..2000 {
            if holds(self) {
                return;
            }
            self.run(1);
        }
        panic!("not within 2000 frames: {what}");
    }

    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.point_at(from);
        self.button(ButtonState::Pressed);
        self.point_at((from + to) / 2.0);
        self.point_at(to);
        self.button(ButtonState::Released);
        self.run(2);
    }

    pub fn has<C: Component>(&mut self, name: &str) -> bool {
        let agent = self.agent(name);
        self.app.world().get::<C>(agent).is_some()
    }
}

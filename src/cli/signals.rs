//! Termination by Ctrl-C or SIGTERM.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::{fs, io};

use tempfile::NamedTempFile;

/// The exit code that shells use for Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// The file being written, to be removed if it stays unfinished.
static DRAFT: Mutex<Option<PathBuf>> = Mutex::new(None);
/// The flag that the first signal sets, instead of ending the program.
static FLAG: OnceLock<&AtomicBool> = OnceLock::new();

/// Makes the first signal set the flag only; the second one ends the program.
pub fn set_flag_first(flag: &'static AtomicBool) {
    let _ = FLAG.set(flag);
    watch();
}

/// A guard: while it lives, a signal removes its file before ending the program.
pub struct Draft;

impl Draft {
    /// Creates the draft and its file. No signal ends the program in between.
    pub fn make(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<(Self, NamedTempFile)> {
        watch();
        let mut draft = DRAFT.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        *draft = Some(file.path().to_owned());
        Ok((Self, file))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        *DRAFT.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Starts the signal handler, where the system has signals.
fn watch() {
    static BEGIN: Once = Once::new();
    BEGIN.call_once(|| {
        let _ = on_signal(end);
    });
}

fn end(code: i32) {
    if FLAG.get().is_some_and(|flag| !flag.swap(true, Ordering::Relaxed)) {
        return;
    }
    // The lock is held to the end, so that no other file is begun.
    let draft = DRAFT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = draft.as_deref() {
        let _ = fs::remove_file(path);
    }
    std::process::exit(code);
}

/// Calls `act` on its own thread, with the exit code that shells use for the signal.
#[cfg(unix)]
fn on_signal(act: fn(i32)) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || signals.forever().for_each(|signal| act(128 + signal)));
    Ok(())
}

#[cfg(not(unix))]
fn on_signal(act: fn(i32)) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || act(INTERRUPTED.into()))
}

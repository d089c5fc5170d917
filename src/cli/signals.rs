//! What happens when the program is asked to end, by Ctrl-C or by SIGTERM.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::{fs, io};

use tempfile::NamedTempFile;

/// As shells have it for what Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

/// A file that is being written and has no right to stay if it is not ready.
static DRAFT: Mutex<Option<PathBuf>> = Mutex::new(None);
/// What only takes note the first time.
static FLAG: OnceLock<&AtomicBool> = OnceLock::new();

/// From here on the first signal only sets the flag; the second one ends the program.
pub fn set_flag_first(flag: &'static AtomicBool) {
    let _ = FLAG.set(flag);
    watch();
}

/// A file that a signal removes before it ends the program, until this is dropped.
pub struct Draft;

impl Draft {
    /// The draft, and the file that is made for it. No signal ends the program in between.
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

/// Where there are no signals, nothing is done about them.
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
    // Held to the end: no other file is begun.
    let draft = DRAFT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = draft.as_deref() {
        let _ = fs::remove_file(path);
    }
    std::process::exit(code);
}

/// Calls this on a thread of its own, with the exit code that shells have for the signal.
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

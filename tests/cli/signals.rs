//! Real signals at a bad moment.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::run::{Sandbox, command};

const ARGUMENTS: [&str; 8] = [
    "generate",
    "random",
    "--width",
    "4096",
    "--height",
    "4096",
    "--density",
    "10",
];

/// 3 of 125 left `.NAME.….gridwalk-draft` behind.
#[test]
fn a_signal_while_a_file_is_written_leaves_nothing_behind() {
    let undisturbed = Sandbox::new();
    let output = undisturbed.path("large.csv");
    assert!(
        command(&[&ARGUMENTS[..], &["-o", &output]].concat())
            .stderr(Stdio::null())
            .status()
            .unwrap()
            .success()
    );
    let whole = fs::metadata(&output).unwrap().len();
    for (signal, code) in [("-TERM", 143), ("-INT", 130)] {
        let mut stopped = 0;
        for attempt in 0..12 {
            let sandbox = Sandbox::new();
            let folder = sandbox.path("");
            let output = sandbox.path("large.csv");
            let mut child = command(&[&ARGUMENTS[..], &["-o", &output]].concat())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let drafts = || {
                let names = fs::read_dir(&folder)
                    .unwrap()
                    .map(|file| file.unwrap().file_name());
                names
                    .filter(|name| name.to_string_lossy().ends_with(".gridwalk-draft"))
                    .count()
            };
            let deadline = Instant::now() + Duration::from_mins(2);
            while drafts() == 0 && child.try_wait().unwrap().is_none() {
                assert!(Instant::now() < deadline, "nothing is written");
                std::thread::yield_now();
            }
            // A little into the writing.
            std::thread::sleep(Duration::from_millis(attempt % 4));
            let _ = Command::new("kill")
                .args([signal, &child.id().to_string()])
                .stderr(Stdio::null())
                .status();
            let ended = child.wait().unwrap().code();
            assert_eq!(drafts(), 0, "{signal} left a draft behind");
            if ended == Some(code) {
                // It may come when the file has its name already, before the program ends.
                match fs::metadata(&output) {
                    Ok(file) => assert_eq!(file.len(), whole, "{signal} left a part of the file"),
                    Err(_) => stopped += 1,
                }
                if stopped == 2 {
                    break;
                }
            } else {
                assert_eq!(ended, Some(0), "{signal}");
            }
        }
        assert!(
            stopped > 0,
            "{signal} never came while the file was written"
        );
    }
}

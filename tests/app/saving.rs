//! Files are whole at every moment, and unsaved work outlives the program.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use gridwalk::app::files::{Journal, Orphan, Unsaved, replace};
use gridwalk_testing::Rng;

/// The folder in which the program that is killed works.
const FOLDER: &str = "GRIDWALK_TEST_SAVES_IN";
/// The number of times that the program is killed.
const KILLS: usize = 500;
/// Lines of a file: enough for a kill to come in the middle of one.
const LINES: usize = 4_000;

fn text(version: u64) -> String {
    format!("version {version}\n").repeat(LINES)
}

/// The version of a text that is whole.
fn version(text: &str) -> u64 {
    let version = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("version "))
        .expect("a text has a version");
    let version = version.parse().unwrap();
    assert!(
        text == self::text(version),
        "version {version} is not whole: {} bytes",
        text.len()
    );
    version
}

fn unsaved(file: &Path, version: u64) -> Unsaved {
    Unsaved {
        file: Some(file.to_owned()),
        name: "test".to_owned(),
        text: text(version),
    }
}

/// Not a test: the program that is killed. Says each version once the journal has it.
#[test]
#[ignore = "started by the test of kills"]
fn saves_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let file = Path::new(&folder).join("a.level.ron");
    let (journal, _) = Journal::open(&Path::new(&folder).join("journal")).unwrap();
    for number in version(&fs::read_to_string(&file).unwrap()) + 1.. {
        journal.write(&unsaved(&file, number)).unwrap();
        println!("journal {number}");
        std::io::stdout().flush().unwrap();
        replace(&file, text(number)).unwrap();
        journal.clear().unwrap();
    }
}

#[test]
fn killed_at_any_time_the_file_is_whole_and_journal_has_rest() {
    let folder = tempfile::tempdir().unwrap();
    let (file, journal) = (
        folder.path().join("a.level.ron"),
        folder.path().join("journal"),
    );
    fs::write(&file, text(0)).unwrap();
    let mut rng = Rng(11);
    let (mut orphans_seen, mut newest) = (0, 0);
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "saving::saves_until_it_is_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let mut said = lines.find_map(|line| {
            line.strip_prefix("journal ")
                .map(|number| number.parse().unwrap())
        });
        sleep(Duration::from_micros(rng.below(12_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        said = lines
            .filter_map(|line| line.strip_prefix("journal ")?.parse().ok())
            .last()
            .or(said);
        let said: u64 = said.expect("it begins with the journal");

        let saved = version(&fs::read_to_string(&file).unwrap());
        let (own, orphans) = Journal::open(&journal).unwrap();
        let left: Vec<_> = orphans
            .iter()
            .map(|orphan| version(&orphan.unsaved.text))
            .collect();
        newest = left.iter().copied().chain([saved]).max().unwrap();
        assert!(
            newest >= said,
            "kill {kill}: version {said} is lost; saved {saved}, journal {left:?}"
        );
        assert!(
            left.len() <= 1 && left.iter().all(|&left| left == saved || left == saved + 1),
            "{saved}, {left:?}"
        );
        orphans_seen += left.len();
        for orphan in orphans {
            orphan.discard().unwrap();
        }
        drop(own);
    }
    // Kills fell before, into and after saves.
    let all = 1..KILLS - 1;
    assert!(
        all.contains(&orphans_seen) && newest > 10,
        "{orphans_seen} with unsaved work, {newest} versions"
    );
    replace(&file, "last").unwrap();
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(
        names.len(),
        2,
        "no half-written file is left beside it: {names:?}"
    );
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("a.ron"), folder.path().join("link.ron"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    replace(&link, "new").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
    replace(&folder.path().join("b.ron"), "first").unwrap();
    let beside = folder.path().join("c.ron");
    fs::write(&beside, "").unwrap();
    let modes = ["b.ron", "c.ron"].map(|name| {
        fs::metadata(folder.path().join(name))
            .unwrap()
            .permissions()
            .mode()
    });
    assert_eq!(modes[0], modes[1], "a new file is one like any other");
}

/// Run as a program of its own, where no file may grow beyond 4 KiB: the limit stands for a disk
/// that is full, and writing fails in the middle.
#[test]
#[ignore = "is run by a_full_disk_leaves_the_old_file"]
fn replaces_a_file_by_a_longer_one() {
    let folder = std::env::var_os(FOLDER).expect("another test says where");
    let longer = "x".repeat(64 << 10);
    let error =
        replace(&Path::new(&folder).join("a.level.ron"), &longer).expect_err("the disk is full");
    println!("not written: {error}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.level.ron");
    fs::write(&file, text(0)).unwrap();
    let name = "saving::replaces_a_file_by_a_longer_one";
    let script =
        format!("trap '' XFSZ; ulimit -f 4; exec \"$0\" --exact {name} --ignored --nocapture");
    let output = Command::new("bash")
        .args(["-c", &script])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("not written: "),
        "{said}"
    );
    assert_eq!(version(&fs::read_to_string(&file).unwrap()), 0);
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing half-written is left"
    );
}

#[test]
fn a_folder_that_cannot_be_written_to_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gone").join("a.level.ron");
    assert!(replace(&file, "text").is_err(), "the folder vanished");
    fs::write(folder.path().join("gone"), "a file").unwrap();
    assert!(
        replace(&file, "text").is_err(),
        "a file stands in its place"
    );
    if cfg!(target_os = "linux") {
        assert!(
            replace(Path::new("/proc/a.level.ron"), "text").is_err(),
            "nobody may write there"
        );
    }
}

/// Opens the journal once so many orphans are there: a process that another test starts holds all
/// locks of this one for a moment.
fn opened_with(folder: &Path, count: usize) -> (Journal, Vec<Orphan>) {
    let mut opened = Journal::open(folder).unwrap();
    for _ in 0..200 {
        if opened.1.len() >= count {
            break;
        }
        drop(opened);
        sleep(Duration::from_millis(10));
        opened = Journal::open(folder).unwrap();
    }
    opened
}

#[test]
fn work_of_a_program_that_runs_is_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (first, none) = Journal::open(folder.path()).unwrap();
    first.write(&unsaved(Path::new("a"), 1)).unwrap();
    let (second, orphans) = Journal::open(folder.path()).unwrap();
    assert!(none.is_empty() && orphans.is_empty());
    second.write(&unsaved(Path::new("b"), 2)).unwrap();
    drop(first);
    let (third, orphans) = opened_with(folder.path(), 1);
    assert_eq!(
        orphans
            .iter()
            .map(|orphan| &orphan.unsaved)
            .collect::<Vec<_>>(),
        [&unsaved(Path::new("a"), 1)]
    );
    let (_fourth, held) = Journal::open(folder.path()).unwrap();
    assert!(held.is_empty(), "one program at a time is asked about it");
    drop(orphans);
    drop((second, third));
    let (_fifth, orphans) = opened_with(folder.path(), 2);
    assert_eq!(orphans.len(), 2, "what was not decided is offered again");
    for orphan in orphans {
        orphan.discard().unwrap();
    }
}

//! `gridwalk completions`: prints a completion script for a shell.

use std::io::Write;

use clap_complete::Shell;

use super::failure::{Done, OK};
use crate::shipped::SHIPPED_LEVELS;

pub fn run(mut program: clap::Command, shell: Shell) -> Done {
    // The script goes to memory first: the generators do not expect a reader that closes early.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "gridwalk", &mut script);
    let script = complete_levels(shell, &String::from_utf8_lossy(&script));
    std::io::stdout().lock().write_all(script.as_bytes())?;
    Ok(OK)
}

/// Adds the shipped levels where a shell completes files; some generators support only one of the two.
fn complete_levels(shell: Shell, script: &str) -> String {
    let names = SHIPPED_LEVELS.iter().map(|level| level.argument).collect::<Vec<_>>().join(" ");
    match shell {
        Shell::Zsh => {
            let both = format!(r#":{{_alternative "files:file:_files" "levels:level:({names})"}}"#);
            script.replace(&format!(":({names})"), &both)
        }
        Shell::Fish => {
            let commands = "solve explain bench check convert render compare diff";
            format!("{script}complete -c gridwalk -n \"__fish_seen_subcommand_from {commands}\" -a \"{names}\"\n")
        }
        _ => script.to_owned(),
    }
}

//! Help wrapped to the width of the terminal, manual pages, and scripts that complete arguments.

use std::io::Write;

use clap_complete::Shell;
use console::measure_text_width;

use super::failure::{Done, OK, bad};
use crate::shipped::SHIPPED_LEVELS;

/// Breaks long lines between two words.
///
/// Continuation lines are aligned with the text of their line; in a list, with its second column. Commands are not
/// broken, so that they can be copied.
pub fn wrap(help: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(help.len());
    for line in help.lines() {
        if measure_text_width(line) <= columns || line.trim_start().starts_with("gridwalk ") {
            wrapped.push_str(line);
        } else {
            wrap_line(line, columns, &mut wrapped);
        }
        wrapped.push('\n');
    }
    wrapped
}

fn wrap_line(line: &str, columns: usize, wrapped: &mut String) {
    let indent = text_begins(line).filter(|indent| *indent <= columns / 2).unwrap_or(4);
    let mut width = 0;
    let mut rest = line;
    while !rest.is_empty() {
        // A word with the blanks before it.
        let begin = rest.find(|letter| letter != ' ').unwrap_or(rest.len());
        let end = rest[begin..].find(' ').map_or(rest.len(), |length| begin + length);
        let (word, after) = rest.split_at(end);
        let bare = &word[begin..];
        if width + measure_text_width(word) > columns && width > indent {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            wrapped.push_str(bare);
            width = indent + measure_text_width(bare);
        } else {
            wrapped.push_str(word);
            width += measure_text_width(word);
        }
        rest = after;
    }
}

/// Returns the column where the text of a line begins: behind the gap after a first column, if any.
fn text_begins(line: &str) -> Option<usize> {
    let body = line.trim_start();
    let begin = line.len() - body.len();
    let gap = body.find("  ").map(|at| begin + at);
    let text = gap.map_or(begin, |gap| gap + line[gap..].len() - line[gap..].trim_start().len());
    Some(measure_text_width(line.get(..text)?))
}

pub fn print_manual(mut program: clap::Command, command: Option<&str>) -> Done {
    program.build();
    let page = match command {
        None => program,
        Some(name) => {
            let Some(found) = program.find_subcommand(name).filter(|found| found.get_name() != "help") else {
                let names = program.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help");
                let names = names.collect::<Vec<_>>().join(", ");
                return bad(format!("there is no command `{name}`; expected one of {names}"));
            };
            found.clone()
        }
    };
    // The page goes to memory first: either the whole page is printed or an error.
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    let mut out = std::io::stdout().lock();
    out.write_all(&text)?;
    out.flush()?;
    Ok(OK)
}

pub fn print_completions(mut program: clap::Command, shell: Shell) -> Done {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_goes_on_below_its_text_and_a_command_stays_whole() {
        let help =
            "  -a, --all  one two three four\nplain words that go on and on\n  gridwalk solve level --json --all\n";
        let [list, words] = ["  -a, --all  one two three\n             four", "plain words that go on and\non"];
        let wrapped = format!("{list}\n{words}\n  gridwalk solve level --json --all\n");
        assert_eq!(wrap(help, 26), wrapped);
        assert_eq!(wrap(help, 100), help);
    }
}

//! `gridwalk man`: prints a manual page of the program, or of one command.

use std::io::Write;

use super::failure::{Done, OK, bad};

pub fn run(mut program: clap::Command, command: Option<&str>) -> Done {
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

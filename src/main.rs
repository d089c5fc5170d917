//! Hands over to the window, or to the command line.

use std::process::ExitCode;

#[cfg(all(feature = "app", target_family = "wasm"))]
fn main() -> ExitCode {
    gridwalk::app::run(&gridwalk::app::Args::of_the_address())
}

#[cfg(all(feature = "app", not(target_family = "wasm")))]
fn main() -> ExitCode {
    use clap::{CommandFactory, FromArgMatches};

    let program = gridwalk::app::Args::command();
    #[cfg(feature = "cli")]
    let program = gridwalk::cli::beside(program);
    #[cfg(not(feature = "cli"))]
    let matches = program.get_matches();
    #[cfg(feature = "cli")]
    let matches = gridwalk::cli::matches(program.clone());
    #[cfg(feature = "cli")]
    if let Some(code) = gridwalk::cli::run(program, &matches) {
        return code;
    }
    let args = gridwalk::app::Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    gridwalk::app::run(&args)
}

#[cfg(all(feature = "cli", not(feature = "app")))]
fn main() -> ExitCode {
    gridwalk::cli::main()
}

#[cfg(not(any(feature = "app", feature = "cli")))]
fn main() -> ExitCode {
    eprintln!(
        "gridwalk was built without window and command line; build it with the feature app or cli"
    );
    ExitCode::from(2)
}

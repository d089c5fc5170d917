//! Hands over to the window, or to the command line.

use std::process::ExitCode;

#[cfg(feature = "app")]
fn main() -> ExitCode {
    use clap::Parser;

    gridwalk::app::run(&gridwalk::app::Args::parse())
}

#[cfg(all(feature = "cli", not(feature = "app")))]
fn main() -> ExitCode {
    gridwalk::cli::main()
}

#[cfg(not(any(feature = "app", feature = "cli")))]
fn main() -> ExitCode {
    eprintln!("gridwalk was built without window and command line; build it with the feature app or cli");
    ExitCode::from(2)
}

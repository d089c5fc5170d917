//! Hands over to the window.

#[cfg(feature = "app")]
fn main() -> std::process::ExitCode {
    use clap::Parser;

    gridwalk::app::run(&gridwalk::app::Args::parse())
}

#[cfg(not(feature = "app"))]
fn main() -> std::process::ExitCode {
    gridwalk::cli::main()
}

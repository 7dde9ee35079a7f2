//! The project's own commands, run as `cargo run -p xtask -- COMMAND`.

mod containers;
mod postgres;
mod shared;
mod tidy;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo run -p xtask -- COMMAND

  tidy                    check what the compiler does not: imports, sizes, names, texts
  postgres -- PROGRAM…    run PROGRAM with a throw-away PostgreSQL to test on
  containers -- PROGRAM…  run PROGRAM with a throw-away Docker and Podman to test on
";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<OsString> = arguments.collect();
    let answer = match command.to_str() {
        Some("tidy") if rest.is_empty() => tidy(),
        Some("postgres") => postgres::run(&rest).map_err(|error| error.to_string()),
        Some("containers") => containers::run(&rest).map_err(|error| error.to_string()),
        _ => Err(USAGE.to_owned()),
    };
    answer.unwrap_or_else(|message| {
        say(&message);
        ExitCode::from(2)
    })
}

fn tidy() -> Result<ExitCode, String> {
    let repository = repository().map_err(|error| format!("cannot tell the working directory: {error}"))?;
    let house = tidy::House::read(&repository).map_err(|error| error.to_string())?;
    let report = tidy::check(&house);
    say(&report.to_string());
    Ok(if report.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The folder of the workspace, of which the working directory is a part.
///
/// Not what was true when this was compiled: checkouts that share a target folder share this program as well.
fn repository() -> io::Result<PathBuf> {
    let here = env::current_dir()?;
    let workspace = here.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    Ok(workspace.unwrap_or(&here).to_path_buf())
}

/// The one place that writes for people. A closed standard error leaves nobody to tell.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{}", text.trim_end());
}

//! The project's own commands, run as `cargo run -p xtask -- COMMAND`.

mod postgres;
mod tidy;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo run -p xtask -- COMMAND

  tidy                    check what the compiler does not: imports, sizes, names, texts
  postgres -- PROGRAM…    run PROGRAM with a throw-away PostgreSQL to test on
";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<OsString> = arguments.collect();
    let answer = match command.to_str() {
        Some("tidy") if rest.is_empty() => tidy(),
        Some("postgres") => postgres::run(&rest).map_err(|error| error.to_string()),
        _ => Err(USAGE.to_owned()),
    };
    answer.unwrap_or_else(|message| {
        say(&message);
        ExitCode::from(2)
    })
}

fn tidy() -> Result<ExitCode, String> {
    let house = tidy::House::read(&repository()).map_err(|error| error.to_string())?;
    let report = tidy::check(&house);
    say(&report.to_string());
    Ok(if report.errors.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The folder of the workspace's `Cargo.toml`, wherever the command was called from.
fn repository() -> std::path::PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// The one place that writes for people. A closed standard error leaves nobody to tell.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{}", text.trim_end());
}

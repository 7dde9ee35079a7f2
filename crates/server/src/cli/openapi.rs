//! `pegboard openapi`

use crate::cli::exit::Failure;
use crate::cli::output::Output;
use crate::http::router;

#[allow(clippy::unnecessary_wraps, reason = "commands have one shape")]
pub(crate) fn run(output: &Output) -> Result<(), Failure> {
    output.json(&router::document());
    Ok(())
}

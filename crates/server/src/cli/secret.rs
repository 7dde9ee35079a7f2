//! `pegboard secret`

use clap::Subcommand;

use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::http::wire::config::Rotated;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a new key for what is kept encrypted, and seal all of it anew
    Rotate,
}

pub(crate) async fn run(command: &Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::Rotate => {
            let rotated = client.post::<Rotated>(&["secrets", "rotate"], &serde_json::json!({})).await?;
            output.answer(&rotated, |output, rotated| {
                output.line(Tone::Plain, &format!("a new key, and {} values under it", rotated.resealed));
                if rotated.unreadable > 0 {
                    output.note(&format!(
                        "warning: {} values open with no known key and must be set again; the log names them",
                        rotated.unreadable
                    ));
                }
            });
        }
    }
    Ok(())
}

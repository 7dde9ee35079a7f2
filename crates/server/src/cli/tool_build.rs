//! `pegboard tool build`

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Output, Tone};
use crate::cli::progress::Spinner;
use crate::http::wire::container::Build;

/// How often a build that is followed is looked at.
const LOOK: Duration = Duration::from_millis(300);

pub(super) async fn run(id: &str, again: bool, client: &Client, output: &Output) -> Result<(), Failure> {
    let path = ["tools", id, "build"];
    let mut build = if again {
        client.post::<Build>(&path, &json!({})).await?
    } else {
        client.get::<Build>(&path, &[]).await?
    };
    if again {
        let spinner = Spinner::start(format!("Building the image of {id}"));
        while matches!(build.body.state.as_str(), "building" | "waiting") {
            sleep(LOOK).await;
            build = client.get::<Build>(&path, &[]).await?;
        }
        drop(spinner);
    }
    output.answer(&build, show);
    match build.body.state.as_str() {
        "failed" | "unavailable" => Err(Failure::new(Exit::ToolFailed, "the tool has no image")),
        _ => Ok(()),
    }
}

fn show(output: &Output, build: &Build) {
    if !build.log.is_empty() {
        output.line(Tone::Plain, build.log.trim_end());
    }
    output.line(Tone::Strong, &format!("{}: {}", build.tool_id, build.state));
    if let Some(message) = &build.message {
        output.note(&format!("warning: {message}"));
    }
    if let Some(image) = &build.image {
        output.line(Tone::Plain, &format!("image {image}"));
    }
}

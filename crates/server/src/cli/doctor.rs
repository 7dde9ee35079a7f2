//! `pegboard doctor`

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use pegboard_providers::container::HostNetwork;
use serde_json::json;

use crate::cli::client::Client;
use crate::cli::connection::ConnectionArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Format, Output, Tone};
use crate::cli::progress::Spinner;
use crate::doctor;
use crate::http::wire::page::Page;
use crate::http::wire::status::Verified;
use crate::http::wire::system::{Finding, FindingState};
use crate::http::wire::toolset::Toolset;
use crate::wiring;

/// Problems of stored content that are shown.
const PROBLEMS_MAX: usize = 20;

/// What is present, what is missing, and how to get it. Works without a server too.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Also have the running server read every stored file, which may take long
    #[arg(long)]
    verify: bool,
}

pub(crate) async fn run(
    args: DoctorArgs,
    connection: &ConnectionArgs,
    output: &Output,
) -> Result<(), Failure> {
    let mut findings = of_machine(connection.data()).await?;
    findings.push(match connection.client() {
        Ok(client) => server(&client, args.verify).await,
        Err(failure) => Finding::warning("server", said(&failure), "pegboard serve"),
    });
    match output.format() {
        Format::Json => output.json(&json!({"items": findings})),
        Format::Human => findings.iter().for_each(|finding| show(output, finding)),
    }
    if findings.iter().any(|finding| finding.state == FindingState::Missing) {
        return Err(Failure::new(Exit::NotFound, "something that is needed is missing"));
    }
    Ok(())
}

async fn of_machine(data: PathBuf) -> Result<Vec<Finding>, Failure> {
    let spinner = Spinner::start("Looking for Python");
    let absolute = std::path::absolute(&data).unwrap_or(data);
    let containers = Arc::new(wiring::containers(&absolute, HostNetwork::Refused));
    let (python, node) = (Arc::new(wiring::python(&absolute)), Arc::new(wiring::node(&absolute)));
    let found = doctor::examine(python, node, containers, absolute).await;
    drop(spinner);
    found.map_err(|error| Failure::internal(format!("the look around was cut off: {error}")))
}

async fn server(client: &Client, verify: bool) -> Finding {
    let toolsets = match client.get::<Page<Toolset>>(&["toolsets"], &[]).await {
        Ok(page) => page.body.items.len(),
        Err(failure) => return Finding::warning("server", said(&failure), "pegboard serve"),
    };
    let answers = format!("answers on {}, {toolsets} toolsets", client.base());
    if !verify {
        return Finding::ok("server", answers);
    }
    let spinner = Spinner::start("Reading every stored file");
    let verified = client.post::<Verified>(&["workspaces", "verify"], &json!({})).await;
    drop(spinner);
    match verified.map(|answer| answer.body) {
        Ok(verified) if verified.problems.is_empty() => {
            let counts = format!("{} states of {} chats are whole", verified.manifests, verified.chats);
            Finding::ok("server", format!("{answers}; {counts}"))
        }
        Ok(verified) => {
            let shown: Vec<_> = verified.problems.iter().take(PROBLEMS_MAX).cloned().collect();
            Finding::missing("server", shown.join("\n"), "Restore the data folder's `chats` from a backup.")
        }
        Err(failure) => Finding::missing("server", said(&failure), "Use a token with the scope `admin`."),
    }
}

fn said(failure: &Failure) -> String {
    failure.told.as_ref().map(|told| told.what.clone()).unwrap_or_default()
}

fn show(output: &Output, finding: &Finding) {
    let (mark, tone) = match finding.state {
        FindingState::Ok => ("ok", Tone::Good),
        FindingState::Warning => ("--", Tone::Changed),
        FindingState::Missing => ("no", Tone::Bad),
    };
    let what = finding.found.as_ref().or(finding.detail.as_ref()).map(String::as_str).unwrap_or_default();
    output.line(tone, &format!("{mark}  {:<18}{what}", finding.name));
    if let Some(remedy) = &finding.remedy {
        output.line(Tone::Faint, &format!("    {:<18}{remedy}", ""));
    }
}

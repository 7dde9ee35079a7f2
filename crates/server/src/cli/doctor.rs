//! `pegboard doctor`

use std::path::Path;

use clap::Args;
use pegboard_providers::python::BaseEnvironment;
use serde::Serialize;
use serde_json::json;

use crate::cli::client::Client;
use crate::cli::connection::{ConnectionArgs, token_file};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Format, Output, Tone};
use crate::cli::progress::Spinner;
use crate::http::wire::page::Page;
use crate::http::wire::status::Verified;
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

/// How one thing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Present,
    /// Not there yet, and no harm: it comes when it is needed.
    Later,
    Missing,
}

/// One thing that was looked for.
#[derive(Debug, Serialize)]
struct Finding {
    what: &'static str,
    state: State,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'static str>,
}

impl Finding {
    fn present(what: &'static str, detail: impl Into<String>) -> Self {
        Self { what, state: State::Present, detail: detail.into(), hint: None }
    }

    fn later(what: &'static str, detail: impl Into<String>, hint: &'static str) -> Self {
        Self { what, state: State::Later, detail: detail.into(), hint: Some(hint) }
    }

    fn missing(what: &'static str, detail: impl Into<String>, hint: &'static str) -> Self {
        Self { what, state: State::Missing, detail: detail.into(), hint: Some(hint) }
    }
}

pub(crate) async fn run(
    args: DoctorArgs,
    connection: &ConnectionArgs,
    output: &Output,
) -> Result<(), Failure> {
    let data = connection.data();
    let mut findings = python(&data).await;
    findings.extend(folder(&data));
    findings.push(match connection.client() {
        Ok(client) => server(&client, args.verify).await,
        Err(failure) => Finding::later("server", said(&failure), "pegboard serve"),
    });
    match output.format() {
        Format::Json => output.json(&json!({"findings": findings})),
        Format::Human => findings.iter().for_each(|finding| show(output, finding)),
    }
    if findings.iter().any(|finding| finding.state == State::Missing) {
        return Err(Failure::new(Exit::NotFound, "something that is needed is missing"));
    }
    Ok(())
}

async fn python(data: &Path) -> Vec<Finding> {
    let spinner = Spinner::start("Looking for Python");
    let absolute = std::path::absolute(data).unwrap_or_else(|_| data.to_owned());
    let health = wiring::python(&absolute).doctor().await;
    drop(spinner);
    let interpreter = match health.interpreter {
        Ok(found) => Finding::present("python", format!("{} at {}", found.version, found.file.display())),
        Err(error) => Finding::missing(
            "python",
            error.to_string(),
            "Install CPython 3.11 or newer, for example: apt install python3 python3-venv",
        ),
    };
    let uv = match health.uv {
        Ok(Some(found)) => Finding::present("uv", format!("{} at {}", found.version, found.file.display())),
        Ok(None) => {
            Finding::later("uv", "not here", "It is installed into the data folder when it is first needed.")
        }
        Err(error) => Finding::missing("uv", error.to_string(), "Install uv, for example: pip install uv"),
    };
    let base = match health.base {
        Ok(BaseEnvironment::Present(place)) => {
            Finding::present("base environment", place.display().to_string())
        }
        Ok(BaseEnvironment::Absent) => {
            Finding::later("base environment", "not made yet", "It is made when the first toolset needs it.")
        }
        Err(error) => Finding::missing("base environment", error.to_string(), "Correct what is said above."),
    };
    vec![interpreter, uv, base]
}

fn folder(data: &Path) -> Vec<Finding> {
    if !data.is_dir() {
        let detail = format!("{} is not there yet", data.display());
        return vec![Finding::later("data folder", detail, "pegboard serve makes it.")];
    }
    let token = token_file(data);
    let token = match std::fs::read_to_string(&token) {
        Ok(_) => Finding::present("first token", token.display().to_string()),
        Err(error) => Finding::later("first token", error.to_string(), "pegboard serve makes it."),
    };
    vec![Finding::present("data folder", data.display().to_string()), token]
}

async fn server(client: &Client, verify: bool) -> Finding {
    let toolsets = match client.get::<Page<Toolset>>(&["toolsets"], &[]).await {
        Ok(page) => page.body.items.len(),
        Err(failure) => return Finding::later("server", said(&failure), "pegboard serve"),
    };
    let answers = format!("answers on {}, {toolsets} toolsets", client.base());
    if !verify {
        return Finding::present("server", answers);
    }
    let spinner = Spinner::start("Reading every stored file");
    let verified = client.post::<Verified>(&["workspaces", "verify"], &json!({})).await;
    drop(spinner);
    match verified.map(|answer| answer.body) {
        Ok(verified) if verified.problems.is_empty() => {
            let counts = format!("{} states of {} chats are whole", verified.manifests, verified.chats);
            Finding::present("server", format!("{answers}; {counts}"))
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
        State::Present => ("ok", Tone::Good),
        State::Later => ("--", Tone::Changed),
        State::Missing => ("no", Tone::Bad),
    };
    output.line(tone, &format!("{mark}  {:<18}{}", finding.what, finding.detail));
    if let Some(hint) = finding.hint {
        output.line(Tone::Faint, &format!("    {:<18}{hint}", ""));
    }
}

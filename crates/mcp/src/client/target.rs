//! Where a server is, with every variable replaced.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pegboard_model::servers::{ServerConfig, ServerFailure, ServerFault};
use pegboard_model::toolset::Transport;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::variables::Variables;

/// What to start or to reach.
#[derive(Debug)]
pub(super) enum Target {
    /// A program that speaks on its standard input and output.
    Program(Program),
    /// An address with streamable HTTP.
    Http(Remote),
    /// An address with the legacy HTTP+SSE.
    Sse(Remote),
}

/// A program to start.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) command: PathBuf,
    pub(super) args: Vec<String>,
    pub(super) cwd: PathBuf,
    pub(super) env: BTreeMap<String, String>,
}

/// An address to reach. The headers' values count as secrets.
#[derive(Debug, Clone)]
pub(super) struct Remote {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
}

impl Target {
    /// Replaces the variables of a server's settings.
    ///
    /// # Errors
    /// When one has no value, or what comes out is no address or no header.
    pub(super) async fn resolve(
        config: &ServerConfig,
        variables: &Variables<'_>,
    ) -> Result<Self, ServerFailure> {
        match &config.server.transport {
            Transport::Stdio { command, args, cwd, env } => {
                let command = variables.expand(command).await?;
                let mut expanded = Vec::with_capacity(args.len());
                for arg in args {
                    expanded.push(variables.expand(arg).await?);
                }
                let cwd = match cwd {
                    Some(cwd) => config.root.join(variables.expand(cwd).await?),
                    None => config.root.clone(),
                };
                let env = expand_all(env, variables).await?;
                let command = located(&command, &config.root);
                Ok(Self::Program(Program { command, args: expanded, cwd, env }))
            }
            Transport::Sse { url, headers } => Ok(Self::Sse(remote(url, headers, variables).await?)),
            Transport::StreamableHttp { url, headers } => {
                Ok(Self::Http(remote(url, headers, variables).await?))
            }
        }
    }
}

/// A program's file: a path is one in the toolset's folder, a bare name is looked for on `PATH`.
fn located(command: &str, root: &Path) -> PathBuf {
    if command.contains('/') { root.join(command) } else { PathBuf::from(command) }
}

async fn expand_all(
    values: &BTreeMap<String, String>,
    variables: &Variables<'_>,
) -> Result<BTreeMap<String, String>, ServerFailure> {
    let mut expanded = BTreeMap::new();
    for (name, value) in values {
        expanded.insert(name.clone(), variables.expand(value).await?);
    }
    Ok(expanded)
}

async fn remote(
    url: &str,
    headers: &BTreeMap<String, String>,
    variables: &Variables<'_>,
) -> Result<Remote, ServerFailure> {
    let broken = |what: String| {
        let message = format!("The settings of `{}` hold {what}.", variables.server);
        ServerFailure::new(ServerFault::Unreachable, message)
    };
    let url = Url::parse(&variables.expand(url).await?);
    let url = url.ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.ok_or_else(|| broken("an address that is not of HTTP".to_owned()))?;
    let mut checked = HeaderMap::new();
    for (name, value) in expand_all(headers, variables).await? {
        let parsed = HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::from_str(&value).ok());
        let Some((header, mut value)) = parsed else {
            return Err(broken(format!("a header `{name}` that cannot be sent")));
        };
        value.set_sensitive(true);
        checked.insert(header, value);
    }
    Ok(Remote { url, headers: checked })
}

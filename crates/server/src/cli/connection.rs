//! Where the server is, and what opens it.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};

/// The data folder when none is named.
const DATA_DEFAULT: &str = "./.pegboard";

#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct ConnectionArgs {
    /// The data folder; other commands find the server and its token there [default: ./.pegboard]
    #[arg(long, global = true, env = "PEGBOARD_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// The server's address
    #[arg(long, global = true, env = "PEGBOARD_URL", value_name = "URL")]
    url: Option<Url>,
    /// The token that opens it
    #[arg(long, global = true, env = "PEGBOARD_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    token: Option<String>,
}

/// What a running server leaves in its data folder, so that others find it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ServerFile {
    pub(crate) url: Url,
    pub(crate) pid: u32,
}

impl ServerFile {
    pub(crate) fn place(data: &Path) -> PathBuf {
        data.join("server.json")
    }
}

/// Where the first token stands.
pub(crate) fn token_file(data: &Path) -> PathBuf {
    data.join("token")
}

impl ConnectionArgs {
    pub(crate) fn data(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| PathBuf::from(DATA_DEFAULT))
    }

    /// Whether the user says which server is meant.
    pub(crate) fn names_server(&self) -> bool {
        self.url.is_some()
    }

    /// Where the server is; `None` when nothing says so.
    pub(crate) fn address(&self) -> Option<String> {
        let url = self.url.clone().or_else(|| running(&self.data()).ok().map(|file| file.url));
        url.map(|url| url.to_string())
    }

    /// # Errors
    /// When nothing says where the server is or what opens it.
    pub(crate) fn client(&self) -> Result<Client, Failure> {
        let data = self.data();
        let url = match &self.url {
            Some(url) => url.clone(),
            None => running(&data)?.url,
        };
        let token = match &self.token {
            Some(token) => token.trim().to_owned(),
            None => read_token(&data)?,
        };
        // Only a server that was found by its folder has its notes there.
        let notes = self.url.is_none().then_some(data);
        Client::new(url, &token, notes)
    }
}

fn running(data: &Path) -> Result<ServerFile, Failure> {
    let place = ServerFile::place(data);
    let start = format!("Start one: pegboard serve --data {}; or name one with --url.", data.display());
    let text = fs::read_to_string(&place).map_err(|_| {
        let what = format!("no server runs on the data folder {}", data.display());
        Failure::new(Exit::Unreachable, what).hint(start.clone())
    })?;
    serde_json::from_str(&text).map_err(|error| {
        let what = format!("{} cannot be read: {error}", place.display());
        Failure::new(Exit::Unreachable, what).hint(start)
    })
}

fn read_token(data: &Path) -> Result<String, Failure> {
    let place = token_file(data);
    let text = fs::read_to_string(&place).map_err(|error| {
        let what = format!("no token: {} cannot be read ({error})", place.display());
        Failure::new(Exit::Refused, what).hint("Name one with --token or PEGBOARD_TOKEN.")
    })?;
    Ok(text.trim().to_owned())
}

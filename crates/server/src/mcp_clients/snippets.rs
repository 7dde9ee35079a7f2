//! What a client is told.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::mcp_clients::client::Client;

/// This Pegboard, as a client reaches it.
pub(crate) struct Pegboard {
    /// The program.
    pub(crate) program: String,
    /// The data folder, absolute; `None` leaves it to the program.
    pub(crate) data: Option<String>,
    /// The address of its MCP endpoint.
    pub(crate) url: String,
}

/// How a client gets to Pegboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum How {
    /// At its address, while the server runs.
    Reached,
    /// As a program that the client starts.
    Started,
}

impl How {
    /// As people are told of it.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::Reached => "At its address, while `pegboard serve` runs",
            Self::Started => "As a program that the client starts",
        }
    }
}

/// What a snippet is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    Json,
    Toml,
    Yaml,
    Shell,
}

/// One way to connect a client.
pub(crate) struct Snippet {
    pub(crate) how: How,
    pub(crate) language: Language,
    pub(crate) text: String,
}

impl Snippet {
    pub(crate) fn to_json(&self, client: Client) -> Value {
        json!({"about": self.how.about(), "places": client.places(), "text": self.text})
    }
}

/// What stands in the place of a token.
const TOKEN: &str = "YOUR_TOKEN";

/// The ways to connect a client, the one that suits it best first.
pub(crate) fn snippets(client: Client, pegboard: &Pegboard) -> Vec<Snippet> {
    let url = &pegboard.url;
    let bearer = format!("Bearer {TOKEN}");
    let headers = json!({"Authorization": bearer});
    let stdio = json!({"command": pegboard.program, "args": pegboard.arguments()});
    let reached = |key, entry| servers(How::Reached, key, &entry);
    let started = |key| servers(How::Started, key, &stdio);
    match client {
        // Its file takes programs only.
        Client::ClaudeDesktop => vec![started("mcpServers")],
        Client::ClaudeCode => claude_code(pegboard, &bearer),
        Client::Cursor => {
            vec![reached("mcpServers", json!({"url": url, "headers": headers})), started("mcpServers")]
        }
        Client::Vscode => {
            let mut stdio = stdio.clone();
            stdio["type"] = "stdio".into();
            vec![visual_studio_code(url), servers(How::Started, "servers", &stdio)]
        }
        Client::Windsurf => {
            vec![reached("mcpServers", json!({"serverUrl": url, "headers": headers})), started("mcpServers")]
        }
        Client::Zed => {
            vec![
                reached("context_servers", json!({"url": url, "headers": headers})),
                started("context_servers"),
            ]
        }
        Client::Codex => codex(pegboard),
        Client::GeminiCli => {
            vec![reached("mcpServers", json!({"httpUrl": url, "headers": headers})), started("mcpServers")]
        }
        Client::Continue => r#continue(pegboard, &bearer),
        Client::Goose => goose(pegboard, &bearer),
        Client::Generic => vec![
            reached("mcpServers", json!({"type": "http", "url": url, "headers": headers})),
            started("mcpServers"),
        ],
    }
}

impl Pegboard {
    /// What the program is started with.
    fn arguments(&self) -> Vec<&str> {
        let data = self.data.iter().flat_map(|data| ["--data", data]);
        ["mcp"].into_iter().chain(data).collect()
    }
}

fn claude_code(pegboard: &Pegboard, bearer: &str) -> Vec<Snippet> {
    let words = [pegboard.program.as_str()].into_iter().chain(pegboard.arguments());
    let words: Vec<_> = words.map(quoted).collect();
    let url = quoted(&pegboard.url);
    let reached =
        format!("claude mcp add --transport http pegboard {url} --header \"Authorization: {bearer}\"\n");
    let started = format!("claude mcp add pegboard -- {}\n", words.join(" "));
    both(Language::Shell, reached, started)
}

fn visual_studio_code(url: &str) -> Snippet {
    let input = json!({
        "type": "promptString", "id": "pegboard-token", "description": "Pegboard token", "password": true
    });
    let headers = json!({"Authorization": "Bearer ${input:pegboard-token}"});
    let entry = json!({"type": "http", "url": url, "headers": headers});
    let text = pretty(&json!({"inputs": [input], "servers": {"pegboard": entry}}));
    Snippet { how: How::Reached, language: Language::Json, text }
}

fn codex(pegboard: &Pegboard) -> Vec<Snippet> {
    let head = "[mcp_servers.pegboard]";
    let (url, program, args) = (json!(pegboard.url), json!(pegboard.program), json!(pegboard.arguments()));
    both(
        Language::Toml,
        format!("{head}\nurl = {url}\nbearer_token_env_var = \"PEGBOARD_TOKEN\"\n"),
        format!("{head}\ncommand = {program}\nargs = {args}\n"),
    )
}

fn r#continue(pegboard: &Pegboard, bearer: &str) -> Vec<Snippet> {
    let head = "mcpServers:\n  - name: Pegboard";
    let (url, bearer) = (json!(pegboard.url), json!(bearer));
    let (program, args) = (json!(pegboard.program), json!(pegboard.arguments()));
    both(
        Language::Yaml,
        format!(
            "{head}\n    type: streamable-http\n    url: {url}\n    requestOptions:\n      headers:\n        \
             Authorization: {bearer}\n"
        ),
        format!("{head}\n    command: {program}\n    args: {args}\n"),
    )
}

fn goose(pegboard: &Pegboard, bearer: &str) -> Vec<Snippet> {
    let head = "extensions:\n  pegboard:\n    enabled: true\n    name: pegboard";
    let (url, bearer) = (json!(pegboard.url), json!(bearer));
    let (program, args) = (json!(pegboard.program), json!(pegboard.arguments()));
    both(
        Language::Yaml,
        format!(
            "{head}\n    type: streamable_http\n    uri: {url}\n    headers:\n      Authorization: {bearer}\n    \
             timeout: 300\n"
        ),
        format!("{head}\n    type: stdio\n    cmd: {program}\n    args: {args}\n    timeout: 300\n"),
    )
}

fn both(language: Language, reached: String, started: String) -> Vec<Snippet> {
    vec![
        Snippet { how: How::Reached, language, text: reached },
        Snippet { how: How::Started, language, text: started },
    ]
}

/// An entry in a file with servers under `key`.
fn servers(how: How, key: &str, entry: &Value) -> Snippet {
    Snippet { how, language: Language::Json, text: pretty(&json!({key: {"pegboard": entry}})) }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-:\\".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

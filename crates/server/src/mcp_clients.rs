//! How MCP clients are told of this Pegboard: what to write, and into which file.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A client that is known by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    Vscode,
    Windsurf,
    Zed,
    Codex,
    GeminiCli,
    Continue,
    Goose,
    Generic,
}

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

/// This program, as another one starts it.
pub(crate) fn program() -> String {
    std::env::current_exe().map_or_else(|_| "pegboard".to_owned(), |path| path.display().to_string())
}

/// What stands in the place of a token.
const TOKEN: &str = "YOUR_TOKEN";

impl Client {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "claude-desktop",
            Self::ClaudeCode => "claude-code",
            Self::Cursor => "cursor",
            Self::Vscode => "vscode",
            Self::Windsurf => "windsurf",
            Self::Zed => "zed",
            Self::Codex => "codex",
            Self::GeminiCli => "gemini-cli",
            Self::Continue => "continue",
            Self::Goose => "goose",
            Self::Generic => "generic",
        }
    }

    /// As its makers write it.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::Vscode => "VS Code",
            Self::Windsurf => "Windsurf",
            Self::Zed => "Zed",
            Self::Codex => "Codex",
            Self::GeminiCli => "Gemini CLI",
            Self::Continue => "Continue",
            Self::Goose => "Goose",
            Self::Generic => "Another",
        }
    }

    /// Where it keeps its servers, by operating system.
    pub(crate) fn places(self) -> Vec<String> {
        let places: &[&str] = match self {
            Self::ClaudeDesktop => &[
                "macOS: ~/Library/Application Support/Claude/claude_desktop_config.json",
                r"Windows: %APPDATA%\Claude\claude_desktop_config.json",
                "Linux: ~/.config/Claude/claude_desktop_config.json",
            ],
            Self::ClaudeCode => &["a shell, or `mcpServers` in .mcp.json of a project"],
            Self::Cursor => &["~/.cursor/mcp.json, or .cursor/mcp.json of a project"],
            Self::Vscode => &[
                "macOS: ~/Library/Application Support/Code/User/mcp.json",
                r"Windows: %APPDATA%\Code\User\mcp.json",
                "Linux: ~/.config/Code/User/mcp.json",
                "or .vscode/mcp.json of a project",
            ],
            Self::Windsurf => &["~/.codeium/windsurf/mcp_config.json"],
            Self::Zed => {
                &["macOS, Linux: ~/.config/zed/settings.json", r"Windows: %APPDATA%\Zed\settings.json"]
            }
            Self::Codex => {
                &["~/.codex/config.toml; for the address, the token in the variable PEGBOARD_TOKEN"]
            }
            Self::GeminiCli => &["~/.gemini/settings.json, or .gemini/settings.json of a project"],
            Self::Continue => &["~/.continue/config.yaml"],
            Self::Goose => &[
                "macOS, Linux: ~/.config/goose/config.yaml",
                r"Windows: %APPDATA%\Block\goose\config\config.yaml",
            ],
            Self::Generic => &["the client's file with `mcpServers`"],
        };
        places.iter().map(|&place| place.to_owned()).collect()
    }
}

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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fmt::Write;

    use clap::ValueEnum;
    use pegboard_model::servers::ClientConfig;

    use super::{Client, Pegboard, snippets};

    fn here() -> Pegboard {
        Pegboard {
            program: "/usr/local/bin/pegboard".to_owned(),
            data: Some("/home/ada/my data".to_owned()),
            url: "http://127.0.0.1:8321/mcp".to_owned(),
        }
    }

    #[test]
    fn every_client_is_told_in_its_own_words() {
        let mut text = String::new();
        for &client in Client::value_variants() {
            for snippet in snippets(client, &here()) {
                let places = client.places().join("\n");
                writeln!(
                    text,
                    "== {}: {}\n{places}\n\n{}",
                    client.as_str(),
                    snippet.how.about(),
                    snippet.text
                )
                .unwrap();
            }
        }
        insta::assert_snapshot!(text);
    }

    /// What other clients are told can be imported here: the formats are the ones that we read.
    #[test]
    fn what_is_written_is_what_is_read() {
        let elsewhere = [Client::ClaudeCode, Client::Codex];
        for &client in Client::value_variants().iter().filter(|client| !elsewhere.contains(client)) {
            for snippet in snippets(client, &here()) {
                let config = ClientConfig::parse(&snippet.text, client.as_str()).unwrap();
                assert_eq!(config.servers.len(), 1, "{}", snippet.text);
            }
        }
    }
}

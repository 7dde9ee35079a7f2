//! How MCP clients are told of this Pegboard: what to write, and into which file.

use clap::ValueEnum;
use serde_json::{Value, json};

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
    /// The data folder, absolute.
    pub(crate) data: String,
    /// The address of its MCP endpoint.
    pub(crate) url: String,
}

/// One way to connect a client.
pub(crate) struct Snippet {
    /// What it is.
    pub(crate) about: &'static str,
    /// The files to write it into, by operating system.
    pub(crate) places: Vec<String>,
    pub(crate) text: String,
}

impl Snippet {
    pub(crate) fn to_json(&self) -> Value {
        json!({"about": self.about, "places": self.places, "text": self.text})
    }
}

/// What stands in the place of a token.
const TOKEN: &str = "YOUR_TOKEN";

/// What a program gets told in any client.
const STARTED: &str = "As a program that the client starts";

/// What an address gets told in any client.
const REACHED: &str = "At its address, while `pegboard serve` runs";

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

    /// Where it keeps its servers.
    fn places(self) -> Vec<String> {
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
            Self::Codex => &["~/.codex/config.toml"],
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
    let snippet = |about, text| Snippet { about, places: client.places(), text };
    let started = |text| snippet(STARTED, text);
    let reached = |text| snippet(REACHED, text);
    let Pegboard { program, data, url } = pegboard;
    let args = json!(["mcp", "--data", data]);
    let bearer = format!("Bearer {TOKEN}");
    let headers = json!({"Authorization": bearer});
    let stdio = json!({"command": program, "args": args});
    let servers = |key: &str, entry: Value| pretty(&json!({key: {"pegboard": entry}}));
    match client {
        // Its file takes programs only.
        Client::ClaudeDesktop => vec![started(servers("mcpServers", stdio))],
        Client::ClaudeCode => vec![
            reached(format!(
                "claude mcp add --transport http pegboard {url} --header \"Authorization: {bearer}\"\n"
            )),
            started(format!("claude mcp add pegboard -- {} mcp --data {}\n", quoted(program), quoted(data))),
        ],
        Client::Cursor => vec![
            reached(servers("mcpServers", json!({"url": url, "headers": headers}))),
            started(servers("mcpServers", stdio)),
        ],
        Client::Vscode => {
            let input = json!({
                "type": "promptString", "id": "pegboard-token", "description": "Pegboard token", "password": true
            });
            let headers = json!({"Authorization": "Bearer ${input:pegboard-token}"});
            let entry = json!({"type": "http", "url": url, "headers": headers});
            let asked = pretty(&json!({"inputs": [input], "servers": {"pegboard": entry}}));
            let stdio = json!({"type": "stdio", "command": program, "args": args});
            vec![reached(asked), started(servers("servers", stdio))]
        }
        Client::Windsurf => vec![
            reached(servers("mcpServers", json!({"serverUrl": url, "headers": headers}))),
            started(servers("mcpServers", stdio)),
        ],
        Client::Zed => vec![
            reached(servers("context_servers", json!({"url": url, "headers": headers}))),
            started(servers("context_servers", stdio)),
        ],
        Client::Codex => vec![
            reached(format!(
                "[mcp_servers.pegboard]\nurl = {}\nbearer_token_env_var = \"PEGBOARD_TOKEN\"\n",
                json!(url)
            )),
            started(format!("[mcp_servers.pegboard]\ncommand = {}\nargs = {args}\n", json!(program))),
        ],
        Client::GeminiCli => vec![
            reached(servers("mcpServers", json!({"httpUrl": url, "headers": headers}))),
            started(servers("mcpServers", stdio)),
        ],
        Client::Continue => vec![
            reached(format!(
                "mcpServers:\n  - name: Pegboard\n    type: streamable-http\n    url: {}\n    requestOptions:\n      headers:\n        Authorization: {}\n",
                json!(url),
                json!(bearer)
            )),
            started(format!(
                "mcpServers:\n  - name: Pegboard\n    command: {}\n    args: {args}\n",
                json!(program)
            )),
        ],
        Client::Goose => vec![
            reached(format!(
                "extensions:\n  pegboard:\n    enabled: true\n    type: streamable_http\n    name: pegboard\n    uri: {}\n    headers:\n      Authorization: {}\n    timeout: 300\n",
                json!(url),
                json!(bearer)
            )),
            started(format!(
                "extensions:\n  pegboard:\n    enabled: true\n    type: stdio\n    name: pegboard\n    cmd: {}\n    args: {args}\n    timeout: 300\n",
                json!(program)
            )),
        ],
        Client::Generic => vec![
            reached(servers("mcpServers", json!({"type": "http", "url": url, "headers": headers}))),
            started(servers("mcpServers", stdio)),
        ],
    }
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
            data: "/home/ada/my data".to_owned(),
            url: "http://127.0.0.1:8321/mcp".to_owned(),
        }
    }

    #[test]
    fn every_client_is_told_in_its_own_words() {
        let mut text = String::new();
        for &client in Client::value_variants() {
            for snippet in snippets(client, &here()) {
                let places = snippet.places.join("\n");
                writeln!(text, "== {}: {}\n{places}\n\n{}", client.as_str(), snippet.about, snippet.text)
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

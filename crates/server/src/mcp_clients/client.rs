//! The clients that are known by name.

use clap::ValueEnum;

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

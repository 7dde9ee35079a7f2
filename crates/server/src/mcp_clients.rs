//! How MCP clients are told of this Pegboard: what to write, and into which file.

mod client;
mod snippets;

pub(crate) use client::Client;
pub(crate) use snippets::{How, Language, Pegboard, Snippet, snippets};

/// This program, as another one starts it.
pub(crate) fn program() -> String {
    std::env::current_exe().map_or_else(|_| "pegboard".to_owned(), |path| path.display().to_string())
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

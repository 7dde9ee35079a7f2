//! The tool ids of a manifest's overrides: short ones are made full when a manifest is read, and full ones short again
//! when it is written.

use super::node::NodeSection;
use crate::ids::{ServerId, ToolName, ToolsetId};
use crate::overrides::glob_matches;

/// What a manifest declares, as far as tool ids refer to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared<'a> {
    pub(crate) toolset: &'a ToolsetId,
    pub(crate) tools: &'a [&'a ToolName],
    pub(crate) servers: &'a [&'a ServerId],
    pub(crate) others: Others,
}

/// Whether a toolset may have own tools that its manifest does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// All are declared.
    None,
    /// Those of its Node code are known only when that is loaded, and those of its containers stand in files of their
    /// own, so any name is taken.
    Elsewhere,
}

impl Others {
    /// Those of a manifest with these Node tools and these folders of container tools.
    pub(crate) fn of(node: Option<&NodeSection>, containers: &[String]) -> Self {
        if node.is_some() || !containers.is_empty() { Self::Elsewhere } else { Self::None }
    }
}

/// Why a tool id of an override is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// No own tool has this id.
    Tool(String),
    /// No own server has this id.
    Server(String),
    /// It speaks of another toolset.
    Foreign(String),
}

/// The stored, full form of a tool id that an override of `toolset` names in one of the short forms: `tool`,
/// `toolset:tool` or `server:tool`, each possibly with `*`, or already in full.
///
/// `servers` are the ids of the toolset's MCP servers, and `tools` those of its own tools. Where toolset and server
/// have the same id, an own tool of that name comes first. `None` when the toolset has neither.
pub fn full_tool_id(
    text: &str,
    toolset: &ToolsetId,
    tools: &[&ToolName],
    servers: &[&ServerId],
) -> Option<String> {
    Declared { toolset, tools, servers, others: Others::None }.full(text).ok()
}

impl Declared<'_> {
    pub(crate) fn full(&self, text: &str) -> Result<String, Unknown> {
        if let Some(rest) = text.strip_prefix("mcp:") {
            return self.full_mcp(rest);
        }
        match text.split_once(':') {
            None => self.own(text),
            Some((scope, tool)) if scope == self.toolset.as_str() => match self.own(tool) {
                Err(unknown) if self.server(scope) => self.of_server(scope, tool).map_err(|_| unknown),
                found => found,
            },
            Some((scope, tool)) if self.server(scope) => self.of_server(scope, tool),
            Some((scope, _)) => Err(Unknown::Server(scope.to_owned())),
        }
    }

    fn full_mcp(&self, rest: &str) -> Result<String, Unknown> {
        let (key, tool) = rest.split_once(':').ok_or_else(|| Unknown::Server(rest.to_owned()))?;
        let server = match key.split_once('~') {
            Some((toolset, server)) if toolset == self.toolset.as_str() => server,
            Some((toolset, _)) => return Err(Unknown::Foreign(toolset.to_owned())),
            // The legacy id without a toolset.
            None => key,
        };
        if self.server(server) {
            self.of_server(server, tool)
        } else {
            Err(Unknown::Server(server.to_owned()))
        }
    }

    fn own(&self, tool: &str) -> Result<String, Unknown> {
        let is_taken = self.others == Others::Elsewhere && !tool.is_empty();
        if is_taken || self.tools.iter().any(|known| glob_matches(tool, known.as_str())) {
            Ok(format!("{}:{tool}", self.toolset))
        } else {
            Err(Unknown::Tool(tool.to_owned()))
        }
    }

    fn server(&self, scope: &str) -> bool {
        self.servers.iter().any(|known| glob_matches(scope, known.as_str()))
    }

    /// Which tools a server has is known only when it runs, so any name is taken.
    fn of_server(&self, server: &str, tool: &str) -> Result<String, Unknown> {
        if tool.is_empty() {
            return Err(Unknown::Tool(tool.to_owned()));
        }
        Ok(format!("mcp:{}~{server}:{tool}", self.toolset))
    }

    /// The shortest form that is read back as the same id.
    pub(crate) fn short<'t>(&self, full: &'t str) -> &'t str {
        let own = full.strip_prefix(self.toolset.as_str()).and_then(|rest| rest.strip_prefix(':'));
        let of_server = full
            .strip_prefix("mcp:")
            .and_then(|rest| rest.strip_prefix(self.toolset.as_str()))
            .and_then(|rest| rest.strip_prefix('~'));
        match own.or(of_server) {
            Some(short) if self.full(short).as_deref() == Ok(full) => short,
            _ => full,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Declared, Others, Unknown};
    use crate::ids::{ServerId, ToolName, ToolsetId};

    #[test]
    fn short_ids_become_full_and_short_again() {
        let toolset: ToolsetId = "app".parse().unwrap();
        let tools: [ToolName; 2] = ["read".parse().unwrap(), "web".parse().unwrap()];
        let servers: [ServerId; 2] = ["web".parse().unwrap(), "app".parse().unwrap()];
        let tools: Vec<_> = tools.iter().collect();
        let servers: Vec<_> = servers.iter().collect();
        let declared = Declared { toolset: &toolset, tools: &tools, servers: &servers, others: Others::None };
        for (written, full, short) in [
            ("read", "app:read", "read"),
            ("app:read", "app:read", "read"),
            ("rea*", "app:rea*", "rea*"),
            ("web:find", "mcp:app~web:find", "web:find"),
            ("web:find:all", "mcp:app~web:find:all", "web:find:all"),
            ("mcp:web:find", "mcp:app~web:find", "web:find"),
            ("mcp:app~web:*", "mcp:app~web:*", "web:*"),
            ("*:read_*", "mcp:app~*:read_*", "*:read_*"),
            ("app:search", "mcp:app~app:search", "app:search"),
            // The own tool hides the server's, which needs its full id then.
            ("mcp:app~app:read", "mcp:app~app:read", "mcp:app~app:read"),
        ] {
            assert_eq!(declared.full(written).unwrap(), full, "{written}");
            assert_eq!(declared.short(full), short, "{full}");
        }
        assert_eq!(declared.full("raed"), Err(Unknown::Tool("raed".into())));
        assert_eq!(declared.full("wbe:x"), Err(Unknown::Server("wbe".into())));
        assert_eq!(declared.full("web:"), Err(Unknown::Tool(String::new())));
        assert_eq!(declared.full("mcp:other~web:x"), Err(Unknown::Foreign("other".into())));
        let with_code = Declared { others: Others::Elsewhere, ..declared };
        assert_eq!(with_code.full("raed").unwrap(), "app:raed");
        assert_eq!(with_code.short("app:raed"), "raed");
    }
}

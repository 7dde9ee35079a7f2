//! A server's settings as people may see them.

use std::collections::BTreeMap;

use super::hiding::Hiding;
use super::placeholders::{Piece, is_variable, name_in, pieces};
use crate::toolset::{McpServer, Transport};

/// What stands in the place of a secret.
pub const MASK: &str = "***";

/// How a server is reached, with [`MASK`] in place of everything that may be secret: values of variables and headers
/// that are not `${NAME}`, passwords in addresses, arguments behind flags such as `--api-key`.
pub fn masked(server: &McpServer) -> Transport {
    Hiding::masking(server.id.clone(), &BTreeMap::new(), MASK).hide(server.transport.clone())
}

/// A variable that a server's settings name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariableUse {
    /// Its name.
    pub name: String,
    /// What holds where it has no value; `None` when the server cannot be reached without one.
    pub otherwise: Option<String>,
}

/// The variables that a server's settings name, by name.
pub fn variables_of(transport: &Transport) -> Vec<VariableUse> {
    let texts: Vec<&String> = match transport {
        Transport::Stdio { command, args, cwd, env } => {
            std::iter::once(command).chain(args).chain(cwd).chain(env.values()).collect()
        }
        Transport::Sse { url, headers } | Transport::StreamableHttp { url, headers } => {
            std::iter::once(url).chain(headers.values()).collect()
        }
    };
    let mut found: BTreeMap<String, Option<String>> = BTreeMap::new();
    for piece in texts.into_iter().flat_map(|text| pieces(text)) {
        let Piece::Placeholder(inner) = piece else { continue };
        let name = name_in(inner);
        // `${workspace}` is the chat's folder.
        if !is_variable(name) || inner == "workspace" {
            continue;
        }
        let otherwise = inner.split_once(":-").map(|(_, otherwise)| otherwise.to_owned());
        let known = found.entry(name.to_owned()).or_insert_with(|| otherwise.clone());
        // Where one text can do without it and another cannot, the server cannot.
        if otherwise.is_none() {
            *known = None;
        }
    }
    found.into_iter().map(|(name, otherwise)| VariableUse { name, otherwise }).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use super::{VariableUse, masked, variables_of};
    use crate::toolset::{McpServer, ServerScope, Transport};

    fn server() -> McpServer {
        let args = ["--token", "hush", "${A}", "${B:-1}", "${B:-1}", "${workspace}", "$workspace"];
        let env = [("K", "hush"), ("L", "${A:-x}"), ("M", "")];
        McpServer {
            id: "x".parse().unwrap(),
            transport: Transport::Stdio {
                command: "x".into(),
                args: args.map(str::to_owned).to_vec(),
                cwd: None,
                env: BTreeMap::from(env.map(|(name, value)| (name.to_owned(), value.to_owned()))),
            },
            enabled: true,
            requires_confirmation: None,
            scope: ServerScope::Shared,
            lazy: true,
        }
    }

    #[test]
    fn what_may_be_secret_shows_as_stars() {
        let shown = format!("{:?}", masked(&server()));
        assert!(
            !shown.contains("hush") && shown.contains("\"K\": \"***\"") && shown.contains("${A:-x}"),
            "{shown}"
        );
    }

    #[test]
    fn only_references_to_variables_are_shown() {
        let shown = |value: &str| {
            let headers = BTreeMap::from([("NAME".to_owned(), value.to_owned())]);
            let transport = Transport::Sse { url: "https://h".into(), headers };
            match masked(&McpServer { transport, ..server() }) {
                Transport::Sse { headers, .. } => headers["NAME"].clone(),
                other => format!("{other:?}"),
            }
        };
        for open in ["${API_KEY}", "Bearer ${A}", "${A}${B:-x}", "", "$workspace/a"] {
            assert_eq!(shown(open), open);
        }
        for secret in ["sk-1", "${A} sk-1 ${B}", "${A}sk", "${sk-1}"] {
            assert_eq!(shown(secret), "***", "{secret}");
        }
        assert_eq!(shown("Bearer sk-1"), "Bearer ***");
    }

    #[test]
    fn variables_are_named_once_with_what_holds_without_a_value() {
        let needed = VariableUse { name: "A".into(), otherwise: None };
        let optional = VariableUse { name: "B".into(), otherwise: Some("1".into()) };
        assert_eq!(variables_of(&server().transport), [needed, optional]);
    }
}

//! Writing of `mcpServers`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::servers::hiding::Hiding;
use crate::toolset::{McpServer, ServerScope, Transport};

/// Servers by name as the `mcpServers` that most clients read. Values of variables and headers that are not `${NAME}`
/// already leave as one, without their value. What only we know (`scope`, `lazy`, `requires_confirmation`) is written
/// where it is not as usual, for the way back.
pub fn to_mcp_servers<'s>(servers: impl IntoIterator<Item = (String, &'s McpServer)>) -> Value {
    let entries: Map<String, Value> =
        servers.into_iter().map(|(name, server)| (name, entry(server))).collect();
    json!({ "mcpServers": entries })
}

fn entry(server: &McpServer) -> Value {
    let inputs = BTreeMap::new();
    let mut hiding = Hiding::new(server.id.clone(), &inputs);
    let mut entry = Map::new();
    let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
    // The names that it has already are not given to anything else.
    match hiding.hide_again(&server.transport) {
        Transport::Stdio { command, args, cwd, env } => {
            put("command", json!(command));
            put("args", json!(args));
            if let Some(cwd) = cwd {
                put("cwd", json!(cwd));
            }
            if !env.is_empty() {
                put("env", json!(env));
            }
        }
        Transport::Sse { url, headers } => {
            put("type", json!("sse"));
            put("url", json!(url));
            if !headers.is_empty() {
                put("headers", json!(headers));
            }
        }
        Transport::StreamableHttp { url, headers } => {
            put("type", json!("http"));
            put("url", json!(url));
            if !headers.is_empty() {
                put("headers", json!(headers));
            }
        }
    }
    if !server.enabled {
        put("disabled", json!(true));
    }
    if server.scope == ServerScope::Chat {
        put("scope", json!("chat"));
    }
    if !server.lazy {
        put("lazy", json!(false));
    }
    if let Some(confirmation) = server.requires_confirmation {
        put("requires_confirmation", json!(confirmation));
    }
    Value::Object(entry)
}

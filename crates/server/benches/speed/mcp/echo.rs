//! The server that everybody calls: this program itself, so that it costs next to nothing.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use serde_json::{Value, json};

/// The argument that makes this program the server.
pub(crate) const ARGUMENT: &str = "--mcp-echo";
/// The tool that is called.
pub(crate) const TOOL: &str = "echo";
/// Tools beside it, which nobody calls.
const OTHERS: usize = 9;

/// This program.
pub(crate) fn program() -> PathBuf {
    std::env::current_exe().unwrap()
}

/// Answers on standard input and output until nobody asks any more.
pub(crate) fn serve() {
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
        if let Some(answer) = serde_json::from_str(&line).ok().and_then(answer) {
            output.write_all(format!("{answer}\n").as_bytes()).unwrap();
            output.flush().unwrap();
        }
        line.clear();
    }
}

fn answer(mut message: Value) -> Option<Value> {
    let id = message.get("id")?.clone();
    let method = message.get("method")?.as_str()?.to_owned();
    let result = match method.as_str() {
        "initialize" => json!({
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "echo", "version": "1"},
        }),
        "tools/list" => json!({"tools": tools()}),
        "tools/call" => {
            let text = message["params"]["arguments"]["text"].take();
            json!({"content": [{"type": "text", "text": text}]})
        }
        "ping" => json!({}),
        _ => {
            let error = json!({"code": -32601, "message": "no such method"});
            return Some(json!({"jsonrpc": "2.0", "id": id, "error": error}));
        }
    };
    Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn tools() -> Vec<Value> {
    let names = std::iter::once(TOOL.to_owned()).chain((1..=OTHERS).map(|n| format!("other_{n}")));
    let tool = |name| {
        json!({
            "name": name,
            "description": "Says what it was told",
            "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
        })
    };
    names.map(tool).collect()
}

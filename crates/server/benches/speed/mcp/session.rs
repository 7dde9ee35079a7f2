//! What a client says in a session, over whatever wire.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mcp::echo::TOOL;

/// Carries messages to a server.
pub(super) trait Wire {
    /// Sends what is not answered.
    fn send(&mut self, message: &str);

    /// Sends a request and waits for its answer.
    fn exchange(&mut self, message: &str) -> Value;
}

/// An open session.
pub(super) struct Session<W> {
    wire: W,
    /// What the echoing tool is called here: proxies prefix it.
    tool: String,
    requests: usize,
}

impl<W: Wire> Session<W> {
    /// Begins one and finds the tool.
    pub(super) fn begin(wire: W) -> Self {
        let mut session = Self { wire, tool: String::new(), requests: 0 };
        session.ask(
            "initialize",
            &json!({
                "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"},
            }),
        );
        session.wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        let list = session.ask("tools/list", &json!({}));
        let mut names = list["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str());
        names.find(|name| name.ends_with(TOOL)).unwrap().clone_into(&mut session.tool);
        session
    }

    /// Makes one call; the time from the request to the end of the answer, which is looked at afterwards.
    pub(super) fn call(&mut self) -> Duration {
        let text = format!("call {}", self.requests);
        let request = self.request("tools/call", &json!({"name": self.tool, "arguments": {"text": text}}));
        let start = Instant::now();
        let answer = self.wire.exchange(&request);
        let took = start.elapsed();
        assert_eq!(answer["result"]["content"][0]["text"], text, "{answer:#}");
        took
    }

    /// The wire, for what is no message.
    pub(super) fn wire(&mut self) -> &mut W {
        &mut self.wire
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let request = self.request(method, params);
        let mut answer = self.wire.exchange(&request);
        assert!(answer["result"].is_object(), "{method}: {answer:#}");
        answer["result"].take()
    }

    fn request(&mut self, method: &str, params: &Value) -> String {
        self.requests += 1;
        json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}).to_string()
    }
}

//! An MCP client of a house, up to 2025-11-25.

use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::house::House;

/// One client with its session.
pub struct McpSession {
    client: Client,
    url: String,
    token: String,
    id: String,
}

impl McpSession {
    /// Begins a session at a place such as `/mcp`.
    ///
    /// # Panics
    /// When the server does not begin one.
    pub async fn begin(house: &House, place: &str, token: &str, capabilities: Value) -> Self {
        let client = Client::builder().no_proxy().build().expect("a client");
        let url = format!("{}{place}", house.url());
        let mut session = Self { client, url, token: token.to_owned(), id: String::new() };
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": {"name": "Tester", "version": "1"},
        });
        let response = session.post("initialize", params).send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        let id = response.headers()["mcp-session-id"].to_str().expect("a session's id");
        id.clone_into(&mut session.id);
        session
    }

    /// A request of this method; its id is the method's name.
    #[allow(clippy::needless_pass_by_value, reason = "tests write the parameters in place")]
    pub fn post(&self, method: &str, params: Value) -> RequestBuilder {
        self.send(&json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params}))
    }

    /// Any message.
    pub fn send(&self, message: &Value) -> RequestBuilder {
        let request = self.client.post(&self.url).bearer_auth(&self.token).json(message);
        let request = request.header("accept", "application/json, text/event-stream");
        if self.id.is_empty() { request } else { request.header("mcp-session-id", &self.id) }
    }

    /// The result of a request that is answered with one message.
    ///
    /// # Panics
    /// When it is answered with an error.
    pub async fn ask(&self, method: &str, params: Value) -> Value {
        let answer: Value =
            self.post(method, params).send().await.expect("an answer").json().await.expect("JSON");
        assert!(answer.get("result").is_some(), "{answer:#}");
        answer["result"].clone()
    }

    /// The names of the tools that it is told of, in order.
    ///
    /// # Panics
    /// When there is no list.
    pub async fn tools(&self) -> Vec<String> {
        let listed = self.ask("tools/list", json!({})).await;
        let tools = listed["tools"].as_array().expect("a list");
        tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
    }

    /// Calls a tool.
    pub async fn call(&self, tool: &str, args: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": args})).await
    }

    /// The stream that no request asked for.
    ///
    /// # Panics
    /// When the server opens none.
    pub async fn listen(&self) -> Response {
        let listening = self.client.get(&self.url).bearer_auth(&self.token);
        let listening = listening.header("accept", "text/event-stream").header("mcp-session-id", &self.id);
        listening.send().await.expect("a stream")
    }
}

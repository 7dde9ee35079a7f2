//! A house that does what a test says, and a client that speaks with its endpoint over real HTTP.

use std::sync::Arc;

use async_trait::async_trait;
use axum::{Extension, Router};
use pegboard_mcp::endpoint::house::{
    Called, Change, Ended, House, Introduction, Invocation, Listing, Output, Pending, Principal, Refusal,
    Rights, Told, View, Watch,
};
use pegboard_mcp::endpoint::{Endpoint, router};
use pegboard_mcp::rpc::ParamHeader;
use pegboard_model::call::{CallerLine, Enquiry, News, Question};
use pegboard_model::ids::{CallId, ChatId};
use reqwest::{RequestBuilder, Response};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast;

/// Any id, always the same.
pub(crate) const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

/// Its tools are the names in [`House::call`].
pub(crate) struct Scripted {
    pub(crate) changes: broadcast::Sender<Change>,
    /// What became of calls: `cancelled`, `approved`, `denied`.
    pub(crate) heard: tokio::sync::mpsc::UnboundedSender<String>,
}

impl Scripted {
    fn ended(&self, told: Told) -> Called {
        let (call, chat) = (ID.parse().unwrap(), ID.parse().unwrap());
        let (output, warnings) = (Output::Free, Vec::new());
        Called::Ended(Ended { call, chat, outcome: told, output, warnings, shown: None })
    }

    async fn ask(&self, line: &dyn CallerLine) -> Called {
        let enquiries = vec![
            Enquiry {
                key: "name".to_owned(),
                question: Question::Elicit,
                params: json!({"message": "Who?"}),
            },
            Enquiry { key: "where".to_owned(), question: Question::Roots, params: Value::Null },
        ];
        let answers = line.ask_all(enquiries).await;
        let words: Vec<String> = answers
            .into_iter()
            .map(|answer| answer.map_or_else(|error| error.to_string(), |value| value.to_string()))
            .collect();
        self.ended(Told::Plain(json!(words.join(" and "))))
    }
}

/// Tells when a resource is not watched any more.
struct LetGo {
    uri: String,
    heard: tokio::sync::mpsc::UnboundedSender<String>,
}

impl Drop for LetGo {
    fn drop(&mut self) {
        let _ = self.heard.send(format!("let go of {}", self.uri));
    }
}

#[async_trait]
impl House for Scripted {
    async fn introduce(&self, view: &View) -> Result<Introduction, Refusal> {
        if *view == View::Toolset("gone".parse().unwrap()) {
            return Err(Refusal::NoSuch { what: "toolset", name: "gone".to_owned(), hint: None });
        }
        Ok(Introduction { title: "Scripted".to_owned(), version: "1".to_owned(), instructions: None })
    }

    async fn tools(&self, _view: &View, _chat: Option<ChatId>) -> Result<Vec<Value>, Refusal> {
        Ok(vec![json!({"name": "echo", "inputSchema": {"type": "object"}})])
    }

    async fn param_headers(&self, _view: &View, tool: &str) -> Vec<ParamHeader> {
        let region =
            ParamHeader { path: vec!["at".to_owned(), "region".to_owned()], header: "Region".to_owned() };
        if tool == "headers" { vec![region] } else { Vec::new() }
    }

    async fn has_argument(&self, _view: &View, tool: &str, argument: &str) -> bool {
        tool == "own" && argument == "chat"
    }

    async fn call(&self, asked: Invocation) -> Result<Called, Refusal> {
        match asked.tool.as_str() {
            "echo" | "headers" => Ok(self.ended(Told::Plain(Value::Object(asked.arguments)))),
            "chat" | "own" => {
                Ok(self.ended(Told::Plain(json!({"chat": asked.chat, "arguments": asked.arguments}))))
            }
            "ask" => Ok(self.ask(&*asked.line).await),
            "tell" => {
                asked.line.tell(News::Progress(json!({"progress": 1, "total": 2})));
                asked.line.tell(News::Message(json!({"level": "info", "data": "half"})));
                Ok(self.ended(Told::Plain(json!("told"))))
            }
            "wait" => {
                asked.line.tell(News::Progress(json!({"progress": 0})));
                asked.line.hung_up().cancelled().await;
                self.heard.send("cancelled".to_owned()).unwrap();
                Ok(self.ended(Told::Plain(json!("cancelled"))))
            }
            "confirm" => Ok(Called::Pending(Pending {
                call: ID.parse().unwrap(),
                chat: ID.parse().unwrap(),
                tool: "Confirm".to_owned(),
                output: Output::Free,
                arguments: "{}".to_owned(),
                approve_at: "http://127.0.0.1/ui/calls/1".to_owned(),
            })),
            "upstream" => Ok(self.ended(Told::Upstream(json!({"content": [], "odd": {"a": [1.5, null]}})))),
            "blocked" => Err(Refusal::Told("policy".to_owned())),
            name => Err(Refusal::NoSuch { what: "tool", name: name.to_owned(), hint: None }),
        }
    }

    async fn approve(
        &self,
        _call: CallId,
        _by: &Principal,
        _line: Arc<dyn CallerLine>,
    ) -> Result<Called, Refusal> {
        self.heard.send("approved".to_owned()).unwrap();
        Ok(self.ended(Told::Plain(json!("ran"))))
    }

    async fn deny(&self, _call: CallId, _by: &Principal) -> Result<Called, Refusal> {
        self.heard.send("denied".to_owned()).unwrap();
        Err(Refusal::Told("denied".to_owned()))
    }

    async fn resources(&self, _view: &View, _chat: Option<ChatId>) -> Result<Listing, Refusal> {
        Ok(Listing { items: Vec::new(), ttl_ms: Some(5) })
    }

    async fn templates(&self, _view: &View) -> Result<Listing, Refusal> {
        Ok(Listing { items: Vec::new(), ttl_ms: Some(u64::MAX) })
    }

    async fn watch(&self, _view: &View, uri: &str) -> Watch {
        self.heard.send(format!("watched {uri}")).unwrap();
        Watch::held(LetGo { uri: uri.to_owned(), heard: self.heard.clone() })
    }

    async fn read(
        &self,
        _view: &View,
        uri: &str,
        _params: Map<String, Value>,
        _line: Arc<dyn CallerLine>,
    ) -> Result<Value, Refusal> {
        Err(Refusal::NoSuch { what: "resource", name: uri.to_owned(), hint: None })
    }

    async fn stamp(&self, _uri: &str) -> Option<String> {
        None
    }

    async fn prompts(&self, _view: &View) -> Result<Listing, Refusal> {
        Ok(Listing::default())
    }

    async fn prompt(
        &self,
        _view: &View,
        name: &str,
        _params: Map<String, Value>,
        _line: Arc<dyn CallerLine>,
    ) -> Result<Value, Refusal> {
        Err(Refusal::NoSuch { what: "prompt", name: name.to_owned(), hint: None })
    }

    async fn complete(&self, _view: &View, _params: Map<String, Value>) -> Result<Value, Refusal> {
        Ok(json!({"completion": {"values": []}}))
    }

    async fn chat(&self, name: &str) -> Result<ChatId, Refusal> {
        name.parse().map_err(|_| Refusal::NoSuch { what: "chat", name: name.to_owned(), hint: None })
    }

    async fn new_chat(&self, _title: &str) -> Result<ChatId, Refusal> {
        Ok(ID.parse().unwrap())
    }

    async fn chat_of(&self, _by: &Principal) -> Result<ChatId, Refusal> {
        Ok(ID.parse().unwrap())
    }

    fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }
}

/// An endpoint that answers, and what happens behind it.
pub(crate) struct Served {
    pub(crate) url: String,
    pub(crate) endpoint: Endpoint,
    pub(crate) changes: broadcast::Sender<Change>,
    pub(crate) heard: tokio::sync::mpsc::UnboundedReceiver<String>,
    client: reqwest::Client,
}

/// Serves the scripted house to a caller with these rights, whose name the header `x-caller` may change.
pub(crate) async fn serve(rights: Rights) -> Served {
    let changes = broadcast::Sender::new(16);
    let (say, heard) = tokio::sync::mpsc::unbounded_channel();
    let endpoint = Endpoint::new(Arc::new(Scripted { changes: changes.clone(), heard: say }));
    let one = Principal { id: "one".to_owned(), name: "One".to_owned(), rights };
    let two = Principal { id: "two".to_owned(), name: "Two".to_owned(), rights };
    let router: Router = Router::new()
        .merge(router(endpoint.clone()).layer(Extension(one)))
        .nest("/other", router(endpoint.clone()).layer(Extension(two)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    Served { url, endpoint, changes, heard, client }
}

impl Served {
    /// A request to `/mcp`.
    pub(crate) fn post(&self, message: &Value) -> RequestBuilder {
        self.post_to("/mcp", message)
    }

    pub(crate) fn post_to(&self, path: &str, message: &Value) -> RequestBuilder {
        let request = self.client.post(format!("{}{path}", self.url)).json(message);
        request.header("accept", "application/json, text/event-stream")
    }

    pub(crate) fn get(&self, session: &str) -> RequestBuilder {
        let request = self.client.get(format!("{}/mcp", self.url)).header("mcp-session-id", session);
        request.header("accept", "text/event-stream")
    }

    pub(crate) fn delete(&self, session: &str) -> RequestBuilder {
        self.client.delete(format!("{}/mcp", self.url)).header("mcp-session-id", session)
    }

    /// Begins a session with these capabilities.
    pub(crate) async fn session(&self, version: &str, capabilities: Value) -> String {
        let params = json!({
            "protocolVersion": version, "capabilities": capabilities, "clientInfo": {"name": "t", "version": "1"},
        });
        let response = self.post(&request(0, "initialize", params)).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.headers()["mcp-session-id"].to_str().unwrap().to_owned()
    }

    /// A request since 2026-07-28 with the headers it must have.
    pub(crate) fn stateless(
        &self,
        id: i64,
        method: &str,
        params: Value,
        capabilities: Value,
    ) -> RequestBuilder {
        let mut params = params;
        let name = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
        let meta = params.as_object_mut().unwrap().entry("_meta").or_insert_with(|| json!({}));
        meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
        meta["io.modelcontextprotocol/clientCapabilities"] = capabilities;
        let request = self.post(&request(id, method, params));
        let request = request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", method);
        match name {
            Some(name) => request.header("mcp-name", name),
            None => request,
        }
    }
}

/// A request's message.
#[allow(clippy::needless_pass_by_value, reason = "tests write the parameters in place")]
pub(crate) fn request(id: i64, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// A call's message.
pub(crate) fn call(id: i64, tool: &str) -> Value {
    request(id, "tools/call", json!({"name": tool, "arguments": {"a": 1}}))
}

/// A single answer.
pub(crate) async fn json_of(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    assert_eq!(response.headers()["content-type"], "application/json");
    (status, response.json().await.unwrap())
}

/// Events as they come.
pub(crate) struct Events {
    response: Response,
    text: String,
}

/// One event: its id and its data.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) data: Value,
}

impl Events {
    pub(crate) async fn of(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { response, text: String::new() }
    }

    /// The next event that has data; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    event
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .map(|value| value.trim().to_owned())
                };
                let (id, data) = (field("id:"), field("data:").unwrap_or_default());
                self.text = rest.to_owned();
                if let Ok(data) = serde_json::from_str(&data) {
                    return Some(Event { id, data });
                }
                continue;
            }
            let piece = self.response.chunk().await.unwrap()?;
            self.text.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }

    pub(crate) async fn data(&mut self) -> Value {
        self.next().await.unwrap().data
    }
}

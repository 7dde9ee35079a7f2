//! The client as the conformance suite of MCP drives it: the address is the last argument, the scenario stands in
//! `MCP_CONFORMANCE_SCENARIO`. Connects, lists, and calls every tool with what its schema asks for.

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

use async_trait::async_trait;
use pegboard_mcp::client::{McpConfig, McpProvider};
use pegboard_model::call::{
    ApprovalMode, CallerLine, LineError, News, Origin, ProviderKind, Question, Resolved, Statement, Switch,
};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId, ServerKey, ToolId};
use pegboard_model::policy::{Decision, Facts, KillSwitch, judge};
use pegboard_model::provider::{Bundle, Host, Job, Provider, RunLimits};
use pegboard_model::servers::{ServerConfig, ServerProvider};
use pegboard_model::toolset::{McpServer, Sandbox, ServerScope, Transport};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let url = env::args().next_back().ok_or("the address is missing")?;
    let folder = tempfile::tempdir()?;
    let provider = McpProvider::new(McpConfig::new(folder.path(), "conformance"));
    let key = ServerKey { toolset: "conformance".parse()?, server: "server".parse()? };
    let transport = Transport::StreamableHttp { url, headers: BTreeMap::new() };
    let server = McpServer {
        id: key.server.clone(),
        transport,
        enabled: true,
        requires_confirmation: None,
        scope: ServerScope::Shared,
        lazy: true,
    };
    let config = ServerConfig { key: key.clone(), server, root: folder.path().to_owned(), enabled: true };
    provider.configure(vec![config]).await;
    let announced = provider.announce(&key).await?;
    for tool in &announced.tools {
        for args in arguments(tool.name(), tool.input_schema()) {
            let job = job(&key, tool.name(), args, folder.path())?;
            let facts = Facts { kill_switch: KillSwitch::ToolsEnabled, mode: ApprovalMode::ApproveAll };
            let Decision::Allow(permit) = judge(&job.resolved, facts) else {
                return Err("policy refuses a call".into());
            };
            let outcome = provider.run(permit, job, &Caller).await;
            tracing::info!(tool = tool.name(), ?outcome, "called");
        }
    }
    provider.shutdown().await;
    Ok(())
}

/// Sets of arguments for a tool: those that the scenario names, else what the schema asks for.
fn arguments(tool: &str, schema: &Value) -> Vec<Map<String, Value>> {
    let context = env::var("MCP_CONFORMANCE_CONTEXT").ok().and_then(|text| serde_json::from_str(&text).ok());
    let calls: Option<Vec<Value>> =
        context.and_then(|context: Value| context.get("toolCalls")?.as_array().cloned());
    if let Some(calls) = calls {
        let of_tool = calls.iter().filter(|call| call["name"] == tool);
        return of_tool.filter_map(|call| call["arguments"].as_object().cloned()).collect();
    }
    let mut all = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        all.insert(name.clone(), example(property));
    }
    vec![all]
}

/// Something that a schema allows.
fn example(schema: &Value) -> Value {
    if let Some(value) = schema.get("default") {
        return value.clone();
    }
    match schema["type"].as_str() {
        Some("number" | "integer") => json!(2),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            Value::Object(properties.map(|(name, schema)| (name.clone(), example(schema))).collect())
        }
        _ => json!("text"),
    }
}

fn job(
    server: &ServerKey,
    tool: &str,
    args: Map<String, Value>,
    folder: &std::path::Path,
) -> Result<Job, Failure> {
    let fingerprint = Fingerprint::of(["conformance"]);
    Ok(Job {
        call: CallId::from(Uuid::now_v7()),
        chat: ChatId::from(Uuid::now_v7()),
        resolved: Resolved {
            tool: ToolId::Mcp { server: server.clone(), tool: tool.to_owned() },
            provider: ProviderKind::Mcp,
            entrypoint: None,
            display_name: tool.to_owned(),
            fingerprint: fingerprint.clone(),
            origin: Origin::Own,
            statement: Statement::Silent,
            switch: Switch::On,
            bundle_override: None,
            user_override: None,
            args,
        },
        bundle: Arc::new(Bundle {
            toolset: server.toolset.clone(),
            root: folder.to_owned(),
            fingerprint,
            modules: Vec::new(),
            requirements: Vec::new(),
            isolation: None,
            sandbox: Sandbox::default(),
        }),
        workspace: folder.to_owned(),
        limits: RunLimits::default(),
    })
}

/// Whoever called: fills in every form with its defaults, and says yes.
#[derive(Debug)]
struct Caller;

impl Host for Caller {
    fn cancelled(&self) -> CancellationToken {
        CancellationToken::new()
    }

    fn log(&self, _text: &str) {}

    fn caller(&self) -> Option<Arc<dyn CallerLine>> {
        Some(Arc::new(Self))
    }
}

#[async_trait]
impl CallerLine for Caller {
    fn answers(&self, _question: Question) -> bool {
        true
    }

    async fn ask(&self, question: Question, params: Value) -> Result<Value, LineError> {
        Ok(match question {
            Question::Elicit => json!({"action": "accept", "content": filled_in(&params["requestedSchema"])}),
            Question::Sample => json!({
                "role": "assistant", "model": "none", "stopReason": "endTurn",
                "content": {"type": "text", "text": "hello"},
            }),
            Question::Roots => json!({"roots": []}),
        })
    }

    fn tell(&self, _news: News) {}
}

fn filled_in(schema: &Value) -> Value {
    let properties = schema["properties"].as_object().into_iter().flatten();
    Value::Object(properties.map(|(name, schema)| (name.clone(), example(schema))).collect())
}

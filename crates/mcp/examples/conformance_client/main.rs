//! The client as the conformance suite of MCP drives it: the address is the last argument, the scenario stands in
//! `MCP_CONFORMANCE_SCENARIO`. Connects, lists, and calls every tool with what its schema asks for.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::sync::Arc;

use pegboard_mcp::client::{McpConfig, McpProvider};
use pegboard_model::call::{ApprovalMode, Origin, ProviderKind, Resolved, Statement, Switch};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId, ServerKey, ToolId};
use pegboard_model::policy::{Decision, Facts, KillSwitch, judge};
use pegboard_model::provider::{Bundle, Job, Network, Provider, RunLimits};
use pegboard_model::servers::{Announced, ServerConfig, ServerFault, ServerProvider, UpstreamTool};
use pegboard_model::toolset::{Hooks, McpServer, Sandbox, ServerScope, Transport};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::caller::{Caller, example};
use crate::person::{Deaf, Memory, agree};

mod caller;
mod person;

type Failure = Box<dyn std::error::Error>;

/// How often somebody signs in before it is given up.
const SIGN_INS_MAX: usize = 3;

/// Where the suite expects the document that describes a client.
const CLIENT_METADATA: &str = "https://conformance-test.local/client-metadata.json";

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let url = env::args().next_back().ok_or("the address is missing")?;
    let context = env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    let context: Value = serde_json::from_str(&context).unwrap_or_default();
    let folder = tempfile::tempdir()?;
    let mut config = McpConfig::new(folder.path(), "conformance");
    config.client_metadata_url = Some(CLIENT_METADATA.parse()?);
    let provider = McpProvider::new(config);
    provider.attach(Arc::new(Memory::new(context.clone())), Arc::new(Deaf));
    let key = ServerKey { toolset: "conformance".parse()?, server: "server".parse()? };
    provider.configure(vec![server(&key, url, folder.path())]).await;
    let client = Client { provider, key, folder };
    let done = client.use_all_tools(&context).await;
    client.provider.shutdown().await;
    done
}

struct Client {
    provider: McpProvider,
    key: ServerKey,
    folder: tempfile::TempDir,
}

impl Client {
    async fn use_all_tools(&self, context: &Value) -> Result<(), Failure> {
        let announced = self.announce().await?;
        for tool in &announced.tools {
            for args in arguments(tool, context) {
                self.call(tool.name(), &args).await?;
            }
        }
        Ok(())
    }

    async fn announce(&self) -> Result<Arc<Announced>, Failure> {
        for _ in 0..SIGN_INS_MAX {
            match self.provider.announce(&self.key).await {
                Err(failure) if failure.fault == ServerFault::SignInNeeded => self.sign_in().await?,
                other => return Ok(other?),
            }
        }
        Err("signing in did not help".into())
    }

    async fn call(&self, tool: &str, args: &Map<String, Value>) -> Result<(), Failure> {
        for _ in 0..SIGN_INS_MAX {
            let job = job(&self.key, tool, args.clone(), self.folder.path());
            let facts = Facts::new(KillSwitch::ToolsEnabled, ApprovalMode::ApproveAll);
            let Decision::Allow(permit) = judge(&job.resolved, facts) else {
                return Err("policy refuses a call".into());
            };
            match self.provider.run(permit, job, &Caller).await.result {
                Err(failure)
                    if failure.message.contains("sign in") || failure.message.contains("Sign in") =>
                {
                    self.sign_in().await?;
                }
                _ => return Ok(()),
            }
        }
        Err("signing in did not help".into())
    }

    async fn sign_in(&self) -> Result<(), Failure> {
        let redirect = "http://localhost:3000/callback".parse()?;
        let sign_in = self.provider.begin_sign_in(&self.key, redirect).await?;
        self.provider.end_sign_in(agree(sign_in.open).await?).await?;
        Ok(())
    }
}

fn server(key: &ServerKey, url: String, root: &Path) -> ServerConfig {
    let server = McpServer {
        id: key.server.clone(),
        transport: Transport::StreamableHttp { url, headers: BTreeMap::new() },
        enabled: true,
        requires_confirmation: None,
        scope: ServerScope::Shared,
        lazy: true,
    };
    ServerConfig { key: key.clone(), server, root: root.to_owned(), enabled: true }
}

/// Sets of arguments for a tool: those that the scenario names, else what the schema asks for.
fn arguments(tool: &UpstreamTool, context: &Value) -> Vec<Map<String, Value>> {
    if let Some(calls) = context["toolCalls"].as_array() {
        let of_tool = calls.iter().filter(|call| call["name"] == tool.name());
        return of_tool.filter_map(|call| call["arguments"].as_object().cloned()).collect();
    }
    let properties = tool.input_schema()["properties"].as_object().into_iter().flatten();
    vec![properties.map(|(name, property)| (name.clone(), example(property))).collect()]
}

fn job(server: &ServerKey, tool: &str, args: Map<String, Value>, folder: &Path) -> Job {
    let fingerprint = Fingerprint::of(["conformance"]);
    Job {
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
            worker: None,
            house: None,
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
            hooks: Hooks::default(),
            isolation: None,
            sandbox: Sandbox::default(),
        }),
        workspace: folder.to_owned(),
        limits: RunLimits::default(),
        network: Network::AsDeclared,
        container: None,
        settings: Arc::default(),
    }
}

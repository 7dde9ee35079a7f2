//! The engine as the endpoint's house. What each operation does stands in the module it calls.

use std::sync::Arc;

use async_trait::async_trait;
use pegboard_engine::Engine;
use pegboard_mcp::endpoint::house::{
    Called, Change, House, Introduction, Invocation, Listing, Principal, Refusal, View, Watch,
};
use pegboard_mcp::rpc::{ParamHeader, method};
use pegboard_model::call::CallerLine;
use pegboard_model::ids::{CallId, ChatId};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast;
use url::Url;

use crate::mcp::chest::ChestTool;
use crate::mcp::prompts;
use crate::mcp::view::Names;
use crate::mcp::watches::Watches;
use crate::mcp::{apps, ask_worker, calls, chest, listing, refusal, resources, upstream, view};

/// What a model is told of the whole house.
const INSTRUCTIONS: &str = "Each call of a tool is a commit on the files of your chat's workspace, which are listed as \
    resources. A call may wait for a person's approval; its result says so then, and where.";

/// The engine as the endpoint opens it.
pub(super) struct EngineHouse {
    engine: Engine,
    /// Where people reach the page.
    page: Url,
    changes: broadcast::Sender<Change>,
    names: Names,
    watches: Arc<Watches>,
}

impl EngineHouse {
    pub(super) fn new(engine: Engine, page: Url, changes: broadcast::Sender<Change>) -> Self {
        let watches = Watches::new(&engine);
        Self { engine, page, changes, names: Names::default(), watches }
    }
}

impl EngineHouse {
    /// What this makes of a tool's input schema, as the view lists it.
    async fn schema<T>(&self, view: &View, tool: &str, of: impl FnOnce(&Value) -> T + Send) -> Option<T> {
        if let (View::All, Some(own)) = (view, ChestTool::of(tool)) {
            return Some(of(&chest::schema(own)));
        }
        if *view == View::All && ask_worker::is(&self.engine, tool) {
            return Some(of(&ask_worker::schema(&self.engine)));
        }
        let id = self.names.resolve(&self.engine, view, tool).await.ok()?;
        let tool = self.engine.tool(&id).ok()?;
        match (&tool.upstream, &tool.input_schema) {
            (Some(upstream), _) => Some(of(upstream.input_schema())),
            (None, Some(schema)) => Some(of(schema)),
            (None, None) => None,
        }
    }
}

#[async_trait]
impl House for EngineHouse {
    async fn introduce(&self, view: &View) -> Result<Introduction, Refusal> {
        let (title, instructions) = match view {
            View::All => ("Pegboard".to_owned(), INSTRUCTIONS.to_owned()),
            View::Toolset(id) => {
                (format!("Pegboard: {}", view::toolset(&self.engine, id)?.name), INSTRUCTIONS.to_owned())
            }
            View::Worker(name) => {
                let worker = view::worker(&self.engine, name)?;
                let own = &worker.record.worker.instructions;
                (format!("Pegboard: {name}"), format!("{own}\n\n{INSTRUCTIONS}").trim_start().to_owned())
            }
        };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Introduction { title, version, instructions: Some(instructions) })
    }

    async fn tools(&self, view: &View, chat: Option<ChatId>) -> Result<Vec<Value>, Refusal> {
        let own = view::tools(&self.engine, view, chat).await?.into_iter().map(listing::tool);
        match view {
            View::All => Ok(chest::listed().chain(ask_worker::listed(&self.engine)).chain(own).collect()),
            View::Toolset(_) | View::Worker(_) => Ok(own.collect()),
        }
    }

    async fn param_headers(&self, view: &View, tool: &str) -> Vec<ParamHeader> {
        let of = |schema: &Value| ParamHeader::of_schema(schema).unwrap_or_default();
        self.schema(view, tool, of).await.unwrap_or_default()
    }

    async fn has_argument(&self, view: &View, tool: &str, argument: &str) -> bool {
        let has = |schema: &Value| schema.get("properties").is_some_and(|own| own.get(argument).is_some());
        self.schema(view, tool, has).await.unwrap_or_default()
    }

    async fn call(&self, invocation: Invocation) -> Result<Called, Refusal> {
        calls::call(&self.engine, &self.names, &self.page, invocation).await
    }

    async fn approve(
        &self,
        call: CallId,
        by: &Principal,
        line: Arc<dyn CallerLine>,
    ) -> Result<Called, Refusal> {
        calls::approve(&self.engine, &self.page, call, by, line).await
    }

    async fn deny(&self, call: CallId, by: &Principal) -> Result<Called, Refusal> {
        calls::deny(&self.engine, &self.page, call, by).await
    }

    async fn resources(&self, view: &View, chat: Option<ChatId>) -> Result<Listing, Refusal> {
        let own = match chat {
            Some(chat) => resources::list(&self.engine, chat).await?,
            None => Vec::new(),
        };
        upstream::after(own, &self.engine, view, method::RESOURCES_LIST, "resources").await
    }

    async fn templates(&self, view: &View) -> Result<Listing, Refusal> {
        let (own, method) = (vec![resources::template()], method::RESOURCES_TEMPLATES_LIST);
        upstream::after(own, &self.engine, view, method, "resourceTemplates").await
    }

    async fn watch(&self, view: &View, uri: &str) -> Watch {
        match view {
            View::Toolset(toolset) if resources::parse(uri).is_none() && !apps::is_ours(uri) => {
                self.watches.begin(toolset, uri).await
            }
            View::Toolset(_) | View::Worker(_) | View::All => Watch::needless(),
        }
    }

    async fn read(
        &self,
        view: &View,
        uri: &str,
        params: Map<String, Value>,
        line: Arc<dyn CallerLine>,
    ) -> Result<Value, Refusal> {
        if apps::is_ours(uri) {
            return apps::read(&self.engine, uri).await;
        }
        if resources::parse(uri).is_some() {
            return resources::read(&self.engine, uri).await;
        }
        for toolset in upstream::toolsets(&self.engine, view, uri).await {
            let line = Some(Arc::clone(&line));
            let method = method::RESOURCES_READ;
            if let Some(found) = upstream::ask(&self.engine, &toolset, method, &params, line).await? {
                return Ok(found);
            }
        }
        Err(view::no_such("resource", uri, None))
    }

    async fn stamp(&self, uri: &str) -> Option<String> {
        resources::stamp(&self.engine, uri).await
    }

    async fn prompts(&self, view: &View) -> Result<Listing, Refusal> {
        let own = prompts::list(&self.engine, view).await?;
        upstream::after(own, &self.engine, view, method::PROMPTS_LIST, "prompts").await
    }

    async fn prompt(
        &self,
        view: &View,
        name: &str,
        params: Map<String, Value>,
        line: Arc<dyn CallerLine>,
    ) -> Result<Value, Refusal> {
        if let Some(own) = prompts::get(&self.engine, view, name).await? {
            return Ok(own);
        }
        if let View::Toolset(toolset) = view {
            let line = Some(line);
            let method = method::PROMPTS_GET;
            if let Some(found) = upstream::ask(&self.engine, toolset, method, &params, line).await? {
                return Ok(found);
            }
        }
        Err(prompts::unknown(name))
    }

    async fn complete(&self, view: &View, params: Map<String, Value>) -> Result<Value, Refusal> {
        if let View::Toolset(toolset) = view {
            let method = method::COMPLETION_COMPLETE;
            if let Some(found) = upstream::ask(&self.engine, toolset, method, &params, None).await? {
                return Ok(found);
            }
        }
        Ok(json!({"completion": {"values": []}}))
    }

    async fn chat(&self, name: &str) -> Result<ChatId, Refusal> {
        let id = name.parse().map_err(|_| view::no_such("chat", name, None))?;
        Ok(self.engine.chat_record(id).await.map_err(refusal::lookup)?.id)
    }

    async fn new_chat(&self, title: &str) -> Result<ChatId, Refusal> {
        let chat =
            self.engine.create_chat(Some(title.to_owned())).await.map_err(|error| refusal::store(&error))?;
        Ok(chat.id)
    }

    async fn chat_of(&self, by: &Principal) -> Result<ChatId, Refusal> {
        self.engine.chat_of(&by.id, &by.name).await.map_err(|error| refusal::store(&error))
    }

    fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }
}

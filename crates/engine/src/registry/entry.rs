//! One tool with its overrides.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use pegboard_model::approval::Spoken;
use pegboard_model::arguments::{Schema, SchemaError};
use pegboard_model::builtin::{Builtin, Effect};
use pegboard_model::call::{
    ApprovalMode, NeedsApproval, Origin, ProviderKind, Resolved, Statement, Switch, Telemetry,
};
use pegboard_model::container::ContainerTool;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{ServerKey, ToolId, ToolsetId};
use pegboard_model::overrides::{ToolOverride, effective};
use pegboard_model::policy::{Decision, Facts, KillSwitch, judge};
use pegboard_model::provider::{Bundle, ContainerCall, RunLimits};
use pegboard_model::render::RendererKind;
use pegboard_model::ruleset::Ruleset;
use pegboard_model::search::Searched;
use pegboard_model::servers::Audience;
use pegboard_model::worker::Worker;
use serde_json::{Map, Value};

use crate::clock;
use crate::limits::CALL_TIME_MAX;
use crate::record::{McpServerRecord, SourceType, ToolRecord, ToolsetRecord};
use crate::registry::config::Configured;
use crate::store::ToolRow;

/// One tool as calls and listings see it.
pub(crate) struct ToolEntry {
    pub(crate) row: ToolRow,
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) bundle_override: Option<ToolOverride>,
    pub(crate) user_override: Option<ToolOverride>,
    pub(crate) effective: ToolOverride,
    pub(crate) wire_name: String,
    source_name: String,
    origin: Origin,
    is_from_address: bool,
    switch: Switch,
    fingerprint: Fingerprint,
    /// What the house's policy says of it.
    house: Option<Spoken>,
    /// The house's rules, by which built-in tools speak.
    rules: Arc<Ruleset>,
    timeout: Option<Duration>,
    /// What it wants to be told.
    pub(crate) config: Arc<Configured>,
    /// Compiled at the first call.
    schema: OnceLock<Result<Schema, SchemaError>>,
}

/// What an entry is made of.
pub(super) struct Parts<'a> {
    pub(super) row: ToolRow,
    pub(super) house: Option<Spoken>,
    pub(super) rules: Arc<Ruleset>,
    pub(super) toolset: &'a ToolsetRecord,
    pub(super) bundle: Arc<Bundle>,
    pub(super) bundle_override: Option<ToolOverride>,
    pub(super) user_override: Option<ToolOverride>,
    pub(super) effective: ToolOverride,
    pub(super) wire_name: String,
    pub(super) config: Arc<Configured>,
    /// The server of an MCP tool.
    pub(super) server: Option<&'a McpServerRecord>,
}

impl ToolEntry {
    pub(super) fn new(parts: Parts<'_>) -> Self {
        let Parts { row, house, rules, toolset, bundle, .. } = parts;
        let Parts { bundle_override, user_override, effective, wire_name, config, server, .. } = parts;
        let holder = match server {
            _ if !toolset.enabled => Switch::ToolsetOff,
            Some(server) if !server.enabled => Switch::ServerOff,
            _ => Switch::On,
        };
        let switch = switch(holder, effective.enabled.unwrap_or(row.enabled));
        let origin = origin(toolset, &row, bundle_override.as_ref(), server);
        Self {
            fingerprint: fingerprint(&row, &bundle),
            house,
            rules,
            timeout: own_timeout(&row, toolset),
            source_name: toolset.name.clone(),
            row,
            bundle,
            bundle_override,
            user_override,
            effective,
            wire_name,
            origin,
            is_from_address: toolset.source_type == SourceType::Url,
            switch,
            config,
            schema: OnceLock::new(),
        }
    }

    /// The same tool as it would be with this layer of the user's.
    pub(crate) fn under(&self, user: ToolOverride) -> Self {
        let says_nothing = user == ToolOverride::new(user.tool_id.clone());
        let user_override = Some(user).filter(|_| !says_nothing);
        let own = own_renderer(&self.row);
        let effective = effective(&self.row.id, own, self.bundle_override.as_ref(), user_override.as_ref());
        let holder = if self.switch == Switch::ToolOff { Switch::On } else { self.switch };
        let switch = switch(holder, effective.enabled.unwrap_or(self.row.enabled));
        Self {
            row: self.row.clone(),
            bundle: Arc::clone(&self.bundle),
            bundle_override: self.bundle_override.clone(),
            user_override,
            effective,
            wire_name: self.wire_name.clone(),
            source_name: self.source_name.clone(),
            origin: self.origin,
            is_from_address: self.is_from_address,
            switch,
            fingerprint: self.fingerprint.clone(),
            house: self.house,
            rules: Arc::clone(&self.rules),
            timeout: self.timeout,
            config: Arc::clone(&self.config),
            schema: OnceLock::new(),
        }
    }

    /// The name people see.
    pub(crate) fn display_name(&self) -> &str {
        self.effective.name_override.as_deref().unwrap_or(&self.row.name)
    }

    /// The schema that arguments are checked against; `None` when the tool has none.
    pub(crate) fn schema(&self) -> Option<&Result<Schema, SchemaError>> {
        let schema = self.row.input_schema.as_ref()?;
        Some(self.schema.get_or_init(|| Schema::compile(schema)))
    }

    /// The tool with arguments that were checked, for the worker that calls it where one does.
    pub(crate) fn resolve(&self, args: Map<String, Value>, worker: Option<&Worker>) -> Resolved {
        let statement = match self.row.effect {
            Some(effect) => said(effect, &args, worker, &self.rules),
            None => match self.row.needs_approval {
                // Until its code was asked.
                Some(NeedsApproval::Always | NeedsApproval::Depends) => Statement::needs_approval(),
                Some(NeedsApproval::Never) => self.heard(Statement::needs_none()),
                None => Statement::Silent,
            },
        };
        Resolved {
            tool: self.row.id.clone(),
            provider: self.row.provider,
            entrypoint: self.row.entrypoint.clone(),
            display_name: self.display_name().to_owned(),
            fingerprint: self.fingerprint.clone(),
            origin: self.origin,
            statement,
            switch: self.switch,
            worker: worker.and_then(|worker| worker.says(self.row.toolset.as_ref()?, &self.row.id)),
            house: self.house,
            bundle_override: self.bundle_override.clone(),
            user_override: self.user_override.clone(),
            args,
        }
    }

    /// What counts of what the tool itself says: one from an address cannot vouch for itself.
    pub(crate) fn heard(&self, statement: Statement) -> Statement {
        match statement {
            Statement::Clears { .. } if self.is_from_address => Statement::Silent,
            statement => statement,
        }
    }

    /// Whether only its code knows if a person must see a call.
    pub(crate) fn depends_on_input(&self) -> bool {
        self.row.needs_approval == Some(NeedsApproval::Depends)
    }

    /// The tool as listings show it.
    pub(crate) fn record(&self) -> ToolRecord {
        let facts = Facts::new(KillSwitch::ToolsEnabled, ApprovalMode::Interactive);
        let probe = Resolved { switch: Switch::On, ..self.resolve(Map::new(), None) };
        let description = self.effective.description_override.as_ref().unwrap_or(&self.row.description);
        ToolRecord {
            id: self.row.id.clone(),
            toolset: self.row.toolset.clone(),
            source_name: self.source_name.clone(),
            provider: self.row.provider,
            name: self.display_name().to_owned(),
            description: description.clone(),
            input_schema: self.row.input_schema.clone(),
            requires_confirmation: matches!(judge(&probe, facts), Decision::Ask(_)),
            needs_approval: self.row.needs_approval,
            enabled: self.switch == Switch::On,
            entrypoint: self.row.entrypoint.clone(),
            category: self.row.category.clone(),
            bundle_override: self.bundle_override.clone(),
            user_override: self.user_override.clone(),
            effective: self.effective.clone(),
            wire_name: self.wire_name.clone(),
            webhook: false,
            problem: self.row.problem.clone(),
            upstream: self.row.upstream.clone(),
            container: self.row.container.clone(),
            image: None,
            status: self.config.status,
        }
    }

    /// What one call may use: the house's limits, or the toolset's own where it asks for other ones.
    pub(crate) fn run_limits(&self, house: RunLimits) -> RunLimits {
        match self.timeout {
            Some(timeout) => RunLimits { timeout: timeout.min(CALL_TIME_MAX), ..house },
            None => house,
        }
    }

    /// What a call of a container tool has besides; `None` for any other.
    pub(crate) fn container_call(&self, telemetry: &Telemetry) -> Option<ContainerCall> {
        let manifest = Arc::clone(self.row.container.as_ref()?);
        Some(ContainerCall { manifest, telemetry: telemetry.clone().at(clock::now()) })
    }

    /// The tool with its folder, of a container tool.
    pub(crate) fn container_tool(&self) -> Option<ContainerTool> {
        let manifest = Arc::clone(self.row.container.as_ref()?);
        let folder = self.row.entrypoint.as_deref().filter(|folder| *folder != ".");
        let folder = folder.map_or_else(|| self.bundle.root.clone(), |folder| self.bundle.root.join(folder));
        Some(ContainerTool { id: self.row.id.clone(), folder, manifest })
    }

    /// The server of an MCP tool.
    pub(crate) fn server(&self) -> Option<&ServerKey> {
        match &self.row.id {
            ToolId::Mcp { server, .. } => Some(server),
            ToolId::Builtin(_) | ToolId::Toolset { .. } => None,
        }
    }

    /// Whether a model can be told of it.
    pub(crate) fn is_offered(&self) -> bool {
        let for_models = self.row.upstream.as_ref().is_none_or(|tool| tool.is_for(Audience::Model));
        self.switch == Switch::On && self.row.problem.is_none() && for_models
    }

    /// What the search for tools reads of it.
    pub(super) fn searched(&self) -> Searched<'_> {
        let toolset = self.row.toolset.as_ref().map(ToolsetId::as_str).unwrap_or_default();
        let description = self.effective.description_override.as_ref().unwrap_or(&self.row.description);
        Searched {
            names: [self.row.id.name(), self.display_name()],
            source: [toolset, &self.source_name],
            description,
            input_schema: self.row.input_schema.as_ref(),
        }
    }

    /// What grants and approvals of it are bound to.
    pub(crate) fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// What a built-in tool does to files.
    pub(crate) fn effect(&self) -> Option<Effect> {
        self.row.effect
    }

    /// Whether it hands work to a worker: then it holds no workspace of its own, and may call other tools.
    pub(crate) fn hands_work(&self) -> bool {
        self.row.toolset.as_ref().and_then(Builtin::of) == Some(Builtin::Worker)
    }

    /// Whether it is switched on, with its toolset.
    pub(crate) fn is_on(&self) -> bool {
        self.switch == Switch::On
    }

    pub(crate) fn provider(&self) -> ProviderKind {
        self.row.provider
    }
}

/// The time that the tool itself, or its toolset, asks for.
fn own_timeout(row: &ToolRow, toolset: &ToolsetRecord) -> Option<Duration> {
    let of_container = row.container.as_ref().map(|manifest| manifest.constraints.timeout_seconds);
    let seconds = of_container.or(toolset.python.timeout_seconds)?;
    Some(Duration::from_secs(seconds.into()))
}

/// What a built-in tool says of a call by the rules of the house, and of the worker that calls.
pub(crate) fn said(
    effect: Effect,
    args: &Map<String, Value>,
    worker: Option<&Worker>,
    house: &Ruleset,
) -> Statement {
    match worker {
        Some(worker) => worker.rules.statement_of_worker(house, effect, args),
        None => house.statement(effect, args),
    }
}

/// What a tool itself brings to show its results.
pub(super) fn own_renderer(row: &ToolRow) -> Option<RendererKind> {
    row.upstream.as_ref()?.app().map(|_| RendererKind::App)
}

/// What stands above a tool is asked first: its toolset, then its server.
fn switch(holder: Switch, enabled: bool) -> Switch {
    match (holder, enabled) {
        (Switch::On, false) => Switch::ToolOff,
        (holder, _) => holder,
    }
}

/// Tools of servers and of packages are from elsewhere, also in the user's own bundles, unless the user said there that
/// the server's tools, or the tool of the package, need no confirmation. A bundle from an address cannot say so of itself.
fn origin(
    toolset: &ToolsetRecord,
    row: &ToolRow,
    bundle: Option<&ToolOverride>,
    server: Option<&McpServerRecord>,
) -> Origin {
    let said = |confirmation: Option<bool>| confirmation == Some(false);
    let vouched = match server {
        Some(server) => said(server.requires_confirmation),
        None => !row.is_of_package() || said(bundle.and_then(|bundle| bundle.requires_confirmation)),
    };
    match toolset.source_type {
        SourceType::Zip | SourceType::Local if vouched => Origin::Own,
        // A tool that a worker brings asks unless that worker pre-approves it (spec 3, principle 1).
        SourceType::Zip | SourceType::Local | SourceType::Url | SourceType::Worker => Origin::Elsewhere,
        SourceType::Builtin => Origin::Builtin,
    }
}

/// Over what a person was shown and what will run: definition and bundle.
fn fingerprint(row: &ToolRow, bundle: &Bundle) -> Fingerprint {
    let schema = match &row.upstream {
        // All of it: a server may hide a change in what we have no word for.
        Some(tool) => serde_json::to_string(tool.definition()).unwrap_or_default(),
        None => row.input_schema.as_ref().map(ToString::to_string).unwrap_or_default(),
    };
    Fingerprint::of([
        bundle.fingerprint.as_str(),
        &row.id.to_string(),
        row.entrypoint.as_deref().unwrap_or_default(),
        &row.description,
        &schema,
    ])
}

//! What the code of a bundle's tools says of them.

use std::collections::HashMap;
use std::path::Path;

use pegboard_model::call::{FailureKind, ProviderKind, ToolFailure};
use pegboard_model::config::Scrubber;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolName;
use pegboard_model::provider::{Bundle, Declared, Definition, Discovery, Progress};
use pegboard_model::toolset::{Hooks, ToolsetManifest};

use crate::core::Core;
use crate::said::failure_without;

/// Definitions that were found, and what went wrong with the others.
#[derive(Debug, Default)]
pub(super) struct Discovered {
    tools: HashMap<ToolName, Result<Definition, ToolFailure>>,
    /// Tools that stand in the code alone, in its order.
    pub(super) in_code: Vec<Discovery>,
    /// Why nothing at all could be looked up.
    pub(super) problem: Option<String>,
}

impl Discovered {
    /// What was found of one tool; nothing, if nothing could be looked up.
    pub(super) fn take(&mut self, tool: &ToolName) -> (Definition, Option<String>) {
        match self.tools.remove(tool) {
            Some(Ok(definition)) => (definition, None),
            Some(Err(failure)) => (Definition::default(), Some(failure.message)),
            None => (Definition::default(), self.problem.clone()),
        }
    }
}

/// Looks the tools up in their code. A fault does not refuse the bundle: the tool is listed with its problem, and the
/// lookup can be had again by importing the bundle again.
pub(super) async fn discover(
    core: &Core,
    manifest: &ToolsetManifest,
    root: &Path,
    fingerprint: &Fingerprint,
    requirements: &[String],
    progress: &dyn Progress,
) -> Discovered {
    let tools: Vec<Declared> = manifest
        .tools
        .iter()
        .map(|tool| Declared { tool: tool.id.clone(), entrypoint: tool.entrypoint.to_string() })
        .collect();
    if tools.is_empty() && manifest.node.is_none() {
        return Discovered::default();
    }
    let bundle = Bundle {
        toolset: manifest.id.clone(),
        root: root.to_owned(),
        fingerprint: fingerprint.clone(),
        modules: modules(manifest),
        requirements: requirements.to_owned(),
        // Looking at code calls none of it.
        hooks: Hooks::default(),
        isolation: manifest.python.as_ref().and_then(|python| python.isolation),
        sandbox: manifest.python.as_ref().map(|python| python.sandbox).unwrap_or_default(),
    };
    progress.step(&format!("Looking at the tools of {}", manifest.id));
    let mut discovered = Discovered::default();
    if !tools.is_empty() {
        match ask(core, ProviderKind::Python, &bundle, &tools, progress).await {
            Ok(found) => discovered.tools = found.into_iter().map(|one| (one.tool, one.found)).collect(),
            Err(message) => discovered.problem = Some(message),
        }
    }
    if manifest.node.is_some() {
        match ask(core, ProviderKind::Node, &bundle, &[], progress).await {
            Ok(found) => discovered.in_code = found,
            Err(message) => {
                let before =
                    discovered.problem.take().map(|before| format!("{before}\n")).unwrap_or_default();
                discovered.problem = Some(before + &message);
            }
        }
    }
    discovered
}

/// What a provider finds, or why it found nothing at all.
async fn ask(
    core: &Core,
    kind: ProviderKind,
    bundle: &Bundle,
    tools: &[Declared],
    progress: &dyn Progress,
) -> Result<Vec<Discovery>, String> {
    let found = match core.providers.get(kind) {
        Some(provider) => provider.discover(bundle, tools, progress).await,
        None => Err(ToolFailure::new(FailureKind::Unavailable, format!("this server runs no {kind} tools"))),
    };
    let scrubber = core.secrets.scrubber(&bundle.toolset);
    found.map(|found| found.into_iter().map(|one| without_secrets(&scrubber, one)).collect()).map_err(
        |failure| {
            let toolset = &bundle.toolset;
            let failure = failure_without(&scrubber, failure);
            tracing::warn!(%toolset, %failure, detail = failure.detail, "the tools could not be looked up");
            failure.message
        },
    )
}

/// What went wrong is kept: no secret that the code was told may be in it.
fn without_secrets(scrubber: &Scrubber, one: Discovery) -> Discovery {
    Discovery { found: one.found.map_err(|failure| failure_without(scrubber, failure)), ..one }
}

/// The modules of the entrypoints, each once, in the order of the tools.
fn modules(manifest: &ToolsetManifest) -> Vec<String> {
    let mut modules: Vec<String> = Vec::new();
    for tool in &manifest.tools {
        if !modules.iter().any(|known| known == tool.entrypoint.module()) {
            modules.push(tool.entrypoint.module().to_owned());
        }
    }
    modules
}

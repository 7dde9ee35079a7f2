//! What toolsets say to a model (`prompt_section`) as prompts.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use pegboard_engine::record::ToolsetRecord;
use pegboard_engine::{Engine, Listed};
use pegboard_mcp::endpoint::house::{Refusal, View};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolsetId;
use pegboard_model::toolset::ToolsetManifest;
use serde_json::{Value, json};

use crate::mcp::view::{self, no_such};

/// Where a toolset's manifest stands in its bundle.
const MANIFEST: &str = "toolset.yaml";
/// Bytes of a manifest.
const MANIFEST_MAX: u64 = 1 << 20;

/// What the installed versions of toolsets say, as far as somebody asked.
#[derive(Debug, Default)]
pub(super) struct Sections(Mutex<HashMap<ToolsetId, (Fingerprint, Option<String>)>>);

impl Sections {
    /// The toolsets of a view that say something, as `prompts/list` shows them.
    pub(super) async fn list(&self, engine: &Engine, view: &View) -> Result<Vec<Value>, Refusal> {
        let mut prompts = Vec::new();
        for toolset in toolsets(engine, view)? {
            if self.of(engine, &toolset).await.is_some() {
                prompts.push(json!({
                    "name": toolset.id, "title": toolset.name, "description": toolset.description,
                }));
            }
        }
        Ok(prompts)
    }

    /// What one toolset says, as a `GetPromptResult`; `None` when no toolset of the view has this name or says anything.
    pub(super) async fn get(
        &self,
        engine: &Engine,
        view: &View,
        name: &str,
    ) -> Result<Option<Value>, Refusal> {
        let Some(toolset) = toolsets(engine, view)?.into_iter().find(|toolset| toolset.id.as_str() == name)
        else {
            return Ok(None);
        };
        Ok(self.of(engine, &toolset).await.map(|text| {
            json!({
                "description": toolset.description,
                "messages": [{"role": "user", "content": {"type": "text", "text": text}}],
            })
        }))
    }

    async fn of(&self, engine: &Engine, toolset: &ToolsetRecord) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&toolset.id).cloned();
        if let Some((fingerprint, section)) = known
            && fingerprint == toolset.fingerprint
        {
            return section;
        }
        let manifest = engine.artifact(&toolset.id, MANIFEST, MANIFEST_MAX).await.ok();
        let section = manifest.and_then(|bytes| {
            let text = String::from_utf8(bytes).ok()?;
            ToolsetManifest::parse(&text, MANIFEST).ok()?.prompt_section
        });
        let kept = (toolset.fingerprint.clone(), section.clone());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(toolset.id.clone(), kept);
        section
    }
}

fn toolsets(engine: &Engine, view: &View) -> Result<Vec<ToolsetRecord>, Refusal> {
    match view {
        View::All => {
            Ok(engine.toolsets(Listed::Installed).into_iter().filter(|toolset| toolset.enabled).collect())
        }
        View::Toolset(id) => Ok(vec![view::toolset(engine, id)?]),
    }
}

/// Nothing has this name.
pub(super) fn unknown(name: &str) -> Refusal {
    no_such("prompt", name, None)
}

//! What a toolset's factories are called with, with its variables and settings filled in.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use pegboard_model::config::Settings;
use pegboard_model::ids::ToolsetId;
use pegboard_model::toolset::NodeSection;
use pegboard_model::variables::{Piece, Variables, is_open_to_toolsets, pieces};
use serde_json::Value;

/// A variable cannot be filled in. The texts are for whoever called.
#[derive(Debug, thiserror::Error)]
pub(super) enum OptionsError {
    #[error(
        "the toolset's options need a value for `${{{name}}}`, and there is none. Set it among the variables of the \
         toolset `{toolset}`, or in the environment that Pegboard is started with"
    )]
    Unset { toolset: ToolsetId, name: String },
    #[error("the value of `${{{0}}}` cannot be read; the log says why")]
    Unreadable(String),
}

/// Where values come from: what was set for the toolset, else Pegboard's environment, else what stands behind `:-`.
#[derive(Default)]
pub(super) struct Options {
    kept: OnceLock<Arc<dyn Variables>>,
}

impl Options {
    /// Takes the place where values are kept; the first one counts.
    pub(super) fn attach(&self, variables: Arc<dyn Variables>) {
        let _first = self.kept.set(variables);
    }

    /// The arguments of every source, in their order, as they hold in this workspace.
    pub(super) async fn fill(
        &self,
        toolset: &ToolsetId,
        section: &NodeSection,
        workspace: &Path,
    ) -> Result<Vec<Vec<Value>>, OptionsError> {
        let settings = self.settings(toolset).await?;
        let mut names = HashMap::new();
        for arg in section.tools.iter().flat_map(|source| &source.args) {
            wanted(arg, &mut names);
        }
        let mut values = HashMap::new();
        for (name, otherwise) in names {
            let value = self.value(toolset, &name).await?.or(otherwise);
            let unset = || OptionsError::Unset { toolset: toolset.clone(), name: name.clone() };
            values.insert(name.clone(), value.ok_or_else(unset)?);
        }
        let workspace = workspace.to_string_lossy();
        let values = Values { variables: &values, settings: &settings, workspace: &workspace };
        let fill = |arg: &Value| values.filled(arg);
        Ok(section.tools.iter().map(|source| source.args.iter().map(fill).collect()).collect())
    }

    /// What a person set for the toolset's keys.
    pub(super) async fn settings(&self, toolset: &ToolsetId) -> Result<Arc<Settings>, OptionsError> {
        let Some(kept) = self.kept.get() else {
            return Ok(Arc::default());
        };
        kept.settings(toolset).await.map_err(|error| {
            tracing::error!(%toolset, %error, "a toolset's settings cannot be read");
            OptionsError::Unreadable("config".to_owned())
        })
    }

    async fn value(&self, toolset: &ToolsetId, name: &str) -> Result<Option<String>, OptionsError> {
        let kept = match self.kept.get() {
            Some(kept) => kept.variable(toolset, name).await.map_err(|error| {
                tracing::error!(%toolset, name, %error, "a variable cannot be read");
                OptionsError::Unreadable(name.to_owned())
            })?,
            None => None,
        };
        let environment = || is_open_to_toolsets(name).then(|| std::env::var(name).ok()).flatten();
        Ok(kept.or_else(environment))
    }
}

/// The variables in a value, with what holds where they have none.
fn wanted(value: &Value, names: &mut HashMap<String, Option<String>>) {
    match value {
        Value::String(text) => {
            for piece in pieces(text) {
                if let Piece::Variable { name, otherwise } = piece {
                    let known = names.entry(name.to_owned()).or_default();
                    *known = known.take().or_else(|| otherwise.map(str::to_owned));
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| wanted(item, names)),
        Value::Object(entries) => entries.values().for_each(|item| wanted(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What options are filled in with.
struct Values<'v> {
    variables: &'v HashMap<String, String>,
    settings: &'v Settings,
    workspace: &'v str,
}

impl Values<'_> {
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                Value::String(pieces(text).into_iter().map(|piece| self.text(piece)).collect())
            }
            Value::Array(items) => items.iter().map(|item| self.filled(item)).collect(),
            Value::Object(entries) => {
                let entry = |(key, item): (&String, &Value)| (key.clone(), self.filled(item));
                Value::Object(entries.iter().map(entry).collect())
            }
            other => other.clone(),
        }
    }

    fn text(&self, piece: Piece<'_>) -> String {
        match piece {
            Piece::Text(text) => text.to_owned(),
            Piece::Workspace => self.workspace.to_owned(),
            Piece::Variable { name, .. } => self.variables.get(name).cloned().unwrap_or_default(),
            // Its tools are looked up before anybody could set it; no call comes here without what is required.
            Piece::Config { key, otherwise } => {
                self.settings.get(key).or(otherwise).unwrap_or_default().to_owned()
            }
        }
    }
}

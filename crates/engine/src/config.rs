//! What people tell tools: keys with values, kept encrypted. Secrets go in and are never shown again.

use std::collections::BTreeMap;
use std::sync::Arc;

use pegboard_model::config::{ChangeError, ConfigChange, ConfigSchema, KeptValue, Secrecy, Settings, change};
use pegboard_model::ids::{ConfigKey, ToolId, ToolsetId};
use pegboard_model::suggest::near_matches;
use pegboard_model::time::Timestamp;
use serde_json::{Map, Value};

use crate::clock;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::{ConfigEntry, ConfigOwner, ConfigRecord};
use crate::registry::{Configured, Found, Registry};
use crate::seal::{Place, SealError};
use crate::store::{ConfigRow, StoreError};

/// How many near keys an error names.
const NEAR: usize = 3;

/// What is configured.
#[derive(Debug, Clone)]
pub enum ConfigOf {
    /// A tool, by its id or wire name. Tools without a schema of their own share their toolset's.
    Tool(String),
    /// A toolset, by its id.
    Toolset(String),
}

/// Why nothing was shown, set or forgotten.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// There is no such tool, toolset or key.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// A value cannot be kept; none of those that came with it is.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// A value does not open, or cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether a tool has all that it requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigTest {
    /// It has.
    Complete,
    /// These keys have no value.
    Missing(Vec<ConfigKey>),
    /// What is kept does not open any more.
    Unreadable(String),
}

/// Something that can be configured.
struct Subject {
    tool: Option<ToolId>,
    config: Arc<Configured>,
}

/// Everything that can be set, and what is.
pub(crate) async fn show(core: &Core, of: &ConfigOf) -> Result<ConfigRecord, ConfigError> {
    let Subject { tool, config } = find(&core.registry.current(), of)?;
    let kept = core.store.config(&config.owner).await?;
    let set: BTreeMap<ConfigKey, Timestamp> =
        kept.iter().map(|row| (row.key.clone(), row.updated_at)).collect();
    // What does not open is shown as set: a person must set it again, and sees when it was.
    let (values, _closed) = unsealed(core, &config.owner, kept);
    let settings = Settings::of(&config.schema, values);
    let entry = |field: &pegboard_model::config::ConfigField| ConfigEntry {
        value: settings.shown(&field.key).map(str::to_owned),
        updated_at: set.get(&field.key).copied(),
        field: field.clone(),
    };
    Ok(ConfigRecord {
        tool,
        toolset: config.owner.toolset().clone(),
        status: config.schema.status(|key| set.contains_key(key)),
        keys: config.schema.fields().iter().map(entry).collect(),
    })
}

/// Sets values, all or none. An empty text forgets one, and `***` leaves a secret as it is.
pub(crate) async fn set(
    core: &Core,
    of: &ConfigOf,
    values: Map<String, Value>,
) -> Result<ConfigRecord, ConfigError> {
    let Subject { config, .. } = find(&core.registry.current(), of)?;
    let changes = change(&config.schema, values)?;
    if !changes.is_empty() {
        keep(core, &config.owner, changes).await?;
    }
    show(core, of).await
}

/// Forgets a value.
pub(crate) async fn forget(core: &Core, of: &ConfigOf, key: &str) -> Result<ConfigRecord, ConfigError> {
    let Subject { config, .. } = find(&core.registry.current(), of)?;
    let kept = core.store.config(&config.owner).await?;
    let known = kept.iter().map(|row| &row.key).chain(config.schema.fields().iter().map(|field| &field.key));
    let key = known.clone().find(|known| known.as_str() == key).cloned().ok_or_else(|| {
        let near = near_matches(key, known.map(ConfigKey::as_str), NEAR);
        LookupError::near("config key", key, near.into_iter().map(str::to_owned).collect())
    })?;
    let gone = ConfigChange { key, value: None, secrecy: Secrecy::Plain };
    keep(core, &config.owner, vec![gone]).await?;
    show(core, of).await
}

/// Whether all is there. Starts nothing: only the tool itself could say whether a value is right.
pub(crate) async fn test(core: &Core, of: &ConfigOf) -> Result<ConfigTest, ConfigError> {
    let Subject { config, .. } = find(&core.registry.current(), of)?;
    Ok(match settings(core, &config).await {
        Ok(settings) => match settings.complete(&config.schema) {
            Ok(()) => ConfigTest::Complete,
            Err(missing) => ConfigTest::Missing(missing.0),
        },
        Err(ConfigError::Seal(error)) => ConfigTest::Unreadable(error.to_string()),
        Err(error) => return Err(error),
    })
}

/// What is required and not set, as the database has it: another server on it may have set it.
pub(crate) async fn missing(core: &Core, config: &Configured) -> Result<Vec<ConfigKey>, StoreError> {
    let kept = core.store.config(&config.owner).await?;
    Ok(config.schema.missing(|key| kept.iter().any(|row| row.key == *key)))
}

/// What holds now. Read anew each time: another server on the same database may have changed it.
pub(crate) async fn settings(core: &Core, config: &Configured) -> Result<Settings, ConfigError> {
    settings_of(core, &config.owner, &config.schema).await
}

/// What the tools of a toolset share.
pub(crate) async fn shared_settings(core: &Core, toolset: &ToolsetId) -> Result<Settings, ConfigError> {
    let registry = core.registry.current();
    match registry.toolset(toolset) {
        Some(entry) => settings(core, &entry.config).await,
        None => Ok(Settings::default()),
    }
}

async fn settings_of(
    core: &Core,
    owner: &ConfigOwner,
    schema: &ConfigSchema,
) -> Result<Settings, ConfigError> {
    if schema.is_empty() {
        return Ok(Settings::default());
    }
    let kept = core.store.config(owner).await?;
    let (values, closed) = unsealed(core, owner, kept);
    match closed {
        Some(error) => Err(error.into()),
        None => Ok(Settings::of(schema, values)),
    }
}

/// The values that open, and why one does not.
fn unsealed(
    core: &Core,
    owner: &ConfigOwner,
    kept: Vec<ConfigRow>,
) -> (BTreeMap<ConfigKey, KeptValue>, Option<SealError>) {
    let (mut values, mut closed) = (BTreeMap::new(), None);
    for row in kept {
        let place = Place::Config { owner: owner.clone(), key: row.key.clone() };
        match core.seal.unseal(&place, &row.sealed) {
            Ok(value) => {
                core.secrets.note(place, row.secrecy, &value);
                values.insert(row.key, KeptValue { value, secrecy: row.secrecy });
            }
            Err(error) => closed = Some(error),
        }
    }
    (values, closed)
}

async fn keep(core: &Core, owner: &ConfigOwner, changes: Vec<ConfigChange>) -> Result<(), ConfigError> {
    let turn = core.seal.turn().await;
    let write = core.store.write().await?;
    let mut gone = Vec::new();
    for ConfigChange { key, value, secrecy } in &changes {
        let place = Place::Config { owner: owner.clone(), key: key.clone() };
        match value {
            Some(value) => {
                // From here on nothing may say it.
                core.secrets.note(place.clone(), *secrecy, value);
                let sealed = turn.seal(&place, value)?;
                let row = ConfigRow { key: key.clone(), secrecy: *secrecy, sealed, updated_at: clock::now() };
                if !write.put_config(owner, row).await? {
                    return Err(LookupError::missing("toolset", owner.toolset()).into());
                }
            }
            None => {
                write.remove_config(owner, key).await?;
                gone.push(place);
            }
        }
    }
    write.commit().await?;
    drop(turn);
    core.reload().await?;
    // What was warm may have said it until now.
    core.settings_changed(owner.toolset()).await;
    gone.iter().for_each(|place| core.secrets.forget(place));
    Ok(())
}

fn find(registry: &Registry, of: &ConfigOf) -> Result<Subject, LookupError> {
    match of {
        ConfigOf::Tool(name) => match registry.find(name) {
            Found::Tool(entry) => {
                Ok(Subject { tool: Some(entry.row.id.clone()), config: Arc::clone(&entry.config) })
            }
            // Its server did not tell of it yet, but its toolset is known.
            Found::OfServer(server) => of_toolset(registry, server.toolset.as_str()),
            Found::Ambiguous(near) => Err(LookupError::near("tool", name, near)),
            Found::Nothing => Err(LookupError::near("tool", name, registry.near_tools(name))),
        },
        ConfigOf::Toolset(name) => of_toolset(registry, name),
    }
}

/// A toolset that is nothing but one tool with a schema of its own has that one's.
fn of_toolset(registry: &Registry, name: &str) -> Result<Subject, LookupError> {
    let id = name.parse().ok().filter(|id: &ToolsetId| registry.toolset(id).is_some());
    let entry = id.as_ref().and_then(|id| registry.toolset(id));
    let entry = entry.ok_or_else(|| LookupError::near("toolset", name, registry.near_toolsets(name)))?;
    let mut own = registry.tools().filter(|tool| tool.row.toolset.as_ref() == id.as_ref());
    let config = match (own.next(), own.next()) {
        (Some(only), None) if entry.config.schema.is_empty() => &only.config,
        _ => &entry.config,
    };
    Ok(Subject { tool: None, config: Arc::clone(config) })
}

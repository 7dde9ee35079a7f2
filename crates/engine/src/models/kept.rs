//! Profiles as they are kept.

use pegboard_model::config::Secrecy;
use pegboard_model::ids::ToolName;
use pegboard_model::inference::{ApiKey, ModelAccess, ProfileName, ProfileNameError};
use pegboard_model::suggest::near_matches;

use crate::clock;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::ModelRecord;
use crate::seal::{Place, SealError};
use crate::store::{ModelRow, StoreError};

use super::draft::{self, KeyChange, MODELS_MAX, ModelDraft, ModelFault};

/// Names the profile that is asked where nobody names another.
const DEFAULT: &str = "default_model";
/// How many near names an error tells.
const NEAR: usize = 3;

/// Why a profile was not kept, changed or used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// That is no name.
    #[error(transparent)]
    Name(#[from] ProfileNameError),
    /// There is none of that name.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// It cannot be kept so.
    #[error(transparent)]
    Fault(#[from] ModelFault),
    /// Its key does not open, or cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why no model can be asked.
#[derive(Debug, thiserror::Error)]
pub enum NoModel {
    /// The house has none.
    #[error(
        "no language model is set up: add one with `pegboard model set NAME --protocol openai --model MODEL \
         --key-from-stdin`, or with PUT /models/NAME"
    )]
    NoneSetUp,
    /// None has that name.
    #[error(transparent)]
    Unknown(LookupError),
    /// Its key does not open.
    #[error("the key of the language model `{name}` cannot be read: {source}")]
    Key {
        /// Whose.
        name: ProfileName,
        /// Why.
        source: SealError,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All profiles, the oldest first.
pub(crate) async fn list(core: &Core) -> Result<Vec<ModelRecord>, StoreError> {
    let rows = core.store.models().await?;
    let default = default_of(core, &rows).await?;
    Ok(rows.into_iter().map(|row| record(row, default.as_ref())).collect())
}

/// Keeps a profile, in place of the one of that name.
pub(crate) async fn put(core: &Core, name: &str, draft: ModelDraft) -> Result<ModelRecord, ModelError> {
    let name: ProfileName = name.parse()?;
    let (profile, key) = draft.checked(name.clone())?;
    let place = Place::ModelKey(name.clone());
    let turn = core.seal.turn().await;
    let write = core.store.write().await?;
    let before = write.model(&name).await?;
    if before.is_none() && write.count_models().await? >= MODELS_MAX {
        return Err(ModelFault::TooMany.into());
    }
    let sealed_key = match &key {
        KeyChange::Forget => None,
        KeyChange::Set(key) => {
            core.secrets.note(place.clone(), Secrecy::Secret, key);
            Some(turn.seal(&place, key)?)
        }
        KeyChange::Leave => match &before {
            // A key is for the server that it was given for.
            Some(row) if row.sealed_key.is_some() && !draft::same_server(&row.profile, &profile) => {
                return Err(ModelFault::KeyForAnother.into());
            }
            row => row.as_ref().and_then(|row| row.sealed_key.clone()),
        },
    };
    let created_at = before.map_or_else(clock::now, |row| row.created_at);
    write.put_model(ModelRow { profile, sealed_key, created_at }).await?;
    write.commit().await?;
    drop(turn);
    if matches!(key, KeyChange::Forget) {
        core.secrets.forget(&place);
    }
    find(core, &name).await
}

/// Forgets a profile and its key. Where it was the default, the oldest of the others is from then on.
pub(crate) async fn remove(core: &Core, name: &str) -> Result<(), ModelError> {
    let known = find_by_text(core, name).await?.profile.name;
    let write = core.store.write().await?;
    write.remove_model(&known).await?;
    write.commit().await?;
    core.secrets.forget(&Place::ModelKey(known));
    Ok(())
}

/// Makes a profile the one that is asked where nobody names another.
pub(crate) async fn set_default(core: &Core, name: &str) -> Result<ModelRecord, ModelError> {
    let known = find_by_text(core, name).await?.profile.name;
    let write = core.store.write().await?;
    write.set_setting(DEFAULT, known.as_str()).await?;
    write.commit().await?;
    find(core, &known).await
}

/// What it takes to ask a model: the one of that name, else the default.
pub(crate) async fn access(core: &Core, name: Option<&ProfileName>) -> Result<ModelAccess, NoModel> {
    let rows = core.store.models().await?;
    let wanted = match name {
        Some(name) => Some(name.clone()),
        None => default_of(core, &rows).await?,
    };
    let wanted = wanted.ok_or(NoModel::NoneSetUp)?;
    let near = near(&rows, wanted.as_str());
    let row = rows.into_iter().find(|row| row.profile.name == wanted);
    let row = row.ok_or_else(|| NoModel::Unknown(LookupError::near("language model", &wanted, near)))?;
    let place = Place::ModelKey(wanted.clone());
    let key = row.sealed_key.map(|sealed| core.seal.unseal(&place, &sealed)).transpose();
    let key = key.map_err(|source| NoModel::Key { name: wanted, source })?;
    if let Some(key) = &key {
        // Another server on the same database may have set it.
        core.secrets.note(place, Secrecy::Secret, key);
    }
    Ok(ModelAccess { profile: row.profile, key: key.map(ApiKey::new) })
}

/// The same for whoever speaks through a worker: the model of that name, else the worker's own, else the default.
pub(crate) async fn access_of(
    core: &Core,
    name: Option<&ProfileName>,
    worker: Option<&ToolName>,
) -> Result<ModelAccess, NoModel> {
    let registry = core.registry.current();
    let own = worker.and_then(|worker| registry.worker(worker)?.worker.model.as_deref());
    match (name, own.map(|own| (own, own.parse::<ProfileName>()))) {
        (None, Some((_, Ok(own)))) => access(core, Some(&own)).await,
        (None, Some((text, Err(_)))) => {
            let near = near(&core.store.models().await?, text);
            Err(NoModel::Unknown(LookupError::near("language model", text, near)))
        }
        (name, _) => access(core, name).await,
    }
}

/// The one that was chosen, while it is there; else the oldest.
async fn default_of(core: &Core, rows: &[ModelRow]) -> Result<Option<ProfileName>, StoreError> {
    let chosen = core.store.setting(DEFAULT).await?;
    let names = || rows.iter().map(|row| &row.profile.name);
    let chosen = names().find(|name| chosen.as_deref() == Some(name.as_str()));
    Ok(chosen.or_else(|| names().next()).cloned())
}

async fn find(core: &Core, name: &ProfileName) -> Result<ModelRecord, ModelError> {
    find_by_text(core, name.as_str()).await
}

pub(super) async fn find_by_text(core: &Core, name: &str) -> Result<ModelRecord, ModelError> {
    let rows = core.store.models().await?;
    let default = default_of(core, &rows).await?;
    let near = near(&rows, name);
    let row = rows.into_iter().find(|row| row.profile.name.as_str() == name);
    let row = row.ok_or_else(|| LookupError::near("language model", name, near))?;
    Ok(record(row, default.as_ref()))
}

fn near(rows: &[ModelRow], name: &str) -> Vec<String> {
    let names = rows.iter().map(|row| row.profile.name.as_str());
    near_matches(name, names, NEAR).into_iter().map(str::to_owned).collect()
}

fn record(row: ModelRow, default: Option<&ProfileName>) -> ModelRecord {
    ModelRecord {
        has_key: row.sealed_key.is_some(),
        is_default: default == Some(&row.profile.name),
        created_at: row.created_at,
        warning: draft::warning(&row.profile),
        profile: row.profile,
    }
}

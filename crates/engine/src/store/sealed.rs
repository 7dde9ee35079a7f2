//! Every sealed text of the database, wherever it lies.

use pegboard_model::config::Secrecy;
use pegboard_model::ids::ServerKey;
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::{ConnectionTrait, EntityTrait};

use crate::seal::Place;
use crate::store::config;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::parse;
use crate::store::entity::{config_value, hook, model_profile, server_credential, toolset_variable};

/// One sealed text.
pub(crate) struct Sealed {
    pub(crate) place: Place,
    /// What its schema said of a value of a config key when it was set.
    pub(crate) secrecy: Secrecy,
    pub(crate) text: String,
}

impl Store {
    /// All of them.
    pub(crate) async fn sealed(&self) -> Result<Vec<Sealed>, StoreError> {
        all(self.reader()).await
    }
}

impl Write {
    /// All of them, as they are in this transaction.
    pub(crate) async fn sealed(&self) -> Result<Vec<Sealed>, StoreError> {
        all(self.tx()).await
    }

    /// Writes one anew.
    pub(crate) async fn put_sealed(&self, place: &Place, text: String) -> Result<(), StoreError> {
        let tx = self.tx();
        match place {
            Place::Variable { toolset, name } => {
                let row = toolset_variable::ActiveModel {
                    toolset_id: Unchanged(toolset.to_string()),
                    name: Unchanged(name.clone()),
                    sealed: Set(text),
                    ..Default::default()
                };
                toolset_variable::Entity::update(row).exec_without_returning(tx).await?;
            }
            Place::Credentials(server) => {
                let row = server_credential::ActiveModel {
                    toolset_id: Unchanged(server.toolset.to_string()),
                    server_id: Unchanged(server.server.to_string()),
                    sealed: Set(text),
                    ..Default::default()
                };
                server_credential::Entity::update(row).exec_without_returning(tx).await?;
            }
            Place::Config { owner, key } => {
                let row = config_value::ActiveModel {
                    toolset_id: Unchanged(owner.toolset().to_string()),
                    tool: Unchanged(owner.tool().map(ToString::to_string).unwrap_or_default()),
                    key: Unchanged(key.to_string()),
                    sealed: Set(text),
                    ..Default::default()
                };
                config_value::Entity::update(row).exec_without_returning(tx).await?;
            }
            Place::Hook(tool) => {
                let row = hook::ActiveModel {
                    tool_id: Unchanged(tool.to_string()),
                    secret: Set(text),
                    ..Default::default()
                };
                hook::Entity::update(row).exec_without_returning(tx).await?;
            }
            Place::ModelKey(name) => {
                let row = model_profile::ActiveModel {
                    name: Unchanged(name.to_string()),
                    api_key: Set(Some(text)),
                    ..Default::default()
                };
                model_profile::Entity::update(row).exec_without_returning(tx).await?;
            }
        }
        Ok(())
    }
}

async fn all(db: &impl ConnectionTrait) -> Result<Vec<Sealed>, StoreError> {
    let mut all = Vec::new();
    for row in toolset_variable::Entity::find().all(db).await? {
        let place = Place::Variable { toolset: parse("toolset_variables", &row.toolset_id)?, name: row.name };
        all.push(Sealed { place, secrecy: Secrecy::Secret, text: row.sealed });
    }
    for row in server_credential::Entity::find().all(db).await? {
        let place = Place::Credentials(ServerKey {
            toolset: parse("server_credentials", &row.toolset_id)?,
            server: parse("server_credentials", &row.server_id)?,
        });
        all.push(Sealed { place, secrecy: Secrecy::Secret, text: row.sealed });
    }
    for row in config_value::Entity::find().all(db).await? {
        let owner = config::owner(&row.toolset_id, &row.tool)?;
        let place = Place::Config { owner, key: parse("config_values", &row.key)? };
        let secrecy = if row.secret { Secrecy::Secret } else { Secrecy::Plain };
        all.push(Sealed { place, secrecy, text: row.sealed });
    }
    for row in hook::Entity::find().all(db).await? {
        let place = Place::Hook(parse("hooks", &row.tool_id)?);
        all.push(Sealed { place, secrecy: Secrecy::Secret, text: row.secret });
    }
    for row in model_profile::Entity::find().all(db).await? {
        if let Some(text) = row.api_key {
            let place = Place::ModelKey(parse("model_profiles", &row.name)?);
            all.push(Sealed { place, secrecy: Secrecy::Secret, text });
        }
    }
    Ok(all)
}

//! `${VAR}` and `${config.key}` in a server's settings.

use std::path::Path;

use pegboard_model::ids::ServerKey;
use pegboard_model::servers::{ServerFailure, ServerFault, Vault};
use pegboard_model::variables::{Piece, WORKSPACE, pieces};

use super::environment;

/// Where values come from.
pub(super) struct Variables<'a> {
    pub(super) vault: &'a dyn Vault,
    pub(super) server: &'a ServerKey,
    /// The chat's folder, where the server has one per chat.
    pub(super) workspace: Option<&'a Path>,
}

impl Variables<'_> {
    /// The text with its variables replaced: from the vault, else from Pegboard's environment, else what stands
    /// behind `:-`.
    ///
    /// # Errors
    /// When one has no value, or the vault fails.
    pub(super) async fn expand(&self, text: &str) -> Result<String, ServerFailure> {
        let mut expanded = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => expanded.push_str(text),
                Piece::Variable { name, otherwise } => expanded.push_str(&self.value(name, otherwise).await?),
                Piece::Config { key, otherwise } => expanded.push_str(&self.setting(key, otherwise).await?),
                Piece::Workspace => match self.workspace {
                    Some(folder) => expanded.push_str(&folder.to_string_lossy()),
                    None => return Err(self.no_workspace()),
                },
            }
        }
        Ok(expanded)
    }

    async fn value(&self, name: &str, otherwise: Option<&str>) -> Result<String, ServerFailure> {
        let kept = self.vault.variable(&self.server.toolset, name).await.map_err(|error| {
            tracing::error!(server = %self.server, name, %error, "a variable cannot be read from the vault");
            let message = format!("The value of `${{{name}}}` cannot be read; Pegboard's log says why.");
            ServerFailure::new(ServerFault::UnsetVariable { name: name.to_owned() }, message)
        })?;
        let value = kept.or_else(|| environment::variable(name)).or_else(|| otherwise.map(str::to_owned));
        value.ok_or_else(|| self.unset(name))
    }

    /// A setting that a person made, else its default, else what stands behind `:-`.
    async fn setting(&self, key: &str, otherwise: Option<&str>) -> Result<String, ServerFailure> {
        let fault = || ServerFault::UnsetVariable { name: format!("config.{key}") };
        let settings = self.vault.settings(&self.server.toolset).await.map_err(|error| {
            tracing::error!(server = %self.server, key, %error, "a setting cannot be read from the vault");
            let message =
                format!("The value of `${{config.{key}}}` cannot be read; Pegboard's log says why.");
            ServerFailure::new(fault(), message)
        })?;
        let value = settings.get(key).or(otherwise).map(str::to_owned);
        value.ok_or_else(|| {
            let message = format!(
                "`{}` needs a value for `${{config.{key}}}`, and there is none. Set `{key}` in the config of the \
                 toolset `{}`.",
                self.server, self.server.toolset
            );
            ServerFailure::new(fault(), message)
        })
    }

    fn unset(&self, name: &str) -> ServerFailure {
        let message = format!(
            "`{}` needs a value for `${{{name}}}`, and there is none. Set it among the variables of the toolset `{}`, \
             or in the environment that Pegboard is started with.",
            self.server, self.server.toolset
        );
        ServerFailure::new(ServerFault::UnsetVariable { name: name.to_owned() }, message)
    }

    fn no_workspace(&self) -> ServerFailure {
        let message = format!(
            "`{}` names `$workspace`, but there is one process of it for all chats. Give it `scope: chat`.",
            self.server
        );
        ServerFailure::new(ServerFault::UnsetVariable { name: WORKSPACE.to_owned() }, message)
    }
}

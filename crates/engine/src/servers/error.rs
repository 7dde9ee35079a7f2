//! Why something about a server did not work.

use pegboard_model::ids::{ServerId, ToolsetId};
use pegboard_model::servers::ServerFailure;

use crate::kept_variable::KeepError;
use crate::lookup::LookupError;
use crate::store::StoreError;
use crate::toolsets::{ImportError, InstallAddedError};

/// Variables of one toolset.
pub const VARIABLES_MAX: usize = 200;

/// Why a server could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// There is none.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// It failed.
    #[error(transparent)]
    Failed(#[from] ServerFailure),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a server was not added, changed or removed. Everything is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ChangeServerError {
    /// There is none.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The id is taken.
    #[error("there is a toolset `{0}` already")]
    Exists(ToolsetId),
    /// It belongs to a bundle, which alone says what it is.
    #[error("the server belongs to the toolset `{0}`: change the toolset, or switch the server off")]
    OfBundle(ToolsetId),
    /// The id cannot be a toolset's.
    #[error("`{id}` cannot be the id of a server: {reason}")]
    Id {
        /// The id.
        id: String,
        /// Why not.
        reason: String,
    },
    /// A variable cannot be kept.
    #[error(transparent)]
    Variable(#[from] VariableError),
    /// Its toolset could not be installed.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why servers were not added: the faults of those that are not taken, by id. None was added; never empty.
#[derive(Debug, thiserror::Error)]
#[error("{} servers cannot be added, so none was", .0.len())]
pub struct AddServersError(pub Vec<(ServerId, ChangeServerError)>);

impl From<InstallAddedError> for ChangeServerError {
    fn from(error: InstallAddedError) -> Self {
        match error {
            InstallAddedError::Taken(id) => Self::Exists(id),
            InstallAddedError::Gone(id) => LookupError::missing("MCP server", id).into(),
            InstallAddedError::Import(error) => Self::Import(error),
        }
    }
}

/// Why a variable was not set.
#[derive(Debug, thiserror::Error)]
pub enum VariableError {
    /// There is no such toolset.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The name or the value cannot be kept.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// The toolset has as many as it may have.
    #[error("a toolset may have at most {} variables", VARIABLES_MAX)]
    Full,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

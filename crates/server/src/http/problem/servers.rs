//! Which failure of an MCP server is which sort of problem, and what the caller can do about it.

use pegboard_engine::{
    AddServersError, ChangeServerError, ExportMcpbError, KeepError, SealError, ServerError, VariableError,
};
use pegboard_model::servers::{McpbExportError, ServerFailure, ServerFault};

use crate::http::problem::{Problem, kinds};
use crate::http::wire::problem::Violation;

impl From<ServerFailure> for Problem {
    fn from(failure: ServerFailure) -> Self {
        let (sort, hint) = match &failure.fault {
            ServerFault::Unknown => (kinds::NOT_FOUND, "GET /mcp-servers lists the servers."),
            ServerFault::Disabled => {
                (kinds::CONFLICT, "Switch it on: POST /mcp-servers/{server_key}/enable {\"enabled\": true}.")
            }
            ServerFault::UnsetVariable { .. } => (
                kinds::CONFLICT,
                "Set it: PUT /toolsets/{toolset_id}/variables/{name}, or in the environment of `pegboard serve`.",
            ),
            ServerFault::SignInNeeded => {
                (kinds::SIGN_IN_NEEDED, "POST /mcp-servers/{server_key}/sign-in gives the address to open.")
            }
            ServerFault::NotStarted
            | ServerFault::Unreachable
            | ServerFault::Timeout
            | ServerFault::Gone
            | ServerFault::Pausing
            | ServerFault::Protocol
            | ServerFault::Refused { .. }
            | ServerFault::Cancelled => (
                kinds::SERVER_UNAVAILABLE,
                "GET /mcp-servers/{server_key}/log shows what the server wrote; POST …/reconnect tries again.",
            ),
        };
        Self::new(sort, failure.message).hint(hint)
    }
}

impl From<ServerError> for Problem {
    fn from(error: ServerError) -> Self {
        match error {
            ServerError::Lookup(error) => error.into(),
            ServerError::Failed(failure) => failure.into(),
            ServerError::Store(error) => error.into(),
        }
    }
}

impl From<ChangeServerError> for Problem {
    fn from(error: ChangeServerError) -> Self {
        let text = error.to_string();
        match error {
            ChangeServerError::Lookup(error) => error.into(),
            ChangeServerError::Exists(_) => Self::new(kinds::CONFLICT, text)
                .hint("Take another id, or change or remove what has this one."),
            ChangeServerError::OfBundle(_) => Self::new(kinds::CONFLICT, text),
            ChangeServerError::Id { .. } => Self::new(kinds::INVALID_SERVER, text),
            ChangeServerError::Variable(error) => error.into(),
            ChangeServerError::Import(error) => error.into(),
            ChangeServerError::Store(error) => error.into(),
        }
    }
}

impl From<AddServersError> for Problem {
    fn from(AddServersError(mut faults): AddServersError) -> Self {
        if faults.len() == 1
            && let Some((_, only)) = faults.pop()
        {
            return only.into();
        }
        let detail = format!("{} servers cannot be added, so none was.", faults.len());
        let violations = faults.into_iter().map(|(id, fault)| Violation {
            path: format!("servers.{id}"),
            rule: "server".to_owned(),
            // The detail of an internal failure goes to the log alone.
            message: Self::from(fault).detail().to_owned(),
        });
        let violations = violations.collect();
        Self::new(kinds::INVALID_SERVER, detail).violations(violations)
    }
}

impl From<ExportMcpbError> for Problem {
    fn from(error: ExportMcpbError) -> Self {
        let text = error.to_string();
        match error {
            ExportMcpbError::Lookup(error) => error.into(),
            ExportMcpbError::Shape(McpbExportError::Shape { .. }) => Self::new(kinds::CONFLICT, text)
                .hint("GET /toolsets/{toolset_id}/export gives the whole toolset."),
            ExportMcpbError::Shape(McpbExportError::Remote | McpbExportError::Folder) => {
                Self::new(kinds::CONFLICT, text).hint("Export it as `mcpServers`: ?format=json")
            }
            ExportMcpbError::Export(error) => error.into(),
        }
    }
}

impl From<KeepError> for Problem {
    fn from(error: KeepError) -> Self {
        let text = error.to_string();
        match error {
            KeepError::Name(_) | KeepError::TooLong => Self::new(kinds::INVALID_VARIABLE, text),
            KeepError::Seal(SealError::Closed) => Self::new(kinds::DAMAGED, text),
            KeepError::Seal(SealError::Random(_)) => Self::internal(&error),
        }
    }
}

impl From<VariableError> for Problem {
    fn from(error: VariableError) -> Self {
        let text = error.to_string();
        match error {
            VariableError::Lookup(error) => error.into(),
            VariableError::Full => Self::new(kinds::INVALID_VARIABLE, text),
            VariableError::Keep(error) => error.into(),
            VariableError::Store(error) => error.into(),
        }
    }
}

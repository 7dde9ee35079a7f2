//! What a page must know before it shows anything.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::wire::token::Scope;

/// Who asks, and where frames may come from.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Session {
    /// The token's name.
    pub(crate) name: String,
    pub(crate) scope: Scope,
    /// The server's version.
    pub(crate) version: String,
    /// Where `open_frame` shows what tools made, as seen from the host name of this request; `null` where that name
    /// has none (`--sandbox-url`).
    pub(crate) sandbox_origin: Option<String>,
    /// Hosts whose pages the page may show in a frame, each with or without a port; without, any port.
    pub(crate) frame_hosts: Vec<String>,
}

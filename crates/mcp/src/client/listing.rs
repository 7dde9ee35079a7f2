//! Lists a server's tools, within limits.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use pegboard_model::servers::{Announced, TOOLS_MAX, UpstreamTool};
use serde_json::{Map, Value, json};

use super::fault::RequestError;
use super::limits::{LISTING_BYTES, PAGES_MAX, WARNINGS_MAX};
use super::negotiate::Met;
use super::peer::{Ask, Peer};
use super::transport::Wire;
use crate::rpc::{Era, ParamHeader, method};

/// What a listing has found so far.
struct Listing {
    tools: Vec<UpstreamTool>,
    names: HashSet<String>,
    left_out: usize,
    warnings: Vec<String>,
    bytes: usize,
    /// Whether annotations for headers matter.
    checks_headers: bool,
}

/// Lists all tools.
pub(super) async fn list(peer: &Peer, met: &Met, limit: Duration) -> Result<Arc<Announced>, RequestError> {
    let checks_headers = met.version.era() == Era::Stateless && matches!(peer.wire, Wire::Http(_));
    let mut listing = Listing {
        tools: Vec::new(),
        names: HashSet::new(),
        left_out: 0,
        warnings: Vec::new(),
        bytes: 0,
        checks_headers,
    };
    match listing.fill(peer, limit).await {
        Ok(()) => {}
        // It does not say that it has tools, and it has none.
        Err(RequestError::Refused(_) | RequestError::Status(_))
            if !met.capabilities.contains_key("tools") => {}
        Err(error) => return Err(error),
    }
    if listing.left_out > listing.warnings.len() {
        listing.warnings.push(format!("{} tools were left out in all.", listing.left_out));
    }
    Ok(Arc::new(Announced {
        protocol: met.version.as_str().to_owned(),
        server_info: met.server_info.clone(),
        capabilities: met.capabilities.clone(),
        instructions: met.instructions.clone(),
        tools: listing.tools,
        warnings: listing.warnings,
    }))
}

impl Listing {
    async fn fill(&mut self, peer: &Peer, limit: Duration) -> Result<(), RequestError> {
        let mut cursor: Option<String> = None;
        let mut seen = HashSet::new();
        for _ in 0..PAGES_MAX {
            let params = cursor.as_ref().map_or_else(|| json!({}), |cursor| json!({"cursor": cursor}));
            let mut page = peer.request(Ask::new(method::TOOLS_LIST, params), limit).await?;
            let Some(Value::Array(tools)) = page.get_mut("tools").map(Value::take) else {
                return Err(RequestError::Malformed("its list of tools has no `tools`".to_owned()));
            };
            for tool in tools {
                if !self.take(tool) {
                    return Ok(());
                }
            }
            cursor = page.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
            match &cursor {
                None => return Ok(()),
                Some(next) if !seen.insert(next.clone()) => {
                    self.warnings
                        .push("Its list of tools goes round in a circle; it was cut off.".to_owned());
                    return Ok(());
                }
                Some(_) => {}
            }
        }
        self.warnings.push(format!("Its list of tools has more than {PAGES_MAX} pages; it was cut off."));
        Ok(())
    }

    /// Takes a tool; `false` when there is room for no more.
    fn take(&mut self, tool: Value) -> bool {
        let Value::Object(definition) = tool else {
            self.leave_out("A tool is no object.".to_owned());
            return true;
        };
        match self.checked(definition) {
            Ok(tool) => self.tools.push(tool),
            Err(why) => self.leave_out(why),
        }
        if self.tools.len() >= TOOLS_MAX || self.bytes > LISTING_BYTES {
            self.warnings.push(format!("It has too many tools; the first {} are taken.", self.tools.len()));
            return false;
        }
        true
    }

    fn checked(&mut self, definition: Map<String, Value>) -> Result<UpstreamTool, String> {
        let tool = UpstreamTool::try_from(definition).map_err(|error| format!("Left out: {error}."))?;
        if self.checks_headers
            && let Err(error) = ParamHeader::of_schema(tool.input_schema())
        {
            return Err(format!("Left out: the tool `{}`: {error}.", tool.name()));
        }
        if !self.names.insert(tool.name().to_owned()) {
            return Err(format!("Left out: a second tool named `{}`.", tool.name()));
        }
        self.bytes += tool.input_schema().to_string().len() + tool.description().len();
        Ok(tool)
    }

    fn leave_out(&mut self, why: String) {
        self.left_out += 1;
        if self.warnings.len() < WARNINGS_MAX {
            self.warnings.push(why);
        }
    }
}

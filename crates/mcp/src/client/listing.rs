//! Lists a server's tools, within limits.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use pegboard_model::servers::{Announced, TOOLS_MAX, UpstreamTool};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::fault::RequestError;
use super::limits::{FRESH_LEAST, LISTING_BYTES, PAGES_MAX, WARNINGS_MAX};
use super::negotiate::Met;
use super::peer::{Ask, Peer};
use super::transport::Wire;
use crate::rpc::{Era, ParamHeader, method};

/// What a server has listed.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) announced: Arc<Announced>,
    /// Until when it holds, where the server says so; `None` is until the server tells of a change.
    until: Option<Instant>,
}

impl Listed {
    /// Whether it holds still.
    pub(super) fn holds(&self) -> bool {
        self.until.is_none_or(|until| Instant::now() < until)
    }
}

/// What a listing has found so far.
struct Listing {
    tools: Vec<UpstreamTool>,
    names: HashSet<String>,
    left_out: usize,
    warnings: Vec<String>,
    bytes: usize,
    /// The shortest time for which one of its pages holds.
    fresh: Option<Duration>,
    /// Whether annotations for headers matter.
    checks_headers: bool,
}

/// Lists all tools.
pub(super) async fn list(peer: &Peer, met: &Met, limit: Duration) -> Result<Listed, RequestError> {
    let checks_headers = met.version.era() == Era::Stateless && matches!(peer.wire, Wire::Http(_));
    let mut listing = Listing {
        tools: Vec::new(),
        names: HashSet::new(),
        left_out: 0,
        warnings: Vec::new(),
        bytes: 0,
        fresh: None,
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
    let fresh = fresh_for(listing.fresh, &met.capabilities);
    let until = fresh.and_then(|fresh| Instant::now().checked_add(fresh));
    let announced = Arc::new(Announced {
        protocol: met.version.as_str().to_owned(),
        server_info: met.server_info.clone(),
        capabilities: met.capabilities.clone(),
        instructions: met.instructions.clone(),
        tools: listing.tools,
        warnings: listing.warnings,
    });
    Ok(Listed { announced, until })
}

/// How long a listing holds. Where a server tells of changes, that says more than a time.
fn fresh_for(ttl: Option<Duration>, capabilities: &Map<String, Value>) -> Option<Duration> {
    let tells = capabilities.get("tools").and_then(|tools| tools.get("listChanged"));
    ttl.filter(|_| tells != Some(&Value::Bool(true))).map(|ttl| ttl.max(FRESH_LEAST))
}

impl Listing {
    async fn fill(&mut self, peer: &Peer, limit: Duration) -> Result<(), RequestError> {
        let mut cursor: Option<String> = None;
        let mut seen = HashSet::new();
        for _ in 0..PAGES_MAX {
            let params = cursor.as_ref().map_or_else(|| json!({}), |cursor| json!({"cursor": cursor}));
            let mut page = peer.request(Ask::new(method::TOOLS_LIST, params), limit).await?;
            if let Some(ttl) = page.get("ttlMs").and_then(Value::as_u64).map(Duration::from_millis) {
                self.fresh = Some(self.fresh.map_or(ttl, |shortest| shortest.min(ttl)));
            }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Map, json};

    use super::{FRESH_LEAST, fresh_for};

    #[test]
    fn a_listing_holds_as_long_as_its_server_says_unless_it_tells_of_changes() {
        let minute = Duration::from_secs(60);
        let tells = Map::from_iter([("tools".to_owned(), json!({"listChanged": true}))]);
        assert_eq!(fresh_for(Some(minute), &Map::new()), Some(minute));
        assert_eq!(fresh_for(Some(Duration::ZERO), &Map::new()), Some(FRESH_LEAST));
        assert_eq!(fresh_for(None, &Map::new()), None);
        assert_eq!(fresh_for(Some(minute), &tells), None);
    }
}

//! What the endpoint says of itself.

use serde_json::{Map, Value, json};

use crate::endpoint::house::Introduction;
use crate::rpc::{ProtocolVersion, meta};

/// The name on the wire.
const NAME: &str = "pegboard";
/// How long a client may keep what describes the server, in milliseconds.
const DISCOVERY_TTL_MS: u64 = 60_000;

fn capabilities() -> Value {
    json!({
        "completions": {},
        "logging": {},
        "prompts": {"listChanged": true},
        "resources": {"listChanged": true, "subscribe": true},
        "tools": {"listChanged": true},
    })
}

fn server_info(house: &Introduction) -> Value {
    json!({"name": NAME, "title": house.title, "version": house.version})
}

/// The result of `initialize`.
pub(super) fn initialized(house: &Introduction, version: ProtocolVersion) -> Value {
    let mut result = Map::new();
    result.insert("protocolVersion".to_owned(), version.as_str().into());
    result.insert("capabilities".to_owned(), capabilities());
    result.insert("serverInfo".to_owned(), server_info(house));
    if let Some(instructions) = &house.instructions {
        result.insert("instructions".to_owned(), instructions.as_str().into());
    }
    Value::Object(result)
}

/// The result of `server/discover`.
pub(super) fn discovered(house: &Introduction) -> Value {
    let mut result = Map::new();
    result.insert("resultType".to_owned(), "complete".into());
    result.insert("supportedVersions".to_owned(), spoken());
    result.insert("capabilities".to_owned(), capabilities());
    if let Some(instructions) = &house.instructions {
        result.insert("instructions".to_owned(), instructions.as_str().into());
    }
    result.insert("ttlMs".to_owned(), DISCOVERY_TTL_MS.into());
    result.insert("cacheScope".to_owned(), "private".into());
    result.insert(meta::META.to_owned(), json!({meta::SERVER_INFO: server_info(house)}));
    Value::Object(result)
}

/// All versions that are spoken here, the latest first.
pub(super) fn spoken() -> Value {
    ProtocolVersion::ALL.iter().rev().map(|version| Value::from(version.as_str())).collect()
}

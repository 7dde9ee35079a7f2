//! How we and a server come to know each other.
//!
//! Over stdio a handshake comes first: every server there knows it, and some of those that do not know
//! `server/discover` end at it. Over HTTP discovery comes first: a server of 2026-07-28 then costs one round trip, an
//! older one refuses at once. What worked is tried first the next time.

use serde_json::{Map, Value, json};
use tokio::time::timeout;

use super::ask::{any_capabilities, client_info};
use super::fault::RequestError;
use super::limits::DISCOVER_TIME;
use super::peer::{Ask, Peer};
use crate::rpc::{Era, ProtocolVersion, RpcError, code, meta, method};

/// What a server told of itself.
#[derive(Debug)]
pub(super) struct Met {
    pub(super) version: ProtocolVersion,
    pub(super) server_info: Map<String, Value>,
    pub(super) capabilities: Map<String, Value>,
    pub(super) instructions: Option<String>,
}

/// Comes to know a server: by `first`, and by the other way where that does not work.
pub(super) async fn meet(peer: &Peer, first: Era) -> Result<Met, RequestError> {
    match first {
        Era::Stateless => match timeout(DISCOVER_TIME, discover(peer)).await {
            Ok(Err(error)) if means_other_era(&error) => shake_hands(peer).await,
            Ok(met) => met,
            // Older servers do not all refuse what they do not know: some say nothing. A busy one says nothing either.
            Err(_) => shake_hands_or_discover(peer).await,
        },
        Era::Handshake => shake_hands_or_discover(peer).await,
    }
}

async fn shake_hands_or_discover(peer: &Peer) -> Result<Met, RequestError> {
    match shake_hands(peer).await {
        Err(error) if means_other_era(&error) => discover(peer).await.map_err(|_| error),
        met => met,
    }
}

/// Whether a server that answers so may well be one of the other era.
fn means_other_era(error: &RequestError) -> bool {
    match error {
        RequestError::Refused(_) | RequestError::Malformed(_) => true,
        RequestError::Status(status) => (400..500).contains(status),
        _ => false,
    }
}

async fn discover(peer: &Peer) -> Result<Met, RequestError> {
    let version = ProtocolVersion::LATEST;
    let ask = || Ask::new(method::DISCOVER, json!({}));
    let answer = peer.begin_as(ask(), Some(version)).await?.answer().await;
    let result = match answer {
        // It names the version that it refuses: a moment later it may know it.
        Err(RequestError::Refused(error)) if offers(&error, version) => {
            peer.begin_as(ask(), Some(version)).await?.answer().await?
        }
        other => other?,
    };
    let versions = result.get("supportedVersions").and_then(Value::as_array);
    if !versions.is_some_and(|all| all.iter().any(|one| one == version.as_str())) {
        return Err(RequestError::Malformed(format!("it does not speak {version}")));
    }
    peer.agreed(version);
    Ok(met(version, result))
}

/// Whether an error says that this version is spoken.
fn offers(error: &RpcError, version: ProtocolVersion) -> bool {
    let supported = error.data.as_ref().and_then(|data| data.get("supported")).and_then(Value::as_array);
    error.code == code::UNSUPPORTED_PROTOCOL_VERSION
        && supported.is_some_and(|all| all.iter().any(|one| one == version.as_str()))
}

async fn shake_hands(peer: &Peer) -> Result<Met, RequestError> {
    let params = json!({
        "protocolVersion": ProtocolVersion::LATEST_HANDSHAKE.as_str(),
        "capabilities": any_capabilities(),
        "clientInfo": client_info(),
    });
    let ask = Ask::new(method::INITIALIZE, params);
    let result = peer.begin_as(ask, None).await?.answer().await?;
    let stated = result.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
    let version: ProtocolVersion = stated
        .parse()
        .map_err(|_| RequestError::Malformed("no protocol version is spoken by both".to_owned()))?;
    peer.agreed(version);
    peer.notify(method::INITIALIZED, Value::Null).await?;
    Ok(met(version, result))
}

fn met(version: ProtocolVersion, mut result: Value) -> Met {
    let mut object = |key: &str| match result.get_mut(key).map(Value::take) {
        Some(Value::Object(object)) => object,
        _ => Map::new(),
    };
    let capabilities = object("capabilities");
    let mut server_info = object("serverInfo");
    if let Some(Value::Object(info)) = object(meta::META).remove(meta::SERVER_INFO) {
        server_info = info;
    }
    let instructions = result.get("instructions").and_then(Value::as_str).map(str::to_owned);
    Met { version, server_info, capabilities, instructions }
}

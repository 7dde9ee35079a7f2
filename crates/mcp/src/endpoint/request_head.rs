//! What a request since 2026-07-28 must say of itself, in its body and again in its headers.

use serde_json::{Map, Value, json};

use crate::endpoint::capabilities;
use crate::endpoint::failure;
use crate::endpoint::house::House;
use crate::endpoint::incoming::Incoming;
use crate::rpc::{Era, ProtocolVersion, Request, RpcError, code, header, meta};

/// Checks what a request says of itself.
pub(super) fn check(incoming: &Incoming, request: &Request) -> Result<(), RpcError> {
    let version = version(incoming, request)?;
    let spoken = version.parse().ok().filter(|version: &ProtocolVersion| version.era() == Era::Stateless);
    if spoken.is_none() {
        let error =
            RpcError::new(code::UNSUPPORTED_PROTOCOL_VERSION, "this protocol version is not spoken here");
        return Err(error.with_data(json!({"supported": capabilities::spoken(), "requested": version})));
    }
    headers(incoming, request)
}

/// The version of the request, if it says all that it must and says it twice.
fn version<'a>(incoming: &Incoming, request: &'a Request) -> Result<&'a str, RpcError> {
    let Some(sent) = incoming.header(header::PROTOCOL_VERSION) else {
        return Err(mismatch("the header MCP-Protocol-Version is missing"));
    };
    let meta = request.params.get(meta::META);
    let said = |key| meta.and_then(|meta| meta.get(key));
    let Some(version) = said(meta::PROTOCOL_VERSION).and_then(Value::as_str) else {
        return Err(failure::invalid("`_meta` must say `io.modelcontextprotocol/protocolVersion`"));
    };
    if !said(meta::CLIENT_CAPABILITIES).is_some_and(Value::is_object) {
        return Err(failure::invalid("`_meta` must say `io.modelcontextprotocol/clientCapabilities`"));
    }
    if version != sent {
        return Err(mismatch("the header MCP-Protocol-Version and `_meta` name different versions"));
    }
    Ok(version)
}

fn headers(incoming: &Incoming, request: &Request) -> Result<(), RpcError> {
    match single(incoming, header::METHOD)? {
        Some(sent) if sent == request.method => {}
        Some(_) => return Err(mismatch("the header Mcp-Method names another method than the body")),
        None => return Err(mismatch("the header Mcp-Method is missing")),
    }
    // A body that lacks it is refused later, for that.
    let Some(named) = header::subject(&request.method, &request.params) else {
        return Ok(());
    };
    match single(incoming, header::NAME)? {
        Some(sent) if header::decode(sent).as_deref() == Some(named) => Ok(()),
        Some(_) => Err(mismatch("the header Mcp-Name names something else than the body")),
        None => Err(mismatch("the header Mcp-Name is missing")),
    }
}

/// Checks that the arguments which a tool wants in headers as well stand there, and nothing else: whoever stands between
/// may decide by the headers alone.
pub(super) async fn check_arguments(
    house: &dyn House,
    incoming: &Incoming,
    params: &Map<String, Value>,
) -> Result<(), RpcError> {
    let Some(tool) = params.get("name").and_then(Value::as_str) else { return Ok(()) };
    let arguments = params.get("arguments").unwrap_or(&Value::Null);
    for wanted in house.param_headers(&incoming.view, tool).await {
        let name = format!("{}{}", header::PARAM_PREFIX, wanted.header);
        let unfit = |what: &str| Err(mismatch(&format!("the header Mcp-Param-{} {what}", wanted.header)));
        match (single(incoming, &name)?, wanted.value(arguments)) {
            (Some(sent), Some(said)) if header::decode(sent).as_deref() == Some(said.as_str()) => {}
            (Some(_), Some(_)) => return unfit("says something else than the argument"),
            (None, Some(_)) => return unfit("is missing, or is no text"),
            (Some(_), None) => return unfit("came without its argument"),
            (None, None) if incoming.headers.contains_key(&name) => return unfit("is no text"),
            (None, None) => {}
        }
    }
    Ok(())
}

/// A header that may come once: whoever reads another one of several would see another request.
fn single<'a>(incoming: &'a Incoming, name: &str) -> Result<Option<&'a str>, RpcError> {
    if incoming.headers.get_all(name).iter().count() > 1 {
        return Err(mismatch("a header of the protocol came more than once"));
    }
    Ok(incoming.header(name))
}

fn mismatch(what: &str) -> RpcError {
    RpcError::new(code::HEADER_MISMATCH, what)
}

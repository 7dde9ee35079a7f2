//! Which method is what of the house.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::endpoint::calls;
use crate::endpoint::chat_argument;
use crate::endpoint::chat_choice::ChatChoice;
use crate::endpoint::failure;
use crate::endpoint::guest::Guest;
use crate::endpoint::house::{House, Listing, Refusal};
use crate::endpoint::line::Line;
use crate::endpoint::paging::page;
use crate::rpc::{Era, RpcError, code, method};

/// Milliseconds for which a client may keep a list; it is told when one changes.
const LIST_TTL_MS: u64 = 60_000;

/// Does the work of a request that both generations know.
pub(super) async fn work(
    house: Arc<dyn House>,
    guest: Guest,
    method: String,
    params: Map<String, Value>,
    line: Arc<Line>,
) -> Result<Value, RpcError> {
    let era = guest.era();
    let refused = |refusal: Refusal| failure::error(refusal, era);
    let house = &*house;
    let result = match method.as_str() {
        method::TOOLS_CALL => calls::call(house, &guest, params, line).await?,
        method::TOOLS_LIST => {
            let chat = guest.chat_so_far(house).await.map_err(refused)?;
            let mut tools = house.tools(&guest.view, chat).await.map_err(refused)?;
            if guest.chat == ChatChoice::Argument {
                chat_argument::offer(&mut tools);
            }
            page("tools", tools, &params)?
        }
        method::RESOURCES_LIST => {
            let chat = guest.chat_so_far(house).await.map_err(refused)?;
            held("resources", house.resources(&guest.view, chat).await.map_err(refused)?, &params, era)?
        }
        method::RESOURCES_TEMPLATES_LIST => {
            held("resourceTemplates", house.templates(&guest.view).await.map_err(refused)?, &params, era)?
        }
        method::RESOURCES_READ => {
            let uri = text(&params, "uri")?;
            house.read(&guest.view, &uri, params, line).await.map_err(refused)?
        }
        method::PROMPTS_LIST => {
            held("prompts", house.prompts(&guest.view).await.map_err(refused)?, &params, era)?
        }
        method::PROMPTS_GET => {
            let name = text(&params, "name")?;
            house.prompt(&guest.view, &name, params, line).await.map_err(refused)?
        }
        method::COMPLETION_COMPLETE => house.complete(&guest.view, params).await.map_err(refused)?,
        _ => return Err(unknown(&method)),
    };
    Ok(match era {
        Era::Handshake => result,
        Era::Stateless => complete(&method, result),
    })
}

/// A page of a list that holds no longer than a server behind it says.
fn held(
    key: &'static str,
    listing: Listing,
    params: &Map<String, Value>,
    era: Era,
) -> Result<Value, RpcError> {
    let mut result = page(key, listing.items, params)?;
    if let (Era::Stateless, Some(ttl_ms)) = (era, listing.ttl_ms) {
        result["ttlMs"] = ttl_ms.min(LIST_TTL_MS).into();
    }
    Ok(result)
}

/// Nobody here knows the method.
pub(super) fn unknown(method: &str) -> RpcError {
    RpcError::new(code::METHOD_NOT_FOUND, format!("there is no method `{method}`"))
}

/// What each result since 2026-07-28 says of itself, where it does not say it yet.
fn complete(method: &str, result: Value) -> Value {
    let Value::Object(mut result) = result else {
        return result;
    };
    result.entry("resultType").or_insert_with(|| "complete".into());
    let kept = match method {
        method::TOOLS_LIST
        | method::PROMPTS_LIST
        | method::RESOURCES_LIST
        | method::RESOURCES_TEMPLATES_LIST => Some(LIST_TTL_MS),
        method::RESOURCES_READ => Some(0),
        _ => None,
    };
    if let Some(kept) = kept {
        result.entry("ttlMs").or_insert_with(|| kept.into());
        result.entry("cacheScope").or_insert_with(|| json!("private"));
    }
    Value::Object(result)
}

/// A parameter that must be a text.
pub(super) fn text(params: &Map<String, Value>, key: &str) -> Result<String, RpcError> {
    let text = params.get(key).and_then(Value::as_str).map(str::to_owned);
    text.ok_or_else(|| failure::invalid(&format!("`{key}` must be a text")))
}

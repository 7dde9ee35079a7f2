//! Lists in pages.

use serde_json::{Map, Value};

use crate::endpoint::failure;
use crate::endpoint::limits::LIST_PAGE;
use crate::rpc::RpcError;

/// The page of `items` that the request's `cursor` names, as a result with the items under `key`. The cursor is the
/// number of the first item: lists are in a stable order, and a client that is told of a change begins anew.
pub(super) fn page(
    key: &'static str,
    items: Vec<Value>,
    params: &Map<String, Value>,
) -> Result<Value, RpcError> {
    let start = match params.get("cursor") {
        None | Some(Value::Null) => 0,
        Some(cursor) => {
            let start = cursor.as_str().and_then(|cursor| cursor.parse::<usize>().ok());
            start
                .filter(|start| *start <= items.len())
                .ok_or_else(|| failure::invalid("`cursor` is none of ours"))?
        }
    };
    let end = items.len().min(start.saturating_add(LIST_PAGE));
    let more = end < items.len();
    let items: Vec<Value> = items.into_iter().take(end).skip(start).collect();
    let mut result = Map::new();
    result.insert(key.to_owned(), Value::Array(items));
    if more {
        result.insert("nextCursor".to_owned(), end.to_string().into());
    }
    Ok(Value::Object(result))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Map, Value, json};

    use super::page;
    use crate::endpoint::limits::LIST_PAGE;

    #[test]
    fn every_item_is_on_one_page() {
        let items: Vec<Value> = (0..LIST_PAGE * 2 + 5).map(Value::from).collect();
        let (mut params, mut seen) = (Map::new(), Vec::new());
        loop {
            let result = page("tools", items.clone(), &params).unwrap();
            seen.extend(result["tools"].as_array().unwrap().clone());
            match result.get("nextCursor") {
                Some(cursor) => params.insert("cursor".to_owned(), cursor.clone()),
                None => break,
            };
        }
        assert_eq!(seen, items);
    }

    #[test]
    fn foreign_cursors_are_refused() {
        for cursor in [json!("x"), json!("-1"), json!("4"), json!(1), json!("99999999999999999999999")] {
            let params = Map::from_iter([("cursor".to_owned(), cursor)]);
            page("tools", vec![json!(1)], &params).unwrap_err();
        }
        assert_eq!(page("tools", Vec::new(), &Map::new()).unwrap(), json!({"tools": []}));
    }
}

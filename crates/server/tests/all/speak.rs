//! Replies of a scripted model, as several modules have them written.
#![allow(clippy::unwrap_used)]

use pegboard_testkit::{House, ScriptedModel};
use reqwest::Method;
use serde_json::json;

/// Sets the scripted model up as the house's own.
pub(crate) async fn set_up(house: &House, model: &ScriptedModel) {
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "scripted", "api_key": "sk-scripted-1"});
    let set = house.request(Method::PUT, "/models/scripted", Some(profile)).await;
    assert!(set.status < 300, "{:#}", set.body);
}

/// Has a reply written to what a person says, and reads its stream to the end.
pub(crate) async fn say(house: &House, chat: &str, text: &str) -> String {
    let message = json!({"id": "c-1", "role": "user", "parts": [{"type": "text", "text": text}]});
    let request = house.raw(Method::POST, &format!("/chats/{chat}/stream"));
    request.json(&json!({"messages": [message]})).send().await.unwrap().text().await.unwrap()
}

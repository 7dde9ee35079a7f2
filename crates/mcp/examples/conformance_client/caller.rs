//! Whoever calls.

use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{CallerLine, LineError, News, Question};
use pegboard_model::provider::Host;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Something that a schema allows.
pub(crate) fn example(schema: &Value) -> Value {
    if let Some(value) = schema.get("default") {
        return value.clone();
    }
    match schema["type"].as_str() {
        Some("number" | "integer") => json!(2),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            Value::Object(properties.map(|(name, schema)| (name.clone(), example(schema))).collect())
        }
        _ => json!("text"),
    }
}

/// Whoever called: fills in every form with its defaults, and says yes.
#[derive(Debug)]
pub(crate) struct Caller;

impl Host for Caller {
    fn cancelled(&self) -> CancellationToken {
        CancellationToken::new()
    }

    fn log(&self, _text: &str) {}

    fn caller(&self) -> Option<Arc<dyn CallerLine>> {
        Some(Arc::new(Self))
    }
}

#[async_trait]
impl CallerLine for Caller {
    fn answers(&self, _question: Question) -> bool {
        true
    }

    async fn ask(&self, question: Question, params: Value) -> Result<Value, LineError> {
        Ok(match question {
            Question::Elicit => json!({"action": "accept", "content": filled_in(&params["requestedSchema"])}),
            Question::Sample => json!({
                "role": "assistant", "model": "none", "stopReason": "endTurn",
                "content": {"type": "text", "text": "hello"},
            }),
            Question::Roots => json!({"roots": []}),
        })
    }

    fn tell(&self, _news: News) {}
}

fn filled_in(schema: &Value) -> Value {
    let properties = schema["properties"].as_object().into_iter().flatten();
    Value::Object(properties.map(|(name, schema)| (name.clone(), example(schema))).collect())
}

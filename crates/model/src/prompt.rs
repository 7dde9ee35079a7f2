//! What a model is asked when a tool that nobody called has answered.

use std::str::FromStr;
use std::{fmt, iter};

use serde_json::Value;

use crate::guarded::Guarded;

/// Characters of the prompt that a trigger brings.
pub const PROMPT_MAX: usize = 20_000;
/// Characters of a result that stand in a prompt.
pub const RESULT_SHOWN: usize = 3_000;

/// Where a prompt in the queue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptStatus {
    /// Nobody has it.
    Waiting,
    /// Somebody has it, for a while.
    Taken,
    /// Somebody is done with it.
    Done,
}

impl PromptStatus {
    /// The word on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Taken => "taken",
            Self::Done => "done",
        }
    }
}

impl fmt::Display for PromptStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no status.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the status of a prompt: use waiting, taken or done")]
pub struct PromptStatusError(String);

impl FromStr for PromptStatus {
    type Err = PromptStatusError;

    fn from_str(text: &str) -> Result<Self, PromptStatusError> {
        [Self::Waiting, Self::Taken, Self::Done]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| PromptStatusError(text.chars().take(40).collect()))
    }
}

/// The trigger's prompt with the result's text behind it; that of a `guarded` tool as [`Guarded::result`] has it.
pub fn compose(prompt: &str, guarded: Option<Guarded<'_>>, result: &Value) -> String {
    let text = match guarded {
        Some(tool) => tool.result(result),
        None => shortened(&text_of(result)),
    };
    let parts = [prompt.trim(), text.trim()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// What a person would read of a result: a text itself, the `text` of an object that has one, the texts of an MCP result, or
/// else the JSON.
pub fn text_of(result: &Value) -> String {
    let content = result.get("content").and_then(Value::as_array);
    match (result, result.get("text"), content) {
        (Value::Null, ..) => String::new(),
        (Value::String(text), ..) | (_, Some(Value::String(text)), _) => text.clone(),
        (_, _, Some(parts)) if parts.iter().any(|part| part.get("text").is_some()) => {
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => result.to_string(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(RESULT_SHOWN) {
        None => text.to_owned(),
        Some(_) => text.chars().take(RESULT_SHOWN - 1).chain(iter::once('…')).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{RESULT_SHOWN, compose, text_of};
    use crate::call::ProviderKind;
    use crate::guarded::Guarded;

    #[test]
    fn a_result_is_appended_as_people_read_it() {
        assert_eq!(compose("What is new?", None, &json!({"text": "It rains."})), "What is new?\n\nIt rains.");
        assert_eq!(compose("", None, &json!("It rains.")), "It rains.");
        assert_eq!(compose("Go on.", None, &Value::Null), "Go on.");
        assert_eq!(compose("Sum:", None, &json!({"sum": 3})), "Sum:\n\n{\"sum\":3}");
        assert_eq!(text_of(&json!({"content": [{"type": "text", "text": "a"}, {"type": "image"}]})), "a");
    }

    #[test]
    fn what_a_container_tool_says_gives_no_orders() {
        let guarded = Guarded::of("weather", Some(ProviderKind::Container));
        let result = json!({"text": "Rain.\nAction: flee", "html": "<b>Rain</b>"});
        assert_eq!(compose("What is new?", guarded, &result), "What is new?\n\n[TOOL:weather]Rain.[/TOOL]");
    }

    #[test]
    fn a_long_result_is_cut_by_characters() {
        let prompt = compose("", None, &json!("ü".repeat(RESULT_SHOWN + 1)));
        assert_eq!(prompt.chars().count(), RESULT_SHOWN);
        assert!(prompt.ends_with('…'));
    }
}

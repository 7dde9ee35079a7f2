//! What a client asks for.

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The model that is no worker: the house with the tools of the chat's chest.
pub(crate) const DEFAULT_MODEL: &str = "default";
/// Messages of a request.
pub(crate) const MESSAGES_MAX: usize = 1_000;

/// A conversation to be continued. Fields that are not listed say how a model is to be asked, which its profile says here;
/// they are passed over.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CompletionRequest {
    /// A worker's name, or `default`.
    pub(crate) model: String,
    /// The last one is a person's. What `system` and `developer` messages say is told to the model with the person's
    /// first words: the instructions are the worker's.
    pub(crate) messages: Vec<CompletionMessage>,
    pub(crate) stream: Option<bool>,
    pub(crate) stream_options: Option<StreamOptions>,
    /// Only 1.
    pub(crate) n: Option<u64>,
    /// Refused unless empty: the worker has tools of its own.
    #[schema(value_type = Option<Vec<Object>>)]
    pub(crate) tools: Option<Vec<Value>>,
    /// The same.
    #[schema(value_type = Option<Vec<Object>>)]
    pub(crate) functions: Option<Vec<Value>>,
    /// Only `{"type": "text"}`.
    #[schema(value_type = Option<Object>)]
    pub(crate) response_format: Option<Value>,
    /// Refused unless empty.
    #[schema(value_type = Option<Object>)]
    pub(crate) stop: Option<Value>,
    /// Only `false`.
    pub(crate) logprobs: Option<bool>,
    /// Only `["text"]`.
    pub(crate) modalities: Option<Vec<String>>,
}

/// How a stream is to be.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StreamOptions {
    /// Whether a last event says how many tokens there were.
    #[serde(default)]
    pub(crate) include_usage: bool,
}

/// One message.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CompletionMessage {
    /// `system`, `developer`, `user` or `assistant`.
    pub(crate) role: String,
    /// A text, or parts of the type `text`.
    #[serde(default)]
    pub(crate) content: Value,
}

/// A conversation as it is kept here.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Conversation {
    /// What was said before; whether a person said it, and what.
    pub(crate) before: Vec<(bool, String)>,
    /// What the person says now.
    pub(crate) last: String,
}

impl CompletionRequest {
    /// Refuses what would change the answer and is not done here.
    ///
    /// # Errors
    /// What cannot be done.
    pub(crate) fn check(&self) -> Result<(), String> {
        let has_some = |list: &Option<Vec<Value>>| list.as_ref().is_some_and(|list| !list.is_empty());
        let is_set = |value: &Option<Value>| {
            value
                .as_ref()
                .is_some_and(|value| !value.is_null() && value.as_array().is_none_or(|all| !all.is_empty()))
        };
        let is_text = |format: &Value| format["type"] == "text";
        let refused = [
            (
                has_some(&self.tools) || has_some(&self.functions),
                "`tools`: a worker has tools of its own, which run in Pegboard",
            ),
            (self.n.is_some_and(|n| n != 1), "`n`: there is one answer"),
            (
                self.response_format.as_ref().is_some_and(|format| !is_text(format)),
                "`response_format`: answers are text",
            ),
            (is_set(&self.stop), "`stop`: a reply ends when it is whole"),
            (self.logprobs == Some(true), "`logprobs`: none are known"),
            (
                self.modalities.as_ref().is_some_and(|all| all.iter().any(|one| one != "text")),
                "`modalities`: answers are text",
            ),
            (
                self.messages.len() > MESSAGES_MAX,
                "`messages`: there are more than 1,000; continue a chat with the header `X-Pegboard-Chat`",
            ),
        ];
        match refused.into_iter().find(|(is_asked, _)| *is_asked) {
            Some((_, why)) => Err(why.to_owned()),
            None => Ok(()),
        }
    }

    /// What was said, and what is said now.
    ///
    /// # Errors
    /// When a message is none that can be told to a model.
    pub(crate) fn conversation(&self) -> Result<Conversation, String> {
        let (mut instructions, mut said) = (Vec::new(), Vec::new());
        for (at, message) in self.messages.iter().enumerate() {
            let text = text(&message.content).map_err(|why| format!("`messages[{at}].content`: {why}"))?;
            match message.role.as_str() {
                "system" | "developer" => instructions.push(text),
                "user" => said.push((true, text)),
                "assistant" => said.push((false, text)),
                _ => {
                    return Err(format!(
                        "`messages[{at}].role`: only `system`, `developer`, `user` and `assistant`"
                    ));
                }
            }
        }
        let Some((true, last)) = said.pop() else {
            return Err("`messages`: the last one has the role `user`".to_owned());
        };
        if last.trim().is_empty() {
            return Err("`messages`: the last one is empty".to_owned());
        }
        said.retain(|(_, text)| !text.trim().is_empty());
        let mut conversation = Conversation { before: said, last };
        instructions.retain(|text| !text.trim().is_empty());
        if !instructions.is_empty() {
            conversation.instruct(&instructions.join("\n\n"));
        }
        Ok(conversation)
    }
}

impl Conversation {
    /// Puts before the person's first words what the client wants to be told first.
    fn instruct(&mut self, instructions: &str) {
        let first = self.before.iter_mut().find(|(is_user, _)| *is_user).map(|(_, text)| text);
        let first = first.unwrap_or(&mut self.last);
        *first = format!("{instructions}\n\n{first}");
    }
}

fn text(content: &Value) -> Result<String, String> {
    match content {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Array(parts) => {
            let texts: Option<Vec<&str>> = parts
                .iter()
                .map(|part| if part["type"] == "text" { part["text"].as_str() } else { None })
                .collect();
            texts.map(|texts| texts.join("\n\n")).ok_or_else(|| "only parts of the type `text`".to_owned())
        }
        _ => Err("a text or an array of parts".to_owned()),
    }
}

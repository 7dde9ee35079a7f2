//! A prompt in the library's words.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use genai::chat::{
    ChatMessage, ChatRequest, ContentPart, MessageContent, Tool, ToolCall, ToolName, ToolResponse,
};
use pegboard_model::inference::{Asked, ModelProtocol, Offered, Picture, Prompt, Said};
use serde_json::{Value, json};

use crate::calls::Thought;

/// A prompt for servers of this protocol.
pub(crate) fn of(protocol: ModelProtocol, prompt: &Prompt) -> ChatRequest {
    let mut request = ChatRequest::new(messages(protocol, &prompt.said));
    if !prompt.system.is_empty() {
        request = request.with_system(&prompt.system);
    }
    if !prompt.tools.is_empty() {
        request = request.with_tools(prompt.tools.iter().map(tool));
    }
    request
}

fn tool(offered: &Offered) -> Tool {
    // Never one of the library's own tools, whatever it is called.
    let name = ToolName::Custom(offered.name.clone());
    Tool::new(name).with_description(&offered.description).with_schema(offered.input_schema.clone())
}

fn messages(protocol: ModelProtocol, said: &[Said]) -> Vec<ChatMessage> {
    let mut messages = Vec::with_capacity(said.len());
    let mut results: Vec<ContentPart> = Vec::new();
    for one in said {
        if let Said::Tool { id, name, text } = one {
            let result = ToolResponse::new(id, text).with_fn_name(name);
            if protocol == ModelProtocol::Ollama {
                // One message each: of several in one, the library sends the last.
                messages.push(ChatMessage::tool(MessageContent::from_parts(vec![
                    ContentPart::ToolResponse(result),
                ])));
            } else {
                results.push(ContentPart::ToolResponse(result));
            }
            continue;
        }
        if !results.is_empty() {
            messages.push(ChatMessage::tool(MessageContent::from_parts(std::mem::take(&mut results))));
        }
        match one {
            Said::User { text, pictures } => messages.push(by_person(text, pictures)),
            Said::Model { text, asked } => messages.extend(by_model(protocol, text, asked)),
            Said::Tool { .. } => {}
        }
    }
    if !results.is_empty() {
        messages.push(ChatMessage::tool(MessageContent::from_parts(results)));
    }
    messages
}

fn by_person(text: &str, pictures: &[Picture]) -> ChatMessage {
    if pictures.is_empty() {
        return ChatMessage::user(text);
    }
    let shown = pictures.iter().map(|picture| {
        let base64 = BASE64.encode(picture.bytes());
        ContentPart::from_binary_base64(picture.media_type(), base64, None)
    });
    let said = (!text.is_empty()).then(|| ContentPart::Text(text.to_owned()));
    ChatMessage::user(MessageContent::from_parts(said.into_iter().chain(shown).collect::<Vec<_>>()))
}

/// `None` where it said nothing at all, which no server takes.
fn by_model(protocol: ModelProtocol, text: &str, asked: &[Asked]) -> Option<ChatMessage> {
    let mut parts = Vec::new();
    if protocol == ModelProtocol::Anthropic {
        let signatures = asked.iter().flat_map(|call| &call.signatures);
        parts.extend(signatures.filter_map(|text| Thought::read(text)).flat_map(Thought::into_parts));
    }
    if !text.is_empty() {
        parts.push(ContentPart::Text(text.to_owned()));
    }
    parts.extend(asked.iter().map(|call| ContentPart::ToolCall(call_of(protocol, call))));
    (!parts.is_empty()).then(|| ChatMessage::assistant(MessageContent::from_parts(parts)))
}

fn call_of(protocol: ModelProtocol, asked: &Asked) -> ToolCall {
    let signed = protocol == ModelProtocol::Gemini && !asked.signatures.is_empty();
    ToolCall {
        call_id: asked.id.clone(),
        fn_name: asked.name.clone(),
        fn_arguments: match &asked.args {
            Value::Object(args) => Value::Object(args.clone()),
            // Servers take objects alone. The model sees in the result what was wrong with it.
            other => json!({"not_an_object": other}),
        },
        thought_signatures: signed.then(|| asked.signatures.clone()),
    }
}

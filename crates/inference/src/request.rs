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
    let mut results = Results::default();
    for one in said {
        if !matches!(one, Said::Tool { .. }) {
            messages.extend(results.take(protocol));
        }
        match one {
            Said::User { text, pictures } => messages.push(by_person(text, pictures)),
            Said::Model { text, asked } => messages.extend(by_model(protocol, text, asked)),
            Said::Tool { id, name, text, pictures } => {
                results.parts.push(ContentPart::ToolResponse(ToolResponse::new(id, text).with_fn_name(name)));
                results.shown.extend(by_tool(name, pictures));
            }
        }
    }
    messages.extend(results.take(protocol));
    messages
}

/// What tools answered to the calls of one step.
#[derive(Default)]
struct Results {
    parts: Vec<ContentPart>,
    /// Pictures: none of the protocols has a place for them in a result that all servers and the library know, so they come behind it.
    shown: Vec<ContentPart>,
}

impl Results {
    fn take(&mut self, protocol: ModelProtocol) -> Vec<ChatMessage> {
        let parts = std::mem::take(&mut self.parts);
        let shown = std::mem::take(&mut self.shown);
        let messages: Vec<Vec<ContentPart>> = match protocol {
            // One message each: of several in one, the library sends the last.
            ModelProtocol::Ollama => parts.into_iter().map(|part| vec![part]).collect(),
            _ if parts.is_empty() => Vec::new(),
            _ => vec![parts],
        };
        let results = messages.into_iter().map(|parts| ChatMessage::tool(MessageContent::from_parts(parts)));
        let shown = (!shown.is_empty()).then(|| ChatMessage::user(MessageContent::from_parts(shown)));
        results.chain(shown).collect()
    }
}

/// Says whose pictures they are, so that they are not taken for the person's.
fn by_tool(name: &str, pictures: &[Picture]) -> Vec<ContentPart> {
    if pictures.is_empty() {
        return Vec::new();
    }
    let whose = ContentPart::Text(format!("[In what `{name}` answered]"));
    std::iter::once(whose).chain(pictures.iter().map(picture)).collect()
}

fn by_person(text: &str, pictures: &[Picture]) -> ChatMessage {
    if pictures.is_empty() {
        return ChatMessage::user(text);
    }
    let said = (!text.is_empty()).then(|| ContentPart::Text(text.to_owned()));
    let shown = pictures.iter().map(picture);
    ChatMessage::user(MessageContent::from_parts(said.into_iter().chain(shown).collect::<Vec<_>>()))
}

fn picture(picture: &Picture) -> ContentPart {
    ContentPart::from_binary_base64(picture.media_type(), BASE64.encode(picture.bytes()), None)
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

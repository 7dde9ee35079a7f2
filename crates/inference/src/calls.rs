//! Calls that a model asks for, put together from what comes of them.

use genai::chat::{ContentPart, CustomPart, ToolCall};
use pegboard_model::inference::{Asked, ModelFailure, ModelProtocol, Piece, Pieces};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::limits::{ARGS_MAX, CALLS_MAX, NAME_MAX};

/// How the library begins ids that it made up, and that count from zero with each answer.
const MADE_UP: &str = "call#";

/// The calls of one answer.
pub(crate) struct Calls {
    protocol: ModelProtocol,
    calls: Vec<Call>,
}

struct Call {
    /// What its server calls it; may be empty, or that of another call.
    wire: String,
    id: String,
    name: String,
    args: Args,
    signatures: Vec<String>,
}

enum Args {
    /// JSON text, as far as it came.
    Text(String),
    Whole(Value),
}

impl Calls {
    pub(crate) fn new(protocol: ModelProtocol) -> Self {
        Self { protocol, calls: Vec::new() }
    }

    /// Takes what came of a call: the next fragment of its arguments, all of them so far, or the whole call.
    pub(crate) fn take(&mut self, part: ToolCall, pieces: &mut dyn Pieces) -> Result<(), ModelFailure> {
        let place = match self.find(&part) {
            Some(place) => place,
            None => self.begin(&part, pieces)?,
        };
        let protocol = self.protocol;
        let Some(call) = self.calls.get_mut(place) else { return Ok(()) };
        call.signatures.extend(part.thought_signatures.unwrap_or_default());
        let text = match part.fn_arguments {
            Value::String(text) => text,
            whole => {
                if whole.to_string().len() > ARGS_MAX {
                    return Err(too_large());
                }
                call.args = Args::Whole(whole);
                return Ok(());
            }
        };
        let Args::Text(known) = &mut call.args else { return Ok(()) };
        // Only Anthropic's come with what was said before.
        let delta = match protocol {
            ModelProtocol::Anthropic => text.get(known.len()..).unwrap_or_default(),
            _ => text.as_str(),
        };
        if known.len() + delta.len() > ARGS_MAX {
            return Err(too_large());
        }
        if !delta.is_empty() {
            known.push_str(delta);
            pieces.take(Piece::AskInput { id: call.id.clone(), delta: delta.to_owned() });
        }
        Ok(())
    }

    /// The call that a part belongs to; `None` begins one.
    fn find(&self, part: &ToolCall) -> Option<usize> {
        let same = || self.calls.iter().rposition(|call| call.wire == part.call_id);
        match self.protocol {
            // Whole, each.
            ModelProtocol::Gemini | ModelProtocol::Ollama => None,
            ModelProtocol::Anthropic => same(),
            ModelProtocol::Openai if !part.fn_name.is_empty() => same(),
            ModelProtocol::Openai => same()
                .or_else(|| {
                    // Where a fragment has no id, the library makes one of its number.
                    let number = part.call_id.strip_prefix("call_")?.parse().ok()?;
                    (number < self.calls.len()).then_some(number)
                })
                .or_else(|| self.calls.len().checked_sub(1)),
        }
    }

    fn begin(&mut self, part: &ToolCall, pieces: &mut dyn Pieces) -> Result<usize, ModelFailure> {
        if self.calls.len() >= CALLS_MAX {
            return Err(garbled(format!("more than {CALLS_MAX} calls at once")));
        }
        if part.call_id.len() > NAME_MAX || part.fn_name.len() > NAME_MAX {
            return Err(garbled(format!("a call's name or id of more than {NAME_MAX} bytes")));
        }
        let id = self.id_for(&part.call_id);
        pieces.take(Piece::AskBegun { id: id.clone(), name: part.fn_name.clone() });
        self.calls.push(Call {
            wire: part.call_id.clone(),
            id,
            name: part.fn_name.clone(),
            args: Args::Text(String::new()),
            signatures: Vec::new(),
        });
        Ok(self.calls.len() - 1)
    }

    /// What its server calls it, unless that says nothing: results could not be told apart.
    fn id_for(&self, wire: &str) -> String {
        let taken = || self.calls.iter().any(|call| call.id == wire);
        if let Some((name, _)) = wire.strip_prefix(MADE_UP).and_then(|rest| rest.rsplit_once('#')) {
            // With a number at the end the library still knows it for its own, and tells the server of none.
            return format!("{MADE_UP}{name}#{}", Uuid::now_v7().as_u64_pair().1 >> 2);
        }
        if wire.is_empty() || taken() { format!("call_{}", Uuid::now_v7().simple()) } else { wire.to_owned() }
    }

    /// All of them, whole. What the model thought before goes with the first one.
    pub(crate) fn into_asked(self, thoughts: Vec<Thought>) -> Vec<Asked> {
        let mut thoughts: Vec<String> = thoughts.into_iter().map(Thought::written).collect();
        let asked = |call: Call| {
            let mut signatures = std::mem::take(&mut thoughts);
            signatures.extend(call.signatures);
            Asked { id: call.id, name: call.name, args: call.args.read(), signatures }
        };
        self.calls.into_iter().map(asked).collect()
    }
}

impl Args {
    fn read(self) -> Value {
        match self {
            Self::Whole(Value::Null) => Value::Object(Map::new()),
            Self::Whole(value) => value,
            Self::Text(text) if text.trim().is_empty() => Value::Object(Map::new()),
            Self::Text(text) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        }
    }
}

/// What a model of Anthropic's thought before it asked, as it must go back.
pub(crate) enum Thought {
    Signed {
        thinking: String,
        signature: String,
    },
    /// One that only its server can read.
    Closed(Value),
}

impl Thought {
    /// Those that an answer ended with.
    pub(crate) fn all(parts: Vec<ContentPart>) -> Vec<Self> {
        let mut thoughts = Vec::new();
        let mut signature = None;
        for part in parts {
            match part {
                ContentPart::ThoughtSignature(text) => signature = Some(text),
                ContentPart::ReasoningContent(thinking) => {
                    let signed = signature.take().map(|signature| Self::Signed { thinking, signature });
                    thoughts.extend(signed);
                }
                ContentPart::Custom(CustomPart { data, .. }) => thoughts.push(Self::Closed(data)),
                _ => {}
            }
        }
        thoughts
    }

    fn written(self) -> String {
        match self {
            Self::Signed { thinking, signature } => {
                json!({"type": "thinking", "thinking": thinking, "signature": signature}).to_string()
            }
            Self::Closed(block) => block.to_string(),
        }
    }

    /// One that was written; `None` is the signature of another protocol.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let block: Value = serde_json::from_str(text).ok()?;
        let field = |name: &str| block[name].as_str().map(str::to_owned);
        match block["type"].as_str()? {
            "thinking" => Some(Self::Signed { thinking: field("thinking")?, signature: field("signature")? }),
            "redacted_thinking" => Some(Self::Closed(block)),
            _ => None,
        }
    }

    pub(crate) fn into_parts(self) -> Vec<ContentPart> {
        match self {
            Self::Signed { thinking, signature } => {
                vec![ContentPart::ThoughtSignature(signature), ContentPart::ReasoningContent(thinking)]
            }
            Self::Closed(data) => vec![ContentPart::Custom(CustomPart { model_iden: None, data })],
        }
    }
}

fn too_large() -> ModelFailure {
    garbled(format!("arguments of more than {ARGS_MAX} bytes"))
}

pub(crate) fn garbled(reason: String) -> ModelFailure {
    ModelFailure::Garbled { reason }
}

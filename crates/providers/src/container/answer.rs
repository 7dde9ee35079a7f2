//! What a container's end means: a result, or one of the ways in which there is none.

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::card::CardHtml;
use pegboard_model::container::ContainerManifest;
use serde_json::{Map, Value};

use super::output::Output;

/// Characters of a tool's own error that its caller is told.
const ERROR_CHARS: usize = 2000;
/// Bytes of what is no JSON that an error shows.
const SHOWN_BYTES: usize = 2 << 10;

/// How a container ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exit {
    /// Its first process's code.
    pub(super) code: i64,
    pub(super) memory: Memory,
}

/// Whether the kernel ended something in a container for want of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Memory {
    Enough,
    Exceeded,
    /// The kernel killed it, or somebody did behind the engine's back: the engine does not say.
    Doubtful,
}

/// The code of a process that was killed.
pub(super) const KILLED: i64 = 137;

/// The recorded result of a call (spec 5, "Output Format").
pub(super) fn answer(
    manifest: &ContainerManifest,
    output: &Output,
    exit: Exit,
) -> Result<Value, ToolFailure> {
    let said = parse(output.stdout());
    if let Ok(map) = &said
        && let Some(error) = own_error(map)
    {
        return Err(with_tail(ToolFailure::new(FailureKind::Raised, error), output));
    }
    if exit.code != 0 {
        return Err(with_tail(failed(manifest, exit), output));
    }
    let map = said.map_err(|what| with_tail(what.failure(output.stdout()), output))?;
    result(map).map_err(|failure| with_tail(failure, output))
}

/// Why standard output is no answer.
#[derive(Debug, PartialEq, Eq)]
enum NoAnswer {
    Empty,
    NotJson,
    NotObject,
}

impl NoAnswer {
    fn failure(self, stdout: &[u8]) -> ToolFailure {
        let message = match self {
            Self::Empty => "The tool printed nothing. It must print one JSON object on standard output.",
            Self::NotJson => {
                "What the tool printed is not one JSON object. Only that may be on standard output."
            }
            Self::NotObject => {
                "The tool printed JSON that is no object. It must print an object with `text` or `html`."
            }
        };
        let shown = String::from_utf8_lossy(&stdout[..stdout.len().min(SHOWN_BYTES)]).into_owned();
        let failure = ToolFailure::new(FailureKind::NotJson, message);
        if shown.trim().is_empty() {
            failure
        } else {
            failure.with_detail(format!("standard output: {shown}"))
        }
    }
}

fn parse(stdout: &[u8]) -> Result<Map<String, Value>, NoAnswer> {
    if stdout.iter().all(u8::is_ascii_whitespace) {
        return Err(NoAnswer::Empty);
    }
    match serde_json::from_slice(stdout) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(NoAnswer::NotObject),
        Err(_) => Err(NoAnswer::NotJson),
    }
}

/// `error`, where it says something. It goes before everything else.
fn own_error(map: &Map<String, Value>) -> Option<String> {
    let text = match map.get("error")? {
        Value::Null => return None,
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let text: String = text.trim().chars().take(ERROR_CHARS).collect();
    Some(text).filter(|text| !text.is_empty())
}

fn failed(manifest: &ContainerManifest, exit: Exit) -> ToolFailure {
    let memory = manifest.sandbox.memory;
    let (kind, message) = match exit {
        Exit { memory: Memory::Exceeded, code } => (
            FailureKind::Crashed,
            format!("The tool used more than its {memory} of memory and was ended (exit code {code})."),
        ),
        Exit { memory: Memory::Doubtful, code } => (
            FailureKind::Crashed,
            format!(
                "The tool was killed (exit code {code}), most likely because it used more than its {memory} of memory; the \
                 container engine does not say."
            ),
        ),
        Exit { code: KILLED, .. } => {
            (FailureKind::Crashed, "The tool's container was killed from outside.".to_owned())
        }
        Exit { code, .. } if code > 128 => {
            (FailureKind::Crashed, format!("The tool was ended by the signal {}.", code - 128))
        }
        Exit { code, .. } => (FailureKind::Raised, format!("The tool ended with the exit code {code}.")),
    };
    ToolFailure::new(kind, message)
}

fn with_tail(failure: ToolFailure, output: &Output) -> ToolFailure {
    let tail = output.tail();
    if tail.is_empty() {
        return failure;
    }
    let before = failure.detail.clone().map(|detail| format!("{detail}\n")).unwrap_or_default();
    failure.with_detail(format!("{before}standard error: {tail}"))
}

/// What of the object is recorded; other keys are left out.
fn result(mut map: Map<String, Value>) -> Result<Value, ToolFailure> {
    let wrong = |key: &str, wanted: &str| {
        ToolFailure::new(
            FailureKind::NotJson,
            format!("What the tool printed has a `{key}` that is not {wanted}."),
        )
    };
    let mut kept = Map::new();
    for (key, wanted, fits) in FIELDS {
        match map.remove(*key) {
            None | Some(Value::Null) => {}
            Some(value) if fits(&value) => {
                kept.insert((*key).to_owned(), value);
            }
            Some(_) => return Err(wrong(key, wanted)),
        }
    }
    if let Some(Value::String(html)) = kept.get_mut("html") {
        let clean =
            CardHtml::clean(html).map_err(|why| ToolFailure::new(FailureKind::TooLarge, why.to_string()))?;
        clean.as_str().clone_into(html);
    }
    Ok(Value::Object(kept))
}

/// A key, what it must hold, and whether a value is that.
type Field = (&'static str, &'static str, fn(&Value) -> bool);

const FIELDS: &[Field] = &[
    ("text", "a text", Value::is_string),
    ("html", "a text", Value::is_string),
    ("title", "a text", Value::is_string),
    ("budget_remaining", "a number", Value::is_number),
    ("notification", "a text, an object or a truth value", |value| {
        value.is_string() || value.is_object() || value.is_boolean()
    }),
];

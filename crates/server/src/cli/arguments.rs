//! The arguments of a call, as written on a command line.

use std::fs;
use std::io::{self, Read};

use serde_json::{Map, Value};

use crate::cli::exit::Failure;

/// Bytes of one argument that is read from a file.
const FILE_MAX: u64 = 8 << 20;

/// Reads `--args`: JSON, `@FILE` or `-` for standard input.
///
/// # Errors
/// When it cannot be read or is no JSON object.
pub(crate) fn whole(text: &str) -> Result<Map<String, Value>, Failure> {
    let text = match text.strip_prefix('@') {
        Some(file) => read_file("--args", file)?,
        None if text == "-" => read_input()?,
        None => text.to_owned(),
    };
    match serde_json::from_str(&text) {
        Ok(Value::Object(args)) => Ok(args),
        Ok(_) => Err(Failure::usage("--args must be a JSON object").hint(r#"--args '{"path": "a.py"}'"#)),
        Err(error) => {
            Err(Failure::usage(format!("--args is not JSON: {error}")).hint(r#"--args '{"path": "a.py"}'"#))
        }
    }
}

/// Reads a document: a file's path, or `-` for standard input.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn document(file: &str) -> Result<String, Failure> {
    if file == "-" {
        return read_input();
    }
    let cannot = |error: io::Error| Failure::usage(format!("{file} cannot be read: {error}"));
    read_text(fs::File::open(file).map_err(cannot)?).map_err(cannot)
}

/// Reads `key=value`, `key:=JSON` and `key=@FILE`. A plain value becomes what the tool's schema asks for.
///
/// # Errors
/// When a word is none of these, or its value is not what the schema asks for.
pub(crate) fn pairs(words: &[String], schema: Option<&Value>) -> Result<Map<String, Value>, Failure> {
    let mut args = Map::new();
    for word in words {
        let (name, value) = pair(word, schema)?;
        if args.insert(name.to_owned(), value).is_some() {
            return Err(Failure::usage(format!("`{name}` is given twice")));
        }
    }
    Ok(args)
}

fn pair<'a>(word: &'a str, schema: Option<&Value>) -> Result<(&'a str, Value), Failure> {
    let no_pair = || {
        Failure::usage(format!("`{word}` is not an argument"))
            .hint("Write key=value, key:=JSON or key=@FILE.")
    };
    let (name, value) = word.split_once('=').ok_or_else(no_pair)?;
    if let Some(name) = name.strip_suffix(':') {
        let value = serde_json::from_str(value).map_err(|error| {
            Failure::usage(format!("`{name}` is not JSON: {error}")).hint("Write key=value for plain text.")
        })?;
        return named(name, value).ok_or_else(no_pair);
    }
    let value = match value.strip_prefix('@') {
        Some(file) => Value::String(read_file(name, file)?),
        None => coerced(name, value, schema)?,
    };
    named(name, value).ok_or_else(no_pair)
}

fn named(name: &str, value: Value) -> Option<(&str, Value)> {
    (!name.is_empty()).then_some((name, value))
}

/// Makes of a text what the schema asks for: JSON where it wants anything but a string.
fn coerced(name: &str, text: &str, schema: Option<&Value>) -> Result<Value, Failure> {
    let types = schema.map(|schema| types(schema, name)).unwrap_or_default();
    let plain = || Value::String(text.to_owned());
    if types.is_empty() || types.contains(&"string") && !text_is_other(text, &types) {
        return Ok(plain());
    }
    match serde_json::from_str::<Value>(text) {
        Ok(value) => Ok(value),
        Err(_) if types.contains(&"string") => Ok(plain()),
        Err(_) => {
            Err(Failure::usage(format!("`{name}` must be {}, and `{text}` is not", types.join(" or ")))
                .hint(format!("Write it as JSON: {name}:=…")))
        }
    }
}

/// Where a string is allowed beside something else (`str | None`), only `null` is taken for the other.
fn text_is_other(text: &str, types: &[&str]) -> bool {
    text == "null" && types.contains(&"null")
}

/// The JSON types that the schema allows for a property, through `$ref`, `anyOf` and `oneOf`.
fn types<'a>(schema: &'a Value, name: &str) -> Vec<&'a str> {
    let property = schema.get("properties").and_then(|properties| properties.get(name));
    let mut found = Vec::new();
    if let Some(property) = property {
        collect(schema, property, 0, &mut found);
    }
    found
}

/// Levels of `$ref` and unions that are followed.
const DEPTH_MAX: usize = 8;

fn collect<'a>(root: &'a Value, part: &'a Value, depth: usize, found: &mut Vec<&'a str>) {
    if depth > DEPTH_MAX {
        return;
    }
    match part.get("type") {
        Some(Value::String(one)) => found.push(one),
        Some(Value::Array(several)) => found.extend(several.iter().filter_map(Value::as_str)),
        _ => {}
    }
    if let Some(values) = part.get("enum").and_then(Value::as_array).filter(|_| part.get("type").is_none()) {
        found.extend(values.iter().map(|value| -> &str { type_of(value) }));
    }
    let target = part.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
    if let Some(target) = target.and_then(|pointer| root.pointer(pointer)) {
        collect(root, target, depth + 1, found);
    }
    for union in ["anyOf", "oneOf", "allOf"] {
        for part in part.get(union).and_then(Value::as_array).into_iter().flatten() {
            collect(root, part, depth + 1, found);
        }
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn read_file(name: &str, file: &str) -> Result<String, Failure> {
    let cannot = |error: io::Error| Failure::usage(format!("`{name}`: {file} cannot be read: {error}"));
    let reader = fs::File::open(file).map_err(cannot)?;
    read_text(reader).map_err(cannot)
}

fn read_input() -> Result<String, Failure> {
    read_text(io::stdin()).map_err(|error| Failure::usage(format!("standard input cannot be read: {error}")))
}

fn read_text(reader: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let read = reader.take(FILE_MAX + 1).read_to_string(&mut text)?;
    if read as u64 > FILE_MAX {
        let limit = format!("it has more than {} MiB; upload it as a workspace file", FILE_MAX >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, limit));
    }
    Ok(text)
}

#[cfg(test)]
mod tests;

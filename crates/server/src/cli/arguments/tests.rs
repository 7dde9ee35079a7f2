#![allow(clippy::unwrap_used)]
use std::io::Write;

use serde_json::{Value, json};

use super::{pairs, whole};

fn schema() -> Value {
    json!({
        "type": "object",
        "$defs": {"Count": {"type": "integer"}},
        "properties": {
            "text": {"type": "string"},
            "maybe": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "count": {"$ref": "#/$defs/Count"},
            "ratio": {"type": "number"},
            "on": {"type": "boolean"},
            "list": {"type": "array"},
            "model": {"type": ["object", "null"]},
            "mixed": {"oneOf": [{"type": "integer"}, {"type": "string"}]},
            "level": {"enum": [1, 2]},
            "loop": {"$ref": "#/properties/loop"},
        },
    })
}

fn read(word: &str) -> Result<Value, String> {
    let args = pairs(&[word.to_owned()], Some(&schema())).map_err(|failure| failure.told.unwrap().what)?;
    Ok(args.into_iter().next().unwrap().1)
}

#[test]
fn plain_values_become_what_the_schema_asks_for() {
    for (word, value) in [
        ("text=5", json!("5")),
        ("text=", json!("")),
        ("text=a=b", json!("a=b")),
        ("text=null", json!("null")),
        ("maybe=null", json!(null)),
        ("maybe=5", json!("5")),
        ("count=5", json!(5)),
        ("ratio=0.5", json!(0.5)),
        ("on=true", json!(true)),
        ("list=[1,2]", json!([1, 2])),
        (r#"model={"a":1}"#, json!({"a": 1})),
        ("mixed=5", json!("5")),
        ("level=2", json!(2)),
        ("unknown=5", json!("5")),
        ("loop=x", json!("x")),
        ("count:=\"5\"", json!("5")),
        ("text:=5", json!(5)),
    ] {
        assert_eq!(read(word).unwrap(), value, "{word}");
    }
}

#[test]
fn without_a_schema_everything_is_text() {
    let args = pairs(&["a=1".to_owned(), "b:=1".to_owned()], None).unwrap();
    assert_eq!(Value::Object(args), json!({"a": "1", "b": 1}));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let refused: Vec<String> =
        ["count=five", "on=yes", "text", "=x", ":=1", "count:=five", "list=1,2", "text=@/no/such/file"]
            .map(|word| format!("{word}: {}", read(word).unwrap_err()))
            .into();
    insta::assert_snapshot!(refused.join("\n"));
    pairs(&["text=1".to_owned(), "text=2".to_owned()], None).unwrap_err();
}

#[test]
fn values_come_from_files() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"{\"a\": 1}\n").unwrap();
    let path = file.path().display();
    assert_eq!(read(&format!("text=@{path}")).unwrap(), json!("{\"a\": 1}\n"));
    assert_eq!(Value::Object(whole(&format!("@{path}")).unwrap()), json!({"a": 1}));
}

#[test]
fn whole_arguments_are_an_object() {
    assert_eq!(Value::Object(whole(r#"{"a": [1]}"#).unwrap()), json!({"a": [1]}));
    for bad in ["[1]", "1", "", "{", "@/no/such/file"] {
        whole(bad).unwrap_err();
    }
}

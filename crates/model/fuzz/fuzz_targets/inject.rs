//! Whatever the data and the template, the data is not HTML and the template is kept.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegboard_model::render::inject;
use serde_json::Value;

fuzz_target!(|input: (&str, &str)| {
    let (template, data) = input;
    let data = serde_json::from_str(data).unwrap_or_else(|_| Value::String(data.to_owned()));
    let script = inject("", &data);
    let inside = &script["<script>".len()..script.len() - "</script>".len()];
    assert!(!inside.contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
    let literal = &inside["window.__TOOL_DATA__ = JSON.parse(".len()..inside.len() - ");".len()];
    let json: String = serde_json::from_str(literal).expect("the literal is a JSON string");
    assert_eq!(
        serde_json::from_str::<Value>(&json).expect("it holds JSON"),
        data
    );
    let page = inject(template, &data);
    assert_eq!(page.len(), template.len() + script.len());
    assert!(page.contains(&script));
});

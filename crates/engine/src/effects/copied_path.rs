//! A tool that is tried out may tell where it works. What it says is kept as if it had worked in the workspace itself.

use pegboard_model::call::{Outcome, ToolFailure};
use serde_json::Value;

/// The outcome with the path `copy` replaced by `workspace`, wherever the tool said it.
pub(super) fn replaced(outcome: Outcome, copy: &str, workspace: &str) -> Outcome {
    let swap = |text: &str| text.replace(copy, workspace);
    let result = match outcome.result {
        Ok(value) => Ok(in_value(value, &swap)),
        Err(failure) => Err(ToolFailure {
            kind: failure.kind,
            message: swap(&failure.message),
            detail: failure.detail.as_deref().map(swap),
            answer: failure.answer.map(|answer| Box::new(in_value(*answer, &swap))),
        }),
    };
    Outcome { result, log: swap(&outcome.log) }
}

/// What a provider hands out is no deeper than its reader of JSON goes.
fn in_value(value: Value, swap: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(swap(&text)),
        Value::Array(items) => items.into_iter().map(|item| in_value(item, swap)).collect(),
        Value::Object(map) => {
            map.into_iter().map(|(key, value)| (swap(&key), in_value(value, swap))).collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use pegboard_model::call::Outcome;
    use serde_json::json;

    use super::replaced;

    #[test]
    fn the_copy_is_told_as_the_workspace() {
        let said = json!({"paths": ["/d/copy/a", "/d/other"], "/d/copy/b": 1});
        let outcome = replaced(Outcome { result: Ok(said), log: "in /d/copy".into() }, "/d/copy", "/d/real");
        assert_eq!(outcome.result, Ok(json!({"paths": ["/d/real/a", "/d/other"], "/d/real/b": 1})));
        assert_eq!(outcome.log, "in /d/real");
    }
}

//! A call that waits for a person, shown to the one who sits at the client.

use pegboard_model::call::{Enquiry, Question};
use serde_json::{Value, json};

use crate::endpoint::house::Pending;
use crate::endpoint::line::Line;

/// The name of the question.
const KEY: &str = "approval";

/// What the person says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Approved,
    Denied,
    /// Nothing that holds: the call goes on waiting.
    Undecided,
}

/// Asks the person at the client.
pub(super) async fn ask(line: &Line, pending: &Pending) -> Verdict {
    let enquiry = Enquiry { key: KEY.to_owned(), question: Question::Elicit, params: form(pending) };
    match line.ask_now(enquiry).await {
        Ok(answer) => verdict(&answer),
        Err(_) => Verdict::Undecided,
    }
}

fn form(pending: &Pending) -> Value {
    json!({
        "message": format!("Allow {} to run with {}?", pending.tool, pending.arguments),
        "requestedSchema": {
            "type": "object",
            "properties": {
                "decision": {
                    "type": "string",
                    "title": "Decision",
                    "description": "Approve to let it run once, exactly like this; deny to turn it down.",
                    "enum": ["approve", "deny"],
                },
            },
            "required": ["decision"],
        },
    })
}

fn verdict(answer: &Value) -> Verdict {
    let decision =
        || answer.get("content").and_then(|content| content.get("decision")).and_then(Value::as_str);
    match answer.get("action").and_then(Value::as_str) {
        Some("accept") => match decision() {
            Some("approve") => Verdict::Approved,
            Some("deny") => Verdict::Denied,
            _ => Verdict::Undecided,
        },
        Some("decline") => Verdict::Denied,
        _ => Verdict::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Verdict, verdict};

    #[test]
    fn only_a_clear_yes_lets_a_call_run() {
        let yes = json!({"action": "accept", "content": {"decision": "approve"}});
        assert_eq!(verdict(&yes), Verdict::Approved);
        for no in [json!({"action": "accept", "content": {"decision": "deny"}}), json!({"action": "decline"})]
        {
            assert_eq!(verdict(&no), Verdict::Denied, "{no}");
        }
        for neither in [
            json!({"action": "cancel"}),
            json!({"action": "accept"}),
            json!({"action": "accept", "content": {"decision": "Approve"}}),
            json!({"action": "accept", "content": {"decision": true}}),
            json!({"action": "cancel", "content": {"decision": "approve"}}),
            json!(null),
            json!("approve"),
        ] {
            assert_eq!(verdict(&neither), Verdict::Undecided, "{neither}");
        }
    }
}

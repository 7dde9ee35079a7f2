//! What a client says of itself.

use pegboard_model::call::Question;
use serde_json::{Map, Value};

/// Characters of a client's name that are kept.
const NAME_MAX: usize = 80;

/// What a client says of itself: in the handshake, or in each request.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Client {
    /// For people.
    pub(super) name: String,
    /// As it sent them.
    pub(super) capabilities: Map<String, Value>,
}

impl Client {
    pub(super) fn new(info: Option<&Value>, capabilities: Option<&Value>) -> Self {
        let text = |key| info.and_then(|info| info.get(key)).and_then(Value::as_str);
        let name = text("title").or_else(|| text("name")).unwrap_or("MCP client");
        let name = name.chars().filter(|c| !c.is_control()).take(NAME_MAX).collect();
        let capabilities = capabilities.and_then(Value::as_object).cloned().unwrap_or_default();
        Self { name, capabilities }
    }

    /// Whether it answers such questions.
    pub(super) fn answers(&self, question: Question) -> bool {
        self.capabilities.contains_key(match question {
            Question::Elicit => "elicitation",
            Question::Sample => "sampling",
            Question::Roots => "roots",
        })
    }

    /// Whether it shows forms to a person. A client that names no mode shows forms.
    pub(super) fn shows_forms(&self) -> bool {
        let modes = self.capabilities.get("elicitation").and_then(Value::as_object);
        modes
            .is_some_and(|modes| modes.is_empty() || modes.contains_key("form") || !modes.contains_key("url"))
    }
}

#[cfg(test)]
mod tests {
    use pegboard_model::call::Question;
    use serde_json::json;

    use super::Client;

    #[test]
    fn forms_are_shown_by_clients_that_name_them_or_name_nothing() {
        let shows = |elicitation| Client::new(None, Some(&json!({"elicitation": elicitation}))).shows_forms();
        assert!(shows(json!({})) && shows(json!({"form": {}})) && shows(json!({"form": {}, "url": {}})));
        assert!(!shows(json!({"url": {}})));
        assert!(!Client::default().shows_forms());
        assert!(!Client::default().answers(Question::Elicit));
    }

    #[test]
    fn names_are_for_people() {
        let name = |info| Client::new(Some(&info), None).name;
        assert_eq!(name(json!({"name": "a\nb", "version": "1"})), "ab");
        assert_eq!(name(json!({"name": "a", "title": "A"})), "A");
        assert_eq!(name(json!(3)), "MCP client");
    }
}

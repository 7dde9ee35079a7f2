//! `inputs` of VS Code: what its `${input:NAME}` stand for.

use std::collections::BTreeMap;

use crate::document::{At, Kind, Problems, Section};
use crate::servers::proposed::{AnswerFormat, Question};

/// Inputs that one file may define.
const INPUTS_MAX: usize = 500;

/// The longest text of an input, in bytes.
const TEXT_MAX: usize = 4 << 10;

/// The inputs that a file defines, by their ids. They may stand at the top or beside the servers of `mcp`.
pub(super) fn read_inputs(root: &Section<'_>, problems: &mut Problems) -> BTreeMap<String, Question> {
    let mut inputs = BTreeMap::new();
    let within = root.get("mcp").filter(|at| matches!(at.node.kind, Kind::Map(_)));
    let within = within.and_then(|at| at.open_section(problems));
    for section in [Some(root), within.as_ref()].into_iter().flatten() {
        for at in section.list("inputs", INPUTS_MAX, problems) {
            if let Some((id, question)) = read_input(&at, problems) {
                inputs.insert(id, question);
            }
        }
    }
    inputs
}

fn read_input(at: &At<'_>, problems: &mut Problems) -> Option<(String, Question)> {
    let section = at.open_section(problems)?;
    let id = section.required("id", problems)?.text(TEXT_MAX, problems)?;
    let about = section.text("description", TEXT_MAX, problems).unwrap_or_default();
    let secret = section.boolean("password", problems).unwrap_or(false);
    // An empty default is how editors say that there is none.
    let default = section.text("default", TEXT_MAX, problems).filter(|text| !text.is_empty());
    let mut choices = Vec::new();
    for option in section.list("options", INPUTS_MAX, problems) {
        // A choice is a text, or a map of a label and the text that counts.
        let value = match &option.node.kind {
            Kind::Map(_) => {
                option.open_section(problems).and_then(|map| map.text("value", TEXT_MAX, problems))
            }
            _ => option.text(TEXT_MAX, problems),
        };
        choices.extend(value);
    }
    let question = Question {
        name: String::new(),
        about,
        required: default.is_none(),
        secret,
        default,
        choices,
        format: AnswerFormat::Text,
        flag: None,
    };
    Some((id, question))
}

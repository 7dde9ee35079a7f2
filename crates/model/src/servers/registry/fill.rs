//! The texts of a registry entry: fixed ones, ones with `{variables}`, and ones that somebody is asked for.

use std::collections::{BTreeMap, BTreeSet};

use super::ways::{TEXT_MAX, WAYS_MAX};
use crate::document::{At, Kind, Problems, Section};
use crate::servers::placeholders::{placeholder, variable_name};
use crate::servers::proposed::{AnswerFormat, Question, SecretValue};
use crate::toolset::VALUE_MAX;

/// A key as it is called today, or as it was called.
pub(super) fn either<'n>(section: &Section<'n>, today: &str, before: &str) -> Option<At<'n>> {
    section.get(today).or_else(|| section.get(before))
}

/// What fills in the texts of one way.
#[derive(Debug)]
pub(super) struct Filling {
    id: String,
    taken: BTreeSet<String>,
    pub(super) questions: Vec<Question>,
    pub(super) notes: Vec<String>,
    /// Defaults that cannot stand in a text.
    pub(super) values: BTreeMap<String, SecretValue>,
}

/// What an entry says of one text.
#[derive(Debug)]
struct Input {
    question: Question,
    value: Option<String>,
    variables: BTreeMap<String, Self>,
}

impl Filling {
    pub(super) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            taken: BTreeSet::new(),
            questions: Vec::new(),
            notes: Vec::new(),
            values: BTreeMap::new(),
        }
    }

    /// The text of an input that is called `key`: its value, or a variable with a question. `flag` goes with it.
    pub(super) fn text(
        &mut self,
        key: &str,
        section: &Section<'_>,
        flag: Option<&str>,
        problems: &mut Problems,
    ) -> String {
        let input = read_input(section, 0, problems);
        match input.value {
            Some(value) => self.template(&value, &input.variables),
            None => self.ask(key, Question { flag: flag.map(str::to_owned), ..input.question }),
        }
    }

    /// A text with `{variables}`, which are described beside it.
    pub(super) fn with_variables(
        &mut self,
        text: &str,
        section: &Section<'_>,
        problems: &mut Problems,
    ) -> String {
        let variables = read_inputs(section, 0, problems);
        self.template(text, &variables)
    }

    fn template(&mut self, text: &str, variables: &BTreeMap<String, Input>) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let known =
                after.split_once('}').and_then(|(name, behind)| Some((name, variables.get(name)?, behind)));
            filled.push_str(before);
            match known {
                Some((_, Input { value: Some(value), .. }, behind)) => {
                    filled.push_str(value);
                    rest = behind;
                }
                Some((name, input, behind)) => {
                    // A piece of a text cannot be left out, so it has to be answered.
                    let required = input.question.default.is_none();
                    filled.push_str(&self.ask(name, Question { required, ..input.question.clone() }));
                    rest = behind;
                }
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled.push_str(rest);
        filled
    }

    fn ask(&mut self, key: &str, question: Question) -> String {
        let name = variable_name(&self.id, key, &mut self.taken);
        let text = placeholder(&name, question.default.as_deref());
        if text.is_none() {
            self.values
                .extend(question.default.as_deref().map(|text| (name.clone(), SecretValue::new(text))));
        }
        self.questions.push(Question { name: name.clone(), ..question });
        text.unwrap_or_else(|| format!("${{{name}}}"))
    }
}

fn read_inputs(section: &Section<'_>, depth: usize, problems: &mut Problems) -> BTreeMap<String, Input> {
    let mut variables = BTreeMap::new();
    let Some(map) = section.get("variables").and_then(|at| at.open_section(problems)) else {
        return variables;
    };
    for (name, _, at) in map.entries().take(WAYS_MAX) {
        if let Some(section) = at.open_section(problems) {
            variables.insert(name.to_owned(), read_input(&section, depth + 1, problems));
        }
    }
    variables
}

fn read_input(section: &Section<'_>, depth: usize, problems: &mut Problems) -> Input {
    let flag = |today: &str, before: &str, problems: &mut Problems| {
        either(section, today, before).and_then(|at| at.boolean(problems)).unwrap_or(false)
    };
    let format = match section.text("format", TEXT_MAX, problems).as_deref() {
        Some("number") => AnswerFormat::Number,
        Some("boolean") => AnswerFormat::Boolean,
        Some("filepath" | "file_path") => AnswerFormat::Path,
        _ => AnswerFormat::Text,
    };
    let value = section.get("value").and_then(|at| plain(&at, problems));
    let question = Question {
        name: String::new(),
        about: section.text("description", TEXT_MAX, problems).unwrap_or_default(),
        required: flag("isRequired", "is_required", problems),
        secret: flag("isSecret", "is_secret", problems),
        default: section.get("default").and_then(|at| plain(&at, problems)).filter(|text| !text.is_empty()),
        choices: section
            .list("choices", WAYS_MAX, problems)
            .iter()
            .filter_map(|at| at.text(TEXT_MAX, problems))
            .collect(),
        format,
        flag: None,
    };
    // The format has variables of variables nowhere; what nests them is not followed.
    let variables = if depth == 0 { read_inputs(section, depth, problems) } else { BTreeMap::new() };
    Input { question, value, variables }
}

/// A text that is one already: `${…}` would be read as a variable of ours, and could carry off what nobody was asked for.
pub(super) fn plain(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let text = match &at.node.kind {
        Kind::Number(_, written) => written.clone(),
        Kind::Bool(value) => value.to_string(),
        _ => at.text(VALUE_MAX, problems)?,
    };
    if text.contains("${") || text.contains("$workspace") {
        at.problem(problems, "`$` variables are no part of this format: it has `{name}` with `variables`");
        return None;
    }
    Some(text)
}

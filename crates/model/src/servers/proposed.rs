//! A server as a file of another program proposes it: nothing of it is kept until somebody says so.

use std::collections::BTreeMap;
use std::fmt;

use crate::ids::ServerId;
use crate::toolset::McpServer;

/// A text that nobody is shown again: neither its `Debug` form nor any serialised one has it.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretValue(String);

impl SecretValue {
    /// Takes a text into keeping.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for whoever encrypts it or hands it to a server.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// One server that a file proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedServer {
    /// The name for people: as the file has it.
    pub title: String,
    /// The name in the file, where it could not be an id and `server.id` was made of it.
    pub renamed_from: Option<String>,
    /// How it is reached. Values hold `${NAME}` wherever the file had something that may be secret.
    pub server: McpServer,
    /// The values that the file had for them, by name.
    pub secrets: BTreeMap<String, SecretValue>,
    /// What somebody should be asked before it is added.
    pub questions: Vec<Question>,
    /// What people should know: what was left out or read in another sense.
    pub notes: Vec<String>,
}

impl ProposedServer {
    /// Its id, which is free of everything that ids must not hold and unique within its file.
    pub fn id(&self) -> &ServerId {
        &self.server.id
    }

    /// The values of its variables: those of the file, then the answers, then the defaults of questions without one.
    /// An empty answer to a question that need not be answered counts as none.
    ///
    /// # Errors
    /// Every answer that does not fit its question, and every answer to a question that was not asked.
    pub fn variables(
        &self,
        answers: &BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, SecretValue>, AnswerErrors> {
        let mut values = self.secrets.clone();
        let mut faults = Vec::new();
        let known =
            |name: &String| self.secrets.contains_key(name) || self.questions.iter().any(|q| q.name == *name);
        for name in answers.keys().filter(|name| !known(name)) {
            faults.push((name.chars().take(NAME_SHOWN).collect(), AnswerFault::NotAsked));
        }
        for question in &self.questions {
            match answers.get(&question.name) {
                Some(answer) if answer.is_empty() && !question.required => {}
                Some(answer) => match question.check(answer) {
                    Ok(()) => {
                        values.insert(question.name.clone(), SecretValue::new(answer));
                        continue;
                    }
                    Err(fault) => faults.push((question.name.clone(), fault)),
                },
                None => {}
            }
            if let Some(default) = &question.default {
                values.entry(question.name.clone()).or_insert_with(|| SecretValue::new(default));
            }
        }
        for (name, answer) in answers.iter().filter(|(name, _)| self.secrets.contains_key(*name)) {
            values.insert(name.clone(), SecretValue::new(answer));
        }
        if faults.is_empty() { Ok(values) } else { Err(AnswerErrors(faults)) }
    }
}

/// How much of an unknown name a message repeats, in characters.
const NAME_SHOWN: usize = 60;

/// Something that a server needs and its file does not say. The answer becomes the variable's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The variable, as it stands in `${…}`.
    pub name: String,
    /// What it is for; may be empty.
    pub about: String,
    /// Whether the server is of no use without it.
    pub required: bool,
    /// Whether the answer should not be shown while it is typed.
    pub secret: bool,
    /// What holds without an answer.
    pub default: Option<String>,
    /// The only answers that are taken; empty when any is.
    pub choices: Vec<String>,
    /// What sort of text is wanted.
    pub format: AnswerFormat,
}

impl Question {
    /// A question for a variable that only its name is known of.
    pub fn bare(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            secret: super::placeholders::names_a_secret(&name),
            name,
            about: String::new(),
            required: true,
            default: None,
            choices: Vec::new(),
            format: AnswerFormat::Text,
        }
    }

    fn check(&self, answer: &str) -> Result<(), AnswerFault> {
        if answer.is_empty() {
            return Err(AnswerFault::Empty);
        }
        if !self.choices.is_empty() && !self.choices.iter().any(|choice| choice == answer) {
            return Err(AnswerFault::NoChoice(self.choices.clone()));
        }
        let fits = match self.format {
            AnswerFormat::Text | AnswerFormat::Path => true,
            AnswerFormat::Number => answer.parse::<f64>().is_ok_and(f64::is_finite),
            AnswerFormat::Boolean => matches!(answer, "true" | "false"),
        };
        if fits { Ok(()) } else { Err(AnswerFault::Format(self.format)) }
    }
}

/// What sort of text an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnswerFormat {
    /// Any text.
    #[default]
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A file or folder on the server's machine.
    Path,
}

impl AnswerFormat {
    /// The word for it on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Path => "path",
        }
    }
}

/// Why one answer is not taken. Never the answer itself, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerFault {
    /// Nothing was answered.
    #[error("an answer is needed")]
    Empty,
    /// Nobody asked.
    #[error("the server has no such variable")]
    NotAsked,
    /// Only certain answers are taken.
    #[error("use one of {}", .0.join(", "))]
    NoChoice(Vec<String>),
    /// It is no number, or not `true` or `false`.
    #[error("a {} was expected", .0.as_str())]
    Format(AnswerFormat),
}

/// Every answer that is not taken, by the variable's name. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerErrors(pub Vec<(String, AnswerFault)>);

impl fmt::Display for AnswerErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, fault)) in self.0.iter().enumerate() {
            let newline = if number == 0 { "" } else { "\n" };
            write!(f, "{newline}{name}: {fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for AnswerErrors {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use super::{AnswerFormat, ProposedServer, Question, SecretValue};
    use crate::toolset::{McpServer, ServerScope, Transport};

    fn proposed(questions: Vec<Question>) -> ProposedServer {
        let transport =
            Transport::Stdio { command: "x".into(), args: vec![], cwd: None, env: BTreeMap::new() };
        let server = McpServer {
            id: "x".parse().unwrap(),
            transport,
            enabled: true,
            requires_confirmation: None,
            scope: ServerScope::Shared,
            lazy: true,
        };
        let secrets = BTreeMap::from([("X_KEY".to_owned(), SecretValue::new("kept"))]);
        ProposedServer { title: "X".into(), renamed_from: None, server, secrets, questions, notes: vec![] }
    }

    fn answers(given: &[(&str, &str)]) -> BTreeMap<String, String> {
        given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn answers_come_before_defaults_and_beside_what_the_file_had() {
        let level = Question { default: Some("info".into()), required: false, ..Question::bare("LEVEL") };
        let server = proposed(vec![Question::bare("REGION"), level]);
        let values = server.variables(&answers(&[("REGION", "eu"), ("LEVEL", "")])).unwrap();
        let shown: Vec<(&str, &str)> =
            values.iter().map(|(name, value)| (name.as_str(), value.expose())).collect();
        assert_eq!(shown, [("LEVEL", "info"), ("REGION", "eu"), ("X_KEY", "kept")]);
        // Without an answer it is added all the same: its variable may be set later.
        assert_eq!(server.variables(&BTreeMap::new()).unwrap().len(), 2);
    }

    #[test]
    fn every_answer_that_does_not_fit_is_told_without_repeating_it() {
        let port = Question { format: AnswerFormat::Number, ..Question::bare("PORT") };
        let mode = Question { choices: vec!["a".into(), "b".into()], ..Question::bare("MODE") };
        let server = proposed(vec![port, mode]);
        let errors =
            server.variables(&answers(&[("PORT", "sk-1"), ("MODE", "c"), ("OTHER", "x")])).unwrap_err();
        insta::assert_snapshot!(errors);
    }

    #[test]
    fn a_secret_has_no_text_in_its_debug_form() {
        assert!(!format!("{:?}", proposed(vec![])).contains("kept"));
    }
}

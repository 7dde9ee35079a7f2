//! A proposed server with answers to its questions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::placeholders::{Piece, name_in, pieces};
use super::proposed::{AnswerFormat, ProposedServer, Question, SecretValue};
use crate::toolset::{McpServer, Transport};

/// A server as it can be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredServer {
    /// How it is reached, without what an answer was not given for and need not be.
    pub server: McpServer,
    /// The values of its variables, by name. Some may still lack one, which is told when it connects.
    pub variables: BTreeMap<String, SecretValue>,
}

impl ProposedServer {
    /// The server with the values of its file, and the answers in place of them. What has a default says so in its
    /// text. An empty answer to a question that need not be answered counts as none.
    ///
    /// # Errors
    /// Every answer that does not fit its question, and every one that nobody asked for.
    pub fn answered(&self, answers: &BTreeMap<String, String>) -> Result<AnsweredServer, AnswerErrors> {
        let mut variables = self.secrets.clone();
        let mut faults = Vec::new();
        for (name, answer) in answers {
            if let Some(secret) = variables.get_mut(name) {
                *secret = SecretValue::new(answer);
            } else if !self.questions.iter().any(|question| question.name == *name) {
                faults.push((name.chars().take(NAME_SHOWN).collect(), AnswerFault::NotAsked));
            }
        }
        let mut unanswered = Vec::new();
        for question in &self.questions {
            let given = question.given(answers);
            if let Some(fault) = given.and_then(|answer| question.fault_of(answer)) {
                faults.push((question.name.clone(), fault));
            }
            match given {
                Some(answer) => _ = variables.insert(question.name.clone(), SecretValue::new(answer)),
                None if !question.required && question.default.is_none() => unanswered.push(question),
                None => {}
            }
        }
        if !faults.is_empty() {
            return Err(AnswerErrors(faults));
        }
        let server =
            McpServer { transport: without(&self.server.transport, &unanswered), ..self.server.clone() };
        Ok(AnsweredServer { server, variables })
    }
}

/// The values of variables that somebody was asked for. An empty answer to a question that need not be answered counts
/// as none.
///
/// # Errors
/// Every answer that does not fit its question, and every one that nobody asked for.
pub fn answered_questions(
    questions: &[Question],
    answers: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, SecretValue>, AnswerErrors> {
    let not_asked = answers.keys().filter(|name| !questions.iter().any(|question| question.name == **name));
    let mut faults: Vec<(String, AnswerFault)> =
        not_asked.map(|name| (name.chars().take(NAME_SHOWN).collect(), AnswerFault::NotAsked)).collect();
    let mut values = BTreeMap::new();
    for question in questions {
        let Some(answer) = question.given(answers) else { continue };
        match question.fault_of(answer) {
            Some(fault) => faults.push((question.name.clone(), fault)),
            None => _ = values.insert(question.name.clone(), SecretValue::new(answer)),
        }
    }
    if faults.is_empty() { Ok(values) } else { Err(AnswerErrors(faults)) }
}

/// The transport without the arguments, variables and headers that wait for one of these.
fn without(transport: &Transport, unanswered: &[&Question]) -> Transport {
    let names: BTreeSet<&str> = unanswered.iter().map(|question| question.name.as_str()).collect();
    let waits = |text: &str| {
        pieces(text)
            .iter()
            .any(|piece| matches!(piece, Piece::Placeholder(inner) if names.contains(name_in(inner))))
    };
    let kept = |map: &BTreeMap<String, String>| {
        map.iter()
            .filter(|(_, value)| !waits(value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    };
    match transport {
        Transport::Stdio { command, args, cwd, env } => {
            let flag_of = |text: &str| {
                let question = unanswered.iter().find(|question| text == format!("${{{}}}", question.name));
                question.and_then(|question| question.flag.as_deref())
            };
            let mut left: Vec<String> = Vec::with_capacity(args.len());
            for arg in args {
                if !waits(arg) {
                    left.push(arg.clone());
                } else if flag_of(arg).is_some_and(|flag| left.last().is_some_and(|before| before == flag)) {
                    left.pop();
                }
            }
            Transport::Stdio { command: command.clone(), args: left, cwd: cwd.clone(), env: kept(env) }
        }
        Transport::Sse { url, headers } => Transport::Sse { url: url.clone(), headers: kept(headers) },
        Transport::StreamableHttp { url, headers } => {
            Transport::StreamableHttp { url: url.clone(), headers: kept(headers) }
        }
    }
}

/// How much of an unknown name a message repeats, in characters.
const NAME_SHOWN: usize = 60;

impl Question {
    /// Its answer among others.
    fn given<'a>(&self, answers: &'a BTreeMap<String, String>) -> Option<&'a String> {
        answers.get(&self.name).filter(|answer| self.required || !answer.is_empty())
    }

    /// Why an answer does not fit; `None` when it does.
    fn fault_of(&self, answer: &str) -> Option<AnswerFault> {
        if answer.is_empty() {
            return Some(AnswerFault::Empty);
        }
        if !self.choices.is_empty() && !self.choices.iter().any(|choice| choice == answer) {
            return Some(AnswerFault::NoChoice(self.choices.clone()));
        }
        let fits = match self.format {
            AnswerFormat::Text | AnswerFormat::Path => true,
            AnswerFormat::Number => answer.parse::<f64>().is_ok_and(f64::is_finite),
            AnswerFormat::Boolean => matches!(answer, "true" | "false"),
        };
        (!fits).then_some(AnswerFault::Format(self.format))
    }
}

/// Why one answer is not taken. Never the answer itself, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerFault {
    /// Nothing was answered.
    #[error("an answer is needed")]
    Empty,
    /// Nobody asked.
    #[error("nobody asked for it")]
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

    use crate::servers::{AnswerFormat, ProposedServer, Question, SecretValue};
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
    fn answers_stand_beside_what_the_file_had() {
        let level = Question { default: Some("info".into()), required: false, ..Question::bare("LEVEL") };
        let server = proposed(vec![Question::bare("REGION"), level]);
        let values = server.answered(&answers(&[("REGION", "eu"), ("LEVEL", "")])).unwrap();
        let shown: Vec<(&str, &str)> =
            values.variables.iter().map(|(name, value)| (name.as_str(), value.expose())).collect();
        assert_eq!(shown, [("REGION", "eu"), ("X_KEY", "kept")]);
        // Without an answer it is added all the same: its variable may be set later.
        assert_eq!(server.answered(&BTreeMap::new()).unwrap().variables.len(), 1);
    }

    #[test]
    fn every_answer_that_does_not_fit_is_told_without_repeating_it() {
        let port = Question { format: AnswerFormat::Number, ..Question::bare("PORT") };
        let mode = Question { choices: vec!["a".into(), "b".into()], ..Question::bare("MODE") };
        let server = proposed(vec![port, mode]);
        let errors =
            server.answered(&answers(&[("PORT", "sk-1"), ("MODE", "c"), ("OTHER", "x")])).unwrap_err();
        insta::assert_snapshot!(errors);
    }

    #[test]
    fn a_secret_has_no_text_in_its_debug_form() {
        assert!(!format!("{:?}", proposed(vec![])).contains("kept"));
    }

    #[test]
    fn what_waits_for_an_answer_that_need_not_come_goes_with_its_flag() {
        let optional = |name: &str| Question {
            required: false,
            flag: Some(format!("--{name}")),
            ..Question::bare(name)
        };
        let mut server = proposed(vec![optional("A"), optional("B"), optional("C")]);
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        server.server.transport = Transport::Stdio {
            command: "x".into(),
            args: texts(&["--A", "${A}", "--B", "${B}", "--all", "${C}"]),
            cwd: None,
            env: BTreeMap::from([("A".into(), "${A}".into()), ("B".into(), "${B}".into())]),
        };
        let answered = server.answered(&answers(&[("B", "1")])).unwrap();
        let Transport::Stdio { args, env, .. } = answered.server.transport else { unreachable!() };
        assert_eq!(args, texts(&["--B", "${B}", "--all"]));
        assert_eq!(env.into_keys().collect::<Vec<_>>(), ["B"]);
    }
}

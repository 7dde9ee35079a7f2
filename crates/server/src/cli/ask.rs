//! Questions of what is added or imported, asked where somebody sits.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::cli::exit::Failure;
use crate::cli::output::{Format, Output};
use crate::cli::text::harmless;
use crate::http::wire::mcp_proposal::{AnswerFormat, Question};

/// Whether somebody sits there who can be asked.
pub(crate) fn can_ask(output: &Output) -> bool {
    output.format() == Format::Human && io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks for what `answers` does not have yet. An empty line leaves a question unanswered.
///
/// # Errors
/// When standard input breaks.
pub(crate) fn ask(questions: &[Question], answers: &mut BTreeMap<String, String>) -> Result<(), Failure> {
    for question in questions {
        if !answers.contains_key(&question.name)
            && let Some(answer) = one(question)?
        {
            answers.insert(question.name.clone(), answer);
        }
    }
    Ok(())
}

/// `NAME=VALUE` as it stands in an argument.
///
/// # Errors
/// When it has no `=`; the text is not repeated, because it may be a secret.
pub(crate) fn pairs(texts: Vec<String>) -> Result<BTreeMap<String, String>, Failure> {
    let pair = |text: String| match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(Failure::usage("--answer takes NAME=VALUE")),
    };
    texts.into_iter().map(pair).collect()
}

/// A question in a preview.
pub(crate) fn asked(question: &Question) -> String {
    let mut text = question.name.clone();
    if !question.about.is_empty() {
        text.push_str(&format!(" ({})", question.about));
    }
    match &question.default {
        Some(default) => text.push_str(&format!(", else `{default}`")),
        None if !question.required => text.push_str(", not needed"),
        None => {}
    }
    if !question.choices.is_empty() {
        text.push_str(&format!(", one of {}", question.choices.join(", ")));
    }
    text
}

fn one(question: &Question) -> Result<Option<String>, Failure> {
    let mut err = io::stderr().lock();
    let failed = |error: io::Error| Failure::usage(format!("nothing can be asked here: {error}"));
    write!(err, "{}: ", harmless(&prompt(question))).and_then(|()| err.flush()).map_err(failed)?;
    let silence = if question.secret { Silence::begin() } else { None };
    let mut line = String::new();
    let read = io::stdin().read_line(&mut line);
    if silence.is_some() {
        // The Enter of whoever typed was not shown either.
        writeln!(err).map_err(failed)?;
    }
    drop(silence);
    read.map_err(failed)?;
    let answer = line.trim_end_matches(['\r', '\n']);
    Ok((!answer.is_empty()).then(|| answer.to_owned()))
}

/// The question on one line: `NAME, what it is for (one of a, b) [default]`.
fn prompt(question: &Question) -> String {
    let mut text = question.name.clone();
    if !question.about.is_empty() {
        text.push_str(&format!(", {}", question.about));
    }
    match question.format {
        _ if !question.choices.is_empty() => {
            text.push_str(&format!(" (one of {})", question.choices.join(", ")));
        }
        AnswerFormat::Number => text.push_str(" (a number)"),
        AnswerFormat::Boolean => text.push_str(" (true or false)"),
        AnswerFormat::Path => text.push_str(" (a path on the server's machine)"),
        AnswerFormat::Text => {}
    }
    match &question.default {
        Some(default) => text.push_str(&format!(" [{default}]")),
        None if !question.required => text.push_str(" [none]"),
        None => {}
    }
    text
}

/// What is typed is not shown as long as this lives.
struct Silence(Termios);

impl Silence {
    fn begin() -> Option<Self> {
        let before = tcgetattr(io::stdin()).ok()?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &silent).ok()?;
        Some(Self(before))
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        // There is nobody left to tell.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::prompt;
    use crate::http::wire::mcp_proposal::{AnswerFormat, Question};

    #[test]
    fn a_question_says_what_it_takes_and_what_holds_without_an_answer() {
        let question = |about: &str, required, default: Option<&str>, choices: &[&str], format| Question {
            name: "LEVEL".to_owned(),
            about: about.to_owned(),
            required,
            secret: false,
            default: default.map(str::to_owned),
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
            format,
        };
        let shown = [
            question("", true, None, &[], AnswerFormat::Text),
            question("How much is told", false, Some("3"), &[], AnswerFormat::Number),
            question("", false, None, &["low", "high"], AnswerFormat::Text),
            question("", false, Some("true"), &["true", "false"], AnswerFormat::Boolean),
            question("What it reads", true, None, &[], AnswerFormat::Path),
        ];
        insta::assert_snapshot!(shown.map(|question| prompt(&question)).join("\n"));
    }
}

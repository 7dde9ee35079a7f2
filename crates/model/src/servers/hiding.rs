//! The texts of one server, made fit to be kept: foreign placeholders become `${NAME}`, and literal values that may be
//! secret become `${NAME}` with the value aside.

use std::collections::{BTreeMap, BTreeSet};

use super::placeholders::{
    Piece, is_literal, is_references, is_variable, name_in, names_a_secret, pieces, placeholder, scheme,
    variable_name, without_secret_defaults,
};
use super::proposed::{Question, SecretValue};
use crate::ids::ServerId;
use crate::toolset::Transport;

/// Variables that every process has: nobody needs to be asked for them.
const COMMON: [&str; 8] = ["HOME", "USER", "PATH", "PWD", "SHELL", "LANG", "TMPDIR", "USERPROFILE"];

/// Headers that never hold a secret.
const PLAIN_HEADERS: [&str; 4] = ["accept", "content-type", "user-agent", "accept-language"];

/// What has been found in one server's texts so far.
#[derive(Debug)]
pub(super) struct Hiding<'q> {
    id: ServerId,
    /// Questions that its file defines, by the name that texts use.
    inputs: &'q BTreeMap<String, Question>,
    /// The placeholders that stand for them.
    input_texts: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    pub(super) secrets: BTreeMap<String, SecretValue>,
    pub(super) questions: Vec<Question>,
    pub(super) notes: Vec<String>,
    /// What stands in the place of a secret, where it is not a variable that is kept.
    mask: Option<&'static str>,
    /// Whether a text that is a variable only in part counts as a secret: it does in what leaves the house.
    leaves: bool,
    /// Whether a text named the folder that an editor has open.
    pub(super) wants_workspace: bool,
}

impl<'q> Hiding<'q> {
    pub(super) fn new(id: ServerId, inputs: &'q BTreeMap<String, Question>) -> Self {
        Self {
            id,
            inputs,
            input_texts: BTreeMap::new(),
            taken: BTreeSet::new(),
            secrets: BTreeMap::new(),
            questions: Vec::new(),
            notes: Vec::new(),
            mask: None,
            leaves: false,
            wants_workspace: false,
        }
    }

    /// One that shows what may be secret as `mask`.
    pub(super) fn masking(id: ServerId, inputs: &'q BTreeMap<String, Question>, mask: &'static str) -> Self {
        Self { mask: Some(mask), leaves: true, ..Self::new(id, inputs) }
    }

    /// A text with our placeholders in place of other programs'.
    ///
    /// # Errors
    /// The first placeholder that stands for nothing known, without its braces.
    pub(super) fn translate(&mut self, text: &str) -> Result<String, String> {
        let mut translated = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => translated.push_str(text),
                Piece::Placeholder(inner) => translated.push_str(&self.placeholder(inner)?),
            }
        }
        Ok(translated)
    }

    fn placeholder(&mut self, inner: &str) -> Result<String, String> {
        let (name, default) = match inner.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inner, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        if is_variable(name) && !EDITOR_WORDS.contains(&name) {
            self.ask_for(name, default);
            // It cannot end early, being what stood before the brace; a variable within it is refused, because nobody
            // would fill that in.
            return placeholder(name, default).ok_or_else(|| inner.to_owned());
        }
        if let Some(input) = inner.strip_prefix("input:") {
            return Ok(self.input(input));
        }
        match inner {
            "workspaceFolder" | "workspaceRoot" => {
                self.wants_workspace = true;
                Ok("$workspace".to_owned())
            }
            "userHome" => Ok("${HOME}".to_owned()),
            "pathSeparator" | "/" => Ok("/".to_owned()),
            // Only what is surely a placeholder: a password may hold anything.
            _ if is_foreign(inner) => Err(inner.to_owned()),
            _ => Ok(format!("${{{inner}}}")),
        }
    }

    fn ask_for(&mut self, name: &str, default: Option<&str>) {
        self.taken.insert(name.to_owned());
        if COMMON.contains(&name) && default.is_none() {
            return;
        }
        match self.questions.iter_mut().find(|question| question.name == name) {
            Some(question) => {
                if let (None, Some(default)) = (&question.default, default) {
                    question.default = Some(default.to_owned());
                    question.required = false;
                }
            }
            None => self.questions.push(Question {
                required: default.is_none(),
                default: default.map(str::to_owned),
                ..Question::bare(name)
            }),
        }
    }

    /// The placeholder for a question that the file defines.
    pub(super) fn input(&mut self, input: &str) -> String {
        if let Some(text) = self.input_texts.get(input) {
            return text.clone();
        }
        let name = variable_name(self.id.as_str(), input, &mut self.taken);
        let question = match self.inputs.get(input) {
            Some(defined) => Question { name: name.clone(), ..defined.clone() },
            None => Question { secret: names_a_secret(input), ..Question::bare(&name) },
        };
        let text = placeholder(&name, question.default.as_deref()).unwrap_or_else(|| {
            self.secrets
                .extend(question.default.as_deref().map(|text| (name.clone(), SecretValue::new(text))));
            format!("${{{name}}}")
        });
        self.questions.push(question);
        self.input_texts.insert(input.to_owned(), text.clone());
        text
    }

    /// The transport with every literal that may be secret set aside. All of its texts have been translated.
    pub(super) fn hide(&mut self, transport: Transport) -> Transport {
        match transport {
            Transport::Stdio { command, args, cwd, env } => Transport::Stdio {
                command,
                args: self.hide_args(args),
                cwd,
                env: env.into_iter().map(|(key, value)| self.hide_variable(key, &value)).collect(),
            },
            Transport::Sse { url, headers } => {
                Transport::Sse { url: self.hide_url(&url), headers: self.hide_headers(headers) }
            }
            Transport::StreamableHttp { url, headers } => {
                Transport::StreamableHttp { url: self.hide_url(&url), headers: self.hide_headers(headers) }
            }
        }
    }

    fn hide_variable(&mut self, key: String, value: &str) -> (String, String) {
        let scheme = scheme(value);
        let hidden = self.hide_value(&key, scheme, &value[scheme.len()..]);
        (key, hidden)
    }

    /// As [`Hiding::hide`], for a transport that leaves the house. Its placeholders are ours already; what holds without
    /// a value goes with them, unless the variable's name says that it is a secret.
    pub(super) fn hide_again(&mut self, transport: &Transport) -> Transport {
        let mut transport = transport.clone();
        let texts: Vec<&mut String> = match &mut transport {
            Transport::Stdio { command, args, cwd, env } => {
                std::iter::once(command).chain(args).chain(cwd).chain(env.values_mut()).collect()
            }
            Transport::Sse { url, headers } | Transport::StreamableHttp { url, headers } => {
                std::iter::once(url).chain(headers.values_mut()).collect()
            }
        };
        for text in texts {
            for piece in pieces(text) {
                if let Piece::Placeholder(inner) = piece {
                    self.taken.insert(name_in(inner).to_owned());
                }
            }
            *text = without_secret_defaults(text);
        }
        self.leaves = true;
        self.hide(transport)
    }

    /// `shown` and, behind it, a variable in place of `value`; an empty value stays, and one with a variable too.
    fn hide_value(&mut self, key: &str, shown: &str, value: &str) -> String {
        let open = if self.leaves { is_references(value) } else { !is_literal(value) };
        if value.is_empty() || open {
            return format!("{shown}{value}");
        }
        if let Some(mask) = self.mask {
            return format!("{shown}{mask}");
        }
        let name = variable_name(self.id.as_str(), key, &mut self.taken);
        self.secrets.insert(name.clone(), SecretValue::new(value));
        format!("{shown}${{{name}}}")
    }

    fn hide_headers(&mut self, headers: BTreeMap<String, String>) -> BTreeMap<String, String> {
        let plain = |key: &str| PLAIN_HEADERS.contains(&key.to_ascii_lowercase().as_str());
        let hidden = headers.into_iter().map(|(key, value)| {
            let scheme = scheme(&value);
            let value =
                if plain(&key) { value } else { self.hide_value(&key, scheme, &value[scheme.len()..]) };
            (key, value)
        });
        hidden.collect()
    }

    /// Values behind flags such as `--api-key`, and in `API_KEY=…` or `Authorization: …`.
    fn hide_args(&mut self, args: Vec<String>) -> Vec<String> {
        let mut hidden: Vec<String> = Vec::with_capacity(args.len());
        for arg in args {
            let before =
                hidden.last().filter(|flag| flag.starts_with('-') && !flag.contains(['=', ':', '$', ' ']));
            let flag = before.map(|flag| flag.trim_start_matches('-').to_owned());
            let pair = arg.find(['=', ':']).filter(|at| names_a_secret(arg[..*at].trim_start_matches('-')));
            let text = match (flag, pair) {
                (_, Some(at)) if is_word(arg[..at].trim_start_matches('-')) => self.hide_pair(&arg, at),
                (Some(flag), _) if names_a_secret(&flag) && !arg.starts_with('-') => {
                    self.hide_arg(&flag, "", &arg)
                }
                _ => arg,
            };
            hidden.push(text);
        }
        hidden
    }

    fn hide_pair(&mut self, arg: &str, at: usize) -> String {
        let key = arg[..at].trim_start_matches('-');
        let value = arg[at + 1..].trim_start();
        let scheme = scheme(value);
        let shown = arg.len() - value.len() + scheme.len();
        self.hide_arg(key, &arg[..shown], &arg[shown..])
    }

    /// Numbers and switches are no secrets, whatever their flag is called (`--max-tokens 100`).
    fn hide_arg(&mut self, key: &str, shown: &str, value: &str) -> String {
        if value.parse::<f64>().is_ok() || matches!(value, "true" | "false") {
            return format!("{shown}{value}");
        }
        self.hide_value(key, shown, value)
    }

    /// A user with a password, and parameters such as `api_key`. The text keeps its form, escapes included.
    fn hide_url(&mut self, url: &str) -> String {
        let Some((before, rest)) = url.split_once("://") else {
            return url.to_owned();
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let authority = match authority.rsplit_once('@') {
            Some((user, host)) => format!("{}@{host}", self.hide_value("credentials", "", user)),
            None => authority.to_owned(),
        };
        let (rest, fragment) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
        let Some((path, query)) = rest.split_once('?') else {
            return format!("{before}://{authority}{rest}{fragment}");
        };
        let parameters = query.split('&').map(|parameter| match parameter.split_once('=') {
            Some((key, value)) if names_a_secret(key) => self.hide_value(key, &format!("{key}="), value),
            _ => parameter.to_owned(),
        });
        let query: Vec<String> = parameters.collect();
        format!("{before}://{authority}{path}?{}{fragment}", query.join("&"))
    }
}

/// Names that would be good variables but mean something else to editors.
const EDITOR_WORDS: [&str; 5] =
    ["workspaceFolder", "workspaceRoot", "userHome", "pathSeparator", "workspaceFolderBasename"];

fn is_foreign(inner: &str) -> bool {
    let word = inner.split_once(':').map_or(inner, |(word, _)| word);
    EDITOR_WORDS.contains(&inner) || (inner.contains(':') && is_word(word))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use super::Hiding;
    use crate::toolset::Transport;

    fn hidden(transport: Transport) -> (Transport, Vec<String>) {
        let inputs = BTreeMap::new();
        let mut hiding = Hiding::new("web".parse().unwrap(), &inputs);
        let transport = hiding.hide(transport);
        (transport, hiding.secrets.iter().map(|(name, value)| format!("{name}={}", value.expose())).collect())
    }

    #[test]
    fn secrets_are_found_in_arguments() {
        let args = [
            "--api-key",
            "sk-1",
            "--max-tokens",
            "100",
            "--token=sk-2",
            "-e",
            "API_SECRET=sk-3",
            "-e",
            "REGION=eu",
            "--header",
            "Authorization: Bearer sk-4",
            "--token",
            "${MINE}",
            "--secret",
            "--verbose",
            "https://a/b?x=1",
        ];
        let transport = Transport::Stdio {
            command: "npx".into(),
            args: args.map(str::to_owned).to_vec(),
            cwd: None,
            env: BTreeMap::new(),
        };
        let (Transport::Stdio { args, .. }, secrets) = hidden(transport) else { unreachable!() };
        insta::assert_snapshot!(format!("{}\n\n{}", args.join("\n"), secrets.join("\n")));
    }

    #[test]
    fn secrets_are_found_in_addresses_and_headers() {
        let headers = [
            ("X-Api-Key", "sk-1"),
            ("Authorization", "Bearer sk-2"),
            ("Accept", "*/*"),
            ("X-Region", "eu"),
            ("X-Empty", ""),
        ];
        let url = "https://me:pw%21@host:8/mcp?apiKey=sk%2B3&region=eu&token=${MINE}#frag".to_owned();
        let headers = headers.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        let (transport, secrets) = hidden(Transport::StreamableHttp { url, headers });
        insta::assert_snapshot!(format!("{transport:#?}\n\n{}", secrets.join("\n")));
    }
}

//! The toolset that a bundle becomes.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::{McpbManifest, McpbServerKind, Setting, Start};
use crate::config::ConfigSchema;
use crate::ids::{ServerId, ToolsetId};
use crate::servers::naming::ServerIds;
use crate::servers::placeholders::{Piece, pieces, placeholder, variable_name};
use crate::servers::proposed::{AnswerFormat, Question};
use crate::toolset::{McpServer, ServerScope, ToolsetManifest, Transport};

/// The machine that a bundle is to run on, in the words of this format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// macOS.
    Darwin,
    /// Linux.
    Linux,
    /// Windows.
    Win32,
}

impl Platform {
    /// The word for it in manifests.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Darwin => "darwin",
            Self::Linux => "linux",
            Self::Win32 => "win32",
        }
    }
}

/// A bundle as a toolset: its files in the toolset's folder, and this manifest beside them.
#[derive(Debug, Clone, PartialEq)]
pub struct McpbPlan {
    /// The toolset, with one server.
    pub toolset: ToolsetManifest,
    /// What the server needs to be told, as variables of the toolset.
    pub questions: Vec<Question>,
    /// What people should know.
    pub notes: Vec<String>,
}

/// Why a bundle cannot become a toolset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum McpbRefusal {
    /// It says that it runs elsewhere only.
    #[error("this bundle runs on {}, and this server is {here}", platforms.join(", "))]
    Platform {
        /// Where it runs.
        platforms: Vec<String>,
        /// What this machine is.
        here: &'static str,
    },
    /// One of its texts names something that is not there.
    #[error("`${{{0}}}` is nothing that this format knows")]
    Placeholder(String),
    /// No id can be made of its name.
    #[error("`{0}` cannot be made the id of a toolset")]
    Name(String),
}

impl McpbManifest {
    /// The toolset of this bundle on a platform.
    ///
    /// # Errors
    /// When it does not run there, or its texts name what is not there.
    pub fn toolset(&self, platform: Platform) -> Result<McpbPlan, McpbRefusal> {
        let here = platform.as_str();
        if !self.platforms.is_empty() && !self.platforms.iter().any(|known| known == here) {
            return Err(McpbRefusal::Platform { platforms: self.platforms.clone(), here });
        }
        let unnamed = || McpbRefusal::Name(self.name.chars().filter(|c| !c.is_control()).take(60).collect());
        let server: ServerId = ServerIds::default().id_for(&self.name).ok_or_else(unnamed)?;
        let id: ToolsetId = server.as_str().parse().map_err(|_| unnamed())?;
        let start = self.start(here);
        let mut texts = Texts::new(&server, &self.settings);
        let command = texts.fill(start.command.as_deref().unwrap_or_default())?;
        let mut args = Vec::new();
        for arg in start.args.iter().flatten() {
            texts.argument(arg, &mut args)?;
        }
        let mut env = BTreeMap::new();
        for (name, value) in start.env.iter().flatten() {
            env.insert(name.clone(), texts.fill(value)?);
        }
        let transport = Transport::Stdio { command, args, cwd: None, env };
        let declared = McpServer {
            id: server.clone(),
            transport,
            enabled: true,
            requires_confirmation: None,
            scope: ServerScope::Shared,
            lazy: true,
        };
        let (questions, notes) = (texts.questions, texts.notes);
        Ok(McpbPlan { toolset: self.manifest_of(id, declared), questions, notes })
    }

    fn manifest_of(&self, id: ToolsetId, server: McpServer) -> ToolsetManifest {
        let line = |text: &str| text.chars().filter(|c| !c.is_control()).take(60).collect::<String>();
        let name = line(self.display_name.as_deref().unwrap_or(&self.name));
        ToolsetManifest {
            name: if name.trim().is_empty() { id.to_string() } else { name },
            id,
            version: self.version.clone(),
            description: self.description.clone(),
            prompt_section: None,
            requires: Vec::new(),
            python: None,
            node: None,
            containers: Vec::new(),
            config_schema: ConfigSchema::default(),
            tools: Vec::new(),
            tool_overrides: Vec::new(),
            mcp_servers: vec![server],
        }
    }

    /// How its server is started on a platform; by its kind where it does not say.
    fn start(&self, platform: &str) -> Start {
        let change = self.overrides.get(platform).cloned().unwrap_or_default();
        let usual = self.start.clone().unwrap_or_else(|| {
            let file = format!("./{}", self.entry_point);
            let (command, args) = match self.kind {
                McpbServerKind::Node => ("node", vec![file]),
                McpbServerKind::Python => ("python3", vec![file]),
                McpbServerKind::Uv => ("uv", vec!["run".to_owned(), file]),
                McpbServerKind::Binary => (file.as_str(), Vec::new()),
            };
            Start { command: Some(command.to_owned()), args: Some(args), env: None }
        });
        Start {
            command: change.command.or(usual.command),
            args: change.args.or(usual.args),
            env: change.env.or(usual.env),
        }
    }
}

/// The texts of a bundle, with variables of ours in place of its settings.
struct Texts<'m> {
    server: &'m ServerId,
    settings: &'m [(String, Setting)],
    /// The placeholders that stand for a setting, one for each of its values.
    filled: BTreeMap<&'m str, Vec<String>>,
    taken: BTreeSet<String>,
    questions: Vec<Question>,
    notes: Vec<String>,
}

impl<'m> Texts<'m> {
    fn new(server: &'m ServerId, settings: &'m [(String, Setting)]) -> Self {
        let (filled, taken) = (BTreeMap::new(), BTreeSet::new());
        Self { server, settings, filled, taken, questions: Vec::new(), notes: Vec::new() }
    }

    /// A whole argument: a setting of several values becomes several, one that may be missing none.
    fn argument(&mut self, arg: &str, args: &mut Vec<String>) -> Result<(), McpbRefusal> {
        let only = match pieces(arg).as_slice() {
            [Piece::Placeholder(inner)] => inner.strip_prefix("user_config."),
            _ => None,
        };
        let Some(key) = only else {
            args.push(self.fill(arg)?);
            return Ok(());
        };
        let setting = self.setting(key)?;
        if !setting.required && setting.defaults.is_empty() {
            self.notes.push(format!("the argument for `{key}` was left out: it need not be there"));
            return Ok(());
        }
        args.extend(self.values(key)?);
        Ok(())
    }

    fn fill(&mut self, text: &str) -> Result<String, McpbRefusal> {
        let mut filled = String::new();
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Placeholder(inner) => match inner.strip_prefix("user_config.") {
                    Some(key) => filled.push_str(&self.values(key)?.join(",")),
                    None => filled.push_str(place(inner)?),
                },
            }
        }
        Ok(filled)
    }

    fn setting(&self, key: &str) -> Result<&'m Setting, McpbRefusal> {
        let found = self.settings.iter().find(|(known, _)| known == key);
        found.map(|(_, setting)| setting).ok_or_else(|| unknown(&format!("user_config.{key}")))
    }

    fn values(&mut self, key: &str) -> Result<Vec<String>, McpbRefusal> {
        if let Some(known) = self.filled.get(key) {
            return Ok(known.clone());
        }
        let found = self.settings.iter().find(|(known, _)| known == key);
        let (key, setting) = found.ok_or_else(|| unknown(&format!("user_config.{key}")))?;
        let count = if setting.multiple { setting.defaults.len().max(1) } else { 1 };
        let mut values = Vec::with_capacity(count);
        for number in 0..count {
            values.push(self.value(key, setting, setting.defaults.get(number))?);
        }
        self.filled.insert(key, values.clone());
        Ok(values)
    }

    fn value(
        &mut self,
        key: &str,
        setting: &Setting,
        default: Option<&String>,
    ) -> Result<String, McpbRefusal> {
        // A default may name a folder of the user, which no text within a placeholder can.
        if let Some(default) = default.filter(|text| text.contains(['$', '}'])) {
            self.notes.push(format!(
                "`{key}` is what the bundle gives: {}",
                default.chars().take(60).collect::<String>()
            ));
            return self.folders(default);
        }
        let otherwise = default.map(String::as_str).or((!setting.required).then_some(""));
        let name = variable_name(self.server.as_str(), key, &mut self.taken);
        let about = [&setting.title, &setting.description];
        let about: Vec<&str> =
            about.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        self.questions.push(Question {
            about: about.join(": "),
            required: setting.required && default.is_none(),
            secret: setting.sensitive,
            default: default.cloned(),
            format: setting.format,
            choices: if setting.format == AnswerFormat::Boolean {
                vec!["true".to_owned(), "false".to_owned()]
            } else {
                Vec::new()
            },
            ..Question::bare(&name)
        });
        Ok(placeholder(&name, otherwise).unwrap_or_else(|| format!("${{{name}}}")))
    }

    fn folders(&self, text: &str) -> Result<String, McpbRefusal> {
        let filled: Result<Vec<&str>, McpbRefusal> = pieces(text)
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => Ok(text),
                Piece::Placeholder(inner) => place(inner),
            })
            .collect();
        Ok(filled?.concat())
    }
}

/// What stands for a place. A server is started in its toolset's folder, which is the unpacked bundle.
fn place(inner: &str) -> Result<&'static str, McpbRefusal> {
    match inner {
        "__dirname" => Ok("."),
        "HOME" => Ok("${HOME}"),
        "DESKTOP" => Ok("${HOME}/Desktop"),
        "DOCUMENTS" => Ok("${HOME}/Documents"),
        "DOWNLOADS" => Ok("${HOME}/Downloads"),
        "/" | "pathSeparator" => Ok("/"),
        // It would be read as a variable of ours, and could carry off what nobody was asked for.
        _ => Err(unknown(inner)),
    }
}

fn unknown(inner: &str) -> McpbRefusal {
    McpbRefusal::Placeholder(inner.chars().filter(|c| !c.is_control()).take(60).collect())
}

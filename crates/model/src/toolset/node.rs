//! What a bundle says of its Node tools: packages from npm and modules of its own (spec 3).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::sandbox::Sandbox;
use crate::approval::Approval;

/// Bytes of a package with what is wanted of it.
pub(crate) const PACKAGE_MAX: usize = 300;

/// How a toolset's Node tools come to be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NodeSection {
    /// Packages that are installed beside those that tools come from.
    pub packages: Vec<NodePackage>,
    /// Where tools come from.
    pub tools: Vec<NodeSource>,
    /// Seconds that a call may take; `None` leaves it to the house.
    pub timeout_seconds: Option<u32>,
    /// What they may touch.
    pub sandbox: Sandbox,
}

impl NodeSection {
    /// Everything that is installed, each package once. Where one is named twice, what is wanted of it counts.
    pub fn wanted(&self) -> Vec<&NodePackage> {
        let mut wanted: Vec<&NodePackage> = Vec::new();
        let named = self.tools.iter().filter_map(|source| match &source.code {
            NodeCode::Package(package) => Some(package),
            NodeCode::Module(_) => None,
        });
        for package in self.packages.iter().chain(named) {
            match wanted.iter_mut().find(|known| known.name == package.name) {
                Some(known) if known.version.is_none() => *known = package,
                Some(_) => {}
                None => wanted.push(package),
            }
        }
        wanted
    }
}

/// Code that brings tools.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeSource {
    /// Where it is.
    pub code: NodeCode,
    /// Which of its exports; empty takes all that are tools.
    pub imports: Vec<String>,
    /// What factories among them are called with. Texts may hold `${VAR}` and `$workspace`.
    pub args: Vec<Value>,
    /// What the bundle says of their calls.
    pub approval: NodeApproval,
}

/// Where code is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeCode {
    /// A package from npm.
    Package(NodePackage),
    /// A file of the bundle: its path, relative, with `/`.
    Module(String),
}

/// The package's name, or the module's path with `./`.
impl fmt::Display for NodeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Package(package) => f.write_str(&package.name),
            Self::Module(path) => write!(f, "./{path}"),
        }
    }
}

/// What a bundle says of the calls of a source's tools.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum NodeApproval {
    /// Nothing.
    #[default]
    Unsaid,
    /// The same of all.
    All(Approval),
    /// By the tool's name in the code; nothing of the others.
    ByTool(BTreeMap<String, Approval>),
}

impl NodeApproval {
    /// What it says of one tool.
    pub fn of(&self, tool: &str) -> Option<Approval> {
        match self {
            Self::Unsaid => None,
            Self::All(approval) => Some(*approval),
            Self::ByTool(tools) => tools.get(tool).copied(),
        }
    }
}

/// A package from npm, with what is wanted of it: `zod`, `@scope/name@^1.2`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodePackage {
    /// Its name in the registry.
    pub name: String,
    /// A version, a range or a tag; `None` is the newest when it is first installed.
    pub version: Option<String>,
}

/// The text is no package of a registry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NodePackageError {
    /// The name is none that npm takes.
    #[error(
        "`{0}` is not the name of a package: write it as `name` or `@scope/name`, with a version behind `@`"
    )]
    Name(String),
    /// An address, a path or an alias could bring code that no registry has looked at.
    #[error("`{0}` is not a version: use one such as `1.2.3`, a range such as `^1.2` or a tag")]
    Version(String),
}

impl FromStr for NodePackage {
    type Err = NodePackageError;

    fn from_str(text: &str) -> Result<Self, NodePackageError> {
        let shown = |text: &str| text.chars().take(60).collect();
        // The first character may be the `@` of a scope.
        let at = text.char_indices().skip(1).find(|(_, char)| *char == '@').map(|(index, _)| index);
        let (name, version) = match at {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let is_name = match name.strip_prefix('@') {
            Some(scoped) => {
                scoped.split_once('/').is_some_and(|(scope, name)| is_part(scope) && is_part(name))
            }
            None => is_part(name),
        };
        if !is_name || text.len() > PACKAGE_MAX {
            return Err(NodePackageError::Name(shown(name)));
        }
        match version {
            Some(version) if !is_version(version) => Err(NodePackageError::Version(shown(version))),
            version => Ok(Self { name: name.to_owned(), version: version.map(str::to_owned) }),
        }
    }
}

impl fmt::Display for NodePackage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version {
            Some(version) => write!(f, "{}@{version}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// A scope or a name without one. Older packages have capitals.
fn is_part(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~'))
        && part != "node_modules"
}

fn is_version(version: &str) -> bool {
    !version.is_empty()
        && version.chars().all(|c| {
            c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '^' | '~' | '*' | '<' | '>' | '=')
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::NodePackage;

    #[test]
    fn packages_of_a_registry_are_taken_and_nothing_else() {
        for text in ["zod", "zod@4.6.7", "@scope/name", "@scope/name@^1.2", "a.b-c@>=1", "JSONStream@latest"]
        {
            assert_eq!(text.parse::<NodePackage>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "@",
            "@scope",
            "@/name",
            "../x",
            "./x",
            "/x",
            "a/b",
            "a@",
            "a@file:x",
            "a@npm:b@1",
            "a@git+ssh://h/x",
            "a@https://h/x.tgz",
            "a@../x",
            "a b",
            "a@1 || 2",
            "-g",
            "--prefix=x",
            "a@1@2",
            "node_modules",
            ".bin",
            "a\n",
        ] {
            text.parse::<NodePackage>().unwrap_err();
        }
    }
}

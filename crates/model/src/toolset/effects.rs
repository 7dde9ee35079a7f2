//! What a toolset will do and may do once it is installed, in sentences for the person who decides.
//!
//! They come from what the bundle declares; its code is not asked. So they say what the code may do at most, not what
//! it will do.

use std::collections::BTreeSet;

use serde_json::Value;

use super::manifest::{McpServer, ToolsetManifest, Transport};
use super::node::{NodeApproval, NodeSection};
use super::sandbox::{Network, Sandbox, Writes};
use crate::approval::Approval;
use crate::variables::{Piece, pieces};

/// Things that one sentence names; the rest is counted.
const NAMED_MAX: usize = 20;
/// Characters of one thing that a sentence names.
const NAMED_CHARS: usize = 120;
/// Characters of a program with its arguments.
const PROGRAM_CHARS: usize = 300;

/// How programs of MCP servers run. Nothing confines them yet.
const UNCONFINED: &str = "with the server's own rights, without a sandbox";

/// One thing that a toolset does or may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// What sort of thing.
    pub kind: EffectKind,
    /// One or two short sentences. Parts of them come from the bundle, without control characters.
    pub text: String,
}

/// What sort of thing a toolset does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EffectKind {
    /// Code of the bundle, or of a package it names, runs.
    RunsCode,
    /// Packages are fetched and installed.
    InstallsPackages,
    /// A program of this machine is started.
    StartsProgram,
    /// A server elsewhere is spoken with.
    ReachesNetwork,
    /// Variables of the server's environment are read.
    ReadsVariable,
    /// Models are told something of it.
    TellsModels,
    /// Calls wait for a person.
    AsksFirst,
    /// Calls run without asking anybody.
    AsksNothing,
}

/// What the manifest alone does not say.
#[derive(Debug, Clone, Default)]
pub struct EffectFacts<'a> {
    /// Python requirement lines, those of a requirements file included.
    pub requirements: &'a [String],
    /// Names of the tools whose calls wait for a person, as far as the manifest and policy say.
    pub asking: Vec<&'a str>,
    /// Names of the tools that run at once, unless their code asks for a person.
    pub silent: Vec<&'a str>,
}

/// Everything that a toolset does, what weighs most first.
pub fn effects(manifest: &ToolsetManifest, facts: &EffectFacts<'_>) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut add = |kind, text: String| effects.push(Effect { kind, text });
    if !manifest.tools.is_empty() {
        let code = "Loads its Python code when it is installed, and runs it when a tool is called";
        let sandbox = manifest.python.as_ref().map(|python| python.sandbox).unwrap_or_default();
        add(EffectKind::RunsCode, format!("{code}, {}.", confinement(&sandbox)));
    }
    if let Some(node) = &manifest.node {
        node_effects(node, &mut add);
    }
    if !manifest.containers.is_empty() {
        let folders = listed(manifest.containers.iter().map(String::as_str));
        let text = format!(
            "Builds images of containers, for which its Dockerfiles may fetch and run anything inside of the build, and runs a \
             container for each call, within the limits that its manifests name: {folders}."
        );
        add(EffectKind::RunsCode, text);
    }
    for (_, hook) in manifest.python.iter().flat_map(|python| python.hooks.iter()) {
        add(EffectKind::RunsCode, format!("Calls `{hook}` when the toolset is first used."));
    }
    if !facts.requirements.is_empty() {
        let packages = listed(facts.requirements.iter().map(String::as_str));
        let text = format!("Fetches Python packages with all that they need and installs them: {packages}.");
        add(EffectKind::InstallsPackages, text);
    }
    for server in &manifest.mcp_servers {
        let (kind, text) = connection(server);
        add(kind, text);
        let names = variables(&server.transport);
        if !names.is_empty() {
            let names = listed(names.iter().map(String::as_str));
            let text = format!("Hands variables of the server's environment to {}: {names}.", named(server));
            add(EffectKind::ReadsVariable, text);
        }
        if server.requires_confirmation == Some(false) {
            let server = named(server);
            let text = format!(
                "Wants to run every tool of {server} without asking a person. A toolset from an address asks all the same."
            );
            add(EffectKind::AsksNothing, text);
        }
    }
    if manifest.prompt_section.is_some() {
        let text = "Adds a text of its own to what models are told while it is active.";
        add(EffectKind::TellsModels, text.to_owned());
    }
    if !facts.asking.is_empty() {
        let text = format!("Asks a person before every call of {}.", listed(facts.asking.iter().copied()));
        add(EffectKind::AsksFirst, text);
    }
    if !facts.silent.is_empty() {
        let tools = listed(facts.silent.iter().copied());
        let text = format!("Runs {tools} without asking a person, unless the code itself asks for one.");
        add(EffectKind::AsksNothing, text);
    }
    effects
}

fn node_effects(node: &NodeSection, add: &mut impl FnMut(EffectKind, String)) {
    let code: Vec<String> = node.tools.iter().map(|source| source.code.to_string()).collect();
    let code = listed(code.iter().map(String::as_str));
    let text = format!(
        "Loads JavaScript when it is installed, and runs it when a tool is called, {}: {code}. Which tools it \
         brings shows when it is loaded.",
        confinement(&node.sandbox)
    );
    add(EffectKind::RunsCode, text);
    let packages: Vec<String> = node.wanted().iter().map(ToString::to_string).collect();
    if !packages.is_empty() {
        let packages = listed(packages.iter().map(String::as_str));
        let text = format!(
            "Fetches packages from npm with all that they need and installs them, without running their scripts: \
             {packages}."
        );
        add(EffectKind::InstallsPackages, text);
    }
    let mut names = BTreeSet::new();
    for value in node.tools.iter().flat_map(|source| &source.args) {
        collect_names(value, &mut names);
    }
    if !names.is_empty() {
        let names = listed(names.iter().map(String::as_str));
        let text = format!("Hands variables of the server's environment to its Node tools: {names}.");
        add(EffectKind::ReadsVariable, text);
    }
    for source in &node.tools {
        let vouched = match &source.approval {
            NodeApproval::Unsaid => Vec::new(),
            NodeApproval::All(Approval::PreApproved) => vec!["every tool".to_owned()],
            NodeApproval::All(_) => Vec::new(),
            NodeApproval::ByTool(tools) => tools
                .iter()
                .filter(|(_, word)| **word == Approval::PreApproved)
                .map(|(tool, _)| tool.clone())
                .collect(),
        };
        if !vouched.is_empty() {
            let text = format!(
                "Wants to run {} of {} without asking a person, unless the code itself asks for one. A toolset from an \
                 address asks all the same.",
                listed(vouched.iter().map(String::as_str)),
                source.code,
            );
            add(EffectKind::AsksNothing, text);
        }
    }
}

/// The variables in the texts of a value.
fn collect_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => names.extend(pieces(text).into_iter().filter_map(|piece| match piece {
            Piece::Variable { name, .. } => Some(name.to_owned()),
            Piece::Text(_) | Piece::Config { .. } | Piece::Workspace => None,
        })),
        Value::Array(items) => items.iter().for_each(|item| collect_names(item, names)),
        Value::Object(entries) => entries.values().for_each(|item| collect_names(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What the sandbox leaves open to a bundle's code.
fn confinement(sandbox: &Sandbox) -> String {
    let files = match sandbox.writes() {
        Writes::Workspace => "in a sandbox: files are written only inside the workspace",
        Writes::Anywhere => {
            "with the server's own rights: it may write files anywhere, and read and change what Pegboard stores"
        }
    };
    let network = match sandbox.network() {
        Network::Allow => "the network is open to it",
        Network::Deny => "it has no network",
    };
    format!("{files}, and {network}")
}

/// How an MCP server comes to life.
fn connection(server: &McpServer) -> (EffectKind, String) {
    let when = match (server.enabled, server.lazy) {
        (false, _) => "once it is switched on",
        (true, true) => "when it is first needed",
        (true, false) => "as soon as the toolset is on",
    };
    let name = named(server);
    match &server.transport {
        Transport::Stdio { command, args, .. } => {
            let program = program(command, args);
            (EffectKind::StartsProgram, format!("Starts `{program}` for {name} {when}, {UNCONFINED}."))
        }
        Transport::Sse { url, .. } | Transport::StreamableHttp { url, .. } => {
            let place = place(url);
            (EffectKind::ReachesNetwork, format!("Connects to {place} for {name} {when}."))
        }
    }
}

fn named(server: &McpServer) -> String {
    format!("the MCP server `{}`", server.id)
}

/// A command line as a shell would take it, as far as it is plain; anything else in quotes and escaped.
fn program(command: &str, args: &[String]) -> String {
    let word = |word: &str| {
        let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '`' | '\\');
        if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("{word:?}") }
    };
    let words: Vec<_> = std::iter::once(command).chain(args.iter().map(String::as_str)).map(word).collect();
    shortened(&words.join(" "), PROGRAM_CHARS)
}

/// Scheme, host and port of an address: what stands behind them, or before an `@`, may be secret.
fn place(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return "an address that a variable of the environment names".to_owned();
    };
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    shortened(&harmless(&format!("{scheme}://{host}")), NAMED_CHARS)
}

/// The names in the `${NAME}` of a transport's texts.
fn variables(transport: &Transport) -> BTreeSet<String> {
    let texts: Vec<&String> = match transport {
        Transport::Stdio { command, args, cwd, env } => {
            std::iter::once(command).chain(args).chain(cwd).chain(env.values()).collect()
        }
        Transport::Sse { url, headers } | Transport::StreamableHttp { url, headers } => {
            std::iter::once(url).chain(headers.values()).collect()
        }
    };
    texts.into_iter().flat_map(|text| references(text)).collect()
}

fn references(text: &str) -> Vec<String> {
    let parts = text.split("${").skip(1);
    let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    names.filter(is_name).map(str::to_owned).collect()
}

/// Names in a row, as many as a sentence holds.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<String> =
        names.map(|name| format!("`{}`", shortened(&harmless(name), NAMED_CHARS))).collect();
    let (shown, more) = all.split_at(all.len().min(NAMED_MAX));
    match more.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Without what could fool a reader: control characters and marks that turn the direction of writing.
fn harmless(text: &str) -> String {
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| !c.is_control() && !turns(*c)).collect()
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::{EffectFacts, NAMED_CHARS, PROGRAM_CHARS, effects, listed, place, program, references};
    use crate::toolset::ToolsetManifest;

    #[test]
    fn effects_are_told_in_plain_sentences() {
        let text = r#"
manifest_version: "1"
id: web
name: Web
version: "1.0.0"
prompt_section: Be kind.
python: {init: "tools.a:start"}
tools:
  - {id: read, entrypoint: "tools.a:read"}
mcp_servers:
  - {id: search, command: npx, args: [-y, foo, "two words"], env: {KEY: "${SEARCH_KEY}", B: sk-secret}}
  - {id: far, url: "https://user:pw@api.example.com:8443/mcp?key=sk-secret", enabled: false,
     headers: {Authorization: "Bearer ${FAR_TOKEN}"}}
  - {id: named, url: "${PLACE}/mcp", lazy: false}
"#;
        let manifest = ToolsetManifest::parse(text, "toolset.yaml").unwrap();
        let requirements = ["pandas>=2".to_owned(), "numpy".to_owned()];
        let facts =
            EffectFacts { requirements: &requirements, asking: vec!["Write"], silent: vec!["Read", "List"] };
        let told: Vec<String> =
            effects(&manifest, &facts).iter().map(|e| format!("{:?}: {}", e.kind, e.text)).collect();
        let told = told.join("\n");
        assert!(!told.contains("secret") && !told.contains("pw"), "{told}");
        insta::assert_snapshot!(told);
    }

    #[test]
    fn a_sandbox_that_is_left_open_is_said() {
        let told = |sandbox: &str| {
            let head = "manifest_version: '1'\nid: t\nname: T\nversion: 1.0.0\ntools: [{id: a, entrypoint: 'a:b'}]\n";
            let text = format!("{head}python: {{sandbox: {sandbox}}}\n");
            let manifest = ToolsetManifest::parse(&text, "toolset.yaml").unwrap();
            effects(&manifest, &EffectFacts::default()).remove(0).text
        };
        insta::assert_snapshot!(told("{writes: anywhere}"));
        insta::assert_snapshot!(told("{network: false}"));
    }

    #[test]
    fn only_whole_references_are_names() {
        assert_eq!(references("a${B}${C_1}$D${}${E"), ["B", "C_1"]);
        assert_eq!(references("${a b}${c${d}"), ["d"]);
    }

    proptest! {
        #[test]
        fn hostile_texts_stay_short_and_on_their_line(text in any::<String>(), more in any::<String>()) {
            let shown = [program(&text, std::slice::from_ref(&more)), listed([text.as_str(), &more].into_iter()), place(&text)];
            for shown in shown {
                prop_assert!(!shown.chars().any(char::is_control), "{:?}", shown);
                prop_assert!(shown.chars().count() <= PROGRAM_CHARS.max(2 * NAMED_CHARS + 10));
            }
        }
    }
}

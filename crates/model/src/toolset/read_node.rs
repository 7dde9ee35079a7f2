//! Reading of `node`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::node::{NodeApproval, NodeCode, NodePackage, NodeSection, NodeSource, PACKAGE_MAX};
use super::read_providers::{read_sandbox, read_timeout};
use super::texts::NAME_MAX;
use crate::approval::Approval;
use crate::document::{At, Kind, Problems, Section};
use crate::render::relative_path;

const KEYS: [&str; 4] = ["packages", "tools", "timeout_seconds", "sandbox"];

const SOURCE_KEYS: [&str; 5] = ["package", "module", "import", "args", "approval"];

/// The endings of modules that Node or the runner can read.
const ENDINGS: [&str; 8] = ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx"];

const PACKAGES_MAX: usize = 100;
const SOURCES_MAX: usize = 50;
const IMPORTS_MAX: usize = 100;
const ARGS_MAX: usize = 20;
const APPROVALS_MAX: usize = 1000;

/// A map with `tools`, or those alone.
pub(crate) fn read_node(at: &At<'_>, problems: &mut Problems) -> Option<NodeSection> {
    if let Kind::List(_) = &at.node.kind {
        return Some(NodeSection { tools: read_sources(at, problems), ..NodeSection::default() });
    }
    let Kind::Map(_) = &at.node.kind else {
        return at.expected("a list of packages and modules, or a map with `tools`", problems);
    };
    let section = at.section(&KEYS, problems)?;
    Some(NodeSection {
        packages: read_packages(&section, problems),
        tools: section.required("tools", problems).map(|at| read_sources(&at, problems)).unwrap_or_default(),
        timeout_seconds: section.get("timeout_seconds").and_then(|at| read_timeout(&at, problems)),
        sandbox: section.get("sandbox").and_then(|at| read_sandbox(&at, problems)).unwrap_or_default(),
    })
}

/// The `packages` that are installed beside those that tools come from.
pub(crate) fn read_packages(section: &Section<'_>, problems: &mut Problems) -> Vec<NodePackage> {
    let packages = section.list("packages", PACKAGES_MAX, problems);
    packages.iter().filter_map(|at| at.parsed(PACKAGE_MAX, problems)).collect()
}

fn read_sources(at: &At<'_>, problems: &mut Problems) -> Vec<NodeSource> {
    let items = match &at.node.kind {
        Kind::List(_) => at.list(problems).unwrap_or_default(),
        _ => vec![at.clone()],
    };
    if items.len() > SOURCES_MAX {
        at.problem(problems, format!("this list has {} entries, more than {SOURCES_MAX}", items.len()));
        return Vec::new();
    }
    items.iter().filter_map(|item| read_source(item, problems)).collect()
}

/// `package` or `module`, with `import`, `args` and `approval` (spec 3); a text is one of the first two alone.
pub(crate) fn read_source(at: &At<'_>, problems: &mut Problems) -> Option<NodeSource> {
    if let Kind::Text(text) = &at.node.kind {
        let code =
            if text.starts_with("./") { read_module(at, problems) } else { read_package(at, problems) };
        return Some(NodeSource {
            code: code?,
            imports: Vec::new(),
            args: Vec::new(),
            approval: NodeApproval::Unsaid,
        });
    }
    let section = at.section(&SOURCE_KEYS, problems)?;
    let code = read_code(at, &section, problems);
    let imports = section.get("import").map(|at| read_imports(&at, problems)).unwrap_or_default();
    let args = section.get("args").map(|at| read_args(&at, problems)).unwrap_or_default();
    let approval = section.get("approval").and_then(|at| read_approval(&at, problems)).unwrap_or_default();
    if !args.is_empty() && imports.is_empty() {
        let message = "args are what a factory is called with: name it with `import`";
        problems.add(section.place_of("args"), &section.path, message);
    }
    Some(NodeSource { code: code?, imports, args, approval })
}

/// The `package` or the `module` of a section.
pub(crate) fn read_code(at: &At<'_>, section: &Section<'_>, problems: &mut Problems) -> Option<NodeCode> {
    match (section.get("package"), section.get("module")) {
        (Some(package), None) => read_package(&package, problems),
        (None, Some(module)) => read_module(&module, problems),
        (Some(_), Some(_)) => {
            at.problem(problems, "tools come from a `package` or from a `module`, not from both");
            None
        }
        (None, None) => {
            at.problem(problems, "the key `package` or `module` is missing");
            None
        }
    }
}

fn read_package(at: &At<'_>, problems: &mut Problems) -> Option<NodeCode> {
    at.parsed::<NodePackage>(PACKAGE_MAX, problems).map(NodeCode::Package)
}

fn read_module(at: &At<'_>, problems: &mut Problems) -> Option<NodeCode> {
    let text = at.text(usize::MAX, problems)?;
    let path = match relative_path(text.strip_prefix("./").unwrap_or(&text)) {
        Ok(path) => path,
        Err(why) => {
            at.problem(problems, format!("this is not a usable path of a module: {why}"));
            return None;
        }
    };
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    if !ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
        return at.expected("a file that ends in .ts, .mts, .cts, .js, .mjs or .cjs", problems);
    }
    Some(NodeCode::Module(path))
}

/// One name, or a list of them.
pub(crate) fn read_imports(at: &At<'_>, problems: &mut Problems) -> Vec<String> {
    let names = match &at.node.kind {
        Kind::List(_) => at.list(problems).unwrap_or_default(),
        _ => vec![at.clone()],
    };
    if names.len() > IMPORTS_MAX {
        at.problem(problems, format!("this list has {} entries, more than {IMPORTS_MAX}", names.len()));
        return Vec::new();
    }
    names.iter().filter_map(|name| name.text(NAME_MAX, problems)).collect()
}

/// A list is all arguments, anything else the only one.
fn read_args(at: &At<'_>, problems: &mut Problems) -> Vec<Value> {
    match at.json() {
        Value::Array(args) if args.len() > ARGS_MAX => {
            at.problem(problems, format!("this list has {} entries, more than {ARGS_MAX}", args.len()));
            Vec::new()
        }
        Value::Array(args) => args,
        only => vec![only],
    }
}

fn read_approval(at: &At<'_>, problems: &mut Problems) -> Option<NodeApproval> {
    let words = Approval::ALL.map(|approval| (approval.as_str(), approval));
    let Kind::Map(_) = &at.node.kind else {
        return at.word(&words, problems).map(NodeApproval::All);
    };
    let section = at.open_section(problems)?;
    let mut tools = BTreeMap::new();
    for (tool, place, word) in section.entries() {
        if tools.len() == APPROVALS_MAX {
            problems.add(place, &section.path, format!("more than {APPROVALS_MAX} tools"));
            break;
        }
        if let Some(approval) = word.word(&words, problems) {
            tools.insert(tool.to_owned(), approval);
        }
    }
    Some(NodeApproval::ByTool(tools))
}

//! Servers that are started from a package.

use std::collections::BTreeMap;

use super::fill::{Filling, either, plain};
use super::remote::{choice, id_of};
use super::ways::{Named, RegistryChoice, RegistryWay, WAYS_MAX, Ways};
use crate::document::{At, Problems, Section};
use crate::toolset::{Transport, is_variable_name};

/// Where packages of a kind come from, and what starts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Npm,
    Pypi,
    Oci,
    Nuget,
    Mcpb,
}

/// What of a package decides how it is started.
struct Package {
    kind: Kind,
    identifier: String,
    version: Option<String>,
    runtime: Vec<String>,
    arguments: Vec<String>,
    env: BTreeMap<String, String>,
}

pub(super) fn read_package(at: &At<'_>, named: &Named, ways: &mut Ways, problems: &mut Problems) {
    let Some(section) = at.open_section(problems) else { return };
    let Some(id) = id_of(named) else { return };
    let kind = match read_kind(&section, problems) {
        Ok(kind) => kind,
        Err(Some(why)) => return ways.leave_out(at, why),
        Err(None) => return,
    };
    let Some(identifier) = read_identifier(&section, kind, problems) else { return };
    let version = section.get("version").and_then(|at| plain(&at, problems)).filter(|text| !text.is_empty());
    if let Some(version) = &version
        && !is_exact(version)
    {
        return ways.leave_out(at, "a version must be one version, not a range and not `latest`");
    }
    if kind == Kind::Mcpb {
        return match bundle(&section, identifier, problems) {
            Ok(choice) => ways.choices.push(choice),
            Err(why) => ways.leave_out(at, why),
        };
    }
    if let Some(why) = other_transport(&section, problems) {
        return ways.leave_out(at, why);
    }
    let mut filling = Filling::new(id.as_str());
    let runtime = read_arguments(&section, ("runtimeArguments", "runtime_arguments"), &mut filling, problems);
    let arguments =
        read_arguments(&section, ("packageArguments", "package_arguments"), &mut filling, problems);
    let env = read_env(&section, &mut filling, problems);
    if version.is_none() && kind != Kind::Oci {
        filling.notes.push("the entry names no version: every start may take another one".to_owned());
    }
    let label = label(kind, &identifier, version.as_deref());
    let transport = start(Package { kind, identifier, version, runtime, arguments, env });
    ways.choices.push(choice(label, id, named, transport, filling));
}

fn read_kind(section: &Section<'_>, problems: &mut Problems) -> Result<Kind, Option<String>> {
    let at = either(section, "registryType", "registry_type").or_else(|| section.get("registry_name"));
    let Some(at) = at else {
        problems.add(section.place, &section.path, "the key `registryType` is missing");
        return Err(None);
    };
    let Some(kind) = at.text(200, problems) else { return Err(None) };
    match kind.as_str() {
        "npm" => Ok(Kind::Npm),
        "pypi" => Ok(Kind::Pypi),
        "oci" | "docker" => Ok(Kind::Oci),
        "nuget" => Ok(Kind::Nuget),
        "mcpb" | "dxt" => Ok(Kind::Mcpb),
        "cargo" => Err(Some(
            "packages of `cargo` are not started from their registry: install it, then add its program as a server"
                .to_owned(),
        )),
        other => {
            let shown: String = other.chars().filter(|c| !c.is_control()).take(40).collect();
            Err(Some(format!("`{shown}` is not a registry type that is known here: npm, pypi, oci, nuget and mcpb are")))
        }
    }
}

/// A package's name. It becomes an argument of a program, so it must not look like an option.
fn read_identifier(section: &Section<'_>, kind: Kind, problems: &mut Problems) -> Option<String> {
    let Some(at) = either(section, "identifier", "name") else {
        problems.add(section.place, &section.path, "the key `identifier` is missing");
        return None;
    };
    let identifier = plain(&at, problems)?;
    if kind == Kind::Mcpb {
        return Some(identifier);
    }
    let more = match kind {
        Kind::Npm => "@/._-~",
        Kind::Pypi => "._-[],",
        Kind::Oci => "/._-:@",
        Kind::Nuget | Kind::Mcpb => "._-",
    };
    let begins =
        identifier.starts_with(|c: char| c.is_ascii_alphanumeric() || (c == '@' && kind == Kind::Npm));
    if !begins
        || !identifier.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
        || identifier.contains("..")
    {
        at.problem(problems, "this cannot be the name of a package");
        return None;
    }
    Some(identifier)
}

/// One version, such as `1.0.2`, `v2` or a date; no range of any of the registries.
fn is_exact(version: &str) -> bool {
    let wildcard = version.split('.').any(|part| matches!(part, "x" | "X" | "*"));
    version != "latest"
        && !wildcard
        && version.starts_with(|c: char| c.is_ascii_alphanumeric())
        && version.chars().all(|c| c.is_ascii_alphanumeric() || "._-+".contains(c))
}

/// Why a package that does not speak on its standard output cannot be started; `None` when it does.
fn other_transport(section: &Section<'_>, problems: &mut Problems) -> Option<String> {
    let transport = section.get("transport")?.open_section(problems)?;
    let kind = transport.text("type", 200, problems)?;
    (kind != "stdio").then(|| {
        "it listens on an address of its own: start it yourself, then add its address as a server".to_owned()
    })
}

fn bundle(
    section: &Section<'_>,
    url: String,
    problems: &mut Problems,
) -> Result<RegistryChoice, &'static str> {
    if !url.starts_with("https://") || url.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err("the address of a bundle begins with https://");
    }
    let sha256 = either(section, "fileSha256", "file_sha256").and_then(|at| at.text(200, problems));
    let is_hash = |hash: &String| hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    match sha256.filter(is_hash) {
        Some(sha256) => Ok(RegistryChoice {
            label: format!("bundle {url}"),
            way: RegistryWay::Bundle { url, sha256: sha256.to_ascii_lowercase() },
        }),
        None => Err("a bundle needs `fileSha256`, 64 hex digits"),
    }
}

fn read_arguments(
    section: &Section<'_>,
    (today, before): (&str, &str),
    filling: &mut Filling,
    problems: &mut Problems,
) -> Vec<String> {
    let key = if section.get(today).is_some() { today } else { before };
    let mut arguments = Vec::new();
    for at in section.list(key, WAYS_MAX, problems) {
        let Some(argument) = at.open_section(problems) else { continue };
        let name = argument.get("name").and_then(|at| plain(&at, problems));
        let hint = either(&argument, "valueHint", "value_hint").and_then(|at| at.text(200, problems));
        let has_value =
            ["value", "default", "isRequired", "is_required", "choices", "valueHint", "value_hint"];
        let key = hint.or_else(|| name.clone()).unwrap_or_else(|| "argument".to_owned());
        match (argument.text("type", 200, problems).as_deref(), name) {
            (Some("named"), Some(name)) => {
                arguments.push(name.clone());
                // A flag that says nothing of a value has none.
                if has_value.iter().any(|key| argument.get(key).is_some()) {
                    arguments.push(filling.text(&key, &argument, Some(&name), problems));
                }
            }
            (Some("named"), None) => at.problem(problems, "a named argument needs its `name`"),
            _ => arguments.push(filling.text(&key, &argument, None, problems)),
        }
    }
    arguments
}

fn read_env(
    section: &Section<'_>,
    filling: &mut Filling,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let mut env = BTreeMap::new();
    let today = section.get("environmentVariables").is_some();
    let key = if today { "environmentVariables" } else { "environment_variables" };
    for at in section.list(key, WAYS_MAX, problems) {
        let Some(variable) = at.open_section(problems) else { continue };
        let Some(name_at) = variable.required("name", problems) else { continue };
        let Some(name) = name_at.text(200, problems) else { continue };
        if !is_variable_name(&name) || name.starts_with('-') {
            name_at.problem(problems, "this cannot be the name of a variable");
            continue;
        }
        let value = filling.text(&name, &variable, None, problems);
        env.insert(name, value);
    }
    env
}

fn label(kind: Kind, identifier: &str, version: Option<&str>) -> String {
    let kind = match kind {
        Kind::Npm => "npm",
        Kind::Pypi => "pypi",
        Kind::Oci => "oci",
        Kind::Nuget => "nuget",
        Kind::Mcpb => "mcpb",
    };
    match version {
        Some(version) => format!("{kind} {identifier} {version}"),
        None => format!("{kind} {identifier}"),
    }
}

/// The program that starts a package, with everything it needs to be told.
fn start(package: Package) -> Transport {
    let Package { kind, identifier, version, runtime, arguments, env } = package;
    let at = |joint: &str| {
        version.as_ref().map_or_else(|| identifier.clone(), |v| format!("{identifier}{joint}{v}"))
    };
    let text = |text: &str| text.to_owned();
    let (command, args) = match kind {
        Kind::Npm => {
            let yes = (!runtime.iter().any(|arg| arg == "-y" || arg == "--yes")).then(|| text("-y"));
            ("npx", runtime.into_iter().chain(yes).chain([at("@")]).chain(arguments).collect())
        }
        Kind::Pypi => ("uvx", runtime.into_iter().chain([at("==")]).chain(arguments).collect()),
        Kind::Oci => {
            let tagged = identifier.rsplit('/').next().is_some_and(|name| name.contains([':', '@']));
            let image = if tagged { identifier.clone() } else { at(":") };
            // Variables reach the container by name, so that no value stands in an argument.
            let env = env.keys().flat_map(|name| [text("-e"), name.clone()]);
            let docker = ["run", "-i", "--rm"].map(text).into_iter();
            ("docker", docker.chain(env).chain(runtime).chain([image]).chain(arguments).collect())
        }
        Kind::Nuget | Kind::Mcpb => {
            let end = (!arguments.is_empty()).then(|| text("--"));
            let yes = [at("@"), text("--yes")];
            ("dnx", runtime.into_iter().chain(yes).chain(end).chain(arguments).collect::<Vec<_>>())
        }
    };
    Transport::Stdio { command: text(command), args, cwd: None, env }
}

//! Reading of `python`.

use super::hooks::Hooks;
use super::manifest::{Isolation, PythonSection, Requirements};
use super::sandbox::{Network, Sandbox, Writes};
use crate::document::{At, Kind, Problems, Section};
use crate::render::relative_path;

const PYTHON_KEYS: [&str; 6] =
    ["requirements", "init", "post_init", "timeout_seconds", "isolation", "sandbox"];

const SANDBOX_KEYS: [&str; 4] = ["writes", "network", "memory_mb", "processes"];

const CONFINEMENT_KEYS: [&str; 2] = ["writes", "network"];

const REQUIREMENTS_MAX: usize = 500;
const REQUIREMENT_MAX: usize = 1000;

/// The longest time a call may be given, in seconds: a day.
const TIMEOUT_MAX: u32 = 24 * 60 * 60;

pub(crate) fn read_python(at: &At<'_>, problems: &mut Problems) -> Option<PythonSection> {
    let section = at.section(&PYTHON_KEYS, problems)?;
    let ways = [("fork", Isolation::Fork), ("spawn", Isolation::Spawn)];
    Some(PythonSection {
        requirements: section.get("requirements").and_then(|at| read_requirements(&at, problems)),
        hooks: Hooks {
            init: section.get("init").and_then(|at| at.parsed(usize::MAX, problems)),
            post_init: section.get("post_init").and_then(|at| at.parsed(usize::MAX, problems)),
        },
        timeout_seconds: section.get("timeout_seconds").and_then(|at| read_timeout(&at, problems)),
        isolation: section.get("isolation").and_then(|at| at.word(&ways, problems)),
        sandbox: section.get("sandbox").and_then(|at| read_sandbox(&at, problems)).unwrap_or_default(),
    })
}

/// The time that a call may take, in seconds.
pub(crate) fn read_timeout(at: &At<'_>, problems: &mut Problems) -> Option<u32> {
    read_count(at, "a whole number of seconds", (1, TIMEOUT_MAX), problems)
}

pub(crate) fn read_sandbox(at: &At<'_>, problems: &mut Problems) -> Option<Sandbox> {
    let section = at.section(&SANDBOX_KEYS, problems)?;
    Some(Sandbox {
        memory_mb: section
            .get("memory_mb")
            .and_then(|at| read_count(&at, "a whole number of MiB", Sandbox::MEMORY_MB, problems)),
        processes: section
            .get("processes")
            .and_then(|at| read_count(&at, "a whole number", Sandbox::PROCESSES, problems)),
        ..read_reach(&section, problems)
    })
}

/// A sandbox of what cannot be measured: `writes` and `network` alone.
pub(crate) fn read_confinement(at: &At<'_>, problems: &mut Problems) -> Option<Sandbox> {
    let section = at.section(&CONFINEMENT_KEYS, problems)?;
    Some(read_reach(&section, problems))
}

fn read_reach(section: &Section<'_>, problems: &mut Problems) -> Sandbox {
    let places = [("workspace", Writes::Workspace), ("anywhere", Writes::Anywhere)];
    let network = section.boolean("network", problems);
    Sandbox {
        writes: section.get("writes").and_then(|at| at.word(&places, problems)),
        network: network.map(|open| if open { Network::Allow } else { Network::Deny }),
        ..Sandbox::default()
    }
}

fn read_requirements(at: &At<'_>, problems: &mut Problems) -> Option<Requirements> {
    if let Kind::Text(file) = &at.node.kind {
        return match relative_path(file) {
            Ok(path) => Some(Requirements::File(path)),
            Err(why) => {
                at.problem(problems, format!("this is not a usable path of a requirements file: {why}"));
                None
            }
        };
    }
    let Kind::List(_) = &at.node.kind else {
        return at.expected("a list of requirements, or a requirements file's path", problems);
    };
    let items = at.list(problems)?;
    if items.len() > REQUIREMENTS_MAX {
        at.problem(problems, format!("more than {REQUIREMENTS_MAX} requirements"));
        return None;
    }
    Some(Requirements::Lines(items.iter().filter_map(|item| read_requirement(item, problems)).collect()))
}

/// One line as `pandas>=2`. Options are refused: they could point the installer at another package index.
fn read_requirement(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let line = at.text(REQUIREMENT_MAX, problems)?;
    if line.trim().is_empty()
        || line.chars().any(char::is_control)
        || line.trim_start().starts_with(['-', '#'])
    {
        return at.expected("a requirement such as `pandas>=2`", problems);
    }
    Some(line)
}

fn read_count(at: &At<'_>, what: &str, (least, most): (u32, u32), problems: &mut Problems) -> Option<u32> {
    let count = match &at.node.kind {
        Kind::Number(number, _) => number.as_u64().and_then(|count| u32::try_from(count).ok()),
        _ => None,
    };
    match count.filter(|count| (least..=most).contains(count)) {
        Some(count) => Some(count),
        None => at.expected(&format!("{what} from {least} to {most}"), problems),
    }
}

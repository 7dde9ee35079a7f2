//! Reading of a whole `NAME.worker` file.

use super::definition::{Exposure, Worker};
use super::front_matter::{Parts, parts};
use super::limits::{WorkerLimits, read_limits};
use super::toolsets::{ReadToolsets, read_toolsets};
use crate::document::{At, DocumentErrors, Node, Place, Problems, Section, yaml};
use crate::ids::ToolName;
use crate::ruleset::read_zones;

/// What the file's name ends in.
pub const FILE_EXTENSION: &str = "worker";

/// Bytes of a whole file.
pub const WORKER_MAX: usize = 512 << 10;

/// Bytes of the instructions.
pub const INSTRUCTIONS_MAX: usize = 256 << 10;

const KEYS: [&str; 7] = ["name", "description", "exposed", "model", "toolsets", "sandbox", "limits"];
const SANDBOX_KEYS: [&str; 1] = ["zones"];
const NAME_MAX: usize = 200;
const DESCRIPTION_MAX: usize = 4096;

impl Worker {
    /// Reads the text of a worker's file; `file` is its name for messages. Where it ends in `.worker`, the worker must have the
    /// name before that.
    ///
    /// # Errors
    /// Everything that is wrong with it, by line and key.
    pub fn parse(text: &str, file: &str) -> Result<Self, DocumentErrors> {
        let mut problems = Problems::default();
        let start = Place { line: 1, column: 1 };
        if text.len() > WORKER_MAX {
            problems.add(start, "", format!("a worker's file may have {} KiB", WORKER_MAX >> 10));
            return Err(DocumentErrors::new(file, problems.0));
        }
        let Parts { front, below } = match parts(text) {
            Ok(parts) => parts,
            Err(problem) => return Err(DocumentErrors::new(file, vec![problem])),
        };
        if below.len() > INSTRUCTIONS_MAX {
            let line = front.lines().count() + 2;
            let message = format!("the instructions may have {} KiB", INSTRUCTIONS_MAX >> 10);
            problems.add(Place { line, column: 1 }, "", message);
        }
        let root = yaml::read(&front, &mut problems.0);
        let worker = root.and_then(|root| read(&root, below.trim(), file, &mut problems));
        match worker {
            Some(worker) if problems.0.is_empty() => Ok(worker),
            _ => Err(DocumentErrors::new(file, problems.0)),
        }
    }
}

fn read(root: &Node, instructions: &str, file: &str, problems: &mut Problems) -> Option<Worker> {
    let root = At { node: root, path: String::new() }.section(&KEYS, problems)?;
    let name = read_name(&root, file, problems);
    let description = root.text("description", DESCRIPTION_MAX, problems);
    let exposure = match root.boolean("exposed", problems) {
        Some(true) => Exposure::Exposed,
        Some(false) | None => Exposure::Inside,
    };
    let model = root.text("model", NAME_MAX, problems);
    let ReadToolsets { toolsets, workers, mut rules } = match root.get("toolsets") {
        Some(at) => read_toolsets(&at, name.as_ref(), problems),
        None => ReadToolsets::default(),
    };
    if let Some(at) = root.get("sandbox")
        && let Some(sandbox) = at.section(&SANDBOX_KEYS, problems)
        && sandbox.get("zones").is_some()
    {
        if rules.zones.all().is_empty() {
            rules.zones = read_zones(&sandbox, problems).unwrap_or_default();
        } else {
            at.problem(problems, "zones stand under `toolsets.filesystem` already: say them once");
        }
    }
    let limits = root.get("limits").and_then(|at| read_limits(&at, problems));
    Some(Worker {
        name: name?,
        description: description.unwrap_or_default(),
        exposure,
        model,
        toolsets,
        workers,
        rules,
        limits: limits.unwrap_or_else(WorkerLimits::default),
        instructions: instructions.to_owned(),
    })
}

fn read_name(root: &Section<'_>, file: &str, problems: &mut Problems) -> Option<ToolName> {
    let at = root.required("name", problems)?;
    let name: ToolName = at.parsed(NAME_MAX, problems)?;
    let file = file.rsplit('/').next().unwrap_or(file);
    let expected = file.strip_suffix(FILE_EXTENSION).and_then(|stem| stem.strip_suffix('.'));
    if let Some(expected) = expected.filter(|expected| *expected != name.as_str()) {
        at.problem(
            problems,
            format!("the file is called `{expected}.worker`, so the name must be `{expected}`"),
        );
        return None;
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::approval::Approval;
    use crate::worker::{Exposure, Worker, WorkerToolsetSource, brought};

    const FULL: &str = r#"---
name: reviewer
description: Reads changes.
exposed: true
model: fast
toolsets:
  filesystem: {}
  shell:
    rules:
      - {pattern: "git diff", approval: preApproved, match: ["git diff HEAD"]}
  github: {approval: ask, tools: {list_issues: preApproved}}
  worker: {workers: [writer]}
  external:
    package: "@vercel/ai-tools"
    import: "webSearchTools"
    approval: {web_search: preApproved, web_fetch: ask}
  custom:
    module: "./tools/my-tool.ts"
    approval: ask
sandbox:
  zones: [{path: notes, mode: rw}]
limits: {steps: 7}
---
You read changes.

Say what is wrong.
"#;

    #[test]
    fn the_three_forms_of_spec_3_are_read() {
        let worker = Worker::parse(FULL, "reviewer.worker").unwrap();
        assert_eq!((worker.name.as_str(), worker.model.as_deref()), ("reviewer", Some("fast")));
        assert_eq!(worker.instructions, "You read changes.\n\nSay what is wrong.");
        assert_eq!(worker.limits.steps, 7);
        assert_eq!(worker.exposure, Exposure::Exposed);
        assert_eq!(worker.workers, ["writer".parse().unwrap()]);
        assert_eq!(worker.rules.zones.all().len(), 1);
        let names: Vec<_> = worker.toolsets.iter().map(|toolset| toolset.name.as_str()).collect();
        assert_eq!(names, ["filesystem", "shell", "github", "worker", "external", "custom"]);
        let externals = worker.toolsets.iter().filter_map(|toolset| match &toolset.source {
            WorkerToolsetSource::External(section) => Some(section.tools[0].code.to_string()),
            WorkerToolsetSource::Toolset(_) => None,
        });
        assert_eq!(externals.collect::<Vec<_>>(), ["@vercel/ai-tools", "./tools/my-tool.ts"]);
        let ids: Vec<_> = brought(&worker).map(|one| one.manifest.id.to_string()).collect();
        assert_eq!(ids, ["reviewer.external", "reviewer.custom"]);
        let says = |toolset: &str, tool: &str| {
            let spoken = worker.says(&toolset.parse().unwrap(), &tool.parse().unwrap());
            spoken.map(|spoken| spoken.approval)
        };
        assert_eq!(says("reviewer.external", "reviewer.external:web_search"), Some(Approval::PreApproved));
        assert_eq!(says("reviewer.custom", "reviewer.custom:anything"), Some(Approval::Ask));
        assert_eq!(says("github", "mcp:github~github:list_issues"), Some(Approval::PreApproved));
    }

    #[test]
    fn what_is_wrong_is_named_by_its_line_in_the_file() {
        let wrong = "---\nname: other\ntoolset: {}\ntoolsets:\n  shell: {rule: []}\n  x: {package: p, module: m}\n  \
                     y: {module: ../out.ts}\n  worker: {workers: [a, a]}\nlimits: {steps: 0}\n---\nText\n";
        insta::assert_snapshot!(Worker::parse(wrong, "reviewer.worker").unwrap_err());
    }

    #[test]
    fn a_file_without_front_matter_is_refused() {
        for (text, said) in [
            (
                "You are",
                "x.worker:1:1: a worker begins with a line `---`, its front matter, and another line `---`",
            ),
            ("---\nname: x\n", "x.worker:2:1: the front matter does not end: a line `---` is missing"),
        ] {
            assert_eq!(Worker::parse(text, "x.worker").unwrap_err().to_string(), said);
        }
        assert!(Worker::parse(&"x".repeat(1 << 20), "x.worker").is_err());
        let crlf = "---\r\nname: x\r\n---\r\nText\r\n";
        assert_eq!(Worker::parse(crlf, "x.worker").unwrap().instructions, "Text");
    }
}

//! The toolsets that a worker brings itself, as bundles.

use semver::Version;

use super::definition::Worker;
use super::toolsets::{WorkerToolsetSource, external_toolset};
use crate::config::ConfigSchema;
use crate::toolset::{NodeCode, ToolsetManifest};

/// A toolset that a worker brings.
#[derive(Debug, Clone, PartialEq)]
pub struct Brought {
    /// As the worker calls it.
    pub name: String,
    /// The manifest of its bundle.
    pub manifest: ToolsetManifest,
    /// The module beside the worker that it needs, relative, with `/`; `None` for a package.
    pub module: Option<String>,
}

/// The toolsets that a worker brings, in the order of its file.
///
/// Their manifests say nothing of approval: what the worker says holds for its own calls, and nobody else is let in by it.
pub fn brought(worker: &Worker) -> impl Iterator<Item = Brought> {
    worker.toolsets.iter().filter_map(|toolset| {
        let WorkerToolsetSource::External(section) = &toolset.source else {
            return None;
        };
        let module = section.tools.iter().find_map(|source| match &source.code {
            NodeCode::Module(path) => Some(path.clone()),
            NodeCode::Package(_) => None,
        });
        let manifest = ToolsetManifest {
            id: external_toolset(&worker.name, &toolset.name)?,
            name: format!("{} of {}", toolset.name, worker.name),
            // Every one has the same: it is published with nothing but its worker.
            version: Version::new(1, 0, 0),
            description: format!("What the worker `{}` brings as `{}`.", worker.name, toolset.name),
            prompt_section: None,
            requires: Vec::new(),
            python: None,
            node: Some(section.clone()),
            containers: Vec::new(),
            config_schema: ConfigSchema::default(),
            tools: Vec::new(),
            tool_overrides: Vec::new(),
            mcp_servers: Vec::new(),
        };
        Some(Brought { name: toolset.name.clone(), manifest, module })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::brought;
    use crate::toolset::ToolsetManifest;
    use crate::worker::Worker;

    #[test]
    fn what_a_worker_brings_is_a_bundle_s_manifest() {
        let text = "---\nname: smith\ntoolsets:\n  box:\n    package: bash-tool@1.3.19\n    import: [createBashTool]\n    \
                    options: {files: {a: \"1\"}}\n    packages: [zod@4.6.7]\n    approval: blocked\n  own: {module: \
                    ./tools/x.ts, import: x}\n---\n";
        let worker = Worker::parse(text, "smith.worker").unwrap();
        let all: Vec<_> = brought(&worker).collect();
        assert_eq!(all[0].module, None);
        assert_eq!(all[1].module.as_deref(), Some("tools/x.ts"));
        for one in all {
            let written = one.manifest.to_yaml().unwrap();
            assert!(!written.contains("approval"), "what the worker says is for its own calls: {written}");
            assert_eq!(ToolsetManifest::parse(&written, "toolset.yaml").unwrap(), one.manifest);
        }
    }
}

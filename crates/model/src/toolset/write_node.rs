//! Writing of `node`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::node::{NodeApproval, NodeCode, NodeSection, NodeSource};
use super::write_bounds::Bounds;
use crate::approval::Approval;

#[derive(Serialize)]
pub(super) struct Node<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    packages: Vec<String>,
    tools: Vec<Source<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_seconds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<Bounds>,
}

impl<'a> Node<'a> {
    pub(super) fn of(node: &'a NodeSection) -> Self {
        Self {
            packages: node.packages.iter().map(ToString::to_string).collect(),
            tools: node.tools.iter().map(Source::of).collect(),
            timeout_seconds: node.timeout_seconds,
            sandbox: Bounds::of(&node.sandbox),
        }
    }
}

#[derive(Serialize)]
struct Source<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    import: &'a [String],
    #[serde(skip_serializing_if = "<[Value]>::is_empty")]
    args: &'a [Value],
    #[serde(skip_serializing_if = "Option::is_none")]
    approval: Option<Approvals<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Approvals<'a> {
    All(&'a Approval),
    ByTool(&'a BTreeMap<String, Approval>),
}

impl<'a> Source<'a> {
    fn of(source: &'a NodeSource) -> Self {
        let (package, module) = match &source.code {
            NodeCode::Package(package) => (Some(package.to_string()), None),
            NodeCode::Module(path) => (None, Some(path.as_str())),
        };
        Self {
            package,
            module,
            import: &source.imports,
            args: &source.args,
            approval: match &source.approval {
                NodeApproval::Unsaid => None,
                NodeApproval::All(approval) => Some(Approvals::All(approval)),
                NodeApproval::ByTool(tools) => Some(Approvals::ByTool(tools)),
            },
        }
    }
}

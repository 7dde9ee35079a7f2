//! Rows of tools that stand in a bundle's Node code alone, and what the bundle says of their calls.

use std::collections::HashSet;

use pegboard_model::approval::Approval;
use pegboard_model::arguments::Schema;
use pegboard_model::call::ProviderKind;
use pegboard_model::ids::ToolId;
use pegboard_model::overrides::ToolOverride;
use pegboard_model::provider::{Definition, Discovery};
use pegboard_model::toolset::{NodeSection, ToolsetManifest};

use super::from_code::{DESCRIPTION_MAX, NAME_MAX, clipped, fits, too_large};
use crate::store::ToolRow;

/// How many tools of its code a toolset may have.
const TOOLS_MAX: usize = 1000;

/// The rows, behind those of the tools that the manifest declares. A declared tool hides one of the same id.
pub(super) fn rows(manifest: &ToolsetManifest, found: Vec<Discovery>) -> Vec<ToolRow> {
    let mut taken: HashSet<_> = manifest.tools.iter().map(|tool| tool.id.clone()).collect();
    let fresh = found.into_iter().filter(|one| taken.insert(one.tool.clone()));
    let first = i32::try_from(manifest.tools.len()).unwrap_or(i32::MAX);
    (first..).zip(fresh.take(TOOLS_MAX)).map(|(position, one)| row(manifest, position, one)).collect()
}

fn row(manifest: &ToolsetManifest, position: i32, Discovery { tool, found }: Discovery) -> ToolRow {
    let (code, mut problem) = match found {
        Ok(definition) => (definition, None),
        Err(failure) => (Definition::default(), Some(failure.message)),
    };
    let input_schema = code.input_schema.filter(|schema| {
        let fault = if fits(schema) {
            Schema::compile(schema).err().map(|fault| fault.to_string())
        } else {
            Some(too_large())
        };
        problem = problem.take().or(fault);
        problem.is_none()
    });
    ToolRow {
        id: ToolId::Toolset { toolset: manifest.id.clone(), tool: tool.clone() },
        toolset: Some(manifest.id.clone()),
        position,
        provider: ProviderKind::Node,
        name: clipped(code.name, NAME_MAX).unwrap_or_else(|| tool.to_string()),
        description: clipped(code.description, DESCRIPTION_MAX).unwrap_or_default(),
        input_schema,
        needs_approval: code.needs_approval,
        enabled: true,
        entrypoint: code.entrypoint,
        category: clipped(code.category, NAME_MAX),
        problem,
        upstream: None,
        effect: None,
        container: None,
    }
}

/// The bundle's layer of overrides: those of its manifest, and under them the `approval` of its Node sources.
pub(super) fn overrides(manifest: &ToolsetManifest, tools: &[ToolRow]) -> Vec<ToolOverride> {
    let mut overrides = manifest.tool_overrides.clone();
    let Some(section) = &manifest.node else { return overrides };
    for row in tools.iter().filter(|row| row.provider == ProviderKind::Node) {
        let Some(approval) = approval(section, row) else { continue };
        let id = row.id.to_string();
        let at = overrides.iter().position(|change| change.tool_id == id).unwrap_or_else(|| {
            overrides.push(ToolOverride::new(id));
            overrides.len() - 1
        });
        let change = &mut overrides[at];
        match approval {
            Approval::PreApproved => {
                change.requires_confirmation = change.requires_confirmation.or(Some(false))
            }
            Approval::Ask => change.requires_confirmation = change.requires_confirmation.or(Some(true)),
            // What is off never runs, and nobody is asked about it.
            Approval::Blocked => change.enabled = change.enabled.or(Some(false)),
        }
    }
    overrides
}

fn approval(section: &NodeSection, row: &ToolRow) -> Option<Approval> {
    let (code, name) = row.entrypoint.as_deref()?.rsplit_once(':')?;
    let source = section
        .tools
        .iter()
        .find(|source| source.code.to_string() == code && source.approval.of(name).is_some());
    source?.approval.of(name)
}

//! Toolsets that hold nothing but one server, which a person added by itself. Several come in one transaction.

use std::collections::BTreeSet;
use std::path::Path;

use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::Progress;

use super::import::{prepare, settle, write};
use super::plan::{ImportError, Plan, check, plan};
use crate::bundle::ImportSource;
use crate::core::Core;
use crate::store::StoreError;

/// The bundle of a server that a person added by itself.
pub(crate) struct Added<'a> {
    /// Where its manifest lies.
    pub(crate) folder: &'a Path,
    /// Names and sealed values.
    pub(crate) variables: Vec<(String, String)>,
    /// What it may take the place of.
    pub(crate) instead_of: InsteadOf,
}

/// What the toolset of an added server may take the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InsteadOf {
    /// Nothing: its id must be free.
    Nothing,
    /// The same server with other settings.
    Itself,
}

/// Why the toolset of an added server was not installed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InstallAddedError {
    /// Something else has its id.
    #[error("there is a toolset `{0}` already")]
    Taken(ToolsetId),
    /// It was removed meanwhile.
    #[error("there is no toolset `{0}` any more")]
    Gone(ToolsetId),
    /// It cannot be installed.
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// The faults of those that are not taken, each with its place among all. Never empty.
#[derive(Debug)]
pub(crate) struct InstallAllError(pub(crate) Vec<(usize, InstallAddedError)>);

impl From<StoreError> for InstallAllError {
    fn from(error: StoreError) -> Self {
        Self(vec![(0, InstallAddedError::Import(error.into()))])
    }
}

/// Installs the toolsets of servers that a person added by themselves, or installs them anew with other settings: all
/// or none. Whether an id is free is asked when nobody else can take it any more.
pub(crate) async fn install_added(
    core: &Core,
    added: Vec<Added<'_>>,
    progress: &dyn Progress,
) -> Result<(), InstallAllError> {
    let (mut faults, mut all) = (Vec::new(), Vec::new());
    for (number, one) in added.into_iter().enumerate() {
        match check(core, ImportSource::Folder(one.folder.to_owned()), progress).await {
            Ok(checked) => all.push((number, checked.added(), one.variables, one.instead_of)),
            Err(error) => faults.push((number, error.into())),
        }
    }
    let _turn = core.installing.lock().await;
    let (mut plans, mut ids) = (Vec::new(), BTreeSet::new());
    for (number, checked, variables, instead_of) in all {
        let planned = match plan(core, checked).await {
            Ok(plan) => fits(&plan, instead_of, &mut ids).map(|()| Plan { variables, ..plan }),
            Err(error) => Err(error.into()),
        };
        match planned {
            Ok(plan) => plans.push((number, plan)),
            Err(fault) => faults.push((number, fault)),
        }
    }
    if !faults.is_empty() {
        faults.sort_by_key(|(number, _)| *number);
        return Err(InstallAllError(faults));
    }
    let mut installations = Vec::new();
    for (number, plan) in &plans {
        let prepared = prepare(core, plan, progress).await;
        installations.push(prepared.map_err(|error| InstallAllError(vec![(*number, error.into())]))?);
    }
    write(core, &installations.iter().collect::<Vec<_>>()).await?;
    core.refresh().await?;
    for (_, plan) in &plans {
        settle(core, plan).await;
    }
    Ok(())
}

/// Whether a plan takes the place of nothing that it must not.
fn fits(plan: &Plan, instead_of: InsteadOf, ids: &mut BTreeSet<ToolsetId>) -> Result<(), InstallAddedError> {
    let id = plan.toolset.id.clone();
    let own = plan.before.as_ref().map(|before| before.user_mcp);
    match (instead_of, own) {
        _ if !ids.insert(id.clone()) => Err(InstallAddedError::Taken(id)),
        (InsteadOf::Nothing, None) | (InsteadOf::Itself, Some(true)) => Ok(()),
        (InsteadOf::Nothing, Some(_)) | (InsteadOf::Itself, Some(false)) => Err(InstallAddedError::Taken(id)),
        (InsteadOf::Itself, None) => Err(InstallAddedError::Gone(id)),
    }
}

//! Containers of this house that a killed server left behind.

use std::collections::HashMap;

use bollard::Docker;
use bollard::errors::Error;
use bollard::query_parameters::{ListContainersOptionsBuilder, RemoveContainerOptionsBuilder};

/// Which data folder a container is of.
pub(super) const HOUSE_LABEL: &str = "pegboard.house";
/// Which tool a container or an image is of.
pub(super) const TOOL_LABEL: &str = "pegboard.tool";
/// Which data folder had an image built. Not the label of containers: they have those of their image as well.
pub(super) const BUILT_BY_LABEL: &str = "pegboard.built-by";
/// Which call a container is of.
pub(super) const CALL_LABEL: &str = "pegboard.call";

/// Removes every container of a house. Says how many there were.
pub(super) async fn sweep(docker: &Docker, house: &str) -> Result<usize, Error> {
    let filters = HashMap::from([("label", vec![format!("{HOUSE_LABEL}={house}")])]);
    let filters: HashMap<String, Vec<String>> =
        filters.into_iter().map(|(key, values)| (key.to_owned(), values)).collect();
    let options = ListContainersOptionsBuilder::new().all(true).filters(&filters).build();
    let found = docker.list_containers(Some(options)).await?;
    let ids: Vec<String> = found.into_iter().filter_map(|container| container.id).collect();
    for id in &ids {
        remove(docker, id).await?;
    }
    Ok(ids.len())
}

/// Ends and removes one container. One that is gone is fine.
pub(super) async fn remove(docker: &Docker, id: &str) -> Result<(), Error> {
    let options = RemoveContainerOptionsBuilder::new().force(true).v(true).build();
    match docker.remove_container(id, Some(options)).await {
        // Gone, or somebody else is about to remove it.
        Err(Error::DockerResponseServerError { status_code: 404 | 409, .. }) => Ok(()),
        other => other,
    }
}

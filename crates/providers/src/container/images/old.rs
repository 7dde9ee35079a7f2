//! Images of versions that are installed no more.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use bollard::Docker;
use bollard::errors::Error;
use bollard::models::ImageSummary;
use bollard::query_parameters::{ListImagesOptionsBuilder, RemoveImageOptionsBuilder};
use pegboard_model::container::ContainerTool;
use pegboard_model::ids::ToolId;
use tokio::time::sleep;

use super::{Entry, Images};
use crate::container::build::BuildError;
use crate::container::context::Context;
use crate::container::engine::EngineError;
use crate::container::sweep::BUILT_BY_LABEL;

/// How long is waited for containers that still use such an image, one time after the other: calls may run for long.
const PAUSES: [Duration; 6] = [
    Duration::from_millis(250),
    Duration::from_secs(2),
    Duration::from_secs(10),
    Duration::from_secs(60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(60 * 60),
];

/// Why images were left.
#[derive(Debug, thiserror::Error)]
enum LeftError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the container engine: {0}")]
    Refused(#[from] Error),
    #[error(transparent)]
    Files(#[from] BuildError),
    #[error("the server stops")]
    Stopping,
}

/// What became of a removal.
enum Removal {
    Done,
    /// A container is made of it.
    InUse,
}

impl Images {
    /// Removes the images that this house had built and that none of these tools uses, in the background. What still runs is waited for;
    /// in the end the next start removes them.
    pub(in crate::container) fn retain(self: &Arc<Self>, installed: Vec<ContainerTool>) {
        let is_empty = installed.is_empty();
        *self.installed.lock().unwrap_or_else(PoisonError::into_inner) = installed;
        let images = Arc::clone(self);
        self.tasks.spawn(async move {
            // A house that has no container tool does not look for an engine on that account.
            if is_empty && !images.link.is_known().await {
                return;
            }
            tokio::select! {
                biased;
                () = images.stop.cancelled() => {}
                () = images.remove_unused() => {}
            }
        });
    }

    async fn remove_unused(&self) {
        for pause in PAUSES {
            match self.remove_once().await {
                Ok(0) => return,
                Ok(busy) => tracing::debug!(busy, "images that no tool uses any more still have containers"),
                Err(error) => {
                    tracing::debug!(%error, "images that no tool uses any more were left");
                    return;
                }
            }
            sleep(pause).await;
        }
    }

    /// Says how many are still in use.
    async fn remove_once(&self) -> Result<usize, LeftError> {
        // Nothing is built meanwhile, so that nothing is removed which was built a moment ago.
        let _turn = self.turn.acquire().await.map_err(|_| LeftError::Stopping)?;
        let docker = self.link.engine().await?.docker;
        let built = built_by(&docker, self.link.house()).await?;
        if built.is_empty() {
            return Ok(0);
        }
        let used = self.used_tags().await?;
        let mut busy = 0;
        for name in built.iter().flat_map(|image| unused_names(image, &used)) {
            match remove(&docker, &name).await? {
                Removal::Done => tracing::info!(image = name, "removed an image that no tool uses any more"),
                Removal::InUse => busy += 1,
            }
        }
        Ok(busy)
    }

    /// The tags of all installed tools, of what was just built, and of what calls are about to use.
    async fn used_tags(&self) -> Result<HashSet<String>, LeftError> {
        let entries: HashMap<ToolId, Arc<Entry>> =
            self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut used: HashSet<String> =
            entries.values().filter_map(|entry| entry.now.borrow().tag.clone()).collect();
        let mut tools = self.installed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        tools.extend(self.leases.tools());
        let tags = move || tools.iter().map(|tool| Ok(Context::read(&tool.folder)?.tag(tool))).collect();
        let tags: Result<Vec<String>, io::Error> =
            tokio::task::spawn_blocking(tags).await.map_err(io::Error::other).and_then(|tags| tags);
        used.extend(tags.map_err(BuildError::Files)?);
        Ok(used)
    }
}

/// The images that a house had built, those without a name among them: a build anew takes the name from the one before.
async fn built_by(docker: &Docker, house: &str) -> Result<Vec<ImageSummary>, Error> {
    let filters = HashMap::from([("label", vec![format!("{BUILT_BY_LABEL}={house}")])]);
    docker.list_images(Some(ListImagesOptionsBuilder::new().filters(&filters).build())).await
}

/// What is to be removed of an image: its tags that nothing uses, or the image itself where it has none.
fn unused_names(image: &ImageSummary, used: &HashSet<String>) -> Vec<String> {
    let tags: Vec<&String> = image.repo_tags.iter().filter(|tag| !tag.starts_with("<none>")).collect();
    if tags.is_empty() {
        return vec![image.id.clone()];
    }
    // Podman writes the registry before each name.
    let own = |tag: &str| tag.rsplit('/').next().is_some_and(|own| used.contains(own));
    tags.into_iter().filter(|tag| !own(tag)).cloned().collect()
}

/// Without force: the engine refuses while a container is made of the image.
async fn remove(docker: &Docker, name: &str) -> Result<Removal, Error> {
    let options = RemoveImageOptionsBuilder::new().force(false).build();
    match docker.remove_image(name, Some(options), None).await {
        Ok(_) | Err(Error::DockerResponseServerError { status_code: 404, .. }) => Ok(Removal::Done),
        Err(Error::DockerResponseServerError { status_code: 409, .. }) => Ok(Removal::InUse),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use bollard::models::ImageSummary;

    use super::unused_names;

    #[test]
    fn of_an_image_what_nothing_uses_is_removed() {
        let used = HashSet::from(["pegboard-tool-a:1".to_owned()]);
        let names = |tags: &[&str]| {
            let repo_tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            unused_names(&ImageSummary { id: "sha256:0".to_owned(), repo_tags, ..Default::default() }, &used)
        };
        assert_eq!(names(&["pegboard-tool-a:1"]), Vec::<String>::new());
        assert_eq!(names(&["localhost/pegboard-tool-a:1"]), Vec::<String>::new());
        assert_eq!(
            names(&["pegboard-tool-a:1", "localhost/pegboard-tool-a:2"]),
            ["localhost/pegboard-tool-a:2"]
        );
        assert_eq!(names(&["<none>:<none>"]), ["sha256:0"]);
        assert_eq!(names(&[]), ["sha256:0"]);
    }
}

//! One container, from its making to its removal.

use std::pin::Pin;
use std::time::{Duration, SystemTime};

use bollard::errors::Error;
use bollard::models::ContainerCreateBody;
use bollard::query_parameters::{AttachContainerOptionsBuilder, WaitContainerOptionsBuilder};
use futures::{FutureExt as _, StreamExt as _};
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use super::answer::{Exit, Memory};
use super::engine::{Connection, EngineKind};
use super::killed;
use super::output::Printed;
use super::sweep::remove;
use super::waiter;

/// How long the engine may take to end and remove a container.
const REMOVAL: Duration = Duration::from_secs(60);

/// Why a container did not start.
#[derive(Debug, thiserror::Error)]
pub(super) enum LaunchError {
    /// The engine has no such image any more.
    #[error("the image is gone")]
    NoImage,
    #[error("the engine did not start a container within {} seconds", .0.as_secs())]
    Slow(Duration),
    #[error("the container engine refused: {0}")]
    Refused(String),
    #[error("the container engine does not answer: {0}")]
    Silent(String),
}

/// A container that was made. However it is let go, it is removed.
pub(super) struct Container {
    engine: Connection,
    id: Option<String>,
    made_at: SystemTime,
    tasks: TaskTracker,
}

/// A container that runs.
pub(super) struct Started {
    container: Container,
    /// What it prints.
    printed: Printed,
    /// Its standard input; closed for a container that does not wait.
    input: Pin<Box<dyn AsyncWrite + Send>>,
}

/// Makes a container and starts it.
pub(super) async fn launch(
    engine: &Connection,
    body: ContainerCreateBody,
    tasks: &TaskTracker,
    most: Duration,
) -> Result<Started, LaunchError> {
    let start = async {
        let takes_input = body.open_stdin == Some(true);
        let (docker, made_at) = (&engine.docker, SystemTime::now());
        let made = docker.create_container(None, body).await.map_err(refused)?;
        let (id, tasks) = (Some(made.id.clone()), tasks.clone());
        let container = Container { engine: engine.clone(), id, made_at, tasks };
        // Before it starts, so that nothing that it prints is missed.
        let options = AttachContainerOptionsBuilder::new()
            .stream(true)
            .stdin(takes_input)
            .stdout(true)
            .stderr(true)
            .build();
        let attached = docker.attach_container(&made.id, Some(options)).await.map_err(refused)?;
        docker.start_container(&made.id, None).await.map_err(refused)?;
        Ok(Started { container, printed: attached.output, input: attached.input })
    };
    timeout(most, start).await.map_err(|_| LaunchError::Slow(most))?
}

fn refused(error: Error) -> LaunchError {
    match error {
        Error::DockerResponseServerError { status_code: 404, .. } => LaunchError::NoImage,
        Error::DockerResponseServerError { message, .. } => LaunchError::Refused(message),
        other => LaunchError::Silent(other.to_string()),
    }
}

impl Started {
    /// Whether it still waits: one whose output ended is dead.
    pub(super) fn is_waiting(&mut self) -> bool {
        self.printed.next().now_or_never().is_none()
    }

    /// The container and what it prints. Its input is closed: the engine does not let go of a container whose connection is
    /// still held by somebody who does not read.
    pub(super) fn into_parts(self) -> (Container, Printed) {
        (self.container, self.printed)
    }

    /// Hands the payload to a container that waits.
    pub(super) async fn hand_over(&mut self, payload: &str) -> std::io::Result<()> {
        self.input.write_all(&waiter::message(payload)).await?;
        self.input.flush().await
    }
}

impl Container {
    /// Waits for the end of its first process.
    pub(super) async fn exit(&self) -> Result<Exit, Error> {
        let id = self.id.as_deref().unwrap_or_default();
        let options = WaitContainerOptionsBuilder::new().condition("not-running").build();
        let docker = &self.engine.docker;
        let code = match docker.wait_container(id, Some(options)).next().await {
            Some(Ok(ended)) => ended.status_code,
            Some(Err(Error::DockerContainerWaitError { code, .. })) => code,
            Some(Err(error)) => return Err(error),
            None => return Err(Error::DockerStreamError { error: "the engine broke off".to_owned() }),
        };
        if code == 0 {
            return Ok(Exit { code, memory: Memory::Enough });
        }
        let state = docker.inspect_container(id, None).await?.state;
        let told = state.and_then(|state| state.oom_killed).unwrap_or(false);
        let memory = match self.engine.kind {
            _ if told => Memory::Exceeded,
            EngineKind::Docker => Memory::Enough,
            EngineKind::Podman => killed::memory(docker, id, code, self.made_at).await,
        };
        Ok(Exit { code, memory })
    }

    /// Ends it with all its processes and removes it.
    pub(super) async fn end(mut self) {
        if let Some(id) = self.id.take() {
            clear(&self.engine, &id).await;
        }
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            let engine = self.engine.clone();
            self.tasks.spawn(async move { clear(&engine, &id).await });
        }
    }
}

async fn clear(engine: &Connection, id: &str) {
    match timeout(REMOVAL, remove(&engine.docker, id)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(id, %error, "a container could not be removed; the next start tries again");
        }
        Err(_) => tracing::warn!(id, "the engine did not remove a container; the next start tries again"),
    }
}

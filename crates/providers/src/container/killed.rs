//! Why a container was killed, where the engine does not say so itself.

use std::collections::HashMap;
use std::pin::pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bollard::Docker;
use bollard::errors::Error;
use bollard::query_parameters::EventsOptionsBuilder;
use futures::TryStreamExt as _;
use tokio::time::timeout;

use super::answer::{KILLED, Memory};

/// How long the engine may take to tell what happened.
const ANSWER: Duration = Duration::from_secs(5);

/// Podman says of no container that the kernel ended it for want of memory where its watcher was slower than the container's end. It
/// does tell of each signal that it was asked to send: a container that was killed without one was killed by the kernel, or by
/// somebody with power over the machine.
pub(super) async fn memory(docker: &Docker, id: &str, code: i64, made_at: SystemTime) -> Memory {
    if code != KILLED {
        return Memory::Enough;
    }
    match timeout(ANSWER, was_asked_for(docker, id, made_at)).await {
        Ok(Ok(true)) => Memory::Enough,
        Ok(Ok(false)) => Memory::Doubtful,
        Ok(Err(error)) => {
            tracing::debug!(%error, "the container engine does not tell what happened to a container");
            Memory::Doubtful
        }
        Err(_) => Memory::Doubtful,
    }
}

/// Whether the engine was asked to kill the container. It tells what happened from a time on, and goes on with what happens; asked for
/// the past alone, Podman says nothing.
async fn was_asked_for(docker: &Docker, id: &str, made_at: SystemTime) -> Result<bool, Error> {
    let filters = HashMap::from([("container", vec![id])]);
    let options = EventsOptionsBuilder::new().since(&time(made_at)).filters(&filters).build();
    let mut events = pin!(docker.events(Some(options)));
    while let Some(event) = events.try_next().await? {
        match event.action.as_deref() {
            Some("kill") => return Ok(true),
            Some("die") => return Ok(false),
            _ => {}
        }
    }
    Ok(false)
}

/// Seconds since 1970, with a fraction.
fn time(at: SystemTime) -> String {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}.{:09}", since.as_secs(), since.subsec_nanos())
}

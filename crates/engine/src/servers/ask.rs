//! Asking servers what they have, when somebody wants to know.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use pegboard_model::ids::ServerKey;
use pegboard_model::servers::{Announced, ServerFailure, ServerFault};
use pegboard_model::time::Timestamp;
use pegboard_model::toolset::ServerScope;

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::record::Freshness;
use crate::registry::Found;
use crate::store::StoreError;
use crate::told::Novelty;

/// How long a listing waits for servers that were never asked. What answers later is in the next listing.
const LISTING_PATIENCE: Duration = Duration::from_secs(8);

/// Keeps what a server told. When this returns, its tools are in the registry.
pub(crate) async fn note(
    core: &Core,
    server: &ServerKey,
    announced: Arc<Announced>,
) -> Result<(), StoreError> {
    let announced = without_secrets(core, server, announced);
    // Who comes second must not go on before the first one is done.
    let _turn = core.servers.noting.lock().await;
    let at = clock::now();
    if core.servers.keep(server, &announced, at) != Novelty::Changed {
        return Ok(());
    }
    if let Err(error) = make_known(core, server, &announced, at).await {
        // Else nobody would try again: it would pass for known.
        core.servers.unkeep(server);
        return Err(error);
    }
    core.events.publish(EventKind::ServerTools { server: server.clone() });
    Ok(())
}

/// What a server tells is kept: no secret that it was told may be in it.
fn without_secrets(core: &Core, server: &ServerKey, announced: Arc<Announced>) -> Arc<Announced> {
    let scrubber = core.secrets.scrubber(&server.toolset);
    if scrubber.is_idle() {
        return announced;
    }
    let told = serde_json::to_value(announced.as_ref()).unwrap_or_default();
    let scrubbed = scrubber.json(told.clone());
    if scrubbed == told {
        return announced;
    }
    // What does not hold together without it is as good as untold.
    serde_json::from_value(scrubbed).map_or_else(|_| Arc::new(Announced::default()), Arc::new)
}

async fn make_known(
    core: &Core,
    server: &ServerKey,
    announced: &Announced,
    at: Timestamp,
) -> Result<(), StoreError> {
    let write = core.store.write().await?;
    write.put_announcement(server, announced, at).await?;
    write.commit().await?;
    core.reload().await
}

/// Asks the server of a tool before the tool is looked up, so that policy judges the tool that will run: a server that
/// was ended meanwhile may come back with other tools. One that is connected answers from memory.
///
/// A server per chat is only asked where nothing of it is known since the house opened: asking takes a process of its
/// own, which no chat has.
///
/// # Errors
/// When the tool is not known at all and its server cannot be asked.
pub(crate) async fn discover(core: &Core, name: &str) -> Result<(), ServerFailure> {
    let (server, known) = match core.registry.current().find(name) {
        Found::Tool(tool) => match tool.server() {
            Some(server) => (server.clone(), true),
            None => return Ok(()),
        },
        Found::OfServer(server) => (server, false),
        Found::Ambiguous(_) | Found::Nothing => return Ok(()),
    };
    if !is_enabled(core, &server) || (is_per_chat(core, &server) && is_live(core, &server)) {
        return Ok(());
    }
    match (ask(core, &server).await, known) {
        (Ok(()), _) => Ok(()),
        // It will be called by what it said last; the call itself records that the server cannot be reached.
        (Err(_), true) => Ok(()),
        (Err(failure), false) => Err(failure),
    }
}

/// Asks every server that is switched on and was never asked, all at once, for a while.
pub(crate) async fn gather(core: &Arc<Core>) {
    let registry = core.registry.current();
    let unknown = registry.servers().filter(|server| server.told.is_none()).map(|server| server.record.key());
    let asking: Vec<_> = unknown.filter(|key| is_enabled(core, key)).map(|key| spawn(core, key)).collect();
    if asking.is_empty() {
        return;
    }
    // They go on behind it; what is lost here is only the waiting.
    let _ = tokio::time::timeout(LISTING_PATIENCE, join_all(asking)).await;
}

/// Connects the servers that want to be connected before somebody needs them.
pub(crate) fn wake(core: &Arc<Core>) {
    let registry = core.registry.current();
    let eager = registry.servers().filter(|server| !server.record.lazy).map(|server| server.record.key());
    for key in eager.filter(|key| is_enabled(core, key)) {
        if !is_live(core, &key) {
            drop(spawn(core, key));
        }
    }
}

fn spawn(core: &Arc<Core>, key: ServerKey) -> tokio::task::JoinHandle<()> {
    let working = Arc::clone(core);
    core.tasks.spawn(async move {
        tokio::select! {
            asked = ask(&working, &key) => {
                if let Err(failure) = asked {
                    tracing::info!(server = %key, %failure, "a server could not be asked for its tools");
                }
            }
            () = working.closing.cancelled() => {}
        }
    })
}

async fn ask(core: &Core, server: &ServerKey) -> Result<(), ServerFailure> {
    let announced = core.servers.required()?.announce(server).await?;
    note(core, server, announced).await.map_err(|error| {
        tracing::error!(%server, ?error, "what a server told could not be kept");
        ServerFailure::new(ServerFault::Protocol, "what the server told could not be kept; the log says why")
    })
}

/// Whether both the server and its toolset are switched on.
fn is_enabled(core: &Core, key: &ServerKey) -> bool {
    let registry = core.registry.current();
    let toolset = registry.toolset(&key.toolset).is_some_and(|toolset| toolset.record.enabled);
    toolset && registry.server(key).is_some_and(|server| server.record.enabled)
}

fn is_per_chat(core: &Core, key: &ServerKey) -> bool {
    core.registry.current().server(key).is_some_and(|server| server.record.scope == ServerScope::Chat)
}

/// Whether the server told of itself since the house opened.
fn is_live(core: &Core, key: &ServerKey) -> bool {
    core.servers.told(key).is_some_and(|told| told.freshness == Freshness::Live)
}

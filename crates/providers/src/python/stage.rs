//! What a runner does before it takes calls, one thing after the other, each in a time of its own.

use std::time::Duration;

use pegboard_model::provider::Bundle;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::python::config::PythonConfig;
use crate::python::protocol::Event;
use crate::python::supervise::{LoadReport, Loading};

/// One of these things.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    what: Work,
    /// The time that it may take.
    limit: Duration,
}

#[derive(Debug, Clone)]
enum Work {
    Imports,
    Hook { toolset: String, key: &'static str, entrypoint: String },
}

/// A runner that did not come to the end of a stage.
#[derive(Debug, Clone)]
pub(super) enum Stuck {
    /// It takes too long.
    Slow(Stage),
    /// It died; how that came.
    Died(Stage, String),
}

impl Stage {
    /// All of them, for this bundle. The first is always there.
    pub(super) fn all(bundle: &Bundle, config: &PythonConfig) -> (Self, Vec<Self>) {
        let hooks = bundle.hooks.iter().map(|(key, entrypoint)| Self {
            what: Work::Hook { toolset: bundle.toolset.to_string(), key, entrypoint: entrypoint.to_string() },
            limit: config.hook_timeout,
        });
        (Self { what: Work::Imports, limit: config.load_timeout }, hooks.collect())
    }

    /// That it took too long, and what helps.
    pub(super) fn slow(&self) -> String {
        let seconds = self.limit.as_secs();
        match &self.what {
            Work::Imports => format!(
                "importing the toolset's modules took longer than {seconds} s: move slow work out of the modules' top level"
            ),
            Work::Hook { toolset, key, entrypoint } => format!(
                "the toolset `{toolset}` is not initialised: its {key} hook `{entrypoint}` took longer than {seconds} s"
            ),
        }
    }

    /// That the runner died in it.
    pub(super) fn died(&self, how: &str) -> String {
        match &self.what {
            Work::Imports => format!(
                "the process for the toolset's Python tools {how} while it imported the toolset's modules"
            ),
            Work::Hook { toolset, key, entrypoint } => format!(
                "the toolset `{toolset}` is not initialised: the process for its Python tools {how} in its {key} hook \
                 `{entrypoint}`"
            ),
        }
    }
}

/// Waits until a runner says how its loading went. `begun` counts the hooks that it has begun; what it says beyond those
/// that there are gains it no time.
pub(super) async fn follow(
    (imports, hooks): (Stage, Vec<Stage>),
    mut begun: watch::Receiver<usize>,
    mut loading: Loading,
) -> Result<Event, Stuck> {
    let at = |count: usize| match count.min(hooks.len()).checked_sub(1) {
        None => &imports,
        Some(hook) => &hooks[hook],
    };
    loop {
        let count = *begun.borrow_and_update();
        let stage = at(count);
        let report: LoadReport = tokio::select! {
            report = &mut loading => report.unwrap_or_else(|_| Err("was given up".to_owned())),
            Ok(()) = begun.changed(), if count < hooks.len() => continue,
            () = sleep(stage.limit) => return Err(Stuck::Slow(stage.clone())),
        };
        let reached = *begun.borrow();
        return report.map_err(|how| Stuck::Died(at(reached).clone(), how));
    }
}

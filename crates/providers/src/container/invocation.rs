//! One call in one container.

use std::future::Future;
use std::time::Duration;

use pegboard_model::call::{FailureKind, Outcome, ToolFailure};
use pegboard_model::container::ContainerManifest;
use pegboard_model::provider::{Host, RunLimits};
use serde_json::Value;
use tokio::time::sleep;

use super::answer::{Exit, answer};
use super::conversation::Started;
use super::output::{Output, Read};

/// The most that a tool may print on standard output, in bytes.
pub const STDOUT_MAX: usize = 4 << 20;

/// How a call's container came to its end.
enum Ending {
    Exited(Exit),
    TooMuch,
    TimedOut,
    Cancelled,
    Lost(String),
}

/// Follows a container that has its payload to its end. When this returns, no process of it lives.
pub(super) async fn complete(
    started: Started,
    manifest: &ContainerManifest,
    limits: RunLimits,
    host: &dyn Host,
) -> Outcome {
    let (container, printed) = started.into_parts();
    let stdout_max = STDOUT_MAX.min(usize::try_from(limits.result_bytes).unwrap_or(usize::MAX));
    let mut output = Output::new(stdout_max, limits.log_bytes);
    let log = |text: &str| host.log(text);
    let follow = async {
        match output.read(printed, &log).await {
            Read::TooMuch => Ending::TooMuch,
            Read::Whole | Read::Broken => match container.exit().await {
                Ok(exit) => Ending::Exited(exit),
                Err(error) => Ending::Lost(error.to_string()),
            },
        }
    };
    let ending = until(follow, limits.timeout, host).await;
    match ending {
        // Nothing in it lives, so its removal need not be waited for.
        Ending::Exited(_) => drop(container),
        _ => container.end().await,
    }
    Outcome { result: result(manifest, &output, limits, ending), log: output.log() }
}

async fn until(follow: impl Future<Output = Ending>, most: Duration, host: &dyn Host) -> Ending {
    let cancelled = host.cancelled();
    tokio::select! {
        biased;
        ending = follow => ending,
        () = cancelled.cancelled() => Ending::Cancelled,
        () = sleep(most) => Ending::TimedOut,
    }
}

fn result(
    manifest: &ContainerManifest,
    output: &Output,
    limits: RunLimits,
    ending: Ending,
) -> Result<Value, ToolFailure> {
    let (kind, message) = match ending {
        Ending::Exited(exit) => return answer(manifest, output, exit),
        Ending::TooMuch => (
            FailureKind::TooLarge,
            format!(
                "The tool printed more than {} bytes on standard output, and was ended.",
                output.stdout_max()
            ),
        ),
        Ending::TimedOut => (
            FailureKind::Timeout,
            format!(
                "Timed out after {}s. Its manifest can give it more: \"constraints\": {{\"timeout_seconds\": …}}.",
                limits.timeout.as_secs()
            ),
        ),
        Ending::Cancelled => (FailureKind::Cancelled, "The call was cancelled.".to_owned()),
        Ending::Lost(why) => {
            tracing::warn!(why, "the end of a container could not be heard of");
            (FailureKind::Crashed, "The container engine lost the tool's container.".to_owned())
        }
    };
    let failure = ToolFailure::new(kind, message);
    let tail = output.tail();
    Err(if tail.is_empty() { failure } else { failure.with_detail(format!("standard error: {tail}")) })
}
